"""Numbers of Q(t) as Coq's real expressions: built from integers, t and the names that a script gave, never from a file's text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpz_poly

__all__ = ["integer", "join_and", "join_list", "polynomial", "rational"]


def integer(n: int) -> str:
    """An integer, in parentheses where it is negative."""
    return str(n) if n >= 0 else f"(- {-n})"


def rational(x: Fraction) -> str:
    """A rational number."""
    return integer(x.numerator) if x.denominator == 1 else f"({integer(x.numerator)} / {x.denominator})"


def polynomial(p: fmpz_poly, symbol: str = "t") -> str:
    """A polynomial with integer coefficients, by falling powers."""
    terms = []
    for n, c in reversed(list(enumerate(map(int, p.coeffs())))):
        if c:
            power = "" if n == 0 else symbol if n == 1 else f"{symbol} ^ {n}"
            terms.append(" * ".join(x for x in (integer(c) if c != 1 or not n else "", power) if x))
    return f"({' + '.join(terms)})" if terms else "0"


def join_list(items: Iterable[str]) -> str:
    """A list."""
    return f"[{'; '.join(items)}]"


def join_and(proofs: Sequence[str]) -> str:
    """The proof of `all n Q` from those of Q 0, ..., Q (n-1)."""
    found = "I"
    for proof in proofs:
        found = f"(conj {found} {proof})"
    return found
