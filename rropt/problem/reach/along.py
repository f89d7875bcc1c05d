"""How the optimum of any objective changes with ε, with δ or with a vulnerability.

If the optimum is known as a formula on each of several intervals (pieces), the pieces are the answer. Otherwise the answer is
certified designs at some points. Between two points the optimum lies between the optima at these points, because it never gets
worse as ε or δ grows (`rropt.problem.reach.least`). As a function of the bound on a vulnerability, a maximised optimum is concave,
and a minimised optimum is convex, unless the objective is Rényi's divergence or the number of answers is limited. So it is also
bounded by the chords between points, and by the prices (dual variables) of the designs there. For linear objectives these bounds
are exact (`chords.py`).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.spelling import show
from rropt.exact.substitute import is_in_range
from rropt.privacy import Metric, Sensitive, Vulnerability
from rropt.privacy.pairs import MOST_BUDGET
from rropt.privacy.words import demand_in_words
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.pieces.piece import Between, Piece
from rropt.problem.problem import Problem
from rropt.problem.reach.chords import bounds_at, find_corners, is_line, lines_of
from rropt.problem.reach.place import (
    EPSILON,
    VULNERABILITY,
    OfLeast,
    distances_of,
    least_possible,
    most_possible,
    others_of,
    own_part,
    place_of,
    put,
    say_own,
    say_scope,
)
from rropt.problem.reach.search import SHARE_FOR_PIECES
from rropt.problem.reach.template import template, template_of_vulnerability
from rropt.problem.result import Design
from rropt.problem.verdicts import BOUNDED
from rropt.results import Result, Table, text_table

__all__ = ["FRONTIER_SCHEMA", "FrontierAlong", "as_double", "frontier_along"]

FRONTIER_SCHEMA = "rropt/frontier-along/1"
POINTS: dict[str, tuple[str, ...]] = {
    EPSILON: ("1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4"),
    DELTA: ("0", "1/100", "1/50", "1/20", "1/10", "1/5", "3/10", "1/2", "3/4", "1"),
    VULNERABILITY: ("1/64", "1/16", "1/8", "1/4", "3/8", "1/2", "3/4", "1"),
}
"""The points if none are given; for a vulnerability as fractions of the way from the gain without an answer to the largest gain."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class FrontierAlong(Result):
    """The optimum as a function of ε, δ or a vulnerability.

    `free` is one design for a whole interval; each of its pieces has a formula of the optimum, or bounds. If `free` is None, the
    optimum is known by certified designs at increasing numbers, the `points`.

    Example:
        >>> from rropt import TotalVariance, frontier
        >>> found = frontier(TotalVariance(["1/2", "1/4", "1/4"]), points=["1", "2"])
        >>> [f"{float(x):.3f}" for x in found.at("3/2")]
        ['1.398', '4.985']

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md); the proof is at the head of rropt/problem/reach/least.py.
    """

    objective: Objective
    along: OfLeast
    free: Design | None
    points: tuple[Design, ...]

    def __post_init__(self) -> None:
        """Refuse designs at points that are in pieces themselves: such a design has no single value."""
        if any(found.pieces for found in self.points):
            raise _of_each_prevalence(self.along, self.objective)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, each with its interval, value and mechanism; empty if the optimum is known only at points."""
        return () if self.free is None else self.free.pieces

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest epsilon, delta or vulnerability, as doubles."""
        if self.free is None:
            return self.place(self.points[0]), self.place(self.points[-1])
        return as_double(self.along, self._interval.lower), as_double(self.along, self._interval.upper)

    @property
    def _interval(self) -> Free:
        """The interval of t = e^ε, or of δ, on which the pieces are."""
        assert self.free is not None and self.free.problem.interval is not None
        return self.free.problem.interval

    @property
    def _is_everywhere(self) -> bool:
        """Whether the pieces cover every epsilon or delta. Conditions may exclude the smallest ones."""
        return self.ends == (0, 1 if self.along == DELTA else math.inf)

    def place(self, found: Design) -> float:
        """The epsilon, delta or vulnerability for which a design among `points` was made, as a double."""
        return as_double(self.along, place_of(found.problem, self.along))

    @property
    def is_exact(self) -> bool:
        """Whether the optimum is known exactly everywhere between `ends`: as a formula on each piece, or because neighbouring
        points are joined by straight lines on which the optimum lies."""
        if self.along != VULNERABILITY:
            return self.free is not None and not any(isinstance(piece.value, Between) for piece in self.pieces)
        if len(self.points) == 1:
            (only,) = self.points
            return only.value is not None and most_possible(only.problem) == least_possible(only.problem, VULNERABILITY)
        return all(is_line(a, b) for a, b in pairwise(self.points))

    def at(self, where: object) -> tuple[Bound, Bound]:
        """Return a lower and an upper bound on the optimum at one epsilon, delta or vulnerability. The designs prove both. The two
        are equal if the optimum there is known exactly.

        If the optimum is known in pieces, the bounds are those of the design made for this number. Between two points, each bound
        comes from a design at one of the points, or is tighter. Before the first point and after the last, one bound may be
        infinite.
        """
        x = _read(self.along, where)
        if self.along == VULNERABILITY:
            start = least_possible(self.points[0].problem, VULNERABILITY)
            if x < start:
                raise InputError(
                    Received("vulnerability", show(x)),
                    f" is below {show(start)}, the gain of guessing without an answer; give at least {show(start)}",
                )
            return bounds_at(self.points, x)
        if self.free is not None:
            if not is_in_range(x, self._interval):
                # on a narrower interval the first note is about its start
                why = "" if self._is_everywhere else "".join(f": {note}" for note in self.free.notes[:1])
                outside = f" lies outside the range of this optimum, which is {self._interval}{why}; give one inside"
                raise InputError(Received(self.along, str(where)), outside)
            there = self.free.at(**{self.along: where})
            if there.pieces:
                raise _of_each_prevalence(self.along, self.objective)
            return _bound_by(there, there)
        places = [place_of(found.problem, self.along) for found in self.points]
        after = bisect_right(places, x)
        below = self.points[after - 1] if after else None
        is_point = below is not None and places[after - 1] == x
        above = below if is_point else self.points[after] if after < len(places) else None
        # the optimum gets better along epsilon and delta
        least, most = (below, above) if self.objective.sense == "max" else (above, below)
        return _bound_by(least, most)

    def _beside(self) -> str:
        """Write a phrase that names the demands of the question. The demand whose number varies is named only if it is a metric or
        one-sided privacy. The further demands, which stay fixed, are always named. The text is empty if there is nothing to
        name."""
        problem = (self.free or self.points[0]).problem
        others = [demand_in_words(part) for part in others_of(problem, self.along)]
        own = own_part(problem, self.along)
        under = f", under {say_own(self.along, own)}" if isinstance(own, Metric | Sensitive) else ""
        beside = f", beside {', and '.join(others)}" if others else ""
        return f"{under}{beside}"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary that contains every design whole."""
        return {
            "schema": FRONTIER_SCHEMA,
            "objective": {"name": self.objective.name, **self.objective.to_fields()},
            "along": self.along,
            "free": None if self.free is None else self.free.to_dict(),
            "points": [found.to_dict() for found in self.points],
        }

    @property
    def _letter(self) -> str:
        """The heading of the table's first column, which names what varies. For pieces along epsilon it is "t = e^epsilon"."""
        if self.free is not None and self.along == EPSILON:
            return self._interval.variable
        return self.along

    def as_table(self) -> Table:
        """A table with one row per piece, per point or, if the optimum is known to lie on straight lines, per line."""
        if self.free is not None:
            is_every = len(self.pieces) == 1 and self._is_everywhere
            rows = [("every" if is_every else piece.interval, piece.value_said) for piece in self.pieces]
            return (self._letter, "value"), rows
        if self.along == VULNERABILITY and self.is_exact and len(self.points) > 1:
            return (f"{self.along} v", "value"), [_say_line(*line) for line in lines_of(self.points)]
        return (self.along, "value", "verdict"), [
            (say_place(found, self.along), _say_value(found), found.verdict.value) for found in self.points
        ]

    @property
    def statement(self) -> str:
        """The answer in a sentence."""
        (letter, *_), rows = self.as_table()
        said = "; ".join(" ".join([f"{row[0]}:", *map(str, row[1:])]).strip() for row in rows)
        along = letter if letter.startswith(self.along) else f"{self.along} ({letter})"
        scope = say_scope((self.free or self.points[0]).problem, self.along)
        return f"The best {self.objective} ({scope}) along {along} is {said}{self._say_bounded()}."

    def _say_bounded(self) -> str:
        """Say at which points no certificate shows the value; nothing if a certificate shows each."""
        places = [say_place(found, self.along) for found in self.points if found.is_bounded]
        if not places:
            return ""
        which = "each value" if len(places) == len(self.points) else f"the value at {', '.join(places)}"
        return f"; {which} is {BOUNDED}"

    def explain(self) -> str:
        """Write the optimum as a table, and notes. If it is not known exactly everywhere, say what is known between the points."""
        notes = () if self.free is None else self.free.notes
        more = [*filter(None, [self._between()]), *(f"Note: {note}." for note in notes)]
        head = f"The best {self.objective}, along {self.along}{self._beside()}:"
        return "\n".join([head, text_table(*self.as_table()), *more])

    def _between(self) -> str:
        """Say what is known between the points; nothing if the optimum is known everywhere, or there are fewer than two points."""
        if self.is_exact or len(self.points) < 2:
            return ""
        valued = sum(found.lower is not None for found in self.points)
        if valued == len(self.points):
            return "Between two points the optimum lies between theirs."
        if not valued:
            return f"Below the last of these points of {self.along} there is no optimum either."
        first = (
            "Between two points with a value the optimum lies between theirs; between " if valued > 1 else "Between "
        )
        return f"{first}one without and one with a value there is none, or it is no better than that one."


def frontier_along(
    objective: Objective,
    *,
    along: OfLeast = "epsilon",
    inputs: Any = None,
    outputs: Any = None,
    epsilon: object = None,
    delta: object = None,
    demand: object = None,
    distances: Any = None,
    sensitive: Any = None,
    subject_to: Iterable[str] = (),
    prior: Any = None,
    gain: Any = None,
    points: Sequence[object] | None = None,
    seconds: float | None = 60,
) -> FrontierAlong:
    """Compute the optimum along epsilon, delta or a vulnerability. If `points` are given, the answer is certified designs at these
    points. Else it is formulas or bounds on intervals or, if none can be derived, certified designs at points chosen here."""
    sizes = {"inputs": inputs, "outputs": outputs, "subject_to": subject_to}
    if along == VULNERABILITY:
        if distances is not None or sensitive is not None:
            raise InputError(
                "a frontier along a vulnerability takes neither distances nor sensitive inputs; state a further demand as demand=…"
            )
        if epsilon is not None or delta is not None:
            raise InputError(
                "a frontier along a vulnerability takes neither epsilon nor delta; give a further demand as demand=LDP(…)"
            )
        own = template_of_vulnerability(objective, Vulnerability(1, prior, gain), demand, **sizes)
        with limit_seconds(read_seconds(seconds)):
            return _along_vulnerability(own, points)
    if prior is not None or gain is not None:
        raise InputError(f"a prior and a gain belong to a vulnerability, not to {along}; leave them out")
    problem = template(along, objective, epsilon, delta, demand, distances, sensitive, **sizes)
    with limit_seconds(read_seconds(seconds)):
        if points is None:
            try:
                with limit_seconds(math.inf, share=SHARE_FOR_PIECES):
                    free = design(put(problem, along, "every"), optima="one", seconds=None)
                if free.pieces:  # else nothing depends on this number: another demand implies this one
                    return FrontierAlong(objective=objective, along=along, free=free, points=())
            except (InputError, Undecided):
                pass
        places = sorted({_read(along, x) for x in (_points(problem, along) if points is None else points)})
        if not places:
            raise InputError("no points were given; give some, such as ['1/2', '1', '2']")
        found = tuple(design(put(problem, along, x), optima="one", seconds=None) for x in places)
    return FrontierAlong(objective=objective, along=along, free=None, points=found)


def _points(problem: Problem, along: OfLeast) -> list[object]:
    """Choose the points for designs, if the user gives none. Without a metric they are `POINTS`.

    Under a metric, each of `POINTS` is divided by the least positive distance. Then the budget of two inputs at this distance is
    one of `POINTS`. A point is left out if two inputs at the largest distance would get a budget above `MOST_BUDGET`.
    """
    found = distances_of(problem, along)
    if not found:
        return list(POINTS[along])
    most = MOST_BUDGET / max(found)
    return [x for x in (Fraction(x) / min(found) for x in POINTS[along]) if x <= most]


def _along_vulnerability(problem: Problem, points: Sequence[object] | None) -> FrontierAlong:
    """Make designs at `points`. If these are None, make them at the least and the largest vulnerability, and wherever the slope of
    the optimum changes.

    If the optimum is not known to consist of straight lines, make designs at the usual points instead.
    """

    def solve(v: Number) -> Design:
        return design(put(problem, VULNERABILITY, v), optima="one", seconds=None)

    found: tuple[Design, ...] | None = None
    low, high = least_possible(problem, VULNERABILITY), most_possible(problem)
    if points is None and low < high:
        try:
            with limit_seconds(math.inf, share=SHARE_FOR_PIECES):
                found = find_corners(problem, solve)
        except (InputError, Undecided):
            pass
    if found is None:
        shares = [read_number(x) for x in POINTS[VULNERABILITY]]
        stated = (
            [low + (high - low) * x for x in shares] if points is None else [_read("vulnerability", x) for x in points]
        )
        if not stated:
            raise InputError("no points were given; give some, such as ['1/2', '3/4']")
        found = tuple(solve(v) for v in sorted(set(stated)))
    return FrontierAlong(objective=problem.objective, along="vulnerability", free=None, points=found)


def _say_line(low: Number, high: Number, start: Number, slope: Number) -> tuple[str, str]:
    """Write an interval of vulnerabilities v, and the optimum start + slope·v on it, as two texts."""
    interval = f"[{show(low)}, {show(high)}]"
    if slope == 0:
        return interval, show(start)
    first, times = (f"({text})" if set(text) & set("+-") else text for text in map(show, (start, slope)))
    line = "v" if slope == 1 else f"{times}*v"
    return interval, line if start == 0 else f"{first} + {line}"


def _read(along: OfLeast, where: object) -> Number:
    """Read an epsilon as t = e^ε, or a delta or a vulnerability as it is; an infinite or free number is refused."""
    if along == VULNERABILITY:
        stated: Bound = read_number(where)
        if is_infinite(stated):
            raise InputError(Received("vulnerability", str(where)), " must be one finite number")
        return stated
    if along == DELTA:
        found: Bound = read_number(where)
        if is_infinite(found) or not 0 <= found <= 1:
            raise InputError(Received("delta", str(where)), " must lie between 0 and 1")
        return found
    budget = read_epsilon(where)
    if is_infinite(budget.t) or budget.is_free:
        raise InputError(Received("epsilon", str(where)), " must be one finite number, such as 1/2 or ln3")
    return budget.t


def _of_each_prevalence(along: OfLeast, objective: Objective) -> InputError:
    return InputError(
        f"at one {along} the best {objective} still depends on the prevalence; give the objective one prevalence, such as 1/4"
    )


def as_double(along: OfLeast, x: Bound) -> float:
    """Convert x to a double. If `along` is "epsilon", x is e^ε, and ε is returned. Otherwise x itself is returned."""
    return float(Epsilon(x) if along == EPSILON else x)


def say_place(found: Design, along: OfLeast) -> str:
    """Write the epsilon, delta or vulnerability for which a design was made."""
    x = place_of(found.problem, along)
    return str(Epsilon(x)) if along == EPSILON else show(x)


def _bound_by(least: Design | None, most: Design | None) -> tuple[Bound, Bound]:
    """Return the lower bound of the design `least` and the upper bound of `most`, between which the optimum lies. A bound is
    infinite if there is no such design, or if the design has no value."""
    low = -INFINITY if least is None or least.lower is None else least.lower
    high = INFINITY if most is None or most.upper is None else most.upper
    return low, high


def _say_value(found: Design) -> str:
    """The value of a design at a point, or its bounds; empty if it has none."""
    if found.lower is None or found.upper is None:
        return ""
    low, high = decimal(found.lower, digits=6, direction="lower"), decimal(found.upper, digits=6, direction="upper")
    return low if low == high else f"{low} to {high}"
