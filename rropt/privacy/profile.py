"""The privacy profile of a mechanism: the least δ for which it is (ε, δ)-LDP, as an exact function of t = e^ε that is piecewise
linear."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any, Literal, overload

from rropt.exact.decimal import EXACT, decimal, show_with_decimal
from rropt.exact.element import Bound, Number, hand_out, is_free
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import MOST_EXPONENT, read_number
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import read_probability
from rropt.privacy.excess import InputPair, Line, back, lines, pairs
from rropt.privacy.given import mechanism_of
from rropt.privacy.ratios import largest_ratio
from rropt.privacy.repeated.composition import composed_pair, read_times, uses
from rropt.privacy.repeated.enclosed_uses import BallPair, ball_pair
from rropt.results import Result, Table, fact_table, text_table

__all__ = ["ProfilePiece", "Profile", "ProfileBounds", "epsilon_above", "profile", "profile_of"]

MOST_SHOWN = 12
DELTAS = tuple(map(Fraction, ("1/10", "1/100", "1/1000", "1e-6", "1e-9", "0")))
MOST_EPSILON = 64
HALVINGS = 20


@dataclass(frozen=True, slots=True, repr=False)
class ProfilePiece(Result):
    """δ(t) = intercept − slope·t for start ≤ t ≤ end.

    The ordered pair (j, l) of inputs in `pair` attains δ(t), with the outputs that are more than t times as likely under j as under
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

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary, every number as text. The entry `slope` is the slope of δ(t), so it is minus the attribute
        `slope`."""
        return {
            "from": show(self.start),
            "to": show(self.end),
            "intercept": show(self.intercept),
            "slope": show(-self.slope),
            "pair": None if self.pair is None else list(map(str, self.pair)),
        }

    def explain(self) -> str:
        """Write the formula of δ as a function of t = e^ε, and the interval of t on which it holds."""
        line = f"({show_with_decimal(self.intercept)}) - ({show_with_decimal(self.slope)})*t"
        return f"delta = {line} for t = e^epsilon from {show_with_decimal(self.start)} to {show_with_decimal(self.end)}"

    def as_table(self) -> Table:
        """A table with one row per entry of `to_dict`."""
        return fact_table(self.to_dict())


@dataclass(frozen=True, slots=True, repr=False)
class Profile(Result):
    """The privacy profile: δ(t) is the largest value of Σ_i max(0, p_ij − t·p_il) over ordered pairs of inputs j ≠ l.

    Here p_ij is the probability of output i given input j. The mechanism is (log t, δ)-LDP iff δ ≥ δ(t). The function δ(t) is
    convex and nonincreasing on t ≥ 1. Its first piece starts at t = 1, and its last piece is constant and has no end.

    Example:
        >>> from rropt import from_spec, profile
        >>> str(profile(from_spec("warner:p=3/4")).epsilon("1/4"))
        'log(2)'

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML; SPEC.md, 7.
    """

    pieces: tuple[ProfilePiece, ...]
    times: int = 1

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

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        return {
            "breakpoints": [show(x) for x in self.breakpoints],
            "deltas": [show(x) for x in self.deltas],
            "pieces": [x.to_dict() for x in self.pieces],
            **({"times": str(self.times)} if self.times > 1 else {}),
        }

    def as_table(self) -> Table:
        """A table of δ at every breakpoint; the decimals are rounded up."""
        deltas = map(_up, self.deltas)
        if self._in_epsilon:
            budgets = (Epsilon(t).shown(direction="upper") for t in self.breakpoints)
            return ("epsilon", "delta there"), list(zip(budgets, deltas, strict=True))
        return ("t = e^epsilon from", "delta there"), list(zip(map(_up, self.breakpoints), deltas, strict=True))

    @property
    def _in_epsilon(self) -> bool:
        """Whether to show ε instead of t = e^ε. This is so if `EXACT` is off and no number depends on a t that ranges over an
        interval."""
        return not EXACT.get() and not any(map(is_free, (*self.breakpoints, *self.deltas)))

    def explain(self, *, points: bool = False) -> str:
        """Show a table of δ at every breakpoint.

        If there are more than `MOST_SHOWN` breakpoints and `points` is False, show instead a table of the least ε for a few values
        of δ.
        """
        header, rows = self.as_table()
        between = "e^epsilon" if self._in_epsilon else "t"
        if points or len(rows) <= MOST_SHOWN:
            return f"{text_table(header, rows)}\nlinear in {between} between these points, constant after the last"
        asked = [d for d in DELTAS if self.deltas[-1] <= d < self.deltas[0]]
        few = [(decimal(d), decimal_above(self.epsilon(d))) for d in asked]
        text = text_table(("delta", "epsilon needed"), few)
        more = f"delta is linear in e^epsilon between {len(rows)} points: explain(points=True), to_dict() and JSON have them"
        return f"{text}\n{more}"


def _up(x: Bound) -> str:
    return show_with_decimal(x, direction="upper")


def decimal_above(epsilon: Epsilon) -> str:
    """Write a budget ε as a decimal, rounded up, without its exact form."""
    return "inf" if is_infinite(epsilon.t) else decimal(epsilon.bounds()[1], direction="upper")


@dataclass(frozen=True, slots=True, repr=False)
class ProfileBounds(Result):
    """Rational bounds on δ(ε), the least δ for which many uses or answers together are (ε, δ)-LDP. No certificate shows them.

    Example:
        >>> from rropt import from_spec, profile
        >>> low, high = profile(from_spec("krr:k=4,epsilon=1/10"), times=1000).delta(2)
        >>> 0 < low <= high < 1
        True

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """

    pairs: tuple[BallPair, ...]
    times: int
    most: Fraction | Infinity
    """An ε at which δ(ε) is 0; infinity if there is none."""
    shown_to: float
    """The largest ε that the table of bounds shows."""
    of: str = "uses"
    """What `times` counts, in words, such as "uses"."""

    def at(self, t: object) -> Bounds:
        """Rational bounds (lower, upper) on δ(log t), for an exact number t ≥ 1."""
        s = read_ratio(t)
        found = [pair.bounds(s) for pair in self.pairs]
        return max(low for low, _ in found), max(high for _, high in found)

    def delta(self, epsilon: object) -> Bounds:
        """Rational bounds on the least δ for which the uses or answers together are (ε, δ)-LDP."""
        t = read_epsilon(epsilon).t
        return (Fraction(0), Fraction(0)) if is_infinite(t) else self.at(t)

    def epsilon(self, delta: object) -> tuple[Fraction, Fraction | Infinity]:
        """Rational bounds on the least ε for which δ(ε) is at most `delta`.

        δ(ε) does not increase with ε, and only a lower and an upper bound of it are known. The lower bound of the result is the
        least ε at which the lower bound of δ(ε) is at most `delta`. The upper bound of the result is the least ε at which the upper
        bound of δ(ε) is at most `delta`. Both are found by bisection. If the upper bound of δ(ε) is above `delta` at every ε that
        is tried, the upper bound of the result is an ε at which δ(ε) is 0, or infinity if there is none.
        """
        d = read_probability(delta, "delta")
        last = Fraction(MOST_EPSILON) if is_infinite(self.most) else min(self.most, Fraction(MOST_EXPONENT))
        high = min(Fraction(1, 8), last)
        while self.delta(high)[1] > d:
            if high >= last:
                return self._least(0, d, high)[0], self.most
            high = min(2 * high, last)
        return self._least(0, d, high)[0], self._least(1, d, high)[1]

    def _least(self, end: int, most: Number, high: Fraction) -> tuple[Fraction, Fraction]:
        """Find the least ε at which a bound of δ(ε) is at most `most`, by bisection between 0 and `high`.

        If `end` is 0, the lower bound of δ(ε) is taken; if `end` is 1, the upper bound. This bound must be at most `most` at ε =
        `high`, or else the second number of the result is wrong. Return two numbers that enclose the least ε.
        """
        low = Fraction(0)
        if self.delta(low)[end] <= most:
            return low, low
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if self.delta(middle)[end] <= most else (middle, high)
        return low, high

    def as_table(self) -> Table:
        """A table of the bounds of δ at nine ε from 0 to about `shown_to`."""
        last = min(self.shown_to, MOST_EXPONENT)
        step = math.ceil(math.log10(8 / last)) + 1 if last < 1 else 2
        budgets = [Fraction(round(10**step * last * i / 8), 10**step) for i in range(9)]
        rows = []
        for e in budgets:
            low, high = self.delta(e)
            rows.append(
                (show(e), decimal(low, digits=8, direction="lower"), decimal(high, digits=8, direction="upper"))
            )
        return ("epsilon", "delta at least", "delta at most"), rows

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of the number of uses or answers, and of the bounds of δ at each ε of the table, as text."""
        rows = [{"epsilon": e, "lower": low, "upper": high} for e, low, high in self.as_table()[1]]
        return {"times": str(self.times), "enclosed": rows}

    def explain(self) -> str:
        """Show the table of bounds, and say what it bounds."""
        return f"{self.times} {self.of}, enclosed, not certified:\n{text_table(*self.as_table())}"


def read_ratio(t: object) -> Number:
    """Read t = e^ε, an exact number of at least 1."""
    s = read_number(t)
    if s < 1:
        raise InputError(f"t = {show(s)} must be at least 1, because t = e^epsilon with epsilon at least 0")
    return s


@overload
def profile(mechanism: Mechanism, times: Literal[1] = 1) -> Profile: ...
@overload
def profile(mechanism: Mechanism, times: int) -> Profile | ProfileBounds: ...
def profile(mechanism: Mechanism, times: int = 1) -> Profile | ProfileBounds:
    """The privacy profile δ(ε): the least δ for which the mechanism is (ε, δ)-LDP, for every ε at once.

    Args:
        mechanism: The mechanism, or a design.
        times: How often each person answers, independently and with the same truth each time.

    Returns:
        An exact `Profile`, with `delta(epsilon)`, `at(t)` for t = e^epsilon, and `epsilon(delta)`. If exact numbers for many
        uses would be too long or too many, a `ProfileBounds`: each of its methods `delta`, `at` and `epsilon` gives two bounds.

    Raises:
        InputError: `times` is no whole number from 1 to 100000, or epsilon or delta is free and `times` is not 1.

    Example:
        >>> from rropt import from_spec, profile
        >>> P = from_spec("warner:p=3/4")
        >>> str(profile(P).delta("ln2")), str(profile(P, times=2).delta("ln2"))
        ('1/4', '7/16')

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    mechanism = mechanism_of(mechanism)
    n = read_times(times)
    if n == 1:
        return profile_of(pairs(mechanism), 1)
    if mechanism.is_free:
        raise InputError(
            f"epsilon or delta is free, but the profile of {n} uses needs one value; fix it with mechanism.at(…)"
        )
    each = uses(mechanism)
    composed = [composed_pair(use, n, all_rational=mechanism.is_rational) for use in each]
    if any(pair is None for pair in composed):
        finite = Epsilon(max((ratio for use in each for ratio in use.cells), default=Fraction(1)))
        shown_to = 2 * (float(finite) * math.sqrt(n) or 1.0)
        return ProfileBounds(tuple(ball_pair([(use, n)]) for use in each), n, n * epsilon_above(mechanism), shown_to)
    return profile_of((pair for pair in composed if pair is not None), n)


def epsilon_above(mechanism: Mechanism) -> Fraction | Infinity:
    """An upper bound on the least ε for which one use of the mechanism is (ε, 0)-LDP. It is infinite if an output is possible under
    one input and impossible under another."""
    ratio = largest_ratio(mechanism).value
    return INFINITY if is_infinite(ratio) else Epsilon(ratio).bounds()[1]


def profile_of(found_pairs: Iterable[InputPair], times: int) -> Profile:
    """Make the privacy profile, the function δ(t), from ordered pairs of inputs. `times` is the number of uses.

    Let A and B be the probabilities of a set of outputs under the two inputs of a pair. Each such set gives a line A − t·B. δ(t) is
    the largest value that any of these lines has at t.
    """
    found: dict[Line, tuple[int, int]] = {}
    for pair in found_pairs:
        for line in lines(pair):
            found.setdefault(line, (pair.input, pair.against))
    if not found:
        return Profile((ProfilePiece(Fraction(1), INFINITY, Fraction(0), Fraction(0), None),), times)
    hull = _envelope(found)
    starts = [Fraction(1), *(back(_crossing(a, b)) for a, b in zip(hull[1:], hull, strict=False))]
    ends: list[Bound] = [*starts[1:], INFINITY]
    return Profile(
        tuple(
            ProfilePiece(s, e, back(a), back(b), found[a, b] if a else None)
            for s, e, (a, b) in zip(starts, ends, hull, strict=True)
        ),
        times,
    )


def _crossing(steep: Line, flat: Line) -> Any:
    """The t at which two lines A − t·B of different slopes have the same value."""
    return (steep[0] - flat[0]) / (steep[1] - flat[1])


def _envelope(found: Iterable[Line]) -> list[Line]:
    """List the lines A − t·B that are largest at some t > 1. The first is the steepest, which is largest at t = 1; the last is the
    flattest."""
    hull: list[Line] = []
    for line in sorted(sorted(found, key=itemgetter(0), reverse=True), key=itemgetter(1)):
        if hull and line[1] == hull[-1][1]:
            continue
        if hull and line[0] - line[1] <= hull[-1][0] - hull[-1][1]:
            continue
        while len(hull) > 1 and _crossing(line, hull[-1]) >= _crossing(hull[-1], hull[-2]):
            hull.pop()
        hull.append(line)
    return hull[::-1]
