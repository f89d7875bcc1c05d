"""The Euclidean projection onto the probability simplex, which turns an estimate into a distribution, at the price of bias."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rropt.exact.element import Number

__all__ = ["BIASED", "project", "project_exact"]

BIASED = "projected onto the simplex, therefore biased: its mean is not the distribution it estimates"


def project(v: Any) -> Any:
    """Return the float vector x nearest to v among all x ≥ 0 with Σ x = 1. It is x = max(v − θ, 0), where the number θ makes the
    sum 1.

    Let v be sorted downwards. Then θ = (Σ_{i≤r} v_i − 1)/r, for the largest r with v_r > θ (Held, Wolfe & Crowder 1974).
    """
    import numpy

    v = v - numpy.max(v)  # moves x by nothing, and keeps θ apart from v where v is so large that v − 1 rounds to v
    down = numpy.sort(v)[::-1]
    thresholds = (numpy.cumsum(down) - 1) / numpy.arange(1, len(down) + 1)
    r = int(numpy.nonzero(down > thresholds)[0][-1])
    return numpy.maximum(v - thresholds[r], 0)


def project_exact(v: Sequence[Number]) -> tuple[Number, ...]:
    """Project a vector of exact numbers onto the simplex, as `project` does with floats."""
    total: Number = Fraction(-1)
    theta: Number = Fraction(0)
    for r, x in enumerate(sorted(v, reverse=True), start=1):
        total = total + x
        if x * r <= total:
            break
        theta = total / r
    return tuple(x - theta if x > theta else Fraction(0) for x in v)
