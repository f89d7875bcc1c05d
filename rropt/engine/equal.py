"""Equal shares under one pure demand: all sets of c inputs are optimal answers, for some c (subset selection; SPEC.md, 5.6).

Let c inputs have T and the others 1, and let s = k + (T − 1)c be the sum of this row. By symmetry the covariance is a multiple
of the projection on vectors with the sum 0: G = (1 − J/k)/d with d = k(T − 1)²c(k − c)/((k − 1)s²). The best c makes d largest.
The same matrices prove that no other mechanism is better, sets of other sizes included: at each pattern the prices bound f.

Reference: Wang et al. (2016), arXiv:1607.08025; Ye and Barg (2018), arXiv:1702.00610.
"""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from rropt.engine.asks import Asked
from rropt.engine.cone import Row
from rropt.engine.found import Found, Orbits, Prices
from rropt.engine.reals import ball, end, precise
from rropt.engine.sums import Summand
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.solvers.rational import ONE, ZERO, fraction

__all__ = ["equal_shares", "symmetric_sum", "value_of_sets"]

LARGEST_DETERMINANT = 120


def equal_shares(objective: str, asked: Asked) -> Found | None:
    """The best design of k ≥ 2 inputs for the total variance, the determinant or the largest variance; None if T = 1, or the
    demand is not one ratio for all pairs."""
    k, pure = asked.k, asked.only_pure
    if pure is None or k < 2 or pure.exact == 1:
        return None
    t = pure.exact
    c = max(range(1, k), key=lambda n: _told(k, n, t))
    s = k + (t - 1) * c
    d = k * _told(k, c, t) / (k - 1)
    one = Fraction(1)
    witness: dict[str, object]
    inverse: object = {"acts": [[Fraction(1, k)]], "diagonal": [1 / d]}
    mechanism = Orbits((c,), (k / s,))
    if objective == "total variance":
        price = (Fraction(1, k) + (k - 1) / d) / k
        witness = {"inverse": inverse, "matrix": inverse}
    elif objective == "determinant":
        if k > LARGEST_DETERMINANT:
            raise InputError(
                f"the determinant of {k} inputs has more digits than a certificate takes; ask for at most "
                f"{LARGEST_DETERMINANT} inputs, or for the total variance"
            )
        price = one
        witness = {"inverse": inverse, "triangle": [[one]]}
    else:
        price = (k - 1) * d / k
        matrix = {"acts": [[Fraction(0)]], "diagonal": [one]}
        witness = {"inverse": inverse, "matrix": matrix, "triangle": [[one]]}
    value = value_of_sets(objective, k, c, t)
    return Found(mechanism, value, value, Prices((price,)), witness)


def symmetric_sum(asked: Asked, f: Summand) -> Found | None:
    """The largest Σ f of many inputs that f treats alike; None if T = 1, or the demand is not one ratio for all pairs.

    With the price y of every input the bound is k·y, where y is the largest f/s over the patterns of c inputs, s their sum. All
    sets of the best c reach it.
    """
    k, pure = asked.k, asked.only_pure
    if pure is None or pure.exact == 1:
        return None
    with precise():
        t = ball(pure.exact)
        rows: list[Row] = [(t,) * c + (ONE,) * (k - c) for c in range(1, k)]  # type: ignore[misc]
        ratios = [arb(f.of(row)) / sum(row, arb(0)) for row in rows]
        c = max(range(1, k), key=lambda n: float(ratios[n - 1].mid()))
        lower, price = end(k * ratios[c - 1], up=False), max(end(x, up=True) for x in ratios)
    weight = k / (k + (pure.exact - 1) * c)
    prices = Prices((fraction(price),))
    low, high = fraction(max(ZERO, lower)), fraction(k * price)
    return Found(Orbits((c,), (weight,)), low, high, prices)


def value_of_sets(objective: str, k: int, c: int, t: Number) -> Number:
    """The value of all sets of c of k inputs for the objective of this name; t is not 1, and 0 < c < k."""
    d = k * _told(k, c, t) / (k - 1)
    if objective == "determinant":
        return 1 / (k * d ** (k - 1))
    return (k - 1) / d if objective == "total variance" else 1 / d


def _told(k: int, c: int, t: Number) -> Number:
    """The worth of sets of c inputs: (T − 1)²·c(k − c)/s²."""
    s = k + (t - 1) * c
    return (t - 1) * (t - 1) * (c * (k - c)) / (s * s)
