"""Sympy's and cvxpy's answers beside the certificate: they agree on designs of every kind; where one does not, all are shown."""

from __future__ import annotations

import inspect
import json
import math
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    Information,
    LargestVariance,
    PairwiseLDP,
    Problem,
    RhoBreach,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    Vulnerability,
    design,
    verify,
)
from rropt.designs.objectives.one_share import plane
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.problem import known
from rropt.problem.leg import Leg
from rropt.problem.pieces.piece import Formula
from rropt.problem.posed import legs
from rropt.solvers.cvxpy import run

PROBLEMS = [
    Problem(Variance("1/4"), LDP("1/2", delta="1/10"), outputs=2),
    Problem(Variance("1/4"), LDP("1", delta="1/10"), inputs=2, outputs="free"),
    Problem(Variance("1/10"), RhoBreach("1/5", "1/2"), outputs=2),
    Problem(Variance("1/4"), LDP("0", delta="1/10"), outputs=2),
    Problem(Trace(), LDP("ln3"), inputs=4),
    Problem(Trace(), LDP("1", delta="1/10"), inputs=3),
    Problem(Utility([[2, 0, 0], [0, 1, 0], [0, 0, 1]]), LDP("ln2"), inputs=3),
    Problem(TotalVariance(["1/3", "1/3", "1/3"]), LDP("1"), inputs=3),
    Problem(Determinant(["1/3", "1/3", "1/3"]), LDP("1"), inputs=3),
    Problem(LargestVariance(["1/3", "1/3", "1/3"]), LDP("ln2"), inputs=3),
    Problem(Contrast([1, 2, 3], ["1/2", "1/4", "1/4"]), LDP("ln2"), inputs=3),
    Problem(Information(["1/2", "1/4", "1/4"]), LDP("1"), inputs=3),
]
FREE = [
    Problem(Trace(), LDP("every"), inputs=3),
    Problem(Trace(), LDP("ln3", delta="every"), inputs=3),
    Problem(Variance("every"), LDP("ln3")),
    Problem(Variance("every"), LDP("every")),
    Problem(Variance("1/4"), LDP("1/2..2", delta="1/10")),
    Problem(TotalVariance(["1/3", "1/3", "1/3"]), LDP("every"), inputs=3),
    Problem(Information(), LDP("1/2..1"), inputs=3),
]


def posed_legs(found: Design) -> tuple[Leg, ...]:
    """Sympy's and cvxpy's."""
    return found.legs[len(found.fast_legs) :]


@pytest.mark.some(problem=4)
@pytest.mark.parametrize("problem", PROBLEMS, ids=map(str, PROBLEMS))
def test_cvxpy_answers_every_one_and_sympy_where_there_is_a_form(problem: Problem) -> None:
    found = design(problem)
    assert [leg.name for leg in found.legs] == ["symbolic", "numeric", "certified", "sympy", "cvxpy"]
    derived, posed = posed_legs(found)
    assert isinstance(posed.value, float) and posed.value == pytest.approx(float(found.upper), rel=1e-5)
    form = problem.as_sympy().closed_form
    assert (derived.value is None) == (form is None)
    if derived.value is not None:
        assert float(derived.value) == pytest.approx(float(found.upper), rel=1e-9)


@pytest.mark.some(problem=4)
@pytest.mark.parametrize("problem", FREE, ids=map(str, FREE))
def test_what_is_free_is_asked_at_sampled_points(problem: Problem) -> None:
    derived, posed = posed_legs(design(problem))
    assert posed.status.startswith("optimal; in agreement with what is certified at ")
    form = problem.as_sympy().closed_form
    assert ("in agreement" in derived.status) == (form is not None) and posed.value is derived.value is None


@pytest.mark.parametrize("problem", FREE[:6], ids=map(str, FREE[:6]))
def test_a_piece_with_another_value_is_an_error(problem: Problem) -> None:
    found = design(problem)

    pieces = []
    for piece in found.pieces:
        value = piece.value
        if isinstance(value, Formula):
            exact = value.at
            twin = type("Shifted", (type(value),), {"at": lambda self, pi, exact=exact: exact(pi) + Fraction(1, 100)})
            made = object.__new__(twin)
            for name in value.__dataclass_fields__:
                object.__setattr__(made, name, getattr(value, name))
            value = made
        else:
            value = value + Fraction(1, 100)
        pieces.append(replace(piece, value=value))
    with pytest.raises(Disagreement, match="the bounds of the answer of the problem to "):
        _ = replace(found, pieces=tuple(pieces)).legs


def test_a_certificate_of_another_number_is_an_error_that_shows_all() -> None:
    found = design(Problem(Trace(), LDP("ln3"), inputs=3))
    for wrong in (Fraction(9, 5) + Fraction(1, 100), Fraction(9, 5) - Fraction(1, 100)):
        said = r"^sympy and cvxpy contradict the bounds of the answer, .*symbolic: 9/5.*certified: 9/5.*sympy: 9/5.*cvxpy: 1\.8"
        with pytest.raises(Disagreement, match=said):
            _ = replace(found, value=wrong, lower=wrong, upper=wrong).legs


SMALL_ROOM = [
    Problem(TotalVariance(), Vulnerability("171/512") & LDP("ln9"), inputs=3),
    Problem(TotalVariance(), Vulnerability("1001/3000"), inputs=3),
    Problem(TotalVariance(["4/9", "4/9", "1/9"]), Vulnerability("20009/45000", ["4/9", "4/9", "1/9"]), inputs=3),
    Problem(TotalVariance(), Vulnerability("469/1250", ["3/8", "1/4", "3/8"]) & LDP("ln9"), inputs=3),
    Problem(Determinant(), Vulnerability("2501/5000"), inputs=2),
]
"""Demands above what is gained without an answer by so little that a solver's tolerance is a large part of it."""


@pytest.mark.parametrize("problem", SMALL_ROOM, ids=str)
def test_floats_of_a_demand_with_little_room_are_held_against_what_is_certified(problem: Problem) -> None:
    found = design(problem)
    (_, cvxpy) = posed_legs(found)
    assert isinstance(cvxpy.value, float)
    assert abs(cvxpy.value / float(found.upper) - 1) < 5e-6


@pytest.mark.parametrize("problem", SMALL_ROOM, ids=str)
@pytest.mark.parametrize("factor", [Fraction(9999, 10000), Fraction(10001, 10000)])
def test_a_certificate_of_another_number_is_an_error_with_little_room_too(problem: Problem, factor: Fraction) -> None:
    found = design(problem)
    with pytest.raises(Disagreement, match=r"^cvxpy contradicts"):
        _ = replace(found, value=None, lower=found.lower * factor, upper=found.upper * factor).legs


def test_what_is_gained_by_missing_constraints_is_their_amount_times_its_price() -> None:
    import cvxpy as cp

    x = cp.Variable(2, nonneg=True)
    program = cp.Problem(cp.Maximize(1000 * x[0] + x[1]), [cp.sum(x) == 1, x[0] <= 9 * x[1]])
    rough = run(program, "CLARABEL", tol_feas=1e-1, tol_gap_rel=1e-1, tol_gap_abs=1e-1)
    assert rough.value - 900.1 > 0.5
    assert abs(rough.value - rough.blur - 900.1) < 1e-2
    exact = run(program, "CLARABEL", tol_feas=1e-10, tol_gap_rel=1e-10, tol_gap_abs=1e-10)
    assert exact.blur < 1e-4


def test_what_sympy_says_is_compared_to_thirty_digits() -> None:
    found = design(Problem(Trace(), LDP("ln3"), inputs=3))
    near = Fraction(9, 5) + Fraction(1, 10**20)
    with pytest.raises(Disagreement, match=r"^sympy contradicts"):
        _ = replace(found, value=near, lower=near, upper=near).legs


@pytest.mark.parametrize("epsilon", ["30", "1/10^8", "log(10^400)"])
def test_a_ratio_beyond_what_solvers_tell_apart_is_not_compared(epsilon: str) -> None:
    derived, posed = posed_legs(design(Problem(Trace(), LDP(epsilon), inputs=3), check="full"))
    said = f"not solved: epsilon = {float(Epsilon(LDP(epsilon).t)):.6g} is"
    assert posed.value is None and posed.status.startswith(said) and derived.value is not None


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Trace(), PairwiseLDP({(0, 1): "log(10^400)", (1, 0): "ln3"}), inputs=3),
        Problem(Utility([["10^400", 0], [0, 1]]), LDP("ln3")),
        Problem(Trace(), LDP("ln3"), inputs=2, subject_to=["1e150*1e150*1e100*P[0,0] >= 1"]),
        Problem(Trace(), Vulnerability("10^400", ["1/2", "1/2"], [["10^401", 0], [0, "10^401"]]), inputs=2),
    ],
    ids=["pairs", "utility", "condition", "gains"],
)
def test_numbers_beyond_doubles_are_told_and_not_raised(problem: Problem) -> None:
    answer = problem.solve_cvxpy()
    assert math.isnan(answer.value) and re.match(r"not solved: the number 1\.00e\+40\d of the", answer.status)
    with pytest.raises(InputError, match=r"^the number 1\.00e\+40\d of the .* is too large for doubles"):
        problem.as_cvxpy()
    assert problem.as_sympy() is not None


@pytest.mark.parametrize(("prevalence", "epsilon", "delta"), [("0", "ln3", "1e-8"), ("1/4", "0", "1e-9")])
def test_a_slack_below_what_solvers_tell_apart_is_not_compared(prevalence: str, epsilon: str, delta: str) -> None:
    _, posed = posed_legs(design(Problem(Variance(prevalence), LDP(epsilon, delta=delta))))
    assert posed.value is None and "not solved: delta = 1e-" in posed.status


def test_no_solver_is_asked_where_it_calls_a_wrong_value_optimal() -> None:
    """Clarabel says 0.75 here, where the least variance is 0: only the input of probability 0 ever gives some answer."""
    answer = Problem(Variance("0"), LDP("ln3", delta="1e-8")).solve_cvxpy()
    assert math.isnan(answer.value) and answer.status.startswith("not solved: delta")


def test_a_program_too_large_to_solve_here_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legs, "MOST_TERMS", 17)
    _, posed = posed_legs(design(Problem(Trace(), LDP("ln3", delta="1/10"), inputs=3)))
    assert posed.value is None and posed.status.startswith("not solved here: a program of 18 terms")


def test_an_unreachable_requirement_is_held_against_both() -> None:
    found = design(Variance("1/4"), LDP("ln3"), require="1/2")
    assert found.verdict == "infeasible" and [float(leg.value) for leg in posed_legs(found)] == pytest.approx(
        [15 / 16] * 2
    )
    with pytest.raises(Disagreement, match="sympy and cvxpy contradict"):
        _ = replace(found, requirement=Fraction(2)).legs


def test_a_full_check_asks_at_once_and_a_fast_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Design] = []

    def pose(found: Design) -> tuple[Leg, ...]:
        asked.append(found)
        return ()

    monkeypatch.setitem(inspect.unwrap(design).__globals__, "pose_legs", pose)
    design(Trace(), LDP("ln3"), inputs=3)
    assert not asked
    design(Trace(), LDP("ln3"), inputs=3, check="full")
    assert len(asked) == 1
    with pytest.raises(ValueError, match="must be fast or full"):
        design(Trace(), LDP("ln3"), inputs=3, check="whole")


def test_a_wrong_pose_is_an_error_of_the_design(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plane, "STARTS", (1e8,))
    monkeypatch.setattr(plane, "_between", lambda *args: [])
    with pytest.raises(Disagreement, match="cvxpy contradicts"):
        design(Variance("1/4"), LDP("1/2", delta="1/10"), check="full")


def test_the_json_has_all_that_was_asked_and_is_read_back() -> None:
    for problem in (PROBLEMS[0], PROBLEMS[4], FREE[0]):
        found = design(problem, check="full")
        document: Mapping[str, object] = json.loads(found.to_json())["unshown"]
        assert list(document["legs"]) == ["symbolic", "numeric", "certified", "sympy", "cvxpy"]  # type: ignore[call-overload]
        again = Design.from_json(found.to_json())
        assert again == found and again.to_json() == found.to_json() and verify(found.to_json()).is_accepted
        assert "sympy" not in json.loads(design(problem).to_json())["unshown"]["legs"]


def test_what_is_replaced_is_asked_again() -> None:
    found = design(Trace(), LDP("ln3"), inputs=3, check="full")
    assert found.posed is not None and replace(found, notes=()).posed is None
    assert known.pose_legs(found) == found.posed


def modules(*proof: str) -> set[str]:
    typed = ["rropt", "design", "--objective", "trace", "--epsilon", "ln3", "--inputs", "3", *proof]
    code = (
        f"import sys; sys.argv = {typed!r}\nfrom rropt.cli import main\ntry: main()\nfinally: print('|', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ("Problem.as_sympy" in done.stdout) == bool(proof)
    return set(done.stdout.rpartition("|")[2].split())


@pytest.mark.slow
def test_proof_loads_both_and_nothing_else_does() -> None:
    assert not {"sympy", "cvxpy"} & modules()
    assert modules("--proof") >= {"sympy", "cvxpy"}
