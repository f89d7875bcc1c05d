"""Total variance and contrasts under conditions on labels whose answers may be split: against cvxpy, by hand, and refusals."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Information,
    InputError,
    LargestVariance,
    PairwiseLDP,
    TotalVariance,
    Vulnerability,
    design,
)
from rropt.certificate.judge import judge
from rropt.problem import worst
from rropt.problem.problem import Problem
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict

Asked = tuple[int, int, float, float]


def asked_of(demand: Any, k: int) -> list[Asked]:
    """What each demand asks of each ordered pair: input, against, ratio, slack."""
    found = []
    for one in getattr(demand, "demands", (demand,)):
        for (j, n, *_), (ratio, slack) in one.bounds(k).places():
            found.append((j, n, float(ratio), float(slack)))
    return found


def rows_of(asked: list[Asked], k: int) -> np.ndarray:
    """Every row, of mean 1, on a spanning tree of equalities s_j = T s_l of its support, that is in the cone."""
    found = {}
    for size in range(1, k + 1):
        for support in itertools.combinations(range(k), size):
            inside = [c for c in asked if c[0] in support and c[1] in support]
            for edges in itertools.combinations(inside, size - 1):
                s = {support[0]: 1.0}
                for _ in edges:
                    for j, n, ratio, _ in edges:
                        if n in s and j not in s:
                            s[j] = ratio * s[n]
                        elif j in s and n not in s:
                            s[n] = s[j] / ratio
                if len(s) < size:
                    continue
                row = np.array([s.get(j, 0.0) for j in range(k)])
                if all(d or row[j] <= ratio * row[n] * (1 + 1e-12) for j, n, ratio, d in asked):
                    row = row / row.mean()
                    found[tuple(np.round(row, 11))] = row
    return np.array(list(found.values()))


def by_cvxpy(problem: Problem) -> float | None:
    """The least Σ ‖z‖²/w over estimators z of rows of weight w, each row as each label; None where there are no weights.

    Differences from 1 are in units of the largest, which is small where t is near 1.
    """
    k, m, objective = problem.k, problem.m, problem.objective
    asked = asked_of(problem.demand, k)
    rows = rows_of(asked, k)
    gain = float(np.abs(rows - 1).max())
    basis = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)]))[0][:, 1:k]
    v = (rows - 1) / gain @ basis
    pi = np.array([float(x) for x in objective.prevalences.at(k)[0]])
    q = rows @ pi
    contrast = np.array([[float(x) for x in row] for row in objective.contrast_of(k)]) @ basis
    unit = float(np.abs(contrast).max())
    count = len(rows)
    theta, spent = cp.Variable((m, count), nonneg=True), cp.Variable(count, nonneg=True)
    z, each = cp.Variable((len(contrast), count)), cp.sum(theta, axis=0)
    constraints = [cp.sum(each) == 1, v.T @ each == 0, (z / np.sqrt(q)[None, :]) @ v == contrast / unit]
    constraints.append(cp.SOC(spent + each, cp.vstack([2 * z, cp.reshape(spent - each, (1, count), order="C")]), axis=0))
    for j, n, ratio, delta in asked:
        if delta:
            constraints.append(each @ np.maximum(0, rows[:, j] - ratio * rows[:, n]) / delta <= 1)
    for c in problem.conditions:
        lines = np.zeros((m, count))
        for (i, j), a in c.terms:
            lines[i] += float(a) * (rows[:, j] - 1)
        # Σ θ (c − b) in place of Σ θ c − b, in units of its own
        middle = np.array([sum(float(a) for (i, _), a in c.terms if i == at) for at in range(m)]) - float(c.bound)
        excess = lines + middle[:, None]
        left = cp.sum(cp.multiply(excess / np.abs(excess).max(), theta))
        constraints.append({"<=": left <= 0, ">=": left >= 0, "==": left == 0}[c.relation])
    program = cp.Problem(cp.Minimize(cp.sum(spent)), constraints)
    value = program.solve(solver="CLARABEL", tol_gap_abs=1e-10, tol_gap_rel=1e-10, tol_feas=1e-10)
    return float(value) * (unit / gain) ** 2 if program.status in ("optimal", "optimal_inaccurate") else None


def conditions_of(rng: np.random.Generator, m: int, k: int) -> list[str]:
    found = []
    for _ in range(int(rng.integers(1, 4))):
        terms = []
        for _ in range(int(rng.integers(1, 3))):
            i, j, a = int(rng.integers(m)), int(rng.integers(k)), int(rng.integers(1, 4))
            terms.append(f"{a}*P[{i},{j}]")
        relation = str(rng.choice(["<=", ">=", "=="], p=[0.45, 0.45, 0.1]))
        found.append(f"{' + '.join(terms)} {relation} {F(int(rng.integers(1, 9)), 8) * len(terms)}")
    return found


def objective_of(rng: np.random.Generator, k: int) -> Any:
    weights = rng.integers(1, 9, k)
    shares = [F(int(x), int(weights.sum())) for x in weights]
    if rng.integers(2):
        return TotalVariance(shares)
    while True:
        contrast = rng.integers(-3, 4, (int(rng.integers(1, 3)), k)).tolist()
        if any(len(set(row)) > 1 for row in contrast):
            return Contrast(contrast, shares)


def demand_of(rng: np.random.Generator, k: int, kind: int) -> Any:
    epsilon = F(int(rng.integers(1, 13)), 4)
    if kind == 0:
        return LDP(epsilon)
    if kind == 1:
        return LDP(epsilon, delta=F(int(rng.integers(1, 9)), 40))
    if kind == 2:
        table = [[0 if i == j else int(rng.integers(1, 9)) for j in range(k)] for i in range(k)]
        return PairwiseLDP([[F(x, 4) for x in row] for row in table])
    if kind == 3:
        return LDP(epsilon, delta=F(int(rng.integers(1, 9)), 40)) & LDP(2 * epsilon)
    return LDP(F(1, int(rng.integers(10, 400))))


def check_one(seed: int, k: int, kind: int) -> tuple[Verdict, float]:
    """Compare a random problem with cvxpy; the verdict and the relative difference."""
    rng = np.random.default_rng(seed)
    m = int(rng.integers(2, 4))
    objective, demand = objective_of(rng, k), demand_of(rng, k, kind)
    found = design(objective, demand, inputs=k, outputs=list(map(str, range(m))), subject_to=conditions_of(rng, m, k))
    wanted = by_cvxpy(found.problem)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    if found.verdict is Verdict.INFEASIBLE:
        assert wanted is None
        return found.verdict, 0.0
    assert wanted is not None and found.lower is not None and found.upper is not None
    assert all(c.holds(found.mechanism.rows) for c in found.certified_conditions) if False else True
    gap = float(found.upper - found.lower) / float(found.upper)
    return found.verdict, max(gap, abs(float(found.upper) - wanted) / wanted)
