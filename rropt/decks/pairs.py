"""The δ of all named answers of kept cards is a sum over the pairs of mirror cards, each with a monotone share.

One person's card is one of the ℓ = M − n + 1 cards R that the n − 1 others leave, a simple random sample of the deck. With
f(a, b) = max(0, a − tb) + max(0, b − ta) the δ at t = e^ε is Σ over pairs {k, k'} of φ = E f(R_k, R_k')/ℓ (`deck_privacy`).

*A pair's share depends on its own cards alone*: (R_k, R_k') is hypergeometric in s = min(c_k, c_k'), m = c_k + c_k' and M,
so φ = φ(m, s), whatever the other cards are.

*Lemma: φ(m, s) decreases in s for s ≤ m/2*, so the least s under a bound on φ is found by bisection. Proof. Given
R_k + R_k' = r, the number A of the r cards that are of the scarcer kind is hypergeometric, Hyp(m, s, r), and the share is
E h(A), h(a) = f(a, r − a): convex, and symmetric, h(r − a) = h(a). Turn one card of the other kind into the scarcer one.
It is among the r with probability r/m, and then A grows by one:

    E h(A_{s+1}) − E h(A_s) = (r/m)·E g(A'),      g(a) = h(a + 1) − h(a),      A' ~ Hyp(m − 1, s, r − 1).

g increases since h is convex, and g(r − 1 − a) = −g(a) since h is symmetric. For s ≤ (m − 1)/2 the mirror r − 1 − A' is
Hyp(m − 1, m − 1 − s, r − 1) with m − 1 − s ≥ s, so it is stochastically at least A', and E g(A') ≤ E g(r − 1 − A') =
−E g(A'): not positive. The mean over r keeps the sign. ∎
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, floor, inf

from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose

__all__ = ["PairShares", "TooLong", "pair_excess"]

MOST_TERMS = 100_000
TIGHT = Fraction(1, 10**30)
Excess = tuple[int, int]


class TooLong(InputError):
    """An exact enumeration that would take too long; smaller numbers are the way out."""


def pair_excess(a: int, b: int, rest: int, left: int, t: Number | float) -> Excess:
    """Integers (top, low) with E max(0, R_a − t·R_b) = (top − t·low)/C(a + b + rest, left), for `left` cards drawn."""
    if (min(a, left) + 1) * (min(b, left, rest) + 1) > MOST_TERMS:
        raise TooLong(f"the exact delta of a deck of {a + b + rest} cards is too long to enumerate; use a smaller deck")
    of_a, of_b, of_rest = (_row(x, left) for x in (a, b, rest))
    top, low, near = 0, 0, None if isinstance(t, float) else enclose(t, width=TIGHT)
    for j in range(max(0, left - a - rest), min(b, left) + 1):
        first = _first_above(t, near, j)
        if first > min(a, left - j):
            break  # from here on more are asked and fewer are left
        for i in range(max(int(first), left - j - rest), min(a, left - j) + 1):
            ways = of_a[i] * of_b[j] * of_rest[left - i - j]
            top, low = top + i * ways, low + j * ways
    return top, low


def _first_above(t: Number | float, near: Bounds | None, j: int) -> float | int:
    """The least whole number larger than t·j; t = ∞ leaves none beside j = 0."""
    if isinstance(t, float) or near is None:
        return inf if j else 1
    lower, upper = (floor(x * j) for x in near)
    if lower == upper:
        return lower + 1
    while lower <= t * j:
        lower += 1
    return lower


def _row(x: int, most: int) -> list[int]:
    """C(x, 0), …, C(x, min(x, most))."""
    found = [1]
    for i in range(min(x, most)):
        found.append(found[-1] * (x - i) // (i + 1))
    return found


@dataclass(frozen=True, slots=True)
class PairShares:
    """φ(m, s) of a deck of so many kept cards for n respondents at e^ε = t, in units of 1/(ℓ·C(M, ℓ))."""

    cards: int
    n: int
    t: Number
    known: dict[tuple[int, int], Excess] = field(default_factory=dict, compare=False, repr=False)

    @property
    def unit(self) -> int:
        """ℓ·C(M, ℓ)."""
        left = self.cards - self.n + 1
        return left * comb(self.cards, left)

    def share(self, m: int, s: int) -> Excess:
        """(top, low) with φ(m, s) = (top − t·low)/unit."""
        if (m, s) not in self.known:
            left, rest = self.cards - self.n + 1, self.cards - m
            one, two = (pair_excess(a, m - a, rest, left, self.t) for a in (s, m - s))
            self.known[m, s] = one[0] + two[0], one[1] + two[1]
        return self.known[m, s]

    def within(self, spent: Excess, delta: Fraction) -> bool:
        """Whether shares that add up to `spent` are at most delta."""
        return bool(spent[0] - delta * self.unit <= self.t * spent[1])

    def scarcest(self, m: int, spent: Excess, delta: Fraction) -> int | None:
        """The least s ≤ m/2 whose share keeps the sum within delta, by bisection (the lemma above); None if none does."""

        def good(s: int) -> bool:
            top, low = self.share(m, s)
            return self.within((spent[0] + top, spent[1] + low), delta)

        return least_true(good, m // 2)


def least_true(good: Callable[[int], bool], most: int) -> int | None:
    """The least of 0 … most that is good, where everything after a good one is good; None if `most` is not."""
    if not good(most):
        return None
    low, high = -1, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return high
