"""Solve for the vertex that belongs to a basis of a linear program whose numbers are functions of one variable t, in a field Q(t).

The vertex is interpolated from solutions at a few rational values of t. First, each row and the costs are multiplied by their
common denominator, so that all entries are polynomials in t. Let d be the determinant of the basis's square system, x its solution
and y the multipliers. By Cramer's rule d, d·x and d·y are polynomials in t, too. Their degree has a known bound. Add up the largest
degree in each row, over all rows; add up the largest degree in each column, over all columns; and take the smaller of the two sums.
The bound is this sum plus the largest degree of a right side or a cost. Mostly the degrees are far smaller. So the polynomials are
interpolated at t = 2, 3, … by Newton's method. Interpolation ends when two further values of t change nothing, or when the bound is
reached.

To find out whether a basis is optimal at an irrational t, it is first tried at two rational numbers, one just below t and one just
above (`around`). All numbers of the program are functions of t. An equation between them that holds for every t also holds at both
rational numbers. A number can have another sign there than at t only if its sign changes between the two rational numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from rropt.exact.element import Element, Number, element, generator, lift
from rropt.exact.fields import Field
from rropt.exact.matrix import common_field, total_of
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.exact.substitute import at_point
from rropt.solvers.sparse import Solution, solve_both
from rropt.solvers.vertex import Basis, Inequalities, System, Vertex, system_of

__all__ = ["around", "field_of", "signs_of", "solve_over_field"]

AGREEING = 2  # further samples that must change nothing
MOST_SAMPLES = 100  # values of t at which the system is solved
MOST_DEGREE = 48  # of a common denominator; a certificate has products of several such polynomials
WIDTH = Fraction(1, 10**24)  # of the rationals around an irrational t at which a basis is tried
ZERO = Fraction(0)
Polynomial = fmpz_poly | int


def field_of(program: Inequalities) -> Field | None:
    """Return the field of the program's numbers; None if all are rational."""
    return common_field([list({id(x): x for x in program.numbers() if isinstance(x, Element)}.values())])


def around(program: Inequalities) -> tuple[Inequalities, Inequalities]:
    """Return two programs with rational numbers. The given program's numbers are functions of an irrational number t. They are
    evaluated at a rational just below t in the first program, and at one just above t in the second."""
    over = field_of(program)
    assert over is not None
    below, above = (_at(program, over, t) for t in enclose(generator(over), width=WIDTH))
    return below, above


def _at(program: Inequalities, over: Field, t: Fraction) -> Inequalities:
    """Evaluate the program's numbers, functions of t, at a rational t."""
    return program.map_numbers(lambda x: at_point(x, over, t))


def solve_over_field(program: Inequalities, basis: Basis) -> Vertex | None:
    """Compute the point and the multipliers of a basis of a program whose numbers are functions of a number t. It is not checked
    whether they are feasible.

    None if all numbers of the program are rational, if the basis's system is singular or not square, or if degrees in t are too
    high.
    """
    over, system = field_of(program), system_of(program, basis)
    if over is None or system is None:
        return None
    scaled = _scale(program, system, over)
    newton = _sample(scaled)
    if newton is None:
        return None
    found = newton.polynomials()
    common = found[0]
    for p in found[1:]:
        if common.degree() == 0:
            break
        common = common.gcd(p)
    d, *rest = [p // common for p in found]
    below = _number(over, d)
    if not below or (isinstance(below, Element) and below.num.degree() > MOST_DEGREE):
        return None
    n = len(system.columns)
    x = [_number(over, p) / below if p else ZERO for p in rest[:n]]
    y = [
        _number(over, p) * scale / (below * scaled.of_costs) if p else ZERO
        for p, scale in zip(rest[n:], scaled.of_rows, strict=True)
    ]
    return system.spread(program, x, y)


def signs_of(program: Inequalities, found: Vertex) -> list[Number]:
    """List functions of t, the variable on which the program's numbers depend. The point and the multipliers `found` are optimal
    exactly at those t where all these functions are nonnegative.

    The functions are the entries of the point, the slacks of the rows, the multipliers of inequalities times −1, and the reduced
    costs. For each equality, the difference of its two sides is listed with both signs, because it must be 0. The equalities cannot
    be left out: If a basis is degenerate at one t, its system may omit the row of an equality. The equality then holds at that t,
    but perhaps at no other.
    """
    numbers: list[Number] = list(found.point)
    paid: list[list[Number]] = [[] for _ in program.costs]
    for row, right, is_equal, y in zip(program.rows, program.right, program.equal, found.duals, strict=True):
        lacking = right - total_of([a * found.point[j] for j, a in row.items() if found.point[j]])
        numbers += [lacking, -lacking if is_equal else -y]
        for j, a in row.items() if y else ():
            paid[j].append(y * a)
    return [*numbers, *(c - total_of(some) for c, some in zip(program.costs, paid, strict=True))]


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A basis's square system with all entries made polynomials in t: its rows, right sides and costs. `of_rows` and `of_costs` are
    the factors by which the rows and the costs were multiplied for this."""

    rows: list[dict[int, Polynomial]]
    right: list[Polynomial]
    costs: list[Polynomial]
    of_rows: list[Number]
    of_costs: Number

    def solve(self, t: int) -> Solution | None:
        """Solve the system with its variable t set to the given value. None if the system is singular there."""
        at = fmpq(t)
        rows = [{j: _value(p, at) for j, p in row.items()} for row in self.rows]
        try:
            return solve_both(rows, [_value(p, at) for p in self.right], [_value(p, at) for p in self.costs])
        except ZeroDivisionError:
            return None

    @property
    def degree(self) -> int:
        """Return an upper bound on the degrees in t of the polynomials d, d·x and d·y. Here d is the system's determinant, x its
        solution, and y the multipliers."""
        by_row = sum(max(map(_degree, row.values()), default=0) for row in self.rows)
        by_column = [0] * len(self.costs)
        for row in self.rows:
            for j, p in row.items():
                by_column[j] = max(by_column[j], _degree(p))
        return min(by_row, sum(by_column)) + max(map(_degree, [*self.right, *self.costs]), default=0)


def _scale(program: Inequalities, system: System, over: Field) -> _Scaled:
    """Multiply each row of the system, and the costs, by their common denominator."""
    known: dict[int, tuple[fmpz_poly, fmpz_poly]] = {}

    def parts(x: Number) -> tuple[fmpz_poly, fmpz_poly]:
        if id(x) not in known:
            y = lift(x, over) if isinstance(x, Element) else x
            known[id(x)] = (
                (fmpz_poly([y.numerator]), fmpz_poly([y.denominator])) if isinstance(y, Fraction) else (y.num, y.den)
            )
        return known[id(x)]

    def cleared(xs: Sequence[Number]) -> tuple[list[Polynomial], Number]:
        found, common = [parts(x) for x in xs], fmpz_poly([1])
        for _, den in found:
            if not den.is_one():
                common = common * (den // common.gcd(den))
        whole = [_plain(num * (common // den)) for num, den in found]
        return whole, element(over, common, fmpz_poly([1]))

    rows: list[dict[int, Polynomial]] = []
    right, of_rows, places = list[Polynomial](), list[Number](), system.places
    for r in system.rows:
        row = {places[j]: a for j, a in program.rows[r].items() if j in places and a}
        (*entries, side), scale = cleared([*row.values(), program.right[r]])
        rows.append(dict(zip(row, entries, strict=True)))
        right.append(side)
        of_rows.append(scale)
    costs, of_costs = cleared([program.costs[j] for j in system.columns])
    return _Scaled(rows, right, costs, of_rows, of_costs)


def _plain(p: fmpz_poly) -> Polynomial:
    """Return the polynomial, or an integer if it is constant."""
    return int(p[0]) if p.degree() <= 0 else p


def _degree(p: Polynomial) -> int:
    return 0 if isinstance(p, int) else int(p.degree())


def _value(p: Polynomial, t: fmpq) -> fmpq:
    return fmpq(p) if isinstance(p, int) else p(t)


def _number(over: Field, p: fmpq_poly) -> Number:
    """Convert a polynomial in t to a number of the field."""
    return element(over, p.numer(), fmpz_poly([p.denom()]))


def _sample(scaled: _Scaled) -> _Newton | None:
    """Interpolate the polynomials d, d·x and d·y, where d is the system's determinant, x its solution, and y the multipliers.
    Return them as a `_Newton`.

    None if the determinant is 0 at too many values of t, or if more than MOST_SAMPLES values of t are needed.
    """
    newton, place, degree = _Newton(), 1, scaled.degree
    while not newton.settled and len(newton.places) <= degree:
        if len(newton.places) > MOST_SAMPLES:
            return None
        place += 1
        require_time()
        found = scaled.solve(place)
        if found is None:
            if place > 2 * degree + 9:
                return None
            continue
        d = found.determinant()
        newton.add(place, [d, *(d * v if v else v for v in (*found.x, *found.y))])
    return newton


@dataclass(slots=True)
class _Newton:
    """Interpolates many polynomials at once through the samples so far, by divided differences."""

    places: list[int] = field(default_factory=list)
    diagonal: list[fmpq_mat] = field(default_factory=list)
    coefficients: list[fmpq_mat] = field(default_factory=list)

    def add(self, place: int, values: list[fmpq]) -> None:
        """Add one more sample: the values of all polynomials at t = `place`."""
        new = [fmpq_mat(1, len(values), values)]
        for n, old in enumerate(self.diagonal):
            new.append((new[-1] - old) / (place - self.places[len(self.places) - 1 - n]))
        self.places.append(place)
        self.diagonal = new
        self.coefficients.append(new[-1])

    @property
    def settled(self) -> bool:
        """Whether each of the last `AGREEING` samples left every interpolating polynomial unchanged."""
        return len(self.coefficients) > AGREEING and not any(
            any(row.entries()) for row in self.coefficients[-AGREEING:]
        )

    def polynomials(self) -> list[fmpq_poly]:
        """Return the polynomials that pass through all samples. They are in the order of the values that `add` was given."""
        bases = [fmpq_poly([1])]
        for place in self.places[:-1]:
            bases.append(bases[-1] * fmpq_poly([-place, 1]))
        size = len(bases)
        powers = fmpq_mat(size, size, [base[n] for n in range(size) for base in bases])
        entries = [x for row in self.coefficients for x in row.entries()]
        table = (powers * fmpq_mat(size, len(entries) // size, entries)).transpose().tolist()
        return [fmpq_poly(row) for row in table]
