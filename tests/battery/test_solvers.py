"""The battery every solver passes: on linear programs that have an optimum, none, or no bound, HiGHS, every solver of cvxpy that
is installed and the exact simplex method say the same, and the exact answer carries its own proof.
"""

import math
from fractions import Fraction

import cvxpy as cp
import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from rropt.problem.kinds import OBJECTIVES
from rropt.problem.known import pose
from rropt.solvers.agreement import are_in_agreement

from rropt import LDP, Problem, design
from rropt.solvers import cvxpy, highs, simplex
from tests.strategies.draws import BATTERY
from tests.strategies.objectives import OBJECTIVES as KINDS
from tests.strategies.objectives import PURE

Table = list[list[Fraction]]
SOLVERS = sorted(set(cp.installed_solvers()) & {"HIGHS", "CLARABEL", "SCS", "OSQP", "SCIPY", "ECOS", "GLPK", "CBC"})
UNDECIDED = ("inaccurate", "failed", "or_unbounded", "limit")
every_solver = pytest.mark.parametrize("solver", SOLVERS)
entries = st.integers(-3, 5).map(Fraction)


@st.composite
def programs(draw: st.DrawFn) -> tuple[list[Fraction], Table, list[Fraction]]:
    """Minimise c·x over A·x = b, x ≥ 0: three in four have a solution by their making."""
    m, n = draw(st.integers(1, 3)), draw(st.integers(2, 6))
    a = [[draw(entries) for _ in range(n)] for _ in range(m)]
    x = [Fraction(draw(st.integers(0, 3))) for _ in range(n)]
    off = draw(st.integers(0, 3)) == 0
    b = [sum((p * q for p, q in zip(row, x, strict=True)), Fraction(off)) for row in a]
    return [draw(entries) for _ in range(n)], a, b


def floats(rows: Table) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in rows])


def dot(u: list[Fraction], v: object) -> Fraction:
    return sum((x * y for x, y in zip(u, v, strict=True)), Fraction(0))  # type: ignore[call-overload]


def exact_value(c: list[Fraction], a: Table, b: list[Fraction]) -> float:
    """The minimum by the exact simplex method, infinite where there is none, after its proof is checked."""
    found = simplex.minimise(c, a, b)
    columns = [list(column) for column in zip(*a, strict=True)]
    if found.status == "infeasible":
        assert all(dot(column, found.farkas) <= 0 for column in columns) and dot(b, found.farkas) > 0
        return math.inf
    assert all(x >= 0 for x in found.x) and [dot(row, found.x) for row in a] == b
    if found.status == "unbounded":
        assert all(x >= 0 for x in found.ray) and dot(c, found.ray) < 0
        assert all(dot(row, found.ray) == 0 for row in a)
        return -math.inf
    assert dot(c, found.x) == dot(b, found.duals) == found.value
    assert all(dot(column, found.duals) <= cost for column, cost in zip(columns, c, strict=True))
    return float(found.value)


def test_the_solvers_that_the_package_brings_are_here() -> None:
    assert {"HIGHS", "CLARABEL", "OSQP", "SCS"} <= set(SOLVERS)


@given(programs())
@BATTERY
def test_highs_agrees_with_the_exact_simplex_method(program: tuple[list[Fraction], Table, list[Fraction]]) -> None:
    c, a, b = program
    right = [float(x) for x in b]
    answer = highs.minimise(floats([c])[0], highs.dense_rows(floats(a).tolist(), right, right))
    best = exact_value(c, a, b)
    assert answer.is_solved == math.isfinite(best)
    assert not answer.is_solved or are_in_agreement(answer.value, best)


@every_solver
@given(program=programs())
@settings(BATTERY, max_examples=25)
def test_cvxpy_agrees_with_the_exact_simplex_method(
    solver: str, program: tuple[list[Fraction], Table, list[Fraction]]
) -> None:
    c, a, b = program
    x = cp.Variable(len(c), nonneg=True)
    equations = [floats(a) @ x == floats([b])[0]]
    answer = cvxpy.run(cp.Problem(cp.Minimize(floats([c])[0] @ x), equations), cvxpy.require_solver(solver))
    best = exact_value(c, a, b)
    if any(word in answer.status for word in UNDECIDED):
        return
    assert (answer.status == "optimal") == math.isfinite(best), (answer.status, best)
    assert answer.status != "optimal" or are_in_agreement(answer.value, best)


@pytest.mark.some(name=2)
@pytest.mark.slow_at("variance-SCS")
@every_solver
@pytest.mark.parametrize("name", OBJECTIVES)
@given(data=st.data())
@settings(BATTERY, max_examples=3)
def test_every_solver_comes_near_the_certified_optimum(solver: str, name: str, data: st.DataObject) -> None:
    kind = KINDS[name]
    objective = data.draw(kind.members)
    slack = st.sampled_from(["0"] if kind.demands is PURE else ["0", "1/10"])
    problem = Problem(objective, LDP("ln3", delta=data.draw(slack)), inputs=objective.inputs or 3)
    program, found = pose(problem), design(problem)
    if program.has_pieces or found.value is None:
        return
    answer = program.numeric(solver)
    if any(word in answer.status for word in UNDECIDED):
        return
    assert are_in_agreement(answer.value, float(found.value)), (objective, answer)
