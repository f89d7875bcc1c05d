"""The privacy profile of one use of a mechanism: the least δ for which it is (ε, δ)-LDP, exactly, as a function of t = e^ε.

Let A and B be the probabilities of a set of outputs under the two inputs of an ordered pair. Each such set gives a line A − t·B,
and δ(t) is the largest value of all lines at t: a convex, piecewise linear function. It is the dual of the trade-off function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from rropt.exact.element import Bound, Number, hand_out
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number, read_probability
from rropt.exact.hull import lower_hull
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.matrix import have_common_field
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.privacy.ratios import Fast, InputPair, back, pairs
from rropt.show import Block, Col, Result, Say, Table
from rropt.values import Between, near

__all__ = ["Profile", "ProfilePiece", "corners", "profile_of", "read_ratio", "tight_factor"]

ONE = Fraction(1)
MOST_SHOWN = 12
MOST_QUOTIENT = 32  # the largest numerator or denominator of a factor that is given exactly
DELTAS = tuple(map(Fraction, ("1/10", "1/100", "1/1000", "1e-6", "1e-9", "0")))


@dataclass(frozen=True, slots=True)
class ProfilePiece:
    """δ(t) = intercept − slope·t for start ≤ t ≤ end.

    The ordered pair (j, l) of inputs in `pair` attains it, with the outputs that are more than t times as likely under j as under
    l. If δ(t) = 0, every pair attains δ(t), and `pair` is None.
    """

    start: Number
    end: Bound
    intercept: Number
    slope: Number
    pair: tuple[int, int] | None

    def at(self, t: Number) -> Number:
        """The value δ(t) = intercept − slope·t."""
        return self.intercept - self.slope * t


@dataclass(frozen=True, slots=True, repr=False)
class Profile(Result):
    """The privacy profile: δ(t) is the largest value of Σ_i max(0, p_ij − t·p_il) over ordered pairs of inputs j ≠ l.

    Here p_ij is the probability of output i given input j. The mechanism is (log t, δ)-LDP iff δ ≥ δ(t). The function δ(t) is
    convex and nonincreasing on t ≥ 1. Its first piece starts at t = 1, and its last piece is constant and has no end.

    Examples:
        >>> from rropt import from_spec, profile
        >>> str(profile(from_spec("warner:p=3/4")).epsilon("1/4"))
        'log(2)'

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML; SPEC.md, 7.
    """

    schema: ClassVar[str] = "rropt/profile/2"
    pieces: tuple[ProfilePiece, ...]

    @property
    def breakpoints(self) -> tuple[Number, ...]:
        """The t at which the pieces of δ(t) start; the first is 1."""
        return tuple(x.start for x in self.pieces)

    @property
    def deltas(self) -> tuple[Number, ...]:
        """The value of δ at each breakpoint; δ is linear between breakpoints, and constant after the last."""
        return tuple(x.at(x.start) for x in self.pieces)

    def at(self, t: object) -> Number:
        """δ at t = e^ε, for an exact number t ≥ 1."""
        s = read_ratio(t)
        found: Number = hand_out(next(x for x in self.pieces if s <= x.end).at(s))
        return found

    def delta(self, epsilon: object) -> Number:
        """The least δ for which the mechanism is (ε, δ)-LDP; 0 for ε = ∞, which demands nothing."""
        t = read_epsilon(epsilon).t
        return Fraction(0) if is_infinite(t) else self.at(t)

    def epsilon(self, delta: object) -> Epsilon:
        """The least ε for which the mechanism is (ε, δ)-LDP; infinite if no finite ε suffices."""
        d = read_probability(delta, "delta")
        if self.deltas[0] <= d:
            return Epsilon(Fraction(1))
        if self.deltas[-1] > d:
            return Epsilon(INFINITY)
        x = next(x for x, after in zip(self.pieces, self.deltas[1:], strict=False) if after <= d)
        return Epsilon((x.intercept - d) / x.slope)

    def show(self) -> Iterator[Block]:
        """Yield δ at every breakpoint or, if these are many, the ε needed for a few δ."""
        least = Epsilon(next((t for t, d in zip(self.breakpoints, self.deltas, strict=True) if d == 0), INFINITY))
        epsilon = "no epsilon" if is_infinite(least.t) else f"epsilon = {least.shown(direction='upper')}"
        yield Say(
            f"delta falls from {near(self.deltas[0], 'up')} at epsilon = 0; {epsilon} is kept with delta = 0.", key=""
        )
        are_few = len(self.pieces) <= MOST_SHOWN
        rows = [
            (Epsilon(x.start), x.start, x.at(x.start), x.intercept, -x.slope, x.pair and list(x.pair))
            for x in self.pieces
        ]
        hidden = [Col(key, key, shown=False) for key in ("from", "intercept", "slope", "pair")]
        cols = [Col("epsilon", "epsilon", "up"), hidden[0], Col("delta", "delta there", "up"), *hidden[1:]]
        yield Table("pieces", cols, rows, shown=are_few)
        if are_few:
            yield Say("delta is linear in e^epsilon between these points, and constant after the last.", key="")
            return
        asked = [(d, self.epsilon(d)) for d in DELTAS if self.deltas[-1] <= d < self.deltas[0]]
        yield Table("needed", [Col("delta", "delta"), Col("epsilon", "epsilon needed", "up")], asked)
        yield Say(f"delta is linear in e^epsilon between {len(rows)} points; JSON has them.", key="")


def read_ratio(t: object) -> Number:
    """Read t = e^ε, an exact number of at least 1."""
    s = read_number(t)
    if s < 1:
        raise InputError(f"t = {show(s)} must be at least 1, because t = e^epsilon with epsilon at least 0")
    return s


def profile_of(found_pairs: Iterable[InputPair]) -> Profile:
    """Make the function δ(t) from the lines A − t·B of ordered pairs of inputs.

    The line that is largest at t is that of the corner of the trade-off function at which its slope passes −t: the trade-off
    function is the lower hull of the points (B, 1 − A).
    """
    pieces: list[ProfilePiece] = []
    end: Bound = INFINITY
    for (b, rest, place), (b_after, rest_after, _) in pairwise(corners(found_pairs)):
        intercept, start = back(1 - rest), max(ONE, back((rest - rest_after) / (b_after - b)))
        pieces.append(ProfilePiece(start, end, intercept, back(b), place if intercept else None))
        if start == 1:
            break
        end = start
    return Profile(tuple(pieces[::-1]))


def corners(found: Iterable[InputPair]) -> list[tuple[Fast, Fast, tuple[int, int]]]:
    """The corners (B, 1 − A) of the greatest convex function below the trade-off functions of pairs, each with its pair (j, l).

    B and 1 − A are the chances of the two errors of the test that takes j for the truth at the outputs of a line.
    """
    points = [(b, 1 - a, (pair.input, pair.against)) for pair in found for a, b in pair.lines()]
    # one input alone has no pair
    return lower_hull(points or [(Fraction(0), ONE, (0, 0)), (ONE, Fraction(0), (0, 0))])


# ---- The least factor of all budgets ---------------------------------------------------------------------------------------------


def tight_factor(mechanism: Mechanism, bounds: PairBounds) -> Fraction | Between | Infinity:
    """The least c ≥ 0 such that the mechanism keeps the bounds after every budget ε is multiplied by c; infinity if there is none.

    A budget ε is the logarithm of a pair's ratio; slacks stay the same. For each pair, let its tight ε be the least one with which
    the mechanism keeps the slack. Then c is the largest quotient of a tight ε and its stated ε.
    """
    found = {(x.input, x.against): x for x in pairs(mechanism, distinct=False)}
    lower = upper = Fraction(0)
    for place, (ratio, delta) in bounds.places():
        least = profile_of([found[place[0], place[1]]]).epsilon(delta)
        if least.t == 1:
            continue
        if is_infinite(least.t) or ratio == 1:
            return INFINITY
        low, high = _quotient(least, Epsilon(ratio))
        lower, upper = max(lower, low), max(upper, high)
    return lower if lower == upper else Between(lower, upper)


def _quotient(least: Epsilon, budget: Epsilon) -> Bounds:
    """Bound the quotient of two positive ε. It is p/q exactly if a^q = b^p for a = e^least and b = e^budget."""
    (a, b), (c, d) = least.bounds(), budget.bounds()
    low, high = a / d, b / c
    near = ((low + high) / 2).limit_denominator(MOST_QUOTIENT)
    p, q, x, y = near.numerator, near.denominator, least.t, budget.t
    assert not is_infinite(x) and not is_infinite(y)
    if low <= near <= high and p <= MOST_QUOTIENT and have_common_field([[x, y]]) and x**q == y**p:
        return near, near
    return low, high
