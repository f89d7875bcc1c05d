"""Predict shares or outcomes for people by a regression, with errors by the delta method, and compute odds ratios.

If covariates explain the truth, a person has the linear predictors η = Dθ, where D is the person's design matrix and θ has the
parameters. The person's shares π(η) have the gradient B(η)D in θ, where B has the slopes of `links`. If the truth explains an
outcome, the outcome's mean for a person with a given truth is μ(xᵀβ). Its gradient in the coefficients β is μ′(xᵀβ)·x. A prediction
with the gradient g has the error √(gᵀ V g), where V is the covariance matrix of the parameters.

An interval is estimate ± z·SE, where SE is the error above. The number z is a quantile of the normal distribution, or of
Student's if there are clusters. For a share π the interval is computed for the log-odds of π, whose error is SE(π)/(π(1 − π)). Its
two ends are then transformed back to shares, so they lie within (0, 1). With two truths, the log-odds are the linear predictor, and
the result is the linear predictor's own interval, transformed to shares. The mean of a logistic outcome is treated like a share.
For the mean of a linear outcome, the interval is computed for the mean itself. An odds ratio is e^β. If the interval of β has the
ends a and b, that of the odds ratio has the ends e^a and e^b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import double_text
from rropt.exact.errors import InputError
from rropt.exact.spelling import counted
from rropt.results import FieldResult, Table, text_table
from rropt.survey.intervals.quantile import name_ends
from rropt.survey.regression.columns import frame_of_new
from rropt.survey.regression.links import TwoQuestions
from rropt.survey.regression.outcome import Kind
from rropt.survey.regression.predicted import means_by_truth, slopes_by_truth

if TYPE_CHECKING:
    import pandas

    from rropt.survey.regression.result import Regression

__all__ = [
    "OddsRatios",
    "Predictions",
    "means_of",
    "odds_ratios_of",
    "predictions_of",
    "unrelated_of",
]

MOST_ROWS = 60
"""At most this many rows are printed; the frame and JSON have all of them."""


@dataclass(frozen=True, slots=True, repr=False)
class Predictions(FieldResult):
    """Predicted means with their errors and intervals, one row for each person and truth.

    If covariates explain the truth, a mean is the share of the truth. If there are then only two truths, only the positive one has
    rows. If the truth explains an outcome, a mean is that of the outcome among people with this truth.
    """

    confidence: Fraction
    what: str
    people: tuple[str, ...]
    truths: tuple[str, ...]
    means: tuple[float, ...]
    standard_errors: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    index: tuple[Any, ...]
    """The labels of these people in the data's index."""

    def summary_frame(self) -> pandas.DataFrame:
        """The rows as a data frame, indexed as the data, with the truth and statsmodels' columns mean, mean_se, mean_ci_lower and
        mean_ci_upper."""
        import pandas

        columns = {"truth": self.truths, "mean": self.means, "mean_se": self.standard_errors}
        columns |= {"mean_ci_lower": self.lower, "mean_ci_upper": self.upper}
        return pandas.DataFrame(columns, index=pandas.Index(list(self.index)))

    def explain(self) -> str:
        """Say what the numbers are, then show the table."""
        header, rows = self.as_table()
        more = [f"… and {counted(len(rows) - MOST_ROWS, 'more row')}."] if len(rows) > MOST_ROWS else []
        head = f"Predicted {self.what}, errors by the delta method:"
        return "\n".join([head, text_table(header, rows[:MOST_ROWS]), *more])

    def as_table(self) -> Table:
        """A table with one row per person and truth."""
        numbers = zip(self.means, self.standard_errors, self.lower, self.upper, strict=True)
        who = zip(self.people, self.truths, numbers, strict=True)
        rows = [[person, truth, *map(double_text, row)] for person, truth, row in who]
        return ["row", "truth", "predicted", "standard error", *name_ends(self.confidence)], rows


@dataclass(frozen=True, slots=True, repr=False)
class OddsRatios(FieldResult):
    """The odds ratios e^β of the coefficients β, with their intervals. Constants and cut points are left out."""

    confidence: Fraction
    what: str
    coefficients: tuple[str, ...]
    ratios: tuple[float, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]

    def explain(self) -> str:
        """Say what the numbers are, then show the table."""
        return "\n".join(
            [
                f"Odds ratios: the factors by which one more of each multiplies {self.what}:",
                text_table(*self.as_table()),
            ]
        )

    def as_table(self) -> Table:
        """A table with one row per coefficient."""
        numbers = zip(self.ratios, self.lower, self.upper, strict=True)
        rows = [[name, *map(double_text, row)] for name, row in zip(self.coefficients, numbers, strict=True)]
        return ["coefficient", "odds ratio", *name_ends(self.confidence)], rows


def means_of(found: Regression, data: Any) -> tuple[Any, Any, Any]:
    """Return the means that `predict` gives for the people in `data`, indexed [person, truth], the people's covariates, and their
    index.

    If `data` is None, the people are those of the regression.
    """
    x, index = found.likelihood.x, found.people.index
    if data is not None:
        frame = frame_of_new(data, found.covariates)
        x, index = found.columns_again(frame), frame.index
    if not found.kind.explains_truth:
        return means_by_truth(found.likelihood, found.ascent.theta, x), x, index
    link = found.likelihood.link
    # a link of two questions has the shares of the unrelated one behind those of the truths
    return link.shares(link.design(x) @ found.ascent.theta)[:, : len(found.labels)], x, index


def predictions_of(found: Regression, data: Any) -> Predictions:
    """Compute the means that `predict` gives, with errors and intervals."""
    import numpy as np
    from scipy.special import expit, logit

    means, x, index = means_of(found, data)
    if found.kind.explains_truth:
        design = found.likelihood.link.design(x)
        slopes = found.likelihood.link.slopes(design @ found.ascent.theta)
        gradients = np.einsum("njl,nlp->njp", slopes[:, : len(found.labels)], design)
    else:
        gradients = slopes_by_truth(found.likelihood, found.ascent.theta, x)
    # the second share of two truths says both
    first = int(found.kind.explains_truth and len(found.labels) == 2)
    means, gradients, labels = means[:, first:], gradients[:, first:], found.labels[first:]
    errors = found.delta_errors(gradients)
    half = float(found.law().isf((1 - float(found.confidence)) / 2)) * errors
    if found.kind is Kind.LINEAR:
        low, high = means - half, means + half
    else:
        with np.errstate(divide="ignore", invalid="ignore"):
            center, wide = logit(means), half / (means * (1 - means))
        low, high = expit(center - wide), expit(center + wide)
    n, k = means.shape
    mean, error, lower, upper = (tuple(map(float, column.ravel())) for column in (means, errors, low, high))
    people = tuple(str(i) for i in range(1, n + 1) for _ in range(k))
    what = "shares of the truths" if found.kind.explains_truth else f"means of {found.outcome_name} by truth"
    names = tuple(name for name in index for _ in range(k))
    return Predictions(found.confidence, what, people, labels * n, mean, error, lower, upper, names)


def odds_ratios_of(found: Regression) -> OddsRatios:
    """Compute the odds ratio e^β of every coefficient β, with its interval. Constants and cut points are left out."""
    import numpy as np

    if found.kind is Kind.LINEAR:
        raise InputError(
            "a linear model has no odds ratios; use its coefficients as they are, or use the logistic model"
        )
    cuts = len(found.labels) - 1 if found.kind is Kind.ORDINAL else 0
    kept = [name for name in found.names[cuts:] if not _is_constant(name)]
    of = {
        Kind.LOGIT: f"the odds of the truth {found.labels[-1]} against {found.labels[0]}",
        Kind.MULTINOMIAL: f"the odds of each truth against {found.labels[0]}",
        Kind.ORDINAL: "the odds of a later truth against an earlier one",
        Kind.LOGISTIC: f"the odds of {found.outcome_name}; for 'truth …' the odds of the truth itself against {found.labels[0]}",
    }[found.kind]
    ends = np.exp(found.conf_int().loc[kept].to_numpy())
    columns: Sequence[Any] = (np.exp(found.params[kept].to_numpy()), ends[:, 0], ends[:, 1])
    return OddsRatios(found.confidence, of, tuple(kept), *(tuple(map(float, x)) for x in columns))


def unrelated_of(found: Regression) -> tuple[float, float, float] | None:
    """Compute the share of yes to an unrelated question, with the ends of its interval; None if there is no such question."""
    from scipy.special import expit

    if found.kind is not Kind.LOGIT or not isinstance(found.likelihood.link, TwoQuestions):
        return None
    low, high = found.conf_int().iloc[-1]
    return float(expit(found.params.iloc[-1])), float(expit(low)), float(expit(high))


def _is_constant(name: str) -> bool:
    """Whether a coefficient is a constant, by its name. The names of cut points must not be given."""
    return name == "Intercept" or name.endswith(": Intercept")
