"""The least δ of one-sided privacy, and linear designs with that δ free, against programs of scipy in which δ is an unknown."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import (
    LDP,
    Design,
    Information,
    InputError,
    Sensitive,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    design,
    frontier,
    least,
    verify,
)
from rropt.cli import app
from tests.commands import invoke

F = Fraction


def program(table: list[list[int]], protected: list[int], ratio: float) -> tuple[Any, ...]:
    """The gains, and the inequalities on p_ij ≥ 0, w_i,jl ≥ p_ij − T p_il and δ, in this order of the unknowns."""
    k = len(table)
    pairs = [(j, other) for j in protected for other in range(k) if other != j]
    width = k * k + len(pairs) * k + 1
    above, rows = [], []
    for n, (j, other) in enumerate(pairs):
        total = np.zeros(width)
        total[-1] = -1
        for i in range(k):
            row = np.zeros(width)
            row[i * k + j], row[i * k + other], row[k * k + n * k + i] = 1, -ratio, -1
            total[k * k + n * k + i] = 1
            above.append(row)
        above.append(total)
    for j in range(k):
        row = np.zeros(width)
        row[j : k * k : k] = 1
        rows.append(row)
    gain = np.zeros(width)
    gain[: k * k] = np.array(table).ravel() / k
    return gain, np.array(above), np.array(rows)


def least_delta(table: list[list[int]], protected: list[int], ratio: float, reach: float) -> float | None:
    """The least δ at which the expected utility is at least `reach`; None if none is."""
    gain, above, rows = program(table, protected, ratio)
    cost = np.zeros(len(gain))
    cost[-1] = 1
    found = linprog(
        cost,
        A_ub=np.vstack([above, -gain]),
        b_ub=[*[0.0] * len(above), -reach],
        A_eq=rows,
        b_eq=np.ones(len(rows)),
        bounds=[*[(0, None)] * (len(cost) - 1), (0, 1)],
    )
    return float(found.fun) if found.status == 0 else None


def drawn(seed: int) -> tuple[list[list[int]], list[int], str, float, Fraction]:
    r = random.Random(seed)
    k = r.choice([2, 3, 3, 4])
    table = [[r.randint(0, 9) + 6 * (i == j) for j in range(k)] for i in range(k)]
    protected = sorted(r.sample(range(k), r.randint(1, k - 1)))
    ratio = F(r.randint(5, 16), 4)
    top = F(sum(max(table[i][j] for i in range(k)) for j in range(k)), k)
    still = F(max(sum(row) for row in table), k)
    return table, protected, f"ln({ratio})", float(ratio), still + (top - still) * F(r.randint(1, 22), 20)


SEEDS = [*range(20), *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 140))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_least_delta_is_that_of_a_linear_program(seed: int) -> None:
    table, protected, epsilon, ratio, reach = drawn(seed)
    found = least("delta", Utility(table), reach=reach, inputs=len(table), sensitive=protected, epsilon=epsilon)
    expected = least_delta(table, protected, ratio, float(reach))
    if found.design is None:
        assert expected is None
        return
    assert expected is not None and found.value is not None
    assert float(found.value) == pytest.approx(expected, abs=1e-8)
    demand = Sensitive(protected, epsilon, delta=found.value)
    assert demand.holds(found.design.mechanism) and found.design.problem.demand == demand
    assert verify(found.to_json()).is_accepted


def test_the_same_at_an_irrational_ratio_is_enclosed_by_two_designs() -> None:
    found = least("delta", Trace(), reach="5/2", inputs=3, sensitive=[0, 1], epsilon=1)
    expected = least_delta([[3 * (i == j) for j in range(3)] for i in range(3)], [0, 1], float(np.exp(1)), 2.5)
    assert expected is not None and found.value is None
    assert float(found.lower) - 1e-9 <= expected <= float(found.upper) + 1e-9 <= expected + 1e-6
    assert verify(found.to_json()).is_accepted


@pytest.mark.parametrize(
    ("objective", "reach"),
    [(Information(["1/2", "1/4", "1/4"]), "1/2"), (TotalVariance(["1/2", "1/4", "1/4"]), 1), (Variance("1/4"), "1/4")],
)
def test_of_other_objectives_it_is_enclosed(objective: Any, reach: object) -> None:
    """A design a little below misses the value, and one a little above reaches it."""
    found = least("delta", objective, reach=reach, sensitive=[0], epsilon="ln2")
    assert 0 < float(found.upper) - float(found.lower) < 1e-6 or found.value is not None
    better = (lambda x: x >= F(reach)) if objective.sense == "max" else (lambda x: x <= F(reach))  # type: ignore[arg-type]
    for delta, is_reached in ((F(found.lower) - F(1, 10**4), False), (F(found.upper) + F(1, 10**4), True)):
        at = design(objective, Sensitive([0], "ln2", delta=delta))
        assert better(at.upper) is is_reached and better(at.lower) is is_reached


def test_beside_another_demand_and_where_only_delta_1_reaches_it() -> None:
    beside = least("delta", Trace(), reach="5/2", inputs=3, sensitive=[0, 1], epsilon="ln2", demand=LDP("ln6"))
    assert beside.design is None
    whole = least("delta", Trace(), reach=3, inputs=3, sensitive=[0, 1], epsilon="ln3")
    assert whole.value == 1 and verify(whole.to_json()).is_accepted


@pytest.mark.parametrize("seed", range(12))
def test_a_free_delta_has_the_values_of_linear_programs(seed: int) -> None:
    table, protected, epsilon, ratio, _ = drawn(seed + 500)
    found = design(Utility(table), Sensitive(protected, epsilon, delta="every"), inputs=len(table))
    assert verify(found.certificate).is_accepted and Design.from_json(found.to_json()) == found
    gain, above, rows = program(table, protected, ratio)
    for delta in (F(1, 50), F(1, 7), F(2, 5), F(9, 10)):
        ends = [*[(0, None)] * (len(gain) - 1), (float(delta),) * 2]
        best = linprog(-gain, A_ub=above, b_ub=np.zeros(len(above)), A_eq=rows, b_eq=np.ones(len(rows)), bounds=ends)
        assert float(found.at(delta=delta).value) == pytest.approx(-best.fun, abs=1e-7)


def test_along_delta_and_on_the_command_line(tmp_path: Path) -> None:
    along = frontier(Trace(), along="delta", sensitive=[0], epsilon="ln2", inputs=3)
    assert along.at("1/10") == (F(21, 10), F(21, 10)) and "protection of 0 alone" in along.explain()
    words = ["design", "--objective", "trace", "--inputs", "3", "--sensitive", "0", "--epsilon", "ln2"]
    place = str(tmp_path / "least.json")
    found = invoke(app, [*words, "--least", "delta", "--require", "5/2"])
    assert found.output.startswith("The least delta at which the trace is at least 5/2 is 1/2, exactly")
    assert invoke(app, [*words, "--least", "delta", "--require", "5/2", "--json", "-o", place]).exit_code == 0
    assert '"exact": "1/2"' in Path(place).read_text("utf-8")
    assert invoke(app, ["verify", place]).exit_code == 0
    assert "delta + 2" in invoke(app, [*words, "--delta", "every"]).output


def test_refusals() -> None:
    with pytest.raises(InputError, match="leave delta out"):
        least("delta", Trace(), reach=2, inputs=3, sensitive=[0], epsilon=1, delta="1/10")
    with pytest.raises(InputError, match="epsilon must be given"):
        least("delta", Trace(), reach=2, inputs=3, sensitive=[0])
    with pytest.raises(InputError, match="let delta end below 1"):
        design(Information(["1/2", "1/2"]), Sensitive([0], "ln2", delta="every"))
    with pytest.raises(InputError, match="must be one rational number"):
        Sensitive([0], 1, delta="every")
