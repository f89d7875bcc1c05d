"""Linear objectives under conditions against scipy's linear programs by the definition: optima, contradictions, certificates."""

import json
import math
import random
from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import (
    LDP,
    Design,
    InputError,
    Linear,
    Metric,
    PairwiseLDP,
    Sensitive,
    Trace,
    Utility,
    Variance,
    design,
    verify,
)
from rropt.designs.objectives.linear import LinearObjective
from rropt.privacy import Notion
from rropt.problem.conditions import Condition, read_conditions

Bounds = dict[tuple[int, int], tuple[float, float]]


def by_definition(
    weights: np.ndarray, maximise: bool, bounds: Bounds, conditions: tuple[Condition, ...]
) -> float | None:
    """The optimum of ΣW·P where Σ_i max(0, p_ij − T·p_il) ≤ δ for every pair; None where nothing is feasible."""
    m, k = weights.shape
    width = m * k + m * len(bounds)
    above, below, equal, right = [], [], [], []

    def row(entries: dict[int, float]) -> np.ndarray:
        found = np.zeros(width)
        for n, x in entries.items():
            found[n] += x
        return found

    for q, ((j, n), (t, delta)) in enumerate(bounds.items()):
        for i in range(m):
            above.append(row({i * k + j: 1, i * k + n: -t, m * k + q * m + i: -1}))
            below.append(0.0)
        above.append(row({m * k + q * m + i: 1 for i in range(m)}))
        below.append(delta)
    for j in range(k):
        equal.append(row({i * k + j: 1 for i in range(m)}))
        right.append(1.0)
    for c in conditions:
        held, b = row({i * k + j: float(a) for (i, j), a in c.terms}), float(c.bound)
        if c.relation == "==":
            equal.append(held)
            right.append(b)
        else:
            sign = 1 if c.relation == "<=" else -1
            above.append(sign * held)
            below.append(sign * b)
    cost = np.concatenate([(-weights if maximise else weights).ravel(), np.zeros(width - m * k)])
    found = linprog(cost, A_ub=above, b_ub=below, A_eq=equal, b_eq=right, method="highs")
    if found.status == 2:
        return None
    assert found.status == 0
    return float(-found.fun if maximise else found.fun)


def random_condition(rng: random.Random, m: int, k: int) -> str:
    """A condition that some mechanisms meet and some do not."""
    i, j, n = rng.randrange(m), rng.randrange(k), rng.randrange(k)
    bound, relation = F(rng.randint(1, 9), 10), rng.choice(["<=", ">="])
    return rng.choice(
        [
            f"P[{i},{j}] {relation} {bound}",
            f"P[{i},{j}] == P[{rng.randrange(m)},{n}]" if j != n else f"P[{i},{j}] == {bound}",
            f"sum(P[{i},:]) {relation} {bound * k}",
            f"2*P[{i},{j}] - P[{i},{n}]/3 {relation} {bound}",
            f"P[{i},{j}] == 0",
        ]
    )


def random_demand(rng: random.Random, k: int) -> tuple[Notion, Bounds]:
    """A demand, and its T and δ of each pair in doubles."""
    said, t = rng.choice([("ln3", 3.0), ("1", math.e), ("1/2", math.exp(0.5)), ("ln(3/2)", 1.5), ("2", math.exp(2))])
    pairs = [(j, n) for j in range(k) for n in range(k) if j != n]
    kind = rng.randrange(3)
    if kind == 0:
        return LDP(said), dict.fromkeys(pairs, (t, 0.0))
    if kind == 1:
        return LDP(said, delta="1/10"), dict.fromkeys(pairs, (t, 0.1))
    asked = [pair for pair in pairs if rng.random() < 0.7] or pairs[:1]
    slack = {pair: "1/20" for pair in asked if rng.random() < 0.3}
    table = {pair: rng.choice([("ln2", 2.0), ("ln5", 5.0)]) for pair in asked}
    demand = PairwiseLDP({pair: x for pair, (x, _) in table.items()}, deltas=slack)
    return demand, {pair: (t, 0.05 if pair in slack else 0.0) for pair, (_, t) in table.items()}


def random_objective(rng: random.Random, k: int) -> tuple[LinearObjective, int]:
    """An objective for k inputs, and its outputs."""
    kind, m = rng.randrange(4), rng.randint(2, 4)
    table = [[F(rng.randint(-6, 6), 2) for _ in range(k)] for _ in range(m)]
    if kind == 0:
        return Trace(), k
    if kind == 1:
        return Trace([F(rng.randint(0, 5)) for _ in range(k)]), k
    if kind == 2:
        return Utility(table, sense=rng.choice(["max", "min"])), m
    return Linear(table, sense=rng.choice(["max", "min"])), m


KINDS = ("at least", "equal", "zero", "sum", "unsatisfiable")


def stated(kind: str, rng: random.Random, m: int, k: int) -> list[Condition]:
    """One or two conditions of a kind, as text and, written here, as what it says."""
    i, j = rng.randrange(m), rng.randrange(k)
    a, n = rng.choice([(x, y) for x in range(m) for y in range(k) if (x, y) != (i, j)])
    bound, one = F(rng.randint(1, 6), 10), F(1)
    if kind == "at least":
        return [Condition(f"P[{x},{y}] >= {bound}", (((x, y), one),), ">=", bound) for x, y in ((i, j), (a, n))]
    if kind == "equal":
        both = tuple(sorted({(i, j): one, (a, n): -one}.items()))
        return [Condition(f"P[{i},{j}] == P[{a},{n}]", both, "==", F(0))]
    if kind == "zero":
        return [Condition(f"P[{i},{j}] == 0", (((i, j), one),), "==", F(0))]
    row, column = tuple(((i, y), one) for y in range(k)), tuple(((x, j), one) for x in range(m) if x != i)
    if kind == "sum":
        rest = " + ".join(f"P[{x},{j}]" for (x, _), _ in column)
        return [
            Condition(f"sum(P[{i},:]) <= {k * bound}", row, "<=", k * bound),
            Condition(f"{rest} >= {bound}", column, ">=", bound),
        ]
    high = 1 - bound / 2
    return rng.choice(
        [
            [Condition(f"sum(P[{i},:]) >= {k + bound}", row, ">=", k + bound)],
            [
                Condition(f"P[{i},{j}] >= {high}", (((i, j), one),), ">=", high),
                *(Condition(f"P[{i},{y}] == 0", (((i, y), one),), "==", F(0)) for y in range(k) if y != j),
                Condition(f"P[{i},{j}] <= {high / 2}", (((i, j), one),), "<=", high / 2),
            ],
        ]
    )


def agree(kind: str, aim: int, rng: random.Random) -> bool:
    """One random problem with conditions of a kind against scipy; whether there is a mechanism."""
    k = rng.randint(2, 4)
    demand, bounds = random_demand(rng, k)
    m = k if aim == 0 else rng.randint(2, 4)
    table = [[F(rng.randint(-6, 6), 2) for _ in range(k)] for _ in range(m)]
    weights = [F(rng.randint(0, 5)) for _ in range(k)] if rng.random() < 0.5 else None
    aims = (Trace(weights), Utility(table), Linear(table, sense="max"), Linear(table, sense="min"))
    if aim == 0:
        table = [[(weights or [F(1)] * k)[y] * (x == y) for y in range(k)] for x in range(k)]
    costs = np.array([[float(x) / (k if aim == 1 else 1) for x in row] for row in table])
    conditions = stated(kind, rng, m, k)
    expected = by_definition(costs, aim != 3, bounds, tuple(conditions))
    found = design(aims[aim], demand, inputs=k, subject_to=[x.text for x in conditions], optima="one")
    assert verify(found.certificate).is_accepted and [x.text for x in found.problem.conditions] == [
        x.text for x in conditions
    ]
    if expected is None:
        assert found.verdict == "infeasible" and found.mechanism is None
    else:
        assert found.verdict == "optimal" and math.isclose(float(found.value), expected, abs_tol=1e-7)
        assert demand.holds(found.mechanism) and all(x.holds(found.mechanism.rows) for x in conditions)
    return expected is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_problems_of_each_kind_of_condition_are_scipys(kind: str) -> None:
    rng = random.Random(kind)
    feasible = sum(agree(kind, aim, rng) for aim in range(4))
    assert feasible == 0 if kind == "unsatisfiable" else feasible > 0


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_problems_of_each_kind_of_condition_are_scipys(kind: str) -> None:
    """Fifty of each: a trace, a utility, a largest and a least linear cost."""
    rng = random.Random(f"{kind} of 200")
    feasible = sum(agree(kind, aim, rng) for aim in range(4) for _ in range(50))
    assert feasible == 0 if kind == "unsatisfiable" else feasible > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_two_hundred_random_problems_are_scipys(seed: int) -> None:
    rng, outcomes = random.Random(1800 + seed), []
    for _ in range(25):
        k = rng.randint(2, 4)
        (demand, bounds), (objective, m) = random_demand(rng, k), random_objective(rng, k)
        texts = [random_condition(rng, m, k) for _ in range(rng.randint(1, 4))]
        conditions = read_conditions(texts, m, k, None, None)
        weights = np.array([[float(x) for x in row] for row in objective.matrix(k, m)])
        expected = by_definition(weights, objective.sense == "max", bounds, conditions)
        found = design(objective, demand, inputs=k, subject_to=texts)
        assert verify(found.certificate).is_accepted, texts
        outcomes.append(expected is None)
        if expected is None:
            assert found.verdict == "infeasible" and found.mechanism is None and found.value is None
            assert "no mechanism with" in found.sentence and "the conditions" in found.sentence
        else:
            assert found.verdict == "optimal" and math.isclose(float(found.value), expected, abs_tol=1e-7), texts
            assert found.mechanism is not None and demand.holds(found.mechanism)
            assert all(c.holds(found.mechanism.rows) for c in conditions)
            assert objective.value(found.mechanism) == found.value
        assert Design.from_json(found.to_json()).verdict == found.verdict
    assert any(outcomes) and not all(outcomes)


def test_a_condition_that_binds_has_its_multiplier_and_one_that_does_not_has_none() -> None:
    asked = ["P[0,0] <= 1/4", "P[1,1] >= 1/10"]
    found = design(Trace(), LDP("ln3"), inputs=3, subject_to=asked)
    paid, free = json.loads(found.certificate)["prices"]["condition"]
    assert paid != "0" and free == "0"
    assert found.problem.conditions[0].excess(found.mechanism.rows) == 0
    assert "P[0,0] <= 1/4, P[1,1] >= 1/10 (P[output,input], counted from 0)" in found.sentence


def test_without_a_condition_that_binds_the_optimum_is_the_same() -> None:
    for demand in (LDP(1), LDP(1, delta="1/10"), LDP("ln3/2")):
        plain = design(Trace(), demand, inputs=4)
        assert design(Trace(), demand, inputs=4, subject_to=["P[0,0] >= 1/100"]).value == plain.value


def test_a_requirement_under_conditions() -> None:
    found = design(Trace(), LDP(1), inputs=3, subject_to=["P[0,0] <= 1/4"], require="8/5")
    assert found.verdict == "infeasible" and "of at least 8/5" in found.sentence
    assert design(Trace(), LDP(1), inputs=3, subject_to=["P[0,0] <= 1/4"], require="3/2").verdict == "optimal"


@pytest.mark.parametrize("demand", [LDP(3, delta=1), LDP(0, delta=1), LDP(1, delta=1) & LDP("ln3", delta=1)], ids=str)
def test_a_delta_of_one_leaves_the_conditions_alone(demand: Notion) -> None:
    assert design(Trace(), demand, inputs=3).value == 3
    found = design(Trace(), demand, inputs=3, subject_to=["P[0,0] <= 1/2", "P[1,1] <= P[0,0]"], optima="all")
    assert found.value == 2 and verify(found.certificate).is_accepted and len(found.minimisers) == 4
    assert design(Trace(), demand, inputs=3, subject_to=["sum(P[0,:]) == 4"]).verdict == "infeasible"


def test_a_larger_one_and_its_solver() -> None:
    rng = random.Random(9)
    table = [[rng.randint(-50, 50) for _ in range(10)] for _ in range(10)]
    asked = ["P[0,0] >= 1/5", "sum(P[1,:]) <= 1/2", "P[2,3] == P[3,2]"]
    found = design(Utility(table), LDP(1), subject_to=asked, solver="clarabel")
    assert found.verdict == "optimal" and verify(found.certificate).is_accepted


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: design(Trace(), LDP("inf"), inputs=2, subject_to=["P[0,0] >= 1/2"]), "demands nothing"),
        (
            lambda: design(Trace(), LDP(1), inputs=2, subject_to=["P[0,0] > 1/2"]),
            "strict > there may be no best mechanism",
        ),
    ],
)
def test_what_is_refused(asked: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        asked()  # type: ignore[operator]


def test_beyond_the_effort_over_an_irrational_field_the_answer_is_within_and_certified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, asked = [[5, 1, 0], [0, 4, 2], [1, 0, 3]], ["P[0,0] <= 1/2", "P[0,1] == P[1,0]"]
    for demand in (LDP(1), LDP(1, delta="1/10")):
        exact = design(Utility(table), demand, subject_to=asked)
        with monkeypatch.context() as patch:
            patch.setattr("rropt.designs.linear.rows.exact.MOST_FIELD_UNKNOWNS", 0)
            found = design(Utility(table), demand, subject_to=asked)
            none = design(Utility(table), demand, subject_to=["P[0,0] >= 9/10", "P[0,1] == 0"])
        assert found.verdict == "within" and verify(found.certificate).is_accepted and none.verdict == "infeasible"
        assert found.lower <= exact.value <= found.upper and 0 < float(found.gap) < 1e-15


def test_the_floats_are_near_where_ratios_are_as_large_as_e_to_the_30() -> None:
    demand = Metric("line", 10) & Sensitive([0, 2], 1)
    found = design(Trace([2, 4, 2, 0]), demand, inputs=4, subject_to=["sum(P[3,:]) == 2"])
    assert (
        found.fast_legs[1].value == pytest.approx(float(found.value), rel=1e-7) == pytest.approx(3.584926759, rel=1e-9)
    )


def diagonal(k: int) -> str:
    return "+".join(f"P[{i},{i}]" for i in range(k))


@pytest.mark.parametrize("miss", ["1e-9", "1e-12", "1e-20", "1e-300"])
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("ln3", delta="1/10"), Metric([[0, 1], [1, 0]], "ln3")], ids=str)
def test_what_misses_feasibility_by_less_than_a_solver_sees_is_infeasible(demand: Notion, miss: str) -> None:
    best = design(Trace(), demand, inputs=2).value
    for sense in (1, -1):
        texts = [f"{diagonal(2)} >= {best} {'+' if sense > 0 else '-'} {miss}"]
        found = design(Trace(), demand, inputs=2, subject_to=texts)
        assert found.verdict == ("infeasible" if sense > 0 else "optimal")
        assert verify(found.certificate).is_accepted and (sense > 0 or found.value == best)


@pytest.mark.parametrize(
    ("k", "texts"),
    [
        (8, [f"{diagonal(8)} >= 12/5 + 1e-13"]),
        (2, ["P[0,0] == 1/2", "P[0,0] == 1/2 + 1e-13"]),
        (3, ["P[0,0] == P[1,1]", "P[0,0] - P[1,1] >= 1e-13"]),
        (3, ["P[0,0] <= 1e-13", "P[0,1] >= 3e-13 + 1e-25"]),
    ],
)
def test_conditions_that_nearly_hold_together_are_infeasible(k: int, texts: list[str]) -> None:
    found = design(Trace(), LDP("ln3"), inputs=k, subject_to=texts)
    assert found.verdict == "infeasible" and verify(found.certificate).is_accepted


def test_the_variance_under_conditions_that_just_miss_feasibility() -> None:
    for objective in (Variance("1/4"), Variance("1/4", warner=True)):
        found = design(objective, LDP("ln3"), subject_to=[f"{diagonal(2)} >= 3/2 + 1e-12"])
        assert found.verdict == "infeasible" and verify(found.certificate).is_accepted


def test_a_demand_that_silences_is_told_of_a_condition_that_asks_for_a_little() -> None:
    found = design(Trace(), LDP(0), inputs=3, subject_to=["P[0,0] >= P[0,1] + 1e-14"])
    assert found.verdict == "infeasible" and verify(found.certificate).is_accepted


@pytest.mark.parametrize("miss", ["1e-11", "1e-14"])
def test_an_irrational_optimum_that_is_just_missed(miss: str) -> None:
    """2e/(e + 1) to thirty digits, moved."""
    best = F("1.462117157260009758502318483643")
    for sense, verdict in ((1, "infeasible"), (-1, "optimal")):
        texts = [f"{diagonal(2)} >= {best + sense * F(miss)}"]
        found = design(Trace(), LDP(1), inputs=2, subject_to=texts)
        assert found.verdict == verdict and verify(found.certificate).is_accepted


@pytest.mark.parametrize("unit", ["1e150", "1e-150", "1e400", "1e-400", "1"])
def test_both_sides_of_a_condition_may_be_multiplied_by_any_number(unit: str) -> None:
    texts = [f"{unit}*P[0,0] <= 1/10*{unit}", f"{unit}*P[1,1] - {unit}*P[0,0] >= 3/10*{unit}"]
    found = design(Trace(), LDP("ln3"), inputs=2, subject_to=texts)
    assert found.value == F(16, 15) and found.fast_legs[1].value == pytest.approx(16 / 15)


@pytest.mark.parametrize("unit", ["1e25", "1e-25", "1e120", "1e-120"])
def test_weights_may_be_multiplied_by_any_number_under_conditions(unit: str) -> None:
    weights = [[f"{n}*{unit}" for n in row] for row in ([3, 0, 1], [0, 2, 1], [1, 1, 1])]
    texts = ["P[0,0] <= 2/5", "sum(P[1,:]) >= 1/2"]
    plain = design(Utility([[3, 0, 1], [0, 2, 1], [1, 1, 1]]), LDP("ln3"), subject_to=texts)
    found = design(Utility(weights), LDP("ln3"), subject_to=texts)
    assert found.value == plain.value * F(unit)
    assert found.fast_legs[1].value == pytest.approx(float(found.value), rel=1e-8)


def test_a_loss_that_forbids_beyond_the_digits_of_a_double_is_no_disagreement() -> None:
    weights = [["7/3", "1e-25", "-1e30"], ["-1", "0", "0"]]
    found = design(Utility(weights), LDP("30", delta="1e-6"), subject_to=["P[0,0] <= 1/3"])
    assert found.verdict == "optimal" and verify(found.certificate).is_accepted


def test_where_nothing_has_a_price_the_optimum_is_certified() -> None:
    found = design(Trace([0, 0]), LDP("ln2"), inputs=2, subject_to=["P[0,0] <= 1/2", "sum(P[0,:]) >= 6/5"])
    assert found.value == 0 and verify(found.certificate).is_accepted
