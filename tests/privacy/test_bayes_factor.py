"""The Bayes-factor bound: odds after over odds before, on any prior."""

import math
from fractions import Fraction

from rropt import Mechanism
from rropt.privacy import BayesFactor

GAP = Fraction(1, 10**30)
WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])


def test_holds_changes_at_the_parity() -> None:
    assert BayesFactor(3).holds(WARNER) and not BayesFactor(3 - GAP).holds(WARNER)
    assert BayesFactor(1).tightest(WARNER) == 3 and BayesFactor(1).tightest(DIRECT) == math.inf
    assert BayesFactor("inf").holds(DIRECT)


def test_the_breach_shown_has_too_large_a_bayes_factor() -> None:
    for p in (WARNER, DIRECT):
        for v in BayesFactor("5/2").violations(p):
            b = v.breach
            assert b is not None
            before, limit = b.before / (1 - b.before), b.limit / (1 - b.limit)
            assert limit / before == Fraction(5, 2)
            assert b.after == 1 or b.after / (1 - b.after) / before > Fraction(5, 2)


def test_words_conversions_and_boundaries() -> None:
    demand = BayesFactor(20)
    assert demand.parity() == 20 and demand.reduced() == (20, 0)
    assert "at most 20, up or down" in demand.sentence() and "nothing at all" in BayesFactor(1).sentence()
    assert demand.to_dict() == {"name": "bayes", "factor": "20"}
    lower, upper = demand.boundaries()
    half = Fraction(1, 2)
    assert (lower(half), upper(half)) == (Fraction(1, 21), Fraction(20, 21))
    lower, upper = BayesFactor("inf").boundaries()
    assert (lower(half), upper(half)) == (0, 1)
