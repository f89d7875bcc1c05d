"""Criteria on the covariance of estimated shares, as sympy functions of two matrices.

The matrices are the information matrix M and ππᵀ, where the vector π has the prevalences. A function is evaluated once both
matrices consist of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rropt.problem.posed.row_symbols import WeighedRows

__all__ = ["information_at", "largest_variance_of", "variance_of"]


def information_at(frame: WeighedRows, pi: Sequence[Any]) -> tuple[Any, Any]:
    """Return two matrices: the information M, and ππᵀ for the prevalences π = `pi`.

    M is the sum of w r rᵀ/(rᵀπ) over the rows r of `frame`, with their weights w.
    """
    import sympy

    k, rows = len(pi), frame.rows
    shares = [w / sum(x * r for x, r in zip(pi, row, strict=True)) for w, row in zip(frame.weights, rows, strict=True)]
    m = sympy.ImmutableMatrix(k, k, lambda i, j: sum(x * row[i] * row[j] for x, row in zip(shares, rows, strict=True)))
    return m, sympy.ImmutableMatrix(k, k, lambda i, j: pi[i] * pi[j])


def variance_of(m: Any, outer: Any, contrast: Any) -> Any:
    """Write the sum of n times the variances of contrasts, tr K(M⁻¹ − ππᵀ)Kᵀ, as a sympy function.

    `m` is the information matrix M, and `outer` is ππᵀ for the prevalences π. The rows of `contrast` are those of K.
    """
    return _functions()[0](m, outer, contrast)


def largest_variance_of(m: Any, outer: Any) -> Any:
    """Write the largest eigenvalue of n times the covariance, which is M⁻¹ − ππᵀ, as a sympy function.

    `m` is the information matrix M, and `outer` is ππᵀ for the prevalences π.
    """
    return _functions()[1](m, outer)


@cache
def _functions() -> tuple[Any, Any]:
    """Make two sympy functions that are evaluated at numbers only.

    Let M be the information matrix, π the prevalences, and K the matrix of contrasts. The first function has the arguments M, ππᵀ
    and K, and gives tr K(M⁻¹ − ππᵀ)Kᵀ. The second has the arguments M and ππᵀ, and gives the largest eigenvalue of M⁻¹ − ππᵀ.
    """
    import numpy as np
    import sympy

    class VarianceOf(sympy.Function):  # type: ignore[misc]
        """The sum of n times the variances of contrasts, tr K(M⁻¹ − ππᵀ)Kᵀ, for the arguments M, ππᵀ and K."""

        is_extended_real = True

        @classmethod
        def eval(cls, m: Any, outer: Any, rows: Any) -> Any:
            """Return the value if all arguments are numbers, else None, which leaves the function unevaluated."""
            free = m.free_symbols | outer.free_symbols
            return None if free else (rows * (m.inv() - outer) * rows.T).trace()

    class LargestVarianceOf(sympy.Function):  # type: ignore[misc]
        """The largest eigenvalue of the covariance M⁻¹ − ππᵀ, for the arguments M and ππᵀ."""

        is_extended_real = True

        @classmethod
        def eval(cls, m: Any, outer: Any) -> Any:
            """Return the value if all arguments are numbers, else None, which leaves the function unevaluated."""
            if m.free_symbols or outer.free_symbols:
                return None
            return sympy.Float(np.linalg.eigvalsh(np.array((m.inv() - outer).evalf(17).tolist(), dtype=float))[-1])

    return VarianceOf, LargestVarianceOf
