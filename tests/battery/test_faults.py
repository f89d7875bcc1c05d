"""Solvers that fail, stall, give up, or answer with nonsense: the certified answer is the right one or a sentence says that there
is none, and nothing false is returned."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

import rropt
from rropt import (
    LDP,
    Contrast,
    Determinant,
    Information,
    LargestVariance,
    PairwiseLDP,
    TotalVariance,
    Trace,
    Utility,
    Variance,
)
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.solvers import highs

SHARES = ["1/2", "1/3", "1/6"]
BUDGETS = [[0, "ln2", "ln3"], ["ln2", 0, "ln2"], ["ln3", "ln2", 0]]
PROBLEMS: dict[str, dict[str, Any]] = {
    "variance": {"objective": Variance("1/10"), "demand": LDP("1/2", delta="1/10")},
    "trace": {"objective": Trace(), "demand": LDP(1), "inputs": 4},
    "weighted trace": {"objective": Trace([3, 2, 1]), "demand": LDP("ln3")},
    "utility": {"objective": Utility([["1", "0", "1/2"], ["0", "2", "1"]]), "demand": LDP("ln2", delta="1/20")},
    "pairs": {"objective": Trace([1, 2, 4]), "demand": PairwiseLDP(BUDGETS)},
    "condition": {"objective": Trace([1, 2, 3]), "demand": LDP("ln3"), "subject_to": ["P[0,0] >= 1/2"]},
    "total variance": {"objective": TotalVariance(SHARES), "demand": LDP("ln3")},
    "contrast": {"objective": Contrast([[1, 2, 3]], SHARES), "demand": LDP("ln3")},
    "largest variance": {"objective": LargestVariance(SHARES), "demand": LDP("ln3")},
    "determinant": {"objective": Determinant(SHARES), "demand": LDP("ln3")},
    "singular contrast": {"objective": Contrast([[1, -1, 0, 0]], ["2/5", "3/10", "1/5", "1/10"]), "demand": LDP(1)},
    "information": {"objective": Information(SHARES), "demand": LDP("ln3")},
}
SOUND = {name: rropt.design(**asked) for name, asked in PROBLEMS.items()}


def nonsense(rng: np.random.Generator, answer: highs.HighsAnswer) -> highs.HighsAnswer:
    point, rows = (rng.normal(size=len(x)) for x in (answer.point, answer.multipliers))
    basic = rng.permutation(len(point) + len(rows))[: len(rows)].tolist()
    columns, others = ([x for x in basic if x < len(point)], [x - len(point) for x in basic if x >= len(point)])
    return replace(answer, point=point, multipliers=rows, basic_columns=tuple(columns), basic_rows=tuple(others))


def highs_that(fault: str) -> Callable[[Any], highs.HighsAnswer]:
    rng, usual, calls = np.random.default_rng(5), highs.run, itertools.count()

    def run(model: Any) -> highs.HighsAnswer:
        answer = usual(model)
        nothing = np.full(len(answer.point), math.nan), np.full(len(answer.multipliers), math.nan)
        match fault:
            case "gives up":
                return replace(answer, status="Solve error", value=math.nan, basic_columns=(), basic_rows=())
            case "stalls":
                return replace(answer, status=highs.OUT_OF_TIME, value=math.nan, basic_columns=(), basic_rows=())
            case "NaN":
                return replace(answer, value=math.nan, point=nothing[0], multipliers=nothing[1])
            case "nonsense":
                return nonsense(rng, answer)
            case "a wrong value":
                return replace(answer, value=answer.value + 0.25)
            case "infeasible":
                return replace(answer, status="Infeasible")
            case _:  # at times
                return answer if next(calls) % 2 else nonsense(rng, answer)

    return run


def cvxpy_that(fault: str) -> Callable[..., float | None]:
    usual = cp.Problem.solve

    def solve(problem: cp.Problem, *args: Any, **options: Any) -> float | None:
        if fault == "gives up":
            raise cp.error.SolverError("the solver failed")
        found = usual(problem, *args, **options)
        if fault == "nonsense":
            rng = np.random.default_rng(6)
            for variable in problem.variables():
                variable.project_and_assign(rng.normal(size=variable.shape))
            return float(rng.normal())
        return math.nan if fault == "NaN" else found

    return solve


def require_right(name: str, solver: str | None = None) -> None:
    """A design made with a broken solver is none, with its reason, or one whose bounds hold the right value."""
    try:
        found = rropt.design(**PROBLEMS[name], solver=solver)
    except (InputError, Undecided, Disagreement) as error:
        assert str(error)
        return
    sound = SOUND[name]
    assert None not in (found.lower, found.upper, sound.lower, sound.upper)
    assert float(found.lower) <= float(sound.upper) + 1e-12  # type: ignore[arg-type]
    assert float(sound.lower) <= float(found.upper) + 1e-12  # type: ignore[arg-type]
    assert rropt.verify(found.certificate).status == "accepted"
    assert found.mechanism is not None and PROBLEMS[name]["demand"].holds(found.mechanism)


def counted(broken: Callable[..., Any]) -> tuple[Callable[..., Any], Callable[[], int]]:
    """The broken solver, and how often it was asked."""
    asked = []

    def run(*args: Any, **options: Any) -> Any:
        asked.append(1)
        return broken(*args, **options)

    return run, lambda: len(asked)


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name != "total variance"])
@pytest.mark.parametrize("fault", ["gives up", "stalls", "NaN", "nonsense", "a wrong value", "infeasible", "at times"])
def test_highs_is_not_believed(monkeypatch: pytest.MonkeyPatch, fault: str, name: str) -> None:
    run, times = counted(highs_that(fault))
    monkeypatch.setattr(highs, "run", run)
    require_right(name)
    assert times()


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name != "determinant"])
@pytest.mark.parametrize("fault", ["gives up", "NaN", "nonsense"])
def test_the_solvers_of_cvxpy_are_not_believed(monkeypatch: pytest.MonkeyPatch, fault: str, name: str) -> None:
    solve, times = counted(cvxpy_that(fault))
    monkeypatch.setattr(cp.Problem, "solve", solve)
    require_right(name, solver="CLARABEL")
    assert times()
