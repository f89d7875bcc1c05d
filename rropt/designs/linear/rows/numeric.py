"""Solve a linear objective under a demand and linear conditions, in floats with HiGHS.

Let p_ij be the entries of the mechanism. A side is an inequality p_ij − T·p_il ≤ 0 for every output i. A budget limits a sum over
the outputs. It has inequalities such as p_ij − T·p_il − w ≤ 0, where the unknown w stands for the part of the budget that output i
uses. Solvers answer wrongly if such an inequality has coefficients 1 and T, and T is large. In this case every entry p is written
as c/T + d with two unknowns c, d ≥ 0. In the inequalities of sides and of budgets, an entry with a negative coefficient is replaced
by c/T alone. So the inequality above becomes c_ij/T + d_ij − c_il − w ≤ 0, in which no coefficient exceeds 1. The new inequality
implies the old one, because c_il ≤ T·p_il. No mechanism is lost by this: if p satisfies the old inequality, c = T·p and d = 0
satisfy the new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, log2

from rropt.designs.linear.rows.program import RowForm, RowProgram
from rropt.exact.element import Number
from rropt.exact.patience import keep_last
from rropt.solvers.highs import HighsAnswer, Options
from rropt.solvers.vertex import Basis, Inequalities, solve_in_floats

__all__ = ["float_answer", "propose_bases"]

# above this number of planes, if a value is wanted and no basis, an interior-point method is tens of times faster
MANY = 4000
INTERIOR: Options = (("solver", "ipm"), ("run_crossover", "off"))
# from MANY to this number of planes, an interior-point method with crossover takes a tenth of the time of the simplex method
MOST_CROSSED = 14000
CROSSED: Options = (("solver", "ipm"), ("run_crossover", "on"))
LAST = "the last row program"  # the key of the last program that was solved in floats, and its answer
LARGE = 100  # if a factor of a plane is larger than this, entries are split
ZERO = Fraction(0)
# solvers do not tell budgets below `UNSEEN` from 0; `SEEN` replaces them, as the optimal basis is the same for all small budgets
UNSEEN, SEEN = Fraction(1, 10**8), Fraction(1, 10**6)


def float_answer(asked: RowProgram) -> HighsAnswer:
    """Solve with HiGHS. The last result is kept for the next call with the same program."""
    return keep_last(LAST, asked, lambda: _answer(asked.form()))


def _answer(form: RowForm) -> HighsAnswer:
    """Solve the inequalities with HiGHS, by a method that depends on the number of inequalities that the demand gives.

    These are the inequalities p_ij ≤ T·p_il between two entries of a row, and g·p_i ≤ w for the row p_i of output i and the unknown
    w, the output's part of a budget. If there are at most `MANY` of them, HiGHS uses its default method, else an interior-point
    method. If there are more than `MOST_CROSSED` and the program has no conditions, the answer has no basis.
    """
    kinds = Counter(kind for kind, _ in form.names)
    count, conditioned = kinds["excess"], "condition" in kinds or "equality" in kinds
    way = () if count <= MANY else CROSSED if conditioned or count <= MOST_CROSSED else INTERIOR
    factors = {id(a): -a for place in _with_excess(form) for a in form.program.rows[place].values()}
    steepest = max(factors.values(), default=ZERO)
    if steepest <= LARGE:
        return solve_in_floats(form.program, options=way)
    scale = Fraction(2) ** ceil(log2(steepest))
    return _join(form, solve_in_floats(_split(form, scale), options=way, by_largest=True), float(scale))


def _with_excess(form: RowForm) -> Iterator[int]:
    """Yield the indices of the inequalities g·p_i − w ≤ 0 that belong to budgets.

    Here p_i is the row of output i, and w is the unknown for the output's part of the budget. The inequalities g·p_i ≤ 0, which
    belong to no budget, have no such unknown. The unknown w is recognised by its index, which is above the indices of all entries
    p_ij.
    """
    size = sum(map(len, form.entries))
    yield from (r for r, row in enumerate(form.program.rows) if form.names[r][0] == "excess" and max(row) >= size)


def _split(form: RowForm, scale: Fraction) -> Inequalities:
    """Replace every entry p of the mechanism by c/scale + d, with two new unknowns c and d.

    The unknown c has the index that p had. The indices of the unknowns d come after all others. In the inequalities p_ij ≤ T·p_il
    and in those of budgets, an entry with a negative coefficient is replaced by c/scale alone.
    """
    size, width, known = sum(map(len, form.entries)), len(form.program.costs), dict[int, Number]()

    def smaller(x: Number) -> Number:
        if id(x) not in known:
            known[id(x)] = x / scale
        return known[id(x)]

    costs = form.program.costs
    found = Inequalities([*map(smaller, costs[:size]), *costs[size:], *costs[:size]])
    for (kind, _), row, right, equal in zip(
        form.names, form.program.rows, form.program.right, form.program.equal, strict=True
    ):
        terms = {n: smaller(a) if n < size else a for n, a in row.items()}
        terms |= {width + n: a for n, a in row.items() if n < size and (kind != "excess" or a > 0)}
        found.add(terms, right, equal=equal)
    return found


def _join(form: RowForm, answer: HighsAnswer, scale: float) -> HighsAnswer:
    """Turn an answer to the program that `_split` made into an answer to the program of `form`.

    `_split` has replaced each entry p by c/scale + d, with two unknowns c and d. Here p is computed from them. The basis is also
    turned into a basis of the program with the unknowns p. If c and d of one entry are both basic, p takes the place of c, and the
    place of d becomes free. The free place goes to the slack of an inequality in which p has a negative coefficient. The program of
    `_split` has c/scale instead of p there. So with p, which is larger, this inequality is no longer tight.
    """
    size, width = sum(map(len, form.entries)), len(form.program.costs)
    point = answer.point[:width].copy()
    point[:size] = point[:size] / scale + answer.point[width:]
    basic, slack = set(answer.basic_columns), set(answer.basic_rows)
    for n in range(size):
        if n in basic and width + n in basic:
            rows = enumerate(form.program.rows)
            slack |= set([r for r, row in rows if r not in slack and row.get(n, 0) < 0][:1])
    columns = tuple(n for n in range(width) if n in basic or (n < size and width + n in basic))
    return replace(answer, point=point, basic_columns=columns, basic_rows=tuple(sorted(slack)))


def propose_bases(asked: RowProgram, *, elastic: bool = False) -> list[Basis]:
    """List the bases from which an exact search begins. Usually this is HiGHS's last basis. If HiGHS claims no optimum or gives no
    basis, the list is empty.

    If `elastic`, the program solved is the one that minimises the total by which the conditions are missed. If some budget is so
    small that a solver cannot tell it from 0, the program is also solved with a larger budget. The basis for the larger budget then
    comes first in the list.
    """
    budgets = asked.cone.budgets
    larger = {name: replace(b, most=SEEN) if 0 < b.most < UNSEEN else b for name, b in budgets.items()}
    answers = [_answer(asked.form(elastic=True)) if elastic else float_answer(asked)]
    if larger != budgets:
        answers.insert(0, _answer(replace(asked, cone=replace(asked.cone, budgets=larger)).form(elastic=elastic)))
    return [(x.basic_columns, x.basic_rows) for x in answers if x.is_solved and x.basic_rows + x.basic_columns]
