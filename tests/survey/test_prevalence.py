"""A prevalence is read from one number, several, or text; what is no distribution is refused; largest remainders
give whole people, no share moved by a person or more, all people counted."""

from fractions import Fraction
from itertools import product

import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.survey.prevalence import read_prevalence, uniform, whole_shares


def test_readings() -> None:
    assert read_prevalence("1/10", 2) == (Fraction(9, 10), Fraction(1, 10))
    assert read_prevalence(0.1, 2) == read_prevalence("0.9,0.1", 2) == read_prevalence(["9/10", "1/10"], 2)
    assert uniform(4) == (Fraction(1, 4),) * 4


@pytest.mark.parametrize(("given", "k"), [("1/10", 3), ("3/2", 2), (["1/2", "1/4"], 2), (["1/2", "1/2"], 3)])
def test_what_is_no_distribution_is_refused(given: object, k: int) -> None:
    with pytest.raises(InputError):
        read_prevalence(given, k)


@pytest.mark.parametrize("people", [1, 2, 7, 23, 30])
def test_all_people_are_counted_and_nobody_is_moved_far(people: int) -> None:
    for cut in product(range(7), repeat=3):
        if sum(cut):
            shares = [Fraction(x, sum(cut)) for x in cut]
            found = whole_shares(shares, people)
            assert sum(found) == 1 and all(x >= 0 and (x * people).denominator == 1 for x in found)
            assert all(abs(x - y) * people < 1 for x, y in zip(found, shares, strict=True))
            if all((x * people).denominator == 1 for x in shares):
                assert found == tuple(shares)


def test_numbers_of_the_field_are_rounded_too() -> None:
    x = read_number("1/e")
    assert whole_shares((1 - x, x), 1000) == (Fraction(632, 1000), Fraction(368, 1000))
