"""Three answers with delta > 0: every vertex of the polytope of such mechanisms, by Qhull, is tried in floats."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.spatial import HalfspaceIntersection

from rropt import LDP, Design, Information, InputError, Problem, Variance, design, verify


def vertices(ratio: float, delta: float) -> list[np.ndarray]:
    """All mechanisms of three answers of two inputs that are vertices: for every event E, P(E|j) <= T P(E|l) + delta."""
    rows = [np.eye(2, 4, 0), np.eye(2, 4, 2)]
    rows.append(-rows[0] - rows[1])
    last = [np.zeros(2), np.zeros(2), np.ones(2)]
    sides = [[*(-r[j]), -c[j]] for r, c in zip(rows, last, strict=True) for j in range(2)]
    for j, size in itertools.product(range(2), (1, 2)):
        for event in itertools.combinations(range(3), size):
            r, c = sum(rows[i] for i in event), sum(last[i] for i in event)
            sides.append([*(r[j] - ratio * r[1 - j]), c[j] - ratio * c[1 - j] - delta])
    found = HalfspaceIntersection(np.array(sides), np.full(4, 1 / 3)).intersections
    return [np.array([v[:2], v[2:], 1 - v[:2] - v[2:]]).clip(0) for v in found]


def test_three_answers_are_the_best_vertex() -> None:
    for ratio, delta, pi in [
        ("3", "1/10", "1/4"),
        ("2", "1/3", "1/10"),
        ("10", "1/100", "1/2"),
        ("6/5", "1/20", "4/5"),
    ]:
        found = design(Variance(pi), LDP(f"ln{float(Fraction(ratio))}", delta=delta), outputs=3)
        p, t, d = (float(Fraction(x)) for x in (pi, ratio, delta))
        told = [sum((b - a) ** 2 / ((1 - p) * a + p * b) for a, b in P if a + b > 1e-9) for P in vertices(t, d)]
        assert found.value is not None and float(found.value) == pytest.approx(1 / max(told), rel=1e-9)
        two, four = (design(Variance(pi), found.problem.demand, outputs=m).value for m in (2, 4))
        assert four < found.value <= two  # type: ignore[operator]


def test_an_irrational_ratio_and_the_worst_of_an_interval() -> None:
    exact = design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs=3)
    assert exact.value is not None and exact.mechanism is not None and exact.mechanism.m == 3
    assert exact.problem.objective.value(exact.mechanism) == exact.value
    assert verify(json.dumps(exact.to_dict())).is_accepted
    worst = design(Variance("1/10..2/5"), LDP("1/2", delta="1/10"), outputs=3)
    assert worst.lower is not None and worst.upper is not None
    at_ends = [design(Variance(pi), worst.problem.demand, outputs=3).value for pi in ("1/10", "2/5")]
    assert max(at_ends) <= worst.upper and worst.lower <= worst.upper  # type: ignore[type-var]


def test_what_the_worst_of_a_range_costs_is_that_of_the_mechanism_given() -> None:
    """With 1/2 inside the range the certified bound, a tangent's, is far above the mechanism's own worst, at some 0.6612."""
    found = design(Variance("1/10..9/10"), LDP("ln2", delta="1/10"), outputs=3)
    rows = np.array([[float(x) for x in row] for row in found.mechanism.rows])  # type: ignore[union-attr]
    shares = np.linspace(0.1, 0.9, 80_001)[:, None]
    told = ((rows[:, 1] - rows[:, 0]) ** 2 / ((1 - shares) * rows[:, 0] + shares * rows[:, 1])).sum(axis=1)
    assert found.upper is not None and float(found.upper) > 1.1 / told.min()
    assert found.standard_error(1000) == pytest.approx((1 / told.min() / 1000) ** 0.5, rel=1e-6)
    assert found.standard_error(1000) >= (1 / told.min() / 1000) ** 0.5
    assert "standard error 0.03782 " in found.explain() and "about 2,198 people" in found.explain()
    assert json.loads(found.to_json())["standard_error_at_1000"] == repr(found.standard_error(1000))
    assert verify(found.to_json()).is_accepted


@pytest.mark.parametrize(("shares", "meets"), [("1/10..1/2", True), ("1/2..3/4", True), ("2/5..501/1000", False)])
def test_three_answers_over_a_range_are_exact_unless_one_half_is_inside(shares: str, meets: bool) -> None:
    found = design(Variance(shares), LDP("ln3", delta="1/100"), outputs=3)
    assert (found.verdict == "optimal") is meets is (found.gap == 0)


def test_information_of_two_inputs_in_three_answers() -> None:
    found = design(Information(["1/3", "2/3"]), LDP("ln3", delta="1/10"), outputs=3)

    def told(P: Any) -> float:
        w = np.array([1 / 3, 2 / 3])
        terms = [w * r * np.log(np.where(r > 0, r, 1) / (w @ r)) for r in P if r.sum() > 1e-9]
        return float(np.sum(terms))

    assert found.lower is not None and found.upper is not None
    assert float(found.upper - found.lower) < 1e-15
    assert float(found.lower) == pytest.approx(max(map(told, vertices(3.0, 0.1))), rel=1e-9)


def test_what_is_free_is_refused_and_no_solver_takes_it() -> None:
    with pytest.raises(InputError, match="needs a number for epsilon and for delta"):
        design(Variance("1/4"), LDP("every", delta="1/10"), outputs=3)
    with pytest.raises(InputError, match="convex program"):
        design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs=3).problem.as_cvxpy()
    with pytest.raises(InputError, match="CLARABEL cannot design with at most"):
        design(Variance("1/4"), LDP("1/2", delta="1/10"), outputs=3, solver="CLARABEL")


@pytest.mark.parametrize("delta", ["1/10", "1/2", "exp(-1)"])
@pytest.mark.parametrize("prevalence", ["1/4", "1/10..2/5", "every"])
def test_without_epsilon_three_answers_are_as_good_as_any(prevalence: str, delta: str) -> None:
    """The dominating mechanism then has three different rows: two that reveal, and one that tells nothing."""
    three, free = (design(Variance(prevalence), LDP(0, delta=delta), outputs=m) for m in (3, "free"))
    assert three.value == free.value and three.mechanism is not None and three.mechanism.m == 3
    assert not any("smaller" in note for note in three.notes) and Design.from_json(three.to_json()) == three
    problem = Problem(Variance(prevalence), LDP(0, delta=delta), outputs=3)
    assert problem.as_cvxpy() is not None and problem.as_sympy() is not None
