"""f(r) of a row r: convex, homogeneous of degree 1, and the sum of it over the rows of a mechanism is what is maximised.

* information at the prior w, in nats: Σ_j w_j r_j log(r_j/q), q = Σ_j w_j r_j; of several priors the mean, or the least sum;
* a divergence between two distributions p, q of the inputs, a = pᵀr and b = qᵀr: kl, a log(a/b); chi2, (a − b)²/b; hellinger,
  (√a − √b)²/2; tv, |a − b|/2; or the sum of one over all ordered pairs of inputs.

chi2 and tv are numbers of the field; the others have logarithms or roots, and are enclosed in balls of python-flint.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import flint

from rropt.exact.decimal import round_bounds_outward
from rropt.exact.element import Number, is_free
from rropt.exact.enclosure import ball, enclose_ball
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix
from rropt.exact.sign import ball_of
from rropt.exact.spelling import show

__all__ = ["Function", "Kind", "ball_near"]

BITS = 400
DIGITS = 30
LEAST = Fraction(1, 1 << 200)
ZERO = Fraction(0)
Vector = tuple[Number, ...]
Bounds = tuple[Number | float, Number | float]


class Kind(StrEnum):
    """What is kept; each is equal to its name on the command line."""

    INFORMATION = "information"
    KL = "kl"
    CHI2 = "chi2"
    HELLINGER = "hellinger"
    TV = "tv"

    @property
    def words(self) -> str:
        """Its name in a sentence."""
        return WORDS[self]

    @property
    def is_exact(self) -> bool:
        """Whether its values are numbers of the field."""
        return self in (Kind.CHI2, Kind.TV)


WORDS = {
    Kind.INFORMATION: "information",
    Kind.KL: "Kullback–Leibler divergence",
    Kind.CHI2: "chi-squared divergence",
    Kind.HELLINGER: "squared Hellinger distance",
    Kind.TV: "total variation distance",
}


@dataclass(frozen=True, slots=True)
class Function:
    """f for k inputs: the priors, or two distributions of the inputs; without them all ordered pairs of inputs are summed over.

    Of several priors f is the mean with `weights`; or not f, but the least of its sums at each of them is meant (`is_least`).
    """

    kind: Kind
    k: int
    vectors: tuple[Vector, ...]
    weights: Vector = ()
    is_least: bool = False

    @property
    def each(self) -> tuple[Function, ...]:
        """f at each of the priors."""
        return tuple(Function(self.kind, self.k, (prior,)) for prior in self.vectors)

    @property
    def is_zero(self) -> bool:
        """Whether it is 0 whatever the row is: a divergence between one distribution and itself."""
        return self.kind is not Kind.INFORMATION and len(self.vectors) == 2 and self.vectors[0] == self.vectors[1]

    def mean(self, weights: Vector) -> Function:
        """The mean of f at the priors."""
        return Function(self.kind, self.k, self.vectors, weights)

    @property
    def keys(self) -> tuple[Hashable, ...]:
        """A key for each input: those of equal keys may be exchanged without a change of f."""
        return tuple(zip(*self.vectors, strict=True)) if self.vectors else (0,) * self.k

    def bounds(self, rows: Matrix) -> Bounds:
        """Bounds of the sum over rows, equal where it is known exactly; infinite where a divergence is."""
        if self.is_least:
            lows, highs = zip(*(one.bounds(rows) for one in self.each), strict=True)
            return min(lows), min(highs)
        if self.kind.is_exact:
            values = [self.exact(row) for row in rows]
            total = math.inf if any(isinstance(x, float) for x in values) else sum(values, ZERO)
            return total, total
        if self.kind is Kind.KL and any(b == 0 < a for row in rows for a, b, _ in self._pairs(row)):
            return math.inf, math.inf
        with flint.ctx.workprec(BITS):
            found = sum((self.ball(list(map(ball_near, row))) for row in rows), flint.arb(0))
            low, high = enclose_ball(found)
            if low == high:  # a number that needs no rounding
                low -= low / 2**BITS
            # no value with logarithms or roots is called exact, not even 0
            return round_bounds_outward(low, high, digits=DIGITS) if 0 < low < high else (ZERO, max(high, LEAST))

    def exact(self, row: Sequence[Number]) -> Number | float:
        """f of a row where it is a number of the field, or infinite."""
        f = _chi_squared if self.kind is Kind.CHI2 else _variation
        values = [f(a, b) * n for a, b, n in self._pairs(row)]
        return math.inf if any(isinstance(x, float) for x in values) else sum(values, ZERO)

    def ball(self, row: Sequence[Any]) -> Any:
        """A ball around f of a row of balls, at the working precision in force."""
        if self.kind is Kind.INFORMATION and len(self.vectors) > 1:
            terms = [ball_near(w) * one.ball(row) for w, one in zip(self.weights, self.each, strict=True)]
            return sum(terms, flint.arb(0))
        if self.kind is Kind.INFORMATION:
            prior = list(map(ball_near, self.vectors[0]))
            inside = sum((w * _entropy(r) for w, r in zip(prior, row, strict=True)), flint.arb(0))
            return inside - _entropy(sum((w * r for w, r in zip(prior, row, strict=True)), flint.arb(0)))
        f = IN_BALLS[self.kind]
        return sum((f(a, b) * n for a, b, n in self._pairs(row, ball_near)), flint.arb(0))

    def _pairs(self, row: Sequence[Any], taken: Any = lambda x: x) -> list[tuple[Any, Any, int]]:
        """The chances of the row under the two distributions; or under ordered pairs of inputs, and how many pairs have these,
        without those of one number, between which no divergence is."""
        if not self.vectors:
            often = Counter(map(id, row))
            different = {id(x): x for x in row}.values()
            return [(a, b, often[id(a)] * often[id(b)]) for a, b in itertools.permutations(different, 2)]
        p, q = (sum((taken(w) * x for w, x in zip(v, row, strict=True) if w), taken(ZERO)) for v in self.vectors)
        return [(p, q, 1)]


def ball_near(x: Number) -> Any:
    """A ball that contains the number, at the working precision in force."""
    if is_free(x):
        raise InputError(f"{show(x)} of the mechanism has no single value, as this objective needs; fix epsilon")
    return ball(x) if isinstance(x, Fraction) else ball_of(x)


def _variation(a: Number, b: Number) -> Number:
    return (a - b if a >= b else b - a) / 2


def _chi_squared(a: Number, b: Number) -> Number | float:
    if b == 0:
        return math.inf if a else ZERO
    return (a - b) * (a - b) / b


def _entropy(x: Any) -> Any:
    return x * x.log() if x != 0 else x


def _relative_entropy(a: Any, b: Any) -> Any:
    return a * (a / b).log() if a != 0 else a


def _hellinger(a: Any, b: Any) -> Any:
    return (a + b) / 2 - (a * b).sqrt()


IN_BALLS: Mapping[Kind, Callable[[Any, Any], Any]] = MappingProxyType(
    {
        Kind.KL: _relative_entropy,
        Kind.HELLINGER: _hellinger,
        Kind.CHI2: lambda a, b: (a - b) * (a - b) / b if b != 0 else a,
        Kind.TV: lambda a, b: abs(a - b) / 2,
    }
)
