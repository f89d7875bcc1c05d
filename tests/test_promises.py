"""Each promise of README beside the tests that hold it: a promise without a test, or a test that is gone, fails here."""

from __future__ import annotations

from pathlib import Path

import pytest

from rropt import LDP, Information, TotalVariance, design

ROOT = Path(__file__).parents[1]
HELD = {
    "is shown only after a checker": [
        "certificate/test_judge.py::test_what_is_false_is_rejected_and_raised_as_a_disagreement"
    ],
    "needs Python alone and knows nothing of the solvers": [
        "checker/test_accepted.py::test_the_folder_runs_alone",
        "test_repository.py::test_the_checker_stands_alone",
    ],
    "proved right in Coq": [
        "proofs/test_verified.py::test_what_is_accepted_is_true_by_a_theorem_that_rests_on_coqs_reals_alone"
    ],
    "an answer that contradicts the certificate is an error that shows all": [
        "binary/test_poses.py::test_a_contradiction_is_an_error_that_shows_all",
        "engine/test_poses.py::test_a_contradiction_is_told",
    ],
    "two numbers are compared exactly or not at all": [
        "exact/test_element.py::test_a_free_comparison_is_true_false_or_undecided_never_a_guess"
    ],
    "that one mechanism tells more than another, or does not, is shown": [
        "order/test_comparison.py::test_a_comparison_is_two_halves_with_one_certificate"
    ],
    "answers are drawn with exactly the stated chances": [
        "survey/test_draws.py::test_bits_decide_with_exactly_the_stated_probabilities",
        "survey/test_draws.py::test_the_default_is_the_operating_systems_entropy",
    ],
    "(a *confession*) is a warning before anything else": [
        "privacy/test_beliefs_after.py::test_the_optimum_of_delta_that_unmasks_is_called_a_confession",
        "page/test_board.py::test_who_is_unmasked_is_told_first_and_a_design_is_advised_to_join_a_demand",
    ],
    "shows their answers beside the certificate's": ["test_four_problems.py::test_the_proof_has_both_numbers"],
    "passes the tests": ["test_repository.py::test_the_pages_are_executed"],
    "is decided by `rropt audit`": [
        "claims/test_audit.py::test_the_verdicts_of_every_paper_are_those_stored_and_cvc5_contradicts_none"
    ],
    "106 are refuted": ["test_repository.py::test_the_readme_names_claims_that_exist"],
}
"""What README says of rropt, and the tests of each."""


@pytest.mark.parametrize("words", HELD)
def test_what_readme_promises_has_tests_that_are_there(words: str) -> None:
    assert words in " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for place in HELD[words]:
        path, _, name = place.partition("::")
        assert f"def {name}(" in (ROOT / "tests" / path).read_text(encoding="utf-8"), place


@pytest.mark.parametrize("objective", [TotalVariance, Information])
def test_bounds_of_unequal_shares_are_near(objective: type[TotalVariance | Information]) -> None:
    for shares in (["1/2", "1/3", "1/6"], ["4/10", "3/10", "2/10", "1/10"], ["1/3", "1/4", "1/5", "1/10", "7/60"]):
        found = design(objective(shares), LDP("ln3"))
        assert found.lower is not None and found.upper is not None
        assert float(found.upper - found.lower) <= 1e-10 * float(found.upper)
