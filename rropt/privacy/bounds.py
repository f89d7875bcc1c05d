"""The bounds that a privacy notion sets. A bound on an ordered pair (j, l) of inputs is a ratio T and a slack δ, with
Pr(S | j) ≤ T·Pr(S | l) + δ for every set S of outputs. A bound on an average is an `Average`.

The functions read ratios and slacks from text, and write them for a person, rounded so that the promise stays true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from rropt.exact.decimal import EXACT, Direction, decimal, show_with_decimal
from rropt.exact.element import Bound, Element, Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received, Undecided
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.reading import read_free_delta
from rropt.exact.spelling import show
from rropt.exact.substitute import at_epsilon, value_at

__all__ = [
    "Average",
    "PairBounds",
    "refuse_empty",
    "show_factor",
    "spell_factor",
    "spell_slack",
    "read_factor",
    "read_probability",
    "read_slack",
    "say_letter",
    "slack_at",
]


@dataclass(frozen=True, slots=True)
class Average:
    """A bound on the average gain of a guesser who sees the answer of a mechanism.

    Each vector w in `planes` belongs to one action of the guesser. For each input, it has the input's prior probability times the
    gain of the action if this input is the truth. Let h(s) be the largest product w·s over these vectors. The bound says that the
    sum of h(r) over the rows r of the mechanism is at most `most`.
    """

    planes: tuple[tuple[Number, ...], ...]
    most: Number
    has_gains: bool = field(default=False, compare=False)
    """Whether the demand was stated with a matrix of gains, even if the matrix amounts to one guess of the input."""

    def take(self, row: Sequence[Number]) -> Number:
        """The value h(s) at a row s: the largest product w·s with a vector w of `planes`."""
        return max(total_of([a * x for a, x in zip(plane, row, strict=True)]) for plane in self.planes)

    def is_one_guess(self) -> bool:
        """Whether there are k actions for k inputs, and the n-th action gains nothing unless the n-th input is the truth.

        Each action is then a guess of one input.
        """
        k = len(self.planes[0])
        return len(self.planes) == k and all(
            x == 0 for a, g in enumerate(self.planes) for j, x in enumerate(g) if a != j
        )

    def has_room(self) -> bool:
        """Whether `most` exceeds h(1, …, 1), the expected gain without an answer, so that an answer may bring something."""
        return bool(self.most > self.take([Fraction(1)] * len(self.planes[0])))

    def base(self) -> tuple[Number, ...]:
        """Return a vector g. In place of h(s), linear programs use h(s) − g·s for a row s.

        Each vector w in `planes` belongs to one action of a guesser, and h(s) is the largest w·s. There are three cases. If
        `has_room` and `is_one_guess` are both True, g is 0. If only `has_room` is True, g is the vector of the action that gains
        most without an answer. If `has_room` is False, g is the mean of the vectors of all actions that gain most without an
        answer.

        In the last case the demand is Σ_i (h(r_i) − g·r_i) ≤ 0 over the rows r_i of a mechanism. So every term is 0, and all of
        these actions are best at every row.
        """
        if self.is_one_guess() and self.has_room():
            return (Fraction(0),) * len(self.planes[0])
        return self.planes[self.best_action()] if self.has_room() else self.mean_of_best()

    def mean_of_best(self) -> tuple[Number, ...]:
        """Return the mean of those vectors in `planes` whose entries have the largest sum.

        The sum of a vector's entries is the expected gain of its action without an answer.
        """
        sums = [total_of(list(g)) for g in self.planes]
        best = [g for g, x in zip(self.planes, sums, strict=True) if x == max(sums)]
        return tuple(total_of(list(column)) / len(best) for column in zip(*best, strict=True))

    def is_kept_by_all(self) -> bool:
        """Whether every mechanism keeps the bound, because the mechanism that tells the truth (whose rows are unit vectors) does.

        h is sublinear, so no mechanism's rows have a larger sum of h than the unit rows.
        """
        return total_of([max(column) for column in zip(*self.planes, strict=True)]) <= self.most

    def is_tight(self) -> bool:
        """Whether both hold: no answer may bring any gain (`has_room` is False), and some mechanism breaks the bound."""
        return not self.has_room() and not self.is_kept_by_all()

    def room(self) -> Number:
        """Return the limit of Σ_i (h(r_i) − g·r_i) over the rows r_i of a mechanism, where the vector g is given by `base`.

        If `has_room` is True, the limit is most − Σ_j g_j, because the rows of a mechanism sum to (1, …, 1). If `has_room` is
        False, the limit is 0, and 1 is returned instead, because this number is a unit in `budget_units`.
        """
        return self.most - total_of(list(self.base())) if self.has_room() else Fraction(1)

    def actions_of(self, differences: Sequence[Sequence[tuple[int, Number]]]) -> list[int]:
        """Return the indices of the actions that have the given differences, one index for each difference.

        The difference of an action is its vector in `planes` minus the vector of action 0. It is given by its nonzero entries, as
        pairs of an index and a number. If several actions have the same difference, the first one is returned.
        """
        first = self.planes[0]
        own = [tuple((j, a - b) for j, (a, b) in enumerate(zip(g, first, strict=True)) if a != b) for g in self.planes]
        return [own.index(tuple(plane)) for plane in differences]

    def best_action(self) -> int:
        """Return the index of the action with the largest expected gain for a guesser who sees no answer.

        The entries of its vector in `planes` have the largest sum.
        """
        return max(range(len(self.planes)), key=lambda a: total_of(list(self.planes[a])))

    def total(self, rows: Iterable[Sequence[Number]]) -> Number:
        """Return the sum of h(s) over the rows s, which the demand limits to `most`.

        h(s) is the largest product w·s with a vector w of `planes`.
        """
        return total_of([self.take(row) for row in rows])


@dataclass(frozen=True, slots=True)
class PairBounds:
    """The bounds that a demand sets on mechanisms with `k` inputs. Let p_ij be the probability of output i under input j.

    A bound on an ordered pair of inputs j ≠ l is a ratio T and a slack δ: Σ_i max(0, p_ij − T·p_il) ≤ δ. If all ordered pairs share
    one bound, `common` is (T, δ). Otherwise `common` is None, and `each` maps (j, l) to (T, δ). A pair that is left out or has T =
    ∞ is not bounded.

    If the demand bounds an average, it bounds no pairs, and has only `average`. If there are several demands, none of which implies
    another, `others` has the bounds of each of them; then `common` is None, and `each` is empty.
    """

    k: int
    common: tuple[Bound, Number] | None
    each: Mapping[tuple[int, int], tuple[Bound, Number]] = field(default_factory=dict)
    others: tuple[PairBounds, ...] = ()
    average: Average | None = None

    @classmethod
    def by_pair(cls, k: int, each: Mapping[tuple[int, int], tuple[Bound, Number]]) -> PairBounds:
        """Build the bounds on k inputs from those of some pairs (j, l); pairs that are left out are not bounded.

        If nothing is bounded, the result has T = 1 and δ = 1 for all pairs, which every mechanism keeps.
        """
        found = cls(k, None, each)
        return found if any(found.places()) else cls(k, (Fraction(1), Fraction(1)))

    def of(self, j: int, against: int) -> tuple[Bound, Number]:
        """The ratio and slack (T, δ) of the ordered pair; (∞, 0) if neither `common` nor `each` has the pair."""
        return self.common or self.each.get((j, against), (INFINITY, Fraction(0)))

    def averages(self) -> dict[int, Average]:
        """The bounds on averages, each by its place in the tuple `others` (0 if that is empty)."""
        parts = self.others or (self,)
        return {n: one.average for n, one in enumerate(parts) if one.average is not None}

    def budget_units(self) -> dict[tuple[int, ...], Number]:
        """Return the units in which a linear program measures how much of each bound a mechanism uses.

        A mechanism uses the slack of a pair of inputs. The key of its unit is the key of the pair in `places`. A mechanism also
        uses the room of a bound on an average (see `Average.room`). The key of its unit is (n,) for demand n.

        If all pairs share one slack, the unit of every pair is 1, and a mechanism uses at most that slack on each pair. Otherwise
        the unit is the whole slack or room, so that a mechanism uses at most 1. A slack of 0 then has no unit.
        """
        if self.common is not None:
            return dict.fromkeys(permutations(range(self.k), 2), Fraction(1))
        of_pairs = {place: slack for place, (_, slack) in self.places() if slack != 0}
        return of_pairs | {(n,): one.room() for n, one in self.averages().items()}

    def asks_anything(self) -> bool:
        """Whether the demand bounds anything: some pair of inputs, or the average gain of a guesser who sees the answer."""
        return bool(self.averages()) or any(True for _ in self.places())

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The ordered pairs (j, l) that are bounded, each once."""
        yield from dict.fromkeys((place[0], place[1]) for place, _ in self.places())

    def places(self) -> Iterator[tuple[tuple[int, ...], tuple[Number, Number]]]:
        """Yield each bounded pair with its ratio and slack (T, δ); a pair with T = ∞ or δ = 1 is not bounded.

        The pair is (j, l), or (j, l, n) if the bound is that of the n-th of several demands.
        """
        if self.others:
            for n, one in enumerate(self.others):
                yield from (((j, against, n), bound) for (j, against), bound in one.places())
            return
        for j, against in permutations(range(self.k), 2):
            ratio, slack = self.of(j, against)
            if not is_infinite(ratio) and slack != 1:
                yield (j, against), (ratio, slack)

    def with_ratios(self, ratios: Mapping[tuple[int, ...], Number]) -> PairBounds:
        """The same bounds with other ratios. The keys of `ratios` are those with which `places` yields the pairs."""
        if self.others:
            several = [
                one.with_ratios({place[:2]: x for place, x in ratios.items() if place[2] == n})
                for n, one in enumerate(self.others)
            ]
            return replace(self, others=tuple(several))
        if self.common is not None:
            return replace(self, common=(next(iter(ratios.values())), self.common[1])) if ratios else self
        return replace(
            self, each={pair: (ratios.get(pair, ratio), slack) for pair, (ratio, slack) in self.each.items()}
        )

    def sides(self) -> tuple[tuple[tuple[Number, Number], ...], tuple[tuple[Number, Number], ...]]:
        """For two inputs, return the bounds (T, δ), a ratio and a slack, of all demands. The first list has the bounds on the pair
        (0, 1), and the second list has those on the pair (1, 0).
        """
        found = list(self.places())
        return tuple(x for p, x in found if p[0] == 0), tuple(x for p, x in found if p[0] == 1)

    def numbers(self) -> list[Number]:
        """List the numbers of which the bounds consist.

        For bounds on pairs of inputs, these are the finite ratios and the slacks. For a bound on an average, they are 1 (in place
        of a ratio), the bound `most` of the average, and the entries of its vectors `planes`.
        """
        if self.others:
            return [x for one in self.others for x in one.numbers()]
        if self.average is not None:
            return [Fraction(1), self.average.most, *(x for plane in self.average.planes for x in plane)]
        found = [self.common] if self.common is not None else [bound for _, bound in self.places()]
        return [x for pair in found for x in pair if not is_infinite(x)]


def read_factor(x: object, name: str) -> Bound:
    """Read a number of at least 1, or infinity."""
    if x == INFINITY or (isinstance(x, str) and x.strip() == "inf"):
        return INFINITY
    value = read_number(x)
    try:
        fine = value >= 1
    except Undecided:
        fine = False
    if not fine:
        raise InputError(Received(name, show(value)), " must be at least 1, because it bounds a ratio and its inverse")
    return value


def read_probability(x: object, name: str, *, t: Number | None = None) -> Number:
    """Read a number between 0 and 1; if text, it may contain the letter t, which stands for the argument `t`."""
    value = read_number(x, t=t)
    try:
        fine = 0 <= value <= 1
    except Undecided:
        fine = False
    if not fine:
        raise InputError(Received(name, show(value)), " must lie between 0 and 1")
    return value


def read_slack(x: object, *, t: Bound) -> Number:
    """Read the slack δ of a demand whose ratio e^ε is t. "every", or an interval such as "0..1/10", leaves δ free.

    A free δ is refused unless t is rational.
    """
    text = x.strip() if isinstance(x, str) else ""
    if text != "every" and ".." not in text:
        found = read_probability(x, DELTA, t=None if is_infinite(t) else t)
    else:
        found = read_free_delta("0..1" if text == "every" else text)
    if (
        isinstance(found, Element)
        and isinstance(found.field, Free)
        and found.field.is_delta
        and not isinstance(t, Fraction)
    ):
        raise InputError(
            Received(DELTA, text or show(found)),
            " leaves delta free, so e^epsilon must be one rational number; give one delta, or an epsilon that is the logarithm of "
            "a rational, such as ln3",
        )
    return found


def slack_at(delta: Number, epsilon: Epsilon) -> Number:
    """Return the slack δ of a demand whose ε is replaced by `epsilon`.

    If δ is a function of a free t = e^ε, it is evaluated at `epsilon`. Otherwise it stays the same.
    """
    if not is_free(delta) or delta.field.is_delta:  # type: ignore[union-attr]
        return delta
    t = epsilon.t
    return value_at(delta, t) if is_free(t) else at_epsilon(delta, epsilon)


def spell_slack(delta: Number) -> str:
    """Write a slack as `read_slack` reads it."""
    field = delta.field if isinstance(delta, Element) else None
    if not isinstance(field, Free) or not field.is_delta:
        return show(delta)
    return "every" if field.lower == 0 and field.upper == 1 else f"{show(field.lower)}..{show(field.upper)}"


def spell_factor(x: Bound, *, digits: int | None = 4, direction: Direction = "upper") -> str:
    """Write a bound for a sentence: exactly if short (1.4, 7/3), else as a decimal.

    The decimal is rounded up, so that "at most …" stays true. If `direction` is "lower", it is rounded down, so that "none with at
    most …" stays true.
    """
    if is_infinite(x):
        return "inf"
    if is_free(x):
        return show(x)
    if isinstance(x, Fraction):
        if Fraction(short := decimal(x, digits=4)) == x:
            return short
        if len(show(x)) <= 5:
            return show(x)
    return decimal(x, digits=digits, direction=direction)


def say_letter(x: Bound) -> str:
    """Return a clause that says what the letter t or delta in a bound is; empty if the bound is one number."""
    if not is_free(x):
        return ""
    return ", where delta is a chance of no protection at all" if x.field.is_delta else ", where t = e^epsilon"  # type: ignore[union-attr]


def show_factor(x: Bound) -> str:
    """Write an upper bound on a factor as text. Decimals are rounded up.

    If exact forms are wanted, the bound is written exactly and as a decimal. Otherwise `spell_factor` writes it.
    """
    return show_with_decimal(x, direction="upper") if EXACT.get() else spell_factor(x, digits=None)


def refuse_empty(demand: object) -> InputError:
    """Make the error for a demand that bounds nothing; it says which numbers would bound something."""
    return InputError(
        f"{demand} demands nothing, since a budget of inf or a delta of 1 allows everything, so the direct question is best; "
        "give a finite budget with a delta below 1"
    )
