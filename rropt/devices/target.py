"""The target of a device: a certified design with its demand, or any mechanism with its own privacy as the demand.

A device says what a respondent answers at each outcome of an instrument, such as a die.

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

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.designs.objectives.information import Information
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.variance import Variance
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, Notion, PairwiseLDP
from rropt.privacy.bounds import PairBounds
from rropt.privacy.ratios import extremes
from rropt.problem.contract import Objective
from rropt.problem.result import Design

__all__ = [
    "BOUND",
    "MECHANISM",
    "OF_ALL",
    "OPTIMUM",
    "Target",
    "own_demand",
    "target_of_design",
    "target_of_mechanism",
    "tells_nothing",
    "usual_objective",
]

OPTIMUM, BOUND, MECHANISM = "certified optimum", "bound on the optimum", "mechanism"
OF_ALL = "certified bound of all designs"


@dataclass(frozen=True, slots=True)
class Target:
    """The mechanism that a device must realise, and the demand that it must keep.

    The device's value is compared with another value. `lower` and `upper` bound this other value, and `against` is its name.
    """

    mechanism: Mechanism | SetMechanism
    demand: Notion
    bounds: PairBounds
    objective: Objective
    lower: Number
    upper: Number
    against: str

    @property
    def _alone(self) -> Mechanism | None:
        """The mechanism, if the target was made from it and not from a design. None for a design, and for a mechanism that is not a
        matrix."""
        return self.mechanism if self.against == MECHANISM and isinstance(self.mechanism, Mechanism) else None

    def keeps(self, made: Mechanism) -> bool:
        """Whether a device's mechanism keeps the demand.

        If the target was made from a matrix and not from a design, more is required. At no ratio may the device's mechanism
        distinguish two truths better than the matrix does.
        """
        return self.demand.holds(made) and (self._alone is None or tells_no_better(made, self._alone))

    def asked(self) -> dict[tuple[int, ...], tuple[Number, Number]]:
        """Return the bounds that a device must satisfy, as a dictionary from ordered pairs (j, l) of truths to pairs (T, δ).

        A bound is met if Pr(S | j) ≤ T·Pr(S | l) + δ for every set S of answers. If a pair may have several bounds, the keys are
        (j, l, n) with n = 0, 1, ….
        """
        return dict(self.bounds.places()) if self._alone is None else excesses(self._alone)


def target_of_design(found: Design) -> Target:
    """Return the `Target` of a design, which says what a device must realise. Of several optimal mechanisms the first is taken.

    Raise an InputError if the design has no `mechanism` (as may be for an interval of epsilon or of the prevalence), if a number of
    the mechanism is free, or if there are no bounds on the design's value. If the design was made with `plain`, the device is
    compared with the bound on all designs.
    """
    p, problem = found.sets or found.mechanism, found.problem
    if p is None or found.lower is None or found.upper is None or (isinstance(p, Mechanism) and p.is_free):
        raise InputError("a device needs a design with one mechanism; ask for one epsilon and one prevalence")
    lower, upper, against = found.lower, found.upper, BOUND if found.is_bounded else OPTIMUM
    if problem.plain and lower != upper:  # its own value is one of the bounds, and the other is of all designs
        lower = upper = lower if problem.objective.sense == "min" else upper
        against = BOUND if found.is_bounded else OF_ALL
    return Target(p, problem.demand, problem.bounds, problem.objective, lower, upper, against)


def target_of_mechanism(p: Mechanism | SetMechanism, prevalence: Any = None) -> Target:
    """Return the `Target` of any mechanism. Its demand is the mechanism's own privacy, and its value is that of `usual_objective`,
    such as a variance, at this prevalence.

    `prevalence` is a number for two truths, and a list of shares for more. If it is None, all truths have equal shares.
    """
    if p.k < 2:
        raise InputError(
            "the mechanism has one input, so its answers cannot tell anything; give a mechanism with at least two inputs"
        )
    if p.pair.is_free:
        raise InputError(
            "epsilon or delta is free, but a device needs one value; make the mechanism for one value, or give one with "
            "mechanism.at(…) if it has a matrix"
        )
    objective = usual_objective(p, prevalence)
    low, high = p.value(objective)
    if is_infinite(low) or is_infinite(high) or tells_nothing(p.pair):
        raise InputError(
            "each answer is equally likely whatever is true, so a device of this mechanism would tell nothing"
        )
    # with many sets, any two truths are told apart as well as the two of `pair`
    demand = own_demand(p) if isinstance(p, Mechanism) else LDP(LDP.tightest_epsilon(p.pair))
    return Target(p, demand, demand.bounds(p.k, p.inputs), objective, low, high, MECHANISM)


def own_demand(p: Mechanism) -> Notion:
    """Return a demand that the mechanism just meets: a ratio and a delta for each ordered pair of truths.

    The ratio of a pair is taken over the answers that may come under both truths. It is the largest quotient of an answer's
    probability under the first truth by its probability under the second, but at least 1. The delta is the probability, under the
    first truth, of the answers that are impossible under the second. If all pairs have the same ratio and delta, the demand is an
    LDP.
    """
    bounds = {pair: _bound_of_pair(p, *pair) for pair in itertools.permutations(range(p.k), 2)}
    ratio, slack = bounds[0, 1]
    if all(bound == (ratio, slack) for bound in bounds.values()):
        return LDP(Epsilon(ratio), delta=slack)
    names = p.inputs or range(p.k)
    named = {(names[j], names[against]): bound for (j, against), bound in bounds.items()}
    slacks = {pair: slack for pair, (_, slack) in named.items() if slack}
    return PairwiseLDP({pair: Epsilon(ratio) for pair, (ratio, _) in named.items()}, deltas=slacks or None)


def _bound_of_pair(p: Mechanism, j: int, against: int) -> tuple[Number, Number]:
    """Return the largest P[i, j] / P[i, against], at least 1, over answers i possible under both inputs.

    Also return the probability under j of the answers that are impossible under `against`.
    """
    both = [row[j] / row[against] for row in p.rows if row[j] and row[against]]
    largest = both[extremes(both)[0]] if both else Fraction(1)
    slack: Number = sum((row[j] for row in p.rows if not row[against]), Fraction(0))
    return (largest if largest > 1 else Fraction(1)), slack


def excesses(p: Mechanism) -> dict[tuple[int, ...], tuple[Number, Number]]:
    """For each ordered pair (j, l) of truths, compute how well the mechanism tells j from l, at several ratios T ≥ 1.

    Let p_ij be the probability of answer i under truth j. The measure at the ratio T is the excess Σ_i max(0, p_ij − T·p_il), which
    is a piecewise linear function of T. It is computed at T = 1 and at all its kinks with T > 1. The result maps (j, l, n) to the
    n-th T of the pair (j, l), counted from 0, and the excess at this T.
    """
    found: dict[tuple[int, ...], tuple[Number, Number]] = {}
    for j, against in itertools.permutations(range(p.k), 2):
        kinks = {row[j] / row[against] for row in p.rows if row[against] and row[j] > row[against]} | {Fraction(1)}
        for n, at in enumerate(kinks):
            found[j, against, n] = at, _excess(p, j, against, at)
    return found


def tells_no_better(made: Mechanism, p: Mechanism) -> bool:
    """Whether for all truths j, l and every T ≥ 1 the excess Σ_i max(0, p_ij − T·p_il) of `made` is at most that of p.

    Here p_ij is the probability of answer i under truth j. The excess measures how well a mechanism tells j from l.
    """
    return all(_excess(made, j, against, at) <= most for (j, against, *_), (at, most) in excesses(p).items())


def tells_nothing(p: Mechanism) -> bool:
    """Whether each answer is equally likely whatever is true."""
    return all(len(set(row)) == 1 for row in p.rows)


def _excess(p: Mechanism, j: int, against: int, at: Number) -> Number:
    differences = (row[j] - at * row[against] for row in p.rows)
    return sum((x for x in differences if x > 0), Fraction(0))


def usual_objective(p: Mechanism | SetMechanism, prevalence: Any) -> Objective:
    """Return the objective by which a device's loss is measured. For two truths it is the variance of the estimated share, and for
    more it is the total variance of all shares. If more than two shares cannot be estimated from the answers, it is the information
    instead."""
    if p.k == 2:
        return Variance(Fraction(1, 2) if prevalence is None else prevalence)
    shares = TotalVariance(prevalence)
    return Information(prevalence) if is_infinite(p.value(shares)[1]) else shares
