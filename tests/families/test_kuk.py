import itertools
from fractions import Fraction
from math import prod

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.kuk import kuk, tight_parity
from rropt.families.warner import warner


def test_definition_by_enumerating_the_draws():
    p, q, cards = Fraction(2, 3), Fraction(1, 5), 3
    mechanism = kuk(p=p, q=q, cards=cards)
    for x, red in ((1, p), (0, q)):
        for i in range(cards + 1):
            draws = (d for d in itertools.product((0, 1), repeat=cards) if sum(d) == i)
            assert mechanism[i, x] == sum(prod(red if c else 1 - red for c in d) for d in draws)


@pytest.mark.parametrize("p", ["0", "1/3", "2/3", "1"])
@pytest.mark.parametrize("q", ["0", "1/3", "1/2", "1"])
@pytest.mark.parametrize("cards", [1, 3])
def test_parity(p, q, cards, parity):
    assert tight_parity(p=p, q=q, cards=cards) == parity(kuk(p=p, q=q, cards=cards))


@pytest.mark.parametrize(("epsilon", "cards"), [("1/2", 1), ("1/2", 3), ("ln9", 2), ("ln3", 2), ("every", 1)])
def test_epsilon_is_met_exactly(epsilon, cards, parity):
    assert parity(kuk(epsilon=epsilon, cards=cards)) == read_epsilon(epsilon).t
    assert tight_parity(epsilon=epsilon, cards=cards) == read_epsilon(epsilon).t


def test_one_card_of_a_symmetric_pair_is_warner():
    assert kuk(epsilon=1) == warner(epsilon=1)


@pytest.mark.parametrize("parameters", [{}, {"p": 1}, {"p": 1, "epsilon": 1}, {"p": 1, "q": 0, "cards": 0}])
def test_refusals(parameters):
    with pytest.raises(InputError, match=r"kuk|cards"):
        kuk(**parameters)
