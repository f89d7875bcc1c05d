"""The two poses of B(h): the semidefinite program and the ratio's roots come to the certified bound."""

import math
from fractions import Fraction as F

import pytest
from hypothesis import given, settings

from rropt import BetaFactor, InputError, RhoBreach
from rropt.breach import breach_bound, problem
from rropt.exact.conversion import sympy_of
from rropt.privacy import BreachFunction
from tests.strategies.demands import upper_tables
from tests.strategies.draws import BATTERY

NEAR = 1e-6


@pytest.mark.slow
@given(upper_tables())
@settings(BATTERY, max_examples=8)
def test_both_poses_are_the_bound(h: BreachFunction) -> None:
    posed, known = problem(h), breach_bound(h)
    if known.value == math.inf:
        assert posed.solve_cvxpy().value == math.inf and str(posed.as_sympy().closed_form) == "oo"
        return
    assert posed.solve_cvxpy().value == pytest.approx(float(known.lower), rel=NEAR)
    assert float(posed.as_sympy().closed_form.evalf(20)) == pytest.approx(float(known.lower), rel=1e-12)


@pytest.mark.parametrize("h", ["0=1/5,8/9=1,1=1", RhoBreach("1/5", "1/2"), BetaFactor(3), "odds:7/2", "0=1/7,1=1"])
def test_the_closed_form_of_named_demands_is_derived_exactly(h: object) -> None:
    posed = problem(h)
    assert (posed.as_sympy().closed_form - sympy_of(breach_bound(posed.h).value)).equals(0)


def test_the_ratio_is_evaluated_at_a_prior() -> None:
    placed = problem("0=1/5,1=1").as_sympy().at("1/2")
    assert placed.value == pytest.approx((3 / 5) / (2 / 5)) and not placed.violated


def test_a_curve_of_numbers_without_pieces_is_refused() -> None:
    with pytest.raises(InputError):
        problem(lambda p: p)


@pytest.mark.parametrize(
    ("points", "value"),
    [
        ([(0, F(1, 10**400)), (1, 1)], 1),
        ([(0, 0), (F(1, 10**400), "1/2"), (1, 1)], 2),
        ([(0, 1 - F(1, 10**400)), (1, 1)], 10**400),
    ],
)
def test_numbers_beyond_doubles_are_said_to_be_so(points: list[tuple[object, object]], value: int) -> None:
    posed, found = problem(points), breach_bound(points)
    assert isinstance(found.value, F) and abs(found.value / value - 1) < F(1, 10**100)
    assert math.isnan(posed.solve_cvxpy().value) and "numbers beyond doubles" in posed.solve_cvxpy().status
    with pytest.raises(InputError, match=r"for doubles.*; use as_sympy"):
        posed.as_cvxpy()
    assert found.legs[-1].value is None and found.legs[-2].value is not None


@pytest.mark.parametrize("below", ["0=0,1=1/2", [(0, 0), (1, "1/2")], "odds:2;0=0,1=1/2"])
def test_a_boundary_below_the_prior_is_refused_as_text_and_as_points(below: object) -> None:
    with pytest.raises(InputError, match=r"h\(p\) >= p"):
        problem(below)


def test_the_program_has_the_pieces_as_parameters() -> None:
    posed = problem("0=1/5,1=1").as_cvxpy()
    assert posed.is_dpp() and set(posed.param_dict) == {"top", "below"}
    with pytest.raises(InputError, match="demands nothing"):
        problem("0=1,1=1").as_cvxpy()


@pytest.mark.parametrize("text", ["0=1/5,8/9=1,1=1", "rho:1/5,1/2", "odds:7/2", "0=1/7,1=1;odds:2"])
def test_the_bound_takes_the_text_that_the_problem_takes(text: str) -> None:
    assert breach_bound(text).value == breach_bound(problem(text).h).value


def test_what_is_sought_has_its_name() -> None:
    assert str(problem("rho:1/5,1/2").as_sympy()).splitlines()[-1] == "B(h)       4"
