"""Simulated surveys agree with the exact theory within their own error, for every sampling model and method."""

import json

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.planning.simulation import Check, simulate
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


def test_what_is_in_doubt_counts_for_no_distance() -> None:
    check = Check("coverage", 0.9465, 0.9461, 0.0001, 0.0003)
    assert abs(check.distance - 1) < 1e-9 and "0.946 " in check.explain() and check.to_dict()["doubt"] == "0.0003"
    assert Check("coverage", 0.9462, 0.9461, 0.0001, 0.0003).distance == 0
