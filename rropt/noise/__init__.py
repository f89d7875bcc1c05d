"""Noise for numeric answers: sensitivities, Laplace and discrete Laplace noise, the optimal staircase, and exact draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.noise.discrete_laplace import DiscreteLaplace as DiscreteLaplace
    from rropt.noise.laplace import Laplace as Laplace
    from rropt.noise.release import Release as Release
    from rropt.noise.sensitivity import Neighbours as Neighbours
    from rropt.noise.sensitivity import Sensitivity as Sensitivity
    from rropt.noise.sensitivity import bounded_mean as bounded_mean
    from rropt.noise.sensitivity import bounded_sum as bounded_sum
    from rropt.noise.sensitivity import count as count
    from rropt.noise.sensitivity import fraction as fraction
    from rropt.noise.sensitivity import histogram as histogram
    from rropt.noise.staircase import Error as Error
    from rropt.noise.staircase import best_absolute as best_absolute
    from rropt.noise.staircase import best_gamma_absolute as best_gamma_absolute
    from rropt.noise.staircase import best_gamma_square as best_gamma_square
    from rropt.noise.staircase import best_square as best_square

__getattr__, __dir__ = lazy_names(__name__)
