"""Chai & Nayak (2018), every statement as an executable property of random exact mechanisms, in both directions.

Where a condition holds, no belief of a brute-force family breaches; where it fails, a breach is exhibited and recomputed
from its belief. The brute force knows nothing of parities: it only computes posteriors.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import admissible
from rropt.breach.protected import protected_region
from rropt.exact.element import Number
from rropt.exact.matrix import inverse, product
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism
from rropt.order import dominates
from rropt.order.minimal import minimal_form
from rropt.privacy import CSIP, SIP, BetaFactor, RhoBreach
from rropt.privacy.boundary import BreachFunction, infimum, odds_boundary, piecewise_linear, reflect, star

Row = Sequence[Number]
Belief = tuple[Number, ...]


def random_mechanism(rng: random.Random, *, k: int = 0, m: int = 0, spread: int = 6) -> Mechanism:
    """Columns of small fractions; a small spread keeps parities small."""
    k, m = k or rng.randint(2, 4), m or rng.randint(2, 4)
    columns = [[F(rng.randint(spread // 2, spread)) for _ in range(m)] for _ in range(k)]
    if m > 1 and rng.random() < 0.15:
        columns[0][0] = F(0)
    return Mechanism(list(zip(*[[x / sum(c) for x in c] for c in columns], strict=True)))


def parity(mechanism: Mechanism) -> F | float:
    ratios = [F(1)]
    for row in mechanism.rows:
        if any(row) and not all(row):
            return float("inf")
        if any(row):
            ratios.append(max(row) / min(row))  # type: ignore[arg-type]
    return max(ratios)


def posterior(row: Row, belief: Belief, event: Sequence[int]) -> F | None:
    total = sum(w * x for w, x in zip(belief, row, strict=True))
    return sum((belief[j] * row[j] for j in event), F(0)) / total if total else None  # type: ignore[return-value]


def events(k: int) -> Iterator[tuple[int, ...]]:
    return itertools.chain.from_iterable(itertools.combinations(range(k), size) for size in range(1, k))


def two_point_beliefs(k: int, priors: Sequence[F]) -> Iterator[tuple[Belief, int, int]]:
    for j, other in itertools.permutations(range(k), 2):
        for p in priors:
            yield tuple(p if n == j else 1 - p if n == other else F(0) for n in range(k)), j, other


def random_belief(rng: random.Random, k: int) -> Belief:
    weights = [F(rng.choice([0, 1, 1, 2, 5, 20])) for _ in range(k)]
    weights[rng.randrange(k)] += 1
    return tuple(w / sum(weights) for w in weights)


def seen(mechanism: Mechanism, belief: Belief) -> Iterator[tuple[F, F, tuple[int, ...], int]]:
    """(prior, posterior, event, output) for every event of prior strictly between 0 and 1 and possible output."""
    for event in events(mechanism.k):
        before = sum((belief[j] for j in event), F(0))
        if 0 < before < 1:
            for i, row in enumerate(mechanism.rows):
                after = posterior(row, belief, event)
                if after is not None:
                    yield before, after, event, i  # type: ignore[misc]


def random_boundary(rng: random.Random) -> BreachFunction:
    cuts = sorted(rng.sample(range(1, 12), rng.randint(0, 3)))
    points = [(F(c, 12), F(c, 12) + F(12 - c, 12) * F(rng.randint(2, 9), 10)) for c in [0, *cuts]]
    return piecewise_linear([*points, (F(1), F(1))])


def points_of(h: BreachFunction) -> list[tuple[Number, Number]]:
    return list(zip(h.breakpoints, h.values, strict=True))


def seeds(count: int) -> list[Any]:
    """The first in every run, the others in the slow ones."""
    return [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, count))]


@pytest.mark.slow_at("0")
@pytest.mark.then(seed=2)
@pytest.mark.parametrize("seed", seeds(4))
def test_theorem_1_1_and_its_converse(seed: int) -> None:
    """ρ₁-to-ρ₂ privacy exactly if the parity is at most ρ₂(1−ρ₁)/(ρ₁(1−ρ₂)); the paper proves only `if` there."""
    rng, kept, broken = random.Random(seed), 0, 0
    for _ in range(250):
        mechanism = random_mechanism(rng)
        rho1 = F(rng.randint(1, 8), 12)
        rho2 = rho1 + (1 - rho1) * F(rng.randint(1, 9), 10)
        holds = parity(mechanism) <= rho2 * (1 - rho1) / (rho1 * (1 - rho2))
        assert RhoBreach(rho1, rho2).holds(mechanism) == holds
        if holds:
            kept += 1
            near = [rho1 * (1 - F(1, 10**6)), 1 - (1 - rho2) * (1 - F(1, 10**6))]
            beliefs = [b for b, _, _ in two_point_beliefs(mechanism.k, near)] + [random_belief(rng, mechanism.k)]
            pairs = [(p, a) for belief in beliefs for p, a, _, _ in seen(mechanism, belief)]
            assert not any((p < rho1 and a > rho2) or (p > rho2 and a < rho1) for p, a in pairs)
        else:
            broken += 1
            breach = RhoBreach(rho1, rho2).violations(mechanism)[0].breach
            assert breach is not None
            after = posterior(mechanism.rows[breach.output], breach.prior, breach.event)
            before = sum(breach.prior[j] for j in breach.event)
            assert after is not None and before < rho1 and after > rho2
    assert min(kept, broken) > 50


@pytest.mark.slow_at("0")
@pytest.mark.then(seed=2)
@pytest.mark.parametrize("seed", seeds(4))
def test_theorem_1_2(seed: int) -> None:
    """β-factor privacy exactly if the parity is at most β."""
    rng, kept, broken = random.Random(seed), 0, 0
    for _ in range(300):
        mechanism, beta = random_mechanism(rng), 1 + F(rng.randint(1, 30), 10)
        holds = parity(mechanism) <= beta
        assert BetaFactor(beta).holds(mechanism) == holds
        kept, broken = kept + holds, broken + (not holds)
        if holds:
            small = [F(1, 10**6), 1 - F(1, 10**6)]
            beliefs = [b for b, _, _ in two_point_beliefs(mechanism.k, small)] + [random_belief(rng, mechanism.k)]
            pairs = [(p, a) for belief in beliefs for p, a, _, _ in seen(mechanism, belief)]
            assert all(p / beta <= a <= beta * p for p, a in pairs)
        else:
            breach = BetaFactor(beta).violations(mechanism)[0].breach
            assert breach is not None
            after = posterior(mechanism.rows[breach.output], breach.prior, breach.event)
            assert after is not None and after > beta * sum(breach.prior[j] for j in breach.event)
    assert min(kept, broken) > 50


@pytest.mark.parametrize("seed", seeds(3))
def test_theorem_3_1_and_lemma_3_3(seed: int) -> None:
    """h-CSIP exactly if the parity is at most B(h), and then for atoms and any belief posterior ≤ h(prior)."""
    rng, kept, broken = random.Random(seed), 0, 0
    for _ in range(150):
        mechanism, h = random_mechanism(rng, k=rng.randint(2, 3)), random_boundary(rng)
        demand, bound, gamma = CSIP(points_of(h)), infimum(h).value, parity(mechanism)
        assert bound is not None and not isinstance(bound, float)
        holds = not isinstance(gamma, float) and order_of(gamma, bound) <= 0
        assert demand.holds(mechanism) == holds
        kept, broken = kept + holds, broken + (not holds)
        if holds:
            beliefs = [b for b, _, _ in two_point_beliefs(mechanism.k, [F(1, 7), F(2, 5), F(4, 5)])]
            beliefs += [random_belief(rng, mechanism.k) for _ in range(3)]
            assert all(a <= h(p) for belief in beliefs for p, a, _, _ in seen(mechanism, belief))
        else:
            breach = demand.violations(mechanism)[0].breach
            assert breach is not None and len(breach.event) == 1
            after = posterior(mechanism.rows[breach.output], breach.prior, breach.event)
            assert after is not None and after > h(sum(breach.prior[j] for j in breach.event))
    assert min(kept, broken) > 20


@pytest.mark.slow_at("0")
@pytest.mark.parametrize("seed", seeds(3))
def test_lemma_3_1(seed: int) -> None:
    """(h_l, h_u)-SIP exactly if [h_l ⋆ h_u]-CSIP; and a downward breach of Q is an upward one of its complement."""
    rng, kept, broken = random.Random(seed), 0, 0
    for _ in range(120):
        mechanism, upper, lower = (
            random_mechanism(rng, k=rng.randint(2, 3)),
            random_boundary(rng),
            reflect(random_boundary(rng)),
        )
        joined = star(lower, upper)
        pair, single = SIP(points_of(lower), points_of(upper)), CSIP(points_of(joined))
        assert pair.holds(mechanism) == single.holds(mechanism)
        kept, broken = kept + pair.holds(mechanism), broken + (not pair.holds(mechanism))
        for _ in range(2):
            for p, a, _, _ in seen(mechanism, random_belief(rng, mechanism.k)):
                assert (a < lower(p)) == (1 - a > reflect(lower)(1 - p))
                if pair.holds(mechanism):
                    assert lower(p) <= a <= upper(p) and a <= joined(p)
    assert min(kept, broken) > 20


@pytest.mark.parametrize("seed", seeds(4))
def test_lemma_3_2(seed: int) -> None:
    """Atoms suffice: whatever pair an event reaches, an atom reaches the same prior and at least that posterior."""
    rng = random.Random(seed)
    for _ in range(250):
        mechanism = random_mechanism(rng)
        belief = random_belief(rng, mechanism.k)
        for before, after, event, i in seen(mechanism, belief):
            row = mechanism.rows[i]
            best = max(event, key=lambda j: row[j])
            moved = tuple(before if j == best else F(0) if j in event else w for j, w in enumerate(belief))
            atom = posterior(row, moved, (best,))
            assert sum(moved) == 1 and atom is not None and atom >= after


def test_precise_regions_are_those_of_the_parity_only() -> None:
    """h_γ is the least boundary a mechanism of parity γ keeps, whatever else the mechanism is."""
    rng = random.Random(0)
    for _ in range(300):
        mechanism = random_mechanism(rng)
        gamma = parity(mechanism)
        region = protected_region(mechanism)
        assert region.parity == gamma
        if isinstance(gamma, float) or gamma == 1:
            continue
        assert infimum(odds_boundary(gamma)).value == gamma
        p = F(rng.randint(1, 9), 10)
        top = odds_boundary(gamma)(p)
        assert region.attains(p, top) and not region.attains(p, top + F(1, 10**9))


@pytest.mark.parametrize("seed", seeds(3))
def test_lemma_4_1(seed: int) -> None:
    """Post-processing never raises the parity; from C_γ the whole class below stays below."""
    rng, lowered = random.Random(seed), 0
    for _ in range(400):
        mechanism = random_mechanism(rng)
        garbling = random_mechanism(rng, k=mechanism.m, spread=9)
        assert parity(garbling @ mechanism) <= parity(mechanism)
        lowered += parity(garbling @ mechanism) < parity(mechanism)
    assert lowered > 300


def no_proportional_rows(mechanism: Mechanism) -> bool:
    return minimal_form(mechanism).mechanism.m == mechanism.m


def test_theorem_4_1() -> None:
    """Without zero or proportional rows two mechanisms are equivalent exactly if their rows are a permutation."""
    rng, same, apart = random.Random(4), 0, 0
    while same + apart < 120:
        first = random_mechanism(rng, k=rng.randint(2, 3), m=rng.randint(2, 3))
        second = first.reorder(outputs=rng.sample(range(first.m), first.m))
        if rng.random() < 0.6:
            second = random_mechanism(rng, k=first.k, m=first.m) if rng.random() < 0.5 else nudged(first)
        if not (no_proportional_rows(first) and no_proportional_rows(second)):
            continue
        equivalent = bool(dominates(first, second)) and bool(dominates(second, first))
        assert equivalent == (sorted(first.rows) == sorted(second.rows))
        same, apart = same + equivalent, apart + (not equivalent)
    assert min(same, apart) > 30


def nudged(mechanism: Mechanism) -> Mechanism:
    """The mechanism with 10^-30 of one entry moved within its column."""
    rows = [list(row) for row in mechanism.rows]
    step = min(F(1, 10**30), max(rows[0][0], F(0)))
    rows[0][0], rows[1][0] = rows[0][0] - step, rows[1][0] + step
    return Mechanism(rows)


def staircase(rng: random.Random, gamma: F, k: int) -> Mechanism:
    """A random member of C_γ⁰: rows of the two values c and γc, from patterns closed under complement."""
    count = rng.randint(1, min(3, 2 ** (k - 1) - 1))
    chosen = rng.sample([s for s in itertools.product((0, 1), repeat=k) if 0 < sum(s) < k and s[0]], count)
    weights = [F(rng.randint(1, 4)) for _ in chosen]
    rows = [
        [w * (gamma if x == side else 1) for x in s] for s, w in zip(chosen, weights, strict=True) for side in (0, 1)
    ]
    total = sum(row[0] for row in rows)
    assert all(sum(row[j] for row in rows) == total for j in range(k))
    return Mechanism([[x / total for x in row] for row in rows])


def test_theorem_4_2() -> None:
    """Members of C_γ⁰ are admissible: nothing of parity ≤ γ is strictly more informative."""
    rng = random.Random(5)
    for _ in range(60):
        gamma, k = 1 + F(rng.randint(1, 20), 5), rng.randint(2, 4)
        member, other = staircase(rng, gamma, k), staircase(rng, gamma, k)
        assert admissible(member, gamma)
        assert not (dominates(other, member) and not dominates(member, other))


def scaled_into(mechanism: Mechanism, gamma: F) -> Mechanism:
    """The mechanism mixed with noise until its parity is at most γ."""
    constant = Mechanism([[F(1, mechanism.m)] * mechanism.k] * mechanism.m)
    weight = F(1)
    while parity(mechanism.mix(constant, weight)) > gamma:
        weight *= F(3, 4)
    return mechanism.mix(constant, weight)


@pytest.mark.parametrize("seed", seeds(4))
def test_theorem_4_3_by_the_lemmas(seed: int) -> None:
    """Admissible exactly if C1 and C2 hold; else a mechanism of parity ≤ γ is strictly more informative."""
    rng = random.Random(seed)
    for _ in range(20):
        gamma = 1 + F(rng.randint(2, 20), 5)
        drawn = random_mechanism(rng, k=rng.randint(2, 3), m=rng.randint(2, 4))
        mechanism = minimal_form(scaled_into(drawn, gamma)).mechanism
        rows = mechanism.rows
        in_class = all(max(r) == gamma * min(r) and set(r) == {min(r), max(r)} for r in rows)
        found = admissible(mechanism, gamma)
        assert bool(found) == in_class
        if not found:
            better, garbling = found.dominating, found.garbling
            assert better is not None and garbling is not None
            assert parity(better) <= gamma and (garbling @ better).rows == mechanism.rows
            assert not dominates(mechanism, better)


def test_lemma_4_2() -> None:
    """1 < η_i < γ for some row: the proof's own construction is strictly better and keeps the demand."""
    rng, done = random.Random(6), 0
    while done < 60:
        mechanism = random_mechanism(rng, k=rng.randint(2, 3))
        if not no_proportional_rows(mechanism) or isinstance(parity(mechanism), float):
            continue
        gamma = parity(mechanism) * F(11, 10)
        place = next((i for i, row in enumerate(mechanism.rows) if max(row) > min(row)), None)
        if place is None:
            continue
        better = stretched(mechanism, place, gamma)
        assert parity(better) <= gamma and dominates(better, mechanism) and not dominates(mechanism, better)
        done += 1


def stretched(mechanism: Mechanism, place: int, gamma: F | float) -> Mechanism:
    """Row `place` gives up part of an opposite row: p₁ = a₁ + (1−ξ)a₂, p₂ = ξa₂, with ξ > 1 small enough."""
    rows = [list(row) for row in mechanism.rows]
    a = rows[place]
    high, low = a.index(max(a)), a.index(min(a))
    other = next(i for i, row in enumerate(rows) if row[high] < row[low])
    step = F(1)
    while True:
        step /= 2
        first = [x - step * y for x, y in zip(a, rows[other], strict=True)]
        if min(first) > 0 and max(first) <= gamma * min(first):
            break
    changed = [
        first if i == place else [(1 + step) * x for x in row] if i == other else row for i, row in enumerate(rows)
    ]
    return Mechanism(changed)


@pytest.mark.slow
def test_lemma_4_3() -> None:
    """Rows of parity 1 or γ: dropping the constant row and rescaling dominates, and satisfies C1."""
    rng = random.Random(8)
    for _ in range(60):
        gamma, delta = 1 + F(rng.randint(1, 20), 5), F(rng.randint(1, 9), 10)
        better = staircase(rng, gamma, rng.randint(2, 4))
        mechanism = Mechanism([[delta] * better.k, *[[(1 - delta) * x for x in row] for row in better.rows]])
        assert dominates(better, mechanism) and not dominates(mechanism, better) and not admissible(mechanism, gamma)


def test_lemma_4_4() -> None:
    """C1 without C2: splitting a middle value between the least and the largest dominates, at the same parity."""
    rng = random.Random(9)
    for _ in range(60):
        gamma, k = 1 + F(rng.randint(1, 20), 5), 3
        share = F(rng.randint(1, 9), 10)
        rows = [[gamma, 1 + share * (gamma - 1), F(1)], [F(1), 1 + (1 - share) * (gamma - 1), gamma]]
        mechanism = Mechanism([[x / (gamma + 1) for x in row] for row in rows])
        split = []
        for row in mechanism.rows:
            least, largest = min(row), max(row)
            delta = (largest - row[1]) / (largest - least)
            split += [
                [delta * row[0], delta * least, delta * row[2]],
                [(1 - delta) * row[0], (1 - delta) * largest, (1 - delta) * row[2]],
            ]
        better = minimal_form(Mechanism(split)).mechanism
        assert parity(better) == gamma == parity(mechanism) and better.k == k
        assert dominates(better, mechanism) and not dominates(mechanism, better)
        assert admissible(better, gamma) and not admissible(mechanism, gamma)


@pytest.mark.parametrize("seed", seeds(4))
def test_proposition_4_1(seed: int) -> None:
    """For two inputs, symmetric randomized response at γ garbles into every mechanism of parity ≤ γ, by C = Q·P⁻¹."""
    rng = random.Random(seed)
    for _ in range(300):
        mechanism = random_mechanism(rng, k=2, m=rng.randint(1, 5))
        gamma = parity(mechanism)
        if isinstance(gamma, float) or gamma == 1:
            continue
        assert all(x >= 0 for row in back_from_response(mechanism, gamma) for x in row)
        short = 1 + (gamma - 1) * F(99, 100)
        assert any(x < 0 for row in back_from_response(mechanism, short) for x in row)


def back_from_response(mechanism: Mechanism, gamma: F) -> tuple[tuple[Number, ...], ...]:
    response = ((gamma / (gamma + 1), 1 / (gamma + 1)), (1 / (gamma + 1), gamma / (gamma + 1)))
    found = product(mechanism.rows, inverse(response))
    assert all(sum(column) == 1 for column in zip(*found, strict=True))
    return found
