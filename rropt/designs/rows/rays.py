"""The extreme rays of {r ≥ 0 : r_j ≤ T_jl·r_l}, by the double description method; irrational T_jl are rounded first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from rropt.exact.element import Number, generator, lift
from rropt.exact.errors import InputError
from rropt.exact.fields import Field, Free
from rropt.exact.matrix import common_field, identity
from rropt.exact.sign import enclose
from rropt.solvers.double_description import vertices

__all__ = ["Ray", "extreme_rays", "rational_above", "rational_below", "vertices_of_sum_one"]

Ray = tuple[Fraction, ...]
MOST_RAYS, MOST_PAIRS = 5_000, 4_000_000
WIDTH = Fraction(1, 10**20)
ONE = Fraction(1)
LOWER, UPPER = 0, 1
Place = TypeVar("Place", bound=tuple[int, ...])


def rational_below(ratios: Mapping[Place, Number]) -> dict[Place, Fraction]:
    """Round each ratio down to a rational; powers of one e^ε, for a rational ε, become powers of one rational."""
    return _rational(ratios, LOWER)


def rational_above(ratios: Mapping[Place, Number]) -> dict[Place, Fraction]:
    """Round each ratio up to a rational; powers of one e^ε, for a rational ε, become powers of one rational."""
    return _rational(ratios, UPPER)


def _rational(ratios: Mapping[Place, Number], side: int) -> dict[Place, Fraction]:
    field = common_field([list(ratios.values())])
    if field is None:
        return dict(ratios)  # type: ignore[arg-type]
    if isinstance(field, Free):
        raise InputError(
            "under several demands, or under budgets of pairs, epsilon must be one number, not free; give one, such as 1/2"
        )
    near = max(ONE, enclose(generator(field), width=WIDTH)[side])
    return {pair: _round(x, field, near, side) for pair, x in ratios.items()}


def _round(x: Number, field: Field, near: Fraction, side: int) -> Fraction:
    """Round x to a rational number.

    A rational x is returned as it is. If x is a power of the number that generates `field`, the result is the same power of `near`,
    which is a rational number near that generator. For any other x the result is a rational number close to x, below or above it as
    `side` says.
    """
    if isinstance(x, Fraction):
        return x
    power = lift(x, field)
    n = power.num.degree()
    return near**n if power == generator(field) ** n else enclose(x, width=WIDTH)[side]


def extreme_rays(k: int, ratios: Mapping[tuple[int, int], Fraction]) -> tuple[Ray, ...]:
    """List the extreme rays of {r ≥ 0 : r_j ≤ T_jl·r_l}, where `ratios` has the T_jl. The first nonzero entry of each ray is 1."""
    unit = identity(k)
    sides = [*unit] + [[t * b - a for a, b in zip(unit[j], unit[n], strict=True)] for (j, n), t in ratios.items()]
    rows = vertices_of_sum_one(sides, most=MOST_RAYS)
    if rows is None:
        raise InputError(
            f"these demands together have too many extreme rows to list (at most {MOST_RAYS} are allowed); give fewer inputs, or "
            "fewer demands"
        )
    return tuple(tuple(x / next(y for y in row if y) for x in row) for row in rows)


def vertices_of_sum_one(cuts: Sequence[Sequence[Number]], *, most: int) -> list[Ray] | None:
    """List the vertices of {s : c·s ≥ 0 for each cut c, Σ s = 1}; None if they are more than `most`, or too many to find."""
    # Σ s = 1 determines the last coordinate, which is left out of the points
    points = vertices([(c[-1], *(x - c[-1] for x in c[:-1])) for c in cuts], most=most, pairs=MOST_PAIRS)
    if points is None:
        return None
    return [tuple(Fraction(x) for x in (*point, ONE - sum(point, Fraction(0)))) for point in points]  # type: ignore[arg-type]
