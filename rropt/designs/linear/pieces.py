"""Find linear designs for every ε of an interval. The optimum is given piece by piece, each piece with its own functions of
t = e^ε.

A basis of a linear program gives optimal rows and multipliers as rational functions of t; together they are called a form. If
δ = 0, the columns of the basis are patterns, rows with the entries 1 and t (`pure.basis`). If δ > 0, it is a basis of the linear
program that `rropt.designs.linear.program` calls the pair form. A form is optimal wherever certain rational functions of t have the
right sign. So it stays optimal up to a root of a polynomial. The root is isolated exactly, and another form begins there.

For a trace with weights, a theorem gives the optimum (`rropt.designs.linear.theorems`). Let w₁ ≥ w₂ ≥ … be the weights in falling
order. The best mechanism gives only the answers of the r largest weights, for some r. The number r grows by 1 at
t = (w₁+…+w_r)/w_{r+1} − r + 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rropt.certificate.judge import accept
from rropt.certificate.writing import Document, dumps, join_domains, without_schema
from rropt.designs.linear.basis_pieces import find_basis_pieces
from rropt.designs.linear.certificate import write_linear
from rropt.designs.linear.exact import is_large_trace
from rropt.designs.linear.program import LinearProgram, column_multipliers
from rropt.designs.linear.pure.forms import Form as StaircaseForm
from rropt.designs.linear.pure.forms import form_at
from rropt.designs.linear.rows.forms import PairForm, pair_form_at
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.theorems import best_prefix, symmetric_multipliers, trace, with_prefix
from rropt.designs.objectives.trace import Trace
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, Received
from rropt.exact.fields import DELTA
from rropt.exact.isolate import Root
from rropt.problem.answers import ClosedForm, Parts
from rropt.problem.leg import NO_FORMULA
from rropt.problem.pieces.answer import Draft, answer_throughout, answer_together
from rropt.problem.pieces.engine import Cell, cover
from rropt.problem.pieces.of_t import piece_throughout
from rropt.problem.pieces.sampled import compare_values, sampled_ratios
from rropt.problem.pieces.span import End
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = ["find_pieces"]

MOST_ENTRIES, MOST_PAIR_ENTRIES, MOST_WEIGHTS = 144, 36, 32
ZERO, ONE = Fraction(0), Fraction(1)
Form = StaircaseForm | PairForm


def find_pieces(problem: Problem, program: LinearProgram, *, closed_forms: bool) -> Parts:
    """Find the optimum for every value of the free ε or δ, piece by piece (a piece is a range of values on which one function is
    optimal).

    With `closed_forms` the trace without weights has one piece, by its theorem. If δ is free, the pieces of other objectives come
    from `basis_pieces`.
    """
    if closed_forms and isinstance(problem.objective, Trace) and problem.objective.weights is None:
        return _by_theorem(problem, program, trace(program))
    if problem.free == DELTA:
        return find_basis_pieces(problem, RowProgram.of_all_pairs(program))
    known = closed_forms and program.delta == 0 and _has_theorem(problem, program)
    _check(problem, program, known)
    assert problem.interval is not None
    cells = cover(LinearOracle(program, known), problem.interval)
    parts = [list(group) for _, group in groupby(cells, key=lambda cell: cell.form.rows)]
    symbolic = NO_FORMULA
    if known:
        symbolic = Leg(
            "symbolic", "by a theorem in each piece", None, "the weighted trace optimum (rropt.weighted_trace)"
        )
    return answer_together(
        problem,
        [_draft(problem, program, part) for part in parts],
        symbolic=symbolic,
        numeric=lambda _: _numeric(problem, program, cells),
        throughout=_value(program, cells[0].form) if len(parts) == 1 else None,
    )


def _by_theorem(problem: Problem, program: LinearProgram, theorem: ClosedForm) -> Parts:
    """Certify the mechanism and the value of a theorem as one piece on the whole interval. Its multipliers are functions of the
    free number."""
    rows, value = theorem.rows, theorem.value
    named = symmetric_multipliers(program) if is_large_trace(problem, program) else theorem.multipliers
    text = dumps(write_linear(problem, program, rows, named, (value, value)))
    sentence = accept(text, str(problem.objective))
    piece = piece_throughout(problem, rows, value, certificate=text, sentence=sentence)
    values = ((value, t) for t in sampled_ratios(problem))
    return answer_throughout(piece, theorem.theorem, compare_values(problem, values))


def _check(problem: Problem, program: LinearProgram, known: bool) -> None:
    if not isinstance(program.delta, Fraction):
        raise InputError(
            Received("delta", str(program.delta)),
            " is not rational; while epsilon is free, give a rational approximation",
        )
    odd = next((x for row in program.weights for x in row if isinstance(x, Element)), None)
    if odd is not None:
        raise InputError(
            f"the utility or weight {odd} is not rational; while epsilon is free, give a rational approximation"
        )
    most = MOST_WEIGHTS**2 if known else MOST_ENTRIES if program.delta == 0 else MOST_PAIR_ENTRIES
    if program.m * program.k > most:
        raise InputError(
            f"{program.m} outputs and {program.k} inputs make {program.m * program.k} entries, and at most {most} are allowed "
            f"with epsilon free and delta {'= 0' if program.delta == 0 else '> 0'}; give one epsilon, such as 1/2"
        )


def _has_theorem(problem: Problem, program: LinearProgram) -> bool:
    """Whether the theorem of the weighted trace applies: the objective is a trace whose weights are at least 0 and not all 0."""
    weights = [program.weights[i][i] for i in range(program.k)] if isinstance(problem.objective, Trace) else []
    return bool(weights) and min(weights) >= 0 and max(weights) > 0


@dataclass(frozen=True, slots=True)
class LinearOracle:
    """Finds rows and multipliers, functions of t, that are optimal at a given t.

    They come from the theorem of the weighted trace if `by_theorem`, else from a basis of a linear program.
    """

    program: LinearProgram
    by_theorem: bool = False

    def find(self, t: Fraction) -> Form:
        """Find rows and multipliers, functions of t, that are optimal at a rational t > 1."""
        program = self.program
        if program.delta != 0:
            return pair_form_at(program, t)
        if not self.by_theorem:
            return form_at(program, t)
        weights = tuple(program.weights[i][i] for i in range(program.k))
        found = with_prefix(program, weights, best_prefix(t, weights))
        columns = tuple(found.multipliers[f"column[{j}]"] for j in range(program.k))
        return StaircaseForm(program.gains, program.ratio, found.rows, columns)

    def holds_up_to(self, form: Form, end: End) -> bool:
        """Whether rows and multipliers that are optimal next to an end of a piece are optimal at the end too.

        This is so unless t = e^ε = 1 and δ = 0. Near every t > 1, rows and multipliers are bounded, so that their inequalities hold
        in the limit. At t = 1 and δ = 0 only constant mechanisms keep the demand, and multipliers may have a pole.
        """
        return isinstance(end, Root) or end != 1 or self.program.delta != 0

    def is_parted(self, form: Form, root: Root, t: Fraction) -> bool:
        """Whether a piece must be cut at this root, because the root's polynomial divides a number that the certificate compares
        with 0.

        The signs of other numbers decide which numbers are compared. These signs are taken at t.
        """
        return root.polynomial in form.signed(t)

    def find_at(self, end: End, before: Form | None, after: Form | None) -> Form:
        """Return the optimum at t = e^ε = 1 and δ = 0.

        Every row is constant there. A best mechanism always gives the one output that has the largest sum of gains.
        """
        gains, k = self.program.gains, self.program.k
        best = max(range(self.program.m), key=lambda i: sum(gains[i], ZERO))
        rows = tuple((Fraction(int(i == best)),) * k for i in range(self.program.m))
        return StaircaseForm(gains, self.program.ratio, rows, gains[best])


def _value(program: LinearProgram, form: Form) -> Number:
    return form.value if program.maximise else -form.value


def _document(problem: Problem, program: LinearProgram, cell: Cell[Form]) -> Document:
    """Write the certificate of the rows and multipliers of a cell, valid for every t of the cell (an interval of t, or one t)."""
    form = cell.form
    bounds = (_value(program, form),) * 2
    found = write_linear(problem, program, form.rows, _multipliers(form), bounds, domain=cell.span.domain)
    return without_schema(found)


def _multipliers(form: Form) -> dict[str, Number]:
    if isinstance(form, PairForm):
        return form.multipliers.named()
    return column_multipliers(form.columns)


def _draft(problem: Problem, program: LinearProgram, part: list[Cell[Form]]) -> Draft:
    """Join neighbouring cells (intervals of t) that have the same rows into one piece, with one certificate for each cell."""
    form = part[0].form
    return Draft(
        domain=join_domains([cell.span.domain for cell in part]),
        documents=[_document(problem, program, cell) for cell in part],
        forms=[form.rows],
        value=_value(program, form),
    )


def _numeric(problem: Problem, program: LinearProgram, cells: list[Cell[Form]]) -> Leg:
    """Compare the value of each cell (an interval of t, or one t) with an optimum computed in floats at a rational t of it."""
    samples = ((cell.form, Fraction(1) if cell.sample is None else cell.sample) for cell in cells)
    return compare_values(problem, ((_value(program, form), t) for form, t in samples))
