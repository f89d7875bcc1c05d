"""Makes a garbling exact on its support: C·P = Q and column sums 1 identically, entries nonnegative.

On a row's support S_i a basis B of the rows P_S is solved for exactly, C_iB = (Q_iJ − C_iF·P_FJ)·P_BJ⁻¹, while the free
places F keep rounded values. What the column sums then miss lies in the left kernel of P, and is spread over the free
places of as few rows as can take it, because every row brings its own denominators. Which rows and places are
independent is decided modulo a prime, so that a P of nearly dependent rows is no different from any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import nmod_mat

from rropt.exact.element import Number, generator
from rropt.exact.fields import Free
from rropt.exact.matrix import Matrix, common_field, freeze, product, solve, transpose
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.oracles.garbling_program import GarblingProgram

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["Face", "Failure", "face", "failing_rows", "residues_of"]

ZERO, ONE = Fraction(0), Fraction(1)
PRIME = 2**61 - 1
NEARBY = Fraction(1, 10**40)
RANK = 1e-9
SEEN = 1e-6
BITS = 36
Value = Callable[[int, int], Fraction]


class Failure(Enum):
    """Why a support leads to no garbling: its equations have no solution, or none that is nonnegative was met."""

    EQUATIONS = "the equations on this support contradict each other"
    SIGNS = "an entry came out negative"


@dataclass(slots=True)
class _Group:
    """The rows of C with one support, its basis and free places, and the inputs J for which P_BJ is invertible."""

    members: list[int]
    basis: list[int]
    free: list[int]
    inputs: list[int]


@dataclass(slots=True)
class Face:
    """A support, grouped by equal rows, and P modulo a prime; `point` orders the places by weight."""

    program: GarblingProgram
    residues: list[list[int]]
    point: Array
    groups: list[_Group]
    rows: dict[int, list[Number]] = field(default_factory=dict)

    def exact(self, value: Value, bits: int) -> Matrix | Failure:
        """The garbling whose free places are `value` rounded to multiples of 2^−bits, corrected to exact column sums."""
        for g in self.groups:
            wanted = [[_rounded(value(i, u), bits) for u in g.free] for i in g.members]
            if not self.fill(g, g.members, wanted):
                return Failure.EQUATIONS
        missing = [1 - sum((row[u] for row in self.rows.values()), ZERO) for u in range(self.program.first.m)]
        if any(missing) and not self._correct(missing):
            return Failure.EQUATIONS
        c = freeze(self.rows[i] for i in range(self.program.second.m))
        if any(sum(column, ZERO) != 1 for column in zip(*c, strict=True)):
            return Failure.EQUATIONS
        return c if all(x >= 0 for row in c for x in row) else Failure.SIGNS

    def fill(self, g: _Group, members: Sequence[int], values: Sequence[Sequence[Number]]) -> bool:
        """Solve for the basic places of the members' rows with the free places at the stated values."""
        p, q = self.program.first.rows, self.program.second.rows
        right: Matrix = tuple(tuple(q[i][j] for j in g.inputs) for i in members)
        if g.free and g.basis:
            used = product(values, [[p[u][j] for j in g.inputs] for u in g.free])
            right = tuple(tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in zip(right, used, strict=True))
        basic = self._reduced(g, right)
        for i, free, solved in zip(members, values, basic, strict=True):
            row: list[Number] = [ZERO] * self.program.first.m
            for u, x in (*zip(g.free, free, strict=True), *zip(g.basis, solved, strict=True)):
                row[u] = x
            self.rows[i] = row
        made = product([self.rows[i] for i in members], p)
        return all(row == q[i] for row, i in zip(made, members, strict=True))

    def _reduced(self, g: _Group, right: Matrix) -> Matrix:
        """right·P_BJ⁻¹."""
        if not g.basis:
            return tuple(() for _ in right)
        p = self.program.first.rows
        return transpose(solve([[p[u][j] for u in g.basis] for j in g.inputs], transpose(right)))

    def _correct(self, missing: Sequence[Number]) -> bool:
        """Solve Σ a·n = missing, n the change of a row of C when its free place u grows by one, few rows first."""
        moves = [(g, u) for g in sorted(self.groups, key=lambda g: -len(g.free)) for u in g.free]
        residues = [self._change_residues(g, u) for g, u in moves]
        target = [_residue(x) for x in _sampled(self.program, [missing])[0]]
        if not moves:
            return False
        chosen = _independent([*residues, target])
        if len(moves) in chosen:
            return False
        places = _independent(list(zip(*(residues[n] for n in chosen), strict=True)))
        changes = self._changes([moves[n] for n in chosen])
        amounts = solve([[change[u] for change in changes] for u in places], [(missing[u],) for u in places])
        moved: dict[int, list[Number]] = {}
        for n, change, (amount,) in zip(chosen, changes, amounts, strict=True):
            i = self._heaviest(*moves[n])
            row = moved.get(i, self.rows[i])
            moved[i] = [x + amount * d if d else x for x, d in zip(row, change, strict=True)]
        self.rows.update(moved)
        return True

    def _heaviest(self, g: _Group, u: int) -> int:
        """One member takes all moves of its group, so that fewer rows get long numbers."""
        return max(g.members, key=lambda i: float(self.point[i, g.free].min()))

    def _changes(self, moves: Sequence[tuple[_Group, int]]) -> list[list[Number]]:
        p, changes = self.program.first.rows, dict[tuple[int, int], list[Number]]()
        for g in {id(g): g for g, _ in moves}.values():
            free = [u for h, u in moves if h is g]
            solved = self._reduced(g, tuple(tuple(p[u][j] for j in g.inputs) for u in free))
            for u, values in zip(free, solved, strict=True):
                row: list[Number] = [ZERO] * self.program.first.m
                row[u] = ONE
                for v, x in zip(g.basis, values, strict=True):
                    row[v] = -x
                changes[id(g), u] = row
        return [changes[id(g), u] for g, u in moves]

    def _change_residues(self, g: _Group, u: int) -> list[int]:
        row = [0] * self.program.first.m
        row[u] = 1
        if g.basis:
            r = self.residues
            a = nmod_mat(len(g.basis), len(g.basis), [r[v][j] for j in g.inputs for v in g.basis], PRIME)
            for v, x in zip(
                g.basis, a.solve(nmod_mat(len(g.basis), 1, [r[u][j] for j in g.inputs], PRIME)).entries(), strict=True
            ):
                row[v] = -int(x) % PRIME
        return row


def _sampled(program: GarblingProgram, rows: Sequence[Sequence[Number]]) -> list[list[Fraction]]:
    """The rows at a rational close to t."""
    found = common_field(program.first.rows, program.second.rows)
    if found is None:
        return [list(row) for row in rows]  # type: ignore[arg-type]
    assert not isinstance(found, Free)
    t = sum(enclose(generator(found), width=NEARBY), ZERO) / 2
    return [[at_point(x, found, t) for x in row] for row in rows]


def _residue(x: Fraction) -> int:
    return x.numerator * pow(x.denominator, -1, PRIME) % PRIME


def _independent(vectors: Sequence[Sequence[int]]) -> list[int]:
    """The places of the vectors that are independent, modulo the prime, of those before them."""
    width = len(vectors[0])
    reduced, rank = nmod_mat(width, len(vectors), [v[n] for n in range(width) for v in vectors], PRIME).rref()
    return [next(n for n in range(len(vectors)) if int(reduced[i, n])) for i in range(rank)]


def _rounded(x: Fraction, bits: int) -> Fraction:
    return Fraction(max(1, (x.numerator << bits) // x.denominator), 1 << bits)


def failing_rows(program: GarblingProgram, point: Array) -> list[int]:
    """The rows of Q that no nonnegative row on the support of `point` reaches exactly: where a near tie may be."""
    here = face(program, point > SEEN * point.max(), point)
    failing = []
    for g in here.groups:
        for i in g.members:
            wanted = [_rounded(Fraction(float(point[i, u])), BITS) for u in g.free]
            if not here.fill(g, [i], [wanted]) or min(here.rows[i]) < 0:
                failing.append(i)
    return failing


def residues_of(program: GarblingProgram) -> list[list[int]]:
    """P modulo the prime, t at a rational close by."""
    return [[_residue(x) for x in row] for row in _sampled(program, program.first.rows)]


def face(program: GarblingProgram, support: Array, point: Array, residues: list[list[int]] | None = None) -> Face:
    """The face of the support (a matrix of truth values), its bases chosen by the weights of `point`."""
    modular = residues_of(program) if residues is None else residues
    by_support: dict[bytes, list[int]] = {}
    for i, row in enumerate(support):
        by_support.setdefault(row.tobytes(), []).append(i)
    floats = program.first.to_numpy()[:, list(program.span)]
    groups = [
        _group(program, modular, floats, support[members[0]], point[members].min(axis=0), members)
        for members in by_support.values()
    ]
    return Face(program, modular, point, groups)


def _group(
    program: GarblingProgram,
    residues: list[list[int]],
    floats: Array,
    support: Array,
    weights: Array,
    members: list[int],
) -> _Group:
    """A basis of the supported rows of P: those that floats find independent first, the heaviest first."""
    import numpy

    places = [int(u) for u in numpy.flatnonzero(support)]
    places.sort(key=lambda u: -weights[u])
    span = list(program.span)
    if not places:
        return _Group(members, [], [], [])
    scaled = floats[places] * weights[places].clip(min=1e-300)[:, None]
    first = [places[n] for n in _pivots(scaled.T, len(span))]
    seen = set(first)
    order = [*first, *(u for u in places if u not in seen)]
    basis = [order[n] for n in _independent([[residues[u][j] for j in span] for u in order])]
    inputs = [span[n] for n in _independent([[residues[u][j] for u in basis] for j in span])]
    kept = set(basis)
    return _Group(members, basis, [u for u in places if u not in kept], inputs)


def _pivots(a: Array, most: int) -> list[int]:
    """Columns of a, numerically independent, by pivoted orthogonal elimination."""
    import numpy
    from scipy.linalg import qr

    r, order = qr(a, mode="r", pivoting=True)
    size = numpy.abs(numpy.diag(r))
    return [int(n) for n in order[: min(most, int((size > RANK * size[0]).sum()))]]
