"""Runs: parts of the t-line on which one witness holds, made by the engine of `exact.piecewise` until they cover the interval.

A candidate found at one rational t holds between any two neighbouring roots of its polynomials or nowhere there. Where no
new candidate is found, what no candidate decides is undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from flint import fmpz_poly

from rropt.exact.element import Bound, Element
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, is_zero_at
from rropt.exact.piecewise import runs_of
from rropt.exact.substitute import polynomial_at
from rropt.mechanism import Mechanism
from rropt.order.interval.candidate import WitnessCandidate, candidate_at
from rropt.order.interval.pieces import End

__all__ = ["WitnessRun", "Unknown", "covering_runs"]

MOST_CANDIDATES = 40  # all their roots are isolated together, so each costs more than the one before
MOST_DEGREE = 40
STEPS = 10  # how many rationals next to one that is not generic are tried


class Unknown(StrEnum):
    """Why no witness as a function of t is known on some part of the line, and what to do."""

    NONE_FOUND = "no witness as a function of t was found here; ask at single values of epsilon"
    TOO_MANY = "the order changes its witness too often; narrow the interval, or ask at single values of epsilon"
    IRRATIONAL = "an irrational t at which neither neighbour's witness holds; ask at single values of epsilon"
    TOO_HIGH = "a witness here has too high a degree in t; ask at single values of epsilon"


@dataclass(frozen=True, slots=True)
class WitnessRun:
    """An interval of t with the candidate that holds on it, or the reason why none is known; `at` is a rational inside.

    A single point that neither neighbour's candidate decides has none of the three.
    """

    lower: End
    upper: End
    ends: str
    candidate: WitnessCandidate | None = None
    at: Fraction | None = None
    reason: Unknown | None = None


@dataclass(frozen=True, slots=True)
class _Nothing:
    """The form that holds where none of the candidates does."""

    candidates: tuple[WitnessCandidate, ...]
    reason: Unknown

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        return [f for c in self.candidates for f in c.polynomials(interval)]

    def holds_at(self, t: Fraction) -> bool:
        return not any(c.holds_at(t) for c in self.candidates)


@dataclass(slots=True)
class _Search:
    """The candidates found so far for two minimal mechanisms."""

    p: Mechanism
    q: Mechanism
    interval: Free
    found: list[WitnessCandidate] = field(default_factory=list)

    def find(self, t: Fraction) -> WitnessCandidate | _Nothing:
        """A candidate that holds at t, or what says why there is none."""
        if len(self.found) == MOST_CANDIDATES:
            return _Nothing(tuple(self.found), Unknown.TOO_MANY)
        candidate = _near(self.p, self.q, self.interval, t)
        if candidate is None:
            return _Nothing(tuple(self.found), Unknown.NONE_FOUND)
        if candidate.degree > MOST_DEGREE:
            return _Nothing(tuple(self.found), Unknown.TOO_HIGH)
        self.found.append(candidate)
        return candidate


def covering_runs(p: Mechanism, q: Mechanism, interval: Free) -> list[WitnessRun]:
    """Runs from the lower end of the interval to the upper one, in order and without gaps.

    One candidate's are parted where one of its signs is 0, since the checker takes no piece in which it touches 0.
    """
    found: list[WitnessRun] = []
    for run in runs_of(_Search(p, q, interval).find, interval):
        nothing = run.form if isinstance(run.form, _Nothing) else None
        known = None if isinstance(run.form, _Nothing) else run.form
        for part in [list(run.places)] if nothing else run.split(lambda _root, _t: True):
            lower = interval.lower if part[0].left is None else part[0].left
            upper = interval.upper if part[-1].right is None else part[-1].right
            found.append(WitnessRun(lower, upper, "()", known, part[0].sample, nothing.reason if nothing else None))
    return _with_ends(found, interval)


def _near(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> WitnessCandidate | None:
    """A vertex's candidate that holds at t; where t itself is not generic, one from close by that has a critical point at t."""
    for step in range(STEPS):
        near = t + Fraction(step * (-1) ** step, 10**6 * (step + 7))
        try:
            found = candidate_at(p, q, field, near)
        except Undecided:  # the simplex method stopped
            return None
        if found is not None and (found.holds_at(t) or any(polynomial_at(f, t) == 0 for f in found.polynomials(field))):
            return found
    return None


def _with_ends(runs: list[WitnessRun], interval: Free) -> list[WitnessRun]:
    """The runs with their ends: a root belongs to a neighbour whose candidate holds there, else it is a run of its own."""
    found: list[WitnessRun] = []
    opening = "(" if interval.lower_open else "["
    if opening == "[" and not _holds_at_end(runs[0].candidate, interval.lower):
        found.append(WitnessRun(interval.lower, interval.lower, "[]"))
        opening = "("
    for run, after in zip(runs, [*runs[1:], None], strict=True):
        closing, is_alone = _closing(run, after, interval)
        found.append(replace(run, ends=opening + closing))
        if is_alone:
            found.append(WitnessRun(run.upper, run.upper, "[]"))
        opening = "(" if is_alone or closing == "]" else "["
    return found


def _closing(run: WitnessRun, after: WitnessRun | None, interval: Free) -> tuple[str, bool]:
    """The closing bracket of a run, and whether its upper end is a point that neither neighbour decides."""
    if after is None:
        if interval.upper_open or is_infinite(interval.upper):
            return ")", False
        return ("]", False) if _holds_at_end(run.candidate, interval.upper) else (")", True)
    assert isinstance(run.upper, Root)
    mine, next_one = (_holds_at_root(x.candidate, run.upper) for x in (run, after))
    if mine and (not next_one or not _is_garbling(after.candidate) or _is_garbling(run.candidate)):
        return "]", False
    return ")", not next_one


def _is_garbling(candidate: WitnessCandidate | None) -> bool:
    return candidate is not None and candidate.garbling is not None


def _holds_at_root(candidate: WitnessCandidate | None, root: Root) -> bool:
    """Whether a candidate that holds next to a root holds there: a garbling unless it has a pole, gains if they stay strict."""
    if candidate is None or any(isinstance(x, Element) and is_zero_at(x.den, root) for x in candidate.defined):
        return False
    return not any(isinstance(x, Element) and is_zero_at(x.num, root) for x in candidate.strict)


def _holds_at_end(candidate: WitnessCandidate | None, end: Bound) -> bool:
    """Likewise at a closed end of the interval."""
    assert not is_infinite(end)
    if candidate is None or any(isinstance(x, Element) and polynomial_at(x.den, end) == 0 for x in candidate.defined):
        return False
    return not any(isinstance(x, Element) and polynomial_at(x.num, end) == 0 for x in candidate.strict)
