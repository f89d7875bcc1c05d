"""Signs, sums and sizes at the limits: each answer is known beforehand."""

from __future__ import annotations

import runpy
import sys

import hard_forms
import pytest
from hard_cases import TEXTS

from rropt.checker import check

REJECTED = {
    "undecided_sign",
    "interval_left_end_root_closed",
    "interval_right_end_root_closed_strict",
    "interval_two_roots_inside",
    "interval_root_near_the_left",
    "interval_root_near_the_right",
    "interval_to_infinity_root_far",
    "interval_to_infinity_small_lead",
    "interval_between_exponentials_false",
    "repeated_root_inside",
    "square_around_zero",
    "square_close_around_zero",
    "just_below_an_upper_end",
    "just_above_a_lower_end",
    "root_at_the_edge_of_a_bracket",
    "neither_false_everywhere",
    "nor_nowhere_zero",
    "nor_over_a_negative_number",
    "gain_above_one",
    "quotient_too_high",
    "negative_quotient_too_high",
    "negative_bound_too_high",
    "step_below_a_power_of_e",
    "step_above_a_power_of_e",
    "from_zero_to_infinity",
    "wrong",
    *hard_forms.REJECTED,
}
UNFINISHED = {
    *("degree_512", "variables_7", "labels_1025", "digits_80001"),
    *(name for name in TEXTS if name.startswith("bomb")),
}
WANTED = {
    **dict.fromkeys(REJECTED, "rejected"),
    **dict.fromkeys(hard_forms.MALFORMED, "malformed"),
    **dict.fromkeys(UNFINISHED, "unfinished"),
    "bomb_of_entries": "malformed",  # names that are lists
}


@pytest.mark.slow_at("bomb_of_numbers_kept", "bomb_of_premises")
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_case(name: str) -> None:
    verdict = check(TEXTS[name])
    assert verdict.status == WANTED.get(name, "accepted"), verdict.reason or verdict.sentence


def test_an_undecided_sign_is_said_to_be_one() -> None:
    assert "not decided within the limits" in check(TEXTS["undecided_sign"]).reason


def test_the_package_runs_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["checker"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("rropt.checker", run_name="__main__")
    assert stop.value.code == 2 and capsys.readouterr().out.startswith("usage: ")
