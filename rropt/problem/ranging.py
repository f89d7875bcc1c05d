"""A question in which one number of the demand ranges: a budget, a slack, or the bound on a vulnerability."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, get_args

from rropt.exact.errors import InputError
from rropt.objectives.base import Objective, read_rational
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import All, Notion, range_of
from rropt.privacy.pairs import Metric, Sensitive
from rropt.privacy.vulnerability import Vulnerability
from rropt.problem.answer import answer
from rropt.problem.demands import join
from rropt.problem.pieces import DesignInPieces
from rropt.problem.problem import Labels, Problem
from rropt.problem.result import Design
from rropt.problem.shares import DesignByShare

__all__ = ["Number", "Ranging"]

Number = Literal["epsilon", "delta", "vulnerability"]
LARGEST_EPSILON = Fraction(32)


@dataclass(frozen=True, slots=True)
class Ranging:
    """The question at each value of one number, `of`.

    The epsilon that ranges is that of `LDP`, of `Metric` if there are `distances`, or of the part of `demand` whose epsilon is
    "every"; the other parts, and the given epsilon or delta, hold beside it. `prior` and `gain` say what somebody believes and
    gains whose vulnerability ranges.
    """

    of: Number
    objective: Objective | str
    inputs: Labels
    outputs: Labels
    subject_to: Sequence[str]
    demand: Notion | str | Sequence[Notion | str] | None = None
    epsilon: object = None
    delta: object = None
    prior: Iterable[object] | None = None
    gain: Iterable[Iterable[object]] | None = None
    distances: Any = None

    def __post_init__(self) -> None:
        """Refuse what does not say which number ranges."""
        if self.of not in get_args(Number):
            raise InputError(
                f'{str(self.of)[:60]!r} is none of "epsilon", "delta" and "vulnerability"; name one of these'
            )
        if self.of == "delta" and self.epsilon is None:
            raise InputError('delta ranges at one epsilon; give it, such as epsilon="ln3"')
        if self.of == "epsilon" and self.epsilon is not None:
            raise InputError(
                f"epsilon ranges, so that epsilon = {str(self.epsilon)[:40]} is not given beside it; leave it out"
            )
        if self.of != "vulnerability" and (self.prior is not None or self.gain is not None):
            raise InputError(f"a prior and a gain belong to a vulnerability, not to {self.of}; leave them out")

    def demand_at(self, x: object) -> Notion:
        """The demand at one value of the number."""
        given = () if self.demand is None else join(self.demand)
        parts = [*given.demands] if isinstance(given, All) else [given] if isinstance(given, Notion) else []
        free = next((part for part in parts if self.of == "epsilon" and range_of(part) is not None), None)
        others = [part for part in parts if part is not free]
        if self.distances is not None:
            own: Notion = Metric(self.distances, x)
        elif isinstance(free, LDP | Metric | Sensitive):
            own = free.with_epsilon(x)
        elif self.of == "vulnerability":
            own = Vulnerability(x, self.prior, self.gain)
            if self.epsilon is not None:
                others.append(LDP(self.epsilon, delta=self.delta or 0))
        elif self.of == "epsilon":
            own = LDP(x, delta=self.delta or 0)
        else:
            own = LDP(self.epsilon, delta=x)
        return All(own, *others) if others else own

    def problem_at(self, x: object) -> Problem:
        """The question at one value of the number."""
        return Problem(self.objective, self.demand_at(x), self.inputs, outputs=self.outputs, subject_to=self.subject_to)

    def everywhere(self) -> Design | DesignInPieces | DesignByShare:
        """The design for every value at once, if it has formulas."""
        return answer(self.problem_at("every"))

    def solve(self, x: object) -> Design:
        """The design at one value of the number."""
        found = answer(self.problem_at(x))
        if not isinstance(found, Design):
            raise InputError(
                f"{self.of} ranges, so that nothing else can range; give one number in {found.problem.objective}"
            )
        return found

    def ends(self) -> tuple[Fraction, Fraction]:
        """Numbers of which the first allows least and the second most."""
        if self.of == "epsilon":
            return Fraction(0), LARGEST_EPSILON
        if self.of == "delta":
            return Fraction(0), Fraction(1)
        k = self.problem_at(1).k
        averages = self.demand_at(1).bounds(k).averages()
        planes = next(iter(averages.values())).planes if averages else ((Fraction(1, k),) * k,)
        rows = [[read_rational(x, "a gain") for x in plane] for plane in planes]
        most: list[Any] = [max(column) for column in zip(*rows, strict=True)]
        return max(sum(row, Fraction(0)) for row in rows), sum(most, Fraction(0))
