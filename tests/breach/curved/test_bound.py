"""B(h) of sympy expressions: curved parts under Min and Max, values at single points, exact numbers of other fields."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction as F

import pytest
import sympy

import rropt.breach.curved.bound as module
import rropt.breach.curved.inequality as inequality
from rropt.breach.bound import breach_bound
from rropt.breach.reasons import Uncertified
from rropt.certificate.judge import Judged, Status
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.grammar import read_number

P = sympy.Symbol("p")
R, Cases = sympy.Rational, sympy.Piecewise
HUMP = 1 - (1 - P) ** 2
ROOT2, ROOT3 = sympy.sqrt(2), sympy.sqrt(3)


def on_a_grid(h: sympy.Expr, extra: tuple[sympy.Expr, ...] = ()) -> float:
    """The least odds ratio sympy finds on a grid that is dense near the ends, and at the extra points."""
    points = (
        [R(k, 97) for k in range(1, 97)] + [R(1, 10**k) for k in range(3, 8)] + [1 - R(1, 10**k) for k in (3, 5, 7)]
    )
    met = []
    for x in (*points, *extra):
        value = sympy.N(h.subs(P, x), 40)
        if value < 1:
            met.append(float(sympy.N((1 - x) * value / (x * (1 - value)), 30)))
    return min(met)


@pytest.mark.some(h=4)
@pytest.mark.parametrize(
    ("h", "value"),
    [
        (sympy.Max(P, HUMP), "2"),
        (sympy.Min(sympy.sqrt(P), 2 * P), "2"),
        (sympy.Max(P, 3 * P / 2 - P**2), "1"),
        (sympy.Min(HUMP, 3 * P), "2"),
        (Cases((HUMP, R(1, 2) > P), (R(1, 2), R(1, 2) >= P), (1, True)), "1"),
        (Cases((HUMP, R(1, 2) > P), (R(4, 5), R(1, 2) >= P), (1, True)), "2"),
        (Cases((HUMP, R(1, 2) > P), (R(3, 5), R(1, 2) >= P), (1, True)), "3/2"),
        (Cases((R(3, 4), sympy.Eq(P, R(1, 2))), (HUMP, True)), "2"),
        (Cases((1, sympy.Eq(P, R(1, 2))), (sympy.sqrt(P), True)), "2"),
        (Cases((HUMP, R(1, 2) > P), (sympy.sqrt(P), True)), "2"),
        (sympy.Min(1, sympy.E * P), "e"),
        (Cases((sympy.exp(-1), R(1, 4) > P), (1, True)), "3/(e-1)"),
        (sympy.E * P / (1 + (sympy.E - 1) * P), "e"),
        (sympy.Min(1, sympy.sqrt(2 * P)), "4+2*sqrt(2)"),
        (P + P * (1 - P) * (P**2 - R(1, 2)) ** 2, "1"),
        (P + sympy.sqrt(2) / 4 * P * (1 - P), "(4+sqrt(2))/4"),
    ],
)
def test_exact_values_against_a_grid(h: sympy.Expr, value: str) -> None:
    found, exact = breach_bound(h), read_number(value)
    assert found.value == exact and found.lower <= exact <= found.upper
    extra = (R(1, 2), sympy.sqrt(2) / 2, R(1, 4) - R(1, 10**7), (sympy.sqrt(2) - 1) ** 2)
    assert float(exact) * (1 - 1e-9) <= on_a_grid(h, extra) <= float(exact) * (1 + 1e-5)
    assert "lower end is 1" not in found.said
    assert (found.certificate is None and not found.certificates) == (found.uncertified != "")


@pytest.mark.parametrize(
    ("h", "value"),
    [
        (Cases((ROOT2 * P, R(1, 2) > P), (ROOT3 * P / (1 + (ROOT3 - 1) * P), True)), ROOT2),
        (Cases((ROOT2 * P, R(1, 2) > P), (sympy.E * P / (1 + (sympy.E - 1) * P), True)), ROOT2),
        (P + (1 - P) * (ROOT2 - 1) / ROOT3, 1 / (1 - (ROOT2 - 1) / ROOT3)),
    ],
)
def test_numbers_of_several_fields_may_stand_in_one_boundary(h: sympy.Expr, value: sympy.Expr) -> None:
    found = breach_bound(h)
    assert isinstance(found.lower, F) and isinstance(found.upper, F)
    low, high = (R(x.numerator, x.denominator) for x in (found.lower, found.upper))
    assert low <= value <= high and high - low < R(1, 10**4)
    assert on_a_grid(h, (R(1, 2),)) == pytest.approx(float(value), rel=1e-4)


def test_an_expression_without_certificates_says_why() -> None:
    assert "certificate: uncertified, because a part of h has irrational" in str(
        breach_bound(P + sympy.sqrt(2) * P * (1 - P) / 4)
    )
    enclosed = breach_bound(sympy.sin(sympy.pi * P / 2))
    assert enclosed.value is None and "only enclosed" in enclosed.uncertified
    assert enclosed.to_dict()["uncertified"] == enclosed.uncertified


def test_an_isolated_value_in_no_field_is_enclosed() -> None:
    low = R(1, 2) + sympy.pi / 100
    found = breach_bound(Cases((low, sympy.Eq(P, R(1, 2))), (HUMP, True)))
    value = F(str(sympy.N(low / (1 - low), 40)))
    assert found.value is None and found.lower <= value <= found.upper and found.upper - found.lower < F(1, 1000)


@pytest.mark.parametrize(
    ("h", "words"),
    [
        (sympy.sqrt(P - 1) + 1, "no real value of h"),
        (Cases((R(2, 5), sympy.Eq(P, R(1, 2))), (HUMP, True)), "below p"),
        (sympy.Function("f")(P), "holds the function f"),
        (sympy.true, "not an expression"),
        (sympy.Matrix([P]), "not an expression"),
        (sympy.Min(1, sympy.pi * P), "with the number 1/pi in h"),
    ],
)
def test_what_is_no_boundary_is_refused_in_a_sentence(h: object, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        breach_bound(h)
    assert "\n" not in str(caught.value)


def test_a_shallow_dip_below_the_diagonal_is_refused_by_the_exact_value() -> None:
    """p + p(1 − p)·((p − 1/3)² − 10⁻⁹) is below p on an interval of width 6·10⁻⁵ that no cell need meet."""
    with pytest.raises(InputError, match="below p"):
        breach_bound(P + P * (1 - P) * ((P - R(1, 3)) ** 2 - R(1, 10**9)), width="1/10")


@pytest.mark.parametrize("wrong", [F(199, 100), F(201, 100)])
def test_a_corrupted_exact_leg_raises(monkeypatch: pytest.MonkeyPatch, wrong: F) -> None:
    honest = module.least
    monkeypatch.setattr(module, "least", lambda h: replace(honest(h), value=wrong))
    with pytest.raises(Disagreement, match="calculus"):
        breach_bound(sympy.sqrt(P))


def test_an_inequality_that_the_checker_rejects_raises_and_one_too_large_leaves_it_uncertified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inequality, "judge", lambda text: Judged(Status.REJECTED, "", "wrong"))
    with pytest.raises(Disagreement, match="rejected"):
        breach_bound(sympy.sqrt(P))
    monkeypatch.setattr(inequality, "judge", lambda text: Judged(Status.UNFINISHED, "", "too long", "limit"))
    assert breach_bound(sympy.sqrt(P)).uncertified == Uncertified.TOO_MUCH_WORK


def test_reading_demands_loads_no_sympy() -> None:
    code = "import sys; import rropt.breach.demand; print('sympy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_cases_that_sympy_cannot_solve_are_refused() -> None:
    with pytest.raises(InputError, match="sympy cannot turn the cases"):
        breach_bound(Cases((sympy.sqrt(P), R(1, 2) < sympy.sin(P)), (1, True)))
