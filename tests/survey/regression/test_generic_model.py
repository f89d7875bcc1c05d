"""statsmodels' GenericLikelihoodModel, given a regression's likelihood, score and information, ends where that does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rropt.survey import regress
from tests.survey.regression.test_fit import KRR, WARNER, survey
from tests.survey.regression.test_predictor import with_outcomes

# the class counts parameters by columns of covariates, of which the likelihood keeps its own
pytestmark = pytest.mark.filterwarnings("ignore:df_model:UserWarning", "ignore:df_resid:UserWarning")


def by_statsmodels(found: Any) -> Any:
    """The fit of statsmodels from a start of its own, by Newton's method with the exact score and second derivative."""
    from statsmodels.base.model import GenericLikelihoodModel

    likelihood = found.likelihood

    class Randomized(GenericLikelihoodModel):
        def loglike(self, params: Any) -> float:
            return float(likelihood.value(params))

        def loglikeobs(self, params: Any) -> Any:
            return likelihood.values(params)

        def score(self, params: Any) -> Any:
            return likelihood.score(params)

        def score_obs(self, params: Any) -> Any:
            return likelihood.scores(params)

        def hessian(self, params: Any) -> Any:
            return -likelihood.observed(params)

    theta = found.params.to_numpy()
    model = Randomized(np.zeros(found.nobs), np.zeros((found.nobs, len(theta))), extra_params_names=[])
    start = theta + 0.05 * np.random.default_rng(8).normal(size=len(theta))
    return model.fit(start_params=start, method="newton", maxiter=50, tol=1e-12, disp=0)


@pytest.mark.parametrize(("model", "mechanism"), [("logit", WARNER), ("multinomial", KRR), ("ordinal", KRR)])
def test_the_truth_as_outcome(model: str, mechanism: Any) -> None:
    data = survey(2, 1200, mechanism)
    found = regress("said ~ x", data, mechanism=mechanism, model=model, cov_type="observed")
    require_equal(found, by_statsmodels(found))


@pytest.mark.parametrize(("model", "left"), [("linear", "income"), ("logistic", "ill")])
def test_the_truth_as_predictor(model: str, left: str) -> None:
    data = with_outcomes(5, 1200, WARNER)
    found = regress(f"{left} ~ said + x", data, mechanism=WARNER, answer="said", model=model)
    require_equal(found, by_statsmodels(found))


def require_equal(ours: Any, theirs: Any) -> None:
    assert ours.ascent.is_found and theirs.mle_retvals["converged"]
    np.testing.assert_allclose(theirs.params, ours.params, atol=1e-6)
    np.testing.assert_allclose(theirs.bse, ours.bse, rtol=1e-5)
    assert theirs.llf == pytest.approx(ours.llf, abs=1e-8)
