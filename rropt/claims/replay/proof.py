"""Proofs as data. Provers pass them to the replay, which checks every part of a proof.

A proof refutes a list of conditions (`polynomial relation 0`), which are numbered from 0. A branch of `Cases` adds a condition; it
has the next number, and the proof in the branch may cite it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.claims.replay.poly import Polynomial

__all__ = ["Cases", "Contradiction", "Line", "Proof", "Substitution", "Summand", "methods"]


@dataclass(frozen=True, slots=True)
class Summand:
    """A product of a positive coefficient, the polynomials of the cited conditions, and the squares of polynomials in `squares`."""

    coefficient: Fraction
    cited: tuple[int, ...]
    squares: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A proof by a sum that is the zero polynomial, although the conditions make it positive.

    `summands` has nonnegative summands, at least one of which is positive. The other summands are 0: each is a factor times the
    polynomial of a condition that is an equality. `multiples` lists them as (index of the condition, factor).
    """

    summands: tuple[Summand, ...]
    multiples: tuple[tuple[int, Polynomial], ...] = ()
    method: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A proof that the cited conditions, which contain one variable only, have no common solution.

    The replay checks this by isolating real roots and comparing signs.
    """

    variable: int
    cited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """A distinction of cases: a branch (relation, proof) refutes the case `poly relation 0`, and its proof may cite this case.

    The relations of the branches must cover every real number.
    """

    poly: Polynomial
    branches: tuple[tuple[str, Proof], ...]


@dataclass(frozen=True, slots=True)
class Substitution:
    """A proof that solves an equality for a variable and puts the solution into every condition; `rest` refutes the new conditions.

    `equality` is the index of the equality. It says that `below` · variable = `top`, so the variable is top/below. Each condition
    is multiplied by an even power of `below` to clear the denominator. `nonzero` is the index of a condition which shows that
    `below` is not 0: it says that `below` or −`below` is ≠ 0 or > 0. If `below` is a number other than 0, `nonzero` is None.
    """

    variable: int
    equality: int
    top: Polynomial
    below: Polynomial
    nonzero: int | None
    rest: Proof


Proof = Contradiction | Line | Cases | Substitution


def methods(proof: Proof) -> set[str]:
    """Name the methods by which the proof and the proofs within it were found."""
    match proof:
        case Contradiction():
            return {proof.method} if proof.method else set()
        case Line():
            return {"real root isolation"}
        case Cases():
            return {m for _, p in proof.branches for m in methods(p)}
        case Substitution():
            return methods(proof.rest)
