"""What `solve()` of each objective's program gives, as the help of `Problem.as_cvxpy` says it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    LargestVariance,
    Mechanism,
    Problem,
    Sensitive,
    TotalVariance,
    Trace,
    Variance,
)
from rropt.problem.contract import Objective

SHARES = ["1/2", "1/3", "1/6"]
CASES: dict[str, tuple[Objective, dict[str, object], Callable[[float], float]]] = {
    "trace": (Trace(), {"inputs": 3}, lambda v: v),
    "variance": (Variance("1/4"), {"outputs": "free"}, lambda v: 1 / v),
    "information": (Information(SHARES), {}, lambda v: v),
    "divergence": (Divergence("renyi", 0, 1, order=2), {"inputs": 2}, lambda v: v),
    "total variance": (TotalVariance(SHARES), {}, lambda v: v),
    "contrast": (Contrast([1, 0, -1]), {}, lambda v: v),
    "determinant": (Determinant(SHARES), {}, lambda v: math.log(3 * v)),
    "largest variance": (LargestVariance(SHARES), {}, lambda v: -1 / v),
    "largest of the shares": (LargestVariance(SHARES, of="shares"), {}, lambda v: v),
}


@pytest.mark.parametrize("name", CASES)
def test_the_value_of_the_program_is_that_of_the_objective_in_the_form_that_is_said(name: str) -> None:
    objective, sizes, of_value = CASES[name]
    problem = Problem(objective, LDP("ln3"), **sizes)  # type: ignore[arg-type]
    program = problem.as_cvxpy()
    value = problem.solve_cvxpy().value
    assert value is not None and program.solve() == pytest.approx(of_value(value), rel=1e-3)
    assert set(program.param_dict) <= {"ratio", "rows", "prevalence"} and {"P", "weights"} & set(program.var_dict)


def test_a_mechanism_is_read_from_the_weights_and_the_rows() -> None:
    program = Problem(TotalVariance(SHARES), LDP("ln3")).as_cvxpy()
    for ratio in (3.0, 2.0):
        program.param_dict["ratio"].value = ratio
        program.solve()
        p = program.param_dict["rows"].value * program.var_dict["weights"].value
        assert p.sum(axis=1) == pytest.approx([1, 1, 1], abs=1e-6)
        used = p[:, p.max(axis=0) > 1e-6]
        assert (used.max(axis=0) / used.min(axis=0)).max() == pytest.approx(ratio)
    with pytest.raises(NotImplementedError, match="Cannot set the value"):
        program.param_dict["rows"].value = p


def test_in_two_outputs_the_search_over_s_finds_the_least_product() -> None:
    problem = Problem(Variance("1/4"), LDP("ln3", delta="1/10"), inputs=2)
    program, least = problem.as_cvxpy(), problem.solve_cvxpy().value
    assert set(program.param_dict) == {"s", "ratio", "delta", "prevalence"} and set(program.var_dict) == {
        "x",
        "y",
        "A",
        "B",
    }
    found = []
    for s in (1 / 4, 1 / 2, 1, 2, 4):
        program.param_dict["s"].value = s
        value, (a, b) = program.solve(), (float(program.var_dict[name].value) for name in "AB")
        assert value == pytest.approx(s * a + b, rel=1e-6)
        found.append(a * b)
    assert (
        least is not None
        and min(found) == pytest.approx(least, rel=1e-6)
        and program.solve() != pytest.approx(least, rel=1e-2)
    )


def test_a_free_slack_of_single_pairs_is_a_parameter_without_a_value() -> None:
    program = Problem(Trace(), Sensitive([0], "ln3", delta="every"), inputs=3).as_cvxpy()
    delta = program.param_dict["delta"]
    assert delta.value is None
    delta.value = np.full(delta.shape, 0.1)
    assert program.solve() == pytest.approx(12 / 5)


def test_an_answer_that_is_never_given_takes_no_weight() -> None:
    program = Problem(Information(), LDP("ln3"), inputs=2, outputs="free").as_sympy()
    two, three = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), Mechanism([["3/4", "1/4"], ["1/4", "3/4"], [0, 0]])
    assert program.at(two).value == program.at(three).value
