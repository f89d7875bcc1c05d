"""Exact linear algebra over Q, by python-flint's rational matrices, and over Q(t), by fraction-free elimination.

Over Q(t) each row is scaled to integer polynomials. Bareiss' one-step scheme brings the rows to echelon form. After the k-th pivot
every entry is a minor of the scaled matrix, so the division by the previous pivot is exact, and degrees stay those of minors. By
Cramer's rule, the last pivot times the solution is integral, so back substitution divides exactly too. Numbers at an algebraic t
are polynomials in t, reduced modulo the polynomial of t. There a system is solved over Q: each number becomes the rational matrix
that multiplies by this number. Other tasks at such a t use plain elimination.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly, nmod_mat

from rropt.exact.element import Element, Number, element, lift as lift_element
from rropt.exact.errors import InputError
from rropt.exact.fields import Algebraic, Field, Radical, join, modulus
from rropt.exact.patience import require_time

__all__ = [
    "Matrix",
    "determinant",
    "freeze",
    "identity",
    "independent_rows",
    "inverse",
    "kernel",
    "least_rank",
    "kronecker",
    "product",
    "rank",
    "solve",
    "total_of",
    "transpose",
]

# the rank of a matrix modulo this prime, with this number in place of t, is at most the rank of the matrix
PRIME, RESIDUE = 2**61 - 1, 987654321123456789

Matrix: TypeAlias = tuple[tuple[Number, ...], ...]
Rows: TypeAlias = Sequence[Sequence[Number]]
ONE, ZERO = Fraction(1), Fraction(0)
MANY_TERMS = 500  # a product over Q(t) with more terms is summed by polynomials over common denominators


def freeze(rows: Iterable[Iterable[Number]]) -> Matrix:
    """The rows as an immutable matrix."""
    return tuple(tuple(row) for row in rows)


def identity(n: int) -> Matrix:
    """The n×n identity."""
    return tuple(tuple(ONE if i == j else ZERO for j in range(n)) for i in range(n))


def transpose(a: Rows) -> Matrix:
    """The transpose."""
    return tuple(zip(*a, strict=True))


def kronecker(a: Rows, b: Rows) -> Matrix:
    """The Kronecker product; the index of the first factor varies slowest."""
    return tuple(tuple(x * y for x in row_a for y in row_b) for row_a in a for row_b in b)


def is_rational(*matrices: Rows) -> bool:
    """Whether every entry is a plain `Fraction`."""
    return all(isinstance(x, Fraction) for a in matrices for row in a for x in row)


def to_flint(a: Rows) -> fmpq_mat:
    """Convert a rational matrix to one of python-flint."""
    entries = [fmpq(x.numerator, x.denominator) for row in a for x in row]  # type: ignore[union-attr]
    return fmpq_mat(len(a), len(a[0]) if a else 0, entries)


def from_flint(a: fmpq_mat) -> Matrix:
    """Convert a rational matrix of python-flint to rows of `Fraction`s."""
    return tuple(tuple(Fraction(int(x.p), int(x.q)) for x in row) for row in a.tolist())


def product(a: Rows, b: Rows) -> Matrix:
    """The matrix product a·b."""
    if a and len(a[0]) != len(b):
        raise InputError(f"a matrix of {len(a[0])} columns cannot multiply a matrix of {len(b)} rows")
    if is_rational(a, b):
        return from_flint(to_flint(a) * to_flint(b))
    columns = transpose(b)
    fields = {x.field for m in (a, b) for row in m for x in row if isinstance(x, Element)}
    if len(fields) == 1 and len(a) * len(b) * len(columns) > MANY_TERMS:
        (field,) = fields
        if not isinstance(field, Radical | Algebraic):
            return _product_of_polynomials(a, columns, field)
    found = []
    for row in a:
        require_time()
        found.append(tuple(_dot(row, column) for column in columns))
    return tuple(found)


def _product_of_polynomials(a: Rows, columns: Rows, field: Field) -> Matrix:
    """Multiply rows by columns over `field`, via their common denominators, so that each entry is reduced only once."""
    left, right = ([_scale(x, field) for x in m] for m in (a, columns))
    found: list[tuple[Number, ...]] = []
    for row, over in left:
        require_time()
        entries = []
        for column, under in right:
            total = fmpz_poly([0])
            for x, y in zip(row, column, strict=True):
                if x and y:
                    total += x * y
            entries.append(element(field, total, over * under))
        found.append(tuple(entries))
    return tuple(found)


def total_of(xs: Sequence[Number]) -> Number:
    """Return the sum. Rationals are added over one denominator, and elements in groups of equal denominators."""
    rationals = [x.as_integer_ratio() for x in xs if isinstance(x, Fraction)]
    over = math.lcm(*(d for _, d in rationals))
    total: Number = Fraction(sum(n * (over // d) for n, d in rationals), over)
    if len(rationals) == len(xs):
        return total
    elements = [x for x in xs if isinstance(x, Element)]
    often = Counter(map(id, elements))
    groups: dict[tuple[Field, tuple[int, ...]], list[Element]] = {}
    for x in {id(x): x for x in elements}.values():
        groups.setdefault((x.field, tuple(map(int, x.den.coeffs()))), []).append(x)
    for (field, _), same in groups.items():
        num = fmpz_poly([0])
        for x in same:
            num += often[id(x)] * x.num
        total = total + element(field, num, same[0].den)
    return total


def _dot(u: Sequence[Number], v: Sequence[Number]) -> Number:
    total: Number = ZERO
    for x, y in zip(u, v, strict=True):
        if x and y:
            total = total + x * y
    return total


def common_field(*matrices: Rows) -> Field | None:
    """Find a field that contains every entry; None if all are rational. Refuse entries for which no such field is known."""
    field: Field | None = None
    for x in (x for a in matrices for row in a for x in row if isinstance(x, Element)):
        if field is None:
            field = x.field
        elif field != x.field:
            field = join(field, x.field)[0]
    return field


def have_common_field(*matrices: Rows) -> bool:
    """Whether some known field contains every entry."""
    try:
        common_field(*matrices)
    except InputError:
        return False
    return True


def _fractions(x: Number, field: Field) -> tuple[fmpz_poly, fmpz_poly]:
    if isinstance(x, Fraction):
        return fmpz_poly([x.numerator]), fmpz_poly([x.denominator])
    y = lift_element(x, field)
    return y.num, y.den


def _scale(row: Sequence[Number], field: Field) -> tuple[list[fmpz_poly], fmpz_poly]:
    """Multiply the row by the least common multiple of its denominators; return the integer polynomials, and that multiple."""
    pairs = [_fractions(x, field) for x in row]
    scale = fmpz_poly([1])
    for _, den in pairs:
        if den != scale:
            scale = scale * (den // scale.gcd(den))
    return [num * (scale // den) for num, den in pairs], scale


def _eliminate(m: list[list[fmpz_poly]], width: int) -> tuple[list[int], fmpz_poly, int]:
    """Bring m in place to echelon form, pivoting in its first `width` columns; return pivot columns, last pivot, sign of swaps."""
    previous, pivots, sign = fmpz_poly([1]), list[int](), 1
    for column in range(width):
        require_time()
        r = len(pivots)
        candidates = [i for i in range(r, len(m)) if m[i][column]]
        if not candidates:
            continue
        best = min(candidates, key=lambda i: m[i][column].degree())
        if best != r:
            m[r], m[best], sign = m[best], m[r], -sign
        pivot_row, pivot, zeros = m[r][column + 1 :], m[r][column], [fmpz_poly(0)] * (column + 1)
        for i in range(r + 1, len(m)):
            factor, row = m[i][column], m[i][column + 1 :]
            m[i] = zeros + [(pivot * x - factor * y) // previous for x, y in zip(row, pivot_row, strict=True)]
        previous = pivot
        pivots.append(column)
    return pivots, previous, sign


def _reduce(a: Rows, width: int) -> tuple[list[list[Number]], list[int]]:
    """Return a in reduced echelon form, pivoting in its first `width` columns, and the pivots. Ignore rows without a pivot."""
    field = common_field(a)
    if field is None or isinstance(field, Radical | Algebraic):
        return _reduce_plain(a, width)[:2]
    m = [_scale(row, field)[0] for row in a]
    pivots, last, _ = _eliminate(m, width)
    return _substitute_back(m, pivots, last, field), pivots


def _substitute_back(m: list[list[fmpz_poly]], pivots: list[int], last: fmpz_poly, field: Field) -> list[list[Number]]:
    """Return the reduced echelon form. m is an echelon form, with the columns `pivots` and the last pivot `last`."""
    reduced: list[list[Number]] = [[ZERO] * len(m[0]) for _ in m]
    for r, column in enumerate(pivots):
        reduced[r][column] = ONE
    for j in (j for j in range(len(m[0])) if j not in pivots):
        found: list[tuple[int, fmpz_poly]] = []
        for r in range(len(pivots) - 1, -1, -1):
            row = m[r]
            value = last * row[j]
            for column, y in found:
                value -= row[column] * y
            found.append((pivots[r], value // row[pivots[r]]))
            reduced[r][j] = element(field, found[-1][1], last)
    return reduced


def _reduce_plain(a: Rows, width: int) -> tuple[list[list[Number]], list[int], Number]:
    m, pivots, det = [list(row) for row in a], list[int](), ONE + ZERO
    value: Number = det
    for column in range(width):
        require_time()
        r = len(pivots)
        best = next((i for i in range(r, len(m)) if m[i][column]), None)
        if best is None:
            continue
        if best != r:
            m[r], m[best], value = m[best], m[r], -value
        pivot = m[r][column]
        value = value * pivot
        m[r] = [x / pivot for x in m[r]]
        for i, row in enumerate(m):
            if i != r and row[column]:
                m[i] = [x - row[column] * y for x, y in zip(row, m[r], strict=True)]
        pivots.append(column)
    return m, pivots, value


def rank(a: Rows) -> int:
    """The rank."""
    kept = [row for row in a if any(row)]
    least = least_rank(kept) if kept else 0
    return least if least == min(len(kept), len(a[0])) else len(independent_rows(kept))


def least_rank(a: Rows) -> int | None:
    """Return the rank modulo a prime at a fixed t, which is at most the rank. None if t is algebraic or a denominator vanishes."""
    field = common_field(a)
    if isinstance(field, Radical | Algebraic):
        return None
    known = {place: _residue(x, field) for place, x in {id(x): x for row in a for x in row}.items()}
    entries = [r for row in a for x in row if (r := known[id(x)]) is not None]
    return int(nmod_mat(len(a), len(a[0]), entries, PRIME).rank()) if len(entries) == len(a) * len(a[0]) else None


def _residue(x: Number, field: Field | None) -> int | None:
    """The number modulo a fixed prime, with t replaced by a fixed whole number; None if its denominator vanishes there."""
    if field is None or isinstance(x, Fraction):
        num, den = x.as_integer_ratio()  # type: ignore[union-attr]
    else:
        num, den = (int(p(RESIDUE)) for p in _fractions(x, field))
    return num * pow(den, -1, PRIME) % PRIME if den % PRIME else None


def independent_rows(a: Rows) -> list[int]:
    """The indices of the rows that are no linear combination of earlier rows."""
    if is_rational(a):
        return _pivots(to_flint(transpose(a)))
    return _reduce(transpose(a), len(a))[1]


def _pivots(a: fmpq_mat) -> list[int]:
    """The pivot columns of a rational matrix."""
    reduced, count = a.rref()
    rows = reduced.tolist()[: int(count)]
    return [next(j for j, x in enumerate(row) if x) for row in rows]


def determinant(a: Rows) -> Number:
    """The determinant of a square matrix."""
    field = common_field(a)
    if field is None:
        d = to_flint(a).det()
        return Fraction(int(d.p), int(d.q))
    if isinstance(field, Radical | Algebraic):
        _, pivots, value = _reduce_plain(a, len(a))
        return value if len(pivots) == len(a) else ZERO
    scaled = [_scale(row, field) for row in a]
    pivots, last, sign = _eliminate([row for row, _ in scaled], len(a))
    scale = math.prod((s for _, s in scaled), start=fmpz_poly([sign]))
    return element(field, last, scale) if len(pivots) == len(a) else ZERO


def solve(a: Rows, b: Rows) -> Matrix:
    """Solve a·x = b for a square a; refuse a singular a."""
    n = len(a)
    if is_rational(a, b):
        try:
            return from_flint(to_flint(a).solve(to_flint(b)))
        except ZeroDivisionError:
            raise InputError(f"the {n}×{n} system is singular, so it has no unique solution") from None
    field = common_field(a, b)
    if isinstance(field, Radical | Algebraic):
        return _solve_algebraic(a, b, field)
    m, pivots = _reduce([(*row, *right) for row, right in zip(a, b, strict=True)], n)
    if len(pivots) < n:
        raise InputError(f"the {n}×{n} system is singular, so it has no unique solution")
    return tuple(tuple(row[n:]) for row in m)


def _solve_algebraic(a: Rows, b: Rows, field: Radical | Algebraic) -> Matrix:
    """Solve a·x = b over Q(t) with an algebraic t, as a larger system over the rationals. An entry y of a becomes the rational
    matrix of multiplication by y. An unknown Σ_n x_n t^n becomes the column of its rational coefficients x_n."""
    over = modulus(field)
    d, n, width, t = over.degree(), len(a), len(b[0]), fmpq_poly([0, 1])
    left, right = fmpq_mat(n * d, n * d), fmpq_mat(n * d, width)
    for i, row in enumerate(a):
        for j, x in enumerate(row):
            power = _coefficients(x, field)
            for c in range(d if x else 0):
                for r in range(d):
                    left[i * d + r, j * d + c] = power[r]
                power = (power * t) % over
        for j, x in enumerate(b[i]):
            power = _coefficients(x, field)
            for r in range(d if x else 0):
                right[i * d + r, j] = power[r]
    try:
        found = left.solve(right)
    except ZeroDivisionError:
        raise InputError(f"the {n}×{n} system is singular, so it has no unique solution") from None
    return tuple(
        tuple(_from_coefficients([found[i * d + r, j] for r in range(d)], field) for j in range(width))
        for i in range(n)
    )


def _coefficients(x: Number, field: Field) -> fmpq_poly:
    """A number at an algebraic t as a polynomial in t with rational coefficients."""
    num, den = _fractions(x, field)
    return fmpq_poly(num) / fmpq(int(den[0]))


def _from_coefficients(xs: list[fmpq], field: Field) -> Number:
    value = fmpq_poly(xs)
    return element(field, value.numer(), fmpz_poly([value.denom()]))


def inverse(a: Rows) -> Matrix:
    """The inverse of a square nonsingular matrix."""
    return solve(a, identity(len(a)))


def kernel(a: Rows) -> Matrix:
    """A basis of the vectors x with a·x = 0, one vector per row of the result."""
    width = len(a[0])
    if is_rational(a):
        reduced, r = to_flint(a).rref()
        m: Sequence[Sequence[Number]] = from_flint(reduced)[: int(r)]
        pivots = [next(j for j, x in enumerate(row) if x) for row in m]
    else:
        m, pivots = _reduce(a, width)
    free = [j for j in range(width) if j not in pivots]
    return tuple(_kernel_vector(m, pivots, j, width) for j in free)


def _kernel_vector(m: Sequence[Sequence[Number]], pivots: list[int], j: int, width: int) -> tuple[Number, ...]:
    x: list[Number] = [ZERO] * width
    x[j] = ONE
    for row, pivot in zip(m, pivots, strict=False):
        x[pivot] = -row[j]
    return tuple(x)
