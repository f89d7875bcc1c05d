"""Proofs as data, which provers hand to the replay; the replay checks all of it and believes nothing.

A proof refutes a list of conditions (`polynomial relation 0`), numbered from 0; steps below a `Cases` may cite the
condition it adds, which has the next number.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.claims.replay.poly import Polynomial

__all__ = ["Cases", "Contradiction", "Line", "Proof", "Substitution", "Summand", "methods"]


@dataclass(frozen=True, slots=True)
class Summand:
    """coefficient > 0, times the cited conditions' polynomials, times squares."""

    coefficient: Fraction
    cited: tuple[int, ...]
    squares: tuple[Polynomial, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Nonnegative summands, at least one of them positive, and multiples of equalities that add up to the zero polynomial."""

    summands: tuple[Summand, ...]
    multiples: tuple[tuple[int, Polynomial], ...] = ()
    method: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The cited conditions in one variable have no common solution: real roots are isolated and signs compared."""

    variable: int
    cited: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Cases by the sign of `poly`: the branches' relations to 0 cover every real number, and each branch has its relation added."""

    poly: Polynomial
    branches: tuple[tuple[str, Proof], ...]


@dataclass(frozen=True, slots=True)
class Substitution:
    """The equality cited says below · variable = top; every condition is rewritten, times an even power of below.

    `nonzero` cites the condition below ≠ 0 (or > 0), and is None where below is a nonzero number.
    """

    variable: int
    equality: int
    top: Polynomial
    below: Polynomial
    nonzero: int | None
    rest: Proof


Proof = Contradiction | Line | Cases | Substitution


def methods(proof: Proof) -> set[str]:
    """The methods by which the parts of a proof were found."""
    match proof:
        case Contradiction():
            return {proof.method} if proof.method else set()
        case Line():
            return {"real root isolation"}
        case Cases():
            return {m for _, p in proof.branches for m in methods(p)}
        case Substitution():
            return methods(proof.rest)
