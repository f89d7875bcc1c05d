import math
from fractions import Fraction

import pytest

from rropt.families.bitwise.bits import bit, bit_parity, bit_strings, bits, bits_parity
from rropt.mechanism import Mechanism

HALF = Fraction(1, 2)


def test_the_first_bit_is_the_most_significant():
    assert bit_strings(2) == ["00", "01", "10", "11"]
    keep_first = bits(bit(Fraction(0), Fraction(1)), 2)
    assert keep_first == tuple(tuple(Fraction(i == j) for j in range(4)) for i in range(4))


def test_bits_are_independent():
    rows = bits(bit(Fraction(1, 5), Fraction(3, 4)), 3)
    one = {
        ("0", "0"): Fraction(4, 5),
        ("1", "0"): Fraction(1, 5),
        ("0", "1"): Fraction(1, 4),
        ("1", "1"): Fraction(3, 4),
    }
    for i, out in enumerate(bit_strings(3)):
        for j, truth in enumerate(bit_strings(3)):
            assert rows[i][j] == math.prod(one[pair] for pair in zip(out, truth, strict=True))


@pytest.mark.parametrize("zero", [Fraction(0), Fraction(1, 5), HALF, Fraction(1)])
@pytest.mark.parametrize("one", [Fraction(0), Fraction(2, 7), Fraction(1)])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_parity(zero, one, n, parity):
    assert bits_parity(zero, one, n) == parity(Mechanism(bits(bit(zero, one), n)))


def test_parity_of_one_bit():
    assert bit_parity(Fraction(1, 5), Fraction(3, 4)) == Fraction(15, 4)
