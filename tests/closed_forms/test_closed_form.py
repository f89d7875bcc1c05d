"""Which theorem answers which problem, and where none does."""

from typing import Any

import pytest

from rropt.closed_forms import closed_form
from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.privacy import LDP
from rropt.problem.problem import Problem
from rropt.variance.objective import Variance

APPROXIMATE, PURE = LDP("1/2", delta="1/10"), LDP("1/2")


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem(Variance("1/4"), APPROXIMATE), "Theorems 2 and 3"),
        (Problem(Variance("1/4", warner=True), APPROXIMATE), "Theorem 4"),
        (Problem(Variance("1/4"), APPROXIMATE, outputs="free"), "four-output"),
        (Problem(Trace(), PURE, inputs=4), "4.4"),
        (Problem(Trace([1, 2]), PURE), "weighted"),
    ],
    ids=str,
)
def test_names_its_theorem(problem: Problem, words: str) -> None:
    found = closed_form(problem)
    assert found is not None and words in found.theorem


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Variance("1/10..2/5"), APPROXIMATE),
        Problem(Variance("every"), PURE),
        Problem(Trace([1, 2]), APPROXIMATE),
        Problem(Trace([1, -2]), PURE),
        Problem(Trace([0, 0]), PURE),
        Problem(Trace([1, 2]), LDP(0)),
        Problem(Utility([[1, 0], [0, 1]]), PURE),
        Problem(Variance("1/4"), LDP(0)),
        Problem(Variance(0), APPROXIMATE, outputs="free"),
    ],
    ids=str,
)
def test_says_nothing_elsewhere(problem: Any) -> None:
    assert closed_form(problem) is None
