"""Proofs that a polynomial is nonnegative on an interval, against values on a grid and sympy's roots."""

from __future__ import annotations

import random
from fractions import Fraction as F

import sympy

from rropt.breach.curved.algebraic import nonnegative
from rropt.exact.element import Number
from rropt.exact.grammar import read_number

X = sympy.Symbol("x")


def test_random_polynomials_with_zeros_at_the_stated_points() -> None:
    rng = random.Random(3)
    proved = refused = 0
    for _ in range(200):
        u, v = sorted(rng.sample(range(-6, 7), 2))
        touch = F(rng.randint(2 * u, 2 * v), 2)
        at = [(F(u), rng.randint(0, 2)), (F(v), rng.randint(0, 2)), (touch, rng.choice([0, 2]))]
        f = sympy.Poly([rng.randint(-3, 3) for _ in range(3)] + [rng.randint(-2, 9)], X)
        for x, times in at:
            f *= sympy.Poly(X - sympy.Rational(x.numerator, x.denominator), X) ** times
        if f.is_zero:
            continue
        coefficients: list[Number] = [F(int(c.p), int(c.q)) for c in reversed(f.all_coeffs())]
        found = nonnegative(coefficients, F(u), F(v), [touch])
        inner = [r for r in sympy.real_roots(f) if u < r < v]
        grid = [f.eval(sympy.Rational(u) + sympy.Rational((v - u) * k, 64)) for k in range(65)]
        if found:
            proved += 1
            assert min(grid) >= 0
        elif all(inner.count(r) % 2 == 0 for r in set(inner)) and max(grid) > 0:
            assert any(r != sympy.Rational(touch.numerator, touch.denominator) for r in inner), "a zero not stated"
        else:
            refused += 1
    assert proved > 20 and refused > 20


def test_irrational_zeros_are_divided_out_exactly() -> None:
    root = read_number("sqrt(2)")
    square: list[Number] = [F(2), -2 * root, F(1)]
    assert nonnegative(square, F(0), F(2), [root])
    assert nonnegative(square, root, F(2))
    assert not nonnegative([-c for c in square], F(0), F(2), [root])
    assert not nonnegative([-root, F(1)], F(0), F(2), [root])
    assert not nonnegative([F(2) - F(1, 10**9), -2 * root, F(1)], F(0), F(2))
    assert nonnegative([], F(0), F(1))
