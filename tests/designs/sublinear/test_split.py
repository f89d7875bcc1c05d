"""Information and divergences under conditions on labels whose answers may be split: against cvxpy, by hand, and refusals."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Divergence,
    Information,
    InputError,
    Linear,
    Metric,
    PairwiseLDP,
    Vulnerability,
    design,
)
from rropt.certificate.judge import judge
from rropt.exact.substitute import value_at
from rropt.problem import worst
from rropt.problem.pieces.piece import Between
from rropt.problem.problem import Problem
from rropt.problem.split import parts_of_labels, split_labels
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.designs.sublinear.test_together import drawn, worth
from tests.over_rows import excess, patterns, related
from tests.strategies.conditions import random_conditions


def by_cvxpy(objectives: list[Any], demand: Any, problem: Problem, rows: list[tuple[float, ...]]) -> float | None:
    """The largest least sum over weights of these rows, each row as each label; None where there are none."""
    table = np.array(rows)
    f = np.array([[worth(x, row) for row in rows] for x in objectives])
    theta, least = cp.Variable((problem.m, len(rows)), nonneg=True), cp.Variable()
    P, each = theta @ table, cp.sum(theta, axis=0)
    asked = [cp.sum(P, axis=0) == np.ones(problem.k), f @ each >= least]
    for condition in problem.conditions:
        left = sum(float(a) * P[i, j] for (i, j), a in condition.terms)
        asked.append(related(left, condition.relation, condition.bound))
    ratio, delta = (float(x) for x in problem.ratio_and_delta)
    for j, n in itertools.permutations(range(problem.k), 2) if delta else ():
        asked.append(each @ excess(table, j, n, ratio) <= delta)
    found = cp.Problem(cp.Maximize(least), asked)
    value = found.solve(solver="CLARABEL")
    return float(value) if found.status == "optimal" else None


@pytest.mark.parametrize("seed", range(120))
def test_the_optimum_is_that_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k, m = int(rng.integers(2, 4)), int(rng.integers(2, 4))
    ratio = F(int(rng.integers(5, 20)), 4)
    some = drawn(rng, k, int(rng.integers(1, 3)))
    kind = seed % 3
    objective: Any = some[0] if kind == 0 or len(some) < 2 else worst(*some) if kind == 1 else some[0] + 2 * some[1]
    objectives = some if kind == 1 and len(some) > 1 else [objective]
    demand = LDP(f"ln({ratio})")
    found = design(
        objective, demand, inputs=k, outputs=list(map(str, range(m))), subject_to=random_conditions(rng, m, k)
    )
    rows = patterns(k, float(ratio))
    wanted = by_cvxpy(objectives, demand, found.problem, rows)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    if wanted is None:
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.lower is not None and found.upper is not None and found.upper - found.lower < F(1, 10**12)
    assert float(found.upper) == pytest.approx(wanted, abs=2e-6)


@pytest.mark.parametrize("seed", range(40))
def test_with_a_slack_it_is_that_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(900 + seed)
    k, ratio, delta = int(rng.integers(2, 4)), F(int(rng.integers(5, 16)), 4), F(int(rng.integers(1, 9)), 40)
    p, q = rng.permutation(k)[:2].tolist()
    objective = Divergence(str(rng.choice(["tv", "hellinger", "jensen_shannon"])), p, q)
    f = {
        "tv": lambda a, b: abs(a - b) / 2,
        "hellinger": lambda a, b: (math.sqrt(a) - math.sqrt(b)) ** 2 / 2,
        "jensen_shannon": lambda a, b: sum(x * math.log(2 * x / (a + b)) / 2 for x in (a, b) if x),
    }[objective.kind]
    demand = LDP(f"ln({ratio})", delta=str(delta))
    found = design(objective, demand, inputs=k, outputs=["0", "1"], subject_to=random_conditions(rng, 2, k))
    rows = [x for x in itertools.product([0.0, *(float(ratio) ** n for n in range(k))], repeat=k) if any(x)]
    table = np.array(rows)
    theta = cp.Variable((2, len(rows)), nonneg=True)
    P, each = theta @ table, cp.sum(theta, axis=0)
    asked = [cp.sum(P, axis=0) == np.ones(k)]
    asked += [each @ excess(table, j, n, float(ratio)) <= float(delta) for j, n in itertools.permutations(range(k), 2)]
    for c in found.problem.conditions:
        left = sum(float(a) * P[i, j] for (i, j), a in c.terms)
        asked.append(related(left, c.relation, c.bound))
    program = cp.Problem(cp.Maximize(np.array([f(row[p], row[q]) for row in rows]) @ each), asked)
    wanted = program.solve(solver="CLARABEL")
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    if program.status != "optimal":
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.upper is not None and float(found.upper) == pytest.approx(float(wanted), abs=2e-6)


def test_splitting_gains_and_may_be_merged_no_more() -> None:
    """Of HOUSE.md: P[0,0] ≤ 7/10 costs nothing where the answer 0 may be the second of two kinds; two answers alone lose."""
    found = design(Divergence("tv", 0, 1), LDP("ln3"), inputs=2, outputs=["0", "1"], subject_to=["P[0,0] <= 7/10"])
    assert found.value == F(1, 2)
    alone = [[F(7, 10), F(7, 30)], [F(3, 10), F(23, 30)]]
    assert abs(alone[0][0] - alone[0][1]) == F(7, 15) < F(1, 2)
    assert found.mechanism is not None
    parts = parts_of_labels(found.problem, found.mechanism.output_labels)
    summed = [[F(0)] * 2 for _ in parts]
    labels = [a for a, n in enumerate(parts) for _ in range(n)]
    for a, row in zip(labels, found.mechanism.rows, strict=True):
        summed[a] = [x + y for x, y in zip(summed[a], row, strict=True)]  # type: ignore[misc]
    assert all(c.holds(summed) for c in found.problem.conditions)


@pytest.mark.some(demand=2)
@pytest.mark.parametrize(
    "demand",
    [
        LDP("1/2"),
        LDP("1/2", delta="1/10"),
        PairwiseLDP([[0, 1, 1], [1, 0, 1], [2, 1, 0]]),
        Vulnerability("3/5"),
        Vulnerability("3/5") & LDP("1"),
        LDP("0"),
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "objective", [Divergence("tv", 0, 1), Information(), worst(Information(), Divergence("tv", 0, 1))]
)
def test_under_every_kind_of_demand(demand: Any, objective: Any) -> None:
    found = design(objective, demand, inputs=("a", "b", "c"), subject_to=["P[a,a] >= 2/5", "sum(P[b,:]) <= 9/10"])
    assert judge_document(json.loads(found.to_json()))[0] == "accepted" and found.gap is not None
    assert found.gap <= F(1, 10**12)
    free = design(objective, demand, inputs=("a", "b", "c"))
    assert found.upper is not None and free.upper is not None and found.upper <= free.upper + F(1, 10**9)


def test_an_exact_divergence_is_exact_at_an_irrational_ratio() -> None:
    found = design(Divergence("tv", 0, 1), LDP("1/2"), inputs=3, subject_to=["P[0,0] >= 9/20", "P[2,1] == 1/10"])
    assert found.verdict is Verdict.OPTIMAL and found.value is not None


@pytest.mark.slow
def test_both_poses_agree_and_the_mechanism_has_its_weights() -> None:
    for objective in (Information() + Divergence("tv", 0, 1), worst(Information(), Divergence("tv", 0, 1))):
        found = design(objective, LDP("ln3"), inputs=3, outputs=["0", "1"], subject_to=["P[0,0] <= 2/5"], check="full")
        values = {leg.name: leg.value for leg in found.legs}
        assert float(values["cvxpy"] or 0) == pytest.approx(float(found.upper or 0), abs=1e-6)
        posed, mechanism = found.problem.as_sympy(), found.mechanism
        assert posed.place is not None and mechanism is not None
        weights = posed.place(mechanism)
        held = [c.subs({**posed.numbers, **weights}) for c in posed.constraints]
        assert all(bool(x) for x in held)
        assert float(posed.objective.subs({**posed.numbers, **weights})) == pytest.approx(
            float(found.lower or 0), abs=1e-9
        )


def test_labels_of_parts_are_read_back() -> None:
    problem = Problem(Information(), LDP(1), inputs=2, outputs=("yes", "no"), subject_to=["P[yes,0] <= 1/2"])
    posed = split_labels(problem, (2, 1))
    assert posed.output_labels == ("yes (1)", "yes (2)", "no")
    assert posed.conditions[0].terms == (((0, 0), F(1)), ((1, 0), F(1)))
    assert parts_of_labels(problem, ("yes (1)", "yes (2)", "no")) == (2, 1)
    with pytest.raises(InputError, match="do not match the labels yes, no"):
        parts_of_labels(problem, ("yes (1)", "yes (3)", "no"))
    twice = Problem(Information(), LDP(1), inputs=2, outputs=("yes", "yes (1)"), subject_to=["P[yes,0] <= 1/2"])
    with pytest.raises(
        InputError, match=r"one of the labels yes, yes \(1\) has such a number already; .* do not end in"
    ):
        split_labels(twice, (2, 1))
    next_part = Problem(Information(), LDP(1), inputs=2, outputs=("yes", "yes (3)"), subject_to=["P[yes,0] <= 1/2"])
    with pytest.raises(InputError, match="do not end in"):  # `yes (3)` would be read as a third part of `yes`
        split_labels(next_part, (2, 1))
    for parts in ((1, 1), (1, 2), (2, 2), (3, 2)):
        names = split_labels(next_part, parts).output_labels
        assert names is not None and parts_of_labels(next_part, names) == parts


def test_another_file_is_refused() -> None:
    found = design(Information(), LDP("ln3"), inputs=2, outputs=["0", "1"], subject_to=["P[0,0] <= 7/10"])
    document = json.loads(found.to_json())
    document["problem"]["subject_to"] = ["P[0,0] <= 4/5"]
    assert judge_document(document)[0] != "accepted"


def test_the_words_say_that_an_answer_may_be_split() -> None:
    found = design(Information(), LDP("ln3"), inputs=2, outputs=["0", "1"], subject_to=["P[0,0] <= 7/10"])
    assert any("may be split into several of its label" in note for note in found.notes)
    assert "any number of outputs of 2 labels" in str(found.problem)
    assert "each of which counts as one of the 3 outputs" in found.sentence


def test_what_is_out_of_reach_is_shown() -> None:
    asked = {"inputs": 2, "outputs": ["0", "1"], "subject_to": ["P[0,0] <= 7/10"]}
    refused = design(Divergence("tv", 0, 1), LDP("ln3"), require="3/5", **asked)
    assert refused.verdict is Verdict.INFEASIBLE and judge_document(json.loads(refused.to_json()))[0] == "accepted"


def test_what_nothing_meets_is_infeasible_as_for_linear_objectives() -> None:
    asked = {"inputs": 2, "subject_to": ["P[0,0] <= 1/100", "P[1,0] <= 1/2"]}
    found = design(Information(), LDP("ln3"), outputs=["0", "1"], **asked)
    other = design(Linear([[1, 0], [0, 1]]), LDP("ln3"), **asked)
    assert found.verdict is other.verdict is Verdict.INFEASIBLE and judge(found.certificate or "").is_accepted


@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("ln3", delta="1/10")])
@pytest.mark.parametrize(
    "objective",
    [Information(["1/2", "3/10", "1/5"]), Divergence("tv", 0, 1), worst(Information(), Divergence("tv", 0, 1))],
)
def test_a_number_of_answers_is_no_list_of_labels(objective: Any, demand: LDP) -> None:
    """2 answers are worth 0.1308 bits here without conditions; two labels whose answers are split 0.1373 with them."""
    asked = {"inputs": 3, "subject_to": ["P[0,0] >= 3/5"]}
    split = design(objective, demand, outputs=["no", "yes"], **asked)
    found = design(objective, demand, outputs=2, **asked)
    assert split.problem.output_labels == ("no", "yes") and found.problem.output_labels is None
    assert found.lower <= split.upper and found.mechanism is not None and found.mechanism.m == 2


def test_answers_without_given_labels_are_numbered_and_read_back() -> None:
    found = design(Information(), LDP("ln3"), inputs=2, subject_to=["P[0,0] <= 7/10"])
    document = json.loads(found.to_json())
    assert document["problem"]["outputs"] == ["0", "1"] and judge_document(document)[0] == "accepted"


def test_refusals() -> None:
    with pytest.raises(InputError, match="with outputs = free the answers have no names"):
        design(Information(), LDP(1), inputs=2, outputs="free", subject_to=["P[0,0] <= 1/2"])
    with pytest.raises(InputError, match="at most 10 inputs, not for 11"):
        design(Information(), LDP(1), inputs=11, subject_to=["P[0,0] <= 1/2"])
    with pytest.raises(InputError, match="rule out an input"):
        design(Divergence("kl", 0, 1), LDP(1, delta="1/10"), inputs=2, outputs=["0", "1"], subject_to=["P[0,0] <= 1/2"])
    with pytest.raises(InputError, match="under a condition"):
        design(Information(), LDP(1), inputs=3, plain=True, subject_to=["P[0,0] <= 1/2"])
    with pytest.raises(
        InputError,
        match=r"6 inputs with 2 kinds of answers need .* fewer inputs, or conditions on fewer answers, or drop delta",
    ):
        design(Information(), LDP(1, delta="1/10"), inputs=6, subject_to=["P[0,0] <= 1/2"])


def test_refusals_of_sums_name_no_room() -> None:
    for aim, called in (
        (Information() + Information(), "sum of objectives"),
        (worst(Information(), Divergence("tv", 0, 1)), "worst of several objectives"),
    ):
        for demand in (LDP("1..2"), Metric("line", 1)):
            with pytest.raises(InputError, match=f"the {called} (can be bounded|is supported) for at most"):
                design(aim, demand, inputs=13)


@pytest.mark.parametrize("seed", range(100))
def test_over_an_interval_of_epsilon_the_parts_hold_the_optima_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(7000 + seed)
    k, m = 2, int(rng.integers(2, 4))
    (objective,) = drawn(rng, k, 1)
    problem = Problem(
        objective, LDP("ln2..ln3"), inputs=k, outputs=list(map(str, range(m))), subject_to=random_conditions(rng, m, k)
    )

    def wanted(ratio: F) -> float | None:
        at = Problem(
            objective, LDP(f"ln({ratio})"), inputs=k, outputs=list(map(str, range(m))), subject_to=problem.conditions
        )
        return by_cvxpy([objective], at.demand, at, patterns(k, float(ratio)))

    try:
        found = design(problem)
    except InputError as refusal:
        assert "the conditions" in str(refusal) and wanted(F(299, 100)) is None
        return
    if found.problem.demand != problem.demand:
        assert "can be met from" in found.notes[0] and wanted(F(found.pieces[0].lower) * F(9999, 10000)) is None
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    for ratio in (x for x in (F(21, 10), F(26, 10)) if x >= found.pieces[0].lower):
        best, piece = wanted(ratio), next(p for p in found.pieces if p.covers(f"ln({ratio})"))
        assert best is not None
        # total variation distances are exact
        ends = (
            [piece.value.lower, piece.value.upper]
            if isinstance(piece.value, Between)
            else [value_at(piece.value, ratio)] * 2
        )
        assert float(ends[0]) - 2e-6 <= best <= float(ends[1]) + 2e-6
