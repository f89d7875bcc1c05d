"""Noise for numeric answers: sensitivities, Laplace and discrete Laplace noise of d coordinates, and exact draws.

*Laplace noise* of scale b = Δ/ε. The absolute values |Z_i| are independent exponential variables. With w = e^(−z/b),

    Pr(max |Z_i| ≥ z) = 1 − (1 − w)^d,   E|Z_i| = b,   E Z_i² = 2b²;

the union bound of the probability is d·w. These numbers are rational enclosures.

*Discrete Laplace noise*, for an integer Δ. With w = e^(−ε/Δ) the chance of k is (1 − w)/(1 + w)·w^|k|. Exact answers that differ by
j ≤ Δ change it by a factor of at most w^−j ≤ e^ε, and

    E|Z| = 2w/(1 − w²),   E Z² = 2w/(1 − w)²,   Pr(|Z| ≥ k) = 2w^k/(1 + w) for k ≥ 1.

For Δ = 1 no ε-private integer noise has a smaller expected cost, for any symmetric increasing cost.

*Sensitivity* is how much one person can change the answer, summed over the coordinates. Neighbours differ by the record of one of
n people (`replace`), or by one person more (`add-remove`; averages then need a public n that both data sets reach).

- A count or a sum of values in [a, b] changes by at most b − a under `replace`, and max(|a|, |b|) under `add-remove`.
- A mean changes by at most (b − a)/n under `replace`. Under `add-remove` a person with the value v joins n people with the mean m,
  which changes by |m − (n·m + v)/(n + 1)| = |m − v|/(n + 1) ≤ (b − a)/(n + 1).
- A histogram of two or more cells changes by 2 under `replace`, since the person leaves one cell and enters another, else by 1.

Each is attained: the changed or added value is b where all others are a. So these are the sensitivities, not only bounds.

References: Dwork, McSherry, Nissim & Smith 2006; Ghosh, Roughgarden & Sundararajan 2009; Canonne, Kamath & Steinke 2020; Ziani's
lecture, Definitions 6 and 10, Theorems 8 to 12.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import ClassVar

import flint

from rropt.errors import InputError
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, refine
from rropt.exact.epsilon import Epsilon, rational_base, read_epsilon
from rropt.exact.grammar import read_inside, read_rational
from rropt.exact.infinity import is_infinite
from rropt.exact.roots import rational_power
from rropt.exact.spelling import counted
from rropt.show import Block, Fact, Result, Say, set_fields

__all__ = ["DiscreteLaplace", "Laplace", "Sensitivity", "bounded_mean", "bounded_sum", "count", "fraction", "histogram"]

WIDTH = Fraction(1, 10**15)
REPLACE, ADD_REMOVE = "replace", "add-remove"


# ---- Laplace noise ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Laplace(Result):
    """Independent Laplace noise of scale sensitivity/ε in each of `dimension` coordinates; ε-private for this ℓ₁ `sensitivity`.

    Examples:
        >>> from rropt.noise import Laplace
        >>> noise = Laplace("ln3", "3/50", dimension=2)
        >>> float(noise.radius_linf("1/20")[1]) < float(noise.radius_union("1/20")[0])
        True
    """

    schema: ClassVar[str] = "rropt/laplace/1"
    epsilon: Epsilon
    sensitivity: Fraction
    dimension: int

    def __init__(self, epsilon: object, sensitivity: object, dimension: int = 1) -> None:
        set_fields(self, epsilon=_positive(epsilon), sensitivity=read_rational(sensitivity), dimension=dimension)
        if self.sensitivity <= 0 or self.dimension < 1:
            raise InputError(
                f"noise for sensitivity {self.sensitivity} in {counted(self.dimension, 'coordinate')} makes no sense; "
                "give a positive sensitivity and at least one coordinate"
            )

    @property
    def scale(self) -> Bounds:
        """An enclosure of the scale sensitivity/ε, which is also the mean absolute value of each coordinate."""
        return refine(lambda: 1 / _rate(self), width=WIDTH * max(Fraction(1), self.sensitivity))

    @property
    def variance(self) -> Bounds:
        """An enclosure of the variance of each coordinate: twice the square of the scale."""
        return refine(lambda: 2 / _rate(self) ** 2, width=WIDTH * max(Fraction(1), self.sensitivity**2))

    def tail_linf(self, z: object) -> Bounds:
        """Return an enclosure of the exact probability that some coordinate is at least z in absolute value."""
        x = _distance(z)
        if x == 0:
            return Fraction(1), Fraction(1)
        # log1p and expm1 keep the leading digits of a small probability
        return refine(lambda: -(self.dimension * (-((-ball(x) * _rate(self)).exp())).log1p()).expm1(), width=WIDTH)

    def union_bound(self, z: object) -> Bounds:
        """Return an enclosure of the union bound on `tail_linf(z)`, which may exceed 1."""
        x = _distance(z)
        return refine(lambda: self.dimension * (-ball(x) * _rate(self)).exp(), width=WIDTH)

    def radius_linf(self, failure: object) -> Bounds:
        """Return an enclosure of the z that some coordinate reaches in absolute value with probability `failure`.

        With d coordinates and the scale b it is −b·log(1 − (1 − failure)^(1/d)).
        """
        p = read_inside(failure, "failure")
        return refine(lambda: -_one_of(p, self.dimension).log() / _rate(self), width=WIDTH)

    def radius_union(self, failure: object) -> Bounds:
        """Return an enclosure of the z at which the union bound equals `failure`: scale·log(dimension/failure)."""
        p = read_inside(failure, "failure")
        return refine(lambda: (self.dimension / ball(p)).log() / _rate(self), width=WIDTH)

    def show(self) -> Iterator[Block]:
        """Say the noise, its scale and its variance."""
        yield Say(f"Laplace noise for sensitivity {self.sensitivity} at epsilon = {self.epsilon.shown()}.", key="")
        yield from _parameters(self)
        yield Fact("scale", "Scale", float(self.scale[1]))
        yield Fact("variance", "Variance", float(self.variance[1]))


# ---- Discrete Laplace noise ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False, init=False)
class DiscreteLaplace(Result):
    """Independent discrete Laplace noise in each of `dimension` coordinates; ε-private for this integer ℓ₁ `sensitivity`.

    Examples:
        >>> from rropt.noise import DiscreteLaplace
        >>> DiscreteLaplace("ln3", 1).variance
        Fraction(3, 2)
    """

    schema: ClassVar[str] = "rropt/discrete-laplace/1"
    epsilon: Epsilon
    sensitivity: int
    dimension: int

    def __init__(self, epsilon: object, sensitivity: object, dimension: int = 1) -> None:
        most = read_rational(sensitivity)
        if most < 1 or most.denominator != 1 or dimension < 1:
            raise InputError(
                "integer noise needs a whole sensitivity of at least 1 and a dimension of at least 1, but the sensitivity is "
                f"{most} and the dimension {dimension}"
            )
        set_fields(self, epsilon=_positive(epsilon), sensitivity=int(most), dimension=dimension)

    @property
    def ratio(self) -> Number:
        """The ratio Pr(k + 1)/Pr(k) of the noise's probabilities for k ≥ 0, exact: w = e^(−ε/sensitivity)."""
        t = self.epsilon.split(self.sensitivity).t
        assert not is_infinite(t)  # such an ε is refused
        return 1 / t

    def probability(self, k: int) -> Number:
        """Return the exact probability that the noise of one coordinate is k."""
        w = self.ratio
        return (1 - w) / (1 + w) * w ** abs(k)

    @property
    def mean_absolute(self) -> Number:
        """The mean absolute value of the noise in one coordinate, exact."""
        w = self.ratio
        return 2 * w / (1 - w * w)

    @property
    def variance(self) -> Number:
        """The variance of the noise in one coordinate, whose mean is 0; exact."""
        w = self.ratio
        return 2 * w / ((1 - w) * (1 - w))

    def standard_deviation(self) -> Bounds:
        """Return an enclosure of the standard deviation √(2w)/(1 − w) of one coordinate, even if w has no exact form."""

        def compute() -> flint.arb:
            w = (-_rate(self)).exp()
            return (2 * w).sqrt() / (1 - w)

        return refine(compute, width=Fraction(1, 10**9))

    def tail(self, k: int) -> Number:
        """Return the exact probability that the noise of one coordinate is at least k in absolute value."""
        if k <= 0:
            return Fraction(1)
        w = self.ratio
        return 2 * w**k / (1 + w)

    def tail_linf(self, k: int) -> Number:
        """Return the exact probability that the noise of some coordinate is at least k in absolute value."""
        return 1 - (1 - self.tail(k)) ** self.dimension

    def union_bound(self, k: int) -> Number:
        """Return the union bound on `tail_linf(k)`: the number of coordinates times the probability for one coordinate."""
        return self.dimension * self.tail(k)

    def radius_linf(self, failure: object) -> int:
        """Find a k such that, with probability at most `failure`, the noise of some coordinate is at least k in absolute value.

        It is the least such k, or where rounding cannot tell, the least one plus 1.
        """
        p = read_inside(failure, "failure")

        def compute() -> flint.arb:
            return -(_one_of(p, self.dimension) * (1 + (-_rate(self)).exp()) / 2).log() / _rate(self)

        return max(0, ceil(refine(compute)[1]))

    def draw(self, size: int, *, rng: int | random.Random | None = None) -> list[int]:
        """Draw the noise of `size` coordinates, with exactly the stated probabilities.

        Let m be a whole number near Δ/ε. Uniform numbers U < m are drawn until an event of probability w^U happens. Then events
        of probability w^m are counted until one fails, V in all. So U + m·V is geometric with the ratio w. A fair coin gives the
        sign; −0 is drawn again, as 0 would count twice.

        Args:
            size: How many numbers.
            rng: A seed or a source for tests and simulations; without it the operating system's source, which alone is fit for a
                release.
        """
        chosen = (
            rng if isinstance(rng, random.Random) else secrets.SystemRandom() if rng is None else random.Random(rng)
        )
        m = max(1, round(self.sensitivity / float(self.epsilon)))

        def happens(k: int) -> bool:
            """Draw an event of probability w^k."""
            p = _rational_power(self.epsilon, Fraction(k, self.sensitivity))
            # the comparison with an irrational number ends; a rational one might share all bits of the uniform number
            if p is not None:
                return chosen.randrange(p.denominator) < p.numerator
            return _is_below(lambda width: refine(lambda: (-k * _rate(self)).exp(), width=width), chosen)

        def once() -> int | None:
            u = chosen.randrange(m)
            if not happens(u):
                return None
            while happens(m):
                u += m
            is_negative = chosen.getrandbits(1) == 1
            return None if is_negative and u == 0 else -u if is_negative else u

        drawn: list[int] = []
        while len(drawn) < size:
            if (z := once()) is not None:
                drawn.append(z)
        return drawn

    def show(self) -> Iterator[Block]:
        """Say the noise and its standard deviation."""
        yield Say(
            f"Discrete Laplace noise for sensitivity {self.sensitivity} at epsilon = {self.epsilon.shown()}.", key=""
        )
        yield from _parameters(self)
        yield Fact("standard_deviation", "Standard deviation", float(self.standard_deviation()[1]))


def _is_below(bounds: Callable[[Fraction], Bounds], rng: random.Random) -> bool:
    """Draw whether a uniform number lies below an irrational number that `bounds` encloses as closely as it is asked.

    64 bits of the uniform number U are drawn at a time; after b bits u/2^b ≤ U ≤ (u + 1)/2^b.
    """
    u, bits = 0, 0
    while True:
        u, bits = u << 64 | rng.getrandbits(64), bits + 64
        lower, upper = bounds(Fraction(1, 1 << bits))
        if Fraction(u + 1, 1 << bits) <= lower:
            return True
        if Fraction(u, 1 << bits) >= upper:
            return False


# ---- Sensitivity -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Sensitivity(Result):
    """The ℓ₁ sensitivity of a query, and the sensitivity of each of its coordinates, for one kind of neighbours."""

    schema: ClassVar[str] = "rropt/sensitivity/1"
    query: str
    l1: Fraction
    coordinates: tuple[Fraction, ...]
    neighbours: str

    def show(self) -> Iterator[Block]:
        """Say the query and its sensitivity."""
        yield Say(f"{self.query} has l1 sensitivity {self.l1} under {self.neighbours} neighbours.", key="")
        yield Fact("l1", "l1 sensitivity", self.l1, shown=False)
        yield Fact("coordinates", "Of each coordinate", self.coordinates, shown=False)
        yield Fact("neighbours", "Neighbours", self.neighbours, shown=False)


def count(neighbours: str) -> Sensitivity:
    """Return the sensitivity of the number of people with a property: 1."""
    return Sensitivity("a count", Fraction(1), (Fraction(1),), _neighbours(neighbours))


def histogram(cells: int, neighbours: str) -> Sensitivity:
    """Return the sensitivity of the numbers of people in disjoint cells."""
    n = _whole(cells, "a histogram needs a whole number of cells")
    moves_two = _neighbours(neighbours) == REPLACE and n > 1
    return Sensitivity(f"a histogram of {counted(n, 'cell')}", Fraction(1 + moves_two), (Fraction(1),) * n, neighbours)


def fraction(n: int, neighbours: str) -> Sensitivity:
    """Return the sensitivity of the share of n people with a property: that of a mean of 0s and 1s."""
    return replace(bounded_mean(n, [(0, 1)], neighbours), query="a fraction")


def bounded_sum(ranges: Sequence[tuple[object, object]], neighbours: str) -> Sensitivity:
    """Return the sensitivity of sums of coordinates, each in its own range (lower, upper)."""
    is_replaced = _neighbours(neighbours) == REPLACE
    moved = tuple(b - a if is_replaced else max(abs(a), abs(b)) for a, b in _ranges(ranges))
    return Sensitivity(
        f"a sum of {counted(len(moved), 'bounded coordinate')}", sum(moved, Fraction(0)), moved, neighbours
    )


def bounded_mean(n: int, ranges: Sequence[tuple[object, object]], neighbours: str) -> Sensitivity:
    """Return the sensitivity of means over n people of coordinates, each in its own range (lower, upper).

    Under `add-remove` both data sets have at least n people.
    """
    people = _whole(n, "an average needs a whole number of people") + (_neighbours(neighbours) == ADD_REMOVE)
    moved = tuple((b - a) / people for a, b in _ranges(ranges))
    return Sensitivity(
        f"a mean of {counted(len(moved), 'bounded coordinate')}", sum(moved, Fraction(0)), moved, neighbours
    )


# ---- What is given ---------------------------------------------------------------------------------------------------------------


def _positive(epsilon: object) -> Epsilon:
    """Read ε; refuse one that is 0, infinite or free, because it gives no scale sensitivity/ε."""
    read = read_epsilon(epsilon)
    if read.is_free or is_infinite(read.t) or read.t == 1:
        raise InputError(f"epsilon {read} cannot be used for noise; give one positive finite epsilon")
    return read


def _rational_power(epsilon: Epsilon, x: Fraction) -> Fraction | None:
    """Return e^(−εx) for x ≥ 0 if it is a rational number, or None if it is irrational."""
    if x == 0:
        return Fraction(1)
    if epsilon.value is not None:
        return None  # Lindemann: e to a rational power other than 0 is irrational
    if (base := rational_base(epsilon)) is None:
        raise InputError(
            f"epsilon {epsilon} allows no exact draws; give a rational epsilon or the logarithm of a rational"
        )
    r, y = base[0], x / base[1]
    # if r > 1 is a d-th power, its numerator is at least 2^d
    if y.denominator > r.numerator.bit_length():
        return None
    found = rational_power(r, y)
    return 1 / found if isinstance(found, Fraction) else None


def _rate(noise: Laplace | DiscreteLaplace) -> flint.arb:
    """Return a ball, at python-flint's working precision, that contains ε/sensitivity, the inverse of the scale."""
    lower, upper = _bounds_of(noise.epsilon, flint.ctx.prec)
    return ball(lower).union(ball(upper)) / ball(Fraction(noise.sensitivity))


@lru_cache(maxsize=64)
def _bounds_of(epsilon: Epsilon, bits: int) -> Bounds:
    return epsilon.bounds(width=Fraction(1, 1 << bits))


def _one_of(failure: Fraction, dimension: int) -> flint.arb:
    """Return a ball of the probability 1 − (1 − failure)^(1/d) that one coordinate may have, if some of d have `failure`."""
    return 1 - (1 - ball(failure)) ** ball(Fraction(1, dimension))


def _distance(z: object) -> Fraction:
    x = read_rational(z)
    if x < 0:
        raise InputError(f"the distance {z} is negative; give 0 or more")
    return x


def _whole(n: int, needs: str) -> int:
    if n < 1 or n % 1:
        raise InputError(f"{needs}, at least 1, not {n}")
    return int(n)


def _neighbours(text: str) -> str:
    if text not in (REPLACE, ADD_REMOVE):
        raise InputError(f"neighbours '{text}' are neither replace nor add-remove; give one of these")
    return text


def _ranges(ranges: Sequence[tuple[object, object]]) -> list[tuple[Fraction, Fraction]]:
    """Read the range of each coordinate; refuse an empty one."""
    read = [(read_rational(a), read_rational(b)) for a, b in ranges]
    if not read:
        raise InputError("a query needs at least one coordinate; give the range of each")
    for a, b in read:
        if not a < b:
            raise InputError(f"the range from {a} to {b} is empty; give lower < upper")
    return read


def _parameters(noise: Laplace | DiscreteLaplace) -> Iterator[Block]:
    yield Fact("epsilon", "epsilon", noise.epsilon, shown=False)
    yield Fact("sensitivity", "Sensitivity", noise.sensitivity, shown=False)
    yield Fact("dimension", "Coordinates", noise.dimension)
