from fractions import Fraction

import pytest

from rropt.families.flip import flip
from rropt.families.two_coin import tight_parity, two_coin


def test_definition_by_its_two_coins():
    q, half = Fraction(1, 3), Fraction(1, 2)
    for b in (0, 1):
        told = {0: Fraction(0), 1: Fraction(0)}
        told[b] += half + half * (1 - q)
        told[1 - b] += half * q
        assert all(two_coin(q=q)[i, b] == told[i] for i in (0, 1))


def test_it_is_flip_with_half_of_q():
    assert two_coin(q="3/5") == flip(p="3/10")
    assert two_coin(epsilon="1/2") == flip(epsilon="1/2")


@pytest.mark.parametrize("parameters", [{"q": "0"}, {"q": "1/3"}, {"q": "1"}, {"epsilon": 2}, {"epsilon": "every"}])
def test_parity(parameters, parity):
    assert tight_parity(**parameters) == parity(two_coin(**parameters))
