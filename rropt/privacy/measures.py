"""What a mechanism discloses, by measures other than ε and δ.

* The total variation of two inputs is the largest difference between the probabilities that an event has under them: the least δ at
  ε = 0. It is exact.
* The trade-off function of a pair (j, l) is about tests that tell j from l by the output. A test takes l for j with chance α, and j
  for l with chance β; the function gives the least β for each α. The best tests assign outputs to j in the order of p_ij/p_il
  (Neyman and Pearson), so the function is piecewise linear. A mechanism is f-DP for the greatest convex f below the functions of
  all ordered pairs. It is exact. (Dong, Roth and Su, 2022.)
* The Rényi divergence of order α is D_α(j‖l) = log(Σ_i p_ij^α p_il^(1−α))/(α − 1); at α = 1 it is the Kullback–Leibler divergence,
  at α = ∞ the largest log ratio. It is enclosed. (Mironov, 2017.)
* A guesser takes an action w, and gains g_wj if the truth is j; if g is the identity, w is a guess of j. Under a prior π he expects
  V(π) = max_w Σ_j g_wj π_j before an answer, and V(π, P) = Σ_i max_w Σ_j g_wj π_j p_ij after it. The multiplicative leakage is
  V(π, P)/V(π), the additive one V(π, P) − V(π). Bayes capacity, Σ_i max_j p_ij, is the largest multiplicative leakage of guesses.
  On the set of priors for which w is best before an answer, V(π) is linear and V(π, P) convex. So both leakages are largest at
  vertices of such sets; for guesses these are the priors that are uniform on a set of inputs. (Alvim et al., 2020.)
* Shannon's capacity is C = max_π Σ_j π_j D_j, where D_j is the divergence of column j from the mean column Pπ. Every prior bounds C
  on both sides: Σ_j π_j D_j ≤ C ≤ max_j D_j. Steps π_j ← π_j exp(s D_j)/Z bring both bounds together; s = 1 is the method of Blahut
  and Arimoto (1972). It is computed in doubles.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, permutations
from typing import Any, ClassVar, Protocol

from flint import arb

from rropt.exact.element import Bound, Number, hand_out
from rropt.exact.enclosure import ball, refine
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, require_known
from rropt.exact.grammar import read_probability, read_rational
from rropt.exact.hull import Corner
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import solve, total_of
from rropt.exact.patience import require_time
from rropt.exact.sign import ball_of
from rropt.exact.spelling import show
from rropt.given import at_one_epsilon, mechanism_of
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import Average, Gain
from rropt.privacy.profiles import corners
from rropt.privacy.ratios import Scale, back, largest_ratio, pairs
from rropt.privacy.vulnerability import read_gain, read_prior
from rropt.show import Block, Col, Fact, Result, Say, Table
from rropt.values import Between, as_one_number, near

__all__ = [
    "Capacity",
    "Leakage",
    "Measures",
    "TradeOff",
    "leakage",
    "measure",
    "renyi_divergence",
    "shannon_capacity",
    "total_variation",
    "trade_off",
    "worst_prior",
]

ZERO, ONE = Fraction(0), Fraction(1)
MOST_ORDER = 1000
MOST_SUBSETS_OF = 16  # the most inputs whose subsets are tried as supports of a prior
MOST_VERTICES_OF = 6  # the most inputs if a gain is given
MOST_SYSTEMS = 20_000  # the most linear systems that are solved for vertices
STEPS = 4000
CLOSE = 1e-13


class BetweenTwo(Protocol):
    """A divergence between the answers under two inputs, such as `Divergence`."""

    @property
    def words(self) -> str:
        """The divergence's name in a sentence."""

    def of_inputs(self, one: int, other: int, /) -> BetweenTwo:
        """The same divergence between two inputs."""

    def value_bounds(self, mechanism: Mechanism, /) -> tuple[Number, Number]:
        """Bounds of the divergence between the answers of a mechanism."""


@dataclass(frozen=True, slots=True)
class Largest:
    """The largest divergence of a kind over ordered pairs of inputs, between two bounds, and the pair whose upper bound is largest.

    `argument` is the number inside the logarithm of a Rényi divergence D, e^((order − 1)·D), or e^D at order ∞, if it is exact.
    """

    name: str
    lower: Bound
    upper: Bound
    pair: tuple[int, int] | None
    argument: Number | None = None

    @property
    def value(self) -> Bound | Between:
        """The divergence: one number, or its bounds."""
        return as_one_number(self.lower, self.upper)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, repr=False)
class TradeOff(Result):
    """A trade-off function: the least chance β of a type II error of a test for each chance α of a type I error.

    It is stated by its exact corners (α, β), from α = 0 to α = 1, and is linear between them.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import trade_off
        >>> print(trade_off(from_spec("warner:p=3/4")).at("1/4"))
        1/4

    Reference: Dong, Roth and Su (2022), Gaussian differential privacy.
    """

    schema: ClassVar[str] = "rropt/tradeoff/2"
    corners: tuple[Corner, ...]

    def at(self, alpha: object) -> Number:
        """The least chance β of a type II error of a test whose type I error has the chance `alpha`, from 0 to 1."""
        a = read_probability(alpha, "alpha")
        corners = zip(self.corners, self.corners[1:], strict=False)
        (a0, b0), (a1, b1) = next(x for x in corners if x[0][0] < x[1][0] and a <= x[1][0])
        found: Number = hand_out(b0 + (b1 - b0) * (a - a0) / (a1 - a0))
        return found

    def show(self) -> Iterator[Block]:
        """Yield the corners."""
        yield Say("The least chance beta of a type II error, linear between these corners:", key="")
        yield Table("corners", [Col("alpha", "alpha"), Col("beta", "beta", "down")], self.corners)


@dataclass(frozen=True, slots=True, repr=False)
class Leakage(Result):
    """The expected gain of a guesser with a prior, before and after an answer.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import leakage
        >>> found = leakage(from_spec("warner:p=3/4"), prior=["1/3", "2/3"])
        >>> print(found.before, found.after, found.multiplicative, found.additive)
        2/3 3/4 9/8 1/12

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """

    schema: ClassVar[str] = "rropt/leakage/2"
    prior: tuple[Number, ...]
    before: Number
    after: Number

    @property
    def multiplicative(self) -> Number | None:
        """The factor by which an answer multiplies the expected gain; None if the gain before it is not positive."""
        found: Number | None = hand_out(self.after / self.before) if self.before > 0 else None
        return found

    @property
    def additive(self) -> Number:
        """The expected gain after an answer minus the expected gain before it."""
        found: Number = hand_out(self.after - self.before)
        return found

    def show(self) -> Iterator[Block]:
        """Yield the prior, the expected gains and the leakage."""
        yield Say(f"An answer raises the expected gain from {near(self.before)} to {near(self.after, 'up')}.", key="")
        yield Fact("prior", "Prior", list(self.prior))
        yield from self.facts()

    def facts(self) -> Iterator[Fact]:
        """Yield the gains and the leakage."""
        yield Fact("before", "Expected gain before an answer", self.before)
        yield Fact("after", "Expected gain after it", self.after, "up")
        yield Fact("multiplicative", "Multiplicative leakage", self.multiplicative, "up")
        yield Fact("additive", "Additive leakage", self.additive, "up")


@dataclass(frozen=True, slots=True, repr=False)
class Capacity(Result):
    """Shannon's capacity in nats, between two doubles, with a prior that reaches the lower one.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import shannon_capacity
        >>> found = shannon_capacity(from_spec("warner:p=3/4"))
        >>> print(round(found.lower, 6), round(found.upper, 6), found.prior)
        0.130812 0.130812 (0.5, 0.5)

    Reference: Blahut (1972), Computation of channel capacity; Arimoto (1972).
    """

    schema: ClassVar[str] = "rropt/capacity/2"
    lower: float
    upper: float
    prior: tuple[float, ...]

    def show(self) -> Iterator[Block]:
        """Yield both bounds and the prior."""
        yield Say(f"Shannon's capacity is at most {near(self.upper, 'up')} nats.", key="")
        yield Fact("lower", "At least (nats)", self.lower, "down")
        yield Fact("upper", "At most (nats)", self.upper, "up")
        yield Fact("prior", "Prior", list(self.prior))


@dataclass(frozen=True, slots=True, repr=False)
class Measures(Result):
    """Several measures of what a mechanism discloses. Of a measure of two inputs, it has the largest value over ordered pairs.

    Examples:
        >>> from rropt import from_spec, measure
        >>> str(measure(from_spec("warner:p=3/4")).bayes_capacity)
        '3/2'

    Reference: those of `measure`.
    """

    schema: ClassVar[str] = "rropt/measures/2"
    inputs: tuple[str, ...]
    total_variation: Number
    renyi: tuple[Largest, ...]
    trade_off: TradeOff
    bayes_vulnerability: Number
    bayes_capacity: Number
    leakage: Leakage
    shannon_capacity: Capacity
    divergences: tuple[Largest, ...] = ()

    def show(self) -> Iterator[Block]:
        """Yield the measures."""
        yield Say(f"No event tells two truths apart by more than {near(self.total_variation, 'up')}.", key="")
        yield Fact("total_variation", "Total variation", self.total_variation, "up")
        yield Fact("bayes_vulnerability", "Bayes vulnerability", self.bayes_vulnerability, "up")
        yield Fact("bayes_capacity", "Bayes capacity", self.bayes_capacity, "up")
        yield from self.leakage.facts()
        yield Fact("shannon_capacity", "Shannon's capacity, at most (nats)", self.shannon_capacity.upper, "up")
        rows = [
            (x.name, x.value, x.pair and [self.inputs[j] for j in x.pair]) for x in (*self.renyi, *self.divergences)
        ]
        cols = [Col("divergence", "Divergence"), Col("value", "Largest (nats)", "up"), Col("pair", "Inputs")]
        yield Table("divergences", cols, rows)
        yield Fact("prior", "Prior of vulnerability and leakage", list(self.leakage.prior))
        yield Table("trade_off", [Col("alpha", "alpha"), Col("beta", "beta", "down")], self.trade_off.corners)


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
        divergences: Divergences such as `Divergence("kl")`. The largest value of each over ordered pairs of inputs is computed.

    Returns:
        The measures: exact numbers, rational bounds of the divergences, and doubles for Shannon's capacity.

    Raises:
        InputError: Epsilon is free, or the prior, an order, the gain or a divergence is invalid.

    Examples:
        >>> from rropt import from_spec, measure
        >>> found = measure(from_spec("warner:p=3/4"))
        >>> print(found.total_variation, found.bayes_capacity, found.trade_off.at("1/4"))
        1/2 3/2 1/4

    Reference: Mironov (2017), Rényi differential privacy; Dong, Roth and Su (2022), Gaussian differential privacy; Alvim et
    al. (2020), The science of quantitative information flow.
    """
    p = at_one_epsilon(mechanism, "the measures need")
    asked = (orders,) if isinstance(orders, str) or not isinstance(orders, Iterable) else orders
    kinds: list[Any] = [*divergences] if isinstance(divergences, Iterable) else [divergences]
    if strange := [x for x in kinds if isinstance(x, type) or not hasattr(x, "of_inputs")]:
        raise InputError(f'{str(strange[0])[:40]!r} is not a divergence; give one, such as Divergence("kl")')
    guessed = leakage(p, prior=prior)
    return Measures(
        inputs=tuple(p.input_labels),
        total_variation=total_variation(p),
        renyi=tuple(renyi_divergence(p, order) for order in asked),
        trade_off=trade_off(p),
        bayes_vulnerability=guessed.after,
        bayes_capacity=hand_out(total_of([max(row) for row in p.rows])),
        leakage=guessed if gain is None else leakage(p, prior=guessed.prior, gain=gain),
        shannon_capacity=shannon_capacity(p),
        divergences=tuple(_largest_divergence(p, x) for x in kinds),
    )


# ---- Divergences and tests -------------------------------------------------------------------------------------------------------


def total_variation(mechanism: Mechanism) -> Number:
    """The largest total variation distance between the outputs of two inputs, which is the least δ at ε = 0.

    Args:
        mechanism: The mechanism.

    Returns:
        The distance, between 0 and 1.

    Raises:
        Undecided: t is free, and which inputs have the largest distance changes with t.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import total_variation
        >>> print(total_variation(from_spec("warner:p=3/4")))
        1/2

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    s = Scale(mechanism, ONE)
    found: Number = hand_out(max((x.excess(s) for x in pairs(mechanism)), default=ZERO))
    return found


def _largest_divergence(mechanism: Mechanism, divergence: BetweenTwo) -> Largest:
    """The largest divergence of this kind between the answers under two inputs."""
    each = (
        Largest(divergence.words, *divergence.of_inputs(*pair).value_bounds(mechanism), pair)
        for pair in permutations(range(mechanism.k), 2)
    )
    return reduce(_larger, each, Largest(divergence.words, ZERO, ZERO, None))


def _larger(found: Largest, other: Largest) -> Largest:
    """The larger of two divergences by their upper ends, with the larger of the lower ends."""
    require_time()
    kept = other if other.upper > found.upper else found
    return Largest(kept.name, max(found.lower, other.lower), kept.upper, kept.pair, kept.argument)


def renyi_divergence(mechanism: Mechanism, order: object) -> Largest:
    """Compute the largest Rényi divergence of the order over ordered pairs of inputs.

    Args:
        mechanism: The mechanism.
        order: The order, above 0 and at most 1000 (1 is the Kullback–Leibler divergence), or "inf".

    Returns:
        The divergence between two bounds. If the order is a whole number above 1, its `argument` e^((order − 1)·D) is exact.

    Raises:
        InputError: The order is no such number.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import renyi_divergence
        >>> renyi_divergence(from_spec("warner:p=3/4"), 2).pair
        (0, 1)

    Reference: Mironov (2017), Rényi differential privacy.
    """
    if order in ("inf", INFINITY):
        best = largest_ratio(mechanism)
        return _of_argument("inf", best.value, ONE, None if best.high == best.low else (best.high, best.low))
    alpha = read_rational(order)
    if not 0 < alpha <= MOST_ORDER:
        raise InputError(f"order = {show(alpha)} must lie above 0 and be at most {MOST_ORDER}, or be inf")
    each = (_renyi(mechanism, pair, alpha) for pair in permutations(range(mechanism.k), 2))
    return reduce(_larger, each, Largest(_name(show(alpha)), ZERO, ZERO, None, ONE))


def _name(order: str) -> str:
    return f"Rényi divergence of order {order}"


def _of_argument(order: str, argument: Bound, factor: Fraction, pair: tuple[int, int] | None) -> Largest:
    """The divergence factor·log(argument)."""
    if is_infinite(argument):
        return Largest(_name(order), INFINITY, INFINITY, pair)
    low, high = Epsilon(argument).bounds()
    return Largest(_name(order), low * factor, high * factor, pair, argument)


def _renyi(p: Mechanism, pair: tuple[int, int], alpha: Fraction) -> Largest:
    cells = [(row[pair[0]], row[pair[1]]) for row in p.rows if row[pair[0]] != 0]
    order = show(alpha)
    # below order 1 an output that the second input never gives adds 0 to the sum
    finite = [(x, y) for x, y in cells if y != 0]
    if not finite or (alpha >= 1 and len(finite) < len(cells)):
        return _of_argument(order, INFINITY, ONE, pair)
    if alpha.denominator == 1 and alpha > 1:
        n = alpha.numerator
        return _of_argument(order, total_of([x**n / y ** (n - 1) for x, y in finite]), Fraction(1, n - 1), pair)

    def value() -> arb:
        a, balls = ball(alpha), [(ball_of(x), ball_of(y)) for x, y in finite]
        if alpha == 1:
            return sum((x * (x / y).log() for x, y in balls), arb(0))
        return sum((x**a * y ** (1 - a) for x, y in balls), arb(0)).log() / (a - 1)

    low, high = (max(x, ZERO) for x in refine(value))
    return Largest(_name(order), low, high, pair)


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

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import trade_off
        >>> [str(a) for a, _ in trade_off(from_spec("warner:p=3/4")).corners]
        ['0', '1/4', '1']

    Reference: Dong, Roth and Su (2022), Gaussian differential privacy.
    """
    asked = [
        x for x in pairs(mechanism, distinct=pair is None) if pair is None or (x.input, x.against) == (pair[0], pair[1])
    ]
    if pair is not None and not asked:
        raise InputError(f"pair = {pair} must be two different inputs from 0 to {mechanism.k - 1}")
    # the best tests reject the null hypothesis at the outputs with the largest likelihood ratios
    return TradeOff(tuple((hand_out(back(a)), hand_out(back(b))) for a, b, _ in corners(asked)))


# ---- Guessers --------------------------------------------------------------------------------------------------------------------


def leakage(
    mechanism: Mechanism, *, prior: Iterable[object] | None = None, gain: Iterable[Iterable[object]] | None = None
) -> Leakage:
    """Compute the gain that a guesser with a prior expects before an answer and after it, and the leakage.

    Args:
        mechanism: The mechanism, at one epsilon.
        prior: The probabilities of the inputs; equal ones if not given.
        gain: The gains, with one row per action and one column per input. If not given, a right guess of the input gains 1.

    Returns:
        The expected gains before and after an answer, with both leakages, as exact numbers.

    Raises:
        InputError: The prior is no distribution over the inputs, or a row of the gain has not one number per input.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import leakage
        >>> print(leakage(from_spec("krr:k=3,gamma=4")).multiplicative)
        2

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """
    p = mechanism_of(mechanism)
    return _leakage(p, read_prior(prior, p.k), read_gain(gain, p.k))


def _leakage(p: Mechanism, prior: tuple[Number, ...], gain: Gain | None) -> Leakage:
    expected = Average(prior, gain, ZERO)
    return Leakage(prior, hand_out(expected.take([ONE] * p.k)), hand_out(expected.total(p.rows)))


def worst_prior(
    mechanism: Mechanism, of: str = "additive", *, gain: Iterable[Iterable[object]] | None = None
) -> Leakage:
    """Find a prior under which a mechanism leaks most, by enumerating the vertices of the regions in which one action is best.

    Args:
        mechanism: The mechanism, at one epsilon.
        of: "additive" or "multiplicative" leakage.
        gain: The gains as in `leakage`, for up to 6 inputs. The default, for up to 16 inputs, is 1 for a right guess of the input.

    Returns:
        The leakage under such a prior; no prior has a larger one.

    Raises:
        InputError: Epsilon is free, there are too many inputs or actions, `of` is neither of the two words, or the
            multiplicative leakage has no largest value. It has none if, under some prior, the expected gain before an answer is
            negative, or is 0 and becomes positive after an answer; or if it is 0 under all priors.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import worst_prior
        >>> found = worst_prior(from_spec("krr:k=3,gamma=4"))
        >>> print(found.additive, [str(x) for x in found.prior])
        1/3 ['1/3', '1/3', '1/3']

    Reference: Alvim et al. (2020), The science of quantitative information flow.
    """
    p = at_one_epsilon(mechanism, "the worst prior needs")
    require_known([of], ("additive", "multiplicative"), "there is no leakage of the kind")
    gains = read_gain(gain, p.k)
    found = [_leakage(p, x, gains) for x in (_uniform_priors(p.k) if gains is None else _vertices(gains, p.k))]
    if of == "additive":
        return max(found, key=lambda x: x.additive)
    # Drop the vertices with V(π) = V(π, P) = 0. On a segment from such a vertex inside one region, V(π) is linear and V(π, P)
    # convex, so the factor V(π, P)/V(π) is at most that at the other end of the segment.
    found = [x for x in found if x.before or x.after]
    if not found or any(x.multiplicative is None for x in found):
        raise InputError(
            "under some prior the expected gain without an answer is not positive; give of='additive' instead"
        )
    return max(found, key=lambda x: x.multiplicative or ZERO)


def _uniform_priors(k: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield the uniform distribution on each nonempty set of the k inputs; too many inputs are refused."""
    if k > MOST_SUBSETS_OF:
        raise InputError(
            f"{k} inputs have too many subsets to try; give a mechanism with at most {MOST_SUBSETS_OF} inputs"
        )
    for size in range(1, k + 1):
        for chosen in combinations(range(k), size):
            require_time()
            yield tuple(Fraction(int(j in chosen), size) for j in range(k))


def _vertices(gain: Gain, k: int) -> Iterator[tuple[Number, ...]]:
    """Yield the vertices of {π ≥ 0, Σ π = 1, (g_w − g_v)·π ≥ 0 for all v}, the priors for which action w is best, for each w.

    At a vertex, k − 1 of these inequalities hold with equality.
    """
    if k > MOST_VERTICES_OF or len(gain) * math.comb(len(gain) - 1 + k, k - 1) > MOST_SYSTEMS:
        raise InputError(
            f"rropt cannot find the worst prior for {len(gain)} actions and {k} inputs; give at most {MOST_VERTICES_OF} inputs "
            "and fewer actions"
        )
    units: list[list[Number]] = [[ONE if j == n else ZERO for n in range(k)] for j in range(k)]
    right = [(ZERO,)] * (k - 1) + [(ONE,)]
    for row in gain:
        walls = [*units, *([x - y for x, y in zip(row, other, strict=True)] for other in gain if other != row)]
        for chosen in combinations(walls, k - 1):
            require_time()
            try:
                point = tuple(x for (x,) in solve([*chosen, [ONE] * k], right))
            except InputError:  # the walls do not meet in one point
                continue
            if all(total_of([a * x for a, x in zip(w, point, strict=True)]) >= 0 for w in walls):
                yield point


def shannon_capacity(mechanism: Mechanism) -> Capacity:
    """Enclose Shannon's capacity of a mechanism, in nats, in doubles.

    Args:
        mechanism: The mechanism, at one epsilon.

    Returns:
        Two bounds, and the prior that reaches the lower one.

    Raises:
        InputError: Epsilon is free.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import shannon_capacity
        >>> found = shannon_capacity(from_spec("krr:k=4,epsilon=1"))
        >>> 0 <= found.upper - found.lower < 1e-9
        True

    Reference: Blahut (1972), Computation of channel capacity; Arimoto (1972).
    """
    import numpy as np

    p = at_one_epsilon(mechanism, "the capacity needs")
    rows = np.array([floats for row in p.rows if any(floats := [float(x) for x in row])])

    def divergences(prior: Any) -> Any:
        quotient = rows / (rows @ prior)[:, None]
        return np.sum(rows * np.log(np.where(rows > 0, quotient, 1.0)), axis=0)

    prior, step = np.full(p.k, 1 / p.k), 1.0
    each = divergences(prior)
    for _ in range(STEPS):
        require_time()
        if each.max() - prior @ each < CLOSE:
            break
        moved = prior * np.exp(step * (each - each.max()))
        moved = np.maximum(moved / moved.sum(), 1e-300)
        after = divergences(moved)
        if step == 1 or moved @ after >= prior @ each:  # a step of 1 loses nothing but rounding
            prior, each, step = moved, after, step * 1.5
        else:
            step = max(1.0, step / 4)
    slack = 1e-15 * (rows.shape[0] + 4)  # of the sums' rounding
    lower = max(0.0, float(prior @ each) - slack)
    return Capacity(lower, max(lower, float(each.max()) + slack), tuple(map(float, prior)))
