"""The optimum of any objective as a function of ε, or of δ.

Where the optimum is known in pieces, these are the answer. Elsewhere there are certified designs at some points, and the optimum
between two of them lies between theirs: it never gets worse as ε or δ grows (`rropt.problem.reach.least`).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.spelling import show
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.pieces.piece import Piece
from rropt.problem.reach.least import EPSILON, Of, place_of, put
from rropt.problem.reach.search import SHARE_FOR_PIECES, template
from rropt.problem.result import Design
from rropt.results import Result, Table, text_table

__all__ = ["FrontierAlong", "frontier_along"]

POINTS: dict[str, tuple[str, ...]] = {
    EPSILON: ("1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4"),
    DELTA: ("0", "1/100", "1/50", "1/20", "1/10", "1/5", "3/10", "1/2", "3/4", "1"),
}
"""The points that are tried where none are given."""


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class FrontierAlong(Result):
    """The optimum along ε or δ: by `free`, one design in pieces, or by certified designs at `points`, in increasing order.

    Example:
        >>> from rropt import TotalVariance, frontier
        >>> found = frontier(TotalVariance(["1/2", "1/4", "1/4"]), points=["1", "2"])
        >>> [f"{float(x):.3f}" for x in found.at("3/2")]
        ['1.398', '4.985']

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md); the proof is at the head of rropt/problem/reach/least.py.
    """

    objective: Objective
    along: Of
    free: Design | None
    points: tuple[Design, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, each with its interval, value and mechanism; none where the optimum is known at points alone."""
        return () if self.free is None else self.free.pieces

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the largest epsilon, or delta, as doubles."""
        if self.free is None:
            return self.place(self.points[0]), self.place(self.points[-1])
        interval = self.free.problem.interval
        assert interval is not None
        low, high = float(interval.lower), float(interval.upper)
        return (low, high) if self.along == DELTA else (math.log(low), math.log(high))

    def place(self, found: Design) -> float:
        """The epsilon, or the delta, of one of the points as a double."""
        x = float(place_of(found.problem, self.along))
        return x if self.along == DELTA else math.log(x)

    def at(self, where: object) -> tuple[Bound, Bound]:
        """Bound the optimum at one epsilon (or delta), by what the designs prove; equal where it is known exactly.

        Between two points they are those of these; before the first and after the last one side is infinite.
        """
        if self.free is not None:
            value = self.free.at(**{self.along: where}).value
            assert value is not None
            return value, value
        x = _read(self.along, where)
        places = [place_of(found.problem, self.along) for found in self.points]
        after = bisect_right(places, x)
        below = self.points[after - 1] if after else None
        is_point = below is not None and places[after - 1] == x
        above = below if is_point else self.points[after] if after < len(places) else None
        # the optimum gets better along epsilon and delta
        least, most = (below, above) if self.objective.sense == "max" else (above, below)
        low = -INFINITY if least is None or least.lower is None else least.lower
        high = INFINITY if most is None or most.upper is None else most.upper
        return low, high

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary, with each design whole."""
        return {
            "schema": "rropt/frontier-along/1",
            "objective": {"name": self.objective.name, **self.objective.to_fields()},
            "along": self.along,
            "free": None if self.free is None else self.free.to_dict(),
            "points": [found.to_dict() for found in self.points],
        }

    def as_table(self) -> Table:
        """A row a piece, or a row a point."""
        if self.free is not None:
            return (self.along, "value"), [(piece.interval, piece.value_said) for piece in self.pieces]
        return (self.along, "value", "verdict"), [
            (say_place(found, self.along), _say_value(found), found.verdict.value) for found in self.points
        ]

    def explain(self) -> str:
        """The pieces, or the points and how the optimum lies between them."""
        between = "" if self.free is not None else "\nBetween two points the optimum lies between theirs."
        return f"The best {self.objective}, along {self.along}:\n{text_table(*self.as_table())}{between}"


def frontier_along(
    objective: Objective,
    *,
    along: Of = "epsilon",
    inputs: Any = None,
    outputs: Any = None,
    epsilon: object = None,
    delta: object = None,
    demand: object = None,
    subject_to: Iterable[str] = (),
    points: Sequence[object] | None = None,
    seconds: float | None = 60,
) -> FrontierAlong:
    """The frontier of an objective, by pieces unless points are given or the optimum is not known in pieces."""
    problem = template(along, objective, epsilon, delta, demand, inputs=inputs, outputs=outputs, subject_to=subject_to)
    with limit_seconds(read_seconds(seconds)):
        if points is None:
            try:
                with limit_seconds(math.inf, share=SHARE_FOR_PIECES):
                    free = design(put(problem, along, "every"), optima="one", seconds=None)
                return FrontierAlong(objective=objective, along=along, free=free, points=())
            except (InputError, Undecided):
                pass
        places = sorted({_read(along, x) for x in (POINTS[along] if points is None else points)})
        if not places:
            raise InputError("no points were given; give some, such as ['1/2', '1', '2']")
        found = tuple(design(put(problem, along, x), optima="one", seconds=None) for x in places)
    return FrontierAlong(objective=objective, along=along, free=None, points=found)


def _read(along: Of, where: object) -> Number:
    """t = e^ε, or δ, of what is given for epsilon or delta."""
    if along == DELTA:
        found: Bound = read_number(where)
        if is_infinite(found) or not 0 <= found <= 1:
            raise InputError(Received("delta", str(where)), " must lie between 0 and 1")
        return found
    budget = read_epsilon(where)
    if is_infinite(budget.t) or budget.is_free:
        raise InputError(Received("epsilon", str(where)), " must be one finite number, such as 1/2 or ln3")
    return budget.t


def say_place(found: Design, along: Of) -> str:
    """The epsilon, or the delta, of a design at a point."""
    x = place_of(found.problem, along)
    return show(x) if along == DELTA else str(Epsilon(x))


def _say_value(found: Design) -> str:
    """The value of a design at a point, or its bounds; nothing where it has none."""
    if found.lower is None or found.upper is None:
        return ""
    low, high = decimal(found.lower, digits=6, direction="lower"), decimal(found.upper, digits=6, direction="upper")
    return low if low == high else f"{low} to {high}"
