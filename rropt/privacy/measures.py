"""What a mechanism discloses, by measures other than ε and δ. The results are exact numbers where possible, otherwise rational
bounds.

* The total variation of two inputs is the largest difference between the probabilities that an event has under them. It is the
  excess (`excess.py`) at t = 1.
* The Rényi divergence of order α is D_α(j‖l) = log(Σ_i p_ij^α p_il^(1−α))/(α − 1). At α = 1 it is the Kullback–Leibler divergence;
  at α = ∞, the largest log ratio. If α is an integer above 1, the sum is exact, and its logarithm is enclosed. (Mironov, 2017.)
* The trade-off function of a pair (j, l) is about tests that tell j from l by the output. A test takes l for j with chance α, and j
  for l with chance β. The function gives the least β for each α. The best tests assign outputs to j in the order of the ratio
  p_ij/p_il (Neyman and Pearson), so the function is piecewise linear with at most one piece per output. A mechanism is f-DP for the
  greatest convex f below the trade-off functions of all ordered pairs. (Dong, Roth and Su, 2022.)
* The Bayes vulnerability under a prior is the probability of a right guess, Σ_i max_j π_j p_ij. The Bayes capacity is the largest
  factor by which an answer can lift this probability, whatever the prior: Σ_i max_j p_ij. (Alvim et al., 2020.)
* The expected gain of a guesser before an answer and after it, and Shannon's capacity, are in `leakage.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from flint import arb

from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.element import Number, hand_out
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_number, read_rational
from rropt.exact.hull import Corner, lower_hull
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.sign import ball_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.divergence import BetweenTwo, LargestDivergence, largest_divergence, read_divergences
from rropt.privacy.excess import active_line, pairs, scale
from rropt.privacy.given import mechanism_of
from rropt.privacy.leakage import Capacity, Leakage, leakage, shannon_capacity
from rropt.privacy.ratios import largest_ratio
from rropt.results import Result, Table, exact_fields, fact_table, say_value, text_table

__all__ = ["Measures", "RenyiDivergence", "TradeOff", "measure", "renyi_divergence", "total_variation", "trade_off"]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ORDER = 1000


@dataclass(frozen=True, slots=True, repr=False)
class RenyiDivergence(Result):
    """The largest Rényi divergence D of one order over ordered pairs of inputs, in nats. Rational bounds enclose it.

    `argument` is the number inside the logarithm: e^((order − 1)·D), or e^D at order ∞. It is None if it is not exact or D is
    infinite. `pair` is the ordered pair whose divergence is largest.
    """

    order: Fraction | Infinity
    lower: Fraction | Infinity
    upper: Fraction | Infinity
    argument: Number | None
    pair: tuple[int, int] | None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        ends = [x if is_infinite(x) else decimal(x, digits=17, direction=w) for x, w in self._ends()]
        return {
            "order": _text(self.order),
            "argument": None if self.argument is None else show(self.argument),
            "lower": str(ends[0]),
            "upper": str(ends[1]),
            "pair": None if self.pair is None else list(map(str, self.pair)),
        }

    def _ends(self) -> list[tuple[Fraction | Infinity, Any]]:
        return [(self.lower, "lower"), (self.upper, "upper")]

    def as_table(self) -> Table:
        """A table with one row per field."""
        return fact_table(self.to_dict())

    @property
    def name(self) -> str:
        """The name of the divergence in words, with its order."""
        return f"Rényi divergence of order {_text(self.order)}"

    @property
    def said(self) -> str:
        """The divergence in nats, as a decimal: the midpoint of the two bounds, or "inf" if it is infinite."""
        return "inf" if is_infinite(self.upper) else f"{decimal((self.lower + self.upper) / 2, digits=8)} nats"

    def explain(self) -> str:
        """The divergence in a line."""
        return f"{self.name}: {self.said}"


@dataclass(frozen=True, slots=True, repr=False)
class TradeOff(Result):
    """A trade-off function: the least chance β of a type II error of a test for each chance α of a type I error.

    It is stated by its exact corners (α, β), from α = 0 to α = 1, and is linear between them.
    """

    corners: tuple[Corner, ...]

    def at(self, alpha: object) -> Number:
        """The least chance β of a type II error of a test whose type I error has the chance `alpha`, from 0 to 1."""
        a = read_number(alpha)
        if a < 0 or a > 1:
            raise InputError(Received("alpha", show(a)), " must lie between 0 and 1")
        for (a0, b0), (a1, b1) in zip(self.corners, self.corners[1:], strict=False):
            if a0 < a1 and a0 <= a <= a1:
                found: Number = hand_out(b0 + (b1 - b0) * (a - a0) / (a1 - a0))
                return found
        raise AssertionError

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        return {"corners": [[show(a), show(b)] for a, b in self.corners]}

    def as_table(self) -> Table:
        """A table with one row per corner."""
        return ("alpha", "beta"), [(show_with_decimal(a), show_with_decimal(b)) for a, b in self.corners]

    def explain(self) -> str:
        """Show the corners in a table."""
        return f"{text_table(*self.as_table())}\nlinear between these corners"


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Measures(Result):
    """Several measures of what a mechanism discloses. Of a measure of two inputs, it has the largest value over ordered pairs.

    Example:
        >>> from rropt import from_spec, measure
        >>> str(measure(from_spec("warner:p=3/4")).bayes_capacity)
        '3/2'

    Reference: those of `measure`.
    """

    total_variation: Number
    renyi: tuple[RenyiDivergence, ...]
    trade_off: TradeOff
    bayes_vulnerability: Number
    prior: tuple[Number, ...]
    bayes_capacity: Number
    leakage: Leakage
    shannon_capacity: Capacity
    divergences: tuple[LargestDivergence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {
            "total_variation": exact_fields(self.total_variation),
            "renyi": [x.to_dict() for x in self.renyi],
            "trade_off": self.trade_off.to_dict(),
            "prior": list(map(show, self.prior)),
            "bayes_vulnerability": exact_fields(self.bayes_vulnerability),
            "bayes_capacity": exact_fields(self.bayes_capacity),
            "leakage": self.leakage.to_dict(),
            "shannon_capacity": self.shannon_capacity.to_dict(),
            **({"divergences": [x.to_dict() for x in self.divergences]} if self.divergences else {}),
        }

    def as_table(self) -> Table:
        """A table with one row per measure."""
        facts: dict[str, Any] = {"total variation": self.total_variation}
        facts |= {x.name: x.said for x in self.renyi} | {x.name: x.said for x in self.divergences}
        facts["trade-off function (alpha, beta)"] = "; ".join(
            f"({say_value(a)}, {say_value(b)})" for a, b in self.trade_off.corners[:6]
        )
        facts["Bayes vulnerability"] = (
            f"{say_value(self.bayes_vulnerability)} under the prior {', '.join(map(show, self.prior[:8]))}"
        )
        facts["Bayes capacity"] = self.bayes_capacity
        facts |= dict(self.leakage.facts()[1:])
        facts["Shannon's capacity"] = self.shannon_capacity.said
        return fact_table(facts)

    def explain(self) -> str:
        """One line per measure."""
        _, rows = self.as_table()
        return "\n".join(f"{name}: {value}" for name, value in rows)


def _text(x: Fraction | Infinity) -> str:
    return "inf" if is_infinite(x) else show(x)


def measure(
    mechanism: Mechanism,
    *,
    prior: Iterable[object] | None = None,
    orders: object = (2, "inf"),
    gain: Iterable[Iterable[object]] | None = None,
    divergences: Iterable[BetweenTwo] = (),
) -> Measures:
    """Compute total variation, Rényi and other divergences, the trade-off function, vulnerability, leakage and capacities.

    Args:
        mechanism: The mechanism, at one epsilon.
        prior: The probabilities of the inputs for vulnerability and leakage; equal ones if not given.
        orders: One order of a Rényi divergence or several; an order is a number above 0, or "inf".
        gain: The gains of a guesser, one row per action, one column per input. If not given, a right guess of the input gains 1.
        divergences: Divergences such as `Divergence("kl")` or `Divergence(phi="max(x - 2, 0)")`. The largest value of each over
            ordered pairs of inputs is computed.

    Returns:
        The measures: exact numbers, and rational bounds of the divergences and of Shannon's capacity.

    Raises:
        InputError: Epsilon is free, or the prior, an order, the gain or a divergence is invalid.

    Example:
        >>> from rropt import from_spec, measure
        >>> found = measure(from_spec("warner:p=3/4"))
        >>> print(found.total_variation, found.bayes_capacity, found.trade_off.at("1/4"))
        1/2 3/2 1/4

    Reference: Mironov (2017), Rényi differential privacy; Dong, Roth and Su (2022), Gaussian differential privacy; Alvim et
    al. (2020), The science of quantitative information flow.
    """
    mechanism = mechanism_of(mechanism)
    asked = (orders,) if isinstance(orders, str) or not isinstance(orders, Iterable) else orders
    if mechanism.is_free:
        raise InputError("epsilon or delta is free, but the measures need one value; fix it with mechanism.at(…)")
    guessed = leakage(mechanism, prior=prior)
    return Measures(
        total_variation=total_variation(mechanism),
        renyi=tuple(renyi_divergence(mechanism, order) for order in asked),
        trade_off=trade_off(mechanism),
        bayes_vulnerability=guessed.after,
        prior=guessed.prior,
        bayes_capacity=hand_out(total_of([max(row) for row in mechanism.rows])),
        leakage=guessed if gain is None else leakage(mechanism, prior=guessed.prior, gain=gain),
        shannon_capacity=shannon_capacity(mechanism),
        divergences=tuple(largest_divergence(mechanism, x) for x in read_divergences(divergences)),
    )


def total_variation(mechanism: Mechanism) -> Number:
    """The largest total variation distance between the outputs of two inputs, which is the least δ at ε = 0.

    Args:
        mechanism: The mechanism.

    Returns:
        The distance, between 0 and 1.

    Raises:
        Undecided: t is free, and which inputs have the largest distance changes with t.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy import total_variation
        >>> print(total_variation(from_spec("warner:p=3/4")))
        1/2

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    s = scale(mechanism, ONE)
    found: Number = hand_out(max((s.value(active_line(x, s)) for x in pairs(mechanism)), default=ZERO))
    return found


def renyi_divergence(mechanism: Mechanism, order: object) -> RenyiDivergence:
    """Compute the largest Rényi divergence of the order over ordered pairs of inputs. Its `argument` is exact where this is
    possible.

    Args:
        mechanism: The mechanism.
        order: The order, above 0 and at most 1000 (1 is the Kullback–Leibler divergence), or "inf".

    Returns:
        The divergence, with bounds where it is no exact number.

    Raises:
        InputError: The order is no such number.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy import renyi_divergence
        >>> renyi_divergence(from_spec("warner:p=3/4"), 2).pair
        (0, 1)

    Reference: Mironov (2017), Rényi differential privacy.
    """
    if order in ("inf", INFINITY):
        ratio = largest_ratio(mechanism)
        if is_infinite(ratio.value):
            return RenyiDivergence(INFINITY, INFINITY, INFINITY, None, (ratio.high, ratio.low))
        low, high = _log_bounds(ratio.value)
        return RenyiDivergence(INFINITY, low, high, ratio.value, (ratio.high, ratio.low))
    alpha = read_rational(order)
    if not 0 < alpha <= MOST_ORDER:
        raise InputError(Received("order", show(alpha)), f" must lie above 0 and be at most {MOST_ORDER}, or be inf")
    every = (_divergence(mechanism, j, low, alpha) for j, low in permutations(range(mechanism.k), 2))
    return max(every, key=lambda x: x.upper, default=RenyiDivergence(alpha, ZERO, ZERO, ONE, None))


def _divergence(p: Mechanism, j: int, against: int, alpha: Fraction) -> RenyiDivergence:
    cells = [(row[j], row[against]) for row in p.rows if row[j] != 0]
    if any(y == 0 for _, y in cells) and alpha >= 1:
        return RenyiDivergence(alpha, INFINITY, INFINITY, None, (j, against))
    # below order 1 an output that `against` never gives adds 0 to the sum
    cells = [(x, y) for x, y in cells if y != 0]
    if not cells:
        return RenyiDivergence(alpha, INFINITY, INFINITY, None, (j, against))
    if alpha == 1:
        low, high = refine(lambda: _sum(ball_of(x) * (ball_of(x) / ball_of(y)).log() for x, y in cells))
        return RenyiDivergence(alpha, max(low, ZERO), high, None, (j, against))
    if alpha.denominator == 1:
        n = alpha.numerator
        total = total_of([x**n / y ** (n - 1) for x, y in cells])
        low, high = _log_bounds(total)
        return RenyiDivergence(alpha, low / (n - 1), high / (n - 1), total, (j, against))
    a = ball(alpha)
    low, high = refine(lambda: _sum(ball_of(x) ** a * ball_of(y) ** (1 - a) for x, y in cells).log() / (a - 1))
    return RenyiDivergence(alpha, max(low, ZERO), high, None, (j, against))


def _sum(terms: Iterable[arb]) -> arb:
    return sum(terms, arb(0))


def _log_bounds(x: Number) -> Bounds:
    return (ZERO, ZERO) if x == 1 else refine(lambda: ball_of(x).log())


def trade_off(mechanism: Mechanism, pair: tuple[int, int] | None = None) -> TradeOff:
    """Compute the trade-off function of tests of the input `pair[1]` (the null hypothesis) against `pair[0]`.

    If no pair is given, the result is the trade-off function of the mechanism: the greatest convex function below the functions of
    all ordered pairs. It is the lower hull of their corners.

    Args:
        mechanism: The mechanism.
        pair: The indices of two inputs: first the alternative hypothesis, then the null hypothesis.

    Returns:
        The function, with its corners.

    Raises:
        InputError: The pair is no two inputs of the mechanism.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy import trade_off
        >>> [str(a) for a, _ in trade_off(from_spec("warner:p=3/4")).corners]
        ['0', '1/4', '1']

    Reference: Dong, Roth and Su (2022), Gaussian differential privacy.
    """
    if pair is not None:
        j, against = pair
        if j == against or not all(0 <= x < mechanism.k for x in pair):
            raise InputError(f"pair = {pair} must be two different inputs from 0 to {mechanism.k - 1}")
        return TradeOff(_corners(mechanism, j, against))
    every = [c for j, low in permutations(range(mechanism.k), 2) for c in _corners(mechanism, j, low)]
    return TradeOff(_hull(every or [(ZERO, ONE), (ONE, ZERO)]))


def _corners(p: Mechanism, j: int, against: int) -> tuple[Corner, ...]:
    """Compute the corners (α, β) of the trade-off function of inputs j and `against`, where `against` is the null hypothesis.

    A test rejects the null hypothesis first at the outputs with the largest likelihood ratio. Outputs with the same ratio give one
    line segment.
    """
    cells = [(row[j], row[against]) for row in p.rows if row[j] != 0 or row[against] != 0]
    certain = [c for c in cells if c[1] == 0]
    ordered = certain + sorted((c for c in cells if c[1] != 0), key=lambda c: c[0] / c[1], reverse=True)
    corners: list[Corner] = [(ZERO, ONE)]
    for x, y in ordered:
        a, b = corners[-1]
        corners.append((a + y, b - x))
    return _hull(corners)


def _hull(points: Sequence[Corner]) -> tuple[Corner, ...]:
    return tuple((hand_out(a), hand_out(b)) for a, b in lower_hull(points))
