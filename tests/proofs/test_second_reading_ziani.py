"""A second reading of the claims of Ziani's lecture: by sampling with another evaluator, and from its text by hand."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import mpmath
import pytest

Estimate = Callable[[F, F], F]


def flipped(b: int, p: F) -> dict[int, F]:
    """RR_p as it is defined: 1 - b with probability p."""
    return {1 - b: p, b: 1 - p}


def test_bayes_and_theorem_2_by_enumeration() -> None:
    for i in range(1, 11):
        p = F(i, 20)
        ratios = [flipped(b, p)[o] / flipped(1 - b, p)[o] for b in (0, 1) for o in (0, 1)]
        assert max(ratios) == max(p / (1 - p), (1 - p) / p) == (1 - p) / p
        for q in (F(1, 7), F(1, 2), F(9, 10)):
            posterior = flipped(1, p)[1] * q / (flipped(1, p)[1] * q + flipped(0, p)[1] * (1 - q))
            assert q <= posterior < 1
            assert (posterior == q) == (p == F(1, 2))


def test_remark_1_two_coins() -> None:
    for q in (F(0), F(1, 3), F(1)):
        for b in (0, 1):
            lie = sum((F(1, 2) * w for tails, w in ((0, F(0)), (1, q)) if tails), F(0))
            assert lie == flipped(b, q / 2)[1 - b]


def printed(mean: F, p: F) -> F:
    return (mean - (1 - p)) / (2 * p - 1)


def corrected(mean: F, p: F) -> F:
    return (mean - p) / (1 - 2 * p)


def surveys(bits: tuple[int, ...], p: F) -> list[tuple[F, F]]:
    """Every vector of reports: its probability and its mean."""
    found = []
    for reports in itertools.product((0, 1), repeat=len(bits)):
        chance = F(1)
        for b, r in zip(bits, reports, strict=True):
            chance *= flipped(b, p)[r]
        found.append((chance, F(sum(reports), len(bits))))
    return found


@pytest.mark.parametrize("n", [1, 2, 4])
def test_claim_3_estimates_one_minus_the_mean(n: int) -> None:
    for bits in itertools.product((0, 1), repeat=n):
        for p in (F(0), F(1, 10), F(1, 4), F(49, 100)):
            share = F(sum(bits), n)
            assert sum((w * printed(m, p) for w, m in surveys(bits, p)), F(0)) == 1 - share
            assert sum((w * corrected(m, p) for w, m in surveys(bits, p)), F(0)) == share


def within(bits: tuple[int, ...], p: F, d: F, estimate: Estimate, target: F) -> F:
    bound = 1 / (d * 4 * (1 - 2 * p) ** 2 * len(bits))  # squared
    return sum((w for w, m in surveys(bits, p) if (estimate(m, p) - target) ** 2 <= bound), F(0))


@pytest.mark.parametrize("n", [1, 3, 5])
def test_theorem_5_fails_as_printed_and_holds_corrected_or_about_its_own_mean(n: int) -> None:
    for ones in range(n + 1):
        bits = (1,) * ones + (0,) * (n - ones)
        share = F(ones, n)
        for p, d in itertools.product((F(0), F(1, 20), F(3, 10), F(9, 20)), (F(1, 2), F(1, 4), F(1, 50), F(1))):
            assert within(bits, p, d, corrected, share) >= 1 - d
            assert within(bits, p, d, printed, 1 - share) >= 1 - d
    assert within((0, 0, 0, 0), F(1, 10), F(1, 2), printed, F(0)) == F(37, 10000)
    mean = sum((w * printed(m, F(1, 10)) for w, m in surveys((0, 0, 0, 0), F(1, 10))), F(0))
    spread = sum((w * (printed(m, F(1, 10)) - mean) ** 2 for w, m in surveys((0, 0, 0, 0), F(1, 10))), F(0))
    assert spread <= 1 / (4 * (1 - F(1, 5)) ** 2 * 4)


def test_the_triangle_display_with_a_number_for_the_lone_y() -> None:
    """Whichever of f(x), f(y) or 0 is read for the lone y the display fails; with s it holds."""
    s, x, y = 5, 0, 0
    for lone in (x, y, 0):
        assert abs(s - y) - abs(lone - x) > abs(y - x)
    for s, x, y in itertools.product(range(-4, 5), repeat=3):
        assert abs(s - y) - abs(s - x) <= abs(y - x)


def density(z: Any, b: Any) -> Any:
    return mpmath.exp(-abs(z) / b) / (2 * b)


@pytest.mark.parametrize("b", ["0.4", "1", "7"])
def test_the_laplace_moments_and_tail_by_quadrature(b: str) -> None:
    scale = mpmath.mpf(b)
    with mpmath.workdps(20):
        ends = [-mpmath.inf, 0, mpmath.inf]
        assert mpmath.almosteq(mpmath.quad(lambda z: density(z, scale), ends), 1, 1e-9)
        assert abs(mpmath.quad(lambda z: z * density(z, scale), ends)) < 1e-9
        assert mpmath.almosteq(mpmath.quad(lambda z: z * z * density(z, scale), ends), 2 * scale**2, 1e-9)
        tail = 2 * mpmath.quad(lambda z: density(z, scale), [2, 6, mpmath.inf])
        assert mpmath.almosteq(tail, mpmath.exp(-2 / scale), 1e-9)


def distribution(z: Any, b: Any) -> Any:
    """Pr(Z <= z) of the Laplace distribution."""
    return mpmath.exp(z / b) / 2 if z < 0 else 1 - mpmath.exp(-z / b) / 2


def test_theorem_8_on_intervals() -> None:
    rng = random.Random(8)
    for _ in range(300):
        epsilon, sensitivity = mpmath.mpf(rng.uniform(0.05, 3)), mpmath.mpf(rng.uniform(0.1, 5))
        scale, shift = sensitivity / epsilon, rng.choice((-1, 1, rng.uniform(-1, 1))) * sensitivity
        low = mpmath.mpf(rng.uniform(-9, 9))
        high = low + rng.uniform(0.1, 5)
        ours = distribution(high, scale) - distribution(low, scale)
        theirs = distribution(high - shift, scale) - distribution(low - shift, scale)
        assert ours <= mpmath.exp(epsilon) * theirs * (1 + mpmath.mpf(10) ** -20)


def test_theorems_9_and_12_the_largest_error_of_independent_coordinates() -> None:
    for d, delta in itertools.product((1, 2, 3, 10, 1000), ("0.001", "0.1", "0.5", "1")):
        threshold = mpmath.log(d / mpmath.mpf(delta))
        exceeds = 1 - (1 - mpmath.exp(-threshold)) ** d
        assert exceeds <= mpmath.mpf(delta) * (1 + mpmath.mpf(10) ** -20)
        assert d > 1 or mpmath.almosteq(exceeds, mpmath.mpf(delta))


def test_theorem_12_privacy_by_the_density_of_a_vector() -> None:
    rng = random.Random(12)
    for _ in range(200):
        size, epsilon = rng.randint(1, 6), mpmath.mpf(rng.uniform(0.05, 3))
        x, y, s = ([mpmath.mpf(rng.uniform(-4, 4)) for _ in range(size)] for _ in range(3))
        s = x if rng.random() < 0.5 else s
        scale = sum(abs(a - b) for a, b in zip(x, y, strict=True)) / epsilon
        ratio = mpmath.mpf(1)
        for a, b, o in zip(x, y, s, strict=True):
            ratio *= density(o - a, scale) / density(o - b, scale)
        assert ratio <= mpmath.exp(epsilon) * (1 + mpmath.mpf(10) ** -20)


def test_the_sensitivities_of_two_counts() -> None:
    for n in range(1, 7):
        for people in itertools.product("fm", repeat=n):
            count = (people.count("f"), people.count("m"))
            swapped = ("m" if people[0] == "f" else "f", *people[1:])
            other = (swapped.count("f"), swapped.count("m"))
            assert sum(abs(a - b) for a, b in zip(count, other, strict=True)) == 2
            fewer = (people[1:].count("f"), people[1:].count("m"))
            assert sum(abs(a - b) for a, b in zip(count, fewer, strict=True)) == 1
