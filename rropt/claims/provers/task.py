"""The task of a prover: conditions on polynomials in flint's arithmetic, sample points, and the proofs found so far.

The sample points satisfy the conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from numpy.typing import NDArray

from rropt.claims.normal import Condition
from rropt.claims.replay.poly import Polynomial
from rropt.claims.replay.proof import Cases, Contradiction, Line, Proof, Substitution, Summand
from rropt.exact.patience import require_time

__all__ = [
    "Effort",
    "FlintRing",
    "Method",
    "Poly",
    "Strategy",
    "Task",
    "as_fraction",
    "degree_in",
    "in_powers_of",
    "renumber",
    "select_satisfying",
    "shift",
    "signs_at",
    "to_plain",
    "variables",
]

Poly: TypeAlias = fmpq_mpoly
Floats: TypeAlias = NDArray[np.float64]
TOLERANCE = 1e-9


def as_fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


class FlintRing:
    """The ring Q[names] of polynomials in flint's arithmetic; it has the operations that `normal.Arithmetic` lists.

    `width` is the number of names. A ring of flint needs at least one variable, so a ring without names gets an unused one.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.width = len(names)
        self.names = names or ("_",)
        safe = tuple(f"x{i}" for i in range(len(self.names)))
        self.context = fmpq_mpoly_ctx.get(safe, Ordering.lex)
        self.place = {x: i for i, x in enumerate(self.names)}

    def constant(self, value: Fraction) -> Poly:
        return self.context.constant(fmpq(value.numerator, value.denominator))

    def variable(self, name: str) -> Poly:
        return self.context.gen(self.place[name])

    def value(self, x: Poly) -> Fraction | None:
        return (
            as_fraction(x.leading_coefficient())
            if x.is_constant() and not x.is_zero()
            else Fraction(0)
            if x.is_zero()
            else None
        )

    def terms(self, x: Poly) -> dict[tuple[int, ...], Fraction]:
        return {tuple(int(n) for n in e): as_fraction(c) for e, c in x.to_dict().items()}

    def exponents(self, x: Poly) -> list[tuple[int, ...]]:
        return [tuple(int(n) for n in e) for e in x.monoms()]

    def places(self, names: frozenset[str]) -> set[int]:
        """Return the indices of those names that are variables of this ring; other names are left out."""
        return {self.place[x] for x in names if x in self.place}


def to_plain(p: Poly, width: int) -> Polynomial:
    """Convert a polynomial of flint to a `Polynomial` in plain Python, which the checker of proofs uses.

    Only the first `width` variables are kept.
    """
    return Polynomial({tuple(int(n) for n in e)[:width]: as_fraction(c) for e, c in p.to_dict().items()})


def degree_in(p: Poly, i: int) -> int:
    return max(0, int(p.degrees()[i]))


def variables(p: Poly) -> set[int]:
    return {i for i, n in enumerate(p.degrees()) if n > 0}


def in_powers_of(p: Poly, i: int) -> list[Poly]:
    """List the coefficients of p as a polynomial in the i-th variable, from power 0 upward; they are polynomials in the others."""
    context = p.context()
    found: list[dict[tuple[int, ...], fmpq]] = [{} for _ in range(degree_in(p, i) + 1)]
    for e, c in p.to_dict().items():
        found[int(e[i])][(*e[:i], 0, *e[i + 1 :])] = c
    return [context.from_dict(x) for x in found]


@dataclass(slots=True)
class Effort:
    """The budget of one proof. It is a budget of counts, not of time, so that each run finds the same proof.

    The fields say how many linear programs, sums of squares, recursive attempts and sets of conditions may still be tried. The
    number of sets is limited because equalities are solved in every order, and a few equalities make very many sets. `level` is the
    present depth of recursion. `shared` is a budget that several proofs spend together, or None.
    """

    programs: int = 60
    squares: int = 10
    attempts: int = 400
    sets: int = 2000
    level: int = 0
    shared: Effort | None = None

    def spend(self, what: str) -> bool:
        require_time()
        if self.shared is not None and not self.shared.spend(what):
            return False
        left = int(getattr(self, what))
        setattr(self, what, left - 1)
        return left > 0


Method: TypeAlias = "Callable[[Task, Poly, bool], Proof | None]"


class Strategy(NamedTuple):
    """Two functions that a method may call in turn: one lists methods for a polynomial's sign, one refutes all conditions."""

    methods: Callable[[Task], list[Method]]
    refute: Callable[[Task], Proof | None]


@dataclass(slots=True)
class Task:
    """Conditions to be refuted, which proofs cite by their index, and sample points that satisfy them (rows of floats).

    `known` has the proofs found and the attempts that failed. `mode` says which methods are tried. Mode 0 has the cheapest methods
    only. Mode 1 has larger linear programs too and, for a condition g ≥ 0, the distinction of the cases g > 0 and g = 0. Mode 2 has
    all methods. The first `own` conditions were given at the start; those that come from the conclusion are last among them. All
    other conditions were added by case splits.
    """

    ring: FlintRing
    conditions: list[Condition]
    samples: Floats
    effort: Effort
    known: dict[tuple[str, bool], tuple[Proof | None, int]] = field(default_factory=dict)
    depth: int = 0
    mode: int = 0
    own: int = 10**6
    strategy: Strategy | None = None

    @property
    def width(self) -> int:
        return self.ring.width

    def to_plain(self, p: Poly) -> Polynomial:
        return to_plain(p, self.width)

    def with_condition(self, poly: Poly, relation: str) -> Task:
        """Append `poly relation 0` to the conditions; relation is >, >=, =, !=, < or <=."""
        if relation in ("<", "<="):
            poly, relation = -poly, {"<": ">", "<=": ">="}[relation]
        new = Condition(poly, relation)
        kept = select_satisfying([new], self.samples)
        return replace(self, conditions=[*self.conditions, new], samples=kept, known={}, depth=self.depth + 1)


def _satisfying(values: Floats, relation: str) -> NDArray[np.bool_]:
    size = TOLERANCE * (1 + np.abs(values))
    near = np.abs(values) <= size
    return {">": values > size, ">=": values >= -size, "=": near, "!=": ~near}[relation]


def _terms(p: Poly, samples: Floats) -> Floats:
    """Evaluate each term of p at the samples, as an array indexed [term, sample]."""
    table = p.to_dict()
    exponents = np.array([[int(n) for n in e] for e in table], dtype=np.int64).reshape(len(table), samples.shape[1])
    values: Floats = np.array([int(c.p) / int(c.q) for c in table.values()])[:, None] * np.ones(len(samples))
    for i in np.flatnonzero(exponents.any(axis=0)):
        values *= samples[:, i][None, :] ** exponents[:, i][:, None]
    return values


def evaluate(p: Poly, samples: Floats) -> Floats:
    """Compute the values of p at the samples in floats; they only guide the search, and no proof rests on them."""
    total: Floats = _terms(p, samples).sum(axis=0)
    return total


def signs_at(p: Poly, samples: Floats) -> tuple[bool, bool]:
    """Return whether p is clearly positive at some sample, and whether it is clearly negative at some sample."""
    if not len(samples):
        return False, False
    with np.errstate(all="ignore"):
        terms = _terms(p, samples)
        values, size = terms.sum(axis=0), TOLERANCE * np.abs(terms).sum(axis=0)
    return bool(np.any(values > size)), bool(np.any(values < -size))


def select_satisfying(conditions: list[Condition], samples: Floats) -> Floats:
    """Return the samples that satisfy all the conditions, tested in floats; a condition without variables is not tested."""
    for poly, relation in conditions:
        if len(samples) and not poly.is_constant():
            samples = samples[_satisfying(evaluate(poly, samples), relation)]
    return samples


def renumber(proof: Proof, new: Callable[[int], int]) -> Proof:
    """Replace each index i of a condition that the proof cites by new(i)."""
    match proof:
        case Contradiction(summands, multiples, method):
            moved = tuple(Summand(s.coefficient, tuple(new(i) for i in s.cited), s.squares) for s in summands)
            return Contradiction(moved, tuple((new(i), p) for i, p in multiples), method)
        case Line(variable, cited):
            return Line(variable, tuple(new(i) for i in cited))
        case Cases(poly, branches):
            return Cases(poly, tuple((r, renumber(p, new)) for r, p in branches))
        case Substitution(variable, equality, top, below, nonzero, rest):
            known = None if nonzero is None else new(nonzero)
            return Substitution(variable, new(equality), top, below, known, renumber(rest, new))


def shift(proof: Proof, start: int, by: int) -> Proof:
    """Add `by` to every index of a condition that the proof cites, if the index is at least `start`.

    The result is the proof for a list of conditions into which `by` new ones were inserted before the index `start`.
    """
    return proof if by == 0 else renumber(proof, lambda i: i + by if i >= start else i)
