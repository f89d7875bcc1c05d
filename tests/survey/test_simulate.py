"""Simulated surveys agree with the exact theory within their own error, for every sampling model and method."""

import json
from fractions import Fraction

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.coverage import coverage
from rropt.survey.interval_arrays import estimator
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.simulate import Check, known_coverage, law_of_hits, simulate
from rropt.survey.weights import linear_weights
from tests.calls import within_calls
from tests.survey.people import exact_law

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


@pytest.mark.parametrize("method", ["chebyshev", "normal", "wilson"])
@pytest.mark.parametrize(("sampling", "population"), [("replacement", None), ("census", None), ("srs", 200)])
def test_bias_variance_and_coverage_agree(sampling: str, population: int | None, method: str) -> None:
    for p, n in ((WARNER, 60), (WIDE, 20)):
        found = simulate(
            p,
            prevalence="1/5",
            n=n,
            surveys=4000,
            rng=rng(),
            sampling=sampling,
            population=population,
            method=method,
        )
        assert found.agrees, repr(found)
        assert all(c.exact is not None for c in found.checks)
        assert sampling.split("s")[0] in repr(found)


def test_a_wrong_theory_is_noticed() -> None:
    """The comparison can fail: a bias of a tenth of a standard error is seen in 4000 surveys."""
    found = simulate(WARNER, prevalence="1/5", n=60, surveys=4000, rng=rng())
    variance = found.checks[1]
    assert abs(Check("variance", variance.empirical, 1.15 * variance.exact, variance.error).distance) > 4


def test_ten_thousand_surveys_of_a_thousand_make_fewer_calls_than_they_have_answers() -> None:
    device = from_spec("krr:k=8,epsilon=1")
    found = within_calls(5_000_000, lambda: simulate(device, prevalence=["1/8"] * 8, n=1000, rng=rng()))
    assert found.surveys == 10_000
    assert found.agrees


def test_large_binary_surveys_have_their_coverage_by_enumeration() -> None:
    found = simulate(WARNER, prevalence="1/10", n=1000, surveys=2000, rng=rng(), method="clopper-pearson")
    assert found.checks[2].exact > 0.95
    assert found.agrees


def test_progress_seeds_and_exports() -> None:
    heard: list[int] = []
    found = simulate(WARNER, prevalence="1/5", n=20, surveys=1200, rng=rng(), progress=heard.append)
    assert heard == [500, 1000, 1200]
    assert found == simulate(WARNER, prevalence="1/5", n=20, surveys=1200, rng=rng())
    document = json.loads(found.to_json())
    assert document["checks"][1]["exact"] == f"{found.checks[1].exact:.8g}"
    assert found.to_pandas().shape == (3, 5)
    assert "coverage" in found.to_latex()


def test_too_few_answers_are_refused() -> None:
    with pytest.raises(InputError, match="n = 1"):
        simulate(WARNER, prevalence="1/5", n=1, rng=rng())


SHARES = (Fraction(7, 10), Fraction(3, 10))
LEVEL = Fraction(19, 20)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 40), Sampling("srs", 20)], ids=str)
def test_the_law_of_hits_is_the_exact_one(sampling: Sampling) -> None:
    p = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
    exact = exact_law(p, SHARES, 20, sampling=sampling)
    found = law_of_hits([1 / 5, 2 / 3], SHARES, 20, sampling)
    assert found == pytest.approx([float(exact.get((20 - y, y), 0)) for y in range(21)], abs=1e-14)


@pytest.mark.parametrize("method", ["wilson", "normal", "chebyshev"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 200)], ids=str)
def test_doubles_agree_with_the_enumeration(method: str, sampling: Sampling, monkeypatch: pytest.MonkeyPatch) -> None:
    p, n = from_spec("krr:k=4,epsilon=ln3"), 100
    shares = tuple(Fraction(x, 100) for x in (10, 20, 30, 40))
    how = estimator(p, 1)
    exact = float(coverage(p, shares, n, method=method, sampling=sampling, j=1).lower)
    monkeypatch.setattr("rropt.survey.coverage.MOST_VECTORS", 0)
    w = linear_weights(p)
    found = known_coverage(p, w, shares, n, method=method, level=LEVEL, model=sampling, how=how)
    assert found == pytest.approx(exact, abs=1e-10)


def test_large_surveys_of_many_categories_have_a_known_coverage_under_every_model() -> None:
    p, n = from_spec("krr:k=6,epsilon=1"), 3000
    shares = (Fraction(1, 6),) * 6
    for sampling in (REPLACEMENT, CENSUS, Sampling("srs", 30_000)):
        how = estimator(p, 5)
        found = known_coverage(p, linear_weights(p), shares, n, method="wilson", level=LEVEL, model=sampling, how=how)
        assert found is not None and 0.94 < found < 0.96
    assert np.isclose(law_of_hits([0.2, 0.7], SHARES, 5000, Sampling("srs", 10**6)).sum(), 1)
