"""Demands on beliefs: after any answer, the probability of any event stays between two boundaries of its probability before.

Let γ be the largest ratio of two entries of a row of a mechanism (its parity). The odds of an event grow at most γ-fold by an
answer, and under some priors nearly as much. So a demand (h_l, h_u) on beliefs is kept iff γ ≤ B(h), where h = h_l ⋆ h_u is its one
upper boundary, and B(h) is the infimum of ((1−p)/p)·(h(p)/(1−h(p))) over 0 < p < 1 (Chai and Nayak 2018, Theorem 3.1). For the
demands with a name, B(h) is a formula.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from rropt.exact.decimal import Direction
from rropt.exact.element import Bound, Number, ratio
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, read_probability
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.boundary import (
    BreachFunction,
    broken_at,
    largest_factor,
    odds_after,
    odds_boundaries,
    odds_boundary,
    piecewise_linear,
    read_boundary,
    reflect,
    require_lower,
    require_upper,
    star,
)
from rropt.privacy.bounds import read_factor, spell_factor
from rropt.privacy.notion import NOTHING, Breach, OfFactor, OfRatio, Violation, worst_first
from rropt.privacy.ratios import extremes, largest_ratio
from rropt.show import set_fields

__all__ = ["CSIP", "SIP", "BayesFactor", "BetaFactor", "Boundaries", "RhoBreach"]

BELIEFS = "Whatever anybody thinks of you beforehand, your answer"
Pair = tuple[BreachFunction, BreachFunction]


class OnBeliefs(OfRatio):
    """Base of demands that bound the posterior of an event by functions of its prior."""

    __slots__ = ()

    @abstractmethod
    def boundaries(self) -> Pair:
        """The bounds (h_l, h_u) on a posterior, as functions of the prior."""

    def breach_by(self, mechanism: Mechanism, i: int, j: int, low: int) -> Breach | None:
        """A breach by output i under a prior on the inputs `j` and `low`: {j} rises above h_u, or {low} falls below h_l."""
        lower, upper = self.boundaries()
        likely, unlikely = mechanism.rows[i][j], mechanism.rows[i][low]
        for is_rise, h in ((True, upper), (False, reflect(lower))):
            p = broken_at(h, ratio(likely, unlikely))
            if p is not None:
                after = p * likely / (p * likely + (1 - p) * unlikely)
                prior = tuple(p if n == j else 1 - p if n == low else Fraction(0) for n in range(mechanism.k))
                if is_rise:
                    return Breach(prior, (j,), i, p, after, h(p))
                return Breach(prior, (low,), i, 1 - p, 1 - after, lower(1 - p))
        return None


class OfBoundary(OnBeliefs):
    """Base of demands that state their boundaries, and no parity."""

    __slots__ = ()

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows: B(h) of h = h_l ⋆ h_u."""
        return largest_factor(star(*self.boundaries()))

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether no answer moves the probability of an event beyond its boundaries."""
        _, i, high, low = largest_ratio(mechanism)
        return self.breach_by(mechanism, i, high, low) is None

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The inequalities `posterior[i,j]` (output i, input j) that fail, each with a prior at which it fails and the amount."""
        found = []
        for i, row in enumerate(mechanism.rows):
            low = extremes(row)[1]
            for j, x in enumerate(row):
                breach = self.breach_by(mechanism, i, j, low) if x > row[low] else None
                if breach is not None:
                    excess = breach.after - breach.limit
                    amount = excess if breach.after > breach.before else -excess
                    found.append(Violation(f"posterior[{i},{j}]", amount, (i,), j, low, breach))
        return worst_first(found)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: a bound on the ratio of two entries of a row (the parity)."""
        return {"name": "parity", "gamma": self.parity()}


@dataclass(frozen=True, slots=True, repr=False)
class RhoBreach(OnBeliefs):
    """No output d lifts the probability of an event Q from below ρ1 to above ρ2, or lowers it from above ρ2 to below ρ1.

    This holds for every prior. Each of the two conditions, lifting and lowering, is equivalent to this: no two entries of a row
    have a ratio above ρ2(1−ρ1)/(ρ1(1−ρ2)). If a ratio is larger, some prior below ρ1 rises above ρ2, and some prior above ρ2 falls
    below ρ1. Evfimievski, Gehrke and Srikant (2003); Chai and Nayak (2018), Definition 1.1, Theorems 1.1, 3.1.

    Args:
        rho1: The prior below which an event is protected.
        rho2: The posterior that such an event must not pass.

    Raises:
        InputError: 0 < rho1 < rho2 < 1 does not hold.

    Examples:
        >>> from rropt import RhoBreach, from_spec
        >>> RhoBreach("1/5", "1/2").holds(from_spec("warner:p=3/4"))
        True
    """

    name: ClassVar[str] = "rho"
    rho1: Number
    rho2: Number

    def __init__(self, rho1: object, rho2: object) -> None:
        low, high = read_number(rho1), read_number(rho2)
        if not 0 < low < high < 1:
            raise InputError(f"rho1 = {show(low)} and rho2 = {show(high)} must satisfy 0 < rho1 < rho2 < 1")
        set_fields(self, rho1=low, rho2=high)

    def tightest(self, mechanism: Mechanism) -> Number:
        """The least ρ2 for which the mechanism meets the demand with this ρ1."""
        return RhoBreach.tightest_rho2(mechanism, self.rho1)

    @staticmethod
    def tightest_rho2(mechanism: Mechanism, rho1: object) -> Number:
        """The least ρ2 such that no prior below ρ1 rises above ρ2: γρ1/(1+(γ−1)ρ1), or 1 if the mechanism's parity γ is ∞."""
        return odds_after(_inside(rho1, "rho1"), largest_ratio(mechanism).value)

    @staticmethod
    def tightest_rho1(mechanism: Mechanism, rho2: object) -> Number:
        """The largest ρ1 such that no prior below ρ1 rises above ρ2: ρ2/(γ−(γ−1)ρ2), or 0 if the mechanism's parity γ is ∞."""
        return 1 - odds_after(1 - _inside(rho2, "rho2"), largest_ratio(mechanism).value)

    def parity(self) -> Number:
        """The largest ratio that the demand allows between the chances of an answer under two inputs: ρ2(1−ρ1)/(ρ1(1−ρ2)) > 1."""
        return self.rho2 * (1 - self.rho1) / (self.rho1 * (1 - self.rho2))

    def boundaries(self) -> Pair:
        """h_l is ρ1 at priors above ρ2, else 0; h_u is ρ2 below ρ1, else 1."""
        a, b = self.rho1, self.rho2
        lower = piecewise_linear([(0, 0), (b, 0), (b, 0), (b, a), (1, a)])
        return lower, piecewise_linear([(0, b), (a, b), (a, 1), (a, 1), (1, 1)])

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name, ρ1 and ρ2."""
        return {"name": "rho", "from": self.rho1, "to": self.rho2}

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        return (
            f"Nobody who thinks something about you less than {_percent(self.rho1, 'lower')} probable will, from your answer, "
            f"come to think it more than {_percent(self.rho2, 'upper')} probable, nor the reverse."
        )

    def __repr__(self) -> str:
        return f"RhoBreach('{show(self.rho1)}', '{show(self.rho2)}')"


def _inside(x: object, name: str) -> Number:
    value = read_probability(x, name)
    if value in (0, 1):
        raise InputError(f"{name} = {show(value)} must lie strictly between 0 and 1")
    return value


def _percent(x: Number, direction: Direction) -> str:
    """Write a probability as a percentage if that is short, else as a number, which is rounded so that the promise stays true."""
    if isinstance(x, Fraction) and (x * 1000).denominator == 1:
        hundredths = x * 100
        return f"{math.floor(hundredths) if hundredths.denominator == 1 else float(hundredths)}%"
    return show(x) if isinstance(x, Fraction) else spell_factor(x, direction=direction)


@dataclass(frozen=True, slots=True, repr=False)
class BetaFactor(OfFactor, OnBeliefs):
    """For every prior, event Q with Pr(Q) > 0 and possible output d: 1/β ≤ Pr(Q | d) / Pr(Q) ≤ β.

    Pr(Q | d)/Pr(Q) is the average of row d over Q divided by its average over all inputs. As Pr(Q) → 0 it can approach
    the largest entry of the row divided by the smallest. So the demand holds iff no such ratio exceeds β. Nayak, Zhang and
    Adeshiyan (2015); Chai and Nayak (2018), Definition 1.2 and Theorem 1.2.

    Args:
        beta: The factor, at least 1.

    Raises:
        InputError: Beta is no number of at least 1.

    Examples:
        >>> from rropt import BetaFactor, from_spec
        >>> BetaFactor(3).holds(from_spec("warner:p=3/4"))
        True
    """

    name: ClassVar[str] = "beta"
    field: ClassVar[str] = "beta"
    promise: ClassVar[str] = (
        f"{BELIEFS} makes nothing about you more than {{}} times as probable, or as improbable, as they thought{{}}."
    )
    beta: Bound

    def __init__(self, beta: object) -> None:
        set_fields(self, beta=read_factor(beta, "beta"))

    def boundaries(self) -> Pair:
        """p/β and min(1, βp) at a prior p."""
        if is_infinite(self.beta):
            return odds_boundaries(self.beta)
        upper = [(0, 0), (1, 1)] if self.beta == 1 else [(0, 0), (1 / self.beta, 1), (1, 1)]
        return piecewise_linear([(0, 0), (1, 1 / self.beta)]), piecewise_linear(upper)


@dataclass(frozen=True, slots=True, repr=False)
class BayesFactor(OfFactor, OnBeliefs):
    """For every prior, every event Q with 0 < Pr(Q) < 1 and every possible output d: odds(Q | d) ≤ factor · odds(Q).

    The Bayes factor of Q is odds(Q | d)/odds(Q). The demand on the complement of Q bounds this factor from below by 1/factor. To
    compute the Bayes factor, average row d over Q, weighted by the prior, and divide by the same average over the complement of Q.
    So the demand holds iff the parity (largest ratio in a row) is at most the factor. Chai and Nayak (2018), (3.6) and Theorem 3.1.

    Args:
        factor: The factor, at least 1.

    Raises:
        InputError: The factor is no number of at least 1.

    Examples:
        >>> from rropt import BayesFactor, from_spec
        >>> print(BayesFactor(2).tightest(from_spec("warner:p=3/4")))
        3
    """

    name: ClassVar[str] = "bayes"
    field: ClassVar[str] = "factor"
    promise: ClassVar[str] = (
        f"{BELIEFS} changes the odds of anything about you by a factor of at most {{}}, up or down{{}}."
    )
    factor: Bound

    def __init__(self, factor: object) -> None:
        set_fields(self, factor=read_factor(factor, "factor"))

    def boundaries(self) -> Pair:
        """h_γ for the factor γ, and its mirror image."""
        return odds_boundaries(self.factor)


class Boundaries(NamedTuple):
    """The boundaries h_l and h_u between which every posterior stays, as functions of its prior.

    Examples:
        >>> from rropt import SIP, from_spec
        >>> found = SIP("odds:1", "odds:1").tightest(from_spec("warner:p=3/4"))
        >>> str(found.lower), str(found.upper)
        ('odds:1/3', 'odds:3')

    Reference: Chai and Nayak (2018), Definition 2.2.
    """

    lower: BreachFunction
    upper: BreachFunction


@dataclass(frozen=True, slots=True, repr=False)
class SIP(OfBoundary):
    """For every prior, event Q and possible output d: h_l(Pr(Q)) ≤ Pr(Q | d) ≤ h_u(Pr(Q)), where h_l(p) ≤ p ≤ h_u(p).

    The lower bound h_l also bounds the complement of Q from above, by 1 − h_l(1−p). So the demand is equivalent to one upper bound,
    h(p) = min(h_u(p), 1 − h_l(1−p)), written h_l ⋆ h_u. Chai and Nayak (2018), Definition 2.2 and Lemma 3.1.

    Args:
        h_l: The lower boundary, with h_l(p) ≤ p, in a form that `CSIP` takes.
        h_u: The upper boundary, with h_u(p) ≥ p, likewise.

    Raises:
        InputError: h_l or h_u is no boundary on its side of p.

    Examples:
        >>> from rropt import SIP, from_spec
        >>> demand = SIP([(0, 0), ("1/2", "1/5"), (1, "3/5")], [(0, "2/5"), ("1/2", "4/5"), (1, 1)])
        >>> demand.holds(from_spec("warner:p=7/10"))
        True
    """

    name: ClassVar[str] = "sip"
    h_l: BreachFunction
    h_u: BreachFunction

    def __init__(self, h_l: object, h_u: object) -> None:
        lower, upper = read_boundary(h_l, is_lower=True), read_boundary(h_u)
        set_fields(self, h_l=require_lower(lower), h_u=require_upper(upper))

    def boundaries(self) -> Pair:
        """The stated functions (h_l, h_u)."""
        return self.h_l, self.h_u

    def canonical(self) -> CSIP:
        """The equivalent demand that states an upper boundary alone, h_l ⋆ h_u."""
        return CSIP(star(self.h_l, self.h_u))

    def tightest(self, mechanism: Mechanism) -> Boundaries:
        """The narrowest h_l and h_u that the mechanism meets, as `lower` and `upper`. They follow from its parity."""
        return Boundaries(*odds_boundaries(largest_ratio(mechanism).value))

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        half = Fraction(1, 2)
        low, high = self.h_l(half), self.h_u(half)
        is_short = isinstance(low, Fraction) and len(show(low)) <= 5
        bottom = spell_factor(low) if is_short else f"1 - {spell_factor(1 - low)}"
        return (
            f"{BELIEFS} keeps the probability of anything about you within "
            f"the stated limits; what was even chances, for one, between {bottom} and {spell_factor(high)}."
        )

    def __repr__(self) -> str:
        return f"SIP('{self.h_l.formula}', '{self.h_u.formula}')"

    def __str__(self) -> str:
        return f"SIP('{self.h_l}', '{self.h_u}')"


@dataclass(frozen=True, slots=True, repr=False)
class CSIP(OfBoundary):
    """For every prior, event Q with 0 < Pr(Q) < 1 and possible output d: Pr(Q | d) ≤ h(Pr(Q)), where p ≤ h(p) ≤ 1.

    Events of one input and priors on two inputs are the worst case. Let γ be the largest ratio of two entries of
    a row. A mechanism meets the demand iff h_γ(p) = γp/(1+(γ−1)p) ≤ h(p) on (0, 1). That is, γ ≤ B(h), where B(h) is the
    infimum of ((1−p)/p)·(h(p)/(1−h(p))) over 0 < p < 1. Chai and Nayak (2018), Definition 3.1, Theorem 3.1.

    Args:
        h: The boundary: a `BreachFunction`, points (p, h(p)), or text such as "0=1/5,8/9=1,1=1" or "odds:3".

    Raises:
        InputError: h is no function on [0, 1] with p ≤ h(p) ≤ 1.

    Examples:
        >>> from rropt import CSIP, from_spec
        >>> CSIP([(0, "1/5"), ("8/9", 1), (1, 1)]).holds(from_spec("warner:p=3/5"))
        True
    """

    name: ClassVar[str] = "csip"
    h: BreachFunction

    def __init__(self, h: object) -> None:
        set_fields(self, h=require_upper(read_boundary(h)))

    def boundaries(self) -> Pair:
        """1 − h(1−p), which is h for the complement of an event, and h(p)."""
        return reflect(self.h), self.h

    def tightest(self, mechanism: Mechanism) -> BreachFunction:
        """The least h that the mechanism meets: γp/(1 + (γ−1)p), where γ is the largest ratio of two entries of a row."""
        return odds_boundary(largest_ratio(mechanism).value)

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        if is_infinite(self.parity()):
            return NOTHING
        if len(self.h.pieces) == 1 and not self.h.is_linear:
            return (
                f"{BELIEFS} raises the odds of anything about you by a factor of at most {spell_factor(self.parity())}."
            )
        return (
            f"{BELIEFS} raises the probability of anything about you "
            f"at most to the stated limit; of what was even chances, for one, to at most {spell_factor(self.h(Fraction(1, 2)))}."
        )

    def __repr__(self) -> str:
        return f"CSIP('{self.h.formula}')"

    def __str__(self) -> str:
        return f"CSIP('{self.h}')"
