"""Rounds gains to few digits for a reader, and distributions to multiples of 1/n. Quantities that depend on the rounded numbers are
computed from these.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.order.decision import normalise

__all__ = ["round_distribution", "round_gains"]

DIGITS = (1, 2, 10, 1000, 10**6, 10**12, 10**18)
WIDTH = Fraction(1, 10**24)


def round_gains(gains: Sequence[Sequence[Number]], first: Mechanism, second: Mechanism) -> Matrix | None:
    """Round gains to rationals on which the second mechanism still earns strictly more than the first. None if no rounding that is
    tried keeps this, or if all actions have the same gains.
    """
    if len({tuple(row) for row in gains}) < 2:  # one action is no decision
        return None
    near = [[enclose(x, width=WIDTH)[0] for x in row] for row in gains]
    scale = max(abs(x) for row in near for x in row)
    for digits in DIGITS:
        rounded = [[Fraction(round(x / scale * digits), digits) for x in row] for row in near]
        if len({tuple(row) for row in rounded}) < 2:
            continue
        problem = normalise(rounded)
        if problem.value(second) > problem.value(first):
            return problem.gains
    return None


def round_distribution(weights: Sequence[Fraction], denominator: int) -> tuple[Fraction, ...]:
    """Round weights to nonnegative multiples of 1/denominator. The largest is then changed so that the sum is 1."""
    whole = [max(0, round(x * denominator)) for x in weights]
    whole[whole.index(max(whole))] += denominator - sum(whole)
    return tuple(Fraction(x, denominator) for x in whole)
