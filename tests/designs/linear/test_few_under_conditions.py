"""Fewer answers than labels under conditions, against a linear program of HiGHS for every set of answers."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

from rropt import LDP, Design, InputError, Linear, PairwiseLDP, Problem, Trace, Utility, Vulnerability, design, verify
from rropt.cli import app
from rropt.problem import worst
from rropt.problem.verdicts import Verdict
from tests.designs.few_answers import Polytope, Rows, drawn_conditions, spelled

F = Fraction


def best_of(polytope: Polytope, several: list[Rows], sign: int, kept: tuple[int, ...]) -> float | None:
    """The largest least of several ΣW·P (sign 1), or the least largest (−1), with these answers alone; None if there is no P."""
    m, k = polytope.m, polytope.k
    cost = np.append(np.zeros(m * k), -1.0)
    lines = [*np.column_stack([polytope.lines, np.zeros(len(polytope.lines))])]
    lines += [np.append(-sign * W.ravel(), 1.0) for W in several]
    sums = np.column_stack([np.tile(np.eye(k), m), np.zeros(k)])
    ends = [(0, 1 if n // k in kept else 0) for n in range(m * k)]
    right = np.append(polytope.right, np.zeros(len(several)))
    found = linprog(cost, A_ub=np.array(lines), b_ub=right, A_eq=sums, b_eq=np.ones(k), bounds=[*ends, (None, None)])
    return -sign * found.fun if found.status == 0 else None


def drawn(seed: int) -> tuple[Any, list[Rows], int, int, Any, Polytope, Any]:
    """An objective with its weights, its sense, the most answers, a demand, the polytope and its conditions."""
    r = random.Random(seed)
    k, m = r.choice([(2, 3), (3, 3), (3, 4), (2, 5)])
    few = r.randint(2, m - 1)
    tables = [[[r.randint(-1, 4) for _ in range(k)] for _ in range(m)] for _ in range(2)]
    kind = r.choice(["linear", "least", "worst", "sum", "trace" if k == m else "linear"])
    weights = [np.array(x, dtype=float) for x in tables]
    sign, several = 1, weights[:1]
    first, second = (Linear(x, sense="max") for x in tables)
    objective: Any = first
    if kind == "least":
        objective, sign = Linear(tables[0], sense="min"), -1
    elif kind == "worst":
        objective, several = worst(first, second), weights
    elif kind == "sum":
        objective, several = first + 2 * second, [weights[0] + 2 * weights[1]]
    elif kind == "trace":
        objective, several = Trace(), [np.eye(k)]
    pairs, guesses, delta = list(itertools.permutations(range(k), 2)), [], F(r.choice([0, 0, 1]), 10)
    if r.random() < 0.3:
        budgets = {pair: r.randint(2, 6) for pair in pairs}
        demand: Any = PairwiseLDP({pair: f"ln{x}" for pair, x in budgets.items()})
        ratios, delta = {pair: float(x) for pair, x in budgets.items()}, F(0)
    else:
        demand, ratios = LDP("ln3", delta=delta), dict.fromkeys(pairs, 3.0)
    if r.random() < 0.3:
        most = (F(1, k) + 1) / 2
        demand, guesses = Vulnerability(most) & demand, [(np.eye(k) / k, float(most))]
    conditions = drawn_conditions(r, m, k)
    return (
        objective,
        several,
        sign,
        few,
        demand,
        Polytope.of(m, k, ratios, float(delta), conditions, guesses),
        conditions,
    )


@pytest.mark.parametrize("seed", range(150))
def test_the_best_set_of_answers_is_found(seed: int) -> None:
    objective, several, sign, few, demand, polytope, conditions = drawn(seed)
    m, k = polytope.m, polytope.k
    asked: dict[str, Any] = {"inputs": k, "outputs": few, "subject_to": spelled(conditions)}
    values = [best_of(polytope, several, sign, kept) for kept in itertools.combinations(range(m), few)]
    met = [sign * x for x in values if x is not None]
    if not met and best_of(polytope, several, sign, tuple(range(m))) is not None:
        with pytest.raises(InputError, match="no mechanism that meets the conditions and uses at most"):
            design(objective, demand, **asked)
        return
    found = design(objective, demand, **asked)
    assert Design.from_json(found.to_json()) == found and verify(found.to_json()).is_accepted
    if not met:
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.mechanism is not None and found.is_bounded and sum(map(any, found.mechanism.rows)) <= few
    assert float(found.lower) - 1e-9 <= sign * max(met) <= float(found.upper) + 1e-9
    assert float(found.upper - found.lower) < 1e-9
    assert demand.holds(found.mechanism) and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)
    if seed % 10 == 9:
        posed = Problem(objective, demand, **asked).solve_cvxpy(None)
        assert posed.value == pytest.approx(sign * max(met), abs=1e-5)


def test_what_cannot_be_met_with_few_answers_and_what_is_asked_for() -> None:
    asked: Any = {"inputs": 3, "outputs": 2, "subject_to": ["P[0,0] >= 1/5", "P[1,1] >= 1/5", "P[2,2] >= 1/5"]}
    with pytest.raises(
        InputError, match="no mechanism that meets the conditions and uses at most 2 of the 3 answers exists"
    ):
        design(Trace(), LDP("ln3"), **asked)
    asked["subject_to"] = ["P[0,0] <= 3/5"]
    met = design(Trace(), LDP("ln3"), require="1", **asked)
    assert met.mechanism is not None and met.verdict is Verdict.WITHIN
    with pytest.raises(InputError, match="the trace cannot be designed with at most 2 of"):
        design(Trace(), LDP("ln2..ln3"), **asked)


def test_the_command_line_asks_for_few_answers_under_conditions() -> None:
    words = ["design", "--objective", "trace", "--epsilon", "ln3", "--inputs", "3", "--outputs", "2"]
    told = CliRunner().invoke(app, [*words, "--subject-to", "P[0,0] <= 3/5"])
    assert told.exit_code == 0 and "at most 2 of the 3 answers are ever given" in told.output


def test_a_utility_beyond_the_limit_of_sets_is_bounded() -> None:
    r = random.Random(1)
    table = [[r.randint(0, 9) for _ in range(3)] for _ in range(6)]
    found = design(Utility(table), LDP("ln3"), outputs=3, subject_to=["P[0,0] <= 1/4", "P[5,2] >= 1/10"])
    polytope = Polytope.of(
        6,
        3,
        dict.fromkeys(itertools.permutations(range(3), 2), 3.0),
        0.0,
        [({(0, 0): 1}, "<=", F(1, 4)), ({(5, 2): 1}, ">=", F(1, 10))],
    )
    weights = [np.array(table, dtype=float) / 3]
    values = [best_of(polytope, weights, 1, kept) for kept in itertools.combinations(range(6), 3)]
    assert max(x for x in values if x is not None) == pytest.approx(float(found.lower), abs=1e-9)
