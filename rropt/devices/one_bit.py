"""Find devices with two answers from which the mean of scores can be estimated.

A device says what a respondent answers at each outcome of an instrument, such as a die. Here all outcomes are equally likely.

Let the scores be K_j = a + g·q_j with whole numbers q_j from 0 to L, and let n be the number of outcomes. Under the score K_j, let
c + s·q_j of the outcomes give the second answer, for whole numbers c and s ≥ 1. The answers estimate the mean only if the numbers
have this form, which is affine in the score (`reductions/one_bit.py`). At a fixed s, the demand with ratio T and slack δ confines c
to an interval,

    c + sL ≤ T·c + δn  and  n − c ≤ T(n − c − sL) + δn.

Let λ be the chance of the second answer. The variance of the mean is λ(1 − λ)/(sL/n)² times the squared range of the scores. It is
concave in c, so the best c is one of the two ends of the interval. T and δ are replaced by rationals that are no larger, so that
the demand is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rropt.devices.rules import Counts

__all__ = ["affine_tables"]


def affine_tables(
    scores: Sequence[Fraction],
    n: int,
    demanded: tuple[Fraction, Fraction],
    *,
    forces: tuple[bool, bool],
    near: tuple[Fraction, int] | None = None,
) -> Iterator[Counts]:
    """Yield tables of counts. Each entry is the number of outcomes, among n, that give an answer (row) under a score (column).

    The counts in the second row are affine in the scores. The slopes are tried from the largest to the least. For each slope there
    are at most two tables: those with the least and with the largest counts that keep the demand.

    `demanded` is the demand's ratio and delta. The two entries of `forces` tell whether the first answer must be possible under the
    highest score, and whether the second must be possible under the lowest. If `near` is a pair (x, d), only slopes from about
    s − d to s + d are tried. Here s is the slope at which the chance of the second answer rises by x from the lowest score to the
    highest.
    """
    ratio, delta = demanded
    lowest = min(scores)
    unit = Fraction(math.lcm(*(x.denominator for x in (s - lowest for s in scores))))
    whole = [int((s - lowest) * unit) for s in scores]
    places = [x // math.gcd(*whole) for x in whole]
    last = max(places)
    first, end = n // last, 0
    if near is not None:
        at = math.floor(near[0] * n / last)
        first, end = min(first, at + near[1]), max(end, at - near[1] - 1)
    for step in range(first, end, -1):
        rise, slack = step * last, delta * n
        least, most = Fraction(forces[1]), Fraction(n - rise - forces[0])
        if ratio > 1:
            least = max(least, (rise - slack) / (ratio - 1))
            most = min(most, n - (ratio * rise - slack) / (ratio - 1))
        elif rise > slack:
            continue
        ends = {math.ceil(least), math.floor(most)} if math.ceil(least) <= most else set()
        for c in sorted(ends):
            second = [c + step * q for q in places]
            yield [[n - x for x in second], second]
