"""A design for every value of a number that ranges, in pieces: of a budget or a slack each has one formula, of a share one best
mechanism, or several, and a certificate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, cast

from flint import fmpq

from rropt.binary.pieces import SharePiece
from rropt.binary.share import variance_at
from rropt.certificate.scope import cut
from rropt.engine.asks import Asked, beside
from rropt.engine.pieces import Cut, Piece
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.exact.substitute import at_epsilon
from rropt.mechanism import Mechanism
from rropt.objectives.variance import Prevalence
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.privacy.notion import range_of
from rropt.privacy.words import warnings_of_proof
from rropt.problem.problem import Problem, labels_asked
from rropt.problem.result import tell_question, warn_along
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table
from rropt.solvers.rational import fraction

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["DesignByShare", "DesignInPieces", "asked_in_pieces", "cut_at", "ends_of"]

BITS = 100
# Of the picture: the length of a range without an end, and the number of steps.
LONGEST, STEPS = 5, 60


def cut_at(x: Number) -> Cut:
    """An end of the range, between rationals that are 2^−100 apart or equal to it."""
    return Cut(*beside(x, BITS), cut(x))


def ends_of(free: Free) -> tuple[Cut, Cut | None]:
    """The ends of a range, which may have no upper one."""
    return cut_at(free.lower), None if is_infinite(free.upper) else cut_at(free.upper)


def asked_in_pieces(problem: Problem, free: Free, t: fmpq | None = None) -> Asked:
    """The demand of a range at one rational t; at which one does not matter to what a certificate says of it."""
    return Asked.of(problem.demand, problem.k, problem.inputs, at=cut_at(free.lower).high + 1 if t is None else t)


@dataclass(frozen=True, eq=False, repr=False)
class DesignInPieces(Result):
    """The answer to a question for a range of budgets, which the checker has accepted.

    Examples:
        >>> from rropt import LDP
        >>> from rropt.problem.design import design
        >>> found = design("trace", LDP("every"), 4)
        >>> print(found.value_at("ln3"))
        2
    """

    schema: ClassVar[str] = "rropt.design_in_pieces/1"
    problem: Problem
    pieces: tuple[Piece, ...]
    certificate: str
    sentence: str
    verdict: ClassVar[str] = "optimal"

    @property
    def formulas(self) -> tuple[tuple[Piece, Number], ...]:
        """The value on each part of the range, and the piece where that part begins."""
        return tuple((next(run), value) for value, run in groupby(self.pieces, lambda piece: piece.found.lower))

    @property
    def value(self) -> Number | None:
        """The value as one function of the number that is free; None if it has several formulas."""
        return self.pieces[0].found.lower if len(self.formulas) == 1 else None

    @property
    def free(self) -> Free:
        """The range of e^epsilon or of delta."""
        found = range_of(self.problem.demand)
        assert found is not None
        return found

    def value_at(self, x: object) -> Number:
        """The optimum at one epsilon of the range, or at one delta if this is free."""
        return at_epsilon(self.piece_at(x).found.lower, x)

    def piece_at(self, x: object) -> Piece:
        """The piece of one epsilon of the range, or of one delta if this is free."""
        number = read_number(x) if self.free.is_delta else read_epsilon(x).t
        if is_infinite(number) or is_free(number):
            raise InputError(f"{self.free.number} = {x} is not one finite number; give one")
        low, high = enclose(number, width=Fraction(1, 1 << BITS))
        for piece in self.pieces:
            if fraction(piece.start.low) <= high and (piece.end is None or low <= fraction(piece.end.high)):
                return piece
        raise InputError(f"{self.free.number} = {x} lies outside of the range of this design")

    def draw(self, canvas: Canvas, mark: tuple[float, str] | None = None) -> None:
        """Draw the optimum along the range, dotted where its formula changes; without an end, five beyond its start.

        `mark` is a place of the range to be marked, with its words.
        """
        objective, name, free = self.problem.objective, self.problem.objective.name, self.free
        scale = (lambda x: x) if free.is_delta else math.log
        starts = [scale(float(fraction(piece.start.low))) for piece, _ in self.formulas]
        end = self.pieces[-1].end
        least = starts[0] + LONGEST if mark is None else max(starts[0] + LONGEST, 1.2 * mark[0])
        last = least if end is None else scale(float(fraction(end.low)))
        line = _line("certified, in pieces", self.value_at, starts[0], last)
        logarithmic = "y" if objective.sense == "min" and min(line.values) > 0 else ""
        draw_lines(
            canvas, [Chart(f"The best {name}", free.number, name, [line], logarithmic, mark=mark, borders=starts[1:])]
        )

    def show(self) -> Iterator[Block]:
        """The formulas, and what was proved."""
        yield from warn_along(
            [
                (
                    f"From {self.free.letter} = {float(fraction(x.start.low)):.4g}",
                    warnings_of_proof(
                        Mechanism(x.found.mechanism, self.problem.inputs, labels_asked(self.problem, x.found))
                    ),
                )
                for x in cast("Any", self.pieces)  # their mechanisms are matrices
            ]
        )
        formulas, objective = self.formulas, self.problem.objective
        many = "one formula" if len(formulas) == 1 else f"{len(formulas)} formulas"
        yield Say(
            f"The {objective.best} {objective.name}{self.problem.among} has {many} in {self.free.variable}.",
            key="answer",
        )
        rows = [[fraction(piece.start.low), str(value)] for piece, value in formulas]
        yield Table("formulas", [Col("from", f"From {self.free.letter} ="), Col("value", "Value")], rows)
        yield Figure("along", self.draw, f"The optimum along {self.free.number}")
        yield Fact("verdict", "Verdict", self.verdict)
        yield from tell_question(self.problem, [self.sentence], self.certificate)


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
        yield from warn_along(
            [
                (
                    f"From prevalence = {float(x.lower):.4g}",
                    warnings_of_proof(Mechanism(x.mechanisms[0], self.problem.inputs, self.problem.outputs)),
                )
                for x in self.pieces
            ]
        )
        many = "One mechanism is" if len(self.pieces) == 1 else f"{len(self.pieces)} mechanisms are"
        yield Say(
            f"{many} best{self.problem.among} at {self.objective.prevalence.in_words()}, each on its part of the range.",
            key="answer",
        )
        columns = [Col("from", "From"), Col("to", "To"), Col("mechanism", "Pr(output | input), a row for each output")]
        # several mechanisms may be equally good
        told = [
            " or ".join("; ".join(", ".join(map(show, row)) for row in rows) for rows in x.mechanisms)
            for x in self.pieces
        ]
        yield Table("pieces", columns, [[x.lower, x.upper, y] for x, y in zip(self.pieces, told, strict=True)])
        yield Figure("along", self._draw, "The least variance at each share")
        yield Fact("verdict", "Verdict", self.verdict)
        yield from tell_question(self.problem, self.sentences, self.certificates)

    def _draw(self, canvas: Canvas) -> None:
        """Draw the least variance along the range, with a mark where another mechanism becomes the best."""
        starts = [float(piece.lower) for piece in self.pieces]
        line = _line("least n·Var", self.value_at, starts[0], float(self.pieces[-1].upper))
        draw_lines(canvas, [Chart(f"The least {self.objective.name}", "share", "n·Var", [line], borders=starts[1:])])


def _line(name: str, value_at: Callable[[Fraction], Number], first: float, last: float) -> Line:
    """The values at places between two ends, which themselves may not belong to the range."""
    places = [Fraction(first) + (Fraction(last) - Fraction(first)) * n / STEPS for n in range(1, STEPS)]
    return Line(name, [*map(float, places)], [float(value_at(x)) for x in places])
