from fractions import Fraction

import numpy as np
import pytest

from rropt.estimates.coverage import coverage
from rropt.estimates.interval_arrays import estimator
from rropt.estimates.law import law_of_counts
from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.planning import known_coverage as module
from rropt.planning.known_coverage import known_coverage, law_of_hits

SHARES = (Fraction(7, 10), Fraction(3, 10))
LEVEL = Fraction(19, 20)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 40), Sampling("srs", 20)], ids=str)
def test_the_law_of_hits_is_the_exact_one(sampling: Sampling) -> None:
    p = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
    exact = law_of_counts(p, SHARES, 20, sampling=sampling)
    found = law_of_hits([1 / 5, 2 / 3], SHARES, 20, sampling)
    assert found == pytest.approx([float(exact.get((20 - y, y), 0)) for y in range(21)], abs=1e-14)


@pytest.mark.parametrize("method", ["wilson", "normal", "chebyshev"])
@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 200)], ids=str)
def test_doubles_agree_with_the_enumeration(method: str, sampling: Sampling, monkeypatch: pytest.MonkeyPatch) -> None:
    p, n = from_spec("krr:k=4,epsilon=ln3"), 100
    shares = tuple(Fraction(x, 100) for x in (10, 20, 30, 40))
    how = estimator(p, 1)
    exact = float(coverage(p, shares, n, method=method, sampling=sampling, j=1)[0])
    monkeypatch.setattr(module, "MOST_ANSWERS", 0)
    found, _ = known_coverage(p, shares, n, method=method, level=LEVEL, model=sampling, how=how)
    assert found == pytest.approx(exact, abs=1e-10)


def test_large_surveys_of_many_categories_have_a_known_coverage_under_every_model() -> None:
    p, n = from_spec("krr:k=6,epsilon=1"), 3000
    shares = (Fraction(1, 6),) * 6
    for sampling in (REPLACEMENT, CENSUS, Sampling("srs", 30_000)):
        found, _ = known_coverage(p, shares, n, method="wilson", level=LEVEL, model=sampling, how=estimator(p, 5))
        assert found is not None and 0.94 < found < 0.96
    assert np.isclose(law_of_hits([0.2, 0.7], SHARES, 5000, Sampling("srs", 10**6)).sum(), 1)
