"""The exact leg of a linear objective under bounds of pairs, from the basis that HiGHS proposes.

With the tight rows and the basic columns of a basis, two square systems give the vertex and its multipliers; it is optimal
if all signs are right. Where a number is irrational the problem lies between two of rationals: a mechanism that keeps smaller
ratios and slacks keeps the stated ones, and multipliers for larger ones prove their bound for the stated ones too, since
W_ij ≤ y_j + Σ_l (μ_ijl − T_lj·μ_ilj) only gets easier as T falls. A small system is solved over the field itself. Where no exact
basis is at hand floats are made rational and feasible on both sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, common_field, solve, transpose
from rropt.linear.pairs.form import Equations, PairwiseProgram, Place
from rropt.linear.pairs.numeric import solve_in_floats
from rropt.linear.program import PairMultipliers
from rropt.solvers.highs import HighsAnswer

__all__ = ["Answer", "PairwiseProgram", "solve_pairwise"]

MOST_BASIS = 1200
MOST_ENTRIES = 400_000
MOST_FIELD_EQUATIONS = 48
DIGITS = 10**15
ZERO, ONE = Fraction(0), Fraction(1)

Answer = tuple[Matrix, PairMultipliers]
Vertex = tuple[list[Number], list[Number]]


def solve_pairwise(program: PairwiseProgram, *, over_field: bool = True) -> Answer:
    """A mechanism of the demand and multipliers; their bounds meet where an exact basis is at hand.

    Without `over_field` irrational numbers are left between rationals.
    """
    program = program.without_implied()
    m, k = len(program.weights), len(program.weights[0])
    if (entries := len(program.bounds) * m + m * k) > MOST_ENTRIES:
        raise InputError(
            f"{m} outputs and {k} inputs with {len(program.bounds)} bounds of pairs are {entries} inequalities, beyond the "
            f"effort of {MOST_ENTRIES}; ask for fewer inputs or bounds"
        )
    if program.is_rational:
        proposed = solve_in_floats(program)
        return _exactly(program, proposed) or _roughly(program, program, proposed)
    return _irrational(program, over_field=over_field)


def _irrational(program: PairwiseProgram, *, over_field: bool) -> Answer:
    """Over the field where the system is small; else a mechanism of smaller numbers with multipliers of larger ones."""
    proposed = solve_in_floats(program)
    if over_field and len(_tight(program.equations(), proposed)) <= MOST_FIELD_EQUATIONS:
        found = _over_field(program, proposed)
        if found is not None:
            return found
    if common_field(program.weights) is not None:
        raise InputError(
            "the weights are irrational and the demand too large to be solved exactly; give rational weights"
        )
    inner, outer = program.rounded(up=False), program.rounded(up=True)
    below = _exactly(inner, proposed) or _roughly(inner, inner, proposed)
    above = _exactly(outer, proposed) or _roughly(outer, outer, proposed)
    return below[0], above[1]


def _tight(equations: Equations, proposed: HighsAnswer) -> list[int]:
    """The rows without a basic slack."""
    slack = set(proposed.basic_rows)
    return [n for n in range(len(equations.rows)) if n not in slack]


def _exactly(program: PairwiseProgram, proposed: HighsAnswer) -> Answer | None:
    """The vertex of the basis with its multipliers, if it is one and optimal; for rational programs."""
    equations = program.equations()
    tight, basic = _tight(equations, proposed), list(proposed.basic_columns)
    if not proposed.is_solved or len(tight) != len(basic) or len(basic) > MOST_BASIS:
        return None
    place = {j: n for n, j in enumerate(basic)}
    matrix = fmpq_mat(len(tight), len(basic))
    for at, n in enumerate(tight):
        for j, x in equations.rows[n][0].items():
            if j in place:
                matrix[at, place[j]] = _flint(x)
    gains = _gains(program, equations)
    try:
        primal = matrix.solve(fmpq_mat(len(tight), 1, [_flint(equations.rows[n][1]) for n in tight]))
        dual = matrix.transpose().solve(fmpq_mat(len(basic), 1, [_flint(gains[j]) for j in basic]))
    except ZeroDivisionError:
        return None
    point, duals = [fmpq(0)] * equations.width, [fmpq(0)] * len(equations.rows)
    for n, j in enumerate(basic):
        point[j] = primal[n, 0]
    for at, n in enumerate(tight):
        duals[n] = dual[at, 0]
    if not _is_optimal(equations, gains, point, duals):
        return None
    return _unpack(program, equations, ([_back(v) for v in point], [_back(v) for v in duals]))


def _is_optimal(equations: Equations, gains: Sequence[Number], point: list[fmpq], duals: list[fmpq]) -> bool:
    """Whether no variable, slack, multiplier or reduced cost has the wrong sign."""
    left = [_flint(g) for g in gains]
    for (row, most, is_equation), y in zip(equations.rows, duals, strict=True):
        if is_equation:
            if y != 0:
                for j, x in row.items():
                    left[j] -= y * _flint(x)
            continue
        if y < 0 or sum((_flint(x) * point[j] for j, x in row.items() if point[j] != 0), fmpq(0)) > _flint(most):
            return False
        if y != 0:
            for j, x in row.items():
                left[j] -= y * _flint(x)
    return min(point) >= 0 and max(left) <= 0


def _over_field(program: PairwiseProgram, proposed: HighsAnswer) -> Answer | None:
    """The basis solved over the field of its numbers; whether it is optimal there is for the checker to say."""
    equations = program.equations()
    tight, basic = _tight(equations, proposed), list(proposed.basic_columns)
    if not proposed.is_solved or len(tight) != len(basic):
        return None
    gains = _gains(program, equations)
    matrix = tuple(tuple(equations.rows[n][0].get(j, ZERO) for j in basic) for n in tight)
    try:
        x = solve(matrix, [(equations.rows[n][1],) for n in tight])
        y = solve(transpose(matrix), [(gains[j],) for j in basic])
    except InputError:
        return None
    point: list[Number] = [ZERO] * equations.width
    duals: list[Number] = [ZERO] * len(equations.rows)
    for n, j in enumerate(basic):
        point[j] = x[n][0]
    for at, n in enumerate(tight):
        duals[n] = y[at][0]
    return _unpack(program, equations, (point, duals))


def _gains(program: PairwiseProgram, equations: Equations) -> list[Number]:
    found = [x for row in program.linear.gains for x in row]
    return [*found, *([ZERO] * (equations.width - len(found)))]


def _unpack(program: PairwiseProgram, equations: Equations, vertex: Vertex) -> Answer:
    """The mechanism, and the multipliers by what they belong to; zeros are left out."""
    point, duals = vertex
    m, k = len(program.weights), len(program.weights[0])
    rows = tuple(tuple(point[i * k : (i + 1) * k]) for i in range(m))
    shares: dict[Place, Number] = {}
    wholes: dict[Place, Number] = {}
    for place, own in equations.shares.items():
        given = {(i, *place): duals[n] for i, n in enumerate(own) if duals[n]}
        whole = duals[equations.wholes[place]] if place in equations.wholes else max(given.values(), default=ZERO)
        if whole:
            shares |= given
            wholes[place] = whole
    return rows, PairMultipliers(tuple(duals[-k:]), wholes, shares)


def _roughly(inner: PairwiseProgram, outer: PairwiseProgram, proposed: HighsAnswer) -> Answer:
    """Floats made rational and feasible: columns scaled to 1 and mixed with the constant mechanism; multipliers cut to
    their ranges, and those of the columns raised to what is left of the weights."""
    m, k = len(inner.weights), len(inner.weights[0])
    table = [[_rational(float(proposed.point[i * k + j])) for j in range(k)] for i in range(m)]
    sums = [sum(column, ZERO) for column in zip(*table, strict=True)]
    rows = [[x / s if s else Fraction(1, m) for x, s in zip(row, sums, strict=True)] for row in table]
    weight = ZERO
    for (j, end, *_), (ratio, delta) in inner.bounds.items():
        assert isinstance(ratio, Fraction) and isinstance(delta, Fraction)
        excess = sum((max(ZERO, row[j] - ratio * row[end]) for row in rows), ZERO)
        if excess > delta:
            weight = max(weight, (excess - delta) / (excess + (ratio - 1) / m))
    mixed = tuple(tuple((1 - weight) * x + weight / m for x in row) for row in rows)
    equations, duals = outer.equations(), [_rational(float(y)) for y in proposed.multipliers]
    shares: dict[Place, Number] = {}
    wholes: dict[Place, Number] = {}
    for place, own in equations.shares.items():
        whole = duals[equations.wholes[place]] if place in equations.wholes else max(duals[n] for n in own)
        if whole:
            wholes[place] = whole
            shares |= {(i, *place): min(duals[n], whole) for i, n in enumerate(own) if duals[n]}
    left = [list(row) for row in outer.linear.gains]
    for (i, j, end, *rest), share in shares.items():
        left[i][j] = left[i][j] - share
        left[i][end] = left[i][end] + outer.bounds[(j, end, *rest)][0] * share
    columns = tuple(max(column) for column in zip(*left, strict=True))
    return mixed, PairMultipliers(columns, wholes, shares)


def _rational(x: float) -> Fraction:
    return max(ZERO, Fraction(round(x * DIGITS), DIGITS))


def _flint(x: Number) -> fmpq:
    return fmpq(x.numerator, x.denominator)  # type: ignore[union-attr]


def _back(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))
