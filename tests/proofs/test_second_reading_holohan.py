"""A second reading of the claims of Holohan et al.: by sampling with another evaluator, and from the paper's text by hand."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from fractions import Fraction as F
from math import comb
from typing import Any

import mpmath
import pytest

from tests.proofs.second_sampler import refutation, statements

STATEMENTS = list(statements("holohan"))


def test_at_epsilon_zero_the_point_where_both_are_tight_is_the_middle_of_a_segment() -> None:
    """p00 <= T(1 - p11) + δ and p11 <= T(1 - p00) + δ at T = 1 are both p00 + p11 <= 1 + δ."""
    for d in (F(0), F(1, 10), F(1, 2)):
        p, step = (1 + d) / 2, F(1, 100)
        assert p == 1 - p + d
        for x, y in ((p + step, p - step), (p - step, p + step)):
            assert x <= 1 - y + d and y <= 1 - x + d and 0 <= x <= 1 and 0 <= y <= 1


def test_one_exponent_changed_is_found() -> None:
    claims = {name: statement for name, _, statement in STATEMENTS}
    for name, old, new in (
        ("holohan.lemma_2_derivative_p11", "^3", "^2"),
        ("holohan.lemma_3_second", "u, 2)", "u)"),
        ("holohan.theorem_2", "(t/(t+1), t/(t+1))", "(t/(t+1), 1/(t+1))"),
        ("holohan.warner_region", "<= (t+d)/(t+1)", "<= (t+d)/(t+2)"),
    ):
        changed = replace(claims[name], states=claims[name].states.replace(old, new))
        assert changed.states != claims[name].states
        assert refutation(changed, enough=200)[1] is not None, name


def answers(x: F, y: F, pi: F) -> F:
    """Pr(X = 1) from the design matrix: the four (truth, answer) pairs added up."""
    design = {(0, 0): x, (0, 1): 1 - x, (1, 0): 1 - y, (1, 1): y}
    return sum((share * design[truth, 1] for truth, share in ((0, 1 - pi), (1, pi))), F(0))


def error(x: Any, y: Any, pi: Any) -> Any:
    """n Var, from Pr(X = 1) alone."""
    yes = pi * y + (1 - pi) * (1 - x)
    return yes * (1 - yes) / (x + y - 1) ** 2


def shares(rng: random.Random, n: int) -> list[F]:
    return [F(rng.randint(0, 24), 24) for _ in range(n)]


def test_corollary_1_by_the_distribution_of_the_count() -> None:
    rng = random.Random(1)
    for n in (1, 2, 3, 5):
        for x, y, pi in (shares(rng, 3) for _ in range(20)):
            if x + y == 1:
                continue
            yes = answers(x, y, pi)
            weights = [comb(n, k) * yes**k * (1 - yes) ** (n - k) for k in range(n + 1)]
            values = [(x - 1) / (x + y - 1) + F(k) / ((x + y - 1) * n) for k in range(n + 1)]
            mean = sum((w * v for w, v in zip(weights, values, strict=True)), F(0))
            assert mean == pi
            variance = sum((w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True)), F(0))
            assert variance == error(x, y, pi) / n
            assert variance * n * (x + y - 1) ** 2 == F(1, 4) - (x - F(1, 2) - pi * (x + y - 1)) ** 2


def test_theorem_1_the_estimate_may_leave_the_unit_interval_and_is_otherwise_the_peak() -> None:
    rng = random.Random(2)
    outside = inside = 0
    for n in (1, 2, 3, 7):
        for x, y in (shares(rng, 2) for _ in range(30)):
            for k in range(n + 1):
                if x + y == 1:
                    continue
                peak = (x - 1 + F(k, n)) / (x + y - 1)
                at = {
                    q: answers(x, y, q) ** k * (1 - answers(x, y, q)) ** (n - k) for q in (F(i, 12) for i in range(13))
                }
                assert (0 <= peak <= 1) == (min(1 - x, y) <= F(k, n) <= max(1 - x, y))
                if 0 <= peak <= 1:
                    inside += 1
                    best = answers(x, y, peak) ** k * (1 - answers(x, y, peak)) ** (n - k)
                    assert all(v < best for q, v in at.items() if q != peak)
                else:
                    outside += 1
                    assert max(at, key=at.__getitem__) == (1 if peak > 1 else 0)
    assert min(outside, inside) > 100


def private(x: F, y: F, t: F, d: F) -> bool:
    """(9), for both orders of the truths and every set of answers."""
    rows = {0: (x, 1 - x), 1: (1 - y, y)}
    events = [e for r in range(3) for e in itertools.combinations((0, 1), r)]
    return all(
        sum((rows[a][o] for o in event), F(0)) <= t * sum((rows[b][o] for o in event), F(0)) + d
        for a, b in ((0, 1), (1, 0))
        for event in events
    )


def test_the_region_and_its_reduction() -> None:
    grid = [F(i, 12) for i in range(13)]
    for t, d in itertools.product((F(1), F(3, 2), F(2), F(5)), (F(0), F(1, 12), F(1, 4), F(1))):
        for x, y in itertools.product(grid, repeat=2):
            if x + y > 1:
                assert private(x, y, t, d) == (y <= t * (1 - x) + d and x <= t * (1 - y) + d)
            assert private(x, y, t, d) == private(1 - x, 1 - y, t, d)


def mechanisms(t: F, d: F, rng: random.Random) -> list[tuple[F, F]]:
    """Points of R': its three corners, points of the two segments, and points within."""
    a = (t + d) / (t + 1)
    found = [(a, a), *(((F(1), d), (d, F(1))) if d > 0 else ())]
    for x in [F(rng.randint(0, 60), 60) for _ in range(12)]:
        on = (x, t * (1 - x) + d)
        found += [on, on[::-1], (x, F(rng.randint(0, 60), 60))]
    return [p for p in found if max(p) <= 1 and min(p) >= 0 and sum(p) > 1 and private(*p, t, d)]


def named(t: F, d: F, pi: F) -> set[tuple[F, F]]:
    """The minimisers by Theorem 3 below one half, Corollary 2 above it, and both at one half."""
    a, g = (t + d) / (t + 1), d * (t + d) / (t + 2 * d - 1) ** 2
    found: set[tuple[F, F]] = set()
    for level, outer, used in ((pi, (F(1), d), pi <= F(1, 2)), (1 - pi, (d, F(1)), pi >= F(1, 2))):
        if used:
            found |= {outer} if g > level else {(a, a)} if g < level else {outer, (a, a)}
    return found


@pytest.mark.parametrize("pi", [F(1, 50), F(1, 4), F(2, 5), F(1, 2), F(7, 10), F(99, 100)])
def test_theorem_3_and_corollary_2(pi: F) -> None:
    rng = random.Random(3)
    for t, d in itertools.product((F(1), F(4, 3), F(2), F(5)), (F(1, 20), F(1, 4), F(1, 2), F(9, 10), F(1))):
        points = mechanisms(t, d, rng)
        least = min(error(*p, pi) for p in points)
        assert {p for p in points if error(*p, pi) == least} == named(t, d, pi), (t, d, pi)


def test_at_one_half_theorem_3_and_corollary_2_name_one_minimiser_each_of_two() -> None:
    t, d, half = F(4, 3), F(1, 2), F(1, 2)
    assert d * (t + d) / (t + 2 * d - 1) ** 2 > half
    assert private(F(1), d, t, d) and private(d, F(1), t, d)
    assert error(F(1), d, half) == error(d, F(1), half) == F(3, 4)
    a = (t + d) / (t + 1)
    assert error(a, a, half) == F(49, 64)


def test_theorem_2_and_theorem_4() -> None:
    rng = random.Random(4)
    for t, pi in itertools.product((F(11, 10), F(2), F(9)), (F(1, 100), F(1, 2), F(4, 5))):
        best = t / (t + 1)
        assert all(error(*p, pi) > error(best, best, pi) for p in mechanisms(t, F(0), rng) if p != (best, best))
        for p in (best - F(i, 30) * (best - F(1, 2)) for i in range(1, 30)):
            assert error(p, p, pi) > error(best, best, pi)


def line(u: F, t: F, d: F) -> tuple[F, F]:
    s = (t + d) / (t + 1) * u
    return 1 - (s - d) / t, s


def test_lemmas_3_4_and_5_on_the_line() -> None:
    rng = random.Random(5)
    for _ in range(200):
        t, d = 1 + F(rng.randint(0, 30), 10), F(rng.randint(1, 20), 20)
        pi = F(rng.randint(1, 19), 20)
        a, u, b = sorted({F(rng.randint(0, 500), 500) for _ in range(9)})[::3][:3]
        ends = min(error(*line(a, t, d), pi), error(*line(b, t, d), pi))
        assert error(*line(u, t, d), pi) > ends
        first, second = error(*line(u, t, d), pi), error(*line(u, t, d)[::-1], pi)
        assert (first <= second) if pi <= F(1, 2) else (first >= second)
        t0 = d * (t + 1) / (t + d)
        assert line(t0, t, d) == (1, d)
        x, y = line(u, t, d)
        inside = max(x, y) <= 1 and x + y > 1 and private(x, y, t, d)
        assert inside == (u >= t0)


def test_display_24_lost_a_square() -> None:
    t, d, pi = F(2), F(1, 4), F(3, 8)
    a = (t + d) / (t + 1)
    difference = error(F(1), d, pi) - error(a, a, pi)
    common = (1 - d) / (d * (t + 2 * d - 1) ** 2)
    assert difference == common * (pi * (t + 2 * d - 1) ** 2 - d * (t + d)) > 0
    assert common * (pi * (t + 2 * d - 1) - d * (t + d)) == 0


EXAMPLES = [
    ("1/2", F(1, 10), F(1, 4), "0.243", "2.372", "2.438", "one"),
    ("1", F(2, 5), F(1, 10), "0.197", "0.385", "0.24", "first"),
    ("1/2", F(1, 3), F(9, 10), "0.382", "0.854", "", "second"),
]


@pytest.mark.parametrize(("epsilon", "delta", "pi", "g", "inner", "outer", "best"), EXAMPLES)
def test_example_1(epsilon: str, delta: F, pi: F, g: str, inner: str, outer: str, best: str) -> None:
    e, d, q = (mpmath.mpf(F(z).numerator) / F(z).denominator for z in (epsilon, delta, pi))
    t, half = mpmath.exp(e), mpmath.mpf("0.00050001")  # 2.4375 is printed 2.438
    a = (t + d) / (t + 1)
    assert abs(d * (t + d) / (t + 2 * d - 1) ** 2 - mpmath.mpf(g)) < half
    assert abs(error(a, a, q) - mpmath.mpf(inner)) < half
    errors = {"one": error(a, a, q), "first": error(1, d, q), "second": error(d, 1, q)}
    assert min(errors, key=errors.__getitem__) == best
    if outer:
        assert abs(errors["first"] - mpmath.mpf(outer)) < half


def test_example_1_3_two_numbers_are_not_what_is_printed() -> None:
    third, share = F(1, 3), F(9, 10)
    assert error(third, F(1), share) == F(29, 100)  # printed 0.143
    assert error(F(1), third, share) == F(189, 100)  # printed 1.911
    assert error(F(1), F(1, 4), F(1, 4)) == error(F(3, 4), F(3, 4), F(1, 4)) == F(15, 16)
