"""A design for every share of a range, in pieces that each have their own best mechanisms and certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from rropt.binary.pieces import SharePiece
from rropt.binary.share import variance_at
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show
from rropt.objectives.variance import Prevalence
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.problem.problem import Problem
from rropt.problem.result import tell_question
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["DesignByShare"]

STEPS = 60


@dataclass(frozen=True, eq=False, repr=False)
class DesignByShare(Result):
    """The answer to a question for every share of a range; the checker has accepted the certificate of each piece.

    Examples:
        >>> from rropt import LDP
        >>> from rropt.problem.design import design
        >>> from rropt.objectives.variance import Variance
        >>> found = design(Variance("every"), LDP("ln2", delta="1/10"))
        >>> print(found.pieces[0].upper, found.value_at("1/4"))
        7/48 3/2

    Reference: Holohan, Leith and Mason (2016), Theorem 3 and Corollary 2.
    """

    schema: ClassVar[str] = "rropt.design_by_share/1"
    problem: Problem
    pieces: tuple[SharePiece, ...]
    certificates: tuple[str, ...]
    sentences: tuple[str, ...]
    verdict: ClassVar[str] = "optimal"

    @property
    def objective(self) -> Prevalence:
        """The variance that is asked at each share."""
        assert isinstance(self.problem.objective, Prevalence)
        return self.problem.objective

    def value_at(self, prevalence: object) -> Number:
        """The least variance at one share of the range."""
        at = read_number(prevalence)
        for piece in self.pieces:
            if piece.lower <= at <= piece.upper:
                return variance_at(piece.mechanisms[0], at if self.objective.positive == 1 else 1 - at)
        raise InputError(f"prevalence = {at} lies outside of {self.objective.prevalence.in_words()}")

    def show(self) -> Iterator[Block]:
        """The pieces with their mechanisms, and what was proved."""
        many = "One mechanism is" if len(self.pieces) == 1 else f"{len(self.pieces)} mechanisms are"
        yield Say(
            f"{many} best at {self.objective.prevalence.in_words()}, each on its part of the range.", key="answer"
        )
        columns = [Col("from", "From"), Col("to", "To"), Col("mechanism", "Pr(output | input), a row for each output")]
        told = [
            " or ".join("; ".join(", ".join(map(show, row)) for row in rows) for rows in piece.mechanisms)
            for piece in self.pieces
        ]
        yield Table("pieces", columns, [[x.lower, x.upper, text] for x, text in zip(self.pieces, told, strict=True)])
        yield Figure("along", self._draw, "The least variance at each share")
        yield Fact("verdict", "Verdict", self.verdict)
        yield from tell_question(self.problem, self.sentences)
        yield Fact("certificates", "Certificates", list(self.certificates), shown=False)

    def _draw(self, canvas: Canvas) -> None:
        """Draw the least variance along the range, with a mark where another mechanism becomes the best."""
        first, last = self.pieces[0].lower, self.pieces[-1].upper
        places = [first + (last - first) * Fraction(n, STEPS) for n in range(STEPS + 1)]
        line = Line("least n·Var", [*map(float, places)], [float(self.value_at(x)) for x in places])
        borders = [float(piece.lower) for piece in self.pieces[1:]]
        draw_lines(canvas, [Chart(f"The least {self.objective.name}", "share", "n·Var", [line], borders=borders)])
