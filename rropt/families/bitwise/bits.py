"""Bits randomized one by one: the matrix of one bit, of n independent bits, and their parity."""

from __future__ import annotations

import itertools
from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.matrix import Matrix, kronecker
from rropt.families.parameters import larger_ratio, ratio_power

__all__ = ["MOST_BITS", "bit", "bit_parity", "bit_strings", "bits", "bits_parity"]

MOST_BITS = 8


def bit(zero: Number, one: Number) -> Matrix:
    """The randomizer of one bit that answers 1 with probability `zero` given 0 and `one` given 1."""
    return ((1 - zero, 1 - one), (zero, one))


def bits(rows: Matrix, n: int) -> Matrix:
    """n bits, each independently through the same randomizer; the first bit is the most significant."""
    result: Matrix = ((Fraction(1),),)
    for _ in range(n):
        result = kronecker(result, rows)
    return result


def bit_strings(n: int) -> list[str]:
    """The n-bit strings in the order of the numbers they write: 00, 01, 10, 11."""
    return ["".join(letters) for letters in itertools.product("01", repeat=n)]


def bit_parity(zero: Number, one: Number) -> Bound:
    """The parity of one bit that is 1 with probability `zero` given 0 and `one` given 1."""
    return max((larger_ratio(zero, one), larger_ratio(1 - zero, 1 - one)))


def bits_parity(zero: Number, one: Number, n: int) -> Bound:
    """The parity of n independent bits, all of which may differ: the n-th power of one bit's parity."""
    return ratio_power(bit_parity(zero, one), n)
