"""Exactly two answers under conditions, none of them split, against the vertices by brute force and a climb of linear programs."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

from rropt import LDP, Design, Divergence, Information, InputError, PairwiseLDP, TotalVariance, design, verify
from rropt.cli import app
from rropt.problem import worst
from rropt.problem.verdicts import Verdict
from tests.over_rows import information

F = Fraction
Row = np.ndarray


def halves(
    k: int,
    ratios: dict[tuple[int, int], float],
    delta: float,
    conditions: list[tuple[dict[tuple[int, int], int], str, F]],
) -> tuple[Row, Row]:
    """A·r ≤ b for the first row r: 0 ≤ r ≤ 1, r and 1 − r keep each pair, and the conditions."""
    lines = [*np.eye(k), *-np.eye(k)]
    right = [1.0] * k + [0.0] * k
    for (j, other), ratio in ratios.items():
        row = np.zeros(k)
        row[j], row[other] = 1, -ratio
        lines += [row, -row]
        right += [delta, ratio - 1 + delta]
    for terms, relation, bound in conditions:
        row, rest = np.zeros(k), float(bound)
        for (i, j), a in terms.items():
            row[j] += a if i == 0 else -a
            rest -= a if i == 1 else 0
        if relation in ("<=", "=="):
            lines, right = [*lines, row], [*right, rest]
        if relation in (">=", "=="):
            lines, right = [*lines, -row], [*right, -rest]
    return np.array(lines), np.array(right)


def largest(f: Callable[[Row], float], lines: Row, right: Row) -> float | None:
    """The most of f(r) + f(1 − r) over the intersections of k planes that keep all half-spaces; None if there are none."""
    k, found = lines.shape[1], []
    for chosen in itertools.combinations(range(len(lines)), k):
        own = lines[list(chosen)]
        if abs(np.linalg.det(own)) < 1e-9:
            continue
        r = np.linalg.solve(own, right[list(chosen)])
        if (lines @ r <= right + 1e-9).all():
            r = np.clip(r, 0, 1)
            found.append(f(r) + f(1 - r))
    return max(found) if found else None


def drawn(seed: int) -> tuple[Any, Callable[[Row], float], Any, dict[tuple[int, int], float], float, Any]:
    """An objective with its f, a demand with its ratios and slack, and conditions."""
    r = random.Random(seed)
    k = r.choice([2, 3, 3])
    counts = [r.randint(1, 4) for _ in range(k)]
    prior = [F(n, sum(counts)) for n in counts]
    told = partial(information, [float(x) for x in prior])

    def chi2(row: Row) -> float:
        return (row[0] - row[1]) ** 2 / row[1] if row[1] > 1e-13 else (0.0 if row[0] < 1e-13 else math.inf)

    kind = r.choice(["information", "tv", "chi2", "sum"])
    delta = F(r.choice([0, 0, 1, 3]), 40) if kind in ("tv", "information") else F(0)
    objective: Any = {
        "information": Information(prior),
        "tv": Divergence("tv", 0, 1),
        "chi2": Divergence("chi2", 0, 1),
        "sum": Information(prior) + 2 * Divergence("tv", 0, 1),
    }[kind]
    tv = lambda row: abs(row[0] - row[1]) / 2  # noqa: E731
    f = {"information": told, "tv": tv, "chi2": chi2, "sum": lambda row: told(row) + 2 * tv(row)}[kind]
    pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
    if r.random() < 0.3 and not delta:
        budgets = {pair: r.randint(2, 6) for pair in pairs}
        demand: Any = PairwiseLDP([[0 if j == n else f"ln{budgets[j, n]}" for n in range(k)] for j in range(k)])
        ratios = {pair: float(x) for pair, x in budgets.items()}
    else:
        epsilon = r.choice(["ln2", "ln3", "ln(5/2)", "1", "1/2"])
        demand = LDP(epsilon, delta=delta)
        ratio = math.exp(float(F(epsilon))) if "ln" not in epsilon else {"ln2": 2.0, "ln3": 3.0}.get(epsilon, 2.5)
        ratios = dict.fromkeys(pairs, ratio)
    conditions: list[Any] = [({(0, 0): 1}, r.choice(["<=", ">="]), F(r.randint(4, 16), 20))]
    if r.random() < 0.6:
        i, j = r.randrange(2), r.randrange(k)
        conditions.append(({(i, j): 2, (1 - i, 0): r.choice([1, -1])}, r.choice(["<=", ">="]), F(r.randint(6, 24), 20)))
    if r.random() < 0.2:
        conditions.append(({(1, 1): 1}, "==", F(r.randint(8, 12), 20)))
    return objective, f, demand, ratios, float(delta), conditions


def spell(conditions: Any) -> list[str]:
    said = []
    for terms, relation, bound in conditions:
        said.append(f"{' + '.join(f'({a})*P[{i},{j}]' for (i, j), a in terms.items())} {relation} {bound}")
    return said


SEEDS = [*range(24), *(pytest.param(n, marks=pytest.mark.slow) for n in range(24, 180))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_of_two_answers_is_a_vertex(seed: int) -> None:
    objective, f, demand, ratios, delta, conditions = drawn(seed)
    k = 1 + max(j for pair in ratios for j in pair)
    found = design(objective, demand, inputs=k, outputs=2, subject_to=spell(conditions))
    expected = largest(f, *halves(k, ratios, delta, conditions))
    assert Design.from_json(found.to_json()) == found and verify(found.to_json()).is_accepted
    if expected is None:
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.is_bounded and found.mechanism is not None and found.mechanism.m == 2
    assert float(found.lower) - 1e-8 <= expected <= float(found.upper) + 1e-8
    assert float(found.upper - found.lower) < 1e-8
    assert demand.holds(found.mechanism) and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)
    # split answers are worth at least as much
    split = design(objective, demand, inputs=k, outputs=["0", "1"], subject_to=spell(conditions))
    assert float(split.upper) >= expected - 1e-8


def test_a_file_whose_mechanism_breaks_a_condition_is_refused() -> None:
    found = design(Information(["1/2", "1/2"]), LDP("ln3"), inputs=2, outputs=2, subject_to=["P[0,0] <= 7/10"])
    document = json.loads(found.to_json())
    document["problem"]["subject_to"] = ["P[0,0] <= 1/5"]
    with pytest.raises(InputError, match=r"does not meet P\[0,0\] <= 1/5"):
        Design.from_json(json.dumps(document))


def test_the_least_of_several_is_enclosed() -> None:
    several = [Divergence("tv", 0, 1), Divergence("tv", 1, 2)]
    found = design(worst(*several), LDP("ln3"), inputs=3, outputs=2, subject_to=["P[0,1] <= 3/5"])
    k, ratios = 3, dict.fromkeys(itertools.permutations(range(3), 2), 3.0)
    lines, right = halves(k, ratios, 0.0, [({(0, 1): 1}, "<=", F(3, 5))])
    # with the signs fixed the least of two distances is a linear program in r and v
    best = 0.0
    for signs in itertools.product((1, -1), repeat=2):
        above = [[*line, 0.0] for line in lines]
        above += [[-signs[0], signs[0], 0, 1], [0, -signs[1], signs[1], 1]]
        answer = linprog([0, 0, 0, -1], A_ub=above, b_ub=[*right, 0, 0], bounds=[(None, None)] * 4)
        best = max(best, -answer.fun if answer.status == 0 else 0.0)
    assert float(found.lower) - 1e-9 <= best <= float(found.upper) + 1e-9


def test_refusals_and_the_command_line() -> None:
    asked: dict[str, Any] = {"outputs": 2, "subject_to": ["P[0,0] <= 1/2"]}
    with pytest.raises(InputError, match="a design of 2 answers cannot have conditions"):
        design(Information(["1/2", "1/2"]), LDP("1/2..1"), **asked)
    with pytest.raises(InputError, match="with fewer than 3 answers different shares"):
        design(TotalVariance(), LDP(1), inputs=3, **asked)
    words = ["design", "--objective", "information", "--epsilon", "ln3", "--inputs", "3", "--outputs", "2"]
    told = CliRunner().invoke(app, [*words, "--subject-to", "P[0,0] >= 3/5"])
    assert told.exit_code == 0 and "exactly 2 answers, none of them split" in told.output
