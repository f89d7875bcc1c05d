"""Variances under several bounds of the two inputs: against brute force, a linear program of many rays, and random mechanisms."""

import math
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt import LDP, Mechanism, PairwiseLDP, Sensitive, Variance, design
from rropt.certificate.judge import judge
from rropt.designs.objectives.prevalence import Prevalence
from rropt.designs.rows.averages import sides as sides_of
from rropt.designs.variance.hull import HullProgram
from rropt.privacy import All, Notion
from rropt.problem.verdicts import Verdict
from tests.definitions import excess

F = Fraction
Bounds = list[tuple[int, int, Fraction, Fraction]]


def random_demand(rng: Random) -> tuple[Notion, Bounds]:
    """Up to four bounds of the two inputs, as one demand or several, and the bounds (j, l, T, δ) themselves."""
    bounds: Bounds = []
    parts: list[Notion] = []
    for _ in range(rng.choice([1, 2, 2, 3])):
        ratio, delta = F(rng.randrange(3, 21), 2), F(rng.choice([0, 0, 1, 2, 5]), 20)
        kind = rng.randrange(3)
        if kind == 0:
            parts.append(LDP(f"ln({ratio})", delta=delta))
            bounds += [(0, 1, ratio, delta), (1, 0, ratio, delta)]
        elif kind == 1:
            j = rng.randrange(2)
            parts.append(Sensitive([j], f"ln({ratio})", delta=delta))
            bounds.append((j, 1 - j, ratio, delta))
        else:
            other, slack = F(rng.randrange(3, 21), 2), F(rng.choice([0, 1, 3]), 20)
            table = [[0, f"ln({ratio})"], [f"ln({other})", 0]]
            parts.append(PairwiseLDP(table, deltas=[[0, delta], [slack, 0]]))
            bounds += [(0, 1, ratio, delta), (1, 0, other, slack)]
    return (parts[0] if len(parts) == 1 else All(*parts)), bounds


def keeps(rows: list[list[Fraction]], bounds: Bounds) -> bool:
    p = Mechanism(rows)
    return all(excess(p, j, low, t) <= d for j, low, t, d in bounds)


@pytest.mark.parametrize("seed", range(30))
def test_two_outputs_against_every_mechanism_of_a_grid(seed: int) -> None:
    rng = Random(seed)
    demand, bounds = random_demand(rng)
    pi = F(rng.randrange(0, 11), 10)
    found = design(Variance(pi), demand)
    assert found.verdict is Verdict.OPTIMAL and found.value is not None and found.mechanism is not None
    assert judge(found.certificate).is_accepted and demand.holds(found.mechanism)
    value, near = float(found.value), math.inf
    for a in np.linspace(0, 1, 161):
        for b in np.linspace(0, 1, 161):
            d = a + b - 1
            if d <= 0 or any(
                max(0.0, (a, b)[j] - float(t) * (1 - (b, a)[j])) > float(delta) + 1e-12 for j, _, t, delta in bounds
            ):
                continue
            q = 1 - a + float(pi) * d
            near = min(near, q * (1 - q) / (d * d))
    assert near >= value - 1e-9
    assert near <= value * 1.2 + 0.1


def by_rays(bounds: Bounds, pi: float, rng: Random) -> float:
    """The least 1/I over mechanisms with rows on some 150 rays, those where a bound begins to count among them."""
    slopes = [math.exp(rng.uniform(-6, 6)) for _ in range(140)]
    slopes += [float(t) if j == 0 else 1 / float(t) for j, _, t, _ in bounds]
    rays = [(1.0, 0.0), (0.0, 1.0), *((s, 1.0) for s in slopes)]
    gains = [-((b - a) ** 2) / ((1 - pi) * a + pi * b) for a, b in rays]
    above = [[max(0.0, ray[j] - float(t) * ray[low]) for ray in rays] for j, low, t, _ in bounds]
    found = linprog(
        gains,
        A_ub=above,
        b_ub=[float(d) for *_, d in bounds],
        A_eq=[[a for a, _ in rays], [b for _, b in rays]],
        b_eq=[1, 1],
        method="highs",
    )
    assert found.status == 0
    return -1 / float(found.fun)


@pytest.mark.parametrize("seed", range(40))
def test_free_outputs_against_a_linear_program_of_many_rays(seed: int) -> None:
    rng = Random(1000 + seed)
    demand, bounds = random_demand(rng)
    pi = F(rng.randrange(1, 10), 10)
    found = design(Variance(pi), demand, outputs="free")
    assert found.verdict is Verdict.OPTIMAL and found.value is not None and found.mechanism is not None
    assert judge(found.certificate).is_accepted and demand.holds(found.mechanism)
    assert abs(float(found.value) - by_rays(bounds, float(pi), rng)) <= 1e-7 * float(found.value)
    refused = design(Variance(pi), demand, outputs="free", require=found.value * F(99, 100))
    assert refused.verdict is Verdict.INFEASIBLE and judge(refused.certificate).is_accepted


def informed(p: list[list[Fraction]], s: Fraction) -> Fraction:
    """Σ_i max(0, p_i0 − s·p_i1)."""
    return sum((max(F(0), row[0] - s * row[1]) for row in p), F(0))


@pytest.mark.parametrize("seed", range(20))
def test_no_random_mechanism_of_the_demand_is_above_the_hull(seed: int) -> None:
    rng = Random(2000 + seed)
    demand, bounds = random_demand(rng)
    sides = sides_of(demand.bounds(2))
    best = [list(row) for row in HullProgram(sides, Prevalence(F(1, 2), F(1, 2))).rows()]
    assert keeps(best, bounds)  # type: ignore[arg-type]
    symmetric = len({(t, d) for *_, t, d in bounds if d != 1})
    assert len(best) <= 2 * symmetric + 2
    tried = 0
    for _ in range(400):
        m = rng.randrange(2, 6)
        columns = []
        for _ in range(2):
            weights = [rng.randrange(0, 9) for _ in range(m)]
            weights[rng.randrange(m)] += 1
            columns.append([F(w, sum(weights)) for w in weights])
        share = F(rng.randrange(0, 20), 20)
        rows = [[a, (1 - share) * a + share * b] for a, b in zip(*columns, strict=True)]
        if not keeps(rows, bounds):
            continue
        tried += 1
        places = {row[0] / row[1] for row in (*rows, *best) if row[1]}
        assert all(informed(rows, s) <= informed(best, s) for s in places)  # type: ignore[arg-type]
    assert tried >= 20


def test_nobody_is_unmasked_where_the_optimum_alone_unmasks() -> None:
    loose = LDP("1/2", delta="1/10")
    alone, joined = design(Variance("1/10"), loose), design(Variance("1/10"), loose & LDP(3))
    assert alone.warnings and not joined.warnings
    assert alone.value is not None and joined.value is not None and alone.value < joined.value


@pytest.mark.slow
def test_the_dominant_design_has_its_certificate_at_every_prevalence() -> None:
    demand = LDP("1/2", delta="1/10") & LDP(3)
    found = design(Variance("every"), demand, outputs="free")
    assert judge(found.certificate).is_accepted and '"dominant"' in found.certificate
    assert found.mechanism is not None and found.mechanism.m == 4
    for pi in ("1/10", "1/2"):
        one = design(Variance(pi), demand, outputs="free")
        assert one.mechanism == found.mechanism


@pytest.mark.parametrize("pi", ["0", "1"])
def test_prevalence_zero_and_one_with_and_without_an_answer_that_tells(pi: str) -> None:
    demand = PairwiseLDP([[0, "ln3"], ["ln2", 0]], deltas=[[0, "1/10"], [0, 0]])
    found = design(Variance(pi), demand, outputs="free")
    assert judge(found.certificate).is_accepted and (found.value == 0) == (pi == "1")


def test_fewer_outputs_than_the_hull_has_join_some_of_its_own() -> None:
    demand = LDP("1/2", delta="1/10") & LDP(3)
    few, best, two = (design(Variance("1/10"), demand, outputs=m) for m in (3, "free", 2))
    assert few.is_bounded and few.lower is not None and best.upper is not None and two.value is not None
    assert best.upper < few.lower < two.value


@pytest.mark.parametrize("positive", [0, 1])
def test_the_hull_at_every_prevalence_is_that_of_either_input(positive: int) -> None:
    demand, asked = PairwiseLDP({("a", "b"): "1", ("b", "a"): "2"}), {"inputs": ("a", "b"), "outputs": "free"}
    every = design(Variance("every", positive=positive), demand, **asked)
    (piece,) = every.pieces
    for share in ("1/5", "2/3"):
        one = design(Variance(share, positive=positive), demand, **asked)
        assert one.lower == one.upper == piece.value.at(Fraction(share))
