"""Vinterbo, read a second time: statements sampled by a reader of its own, theorems recomputed from their definitions."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.claims.library import home, load, read_stored

VERDICTS = read_stored(load(home(), "vinterbo").folder)
REFUTED = {
    "vinterbo.image_is_multinomial",
    "vinterbo.mle",
    "vinterbo.index_convention",
    "vinterbo.observation_1_index",
    "vinterbo.prop_4_3_item_1",
    "vinterbo.kronecker_inverse",
    "vinterbo.prop_4_7_categories",
    "vinterbo.listing",
    "vinterbo.cost_sum",
    "vinterbo.geometric_sum",
    "vinterbo.ratio_inverse",
    "vinterbo.figure_1_loss",
    "vinterbo.taylor_end",
    "vinterbo.equal_at_privacy_of_k_bits",
    "vinterbo.outcome_labels",
    "vinterbo.staircase_form",
    "vinterbo.invertible",
    "vinterbo.lemma_4_5_last_line",
    "vinterbo.ratio_least_at_3_since",
    "vinterbo.unit_strings",
}
Matrix = list[list[F]]


def test_sums_of_powers_of_four_and_powers_of_the_base_are_as_repaired() -> None:
    cost = {0: 4}  # t(n) with k = 1: t(n) = 4·4^(n-1) + t(n-1)
    for n in range(12):
        assert sum(4**i for i in range(n + 1)) == F(4 ** (n + 1) - 1, 3)
        assert 1 + F(1 - 4**n, 1 - 4) == 1 + sum(4**i for i in range(n))
        assert cost[n] == 4 * (1 + F(1 - 4**n, 1 - 4))
        cost[n + 1] = 4 * 4**n + cost[n]
    for a in (F(0), F(1, 3), F(3, 4), F(1)):
        assert (a * a + (1 - a) ** 2) / (2 * a - 1) ** 2 >= 1


def test_the_refuted_are_those_that_were_derived_again_here() -> None:
    assert {x for x, v in VERDICTS.items() if v["grade"] == "refuted"} == REFUTED
    assert not [x for x, v in VERDICTS.items() if v["grade"] in ("undecided", "vacuous")]


def test_the_curvature_at_an_end_that_values_exceed_bounds_nothing_and_one_level_is_not_that_of_k_bits() -> None:
    """f(s) = (2-s)/(1-s) at its tangent in 0 with the curvature in 0; two bits of level v each have the level v² together."""
    s = F(1, 2)
    assert (2 - s) / (1 - s) > 2 + s + s**2
    for v in (F(3, 2), F(2), F(5)):
        one, both = ((u * u + 1) / (u - 1) ** 2 for u in (v, v**2))
        assert one > both


def test_with_one_constant_the_mean_loss_is_largest_at_three_bits_and_with_its_power_least() -> None:
    """f_L(s) = (c-s)/(1-s) at s = 2/(2^n + 1), the mean of S; and e_i has n bits, an element of 𝔹 one."""
    means = {n: F(2, 2**n + 1) for n in range(3, 15)}
    for c in (F(3, 2), F(5, 2), F(10)):
        fixed = [(c - s) / (1 - s) for s in means.values()]
        grown = [(c**n - s) / (1 - s) for n, s in means.items()]
        assert fixed == sorted(fixed, reverse=True) and len(set(fixed)) == 12
        assert grown == sorted(grown) and len(set(grown)) == 12
    assert {len(e) for e in ("100", "010", "001")} == {3} != {len(b) for b in ("0", "1")}


def divergence(mechanism: Matrix, first: list[F], second: list[F]) -> float:
    """The KL-divergence of what a mechanism makes of two distributions; rows are outputs."""
    made = [[sum(w * p for w, p in zip(row, law, strict=True)) for law in (first, second)] for row in mechanism]
    return sum(float(p) * math.log(p / q) for p, q in made if p)


def test_another_mechanism_of_its_level_tells_two_distributions_apart_better_than_k_rr() -> None:
    halves = [F(1, 2), F(1, 2), F(0), F(0)], [F(0), F(0), F(1, 2), F(1, 2)]
    for t in (F(11, 10), F(2), F(10)):
        k_rr = [[(t if i == j else 1) / (t + 3) for j in range(4)] for i in range(4)]
        by_half = [[(t if (i == 0) == (j < 2) else 1) / (t + 1) for j in range(4)] for i in range(2)]
        for rows in (k_rr, by_half):
            assert [sum(c) for c in zip(*rows, strict=True)] == [1] * 4 and max(max(r) / min(r) for r in rows) == t
        seen = divergence(k_rr, *halves), divergence(by_half, *halves)
        assert abs(seen[0] - float((t - 1) / (t + 3)) * math.log((t + 1) / 2)) < 1e-12
        assert abs(seen[1] - float((t - 1) / (t + 1)) * math.log(t)) < 1e-12 and seen[0] < seen[1]


def test_a_staircase_mechanism_of_another_form() -> None:
    """Rows t on two of four inputs: columns sum to 1, rows have two values of ratio t, no column has one odd entry."""
    t, pairs = F(2), [(i, j) for j in range(4) for i in range(j)]
    rows = [[(t if j in pair else F(1)) / (3 * (t + 1)) for j in range(4)] for pair in pairs]
    assert [sum(c) for c in zip(*rows, strict=True)] == [1] * 4 and {max(r) / min(r) for r in rows} == {t}
    assert all(sorted(map(column.count, set(column))) == [3, 3] for column in zip(*rows, strict=True))
    assert {0, *range(2, 4)} != set(range(4))  # outcomes {0, 2, ..., k-1} against the counts X_0, ..., X_(k-1)


def kron(a: Matrix, b: Matrix) -> Matrix:
    return [[x * y for x in p for y in q] for p in a for q in b]


def flips(a: F, n: int) -> Matrix:
    """Definition of the randomizer itself: each bit is kept with probability a."""
    size = range(2**n)
    return [[a ** (n - (r ^ x).bit_count()) * (1 - a) ** (r ^ x).bit_count() for x in size] for r in size]


def inverse(c: Matrix) -> Matrix:
    """Gauss and Jordan."""
    n = len(c)
    rows = [[*r, *(F(int(i == j)) for j in range(n))] for i, r in enumerate(c)]
    for i in range(n):
        pivot = next(k for k in range(i, n) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i and (factor := rows[k][i]):
                rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i], strict=True)]
    return [r[n:] for r in rows]


def distribution(rng: random.Random, size: int) -> list[F]:
    weights = [rng.choice((0, 0, 1, 2, 5, 11)) for _ in range(size)]
    weights[rng.randrange(size)] += 3
    return [F(w, sum(weights)) for w in weights]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_theorem_4_4_and_corollary_1_by_elimination(n: int) -> None:
    rng = random.Random(n)
    for a in (F(0), F(1), F(1, 3), F(499, 1000), F(rng.randint(1, 99), 100) + F(1, 1000)):
        c = flips(a, n)
        one = [[a, 1 - a], [1 - a, a]]
        built: Matrix = [[F(1)]]
        for _ in range(n):
            built = kron(one, built)
        assert built == c
        e = a / (2 * a - 1)
        found = inverse(c)
        assert found == flips(e, n)
        d = [[(r ^ x).bit_count() for x in range(2**n)] for r in range(2**n)]
        assert found == [[a ** (n - k) * (a - 1) ** k / (2 * a - 1) ** n for k in row] for row in d]
        assert len({x for row in found for x in row}) <= n + 1


def error(a: F, n: int, m: int, point: list[F]) -> F:
    """The trace of the covariance, from every sequence of m people and answers."""
    size = range(2**n)
    c, back = flips(a, n), inverse(flips(a, n))
    answer = [sum((c[r][x] * point[x] for x in size), F(0)) for r in size]
    total = F(0)
    for seen in itertools.product(size, repeat=m):
        weight = math.prod((answer[r] for r in seen), start=F(1))
        total += weight * sum((sum((back[x][r] for r in seen), F(0)) / m - point[x]) ** 2 for x in size)
    return total


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1)])
def test_lemma_4_5_and_theorem_4_6_by_enumeration(n: int, m: int) -> None:
    rng = random.Random(10 * n + m)
    for a in (F(1), F(2, 3), F(1, 10)):
        point = distribution(rng, 2**n)
        s = sum(p * p for p in point)
        c = ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** n
        assert error(a, n, m, point) == (c - s) / m
        if s < 1:
            loss = error(a, n, m, point) / error(F(1), n, m, point)
            assert loss == (c - s) / (1 - s) >= (c - F(1, 2**n)) / (1 - F(1, 2**n))


def test_theorem_4_9_from_the_rows_of_the_randomizer() -> None:
    rng = random.Random(49)
    for n, k in ((1, 1), (2, 1), (2, 2), (3, 2)):
        for _ in range(4):
            a = F(rng.randint(1, 99), 100)
            if 2 * a == 1:
                continue
            c, size = flips(a, n), range(2**n)
            near = [(x, y) for x in size for y in size if (x ^ y).bit_count() <= k]
            level = max(c[r][x] / c[r][y] for r in size for x, y in near)
            u = max(a / (1 - a), (1 - a) / a)
            assert level == u**k
            bound = ((u**2 + 1) / (u - 1) ** 2) ** n
            assert ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** n == bound


def test_corollary_2_no_bit_randomizer_of_the_level_has_a_smaller_error() -> None:
    rng = random.Random(2)
    for _ in range(300):
        t, p = F(rng.randint(11, 60), 10), F(rng.randint(0, 20), 20)
        x, y = F(rng.randint(0, 40), 40), F(rng.randint(0, 40), 40)
        if x + y == 1 or not all(u <= t * v for u, v in ((x, 1 - y), (1 - y, x), (y, 1 - x), (1 - x, y))):
            continue
        yes = x * p + (1 - y) * (1 - p)
        a = t / (t + 1)
        best = a * p + (1 - a) * (1 - p)
        assert yes * (1 - yes) / (x + y - 1) ** 2 >= best * (1 - best) / (2 * a - 1) ** 2


def test_the_listing_counts_the_first_bit_highest_and_eta_lowest() -> None:
    answers = np.array([[0, 1], [0, 1], [1, 1]])
    x = 2 ** (2 - 1 - np.arange(2))
    assert np.bincount(answers.dot(x), minlength=4).tolist() == [0, 2, 0, 1]
    eta = [sum(int(b) << i for i, b in enumerate(r)) for r in answers]
    assert [eta.count(i) for i in range(4)] == [0, 0, 2, 1]


def test_the_printed_order_of_factors_is_not_that_of_eta() -> None:
    first = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    second = [[F(2, 3), F(1, 5)], [F(1, 3), F(4, 5)]]
    r, x = (0, 0), (0, 1)
    truth = first[r[0]][x[0]] * second[r[1]][x[1]]
    assert kron(first, second)[0][0 + 2] == F(1, 6) != truth == F(3, 20)
    assert kron(second, first)[0][0 + 2] == truth


def test_the_other_printed_slips() -> None:
    assert bin(0b00 ^ 0b10).count("1") == 1 != 2  # item 1 of the proof of Proposition 4.3 at n = 2, i = 0
    assert 0b01 != 2**1 * 0  # Observation 1: (0, 0) against (1, 0), the index with the first bit lowest
    assert 1 + F(1 - 4, 1 - 4) != 1 + 4  # the geometric sum at n = 1
    steps = {n: sum(4 * 4**i for i in range(n)) for n in (1, 2)}  # the recursion from t(0) = 0, t_f(N) = 4 N
    assert sum(4 * 4**i for i in range(2)) - steps[1] != sum(4 * 4**i for i in range(3)) - steps[2]
    point = [F(1, 20), F(3, 20), F(3, 10), F(1, 2)]
    s, c = sum(p * p for p in point), (F(5, 8) / F(1, 4)) ** 2
    assert (s, c) == (F(73, 200), F(25, 4))
    assert (c - s) / (1 - s) == F(1177, 127) != F("9.75") == (c - F(2, 5)) / F(3, 5)
    assert max(F(3, 4) / F(1, 4), F(1, 3)) == max(F(1, 4) / F(3, 4), F(3))  # r(3/4) = r(1/4)
    assert len(flips(F(1, 2), 1)) == 2 and F(1, 2) ** 2 - (1 - F(1, 2)) ** 2 == 0  # a fair coin in the place of a bit
    assert len(flips(F(3, 4), 2)) != len(flips(F(3, 4), 1))  # C_a(2) against one bit
    w = F(3, 4) * F(1, 3) + F(1, 4) * F(
        2, 3
    )  # one bit, a = 3/4, a third of ones: the variance of one share is half the trace
    assert 2 * w * (1 - w) / F(1, 4) == F(5, 2) - (F(1, 9) + F(4, 9))


def test_the_estimate_of_one_no_is_no_distribution() -> None:
    back = inverse(flips(F(3, 4), 1))
    assert [back[0][0], back[1][0]] == [F(3, 2), F(-1, 2)]
    likelihoods = [F(3, 4) * (1 - F(i, 50)) + F(1, 4) * F(i, 50) for i in range(51)]
    assert max(likelihoods) == likelihoods[0]


def test_proposition_4_7_and_delta_by_simulation() -> None:
    rng = np.random.default_rng(47)
    for n, delta in ((3, 0.2386), (4, 0.0029)):
        s = (rng.dirichlet(np.ones(2**n), size=200_000) ** 2).sum(axis=1)
        mean, k = 2 / (2**n + 1), 2**n
        variance = 4 * (k - 1) / ((k + 1) ** 2 * (k + 2) * (k + 3))
        assert s.mean() == pytest.approx(mean, rel=5e-3)
        assert s.var() == pytest.approx(variance, rel=5e-2)
        for c in (1.01, 2.5**n):
            ratio = ((c - s) / (1 - s)).mean() * (1 - mean) / (c - mean)
            assert 1 - 1e-4 <= ratio <= 1 + delta
        top = mean + 10 * variance**0.5
        assert (1 - mean) * variance / (1 - top) ** 3 < delta
        assert top < 0.8
    three = (rng.dirichlet(np.ones(3), size=200_000) ** 2).sum(axis=1)
    c = 2.5**3
    assert np.minimum((c - three) / (1 - three), 500).mean() * (7 / 9) / (c - 2 / 9) > 1.2386
