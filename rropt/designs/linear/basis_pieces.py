"""Find linear designs for every value of a free ε or δ, piece by piece; also under conditions, or for the worst of several
objectives.

Let t be e^ε if ε is free, and δ if δ is free. The design is a program min c·x with A·x ≤ b (or = b) and x ≥ 0, whose numbers are
functions of t (`rows/program.py`). A basis that is optimal at one rational t is solved again over the rational functions of t. This
gives a point x and multipliers y with c·x = y·b for all t. The basis is optimal wherever x ≥ 0, b − A·x ≥ 0, y ≤ 0 at inequalities,
and c − yᵀA ≥ 0. So finitely many functions of t must be at least 0. Their signs change only at roots of their numerators and
denominators. If none of these functions has a pole at an end of a piece, all of them are continuous there. Then an inequality that
holds next to the end also holds at the end.

To verify a certificate, the checker compares more numbers with 0. A piece is also cut at the roots of these numbers, which are:

* The differences p_ij − T·p_il for output i, if the demand compares the inputs j and l with the ratio T. Here p_ij is the
  probability of output i at input j.
* The remainder of each weight W_ij after the multipliers are counted. The multipliers of conditions are added to the weight, and
  the multiplier of column j is subtracted. If the pairs of inputs have no common ratio, the multipliers of bounds are subtracted
  too (`BasisForm._left`).
* For each budget, which is a limit on a sum, the limit minus the sum.
* If the demand is on an average, the differences between the gains of every two actions at each row.
* If one ratio T holds for all pairs without slack, a sum for each row: T times the positive remainders of its weights, plus the
  negative ones.
* In this case also the differences between each entry of a row and the smallest entry. So a piece is cut where another entry
  becomes the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, groupby

from flint import fmpz_poly

from rropt.certificate.writing import Document, join_domains, without_schema
from rropt.designs.linear.certificate import write_linear
from rropt.designs.linear.program import LinearProgram, Multipliers
from rropt.designs.linear.rows.exact import optimal_basis_of, solve_rows
from rropt.designs.linear.rows.program import RowForm, RowProgram
from rropt.designs.rows.cone import Budget, Place
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, factors, isolate, rationals_between
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.problem.answers import Parts
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.engine import Cell, cover
from rropt.problem.pieces.sampled import compare_values
from rropt.problem.pieces.signed import SignedForm, polynomials_of
from rropt.problem.pieces.span import End, rational_end
from rropt.problem.problem import Problem
from rropt.solvers.over_field import signs_of, solve_over_field
from rropt.solvers.vertex import Vertex

__all__ = ["find_basis_pieces", "rows_at"]

MOST_ENTRIES = 36
ZERO, ONE = Fraction(0), Fraction(1)


def find_basis_pieces(problem: Problem, program: RowProgram) -> Parts:
    """Find the optimal rows and multipliers as functions of the free number, piece by piece (a piece is a range of the free number
    on which one function holds).

    The free number is ε or δ. An InputError is raised if the mechanism has more than `MOST_ENTRIES` entries, if a weight is not
    rational, or if no exact basis is found at some value.
    """
    _require_effort(problem, program)
    interval = problem.interval
    assert interval is not None
    cells = cover(BasisOracle(program, problem.free), interval)
    # for the worst of several objectives, equal rows may have another value where another objective is the worst
    parts = [list(group) for _, group in groupby(cells, key=lambda cell: (cell.form.rows, cell.form.value))]
    return answer_together(
        problem,
        [_draft(problem, program, part) for part in parts],
        numeric=lambda _: compare_values(problem, ((cell.form.value, cell.sample) for cell in cells)),
        throughout=cells[0].form.value if len(parts) == 1 else None,
    )


def _require_effort(problem: Problem, program: RowProgram) -> None:
    odd = [
        x for weights in program.several or (program.weights,) for row in weights for x in row if isinstance(x, Element)
    ]
    if odd:
        raise InputError(
            f"the utility or weight {odd[0]} is not rational; while {problem.free} is free, give a rational approximation"
        )
    m, k = program.shape
    if m * k > MOST_ENTRIES:
        raise InputError(
            f"{m} outputs and {k} inputs make {m * k} entries, and at most {MOST_ENTRIES} are allowed here with {problem.free} "
            f"free; give one {problem.free}, such as 1/2"
        )


@dataclass(frozen=True, slots=True)
class BasisForm(SignedForm):
    """Rows, multipliers and value of a program as functions of t. They are optimal wherever all functions in `nonnegative` are ≥
    0."""

    program: RowProgram
    rows: Matrix
    multipliers: Multipliers
    value: Number
    nonnegative: frozenset[Number]

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """List polynomials in t whose roots divide `interval` into parts. On each part, the form is valid everywhere or nowhere.

        The form is valid at t if its rows and multipliers are feasible there. Within a part, every number that the certificate
        compares with 0 keeps its sign.
        """
        signed = self._signed_numbers()
        found = signed | self.nonnegative | self._compared()
        for t in rationals_between(isolate([f for x in signed for f in polynomials_of(x)], interval), interval):
            found |= self._summed_at(t)
        return [f for x in (*found, self.value) for f in polynomials_of(x)]

    def signed(self, t: Fraction) -> set[tuple[int, ...]]:
        """Collect the irreducible factors of the numbers that a certificate at t compares with 0.

        The numbers are functions of t, and each factor is a polynomial, written as the tuple of its coefficients. The given t
        decides which numbers are compared. For example, each entry of a row is compared with the entry that is smallest at t.
        """
        found = self._signed_numbers() | self.nonnegative | self._summed_at(t) | self._compared(t)
        return factors(f for x in found for f in polynomials_of(x))

    def numbers(self) -> Iterable[Number]:
        """List the functions of t that must be finite wherever the rows and multipliers are optimal."""
        return (*self._signed_numbers(), *self.nonnegative, self.value)

    def _signed_numbers(self) -> frozenset[Number]:
        """Collect the numbers that the certificate compares with 0 whatever t is.

        They are the entries p_ij for output i and input j, and the entries of the matrix `_left()`. If the demand compares the
        inputs j and l with the ratio T, they are also the differences p_ij − T·p_il. If the demand is on an average, they are also
        the differences between the gains of two actions.
        """
        found = {x for row in self.rows for x in row}
        for row in self.rows:
            found |= {row[j] - ratio * row[n] for (j, n, *_), ratio in self._ratios().items()}
            found |= {x - y for gained in self._gained(row) for x, y in combinations(gained, 2)}
        return frozenset(found | {x for row in self._left() for x in row})

    def _summed_at(self, t: Fraction) -> frozenset[Number]:
        """Collect the numbers that contain sums of positive terms, and that the checker compares with 0.

        The numbers are functions of t. The given t decides which terms are positive. A budget is a limit on a sum of positive terms
        over the rows. Each budget gives one number: the limit minus the sum.

        If one ratio T holds for all pairs of inputs, each row of the matrix `_left()` gives one more number. It is T times the sum
        of the row's positive entries, plus the sum of its other entries.
        """
        found: set[Number] = set()
        for budget in self.program.cone.budgets.values():
            taken = [max(_values(budget, row), key=lambda x: value_at(x, t)) for row in self.rows]
            found.add(budget.most - total_of([x for x in taken if value_at(x, t) > 0]))
        if self.program.common is not None:
            for row in self._left():
                above = total_of([x for x in row if value_at(x, t) > 0])
                found.add((self.program.common - 1) * above + total_of(list(row)))
        return frozenset(found)

    def _compared(self, t: Fraction | None = None) -> frozenset[Number]:
        """If one ratio holds for all pairs, collect differences of entries within each row; else return the empty set.

        Without t these are the differences of every two entries. With t they are those between each entry and the entry that is
        smallest at t, because under one ratio the checker compares every entry with the smallest of its row.
        """
        if self.program.common is None:
            return frozenset()
        found: set[Number] = set()
        for row in self.rows:
            least = row if t is None else [min(row, key=lambda x: value_at(x, t))]
            found |= {x - y for y in least for x in row if x is not y}
        return frozenset(found)

    def _ratios(self) -> dict[Place, Number]:
        """Map the name of each bound between two inputs j and l to its ratio T. The bound limits p_ij − T·p_il; its name begins
        with j and l."""
        cone = self.program.cone
        of_budgets = {place: budget.ratio for place, budget in cone.budgets.items() if len(place) > 1}
        return {cone.places[pair]: ratio for pair, ratio in cone.sides.items()} | of_budgets

    def _gained(self, row: Sequence[Number]) -> list[list[Number]]:
        """For each demand on an average, list how much more each action gains than action 0 if the output has this row."""
        return [[ZERO, *_values(self.program.cone.budgets[n,], row)] for n in self._averages()]

    def _averages(self) -> list[int]:
        return [place[0] for place in self.program.cone.budgets if len(place) == 1]

    def _left(self) -> Matrix:
        """Compute the remainder of each weight after all multipliers are counted, indexed [output, input].

        Let W_ij be the weight of the entry p_ij. The multipliers of conditions are added to W_ij, each times its condition's sign
        and the factor of p_ij in this condition. The multiplier of column j is subtracted. If the pairs of inputs have no common
        ratio, the multiplier of each bound on row i is subtracted too, times the factor of p_ij in that bound. For the worst of
        several objectives, W_ij is the mean of their weights, weighted by the multipliers `shares`.
        """
        program, found = self.program, self.multipliers
        several = [program.gains_of(weights) for weights in program.several]
        shares = [found.shares.get((n,), ZERO) for n in range(len(several))]
        m, k = program.shape
        left: list[list[Number]] = [list(row) for row in program.gains_of(program.weights)]
        if several:
            left = [
                [total_of([w * x[i][j] for w, x in zip(shares, several, strict=True)]) for j in range(k)]
                for i in range(m)
            ]
        left = [[w - y for w, y in zip(row, found.columns, strict=True)] for row in left]
        for (n,), u in found.conditions.items():
            condition = program.conditions[n]
            for (i, j), a in condition.terms:
                left[i][j] = left[i][j] + u * condition.sign * a
        averages, ratios = self._averages(), self._ratios()
        for (i, *place), share in found.excess.items() if program.common is None else ():
            # a short name is an average's, because beside averages the name of a pair ends with its demand
            if averages and len(place) < 3:
                n, number = (*place, 0)[:2]
                for j, factor in program.cone.budgets[n,].planes[number]:
                    left[i][j] = left[i][j] - share * factor
                continue
            j, n = place[:2]
            ratio = ratios[tuple(place)]
            left[i][j], left[i][n] = left[i][j] - share, left[i][n] + ratio * share
        return tuple(map(tuple, left))


@dataclass(frozen=True, slots=True)
class BasisOracle:
    """Finds optimal rows and multipliers of a program whose numbers depend on t.

    Both are functions of t. They are optimal at the t that `find` is given. `free` is the name of the free number, epsilon or
    delta.
    """

    program: RowProgram
    free: str

    def find(self, t: Fraction) -> BasisForm:
        """Find rows and multipliers, functions of t, that are optimal at a given rational t.

        If no exact basis is found there, an InputError is raised.
        """
        basis = optimal_basis_of(rows_at(self.program, t))
        form = self.program.form()
        found = None if basis is None else solve_over_field(form.program, basis)
        if found is None:
            raise InputError(
                f"rropt found no exact optimum at {'delta' if self.free == 'delta' else 'e^epsilon'} = {show(t)} within the limit "
                f"on exact arithmetic; narrow the interval of {self.free}, or give one number"
            )
        return _form_of(self.program, form, found)

    def holds_up_to(self, form: BasisForm, end: End) -> bool:
        """Whether a form that is optimal just inside an end of a piece is also optimal at the end itself. The answer is yes unless
        one of the form's numbers, as a function of t, has a pole at the end."""
        return not form.has_pole_at(end)

    def is_parted(self, form: BasisForm, root: Root, t: Fraction) -> bool:
        """Whether a piece must be cut at this root, because the root's polynomial divides a number that the certificate compares
        with 0.

        The signs of other numbers decide which numbers are compared. These signs are taken at t.
        """
        return root.polynomial in form.signed(t)

    def find_at(self, end: End, before: BasisForm | None, after: BasisForm | None) -> BasisForm:
        """Find the optimum at a rational end of a piece, such as t = 1. It is called if multipliers of the neighbouring pieces have
        poles there.

        The neighbours' forms `before` and `after` are not used. If the end is not rational, an InputError is raised.
        """
        t = rational_end(end)
        if t is None:
            raise InputError(
                "the dual variables of the linear program are unbounded at an irrational end of a piece; narrow the interval of "
                f"{self.free}"
            )
        program = rows_at(self.program, t)
        found = solve_rows(program)
        assert found.rows is not None
        bound = program.bound(found.multipliers)
        return BasisForm(self.program, found.rows, found.multipliers, bound, frozenset())


def _values(budget: Budget, row: Sequence[Number]) -> list[Number]:
    """Compute the number g·row for each of the vectors g in `budget.planes`.

    A budget limits a sum over the rows r of a mechanism. Its term for r is the largest of 0 and all numbers g·r.
    """
    return [total_of([a * row[j] for j, a in plane]) for plane in budget.planes]


def rows_at(program: RowProgram, t: Fraction) -> RowProgram:
    """Evaluate every number of the program at a rational t."""

    def at_budget(budget: Budget) -> Budget:
        planes = tuple(tuple((j, value_at(a, t)) for j, a in plane) for plane in budget.planes)
        return Budget(planes, value_at(budget.most, t))

    cone = replace(
        program.cone,
        sides={pair: value_at(ratio, t) for pair, ratio in program.cone.sides.items()},
        budgets={name: at_budget(budget) for name, budget in program.cone.budgets.items()},
    )
    return replace(program, cone=cone, common=None if program.common is None else value_at(program.common, t))


def _form_of(program: RowProgram, form: RowForm, found: Vertex) -> BasisForm:
    """Build the form that a basis gives: rows, multipliers and value, and the functions of t that are at least 0 where they are
    optimal.

    The basis has been solved over the rational functions of t.
    """
    rows, multipliers = form.rows(found.point), form.multipliers(found.duals)
    return BasisForm(program, rows, multipliers, program.bound(multipliers), frozenset(signs_of(form.program, found)))


def _draft(problem: Problem, program: RowProgram, part: Sequence[Cell[BasisForm]]) -> Draft:
    """Join neighbouring cells (intervals of t) that have the same rows and value into one piece, with one certificate for each
    cell."""
    form = part[0].form
    return Draft(
        domain=join_domains([cell.span.domain for cell in part]),
        documents=[_document(problem, program, cell) for cell in part],
        forms=[form.rows],
        value=form.value,
    )


def _document(problem: Problem, program: RowProgram, cell: Cell[BasisForm]) -> Document:
    """Write the certificate of the rows and multipliers of a cell, valid for every t of the cell (an interval of t, or one t)."""
    form, several = cell.form, program.several
    shares = [form.multipliers.shares.get((n,), ZERO) for n in range(len(several))]
    weights = tuple(row for some in several or (program.weights,) for row in some)
    named, bounds = program.named(form.multipliers), (form.value, form.value)
    stated = LinearProgram(ONE, ONE, weights, program.maximise)
    return without_schema(
        write_linear(problem, stated, form.rows, named, bounds, domain=cell.span.domain, shares=shares)
    )
