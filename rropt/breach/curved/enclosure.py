"""Finds rigorous bounds of the least odds ratio R by branch and bound.

For a boundary h, R(p) is the odds of h(p) divided by the odds of p, where p is a prior. If h is given by formulas, its values are
bounded in ball arithmetic (interval arithmetic). If h is a Python function, the bounds rest on what the caller promises about h,
such as a limit on how fast it changes.

The search divides the priors into cells [u, v]. For each cell it has a proved lower bound of R, and an upper bound of a value that
R takes there.

The cell with the least lower bound is halved again and again, until the gap is small enough or the effort is spent. Whenever the
search stops, the infimum of R lies between the least lower bound of any cell and the least of these upper bounds. Lower bounds
rest on h(p) ≥ p, which holds for every upward boundary.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

import flint
import sympy
from flint import arb

from rropt.breach.curved.balls import OnBalls, on_balls
from rropt.breach.curved.reading import CurvedPart, Q
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball, nth_root_bounds
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, Infinity
from rropt.exact.ordering import order_of
from rropt.exact.sign import enclose_relative

__all__ = ["Bound", "Cell", "Enclosed", "Ends", "OnCell", "odds", "part_cell", "search", "search_words"]

Bound = Fraction | Infinity
OnCell = Callable[[Fraction, Fraction], tuple[Bound, Bound]]
"""Takes u and v to a lower bound of the odds ratio on the cell [u, v], and an upper bound of a value that the ratio takes there."""
Cell = tuple[Fraction, Fraction, OnCell]

BITS = 128
NARROW = Fraction(1, 2**64)
"""A narrower cell (an interval of p, or of q with p = qⁿ) is not halved: in balls of BITS bits its halves have no better bounds."""


@dataclass(frozen=True, slots=True)
class Ends:
    """A promise about a boundary h at priors p near 0 and 1: h(p) ≥ c·p on (0, η], and 1 − h(p) ≤ (1−p)/c on [1−η, 1).

    It implies that the odds of h(p) divided by the odds of p are at least c there.
    """

    c: Fraction
    eta: Fraction

    def __post_init__(self) -> None:
        if not self.c > 0 or not 0 < self.eta < Fraction(1, 2):
            raise InputError(f"ends = (c, eta) needs c > 0 and 0 < eta < 1/2, not c = {self.c} and eta = {self.eta}")


@dataclass(frozen=True, slots=True)
class Enclosed:
    """The result of a search. The least odds ratio on the cells (intervals of priors) lies between `lower` and `upper`.

    `cells` is the number of cells that the search examined. If the bounds did not become as close as the caller asked, `stopped`
    says why. Otherwise `stopped` is empty.
    """

    lower: Bound
    upper: Bound
    cells: int
    stopped: str = ""

    @property
    def reached(self) -> bool:
        """Whether the bounds that the search found are as close as the caller asked."""
        return not self.stopped


def search(cells: Iterable[Cell], *, width: Fraction, budget: int) -> Enclosed:
    """Find bounds of the least odds ratio on the cells, by halving again and again the cell with the least lower bound.

    The upper bound is the least odds ratio that was met at a point. The search stops when the two bounds differ by at most `width`
    times the upper bound, or when `budget` cells have been examined. It also stops when the bounds could come closer only by
    halving cells that are too narrow to halve.
    """
    heap: list[tuple[Bound, int, Cell]] = []
    floor: Bound = INFINITY
    upper: Bound = INFINITY
    looked = 0
    todo = list(cells)
    while True:
        for u, v, on_cell in todo:
            low, met = on_cell(u, v)
            upper, looked = min(upper, met), looked + 1
            if v - u < NARROW:
                floor = min(floor, low)
            else:
                heapq.heappush(heap, (low, looked, (u, v, on_cell)))
        low = min(heap[0][0], upper) if heap else upper
        if _is_close(low, upper, width):
            lower = min(low, floor)
            stopped = "" if _is_close(lower, upper, width) else ", stopped at cells too narrow to halve"
            return Enclosed(lower, upper, looked, stopped)
        if looked >= budget:
            return Enclosed(min(low, floor), upper, looked, ", stopped by the effort allowed")
        u, v, on_cell = heapq.heappop(heap)[2]
        todo = [(u, (u + v) / 2, on_cell), ((u + v) / 2, v, on_cell)]


def _is_close(lower: Bound, upper: Bound, width: Fraction) -> bool:
    return lower >= upper or (upper < INFINITY and upper - lower <= width * upper)


def search_words(found: Enclosed) -> str:
    """Say how many cells the search examined, and why it stopped if it did not reach the gap asked for."""
    return f"Branch and bound over {found.cells} cells{found.stopped}."


def odds(p: Fraction, h: Fraction) -> Bound:
    """The odds ratio ((1 − p)/p)·h/(1 − h) of a posterior h to a prior p; infinite if h ≥ 1, or if p = 0 < h."""
    if p == 0:
        return INFINITY if h > 0 else Fraction(0)
    return INFINITY if h >= 1 else (1 - p) * h / (p * (1 - h))


def part_cell(part: CurvedPart, ends: Ends | None) -> Cell | None:
    """Make the first cell of the search on a part of h: an interval of q, where p = qⁿ is the prior, and a function that bounds the
    odds of h(p) divided by the odds of p.

    If `ends` promises a bound of the odds ratio for priors p near 0 and near 1, the interval leaves out these priors. If no prior
    of the part is left, return None.

    An irrational end of the interval is rounded outward, by less than a quarter of `NARROW`. So the middle of every cell that the
    search makes by halving lies inside the part.
    """
    start, end = part.start, part.end
    if ends is not None:
        start = start if order_of(start, ends.eta) > 0 else ends.eta
        end = end if order_of(end, 1 - ends.eta) < 0 else 1 - ends.eta
    if order_of(start, end) >= 0:
        return None
    bounds = _BallBounds(part, on_balls(part.formula, Q), on_balls(sympy.diff(part.formula, Q), Q))
    return max(_root_bounds(start, part.n)[0], Fraction(0)), min(_root_bounds(end, part.n)[1], Fraction(1)), bounds


def _root_bounds(x: Number, n: int) -> Bounds:
    """Rational bounds of the n-th root of x, where 0 ≤ x ≤ 1. They are less than a quarter of `NARROW` apart."""
    low, high = enclose_relative(x, bits=BITS)
    return nth_root_bounds(low, n, width=NARROW / 8)[0], nth_root_bounds(high, n, width=NARROW / 8)[1]


@dataclass(frozen=True, slots=True)
class _BallBounds:
    """Compute bounds of the odds ratio R(q) = (1 − qⁿ)·f(q)/(qⁿ·(1 − f(q))) on a cell, which is an interval of q.

    `part` has one formula of the boundary h, and a whole number n. The prior is p = qⁿ, and f(q) = h(qⁿ). `f` evaluates f, and
    `slope` evaluates the derivative of f, both in ball arithmetic.

    Let m be the middle of a cell. By the mean value theorem, log R(q) = log R(m) + g·(q − m), where g is a value of the derivative
    (log R)' in the cell. This derivative is −n/(q(1−qⁿ)) + f'/(f(1−f)), and a ball that contains it on the whole cell gives the
    bound.

    At q = 0 and q = 1 the derivative is infinite. So a cell that begins at 0 uses the bound R ≥ h(p)/p ≥ inf h' instead. A cell
    that ends at 1 uses R ≥ (1−p)/(1−h(p)) ≥ 1/sup h'.
    """

    part: CurvedPart
    f: OnBalls
    slope: OnBalls

    def __call__(self, u: Fraction, v: Fraction) -> tuple[Bound, Bound]:
        n, middle = self.part.n, (u + v) / 2
        with flint.ctx.workprec(BITS):
            at = self._value(middle)
            cell = ball(u).union(ball(v))
            h = self.f(cell)
            if u == 0:
                closer: Bound = _lower(self.slope(cell)) / (n * v ** (n - 1))
            elif v == 1:
                closer = _inverse(self.slope(cell) / (n * cell ** (n - 1)))
            else:
                closer = self._mean_value(ball(middle), at, cell, h)
            low = max(closer, odds(v**n, max(_lower(h), u**n)))
            return low, odds(middle**n, enclose_ball(at)[1])

    def _value(self, q: Fraction) -> arb:
        """Return a ball (an interval) that contains the value of the boundary h at one q, where the prior is p = qⁿ.

        Raise `InputError` if the ball is not finite, or if all of it lies above 1.
        """
        value, place = self.f(ball(q)), f"near p = {float(q**self.part.n):.4g}"
        if not value.is_finite():
            raise InputError(f"rropt finds no real value of h {place}; an upward breach boundary has p <= h(p) <= 1")
        if value > 1:
            raise InputError(f"h is above 1 {place}; write Min(1, ...)")
        return value

    def _mean_value(self, middle: arb, at: arb, cell: arb, h: arb) -> Fraction:
        """Return a lower bound of the odds ratio R on an interval of q, where the prior is p = qⁿ.

        The bound comes from the mean value theorem for log R. `cell` is the interval and `middle` its midpoint, both as balls. `at`
        is a ball for the value of the boundary at the midpoint, and `h` is a ball for its values on the interval. If the balls are
        too wide for the theorem, return 0.
        """
        n = self.part.n
        value = (1 - middle**n) * at / (middle**n * (1 - at))
        if not (h > 0 and h < 1 and value > 0):
            return Fraction(0)
        slope = -n / (cell * (1 - cell**n)) + self.slope(cell) / (h * (1 - h))
        return _lower((value.log() + slope * (cell - middle)).exp())


def _lower(x: arb) -> Fraction:
    """Return a lower bound of a nonnegative quantity that lies in the ball; 0 if the ball is not finite."""
    return max(enclose_ball(x)[0], Fraction(0)) if x.is_finite() else Fraction(0)


def _inverse(x: arb) -> Bound:
    """Return a lower bound of 1/x for the positive numbers x in the ball.

    If the ball has no positive number, the bound is infinite. If the ball is not finite, the bound is 0.
    """
    if not x.is_finite():
        return Fraction(0)
    most = enclose_ball(x)[1]
    return 1 / most if most > 0 else INFINITY
