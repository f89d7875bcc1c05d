"""Certified branch and bound for B(h) where h is not piecewise linear: every number it returns is rigorous.

A cell [u, v] of priors comes with a proved lower bound of the odds ratio R on it and the values of R at points of it.
The cell with the least bound is halved until the gap is small enough or the effort is spent; the least bound left is
below B(h), the least value met is above it, whenever the search stops.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.spelling import show

__all__ = ["Ends", "Searched", "lipschitz_cell", "odds", "search"]

Cell = Callable[[Fraction, Fraction], tuple[Fraction | float, Fraction | float]]
SIGNIFICANT = 1 << 60


@dataclass(frozen=True, slots=True)
class Ends:
    """A promise about both ends: h(p) ≥ c·p on (0, η] and 1 − h(p) ≤ (1−p)/c on [1−η, 1); then R ≥ c there."""

    c: Fraction
    eta: Fraction

    def __post_init__(self) -> None:
        if not self.c > 0 or not 0 < self.eta < Fraction(1, 2):
            raise InputError(f"an end bound needs c > 0 and 0 < eta < 1/2, not c = {self.c} and eta = {self.eta}")


@dataclass(frozen=True, slots=True)
class Searched:
    """lower ≤ inf of R over the cells ≤ upper, the number of cells looked at, and whether the gap was reached."""

    lower: Fraction | float
    upper: Fraction | float
    cells: int
    reached: bool


def odds(p: Fraction, h: Fraction) -> Fraction | float:
    """R where the prior is p and h(p) = h."""
    return math.inf if h >= 1 else (1 - p) * h / (p * (1 - h))


def _down(x: Fraction | float) -> Fraction | float:
    """x rounded down, so that denominators stay short."""
    if isinstance(x, float) or x.denominator < SIGNIFICANT:
        return x
    return Fraction(math.floor(x * SIGNIFICANT), SIGNIFICANT)


def lipschitz_cell(h: Callable[[Fraction], tuple[Fraction, Fraction]], lipschitz: Fraction) -> Cell:
    """Bounds on cells from |h(p) − h(q)| ≤ L·|p − q| and from p ≤ h(p), with h given by enclosures at points."""

    def cell(u: Fraction, v: Fraction) -> tuple[Fraction | float, Fraction | float]:
        (left, left_up), (right, right_up) = h(u), h(v)
        if max(left - right_up, right - left_up) > lipschitz * (v - u):
            raise InputError(
                f"h changes by more than lipschitz = {lipschitz} times the distance between p = {u} and p = {v}; "
                "give a larger lipschitz"
            )
        least = max((left + right - lipschitz * (v - u)) / 2, u)
        bound = odds(v, least)
        return _down(max(bound, Fraction(1))), min(odds(u, left_up), odds(v, right_up))

    return cell


def search(
    cells: Iterable[tuple[Fraction, Fraction]], cell: Cell, *, width: Fraction = Fraction(1, 1000), budget: int = 20000
) -> Searched:
    """Halve the least cell until upper − lower ≤ width·upper or `budget` cells have been looked at."""
    heap: list[tuple[Fraction | float, Fraction, Fraction]] = []
    upper: Fraction | float = math.inf
    looked = 0
    todo = list(cells)
    while True:
        for u, v in todo:
            low, met = cell(u, v)
            upper, looked = min(upper, met), looked + 1
            heapq.heappush(heap, (low, u, v))
        low, u, v = heap[0]
        if low == upper or (upper < math.inf and upper - low <= width * upper):
            return Searched(min(low, upper), upper, looked, True)
        if looked >= budget:
            return Searched(min(low, upper), upper, looked, False)
        heapq.heappop(heap)
        todo = [(u, (u + v) / 2), ((u + v) / 2, v)]


def read_ends(ends: object) -> Ends | None:
    """The promise (c, η) as exact numbers; an irrational c is refused."""
    if ends is None:
        return None
    if not isinstance(ends, tuple | list) or len(ends) != 2:
        raise InputError(f"ends = {str(ends)[:40]} must be a pair (c, eta), such as ends=(2, '1/100')")
    c, eta = (read_number(x) for x in ends)
    if not isinstance(c, Fraction) or not isinstance(eta, Fraction):
        raise InputError(f"the end bound ({show(c)}, {show(eta)}) must be rational; round c down")
    return Ends(c, eta)
