"""Breaches by a prior on two inputs: by Chai and Nayak's Lemma 3.2 no other prior or event breaches more."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number
from rropt.mechanism import Mechanism
from rropt.privacy.notion import Breach

__all__ = ["breach_on_two", "posterior"]


def posterior(prior: Number, likely: Number, unlikely: Number) -> Number:
    """The probability of an event after an output that is `likely` under it and `unlikely` otherwise."""
    return prior * likely / (prior * likely + (1 - prior) * unlikely)


def breach_on_two(p: Mechanism, i: int, j: int, low: int, prior: Number, limit: Number) -> Breach:
    """The breach by output i of the event {j} under the prior that gives j so much and input `low` the rest."""
    weights: list[Number] = [Fraction(0)] * p.k
    weights[j], weights[low] = prior, 1 - prior
    return Breach(tuple(weights), (j,), i, prior, posterior(prior, p.rows[i][j], p.rows[i][low]), limit)
