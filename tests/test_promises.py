"""Each promise of README beside the tests that hold it: a promise without a test, or a test that is gone, fails here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rropt import LDP, Information, TotalVariance, design

ROOT = Path(__file__).parents[1]
HELD = {
    "Nothing unproved is printed as proved.": [
        "binary/test_poses.py::test_a_contradiction_is_an_error_that_shows_all",
        "engine/test_poses.py::test_a_contradiction_is_told",
    ],
    "Exact numbers.": ["exact/test_element.py::test_a_free_comparison_is_true_false_or_undecided_never_a_guess"],
    "A yes and a no both carry a witness": [
        "order/test_comparison.py::test_a_comparison_is_two_halves_with_one_certificate"
    ],
    "Draws are exact": ["survey/test_draws.py::test_the_default_is_the_operating_systems_entropy"],
    "Confessions are announced": [
        "privacy/test_beliefs_after.py::test_the_optimum_of_delta_that_unmasks_is_called_a_confession"
    ],
}
SAID = {
    "a program without a dependency": "checker/test_accepted.py::test_the_folder_runs_alone",
    "an answer that contradicts is an error that shows all": "engine/test_poses.py::test_a_contradiction_is_told",
    "compares both with the certificate in sight": "test_four_problems.py::test_the_proof_has_both_numbers",
    "passes the tests": "test_repository.py::test_the_pages_are_executed",
    "is decided from scratch": "claims/test_audit.py::test_the_command_audits_from_scratch",
    "are refuted by a counterexample": "test_repository.py::test_the_readme_names_claims_that_exist",
}
"""What else the page says of rropt, and the test of each."""


def test_what_else_is_said_has_a_test_that_is_there() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for words, place in SAID.items():
        assert words in text, words
        path, _, name = place.partition("::")
        assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), place


@pytest.mark.parametrize("objective", [TotalVariance, Information])
def test_bounds_of_unequal_shares_are_near(objective: type[TotalVariance | Information]) -> None:
    for shares in (["1/2", "1/3", "1/6"], ["4/10", "3/10", "2/10", "1/10"], ["1/3", "1/4", "1/5", "1/10", "7/60"]):
        found = design(objective(shares), LDP("ln3"))
        assert found.lower is not None and found.upper is not None
        assert float(found.upper - found.lower) <= 1e-10 * float(found.upper)


def test_every_promise_of_readme_has_a_test_that_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    said = text.partition("## What rropt promises")[2].partition("\n## ")[0]
    assert re.findall(r"\*\*(.+?)\*\*", said) == list(HELD)
    for tests in HELD.values():
        for place in tests:
            path, _, name = place.partition("::")
            assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), place
