"""Simulated surveys agree with the exact theory within their own error, for every sampling model and method."""

import json

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.simulate import Check, simulate
from tests.calls import within_calls

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


@pytest.mark.slow
def test_ten_thousand_surveys_of_a_thousand_make_fewer_calls_than_they_have_answers() -> None:
    device = from_spec("krr:k=8,epsilon=1")
    found = within_calls(5_000_000, lambda: simulate(device, prevalence=["1/8"] * 8, n=1000, rng=rng()))
    assert found.surveys == 10_000
    assert found.agrees


@pytest.mark.slow
def test_binary_surveys_of_a_thousand_have_their_coverage_by_enumeration_and_larger_ones_have_none() -> None:
    found = simulate(WARNER, prevalence="1/10", n=1000, surveys=2000, rng=rng(), method="clopper-pearson")
    assert found.checks[2].exact > 0.95
    assert found.agrees
    larger = simulate(WARNER, prevalence="1/10", n=5000, surveys=2000, rng=rng())
    assert larger.checks[2].exact is None and "not enumerated" in repr(larger) and larger.agrees
    assert abs(larger.checks[2].empirical - 0.95) < 0.02
    irrational = simulate(WARNER, prevalence="1/e", n=20, surveys=100, rng=rng())
    assert irrational.checks[2].exact is None and irrational.checks[1].exact is not None


def test_too_few_answers_or_surveys_are_refused_with_both_limits() -> None:
    for n, surveys in ((1, 2), (2, 1), (10**9 + 1, 2), (2, 10**7 + 1)):
        with pytest.raises(InputError, match=f"2 to 1000000000 .* 2 to 10000000, not n = {n} and surveys = {surveys}"):
            simulate(WARNER, prevalence="1/5", n=n, surveys=surveys, rng=rng())


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
    with pytest.raises(InputError, match="not n = 1 and surveys = 10000"):
        simulate(WARNER, prevalence="1/5", n=1, rng=rng())
    with pytest.raises(InputError, match="rng = 1 must be a numpy Generator"):
        simulate(WARNER, prevalence="1/5", n=10, rng=1)  # type: ignore[arg-type]
