from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.families.warner import tight_parity, warner
from rropt.mechanism import Mechanism


def test_definition():
    assert warner(p="3/4") == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize("p", ["0", "1/10", "1/2", "3/4", "1", "t/(1+t)", "1/(1+t)"])
def test_parity_of_p(p, parity):
    assert tight_parity(p=p) == parity(warner(p=p))


@pytest.mark.parametrize("epsilon", ["0", "1/2", 2, "ln3", "every", "1/2..2"])
def test_parity_of_epsilon(epsilon, parity):
    assert tight_parity(epsilon=epsilon) == parity(warner(epsilon=epsilon)) == read_epsilon(epsilon).t


def test_a_decimal_says_how_it_was_read():
    assert "1/2" in warner(epsilon=0.5).said
    assert warner(epsilon="ln3").said == ""


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "exactly one of p, epsilon; give one"),
        ({"p": "1/2", "epsilon": 1}, "not p=1/2 and epsilon=1"),
        ({"p": "5/4"}, "p = 5/4"),
        ({"p": "-1/4"}, "p = -1/4"),
        ({"epsilon": -1}, "-1 is negative"),
        ({"epsilon": "inf"}, "finite epsilon"),
    ],
)
def test_refusals(parameters, message):
    with pytest.raises(InputError, match=message):
        warner(**parameters)


def test_spec():
    assert from_spec("warner:epsilon=ln3") == warner(p=Fraction(3, 4)) == from_spec("Warner: p = 0.75")
