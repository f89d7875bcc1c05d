"""Find the exact optimum of a linear objective under a demand and linear conditions, from a basis that is proved optimal.

HiGHS proposes a basis. If all numbers are rational, exact arithmetic decides whether this basis is optimal
(`rropt.solvers.vertex`). If the basis is not optimal, the exact simplex method continues from it.

If the numbers lie in a field, they are functions of one t. Optimality is then tested at a rational just below t and at a rational
just above t. If the basis is optimal at both, it is solved over the field (`rropt.solvers.over_field`). If it is optimal at only
one of them, exact comparisons in the field decide, provided that the system is small. If all this takes too much effort, the
numbers are rounded, and two rational programs give bounds (`within`). The ratios and budgets are smaller in one program, so its
mechanism keeps the stated demand. They are larger in the other program, whose multipliers bound the optimum.

Conditions may be impossible to meet. Every constant mechanism keeps the demand. So there is a least total by which mechanisms that
keep the demand miss the conditions. If this total is positive, the multipliers of the program that minimises it show that no
mechanism meets all conditions. If no basis is found, and there are no conditions and only one objective, floats are rounded to a
rational mechanism and rational multipliers, both feasible.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rropt.designs.linear.program import Multipliers
from rropt.designs.linear.rows.numeric import propose_bases
from rropt.designs.linear.rows.program import RowForm, RowProgram
from rropt.designs.linear.rows.rounding import round_floats
from rropt.designs.linear.rows.splitting import SOURCE, is_for_splitting
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.matrix import Matrix
from rropt.exact.patience import limit_seconds, require_time
from rropt.solvers.over_field import around, solve_over_field
from rropt.solvers.vertex import Basis, Inequalities, Vertex, decide, is_optimal, repair

__all__ = ["EXACT", "FLOATS", "RowAnswer", "optimal_basis_of", "solve_rows"]

SMALLER = "ask for fewer inputs or outputs, or state the demand in rational numbers"
EXACT = "an exact basis of the linear program"
BOTH_SIDES = "exact bases of the linear program for rational numbers on both sides"
FLOATS = "floats made rational and feasible on both sides"
SPLIT = f"{FLOATS}, of {SOURCE}"
CONTRADICTION = "multipliers of a contradiction"
MOST_ENTRIES = 400_000  # programs with more inequalities are refused
MOST_BASIS_ROWS = 14_000  # without conditions no exact basis is looked for if there are more inequalities
# irrational programs with more inequalities are not bounded by two exact bases: rounded floats are found and checked sooner
MOST_BRACKETED_ROWS = 1500
MOST_FIELD_UNKNOWNS = 500  # larger systems are not solved over a field
MOST_COMPARED = 70  # in systems of at most so many unknowns, exact comparisons in the field may decide the signs
Bases = Sequence[Basis]
SEARCHING = 0.6  # the part of the time for the search of an exact basis; the rest is left for bounds


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """A mechanism, multipliers, and a text that says how both were found.

    If there is no mechanism, the multipliers prove that no mechanism meets the conditions.
    """

    rows: Matrix | None
    multipliers: Multipliers
    source: str


def solve_rows(asked: RowProgram, *, over_field: bool = True, by_basis: bool = True) -> RowAnswer:
    """Find a mechanism, and multipliers that bound the optimum. If no mechanism meets the conditions, find multipliers that prove
    this.

    The bound is equal or close to the mechanism's value. If `over_field` is False, irrational numbers are replaced by rationals
    just below and above. If `by_basis` is False and there are no conditions, no exact basis is looked for. Instead a float solver's
    answer is rounded; this is possible for one objective only. If the program is too large, or if nothing is found, an InputError
    is raised.
    """
    if is_for_splitting(asked):
        _require_effort(asked, len(asked.weights) * len(asked.bounds))
        return RowAnswer(*round_floats(asked), SPLIT)
    form = asked.form()
    _require_effort(asked, len(form.program.rows))
    found, limit = None, 1.0 if asked.conditions else SEARCHING
    try:
        with limit_seconds(math.inf, share=limit):
            found = _search(asked, form, over_field) if by_basis or asked.conditions else None
    except OutOfTime:
        if asked.conditions:
            raise
    except Undecided as why:
        raise InputError(f"{why}; {SMALLER}") from None
    if found is None and not asked.conditions and not asked.several:
        found = RowAnswer(*round_floats(asked), FLOATS)
    if found is None:
        require_time()
        raise InputError(
            f"rropt found neither an exact solution of the linear program nor a proof that it has none; {SMALLER}"
        )
    return found


def _require_effort(asked: RowProgram, count: int) -> None:
    """Refuse a program that needs more than `MOST_ENTRIES` inequalities; `count` is their number."""
    if count > MOST_ENTRIES:
        m, k = asked.shape
        bounds = len(asked.cone.sides) + len(asked.cone.budgets)
        raise InputError(
            f"{m} outputs and {k} inputs with {bounds} bounds of pairs make {count} inequalities, but rropt solves at most "
            f"{MOST_ENTRIES}; ask for fewer inputs or bounds"
        )


def _search(asked: RowProgram, form: RowForm, over_field: bool) -> RowAnswer | None:
    """Look for the optimum, or for a proof that no mechanism meets the conditions. None if both searches fail."""
    if len(form.program.rows) > MOST_BASIS_ROWS and not asked.conditions:
        return None
    bases = propose_bases(asked)
    found = _solve(asked, form, bases, over_field) if bases else None
    if found is None and asked.conditions:
        found = _refute(asked)
    if found is None and not bases:
        # float solvers may call a program infeasible if only one mechanism, or nearly only one, keeps everything
        found = _solve(asked, form, [], over_field)
    return found


def _solve(asked: RowProgram, form: RowForm, bases: Bases, over_field: bool) -> RowAnswer | None:
    """Look for the optimum, starting from `bases`. None if it is not found. One possible reason is that no mechanism meets the
    conditions.

    If all numbers are rational, an optimal mechanism and optimal multipliers are found. If some number is irrational, they are
    looked for over the field of the numbers, unless `over_field` is False. If that fails, the numbers are rounded down for the
    mechanism and up for the multipliers. Each is optimal for its rounded program, so the value and the bound differ a little. This
    last step is not done if there are no conditions and more than `MOST_BRACKETED_ROWS` inequalities.
    """
    rational = asked.is_rational
    found = settle(form.program, bases, most=MOST_FIELD_UNKNOWNS) if rational or over_field else None
    if found is not None:
        return RowAnswer(form.rows(found[1].point), form.multipliers(found[1].duals), EXACT)
    if rational or (len(form.program.rows) > MOST_BRACKETED_ROWS and not asked.conditions):
        return None
    inner, outer = asked.rounded(up=False), asked.rounded(up=True)
    forms = inner.form(), outer.form()
    below = settle(forms[0].program, bases, most=MOST_FIELD_UNKNOWNS)
    above = None if below is None else settle(forms[1].program, [below[0], *bases], most=MOST_FIELD_UNKNOWNS)
    if below is None or above is None:
        return None
    multipliers = forms[1].multipliers(above[1].duals)
    columns = tuple(y + x for y, x in zip(multipliers.columns, outer.short_of(asked), strict=True))
    return RowAnswer(forms[0].rows(below[1].point), replace(multipliers, columns=columns), BOTH_SIDES)


def _refute(asked: RowProgram) -> RowAnswer | None:
    """Look for multipliers that prove that no mechanism that keeps the demand meets the conditions. None if they are not found."""
    for program in (asked,) if asked.is_rational else (asked, asked.rounded(up=True)):
        form = program.form(elastic=True)
        found = settle(form.program, propose_bases(program, elastic=True), most=MOST_COMPARED)
        if found is not None and found[1].value > 0:
            return RowAnswer(None, form.multipliers(found[1].duals), CONTRADICTION)
    return None


def optimal_basis_of(asked: RowProgram) -> Basis | None:
    """Find the optimal basis of a rational program. None if the float solver proposes no basis, or if the exact simplex method
    finds none."""
    bases = propose_bases(asked)
    found = settle(asked.form().program, bases, most=MOST_FIELD_UNKNOWNS) if bases else None
    return None if found is None else found[0]


def settle(program: Inequalities, bases: Bases, *, most: int) -> tuple[Basis, Vertex] | None:
    """Return the first of the given bases that is optimal, with its vertex. If none is optimal, run the exact simplex method from
    the first basis; return its basis and vertex, or None if it finds no optimal basis.

    If the numbers of the program are functions of one irrational t, this is done at rationals just below and just above t. The
    bases found are then solved over the field of t (`_settle_over_field`). Systems of more than `most` unknowns are not solved.
    """
    require_time()
    if not program.is_rational:
        return _settle_over_field(program, bases, most)
    for basis in bases:
        if (found := decide(program, basis)) is not None:
            return basis, found
    better = repair(program, bases[0] if bases else None)
    found = None if better is None else decide(program, better)
    return None if better is None or found is None else (better, found)


def _settle_over_field(program: Inequalities, bases: Bases, most: int) -> tuple[Basis, Vertex] | None:
    """Find a basis that is optimal over a field, and its vertex. None if none is found.

    The field is generated by a number t. Bases that are optimal at a rational just below or just above t are tried.
    """
    bases = [basis for basis in bases if len(basis[0]) <= most]
    for near, other in (sides := around(program)), sides[::-1]:
        known = settle(near, bases, most=most)
        if known is None or (unknowns := len(known[0][0])) > most:
            continue
        both = decide(other, known[0]) is not None
        if both or unknowns <= MOST_COMPARED:
            found = solve_over_field(program, known[0])
            if found is not None and (both or is_optimal(program, found)):
                return known[0], found
        if both:
            break
    return None
