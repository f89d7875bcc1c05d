"""The least n is found by bisection, up to the population."""

import pytest

from rropt.exact.errors import InputError
from rropt.survey.sampling import REPLACEMENT, Sampling
from rropt.survey.size import smallest


@pytest.mark.parametrize("least", [1, 2, 3, 64, 65, 1000, 10**9 + 7])
def test_the_least_is_found(least: int) -> None:
    assert smallest(lambda n: n >= least, REPLACEMENT, goal="a goal") == least


def test_what_no_sample_reaches_is_refused() -> None:
    assert smallest(lambda n: n >= 100, Sampling("srs", 100), goal="a goal") == 100
    with pytest.raises(InputError, match="even all 100"):
        smallest(lambda n: n >= 101, Sampling("srs", 100), goal="a goal")
    with pytest.raises(InputError, match="a goal"):
        smallest(lambda n: False, REPLACEMENT, goal="a goal")
