"""A linear objective without a prior: its value, its optimum against scipy's linear programs, and its bad input."""

import random
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, InputError, Linear, Mechanism, Trace, Utility, design, verify
from rropt.checker import check
from rropt.problem.contract import Objective


def scipy_optimum(costs: list[list[F]], t: float, delta: float) -> float:
    """The least cost, by the definition: for each pair the positive parts sum to at most delta."""
    m, k = len(costs), len(costs[0])
    pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
    width = m * k + m * len(pairs)
    a, b = [], []
    for q, (j, n) in enumerate(pairs):
        whole = np.zeros(width)
        for i in range(m):
            row = np.zeros(width)
            row[i * k + j], row[i * k + n], row[m * k + q * m + i] = 1, -t, -1
            whole[m * k + q * m + i] = 1
            a.append(row)
            b.append(0)
        a.append(whole)
        b.append(delta)
    sums = np.zeros((k, width))
    for j in range(k):
        sums[j, j : m * k : k] = 1
    cost = np.concatenate([np.array([[float(x) for x in row] for row in costs]).ravel(), np.zeros(width - m * k)])
    return float(linprog(cost, A_ub=a, b_ub=b, A_eq=sums, b_eq=np.ones(k)).fun)


def test_the_optimum_is_scipys_and_certified() -> None:
    rng = random.Random(18)
    for n in range(25):
        m, k = rng.randint(2, 4), rng.randint(2, 4)
        costs = [[F(rng.randint(-9, 9), 2) for _ in range(k)] for _ in range(m)]
        t, delta = F(rng.randint(3, 12), 2), F(rng.randint(0, 2), 10)
        sign = -1 if n % 2 else 1
        found = design(
            Linear([[sign * x for x in row] for row in costs], sense="max" if n % 2 else "min"),
            LDP(f"ln({t})", delta=delta),
        )
        assert found.verdict == "optimal" and check(found.certificate).status == "accepted"
        assert abs(sign * float(found.value) - scipy_optimum(costs, float(t), float(delta))) < 1e-7


def test_the_trace_and_a_utility_are_linear_objectives() -> None:
    eye = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert design(Linear(eye, sense="max"), LDP(1)).value == design(Trace(), LDP(1), inputs=3).value
    table = [[1, 5, 2], [4, 0, 3]]
    assert design(Linear(table), LDP(1)).value == 3 * design(Utility(table, sense="min"), LDP(1)).value
    p = Mechanism([["1/2", "1/4"], ["1/2", "3/4"]])
    assert Linear([[1, 2], [3, 4]]).value(p) == F(1, 2) + F(1, 2) + F(3, 2) + 3


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Linear([[1, 0], [0, 1]], sense="best"), "sense = best must be"),
        (lambda: Linear([[1, 0], [0]]), "equally long"),
        (lambda: Linear([[1, 0], [0, 1]]).value(Mechanism([["1/2"] * 3] * 2)), "does not fit 2 outputs and 3 inputs"),
        (
            lambda: design(Linear([[1, 0], [0, 1]]), LDP(1), inputs=3),
            "2 columns were given to the linear cost for 3 inputs",
        ),
    ],
)
def test_bad_input_is_one_sentence(make: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    "objective", [Linear([[1, 2]]), Utility([[1, 2]]), Linear([[1, 2]]) + Linear([[1, 3]])], ids=str
)
def test_a_design_by_a_table_of_one_answer_is_verified(objective: Objective) -> None:
    for outputs in (None, 2, "free"):
        found = design(objective, LDP("ln2"), inputs=2, outputs=outputs)
        assert found.mechanism.rows == ((1, 1),) and verify(found.to_json()).status == "accepted"
