"""Trigonometric polynomials below and above the indicator of an arc, as near to it on average as their degree allows.

For x on the circle ℝ/ℤ, e(x) = exp(2πix), the sawtooth s(x) = {x} − 1/2 and Fejér's kernel Δ = Σ_{|k| ≤ N} (1 − u)·e(kx),
u = |k|/(N + 1), Vaaler's polynomial V(x) = Σ_{k=1}^N f(u)·sin(2πkx)/(N + 1) with f(u) = −(1 − u)·cot(πu) − 1/π has

    |V(x) − s(x)| ≤ Δ(x)/(2N + 2),     so     B = V + Δ/(2N + 2) ≥ s.

The indicator of [α, 1] is 1 − α + s(x − 1) + s(α − x), hence S⁻ ≤ it ≤ S⁺ for

    S⁺(x) = 1 − α + B(x) + B(α − x),     S⁻(x) = 1 − α − B(−x) − B(x − α),

and S⁺ − S⁻ = (Δ(x) + Δ(x − α))/(N + 1) has the mean 2/(N + 1) and is at most 2, so that −2 ≤ S⁻ ≤ S⁺ ≤ 3.
References: Vaaler, Some extremal functions in Fourier analysis (1985), Theorem 18; Montgomery, Ten Lectures (1994), ch. 1.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

__all__ = ["MOST_SIZE", "beurling"]

Array: TypeAlias = Any
MOST_SIZE = 3.0


def beurling(degree: int) -> Array:
    """The coefficients b_0 … b_N of e(kx) in B; b_−k is the conjugate of b_k.

    Those of S⁺ are b_k + b_−k·e(−kα) and those of S⁻ −b_−k − b_k·e(−kα), but for k = 0: 1 − α ± 2·b_0.
    """
    u = np.arange(1, degree + 1) / (degree + 1)
    slope = -(1 - u) / np.tan(np.pi * u) - 1 / np.pi
    return np.concatenate([[1.0], 1 - u - 1j * slope]) / (2 * (degree + 1))
