"""Normal quantiles are enclosed, and confidences outside (0, 1) are refused."""

from fractions import Fraction
from statistics import NormalDist

import pytest

from rropt.exact.errors import InputError
from rropt.survey.quantile import normal_quantile, percent, read_confidence, squared_quantile


@pytest.mark.parametrize("level", ["0.5", "0.9", "0.95", "0.999"])
def test_quantiles_are_enclosed(level: str) -> None:
    alpha = 1 - Fraction(level)
    z = NormalDist().inv_cdf(float(1 - alpha / 2))
    low, high = squared_quantile(Fraction(level))
    assert 0 < high - low <= Fraction(1, 10**15)
    assert float(low) == pytest.approx(z * z, rel=1e-12)
    low, high = normal_quantile(1 - alpha / 2)
    assert float(high) == pytest.approx(z, rel=1e-12)


@pytest.mark.parametrize("level", [0, 1, "95", -1])
def test_impossible_confidences_are_refused(level: object) -> None:
    with pytest.raises(InputError, match="strictly between"):
        read_confidence(level)


def test_no_level_is_printed_as_a_hundred_percent() -> None:
    levels = ("0.95", "0.9999999999999999", "1/3", 1 - Fraction(1, 10**40))
    assert [percent(read_confidence(x)) for x in levels] == ["95", "99.99999999999999", "33.3333", "99.9999"]
