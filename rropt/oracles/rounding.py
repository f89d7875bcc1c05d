"""Gains as round as they can be: fewer digits for a reader, and exact because both values are computed anew."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.order.decision import normalised

__all__ = ["rounded_gains"]

DIGITS = (1, 2, 10, 1000, 10**6, 10**12, 10**18)
WIDTH = Fraction(1, 10**24)
ZERO = Fraction(0)


def rounded_gains(
    gains: Sequence[Sequence[Number]], first: Mechanism, second: Mechanism, *, kept: Fraction = ZERO
) -> Matrix | None:
    """Rational gains near the stated ones on which the second mechanism still earns strictly more; None if none are.

    It also earns more than the part `kept` of what it earns more at the stated gains, both brought into [0, 1].
    """
    exact = normalised(gains) if kept else None
    wanted = ZERO if exact is None else kept * (exact.value(second) - exact.value(first))
    near = [[enclose(x, width=WIDTH)[0] for x in row] for row in gains]
    scale = max(abs(x) for row in near for x in row)
    if scale == 0:
        return None
    for digits in DIGITS:
        rounded = [[Fraction(round(x / scale * digits), digits) for x in row] for row in near]
        if len({tuple(row) for row in rounded}) < 2:
            continue
        problem = normalised(rounded)
        if problem.value(second) - problem.value(first) > wanted:
            return problem.gains
    return None
