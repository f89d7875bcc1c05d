"""(h_l, h_u)-SIP: both directions, and Lemma 3.1, its equivalence to h_l ⋆ h_u alone."""

import itertools
import math
from fractions import Fraction

import pytest

from rropt import Mechanism
from rropt.privacy import CSIP, SIP, BayesFactor, BetaFactor, RhoBreach
from rropt.privacy.boundary.named import odds_boundary
from rropt.privacy.enclosure import Boundaries

GAP = Fraction(1, 10**30)
LOWER = ["0=0,1=0", "0=0,1=1/2", "rho:1/5,1/2", "odds:1/3", "0=0,1=1", "0=0,1/2=0,1=1"]
UPPER = ["0=1,1=1", "beta:2", "rho:1/5,1/2", "odds:3", "0=0,1=1", "0=1/5,8/9=1,1=1"]


def warner(gamma: Fraction) -> Mechanism:
    return Mechanism([[gamma / (gamma + 1), 1 / (gamma + 1)], [1 / (gamma + 1), gamma / (gamma + 1)]])


@pytest.mark.parametrize(("lower", "upper"), list(itertools.product(LOWER, UPPER)))
def test_the_demand_is_its_canonical_form_and_a_bound_on_the_parity(lower: str, upper: str) -> None:
    demand = SIP(lower, upper)
    b = demand.parity()
    for gamma in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4), Fraction(9)):
        p = warner(gamma)
        assert demand.holds(p) == demand.canonical().holds(p) == (gamma <= b) == (demand.violations(p) == ())
        for v in demand.violations(p):
            x = v.breach
            assert x is not None and v.amount == abs(x.after - x.limit) > 0
            if x.event == (v.input,):
                assert x.after > x.limit == demand.h_u(x.before)
            else:
                assert x.event == (v.against,) and x.after < x.limit == demand.h_l(x.before)
    if not isinstance(b, float) and isinstance(b, Fraction) and b > 1:
        assert demand.holds(warner(b)) and not demand.holds(warner(b + GAP))


@pytest.mark.parametrize(
    "notion", [RhoBreach("1/5", "1/2"), BetaFactor("5/2"), BetaFactor(1), BayesFactor(4), BayesFactor("e")], ids=repr
)
def test_the_named_notions_are_sip_of_their_boundaries(notion: RhoBreach | BetaFactor | BayesFactor) -> None:
    demand = SIP(*notion.boundaries())
    assert demand.parity() == notion.parity()
    for gamma in (Fraction(1), Fraction(2), Fraction(3), Fraction(4), Fraction(5)):
        assert demand.holds(warner(gamma)) == notion.holds(warner(gamma))


def test_the_tightest_boundaries_are_those_of_the_parity() -> None:
    p = warner(Fraction(3))
    found = SIP("0=0,1=0", "0=1,1=1").tightest(p)
    lower, upper = found.lower, found.upper
    assert (lower, upper) == (odds_boundary(3, "lower"), odds_boundary(3, "upper")) and SIP(lower, upper).holds(p)
    assert not SIP(lower, odds_boundary(3 - GAP, "upper")).holds(p) and not SIP(
        odds_boundary(3 - GAP, "lower"), upper
    ).holds(p)
    direct = Mechanism([[1, 0], [0, 1]])
    assert SIP("0=0,1=0", "0=1,1=1").tightest(direct) == Boundaries(
        odds_boundary(math.inf, "lower"),
        odds_boundary(math.inf, "upper"),
    )
    assert SIP("0=0,1=0", "0=1,1=1").holds(direct) and SIP("0=0,1=0", "0=1,1=1").parity() == math.inf


def test_canonical_form_is_the_star_of_lemma_3_1() -> None:
    demand = SIP("0=0,1=1/2", "rho:1/5,3/4")
    h = demand.canonical()
    assert isinstance(h, CSIP)
    for n in range(1, 30):
        p = Fraction(n, 31)
        assert h.h(p) == min(demand.h_u(p), 1 - demand.h_l(1 - p))


def test_words_and_conversions() -> None:
    demand = SIP("beta:2", "odds:4")
    assert demand.reduced() == (2, 0) and "between 0.25 and 0.8" in demand.sentence()
    assert demand.to_dict() == {"name": "sip", "lower": "0=0,1=1/2", "upper": "odds:4"}
