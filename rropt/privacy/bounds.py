"""The bounds that a privacy demand sets, and the numbers in which demands are stated.

A bound on an ordered pair (j, l) of inputs is a ratio T and a slack δ, with Pr(S | j) ≤ T·Pr(S | l) + δ for every set S of outputs.
A bound on an average is an `Average`. Numbers are written for a sentence rounded so that the promise stays true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from rropt.exact.decimal import Direction, decimal
from rropt.exact.element import Bound, Element, Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number, read_probability
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.reading import read_free_delta
from rropt.exact.spelling import show

__all__ = [
    "Average",
    "Gain",
    "PairBounds",
    "read_factor",
    "read_list",
    "read_rows",
    "read_distribution",
    "read_slack",
    "say_letter",
    "say_plus",
    "say_set",
    "say_times",
    "spell_budget",
    "spell_budgets",
    "spell_factor",
    "spell_slack",
]

ONE = Fraction(1)
Gain: TypeAlias = tuple[tuple[Number, ...], ...]


@dataclass(frozen=True, slots=True)
class Average:
    """A bound on the mean gain of a guesser who sees the answer: Σ_i h(r_i) ≤ most over the rows r_i of the mechanism.

    Here h(s) = max_w Σ_j g_wj π_j s_j with the gain g_wj of action w under input j, and the prior π. It is convex, and
    h(us) = u·h(s) for u ≥ 0. If `gain` is None, an action is a guess of the input, and a right one gains 1.
    """

    prior: tuple[Number, ...]
    gain: Gain | None
    most: Number

    @property
    def planes(self) -> Gain:
        """For each action, for each input its gain times the input's prior probability."""
        k = len(self.prior)
        gain = self.gain or [[Fraction(int(j == action)) for j in range(k)] for action in range(k)]
        return tuple(tuple(g * w for g, w in zip(row, self.prior, strict=True)) for row in gain)

    def take(self, row: Sequence[Number]) -> Number:
        """h(row), the gain by the best action."""
        likely = [w * x for w, x in zip(self.prior, row, strict=True)]
        if self.gain is None:
            return max(likely)
        return max(total_of([g * x for g, x in zip(own, likely, strict=True)]) for own in self.gain)

    def total(self, rows: Iterable[Sequence[Number]]) -> Number:
        """Σ h(s) over the rows s, which the demand limits to `most`."""
        return total_of([self.take(row) for row in rows])

    def is_kept_by_all(self) -> bool:
        """Whether every mechanism keeps the bound. As h is sublinear, no rows have a larger sum of h than the unit vectors."""
        return total_of([max(column) for column in zip(*self.planes, strict=True)]) <= self.most


@dataclass(frozen=True, slots=True)
class PairBounds:
    """The bounds of a demand on mechanisms with k inputs: Σ_i max(0, p_ij − T·p_il) ≤ δ for ordered pairs of inputs j ≠ l.

    If all ordered pairs share one bound, `common` is (T, δ). Otherwise `common` is None, and `each` maps (j, l) to (T, δ). A pair
    that is left out, or has T = ∞, is not bounded. A demand on an average has only `average`. Several demands, none of which
    implies another, are in `others`; then `common` is None, and `each` is empty.
    """

    k: int
    common: tuple[Bound, Number] | None
    each: Mapping[tuple[int, int], tuple[Bound, Number]] = field(default_factory=dict)
    others: tuple[PairBounds, ...] = ()
    average: Average | None = None

    def of(self, j: int, against: int) -> tuple[Bound, Number]:
        """The ratio and slack (T, δ) of the ordered pair; (∞, 0) if it is not bounded, or by `others` alone."""
        return self.common or self.each.get((j, against), (INFINITY, Fraction(0)))

    def averages(self) -> dict[int, Average]:
        """The bounds on averages, each by its place in `others` (0 if that is empty)."""
        parts = self.others or (self,)
        return {n: one.average for n, one in enumerate(parts) if one.average is not None}

    def asks_anything(self) -> bool:
        """Whether some pair or some average is bounded."""
        return bool(self.averages()) or any(True for _ in self.places())

    def places(self) -> Iterator[tuple[tuple[int, ...], tuple[Number, Number]]]:
        """Yield each bounded pair with its ratio and slack (T, δ); a pair with T = ∞ or δ = 1 is not bounded.

        The pair is (j, l), or (j, l, n) if the bound is that of the n-th of several demands.
        """
        for n, one in enumerate(self.others):
            yield from (((j, against, n), bound) for (j, against), bound in one.places())
        for j, against in permutations(range(self.k), 2):
            ratio, slack = self.of(j, against)
            if not is_infinite(ratio) and slack != 1:
                yield (j, against), (ratio, slack)

    def numbers(self) -> list[Number]:
        """The numbers in the bounds: finite ratios and slacks; of an average 1, its bound and the entries of its vectors."""
        if self.others:
            return [x for one in self.others for x in one.numbers()]
        if self.average is not None:
            return [ONE, self.average.most, *(x for plane in self.average.planes for x in plane)]
        found = [self.common] if self.common is not None else [bound for _, bound in self.places()]
        return [x for pair in found for x in pair if not is_infinite(x)]


# ---- The numbers of demands ------------------------------------------------------------------------------------------------------


def read_factor(x: object, name: str) -> Bound:
    """Read a number of at least 1, or infinity."""
    if x == INFINITY or (isinstance(x, str) and x.strip() == "inf"):
        return INFINITY
    value = read_number(x)
    if value < 1:
        raise InputError(f"{name} = {show(value)} must be at least 1, because it bounds a ratio and its inverse")
    return value


def read_list(given: object, name: str, read: Callable[[object], Number] = read_number) -> tuple[Any, ...]:
    """Read a list of one number or more, which may be a text with commas between them."""
    parts: Any = given.split(",") if isinstance(given, str) else given
    entries = list(parts) if isinstance(parts, Iterable) and not isinstance(parts, bytes) else []
    if not entries or any(isinstance(x, list | tuple) for x in entries):
        raise InputError(f"{name} must be one list of numbers such as [1, '1/2'], not {str(given)[:60]!r}")
    return tuple(map(read, entries))


def read_rows(given: object, name: str, read: Callable[[object], Number] = read_number) -> tuple[tuple[Any, ...], ...]:
    """Read rows of numbers, which are as many in each."""
    rows = list(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else []
    if not rows or any(isinstance(row, str) or not isinstance(row, Iterable) for row in rows):
        raise InputError(f"{name} must be a matrix such as [[1, 0], [0, '1/2']], not {str(given)[:60]!r}")
    found = tuple(read_list(row, name, read) for row in rows)
    if len({len(row) for row in found}) != 1:
        raise InputError(f"{name} must have rows of one length, not of {[len(row) for row in found][:8]} numbers")
    return found


def read_distribution(given: object, name: str, read: Callable[[object], Number] = read_number) -> tuple[Any, ...]:
    """Read a list of probabilities that sum to 1."""
    found = read_list(given, name, read)
    if any(x < 0 for x in found):
        raise InputError(f"{name} has the entry {show(min(found))}, but probabilities are at least 0")
    if (whole := total_of(found)) != 1:
        raise InputError(
            f"{name} sums to {show(whole)}, but probabilities sum to 1; "
            f"{'divide each by the sum' if found[1:] else 'give one for each input'}"
        )
    return found


def read_slack(x: object, *, t: Bound) -> Number:
    """Read the slack δ of a demand with the ratio t. "every", or an interval such as "0..1/10", leaves δ free if t is rational."""
    text = x.strip() if isinstance(x, str) else ""
    if text == "every" or ".." in text:
        found = read_free_delta("0..1" if text == "every" else text)
    else:
        found = read_probability(x, DELTA)
    if is_free(found) and not (_range_of_delta(found) and isinstance(t, Fraction)):
        raise InputError(
            f"{DELTA} = {text or spell_slack(found)} is not one number; delta may range over an interval, such as 0..1/10, only "
            "where e^epsilon is one rational number; give one delta, or an epsilon that is the logarithm of a rational, such as ln3"
        )
    return found


def _range_of_delta(x: Number) -> Free | None:
    """The interval over which a slack ranges; None if it is one number."""
    return x.field if isinstance(x, Element) and isinstance(x.field, Free) and x.field.is_delta else None


def spell_budget(epsilon: Epsilon) -> str:
    """Write a budget as `read_epsilon` reads it."""
    return "every" if epsilon.t == generator(Free()) else str(epsilon)


def spell_slack(delta: Number) -> str:
    """Write a slack as `read_slack` reads it."""
    field = _range_of_delta(delta)
    if field is None:
        return show(delta)
    return "every" if field.lower == 0 and field.upper == 1 else f"{show(field.lower)}..{show(field.upper)}"


def spell_budgets(epsilon: Epsilon, delta: Number) -> str:
    """Write a budget, and a slack that is not 0, as arguments of a demand."""
    return f"'{spell_budget(epsilon)}'" + (f", delta='{spell_slack(delta)}'" if delta != 0 else "")


def spell_factor(x: Bound, *, digits: int | None = 4, direction: Direction = "upper") -> str:
    """Write a bound for a sentence: exactly if short (1.4, 7/3), else as a decimal, rounded up so that "at most …" stays true."""
    if is_free(x):
        return show(x)
    if isinstance(x, Fraction):
        if Fraction(short := decimal(x, digits=4)) == x:
            return short
        if len(show(x)) <= 5:
            return show(x)
    return decimal(x, digits=digits, direction=direction)


def say_letter(x: Bound) -> str:
    """A clause that says what the letter t or delta in a bound is; empty if the bound is one number."""
    if not is_free(x):
        return ""
    return ", where delta is a chance of no protection at all" if _range_of_delta(x) else ", where t = e^epsilon"


def say_times(t: Bound) -> str:
    """Write a ratio before "as likely"; empty if it is 1."""
    return "" if t == 1 else f"{spell_factor(t)} times "


def say_plus(delta: Number) -> str:
    """Write a slack after a bound; empty if it is 0."""
    return f", plus {spell_factor(delta)}" if delta != 0 else ""


def say_set(t: Bound, delta: Number) -> str:
    """The clause that bounds the chance of a set of answers by T = t times that under any other truth, plus δ."""
    return (
        "the chance that your answer is one of any given set of answers is at most "
        f"{say_times(t)}what it would be under any other truth{say_plus(delta)}{say_letter(t) or say_letter(delta)}"
    )
