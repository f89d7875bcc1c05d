"""The stochastic lie detector: two half-samples with cheaters, under the assumption that only people with the trait cheat.

Let x be the share of people who have the trait and use the device honestly (honest yes). Let y be the share of people who lack the
trait and use it honestly (honest no). All cheaters have the trait, so the prevalence of the trait is π = 1 − y. Among people with
the trait, the share t = x/π is honest. Let V be the covariance matrix of the estimates of x and y. Then π̂ has the variance V_yy.

The derivatives of t are ∂t/∂x = 1/π and ∂t/∂y = x/π². So by the delta method, the variance of t̂ is estimated by

    (V_xx + 2 t̂ V_xy + t̂² V_yy)/π̂².

This is the variance of x̂ + t̂ŷ, divided by π̂². If it is 0, because t̂ is the same in all clusters, the largest possible variance
replaces it (`spread`). If π̂ is not positive, t̂ is not computed. The maximum likelihood value is printed beside each estimate, and
intervals are cut to [0, 1].
Reference: Moshagen, Musch and Erdfelder (2012), A stochastic lie detector, Behavior Research Methods 44.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.results import FieldResult, Table, exact_fields, number_fields, text_table
from rropt.survey.enclosures import bounds_text, interval_fields, number, root_text, standard_error
from rropt.survey.halves.spread import Spread
from rropt.survey.intervals.interval import Interval, normal_interval
from rropt.survey.intervals.quantile import name_ends

__all__ = ["LieDetector", "Parameter", "lie_detector_of"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """An estimated share, or ratio of shares, with its variance and interval. `likeliest` is its maximum likelihood value; it is
    None for a ratio whose denominator has the maximum likelihood value 0."""

    estimate: Number
    variance: Number
    interval: Interval
    likeliest: Number | None
    is_largest: bool = False
    """Whether the variance is the largest possible one, because the estimate is the same in all clusters."""

    @property
    def is_share(self) -> bool:
        """Whether the estimate lies in [0, 1]."""
        return bool(0 <= self.estimate <= 1)

    def cells(self) -> list[str]:
        """A row of the table, without the name at its beginning."""
        ends = bounds_text((self.interval.lower, self.interval.upper))
        likeliest = "none" if self.likeliest is None else number(self.likeliest)
        return [number(self.estimate), root_text(self.variance), *ends, likeliest]

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary; every number is a string."""
        return {
            "estimate": exact_fields(self.estimate),
            "standard_error": number_fields(None, *standard_error(self.variance)),
            "interval": interval_fields((self.interval.lower, self.interval.upper)),
            "likeliest": exact_fields(self.likeliest),
        }


@dataclass(frozen=True, slots=True, repr=False)
class LieDetector(FieldResult):
    """The prevalence of the trait, and the share `honest` of people with the trait who use the device honestly. `honest` is None if
    the estimated prevalence is not positive."""

    prevalence: Parameter
    honest: Parameter | None
    trait: str
    confidence: Fraction

    def explain(self) -> str:
        """Write both parameters in a table, with the assumptions."""
        head = f'Stochastic lie detector: if only people of the truth "{self.trait}" cheat, all cheaters have it.'
        return "\n".join([head, text_table(*self.as_table()), *self.attention()])

    def attention(self) -> list[str]:
        """Say if no share of honest people is estimated, if its variance is the largest possible one, or if an estimate lies
        outside of [0, 1]."""
        if self.honest is None:
            return [
                f'No share of honest people is estimated among those with the truth "{self.trait}", because their estimated '
                f"prevalence, {number(self.prevalence.estimate)}, is not positive."
            ]
        alike = (
            f'The share of honest people with the truth "{self.trait}" is the same in all clusters; the largest variance stands in '
            "for its own."
        )
        lines = [alike] if self.honest.is_largest else []
        if self.prevalence.is_share and self.honest.is_share:
            return lines
        return [
            *lines,
            "An estimate outside of [0, 1] is no share: take the likeliest one beside it, for which no standard error is computed.",
        ]

    def as_table(self) -> Table:
        """A table with one row per parameter."""
        header = ["parameter", "estimate", "standard error", *name_ends(self.confidence), "likeliest"]
        rows = [["prevalence", *self.prevalence.cells()]]
        return header, rows if self.honest is None else [*rows, ["honest among them", *self.honest.cells()]]


def lie_detector_of(
    shares: Sequence[Number],
    slopes: Matrix,
    spread: Spread,
    likeliest: Sequence[Number],
    trait: str,
    level: Fraction,
) -> LieDetector:
    """Estimate the prevalence of the trait, and the share of honest people among those who have it.

    The first two of `shares` are honest yes and honest no. The first two rows of `slopes` have the coefficients by which they are
    computed from both half-samples' shares of yes, and `spread` has the variances of the shares of yes. `likeliest` has the maximum
    likelihood values of `shares`. If the estimated prevalence is not positive, the share of honest people is None.
    """
    (x, y, *_), (a, b, *_) = shares, likeliest
    pi, best = 1 - y, 1 - b

    def parameter(estimate: Number, row: Sequence[Number], likely: Number | None) -> Parameter:
        variance, is_own = spread.along(row)
        found = normal_interval(estimate, variance, level, freedom=spread.freedom)
        return Parameter(estimate, variance, found, likely, not is_own)

    prevalence = parameter(pi, slopes[1], best)
    if pi <= 0:
        return LieDetector(prevalence, None, trait, level)
    t = x / pi
    # the slope of t = x/(1 − y)
    row = [(p + t * q) / pi for p, q in zip(slopes[0], slopes[1], strict=True)]
    return LieDetector(prevalence, parameter(t, row, a / best if best > 0 else None), trait, level)
