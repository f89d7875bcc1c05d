"""Linear objectives of whose answers at most m are ever given, against a program with integers and against all sets of answers."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, linprog, milp

from rropt import LDP, InputError, Linear, PairwiseLDP, Trace, Utility, Vulnerability, design, least, verify
from rropt.problem import worst


def by_integers(weights: list[list[Fraction]], ratios: dict[tuple[int, int], float], most: int, sense: str) -> float:
    """The best by one program: an integer z_l for each answer, p_lj <= z_l, and at most so many z_l."""
    W = np.array([[float(x) for x in row] for row in weights])
    m, k = W.shape
    size, rows = m * k + m, []
    for i, (j, n) in itertools.product(range(m), ratios):
        row = np.zeros(size)
        row[i * k + j], row[i * k + n] = 1, -ratios[j, n]
        rows.append(row)
    for i, j in itertools.product(range(m), range(k)):
        row = np.zeros(size)
        row[i * k + j], row[m * k + i] = 1, -1
        rows.append(row)
    rows.append(np.concatenate([np.zeros(m * k), np.ones(m)]))
    columns = np.zeros((k, size))
    for j in range(k):
        columns[j, j : m * k : k] = 1
    at_most = LinearConstraint(np.array(rows), ub=[0.0] * (len(rows) - 1) + [float(most)])
    sign = -1 if sense == "max" else 1
    found = milp(
        sign * np.concatenate([W.ravel(), np.zeros(m)]),
        constraints=[at_most, LinearConstraint(columns, lb=1.0, ub=1.0)],
        integrality=[0] * (m * k) + [1] * m,
        bounds=Bounds(0, 1),
        options={"mip_rel_gap": 1e-12},
    )
    assert found.success
    return float(sign * found.fun)


@pytest.mark.parametrize("seed", range(8))
def test_random_objectives_have_the_optimum_of_a_program_with_integers(seed: int) -> None:
    rng = random.Random(seed)
    k, n = rng.randint(2, 4), rng.randint(3, 5)
    m, sense = rng.randint(2, n - 1), rng.choice(["max", "min"])
    weights = [[Fraction(rng.randint(-9, 9), rng.randint(1, 4)) for _ in range(k)] for _ in range(n)]
    pairs = {(j, i): rng.randint(2, 6) for j in range(k) for i in range(k) if i != j}
    own = seed % 2
    demand = PairwiseLDP({pair: f"ln{x}" for pair, x in pairs.items()}) if own else LDP("ln3")
    found = design(Linear(weights, sense=sense), demand, outputs=m)
    ratios = {pair: float(x) if own else 3.0 for pair, x in pairs.items()}
    assert found.value is not None and found.mechanism is not None
    assert float(found.value) == pytest.approx(by_integers(weights, ratios, m, sense), abs=1e-7)
    assert sum(any(row) for row in found.mechanism.rows) <= m
    assert found.problem.objective.value(found.mechanism) == found.value


def test_the_worst_of_several_with_two_answers() -> None:
    """Against every pair of answers by scipy: the largest z that is at most both sums."""
    first, second = Trace([1, 2, 1]), Trace([1, 1, 3])
    found = design(worst(first, second), LDP("ln3"), outputs=2)
    best = 0.0
    for pair in itertools.combinations(range(3), 2):
        sides, weights = [], [[1, 2, 1], [1, 1, 3]]
        for i, (j, n) in itertools.product(range(2), itertools.permutations(range(3), 2)):
            row = np.zeros(7)
            row[3 * i + j], row[3 * i + n] = 1, -3
            sides.append(row)
        for w in weights:
            row = np.zeros(7)
            for i, label in enumerate(pair):
                row[3 * i + label] = -w[label]
            row[6] = 1
            sides.append(row)
        columns = np.array([[1.0 if n in (j, 3 + j) else 0.0 for n in range(7)] for j in range(3)])
        cost = [0.0] * 6 + [-1.0]
        solved = linprog(
            cost, A_ub=np.array(sides), b_ub=[0.0] * len(sides), A_eq=columns, b_eq=[1.0] * 3, method="highs"
        )
        assert solved.status == 0
        best = max(best, -float(solved.fun))
    assert found.value is not None and float(found.value) == pytest.approx(best, abs=1e-9)


def test_a_trace_of_many_inputs_has_one_case() -> None:
    """m of k answers do as well as m answers about m inputs: (m T)/(T + m - 1)."""
    found = design(Trace(), LDP("ln3"), inputs=40, outputs=20)
    assert found.value == Fraction(20 * 3, 3 + 19)


def test_a_search_by_branches_needs_few_of_all_sets() -> None:
    rng = random.Random(1)
    weights = [[Fraction(rng.randint(0, 20)) for _ in range(6)] for _ in range(10)]
    found = design(Linear(weights, sense="max"), LDP("ln2"), outputs=4)
    assert found.value is not None
    ratios = dict.fromkeys(itertools.permutations(range(6), 2), 2.0)
    assert float(found.value) == pytest.approx(by_integers(weights, ratios, 4, "max"), abs=1e-7)
    assert found.certificate.count('"outputs":') < 40


def test_labels_slack_and_a_vulnerability() -> None:
    named = design(Trace(), LDP("1/2"), inputs=["a", "b", "c"], outputs=2)
    assert named.mechanism is not None and named.mechanism.outputs == ("a", "b", "c")
    slack = design(Trace([1, 2, 3]), LDP("ln3", delta="1/10"), outputs=2)
    assert slack.value == design(Trace([2, 3]), LDP("ln3", delta="1/10")).value
    guessed = design(Utility([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), Vulnerability("2/5"), outputs=2)
    assert guessed.value == Fraction(2, 5)
    solved = guessed.problem.solve_cvxpy().value
    assert solved == pytest.approx(0.4, abs=1e-7)


def test_more_answers_than_labels_are_as_many() -> None:
    assert design(Trace(), LDP("ln3"), inputs=3, outputs=7).value == Fraction(9, 5)


def test_what_is_refused_or_impossible() -> None:
    assert design(Trace(), Vulnerability("1/4"), inputs=3, outputs=2).verdict == "infeasible"
    assert design(Trace(), LDP("ln3"), inputs=3, outputs=2, require="8/5").verdict == "infeasible"
    with pytest.raises(InputError, match="2 labels"):
        design(Trace(), LDP("ln3"), inputs=3, outputs=["a", "b"])


def test_a_file_is_verified() -> None:
    found = design(Utility([[1, 0], [0, 1], ["2/3", "2/3"]]), LDP("ln3"), outputs=2)
    assert verify(json.dumps(found.to_dict())).is_accepted


def test_a_trace_of_few_labels_with_epsilon_free() -> None:
    """Two of three answers: the trace of two inputs at every t, and weighted the best of one answer or two."""
    found = design(Trace(), LDP("every"), inputs=3, outputs=2)
    assert len(found.pieces) == 1 and verify(json.dumps(found.to_dict())).is_accepted
    least_of = least("epsilon", Trace(), reach="3/2", inputs=3, outputs=2)
    assert str(least_of.value) == "log(3)"
    weighted = design(Trace([1, 2, 3]), LDP("every"), outputs=2)
    assert verify(json.dumps(weighted.to_dict())).is_accepted
    for asked in ("ln5/4", "ln3", "ln7"):
        t = Fraction(asked.removeprefix("ln"))
        piece = next(p for p in weighted.pieces if p.covers(asked))
        assert piece.at(asked) == max(Fraction(3), 5 * t / (t + 1))
    with pytest.raises(InputError, match="frontier"):
        design(Utility([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), LDP("every"), outputs=2)
