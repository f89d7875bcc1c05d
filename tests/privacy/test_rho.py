"""ρ1-to-ρ2 privacy against its definition: a breach is found by hand exactly where the parity says there is one."""

import math
from fractions import Fraction

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from rropt import Mechanism
from rropt.privacy import RhoBreach

GAP = Fraction(1, 10**30)
inside = st.fractions(min_value=Fraction(1, 100), max_value=Fraction(99, 100), max_denominator=100)
WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])


@given(inside, inside, st.integers(1, 20))
@settings(max_examples=150, deadline=None, derandomize=True)
@pytest.mark.slow
def test_the_demand_is_a_bound_on_the_parity(a: Fraction, b: Fraction, gamma: int) -> None:
    if a == b:
        return
    demand = RhoBreach(min(a, b), max(a, b))
    p = Mechanism(
        [[Fraction(gamma, gamma + 1), Fraction(1, gamma + 1)], [Fraction(1, gamma + 1), Fraction(gamma, gamma + 1)]]
    )
    assert demand.holds(p) == (gamma <= demand.parity())
    for v in demand.violations(p):
        assert v.breach is not None
        assert v.breach.before < demand.rho1 and v.breach.after > demand.rho2 == v.breach.limit
    assert bool(demand.violations(p)) != demand.holds(p)


def test_at_the_boundary_the_demand_holds_and_just_inside_it_fails() -> None:
    rho1 = Fraction(1, 5)
    rho2 = RhoBreach.tightest_rho2(WARNER, rho1)
    assert rho2 == Fraction(3, 7) == RhoBreach(rho1, "1/2").tightest(WARNER)
    assert RhoBreach(rho1, rho2).holds(WARNER) and RhoBreach(rho1, rho2 + GAP).holds(WARNER)
    tight = RhoBreach(rho1, rho2 - GAP)
    assert not tight.holds(WARNER)
    breach = tight.violations(WARNER)[0].breach
    assert breach is not None and breach.before < rho1 and breach.after > rho2 - GAP
    assert RhoBreach.tightest_rho1(WARNER, rho2) == rho1
    assert not RhoBreach(rho1 + GAP, rho2).holds(WARNER)


def test_direct_questions_and_constant_answers() -> None:
    assert RhoBreach.tightest_rho2(DIRECT, "1/5") == 1 and RhoBreach.tightest_rho1(DIRECT, "1/2") == 0
    assert not RhoBreach("1/100", "99/100").holds(DIRECT)
    assert len(RhoBreach("1/100", "99/100").violations(DIRECT)) == 2
    flat = Mechanism([["1/2", "1/2"], ["1/2", "1/2"]])
    assert RhoBreach.tightest_rho2(flat, "1/5") == Fraction(1, 5) and RhoBreach("1/5", "1/4").holds(flat)
    assert RhoBreach("1/5", "1/4").holds(Mechanism([[1]]))


def test_over_q_of_e() -> None:
    p = Mechanism([["e/(e+1)", "1/(e+1)"], ["1/(e+1)", "e/(e+1)"]])
    rho2 = RhoBreach.tightest_rho2(p, "1/2")
    assert rho2 == p[0, 0] and RhoBreach("1/2", rho2).holds(p) and not RhoBreach("1/2", rho2 - GAP).holds(p)


def test_words_and_conversions() -> None:
    demand = RhoBreach("1/5", "1/2")
    assert demand.parity() == 4 and demand.reduced() == (4, 0) and demand.parity() != math.inf
    assert "less than 20% probable" in demand.sentence() and "more than 50%" in demand.sentence()
    assert "12.5%" in RhoBreach("1/8", "1/3").sentence() and "1/3" in RhoBreach("1/8", "1/3").sentence()
    assert demand.to_dict() == {"name": "rho", "from": "1/5", "to": "1/2"}
    lower, upper = demand.boundaries()
    assert upper(Fraction(1, 10)) == Fraction(1, 2) and upper(Fraction(1, 4)) == 1
    assert lower(Fraction(1, 2) + GAP) == Fraction(1, 5) and lower(Fraction(2, 5)) == 0
