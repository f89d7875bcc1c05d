"""Criteria on a covariance as sympy functions of M and ππᵀ; a function is evaluated once M and ππᵀ are matrices of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rropt.problem.posed.row_symbols import WeighedRows

__all__ = ["information_at", "largest_variance_of", "variance_of"]


def information_at(frame: WeighedRows, pi: Sequence[Any]) -> tuple[Any, Any]:
    """Compute M = Σ w r rᵀ/(rᵀπ) over the rows r with weights w, and ππᵀ."""
    import sympy

    k, rows = len(pi), frame.rows
    shares = [w / sum(x * r for x, r in zip(pi, row, strict=True)) for w, row in zip(frame.weights, rows, strict=True)]
    m = sympy.ImmutableMatrix(k, k, lambda i, j: sum(x * row[i] * row[j] for x, row in zip(shares, rows, strict=True)))
    return m, sympy.ImmutableMatrix(k, k, lambda i, j: pi[i] * pi[j])


def variance_of(m: Any, outer: Any, contrast: Any) -> Any:
    """Write the sum of the variances of contrasts, tr K(M⁻¹ − ππᵀ)Kᵀ with K the contrasts, as a sympy function of M and ππᵀ."""
    return _functions()[0](m, outer, contrast)


def largest_variance_of(m: Any, outer: Any) -> Any:
    """Write the largest eigenvalue of M⁻¹ − ππᵀ, n times the covariance, as a sympy function of M and ππᵀ."""
    return _functions()[1](m, outer)


@cache
def _functions() -> tuple[Any, Any]:
    """Make two sympy functions that are evaluated at numbers only.

    One gives tr K(M⁻¹ − ππᵀ)Kᵀ for the arguments M, ππᵀ and K; the other gives the largest eigenvalue of M⁻¹ − ππᵀ for M and ππᵀ.
    """
    import numpy as np
    import sympy

    class VarianceOf(sympy.Function):  # type: ignore[misc]
        """The sum of the variances of contrasts, tr K(M⁻¹ − ππᵀ)Kᵀ."""

        is_extended_real = True

        @classmethod
        def eval(cls, m: Any, outer: Any, rows: Any) -> Any:
            """Return the value if all arguments are numbers, else None, which leaves the function unevaluated."""
            free = m.free_symbols | outer.free_symbols
            return None if free else (rows * (m.inv() - outer) * rows.T).trace()

    class LargestVarianceOf(sympy.Function):  # type: ignore[misc]
        """The largest eigenvalue of M⁻¹ − ππᵀ."""

        is_extended_real = True

        @classmethod
        def eval(cls, m: Any, outer: Any) -> Any:
            """Return the value if all arguments are numbers, else None, which leaves the function unevaluated."""
            if m.free_symbols or outer.free_symbols:
                return None
            return sympy.Float(np.linalg.eigvalsh(np.array((m.inv() - outer).evalf(17).tolist(), dtype=float))[-1])

    return VarianceOf, LargestVarianceOf
