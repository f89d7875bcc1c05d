"""Answer the questions of noise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt import noise
from tests.gold.reading_old import Asked, answer_by, interval, number


def answer(ask: Asked) -> Asked:
    kinds = {"laplace": laplace, "discrete_laplace": discrete_laplace, "draw": draw, "sensitivity": sensitivity}
    if "staircase" in ask:
        return {"refused": "InputError"}  # there is no staircase any more
    return answer_by(kinds, ask)


def laplace(laplace: str, sensitivity: str, dimension: int, at: list[str], failures: list[str]) -> Asked:
    found = noise.Laplace(laplace, sensitivity, dimension)
    return {
        "scale": interval(*found.scale),
        "variance": interval(*found.variance),
        "tails": [[interval(*found.tail_linf(z)), interval(*found.union_bound(z))] for z in at],
        "radii": [[interval(*found.radius_linf(p)), interval(*found.radius_union(p))] for p in failures],
    }


def discrete_laplace(
    discrete_laplace: str, sensitivity: str, dimension: int, at: list[int], failures: list[str]
) -> Asked:
    found = noise.DiscreteLaplace(discrete_laplace, sensitivity, dimension)
    return {
        "mean_absolute": number(found.mean_absolute),
        "variance": number(found.variance),
        "standard_deviation": interval(*found.standard_deviation()),
        "probabilities": [number(found.probability(k)) for k in at],
        "tails": [[number(found.tail_linf(k)), number(found.union_bound(k))] for k in at],
        "radii": [found.radius_linf(Fraction(p)) for p in failures],
    }


def draw(draw: str, sensitivity: int, size: int, seed: int) -> Asked:
    """Seeded draws; which bits of the generator a draw takes is not promised."""
    return {
        "free": {"draws": noise.DiscreteLaplace(draw, sensitivity).draw(size, rng=seed)},
        "size": size,
    }


def sensitivity(sensitivity: str, neighbours: str, people: int = 0, cells: int = 0, ranges: Any = ()) -> Asked:
    found = {
        "count": lambda: noise.count(neighbours),
        "histogram": lambda: noise.histogram(cells, neighbours),
        "fraction": lambda: noise.fraction(people, neighbours),
        "sum": lambda: noise.bounded_sum(ranges, neighbours),
        "mean": lambda: noise.bounded_mean(people, ranges, neighbours),
    }[sensitivity]()
    return {"l1": number(found.l1), "coordinates": [number(x) for x in found.coordinates]}
