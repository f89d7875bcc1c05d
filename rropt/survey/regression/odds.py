"""Test proportional odds by Rao's score test.

For k ordered truths and p covariates, proportional odds have a single coefficient per covariate. The larger model has one for each
of the k − 1 cut points: Pr(truth ≤ l) = Λ(c_l − xᵀβ_l), where Λ is the logistic function. Proportional odds say that all β_l are
equal, which restricts (k − 2)p numbers.

Take the maximum of the smaller model, and let U be the score and I the expected information of the larger model there. Then
Uᵀ I⁻¹ U is about chi-squared. Its degrees of freedom are (k − 2)p, less the number of directions about which the answers give no
information. The larger model is never fitted, so it does not matter that its cut points may cross for some people. Its likelihood
is that of `likelihood`, with more columns in the design.

References: Rao (1948), Large sample tests of statistical hypotheses; Brant (1990), Assessing proportionality in the proportional
odds model for ordinal logistic regression.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.survey.regression.ascent import invert
from rropt.survey.regression.hypotheses import CoefficientTest, is_determined
from rropt.survey.regression.links import ProportionalOdds
from rropt.survey.regression.outcome import Kind

if TYPE_CHECKING:
    from rropt.survey.regression.result import Regression

__all__ = ["proportional_odds_test", "said_of_odds"]

NO_ODDS = "the test needs three or more ordered truths (model ordinal) and a covariate"


class _OddsByCutPoint(ProportionalOdds):
    """The link in which each cut point c_l has its own coefficients β_l: predictors are η_l = c_l − xᵀβ_l for covariates x."""

    def design(self, x: Any) -> Any:
        import numpy as np

        n, p = x.shape
        found = np.zeros((n, self.d, self.d * (1 + p)))
        for j in range(self.d):
            found[:, j, j] = 1.0
            found[:, j, self.d + j * p : self.d + (j + 1) * p] = -x
        return found


def said_of_odds(found: Regression) -> list[str]:
    """Write a sentence with the result of the test of proportional odds, or with the reason why the test cannot be made. Return an
    empty list if the model does not have proportional odds."""
    test = _score_test(found)
    if isinstance(test, CoefficientTest):
        return [test.sentence]
    return [] if test == NO_ODDS else [f"Proportional odds are not tested: {test}."]


def proportional_odds_test(found: Regression) -> CoefficientTest:
    """Test the fitted proportional odds by Rao's score test."""
    test = _score_test(found)
    if isinstance(test, str):
        raise InputError(f"there is no test of proportional odds: {test}")
    return test


def _score_test(found: Regression) -> CoefficientTest | str:
    """Test proportional odds by Rao's score test. If the test cannot be made, return a text that says why."""
    import numpy as np
    from scipy import stats

    if found.kind is not Kind.ORDINAL or len(found.labels) < 3 or len(found.names) < len(found.labels):
        return NO_ODDS
    if found.people.is_weighted or found.people.clusters is not None:
        return "the score test is only for independent answers without weights and clusters"
    if not is_determined(found):
        return "the likelihood has no maximum that determines every coefficient"
    d = len(found.labels) - 1
    larger = replace(found.likelihood, link=_OddsByCutPoint(d + 1))
    theta = np.concatenate([found.ascent.theta[:d], np.tile(found.ascent.theta[d:], d)])
    inverse, null = invert(larger.expected(theta))
    score = larger.score(theta)
    degrees = len(theta) - len(found.names) - null.shape[1]
    if degrees < 1:
        return "the answers cannot distinguish proportional odds from any others"
    statistic = float(score @ inverse @ score)
    p = float(stats.chi2(degrees).sf(statistic))
    return CoefficientTest("Score", "proportional odds", statistic, "chi-squared", (degrees,), p)
