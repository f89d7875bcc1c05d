"""The two poses of linear objectives: one model for a sweep, a constraint altered, closed forms equal to their derivations."""

import math
import subprocess
import sys
from fractions import Fraction as F

import cvxpy as cp
import pytest
import sympy

from rropt import LDP, InputError, Linear, PairwiseLDP, Problem, Trace, design
from rropt.designs.closed_forms.trace import derive_trace, derive_weighted_trace
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.theorems import trace, weighted_trace
from rropt.exact.conversion import sympy_of

T, DELTA = sympy.Symbol("t", positive=True), sympy.Symbol("delta", nonnegative=True)


def test_a_sweep_of_epsilon_solves_one_program_again() -> None:
    posed = Problem(Trace(), LDP(1, delta="1/10"), inputs=4).as_cvxpy()
    assert posed.is_dpp() and set(posed.param_dict) == {"ratio", "delta"} and "P" in posed.var_dict
    for epsilon in (0.5, 1.0, 2.0):
        posed.param_dict["ratio"].value = t = math.exp(epsilon)
        assert posed.solve(solver=cp.HIGHS) == pytest.approx(4 * (t + 3 * 0.1) / (t + 3), rel=1e-7)


def test_with_one_ratio_there_are_two_rows_an_entry_and_not_one_a_pair() -> None:
    posed = Problem(Trace(), LDP(1), inputs=6).as_cvxpy()
    assert sum(c.size for c in posed.constraints) == 6 + 2 * 36


def test_a_constraint_is_added_in_cvxpy_as_by_a_condition() -> None:
    posed = Problem(Trace(), LDP("ln3"), inputs=3).as_cvxpy()
    altered = cp.Problem(posed.objective, [*posed.constraints, posed.var_dict["P"][0, 0] <= 0.5])
    found = design(Trace(), LDP("ln3"), inputs=3, subject_to=["P[0,0] <= 1/2"])
    assert altered.solve(solver=cp.HIGHS) == pytest.approx(float(found.value), rel=1e-7)


def test_a_free_epsilon_leaves_the_parameter_without_a_value() -> None:
    problem = Problem(Trace(), LDP("every"), inputs=3)
    posed = problem.as_cvxpy()
    assert posed.param_dict["ratio"].value is None
    with pytest.raises(InputError, match="free"):
        problem.solve_cvxpy()
    posed.param_dict["ratio"].value = 3.0
    assert posed.solve(solver=cp.HIGHS) == pytest.approx(1.8)
    assert problem.as_sympy().closed_form.subs(T, 3) == sympy.Rational(9, 5)


@pytest.mark.parametrize("k", [2, 3, 5, 8])
def test_the_closed_form_of_traces_is_its_derivation(k: int) -> None:
    derived = derive_trace(k, T, DELTA)
    assert len(derived.steps) == 5 and not derived.reason
    for t, d in ((F(3), F(0)), (F(5, 2), F(1, 10)), (F(1), F(1, 3)), (F(7), F(1))):
        known = trace(LinearProgram(t, d, ((F(1),) * k,) * k, True)).value
        assert derived.closed_form.subs({T: sympy_of(t), DELTA: sympy_of(d)}) == sympy_of(known)


def test_the_closed_form_of_traces_is_derived_for_every_number_of_inputs_at_once() -> None:
    k = sympy.Symbol("k", positive=True)
    derived = derive_trace(k, T, DELTA)
    assert sympy.simplify(derived.closed_form - k * (T + (k - 1) * DELTA) / (T + k - 1)) == 0


@pytest.mark.parametrize("weights", [(1, 2, 3), (1, 1), (5, 0, 1, 2), (F(1, 3), F(1, 2), F(1, 7))])
def test_the_closed_form_of_weighted_traces_is_its_derivation(weights: tuple[int | F, ...]) -> None:
    numbers = tuple(map(F, weights))
    derived, k = derive_weighted_trace([sympy_of(w) for w in numbers], T), len(weights)
    for t in (F(3, 2), F(3), F(20)):
        known = weighted_trace(LinearProgram(t, F(0), ((F(1),) * k,) * k, True), numbers).value
        assert derived.closed_form.subs(T, sympy_of(t)) == sympy_of(known)


def test_where_there_is_no_closed_form_the_reason_stands_in_its_place() -> None:
    cases = {
        "conditions": Problem(Trace(), LDP(1), inputs=3, subject_to=["P[0,0] >= 1/2"]),
        "pairs": Problem(Trace(), PairwiseLDP({(0, 1): 1}), inputs=2),
        "traces": Problem(Linear([[1, 2], [3, 0]]), LDP(1)),
        "negative": Problem(Trace([1, -1]), LDP(1)),
        "delta": Problem(Trace([1, 2]), LDP(1, delta="1/10")),
    }
    for word, problem in cases.items():
        posed = problem.as_sympy()
        assert posed.closed_form is None and posed.derivation is None and word in posed.reason


def test_a_mechanism_that_breaks_the_demand_is_told_by_the_relation_it_breaks() -> None:
    posed = Problem(Trace(), LDP("ln2"), inputs=2).as_sympy()
    found = design(Trace(), LDP("ln3"), inputs=2).mechanism
    assert found is not None
    placed = posed.at(found)
    assert placed.value == pytest.approx(1.5) and len(placed.violated) == 2


def test_it_prints_in_a_terminal_and_in_a_notebook() -> None:
    posed = Problem(Trace(), LDP("ln3"), inputs=2).as_sympy()
    assert str(posed).startswith("maximise   p_0_0 + p_1_1\nsubject to Eq(p_0_0 + p_1_0, 1)\n")
    assert str(posed).endswith("with       t = 3\noptimum    2*t/(t + 1)")
    assert r"\frac{2 t}{t + 1}" in posed._repr_latex_()


def test_neither_library_is_loaded_before_a_pose_is_asked_for() -> None:
    code = (
        "import sys; from rropt import LDP, Problem, Trace; import rropt.designs.objectives.one_share.plane; "
        "Problem(Trace(), LDP(1), inputs=3); print([x for x in ('cvxpy', 'sympy') if x in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_the_trace_of_many_inputs_takes_few_steps() -> None:
    posed = Problem(Trace(), LDP("1/2"), inputs=64).as_cvxpy()
    value = posed.solve(solver="HIGHS")
    assert value == pytest.approx(64 * math.exp(0.5) / (math.exp(0.5) + 63))
    assert posed.solver_stats.num_iters < 1000
