"""What programs of rows read of bounds: units of budgets, and the vectors and the room of a bound on an average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from rropt.exact.element import Number
from rropt.exact.matrix import total_of
from rropt.privacy.bounds import Average, PairBounds

__all__ = [
    "actions_of",
    "base",
    "best_action",
    "budget_units",
    "has_room",
    "is_one_guess",
    "is_tight",
    "mean_of_best",
    "room",
    "sides",
    "with_ratios",
]


def is_one_guess(average: Average) -> bool:
    """Whether there are k actions for k inputs, and the n-th action gains nothing unless the n-th input is the truth.

    Each action is then a guess of one input.
    """
    k = len(average.planes[0])
    return len(average.planes) == k and all(
        x == 0 for a, g in enumerate(average.planes) for j, x in enumerate(g) if a != j
    )


def has_room(average: Average) -> bool:
    """Whether `most` exceeds h(1, …, 1), the expected gain without an answer, so that an answer may bring something."""
    return bool(average.most > average.take([Fraction(1)] * len(average.planes[0])))


def base(average: Average) -> tuple[Number, ...]:
    """Return a vector g. In place of h(s), linear programs use h(s) − g·s for a row s.

    Each vector w in `planes` belongs to one action of a guesser, and h(s) is the largest w·s. There are three cases. If
    `has_room` and `is_one_guess` are both True, g is 0. If only `has_room` is True, g is the vector of the action that gains
    most without an answer. If `has_room` is False, g is the mean of the vectors of all actions that gain most without an
    answer.

    In the last case the demand is Σ_i (h(r_i) − g·r_i) ≤ 0 over the rows r_i of a mechanism. So every term is 0, and all of
    these actions are best at every row.
    """
    if is_one_guess(average) and has_room(average):
        return (Fraction(0),) * len(average.planes[0])
    return average.planes[best_action(average)] if has_room(average) else mean_of_best(average)


def mean_of_best(average: Average) -> tuple[Number, ...]:
    """Return the mean of those vectors in `planes` whose entries have the largest sum.

    The sum of a vector's entries is the expected gain of its action without an answer.
    """
    sums = [total_of(list(g)) for g in average.planes]
    best = [g for g, x in zip(average.planes, sums, strict=True) if x == max(sums)]
    return tuple(total_of(list(column)) / len(best) for column in zip(*best, strict=True))


def is_tight(average: Average) -> bool:
    """Whether both hold: no answer may bring any gain (`has_room` is False), and some mechanism breaks the bound."""
    return not has_room(average) and not average.is_kept_by_all()


def room(average: Average) -> Number:
    """Return the limit of Σ_i (h(r_i) − g·r_i) over the rows r_i of a mechanism, where the vector g is given by `base`.

    If `has_room` is True, the limit is most − Σ_j g_j, because the rows of a mechanism sum to (1, …, 1). If `has_room` is
    False, the limit is 0, and 1 is returned instead, because this number is a unit in `budget_units`.
    """
    return average.most - total_of(list(base(average))) if has_room(average) else Fraction(1)


def actions_of(average: Average, differences: Sequence[Sequence[tuple[int, Number]]]) -> list[int]:
    """Return the indices of the actions that have the given differences, one index for each difference.

    The difference of an action is its vector in `planes` minus the vector of action 0. It is given by its nonzero entries, as
    pairs of an index and a number. If several actions have the same difference, the first one is returned.
    """
    first = average.planes[0]
    own = [tuple((j, a - b) for j, (a, b) in enumerate(zip(g, first, strict=True)) if a != b) for g in average.planes]
    return [own.index(tuple(plane)) for plane in differences]


def best_action(average: Average) -> int:
    """Return the index of the action with the largest expected gain for a guesser who sees no answer.

    The entries of its vector in `planes` have the largest sum.
    """
    return max(range(len(average.planes)), key=lambda a: total_of(list(average.planes[a])))


def budget_units(bounds: PairBounds) -> dict[tuple[int, ...], Number]:
    """Return the units in which a linear program measures how much of each bound a mechanism uses.

    A mechanism uses the slack of a pair of inputs. The key of its unit is the key of the pair in `places`. A mechanism also
    uses the room of a bound on an average (see `Average.room`). The key of its unit is (n,) for demand n.

    If all pairs share one slack, the unit of every pair is 1, and a mechanism uses at most that slack on each pair. Otherwise
    the unit is the whole slack or room, so that a mechanism uses at most 1. A slack of 0 then has no unit.
    """
    if bounds.common is not None:
        return dict.fromkeys(permutations(range(bounds.k), 2), Fraction(1))
    of_pairs = {place: slack for place, (_, slack) in bounds.places() if slack != 0}
    return of_pairs | {(n,): room(one) for n, one in bounds.averages().items()}


def with_ratios(bounds: PairBounds, ratios: Mapping[tuple[int, ...], Number]) -> PairBounds:
    """The same bounds with other ratios. The keys of `ratios` are those with which `places` yields the pairs."""
    if bounds.others:
        several = [
            with_ratios(one, {place[:2]: x for place, x in ratios.items() if place[2] == n})
            for n, one in enumerate(bounds.others)
        ]
        return replace(bounds, others=tuple(several))
    if bounds.common is not None:
        return replace(bounds, common=(next(iter(ratios.values())), bounds.common[1])) if ratios else bounds
    return replace(
        bounds, each={pair: (ratios.get(pair, ratio), slack) for pair, (ratio, slack) in bounds.each.items()}
    )


def sides(bounds: PairBounds) -> tuple[tuple[tuple[Number, Number], ...], tuple[tuple[Number, Number], ...]]:
    """For two inputs, return the bounds (T, δ), a ratio and a slack, of all demands. The first list has the bounds on the pair
    (0, 1), and the second list has those on the pair (1, 0).
    """
    found = list(bounds.places())
    return tuple(x for p, x in found if p[0] == 0), tuple(x for p, x in found if p[0] == 1)
