"""A span in words and in a certificate, and spans between known points."""

from fractions import Fraction as F

import pytest
from flint import fmpz_poly

from rropt.exact.element import generator
from rropt.exact.fields import DELTA, Exponential, Free, Radical
from rropt.exact.infinity import INFINITY
from rropt.exact.isolate import Root
from rropt.problem.pieces.span import End, Span, is_zero_at_end, rational_end, spans_between

SQRT2 = Root((-2, 0, 1), F("1.41421356"), F("1.41421357"))
SPELLED = {"root": "-2+1*t^2", "between": ["35355339/25000000", "141421357/100000000"]}
HALF = Root((-1, 2), F(0), F(1))
E = generator(Exponential(F(1)))


def test_where_in_words() -> None:
    assert Span.point(F(3)).where() == "t = 3" and Span(F(1), F(2), "(]").where() == "t in (1, 2]"
    assert str(Span(SQRT2, INFINITY, "[)")) == "[about 1.4142136, inf)"
    assert str(Span(HALF, E, "()")) == "(1/2, e)"


def test_where_of_delta_in_words() -> None:
    assert (
        Span.point(F(0), DELTA).where() == "delta = 0"
        and Span(F(0), F(1, 4), "(]", DELTA).where() == "delta in (0, 1/4]"
    )
    assert [span.letter for span in spans_between(Free(F(0), F(1), letter=DELTA), [F(1, 2)])] == [DELTA, DELTA]


@pytest.mark.parametrize(
    ("lower", "upper"), [(F(1), F(100)), (F(-1), F(2)), (F(1), F(10**3000))], ids=["wide", "below 0", "huge"]
)
def test_the_decimal_of_a_root_does_not_depend_on_its_bounds(lower: F, upper: F) -> None:
    assert str(Span(Root((-2, 0, 1), lower, upper), INFINITY, "[)")) == "[about 1.4142136, inf)"


def test_the_decimal_of_a_small_root_has_all_its_digits() -> None:
    """The root of 2·10^-40: its bounds are much farther apart than it is large."""
    small = Root((-2, 0, 10**40), F(0), F(1))
    assert str(Span(small, INFINITY, "[)")) == "[about 1.4142136e-20, inf)"


def test_ends_of_different_fields_are_no_point() -> None:
    root2, root10 = (generator(Radical(F(n), 2)) for n in (2, 10))
    assert not Span(root2, root10, "[]").is_point and Span.point(root2).is_point
    assert not Span(SQRT2, E, "[]").is_point and not Span(F(1), SQRT2, "[]").is_point


@pytest.mark.parametrize(
    ("span", "domain"),
    [
        (Span.point(HALF), {"t": "1/2"}),
        (Span(F(1), INFINITY, "[)"), {"from": "1", "to": "inf", "ends": "[)"}),
        (Span(SQRT2, E, "()"), {"from": SPELLED, "to": "exp(1)", "ends": "()"}),
    ],
    ids=str,
)
def test_the_field_of_a_certificate(span: Span, domain: object) -> None:
    assert span.domain == domain


@pytest.mark.parametrize(("end", "rational"), [(F(3), 3), (HALF, F(1, 2)), (SQRT2, None), (E, None), (INFINITY, None)])
def test_an_end_may_be_rational(end: End, rational: object) -> None:
    assert rational_end(end) == rational


@pytest.mark.parametrize(("end", "zero"), [(SQRT2, True), (HALF, False), (E, False), (F(3, 2), False)])
def test_a_polynomial_at_an_end(end: End, zero: bool) -> None:
    assert is_zero_at_end(fmpz_poly([2, 0, -1]), end) is zero


def test_known_points_belong_to_both_sides() -> None:
    interval = Free(F(1), F(5), True, True)
    assert [str(span) for span in spans_between(interval, [F(2), F(3)])] == ["(1, 2]", "[2, 3]", "[3, 5)"]
    assert [str(span) for span in spans_between(Free(F(1), F(5), False, False), [])] == ["[1, 5]"]
