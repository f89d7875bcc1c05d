"""h-CSIP: Chai and Nayak's Theorem 3.1, and breaches that are real."""

import math
from fractions import Fraction

from rropt import Mechanism
from rropt.exact.grammar import read_number
from rropt.privacy import CSIP
from rropt.privacy.boundary.named import odds_boundary

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])
THREE = Mechanism([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
GAP = Fraction(1, 10**30)


def test_the_tightest_h_is_the_one_of_the_parity() -> None:
    assert CSIP("odds:9").tightest(WARNER) == odds_boundary(Fraction(3), "upper") and CSIP(
        CSIP("odds:9").tightest(WARNER)
    ).holds(WARNER)
    assert not CSIP(odds_boundary(3 - GAP, "upper")).holds(WARNER) and CSIP("odds:9").tightest(DIRECT) == odds_boundary(
        math.inf, "upper"
    )
    assert CSIP(odds_boundary(math.inf, "upper")).holds(DIRECT)


def test_a_mechanism_meets_h_iff_its_parity_is_at_most_b() -> None:
    demand = CSIP("0=1/5,8/9=1,1=1")
    b = demand.parity()
    assert b == read_number("(23 + 3*sqrt(5))/16")
    for gamma in ("1", "3/2", "37/20", "1.8567", "1.8568", "2"):
        g = read_number(gamma)
        p = Mechanism([[g / (g + 1), 1 / (g + 1)], [1 / (g + 1), g / (g + 1)]])
        assert demand.holds(p) == (g <= b) == (demand.violations(p) == ())


def test_violations_show_a_posterior_above_h() -> None:
    for demand in (CSIP("0=1/5,8/9=1,1=1"), CSIP("0=0,1/2=9/10,1=1"), CSIP("odds:3/2"), CSIP("rho:1/10,1/9")):
        for p in (WARNER, DIRECT, THREE):
            violations = demand.violations(p)
            assert bool(violations) != demand.holds(p)
            for v in violations:
                b = v.breach
                assert b is not None and b.limit == demand.h(b.before)
                assert v.amount == b.after - b.limit > 0 and v.name == f"posterior[{b.output},{b.event[0]}]"


def test_one_input_and_one_output_tell_nothing() -> None:
    for p in (Mechanism([[1, 1]]), Mechanism([["1/2"], ["1/2"]])):
        assert CSIP("0=0,1=1").holds(p) and CSIP("0=0,1=1").violations(p) == ()


def test_words_and_conversions() -> None:
    demand = CSIP("0=1/5,8/9=1,1=1")
    assert demand.reduced() == (demand.parity(), 0) and "at most 0.65" in demand.sentence()
    assert demand.to_dict() == {"name": "csip", "h": "0=1/5,8/9=1,1=1"}
    assert "factor of at most 3" in CSIP("odds:3").sentence()
    assert "promises nothing" in CSIP("0=1,1=1").sentence() and CSIP("0=1,1=1").parity() == math.inf
