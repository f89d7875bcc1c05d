"""Information and divergences together: against linear programs over patterns by cvxpy, certificates, and what is refused."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

from rropt import LDP, Divergence, Information, InputError, PairwiseLDP, Trace, Vulnerability, design
from rropt.designs import ConvexSum
from rropt.problem import worst
from rropt.problem.stored.document import judge_document
from rropt.problem.verdicts import Verdict
from tests.checker.rays import brute_rays
from tests.over_rows import information, patterns

VALUE: dict[str, Any] = {
    "tv": lambda a, b: abs(a - b) / 2,
    "le_cam": lambda a, b: (a - b) ** 2 / (2 * (a + b)),
    "chi2": lambda a, b: (a - b) ** 2 / b,
    "kl": lambda a, b: a * math.log(a / b),
    "hellinger": lambda a, b: (math.sqrt(a) - math.sqrt(b)) ** 2 / 2,
}


def worth(objective: Any, row: tuple[float, ...]) -> float:
    """f of a row without a 0, from its formula."""
    if isinstance(objective, ConvexSum):
        return sum(float(w) * worth(x, row) for w, x in objective.terms)
    if isinstance(objective, Information):
        return float(information(objective.prior or [F(1, len(row))] * len(row), np.array(row)))
    return float(VALUE[objective.kind](row[int(objective.p)], row[int(objective.q)]))


def by_cvxpy(objectives: list[Any], k: int, ratio: float) -> float:
    """The largest least sum over weights of all patterns."""
    rows = patterns(k, ratio)
    f = np.array([[worth(x, row) for row in rows] for x in objectives])
    theta, z = cp.Variable(len(rows), nonneg=True), cp.Variable()
    covered = np.array(rows).T @ theta == 1
    return float(cp.Problem(cp.Maximize(z), [covered, f @ theta >= z]).solve(solver="CLARABEL"))


def drawn(rng: np.random.Generator, k: int, count: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(count):
        weights = rng.integers(1, 5, size=k).tolist()
        if rng.random() < 0.4:
            found.append(Information([F(w, sum(weights)) for w in weights]))
        else:
            p, q = rng.permutation(k)[:2].tolist()
            found.append(Divergence(str(rng.choice(list(VALUE))), p, q))
    return found


@pytest.mark.parametrize("seed", range(120))
def test_a_sum_is_the_optimum_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    terms = [(F(int(rng.integers(1, 9)), 4), x) for x in drawn(rng, k, int(rng.integers(2, 4)))]
    objective, ratio = ConvexSum(*terms), F(int(rng.integers(5, 20)), 4)
    found = design(objective, LDP(f"ln({ratio})"), inputs=k)
    assert found.lower is not None and found.upper is not None and found.upper - found.lower < F(1, 10**9)
    assert float(found.upper) == pytest.approx(by_cvxpy([objective], k, float(ratio)), abs=1e-6)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.parametrize("seed", range(120))
def test_the_least_is_the_optimum_of_cvxpy(seed: int) -> None:
    rng = np.random.default_rng(500 + seed)
    k = int(rng.integers(2, 5))
    objectives = drawn(rng, k, int(rng.integers(2, 4)))
    if seed % 3 == 0:
        objectives.append(objectives[0] + 2 * objectives[1])
    ratio = F(int(rng.integers(5, 20)), 4)
    found = design(worst(*objectives), LDP(f"ln({ratio})"), inputs=k)
    assert found.lower is not None and found.upper is not None and found.mechanism is not None
    assert found.upper - found.lower < F(1, 10**7)
    assert float(found.upper) == pytest.approx(by_cvxpy(objectives, k, float(ratio)), abs=1e-6)
    own = [sum(worth(x, tuple(map(float, row))) for row in found.mechanism.rows) for x in objectives]
    assert float(found.lower) <= min(own) + 1e-9
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


def test_a_sum_of_one_kind_twice_is_so_many_times_as_much() -> None:
    one, twice = (design(x, LDP("1/2"), inputs=3) for x in (Divergence("tv", 0, 1), 2 * Divergence("tv", 0, 1)))
    assert one.value is not None and twice.value == 2 * one.value


@pytest.mark.parametrize(
    "demand",
    [
        LDP("1/2", delta="1/10"),
        PairwiseLDP([[0, 1, 1], [1, 0, 1], [2, 1, 0]]),
        LDP("1/1000000"),
        LDP("0"),
    ],
    ids=str,
)
def test_under_other_demands(demand: Any) -> None:
    found = design(Information() + 2 * Divergence("tv", 0, 1), demand, inputs=3)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted" and found.gap is not None
    assert found.gap <= F(1, 10**10)


def test_by_orbits_at_many_inputs() -> None:
    found = design(Information() + Divergence("le_cam"), LDP("1"), inputs=100)
    assert found.mechanism is None and judge_document(json.loads(found.to_json()))[0] == "accepted"
    alone = design(Information(), LDP("1"), inputs=100)
    assert found.upper is not None and alone.upper is not None and found.upper > alone.upper


def test_both_poses_agree() -> None:
    for objective in (Information() + Divergence("tv", 0, 1), worst(Information(), Divergence("tv", 0, 1))):
        found = design(objective, LDP("1/2"), inputs=3, check="full")
        values = {leg.name: leg.value for leg in found.legs}
        assert float(values["cvxpy"] or 0) == pytest.approx(float(found.upper or 0), abs=1e-6)


def test_epsilon_free_is_enclosed() -> None:
    found = design(Information() + Divergence("tv", 0, 1), LDP("1/2..1"), inputs=2)
    assert len(found.pieces) == 16 and judge_document(json.loads(found.to_json()))[0] == "accepted"


def test_what_is_out_of_reach_is_shown() -> None:
    refused = design(Information() + Divergence("tv", 0, 1), LDP("ln3"), inputs=2, require="9/10")
    assert refused.verdict is Verdict.INFEASIBLE and judge_document(json.loads(refused.to_json()))[0] == "accepted"


def test_refusals() -> None:
    with pytest.raises(InputError, match="is not a sum over answers"):
        Information() + Divergence("renyi", 0, 1, order=2)
    with pytest.raises(InputError, match="is not a sum over answers"):
        worst(Information(), Information([["1/2", "1/2"], ["1/4", "3/4"]], worst=True))
    with pytest.raises(InputError, match="is not rational"):
        Information() * "exp(1)"
    with pytest.raises(InputError, match="cannot be combined"):
        Information() + Trace()


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        (Divergence("tv", 0, 1) + Divergence("kl", 0, 1), "that the Kullback–Leibler divergence is infinite"),
        (
            Divergence("kl", 0, 1) + Information() + Divergence("chi2", 1, 0),
            "that the Kullback–Leibler divergence and the chi-squared divergence are infinite",
        ),
        (
            worst(Divergence("tv", 0, 1) + Divergence("kl", 0, 1), Information()),
            "divergence is infinite; leave this objective out, as it is never the least",
        ),
    ],
)
def test_the_member_that_is_infinite_is_named(objective: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        design(objective, LDP("ln3", delta="1/10"), inputs=3)


@pytest.mark.parametrize("seed", range(120))
def test_the_least_under_budgets_of_pairs_and_vulnerabilities_is_that_over_rays(seed: int) -> None:
    """Extreme rays by brute force, of the parts on which the best guess is one input, and cvxpy over them."""
    rng = np.random.default_rng(3000 + seed)
    k = int(rng.integers(2, 4))
    objectives = drawn(rng, k, int(rng.integers(2, 4)))
    ratios = {(j, n): F(int(rng.integers(5, 17)), 4) for j, n in itertools.permutations(range(k), 2)}
    budgets = [[f"ln({ratios[j, n]})" if j != n else 0 for n in range(k)] for j in range(k)]
    demand: Any = PairwiseLDP(budgets)
    weights = [F(int(w)) for w in rng.integers(1, 5, size=k)]
    prior = [w / sum(weights) for w in weights]
    most = max(prior) + (1 - max(prior)) * F(int(rng.integers(1, 4)), 8)
    if seed % 2:
        demand = demand & Vulnerability(most, prior)
    found = design(worst(*objectives), demand, inputs=k)
    bends = [(j, n, prior[n] / prior[j]) for j, n in itertools.combinations(range(k), 2)] if seed % 2 else []
    rays = np.array([[float(x) for x in ray] for ray in brute_rays(k, ratios, bends)])
    f = np.array([[worth(x, tuple(row)) for row in rays] for x in objectives])
    theta, z = cp.Variable(len(rays), nonneg=True), cp.Variable()
    asked = [rays.T @ theta == 1, f @ theta >= z]
    if seed % 2:
        asked.append((rays * np.array(prior, dtype=float)).max(axis=1) @ theta <= float(most))
    wanted = float(cp.Problem(cp.Maximize(z), asked).solve(solver="CLARABEL"))
    assert found.upper is not None and float(found.upper) == pytest.approx(wanted, abs=1e-6)
    assert found.gap is not None and found.gap < F(1, 10**12)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
