"""Floating-point Laplace noise, for simulation only.

Doubles are not the reals: the values that x + Z can take depend on x in their low bits, so adding such noise to a
confidential number can disclose it (Mironov 2012). Releases use `exact_draws` on a grid instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.noise.laplace import Laplace

if TYPE_CHECKING:
    import numpy

__all__ = ["float_laplace_for_simulation"]


def float_laplace_for_simulation(noise: Laplace, size: int, *, rng: object) -> numpy.ndarray[Any, Any]:
    """`size` rows of float noise, one column a coordinate; never to be added to confidential data."""
    import numpy

    lower, upper = noise.scale
    generator = numpy.random.default_rng(rng)  # type: ignore[arg-type]
    return generator.laplace(scale=float((lower + upper) / 2), size=(size, noise.dimension))
