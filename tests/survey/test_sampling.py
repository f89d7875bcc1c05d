"""Each sampling model has its factor, and every misuse is refused with the value that caused it."""

from fractions import Fraction

import pytest

from rropt import estimate, from_spec
from rropt.exact.errors import InputError
from rropt.survey.sampling import CENSUS, REPLACEMENT, Kind, Sampling, read_sampling


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


@pytest.mark.parametrize("n", [None, 1, 20, 10**12])
@pytest.mark.parametrize("kind", Kind)
def test_a_model_is_read_as_its_name_is(kind: Kind, n: int | None) -> None:
    """With its population in it, or beside it, or both."""
    if (kind is Kind.SRS) == (n is None):
        for model, people in ((kind, n), (Sampling(kind), n), (Sampling(kind, n), None), (Sampling(kind, n), n)):
            with pytest.raises(
                InputError, match="belongs to srs sampling" if n else "needs the size of its population"
            ):
                read_sampling(model, population=people)
    else:
        found = read_sampling(kind, population=n)
        assert [found] * 3 == [
            read_sampling(x, population=people)
            for x, people in ((Sampling(kind), n), (Sampling(kind, n), None), (Sampling(kind, n), n))
        ]


def test_a_model_and_another_population_are_refused() -> None:
    words = "the sampling is from a population of 20, not of 30; leave the population out"
    with pytest.raises(InputError, match=words):
        read_sampling(Sampling(Kind.SRS, 20), population=30)
    for model in (CENSUS, REPLACEMENT):
        with pytest.raises(InputError, match="a population of 30 belongs to srs sampling"):
            estimate({"0": 5, "1": 5}, mechanism=from_spec("warner:p=3/4"), sampling=model, population=30)


def test_more_answers_than_people_are_refused() -> None:
    with pytest.raises(InputError, match="21 answers"):
        Sampling("srs", 20).factor(21)
