"""Runs: gaps of the t-line on which one witness holds, joined until they cover the interval.

The roots of a candidate's polynomials are isolated once, when it is found. Then the line is walked upwards: the run that
goes furthest is taken, among those of low degree if there are any, and where none holds a new candidate is looked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, partial
from itertools import pairwise
from typing import Any

from rropt.designs.dominance_pieces import End
from rropt.exact.decimal import decimal
from rropt.exact.element import Element
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, apart, between, compare_roots, isolate, narrowed, vanishes_at
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose, inside
from rropt.mechanism import Mechanism
from rropt.oracles.gains_low_degree import fixed_gains, separating_gains
from rropt.oracles.garbling_low_degree import inner_garbling
from rropt.oracles.garbling_parametric import Candidate, candidate_at
from rropt.oracles.garbling_program import garbling_program
from rropt.oracles.garbling_tail import tail_garbling
from rropt.oracles.stretch import points_from

__all__ = ["Run", "compare_ends", "covered", "holds_at_root", "inside_gap", "middle", "simple"]

MOST_CANDIDATES = 200
NARROW = Fraction(51, 50)
LOW_DEGREE = 8
FEW_EQUATIONS = 24
PART = Fraction(1, 16)


@dataclass(frozen=True, slots=True)
class Run:
    """An open interval on which a candidate holds."""

    candidate: Candidate
    lower: End
    upper: End

    @property
    def excess(self) -> int:
        """By how much the degree is above a low one."""
        return max(self.candidate.degree - LOW_DEGREE, 0)


def covered(p: Mechanism, q: Mechanism, field: Free) -> list[Run]:
    """Runs from the lower end of the interval to the upper one, each beginning where the one before ends."""
    known: list[Run] = []
    line: list[Run] = []
    cuts: list[End] = [field.lower]
    gains: dict[int, Matrix] = {}
    looked = 0
    place: End = field.lower
    while place != field.upper:
        known = [run for run in known if _below(place, run.upper, field)]
        here = [run for run in known if not _below(place, run.lower, field)]
        if here:
            best = _furthest(here, field)
            if line and isinstance(place, Root) and _both_end(line[-1].candidate, best, place, field):
                through = [run for run in here if _below(run.lower, place, field)]
                best = _furthest(through, field) if through else _across(p, q, field, place) or best
            if line:
                cuts.append(_handover(line[-1], cuts[-1], best, field))
            line.append(best)
            place = best.upper
            continue
        if looked >= MOST_CANDIDATES:
            raise Undecided(f"the order changes its witness more than {MOST_CANDIDATES} times; narrow the interval")
        gap = place, min((run.lower for run in known), key=lambda x: _key(x, field), default=field.upper)
        found = _new_runs(p, q, field, gap, list(gains.values()))
        gains |= {id(run.candidate.gains): run.candidate.gains for run in found if run.candidate.gains is not None}
        known += found
        looked += 1
    ends = pairwise([*cuts, field.upper])
    return [Run(run.candidate, *between_ends) for run, between_ends in zip(line, ends, strict=True)]


def _handover(before: Run, start: End, after: Run, field: Free) -> End:
    """Where one run gives way to the next: the end of the first or, where both hold before it, a rational of few digits.

    Of two runs of different degree the one of the lower takes most of what both could have.
    """
    low = max(start, after.lower, key=lambda x: _key(x, field))
    if not _below(low, before.upper, field):
        return before.upper
    a, b = inside_gap((low, before.upper), field)
    if before.excess > after.excess:
        b = a + (b - a) * PART
    elif before.excess < after.excess:
        a = b - (b - a) * PART
    return simple(a, b)


def simple(a: Fraction, b: Fraction) -> Root:
    """A rational of few digits between the two, as a root."""
    (cut,) = between([], Free(a, b))
    return Root((-cut.numerator, cut.denominator), (a + cut) / 2, (b + cut) / 2)


def _furthest(runs: Sequence[Run], field: Free) -> Run:
    """The run that goes furthest among those of the lowest degree, all low ones alike."""
    lowest = min(run.excess for run in runs)
    return max((run for run in runs if run.excess == lowest), key=lambda run: _key(run.upper, field))


def holds_at_root(candidate: Candidate, root: Root) -> bool:
    """Whether a candidate that holds next to a root holds there: a garbling unless it has a pole, gains if they stay strict."""
    poles = any(isinstance(x, Element) and vanishes_at(x.den, root) for x in candidate.defined)
    return not poles and not any(isinstance(x, Element) and vanishes_at(x.num, root) for x in candidate.strict)


def _both_end(before: Candidate, after: Run, root: Root, field: Free) -> bool:
    """Whether gains end at the root and others begin there, neither of which hold at the root itself."""
    both = before.gains is not None and after.candidate.gains is not None
    return both and not holds_at_root(before, root) and not _below(after.lower, root, field)


def _across(p: Mechanism, q: Mechanism, field: Free, root: Root) -> Run | None:
    """A run of gains that tell the mechanisms apart on both sides of a root and at the root."""
    found = separating_gains(p, q, field, [root.lower, root.upper])
    runs = [] if found is None else _runs(found, field)
    return next((run for run in runs if _below(run.lower, root, field) and _below(root, run.upper, field)), None)


def _new_runs(p: Mechanism, q: Mechanism, field: Free, gap: tuple[End, End], known: Sequence[Matrix]) -> list[Run]:
    """The runs of one or two candidates that hold somewhere in the gap.

    Where it is quickly found, that of a vertex is taken, if its degree is low. Else gains that are known already are
    tried again with other best actions, then witnesses of low degree that go on far; these do not reach the points where
    P begins or ceases to dominate, and where they hold on a narrow run only, that of a vertex is added.
    """
    low, high = inside_gap(gap, field)
    part = Fraction(13, 31)
    t, near = low + (high - low) * part, low + min(high - low, low / 100) * part
    program = garbling_program(p, q)
    vertex = None
    if program.rows <= FEW_EQUATIONS or len(program.span) == p.m:
        vertex = _vertex(p, q, field, t)
        if vertex.degree <= LOW_DEGREE:
            return _runs(vertex, field)
    for gains in known:
        again = fixed_gains(p, q, gains, near)
        if again is not None:
            return _runs(again, field)
    points = points_from(near, None if isinstance(field.upper, float) else inside(field)[1])
    found = inner_garbling(p, q, field, points) or separating_gains(p, q, field, points)
    runs = [] if found is None else _runs(found, field)
    if gap[1] == math.inf and all(run.upper != math.inf for run in runs):
        tail = tail_garbling(p, q, field, near)
        runs += [] if tail is None else _runs(tail, field)
    return runs if _wide(runs, near, field) else [*runs, *_runs(vertex or _vertex(p, q, field, t), field)]


def _wide(runs: Sequence[Run], t: Fraction, field: Free) -> bool:
    """Whether the run on which t lies goes on well above t."""
    at, far = (Root((-x.numerator, x.denominator), x - 1, x + 1) for x in (t, t * NARROW))
    return any(_below(run.lower, at, field) and _below(far, run.upper, field) for run in runs)


def _vertex(p: Mechanism, q: Mechanism, field: Free, t: Fraction) -> Candidate:
    """A vertex's candidate at t, or from a rational close by where t itself is not generic."""
    for step in range(40):
        near = t + Fraction(step * (-1) ** step, 10**6 * (step + 7))
        found = candidate_at(p, q, field, near)
        if found is not None and found.holds_at(t):
            return found
    raise Undecided(f"no witness as a function of t was found near t = {decimal(t)}; narrow the interval")


def _runs(candidate: Candidate, field: Free) -> list[Run]:
    """The gaps between the candidate's own roots on which it holds: no two are joined, since at a root one of its signs is 0."""
    roots = isolate(candidate.polynomials(), field)
    gaps = list(pairwise([field.lower, *roots, field.upper]))
    return [Run(candidate, *gap) for gap in gaps if candidate.holds_at(middle(gap, field))]


def inside_gap(gap: tuple[End, End], field: Free) -> tuple[Fraction, Fraction]:
    """Rationals low < high within the gap; next to infinity, high is low and 1."""
    low, high = gap
    if isinstance(low, Root) and isinstance(high, Root):
        low, high = apart(low, high)
    lower = low.upper if isinstance(low, Root) else field.lower
    upper = high.lower if isinstance(high, Root) else field.upper
    return inside(Free(lower, upper))


def middle(gap: tuple[End, End], field: Free) -> Fraction:
    """A rational within the gap."""
    low, high = inside_gap(gap, field)
    return (low + high) / 2


def compare_ends(a: End, b: End, field: Free) -> int:
    """-1, 0 or 1 as the end or root a is below b, the same, or above it."""
    if isinstance(a, Root) and isinstance(b, Root):
        return compare_roots(a, b)
    left, right = _rank(a, field), _rank(b, field)
    if left == right == 1 and a != b:
        return _compare(a, b)
    return (left > right) - (left < right)


def _rank(x: End, field: Free) -> int:
    return 1 if isinstance(x, Root) else 0 if x == field.lower else 2 if x == field.upper else 1


def _compare(a: End, b: End) -> int:
    """-1 or 1 for a root and a number beyond all roots, as e is, or two such numbers."""
    width = Fraction(1, 2**64)
    while True:
        (low, high), (less, more) = _within(a, width), _within(b, width)
        if high < less or more < low:
            return -1 if high < less else 1
        width *= width


def _within(x: End, width: Fraction) -> tuple[Fraction, Fraction]:
    if isinstance(x, Root):
        near = narrowed(x, width)
        return near.lower, near.upper
    assert not isinstance(x, float)
    return enclose(x, width=width)


def _below(a: End, b: End, field: Free) -> bool:
    return compare_ends(a, b, field) < 0


def _key(x: End, field: Free) -> Any:
    order: Any = cmp_to_key(partial(compare_ends, field=field))
    return order(x)
