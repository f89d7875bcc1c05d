"""Bounds that rropt computes itself, for certificates that are too much work for the checker or of a kind that it does not read.

Let f be the objective's function of a row. Let y_j be the price of input j. Let z_c ≥ 0 be the price of budget c, which limits the
sum of a function h_c over a mechanism's rows to b_c. As the checker would, rropt compares f(s) with y·s + Σ_c z_c h_c(s) at every
row s of a list, in rational numbers. In place of f(s) it takes a rational number just above f(s).

Let m be the largest excess of f(s) over y·s + Σ_c z_c h_c(s), divided by the sum of the entries of s. If m > 0, every y_j is
replaced by y_j + m; then f(s) is at most its price at every row. Let k be the number of inputs. By the lemma on prices (SPEC.md,
section 4), Σ y + k·m + Σ_c z_c b_c is then an upper bound for every mechanism.

If a ratio T of the demand is irrational, a rational T′ ≥ T replaces it. The listed rows generate the cone with the ratios T′; it
contains the cone of the demand. For a row s, h′(s) = max(0, s_j − T′ s_l) is at most h(s) = max(0, s_j − T s_l). Because z ≥ 0, an
inequality with h′ at all rows of the larger cone implies the one with h on the demand's cone.

Under conditions each label has an inequality of its own. Condition n has coefficients a_n, a bound b_n and a price u_n; its sign
σ_n is −1 if it says ≥, and 1 if not. For each label, y is replaced by y + Σ_n u_n σ_n a_n,label. The number Σ_n u_n σ_n b_n is
added to the bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rropt.certificate.judge import judge
from rropt.certificate.read import read_matrix, statements_in
from rropt.designs.objectives.row_function import Function
from rropt.designs.rows.averages import with_ratios
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.planes import MOST_PLANE_INPUTS
from rropt.designs.rows.rays import Ray, rational_above
from rropt.designs.sublinear.program import SublinearProgram
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds
from rropt.problem.answers import Evidence
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.problem import Problem

__all__ = ["bound_beyond_the_checker"]

FINE = 220  # bits to which f is rounded up
ONE = Fraction(1)
Name = tuple[int, ...]


def bound_beyond_the_checker(
    problem: Problem, program: SublinearProgram, found: Evidence, kinds: Sequence[Sequence[Sequence[Number]]] = ((),)
) -> Evidence:
    """Return the evidence `found`; if its certificate is too much for the checker, replace its bounds by bounds that rropt computes
    itself.

    `found` is returned unchanged if the program is over patterns, if the checker can take on the certificate, if `found` has bounds
    without a certificate already, or if the bounds cannot be computed. Otherwise the result has the mechanism of `found`, and
    bounds that are computed from the prices in the certificate. `kinds` has the coefficients of the conditions, indexed [kind of
    label][condition][input]. A certificate about a vulnerability with gains is always too much for the checker if there are more
    than four inputs.
    """
    if not isinstance(program.rows, Generators) or found.is_bounded:
        return found
    has_gains = any(one.has_gains for one in problem.bounds.averages().values())
    if not (has_gains and problem.k > MOST_PLANE_INPUTS) and not judge(found.certificate).asks_too_much:
        return found
    (stated,) = statements_in(found.certificate)
    prices = stated["prices"]
    columns = read_matrix([prices["column"]], ONE)[0]
    budgets = {
        tuple(map(int, name.split(","))): read_matrix([[z]], ONE)[0][0] for name, z in prices.get("budget", {}).items()
    }
    conditions = [read_matrix([[u]], ONE)[0][0] for u in prices.get("condition", ())]
    function = program.function
    if function.is_least:
        function = function.mean(read_matrix([stated["witness"]["weights"]], ONE)[0])
    raised = with_ratios(problem.bounds, rational_above({place: T for place, (T, _) in problem.bounds.places()}))
    listed = program.rows if program.rows.is_exact else _rows_of(problem, raised, any(budgets.values()))
    if listed is None:
        return found
    rows = (*listed.rows, *listed.outside)
    if any(is_infinite(function.above(row, bits=FINE)) for row in rows):
        return found
    asked = zip(conditions, problem.conditions, strict=True)
    rooms = [z * _room(problem.bounds, name) for name, z in budgets.items()]
    most = total_of([*columns, *rooms, *(u * c.sign_of_most * c.bound for u, c in asked)])
    charged = [
        [y + total_of([u * a[j] for u, a in zip(conditions, kind, strict=True)]) for j, y in enumerate(columns)]
        for kind in kinds
    ]
    more = max(_lacking(rows, raised, function, line, budgets) for line in charged) * problem.k
    spoken = tuple(row for row in found.rows if any(row))
    reached, upper = program.function.finite_bounds(program.function.bounds(spoken)[0], most + more)
    return evidence_of_bounds(
        problem,
        Mechanism(found.rows, problem.inputs, found.outputs),
        (reached, upper),
        source=found.source,
        notes=(
            "its certificate would be more work than the checker takes on; rropt compared the prices with every row itself",
        ),
    )


def _rows_of(problem: Problem, bounds: PairBounds, bends: bool) -> Generators | None:
    """List rows of which all mechanisms under `bounds` are made; the ratios in `bounds` must be rational.

    `bends` is True if some budget has a dual price other than 0. Return None if there is no list, or if `bends` is True but the
    list takes no account of budgets.
    """
    aim = problem.objective.called
    found = generators_of(problem.demand, bounds, aim=aim, is_two_listed=True, is_unjudged=True, may_be_tight=True)
    return None if found is None or (bends and not (found.has_budgets or found.tight)) else found


def _room(bounds: PairBounds, name: Name) -> Number:
    """Return the limit of the budget with this name.

    The name of a pair's budget has the numbers of the two inputs; its limit is the pair's δ. The name of a vulnerability's budget
    has one number; its limit is the vulnerability that is allowed.
    """
    averages = bounds.averages()
    return averages[name[0]].most if len(name) == 1 else dict(bounds.places())[name][1]


def _lacking(
    rows: Sequence[Ray],
    bounds: PairBounds,
    function: Function,
    columns: Sequence[Number],
    budgets: Mapping[Name, Number],
) -> Number:
    """Return the largest excess of the objective's function over the price of a row, divided by the sum of the row; at least 0.

    The price of a row s is y·s + Σ_c z_c h_c(s). Here `columns` has the prices y of the inputs, `budgets` has the price z_c of each
    budget c by name, and h_c is the function whose sum over the rows the budget limits.
    """
    asked, averages = dict(bounds.places()), bounds.averages()
    pairs = [(name[0], name[1], asked[name][0], z) for name, z in budgets.items() if len(name) > 1]
    taken = [(averages[name[0]], z) for name, z in budgets.items() if len(name) == 1]
    most: Number = Fraction(0)
    for row in rows:
        paid = [y * x for y, x in zip(columns, row, strict=True)]
        paid += [z * (row[j] - t * row[n]) for j, n, t, z in pairs if row[j] > t * row[n]]
        paid += [z * one.take(row) for one, z in taken]
        worth = function.above(row, bits=FINE)
        assert not is_infinite(worth)
        most = max(most, (worth - total_of(paid)) / sum(row))
    return most
