"""Information and divergences under several budgets, and demands without a slack, against rows found by brute force."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction as F
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from rropt import LDP, Design, Divergence, Information, InputError, PairwiseLDP, Problem, Vulnerability, design, verify
from rropt.certificate.judge import judge
from rropt.privacy import Notion
from rropt.problem import worst
from tests.checker.rays import brute_rays
from tests.over_rows import excess, information, largest_over

PRIOR = ("1/2", "1/3", "1/6")
BOTH = LDP("ln3") & LDP("ln2", delta="1/10")


def worth(aim: Any, row: Sequence[float]) -> float:
    """f of a row, written out again."""
    if isinstance(aim, Information):
        return float(information(aim.priors[0], np.array(row)))
    a, b = row[0], row[-1]
    return abs(a - b) / 2 if aim.kind == "tv" else (math.sqrt(a) - math.sqrt(b)) ** 2 / 2


def by_brute_rows(aim: Any, demand: Notion, k: int) -> float:
    """The linear program over every line on which k − 1 planes of the demand meet."""
    bounds = demand.bounds(k)
    if bounds.common is not None:
        asked = [(*pair, *map(float, bounds.common)) for pair in permutations(range(k), 2)]  # type: ignore[arg-type]
    else:
        asked = [(at[0], at[1], float(t), float(d)) for at, (t, d) in bounds.places()]
    sides: dict[tuple[int, int], F] = {}
    for j, n, t, d in asked:
        if d == 0:
            sides[j, n] = min(F(t), sides.get((j, n), F(t)))
    guessed = [[float(g[j]) for j, g in enumerate(one.planes)] for one in bounds.averages().values()]
    bends = [(j, n, F(t)) for j, n, t, d in asked if d]
    bends += [(j, n, F(w[n]) / F(w[j])) for w in guessed for j, n in permutations(range(k), 2) if w[j] and w[n]]
    rows = np.array([[float(x) for x in row] for row in brute_rays(k, sides, bends)])
    taken = [excess(rows, j, n, t) for j, n, t, d in asked if d]
    taken += [(rows * w).max(axis=1) for w in guessed]
    most = [d for *_, d in asked if d] + [float(one.most) for one in bounds.averages().values()]
    return largest_over(rows, [worth(aim, row) for row in rows], taken, most)


def random_demand(rng: random.Random, k: int) -> Notion:
    """Two or three of all kinds, with slack or without."""
    sizes = ("ln2", "ln3", "ln1.5", "ln4")
    parts: list[Any] = [LDP(rng.choice(sizes), delta=rng.choice(["1/10", "1/20", "1/100"]))]
    pairs = [pair for pair in permutations(range(k), 2) if rng.random() < 0.6] or [(0, 1)]
    slacks = {pair: rng.choice(["0", "1/10", "1/4"]) for pair in pairs}
    parts.append(PairwiseLDP({pair: rng.choice(sizes) for pair in pairs}, deltas=slacks))
    if rng.random() < 0.5:
        weights = [rng.randint(1, 5) for _ in range(k)]
        prior = [F(x, sum(weights)) for x in weights]
        parts.append(Vulnerability(max(prior) + (1 - max(prior)) * F(rng.randint(1, 3), 4), prior))
    found = parts[0]
    for part in parts[1:]:
        found = found & part
    return found  # type: ignore[no-any-return]


@pytest.mark.parametrize("seed", range(10))
def test_a_linear_program_over_brute_rows_agrees(seed: int) -> None:
    rng, k = random.Random(seed), 2 + seed % 2
    demand = random_demand(rng, k)
    for aim in (
        Information(PRIOR if k == 3 else ("3/5", "2/5")),
        Divergence(rng.choice(["tv", "hellinger"]), 0, k - 1),
    ):
        found = design(aim, demand, inputs=k)
        assert (
            found.mechanism is not None and demand.holds(found.mechanism) and judge(found.certificate or "").is_accepted
        )
        assert found.lower is not None and found.upper is not None
        assert float(found.upper - found.lower) < 1e-10
        assert float(found.lower) == pytest.approx(by_brute_rows(aim, demand, k), abs=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize(
    "demand", [BOTH, LDP("1") & LDP("1/2", delta="1/10"), LDP("1", delta="1/20") & LDP("1/2", delta="1/5")]
)
def test_of_four_inputs_too(demand: Notion) -> None:
    aim = Information(["1/10", "1/5", "3/10", "2/5"])
    found = design(aim, demand, inputs=4)
    assert float(found.lower) == pytest.approx(by_brute_rows(aim, demand, 4), abs=1e-10)


def test_a_distance_that_is_a_number_of_the_field_is_optimal() -> None:
    """By hand: (ln 2, 1/10) alone allows 1/10 + 9/10 · 1/3 = 2/5, and (7, 3)/10 with its mirror, of the ratio 7/3, reaches it."""
    found = design(Divergence("tv", 0, 1), BOTH, inputs=3)
    assert found.verdict.value == "optimal" and found.value == F(2, 5)


def test_a_budget_that_nobody_can_take_up_changes_nothing() -> None:
    chain = {(0, 1): "ln2", (1, 0): "ln2", (1, 2): "ln2", (2, 1): "ln2"}
    alone = design(Information(PRIOR), PairwiseLDP(chain), inputs=3)
    slack = PairwiseLDP({**chain, (0, 2): "ln5"}, deltas={(0, 2): "1/10"})
    assert design(Information(PRIOR), slack, inputs=3).mechanism == alone.mechanism


def test_it_is_between_what_each_demand_alone_allows_and_the_smaller_epsilon() -> None:
    aim = Information(PRIOR)
    both, pure, slack, least_of_all = (
        design(aim, one, inputs=3) for one in (BOTH, LDP("ln3"), LDP("ln2", delta="1/10"), LDP("ln2"))
    )
    assert both.upper < min(pure.lower, slack.lower) and both.lower > least_of_all.upper


@pytest.mark.slow
def test_sympy_poses_the_same_program() -> None:
    found, posed = design(Information(PRIOR), BOTH, inputs=3), Problem(Information(PRIOR), BOTH, inputs=3).as_sympy()
    assert found.mechanism is not None
    placed = posed.place(found.mechanism)
    assert float(posed.objective.subs(posed.numbers).subs(placed)) == pytest.approx(float(found.lower), rel=1e-9)
    assert all(bool(x.subs(posed.numbers).subs(placed)) for x in posed.constraints[-6:])


@pytest.mark.slow
def test_all_legs_agree() -> None:
    assert design(Information(PRIOR), BOTH, inputs=3, check="full").legs[-1].status == "optimal"


def test_it_is_posed_and_read_back_and_so_is_the_least_of_several() -> None:
    problem = Problem(Information(PRIOR), BOTH, inputs=3)
    found = design(problem)
    assert problem.solve_cvxpy().value == pytest.approx(float(found.lower), rel=1e-7)
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).mechanism == found.mechanism
    several = design(worst(Information(PRIOR), Information(PRIOR[::-1])), BOTH, inputs=3)
    assert several.upper <= found.upper and several.upper - several.lower < F(1, 10**12)


@pytest.mark.parametrize(
    "aim", [Information([f"{j + 1}/36" for j in range(8)]), Divergence("tv", 0, 7), Divergence("hellinger", 0, 7)]
)
def test_a_chain_of_eight_has_the_rows_that_go_up_or_down_at_each_step(aim: Any) -> None:
    ratios = ("ln2", "ln3", "ln1.5", "ln2", "ln4", "ln2", "ln3")
    chain = PairwiseLDP({pair: e for j, e in enumerate(ratios) for pair in ((j, j + 1), (j + 1, j))})
    found = design(aim, chain, inputs=8)
    steps = [float(F(e[2:])) for e in ratios]
    rows = np.array([np.cumprod([1, *signs]) for signs in product(*((t, 1 / t) for t in steps))])
    assert float(found.lower) == pytest.approx(largest_over(rows, [worth(aim, row) for row in rows]), rel=1e-8)
    assert found.upper - found.lower < F(1, 10**9) and judge(found.certificate or "").is_accepted


@pytest.mark.parametrize(
    "demand", [LDP("ln3") & LDP("ln2", delta="1/10"), LDP("ln2", delta="1/10") & LDP("ln3", delta="1/20")]
)
def test_more_inputs_than_rows_are_listed_for_are_refused(demand: Notion) -> None:
    with pytest.raises(InputError, match="at most 6 inputs, not for 7"):
        design(Information(), demand, inputs=7)
