"""The trade-off of ε, δ and the variance of an estimated share π: the least variance as a function of ε and δ, in closed form.

Let T = e^ε, q = π(1−π), m = min(π, 1−π) and g = δ(T+δ)/(T−1+2δ)². The formulas hold for T ≥ 1 and 0 ≤ δ ≤ 1, except at T = 1 with
δ = 0. Each line ends with the design that reaches the variance.

    two answers      n·Var = q + (T+δ)(1−δ)/(T−1+2δ)²               where g ≤ m,  by p00 = p11 = (T+δ)/(T+1),
                     n·Var = m(1/δ − m)                             where g ≥ m,  by one answer that only one truth gives;
    any number       n·Var = q(T + (T−1)²q)/(δT + (T−1)²q)          by four answers.

The two formulas for two answers agree where g = m (`rropt.binary.pieces`). Solved for δ and for T they give the least δ or T
with which the variance is at most v. Let s = 1/2 + √(v + (1/2−π)²), so that s(s−1) + q = v. With two answers it is at most v if
and only if

    δ ≥ (T − s(T−1))/(2s−1)     or     δ ≥ m/(v + m²),

where the first says T ≥ (s + δ − 2sδ)/(s − 1). With any number of answers it is so if and only if δ ≥ q(T + (T−1)²(q − v))/(vT).
With r = q(v − q)/(q − vδ) this says r(T−1)² ≥ T, or T − 1 ≥ (1 + √(1 + 4r))/(2r).

Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3, Corollary 2.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from rropt.binary.share import HALF, ONE, ZERO
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, log_bounds, sqrt_bounds
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_inside, read_probability, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.plots.lines import Chart, Line, draw_lines
from rropt.show import Block, Col, Fact, Figure, Result, Say, Table, Warn

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["AnyAnswers", "Frontier", "TwoAnswers"]

# The lines of the picture.
DELTAS = ("0", "1/1000", "1/100", "1/20", "1/10", "1/4")
WIDTH = Fraction(1, 10**30)
Formula = tuple[str, str, str]  # where it holds, n·Var, the design


@dataclass(frozen=True, eq=False, repr=False)
class Frontier(Result):
    """n times the least variance at one prevalence as a function of ε and δ, also solved for ε or for δ."""

    schema: ClassVar[str] = "rropt.frontier/1"
    answers: ClassVar[str]
    prevalence: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "prevalence", read_inside(self.prevalence, "prevalence", example="1/10"))

    @property
    def q(self) -> Fraction:
        """π(1−π), the variance of the direct question."""
        return self.prevalence * (1 - self.prevalence)

    @property
    def m(self) -> Fraction:
        """The smaller one of π and 1−π."""
        return min(self.prevalence, 1 - self.prevalence)

    @property
    @abstractmethod
    def formulas(self) -> tuple[Formula, ...]:
        """Each formula in T = e^epsilon and delta: where it holds, n·Var, and the design."""

    def at(self, epsilon: object, delta: object = 0) -> Number:
        """The least n·Var at one epsilon and one delta, exactly."""
        t, d = _ratio(epsilon), read_probability(delta, "delta")
        if t == 1 and d == 0:
            raise InputError(
                "at epsilon = 0 and delta = 0 nothing identifies the prevalence; give a larger epsilon or delta"
            )
        return self._at(t, d)

    def least_delta(self, epsilon: object, variance: object) -> Bounds:
        """Bounds, at most 10^-15 apart, of the least delta with which n·Var is at most `variance`."""
        low, high = enclose(_ratio(epsilon), width=WIDTH)
        v = self._reachable(variance)
        lower, upper = self._slack_for(low, high, v)
        return max(ZERO, lower), max(ZERO, upper)

    def least_epsilon(self, delta: object, variance: object) -> Bounds:
        """Bounds, at most 10^-15 apart, of the least epsilon with which n·Var is at most `variance`; both 0 if 0 is enough."""
        d, v = read_rational(read_probability(delta, "delta"), "delta"), self._reachable(variance)
        if d >= self._enough(v):
            return ZERO, ZERO
        if v == self.q:
            raise InputError(
                f"variance = {show(v)} is that of the direct question, which no epsilon allows; give a larger one"
            )
        below, above = (max(ONE, x) for x in self._ratio_for(d, v))
        return log_bounds(below)[0], log_bounds(above)[1]

    def show(self) -> Iterator[Block]:
        """The formulas."""
        yield Warn(
            "Where delta is above 0, some of these designs have a confession: an answer that only one truth gives, so that it "
            "proves the truth of who gives it."
        )
        yield Say(
            f"The least n·Var at prevalence {show(self.prevalence)} with {self.answers} is, with T = e^epsilon:",
            key="answer",
        )
        columns = [Col("where", "Where"), Col("value", "n·Var"), Col("design", "Design")]
        yield Table("formulas", columns, [list(row) for row in self.formulas])
        yield Fact("prevalence", "Prevalence", self.prevalence)
        yield Figure("frontier", self._draw, "Least standard error by epsilon and delta")
        yield Say(
            "By theorems (Holohan, Leith and Mason, 2, 3 and Corollary 2); a design at any point has a certificate."
        )

    def _draw(self, canvas: Canvas) -> None:
        """Draw the least standard error of 1,000 answers along epsilon, a line for each of some deltas."""
        places = [Fraction(n, 4) for n in range(1, 17)]
        lines = [
            Line(f"δ = {d}", [*map(float, places)], [math.sqrt(float(self.at(e, d)) / 1000) for e in places])
            for d in DELTAS
        ]
        title = f"Least standard error of 1,000 answers at prevalence {show(self.prevalence)}, {self.answers}"
        draw_lines(canvas, [Chart(title, "epsilon", "standard error", lines)])

    def _reachable(self, variance: object) -> Fraction:
        """Read n·Var, which is at least that of the direct question."""
        v = read_rational(variance, "variance")
        if v < self.q:
            raise InputError(
                f"variance = {show(v)[:60]} is below n·Var of the direct question, the least of all designs; give at least "
                f"{show(self.q)}"
            )
        return v

    @abstractmethod
    def _at(self, t: Number, d: Number) -> Number: ...

    @abstractmethod
    def _slack_for(self, low: Fraction, high: Fraction, v: Fraction) -> Bounds:
        """Bounds of the least δ, which may be negative, for a ratio between two rationals."""

    @abstractmethod
    def _enough(self, v: Fraction) -> Fraction:
        """The least δ with which ε = 0 is enough."""

    @abstractmethod
    def _ratio_for(self, d: Fraction, v: Fraction) -> Bounds:
        """Bounds of the least T, which may be below 1."""


@dataclass(frozen=True, eq=False, repr=False)
class TwoAnswers(Frontier):
    """The trade-off with two answers.

    Examples:
        >>> found = TwoAnswers("1/10")
        >>> print(found.at("ln3"), found.at("ln3", "1/10"))
        21/25 2016/3025

    Reference: Holohan, Leith and Mason (2016), Theorems 2 and 3.
    """

    answers: ClassVar[str] = "two answers"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The symmetric design and the one-sided one."""
        g = "delta*(T + delta)/(T - 1 + 2*delta)^2"
        sided = {"p00 = 1, p11 = delta": self.prevalence <= HALF, "p11 = 1, p00 = delta": self.prevalence >= HALF}
        both = f"{self.q} + (T + delta)*(1 - delta)/(T - 1 + 2*delta)^2"
        one = " or ".join(said for said, is_best in sided.items() if is_best)
        return (
            (f"{g} <= {self.m}", both, "p00 = p11 = (T + delta)/(T + 1)"),
            (f"{g} >= {self.m}", f"{self.m}*(1/delta - {self.m})", one),
        )

    def _at(self, t: Number, d: Number) -> Number:
        if d and d * (t + d) > self.m * (t - 1 + 2 * d) ** 2:
            return self.m * (1 / d - self.m)
        return self.q + (t + d) * (1 - d) / (t - 1 + 2 * d) ** 2

    def _slack_for(self, low: Fraction, high: Fraction, v: Fraction) -> Bounds:
        below, above = self._point(v, width=WIDTH / high)
        first, last = (min(self._enough(v), (t - s * (t - 1)) / (2 * s - 1)) for t, s in ((high, above), (low, below)))
        return first, last

    def _enough(self, v: Fraction) -> Fraction:
        return self.m / (v + self.m**2)

    def _ratio_for(self, d: Fraction, v: Fraction) -> Bounds:
        # near v = q the distance of s and 1 is about v - q
        low, high = self._point(v, width=WIDTH * min(ONE, v - self.q))
        first, last = ((s + d - 2 * s * d) / (s - 1) for s in (high, low))
        return first, last

    def _point(self, v: Fraction, *, width: Fraction) -> Bounds:
        """Bounds of s = 1/2 + √(v + (1/2 − π)²), the lower one at least 1."""
        low, high = sqrt_bounds(v + (HALF - self.prevalence) ** 2, width=width)
        return max(ONE, HALF + low), HALF + high


@dataclass(frozen=True, eq=False, repr=False)
class AnyAnswers(Frontier):
    """The trade-off with any number of answers.

    Examples:
        >>> found = AnyAnswers("1/4")
        >>> print(found.at("ln3"), found.at("ln3", "1/10"))
        15/16 75/112

    Reference: Kairouz, Oh and Viswanath (2015), the composition theorem for differential privacy, for the design.
    """

    answers: ClassVar[str] = "any number of answers"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The one formula."""
        value = f"{self.q}*(T + (T - 1)^2*{self.q})/(delta*T + (T - 1)^2*{self.q})"
        rows = "(delta, 0), (1 - delta)*(T, 1)/(T + 1), (1 - delta)*(1, T)/(T + 1), (0, delta)"
        return (("T > 1 or delta > 0", value, f"four answers, rows {rows}"),)

    def _at(self, t: Number, d: Number) -> Number:
        square = (t - 1) ** 2 * self.q
        return self.q + t / (t - 1) ** 2 if d == 0 else self.q * (t + square) / (d * t + square)

    def _slack_for(self, low: Fraction, high: Fraction, v: Fraction) -> Bounds:
        first, last = (self.q * (t + (t - 1) ** 2 * (self.q - v)) / (v * t) for t in (high, low))
        return first, last

    def _enough(self, v: Fraction) -> Fraction:
        return self.q / v

    def _ratio_for(self, d: Fraction, v: Fraction) -> Bounds:
        r = self.q * (v - self.q) / (self.q - v * d)
        first, last = (1 + (1 + root) / (2 * r) for root in sqrt_bounds(1 + 4 * r, width=WIDTH))
        return first, last


def _ratio(epsilon: object) -> Number:
    """Read one finite ε, and return e^ε."""
    budget = read_epsilon(epsilon)
    if budget.is_free or is_infinite(budget.t):
        raise InputError(f"epsilon = {str(epsilon)[:60]} must be one finite number, such as 1/2 or ln3")
    return budget.t
