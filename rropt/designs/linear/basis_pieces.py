"""If ε (or δ) is free, find the pieces of linear designs, and a basis for each; also under conditions or for the worst of several.

The design is a program min c·x with A·x ≤ b (or = b) and x ≥ 0, whose numbers are functions of t (`rows/program.py`). A basis that
is optimal at one rational t is solved again over Q(t). Its point x and its multipliers y are complementary, so that c·x = y·b
identically in t. It is optimal wherever x ≥ 0, b − A·x ≥ 0, y ≤ 0 at inequalities, and c − yᵀA ≥ 0. These are finitely many
functions of t, whose signs change only at roots of their numerators and denominators. If none of them has a pole at an end of a
piece, they are continuous there, so that an inequality that holds next to the end holds at the end.

A certificate compares further numbers with 0, and a piece is cut at their roots too. It takes positive parts of p_ij − T·p_il.
Under a demand without slack it takes positive and negative parts of W_ij − y_j − Σ_n u_n a_n,ij, the unpaid part of a weight W_ij
after the prices y of columns and u of conditions. And it takes the smallest entry of each row, so that a piece is cut where another
entry becomes the smallest.
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
from rropt.designs.rows.cone import Budget
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
from rropt.problem.pieces.sampled import at_ratio, compare_sampled, float_at
from rropt.problem.pieces.signed import SignedForm, polynomials_of
from rropt.problem.pieces.span import End, rational_end
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.solvers.over_field import signs_of, solve_over_field
from rropt.solvers.vertex import Vertex

__all__ = ["find_basis_pieces", "rows_at"]

MOST_ENTRIES = 36
ZERO, ONE = Fraction(0), Fraction(1)


def find_basis_pieces(problem: Problem, program: RowProgram) -> Parts:
    """Find the forms of the optimum, each with the interval on which it is optimal."""
    _require_effort(problem, program)
    interval = problem.interval
    assert interval is not None
    cells = cover(BasisOracle(program, problem.free), interval)
    # for the worst of several objectives, equal rows may have another value where another objective is the worst
    parts = [list(group) for _, group in groupby(cells, key=lambda cell: (cell.form.rows, cell.form.value))]
    return answer_together(
        problem,
        [_draft(problem, program, part) for part in parts],
        symbolic=Leg("symbolic", "no closed form applies", None, "closed_forms"),
        numeric=lambda _: _numeric(problem, cells),
        throughout=cells[0].form.value if len(parts) == 1 else None,
    )


def _require_effort(problem: Problem, program: RowProgram) -> None:
    odd = [
        x for weights in program.several or (program.weights,) for row in weights for x in row if isinstance(x, Element)
    ]
    if odd:
        raise InputError(
            f"the utility or weight {odd[0]} is not rational; with {problem.free} free give a rational number near it"
        )
    m, k = program.shape
    if m * k > MOST_ENTRIES:
        raise InputError(
            f"{m} outputs and {k} inputs are beyond the effort for every {problem.free} here, which is {MOST_ENTRIES} entries; "
            f"give one {problem.free}, such as 1/2"
        )


@dataclass(frozen=True, slots=True)
class BasisForm(SignedForm):
    """Rows, multipliers and value as functions of t; `nonnegative` are the functions that are ≥ 0 where the form is optimal."""

    program: RowProgram
    rows: Matrix
    multipliers: Multipliers
    value: Number
    nonnegative: frozenset[Number]

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """List the polynomials at whose roots feasibility may end, or the sign of a number in the certificate may change."""
        signed = self._signed_numbers()
        found = signed | self.nonnegative | self._compared()
        for t in rationals_between(isolate([f for x in signed for f in polynomials_of(x)], interval), interval):
            found |= self._summed_at(t)
        return [f for x in (*found, self.value) for f in polynomials_of(x)]

    def signed(self, t: Fraction) -> set[tuple[int, ...]]:
        """The irreducible factors of the numbers that a certificate compares with 0, if their signs are as at t."""
        found = self._signed_numbers() | self.nonnegative | self._summed_at(t) | self._compared(t)
        return factors(f for x in found for f in polynomials_of(x))

    def numbers(self) -> Iterable[Number]:
        """List the numbers that must be finite wherever the form holds."""
        return (*self._signed_numbers(), *self.nonnegative, self.value)

    def _signed_numbers(self) -> frozenset[Number]:
        """Collect the entries p_ij, the differences p_ij − T·p_il, the differences of actions' gains, and the unpaid weights."""
        found = {x for row in self.rows for x in row}
        for row in self.rows:
            found |= {row[j] - ratio * row[n] for (j, n), ratio in self._ratios()}
            found |= {x - y for gained in self._gained(row) for x, y in combinations(gained, 2)}
        return frozenset(found | {x for row in self._left() for x in row})

    def _summed_at(self, t: Fraction) -> frozenset[Number]:
        """Collect the unused part of each budget and the balance of each row. The terms of these sums depend on the signs at t."""
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
        """Collect the differences of any two entries of a row or, with t, of each entry and the entry that is smallest at t.

        They matter only under one ratio for all pairs, because the checker then compares every entry with the smallest of its row.
        """
        if self.program.common is None:
            return frozenset()
        found: set[Number] = set()
        for row in self.rows:
            least = row if t is None else [min(row, key=lambda x: value_at(x, t))]
            found |= {x - y for y in least for x in row if x is not y}
        return frozenset(found)

    def _ratios(self) -> list[tuple[tuple[int, int], Number]]:
        """The ordered pairs of inputs that the demand compares, each with its ratio T."""
        cone = self.program.cone
        of_pairs = [(place, budget) for place, budget in cone.budgets.items() if len(place) > 1]
        of_budgets = [((place[0], place[1]), budget.ratio) for place, budget in of_pairs]
        return [*cone.sides.items(), *of_budgets]

    def _gained(self, row: Sequence[Number]) -> list[list[Number]]:
        """List, for each bound on an average, the gain of every action from a row, minus the gain of the first action."""
        return [[ZERO, *_values(self.program.cone.budgets[n,], row)] for n in self._averages()]

    def _averages(self) -> list[int]:
        return [place[0] for place in self.program.cone.budgets if len(place) == 1]

    def _left(self) -> Matrix:
        """Compute the unpaid part of each weight: the weight minus the prices of columns and conditions and, unless one ratio
        holds for all pairs, minus the shares of sides and budgets."""
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
        averages = self._averages()
        for (i, *place), share in found.excess.items() if program.common is None else ():
            if averages and len(place) < 3:  # beside an average a pair is named with its demand
                n, number = (*place, 0)[:2]
                for j, factor in program.cone.budgets[n,].planes[number]:
                    left[i][j] = left[i][j] - share * factor
                continue
            j, n = place[:2]
            ratio = dict(self._ratios())[j, n]
            left[i][j], left[i][n] = left[i][j] - share, left[i][n] + ratio * share
        return tuple(map(tuple, left))


@dataclass(frozen=True, slots=True)
class BasisOracle:
    """Finds optimal forms of a program whose numbers are functions of t; `free` names the quantity that t stands for."""

    program: RowProgram
    free: str

    def find(self, t: Fraction) -> BasisForm:
        """Find a form that is optimal at a rational t."""
        basis = optimal_basis_of(rows_at(self.program, t))
        form = self.program.form()
        found = None if basis is None else solve_over_field(form.program, basis)
        if found is None:
            raise InputError(
                f"no exact basis was found at t = {show(t)} within the limit on exact arithmetic; narrow the interval of "
                f"{self.free}, or give one number"
            )
        return _form_of(self.program, form, found)

    def holds_up_to(self, form: BasisForm, end: End) -> bool:
        """Whether the form, which holds next to an end, holds at this end too: it does unless it has a pole there."""
        return not form.has_pole_at(end)

    def is_parted(self, form: BasisForm, root: Root, t: Fraction) -> bool:
        """Whether a certificate, if signs are as at t, compares a number with 0 that is zero at the root."""
        return root.polynomial in form.signed(t)

    def find_at(self, end: End, before: BasisForm | None, after: BasisForm | None) -> BasisForm:
        """Find the optimum at a rational t where the multipliers of the neighbouring pieces have poles, such as t = 1."""
        t = rational_end(end)
        if t is None:
            raise InputError(
                "the multipliers are unbounded at an end of a piece that is no rational t; narrow the interval of "
                f"{self.free}"
            )
        program = rows_at(self.program, t)
        found = solve_rows(program)
        assert found.rows is not None
        bound = program.bound(found.multipliers)
        return BasisForm(self.program, found.rows, found.multipliers, bound, frozenset())


def _values(budget: Budget, row: Sequence[Number]) -> list[Number]:
    """Evaluate each plane of a budget at a row."""
    return [total_of([a * row[j] for j, a in plane]) for plane in budget.planes]


def rows_at(program: RowProgram, t: Fraction) -> RowProgram:
    """Evaluate the program at a rational t."""

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
    """Build the form of a basis, with everything that must be at least 0."""
    rows, multipliers = form.rows(found.point), form.multipliers(found.duals)
    return BasisForm(program, rows, multipliers, program.bound(multipliers), frozenset(signs_of(form.program, found)))


def _draft(problem: Problem, program: RowProgram, part: Sequence[Cell[BasisForm]]) -> Draft:
    """Draft the piece of one form of the rows."""
    form = part[0].form
    return Draft(
        domain=join_domains([cell.span.domain for cell in part]),
        documents=[_document(problem, program, cell) for cell in part],
        forms=[form.rows],
        value=form.value,
    )


def _document(problem: Problem, program: RowProgram, cell: Cell[BasisForm]) -> Document:
    """Write the certificate of the form on its cell."""
    form, several = cell.form, program.several
    shares = [form.multipliers.shares.get((n,), ZERO) for n in range(len(several))]
    weights = tuple(row for some in several or (program.weights,) for row in some)
    named, bounds = program.named(form.multipliers), (form.value, form.value)
    stated = LinearProgram(ONE, ONE, weights, program.maximise)
    return without_schema(
        write_linear(problem, stated, form.rows, named, bounds, domain=cell.span.domain, shares=shares)
    )


def _numeric(problem: Problem, cells: Iterable[Cell[BasisForm]]) -> Leg:
    """Solve numerically at a rational t inside each cell."""
    samples = [(cell.form, cell.sample) for cell in cells if cell.sample is not None]
    return compare_sampled((at_ratio(problem, t), float_at(form.value, t)) for form, t in samples)
