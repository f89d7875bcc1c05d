"""Roots isolated exactly: counts against sympy, the ends of the interval, and signs decided at algebraic numbers."""

import itertools
import math
import random
from fractions import Fraction as F

import pytest
import sympy
from flint import fmpz_poly

from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, is_zero_at, isolate, rationals_between


def poly(*constant_first: int) -> fmpz_poly:
    return fmpz_poly(list(constant_first))


@pytest.mark.slow
def test_counts_and_orders_like_sympy() -> None:
    rng, x = random.Random(22), sympy.Symbol("x")
    for _ in range(60):
        many = [[rng.randint(-5, 5) for _ in range(rng.randint(1, 6))] for _ in range(3)]
        low, high = sorted(rng.sample([F(n, 3) for n in range(12)], 2))
        expected = set()
        for c in many:
            p = sympy.Poly(c[::-1], x)
            if not p.is_zero and p.degree() > 0:
                expected |= {r for r in sympy.real_roots(p) if low < r < high}
        found = isolate([fmpz_poly(c) for c in many], Free(low, high))
        assert len(found) == len(expected)
        for root, value in zip(found, sorted(expected), strict=True):
            assert root.lower < value < root.upper and low <= root.lower and root.upper <= high
        assert all(a.upper < b.lower for a, b in itertools.pairwise(found))


def test_roots_at_the_ends_are_outside_and_near_them_inside() -> None:
    assert isolate([poly(-1, 1), poly(-3, 1)], Free(F(1), F(3))) == []
    tiny = 10**30
    (root,) = isolate([poly(-tiny - 1, tiny)], Free(F(1), F(3)))
    assert 1 <= root.lower < 1 + F(1, tiny) < root.upper
    assert isolate([poly(-tiny + 1, tiny)], Free(F(1), F(3))) == []
    e = read_epsilon("1").t
    assert len(isolate([poly(-2719, 1000)], Free(e))) == 1 and isolate([poly(-2718, 1000)], Free(e)) == []  # type: ignore[arg-type]


def test_repeated_and_shared_factors_give_one_root() -> None:
    p = poly(-2, 0, 1)
    (root,) = isolate([p, p * p, p * poly(5, 1), poly(0), poly(7)], Free(F(1)))
    assert root.polynomial in ((-2, 0, 1), (2, 0, -1)) and root.lower**2 < 2 < root.upper**2


def test_close_roots_are_separated() -> None:
    n = 10**25
    found = isolate([poly(-2 * n, n), poly(-2 * n - 1, n), poly(-4, 0, 1) * poly(-5, 2)], Free(F(1)))
    assert len(found) == 3 and found[0].upper < found[1].lower
    assert found[0].lower < 2 < found[0].upper and found[1].lower < 2 + F(1, n) < found[1].upper


@pytest.mark.parametrize(
    ("p", "is_root"),
    [(poly(-2, 0, 1), True), (poly(-14142135623730950488, 10**19), False), (poly(0), True), (poly(-7), False)],
)
def test_zero_at_the_square_root_of_two(p: fmpz_poly, is_root: bool) -> None:
    root = Root((-2, 0, 1), F(1), F(2))
    assert is_zero_at(p, root) == is_zero_at(-p * p, root) == is_root


def test_a_short_rational_lies_between_any_two_neighbours() -> None:
    interval = Free(F(1), F(10))
    roots = isolate([poly(-2, 0, 1), poly(-3, 1), poly(-10001, 3333)], interval)
    found = rationals_between(roots, interval)
    ends = [F(1), *(r.lower for r in roots), F(10)], [F(1), *(r.upper for r in roots), F(10)]
    assert all(low < t < high for low, t, high in zip(ends[1], found, ends[0][1:], strict=False))
    assert rationals_between([], Free(F(1), math.inf)) == [F(3, 2)] and max(t.denominator for t in found) < 10**6


@pytest.mark.parametrize("is_above", [False, True])
def test_bounds_of_a_root_leave_room_to_the_ends_of_the_interval(is_above: bool) -> None:
    """The first bounds of this root end just where the interval does."""
    (first,) = isolate([poly(-3, 2)], Free(F(1), F(2)))
    interval = Free(F(1), first.upper) if is_above else Free(first.lower, F(2))
    (root,) = isolate([poly(-3, 2)], interval)
    assert interval.lower < root.lower < F(3, 2) < root.upper < interval.upper
    below, above = rationals_between([root], interval)
    assert interval.lower < below < F(3, 2) < above < interval.upper
