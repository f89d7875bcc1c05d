from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.simmons import simmons, tight_parity


def test_definition_by_its_two_questions():
    p, b = Fraction(2, 3), Fraction(1, 5)
    for x in (0, 1):
        yes = sum(weight * answer for weight, answer in ((p, x), ((1 - p) * b, 1), ((1 - p) * (1 - b), 0)))
        assert simmons(unrelated=b, p=p)[1, x] == yes


@pytest.mark.parametrize("unrelated", ["0", "1/5", "1/2", "2/3", "1"])
@pytest.mark.parametrize("p", ["0", "1/3", "9/10", "1"])
def test_parity(unrelated, p, parity):
    assert tight_parity(unrelated=unrelated, p=p) == parity(simmons(unrelated=unrelated, p=p))


@pytest.mark.parametrize("unrelated", ["1/5", "1/2", "2/3"])
@pytest.mark.parametrize("epsilon", ["0", "1/2", "ln3", "every"])
def test_epsilon_is_met_exactly(unrelated, epsilon, parity):
    mechanism = simmons(unrelated=unrelated, epsilon=epsilon)
    assert parity(mechanism) == tight_parity(unrelated=unrelated, epsilon=epsilon) == read_epsilon(epsilon).t


def test_an_unrelated_question_that_hides_nothing_is_refused():
    with pytest.raises(InputError, match="epsilon is 0 or infinite for every p"):
        simmons(unrelated=0, epsilon=1)
    assert simmons(unrelated=0, epsilon=0)[0, 1] == 1
