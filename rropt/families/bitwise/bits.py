"""Bits that are randomized one by one: the matrix of one bit, the matrix of n independent bits, and their parity."""

from __future__ import annotations

import itertools
from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.matrix import Matrix, kronecker
from rropt.families.parameters import larger_ratio, ratio_power

__all__ = ["MOST_BITS", "bit", "bit_parity", "bit_strings", "bits", "bits_parity"]

MOST_BITS = 8


def bit(zero: Number, one: Number) -> Matrix:
    """The 2×2 matrix of a bit that becomes 1 with probability `zero` if it is 0, and with probability `one` if it is 1."""
    return ((1 - zero, 1 - one), (zero, one))


def bits(rows: Matrix, n: int) -> Matrix:
    """The matrix of n independent bits, each randomized by the same matrix `rows`; the first bit is the most significant."""
    result: Matrix = ((Fraction(1),),)
    for _ in range(n):
        result = kronecker(result, rows)
    return result


def bit_strings(n: int) -> list[str]:
    """The strings of n bits in increasing order as binary numbers, such as 00, 01, 10, 11."""
    return ["".join(letters) for letters in itertools.product("01", repeat=n)]


def bit_parity(zero: Number, one: Number) -> Bound:
    """Compute the parity of one bit: the largest ratio of the probabilities that one output has under the two inputs.

    The output 1 has probability `zero` if the input is 0, and probability `one` if the input is 1.
    """
    return max((larger_ratio(zero, one), larger_ratio(1 - zero, 1 - one)))


def bits_parity(zero: Number, one: Number, n: int) -> Bound:
    """Compute the parity of n independently randomized bits: the n-th power of the parity of one bit.

    This is because two inputs may differ in all n bits. A bit that is 0 becomes 1 with probability `zero`, and a bit that is 1
    stays 1 with probability `one`.
    """
    return ratio_power(bit_parity(zero, one), n)
