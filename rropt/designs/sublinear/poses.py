"""The two poses of information and divergences: a linear program in weights of rows, of which each is worth f(row)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from rropt.designs.objectives.divergences.renyi import Renyi
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.information import problem_labels
from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.rows.listing import generators_of
from rropt.designs.sublinear.program import finite_rows
from rropt.exact.conversion import sympy_of
from rropt.exact.errors import InputError
from rropt.problem.posed.row_symbols import posed_rows, table_of
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem, no_form, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.problem.posed.floats import Posed
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["as_cvxpy", "as_sympy", "derive_variation", "solve_cvxpy"]


def _function(problem: Problem) -> Function:
    """The function summed over rows; refused if the number of rows is limited, or the optimum is infinite."""
    objective = problem.objective
    if problem.outputs != "free" and not problem.splits_answers:
        raise InputError(
            f"at most {problem.outputs} answers make no convex program, whose largest values are at vertices; pose the problem "
            "with outputs free, which bounds it"
        )
    assert isinstance(objective, SublinearObjective)
    function = objective.function(problem_labels(problem))
    if function.is_infinite_at_zeros:
        asked = {"is_two_listed": True, "is_unjudged": True, "may_be_tight": True}
        generators = generators_of(problem.demand, problem.bounds, aim=objective.called, **asked)
        if generators is not None:
            finite_rows(function, generators)
    return function


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """The program over `weights` of rows, with the Parameters `ratio` (on which the worth of a row depends) and `delta`.

    It is linear; for Rényi's divergence of an order above 1 it is concave.
    """
    import cvxpy as cp

    from rropt.problem.posed.floats import Posed

    function, posed = _function(problem), _pose_sum(problem)
    if not isinstance(function.phi, Renyi):
        return posed
    excess = float(function.phi.order - 1)
    if excess < 0:
        raise InputError(
            f"the {function.words} is a convex function of weights of rows, of which cvxpy finds no largest value; pose the "
            "power divergence of this order, which is largest with it"
        )
    value = cp.log(1 + excess * posed.objective.args[0]) / excess
    return Posed(cp.Maximize(value), posed.constraints, list(posed.param_dict.values()))


def _pose_sum(problem: Problem) -> Posed:
    """The linear program of the sum over rows."""
    import cvxpy as cp
    import numpy as np

    from rropt.designs.sublinear.numeric import floats_of
    from rropt.problem.posed.floats import Posed
    from rropt.problem.posed.weights import depending, weigh

    function, (table, _) = _function(problem), table_of(problem)
    weighed = weigh(problem, table)
    functions = function.each if function.is_least else (function,)

    def worth() -> Any:
        return np.array([floats_of(one, weighed.rows.value.T) for one in functions])

    size = (len(functions), weighed.weights.size)
    values = depending(worth, size, *([] if table.fixed else [weighed.demand.ratio]))
    return Posed(cp.Maximize(cp.min(values @ weighed.weights)), weighed.constraints, weighed.stated)


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """Solve for the sum over rows, then apply the outer step."""
    from rropt.problem.posed.floats import solve

    found, phi = solve(_pose_sum(problem), solver), _function(problem).phi
    return found if phi is None else replace(found, value=phi.outer_float(found.value))


def as_sympy(problem: Problem) -> SymbolicProblem:
    """Σ w·f(row) in symbols, over weights w of rows; the least of several if that is meant."""
    import sympy

    function, posed = _function(problem), posed_rows(problem)
    each = function.each if function.is_least else (function,)
    sums = [sum(w * _worth(one, row) for w, row in zip(posed.weights, posed.rows, strict=True)) for one in each]
    if function.phi is not None:
        sums = [function.phi.outer_symbols(x) for x in sums]
    return SymbolicProblem(
        sense="max",
        objective=sympy.Min(*sums) if len(sums) > 1 else sympy.sympify(sums[0]),
        constraints=posed.relations,
        symbols=posed.named,
        numbers=numbers_for(posed.ratios.stated),
        derive=_derivation(problem, function, posed.ratios.ratio),
        place=posed.place,
    )


def _worth(function: Function, row: Any) -> Any:
    """f of a row in symbols."""
    import sympy

    vectors = [[sympy_of(x) for x in v] for v in function.vectors]
    if function.is_several:
        pairs = zip(function.weights, function.each, strict=True)
        return sum(sympy_of(w) * _worth(one, row) for w, one in pairs)
    if function.phi is None:
        return sum(w * _entropy(r) for w, r in zip(vectors[0], row, strict=True)) - _entropy(_sum(vectors[0], row))
    of_all = permutations(row, 2) if not vectors else [(_sum(vectors[0], row), _sum(vectors[1], row))]
    found = sympy.Add(*(function.phi.symbols(a, b) for a, b in of_all))
    # a row at which f is infinite has no weight, or the problem would have been refused
    return sympy.Integer(0) if found.is_infinite else found


def _sum(vector: Any, row: Any) -> Any:
    return sum(w * r for w, r in zip(vector, row, strict=True))


def _entropy(x: Any) -> Any:
    from sympy import log

    return x * log(x) if x != 0 else x


def _derivation(problem: Problem, function: Function, t: Any) -> Any:
    if problem.conditions or problem.bounds.common is None or problem.ratio_and_delta[1] != 0:
        return no_form("with a slack, budgets of pairs, several demands or conditions, there is no closed form")
    if not isinstance(function.phi, TotalVariation) or not function.vectors:
        return no_form(f"the {function.words} has no closed form but for the total variation of two distributions")
    first, second = ([sympy_of(x) for x in v] for v in function.vectors)
    return lambda: derive_variation([a - b for a, b in zip(first, second, strict=True)], t)


def derive_variation(apart: Any, t: Any) -> Derivation:
    """Derive the largest total variation of two distributions that are `apart`: two rows by symmetry, with prices tight
    at both."""
    import sympy

    w, c, gain = sympy.symbols("w c u", positive=True)
    held = [x >= 0 for x in apart]
    # t where the first is larger and 1 elsewhere, and the same exchanged, alike
    share = sympy.solve(sympy.Eq(w * t + w, 1), w)[0]
    larger = sympy.sympify(sum(x for x, up in zip(apart, held, strict=True) if up))
    smaller = sympy.sympify(sum(x for x, up in zip(apart, held, strict=True) if not up))
    value = sympy.factor(share * ((t * larger + smaller) - (larger + t * smaller)) / 2)
    steps = [
        Step(
            "two rows, t where the first distribution is larger and 1 elsewhere, and the other way round; each has the weight",
            share,
        ),
        Step("their total variation", value),
    ]
    # prices c·|d_j|: tight at a row of these, where they sum to c times (t·larger − smaller)
    tight = sympy.solve(sympy.Eq(c * (t * larger - smaller), (t * larger + smaller) / 2), c)
    if not tight:
        return Derivation(sympy.Integer(0), (*steps, Step("the two distributions are equal", 0)))
    price = sympy.factor(tight[0])
    steps.append(Step("prices c*|p_j - q_j|, tight at these rows: c", price))
    # a row that holds only `x` of the larger part and none of the smaller one: what its prices exceed its worth by
    x = sympy.Symbol("x", positive=True)
    excess = sympy.factor(price * (2 * larger + (t - 1) * x) - (t - 1) * x / 2)
    steps.append(Step("what prices exceed the worth of a row by, that holds x of the larger part", excess))
    at_end = sympy.simplify(excess.subs(x, larger))
    slope = sympy.factor(sympy.diff(excess, x).subs(t, 1 + gain))
    proved = sympy.factor(price * (larger - smaller))
    steps.append(Step("its slope, less than 0, and what it is at the most that x can be", (slope, at_end)))
    steps.append(Step("what the prices sum to", proved))
    if sympy.simplify(proved - value) != 0 or at_end != 0 or not slope.is_negative:
        return Derivation(None, tuple(steps), f"the prices prove {proved}, and the rows reach {value}")
    return Derivation(value, tuple(steps))
