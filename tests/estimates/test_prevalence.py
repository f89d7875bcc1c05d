"""A prevalence is read from one number, several, or text; what is no distribution is refused."""

from fractions import Fraction

import pytest

from rropt.estimates.prevalence import read_prevalence, uniform
from rropt.exact.errors import InputError


def test_readings() -> None:
    assert read_prevalence("1/10", 2) == (Fraction(9, 10), Fraction(1, 10))
    assert read_prevalence(0.1, 2) == read_prevalence("0.9,0.1", 2) == read_prevalence(["9/10", "1/10"], 2)
    assert uniform(4) == (Fraction(1, 4),) * 4


@pytest.mark.parametrize(("given", "k"), [("1/10", 3), ("3/2", 2), (["1/2", "1/4"], 2), (["1/2", "1/2"], 3)])
def test_what_is_no_distribution_is_refused(given: object, k: int) -> None:
    with pytest.raises(InputError):
        read_prevalence(given, k)
