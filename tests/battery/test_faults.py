"""Solvers that fail, stall, give up, or answer with nonsense: the certified answer is the right one or a sentence says that there
is none, and nothing false is returned."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
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
from rropt.solvers.program import Basis, Program

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


Ask = Callable[..., Basis | None]


def nonsense(rng: np.random.Generator, program: Program[Any]) -> Basis:
    """As many unknowns at random as a basis has."""
    n, m = len(program.gains), len(program.rows)
    chosen = rng.permutation(n + m)[:m].tolist()
    return Basis(tuple(x for x in chosen if x < n), frozenset(x - n for x in chosen if x >= n))


def highs_that(fault: str, usual: Ask) -> Ask:
    """A method of `Floats` that asks HiGHS, with a fault."""
    rng, calls = np.random.default_rng(5), itertools.count()

    def ask(floats: highs.Floats, *args: Any, **options: Any) -> Basis | None:
        if fault == "gives up":
            return None
        if fault == "at times" and next(calls) % 2:
            return usual(floats, *args, **options)
        return nonsense(rng, floats.program)

    return ask


def cvxpy_that(fault: str) -> Callable[..., float | None]:
    usual = cp.Problem.solve

    def solve(problem: cp.Problem, *args: Any, **options: Any) -> float | None:
        if fault == "gives up":
            raise cp.error.SolverError("the solver failed")
        found = usual(problem, *args, **options)
        return math.nan if fault == "NaN" else found + 0.25 * (1 + abs(found))

    return solve


def require_right(name: str, *, proof: bool = False) -> None:
    """A design made with a broken solver is none, with its reason, or one whose bounds hold the right value."""
    try:
        found = rropt.design(**PROBLEMS[name], proof=proof)
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


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("fault", ["gives up", "nonsense", "at times"])
def test_highs_is_not_believed(monkeypatch: pytest.MonkeyPatch, fault: str, name: str) -> None:
    for method in ("propose", "refine"):
        monkeypatch.setattr(highs.Floats, method, highs_that(fault, getattr(highs.Floats, method)))
    require_right(name)


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("fault", ["gives up", "NaN", "another value"])
def test_cvxpy_is_not_believed(monkeypatch: pytest.MonkeyPatch, fault: str, name: str) -> None:
    solve, times = counted(cvxpy_that(fault))
    monkeypatch.setattr(cp.Problem, "solve", solve)
    if fault == "another value" and name != "variance":  # whose value is that of the points that cvxpy finds
        with pytest.raises(Disagreement):
            rropt.design(**PROBLEMS[name], proof=True)
    else:
        require_right(name, proof=True)
    assert times()
