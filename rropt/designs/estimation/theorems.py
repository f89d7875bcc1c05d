"""Subset selection at equal prevalences, which has the least total variance if its sets have the best size.

There are k inputs, and every answer is a set of d inputs. A set that contains the truth is t = e^ε times as likely as a set that
does not. Let Cov be the covariance of the estimated shares for n people. By symmetry every contrast of length 1 has the same
variance, so n·Cov = E·(I − J/k), where J is the matrix of ones and E = (k − 1)(k + (t − 1)d)²/(k(t − 1)²d(k − d)). n times the
total variance is (k − 1)E.

Ye & Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy, IEEE Trans. Inf. Theory
64, 5662–5676; (2019) Optimal locally private estimation under l_p loss, Electronic Journal of Statistics 13, 4102–4120.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number

__all__ = ["best_sizes", "largest_variance"]


def largest_variance(k: int, size: int, t: Number) -> Number:
    """Compute E, which is n times the variance of every contrast of length 1, for subset selection at equal prevalences.

    The answers are sets of this size, and n is the number of respondents.
    """
    whole = k + (t - 1) * size
    return (k - 1) * whole * whole / (Fraction(k * size * (k - size)) * (t - 1) * (t - 1))


def best_sizes(k: int, t: Number) -> tuple[int, ...]:
    """Return the best size of the sets, with which the variance is least, or two neighbouring sizes if they are equally good.

    For sets of size d the variance is proportional to (k + (t − 1)d)²/(d(k − d)), with t = e^ε. This falls and then rises in d,
    with its least value at d = k/(t + 1).
    """
    # from t = k on, which may be beyond the largest float, k/(t + 1) is below 1
    size = 1 if t >= k else max(1, min(k - 1, int(k / (float(t) + 1))))
    # the float's rounding may be off by a step or two, which exact comparisons correct
    while size > 1 and largest_variance(k, size - 1, t) < largest_variance(k, size, t):
        size -= 1
    while size + 1 < k and largest_variance(k, size + 1, t) < largest_variance(k, size, t):
        size += 1
    least = largest_variance(k, size, t)
    near = range(max(1, size - 1), min(k, size + 2))
    return tuple(d for d in near if d == size or largest_variance(k, d, t) == least)
