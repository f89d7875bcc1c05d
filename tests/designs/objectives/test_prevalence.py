"""Prevalences are points, worst cases or every number of an interval; anything else is refused in one sentence."""

from fractions import Fraction as F

import pytest

from rropt.designs.objectives.prevalence import Prevalence, Quantifier, read_prevalence
from rropt.exact.errors import InputError


@pytest.mark.parametrize(
    ("said", "lower", "upper", "quantifier"),
    [
        ("1/4", F(1, 4), F(1, 4), Quantifier.AT),
        (0.25, F(1, 4), F(1, 4), Quantifier.AT),
        (0, F(0), F(0), Quantifier.AT),
        ("1/10..2/5", F(1, 10), F(2, 5), Quantifier.WORST),
        (("1/10", "2/5"), F(1, 10), F(2, 5), Quantifier.WORST),
        ("every", F(0), F(1), Quantifier.EVERY),
        ("every:1/10..2/5", F(1, 10), F(2, 5), Quantifier.EVERY),
    ],
)
def test_reads_each_spelling(said: object, lower: F, upper: F, quantifier: Quantifier) -> None:
    assert read_prevalence(said) == Prevalence(lower, upper, quantifier)


@pytest.mark.parametrize("said", ["1/4", "1/10..2/5", "every", "every:1/10..2/5"])
def test_printing_round_trips_and_mirroring_twice_changes_nothing(said: str) -> None:
    read = read_prevalence(said)
    assert str(read) == said and read_prevalence(str(read)) == read
    assert read.mirrored().mirrored() == read and read.mirrored().quantifier is read.quantifier


def test_mirroring_turns_the_interval_round() -> None:
    assert read_prevalence("1/10..2/5").mirrored() == Prevalence(F(3, 5), F(9, 10), Quantifier.WORST)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("5/4", "5/4"),
        ("-1/10", "-1/10"),
        ("2/5..1/10", "empty interval"),
        ("1/4..1/4", "a point, not an interval; give 1/4"),
        ("1/3..1/4", "empty interval"),
        (("2/5", "1/10"), "empty interval"),
        ((F(1, 4), "0.25"), "prevalence 1/4..1/4 is a point, not an interval; give 1/4"),
        ("1/4..", "lacks an end; give both"),
        ("every:..1/2", "lacks an end; give both"),
        ("1/2..3/2", "3/2"),
    ],
)
def test_refuses_what_is_no_prevalence(said: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read_prevalence(said)
    assert "\n" not in str(caught.value)


def test_an_interval_has_no_point() -> None:
    with pytest.raises(InputError, match="interval; give one number"):
        _ = read_prevalence("1/10..2/5").point
