"""Tables with two answers from which the mean of scores can be estimated, for n equally likely outcomes.

Let the scores be K_j = a + g·q_j with whole numbers q_j from 0 to L. Under the score K_j, let c + s·q_j of the outcomes give the
second answer, for whole numbers c and s ≥ 1. Two answers estimate the mean only if their chances have this form, which is affine in
the score. At a fixed s, the demand with ratio T and slack δ confines c to an interval,

    c + sL ≤ T·c + δn  and  n − c ≤ T(n − c − sL) + δn.

Let λ be the chance of the second answer. The variance of the mean is λ(1 − λ)/(sL/n)² times the squared range of the scores. It is
concave in c, so the best c is one of the two ends of the interval. T and δ are replaced by rationals that are no larger, so that
the demand is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

__all__ = ["affine_tables"]


def affine_tables(
    scores: Sequence[Fraction],
    n: int,
    demanded: tuple[Fraction, Fraction],
    forces: tuple[bool, bool],
    near: tuple[Fraction, int],
) -> Iterator[list[list[int]]]:
    """Yield tables of counts, an answer in a row and a score in a column, from the largest slope s to the least.

    For each slope there are at most two tables: those with the least and with the largest c that keep the demand.

    `demanded` is the demand's ratio and delta. The two entries of `forces` tell whether the first answer must be possible under the
    highest score, and whether the second must be possible under the lowest. If `near` is (x, d), only slopes within d of the one
    are tried at which the chance of the second answer rises by x from the lowest score to the highest.
    """
    ratio, slack = demanded[0], demanded[1] * n
    lowest = min(scores)
    unit = math.lcm(*((score - lowest).denominator for score in scores))
    whole = [int((score - lowest) * unit) for score in scores]
    places = [x // math.gcd(*whole) for x in whole]
    last = max(places)
    at, far = math.floor(near[0] * n / last), near[1]
    for step in range(min(n // last, at + far), max(0, at - far - 1), -1):
        rise = step * last
        least, most = Fraction(forces[1]), Fraction(n - rise - forces[0])
        if ratio > 1:
            least = max(least, (rise - slack) / (ratio - 1))
            most = min(most, n - (ratio * rise - slack) / (ratio - 1))
        elif rise > slack:
            continue
        if math.ceil(least) <= most:
            for c in sorted({math.ceil(least), math.floor(most)}):
                second = [c + step * q for q in places]
                yield [[n - x for x in second], second]
