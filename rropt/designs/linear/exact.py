"""Compute a linear design in exact numbers: a mechanism, and multipliers that prove it optimal.

If proving the optimum takes too much effort, the multipliers prove a bound that is near the mechanism's value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.designs.linear import field_weights
from rropt.designs.linear.certificate import write_linear
from rropt.designs.linear.field_weights import staircase
from rropt.designs.linear.optima.face import FaceEffort
from rropt.designs.linear.optima.listing import list_optima
from rropt.designs.linear.optima.vertices import optimal_vertices
from rropt.designs.linear.optima.vertices_under_bounds import MOST_ENTRIES, Bounded, optimal_vertices_under_bounds
from rropt.designs.linear.program import LinearProgram, Multipliers, column_multipliers, dual_bound
from rropt.designs.linear.pure.bounds import round_bounds
from rropt.designs.linear.pure.exact import optimal_basis, optimal_staircase
from rropt.designs.linear.rows.exact import FLOATS, SEARCHING, RowAnswer, solve_rows
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.splitting import is_for_splitting
from rropt.designs.linear.theorems import symmetric_multipliers
from rropt.designs.objectives.trace import Trace
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError, OutOfTime
from rropt.exact.matrix import Matrix, is_rational
from rropt.exact.patience import limit_seconds
from rropt.exact.sign import enclose
from rropt.problem.answers import ClosedForm, Evidence, Search
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Optima

__all__ = ["is_large_trace", "prove", "prove_rows", "with_optima"]

Answer = tuple[Matrix, Mapping[str, Number], str]
# from this number of inputs on, a trace at δ > 0 is certified by symmetry: its full multipliers are k³ sums for the checker
BY_SYMMETRY = 12
# from this number of inputs on, other optima of such a trace are not listed, because listing takes k³ sums as well
UNLISTED = 24


def prove(problem: Problem, program: LinearProgram, theorem: ClosedForm | None, optima: Search) -> Evidence:
    """Find a mechanism with multipliers, and certify them: by the closed form `theorem` if there is one, else by computation.

    If they prove the optimum, other optimal mechanisms are listed as far as `optima` asks. But if `theorem` gives the unweighted
    trace at δ > 0, and there are `UNLISTED` inputs or more, no other mechanism is listed.
    """
    found = _prove(problem, program, theorem)
    if found.value is None:
        return found
    if theorem is not None and program.k >= UNLISTED and is_large_trace(problem, program):
        search = Optima.UNASKED if optima == "one" else Optima.UNFINISHED if optima == "all" else Optima.UNLISTED
        return replace(found, minimisers=((found.rows, None),), optima=search)
    if program.delta != 0:
        return with_optima(found, RowProgram.of_all_pairs(program), optima)
    columns = [found.multipliers.get(f"column[{j}]", Fraction(0)) for j in range(program.k)]
    find = partial(optimal_vertices, program, found.rows, columns)
    minimisers, known = list_optima(found.rows, program.weights, optima, find)
    return replace(found, minimisers=minimisers, optima=known)


def _prove(problem: Problem, program: LinearProgram, theorem: ClosedForm | None) -> Evidence:
    if theorem is not None and is_large_trace(problem, program):
        return _by_symmetry(problem, program, theorem)
    if theorem is not None:
        return _linear_evidence(problem, program, theorem.rows, theorem.multipliers, "the theorem's multipliers")
    if program.delta == 1:
        return _linear_evidence(problem, program, *_unbounded(program))
    if program.delta != 0:
        found = prove_rows(problem, RowProgram.of_all_pairs(program))
        assert isinstance(found, Evidence)  # a constant mechanism keeps the demand
        return found
    if not is_rational(program.weights) and program.ratio != 1:
        return _of_field_weights(problem, program)
    return _linear_evidence(problem, program, *_answer(program))


def prove_rows(problem: Problem, program: RowProgram) -> Evidence | Multipliers:
    """Find a mechanism with multipliers, and certify both. If no mechanism meets the conditions, return multipliers that prove
    this.

    If some ratio, slack or weight is irrational, the checker may reject the certificate. Then the program is solved again with
    rationals just below and above the irrational numbers, and the certificate of this solution is returned. This check is left out
    if the program was solved by the method of alternating directions (`is_for_splitting`).
    """
    found = _row_evidence(problem, program, solve_rows(program))
    for by_basis in () if program.is_rational or is_for_splitting(program) else (True, False):
        if isinstance(found, Multipliers) or judge(found.certificate).is_accepted:
            break
        found = _row_evidence(problem, program, solve_rows(program, over_field=False, by_basis=by_basis))
    return found


def _row_evidence(problem: Problem, program: RowProgram, found: RowAnswer) -> Evidence | Multipliers:
    if found.rows is None:
        return found.multipliers
    named, bound = program.named(found.multipliers), program.bound(found.multipliers)
    return _evidence(problem, program.linear, found.rows, named, bound, found.source)


def with_optima(found: Evidence, program: RowProgram, search: Search) -> Evidence:
    """Add the other optimal mechanisms to the evidence, as far as `search` asks; evidence whose two bounds differ is returned
    unchanged."""
    if found.value is None:
        return found
    # optima are not listed under bounds on averages
    if program.averages:
        minimisers, known = list_optima(found.rows, program.linear.gains, search, lambda effort: None)
        return replace(found, minimisers=minimisers, optima=known)
    bounded = Bounded(program.linear.gains, program.bounds, program.conditions)

    def find(effort: FaceEffort) -> list[Matrix] | None:
        (m, k), named = program.shape, found.multipliers
        if program.common is not None:
            # a certificate under one ratio for all pairs needs no multipliers of pairs, but the list of optima does
            if m * k > min(effort.unknowns, MOST_ENTRIES):
                return None
            by_pairs = replace(program, common=None)
            try:
                multipliers = solve_rows(by_pairs).multipliers
            except InputError:
                return None
            # multipliers that prove less than the optimum say nothing about other optima
            if by_pairs.bound(multipliers) != found.value:
                return None
            named = multipliers.named()
        return optimal_vertices_under_bounds(bounded, found.rows, named, effort)

    minimisers, known = list_optima(found.rows, program.linear.gains, search, find)
    return replace(found, minimisers=minimisers, optima=known)


def is_large_trace(problem: Problem, program: LinearProgram) -> bool:
    """Whether the objective is the trace without weights, at δ > 0 and with at least `BY_SYMMETRY` inputs.

    The certificate of the closed form then states only three multipliers: one for all columns, one for all pairs of inputs, and one
    for all excesses. An excess is the amount by which the probability of an answer at one input exceeds e^ε times its probability
    at another input.
    """
    plain = isinstance(problem.objective, Trace) and problem.objective.weights is None
    return plain and program.delta != 0 and program.k >= BY_SYMMETRY


def _by_symmetry(problem: Problem, program: LinearProgram, theorem: ClosedForm) -> Evidence:
    """Certify the theorem's mechanism with three multipliers: one for all inputs, one for all pairs of inputs, and one for all
    excesses.

    An excess is the amount by which the probability of an answer at one input exceeds e^ε times its probability at another input.
    """
    value = theorem.value
    named = symmetric_multipliers(program)
    return Evidence(
        rows=theorem.rows,
        bounds=(value, value),
        certificate=dumps(write_linear(problem, program, theorem.rows, named, (value, value))),
        source="the theorem's multipliers, by symmetry",
        multipliers=theorem.multipliers,
    )


def _of_field_weights(problem: Problem, program: LinearProgram) -> Evidence:
    """Certify a program with δ = 0 whose weights are not all rational.

    The weights and the ratio T = e^ε must lie in a field that a single number generates.

    First, the gains are rounded down to rationals, and an optimal basis is found for the rounded gains. This basis is solved with
    the true gains. If the checker accepts the result as the optimum, that is the answer. Otherwise the mechanism is the one found
    for the rounded gains. The multipliers are those found for the rounded gains, each raised by the most that rounding may have
    taken from a gain of its input. So they are valid for the true gains, but the bound that they prove may differ from the
    mechanism's value.
    """
    near, lacking = field_weights.below(program)
    exact = None
    with suppress(OutOfTime), limit_seconds(math.inf, share=SEARCHING):
        exact = _basis_of(program, near)
    if exact is not None:
        found = _linear_evidence(problem, program, *exact)
        if found.value is not None and judge(found.certificate).is_accepted:
            return found
    rows, multipliers, source = _answer(near)
    raised = {f"column[{j}]": multipliers.get(f"column[{j}]", Fraction(0)) + x for j, x in enumerate(lacking)}
    source = f"{source}, for rational weights near those asked for"
    return _linear_evidence(problem, program, rows, {**multipliers, **raised}, source)


def _basis_of(program: LinearProgram, rational: LinearProgram) -> Answer | None:
    """Find a basis that is optimal for the weights of `rational`, and solve it with the program's own weights and ratio.

    The search for the basis uses a rational ratio near that of the program. None if no basis is found.
    """
    basis = optimal_basis(rational, near(program.ratio))
    if basis is None:
        return None
    rows, columns = staircase(program.gains, program.ratio, basis)
    return rows, column_multipliers(columns), "exact simplex over staircase columns"


def _answer(program: LinearProgram) -> Answer:
    """Return the rows of a mechanism, its multipliers by name, and a text that says how both were found.

    The program must have δ = 0, and rational weights unless its ratio is 1.
    """
    rows, columns, source = _columns(program)
    return rows, column_multipliers(columns), source


def _unbounded(program: LinearProgram) -> Answer:
    """Return the best mechanism for δ = 1, its multipliers by name, and a text that says how both were found.

    As δ = 1 demands nothing, each input gives its best answer. The gain of this answer is the input's multiplier.
    """
    gains, places = program.gains, range(program.m)
    best = [max(places, key=lambda i: gains[i][j]) for j in range(program.k)]
    rows = tuple(tuple(Fraction(int(best[j] == i)) for j in range(program.k)) for i in places)
    return rows, column_multipliers([gains[i][j] for j, i in enumerate(best)]), "the best answer to each input"


def _columns(program: LinearProgram) -> tuple[Matrix, tuple[Number, ...], str]:
    """Return rows, the inputs' multipliers, and a text that says how both were found.

    The program must have δ = 0, and rational weights unless its ratio T = e^ε is 1.

    If the exact simplex method ends within its limits of time and steps, its basis gives the rows and multipliers. If T is
    rational, they are optimal. If T is irrational, the method works at a rational near T, and they are optimal if the basis is
    optimal at T too. If the method does not end, the rows and multipliers are rational approximations of the optimum, each
    feasible. The value of the rows and the bound of the multipliers are then near each other but may differ.
    """
    gains, ratio = program.gains, program.ratio
    if ratio == 1:
        best = max(range(program.m), key=lambda i: sum(gains[i], Fraction(0)))
        rows = tuple((Fraction(int(i == best)),) * program.k for i in range(program.m))
        return rows, gains[best], "every answer is constant"
    found = None
    with suppress(OutOfTime), limit_seconds(math.inf, share=SEARCHING):
        found = optimal_staircase(program, partial(near, ratio))
    if found is None:
        return *round_bounds(program), FLOATS
    return found.rows(ratio, program.m), found.columns, "exact simplex over staircase columns"


def near(ratio: Number) -> Fraction:
    """Return the ratio if it is rational, else a rational very near it.

    The same basis is optimal at both numbers, unless the optimal basis changes at the ratio or very near it.
    """
    if not isinstance(ratio, Element):
        return ratio
    lower, upper = enclose(ratio, width=min(ratio_width(ratio), Fraction(1, 10**18)))
    return (lower + upper) / 2


def ratio_width(ratio: Element) -> Fraction:
    """Return the width to which an irrational ratio should be enclosed.

    Let b be a lower bound of the ratio minus 1. The width is 10^-18 times b, or 10^-40 if b is 0.
    """
    lower, _ = enclose(ratio - 1, width=Fraction(1, 10**40))
    return abs(lower) / 10**18 if lower else Fraction(1, 10**40)


def _linear_evidence(
    problem: Problem, program: LinearProgram, rows: Matrix, multipliers: Mapping[str, Number], source: str
) -> Evidence:
    """Certify rows and multipliers. The demand must have one ratio and one slack for all pairs of inputs.

    The bound that the multipliers prove is computed from them.
    """
    bound = dual_bound(multipliers, program.delta, problem.objective.sense)
    return _evidence(problem, program, rows, multipliers, bound, source)


def _evidence(
    problem: Problem,
    program: LinearProgram,
    rows: Matrix,
    multipliers: Mapping[str, Number],
    bound: Number,
    source: str,
) -> Evidence:
    """Certify the value of the mechanism with these rows, and that no mechanism is better than `bound`, which the multipliers
    prove."""
    attained = program.value(rows)
    lower, upper = (attained, bound) if program.maximise else (bound, attained)
    return Evidence(
        rows=rows,
        bounds=(lower, upper),
        certificate=dumps(write_linear(problem, program, rows, multipliers, (lower, upper))),
        source=source,
        minimisers=((rows, None),),
        multipliers=multipliers,
    )
