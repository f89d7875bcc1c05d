"""What is proposed along a run: multipliers that seldom change, and nothing where the patterns do not serve."""

import json
import random
from fractions import Fraction as F

import numpy as np

from rropt import LDP, Problem, Utility
from rropt.exact.patience import limit_seconds
from rropt.linear.legs import linear_program
from rropt.linear.line import BOX, LEAST, Line
from rropt.linear.neighbours import runs_of_neighbours
from rropt.linear.numeric import RowWiseModel, float_matrix

RATIOS = np.exp(np.arange(10, 21) / 20)


def utility(k: int) -> Utility:
    g = random.Random(k)
    return Utility([[F(g.randint(-1000, 1000), 1000) for _ in range(k)] for _ in range(k)])


def pose(first: int, last: int) -> tuple[Problem, object]:
    low, high = F(first + 10, 20), F(last + 10, 20)
    problem = Problem(utility(8), LDP(f"{low}..{high}" if low < high else str(low)))
    return problem, linear_program(problem)


def test_many_multipliers_of_a_run_are_rational() -> None:
    runs = [x for x in runs_of_neighbours(pose, list(RATIOS)) if x.first < x.last]  # type: ignore[arg-type]
    assert runs
    for found in runs:
        multipliers = json.loads(found.certificate)["multipliers"]
        assert sum("t" not in y for y in multipliers.values()) >= 2


def test_proposed_multipliers_keep_their_distance_from_weights_and_balances() -> None:
    program = linear_program(Problem(utility(8), LDP(1)))
    gains = float_matrix(program)
    line = Line(RowWiseModel(gains), 1.0, RATIOS, 5)
    assert line.box is not None and line.holds(5)
    lower, upper = line.box
    margin = line.known[5].margin  # type: ignore[union-attr]
    found = line._few_slopes([(RATIOS[5], 0.0)], margin / 2, [])
    assert found is not None
    y, t = found[0], RATIOS[5]
    assert (y >= lower + BOX * margin / 2 - LEAST).all() and (y <= upper - BOX * margin / 2 + LEAST).all()
    for i in range(program.m):
        s = np.where(line.gains[i] > y, t, 1.0)
        balance = float(s @ (line.gains[i] - y) / s.sum())
        assert balance <= -margin / 2 + LEAST if i in line.unused else abs(balance) < LEAST
    assert line._few_slopes([(RATIOS[5], 0.0)], 2.0, []) is None


def test_a_line_whose_solver_had_no_time_holds_nowhere() -> None:
    solver = RowWiseModel(float_matrix(linear_program(Problem(utility(8), LDP(1)))))
    with limit_seconds(1e-9):
        line = Line(solver, 1.0, RATIOS, 5)
    assert not line.holds(5)


def test_the_shares_of_patterns_are_their_weights_at_every_ratio() -> None:
    program = linear_program(Problem(utility(8), LDP(1)))
    line = Line(RowWiseModel(float_matrix(program)), 1.0, RATIOS, 5)
    assert line.support is not None
    patterns, shares = line.support.columns, line.support.shares
    for t in (F(3, 2), F(7)):
        weights = [h / (t - 1 + sum(shares)) for h in shares]
        for j in range(program.k):
            assert sum(w * (t if j in c.high else 1) for c, w in zip(patterns, weights, strict=True)) == 1
