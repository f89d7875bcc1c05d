"""Makes a garbling found in floats exact: C·P = Q and column sums 1 identically, entries nonnegative.

A row's support S is what the floats leave above a threshold. Within it a basis B of the rows P_S is solved for
exactly, C_iB = (Q_iJ − C_iF·P_FJ)·P_BJ⁻¹, while the other places F keep rounded values. What the column sums then miss
lies in the left kernel of P and is spread over the free places of a few rows. If every entry comes out nonnegative the
repair has succeeded; it is tried from the largest support to the smallest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.field import Number
from rropt.exact.matrix import Matrix, freeze, inverse, product, solve
from rropt.oracles.garbling_program import GarblingProgram

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["failing_rows", "repair"]

ZERO = Fraction(0)
THRESHOLDS = (0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
BITS = 36
RANK = 1e-9


@dataclass(slots=True)
class _Group:
    """The rows of C with one support, its basis and free places, the inputs J and the inverse of P_BJ."""

    members: list[int]
    basis: list[int]
    free: list[int]
    inputs: list[int]
    inverse: Matrix
    values: dict[int, list[Number]] = field(default_factory=dict)


def repair(program: GarblingProgram, point: Array) -> Matrix | None:
    """An exact C near the floats, or None where no threshold leads to one."""
    seen: set[bytes] = set()
    for threshold in THRESHOLDS:
        support = point > threshold * point.max()
        if threshold == 0.0:
            support = point > -1.0
            if point.min() <= THRESHOLDS[1]:
                continue
        if support.tobytes() in seen:
            continue
        seen.add(support.tobytes())
        c = _with_support(program, point, support)
        if c is not None:
            return c
    return None


def failing_rows(program: GarblingProgram, point: Array) -> list[int]:
    """The rows of Q that the repaired rows of C do not reach exactly: where a near tie can be expected."""
    found = _filled(program, point, point > 1e-6 * point.max())
    if found is None:
        return []
    c = _assembled(program, found)
    made = product(c, program.first.rows)
    return [i for i, row in enumerate(c) if made[i] != program.second.rows[i] or any(x < 0 for x in row)]


def _with_support(program: GarblingProgram, point: Array, support: Array) -> Matrix | None:
    found = _filled(program, point, support)
    if found is None:
        return None
    c = _assembled(program, found)
    missing = [1 - sum((row[u] for row in c), ZERO) for u in range(program.first.m)]
    if any(missing) and not _correct(program, found, missing, point):
        return None
    c = _assembled(program, found)
    return freeze(c) if _is_garbling(program, c) else None


def _filled(program: GarblingProgram, point: Array, support: Array) -> list[_Group] | None:
    """The groups of rows with one support, their free places rounded and their basic places solved for."""
    by_support: dict[bytes, list[int]] = {}
    for i, row in enumerate(support):
        by_support.setdefault(row.tobytes(), []).append(i)
    groups = [_group(program, point, support[members[0]], members) for members in by_support.values()]
    if any(g is None for g in groups):
        return None
    found = [g for g in groups if g is not None]
    for g in found:
        values = [[_rounded(point[i, u]) for u in g.free] for i in g.members]
        _fill(program, g, g.members, values)
    return found


def _rounded(x: float) -> Fraction:
    return Fraction(max(0, round(float(x) * 2**BITS)), 2**BITS)


def _group(program: GarblingProgram, point: Array, support: Array, members: list[int]) -> _Group | None:
    """A well-conditioned basis of the supported rows of P, the heaviest first."""
    import numpy

    places = numpy.flatnonzero(support)
    span = list(program.span)
    floats = program.first.to_numpy()[:, span]
    p = floats[places]
    weights = point[members][:, places].min(axis=0).clip(min=1e-12)
    basis = [int(places[n]) for n in _pivots((p * weights[:, None]).T, len(span))]
    inputs = [span[n] for n in _pivots(floats[basis], len(basis))]
    if len(inputs) < len(basis):
        return None
    if not basis:
        return _Group(members, [], [], [], ())
    rows = program.first.rows
    try:
        inverted = inverse([[rows[u][j] for j in inputs] for u in basis])
    except ValueError:
        return None
    return _Group(members, basis, [int(u) for u in places if int(u) not in set(basis)], inputs, inverted)


def _pivots(a: Array, most: int) -> list[int]:
    """Columns of a, numerically independent, by pivoted orthogonal elimination."""
    import numpy
    from scipy.linalg import qr

    if a.size == 0:
        return []
    r, order = qr(a, mode="r", pivoting=True)
    size = numpy.abs(numpy.diag(r))
    return [int(n) for n in order[: min(most, int((size > RANK * size[0]).sum()))]]


def _fill(program: GarblingProgram, g: _Group, members: Sequence[int], values: Sequence[Sequence[Number]]) -> None:
    """Solve for the basic places of the members' rows with the free places at the stated values."""
    p, q = program.first.rows, program.second.rows
    right: Matrix = tuple(tuple(q[i][j] for j in g.inputs) for i in members)
    if not g.basis:
        g.values.update((i, [ZERO] * program.first.m) for i in members)
        return
    if g.free:
        used = product(values, [[p[u][j] for j in g.inputs] for u in g.free])
        right = tuple(tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in zip(right, used, strict=True))
    for i, free, basic in zip(members, values, product(right, g.inverse), strict=True):
        row: list[Number] = [ZERO] * program.first.m
        for u, x in zip(g.free, free, strict=True):
            row[u] = x
        for u, x in zip(g.basis, basic, strict=True):
            row[u] = x
        g.values[i] = row


def _assembled(program: GarblingProgram, groups: Sequence[_Group]) -> list[list[Number]]:
    rows = {i: row for g in groups for i, row in g.values.items()}
    return [rows[i] for i in range(program.second.m)]


def _correct(program: GarblingProgram, groups: Sequence[_Group], missing: Sequence[Number], point: Array) -> bool:
    """Add what the column sums miss to the free places of one row that can take it, else of several."""
    for g in sorted(groups, key=lambda g: -len(g.free)):
        if all(u in g.free or u in g.basis for u, x in enumerate(missing) if x) and g.free:
            i = max(g.members, key=lambda i: float(point[i, g.free].min()))
            before = g.values[i]
            _fill(program, g, [i], [[before[u] + missing[u] for u in g.free]])
            if all(x - y == d for x, y, d in zip(g.values[i], before, missing, strict=True)):
                return True
            g.values[i] = before
    return _correct_jointly(program, groups, missing, point)


def _correct_jointly(
    program: GarblingProgram, groups: Sequence[_Group], missing: Sequence[Number], point: Array
) -> bool:
    """Solve Σ δ_iu·n_iu = missing, n_iu the change of row i when its free place u grows by one."""
    import numpy

    moves: list[tuple[_Group, int, int, list[Number]]] = []
    for g in groups:
        directions = _directions(program, g)
        for n, u in enumerate(g.free):
            i = max(g.members, key=lambda i: float(point[i, u]))
            moves.append((g, i, u, directions[n]))
    if not moves:
        return False
    a = numpy.array([[float(x) for x in move[3]] for move in moves]).T
    weights = numpy.array([max(float(point[i, u]), 1e-12) for _, i, u, _ in moves])
    chosen = _pivots(a * weights, len(moves))
    equations = _pivots(a[:, chosen].T, len(chosen))
    if len(equations) < len(chosen):
        return False
    try:
        amounts = solve([[moves[n][3][e] for n in chosen] for e in equations], [(missing[e],) for e in equations])
    except ValueError:
        return False
    for n, (amount,) in zip(chosen, amounts, strict=True):
        g, i, _, direction = moves[n]
        g.values[i] = [x + amount * d for x, d in zip(g.values[i], direction, strict=True)]
    return True


def _directions(program: GarblingProgram, g: _Group) -> list[list[Number]]:
    p = program.first.rows
    if not g.free:
        return []
    moved = product([[p[u][j] for j in g.inputs] for u in g.free], g.inverse)
    found = []
    for u, change in zip(g.free, moved, strict=True):
        row: list[Number] = [ZERO] * program.first.m
        row[u] = Fraction(1)
        for v, x in zip(g.basis, change, strict=True):
            row[v] = -x
        found.append(row)
    return found


def _is_garbling(program: GarblingProgram, c: Sequence[Sequence[Number]]) -> bool:
    if any(x < 0 for row in c for x in row):
        return False
    if any(sum((row[u] for row in c), ZERO) != 1 for u in range(program.first.m)):
        return False
    return product(c, program.first.rows) == program.second.rows
