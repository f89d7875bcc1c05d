"""The exact optimum of a linear objective under a cone, budgets and conditions: one basis, decided in exact numbers.

HiGHS proposes a basis. At rational numbers it is decided (`rropt.solvers.vertex`), or the exact simplex method goes on from it.
At numbers of a field it is tried at rationals on both sides of t and solved over the field (`rropt.solvers.over_field`); where a
sign changes just there, exact comparisons of the field's numbers decide, in a small system. Beyond the effort a mechanism for
smaller ratios and budgets keeps the stated ones, and multipliers for larger ones bound it: `within`.

The demand alone is kept by any constant mechanism. So the least total violation of the conditions is attained, and where it is
positive its multipliers show, with W = 0, that nothing meets them all. Where no basis is found and nothing is asked but the demand,
floats are made rational and feasible on both sides.
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
MOST_ENTRIES = 400_000  # inequalities
MOST_BASIS_ROWS = 14_000  # inequalities of which an exact basis is looked for
# irrational ones that two exact bases enclose: of more, rounded floats are found sooner and the checker reads them sooner
MOST_BRACKETED_ROWS = 1500
MOST_FIELD_UNKNOWNS = 500  # of a system that is solved over a field
MOST_COMPARED = 70  # unknowns whose signs are those of the field's numbers
Bases = Sequence[Basis]
SEARCHING = 0.6  # of the time: an exact basis that is not found by then leaves some for bounds


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """A mechanism and multipliers; without a mechanism the multipliers prove a contradiction."""

    rows: Matrix | None
    multipliers: Multipliers
    source: str


def solve_rows(asked: RowProgram, *, over_field: bool = True, by_basis: bool = True) -> RowAnswer:
    """Find a mechanism and multipliers whose bounds (nearly) meet, or multipliers of a contradiction.

    Without `over_field` irrational numbers stay between rationals; without `by_basis` floats are rounded if that is
    known to give bounds.
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
        raise InputError(f"neither an exact basis of the linear program was found nor a contradiction; {SMALLER}")
    return found


def _require_effort(asked: RowProgram, count: int) -> None:
    """Refuse a program with more inequalities than the effort allows."""
    if count > MOST_ENTRIES:
        m, k = asked.shape
        bounds = len(asked.cone.sides) + len(asked.cone.budgets)
        raise InputError(
            f"{m} outputs and {k} inputs with {bounds} bounds of pairs are {count} inequalities, beyond the "
            f"effort of {MOST_ENTRIES}; ask for fewer inputs or bounds"
        )


def _search(asked: RowProgram, form: RowForm, over_field: bool) -> RowAnswer | None:
    """Look for the optimum or a contradiction; None if neither is found."""
    if len(form.program.rows) > MOST_BASIS_ROWS and not asked.conditions:
        return None
    bases = propose_bases(asked)
    found = _solve(asked, form, bases, over_field) if bases else None
    if found is None and asked.conditions:
        found = _refute(asked)
    if found is None and not bases:
        # no solver sees a mechanism where one alone, or nearly, keeps everything
        found = _solve(asked, form, [], over_field)
    return found


def _solve(asked: RowProgram, form: RowForm, bases: Bases, over_field: bool) -> RowAnswer | None:
    """Look for the optimum, starting from bases if there are any; None if not found, perhaps because the conditions
    contradict the demand."""
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
    """Look for a contradiction between the conditions and the demand."""
    for program in (asked,) if asked.is_rational else (asked, asked.rounded(up=True)):
        form = program.form(elastic=True)
        found = settle(form.program, propose_bases(program, elastic=True), most=MOST_COMPARED)
        if found is not None and found[1].value > 0:
            return RowAnswer(None, form.multipliers(found[1].duals), CONTRADICTION)
    return None


def optimal_basis_of(asked: RowProgram) -> Basis | None:
    """The optimal basis of a rational program, if one is found."""
    bases = propose_bases(asked)
    found = settle(asked.form().program, bases, most=MOST_FIELD_UNKNOWNS) if bases else None
    return None if found is None else found[0]


def settle(program: Inequalities, bases: Bases, *, most: int) -> tuple[Basis, Vertex] | None:
    """The first basis that is optimal, with its vertex; if none is, the result of the exact simplex method started from
    the first.

    Over a field, systems of more than `most` unknowns are not solved.
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
    """Do the same over a field, with bases that are optimal at rationals on both sides of t, or on one."""
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
