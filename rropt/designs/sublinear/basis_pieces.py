"""The exact optimum of total variation distances where ε is free: intervals of ε, on each of which one basis of a program is best.

Let T = e^ε. A pattern is a row of k inputs whose entries are 1 and T; let s be the pattern that has T at the inputs of a set S. Let
p and q be two distributions. As both sum to 1, |p·s − q·s| = (T − 1)|p(S) − q(S)|. Likewise, the sum of |s_j − s_l| over all
ordered pairs of inputs is (T − 1)·2|S|(k − |S|). So each weighted sum f of total variation distances is T − 1 times a number that
does not depend on T.

Each answer has a label a, and a condition is a linear inequality or equality for the answers with certain labels. Without
conditions there is only one label. The unknowns of the program are the weights θ_as of pattern s in the answers with label a. If
the objective is the least of several sums, let f_b be the functions that are summed. The program is

    maximise Σ θ_as f(s),  or v with v ≤ Σ θ_as f_b(s) for each b,    under Σ θ_as s = (1, …, 1) and conditions by label a

and its numbers are functions of T. A basis that is optimal at one rational T is solved again over the field Q(T). It stays optimal
wherever its point, slacks, prices and reduced costs are all ≥ 0 (`rropt.solvers.over_field`). Besides these, a certificate compares
only differences of entries, which are 0 or (T − 1)θ. If there are several f_b, the prices of the inequalities for v sum to 1 (or
more, if the largest v is 0; then all prices are divided by that sum). They are the weights w_b of a mean f = Σ w_b f_b, and the
other prices bound this f.

Without conditions the best mechanisms are weighted subset selections. Let x = θ/Σθ be the shares of the sets; with these shares
every input is in the drawn set with the same probability h. The value is (T − 1) Σ x_S f(S) / (1 + (T − 1)h). This is a quotient of
linear functions of x, and its denominator depends on h alone. So the shares x of a basis do not depend on T, and every piece ends
at a rational T.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rropt.certificate.writing import Document, join_domains, without_schema
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.row_function import Function
from rropt.designs.reductions.labelled import MOST_OVER_FIELD, Labelled, refuse_at
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.designs.sublinear.exact import function_asked, rows_of_shares
from rropt.designs.sublinear.program import SublinearProgram
from rropt.engine.sets import Classes
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.isolate import Root
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.spelling import show
from rropt.exact.substitute import value_at
from rropt.problem.answers import Parts
from rropt.problem.pieces.answer import Draft, answer_together
from rropt.problem.pieces.engine import Cell, cover
from rropt.problem.pieces.sampled import compare_values
from rropt.problem.pieces.signed import SignedForm
from rropt.problem.pieces.span import End, rational_end
from rropt.problem.problem import Problem
from rropt.problem.split import pad_labels, split_labels
from rropt.solvers.over_field import signs_of, solve_over_field
from rropt.solvers.vertex import Basis, Inequalities, Vertex, decide, repair, solve_in_floats

__all__ = ["find_basis_pieces", "has_basis_pieces"]

MOST_INPUTS = 20  # the most inputs whose pieces the checker takes on
ZERO, ONE, TWO = Fraction(0), Fraction(1), Fraction(2)


def has_basis_pieces(problem: Problem) -> bool:
    """Whether `find_basis_pieces` can find the optimum as a function of ε.

    It can if all of the following hold. The objective is made of total variation distances between rational distributions. Only ε
    is free, all pairs of inputs have the same bound, and δ is 0. The number of answers is not limited, or there are conditions.
    There are not too many inputs, and not too many columns of the linear program.
    """
    bounds, interval, function = problem.bounds, problem.interval, function_asked(problem)
    if interval is None or interval.is_delta or bounds.common is None or bounds.common[1] != 0:
        return False
    if not _is_of_distances(function) or (problem.outputs != "free" and not problem.conditions):
        return False
    return problem.k <= MOST_INPUTS and _number_of_columns(problem, function) <= MOST_OVER_FIELD


def _is_of_distances(function: Function) -> bool:
    """Whether the function is made of total variation distances between rational distributions, with rational weights.

    The function, or each of its parts, must be the distance of two distributions or the sum of distances over all pairs of inputs.
    """
    is_rational = all(isinstance(x, Fraction) for v in (*function.vectors, function.weights) for x in v)
    return (
        is_rational
        and all(isinstance(one.phi, TotalVariation) or _is_of_distances(one) for one in function.parts)
        and (bool(function.parts) or isinstance(function.phi, TotalVariation))
    )


def _number_of_columns(problem: Problem, function: Function) -> int:
    """Return an upper bound on the number of columns of the linear program.

    A pattern is a row whose entries are 1 and e^ε. With conditions, the bound is the number of patterns times the number of labels
    of answers. Without conditions, it is the number of orbits. An orbit contains the patterns that differ only by exchanging inputs
    that the function treats alike.
    """
    return problem.m << problem.k if problem.conditions else Classes.by(function.keys).number_of_orbits


def find_basis_pieces(problem: Problem) -> Parts:
    """Find the exact optimum as a function of t = e^ε: intervals of ε, each with one mechanism and one formula of the value."""
    interval = problem.interval
    assert interval is not None
    asked = _Posed.of(problem, function_asked(problem))
    cells = cover(PatternOracle(asked), interval)
    parts = [list(group) for _, group in groupby(cells, key=lambda cell: (cell.form.rows, cell.form.value))]
    forms = [cell.form for cell in cells]
    most = [max(some) for some in zip(*(form.parts for form in forms), strict=True)]
    posed = split_labels(problem, most) if problem.conditions else problem
    return answer_together(
        posed,
        [_draft(posed, asked, part, most) for part in parts],
        numeric=lambda _: compare_values(problem, ((cell.form.value, cell.sample) for cell in cells)),
        throughout=forms[0].value if len(parts) == 1 else None,
    )


@dataclass(frozen=True, slots=True)
class _Posed:
    """The linear program over patterns (rows with the entries 1 and t), whose numbers are functions of t.

    `listed` says what its columns are. Without conditions there is one column for each orbit. An orbit contains the patterns that
    differ only by exchanging inputs that `function` treats alike. With conditions there is one column for each pattern and each
    kind of label; labels are of one kind if they have the same coefficients in all conditions.
    """

    problem: Problem
    function: Function
    listed: SublinearProgram | Labelled
    program: Inequalities

    @classmethod
    def of(cls, problem: Problem, function: Function) -> _Posed:
        """Pose the program; if the least of several sums is maximised, its last unknown is that least value."""
        ratio, labelled = problem.ratio_and_delta[0], None
        orbits = SublinearProgram.of_ratio(function, ratio)
        if problem.conditions:
            labelled = Labelled.of(problem, ratio, keeps_field=True)
            rows, columns, right = list(labelled.rows) * len(labelled.kinds), labelled.columns(), labelled.right()
        else:
            names = orbits.rows.names()
            rows, columns = [orbits.rows.row(name) for name in names], [list(orbits.rows.sums(name)) for name in names]
            right = [Fraction(n) for n in orbits.classes.sizes]
        # f at a pattern is T − 1 times f at the same pattern with T = 2
        at_two = [[TWO if isinstance(x, Element) else x for x in row] for row in rows]
        several = function.each if function.is_least else (function,)
        worth = [[(ratio - 1) * f.exact(row) for row in at_two] for f in several]
        below = set(labelled.inequalities()) if labelled is not None else set[int]()
        costs: list[Number] = [*[ZERO] * len(rows), -ONE] if function.is_least else [-x for x in worth[0]]
        program = Inequalities(costs)
        for n, b in enumerate(right):
            program.add({i: column[n] for i, column in enumerate(columns) if column[n]}, b, equal=n not in below)
        for one in worth if function.is_least else ():
            program.add({len(rows): ONE, **{i: -x for i, x in enumerate(one) if x}}, ZERO)
        return cls(problem, function, labelled or orbits, program)

    def form(self, found: Vertex, t: Fraction, *, at_once: bool = False) -> PatternForm:
        """Return the mechanism and the dual prices that belong to a vertex of the program; the vertex is optimal at `t`.

        If `at_once` is True, the result is used at this t alone. Otherwise the result lists numbers, functions of t. The
        mechanism is optimal at every t at which all of them are ≥ 0.
        """
        prices = [-y for y in found.duals]
        shares = prices[len(prices) - len(self.function.each) :] if self.function.is_least else []
        # if the least is 0 the weights may sum to more than 1: then all prices are divided by that sum
        unit = total_of(shares) if shares else ONE
        prices = [y / unit for y in prices[: len(prices) - len(shares)]]
        if isinstance(self.listed, Labelled):
            many, kinds = len(self.listed.rows), len(self.listed.kinds)
            placed = {divmod(n, many): w for n, w in enumerate(found.point[: many * kinds]) if w}
            rows, parts = self.listed.deal(placed)
            columns, conditions = prices[: self.problem.k], prices[self.problem.k :]
        else:
            weights = dict(zip(self.listed.rows.names(), (value_at(w, t) for w in found.point), strict=False))
            whole = sum(weights.values(), ZERO)
            rows = rows_of_shares(self.listed, {name: w / whole for name, w in weights.items() if w})
            parts, columns, conditions = (len(rows),), list(self.listed.spread(prices)), []
        stated = self.problem.conditions if conditions else ()
        paid = [u * c.sign_of_most * c.bound for u, c in zip(conditions, stated, strict=True)]
        signs = frozenset[Number]() if at_once else frozenset(signs_of(self.program, found))
        shared = tuple(w / unit for w in shares)
        return PatternForm(rows, parts, tuple(columns), tuple(conditions), shared, total_of([*columns, *paid]), signs)


@dataclass(frozen=True, slots=True)
class PatternForm(SignedForm):
    """A mechanism and its dual prices, as functions of t.

    The mechanism is optimal wherever the numbers in `nonnegative` are ≥ 0. `columns` has the prices of the inputs, and `conditions`
    has the prices of the conditions. `parts` says how many rows each label has.

    If the objective is the least of several sums, `shares` has the weights of a mean of these sums, and the prices bound that mean.
    For other objectives `shares` is empty.
    """

    rows: Matrix
    parts: tuple[int, ...]
    columns: tuple[Number, ...]
    conditions: tuple[Number, ...]
    shares: tuple[Number, ...]
    value: Number
    nonnegative: frozenset[Number]

    def numbers(self) -> Iterable[Number]:
        """Return the numbers (functions of t) that must be finite at each t at which the mechanism is claimed to be optimal."""
        return (*self.nonnegative, *self.shares, *self.columns, *self.conditions, self.value)


@dataclass(frozen=True, slots=True)
class PatternOracle:
    """Finds optimal mechanisms of a program over patterns as functions of t, from its solution at one t."""

    posed: _Posed

    def find(self, t: Fraction) -> PatternForm:
        """Return a mechanism and its prices, as functions of t, that are optimal at this rational t."""
        basis, _ = self._solve(t)
        found = solve_over_field(self.posed.program, basis)
        if found is None:
            raise Undecided(f"no exact basis was found at e^epsilon = {show(t)}; narrow the interval of epsilon")
        return self.posed.form(found, t)

    def holds_up_to(self, form: PatternForm, end: End) -> bool:
        """Whether a mechanism that is optimal just inside an end of an interval is optimal at that end too.

        The result is False if one of the numbers of `form` (`PatternForm.numbers`) has a pole at the end, else True.
        """
        return not form.has_pole_at(end)

    def is_parted(self, form: PatternForm, root: Root, t: Fraction) -> bool:
        """Return True always: an interval is divided at each t at which one of the numbers in `form` is 0.

        The numbers of `form` are functions of t, and the certificate compares them with 0.
        """
        return True

    def find_at(self, end: End, before: PatternForm | None, after: PatternForm | None) -> PatternForm:
        """Solve the program for the single t at an end between two intervals.

        This is needed if the prices of both neighbouring intervals have poles there. If t is irrational, raise an InputError.
        """
        t = rational_end(end)
        if t is None:
            raise InputError(
                "rropt cannot write a certificate at an irrational e^epsilon at which the optimal design changes and the dual "
                "variables are unbounded; give a shorter interval of epsilon"
            )
        return self.posed.form(self._solve(t)[1], t, at_once=True)

    def _solve(self, t: Fraction) -> tuple[Basis, Vertex]:
        """Find an optimal basis of the program at a rational t, and its vertex. Raise an error if the conditions cannot be met at
        this t."""
        program = self.posed.program.map_numbers(lambda x: value_at(x, t))
        answer = solve_in_floats(program)
        basis: Basis | None = (answer.basic_columns, answer.basic_rows) if answer.is_solved else None
        found = None if basis is None else decide(program, basis)
        if found is None:
            basis = repair(program, basis)
            found = None if basis is None else decide(program, basis)
        if basis is not None and found is not None:
            return basis, found
        raise refuse_at(t)


def _draft(problem: Problem, posed: _Posed, part: Sequence[Cell[PatternForm]], most: Sequence[int]) -> Draft:
    """Draft the answer on one interval, which is made of neighbouring cells with the same rows and value.

    A cell is an interval on which one set of prices proves the optimum. `most` is the number of rows that each label gets; missing
    rows are filled with zeros.
    """
    form = part[0].form
    rows = pad_labels(form.rows, form.parts, most)
    return Draft(
        domain=join_domains([cell.span.domain for cell in part]),
        documents=[_document(problem, posed, cell, rows) for cell in part],
        forms=[rows],
        value=form.value,
    )


def _document(problem: Problem, posed: _Posed, cell: Cell[PatternForm], rows: Matrix) -> Document:
    """Write the certificate for a cell (an interval on which one set of prices proves the optimum) with these rows."""
    form = cell.form
    found = write_sublinear(
        problem,
        rows,
        form.columns,
        None,
        posed.listed.classes,
        (form.value, form.value),
        posed.function.vectors,
        form.shares or None,
        (),
        form.conditions,
    )
    return without_schema(found | {"field": cell.span.domain})
