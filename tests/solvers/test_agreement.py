"""Tolerances: near one another, between bounds, and what is infinite is near nothing else."""

from __future__ import annotations

import math

from rropt.solvers.agreement import AGREEMENT, are_in_agreement, lies_within


def test_near_is_relative_to_the_size_and_at_least_to_one() -> None:
    assert are_in_agreement(1e6 * (1 + 0.9 * AGREEMENT), 1e6) and not are_in_agreement(1e6 * (1 + 1.1 * AGREEMENT), 1e6)
    assert are_in_agreement(0.9 * AGREEMENT, 0.0) and not are_in_agreement(1.1 * AGREEMENT, 0.0)


def test_what_is_infinite_or_no_number_is_near_nothing_else() -> None:
    assert are_in_agreement(math.inf, math.inf) and not are_in_agreement(1.0, math.inf)
    assert not are_in_agreement(math.inf, 1.0) and not are_in_agreement(math.nan, 1.0)


def test_between_bounds_or_near_one() -> None:
    assert lies_within(3.0, 2.0, math.inf) and lies_within(2 - AGREEMENT, 2.0, math.inf)
    assert not lies_within(1.0, 2.0, math.inf) and not lies_within(3.0, -math.inf, 2.0)
    assert not lies_within(math.nan, -math.inf, math.inf)
