"""Runs: parts of the t-line on which one witness holds, made until they cover the interval.

A candidate found at one rational t holds between any two neighbouring roots of its polynomials or nowhere there. So all
the candidates' roots cut the line into cells, each decided at one rational inside it; where none holds in a cell, a new
one is looked for there. Where that leads nowhere, what is left is undecided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from rropt.designs.dominance_pieces import End
from rropt.exact.errors import Undecided
from rropt.exact.field import Element, Free, Number
from rropt.exact.isolate import Root, between, isolate, vanishes_at
from rropt.mechanism import Mechanism
from rropt.oracles.evaluate import polynomial_at
from rropt.oracles.garbling_parametric import Candidate, candidate_at, fixed_gains
from rropt.oracles.garbling_program import garbling_program

__all__ = ["Run", "Unknown", "covering_runs"]

MOST_CANDIDATES = 16  # each costs more than the one before: all their roots are isolated together
FEW_EQUATIONS, MOST_DEGREE = 12, 40
WIDE = Fraction(51, 50)  # gains without t that hold less far do not reach the points where the answer changes
STEPS = 10  # how many rationals next to one that is not generic are tried


class Unknown(StrEnum):
    """Why no witness as a function of t is known on some part of the line, and what to do."""

    NONE_FOUND = "no witness as a function of t was found here; ask at single values of epsilon"
    TOO_MANY = "the order changes its witness too often; narrow the interval, or ask at single values of epsilon"
    TOO_HIGH = "a witness here has too high a degree in t; ask at single values of epsilon"


@dataclass(frozen=True, slots=True)
class Run:
    """An interval of t with the candidate that holds on it, or the reason why none is known; `at` is a rational inside.

    A single point that neither neighbour's candidate decides has none of the three.
    """

    lower: End
    upper: End
    ends: str
    candidate: Candidate | None = None
    at: Fraction | None = None
    reason: Unknown | None = None


def covering_runs(p: Mechanism, q: Mechanism, field: Free) -> list[Run]:
    """Runs from the lower end of the interval to the upper one, in order and without gaps."""
    candidates, why = _candidates(p, q, field)
    roots = _roots(candidates, field)
    cells = between(roots, field)
    chosen = _fewest(candidates, cells)
    runs: list[Run] = []
    for (low, high), t, candidate in zip(pairwise([field.lower, *roots, field.upper]), cells, chosen, strict=True):
        last = runs[-1] if runs else None
        if last and isinstance(low, Root) and last.candidate is candidate and not _touches(candidate, low):
            runs[-1] = Run(last.lower, high, "()", candidate, last.at, last.reason)
        else:
            runs.append(Run(low, high, "()", candidate, t, None if candidate else why))
    return _with_ends(runs, field)


def _candidates(p: Mechanism, q: Mechanism, field: Free) -> tuple[list[Candidate], Unknown | None]:
    """Candidates of which one holds in every cell that their roots make, or why some cell has none."""
    found: list[Candidate] = []
    while True:
        missing = [t for t in between(_roots(found, field), field) if not any(c.holds_at(t) for c in found)]
        if not missing:
            return found, None
        if len(found) == MOST_CANDIDATES:
            return found, Unknown.TOO_MANY
        candidate = _wide_gains(p, q, field, missing[0]) or _near(p, q, field, missing[0])
        if candidate is None:
            return found, Unknown.NONE_FOUND
        if candidate.degree > MOST_DEGREE:
            return found, Unknown.TOO_HIGH
        found.append(candidate)


def _wide_gains(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> Candidate | None:
    """For a program whose vertices have witnesses of a high degree, gains without t if they hold well beyond t."""
    if garbling_program(p, q).rows <= FEW_EQUATIONS:
        return None
    found = fixed_gains(p, q, field, t)
    return found if found is not None and found.holds_at(t * WIDE) else None


def _near(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> Candidate | None:
    """A vertex's candidate that holds at t, from t or from a rational close by where t itself is not generic."""
    for step in range(STEPS):
        try:
            found = candidate_at(p, q, field, t + Fraction(step * (-1) ** step, 10**6 * (step + 7)))
        except Undecided:  # the simplex method stopped
            return None
        if found is not None and found.holds_at(t):
            return found
    return None


def _roots(candidates: Sequence[Candidate], field: Free) -> list[Root]:
    return isolate([f for c in candidates for f in c.polynomials()], field)


def _fewest(candidates: Sequence[Candidate], cells: Sequence[Fraction]) -> list[Candidate | None]:
    """A candidate for every cell: the one that goes on farthest is kept as long as it holds."""
    holding = [[c.holds_at(t) for t in cells] for c in candidates]
    chosen: list[Candidate | None] = []
    while len(chosen) < len(cells):
        place = len(chosen)
        lengths = [[*held[place:], False].index(False) for held in holding]
        most = max(lengths, default=0)
        chosen += [candidates[lengths.index(most)]] * most if most else [None]
    return chosen


def _with_ends(runs: Sequence[Run], field: Free) -> list[Run]:
    """The runs with their ends: a root belongs to a neighbour whose candidate holds there, else it is a run of its own."""
    found: list[Run] = []
    opening = "(" if field.lower_open else "["
    for run, after in zip(runs, [*runs[1:], None], strict=True):
        if opening == "[" and not found and not _holds_at_end(run.candidate, field.lower):
            found.append(Run(field.lower, field.lower, "[]"))
            opening = "("
        closing, single = _closing(run, after, field)
        found.append(Run(run.lower, run.upper, opening + closing, run.candidate, run.at, run.reason))
        if single:
            found.append(Run(run.upper, run.upper, "[]"))
        opening = "(" if single or closing == "]" else "["
    return found


def _closing(run: Run, after: Run | None, field: Free) -> tuple[str, bool]:
    """The closing bracket of a run, and whether its upper end is a point that neither neighbour decides."""
    if after is None:
        if field.upper_open or isinstance(field.upper, float):
            return ")", False
        return ("]", False) if _holds_at_end(run.candidate, field.upper) else (")", True)
    assert isinstance(run.upper, Root)
    neighbours = sorted(
        (x for x in (run, after) if _holds_at_root(x.candidate, run.upper)),
        key=lambda x: x.candidate is None or x.candidate.garbling is None,
    )
    if not neighbours:
        return ")", True
    return ("]" if neighbours[0] is run else ")"), False


def _touches(candidate: Candidate | None, root: Root) -> bool:
    """Whether one of the candidate's signs is 0 at the root, where a piece must end for the checker."""
    return candidate is not None and any(vanishes_at(f, root) for f in candidate.polynomials())


def _holds_at_root(candidate: Candidate | None, root: Root) -> bool:
    """Whether a candidate that holds next to a root holds there: a garbling unless it has a pole, gains if they stay strict."""
    if candidate is None or any(isinstance(x, Element) and vanishes_at(x.den, root) for x in candidate.defined):
        return False
    return not any(isinstance(x, Element) and vanishes_at(x.num, root) for x in candidate.strict)


def _holds_at_end(candidate: Candidate | None, end: Number | float) -> bool:
    """Likewise at a closed end of the interval."""
    assert not isinstance(end, float)
    if candidate is None or any(isinstance(x, Element) and polynomial_at(x.den, end) == 0 for x in candidate.defined):
        return False
    return not any(isinstance(x, Element) and polynomial_at(x.num, end) == 0 for x in candidate.strict)
