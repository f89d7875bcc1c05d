"""A design for every budget of a range, in pieces that each have one formula."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from flint import fmpq

from rropt.certificate.scope import cut
from rropt.engine.asks import Asked
from rropt.engine.pieces import Cut, Piece
from rropt.exact.element import Number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_epsilon
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.privacy.notion import range_of
from rropt.problem.problem import Problem
from rropt.problem.result import tell_question
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table
from rropt.solvers.rational import fraction

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["DesignInPieces", "asked_in_pieces", "cut_at", "ends_of"]

BITS = 100
LONGEST, STEPS = 5, 60
"""Of the picture: the length of a range without an end, and the number of steps."""


def cut_at(x: Number) -> Cut:
    """An end of the range, between rationals that are 2^−100 apart or equal to it."""
    unit = Fraction(1, 1 << BITS)
    low, high = enclose(x, width=unit)
    if low == high:
        return Cut(fmpq(low.numerator, low.denominator), fmpq(high.numerator, high.denominator), cut(x))
    return Cut(fmpq(math.floor(low / unit), 1 << BITS), fmpq(math.ceil(high / unit), 1 << BITS), cut(x))


def ends_of(free: Free) -> tuple[Cut, Cut | None]:
    """The ends of a range, which may have no upper one."""
    return cut_at(free.lower), None if is_infinite(free.upper) else cut_at(free.upper)


def asked_in_pieces(problem: Problem, t: fmpq | None = None) -> Asked:
    """The demand of a range at one rational t; at which one does not matter to what a certificate says of it."""
    free = range_of(problem.demand)
    assert free is not None
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
        found: list[tuple[Piece, Number]] = []
        for piece in self.pieces:
            if not found or piece.found.lower != found[-1][1]:
                found.append((piece, piece.found.lower))
        return tuple(found)

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
        if self.free.is_delta:
            number = read_number(x)
        else:
            budget = read_epsilon(x)
            if is_infinite(budget.t) or budget.is_free:
                raise InputError(f"epsilon = {budget} is not one finite number; give one")
            number = budget.t
        low, high = enclose(number, width=Fraction(1, 1 << BITS))
        for piece in self.pieces:
            if fraction(piece.start.low) <= high and (piece.end is None or low <= fraction(piece.end.high)):
                return piece
        raise InputError(f"{self.free.number} = {x} lies outside of the range of this design")

    def draw(self, canvas: Canvas, mark: tuple[float, str] | None = None) -> None:
        """Draw the optimum along the range, dotted where its formula changes; without an end, five beyond its start.

        `mark` is a place of the range to be marked, with its words.
        """
        objective, free = self.problem.objective, self.free
        scale = (lambda x: x) if free.is_delta else math.log
        starts = [scale(float(fraction(piece.start.low))) for piece, _ in self.formulas]
        end = self.pieces[-1].end
        least = starts[0] + LONGEST if mark is None else max(starts[0] + LONGEST, 1.2 * mark[0])
        last = least if end is None else scale(float(fraction(end.low)))
        # the ends may not belong to the range
        places = [Fraction(starts[0]) + (Fraction(last) - Fraction(starts[0])) * n / STEPS for n in range(1, STEPS)]
        line = Line("certified, in pieces", [*map(float, places)], [float(self.value_at(x)) for x in places])
        logarithmic = "y" if objective.sense == "min" and min(line.values) > 0 else ""
        title = f"The best {objective.name}"
        draw_lines(canvas, [Chart(title, free.number, "value", [line], logarithmic, mark=mark, borders=starts[1:])])

    def show(self) -> Iterator[Block]:
        """The formulas, and what was proved."""
        formulas = self.formulas
        best = "largest" if self.problem.objective.sense == "max" else "smallest"
        many = "one formula" if len(formulas) == 1 else f"{len(formulas)} formulas"
        yield Say(f"The {best} {self.problem.objective.name} has {many} in {self.free.variable}.", key="answer")
        rows = [[fraction(piece.start.low), str(value)] for piece, value in formulas]
        yield Table("formulas", [Col("from", f"From {self.free.letter} ="), Col("value", "Value")], rows)
        yield Figure("along", self.draw, f"The optimum along {self.free.number}")
        yield Fact("verdict", "Verdict", self.verdict)
        yield from tell_question(self.problem, [self.sentence])
        yield Fact("certificate", "Certificate", self.certificate, shown=False)
