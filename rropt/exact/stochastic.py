"""Whether a matrix is that of a mechanism: no entry negative, every column's sum 1; else a sentence with the place."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import Either, InputError, Undecided
from rropt.exact.matrix import Matrix, total_of, transpose
from rropt.exact.reading import Labels, spell_briefly
from rropt.exact.spelling import ordinal

__all__ = ["require_stochastic"]

TURN_AROUND = Either("use Mechanism.from_design_matrix or --rows-are-inputs", "give --rows-are-inputs")
ROUNDED = Fraction(1, 40)
"""So far from 1 a column's sum is taken for that of rounded numbers."""
FROM_FLOATS = Either(", or in Python Mechanism.from_floats(A, max_denominator=1000)", "")


def require_stochastic(rows: Matrix, inputs: Labels | None, outputs: Labels | None) -> None:
    """Refuse a matrix of a negative entry, or of a column whose sum is not 1."""
    negative = {n for n, x in {id(x): x for row in rows for x in row}.items() if not _is_nonnegative(x)}
    for i, row in enumerate(rows if negative else ()):
        for j, x in enumerate(row):
            if id(x) in negative:
                where = f"in the {ordinal(i)} row" if outputs is None else f'at output "{outputs[i]}"'
                which = f"the {ordinal(j)} column" if inputs is None else f'input "{inputs[j]}"'
                raise InputError(f"the entry {spell_briefly(x)} {where}, {which} is negative")
    columns = transpose(rows)
    # columns of the same numbers in another order have one sum
    for column in {tuple(sorted(map(id, column))): column for column in columns}.values():
        if total_of(column) != 1:
            raise next(_wrong_sum(rows, inputs, j, x) for j, x in enumerate(map(total_of, columns)) if x != 1)


def _is_nonnegative(x: Number) -> bool:
    try:
        return x >= 0
    except Undecided as error:
        raise InputError(f"the entry {spell_briefly(x)} is negative for some t of its interval ({error})") from error


def _wrong_sum(rows: Matrix, inputs: Labels | None, j: int, total: Number) -> InputError:
    which = f"the {ordinal(j)} column" if inputs is None else f'the column "{inputs[j]}"'
    message = f"{which} sums to {spell_briefly(total)}, not 1"
    if all(total_of(row) == 1 for row in rows):
        return InputError(f"{message}, but every row does: if rows are inputs ", TURN_AROUND)
    if total == 100:
        return InputError(f"{message}; per cent are written with their sign, such as 80%")
    if isinstance(total, Fraction) and abs(total - 1) < ROUNDED:
        return InputError(
            f"{message}; if its numbers are rounded, write fractions such as 1/3, or decimals whose sum is 1",
            FROM_FLOATS,
        )
    return InputError(message)
