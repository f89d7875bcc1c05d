"""A design: the best mechanism for a question, its value or bounds of it, and the certificate that proves them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Literal

from rropt.engine.found import Found, Impossible, Orbits
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.next.problem.problem import Problem
from rropt.next.problem.proof import OtherAnswer
from rropt.show import Block, Col, Fact, Result, Say, Table

__all__ = ["Between", "Design", "Verdict"]

MOST_TOLD = 16
"""Inputs up to which words say whether the optimum is the only one; beyond, looking for another takes longer than the
design."""
Verdict = Literal["optimal", "within", "infeasible"]


@dataclass(frozen=True, slots=True)
class Between:
    """A number that lies between two exact ones."""

    lower: Number
    upper: Number

    def __float__(self) -> float:
        return float((self._low + self._high) / 2)

    @property
    def _low(self) -> Fraction:
        return enclose(self.lower)[0]

    @property
    def _high(self) -> Fraction:
        return enclose(self.upper)[1]

    def __str__(self) -> str:
        middle = Fraction(decimal((self._low + self._high) / 2, digits=13))
        error = max(self._high - middle, middle - self._low)
        return f"{decimal(middle, digits=13)} ± {decimal(error, digits=1, direction='upper')}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, eq=False, repr=False)
class Design(Result):
    """The answer to a question, which the checker has accepted; `sentence` is what it proved.

    `others` has the answers of other programs to the same question, if they were asked for.

    Example:
        >>> from rropt import LDP
        >>> from rropt.next.problem.design import design
        >>> found = design("trace", LDP("ln3"), inputs=4)
        >>> print(found.value, found.verdict)
        2 optimal
    """

    schema: ClassVar[str] = "rropt.design/2"
    problem: Problem
    found: Found | Impossible
    certificate: str
    sentence: str
    others: tuple[OtherAnswer, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Whether the value is known exactly or within bounds, or nothing meets the question."""
        if isinstance(self.found, Impossible):
            return "infeasible"
        return "optimal" if self.found.lower == self.found.upper else "within"

    @property
    def lower(self) -> Number | None:
        """A lower bound of the optimum; None if nothing is feasible."""
        return None if isinstance(self.found, Impossible) else self.found.lower

    @property
    def upper(self) -> Number | None:
        """An upper bound of the optimum; None if nothing is feasible."""
        return None if isinstance(self.found, Impossible) else self.found.upper

    @property
    def value(self) -> Number | Between | None:
        """The optimum, exactly or between its bounds; None if nothing is feasible."""
        if isinstance(self.found, Impossible):
            return None
        return self.found.lower if self.verdict == "optimal" else Between(self.found.lower, self.found.upper)

    @cached_property
    def mechanism(self) -> Mechanism | None:
        """The mechanism that attains the value; None if nothing is feasible."""
        if isinstance(self.found, Impossible) or isinstance(self.found.mechanism, Orbits):
            return None
        rows = self.found.mechanism
        outputs = self.problem.outputs if self.problem.outputs and len(self.problem.outputs) == len(rows) else None
        return Mechanism(rows, inputs=self.problem.inputs, outputs=outputs)

    @cached_property
    def is_only(self) -> bool | None:
        """Whether this is the only optimal mechanism; None if this is not known, or nothing is feasible."""
        if isinstance(self.found, Impossible):
            return None
        if self.found.is_only is not None:
            return self.found.is_only
        return self.problem.objective.is_only(self.problem.asked, self.problem.conditions)

    def show(self) -> Iterator[Block]:
        """The answer, the mechanism, and what was proved."""
        objective = self.problem.objective
        if isinstance(self.found, Impossible):
            yield Say("No mechanism meets the demand and the conditions.", key="answer")
        else:
            best = "largest" if objective.sense == "max" else "smallest"
            yield Say(f"The {best} {objective.name} is {self.value}.", key="answer")
            yield Fact("value", "Value", self.value)
        yield Fact("verdict", "Verdict", self.verdict)
        if self.mechanism is not None:
            columns = [Col("output", "Pr(output | input)"), *(Col(label, label) for label in self.problem.inputs)]
            rows = zip(self.mechanism.output_labels, self.mechanism.rows, strict=True)
            yield Table("mechanism", columns, [[label, *row] for label, row in rows])
        if self.problem.k <= MOST_TOLD and self.is_only is not None:
            yield Say("It is the only optimum." if self.is_only else "Other mechanisms are as good.", key="only")
        for other in self.others:
            yield Fact(other.name, f"The same by {other.name}", other.said)
        yield Fact("question", "Question", str(self.problem))
        yield Say(f"Proved: {self.sentence}", key="proved")
