"""Finds an exact garbling C near a garbling that is known in floats only. The exact C is sought on a face of the set of garblings:
there, certain entries of C are 0.

Two mechanisms P and Q are given, and C must satisfy C·P = Q, with columns that sum to 1. Row u of P belongs to column u of C.

First, entries are computed. An entry of C is *known* if it is 0 on the face, or if the equations and the known entries determine
it. All others are *open*. Take a row of C and the rows of P that belong to its open entries: if these rows of P are independent,
C·P = Q determines the open entries. If a column of C has a single open entry, that entry is 1 minus the sum of the others.

Second, the entries that are still open are rounded so that each column of C sums to 1.

Third, the error is removed. Let I be the rows of C that have an open entry. In these rows the error is D = Q − C·P, and each column
of D sums to 0. Choose a set B of columns of C whose entries in all rows of I are open. Let P_B be the rows of P that belong to the
columns in B. They must be independent. They must also span each row of P that belongs to a column of C with an open entry. Then
X·P_B = D has exactly one solution X, and each column of X sums to 0 too. If X is added to C in the rows I and the columns B, C
becomes exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, freeze, product, solve, transpose
from rropt.exact.patience import require_time
from rropt.order.numeric.program import GarblingProgram
from rropt.solvers.highs import Floats

__all__ = ["Face", "find_face", "repair", "whole_face"]

ZERO, ONE = Fraction(0), Fraction(1)
DENOMINATOR = 2**40
INDEPENDENT = 1e-9  # the least part of the first pivot that shows another independent row

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the set of garblings C, on which some entries are known. `open` marks the entries that are not known; `known` has 0
    in their places.
    """

    known: list[list[Number]]
    open: Mask


def whole_face(program: GarblingProgram) -> Face:
    """Make the face of all garblings C: every entry is open, because none is known to be 0."""
    m, n = program.second.m, program.first.m
    return Face([[ZERO] * n for _ in range(m)], np.ones((m, n), dtype=bool))


def find_face(program: GarblingProgram, support: Mask) -> Face:
    """Return the face of the set of garblings C on which every entry outside `support` is 0.

    A garbling satisfies C·P = Q for the program's first mechanism P and its second mechanism Q, and each column of C sums to 1. If
    the equations of a single row or column of C determine its open entries, these are computed exactly and become known entries.
    """
    face = Face(whole_face(program).known, support.copy())
    before = -1
    while before != (before := int(face.open.sum())):
        for u in map(int, np.flatnonzero(face.open.sum(axis=0) == 1)):
            i = int(np.argmax(face.open[:, u]))
            face.known[i][u], face.open[i, u] = ONE - sum((row[u] for row in face.known), ZERO), False
        for i in map(int, np.flatnonzero(face.open.any(axis=1))):
            _settle_row(program, face, i)
    return face


def _settle_row(program: GarblingProgram, face: Face, i: int) -> None:
    """Compute the unknown entries in row i of the garbling C, and write them into `face`.

    They are computed from the equations C·P = Q for the program's first mechanism P and its second mechanism Q. Each unknown entry
    is multiplied by one row of P. If these rows of P are linearly dependent, nothing is done.
    """
    require_time()
    places = [int(u) for u in np.flatnonzero(face.open[i])]
    if len(places) > len(program.span):
        return
    order, rank = _by_length(program.first.to_numpy()[places][:, list(program.span)])
    if rank < len(places):
        return
    inputs = [program.span[n] for n in order[:rank]]
    p, row = program.first.rows, face.known[i]
    missing = [program.second.rows[i][j] - sum((x * p[u][j] for u, x in enumerate(row) if x), ZERO) for j in inputs]
    try:
        values = solve([[p[u][j] for u in places] for j in inputs], [(x,) for x in missing])
    except InputError:  # independent in floats alone
        return
    for u, (value,) in zip(places, values, strict=True):
        row[u], face.open[i, u] = value, False


def repair(program: GarblingProgram, near: Floats, face: Face | None = None) -> Matrix | None:
    """Find an exact garbling C with C·P = Q near the floats `near`. P is the program's first mechanism, and Q is its second.

    If a `face` is given, its known entries are kept. None if no exact C with entries ≥ 0 is found.
    """
    face = whole_face(program) if face is None else face
    p, q = program.first.rows, program.second.rows
    c = [list(row) for row in face.known]
    for u in np.flatnonzero(face.open.any(axis=0)):
        _round_column(c, near[:, u], face.open[:, u], int(u))
    rows = [int(i) for i in np.flatnonzero(face.open.any(axis=1))]
    if rows and not _add_missing(program, c, rows, np.where(face.open, near.clip(min=1e-300), 0.0)[rows]):
        return None
    if any(x < 0 for row in c for x in row) or any(sum(column) != 1 for column in zip(*c, strict=True)):
        return None
    return freeze(c) if product(c, p) == q else None


def _round_column(c: list[list[Number]], near: Floats, is_open: Mask, u: int) -> None:
    """Round the open entries of column u of `c`, in place, to multiples of 2⁻⁴⁰. The column must sum to 1: so the largest open
    entry is set to 1 minus the sum of all others. `near` has the column's entries in floats.
    """
    places = [int(i) for i in np.flatnonzero(is_open)]
    for i in places:
        c[i][u] = Fraction(max(0, round(Fraction(float(near[i])) * DENOMINATOR)), DENOMINATOR)
    largest = max(places, key=lambda i: float(near[i]))
    c[largest][u] = c[largest][u] + ONE - sum((row[u] for row in c), ZERO)


def _add_missing(program: GarblingProgram, c: list[list[Number]], rows: list[int], entries: Floats) -> bool:
    """Remove, in place, the error of C·P = Q in the rows `rows` of C. The caller verifies the result.

    Only open entries are changed, and only in columns whose entries are open in all these rows. Let n be the number of changed
    columns. Then C·P = Q holds exactly at n of the inputs in these rows. The columns are chosen by pivoting, so that their entries
    are far from 0 and the rows of P that belong to them are independent.

    `entries` has these rows of C in floats, with 0 where an entry is not open. Return False if there are too few such columns, or
    if the rows of P turn out to be dependent in exact arithmetic.
    """
    p, is_open, least = program.first.rows, entries.any(axis=0), entries.min(axis=0)
    spanning = program.first.to_numpy()[:, list(program.span)]
    _, rank = _by_length(spanning[is_open])
    places = _by_length((spanning * least[:, None]).T)[0][:rank]
    if not least[places].all():
        return False
    inputs = [program.span[n] for n in _by_length(spanning[places])[0][:rank]]
    made = product([c[i] for i in rows], p)
    missing = [[program.second.rows[i][j] - row[j] for j in inputs] for i, row in zip(rows, made, strict=True)]
    try:
        added = solve([[p[u][j] for u in places] for j in inputs], transpose(missing))
    except InputError:  # independent in floats alone
        return False
    for i, more in zip(rows, transpose(added), strict=True):
        for u, x in zip(places, more, strict=True):
            c[i][u] = c[i][u] + x
    return True


def _by_length(a: Floats) -> tuple[list[int], int]:
    """Order the columns of a matrix so that each is as far as possible from the span of the columns before it.

    Return the indices of the columns in this order, and the rank of the matrix as found in floats.
    """
    from scipy.linalg import qr

    r, order = qr(a, mode="r", pivoting=True)
    pivots = np.abs(np.diag(r))
    return order.tolist(), int((pivots > INDEPENDENT * pivots[0]).sum())
