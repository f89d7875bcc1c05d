from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.christofides import christofides, tight_parity
from rropt.families.warner import warner


def test_definition_by_drawing_cards():
    deck = [Fraction(1, 10), Fraction(1, 5), Fraction(3, 10), Fraction(2, 5)]
    mechanism = christofides(cards=deck)
    assert mechanism.outputs == ("1", "2", "3", "4")
    for x in (0, 1):
        told = dict.fromkeys(range(1, 5), Fraction(0))
        for y, weight in enumerate(deck, start=1):
            told[5 * x + (1 - 2 * x) * y] += weight
        assert [mechanism[i - 1, x] for i in range(1, 5)] == list(told.values())


def test_two_cards_are_warner():
    assert christofides(cards="3/4:1/4").rows == warner(p="3/4").rows


@pytest.mark.parametrize("cards", ["1/10:1/5:7/10", "1/2:1/2", "0:1/2:1/2", "0:1:0", "1/4:0:1/4:0:1/2", "0:1/2:1/2:0"])
def test_parity(cards, parity):
    assert tight_parity(cards=cards) == parity(christofides(cards=cards))


@pytest.mark.parametrize("epsilon", ["0", "1/2", "ln3", "every"])
def test_three_cards_with_epsilon(epsilon, parity):
    mechanism = christofides(epsilon=epsilon, middle="1/5")
    assert mechanism[1, 0] == mechanism[1, 1] == Fraction(1, 5)
    assert tight_parity(epsilon=epsilon, middle="1/5") == parity(mechanism) == read_epsilon(epsilon).t


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "exactly one of cards, epsilon"),
        ({"epsilon": 1}, "needs middle"),
        ({"cards": "1/2:1/2", "middle": "1/2"}, "only with epsilon"),
        ({"cards": "1"}, "not 1"),
        ({"cards": "1/2:1/3"}, "sum to 5/6, not 1"),
        ({"cards": "3/2:-1/2"}, "card 1 = 3/2"),
        ({"cards": 3}, "cards = 3 must list"),
    ],
)
def test_refusals(parameters, message):
    with pytest.raises(InputError, match=message):
        christofides(**parameters)
