from fractions import Fraction
from math import prod

import pytest

from rropt.exact.errors import InputError
from rropt.families.bitwise.bits import bit_strings
from rropt.families.bitwise.unary_encoding import tight_parity, unary_encoding


def test_definition_bit_by_bit():
    k, p, q = 3, Fraction(3, 4), Fraction(1, 5)
    mechanism = unary_encoding(k=k, p=p, q=q)
    assert mechanism.outputs == tuple(bit_strings(k))
    for i, code in enumerate(bit_strings(k)):
        for j in range(k):
            ones = [p if place == j else q for place in range(k)]
            assert mechanism[i, j] == prod(x if c == "1" else 1 - x for x, c in zip(ones, code, strict=True))


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("p", ["0", "1/3", "1/2", "1"])
@pytest.mark.parametrize("q", ["0", "1/5", "1/2", "1"])
def test_parity(k, p, q, parity):
    assert tight_parity(k=k, p=p, q=q) == parity(unary_encoding(k=k, p=p, q=q))


def test_sizes_are_bounded():
    with pytest.raises(InputError, match="k = 13"):
        unary_encoding(k=13, p="1/2", q="1/3")
