"""The exact leg of a linear objective: a mechanism and multipliers, exact where that is within the effort, else bounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.exact.element import Element, Number
from rropt.exact.errors import OutOfTime
from rropt.exact.matrix import Matrix, is_rational
from rropt.exact.patience import limit_seconds
from rropt.exact.sign import enclose
from rropt.linear import field_weights
from rropt.linear.certificate import write_linear
from rropt.linear.delta.bounds import round_pair_bounds
from rropt.linear.delta.exact import form_over_field, solve_pairs
from rropt.linear.field_weights import parts, staircase
from rropt.linear.numeric import pairs_of
from rropt.linear.optima.face import FaceEffort
from rropt.linear.optima.listing import list_optima
from rropt.linear.optima.vertices import optimal_vertices
from rropt.linear.optima.vertices_under_bounds import Bounded, optimal_vertices_under_bounds
from rropt.linear.program import LinearProgram, column_multipliers, dual_bound
from rropt.linear.pure.bounds import round_bounds
from rropt.linear.pure.exact import optimal_basis, optimal_staircase
from rropt.linear.theorems import symmetric_multipliers
from rropt.linear.trace import Trace
from rropt.problem.answers import ClosedForm, Evidence, Search
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Optima

__all__ = ["is_large_trace", "prove"]

Answer = tuple[Matrix, Mapping[str, Number], str]
BY_SYMMETRY = (
    24  # inputs: the full multipliers of a trace at δ > 0 are k³ sums for the checker, and as many for a list of optima
)
SEARCHING = 0.6  # of the time: an exact basis that is not found by then leaves some for bounds
EXACT_PAIRS = "an exact basis of the pair form"


def prove(problem: Problem, program: LinearProgram, theorem: ClosedForm | None, optima: Search) -> Evidence:
    """A mechanism with multipliers, by the theorem where there is one; `optima` says how far other optima are listed."""
    found = _prove(problem, program, theorem, over_field=True)
    if program.delta != 0 and theorem is None and judge(found.certificate).asks_too_much:
        # numbers of the field that are more than the checker takes on; rationals around them are not
        found = _prove(problem, program, theorem, over_field=False)
    if found.value is None:
        return found
    if theorem is not None and is_large_trace(problem, program):
        search = Optima.UNASKED if optima == "one" else Optima.UNFINISHED if optima == "all" else Optima.UNLISTED
        return replace(found, minimisers=((found.rows, None),), optima=search)
    rows, multipliers = found.rows, found.multipliers
    find = partial(_vertices, program, rows, multipliers)
    minimisers, known = list_optima(rows, program.weights, optima, find)
    return replace(found, minimisers=minimisers, optima=known)


def _prove(problem: Problem, program: LinearProgram, theorem: ClosedForm | None, *, over_field: bool) -> Evidence:
    if theorem is not None and is_large_trace(problem, program):
        return _by_symmetry(problem, program, theorem)
    if theorem is not None:
        return _linear_evidence(problem, program, theorem.rows, theorem.multipliers, "the theorem's multipliers")
    if program.delta == 1:
        return _linear_evidence(problem, program, *_unbounded(program))
    if not is_rational(program.weights) and (program.ratio != 1 or program.delta != 0):
        return _of_field_weights(problem, program)
    return _linear_evidence(problem, program, *_answer(program, over_field=over_field))


def is_large_trace(problem: Problem, program: LinearProgram) -> bool:
    """Whether it is the trace at δ > 0 with so many inputs that its theorem is certified by symmetry."""
    plain = isinstance(problem.objective, Trace) and problem.objective.weights is None
    return plain and program.delta != 0 and program.k >= BY_SYMMETRY


def _by_symmetry(problem: Problem, program: LinearProgram, theorem: ClosedForm) -> Evidence:
    """The theorem's mechanism, with the multipliers of all inputs and pairs at once."""
    value = theorem.value
    named = symmetric_multipliers(program)
    return Evidence(
        rows=theorem.rows,
        value=value,
        lower=value,
        upper=value,
        certificate=dumps(write_linear(problem, program, theorem.rows, named, (value, value))),
        source="the theorem's multipliers, by symmetry",
        multipliers=theorem.multipliers,
    )


def _of_field_weights(problem: Problem, program: LinearProgram) -> Evidence:
    """Weights of a field: the basis of rational ones near them, or bounds from these."""
    near, lacking = field_weights.below(program)
    exact = None
    with suppress(OutOfTime), limit_seconds(math.inf, share=SEARCHING):
        exact = _basis_of(program, near)
    if exact is not None:
        found = _linear_evidence(problem, program, *exact)
        if found.value is not None and judge(found.certificate).is_accepted:
            return found
    rows, multipliers, source = _answer(near, over_field=False)
    raised = {f"column[{j}]": multipliers.get(f"column[{j}]", Fraction(0)) + x for j, x in enumerate(lacking)}
    source = f"{source}, for rational weights near those asked for"
    return _linear_evidence(problem, program, rows, {**multipliers, **raised}, source)


def _basis_of(program: LinearProgram, rational: LinearProgram) -> Answer | None:
    """The basis that is optimal at rational weights, at a rational T near the program's, solved over the field."""
    if program.delta == 0:
        basis = optimal_basis(rational, near(program.ratio))
        if basis is None:
            return None
        rows, columns = staircase(program.gains, program.ratio, basis)
        return rows, column_multipliers(columns), "exact simplex over staircase columns"
    if not isinstance(program.delta, Fraction):
        return None
    found = form_over_field(replace(rational, ratio=near(program.ratio)), program.ratio, parts(program.gains))
    return None if found is None else (found.rows, found.multipliers.named(), EXACT_PAIRS)


def _answer(program: LinearProgram, *, over_field: bool) -> Answer:
    """Rows, multipliers by name, and where they come from, for rational weights (or T = 1 and δ = 0)."""
    if program.delta == 0:
        rows, columns, source = _columns(program)
        return rows, column_multipliers(columns), source
    return _pairs(program, over_field=over_field)


def _pairs(program: LinearProgram, *, over_field: bool) -> Answer:
    """A program with δ > 0: an exact basis where it is within the effort, else floats made rational and feasible."""
    found = None
    with suppress(OutOfTime), limit_seconds(math.inf, share=SEARCHING):
        found = solve_pairs(program, over_field=over_field)
    if found is not None:
        return found.rows, found.multipliers.named(), EXACT_PAIRS
    rows, multipliers = round_pair_bounds(program)
    return rows, multipliers.named(), "floats made rational and feasible on both sides"


def _unbounded(program: LinearProgram) -> Answer:
    """At δ = 1, where nothing is asked: for each input the best answer alone, and its gain as the input's multiplier."""
    gains, places = program.gains, range(program.m)
    best = [max(places, key=lambda i: gains[i][j]) for j in range(program.k)]
    rows = tuple(tuple(Fraction(int(best[j] == i)) for j in range(program.k)) for i in places)
    return rows, column_multipliers([gains[i][j] for j, i in enumerate(best)]), "the best answer to each input"


def _columns(program: LinearProgram) -> tuple[Matrix, tuple[Number, ...], str]:
    """Rows and multipliers of the inputs for a program with δ = 0, exact or at least rigorous, and where they come from."""
    gains, ratio = program.gains, program.ratio
    if ratio == 1:
        best = max(range(program.m), key=lambda i: sum(gains[i], Fraction(0)))
        rows = tuple((Fraction(int(i == best)),) * program.k for i in range(program.m))
        return rows, gains[best], "every answer is constant"
    found = None
    with suppress(OutOfTime), limit_seconds(math.inf, share=SEARCHING):
        found = optimal_staircase(program, partial(near, ratio))
    if found is None:
        return *round_bounds(program), "floats made rational and feasible on both sides"
    return found.rows(ratio, program.m), found.columns, "exact simplex over staircase columns"


def near(ratio: Number) -> Fraction:
    """The ratio, or a rational close enough that the optimal basis is the same save at a breakpoint."""
    if not isinstance(ratio, Element):
        return ratio
    lower, upper = enclose(ratio, width=min(ratio_width(ratio), Fraction(1, 10**18)))
    return (lower + upper) / 2


def ratio_width(ratio: Element) -> Fraction:
    """A width small beside T − 1."""
    lower, _ = enclose(ratio - 1, width=Fraction(1, 10**40))
    return abs(lower) / 10**18 if lower else Fraction(1, 10**40)


def _linear_evidence(
    problem: Problem, program: LinearProgram, rows: Matrix, multipliers: Mapping[str, Number], source: str
) -> Evidence:
    """The certificate with the bounds that the rows and the multipliers prove."""
    attained = program.value(rows)
    bound = dual_bound(multipliers, program.delta, problem.objective.sense)
    lower, upper = (attained, bound) if program.maximise else (bound, attained)
    text = dumps(write_linear(problem, program, rows, multipliers, (lower, upper)))
    value = lower if lower == upper else None
    return Evidence(
        rows=rows, value=value, lower=lower, upper=upper, certificate=text, source=source, multipliers=multipliers
    )


def _vertices(
    program: LinearProgram, rows: Matrix, multipliers: Mapping[str, Number], effort: FaceEffort
) -> list[Matrix] | None:
    """Every optimal vertex, within the effort."""
    if program.delta != 0:
        pairs: dict[tuple[int, ...], tuple[Number, Number]] = dict.fromkeys(
            pairs_of(program.k), (program.ratio, program.delta)
        )
        return optimal_vertices_under_bounds(Bounded(program.gains, pairs), rows, multipliers, effort)
    columns = [multipliers.get(f"column[{j}]", Fraction(0)) for j in range(program.k)]
    return optimal_vertices(program, rows, columns, effort)
