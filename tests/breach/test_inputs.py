"""What is given to `breach_bound` badly is refused in one sentence, and numbers of finite precision always."""

from __future__ import annotations

from fractions import Fraction as F

import numpy
import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.privacy import SIP, RhoBreach, Vulnerability
from rropt.privacy.boundary import piecewise_linear
from tests.definitions import odds_ratio

P = sympy.Symbol("p")
FLOATS = [
    1.0,
    numpy.float32(1),
    numpy.float64(1),
    numpy.longdouble(1),
    sympy.Float(1),
    sympy.sqrt(2) * sympy.Float(0.5),
]


@pytest.mark.parametrize("value", FLOATS)
@pytest.mark.parametrize("paired", [False, True])
def test_every_inexact_number_is_refused(value: object, paired: bool) -> None:
    with pytest.raises(InputError, match="is the float"):
        breach_bound(lambda p: (F(1), value) if paired else value, lipschitz=1)


def test_exact_numbers_of_other_libraries_are_taken() -> None:
    for one in (1, numpy.int64(1), sympy.Integer(1), "1", F(1)):
        assert breach_bound(lambda p, one=one: one, lipschitz=1, ends=(2, "1/4"), budget=500).lower == 2


def test_a_function_steeper_than_promised_is_refused_with_two_points() -> None:
    def step(p: F) -> F:
        return F(1) if p < F(1, 3) or p > F(1, 2) else F(1, 2)

    with pytest.raises(InputError, match="between p = 1/64 and p = 1/2;") as caught:
        breach_bound(step, lipschitz=1, ends=(2, "1/64"))
    assert abs(step(F(1, 64)) - step(F(1, 2))) > F(1, 2) - F(1, 64) and "\n" not in str(caught.value)
    with pytest.raises(InputError, match="give a larger lipschitz"):
        breach_bound(
            lambda p: (step(p) - F(1, 100) if p > F(1, 3) else step(p), step(p)), lipschitz=1, ends=(2, "1/64")
        )


@pytest.mark.parametrize(
    ("demand", "options", "words"),
    [
        (lambda p: (p, p, p), {"lipschitz": 1}, "has 3 parts"),
        (lambda p: F(1), {"lipschitz": 1, "ends": 1}, "pair"),
        (lambda p: F(1), {"lipschitz": 1, "ends": (1, 2, 3)}, "pair"),
        (lambda p: F(1), {"lipschitz": 1, "ends": "12"}, "pair"),
        (lambda p: F(1), {"lipschitz": 1, "budget": "x"}, "budget = x must be a whole number"),
        (lambda p: F(1), {"lipschitz": 1, "budget": "1/2"}, "budget = 1/2 must be a whole number"),
        ([0, 1], {}, "a point of the boundary h must be a pair"),
        (SIP, {}, "the demand is the class SIP"),
        (int, {}, "the demand is the class int"),
        ({0: 0, 1: 1}, {}, "is not a demand with a boundary h"),
        (Vulnerability("3/4"), {}, "is not a demand with a boundary h"),
        (numpy.array([[0, 0.1], [1, 1]], dtype="float32"), {}, "float32"),
        (numpy.array([0.0, 1.0]), {}, "a point of the boundary h must be a pair"),
    ],
)
def test_bad_arguments_are_refused_in_a_sentence(demand: object, options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        breach_bound(demand, **options)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_numpy_table_is_read_by_its_shortest_decimals() -> None:
    found = breach_bound(numpy.array([[0, 0.2], [8 / 9, 1], [1, 1]]))
    assert found.value == breach_bound([(0, "1/5"), (repr(8 / 9), 1), (1, 1)]).value
    assert breach_bound(numpy.array([[0, 1], [1, 1]])).value == float("inf")


@pytest.mark.parametrize(
    ("points", "value"),
    [
        ([(0, "1/10"), ("1/4", "2^(1/2)/2"), (1, 1)], "(6+3*sqrt(2))/4"),
        ([(0, "1/10"), ("1/4", "e^(-1)"), (1, 1)], "(3/4)/(1-1/e)"),
        ([(0, "1/2"), ("sqrt(2)/2", "sqrt(2)/2"), (1, 1)], "1"),
    ],
)
def test_an_end_of_a_piece_is_exact_beside_stationary_points_in_no_field(
    points: list[tuple[object, object]], value: str
) -> None:
    found, exact = breach_bound(points), read_number(value)
    assert found.value == exact and found.certificate is not None
    h = piecewise_linear(points)
    ratios = [odds_ratio(F(n, 400), h(F(n, 400))) for n in range(1, 400)]
    assert all(isinstance(r, float) or order_of(r, exact) >= 0 for r in ratios)
    near = min(float(r) for r in (odds_ratio(F(n, 10**6), h(F(n, 10**6))) for n in (707107, 999999)))
    assert near < float(exact) + 1e-4


def test_a_bound_beyond_doubles_says_that_no_program_was_posed() -> None:
    for tiny in (F(1, 10**400), F(1, 10**320)):
        found = breach_bound(RhoBreach(tiny, "1/2"))
        assert found.value == (1 - tiny) / tiny and found.certificate
        leg = next(leg for leg in found.fast_legs if leg.name == "numeric")
        assert leg.value is None and "not posed in floats" in leg.status


def test_an_error_inside_the_function_is_told_with_the_prior() -> None:
    with pytest.raises(InputError, match=r"h\(1/1024\) raised ZeroDivisionError: .*; h must have a value") as caught:
        breach_bound(lambda p: 1 / (p - p), lipschitz=1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_infinite_h_is_named_as_such() -> None:
    for h in (1 / P, P / (P - 1)):
        with pytest.raises(InputError, match="not finite at some prior"):
            breach_bound(h)


def dip(width: F, at: F = F(1, 3)):  # type: ignore[no-untyped-def]
    """h = 3p/(1 + 2p), which has B(h) = 3, with a narrow notch half the way down to p at an odd place."""

    def h(p: F) -> F:
        high = 3 * p / (1 + 2 * p)
        return high - max(F(0), 1 - abs(p - at) / width) * (high - p) / 2

    return h


def test_no_narrow_dip_escapes_a_lipschitz_bound_that_holds() -> None:
    """The points looked at are dyadic combinations of the ends, and none of them meets a notch of this width at once."""
    width = F(1, 10**4)
    found = breach_bound(dip(width), lipschitz=3 + 1 / width, ends=("149/100", "1/100"), budget=3000)
    notch = (F(3, 5) + F(1, 3)) / 2
    assert found.lower <= F(2) * notch / (1 - notch) <= found.upper


@pytest.mark.slow
def test_a_dip_that_breaks_the_bound_is_noticed_only_where_a_point_meets_it_and_the_answer_says_so() -> None:
    missed = breach_bound(dip(F(1, 10**9), F(314159, 10**6)), lipschitz=3, ends=("5/2", "1/50"))
    assert missed.lower > 2 and "only at the points where h was computed" in missed.uncertified
    with pytest.raises(InputError, match="larger lipschitz"):
        breach_bound(dip(F(1, 10**9), F(1, 2)), lipschitz=3, ends=("5/2", "1/50"))
