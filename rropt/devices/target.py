"""The target of a device: the mechanism of a certified design under its demand, or any mechanism under its own privacy.

Let p_ij be the probability of answer i under truth j. The privacy of a mechanism has a ratio T and a slack δ for each ordered pair
(j, l) of truths. T is the largest p_ij/p_il over the answers i that may come under both truths, but at least 1. δ is the chance
under j of the answers that cannot come under l. If all pairs have the same T and δ, the mechanism is (log T, δ)-LDP.

A device that keeps these T and δ may still tell two truths apart better at another ratio. How well a mechanism tells j from l at
the ratio T is measured by its excess E(T) = Σ_i max(0, p_ij − T·p_il). The excess is convex and piecewise linear in T, with a kink
at each ratio p_ij/p_il. The excess of the pair (l, j) at 1/T follows from that of (j, l) at T. So only T ≥ 1 is looked at, for both
orders.

It is enough to compare the device with the mechanism at T = 1 and at each kink T > 1 of the mechanism's excess. If the device's
excess is at most the mechanism's there, it is so everywhere. Between two kinks the device's excess, being convex, lies below its
chord, and the chord lies below the mechanism's excess, which is linear there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any, TypeAlias

from rropt.devices.rules import read_sets
from rropt.engine.equal import value_of_sets
from rropt.engine.reals import ball, end, precise
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.sign import enclose, enclose_relative
from rropt.mechanism import Mechanism
from rropt.objectives.base import Objective
from rropt.objectives.covariance import Contrast, TotalVariance
from rropt.objectives.estimates import Estimates
from rropt.objectives.information import Information
from rropt.objectives.sums import RowSum
from rropt.objectives.variance import Variance
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import All, Notion
from rropt.privacy.pairs import PairwiseLDP
from rropt.privacy.profiles import profile_of
from rropt.privacy.ratios import pairs
from rropt.problem.result import Design
from rropt.solvers.rational import fraction

__all__ = ["Target", "Values", "target_of_design", "target_of_mechanism", "tells_nothing", "value_of"]

RARE = Fraction(1, 10**9)
BITS = 200
Values: TypeAlias = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class Target:
    """The mechanism that a device must realise, what it must keep, and bounds of the value that it is compared with.

    `demand` is what respondents are promised, and `kept` what a device keeps: for a design the same, for a mechanism its own
    privacy and that it tells no two truths apart better at any ratio. `is_optimum` tells whether the value is that of a certified
    design. Otherwise it is that of the mechanism alone. `is_own` tells whether it is known to be that of the mechanism: not where a
    design's bounds differ, or where some of its answers were given up.
    """

    mechanism: Mechanism | SetMechanism
    demand: Notion
    kept: Notion
    objective: Objective
    values: Values
    is_optimum: bool
    is_own: bool = False

    @property
    def name(self) -> str:
        """The name of that with which the device is compared."""
        return "certified optimum" if self.is_optimum else "mechanism"

    @property
    def scores(self) -> tuple[Fraction, ...] | None:
        """The scores of the truths, if their mean is wanted."""
        objective = self.objective
        return objective.contrast[0] if isinstance(objective, Contrast) and len(objective.contrast) == 1 else None

    def asked(self) -> dict[tuple[int, ...], tuple[Fraction, Fraction]]:
        """Map ordered pairs (j, l) of truths to rationals (T, δ) with Pr(S | j) ≤ T·Pr(S | l) + δ for every set S of answers.

        They are at most the bounds of what must be kept, but close to them. If a pair has several bounds, the keys are (j, l, n)
        with n = 0, 1, ….
        """
        p = self.mechanism
        return {
            place: (
                enclose_relative(ratio, bits=BITS)[0],
                enclose_relative(slack, bits=BITS)[0] if slack else Fraction(0),
            )
            for place, (ratio, slack) in self.kept.bounds(p.k, p.inputs).places()
        }


def target_of_design(found: Design) -> Target:
    """Take the mechanism of a design, the first of several optimal ones, and its certified bounds.

    If there may be any number of answers, those that next to nobody gives are given up: an instrument with few outcomes would have
    to spare some for each.
    """
    whole = p = found.mechanism or found.sets
    if isinstance(p, Mechanism) and found.problem.outputs is None:
        p = _without_rare(p)
    if p is None or found.lower is None or found.upper is None or p.pair.is_free:
        raise InputError("a device needs a design with one mechanism; ask for one epsilon and one prevalence")
    is_own, bounds = p is whole and found.lower == found.upper, (found.lower, found.upper)
    demand = found.problem.demand
    return Target(p, demand, demand, found.problem.objective, bounds, is_optimum=True, is_own=is_own)


def _without_rare(p: Mechanism) -> Mechanism:
    """Put the answers that are rarer than RARE under every truth together with the answer that is given most often.

    Such answers are left over from rounding a design. Whoever hears the answers could do the same, so every demand is still kept.
    """
    rare = [i for i, row in enumerate(p.rows) if max(enclose(x)[1] for x in row) < RARE]
    if not rare or p.is_free:
        return p
    often = max(range(p.m), key=lambda i: enclose(total_of(p.rows[i]))[0])
    kept = [i for i in range(p.m) if i not in rare]
    rows = [
        p.rows[i] if i != often else tuple(map(total_of, zip(p.rows[i], *(p.rows[n] for n in rare), strict=True)))
        for i in kept
    ]
    return Mechanism(rows, p.inputs, p.outputs and [p.output_labels[i] for i in kept])


def target_of_mechanism(p: Mechanism | SetMechanism, prevalence: Any = None) -> Target:
    """Take any mechanism, its own privacy, and its own value at a prevalence; equal shares if none is given.

    The value is the variance of the estimated share for two truths, and the total variance for more. If the answers do not tell
    more than two shares apart, it is the information.
    """
    if p.pair.is_free:
        raise InputError("epsilon or delta is free, but a device needs one value; make the mechanism for one value")
    if tells_nothing(p.pair):
        raise InputError(
            "each answer is equally likely whatever is true, so a device of this mechanism would tell nothing"
        )
    objectives: list[Objective] = (
        [Variance(Fraction(1, 2) if prevalence is None else prevalence)]
        if p.k == 2
        else [TotalVariance(prevalence or ()), Information(prevalence or ())]
    )
    found = next(((x, values) for x in objectives if (values := value_of(x, p)) is not None), None)
    if found is None:
        raise InputError(
            f"the {objectives[-1].name} of this mechanism is infinite, so no device can be compared with it"
        )
    objective, values = found
    # with many sets, any two truths are told apart as well as the two of `pair`
    own = own_demands(p) if isinstance(p, Mechanism) else [LDP(LDP.tightest_epsilon(p.pair))]
    return Target(p, own[0], All(*own), objective, values, is_optimum=False, is_own=True)


def value_of(objective: Objective, p: Mechanism | SetMechanism) -> Values | None:
    """Bounds of the value of a mechanism; None if its answers do not tell what is estimated, or the value is infinite."""
    if isinstance(p, SetMechanism):
        return _value_of_sets(objective, p)
    objective.require_inputs(p.k)
    try:
        low, high = objective.value_bounds(p)
    except InputError:  # the answers do not tell the truths apart
        return None
    return None if is_infinite(low) or is_infinite(high) else (low, high)


def _value_of_sets(objective: Objective, p: SetMechanism) -> Values | None:
    """The value of all sets of one size c, where the objective is symmetric in the inputs.

    Σ f(r) over the sets of size c that bear t at their members is k·f(r)/s for one row r of c entries t and k − c entries 1, with
    s = k + (t − 1)c.
    """
    (c,), t, k = p.sizes, p.ratio, p.k
    if isinstance(objective, RowSum) and objective.is_symmetric(k):
        with precise():
            row = (ball(t),) * c + (ball(Fraction(1)),) * (k - c)
            value = k * objective.summands(k)[0].of(row) / ball(k + (t - 1) * c)
            return fraction(end(value, up=False)), fraction(end(value, up=True))
    if not isinstance(objective, Estimates) or objective.theorem is None:
        raise InputError(f"the {objective.name} of so many sets is not computed; ask for equal shares, or fewer inputs")
    if t == 1:
        return None
    found = value_of_sets(objective.theorem, k, c, t)
    return found, found


def tells_nothing(p: Mechanism) -> bool:
    """Whether each answer is equally likely whatever is true."""
    return all(len(set(row)) == 1 for row in p.rows)


def own_demands(p: Mechanism) -> list[Notion]:
    """Return demands that together are kept by what tells no two truths apart better than p at any ratio.

    The n-th has for each ordered pair the n-th kink T ≥ 1 from the last, as its ratio, and the excess there as its slack; it is an
    LDP if they are the same for all pairs. The first one is the privacy that the mechanism just has, as the excess at the last kink
    is the chance of the answers that cannot come under l. Of subset selection one pair stands for all, as every other is told apart
    as well.
    """
    names = p.inputs or range(p.k)
    bounds = {
        (names[x.input], names[x.against]): [*zip(found.breakpoints, found.deltas, strict=True)][::-1]
        for x in pairs(p, distinct=read_sets(p) is not None)
        for found in [profile_of([x])]
    }
    demands: list[Notion] = []
    for kinks in zip_longest(*bounds.values()):
        asked = {pair: kink for pair, kink in zip(bounds, kinks, strict=True) if kink is not None}
        slacks = {pair: slack for pair, (_, slack) in asked.items() if slack}
        if len({*kinks}) == 1:
            ((ratio, slack),) = {*kinks}
            demands.append(LDP(Epsilon(ratio), delta=slack))
        else:
            demands.append(PairwiseLDP({pair: Epsilon(t) for pair, (t, _) in asked.items()}, deltas=slacks or None))
    return demands
