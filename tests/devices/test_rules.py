"""Instructions are about outcomes that the instrument has, and no rule of them has a chance below 0."""

from __future__ import annotations

import pytest

from rropt import InputError
from rropt.devices.instrument import instrument
from rropt.devices.rules import Rule, Sets


@pytest.mark.parametrize("shares", [None, ["1/12"] * 12])
def test_only_outcomes_of_the_instrument_have_a_chance(shares: list[str] | None) -> None:
    tool = instrument("birthdays", shares or "months")
    assert tool.chance(0, -1) == tool.chance(12, 11) == 0 and tool.chance(0, 11) == 1
    for first, last in ((4, 2), (-1, 3), (0, 12), (13, 12), (0, -2)):
        with pytest.raises(InputError):
            tool.chance(first, last)


def test_rules_and_sets_that_nobody_could_follow_are_refused() -> None:
    for first, last, say in ((4, 2, (0, 1)), (1, 0, (0, 1)), (-1, 0, (0, 1)), (0, 1, (0, -1))):
        with pytest.raises(InputError):
            Rule(first, last, say)
    for size, inside in ((0, 1), (3, 1), (1, -1)):
        with pytest.raises(InputError):
            Sets(3, size, inside, ())
