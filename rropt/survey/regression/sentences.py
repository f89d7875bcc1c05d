"""Sentences about a regression: what was fitted, how its errors were computed, and the share of an unrelated question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.exact.decimal import double_text
from rropt.exact.spelling import counted
from rropt.survey.regression.covariance import CovType
from rropt.survey.regression.outcome import Kind

if TYPE_CHECKING:
    from rropt.survey.regression.result import Regression

__all__ = ["ERRORS", "said_of_unrelated", "what_was_fitted"]

TITLES = {
    Kind.LOGIT: "Logistic regression",
    Kind.MULTINOMIAL: "Multinomial logistic regression",
    Kind.ORDINAL: "Proportional odds regression",
    Kind.LINEAR: "Linear regression",
    Kind.LOGISTIC: "Logistic regression",
}
ERRORS = {
    CovType.EXPECTED: "the inverse expected information",
    CovType.OBSERVED: "the inverse observed information",
    CovType.HC0: "the sandwich of the scores (HC0) between inverses of the observed information",
    CovType.CLUSTER: "the sandwich of the clusters' scores between inverses of the observed information",
}


def what_was_fitted(found: Regression) -> str:
    """Write a sentence that names the model, the answers and what the coefficients describe."""
    asked = counted(found.nobs, "randomized answer")
    if not found.kind.explains_truth:
        odds = f" (log-odds of {found.outcome})" if found.outcome else ""
        named = ", ".join(found.labels[1:])
        return (
            f"{TITLES[found.kind]}{odds} on the truth behind '{found.answer}', from {asked}: {found.formula}; the coefficients "
            f"'truth …' explain the truth itself, by the log-odds of {named} against {found.labels[0]}."
        )
    what = {
        Kind.LOGIT: f"coefficients are about the log-odds of the truth {found.labels[-1]} against {found.labels[0]}",
        Kind.MULTINOMIAL: f"coefficients are about the log-odds of each truth against {found.labels[0]}",
        Kind.ORDINAL: "a positive coefficient makes later truths likelier",
    }[found.kind]
    of = (
        f", asked by {counted(len(found.samples), 'mechanism')} ({', '.join(found.samples[:8])})"
        if found.samples
        else ""
    )
    return f"{TITLES[found.kind]} of the truth behind '{found.answer}', from {asked}{of}: {found.formula}; {what}."


def said_of_unrelated(share: tuple[float, float, float] | None) -> list[str]:
    """Write a sentence with the share of yes to an unrelated question and its interval. Return an empty list if `share` is None."""
    if share is None:
        return []
    estimate, low, high = share
    ends = "it has no interval" if low != low else f"its interval is from {double_text(low)} to {double_text(high)}"
    what = "The share of yes to the unrelated question, taken to be the same whatever the covariates"
    return [f"{what}, is {double_text(estimate)}; {ends}."]
