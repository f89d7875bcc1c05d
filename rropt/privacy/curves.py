"""Two curves between which δ(ε) of many answers together lies.

Take an ordered pair (j, l) of inputs. What many answers say of it is a list of cells (x, y): the probabilities under j and under l
of the answers that have one likelihood ratio x/y. Over the cells, δ(t) = Σ max(0, x − t·y) with t = e^ε. The numbers x and y are
balls of Arb: midpoints with a bound on their errors. So a list of cells gives δ(t) between two rationals, and a result has such
lists for lower and upper bounds, and for all ordered pairs.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import ClassVar, NamedTuple, TypeAlias

from flint import arb, arb_poly

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball, precision
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.grammar import read_probability
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.mechanism import Mechanism
from rropt.privacy.profiles import read_ratio
from rropt.privacy.ratios import largest_ratio
from rropt.privacy.words import NEARLY, percent
from rropt.show import Block, Col, Result, Say, Table, Warn
from rropt.values import down, up

__all__ = ["BITS", "ZERO", "Curve", "ProfileBounds", "Window", "binomial", "epsilon_above", "power"]

BITS = 256
# Ratios of cells are known to more than twice as many bits as these, so those that differ in these bits are in the right order.
SURE = 60
RARE, LONG = arb(2) ** -190, 1 << 13
ZERO = arb(0)
MOST_EPSILON = 1024
CLOSE = Fraction(1, 10**9)  # relative: how near the ends of a least ε are
SMALL = Fraction(1, 10**6)
Cells: TypeAlias = Iterable[tuple[arb, arb]]


class Curve:
    """δ(t) = certain + Σ max(0, x − t·y) over cells (x, y), sorted by ratio. A cell without a y is certain.

    Further cells with x of at most `spare` in sum are missing: rare ones that are left out, or whose numbers have too few digits.
    Beyond that, the true probabilities may differ from those of the cells by `left_out` in sum under each input.
    """

    def __init__(self, cells: Cells, *, certain: arb = ZERO, left_out: arb = ZERO, spare: arb = ZERO) -> None:
        self.certain, self.left_out, self.spare = certain, left_out, spare
        kept = []
        for x, y in cells:
            if y == 0:
                self.certain += x
            elif min(x.rel_accuracy_bits(), y.rel_accuracy_bits()) > 2 * SURE:
                kept.append((x, y))
            else:
                self.spare += abs(x).upper()
        self.cells = sorted(kept, key=_ratio)
        self.ratios = list(map(_ratio, self.cells))
        self.x_from, self.y_from = (
            list(accumulate((cell[i] for cell in reversed(self.cells)), initial=ZERO))[::-1] for i in (0, 1)
        )

    def ends(self, t: arb) -> Bounds:
        """Rationals below and above δ(t). Cells whose ratio is so near to t that balls do not decide are taken one by one."""
        near = t.mid() / (1 << SURE)
        first, beyond = (bisect(self.ratios, (t.mid() + side * near).mid()) for side in (-1, 1))
        total = self.certain + self.x_from[beyond] - t * self.y_from[beyond]
        for x, y in self.cells[first:beyond]:
            over = x - t * y
            total += over if over > 0 else ZERO if over < 0 else ZERO.union(abs(over).upper())
        low, high = enclose_ball(total - t * self.left_out)[0], enclose_ball(total + self.left_out + self.spare)[1]
        return max(low, Fraction(0)), min(max(high, Fraction(0)), Fraction(1))


def _ratio(cell: tuple[arb, arb]) -> arb:
    """x/y by the midpoints, as one number."""
    return (cell[0].mid() / cell[1].mid()).mid()


@dataclass(frozen=True, slots=True, repr=False)
class ProfileBounds(Result):
    """Rational bounds on δ(ε), the least δ for which many answers together are (ε, δ)-LDP. No certificate shows them.

    Examples:
        >>> from rropt import from_spec, profile
        >>> low, high = profile(from_spec("krr:k=4,epsilon=1/10"), times=1000).delta(2)
        >>> 0 < low <= high < 1
        True

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """

    schema: ClassVar[str] = "rropt/profilebounds/2"
    # curves of all ordered pairs of inputs that bound δ from below, and from above
    below: tuple[Curve, ...]
    above: tuple[Curve, ...]
    times: int
    # an ε at which δ(ε) is 0; infinity if there is none
    most: Fraction | Infinity
    # what `times` counts, in words
    of: str

    def at(self, t: object) -> Bounds:
        """Rational bounds (lower, upper) on δ(log t), for an exact number t ≥ 1."""
        s = read_ratio(t)
        return self._ends(lambda: ball_of(s), Epsilon(s).bounds()[0])

    def delta(self, epsilon: object) -> Bounds:
        """Rational bounds on the least δ for which the answers together are (ε, δ)-LDP."""
        t = read_epsilon(epsilon).t
        return (Fraction(0), Fraction(0)) if is_infinite(t) else self.at(t)

    def _ends(self, t: Callable[[], arb], epsilon: Fraction) -> Bounds:
        # `epsilon` is at most log t
        if not is_infinite(self.most) and epsilon >= self.most:
            return Fraction(0), Fraction(0)
        with precision(BITS):
            ends = {curve: curve.ends(t()) for curve in {*self.below, *self.above}}
        return max(ends[curve][0] for curve in self.below), max(ends[curve][1] for curve in self.above)

    def epsilon(self, delta: object) -> tuple[Fraction | Infinity, Fraction | Infinity]:
        """Rational bounds on the least ε for which δ(ε) is at most `delta`: the least ε at which the lower curve is, and at which
        the upper one is, by bisection. If the upper one is not, at any ε that is tried, it is an ε at which δ(ε) is 0."""
        d = read_probability(delta, "delta")
        # where counts are left out, the other input may give what is called certain
        if any(curve.left_out == 0 and enclose_ball(curve.certain)[0] > d for curve in self.below):
            return INFINITY, INFINITY
        last = Fraction(MOST_EPSILON) if is_infinite(self.most) else self.most
        return self._least(0, d, last)[0], self.most if self._at(last)[1] > d else self._least(1, d, last)[1]

    def _at(self, epsilon: Fraction) -> Bounds:
        return self._ends(lambda: ball(epsilon).exp(), epsilon)

    def _least(self, end: int, most: Number, high: Fraction) -> tuple[Fraction, Fraction]:
        """Enclose the least ε up to `high` at which the lower curve (end 0) or the upper one (end 1) is at most `most`."""
        low = Fraction(0)
        if self._at(low)[end] <= most:
            return low, low
        while high - low > CLOSE * high:
            middle = (low + high) / 2
            low, high = (low, middle) if self._at(middle)[end] <= most else (middle, high)
        return low, high

    def show(self) -> Iterator[Block]:
        """Yield the ε that is kept up to a small δ, and the bounds of δ at nine ε from 0 to there."""
        low, high = self.epsilon(SMALL)
        # there are answers that are so many times as likely under one truth as under another
        if low > math.log(NEARLY / (1 - NEARLY)):
            yield Warn(
                "Together they may nearly prove a truth: of two truths that were equally likely one may be more than "
                f"{percent(NEARLY)} likely after them."
            )
        if is_infinite(high):
            known = "" if is_infinite(low) else " that is known"
            yield Say(f"{self.times} {self.of} keep no finite epsilon{known} up to a delta of 1e-6.", key="answer")
        else:
            least = f"the least lies between {down(low)} and {up(high)}"
            yield Say(
                f"{self.times} {self.of} keep epsilon = {up(high)} up to a delta of 1e-6 ({least}).",
                key="answer",
            )
        last = next((float(end) for end in (high, low) if end and not is_infinite(end)), 1.0)
        budgets = [Fraction(f"{last * i / 8:.3g}") for i in range(9)]
        cols = [
            Col("epsilon", "epsilon"),
            Col("lower", "delta at least", "down"),
            Col("upper", "delta at most", "up"),
        ]
        yield Table("enclosed", cols, [(e, *self._at(e)) for e in budgets])
        yield Say("These bounds are computed outward; no certificate shows them.", key="")


def epsilon_above(mechanism: Mechanism) -> Fraction | Infinity:
    """An upper bound on the least ε for which one use of the mechanism is (ε, 0)-LDP; infinite if there is none."""
    ratio = largest_ratio(mechanism).value
    return INFINITY if is_infinite(ratio) else Epsilon(ratio).bounds()[1]


# ---- Sums of independent answers -------------------------------------------------------------------------------------------------


class Window(NamedTuple):
    """The probabilities of the counts start, start + 1, …; the other counts have together at most `left_out`."""

    start: int
    chances: list[arb]
    left_out: arb


def binomial(n: int, p: arb) -> Window:
    """The binomial distribution of n trials of chance p, 0 < p < 1, without its rare ends.

    A chance beside the mean is computed by logarithms of factorials, and the others from their neighbours.
    """
    middle = int(float(p.mid()) * n)
    log = arb(n + 1).lgamma() - arb(middle + 1).lgamma() - arb(n - middle + 1).lgamma()
    first = (log + middle * p.log() + (n - middle) * (1 - p).log()).exp()
    odds = p / (1 - p)
    rising = [first]
    while middle + len(rising) <= n and rising[-1] > RARE:
        k = middle + len(rising)
        rising.append(rising[-1] * odds * (n - k + 1) / k)
    falling = [first]
    while len(falling) <= middle and falling[-1] > RARE:
        k = middle - len(falling) + 1
        falling.append(falling[-1] * k / (odds * (n - k + 1)))
    chances = [*falling[:0:-1], *rising]
    is_whole = len(chances) == n + 1
    left_out = ZERO if is_whole else abs(1 - sum(chances, ZERO)).upper()
    return Window(middle - len(falling) + 1, chances, left_out)


def power(p: arb_poly, n: int) -> Window:
    """The coefficients of p^n, without rare ends if they are many; those of p sum to 1. The time limit may stop it."""
    if len(p) == 2 and p[0] != 0 and n:
        return binomial(n, p[1])
    start, chances = 0, [arb(1)]
    for bit in f"{n:b}":
        require_time()
        found = (arb_poly(chances) * arb_poly(chances) * (p if bit == "1" else 1)).coeffs()
        kept = [i for i, x in enumerate(found) if abs(x).upper() > (RARE if len(found) > LONG else ZERO)]
        start, chances = 2 * start + kept[0], found[kept[0] : kept[-1] + 1]
    return Window(start, chances, abs(1 - sum(chances, ZERO)).upper() if n * (len(p) - 1) >= LONG else ZERO)
