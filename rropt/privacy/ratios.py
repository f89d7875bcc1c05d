"""The largest ratio T of two entries of a row of a mechanism, with its place in the matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rropt.exact.element import Bound, Number, ratio
from rropt.exact.errors import Undecided
from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism

__all__ = ["Ratio", "are_all_true", "extremes", "largest_ratio", "are_ratios_within"]


class Ratio(NamedTuple):
    """The ratio P[output, high] / P[output, low] of two entries of a row, with the indices of the row and of the two inputs.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import largest_ratio
        >>> print(largest_ratio(from_spec("warner:p=3/4")).value)
        3

    Reference: Chai and Nayak (2018), the parity.
    """

    value: Bound
    output: int
    high: int
    low: int


def _first(row: Sequence[Number], best: Callable[[Number, Number], bool]) -> int:
    """The first index j such that best(row[j], x) is True for every entry x of the row.

    The other entries need not be comparable with each other. If there is no such index, it depends on t which entry is the best;
    then `Undecided` is raised.
    """

    def wins(j: int) -> bool:
        try:
            return all(best(row[j], x) for x in row)
        except Undecided:
            return False

    found = next((j for j in range(len(row)) if wins(j)), None)
    if found is None:
        raise Undecided(
            f"rropt cannot say which of {', '.join(map(str, row))} is the largest or smallest, because that changes within the "
            "interval of t; narrow the interval"
        )
    return found


def extremes(row: Sequence[Number]) -> tuple[int, int]:
    """The index of the largest entry and the index of the smallest entry; of equal entries, the first is taken."""
    # of the places that hold one and the same object, compare the first alone
    js = sorted({id(x): j for j, x in reversed(list(enumerate(row)))}.values())
    try:
        return max(js, key=row.__getitem__), min(js, key=row.__getitem__)
    except Undecided:
        return _first(row, lambda a, b: a >= b), _first(row, lambda a, b: a <= b)


def largest_ratio(p: Mechanism) -> Ratio:
    """Find the largest ratio of two entries of a row of p (the parity of p), and the first place where it is attained.

    Args:
        p: The mechanism.

    Returns:
        The ratio, with its output and its two inputs.

    Raises:
        Undecided: t is free, and the place of the largest ratio changes with t.

    Examples:
        >>> from rropt import from_spec
        >>> from rropt.privacy import largest_ratio
        >>> print(largest_ratio(from_spec("krr:k=3,epsilon=ln5")).value)
        5

    Reference: Chai and Nayak (2018), the parity.
    """
    found: list[Ratio] = []
    for i, row in enumerate(p.rows):
        high, low = extremes(row)
        found.append(Ratio(ratio(row[high], row[low]), i, high, low))
    infinite = next((r for r in found if is_infinite(r.value)), None)
    if infinite is not None:
        return infinite
    return found[extremes([r.value for r in found if not is_infinite(r.value)])[0]]


def are_all_true(conditions: Iterable[Callable[[], bool]]) -> bool:
    """Whether all conditions are true. If one is false, the result is False even if another raises `Undecided`."""
    unknown: Undecided | None = None
    for condition in conditions:
        try:
            if not condition():
                return False
        except Undecided as error:
            unknown = error
    if unknown is not None:
        raise unknown
    return True


def _row_within(row: Sequence[Number], t: Number) -> bool:
    try:
        return max(row) <= t * min(row)
    except Undecided:
        return are_all_true(lambda a=a, b=b: a <= t * b for a in row for b in row if a is not b)  # type: ignore[misc]


def are_ratios_within(p: Mechanism, t: Bound) -> bool:
    """Whether no entry of a row of p is more than t times another entry of the row."""
    if is_infinite(t):
        return True
    return are_all_true(lambda row=row: _row_within(row, t) for row in p.rows)  # type: ignore[misc]
