"""A certificate costs what it is recorded to cost, in units that no machine changes."""

from __future__ import annotations

import json

import pytest
import work

import rropt.checker
from rropt.checker.limits import MOST_WORK


@pytest.mark.slow
def test_the_work_is_the_recorded_one() -> None:
    recorded = json.loads(work.RECORDED.read_text("utf-8"))
    found = {name: work.spent(rropt.checker, text) for name, text in work.texts().items()}
    assert found == recorded, "if the change is meant, write it down: python tests/checker/work.py"


def test_most_certificates_cost_little_of_the_budget() -> None:
    costs = sorted(json.loads(work.RECORDED.read_text("utf-8")).values())
    assert costs[len(costs) * 9 // 10] < MOST_WORK / 200
