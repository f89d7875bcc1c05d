"""Each sampling model has its factor, and every misuse is refused with the value that caused it."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling, read_sampling


def test_factors_are_one_zero_and_the_finite_population_correction() -> None:
    assert REPLACEMENT.factor(10) == 1
    assert CENSUS.factor(10) == 0
    assert Sampling("srs", 11).factor(6) == Fraction(1, 2)
    assert Sampling("srs", 6).factor(6) == CENSUS.factor(6)
    assert Sampling("srs", 6).factor(1) == REPLACEMENT.factor(1)


def test_names_are_read() -> None:
    assert read_sampling("srs", population=20) == Sampling("srs", 20)
    assert read_sampling("census") == CENSUS
    assert "population of 20" in str(Sampling("srs", 20))


@pytest.mark.parametrize(
    ("name", "population", "word"), [("srs", None, "population=N"), ("census", 9, "drop it"), ("simple", None, "srs")]
)
def test_misuse_is_refused(name: str, population: int | None, word: str) -> None:
    with pytest.raises(InputError, match=word):
        read_sampling(name, population=population)


def test_more_answers_than_people_are_refused() -> None:
    with pytest.raises(InputError, match="21 answers"):
        Sampling("srs", 20).factor(21)
