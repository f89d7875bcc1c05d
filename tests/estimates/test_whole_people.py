"""Largest remainders: whole people, no share moved by a person or more, all people counted."""

from fractions import Fraction as F
from itertools import product

import pytest

from rropt.estimates.whole_people import whole_shares
from rropt.exact.reading import read_number


@pytest.mark.parametrize("people", [1, 2, 7, 23, 30])
def test_all_people_are_counted_and_nobody_is_moved_far(people: int) -> None:
    for cut in product(range(7), repeat=3):
        if sum(cut):
            shares = [F(x, sum(cut)) for x in cut]
            found = whole_shares(shares, people)
            assert sum(found) == 1 and all(x >= 0 and (x * people).denominator == 1 for x in found)
            assert all(abs(x - y) * people < 1 for x, y in zip(found, shares, strict=True))
            if all((x * people).denominator == 1 for x in shares):
                assert found == tuple(shares)


def test_numbers_of_the_field_are_rounded_too() -> None:
    x = read_number("1/e")
    assert whole_shares((1 - x, x), 1000) == (F(632, 1000), F(368, 1000))
