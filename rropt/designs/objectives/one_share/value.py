"""The variance of a given mechanism, at one prevalence or at the worst prevalence of an interval.

Let p_ij be the probability of output i at input j. For two outputs the variance is q(1−q)/D², where q is the probability of the
second output and D = p00 + p11 − 1. For any number of outputs it is 1/I(π), where I is the Fisher information about the
prevalence π.

I is convex in π. To see this, let d_i = p_i1 − p_i0 and q_i = p_i0 + π·d_i for each output i. The term d_i²/q_i of I has the
derivative −d_i³/q_i² and a second derivative ≥ 0. So on [a, b] the information is least at a if I'(a) ≥ 0, and at b if I'(b) ≤ 0.
Otherwise it is least at a point between them where I' = 0. Bisection encloses this point in a short interval. The least I is at
most I at either end of the short interval. As I lies above its tangents, the least I is at least the least value of a tangent on
the short interval.
"""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.designs.objectives.prevalence import Prevalence, Quantifier, least_favourable
from rropt.designs.rows.averages import sides as sides_of
from rropt.designs.rows.hull import rows_of_hull
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.problem.problem import Problem

__all__ = [
    "binary_variance",
    "information",
    "prevalence_to_plan_for",
    "tangent_fall",
    "worst_binary_variance",
    "worst_prevalence",
    "worst_variance",
]

ZERO, HALF = Fraction(0), Fraction(1, 2)
SIMPLE = 1000  # the largest denominator of a peak that is tried as an exact one
GAP, FINE = Fraction(1, 10**12), Fraction(1, 10**30)
Bounds = tuple[Bound, Bound]


def binary_variance(mechanism: Mechanism, prevalence: Number) -> Bound:
    """Compute the variance q(1−q)/D² for a mechanism with two outputs; it is infinite if D = 0.

    Here q is the probability of the second output at the prevalence, and D = p00 + p11 − 1.
    """
    (p00, _), (_, p11) = mechanism.rows
    d = p00 + p11 - 1
    if d == 0:
        return INFINITY
    q = 1 - p00 + prevalence * d
    return q * (1 - q) / (d * d)


def information(mechanism: Mechanism, prevalence: Number) -> Bound:
    """Compute the Fisher information I(π) about the prevalence π; infinite if an output that is possible under one input has
    probability 0 at π."""
    total: Number = Fraction(0)
    for p0, p1 in mechanism.rows:
        d = p1 - p0
        if d == 0:
            continue
        q = p0 + prevalence * d
        if q == 0:
            return INFINITY
        total = total + d * d / q
    return total


def worst_binary_variance(mechanism: Mechanism, lower: Number, upper: Number) -> Bound:
    """Compute the largest variance q(1−q)/D² of a mechanism with two outputs, over the prevalences π in [lower, upper].

    Here q is the probability of the second output at π, and D = p00 + p11 − 1. The variance is a concave parabola in π
    with its peak at q = 1/2. It is infinite if D = 0, or for a single output. Mechanisms of more than two outputs are refused.
    """
    if mechanism.m == 1:
        return INFINITY
    if mechanism.m > 2:
        raise InputError(
            "rropt cannot write the worst-case variance of more than two outputs exactly; use `check`, which gives bounds on it"
        )
    (p00, _), (_, p11) = mechanism.rows
    d = p00 + p11 - 1
    if d == 0:
        return INFINITY
    peak = (p00 - Fraction(1, 2)) / d
    return binary_variance(mechanism, min(max(peak, lower), upper))


def worst_variance(mechanism: Mechanism, lower: Number, upper: Number) -> Bounds:
    """Bound the largest variance over the prevalences in [lower, upper] from below and above.

    The bounds are equal if the maximum is known exactly. They are infinite if every answer has the same probability under both
    inputs.
    """
    if not any(p0 != p1 for p0, p1 in mechanism.rows):
        return INFINITY, INFINITY
    if lower == upper or _slope(mechanism, lower) >= 0:
        return _exactly(mechanism, lower)
    if _slope(mechanism, upper) <= 0:
        return _exactly(mechanism, upper)
    if lower < HALF < upper and _slope(mechanism, HALF) == 0:
        return _exactly(mechanism, HALF)
    return _bisect(mechanism, lower, upper)


def worst_prevalence(mechanism: Mechanism, lower: Number, upper: Number) -> Number:
    """Find the prevalence π in [lower, upper] with the largest variance 1/I(π), where I is the Fisher information.

    If π is not an end of the interval, the result is only a rational number near π. At this number, I exceeds its least value on
    the interval by at most 10^-12 times I.
    """
    if lower == upper or _slope(mechanism, lower) >= 0:
        return lower
    if _slope(mechanism, upper) <= 0:
        return upper
    low, high = max(enclose(lower)[0], ZERO), min(enclose(upper)[1], Fraction(1))
    while True:
        middle = (low + high) / 2
        near = middle.limit_denominator(math.isqrt(middle.denominator) + 1)
        for place in (near, middle):
            slope = _slope(mechanism, place)
            told = not is_infinite(slope) and low < place < high
            if told and max(slope, -slope) * (upper - lower) <= GAP * information(mechanism, place):
                return place
        low, high = (middle, high) if _slope(mechanism, middle) < 0 else (low, middle)


def tangent_fall(mechanism: Mechanism, at: Number, lower: Number, upper: Number) -> Number:
    """Compute how far the tangent to the information I at the prevalence `at` falls below I(at) on [lower, upper], at most.

    On [lower, upper], I itself falls no further below I(at), because it is convex and so lies above its tangent.
    """
    slope = _slope(mechanism, at)
    assert not is_infinite(slope)
    return max(ZERO, slope * (at - lower), slope * (at - upper))


def _exactly(mechanism: Mechanism, prevalence: Number) -> Bounds:
    found = information(mechanism, prevalence)
    value: Number = ZERO if is_infinite(found) else 1 / found
    return value, value


def _slope(mechanism: Mechanism, prevalence: Number) -> Bound:
    """Compute the derivative of the Fisher information with respect to the prevalence π.

    The derivative is ∞ or −∞ if π is 0 or 1 and some output is impossible at this π, though possible under the other input.
    """
    total: Number = ZERO
    for p0, p1 in mechanism.rows:
        q = (1 - prevalence) * p0 + prevalence * p1
        if p0 != p1 and q == 0:
            return -INFINITY if p1 > p0 else INFINITY
        if p0 != p1:
            total = total - (p1 - p0) ** 3 / q**2
    return total


def _bisect(mechanism: Mechanism, lower: Number, upper: Number) -> Bounds:
    """Bound the largest variance from below and above. Bisection encloses the prevalence π at which it is largest.

    This π must lie strictly between `lower` and `upper`. An irrational end is first replaced by a rational number just outside the
    interval.
    """
    low, high = max(enclose(lower)[0], ZERO), min(enclose(upper)[1], Fraction(1))
    while True:
        middle = (low + high) / 2
        slope = _slope(mechanism, middle)
        if slope == 0:
            return _exactly(mechanism, middle)
        low, high = (middle, high) if slope < 0 else (low, middle)
        found = _between(mechanism, low, high)
        if found is not None and found[1] - found[0] <= GAP * found[1]:
            simple = ((low + high) / 2).limit_denominator(SIMPLE)
            return _exactly(mechanism, simple) if low < simple < high and _slope(mechanism, simple) == 0 else found


def _between(mechanism: Mechanism, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction] | None:
    """Bound the largest variance from below and above, if the prevalence π that attains it lies between `low` and `high`.

    At this π the information I is at most I(low). It is at least the value that the tangent to I at `low` has at `high`. None if no
    positive lower bound of I is found.
    """
    value, slope = information(mechanism, low), _slope(mechanism, low)
    if is_infinite(value) or is_infinite(slope):
        return None
    least = enclose(value + slope * (high - low), width=FINE)[0]
    return (1 / enclose(value, width=FINE)[1], 1 / least) if least > 0 else None


def prevalence_to_plan_for(problem: Problem, pi: Prevalence) -> Number:
    """Return the prevalence at which to design: the given one or, for an interval, the least favourable one.

    If all inputs share one ε and δ, the least favourable prevalence is the point of the interval nearest to 1/2. If each input has
    a bound of its own, one mechanism is at least as good as all others at every prevalence. Then the least favourable prevalence is
    the worst prevalence of that mechanism. Both hold for designs with any number of outputs.

    The variance is convex in the weights of rows and concave in π. So weights that are best at the least favourable prevalence are
    the minimax weights.
    """
    if pi.quantifier is not Quantifier.WORST or problem.bounds.common is not None:
        return least_favourable(pi).point
    dominating = Mechanism(rows_of_hull(sides_of(problem.bounds)))
    return worst_prevalence(dominating, pi.lower, pi.upper)
