"""B(h) as a root of an integer polynomial, against Newton's method in decimals and a grid."""

from __future__ import annotations

import random
from decimal import Decimal, localcontext
from fractions import Fraction as F

import mpmath
import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.breach.curved.algebraic import least
from rropt.breach.curved.reading import read_expression
from rropt.exact.grammar import read_number
from rropt.exact.isolate import Root

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
@pytest.mark.slow
def test_the_root_is_the_least_value(h: object) -> None:
    found = breach_bound(h, width="1/1000")
    assert found.value is None and found.root is not None and len(found.root.polynomial) > 3
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


@pytest.mark.slow
def test_a_huge_ratio_is_not_taken_for_a_conjugate_of_it() -> None:
    # at the end √2/2 the ratio is about 2^69, and its conjugate, the ratio at −√2/2, is near 2
    near, end = sympy.Rational(round(2**34 / 2**0.5), 2**34), sympy.sqrt(2) / 2
    first = 1 - (1 - P) * (P - near) ** 2
    found = least(read_expression(sympy.Piecewise((first, end >= P), (1 - (1 - P) * P**2 / 20, True))))
    assert found is not None
    value = found.value.lower if isinstance(found.value, Root) else found.value
    grid = [first.subs(P, sympy.Rational(k, 1000)) for k in range(1, 707)]
    sampled = min((1 - F(k, 1000)) / F(k, 1000) * F(str(h)) / (1 - F(str(h))) for k, h in enumerate(grid, start=1))
    assert sampled * F(999, 1000) < value <= sampled


@pytest.mark.slow_at("h0-1", "h2-(3+2^(1/3))/3", "h1-1", "h3-4+2*sqrt(2)", "h4-1+2^(1/3)+2^(2/3)")
@pytest.mark.parametrize(
    ("h", "value"),
    [
        (P + P * (1 - P) * (P**3 - F(1, 5)) ** 2, "1"),
        (P + sympy.sqrt(2) * P * (1 - P) ** 2 / 4, "1"),
        (P + (1 - P) * P * sympy.cbrt(2) / 3, "(3+2^(1/3))/3"),
        (sympy.Min(1, sympy.sqrt(2 * P)), "4+2*sqrt(2)"),
        (sympy.Piecewise((P ** F(1, 3), F(1, 2) > P), (P ** F(1, 4), True)), "1+2^(1/3)+2^(2/3)"),
    ],
)
def test_values_at_irrational_places_and_of_irrational_coefficients(h: sympy.Expr, value: str) -> None:
    found = least(read_expression(h))
    assert found is not None and found.value == read_number(value)
    assert abs(near_the_least(h) - Decimal(str(sympy.N(sympy.sympify(value.replace("^", "**")), 20)))) < Decimal("0.05")


@pytest.mark.slow_at("0", "3", "6")
@pytest.mark.parametrize("seed", range(12))
def test_random_polynomials_lie_above_the_least_candidate_and_come_near_it(seed: int) -> None:
    rng = random.Random(seed)
    bump = sum(rng.randint(0, 6) * P**i * (1 - P) ** (4 - i) for i in range(5)) / 8
    root = sympy.sqrt(P) if seed % 3 == 0 else P
    h = root + P * (1 - P) * bump / 7
    found = least(read_expression(h))
    assert found is not None
    value = found.value if not isinstance(found.value, Root) else found.value.lower
    ratio = sympy.lambdify(P, (1 - P) * h / (P * (1 - h)), "mpmath")
    with mpmath.workdps(60):
        exact = mpmath.mpf(float(value)) * (1 - mpmath.mpf(10) ** -14)
        met = [ratio(mpmath.mpf(k) / 2000) for k in range(1, 2000)] + [ratio(mpmath.mpf(10) ** -9)]
        met.append(ratio(1 - mpmath.mpf(10) ** -9))
    assert exact <= min(met) <= exact * (1 + 1e-4)


def test_what_is_not_algebraic_is_left_to_the_enclosure() -> None:
    for h in (P + sympy.E * P * (1 - P) / 10, sympy.sin(sympy.pi * P / 2)):
        assert least(read_expression(h)) is None
