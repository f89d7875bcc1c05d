"""Numbers that leave: sympy, LaTeX, formats, rounding and values at one epsilon, each against sympy or mpmath."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import hypothesis.strategies as st
import mpmath
import numpy as np
import pytest
import sympy
from flint import fmpz_poly
from hypothesis import given, settings

from rropt.exact.element import Element, ExactNumber, Rational, element, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Exponential, Field, Free, Radical
from rropt.exact.grammar import read_number
from rropt.exact.reading import read_matrix

FIELDS: list[Field] = [
    Exponential(Fraction(1, 2)),
    Exponential(Fraction(3)),
    Radical(Fraction(5, 2), 3),
    Algebraic((-1, -1, 1), Fraction(-1), Fraction(0)),
    Algebraic((-1, -1, 1), Fraction(1), Fraction(2)),
    Free(),
]
coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=4)
V = read_number("(e^(1/2)+1)/(e^(1/2)-1)")
FUNCTION = read_number("(3*t^2+1)/(t+1)")


@st.composite
def elements(draw: st.DrawFn, field: Field) -> Any:
    num, den = fmpz_poly(draw(coefficients)), fmpz_poly(draw(coefficients))
    try:
        return element(field, num, den) + generator(field)
    except ZeroDivisionError:
        return generator(field)


@pytest.mark.parametrize("field", FIELDS, ids=str)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_sympy_gets_the_same_number_by_every_way(field: Field, data: st.DataObject) -> None:
    x = data.draw(elements(field))
    if not isinstance(x, Element):
        return
    made, by_protocol, by_text = x.to_sympy(), sympy.sympify(x), sympy.sympify(str(x))
    assert made == by_protocol and not made.atoms(sympy.Float) and not by_text.atoms(sympy.Float)
    if isinstance(field, Free):
        assert sympy.simplify(made - by_text) == 0 and made.free_symbols == {sympy.Symbol("t")}
        return
    with mpmath.workdps(60):
        exact = mpmath.mpf(Fraction(f"{x:.55e}").numerator) / Fraction(f"{x:.55e}").denominator
        for found in (made, by_text):
            assert not found.free_symbols
            assert abs(mpmath.mpf(str(found.evalf(55))) - exact) <= abs(exact) * mpmath.mpf(10) ** -50
    if not isinstance(field, Algebraic):
        assert read_number(str(x)) == x
    if isinstance(field, Exponential):
        assert read_number(made) == x


def test_the_symbol_of_a_free_t_may_be_given() -> None:
    s, epsilon = sympy.symbols("s epsilon")
    assert FUNCTION.to_sympy(s) == (3 * s**2 + 1) / (s + 1)
    assert FUNCTION.to_sympy(sympy.exp(epsilon)).subs(epsilon, sympy.log(3)) == 7
    assert FUNCTION.to_sympy().subs("t", 3) == 7 and V.to_sympy(s) == V.to_sympy()
    assert s * V == V * s and (V + s).free_symbols == {s} and sympy.simplify(sympy.sympify(V) - V) == 0


@pytest.mark.parametrize("given", ["exp(x)", "__import__('os').getcwd()", object(), b"x"])
def test_a_text_for_a_free_t_is_refused_and_never_run(given: object) -> None:
    with pytest.raises(InputError, match=r"is not a sympy expression; give one, such as sympy\.Symbol"):
        FUNCTION.to_sympy(t=given)


def test_a_value_at_one_epsilon() -> None:
    assert FUNCTION.at("ln3") == FUNCTION("ln3") == 7 and isinstance(FUNCTION("ln3"), Rational)
    half = FUNCTION.at("1/2")
    assert float(half) == pytest.approx((3 * np.e + 1) / (np.exp(0.5) + 1), rel=1e-14)
    assert Rational(7, 2).at("ln3") == Rational(7, 2)("1/2") == Fraction(7, 2)
    narrow = generator(Free(Fraction(2), Fraction(3), lower_open=False, upper_open=True)) / 2
    assert narrow.at("ln2") == 1
    for asked, words in (("ln3", "outside the interval"), ("inf", "not one finite"), ("1/2..2", "not one finite")):
        with pytest.raises(InputError, match=words):
            narrow.at(asked)
    with pytest.raises(InputError, match="at another epsilon, because"):
        V.at("1/2")
    for field, name in ((Free(), "epsilon"), (Free(Fraction(0), Fraction(1), letter="delta"), "delta")):
        with pytest.raises(InputError, match=f"fix {name} with the method `at`"):
            round(generator(field), 2)
        with pytest.raises(InputError, match=f"; fix {name}$"):
            float(generator(field))


@given(st.fractions(max_denominator=10**6), st.integers(0, 8))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_decimals_are_rounded_correctly(x: Fraction, places: int) -> None:
    shown = Fraction(f"{Rational(x):.{places}f}")
    assert shown == round(x, places) and round(Rational(x), places) == shown
    low = read_number("e^(1/2)") + x
    nearest = Fraction(f"{low:.{places}f}")
    assert nearest == round(low, places) and abs(low - nearest) <= Fraction(1, 2 * 10**places)


def test_formats_follow_those_of_a_float() -> None:
    assert (f"{V:.4f}", f"{V:.3%}", f"{V:e}", f"{V:.12g}") == ("4.0830", "408.299%", "4.082988e+0", "4.08298816507")
    assert f"{V}" == str(V) and f"{V:>35}" == str(V).rjust(35) and f"{Rational(1, 8):.2f}" == "0.12"
    assert f"{read_number('e^(-40)'):.60f}" == "0." + _plain(mpmath.mpf(-40), 60)
    assert round(V) == 4 and isinstance(round(V), int) and round(read_number("1000*e"), -2) == 2700
    with pytest.raises(InputError, match=r"as a decimal while epsilon is free \(t > 1\)"):
        f"{FUNCTION:.2f}"


def _plain(exponent: Any, places: int) -> str:
    """The digits after the point of e^exponent, by mpmath."""
    with mpmath.workdps(100):
        return str(int(mpmath.nint(mpmath.exp(exponent) * mpmath.mpf(10) ** places))).zfill(places)


def test_a_rational_of_any_length_is_shown() -> None:
    assert repr(Rational(-9, 5)) == "Rational(-9, 5)" and len(repr(Rational(10**5000))) > 5000


@pytest.mark.parametrize("base", [2, -2, Fraction(2, 3), Rational(5)])
def test_a_rational_may_be_an_exponent(base: Any) -> None:
    for exponent in (3, 0, -2):
        found = base ** Rational(exponent)
        assert found == Fraction(base) ** exponent and type(found) is Rational
    with pytest.raises(InputError, match="give a whole exponent"):
        base ** Rational(1, 2)
    with pytest.raises(InputError, match="the float"):
        0.5 ** Rational(3)


@pytest.mark.parametrize("x", [V, FUNCTION, Rational(1, 3)], ids=str)
def test_a_float_is_refused_with_the_reason(x: Any) -> None:
    attempts = (lambda: x + 0.5, lambda: 0.5 - x, lambda: x * 0.5, lambda: np.float64(2) / x)
    for attempt in attempts:
        with pytest.raises(InputError, match=r'the float.*read_number\("[0-9.]+"\)'):
            attempt()
    for odd in (math.inf, math.nan):
        with pytest.raises(InputError, match=rf"the float {odd}; write float\(...\)"):
            odd + x
    for exponent in (0.5, Fraction(1, 2)):
        with pytest.raises(InputError, match=r"give a whole exponent, write the root of a rational as read_number"):
            x**exponent
    assert x**2 == x * x and x**-1 == 1 / x
    assert x ** np.int64(2) == x ** Fraction(2) == x * x and Rational(3) ** np.int64(100) == 3**100
    assert x + 1 - 1 == x and x * Fraction(1, 2) == x / 2 and x != 0.1


def test_rationals_stay_rationals_and_are_fractions() -> None:
    third = Rational(1, 3)
    for found in (
        third + 1,
        1 - third,
        third * third,
        -third,
        third / 3,
        third**2,
        abs(third),
        2 / third,
        Fraction(1) * third,
    ):
        assert isinstance(found, Rational)
    assert (
        third == Fraction(1, 3) and hash(third) == hash(Fraction(1, 3)) and sympy.sympify(third) == sympy.Rational(1, 3)
    )
    assert isinstance(third, ExactNumber) and isinstance(V, ExactNumber) and round(Rational(5, 2)) == 2
    assert third + V == V + third


@pytest.mark.parametrize("x", [V, FUNCTION, Rational(-7, 3), read_number("2^(1/3)")], ids=str)
def test_numbers_survive_pickle_and_copy(x: Any) -> None:
    for twin in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x), copy.copy(x)):
        assert twin == x and type(twin) is type(x) and hash(twin) == hash(x)


def test_latex() -> None:
    assert V.to_latex() == r"\frac{e^{1/2} + 1}{e^{1/2} - 1}" and V._repr_latex_() == f"${V.to_latex()}$"
    assert FUNCTION.to_latex() == r"\frac{3 \cdot t^{2} + 1}{t + 1}" and Rational(-1, 3).to_latex() == r"-\frac{1}{3}"
    (first, *_), *_ = read_matrix(
        [["(3 + delta)/4", "(1 - delta)/4"], ["(1 - delta)/4", "(3 + delta)/4"]], delta="0..1"
    )
    assert first.to_latex() == r"\frac{\delta + 3}{4}" and "delta" in str(first)
