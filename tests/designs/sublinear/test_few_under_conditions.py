"""Three answers and more under conditions, none of them split: against all corners in floats, and a climb of linear programs."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from rropt import (
    LDP,
    Design,
    Determinant,
    Divergence,
    Information,
    InputError,
    PairwiseLDP,
    Parity,
    TotalVariance,
    Vulnerability,
    design,
    verify,
)
from rropt.designs.reductions import few_lists
from rropt.problem import worst
from rropt.problem.verdicts import Verdict
from tests.designs.few_answers import Polytope, Rows, drawn_conditions, spelled
from tests.over_rows import information

F = Fraction


def summand(kind: str, prior: list[Fraction]) -> tuple[Any, Callable[[Rows], float]]:
    """An objective, and its f in floats."""
    told = partial(information, [float(x) for x in prior])

    def tv(row: Rows) -> float:
        return float(abs(row[0] - row[1])) / 2

    def chi2(row: Rows) -> float:
        return float((row[0] - row[1]) ** 2 / row[1]) if row.max() > 1e-8 else 0.0

    return {
        "information": (Information(prior), told),
        "tv": (Divergence("tv", 0, 1), tv),
        "chi2": (Divergence("chi2", 0, 1), chi2),
        "sum": (Information(prior) + 2 * Divergence("tv", 0, 1), lambda row: told(row) + 2 * tv(row)),
    }[kind]


def drawn(seed: int) -> tuple[Any, Any, Callable[[Rows], float], Any, Polytope, Any]:
    r = random.Random(seed)
    k, m = r.choice([(2, 3), (2, 3), (3, 3), (2, 4)])
    counts = [r.randint(1, 4) for _ in range(k)]
    prior = [F(n, sum(counts)) for n in counts]
    kind = r.choice(["information", "tv", "chi2", "sum"])
    delta = F(r.choice([0, 1, 3]), 40) if kind in ("tv", "information") else F(0)
    objective, f = summand(kind, prior)
    pairs, guesses = list(itertools.permutations(range(k), 2)), []
    if r.random() < 0.3:
        budgets = {pair: r.randint(2, 6) for pair in pairs}
        demand: Any = PairwiseLDP({pair: f"ln{x}" for pair, x in budgets.items()})
        ratios, delta = {pair: float(x) for pair, x in budgets.items()}, F(0)
    else:
        epsilon = r.choice(["ln2", "ln3", "1", "1/2"])
        demand = LDP(epsilon, delta=delta)
        ratios = dict.fromkeys(pairs, math.exp(float(F(epsilon))) if "ln" not in epsilon else float(epsilon[2:]))
    if r.random() < 0.3:
        most = (max(prior) + 1) / 2
        demand = Vulnerability(str(most), prior=prior) & demand
        guesses = [(np.diag([float(x) for x in prior]), float(most))]
    conditions = drawn_conditions(r, m, k)
    return m, objective, f, demand, Polytope.of(m, k, ratios, float(delta), conditions, guesses), conditions


@pytest.mark.first(seed=1)
@pytest.mark.parametrize("seed", [51, *range(51), *range(52, 120)])
def test_the_best_of_few_answers_is_a_corner(seed: int) -> None:
    m, objective, f, demand, polytope, conditions = drawn(seed)
    found = design(objective, demand, inputs=polytope.k, outputs=m, subject_to=spelled(conditions))
    if (polytope.m, polytope.k) == (3, 2) and len(polytope.lines) < 40:
        best = max((sum(map(f, rows)) for rows in polytope.corners()), default=None)
    else:
        best = polytope.climb(f, seed, 25)
    assert Design.from_json(found.to_json()) == found and verify(found.to_json()).is_accepted
    if best is None:
        assert found.verdict is Verdict.INFEASIBLE
        return
    assert found.is_bounded and found.mechanism is not None and found.mechanism.m == m
    assert best <= float(found.upper) + 1e-8 and float(found.upper - found.lower) < 1e-8
    # a climb finds the best of all in nearly every case
    assert best >= float(found.lower) * (1 - 1e-6) - 1e-8 or (polytope.m, polytope.k) != (3, 2)
    assert demand.holds(found.mechanism) and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)


@pytest.mark.slow
def test_more_than_are_listed_are_bounded_by_answers_that_may_be_split() -> None:
    k, asked = 5, ["P[0,0] <= 2/5", "P[1,2] >= 1/2"]
    objective, f = summand("information", [F(1, k)] * k)
    found = design(objective, LDP("ln3"), inputs=k, outputs=3, subject_to=asked)
    polytope = Polytope.of(
        3,
        k,
        dict.fromkeys(itertools.permutations(range(k), 2), 3.0),
        0.0,
        [({(0, 0): 1}, "<=", F(2, 5)), ({(1, 2): 1}, ">=", F(1, 2))],
    )
    best = polytope.climb(f, 1, 4)
    split = design(objective, LDP("ln3"), inputs=k, outputs=["0", "1", "2"], subject_to=asked)
    assert best is not None and best <= float(found.upper) + 1e-9 and found.upper >= split.upper
    assert best <= float(found.lower) + 1e-9 and found.is_bounded
    assert found.mechanism is not None and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)


def test_answers_of_a_label_put_together_bound_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    objective, _ = summand("information", [F(1, 3), F(2, 3)])
    asked: dict[str, Any] = {"inputs": 2, "outputs": 3, "subject_to": ["P[0,0] <= 2/5", "P[1,1] >= 1/4"]}
    listed = design(objective, LDP("ln3"), **asked)
    monkeypatch.setattr(few_lists, "MOST_UNKNOWNS", 1)
    found = design(objective, LDP("ln3"), **asked)
    assert found.lower <= listed.upper and listed.lower <= found.upper and found.is_bounded
    assert found.mechanism is not None and all(c.holds(found.mechanism.rows) for c in found.problem.conditions)


def test_the_least_of_several_with_three_answers_is_enclosed() -> None:
    several = [Divergence("tv", 0, 1), Divergence("tv", 1, 2)]
    found = design(worst(*several), LDP("ln3"), inputs=3, outputs=3, subject_to=["P[0,1] <= 2/5"])
    split = design(worst(*several), LDP("ln3"), inputs=3, outputs=["0", "1", "2"], subject_to=["P[0,1] <= 2/5"])
    assert found.lower <= found.upper and found.lower <= split.upper and found.mechanism is not None
    reached = min(one.value(found.mechanism) for one in several)
    assert abs(float(reached - found.lower)) < 1e-12


@pytest.mark.parametrize("objective", [Information(), Divergence("tv", 0, 1), TotalVariance(), Determinant()], ids=str)
@pytest.mark.parametrize(
    "demand", [LDP("inf"), LDP("inf", delta="1/2"), Parity("inf"), LDP("inf") & LDP("inf")], ids=repr
)
def test_one_infinite_ratio_is_refused_before_vertices_are_listed(objective: Any, demand: Any) -> None:
    """No certificate can state it, so a design found would be lost."""
    for asked in (["P[1,1] >= 1/2"], ["P[0,1] == P[1,0]"], ["P[0,0] >= 2/3", "P[1,0] >= 2/3"]):
        with pytest.raises(InputError, match=r"demands nothing.*; give a finite budget"):
            design(objective, demand, inputs=2, outputs=2, subject_to=asked)
    found = design(objective, Vulnerability("3/4") & LDP("inf"), inputs=2, outputs=2, subject_to=["P[1,1] >= 1/2"])
    assert found.lower is not None and found.upper is not None and found.lower <= found.upper
