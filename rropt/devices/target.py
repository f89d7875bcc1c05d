"""What a device stands for: a certified design under its demand, or any mechanism under its own privacy.

The privacy of a mechanism is, for each ordered pair of truths, the largest ratio of the chances of an answer. A device that keeps
all of them tells no two truths apart better than the mechanism does; a mechanism of one ratio for all pairs has ε-LDP with this.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.categories.criteria.total_variance import TotalVariance
from rropt.designs.rows.sets import SetMechanism
from rropt.exact.element import Bound, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, Notion, PairwiseLDP
from rropt.privacy.bounds import PairBounds
from rropt.privacy.ratios import extremes, ratio
from rropt.problem.contract import Objective
from rropt.problem.result import Design
from rropt.sublinear.information import Information
from rropt.variance.objective import Variance

__all__ = ["BOUND", "MECHANISM", "OF_ALL", "OPTIMUM", "Target", "own_demand", "target_of_design", "target_of_mechanism"]

OPTIMUM, BOUND, MECHANISM = "certified optimum", "bound on the optimum", "mechanism"
OF_ALL = "certified bound of all designs"


@dataclass(frozen=True, slots=True)
class Target:
    """The mechanism wanted, the demand that its device must keep, and the value, between `lower` and `upper`, that the device is
    held against; `against` names what has this value."""

    mechanism: Mechanism | SetMechanism
    demand: Notion
    bounds: PairBounds
    objective: Objective
    lower: Number
    upper: Number
    against: str


def target_of_design(found: Design) -> Target:
    """A design with one mechanism and its certified optimum; a plain one is held against the bound of all designs."""
    p, problem = found.sets or found.mechanism, found.problem
    if p is None or found.lower is None or found.upper is None or (isinstance(p, Mechanism) and p.is_free):
        raise InputError("a device needs a design with one mechanism; ask for one epsilon and one prevalence")
    lower, upper, against = found.lower, found.upper, BOUND if found.is_bounded else OPTIMUM
    if problem.plain and lower != upper:  # its own value is one of the bounds, and the other is of all designs
        lower = upper = lower if problem.objective.sense == "min" else upper
        against = BOUND if found.is_bounded else OF_ALL
    return Target(p, problem.demand, problem.bounds, problem.objective, lower, upper, against)


def target_of_mechanism(p: Mechanism | SetMechanism, prevalence: Any = None) -> Target:
    """Any mechanism, under its own privacy; what a device loses is told by the variance at this prevalence.

    `prevalence` is a number for two truths and a list of shares for more; every truth is equally frequent unless given.
    """
    if p.pair.is_free:
        raise InputError("a device needs one epsilon; fix it")
    objective = _objective(p, prevalence)
    low, high = p.value(objective)
    if is_infinite(low) or is_infinite(high) or not high:
        raise InputError(
            "each answer is equally likely whatever is true, so a device of this mechanism would tell nothing"
        )
    # of many sets the two truths that are told apart best are as far apart as any other two
    demand = own_demand(p) if isinstance(p, Mechanism) else LDP(LDP.tightest_epsilon(p.pair))
    return Target(p, demand, demand.bounds(p.k, p.inputs), objective, low, high, MECHANISM)


def own_demand(p: Mechanism) -> Notion:
    """The strongest demand on ratios of pairs of truths that the mechanism meets."""
    ratios = {pair: _largest_of_pair(p, *pair) for pair in itertools.permutations(range(p.k), 2)}
    common = ratios[0, 1]
    if not is_infinite(common) and all(x == common for x in ratios.values()):
        return LDP(Epsilon(common))
    return PairwiseLDP({pair: Epsilon(x) for pair, x in ratios.items()})


def _largest_of_pair(p: Mechanism, j: int, against: int) -> Bound:
    """The largest P[i, j] / P[i, against] of the answers that may come under j."""
    found = [ratio(row[j], row[against]) for row in p.rows if row[j]]
    finite = [x for x in found if not is_infinite(x)]
    return finite[extremes(finite)[0]] if len(finite) == len(found) else INFINITY


def _objective(p: Mechanism | SetMechanism, prevalence: Any) -> Objective:
    """The variance of the share of two truths, else of all shares; the information where these cannot be estimated."""
    if p.k == 2:
        return Variance(prevalence or Fraction(1, 2))
    shares = TotalVariance(prevalence)
    return Information(prevalence) if is_infinite(p.value(shares)[1]) else shares
