"""The two poses of a linear objective: ΣW·P, or the worst of several, over the mechanisms P of a demand, as a linear program and in
symbols."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.designs.linear.few import gives_few
from rropt.designs.objectives.linear import OfEntries
from rropt.designs.objectives.trace import Trace
from rropt.exact.conversion import sympy_of
from rropt.problem.posed.demand import placed_matrix, relations_of, symbols_of
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem, no_form, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["as_cvxpy", "as_sympy", "derive_trace", "derive_weighted_trace", "solve_cvxpy"]


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """The linear program in P, with the Parameters `ratio` (e^ε) and, if a slack is positive, `delta`."""
    import cvxpy as cp
    import numpy as np

    from rropt.problem.posed.floats import Posed, condition_constraints, demand_constraints, demanded

    several = [np.array([[float(x) for x in row] for row in weights]) for weights in _matrices(problem)]
    p, demand = cp.Variable(several[0].shape, nonneg=True, name="P"), demanded(problem)
    constraints = [*demand_constraints(p, demand), *condition_constraints(p, problem.conditions)]
    if gives_few(problem):
        # 1 for an answer that is ever given: a program with integers
        given = cp.Variable(p.shape[0], boolean=True, name="given")
        constraints += [cp.max(p, axis=1) <= given, cp.sum(given) <= problem.outputs]
    sums = [cp.sum(cp.multiply(weights, p)) for weights in several]
    sense, worst = (cp.Maximize, cp.minimum) if problem.objective.sense == "max" else (cp.Minimize, cp.maximum)
    return Posed(sense(worst(*sums) if len(sums) > 1 else sums[0]), constraints, demand.stated)


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """The optimum of the program."""
    from rropt.problem.posed.floats import solve

    return solve(as_cvxpy(problem), solver)


def as_sympy(problem: Problem) -> SymbolicProblem:
    """ΣW·P in symbols, under the demand's inequalities, the conditions, and columns that sum to 1."""
    import sympy

    posed = symbols_of(problem)
    sums = [_sum(weights, posed.rows) for weights in _matrices(problem)]
    worst = sympy.Min if problem.objective.sense == "max" else sympy.Max
    few = []
    if gives_few(problem):
        few = [sympy.Le(sum(sympy.sign(sum(row)) for row in posed.rows), problem.outputs)]
    return SymbolicProblem(
        sense=problem.objective.sense,
        objective=worst(*sums) if len(sums) > 1 else sums[0],
        constraints=(*relations_of(problem, posed), *few),
        symbols=posed.named,
        numbers=numbers_for(posed.stated),
        derive=_derivation(problem, posed.named),
        place=lambda mechanism: placed_matrix(posed, mechanism),
    )


def _matrices(problem: Problem) -> Any:
    objective = problem.objective
    assert isinstance(objective, OfEntries)
    return objective.matrices(problem.k, problem.m)


def _sum(weights: Any, rows: Any) -> Any:
    """ΣW·P in symbols."""
    terms = (sympy_of(w) * x for row, xs in zip(weights, rows, strict=True) for w, x in zip(row, xs, strict=True) if w)
    return sum(terms, sympy_of(Fraction(0)))


def _derivation(problem: Problem, named: dict[str, Any]) -> Any:
    objective = problem.objective
    if gives_few(problem):
        return no_form("few answers leave no closed form")
    if problem.conditions:
        return no_form("conditions leave no closed form")
    if problem.bounds.averages():
        return no_form("a demand on the average leaves no closed form")
    if problem.bounds.common is None:
        return no_form("budgets of pairs, or several demands, leave no closed form")
    if not isinstance(objective, Trace):
        return no_form("a linear objective has no closed form but for traces")
    t, d = named["ratio"], named.get("delta", 0)
    if objective.weights is None:
        return lambda: derive_trace(problem.k, t, d)
    weights = objective.weights
    if problem.ratio_and_delta[1] != 0:
        return no_form("a weighted trace has no closed form where delta > 0")
    if any(w < 0 for w in weights):
        return no_form("a weighted trace has no closed form where a weight is negative")
    return lambda: derive_weighted_trace([sympy_of(w) for w in weights], t)


def derive_trace(k: Any, t: Any, d: Any) -> Derivation:
    """Derive the largest trace: symmetry, a vertex of an interval, complementary slackness; k may be a symbol."""
    import sympy

    a, b, y, z = sympy.symbols("a b y z", real=True)
    # the mean over all relabellings of inputs and outputs keeps the demand and the trace
    column = sympy.solve(sympy.Eq(a + (k - 1) * b, 1), b)[0]
    tight = sympy.solve(sympy.Eq(a, t * column + d), a)[0]
    value = sympy.factor(k * tight)
    # prices: y of each column and z of each ordered pair, all of it on the output whose label the input has
    own, other = sympy.Eq(1 - y - (k - 1) * z, 0), sympy.Eq(-y + t * z, 0)
    prices = sympy.solve([own, other], [y, z], dict=True)[0]
    bound = sympy.factor(sympy.simplify(k * prices[y] + k * (k - 1) * d * prices[z]))
    if sympy.simplify(bound - value) != 0:
        return Derivation(None, (), f"prices prove {bound}, and the vertex has {value}")
    steps = (
        Step("by symmetry p_ii = a and p_ij = b; a column sums to 1, so b", column),
        Step("the trace grows with a, so the demand a - t*b <= delta is tight: a", tight),
        Step("the trace k*a", value),
        Step("prices y of columns and z of pairs, stationary in p_ii and in p_ij", prices),
        Step("what these prices prove, k*y + k*(k-1)*delta*z", bound),
    )
    return Derivation(value, steps)


def derive_weighted_trace(weights: Any, t: Any) -> Derivation:
    """Derive the largest Σ w_i p_ii: prices for the r largest weights by complementary slackness, then the best r."""
    import sympy

    found, steps, total = [], [], sympy.Integer(0)
    for r, w in enumerate(sorted(weights, reverse=True), 1):
        total += w
        value, y, x = sympy.symbols("Y y w")
        # of an output i that is used, both sides of the inequality of its row are equal
        price = sympy.solve(sympy.Eq(t * (x - y) - (value - y), 0), y)[0]
        summed = r * price.subs(x, 0) + total * sympy.diff(price, x)
        form = sympy.factor(sympy.solve(sympy.Eq(summed, value), value)[0])
        steps += [Step(f"with the {r} largest weights, prices that are tight sum to the value", form)]
        found.append(form)
    best = sympy.Max(*found) if len(found) > 1 else found[0]
    return Derivation(best, (*steps, Step("the largest of these", best)))
