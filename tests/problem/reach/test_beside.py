"""The least ε or δ of one LDP beside another that stays as it is, against linear programs of scipy."""

from __future__ import annotations

import itertools
import json
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Divergence, InputError, Parity, Trace, Utility, Vulnerability, design, frontier, least, verify
from rropt.problem import Least, worst
from rropt.problem.problem import Problem
from rropt.problem.reach.place import others_of, place_of, put


def _program(gain: np.ndarray, t: float, fixed: float, reach: float | None, delta: float | None) -> float | None:
    """The least δ at which the gain reaches `reach` or, if that is None, the largest gain at δ; None if nothing does.

    The variables are p_ij, for each ordered pair the excess of each answer, and δ.
    """
    m, k = gain.shape
    pairs = list(itertools.permutations(range(k), 2))
    n = m * k + len(pairs) * m + 1
    rows, most = [], []

    def at_most(entries: dict[int, float], bound: float) -> None:
        row = np.zeros(n)
        for place, x in entries.items():
            row[place] += x
        rows.append(row)
        most.append(bound)

    for number, (j, other) in enumerate(pairs):
        excess = [m * k + number * m + i for i in range(m)]
        for i in range(m):
            at_most({i * k + j: 1, i * k + other: -t, excess[i]: -1}, 0)
            at_most({i * k + j: 1, i * k + other: -fixed}, 0)
        at_most({**dict.fromkeys(excess, 1), n - 1: -1}, 0)
    value = np.zeros(n)
    value[: m * k] = gain.ravel()
    sums = np.zeros((k, n))
    for j in range(k):
        sums[j, [i * k + j for i in range(m)]] = 1
    last = np.zeros(n)
    last[-1] = 1
    if reach is not None:
        rows.append(-value)
        most.append(-reach)
    ends = [(0, 1)] * (n - 1) + [(0, 1) if delta is None else (delta, delta)]
    cost = last if reach is not None else -value
    found = linprog(cost, A_ub=np.array(rows), b_ub=most, A_eq=sums, b_eq=np.ones(k), bounds=ends)
    return abs(found.fun) if found.status == 0 else None


def _draw(seed: int) -> tuple[Any, np.ndarray, Fraction, Fraction, Fraction]:
    """An objective with its gains, e^ε of the LDP that varies and of the one that does not, and a value between the ends."""
    rng = random.Random(seed)
    k = rng.choice([2, 3, 4])
    t = Fraction(rng.randint(11, 30), 10)
    fixed = t + Fraction(rng.randint(1, 40), 10)
    if seed % 2:
        objective, gain = Trace(), np.eye(k)
    else:
        table = [[rng.randint(0, 9) for _ in range(k)] for _ in range(k)]
        objective, gain = Utility(table), np.array(table) / k
    low, high = (_program(gain, float(x), float(fixed), None, 0.0) for x in (t, fixed))
    assert low is not None and high is not None
    share = Fraction(rng.randint(2, 8), 10)
    return objective, gain, t, fixed, Fraction(low + float(share) * (high - low)).limit_denominator(1000)


@pytest.mark.parametrize("seed", range(12))
def test_a_least_delta_beside_a_promise_to_all(seed: int) -> None:
    objective, gain, t, fixed, reach = _draw(seed)
    found = least("delta", objective, reach=reach, inputs=len(gain), epsilon=f"log({t})", demand=LDP(f"log({fixed})"))
    truth = _program(gain, float(t), float(fixed), float(reach), None)
    assert truth is not None and found.design is not None
    assert float(found.lower) - 1e-7 <= truth <= float(found.upper) + 1e-7 and found.upper - found.lower < 1e-6
    judged = verify(found.to_json())
    assert judged.is_accepted and judged.says == found.statement


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.slow_at("0")
def test_a_least_epsilon_with_a_delta_beside_a_promise_to_all(seed: int) -> None:
    objective, gain, t, fixed, _ = _draw(seed)
    reach = _program(gain, float(t), float(fixed), None, 0.05)
    assert reach is not None
    wanted = Fraction(reach).limit_denominator(10**6)
    found = least("epsilon", objective, reach=wanted, inputs=len(gain), delta="1/20", demand=LDP(f"log({fixed})"))
    low, high = float(found.lower), float(found.upper)
    assert high - low < 1e-6
    below = _program(gain, float(np.exp(low)) * (1 - 1e-4), float(fixed), None, 0.05)
    above = _program(gain, float(np.exp(high)) * (1 + 1e-4), float(fixed), None, 0.05)
    assert above is not None and above >= float(wanted) - 1e-8
    assert low == 0 or (below is not None and below <= float(wanted) + 1e-8)
    assert verify(found.to_json()).is_accepted


def test_the_answer_tells_which_of_two_varies() -> None:
    found = least("delta", Trace(), reach=2, inputs=3, epsilon="ln2", demand=LDP(3))
    said = "(3 inputs, 3 outputs, epsilon = log(2), beside local differential privacy with epsilon = 3)."
    assert found.statement.endswith(said)
    assert found.lower <= Fraction(1, 3) <= found.upper < found.lower + Fraction(1, 10**6)
    stated = json.loads(found.to_json())["design"]["problem"]["demand"]["demands"]
    assert [(x["ratio"], x["delta"]) for x in stated] == [("2", "1/3"), ("e^3", "0")]
    more = least("delta", Trace(), reach=2, inputs=3, epsilon="ln2", demand=LDP("ln5") & Parity(6))
    assert "beside local differential privacy with epsilon = log(5), a largest ratio (parity) of 6" in more.statement


def test_the_first_varies_and_the_others_stay() -> None:
    problem = Problem(Trace(), LDP("ln2") & LDP("ln2") & Parity(6), inputs=3)
    moved = put(problem, "delta", Fraction(1, 10))
    assert moved.demand == LDP("ln2", delta="1/10") & LDP("ln2") & Parity(6)
    assert place_of(moved, "delta") == Fraction(1, 10) and others_of(moved, "delta") == [LDP("ln2"), Parity(6)]


def test_a_frontier_beside_a_promise_to_all() -> None:
    found = frontier(Trace(), inputs=3, along="delta", epsilon="ln2", demand=LDP(3), points=["0", "1/3", "1"])
    low, high = found.at("1/3")
    assert low == high == 2 and found.at("1")[1] < 3
    assert "epsilon = log(2), beside local differential privacy with epsilon = 3) along delta" in found.statement
    assert "along delta, beside local differential privacy with epsilon = 3" in found.explain()
    judged = verify(found.to_json())
    assert judged.is_accepted and judged.says == found.statement


def test_designs_whose_fixed_demands_differ_do_not_go_together() -> None:
    found = least("delta", Trace(), reach=2, inputs=3, epsilon="ln2", demand=LDP(3))
    other = design(Trace(), LDP("ln2", delta="3/10") & LDP(2), inputs=3, require=2)
    with pytest.raises(InputError, match="differ in more than"):
        Least(of="delta", reach=found.reach, design=found.design, below=other)
    document = json.loads(found.to_json())
    document["below"] = json.loads(other.to_json())
    assert verify(json.dumps(document)).status.value == "rejected"
    # with the two LDPs in the other order, the second one's number would be read as the answer
    turned = found.design.problem.restated(demand=LDP(3) & LDP("ln2", delta="1/3"))
    assert place_of(turned, "delta") == 0


BOTH, TV = {"demand": LDP("ln6")}, Divergence("tv", 0, 1)


def _of_one_ratio(t: float, gamma: float = 1) -> float:
    """Of two inputs whose chances differ by a factor of t at most the largest Σ max(p_j − γ q_j, 0)."""
    return max(0.0, (t - gamma) / (t + 1))


@pytest.mark.parametrize(
    ("aim", "beside", "best"),
    [
        (TV, BOTH, lambda t: _of_one_ratio(min(t, 6))),
        (worst(TV, TV), BOTH, lambda t: _of_one_ratio(min(t, 6))),
        (Divergence("hockey_stick", 0, 1, gamma="3/2"), BOTH, lambda t: _of_one_ratio(min(t, 6), 1.5)),
        (TV, {"demand": Vulnerability("3/4")}, lambda t: min(_of_one_ratio(t), 1 / 2)),
        (TV, {"sensitive": [0]}, lambda t: 1 - 1 / t),
        # p_1 = 1/2 and the outer ones at the ends of what the ratio to it allows, 1 − 1/(2t) and 1/(2t)
        (Divergence("tv", 0, 2), {"distances": "line", "inputs": 3}, lambda t: 1 - 1 / t),
    ],
)
def test_what_bends_along_an_epsilon_without_end(aim: Any, beside: dict[str, Any], best: Any) -> None:
    found = frontier(aim, **{"inputs": 2, **beside})
    assert found.points
    for point in found.points:
        value = best(math.exp(found.place(point)))
        assert float(point.lower) <= value + 1e-12 and value <= float(point.upper) + 1e-12


def test_the_least_epsilon_beside_a_promise_to_all_of_what_bends() -> None:
    found = least("epsilon", TV, reach="1/5", inputs=2, **BOTH)
    assert float(found.lower) <= math.log(1.5) <= float(found.upper) and found.upper - found.lower < 1e-6
