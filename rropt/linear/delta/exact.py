"""The exact leg of a linear design in the pair form (δ > 0, or T = 1).

Standard form, minimise −W·p over columns p_ij, excesses w_qi, slacks s_qi and r_q, q = (j,l) an ordered pair:

    p_ij − T·p_il − w_qi + s_qi = 0,    Σ_i w_qi + r_q = δ,    Σ_i p_ij = 1.

At a rational T, HiGHS proposes a basis and two exact solves give the vertex and its multipliers; a small program is
repaired by the exact simplex method. An irrational T is enclosed by rationals, very near one another. A basis that is
optimal at both is solved over the field itself (`pair_field`), up to a stated size. Beyond that a mechanism private at the
lower ratio is private at T, multipliers for the upper one hold at T, and the gap is stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.sign import enclose
from rropt.linear.delta.basis import WIDTH, solve_at, solve_over_field
from rropt.linear.numeric import float_matrix, pairs_of, pairwise, usual_scale, way_of_pairs
from rropt.linear.program import LinearProgram, PairMultipliers
from rropt.solvers import simplex as exact_simplex
from rropt.solvers.highs import HighsAnswer

__all__ = [
    "PairAnswer",
    "form_over_field",
    "propose_basis",
    "solve_pairs",
]

MOST_SIMPLEX_ROWS = 80
MOST_BASIS_ROWS, MOST_RATIONAL_ROWS = 1500, 14000
MOST_FIELD_ROWS = 730
MOST_SIMPLEX_STEPS = 2_000
UNSEEN, SEEN = Fraction(1, 10**8), Fraction(1, 10**6)
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class PairAnswer:
    """A feasible mechanism and feasible multipliers."""

    rows: Matrix
    multipliers: PairMultipliers


@dataclass(frozen=True, slots=True)
class _Standard:
    """The standard form: a dense matrix by rows, right sides and costs."""

    a: list[list[Number]]
    b: list[Number]
    c: list[Number]


def _standard(gains: Matrix, ratio: Number, delta: Number) -> _Standard:
    m, k = len(gains), len(gains[0])
    pairs = pairs_of(k)
    n, q = m * k, len(pairs)
    width = n + 2 * q * m + q
    a: list[list[Number]] = []
    for index, (j, el) in enumerate(pairs):
        for i in range(m):
            row: list[Number] = [ZERO] * width
            row[i * k + j], row[i * k + el] = ONE, -ratio
            row[n + index * m + i], row[n + q * m + index * m + i] = -ONE, ONE
            a.append(row)
    for index in range(q):
        row = [ZERO] * width
        row[n + index * m : n + (index + 1) * m] = [ONE] * m
        row[n + 2 * q * m + index] = ONE
        a.append(row)
    for j in range(k):
        row = [ZERO] * width
        row[j:n:k] = [ONE] * m
        a.append(row)
    costs = [*(-x for r in gains for x in r), *([ZERO] * (width - n))]
    return _Standard(a, [*([ZERO] * (q * m)), *([delta] * q), *([ONE] * k)], costs)


def solve_pairs(program: LinearProgram, *, over_field: bool = True) -> PairAnswer | None:
    """A mechanism and multipliers whose bounds meet, or nearly so where T is irrational; None beyond the effort.

    Without `over_field` an irrational T is left between its two rationals.
    """
    below, above = enclose(program.ratio, width=WIDTH)
    less, more = enclose(program.delta, width=WIDTH)
    rows = _count_equations(program)
    exact = (below, less) == (above, more)
    if rows > (MOST_RATIONAL_ROWS if exact else MOST_BASIS_ROWS):
        return None
    basis = propose_basis(program)
    if exact:
        solved = _at(program, below, less, basis) or _at_as_if_larger(program, below, less)
        return None if solved is None else _unpack(solved, program)
    first = (program, max(below, ONE), max(less, ZERO))
    primal = _at(*first, basis) or _at_as_if_larger(*first)
    dual = None if primal is None else _at(program, above, more, primal.basis)
    if primal is None or dual is None:
        return None
    if (
        over_field
        and rows <= MOST_FIELD_ROWS
        and primal.basis == dual.basis
        and less == more
        and min(primal.basis) >= 0
    ):
        found = solve_over_field(program.gains, program.ratio, less, primal.basis)
        if found is not None:
            return _unpack(_Solved(primal.basis, *found), program)
    return PairAnswer(_unpack(primal, program).rows, _unpack(dual, program).multipliers)


def _count_equations(program: LinearProgram) -> int:
    """How many equations the standard form has."""
    return program.k * (program.k - 1) * (program.m + 1) + program.k


def form_over_field(
    program: LinearProgram, ratio: Number, parts: Sequence[tuple[Number, Matrix]] = ()
) -> PairAnswer | None:
    """A basis that is optimal at the program's rational ratio and δ, solved at another number T; None beyond the effort.

    Its multipliers are those of the program's gains, or of Σ c·W over `parts` (c, W). Whether the answer is feasible at T
    is not judged.
    """
    t, delta = program.ratio, program.delta
    assert isinstance(t, Fraction) and isinstance(delta, Fraction)
    if parts and _count_equations(program) > (MOST_RATIONAL_ROWS if isinstance(ratio, Fraction) else MOST_FIELD_ROWS):
        return None
    solved = _at(program, t, delta, propose_basis(program))
    if solved is None or min(solved.basis) < 0:
        return None
    found = [solve_over_field(gains, ratio, delta, solved.basis) for _, gains in parts or [(ONE, program.gains)]]
    if any(answer is None for answer in found):
        return None
    points, duals = zip(*found, strict=True)
    factors = [c for c, _ in parts] or [ONE]
    combined = [total_of([c * y for c, y in zip(factors, ys, strict=True) if y]) for ys in zip(*duals, strict=True)]
    return _unpack(_Solved(solved.basis, points[0], combined), program)


@dataclass(frozen=True, slots=True)
class _Solved:
    """A basis, p and more of its point, and the multipliers of the equations."""

    basis: list[int]
    point: list[Number]
    duals: list[Number]


def _at(program: LinearProgram, ratio: Fraction, delta: Fraction, basis: list[int] | None) -> _Solved | None:
    """The basis at rational T and δ, if it is optimal there; else what the exact simplex method ends with."""
    found = None if basis is None or min(basis) < 0 else solve_at(program.gains, ratio, delta, basis)
    if basis is not None and found is not None:
        return _Solved(basis, *found)
    rows = _count_equations(program)
    return None if rows > MOST_SIMPLEX_ROWS else _by_simplex(_standard(program.gains, ratio, delta))


def _at_as_if_larger(program: LinearProgram, ratio: Fraction, delta: Fraction) -> _Solved | None:
    """The same for a δ that a solver cannot tell from 0, by the basis of a larger one: it is the same for all small δ."""
    if not 0 < delta < UNSEEN:
        return None
    return _at(program, ratio, delta, propose_basis(replace(program, delta=SEEN)))


def propose_basis(program: LinearProgram) -> list[int] | None:
    """HiGHS's last basis, as columns of the standard form."""
    gains = float_matrix(program)
    m, k = program.m, program.k
    answer = pairwise(
        gains / usual_scale(gains), float(program.ratio), float(program.delta), options=way_of_pairs(m, k)
    )
    return _read_basis(answer, m, k)


def _read_basis(answer: HighsAnswer, m: int, k: int) -> list[int] | None:
    """The basis of an answer, as columns of the standard form."""
    n, q = m * k, k * (k - 1)
    basis = [*answer.basic_columns, *(n + q * m + row for row in answer.basic_rows if row < q * m + q)]
    return basis if len(basis) == q * (m + 1) + k else None


def _by_simplex(form: _Standard) -> _Solved | None:
    try:
        found = exact_simplex.minimise(form.c, form.a, form.b, most=MOST_SIMPLEX_STEPS)
    except Undecided:
        return None
    return _Solved(list(found.basis), list(found.x), list(found.duals)) if found.status == "optimal" else None


def _unpack(solved: _Solved, program: LinearProgram) -> PairAnswer:
    point, duals, m, k = solved.point, solved.duals, program.m, program.k
    pairs = pairs_of(k)
    count = len(pairs) * m
    rows = tuple(tuple(point[i * k : (i + 1) * k]) for i in range(m))
    excess: dict[tuple[int, ...], Number] = {}
    for index, (j, el) in enumerate(pairs):
        for i in range(m):
            if duals[index * m + i]:
                excess[i, j, el] = -duals[index * m + i]
    shares: dict[tuple[int, ...], Number] = {pair: -duals[count + index] for index, pair in enumerate(pairs)}
    columns = tuple(-y for y in duals[count + len(pairs) :])
    return PairAnswer(rows, PairMultipliers(columns, {p: y for p, y in shares.items() if y}, excess))
