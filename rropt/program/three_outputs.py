"""Asymptotic variance 1/I(π) over mechanisms with two inputs and exactly three outputs, 0 < δ < 1.

Free outputs would take four. The information is convex in the mechanism, so its maximum over the polytope of the demand is
at a vertex; `rropt.closed_forms.three_outputs` says which vertices need be looked at.

The worst prevalence of an interval. V(π), the greatest information at π, is the maximum of convex functions of π and does
not change under π → 1 − π, as exchanging the inputs changes no demand; so it is least in [a, b] at the prevalence π* nearest
to 1/2. A mechanism with I(π*) = V(π*) that has its own least information there has the greatest least information of all:
no other has more at π*. Where none of the best at π* is such a mechanism there is no saddle point.
"""

from __future__ import annotations

from dataclasses import dataclass

from rropt.exact.errors import InputError
from rropt.exact.field import Number
from rropt.exact.matrix import Rows
from rropt.exact.reading import show
from rropt.objectives.prevalence import Prevalence, Quantifier
from rropt.program.fisher import least_favourable, row_information

__all__ = ["ThreeOutputProgram", "three_output_program"]


@dataclass(frozen=True, slots=True)
class ThreeOutputProgram:
    """Minimise 1/I(π) over the (T,δ)-private mechanisms with two inputs and three outputs."""

    ratio: Number
    delta: Number
    prevalence: Prevalence
    interval: Prevalence | None = None  # the interval whose prevalences are to be no worse

    def information(self, rows: Rows) -> Number:
        """I(π) of rows none of which is zero."""
        first, *others = (row_information(a, b, self.prevalence.point) for a, b in rows)
        return sum(others, first)

    def is_worst_for(self, rows: Rows) -> bool:
        """Whether the information of the rows is nowhere smaller in the interval: it is convex, so the slope decides."""
        if self.interval is None:
            return True
        pi = self.prevalence.point
        first, *others = ((b - a) ** 3 / ((1 - pi) * a + pi * b) ** 2 for a, b in rows)
        falls = sum(others, first)
        return (pi == self.interval.lower or falls >= 0) and (pi == self.interval.upper or falls <= 0)

    def without_saddle(self) -> str:
        """What to say where no mechanism that is best at the least favourable prevalence is at its worst there."""
        assert self.interval is not None
        pi = show(self.prevalence.point)
        return (
            f"with three outputs and delta > 0 no mechanism that is best at prevalence {pi}, the least favourable, is at "
            f"its own worst there, so none is known to be best for {self.interval.in_words()} (the variance at {pi} is a lower "
            f"bound); give an interval on one side of {pi}, one prevalence, or 2, 4 or free outputs"
        )


def three_output_program(ratio: Number, delta: Number, prevalence: Prevalence) -> ThreeOutputProgram:
    """The program at one prevalence, or the worst of an interval: which three outputs are best depends on it."""
    if prevalence.quantifier is Quantifier.WORST:
        return ThreeOutputProgram(ratio, delta, least_favourable(prevalence), prevalence)
    if prevalence.quantifier is Quantifier.EVERY:
        raise InputError(
            f"three outputs with delta > 0 are decided at one prevalence or the worst of an interval, not for "
            f"{prevalence.in_words()}; give one of these, or 2, 4 or free outputs"
        )
    if prevalence.point in (0, 1):
        raise InputError(
            f"at prevalence {prevalence} with delta > 0 the information is infinite; ask `design`, which answers with two outputs"
        )
    return ThreeOutputProgram(ratio, delta, prevalence)
