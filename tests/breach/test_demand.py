"""A demand in any form to a design and a checkup in one call, and what is said of how it was read."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy

from rropt.breach.bound import breach_bound
from rropt.breach.demand import read_stated
from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy import CSIP, SIP, Parity, RhoBreach
from rropt.privacy.boundary import piecewise_linear
from rropt.problem.checkup import check
from rropt.problem.design import design

P = sympy.Symbol("p")
GOLDEN = [(0, "1/5"), ("8/9", 1), (1, 1)]
HALF = Variance("1/2")
SINE = sympy.sin(sympy.pi * P / 2)


def warner(ratio: F) -> Mechanism:
    a, b = ratio / (1 + ratio), 1 / (1 + ratio)
    return Mechanism([[a, b], [b, a]])


@pytest.mark.parametrize(
    "demand",
    [
        GOLDEN,
        piecewise_linear(GOLDEN),
        (piecewise_linear([(0, 0), (1, "1/2")]), piecewise_linear(GOLDEN)),
        sympy.Min(1, sympy.Rational(1, 5) + sympy.Rational(9, 10) * P),
        breach_bound(GOLDEN),
    ],
)
def test_every_form_gives_the_design_of_the_notion_that_says_as_much(demand: object) -> None:
    expected = design(HALF, CSIP(GOLDEN))
    found = design(HALF, demand)
    assert (found.value, found.mechanism) == (expected.value, expected.mechanism)
    assert "amounts to parity at most B(h) = (3*5^(1/2) + 23)/16" in found.notes[-1]
    for ratio in (F(3, 2), F(2)):
        assert check(warner(ratio), demand).met is CSIP(GOLDEN).holds(warner(ratio))


def test_a_notion_stays_as_it_is() -> None:
    rho = RhoBreach("1/5", "1/2")
    assert read_stated(rho).notion is rho and not read_stated(rho).said
    assert check(warner(F(2)), rho).said == ""


@pytest.mark.slow
def test_of_an_enclosed_bound_the_lower_end_is_used_and_said() -> None:
    bound = breach_bound(SINE)
    assert bound.value is None
    found = design(HALF, SINE)
    assert found.problem.demand == Parity(bound.lower)
    assert f"B(h) is at least {show(bound.lower)}; this rational lower bound was used" in str(found)
    kept = check(warner(F(3, 2)), SINE)
    assert kept.met and "is at least" in str(kept) and "not decided" not in str(kept)
    assert not isinstance(bound.upper, float) and not isinstance(bound.lower, float)
    between = check(warner((bound.lower + bound.upper) / 2), SINE)
    assert not between.met and "h itself is not decided" in str(between)
    beyond = check(warner(F(2)), SINE)
    assert not beyond.met and "not decided" not in beyond.said
    assert beyond.to_dict()["demand_said"] == beyond.said


@pytest.mark.slow
def test_an_infinite_parity_is_open_only_below_an_infinite_bound() -> None:
    direct = Mechanism([[1, 0], [0, 1]])
    nothing = breach_bound(lambda p: F(1), lipschitz=1, ends=(2, "1/100"))  # h = 1, which every mechanism keeps
    assert nothing.value is None and nothing.lower == 2 and is_infinite(nothing.upper)
    assert "h itself is not decided" in check(direct, nothing).said
    assert "not decided" not in check(warner(F(2)), nothing).said
    assert "not decided" not in check(direct, SINE).said


@pytest.mark.parametrize(
    ("demand", "part"),
    [
        (SIP, "give a demand with its numbers"),
        (3, "is not a demand|the demand is the number 3"),
        (lambda p: p, "lipschitz"),
    ],
)
def test_what_is_no_demand_is_refused_in_a_sentence(demand: object, part: str) -> None:
    with pytest.raises(InputError, match=part):
        design(HALF, demand)
    with pytest.raises(InputError, match=part):
        check(warner(F(2)), demand)
