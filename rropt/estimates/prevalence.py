"""For k inputs, a prevalence as k exact shares."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.counted import counted
from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.reading import read_number, show

__all__ = ["read_prevalence", "uniform"]


def uniform(k: int) -> tuple[Fraction, ...]:
    """The prevalence 1/k of every input."""
    return (Fraction(1, k),) * k


def _listed(prevalence: object) -> list[object]:
    if isinstance(prevalence, str):
        return list(prevalence.split(","))
    return list(prevalence) if isinstance(prevalence, Sequence) else [prevalence]


def read_prevalence(prevalence: object, k: int) -> tuple[Number, ...]:
    """k shares that sum to 1, from k numbers (or text with commas), or for two inputs from the second one's share."""
    given = _listed(prevalence)
    shares = [read_number(x) for x in given]
    if len(shares) == 1 and k == 2:
        shares = [1 - shares[0], shares[0]]
    if len(shares) != k:
        raise InputError(
            f"a prevalence of {counted(k, 'input')} is {counted(k, 'number')} (or one number for two inputs), not {len(shares)}"
        )
    if sum(shares, Fraction(0)) != 1 or any(x < 0 for x in shares):
        if k == 2 and len(given) == 1:
            raise InputError(f"the prevalence {show(shares[1])} is no probability; give a number from 0 to 1")
        listed = ", ".join(map(show, shares))
        raise InputError(f"the prevalence {listed} is no distribution; give shares of at least 0 that sum to 1")
    return tuple(shares)
