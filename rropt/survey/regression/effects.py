"""Average marginal effects: by how much the shares of the truths change with a covariate, averaged over the people asked.

For a numeric covariate v, the effect on the share π_j of truth j is the mean of the derivative ∂π_j/∂v. If v is 0 or 1, or has
categories, every other value is compared with the first. The effect is the mean of π_j if everybody had the other value, minus the
mean of π_j if everybody had the first value. The first value is the reference category of the coefficients, if there is one.

Errors are by the delta method, with exact derivatives in the parameters θ. A person has the linear predictors η = Dθ, where D is
the person's design matrix. Let Ḋ be the derivative of D along v. Let B_j be the row of derivatives ∂π_j/∂η. Then ∂π_j/∂v is B_j Ḋθ,
and its derivative in θ is

    ∂/∂θ of B_j Ḋθ  =  B_j Ḋ + (Ḋθ)ᵀ (∂²π_j/∂η²) D,

where ∂²π_j/∂η² is the curvature of `links`. Ḋ is a central difference of the formula's columns, which is exact for columns that are
linear or quadratic in v. The mean is taken over people with their weights, and their covariates are taken as given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import double_text
from rropt.exact.errors import InputError
from rropt.results import FieldResult, Table, text_table
from rropt.survey.intervals.quantile import name_ends
from rropt.survey.regression.formulas import MOST_CATEGORIES

if TYPE_CHECKING:
    from rropt.survey.regression.links import Link
    from rropt.survey.regression.result import Regression

__all__ = ["Effects", "changes_of", "effects_on_truths", "mean_change", "mean_slope"]

STEP, LEAST_STEP = 1e-4, 1e-8
"""The part of a column's standard deviation by which numbers are moved, and the least part of its largest number, so that doubles
show the step."""


@dataclass(frozen=True, slots=True, repr=False)
class Effects(FieldResult):
    """A table of average effects, with their standard errors and intervals.

    It has a row for every truth and every change of a covariate. If there are only two truths, only the second has rows. If the
    truth explains an outcome, `outcome` is the name of the outcome, and every entry in `truths` is this outcome.
    """

    confidence: Fraction
    changes: tuple[str, ...]
    truths: tuple[str, ...]
    estimates: tuple[float, ...]
    standard_errors: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    outcome: str = ""

    def explain(self) -> str:
        """Say what the numbers are, then write the table."""
        on = f"the mean of {self.outcome}, the truth held fixed" if self.outcome else "the shares of the truths"
        head = f"Average marginal effects on {on}, errors by the delta method:"
        return "\n".join([head, text_table(*self.as_table())])

    def as_table(self) -> Table:
        """A table with one row per effect."""
        columns = (self.estimates, self.standard_errors, self.lower, self.upper)
        rows = [
            [change, truth, *(double_text(float(x)) for x in numbers)]
            for change, truth, *numbers in zip(self.changes, self.truths, *columns, strict=True)
        ]
        of = "mean of" if self.outcome else "share of"
        return ["change of", of, "effect", "standard error", *name_ends(self.confidence)], rows


def changes_of(frame: Any, name: str, categories: Sequence[Any] | None) -> list[tuple[str, Any, Any]]:
    """List the changes of a covariate whose effects are computed. A change has a name, and the data frames before and after it.

    If the covariate has numbers other than 0 and 1, and `categories` is None, there is one change. The covariate is a small step
    lower than observed in the first frame, and a small step higher in the second.

    Otherwise there is a change for each value but the first. Everybody has the first value in the first frame, and the other value
    in the second. `categories` are those of `Matrix.categories`. If they contain all values of the column, they give the order of
    the values. Otherwise the first value is the least. More than 300 values are refused.
    """
    import pandas

    column = frame[name]
    values = column.unique().tolist()
    if categories is not None and set(values) <= set(categories):
        values.sort(key=categories.index)
    else:
        values.sort(key=lambda x: (isinstance(x, str), x))  # Python compares no text with a number
    is_number = pandas.api.types.is_numeric_dtype(column) and not pandas.api.types.is_bool_dtype(column)
    if is_number and categories is None and set(values) != {0, 1}:
        column = column.astype(float)
        h = max(STEP * float(column.std(ddof=0)), LEAST_STEP * float(column.abs().max())) or STEP
        return [(name, frame.assign(**{name: column - h}), frame.assign(**{name: column + h}))]
    if len(values) > MOST_CATEGORIES:
        raise InputError(
            f"the formula jumps between the numbers of '{name}', so its effects would have to compare {len(values)} different "
            f"numbers, more than {MOST_CATEGORIES}; round the numbers, or leave the effects of '{name}' out"
        )
    base = frame.assign(**{name: _constant(column, values[0])})
    return [(f"{name}: {values[0]} to {x}", base, frame.assign(**{name: _constant(column, x)})) for x in values[1:]]


def effects_on_truths(found: Regression, names: Sequence[str]) -> list[tuple[str, str, float, Any]]:
    """Compute the average effect of every change of a named covariate on the share of every truth.

    If there are only two truths, the effects are those on the second alone. For each effect return the name of the change, the
    truth, the effect, and its gradient in the parameters θ.
    """
    frame, likelihood, theta, rows = found.people.frame, found.likelihood, found.ascent.theta, []
    link, weights = likelihood.link, found.people.weights / found.people.weights.sum()
    for name in names:
        for title, low, high in changes_of(frame, name, found.matrix.categories(name)):
            ends = [link.design(found.columns_again(x)) for x in (low, high)]
            if title == name:
                width = float((high[name] - low[name]).mean())
                effect, slope = mean_slope(link, theta, (ends[0], link.design(likelihood.x), ends[1]), weights, width)
            else:
                effect, slope = mean_change(link, theta, ends[0], ends[1], weights)
            first = 1 if len(found.labels) == 2 else 0
            rows += [(title, found.labels[j], float(effect[j]), slope[j]) for j in range(first, len(found.labels))]
    return rows


def _constant(column: Any, value: Any) -> Any:
    import pandas

    return pandas.Series([value] * len(column), index=column.index, dtype=column.dtype)


def mean_change(link: Link, theta: Any, low: Any, high: Any, weights: Any) -> tuple[Any, Any]:
    """Compute by how much the share of every truth changes between two designs, as a mean over people.

    A design is an array indexed [person, linear predictor, parameter]. For each truth, return the mean share in `high` minus that
    in `low`, and the derivatives of this difference in the parameters θ. The `weights` of the people sum to 1.
    """
    import numpy as np

    means, slopes = [], []
    for design in (low, high):
        eta = design @ theta
        means.append(weights @ link.shares(eta))
        slopes.append(np.einsum("n,njl,nlp->jp", weights, link.slopes(eta), design))
    return means[1] - means[0], slopes[1] - slopes[0]


def mean_slope(link: Link, theta: Any, designs: Sequence[Any], weights: Any, width: float) -> tuple[Any, Any]:
    """Compute the derivative of the share of every truth along a covariate, averaged over people.

    Return these averages, one for each truth, and the derivatives of each in the parameters θ. `designs` has three arrays, each
    [person, linear predictor, parameter]. In the first the covariate is lower than observed, in the second it is as observed, and
    in the third it is higher. Between the first and the third it differs by `width`.
    """
    import numpy as np

    low, middle, high = designs
    change, eta = (high - low) / width, middle @ theta
    along, slopes = change @ theta, link.slopes(eta)
    means = np.einsum("n,njl,nl->j", weights, slopes, along)
    gradient = np.einsum("n,njl,nlp->jp", weights, slopes, change)
    for j in range(slopes.shape[1]):
        v = np.zeros(slopes.shape[:2])
        v[:, j] = 1
        gradient[j] += np.einsum("n,nl,nlm,nmp->p", weights, along, link.curvature(eta, v), middle)
    return means, gradient
