"""The optimum as a function of a budget, a slack or a vulnerability.

The optimum never gets worse as the number grows, since a demand with a larger number allows more mechanisms. So between two values
of the number it lies between the optima at these.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from rropt.binary.frontier import AnyAnswers, Frontier, TwoAnswers
from rropt.exact.element import Bound
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.objectives.base import Objective
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.problem.demands import Demands
from rropt.problem.pieces import DesignInPieces
from rropt.problem.problem import Labels
from rropt.problem.ranging import Number, Ranging
from rropt.problem.result import Design
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table

__all__ = ["Along", "follow", "frontier"]

POINTS: dict[str, tuple[str, ...]] = {
    "epsilon": ("1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4"),
    "delta": ("0", "1/100", "1/50", "1/20", "1/10", "1/5", "3/10", "1/2", "3/4", "1"),
}
PARTS = ("0", "1/64", "1/16", "1/8", "1/4", "3/8", "1/2", "3/4", "1")
"""The points of a vulnerability, as parts of the way from the gain without an answer to the largest gain."""


@dataclass(frozen=True, eq=False, repr=False)
class Along(Result):
    """Certified designs at increasing values of one number, `along`."""

    schema: ClassVar[str] = "rropt.along/1"
    along: Number
    points: tuple[str, ...]
    designs: tuple[Design, ...]

    def at(self, x: object) -> tuple[Bound, Bound]:
        """Bounds of the optimum at one value of the number, from the designs beside it; one may be infinite beyond the last."""
        place, places = _place(self.along, x), [_place(self.along, point) for point in self.points]
        after = bisect_right(places, place)
        below = self.designs[after - 1] if after else None
        is_point = after > 0 and places[after - 1] == place
        above = below if is_point else self.designs[after] if after < len(places) else None
        least, most = (below, above) if self.designs[0].problem.objective.sense == "max" else (above, below)
        lower = -INFINITY if least is None or least.lower is None else least.lower
        return lower, INFINITY if most is None or most.upper is None else most.upper

    def _picture(self, name: str) -> Iterator[Block]:
        """A line through the points that have a finite value."""
        places = [float(read_epsilon(x)) if self.along == "epsilon" else float(read_number(x)) for x in self.points]
        values = [math.nan if y.value is None else float(y.value) for y in self.designs]
        chart = Chart(f"The best {name}", self.along, "value", [Line("certified", places, values)])
        yield Figure("along", partial(draw_lines, charts=[chart]), f"The optimum along {self.along}")

    def show(self) -> Iterator[Block]:
        """The optimum at each point."""
        name = self.designs[0].problem.objective.name
        yield Say(f"The best {name} along {self.along}; between two points it lies between theirs.", key="answer")
        yield Fact("along", "Along", self.along, shown=False)
        columns = [Col(self.along, self.along), Col("value", "Value"), Col("verdict", "Verdict")]
        rows = [[x, y.value, str(y.verdict)] for x, y in zip(self.points, self.designs, strict=True)]
        yield Table("points", columns, rows)
        yield from self._picture(name)
        yield Say(f"Question at the last of them: {self.designs[-1].problem}.", key="asked")
        certificates = [Col(self.along, self.along), Col("certificate", "Certificate")]
        rows = [[x, y.certificate] for x, y in zip(self.points, self.designs, strict=True)]
        yield Table("certificates", certificates, rows, shown=False)


def follow(ranging: Ranging, points: Sequence[object] | None = None) -> DesignInPieces | Along:
    """Follow the optimum: in exact pieces if it has formulas and no points are given, else by designs at points."""
    if points is None and ranging.of != "vulnerability":
        try:
            found = ranging.everywhere()
        except InputError:  # it has no formulas, or the question is refused at each point too, which says why
            found = None
        if isinstance(found, DesignInPieces):
            return found
    if points is None:
        low, high = ranging.ends()
        parts = [str(low + (high - low) * Fraction(x)) for x in PARTS]
        points = parts if ranging.of == "vulnerability" else POINTS[ranging.of]
    told = sorted({str(x) for x in points}, key=lambda x: _place(ranging.of, x))
    if not told:
        raise InputError("no points were given; give some, such as ['1/2', '1', '2']")
    return Along(ranging.of, tuple(told), tuple(ranging.solve(x) for x in told))


def frontier(
    objective: Objective | str | object,
    inputs: Labels = None,
    *,
    along: Number = "epsilon",
    demand: Demands = None,
    epsilon: object = None,
    delta: object = None,
    distances: Any = None,
    prior: Iterable[object] | None = None,
    gain: Iterable[Iterable[object]] | None = None,
    points: Sequence[object] | None = None,
    outputs: Labels = None,
    subject_to: Sequence[str] = (),
    seconds: object = 60,
) -> Frontier | DesignInPieces | Along:
    """Follow the optimum along epsilon, delta or a vulnerability; of a prevalence, tell its variance by epsilon and delta together.

    Args:
        objective: What is optimised, or its spec. Or a prevalence above 0 and below 1, beside which only outputs may be given.
        inputs: The number of inputs, or their labels.
        along: The number that ranges: "epsilon", "delta" (at one epsilon) or "vulnerability".
        demand: Another demand that holds as well, or its spec.
        epsilon: The budget, if another number ranges.
        delta: The slack, if another number ranges.
        distances: The distances of metric privacy, if its epsilon ranges.
        prior: What a guesser believes, if the vulnerability ranges; equal probabilities if not given.
        gain: What a guesser gains, a row for each action; if not given, a right guess of the input gains 1.
        points: The values of the number at which to solve; without them there are exact pieces, or points chosen here.
        outputs: The number of answers, or their labels, if the objective leaves it open; of a prevalence 2 or "free".
        subject_to: Linear conditions.
        seconds: The limit of time.

    Returns:
        The trade-off by its formula, the optimum in exact pieces, or its values at points.

    Raises:
        InputError: The question makes no sense, or is beyond what rropt answers.

    Examples:
        >>> print(frontier("1/10").at("ln3", "1/10"), frontier("trace", 3).value_at("ln3"))
        2016/3025 9/5

    Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3, Corollary 2.
    """
    if not isinstance(objective, Objective) and (not isinstance(objective, str) or objective[:1].isdigit()):
        if outputs not in (None, 2, "2", "free"):
            raise InputError(f'outputs = {str(outputs)[:40]!r} of a trade-off must be 2 or "free"')
        return AnyAnswers(objective) if outputs == "free" else TwoAnswers(objective)  # type: ignore[arg-type]
    asked = Ranging(
        along, objective, inputs, outputs, tuple(subject_to), demand, epsilon, delta, prior, gain, distances
    )
    with limit_seconds(read_seconds(seconds)):
        return follow(asked, points)


def _place(along: Number, x: object) -> Any:
    return read_epsilon(x).t if along == "epsilon" else read_number(x)
