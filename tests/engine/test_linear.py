"""Linear objectives by independent routes: theorems, and linear programs of scipy on the plain inequalities."""

import random
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from flint import fmpq
from scipy.optimize import linprog

from rropt import LDP, Linear, PairwiseLDP, Trace, Utility, design
from rropt.engine.asks import Asked
from rropt.engine.linear import Posed, maximise
from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.patience import limit_seconds
from rropt.objectives.base import worst
from rropt.solvers.rational import fraction
from rropt.solvers.simplex import solve


@pytest.mark.parametrize("k", [2, 3, 5, 9])
def test_largest_trace_is_kt_over_t_plus_k_minus_1(k):
    assert design(Trace(), LDP("ln3"), k).value == Fraction(3 * k, k + 2)
    assert str(design(Trace(), LDP(1), k).value) == f"{k}*exp(1)/(exp(1) + {k - 1})".replace(" + 0", "")


@pytest.mark.parametrize("epsilon", ["ln3", 1])
def test_weights_that_doubles_do_not_hold(epsilon):
    """The trace with the weights 1e400 and 1: the first input is always told."""
    found = design(Trace(["1e400", 1]), LDP(epsilon))
    assert found.value == 10**400 and found.verdict == "optimal"


def test_a_program_of_many_pairs_is_built_no_longer_than_the_time_lasts():
    asked = Asked.of(LDP("ln3", delta="1/10"), 3)
    with limit_seconds(1e-9), pytest.raises(OutOfTime):
        Posed(asked, [[[fmpq(1)] * 3] * 3], (), above=True)


def by_scipy(cost: np.ndarray, ratio: dict[tuple[int, int], float], slack: dict[tuple[int, int], float]) -> float:
    """The least Σ C·P, where each budget has an unknown for each answer."""
    m, k = cost.shape
    pairs = list(ratio)
    at = lambda i, j: i * k + j  # noqa: E731
    used = lambda c, i: m * k + c * m + i  # noqa: E731
    size = m * k + len(pairs) * m
    above, right = [], []
    for c, (j, n) in enumerate(pairs):
        for i in range(m):
            row = np.zeros(size)
            row[at(i, j)], row[at(i, n)], row[used(c, i)] = 1, -ratio[j, n], -1
            above.append(row)
            right.append(0.0)
        row = np.zeros(size)
        row[[used(c, i) for i in range(m)]] = 1
        above.append(row)
        right.append(slack[j, n])
    equal = np.zeros((k, size))
    for j in range(k):
        equal[j, [at(i, j) for i in range(m)]] = 1
    costs = np.concatenate([cost.ravel(), np.zeros(len(pairs) * m)])
    return float(linprog(costs, above, right, equal, np.ones(k)).fun)


@pytest.mark.parametrize("seed", range(12))
def test_costs_against_scipy(seed):
    r = np.random.default_rng(seed)
    k, m = int(r.integers(2, 5)), int(r.integers(2, 4))
    cost = r.integers(-4, 9, (m, k))
    pairs = [pair for pair in permutations(range(k), 2) if r.random() < 0.8] or [(0, 1)]
    budgets = {pair: str(r.choice(["1/2", "1", "3/2"])) for pair in pairs}
    deltas = {pair: str(r.choice(["0", "1/10", "1/5"])) for pair in pairs}
    found = design(Linear(cost.tolist()), PairwiseLDP(budgets, deltas=deltas), k)
    ratios = {pair: float(np.exp(float(Fraction(x)))) for pair, x in budgets.items()}
    slacks = {pair: float(Fraction(x)) for pair, x in deltas.items()}
    assert found.verdict == "optimal"
    assert float(found.value) == pytest.approx(by_scipy(cost.astype(float), ratios, slacks), abs=1e-7)


def test_worst_of_two_traces_is_their_common_value():
    assert design(worst(Trace([1, 0]), Trace([0, 1])), LDP("ln3")).value == Fraction(3, 4)


def test_a_sum_is_the_objective_of_summed_weights():
    both = 2 * Trace([1, 0]) + Utility([[0, 0], [0, 2]])
    assert design(both, LDP(1)).value == design(Trace([2, 1]), LDP(1)).value


def test_conditions_that_cannot_be_met_are_refuted():
    found = design(Trace(), LDP("ln2"), 3, subject_to=["P[0,0] >= 9/10", "P[0,1] <= 1/10"])
    assert found.verdict == "infeasible"
    assert found.value is None


def test_a_trace_of_too_many_weights_is_refused():
    with pytest.raises(InputError, match="3 inputs"):
        design(Trace([1, 2, 3]), LDP(1), 4)


def test_only_optimum():
    """The trace at equal weights has one optimum; where a weight is 0 its answer may take from others for nothing."""
    assert design(Trace(), LDP("ln3"), 3).is_only
    assert not design(Linear([[0, 0], [0, 0]]), LDP("ln3")).is_only


@pytest.mark.parametrize("k, delta", [(2, "1/10"), (4, "1/7"), (5, "1")])
def test_the_theorem_on_the_trace_is_the_linear_program(k, delta):
    demand = LDP("1/2", delta=delta)
    diagonal = [[int(i == j) for j in range(k)] for i in range(k)]
    assert design(Trace(), demand, k).value == design(Linear(diagonal, sense="max"), demand, k).value


@pytest.mark.parametrize("epsilon", ["1/1000", "ln(9/8)/2", "ln3", "1", "7/3", "20"])
def test_one_solution_for_all_ratios_is_the_optimum_at_each(epsilon):
    """The exact value lies between the optima for the rational ratios below and above, ties and useless answers among them."""
    draw = random.Random(epsilon)
    for _ in range(12):
        k, m = draw.randint(2, 6), draw.randint(1, 6)
        W = [[fmpq(draw.randint(-2, 3), draw.choice([1, 1, 7])) for _ in range(k)] for _ in range(m)]
        asked = Asked.of(LDP(epsilon), k)
        found = maximise(asked, [W])
        low, high = (value_of(Posed(asked, [W], (), above=above)) for above in (False, True))
        assert found.lower == found.upper
        assert low <= found.lower <= high


def value_of(posed):
    best = solve(posed.program)
    return fraction(sum((posed.program.gains[n] * v for n, v in best.point.items()), fmpq(0)))
