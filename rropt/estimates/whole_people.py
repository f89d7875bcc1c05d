"""Shares rounded to whole people so that they still add up: the method of largest remainders.

Of N people, share x has ⌊N x⌋ first; the people left over go one each to the shares with the largest N x − ⌊N x⌋. As many as
are left over is the sum of these remainders, which is less than the number of shares, so no count differs from N x by 1 or more,
and none is negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.exact.field import Number
from rropt.exact.sign import enclose

__all__ = ["whole_shares"]


def whole_shares(shares: Sequence[Number], people: int) -> tuple[Fraction, ...]:
    """Shares of so many people that are whole numbers of them, sum to 1 and are next to these (of no less than 0, sum 1)."""
    exact = [people * (x if isinstance(x, Fraction) else enclose(x)[0]) for x in shares]
    counts = [max(0, x.numerator // x.denominator) for x in exact]
    order = sorted(range(len(counts)), key=lambda j: counts[j] - exact[j])
    for j in order[: people - sum(counts)]:
        counts[j] += 1
    return tuple(Fraction(c, people) for c in counts)
