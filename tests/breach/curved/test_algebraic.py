"""B(h) as a root of an integer polynomial, against Newton's method in decimals and a grid."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction as F

import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.breach.curved.algebraic import Curve
from rropt.breach.curved.root import least_root

P = sympy.Symbol("p")
CURVES = [
    sympy.Piecewise((F(1, 10) + P * (2 - P), F(1, 2) > P), (1, True)),
    sympy.Min(1, F(1, 10) + P + P**2),
    P + P * (1 - P) * (F(1, 2) + (P - F(1, 3)) ** 2),
    P + P * (1 - P) * (F(1, 2) - P + P**3),
]


def near_the_least(h: object) -> Decimal:
    """The least odds ratio by a grid and then by thirds, in 40-digit decimals."""
    ratio = (1 - P) * h / (P * (1 - h))
    value = sympy.lambdify(P, ratio)

    def at(x: Decimal) -> Decimal:
        numbers = sympy.N(ratio.subs(P, sympy.Rational(str(x))), 40)
        return Decimal(str(numbers)) if numbers.is_finite else Decimal("Infinity")

    best = min((k for k in range(1, 500)), key=lambda k: value(k / 500) if h.subs(P, F(k, 500)) < 1 else 1e9)
    with localcontext() as context:
        context.prec = 40
        low, high = Decimal(best - 1) / 500, Decimal(best + 1) / 500
        for _ in range(60):
            a, b = (2 * low + high) / 3, (low + 2 * high) / 3
            low, high = (low, b) if at(a) < at(b) else (a, high)
        return at((low + high) / 2)


@pytest.mark.parametrize("h", CURVES)
def test_the_root_is_the_least_value(h: object) -> None:
    found = breach_bound(h, width="1/1000")
    assert found.exact is None and found.root is not None and len(found.root.polynomial) > 3
    assert abs(F(near_the_least(h)) - found.lower) < F(1, 10**12)
    assert found.upper - found.lower < F(1, 10**14)
    x = sympy.Symbol("x")
    polynomial = sympy.Poly(list(reversed(found.root.polynomial)), x)
    ends = [sympy.Rational(y.numerator, y.denominator) for y in (found.root.lower, found.root.upper)]
    assert polynomial.is_irreducible and polynomial.count_roots(*ends) == 1
    assert found.to_dict()["B"]["root"]["polynomial"].startswith(f"{found.root.polynomial[-1]}*x^")
    assert found.brief().startswith("the root of ") and found.brief() in str(found)


def test_a_number_at_hand_has_no_root_beside_it() -> None:
    assert breach_bound(sympy.sqrt(P)).root is None and "root" not in breach_bound(sympy.sqrt(P)).to_dict()["B"]


def curve(top: list[F], below: list[F], values: list[F]) -> Curve:
    return Curve(F(0), F(1), top, below, values, [], False)


def test_another_candidate_that_is_less_and_numbers_that_are_irrational_give_none() -> None:
    """R = 2 − p + p⁴ has its least value at 4p³ = 1, which is 2 − (3/4)·4^(−1/3) ≈ 1.5275."""
    top, one = [F(2), F(-1), F(0), F(0), F(1)], [F(1)]
    found = least_root([curve(top, one, [F(2)])], [])
    assert found is not None and found.polynomial == (-2021, 3072, -1536, 256)
    assert abs(float((found.lower + found.upper) / 2) - (2 - 0.75 * 4 ** (-1 / 3))) < 1e-12
    assert least_root([curve(top, one, [F(2)])], [F(3, 2)]) is None
    assert least_root([], [F(3, 2)]) is None
