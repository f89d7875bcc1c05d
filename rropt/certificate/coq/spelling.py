"""Writes rational functions of t as expressions of Coq's real numbers.

The expressions consist of integers, t and names that the script gave. No text of a certificate is copied into them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpz_poly

__all__ = ["integer", "join_and", "join_list", "polynomial", "rational"]


def integer(n: int) -> str:
    """Write an integer, in parentheses if it is negative."""
    return str(n) if n >= 0 else f"(- {-n})"


def rational(x: Fraction) -> str:
    """Write a rational number."""
    return integer(x.numerator) if x.denominator == 1 else f"({integer(x.numerator)} / {x.denominator})"


def polynomial(p: fmpz_poly, symbol: str = "t") -> str:
    """Write a polynomial with integer coefficients, the highest power first."""
    terms = []
    for n, c in reversed(list(enumerate(map(int, p.coeffs())))):
        if c:
            power = "" if n == 0 else symbol if n == 1 else f"{symbol} ^ {n}"
            terms.append(" * ".join(x for x in (integer(c) if c != 1 or not n else "", power) if x))
    return f"({' + '.join(terms)})" if terms else "0"


def join_list(items: Iterable[str]) -> str:
    """Write a Coq list of expressions."""
    return f"[{'; '.join(items)}]"


def join_and(proofs: Sequence[str]) -> str:
    """Write the proof of Coq's `all n Q` from the proofs of its parts Q 0, ..., Q (n-1)."""
    found = "I"
    for proof in proofs:
        found = f"(conj {found} {proof})"
    return found
