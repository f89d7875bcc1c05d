"""Roots of functions of floats."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["float_root"]


def float_root(f: Callable[[float], float], below: float, above: float) -> float:
    """Find where f crosses 0 between two arguments at which its signs differ, by Brent's method."""
    from scipy.optimize import brentq

    return float(brentq(f, below, above, xtol=1e-13, rtol=1e-12))
