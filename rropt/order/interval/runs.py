"""Finds garblings and gains, called candidates, that decide the order of two mechanisms on parts of an interval of t = e^ε.

The function `cover` divides the interval into cells. A cell is a part of the interval on which one candidate is valid; this module
finds the candidates for `cover`.

A candidate found at one rational t is valid either everywhere or nowhere between two neighbouring roots of its polynomials in t.
Where no known candidate is valid and no new one is found, the order is undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from flint import fmpz_poly

from rropt.exact.element import Element
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.exact.substitute import polynomial_at
from rropt.mechanism import Mechanism
from rropt.order.interval.candidate import WitnessCandidate, candidate_at
from rropt.problem.pieces.engine import Cell, cover
from rropt.problem.pieces.span import End, is_zero_at_end

__all__ = ["NoWitness", "Unknown", "Witness", "covering_cells"]

MOST_CANDIDATES = 40  # all their roots are isolated together, so each costs more than the one before
MOST_DEGREE = 40
STEPS = 10  # rationals tried, from one that may not be generic to others near it


class Unknown(StrEnum):
    """Reasons why the order is undecided on some part of the interval, each with advice to the user.

    In each, {letter} stands for the letter of the number that is free, and {number} for its name.

    A witness is a garbling or a decision problem that shows whether the order holds. Here it is sought as a function of t.
    """

    NONE_FOUND = "no witness as a function of {letter} was found here; ask at single values of {number}"
    TOO_MANY = "the order changes its witness too often; narrow the interval, or ask at single values of {number}"
    IRRATIONAL = "an irrational {letter} at which neither neighbour's witness holds; ask at single values of {number}"
    TOO_HIGH = "a witness here has too high a degree in {letter}; ask at single values of {number}"


@dataclass(frozen=True, slots=True)
class NoWitness:
    """Stands in place of a candidate (a garbling, or gains, as functions of t) on a cell where no known candidate is valid.

    `candidates` are the known candidates. If there is a `reason`, the cell is undecided. If there is no `reason`, the cell is a
    single point, at which the order is still to be decided.
    """

    candidates: tuple[WitnessCandidate, ...] = ()
    reason: Unknown | None = None

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        return [f for c in self.candidates for f in c.polynomials(interval)]

    def holds_at(self, t: Fraction) -> bool:
        return not any(c.holds_at(t) for c in self.candidates)


Witness = WitnessCandidate | NoWitness


@dataclass(slots=True)
class _Search:
    """Finds candidates (garblings or gains, as functions of t) for two minimal mechanisms p and q, and lists them in `found`."""

    p: Mechanism
    q: Mechanism
    interval: Free
    found: list[WitnessCandidate] = field(default_factory=list)

    def find(self, t: Fraction) -> Witness:
        """Find a candidate (a garbling or gains) that is valid at t, or of which a polynomial has a root at t.

        If none is found, return a `NoWitness` with the reason.
        """
        if len(self.found) == MOST_CANDIDATES:
            return NoWitness(tuple(self.found), Unknown.TOO_MANY)
        candidate = _near(self.p, self.q, self.interval, t)
        if candidate is None:
            return NoWitness(tuple(self.found), Unknown.NONE_FOUND)
        if candidate.degree > MOST_DEGREE:
            return NoWitness(tuple(self.found), Unknown.TOO_HIGH)
        self.found.append(candidate)
        return candidate

    def holds_up_to(self, form: Witness, end: End) -> bool:
        """Whether a garbling or decision problem that is valid inside an interval is valid at the end `end` of this interval too.

        This is so if none of its functions has a pole at `end` and, for a decision problem, if the second mechanism still earns
        strictly more there. If `form` is a `NoWitness`, the result is False.
        """
        if isinstance(form, NoWitness):
            return False
        has_pole = any(isinstance(x, Element) and is_zero_at_end(x.den, end) for x in form.defined)
        return not has_pole and not any(isinstance(x, Element) and is_zero_at_end(x.num, end) for x in form.strict)

    def is_parted(self, form: Witness, root: Root, t: Fraction) -> bool:
        """Whether a cell must be cut at a root of a polynomial of its `form`: True if the form is a candidate, False if it is a
        `NoWitness`.

        At such a root, a number whose sign decides whether the candidate is valid may be 0. The checker accepts no piece inside
        which such a number is 0.
        """
        return isinstance(form, WitnessCandidate)

    def find_at(self, end: End, before: Witness | None, after: Witness | None) -> Witness:
        """Return a `NoWitness` without a reason, which says that the order at the single point `end` is still to be decided.

        This is called if the candidates of both neighbouring cells are not valid at the point.
        """
        return NoWitness()


def covering_cells(p: Mechanism, q: Mechanism, interval: Free) -> list[Cell[Witness]]:
    """Cut the interval of t into consecutive cells, in increasing order of t.

    Each cell has a garbling or gains that are valid on it, or a `NoWitness`.
    """
    return cover(_Search(p, q, interval), interval)


def _near(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> WitnessCandidate | None:
    """Find a candidate (a garbling or gains) by the linear program at t. If that fails, try a few rationals near t.

    The candidate must be valid at t, or one of its polynomials must have a root at t. None if no such candidate is found, or if the
    simplex method stopped.
    """
    for step in range(STEPS):
        near = t + Fraction(step * (-1) ** step, 10**6 * (step + 7))
        try:
            found = candidate_at(p, q, field, near)
        except Undecided:  # the simplex method stopped
            return None
        if found is not None and (found.holds_at(t) or any(polynomial_at(f, t) == 0 for f in found.polynomials(field))):
            return found
    return None
