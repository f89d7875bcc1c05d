"""Tables fold or turn, and sentences wrap, never inside a word or a number."""

import os
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.surface.screen import fit_table, line_width, wrap


def test_the_width_is_that_of_columns_else_80() -> None:
    for told, width in (("60", 60), ("120", 120), ("5", 40)):
        with mock.patch.dict(os.environ, {"COLUMNS": told}):
            assert line_width() == width


def test_a_table_that_fits_stays_and_one_that_does_not_folds() -> None:
    header, rows = ["name", "first", "second"], [["a", "1" * 20, "2" * 20], ["b", "3", "4"]]
    assert fit_table(header, rows, width=60).splitlines()[0].split() == header
    upper, lower = fit_table(header, rows, width=40).split("\n\n")
    assert upper.splitlines() == ["name  first", f"a     {'1' * 20}", "b     3"]
    assert lower.splitlines() == ["name  second", f"a     {'2' * 20}", "b     4"]


def test_a_cell_wider_than_the_screen_turns_the_table() -> None:
    text = fit_table(["name", "what it says", "n"], [["a", "words and words " * 5, "7"]], width=40)
    assert max(map(len, text.splitlines())) <= 40
    assert text.splitlines()[0] == "name          a" and "n             7" in text


@given(st.lists(st.text("abc 0123456789", min_size=1, max_size=30), min_size=1, max_size=30), st.integers(40, 130))
def test_wrapping_loses_no_word_and_breaks_none(parts: list[str], width: int) -> None:
    text = " ".join(parts)
    assert wrap(text, width=width).split() == text.split()


@pytest.mark.parametrize("width", [40, 60, 80])
def test_numbers_stay_whole(width: int) -> None:
    text = "A chance of 10 % with n = 1000 and x ≈ 0.5 is (10*t + 1)/(10*t + 10) here. " * 6
    lines = wrap(text, width=width).splitlines()
    assert all(len(line) <= width for line in lines)
    for whole in ("10 %", "n = 1000", "x ≈ 0.5", "(10*t + 1)/(10*t + 10)"):
        assert sum(line.count(whole) for line in lines) == 6, whole


def test_an_exact_number_longer_than_a_line_breaks_between_its_terms() -> None:
    text = "value " + " + ".join(f"{n}*t^{n}" for n in range(40))
    assert all(len(line) <= 60 for line in wrap(text, width=60).splitlines())


def test_the_ends_of_an_interval_stay_in_one_table() -> None:
    """The upper end alone stood in a table of its own, where the lower one still fitted beside the estimates."""
    header = ["event", "estimate", "95% lower", "95% upper"]
    text = fit_table(header, [["regional games", "0.4464", "0.3994", "0.4937"]], width=38)
    assert any("95% lower  95% upper" in line for line in text.splitlines())
    assert all(len(line) <= 38 for line in text.splitlines())
