"""The first item that stands twice."""

import pytest

from rropt.cli.reading.repeated import first_repeated


@pytest.mark.parametrize(
    ("items", "found"),
    [("", None), ("abc", None), ("abcb", "b"), ("abba", "b"), (["", "x", ""], ""), ([1, 2, 1, 2], 1)],
)
def test_the_first_item_that_stood_before_is_found(items: str | list[object], found: object) -> None:
    assert first_repeated(items) == found
