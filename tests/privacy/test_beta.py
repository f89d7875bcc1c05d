"""β-factor privacy against its definition, Pr(Q | d)/Pr(Q) over small priors."""

import math
from fractions import Fraction

import pytest

from rropt import Mechanism
from rropt.exact.grammar import read_number
from rropt.privacy import BetaFactor

GAP = Fraction(1, 10**30)
WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
DIRECT = Mechanism([[1, 0], [0, 1]])


def test_holds_changes_at_the_parity() -> None:
    assert BetaFactor(3).holds(WARNER) and BetaFactor(3 + GAP).holds(WARNER) and not BetaFactor(3 - GAP).holds(WARNER)
    assert BetaFactor(2).tightest(WARNER) == 3 and BetaFactor(2).tightest(DIRECT) == math.inf


@pytest.mark.parametrize("beta", ["1", "2", "29/10", "e", Fraction(3) - GAP])
@pytest.mark.parametrize(
    "p", [WARNER, DIRECT, Mechanism([["1/2", "1/10", "1/10"], ["1/2", "9/10", "9/10"]])], ids=["w", "d", "k3"]
)
def test_each_violation_carries_a_breach(beta: object, p: Mechanism) -> None:
    demand = BetaFactor(beta)
    assert not demand.holds(p) and demand.violations(p)
    for v in demand.violations(p):
        b = v.breach
        assert b is not None and b.limit == demand.beta * b.before  # type: ignore[operator]
        assert 0 < b.before < 1 and b.after > b.limit


def test_the_ratio_of_probabilities_approaches_the_parity_but_never_reaches_it() -> None:
    for n in (10, 1000):
        prior = Fraction(1, n)
        after = prior * Fraction(3, 4) / (prior * Fraction(3, 4) + (1 - prior) * Fraction(1, 4))
        assert after / prior < 3
        assert after / prior > 3 - Fraction(6, n)


def test_no_demand_and_total_demand() -> None:
    assert BetaFactor("inf").holds(DIRECT) and "promises nothing" in BetaFactor("inf").sentence()
    assert not BetaFactor(1).holds(WARNER) and BetaFactor(1).holds(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]))
    assert "nothing at all" in BetaFactor(1).sentence()


def test_words_and_conversions() -> None:
    assert BetaFactor("e").parity() == read_number("e") and BetaFactor(2).reduced() == (2, 0)
    assert "2 times as probable" in BetaFactor(2).sentence()
    assert BetaFactor("e").to_dict() == {"name": "beta", "beta": "e"}


@pytest.mark.parametrize("beta", ["1", "2", "7/2", "inf"])
def test_the_boundaries_are_p_over_beta_and_beta_p(beta: str) -> None:
    demand = BetaFactor(beta)
    lower, upper = demand.boundaries()
    for p in (Fraction(1, 9), Fraction(1, 2), Fraction(8, 9)):
        finite = not isinstance(demand.beta, float)
        assert lower(p) == (p / demand.beta if finite else 0)  # type: ignore[operator]
        assert upper(p) == (min(Fraction(1), p * demand.beta) if finite else 1)  # type: ignore[operator]
