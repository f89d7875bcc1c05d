"""From which ε or δ on conditions can be met, and the answer from there on, against linear programs of scipy and bisection."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

from rropt import (
    LDP,
    Design,
    Divergence,
    Information,
    InputError,
    Metric,
    Sensitive,
    Trace,
    Utility,
    design,
    least,
    verify,
)
from rropt.cli import app
from rropt.exact.infinity import is_infinite
from rropt.exact.substitute import value_at
from rropt.problem.verdicts import Verdict

F = Fraction
Pairs = dict[tuple[int, int], float]
Conditions = list[tuple[dict[tuple[int, int], int], str, Fraction]]


def best(table: np.ndarray, ratios: Pairs, delta: float, conditions: Conditions) -> float | None:
    """The largest ΣW·P under p_ij − T p_il ≤ w_i,jl, Σ_i w_i,jl ≤ δ and the conditions, by scipy; None if there is no mechanism."""
    m, k = table.shape
    width = m * k + len(ratios) * m
    above, limits, equal, sides = [], [], [], []
    for n, ((j, other), ratio) in enumerate(ratios.items()):
        total = np.zeros(width)
        for i in range(m):
            row = np.zeros(width)
            row[i * k + j], row[i * k + other], row[m * k + n * m + i] = 1, -ratio, -1
            total[m * k + n * m + i] = 1
            above.append(row)
            limits.append(0.0)
        above.append(total)
        limits.append(delta)
    for j in range(k):
        row = np.zeros(width)
        row[j : m * k : k] = 1
        equal.append(row)
        sides.append(1.0)
    for terms, relation, bound in conditions:
        row = np.zeros(width)
        for (i, j), a in terms.items():
            row[i * k + j] = a
        sign = -1 if relation == ">=" else 1
        above.append(sign * row)
        limits.append(sign * float(bound))
    found = linprog(
        -np.concatenate([table.ravel(), np.zeros(width - m * k)]),
        A_ub=np.array(above),
        b_ub=limits,
        A_eq=np.array(equal),
        b_eq=sides,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return -float(found.fun) if found.status == 0 else None


def drawn(seed: int) -> tuple[np.ndarray, Any, Any, Conditions]:
    """A utility, a demand with ε free, its ratios as a function of t and its δ, and conditions that small ε do not allow."""
    r = random.Random(seed)
    k = r.choice([2, 2, 3])
    table = np.array([[r.randint(0, 5) + 4 * (i == j) for j in range(k)] for i in range(k)])
    everyone = [(j, n) for j in range(k) for n in range(k) if j != n]
    kind = r.choice(["ldp", "ldp", "delta", "sensitive", "metric"])
    delta = F(0)
    if kind == "sensitive":
        j = r.randrange(k)
        demand: Any = Sensitive([j], "every")
        exponents = {(j, n): 1 for n in range(k) if n != j}
    elif kind == "metric":
        demand = Metric("line", "every")
        exponents = {(j, n): abs(j - n) for j, n in everyone}
    else:
        delta = F(r.randint(1, 4), 40) if kind == "delta" else delta
        demand = LDP(r.choice(["every", "1/10..3"]), delta=delta)
        exponents = dict.fromkeys(everyone, 1)
    conditions: Conditions = [({(0, 0): 1}, ">=", F(r.randint(11, 17), 20))]
    if r.random() < 0.7:
        conditions.append(({(1, 1): 1}, ">=", F(r.randint(8, 16), 20)))
    if r.random() < 0.4:
        conditions.append(({(0, 1): 2, (1, 0): r.choice([1, 3])}, "<=", F(r.randint(4, 20), 20)))
    return table, demand, lambda t: ({pair: t**n for pair, n in exponents.items()}, float(delta)), conditions


def spell(conditions: Conditions) -> list[str]:
    said = []
    for terms, relation, bound in conditions:
        left = " + ".join(f"{a}*P[{i},{j}]" for (i, j), a in terms.items())
        said.append(f"{left} {relation} {bound}")
    return said


SEEDS = range(160)


@pytest.mark.parametrize("seed", SEEDS)
def test_it_begins_where_scipy_first_finds_a_mechanism(seed: int) -> None:
    table, demand, ratios_at, conditions = drawn(seed)
    k = len(table)

    def solve(t: float) -> float | None:
        return best(table / k, *ratios_at(t), conditions)

    try:
        found = design(Utility(table.tolist()), demand, inputs=k, subject_to=spell(conditions))
    except InputError as refusal:
        assert "no mechanism meets the conditions" in str(refusal)
        assert solve(math.exp(3)) is None if "LDP('1/10..3'" in str(refusal) else solve(1e4) is None
        return
    assert found.verdict is Verdict.OPTIMAL and verify(found.to_json()).is_accepted
    assert Design.from_json(found.to_json()) == found
    start = float(found.pieces[0].lower)
    whole = demand.epsilon.t.field.lower
    if found.problem.demand == demand:
        assert solve(float(whole) * 1.001) is not None
    else:
        assert "can be met from epsilon" in found.notes[0]
        assert solve(start * (1 - 1e-6)) is None and solve(start * (1 + 1e-6)) is not None
    for piece in found.pieces:
        low, high = float(piece.lower), 40.0 if is_infinite(piece.upper) else float(piece.upper)
        for share in (0.01, 0.5, 0.99):
            t = F(low + (max(high, low) - low) * share)
            assert float(value_at(piece.value, t)) == pytest.approx(solve(float(t)), abs=1e-6)  # type: ignore[arg-type]


def test_a_root_that_is_no_rational_is_named_and_the_interval_begins_just_above() -> None:
    """On a line P[0,1] is at least P[0,0]/t and P[0,2] at least P[0,0]/t², so that 3/10·(1/t + 1/t²) must be at most 1/4."""
    asked = ["P[0,0] >= 3/10", "P[0,1] + P[0,2] <= 1/4"]
    found = design(Trace(), Metric("line", "every"), inputs=3, subject_to=asked)
    assert "(where e^epsilon = (39^(1/2) + 3)/5)" in found.notes[0] and verify(found.to_json()).is_accepted
    assert found.notes[0].startswith("the conditions can be met from epsilon ≈ 0.61")
    t = F(found.pieces[0].lower)
    assert F(0) < F(1, 4) - F(3, 10) * (1 / t + 1 / t**2) < F(1, 10**11)


def test_a_root_of_a_cubic_is_named_by_its_polynomial() -> None:
    """On a line of four: 3/10·(1/t + 1/t² + 1/t³) is at most 1/4, or 5t³ − 6t² − 6t − 6 at least 0."""
    asked = ["P[0,0] >= 3/10", "P[0,1] + P[0,2] + P[0,3] <= 1/4"]
    found = design(Trace(), Metric("line", "every"), inputs=4, subject_to=asked)
    assert "t = e^epsilon is a root of 5*t^3 + -6*t^2 + -6*t^1 + -6*t^0" in found.notes[0]
    t = F(found.pieces[0].lower)
    assert F(0) < 5 * t**3 - 6 * t**2 - 6 * t - 6 < F(1, 10**9) and verify(found.to_json()).is_accepted


def test_a_least_epsilon_where_the_conditions_begin() -> None:
    """The trace is 3/2 at the first ε at which the conditions are met; below there is no mechanism to reach anything."""
    both = ["P[0,0] >= 3/4", "P[1,1] >= 3/4"]
    for reach in ("3/2", "7/5"):
        found = least("epsilon", Trace(), reach=reach, inputs=2, subject_to=both)
        assert float(found.lower) <= math.log(3) <= float(found.upper) < math.log(3) + 1e-5
        assert found.below is not None and found.below.verdict is Verdict.INFEASIBLE
        assert verify(found.to_json()).is_accepted
    exact = least("epsilon", Trace(), reach="8/5", inputs=2, subject_to=both)
    assert str(exact.value) == "log(4)" and verify(exact.to_json()).is_accepted


def test_the_least_delta_for_conditions() -> None:
    found = design(Trace(), LDP("ln2", delta="every"), inputs=2, subject_to=["P[0,0] >= 3/4", "P[1,1] >= 3/4"])
    assert found.notes[0] == "the conditions can be met from delta = 1/4 on, and at no smaller one"
    assert [piece.value_said for piece in found.pieces] == ["(2*delta + 4)/3"]
    below = design(Trace(), LDP("ln2", delta="249/1000"), inputs=2, subject_to=["P[0,0] >= 3/4", "P[1,1] >= 3/4"])
    assert below.verdict is Verdict.INFEASIBLE


@pytest.mark.parametrize("objective", [Information(["1/2", "1/2"]), Divergence("tv", 0, 1)])
def test_objectives_whose_answers_are_split_begin_there_too(objective: Any) -> None:
    asked = {"inputs": 2, "outputs": ["0", "1"], "subject_to": ["P[0,0] >= 3/4", "P[1,1] >= 3/4"]}
    found = design(objective, LDP("1/10..2"), **asked)
    assert "from epsilon = log(3)" in found.notes[0] and verify(found.to_json()).is_accepted
    with pytest.raises(InputError, match="outside"):
        found.at("1/2")


def test_refusals() -> None:
    both = ["P[0,0] >= 3/4", "P[1,1] >= 3/4"]
    with pytest.raises(InputError, match=r"ask for a design at epsilon = 1/2 ≈ 0\.5, which certifies this"):
        design(Trace(), LDP("1/10..1/2"), inputs=2, subject_to=both)
    assert design(Trace(), LDP("1/2"), inputs=2, subject_to=both).verdict is Verdict.INFEASIBLE
    with pytest.raises(InputError, match="weaken the conditions"):
        design(Trace(), LDP("every"), inputs=2, subject_to=["P[0,0] >= 1", "P[0,1] <= 0"])
    with pytest.raises(InputError, match=r"at epsilon = log\(3\) ≈ 1.0986123 alone; give that number"):
        design(Trace(), LDP("ln2..ln3"), inputs=2, subject_to=both)


def test_the_command_line_says_so() -> None:
    words = ["design", "--objective", "trace", "--inputs", "2", "--epsilon", "every"]
    found = CliRunner().invoke(app, [*words, "--subject-to", "P[0,0] >= 3/4", "--subject-to", "P[1,1] >= 3/4"])
    assert found.exit_code == 0 and "can be met from epsilon = log(3)" in found.output
