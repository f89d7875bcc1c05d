"""Chai and Nayak, read a second time: statements sampled by a reader of its own, theorems tried on random procedures."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction as F

import pytest
from scipy.optimize import linprog

from rropt.claims.library import home, load, read_stored

VERDICTS = read_stored(load(home(), "chai_nayak").folder)
REFUTED = {
    "chai_nayak.region_by_parity",
    "chai_nayak.precise_if",
    "chai_nayak.precise_only_if",
    "chai_nayak.lemma_4_2_only_c",
    "chai_nayak.theorem_4_4_adding",
    "chai_nayak.theorem_4_4_a_j",
    "chai_nayak.eq_6_3_positive",
    "chai_nayak.eq_6_4_finite",
    "chai_nayak.lemma_6_1_same_rows",
    "chai_nayak.lemma_6_1_case_i",
}
Rows = list[list[F]]
STAY = [[F(0), F(1, 2)], [F(1), F(1, 2)]]


def test_the_refuted_are_those_that_were_derived_again_here() -> None:
    assert {x for x, v in VERDICTS.items() if v["grade"] == "refuted"} == REFUTED
    assert not [x for x, v in VERDICTS.items() if v["grade"] in ("undecided", "vacuous")]


def test_of_two_overlapping_regions_the_one_of_larger_area_may_be_the_weaker_demand() -> None:
    a, c, b = F(3, 10), F(1, 2), F(3)
    rectangles, triangles = 2 * a * (1 - c), 2 * F(1, 2) * 1 * (1 / b)
    assert c < b * a, "the regions overlap"
    assert triangles > rectangles

    def worst(g: F, p: F) -> F:
        return g * p / (1 + (g - 1) * p)

    assert worst(F(7, 3), a) == c, "parity 7/3 is the largest that keeps opinions up to 3/10 at 1/2 or below"
    assert all(worst(F(3), F(i, 1000)) < b * F(i, 1000) for i in range(1, 1000)), "parity 3 keeps the factor 3"
    assert worst(F(3), a) > c


def procedure(rng: random.Random, m: int, k: int, zeros: bool = False) -> Rows:
    """A random TPM; every row has a nonzero entry."""
    while True:
        columns = []
        for _ in range(k):
            weights = [rng.choice((0, 1, 2, 3) if zeros else (1, 2, 3, 4)) for _ in range(m)]
            columns.append([F(w, max(sum(weights), 1)) for w in weights])
        if all(map(sum, columns)) and all(any(c[i] for c in columns) for i in range(m)):
            return [[c[i] for c in columns] for i in range(m)]


def parity(rows: Rows) -> F | float:
    return max(math.inf if not min(r) else max(r) / min(r) for r in rows)


def events(k: int) -> list[tuple[int, ...]]:
    return [q for size in range(1, k) for q in itertools.combinations(range(k), size)]


def pairs(rows: Rows, belief: list[F]) -> set[tuple[F, F]]:
    """All (prior, posterior) of all events and responses under a belief, by Bayes' rule."""
    found = set()
    for q in events(len(belief)):
        prior = sum((belief[j] for j in q), F(0))
        for row in rows:
            total = sum(a * p for a, p in zip(belief, row, strict=True))
            if total and 0 < prior < 1:
                found.add((prior, sum((belief[j] * row[j] for j in q), F(0)) / total))
    return found


def beliefs(rng: random.Random, k: int, many: int) -> list[list[F]]:
    out = []
    for _ in range(many):
        weights = [rng.choice((0, 0, 1, 2, 9)) for _ in range(k)]
        weights[rng.randrange(k)] += 1
        out.append([F(w, sum(weights)) for w in weights])
    i, j = rng.sample(range(k), 2)
    return [*out, *([F(int(x == i)) * p + F(int(x == j)) * (1 - p) for x in range(k)] for p in (F(1, 1000), F(1, 2)))]


@pytest.mark.parametrize(("m", "k"), [(2, 2), (3, 2), (2, 3), (3, 3), (2, 4)])
def test_every_posterior_lies_between_the_boundaries_of_the_parity(m: int, k: int) -> None:
    rng = random.Random(100 * m + k)
    for _ in range(25):
        rows = procedure(rng, m, k)
        g = parity(rows)
        for belief in beliefs(rng, k, 8):
            for p, q in pairs(rows, belief):
                assert 1 - g * (1 - p) / (1 + (g - 1) * (1 - p)) <= q <= g * p / (1 + (g - 1) * p)
                assert p / g <= q <= g * p  # Theorem 1.2
                assert 1 / g <= q * (1 - p) / ((1 - q) * p) <= g  # (3.6)


def test_a_larger_parity_is_breached_by_two_categories() -> None:
    rng = random.Random(12)
    for _ in range(80):
        rows = procedure(rng, rng.randint(2, 3), rng.randint(2, 4), zeros=True)
        g = parity(rows)
        row = max(rows, key=lambda r: math.inf if not min(r) else max(r) / min(r))
        x, y = max(row), min(row)
        for p in (F(1, 100), F(1, 2), F(99, 100)):
            q = p * x / (p * x + (1 - p) * y)
            assert q == (1 if g == math.inf else g * p / (1 + (g - 1) * p))
        r1, r2 = F(1, 5), F(1, 2)
        if g > r2 * (1 - r1) / (r1 * (1 - r2)):  # (1.6) fails: an upward breach from a prior just below rho_1
            p = r1 - F(1, 10**9)
            assert p * x / (p * x + (1 - p) * y) > r2


def times(a: Rows, b: Rows) -> Rows:
    return [[sum((x * y for x, y in zip(r, c, strict=True)), F(0)) for c in zip(*b, strict=True)] for r in a]


def test_garbling_does_not_raise_parity_and_two_categories_have_one_best() -> None:
    rng = random.Random(41)
    for _ in range(80):
        p = procedure(rng, 3, 3)
        assert parity(times(procedure(rng, rng.randint(2, 4), 3, zeros=True), p)) <= parity(p)
        a = procedure(rng, rng.randint(2, 4), 2)
        g = parity(a)
        if g > 1:
            c = [[(g * x - y) / (g - 1), (g * y - x) / (g - 1)] for x, y in a]
            assert min(map(min, c)) >= 0
            assert list(map(sum, zip(*c, strict=True))) == [1, 1]
            assert times(c, [[g / (g + 1), 1 / (g + 1)], [1 / (g + 1), g / (g + 1)]]) == a


def test_the_trace_stays_below_the_bound_of_theorem_4_4() -> None:
    rng = random.Random(44)
    for _ in range(300):
        k = rng.randint(2, 4)
        p = procedure(rng, k, k)
        g = parity(p)
        assert sum(p[i][i] for i in range(k)) <= g * k / (g + k - 1)
    best = [[F(3 if i == j else 1, 6) for j in range(4)] for i in range(4)]
    assert parity(best) == 3
    assert sum(best[i][i] for i in range(4)) == F(3 * 4, 3 + 4 - 1)


def kernel(rows: Rows) -> list[list[F]]:
    """A basis of the solutions of rows x = 0."""
    a, n, pivots = [list(r) for r in rows], len(rows[0]), list[int]()
    for j in range(n):
        k = next((i for i in range(len(pivots), len(a)) if a[i][j]), None)
        if k is None:
            continue
        i = len(pivots)
        a[i], a[k] = a[k], a[i]
        a[i] = [x / a[i][j] for x in a[i]]
        for r in range(len(a)):
            if r != i and (f := a[r][j]):
                a[r] = [x - f * y for x, y in zip(a[r], a[i], strict=True)]
        pivots.append(j)
    found = []
    for j in set(range(n)) - set(pivots):
        v = [F(int(i == j)) for i in range(n)]
        for i, p in enumerate(pivots):
            v[p] = -a[i][j]
        found.append(v)
    return found


def dependent(x: list[F], y: list[F]) -> bool:
    return all(a * d == b * c for (a, b), (c, d) in itertools.combinations(list(zip(x, y, strict=True)), 2))


def test_lemma_6_1_by_the_kernel_of_b_minus_i() -> None:
    """Rows of P are rows of a kernel basis times a matrix: if two of them are dependent, or one is zero, P's are."""
    rng = random.Random(61)
    kinds = set()
    for _ in range(400):
        m = rng.randint(2, 5)
        columns = []
        for j in range(m):
            w = [rng.choice((0, 0, 0, 1, 2)) for _ in range(m)]
            w[j] += rng.choice((0, 1, 1))
            w = w if any(w) else [int(i == j) for i in range(m)]
            columns.append([F(x, sum(w)) for x in w])
        b = [[columns[j][i] for j in range(m)] for i in range(m)]
        unit = all(b[i][i] == 1 for i in range(m))
        basis = kernel([[b[i][j] - int(i == j) for j in range(m)] for i in range(m)])
        rows = [[v[i] for v in basis] for i in range(m)]
        bad = any(not any(r) for r in rows) or any(
            len(basis) == 1 or dependent(r, s) for r, s in itertools.combinations(rows, 2)
        )
        assert bad != unit
        kinds.add((unit, len(basis) > 1))
    assert {(False, True), (False, False), (True, True)} <= kinds


def test_theorem_4_3_by_two_valued_rows() -> None:
    """Every P of the class is a garbling of a procedure of C1 and C2 of the same level."""
    rng = random.Random(43)
    for _ in range(60):
        k = rng.randint(2, 4)
        p = procedure(rng, rng.randint(2, 3), k)
        g = parity(p)
        if g == 1:
            continue
        pieces, flat = list[tuple[int, list[F]]](), list[F]()
        for i, row in enumerate(p):
            values = sorted(set(row))
            for low, high in itertools.pairwise(values):
                weight = (high - low) / (g - 1)
                pieces.append((i, [weight * (g if x >= high else 1) for x in row]))
            flat.append(values[0] - (values[-1] - values[0]) / (g - 1))
        assert min(flat) >= 0
        w = sum(flat)
        assert w < 1
        s = [[x / (1 - w) for x in row] for _, row in pieces]
        assert [sum(c) for c in zip(*s, strict=True)] == [1] * k
        assert {max(r) / min(r) for r in s} == {g}
        assert {len(set(r)) for r in s} == {2}
        c = [[(1 - w) * int(i == j) + flat[i] for j, _ in pieces] for i in range(len(p))]
        assert [sum(x) for x in zip(*c, strict=True)] == [1] * len(s)
        assert times(c, s) == p


def sufficient(p: Rows, a: Rows) -> bool:
    """Whether a TPM C has A = CP, by a linear program in floats."""
    r, m, k = len(p), len(a), len(p[0])
    equal, right = [], []
    for i, j in itertools.product(range(m), range(k)):
        equal.append([float(p[u][j]) if v == i else 0.0 for v in range(m) for u in range(r)])
        right.append(float(a[i][j]))
    for u in range(r):
        equal.append([float(w == u) for _ in range(m) for w in range(r)])
        right.append(1.0)
    return bool(linprog([0.0] * (m * r), A_eq=equal, b_eq=right, method="highs").status == 0)


def test_theorem_4_2_nothing_of_the_level_is_sufficient_for_two_valued_rows() -> None:
    rng = random.Random(420)
    for _ in range(60):
        p = procedure(rng, rng.randint(2, 5), 3)
        g = parity(p)
        if g == 1:
            continue
        total = g + 2
        a = [[(g if i == j else F(1)) / total for j in range(3)] for i in range(3)]
        pairs_of = [[(F(1) if i == j else g) / (2 * g + 1) for j in range(3)] for i in range(3)]
        mixed = [[x / 2 for x in row] for row in (*a, *pairs_of)]
        assert sufficient(a, a)
        if any(len(set(row)) != 2 or max(row) / min(row) != g for row in p):
            assert not sufficient(p, a)
            assert not sufficient(p, mixed)


def test_lemmas_4_2_and_4_4_on_random_procedures() -> None:
    rng = random.Random(42)
    seen = 0
    for _ in range(200):
        a = procedure(rng, 3, 3)
        g = parity(a) + F(1, 7)
        for one, two in itertools.permutations(range(3), 2):
            z = 1 + F(1, 1000)
            p = [list(r) for r in a]
            p[one] = [x + (1 - z) * y for x, y in zip(a[one], a[two], strict=True)]
            p[two] = [z * y for y in a[two]]
            back = [[F(int(i == j)) for j in range(3)] for i in range(3)]
            back[one][two], back[two][two] = 1 - 1 / z, 1 / z
            assert times(back, p) == a
            assert [sum(c) for c in zip(*p, strict=True)] == [1] * 3
            seen += parity(p) <= g
        row = sorted(a[0])
        if row[0] < row[1] < row[2]:
            share = (row[2] - row[1]) / (row[2] - row[0])
            halves = [share * row[0], share * row[2]], [(1 - share) * row[2], (1 - share) * row[0]]
            assert share * row[0] + (1 - share) * row[2] == row[1]
            assert all(max(h) / min(h) == row[2] / row[0] for h in halves)
    assert seen > 500


def test_two_procedures_of_one_parity_and_two_categories_attain_different_pairs() -> None:
    even = [F(1, 2), F(1, 2)]
    warner = [[F(2, 3), F(1, 3)], [F(1, 3), F(2, 3)]]
    diluted = [[F(1, 3), F(1, 6)], [F(1, 6), F(1, 3)], [F(1, 2), F(1, 2)]]
    assert parity(warner) == parity(diluted) == 2
    assert {q for _, q in pairs(warner, even)} == {F(1, 3), F(2, 3)}
    assert {q for _, q in pairs(diluted, even)} == {F(1, 3), F(1, 2), F(2, 3)}
    assert parity([[F(1, 2)] * 2] * 2) == 1  # a precise region with gamma = 1: only prior = posterior is attained
    assert all(p == q for p, q in pairs([[F(1, 2)] * 3] * 2, [F(1, 2), F(1, 3), F(1, 6)]))


def test_the_steps_of_lemma_4_2() -> None:
    a = [[F(x, 10) for x in r] for r in ([4, 3], [3, 6], [3, 1])]
    assert parity(a) == 3
    assert not any(dependent(x, y) for x, y in itertools.combinations(a, 2))
    z = F(7, 6)
    c = [[F(1), 1 - z, F(0)], [F(0), z, F(0)], [F(0), F(0), F(1)]]
    other = [[F(0), F(1, 6), F(1)], *c[1:]]
    assert times(other, a) == times(c, a)
    assert other != c
    z = F(4, 3)
    p = times([[F(1), 1 - z, F(0)], [F(0), z, F(0)], [F(0), F(0), F(1)]], a)
    assert dependent(p[0], p[2])
    merged = [[x + y for x, y in zip(p[0], p[2], strict=True)], p[1]]
    assert parity(merged) == 3 <= 4
    assert not dependent(*merged)


def test_the_other_printed_slips() -> None:
    g, k, a = F(3), 4, F(1, 2)
    assert a == g / (g + k - 1)
    assert a * (1 - 1 / g) + k * a / g == 1
    assert g / (1 - g) * (1 - k * a) == F(3, 2) != a == g / (g - 1) * (1 - k * a / g)
    d, s = F(1), F(1)
    assert (2 - 1) * d + d != (2 - 1 + 2) * d  # adding p_ii at gamma = k = 2
    assert 2 * s + d != 2 * (d + s)
    p = [[F(1, 3), F(1, 3)], [F(2, 3), F(2, 3)]]
    assert times(STAY, p) == p != [p[1], p[0]]
    part = [[F(1, 10), F(2, 10)], [F(2, 10), F(4, 10)]]
    assert times(STAY, part) == part
    assert part[0] != part[1]
    assert dependent(*part)


def test_h_may_be_one_everywhere() -> None:
    reveal = [[F(1), F(0)], [F(0), F(1)]]
    assert parity(reveal) == math.inf
    assert all(q <= 1 for _, q in pairs(reveal, [F(1, 4), F(3, 4)]))
