"""Estimates from so many answers under conditions, none of them split: against all corners in floats, and mechanisms by lot."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    PairwiseLDP,
    Problem,
    TotalVariance,
    Vulnerability,
    design,
    verify,
)
from rropt.designs.reductions.few_lists import vertices_of
from rropt.problem.verdicts import Verdict
from tests.designs.few_answers import Polytope, Rows, drawn_conditions, spelled

F = Fraction
ONE = F(1)


def variances(rows: Rows, pi: Rows, K: Rows) -> Rows:
    """The covariance of the contrasts K, by the information about shares that sum to 1; infinite where it has none."""
    k = len(pi)
    rows = rows[rows.max(axis=1) > 1e-9]
    basis = np.vstack([np.eye(k - 1), -np.ones(k - 1)])
    tilt = rows @ basis
    information = tilt.T @ (tilt / (rows @ pi)[:, None])
    weights = K @ basis
    back = np.linalg.pinv(information, rcond=1e-10)
    if np.abs(weights - weights @ back @ information).max() > 1e-6:
        return np.full((len(K), len(K)), math.inf)
    found: Rows = weights @ back @ weights.T
    return found


def worth(kind: str, rows: Rows, pi: Rows, K: Rows) -> float:
    """The objective in floats."""
    if kind == "contrast":
        return float(np.trace(variances(rows, pi, K)))
    V = variances(rows, pi, np.eye(len(pi)))
    if not np.isfinite(V).all():
        return math.inf
    if kind == "total":
        return float(np.trace(V))
    return float(np.linalg.eigvalsh(V)[-1]) if kind == "largest" else float(np.linalg.det(V[:-1, :-1]))


def posed(kind: str, pi: list[Fraction], scores: list[int], unit: Fraction = ONE) -> Any:
    if kind == "contrast":
        return Contrast([[unit * x for x in scores]], prevalence=pi)
    return {"total": TotalVariance, "largest": LargestVariance, "determinant": Determinant}[kind](pi)


def drawn_unit(seed: int) -> Fraction:
    """A unit of the scores: variances are this many times larger, squared."""
    return random.Random(f"unit {seed}").choice([ONE, F(10) ** 12, F(1, 10**7)])


def drawn(seed: int, k: int, m: int) -> tuple[Any, list[Fraction], list[int], Polytope, Any]:
    """A demand, shares, scores, the polytope and its conditions."""
    r = random.Random(seed)
    counts = [r.randint(1, 4) for _ in range(k)]
    delta, guesses = F(r.choice([0, 0, 1, 3]), 40), []
    pairs = list(itertools.permutations(range(k), 2))
    if r.random() < 0.3:
        budgets = {pair: r.randint(2, 6) for pair in pairs}
        demand: Any = PairwiseLDP({pair: f"ln{x}" for pair, x in budgets.items()})
        ratios, delta = {pair: float(x) for pair, x in budgets.items()}, F(0)
    else:
        epsilon = r.choice(["ln2", "ln3", "1", "1/2"])
        demand = LDP(epsilon, delta=delta)
        ratios = dict.fromkeys(pairs, math.exp(float(F(epsilon))) if "ln" not in epsilon else float(epsilon[2:]))
    if r.random() < 0.3:
        most = (F(1, k) + 1) / 2
        demand = Vulnerability(str(most)) & demand
        guesses = [(np.eye(k) / k, float(most))]
    conditions = drawn_conditions(r, m, k)
    scores = r.choice([[0, 2, 5], [0, 3, 1], [4, 0, 4]])[:k]
    polytope = Polytope.of(m, k, ratios, float(delta), conditions, guesses)
    return demand, [F(n, sum(counts)) for n in counts], scores, polytope, conditions


def require_kept(found: Design, demand: Any, m: int) -> None:
    """The file is read again as it is, and the mechanism keeps the demand and the conditions."""
    assert Design.from_json(found.to_json()) == found and verify(found.to_json()).is_accepted
    if found.mechanism is not None:
        assert found.is_bounded and found.mechanism.m == m and demand.holds(found.mechanism)
        assert all(c.holds(found.mechanism.rows) for c in found.problem.conditions)


@pytest.mark.parametrize("seed", range(120))
def test_of_two_inputs_the_best_is_a_corner(seed: int) -> None:
    m = 2 + (seed % 5 == 4)
    demand, pi, scores, polytope, conditions = drawn(seed, 2, m)
    kind = ["total", "contrast", "largest", "determinant"][seed % 4]
    at, K, unit = np.array(pi, dtype=float), np.array([scores], dtype=float), drawn_unit(seed)
    best = min((worth(kind, rows, at, K) for rows in polytope.corners()), default=None)
    asked: dict[str, Any] = {"inputs": 2, "outputs": m, "subject_to": spelled(conditions)}
    if best is not None and best > 1e9:
        with pytest.raises(InputError, match="no mechanism of"):
            design(posed(kind, pi, scores, unit), demand, **asked)
        return
    found = design(posed(kind, pi, scores, unit), demand, **asked)
    require_kept(found, demand, m)
    if best is None:
        assert found.verdict is Verdict.INFEASIBLE
        return
    best *= float(unit**2) if kind == "contrast" else 1
    assert float(found.lower) * (1 - 1e-7) <= best <= float(found.upper) * (1 + 1e-7)
    assert float(found.upper - found.lower) <= 1e-9 * best


@pytest.mark.parametrize("seed", range(100))
def test_the_mean_of_scores_in_two_answers_is_a_corner_of_those_affine_in_the_score(seed: int) -> None:
    demand, pi, scores, polytope, conditions = drawn(seed, 3, 2)
    at, K, unit = np.array(pi, dtype=float), np.array([scores], dtype=float), drawn_unit(seed)
    objective = posed("contrast", pi, scores, unit)
    heights = (K[0] - K.min()) / (K.max() - K.min())
    # P = low + u·one + v·two
    low = np.vstack([np.zeros(3), np.ones(3)]).ravel()
    one, two = (np.vstack([side, -side]).ravel() for side in (1 - heights, heights))
    lines = np.column_stack([polytope.lines @ one, polytope.lines @ two])
    right, values = polytope.right - polytope.lines @ low, []
    for a, b in itertools.combinations(range(len(lines)), 2):
        own = lines[[a, b]]
        if abs(np.linalg.det(own)) > 1e-9:
            u, v = np.linalg.solve(own, right[[a, b]])
            if (lines @ [u, v] <= right + 1e-9).all():
                values.append(worth("contrast", np.clip((low + u * one + v * two).reshape(2, 3), 0, 1), at, K))
    asked: dict[str, Any] = {"inputs": 3, "outputs": 2, "subject_to": spelled(conditions)}
    if values and min(values) > 1e9:
        with pytest.raises(InputError, match="no mechanism of"):
            design(objective, demand, **asked)
        return
    if not values:
        # none is affine in the score, or none is at all
        try:
            assert design(objective, demand, **asked).verdict is Verdict.INFEASIBLE
        except InputError as refused:
            assert "no mechanism of" in str(refused)
        return
    found = design(objective, demand, **asked)
    require_kept(found, demand, 2)
    best = min(values) * float(unit**2)
    assert float(found.lower) * (1 - 1e-7) <= best <= float(found.upper) * (1 + 1e-7)
    assert float(found.upper - found.lower) <= 1e-9 * best


@pytest.mark.first(seed=1)
@pytest.mark.parametrize("seed", [30, *range(30), *range(31, 60)])
@pytest.mark.slow
def test_of_three_inputs_no_mechanism_is_better_than_the_lower_bound(seed: int) -> None:
    demand, pi, scores, polytope, conditions = drawn(seed, 3, 3)
    kind = ["total", "contrast", "largest", "determinant"][seed % 4]
    at, K, unit = np.array(pi, dtype=float), np.array([scores], dtype=float), drawn_unit(seed)
    scale = float(unit**2) if kind == "contrast" else 1.0
    draw = np.random.default_rng(seed)
    ends = [polytope.best(draw.normal(size=(3, 3))) for _ in range(12)]
    objective = posed(kind, pi, scores, unit)
    found = design(objective, demand, inputs=3, outputs=3, subject_to=spelled(conditions))
    require_kept(found, demand, 3)
    if ends[0] is None:
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.mechanism is not None
    reached = worth(kind, np.array([[float(x) for x in row] for row in found.mechanism.rows]), at, K)
    assert scale * reached == pytest.approx(float(found.upper), rel=1e-6) and found.lower <= found.upper
    mixed = [w @ np.array(ends).reshape(12, 9) for w in draw.dirichlet(np.full(12, 0.3), size=30)]
    tried = [*ends, *(P.reshape(3, 3) for P in mixed)]
    assert scale * min(worth(kind, P, at, K) for P in tried) >= float(found.lower) * (1 - 1e-7)


@pytest.mark.parametrize("unit", [ONE, F(10) ** 12, F(1, 10**7)], ids=float)
def test_the_best_of_four_answers_is_the_same_in_every_unit(unit: Fraction) -> None:
    """The variance of a share of two inputs is 1/I with I = Σ (r_1 - r_0)²/(r·π), here by fractions at every corner."""
    found = design(
        Contrast([0, unit], ["1/5", "4/5"]),
        LDP("ln3", delta="1/10"),
        outputs=4,
        subject_to=["P[0,0] >= 1/2", "P[2,1] >= 1/10"],
    )
    corners = vertices_of(found.problem, 4, above=False)
    assert corners
    most = max(sum((b - a) ** 2 / (a / 5 + 4 * b / 5) for a, b in rows if a != b) for rows in corners)
    assert found.lower <= unit**2 / most <= found.upper and most == F(1175, 728)


def test_so_few_answers_are_posed_in_neither_way() -> None:
    posed = Problem(TotalVariance(), LDP("ln3"), inputs=3, outputs=3, subject_to=["P[0,0] <= 1/2"])
    for pose in (posed.as_cvxpy, posed.as_sympy):
        with pytest.raises(InputError, match="convex program"):
            pose()


def test_two_answers_that_conditions_keep_from_telling_anything() -> None:
    asked = ["P[0,0] == 1/2", "P[0,1] == 1/2"]
    with pytest.raises(
        InputError,
        match="no mechanism of 2 answers with a finite total-variance was found under these conditions",
    ):
        design(TotalVariance(["1/2", "1/2"]), LDP("ln3"), outputs=2, subject_to=asked)
