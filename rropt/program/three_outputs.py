"""Asymptotic variance 1/I(π) over mechanisms with two inputs and exactly three outputs, 0 < δ < 1.

Free outputs would take four. The information is convex in the mechanism, so its maximum over the polytope of the demand is
at a vertex; `rropt.closed_forms.three_outputs` says which vertices need be looked at.

The worst prevalence of an interval. V(π), the greatest information at π, is the maximum of convex functions of π and does
not change under π → 1 − π, as exchanging the inputs changes no demand; so it is least in [a, b] at the prevalence π* nearest
to 1/2. A mechanism with I(π*) = V(π*) that has its own least information there has the greatest least information of all:
no other has more at π*. Where none of the best at π* is such a mechanism there is no saddle point, and the mechanism whose own
least information is greatest is sought; that is one of the same three too. The information of a mechanism is convex in π, so
where it is least follows from signs of its slope, and by its tangent at π it is at least I(π) + min over [a, b] of I'(π)(π' − π).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.field import Element, Free, Number
from rropt.exact.matrix import Rows
from rropt.exact.reading import show
from rropt.exact.sign import enclose
from rropt.objectives.prevalence import Prevalence, Quantifier
from rropt.program.fisher import least_favourable, row_information

__all__ = ["ThreeOutputProgram", "three_output_program"]

BITS = 120


@dataclass(frozen=True, slots=True)
class ThreeOutputProgram:
    """Minimise 1/I(π) over the (T,δ)-private mechanisms with two inputs and three outputs."""

    ratio: Number
    delta: Number
    prevalence: Prevalence
    interval: Prevalence | None = None  # the interval whose prevalences are to be no worse

    def information(self, rows: Rows, at: Number | None = None) -> Number:
        """I(π) of rows none of which is zero, at another π if one is given."""
        pi = self.prevalence.point if at is None else at
        first, *others = (row_information(a, b, pi) for a, b in rows)
        return sum(others, first)

    def falls(self, rows: Rows, at: Number) -> Number:
        """−I'(π) of the rows at π."""
        first, *others = ((b - a) ** 3 / ((1 - at) * a + at * b) ** 2 for a, b in rows)
        return sum(others, first)

    def is_worst_for(self, rows: Rows, at: Number | None = None) -> bool:
        """Whether the information of the rows is nowhere smaller in the interval: it is convex, so the slope decides."""
        if self.interval is None:
            return True
        pi = self.prevalence.point if at is None else at
        if _is_silent(rows, pi):
            return False
        falls = self.falls(rows, pi)
        return (pi == self.interval.lower or falls >= 0) and (pi == self.interval.upper or falls <= 0)

    def worst_place(self, rows: Rows) -> Number | None:
        """Where the information of the rows is least, if it is at an end of the interval or at the prevalence nearest to 1/2."""
        assert self.interval is not None
        places = (self.prevalence.point, self.interval.lower, self.interval.upper)
        return next((at for at in places if self.is_worst_for(rows, at)), None)

    def near_worst_place(self, rows: Rows) -> Number:
        """Where the information of the rows is least, or a rational within 2^-120 of the interval's length of it."""
        found = self.worst_place(rows)
        if found is not None:
            return found
        assert self.interval is not None
        low, high = (Fraction(end) for end in (enclose(self.interval.lower)[0], enclose(self.interval.upper)[1]))
        for _ in range(BITS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.falls(rows, middle) >= 0 else (low, middle)
        return (low + high) / 2

    def least_information(self, rows: Rows, at: Number) -> Number:
        """What the information of the rows is at least in the interval, by its tangent at a place of it."""
        assert self.interval is not None
        falls = self.falls(rows, at)
        off = falls * (self.interval.upper - at) if falls >= 0 else falls * (self.interval.lower - at)
        return self.information(rows, at) - off

    def without_saddle(self) -> str:
        """What to say for a free ε where no mechanism that is best at the least favourable prevalence is at its worst there."""
        assert self.interval is not None
        pi = show(self.prevalence.point)
        return (
            f"with three outputs, delta > 0 and epsilon free, {self.interval.in_words()} is decided only where a mechanism "
            f"best at prevalence {pi}, the least favourable, is at its own worst there; give one epsilon, an interval of "
            f"prevalences on one side of {pi}, one prevalence, or 2, 4 or free outputs"
        )


def _is_silent(rows: Rows, at: Number) -> bool:
    """Whether some row has probability 0 at this prevalence, so that the information there is infinite."""
    return any((1 - at) * a + at * b == 0 for a, b in rows)


def three_output_program(ratio: Number, delta: Number, prevalence: Prevalence) -> ThreeOutputProgram:
    """The program at one prevalence, for each of an interval, or its worst: which three outputs are best depends on it."""
    if prevalence.quantifier is Quantifier.WORST:
        return ThreeOutputProgram(ratio, delta, least_favourable(prevalence), prevalence)
    if prevalence.quantifier is Quantifier.EVERY:
        return _every(ratio, delta, prevalence)
    if prevalence.point in (0, 1):
        raise InputError(
            f"at prevalence {prevalence} with delta > 0 the information is infinite; ask `design`, which answers with two outputs"
        )
    return ThreeOutputProgram(ratio, delta, prevalence)


def _every(ratio: Number, delta: Number, prevalence: Prevalence) -> ThreeOutputProgram:
    """The program for each prevalence of an interval; its ends are rational, as a certificate in the prevalence names them."""
    if isinstance(ratio, Element) and isinstance(ratio.field, Free):
        raise InputError(
            f"with three outputs and delta > 0, epsilon free together with {prevalence.in_words()} is not decided; fix "
            "epsilon, or give one prevalence, or ask for 4 or free outputs"
        )
    if prevalence.lower == prevalence.upper:
        raise InputError(f"prevalence {prevalence} is one point and no interval; give {show(prevalence.lower)}")
    if not (isinstance(prevalence.lower, Fraction) and isinstance(prevalence.upper, Fraction)):
        raise InputError(
            f"three outputs with delta > 0 for {prevalence.in_words()}: an end of the interval is irrational, and no "
            "certificate in the prevalence names it; give rational ends"
        )
    return ThreeOutputProgram(ratio, delta, prevalence)
