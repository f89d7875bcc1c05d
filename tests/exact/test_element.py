"""Q(t): field laws, exact equality and hashing, order, and which fields join."""

import copy
import math
import pickle
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from flint import fmpz_poly
from hypothesis import given, settings

from rropt.exact.element import Element, Number, element, generator, lift
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Algebraic, Exponential, Field, Free, Radical, join
from rropt.exact.grammar import read_number

FIELDS: list[Field] = [
    Exponential(Fraction(1)),
    Exponential(Fraction(1, 3)),
    Radical(Fraction(2), 2),
    Radical(Fraction(3, 2), 5),
    Free(),
]
coefficients = st.lists(st.integers(-9, 9), min_size=1, max_size=4)


@st.composite
def numbers(draw: st.DrawFn, field: Field) -> Number:
    num, den = fmpz_poly(draw(coefficients)), fmpz_poly(draw(coefficients))
    try:
        return element(field, num, den)
    except ZeroDivisionError:
        return element(field, num, fmpz_poly([1]))


@pytest.mark.parametrize("field", FIELDS, ids=str)
@given(data=st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_the_field_axioms_hold(field: Field, data: st.DataObject) -> None:
    x, y, z = (data.draw(numbers(field)) for _ in range(3))
    assert x + y == y + x and x * y == y * x
    assert (x + y) + z == x + (y + z) and (x * y) * z == x * (y * z)
    assert x * (y + z) == x * y + x * z
    assert x - x == 0 and (-x) + x == 0
    if x:
        assert x / x == 1 and y / x * x == y and x**-2 * x**2 == 1
    assert x**3 == x * x * x


@pytest.mark.parametrize("field", FIELDS, ids=str)
@given(data=st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_constants_are_fractions_and_elements_are_never_constant(field: Field, data: st.DataObject) -> None:
    x, y = data.draw(numbers(field)), data.draw(numbers(field))
    for value in (x + y, x * y, x - y, x - x):
        assert isinstance(value, Fraction) or value.num.degree() > 0 or value.den.degree() > 0


@pytest.mark.parametrize("field", FIELDS, ids=str)
@given(data=st.data())
@settings(max_examples=40, deadline=None, derandomize=True)
def test_equal_numbers_hash_alike(field: Field, data: st.DataObject) -> None:
    x, y = data.draw(numbers(field)), data.draw(numbers(field))
    if y:
        assert hash(x * y / y) == hash(x)
    assert hash((x + y) - y) == hash(x)


def test_equal_numbers_over_different_bases_are_equal_and_hash_alike() -> None:
    half, whole = generator(Exponential(Fraction(1, 2))), generator(Exponential(Fraction(1)))
    assert half**2 == whole and hash(half**2) == hash(whole)
    assert half != whole
    fourth, second = generator(Radical(Fraction(2), 4)), generator(Radical(Fraction(2), 2))
    assert fourth**2 == second and hash(fourth**2) == hash(second)


def test_a_power_of_a_radical_is_reduced() -> None:
    s = generator(Radical(Fraction(3, 2), 3))
    assert s**3 == Fraction(3, 2)
    assert s**-1 == s**2 * Fraction(2, 3)
    assert 1 / (1 + generator(Radical(Fraction(2), 2))) == generator(Radical(Fraction(2), 2)) - 1


def test_order_is_exact_where_floats_agree() -> None:
    e = generator(Exponential(Fraction(1)))
    tiny = Fraction(1, 10**60)
    assert e < e + tiny and e > e - tiny and not e + tiny < e
    assert e <= e and e >= e and not e < e and not e > e
    assert Fraction(2) < e < 3 and e > 2 and e != 2


def test_order_with_infinity() -> None:
    e = generator(Exponential(Fraction(1)))
    assert e < math.inf and e <= math.inf and not e > math.inf and not e >= math.inf
    assert e > -math.inf and e >= -math.inf and not e < -math.inf and not e <= -math.inf
    assert max([e, math.inf, Fraction(3)]) == math.inf


def test_order_with_a_float_is_refused() -> None:
    with pytest.raises(TypeError):
        assert generator(Exponential(Fraction(1))) < 2.5  # type: ignore[operator]


def test_a_free_comparison_is_true_false_or_undecided_never_a_guess() -> None:
    t = generator(Free())
    assert t > 1 and t >= 1 and not t < 1 and t / (t + 1) > Fraction(1, 2)
    for comparison in (lambda: t < 2, lambda: t > 2, lambda: t >= 2, lambda: t <= 2):
        with pytest.raises(Undecided):
            comparison()
    closed = generator(Free(Fraction(1), Fraction(2), lower_open=False, upper_open=False))
    assert closed >= 1 and closed <= 2
    with pytest.raises(Undecided):
        assert closed > 1


def test_a_double_root_inside_the_interval_forbids_strictness_only() -> None:
    t = generator(Free())
    square = (t - 2) ** 2
    assert square >= 0 and not square < 0
    with pytest.raises(Undecided):
        assert square > 0


def test_division_by_zero() -> None:
    e = generator(Exponential(Fraction(1)))
    with pytest.raises(ZeroDivisionError):
        e / Fraction(0)
    with pytest.raises(ZeroDivisionError):
        1 / (e - e)


def test_exponentials_join_over_a_finer_base() -> None:
    a, b = Exponential(Fraction(1, 2)), Exponential(Fraction(1, 3))
    assert join(a, b) == (Exponential(Fraction(1, 6)), 3, 2)
    x, y = generator(a), generator(b)
    assert x * y == generator(Exponential(Fraction(5, 6)))
    assert y < x and x + y > 3


def test_radicals_of_one_radicand_join() -> None:
    x, y = generator(Radical(Fraction(2), 2)), generator(Radical(Fraction(2), 3))
    assert x * y == generator(Radical(Fraction(2), 6)) ** 5


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (Radical(Fraction(2), 2), Radical(Fraction(3), 2)),
        (Exponential(Fraction(1)), Radical(Fraction(2), 2)),
        (Free(), Exponential(Fraction(1))),
        (Exponential(Fraction(1)), Exponential(Fraction(1, 10**9 + 7))),
        (Radical(Fraction(2), 999), Radical(Fraction(2), 997)),
    ],
    ids=str,
)
def test_fields_without_a_common_one_are_refused_in_one_sentence(a: Field, b: Field) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        generator(a) + generator(b)


def test_a_power_that_is_too_high_is_refused_with_the_number_that_would_have_it() -> None:
    with pytest.raises(InputError, match=r"number built from t = e\^50 in terms of t = e\^\(1/9999\), .* above 16384"):
        generator(Exponential(Fraction(50))) + generator(Exponential(Fraction(1, 9999)))


def test_numbers_of_different_kinds_differ() -> None:
    e, root, t = (generator(f) for f in (Exponential(Fraction(1)), Radical(Fraction(2), 2), Free()))
    assert e != root and root != t and t != e
    assert t != generator(Free(Fraction(2)))


def test_lift_keeps_the_value_and_refuses_a_smaller_field() -> None:
    x = generator(Exponential(Fraction(1)))
    lifted = lift(x, Exponential(Fraction(1, 4)))
    assert lifted == x and lifted.num.degree() == 4
    with pytest.raises(InputError):
        lift(x, Exponential(Fraction(2)))


def test_zero_polynomials_in_disguise_vanish() -> None:
    x = read_number("(e^2 - 1)/(e - 1) - e - 1")
    assert x == 0 and isinstance(x, Fraction)
    assert isinstance(read_number("(e+1)^5 - (e^5 + 5*e^4 + 10*e^3 + 10*e^2 + 5*e + 1)"), Fraction)


def test_absolute_value_and_float() -> None:
    x = read_number("2 - e")
    assert isinstance(x, Element)
    assert abs(x) == -x and float(x) == pytest.approx(2 - math.e, rel=1e-15)


@pytest.mark.parametrize("text", ["e^(1/2)/(e^(1/2) + 1)", "2^(1/3) - 1", "(3*t^2 - 1)/(t + 2)"])
def test_numbers_are_pickled_and_copied(text: str) -> None:
    x = read_number(text)
    assert pickle.loads(pickle.dumps(x)) == copy.deepcopy(x) == x


def test_numbers_at_a_named_root_reduce_modulo_its_polynomial() -> None:
    golden = generator(Algebraic((-1, -1, 1), Fraction(1), Fraction(2)))
    assert golden**2 == golden + 1 and 1 / golden == golden - 1 and golden * (golden - 1) == 1
    assert hash(golden**2) == hash(golden + 1) and str(golden + 2) == "CRootOf(t^2 - t - 1, 1) + 2"
    assert Fraction(161803, 100000) < golden < Fraction(161804, 100000)
    other = generator(Algebraic((-1, -1, 1), Fraction(-1), Fraction(0)))
    assert other < 0 and abs(float(other) + 0.6180339887498949) < 1e-15
    with pytest.raises(InputError, match="cannot combine numbers"):
        golden + other


def test_two_roots_that_are_close_are_told_apart() -> None:
    """Both roots of 10^80·(t−1)² − 2: their bounds at low precision overlap."""
    square = 10**80
    polynomial = (square - 2, -2 * square, square)
    low = generator(Algebraic(polynomial, Fraction(0), Fraction(1)))
    high = generator(Algebraic(polynomial, Fraction(1), Fraction(2)))
    assert low < 1 < high and high - 1 < Fraction(15, 10**41)
