"""Checks and repairs the columns of a mechanism's matrix, and groups rows that are multiples of one another.

A matrix with a column that is no distribution is refused in a sentence that names the place. A column of floats that is nearly a
distribution is replaced by a rational distribution with small denominators.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Undecided
from rropt.exact.matrix import Matrix, total_of, transpose
from rropt.exact.patience import require_time
from rropt.exact.reading import Labels, spell_briefly
from rropt.exact.spelling import ordinal

__all__ = [
    "direction_of",
    "group_proportional",
    "nearby_columns",
    "nearby_law",
    "require_stochastic",
]

TURN_AROUND = Either(
    "use Mechanism.from_design_matrix",
    "write the word input into the file's first cell, and labels beside and below it",
)
ROUNDED = Fraction(1, 40)
"""If the sum of a column differs from 1 by less than this, its entries are taken for rounded probabilities."""
FROM_FLOATS = Either(", or in Python Mechanism.from_floats(A, max_denominator=1000)", "")


def require_stochastic(rows: Matrix, inputs: Labels | None, outputs: Labels | None) -> None:
    """Refuse a matrix with a negative entry, or with a column whose sum is not 1."""
    negative = {n for n, x in {id(x): x for row in rows for x in row}.items() if not _is_nonnegative(x)}
    for i, row in enumerate(rows if negative else ()):
        for j, x in enumerate(row):
            if id(x) in negative:
                where = f"in the {ordinal(i)} row" if outputs is None else f'in the row "{outputs[i]}"'
                which = f"the {ordinal(j)} column" if inputs is None else f'the column "{inputs[j]}"'
                raise InputError(f"the entry {spell_briefly(x)} {where} and {which} is negative; correct it")
    columns = transpose(rows)
    # columns of the same numbers in another order have one sum
    for column in {tuple(sorted(map(id, column))): column for column in columns}.values():
        if total_of(column) != 1:
            raise next(_wrong_sum(rows, inputs, j, x) for j, x in enumerate(map(total_of, columns)) if x != 1)


def _is_nonnegative(x: Number) -> bool:
    try:
        return x >= 0
    except Undecided as error:
        raise InputError(
            f"the entry {spell_briefly(x)} must be at least 0 on its whole interval, but {error}"
        ) from error


def _wrong_sum(rows: Matrix, inputs: Labels | None, j: int, total: Number) -> InputError:
    which = f"the {ordinal(j)} column" if inputs is None else f'the column "{inputs[j]}"'
    message = f"{which} sums to {spell_briefly(total)}, not 1"
    if all(total_of(row) == 1 for row in rows):
        return InputError(f"{message}, but every row sums to 1; if the rows are the inputs, ", TURN_AROUND)
    if total == 100:
        return InputError(f"{message}; write percentages with their sign, such as 80%")
    if isinstance(total, Fraction) and abs(total - 1) < ROUNDED:
        return InputError(
            f"{message}; if its numbers are rounded, write fractions such as 1/3 (as --exact does), or decimals whose sum is 1",
            FROM_FLOATS,
        )
    return InputError(f"{message}; correct its entries, the chances of all answers of one input")


def nearby_law(column: Sequence[Fraction], max_denominator: int) -> tuple[list[Fraction], Fraction]:
    """Return fractions near those of the column that add up to 1, and the correction that this took.

    Each entry becomes the nearest fraction of denominator ≤ max_denominator. If the common denominator of these fractions is larger
    than max_denominator, each entry becomes a multiple of 1/max_denominator instead. Without this step, the denominators could
    multiply to a number so long that exact algebra would be slow. Last, the largest entry is corrected so that the sum is 1. All
    entries are nonnegative, unless this correction exceeds the largest one.
    """
    rounded = [max(Fraction(0), x.limit_denominator(max_denominator)) for x in column]
    if lcm(*(x.denominator for x in rounded)) > max_denominator:
        rounded = [Fraction(max(0, round(x * max_denominator)), max_denominator) for x in column]
    missing = 1 - sum(rounded, Fraction(0))
    largest = max(range(len(rounded)), key=lambda i: rounded[i])
    rounded[largest] += missing
    return rounded, missing


def nearby_columns(
    rows: Sequence[Sequence[Fraction]], max_denominator: int
) -> tuple[list[tuple[Fraction, ...]], Fraction]:
    """Replace each column by a nearby distribution of small denominators; return the matrix, and the largest change of an entry.

    A column too far from a distribution is refused.
    """
    laws = [nearby_law(column, max_denominator) for column in zip(*rows, strict=True)]
    for j, (law, missing) in enumerate(laws):
        total = float(sum(row[j] for row in rows))
        most, least = Fraction(len(rows), max_denominator), min(row[j] for row in rows)
        if least < -most:
            raise InputError(f"the {ordinal(j)} column has the negative entry {float(least)}; correct it")
        if abs(missing) > most:
            raise InputError(
                f"the {ordinal(j)} column sums to {total}, too far from 1 for max_denominator={max_denominator}; give a smaller "
                "max_denominator"
            )
        if min(law) < 0:
            raise InputError(
                f"the {ordinal(j)} column sums to {total}, or to {float(1 - missing)} when rounded with "
                f"max_denominator={max_denominator}, but no entry is large enough to lower this sum to 1; correct its entries, or "
                "give a larger max_denominator"
            )
    rounded = list(zip(*(law for law, _ in laws), strict=True))
    changes = (abs(a - b) for r, s in zip(rows, rounded, strict=True) for a, b in zip(r, s, strict=True))
    return rounded, max(changes, default=Fraction(0))


def direction_of(row: Sequence[Number]) -> tuple[Number, ...] | None:
    """Divide a row by its first number that is not 0; None for a row of zeros."""
    lead = next((x for x in row if x), None)
    return None if lead is None else tuple(x / lead for x in row)


def group_proportional(rows: Iterable[Sequence[Number]]) -> tuple[tuple[int, ...], ...]:
    """Group the indices of rows that are multiples of one another; rows of zeros are left out."""
    found: dict[tuple[Number, ...], list[int]] = {}
    for i, row in enumerate(rows):
        require_time()
        direction = direction_of(row)
        if direction is not None:
            found.setdefault(direction, []).append(i)
    return tuple(map(tuple, found.values()))
