"""Numeric answers: sensitivities, Laplace and discrete Laplace noise, the optimal staircase, and exact draws."""

from __future__ import annotations

from rropt.rooms import offer_names

__getattr__, __dir__ = offer_names(
    __name__,
    {
        "discrete_laplace": ("DiscreteLaplace",),
        "laplace": ("Laplace",),
        "release": ("Release",),
        "sensitivity": ("Neighbours", "Sensitivity", "bounded_mean", "bounded_sum", "count", "fraction", "histogram"),
        "staircase": ("Error", "best_absolute", "best_gamma_absolute", "best_gamma_square", "best_square"),
    },
)
