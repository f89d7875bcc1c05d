"""The two poses of the asymptotic variance 1/I(π) with any number of outputs: information is linear in weights of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.designs.objectives.prevalence import Quantifier
from rropt.designs.objectives.variance import Variance, prevalence_to_plan_for
from rropt.exact.element import Number
from rropt.problem.posed.demand import ratio_symbols
from rropt.problem.posed.rows import placed_weights, relations_of_rows, rows_of
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem, no_form, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["as_cvxpy", "as_sympy", "derive_four_outputs", "solve_cvxpy"]


def _prevalence(problem: Problem) -> Number | None:
    """The prevalence to plan for (of an interval the least favourable one); None if every one is meant."""
    objective = problem.objective
    assert isinstance(objective, Variance)
    pi = objective.of_second
    if pi.quantifier is Quantifier.EVERY:
        return None
    return prevalence_to_plan_for(problem, pi)


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """Maximise the information over `weights` of rows, with the Parameters `ratio`, `delta` and `prevalence`."""
    import cvxpy as cp
    import numpy as np

    from rropt.problem.posed.floats import Posed
    from rropt.problem.posed.weights import depending, weigh

    weighed, pi = weigh(problem, rows_of(problem)), _prevalence(problem)
    prevalence = cp.Parameter(nonneg=True, name="prevalence", value=None if pi is None else float(pi))

    def information() -> Any:
        a, b = weighed.rows.value
        chance = (1 - prevalence.value) * a + prevalence.value * b
        return (b - a) ** 2 / np.where(chance > 0, chance, np.nan)

    worth = depending(information, weighed.weights.shape, weighed.demand.ratio, prevalence)
    return Posed(cp.Maximize(worth @ weighed.weights), weighed.constraints, [*weighed.stated, prevalence])


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """Solve for the largest information and invert it."""
    from rropt.problem.posed.floats import solve
    from rropt.solvers.cvxpy import CvxpyAnswer

    if _prevalence(problem) in (0, 1) and any(d != 0 for _, d in _bounds(problem)):
        # a row that tells the rarer truth for certain has a chance of 0, and infinite information
        return CvxpyAnswer("optimal: the information is infinite", 0.0)
    found = solve(as_cvxpy(problem), solver)
    return CvxpyAnswer(found.status, 1 / found.value if found.value else float("nan"))


def _bounds(problem: Problem) -> list[tuple[Number, Number]]:
    if problem.bounds.common is not None:
        return [problem.ratio_and_delta]
    return [bound for _, bound in problem.bounds.places()]


def as_sympy(problem: Problem) -> SymbolicProblem:
    """Minimise 1/Σ w (b − a)²/((1 − π)a + πb) over weights w of rows (a, b)."""
    import sympy

    table, ratios, pi = rows_of(problem), ratio_symbols(problem), _prevalence(problem)
    rows = table.rows(ratios.ratio if ratios.by_place is None else [t for t, _ in ratios.by_place.values()])
    weights, symbol = sympy.symbols(f"w_0:{len(rows)}", real=True), sympy.Symbol("pi", real=True)
    worth = [(b - a) ** 2 / ((1 - symbol) * a + symbol * b) for a, b in rows]
    stated = {**ratios.stated, **({} if pi is None else {symbol: pi})}
    return SymbolicProblem(
        sense="min",
        objective=1 / sum(w * x for w, x in zip(weights, worth, strict=True)),
        constraints=relations_of_rows(table, rows, weights, ratios),
        symbols={"weights": weights, "rows": sympy.Matrix(rows), **ratios.named, "prevalence": symbol},
        numbers=numbers_for(stated),
        derive=_derivation(problem, ratios.ratio, ratios.delta, symbol),
        place=lambda mechanism: placed_weights(table, weights, problem, mechanism),
    )


def _derivation(problem: Problem, t: Any, d: Any, pi: Any) -> Any:
    if problem.bounds.common is None:
        return no_form("budgets of each input against the other, or several demands, leave no closed form")
    if problem.ratio_and_delta[0] == 1 and d == 0:
        return no_form("no answer depends on the truth, so that no variance is finite")
    return lambda: derive_four_outputs(t, d, pi)


def derive_four_outputs(t: Any, d: Any, pi: Any) -> Derivation:
    """Derive the least 1/I by complementary slackness: prices tight at all four rows, and the rows' weights."""
    import sympy

    y, z, m, n, w = sympy.symbols("y_0 y_1 m_01 m_10 w", real=True)

    def information(a: Any, b: Any) -> Any:
        return (b - a) ** 2 / ((1 - pi) * a + pi * b)

    tight = sympy.solve(
        [sympy.Eq(t * y + z, information(t, 1)), sympy.Eq(y + t * z, information(1, t))], [y, z], dict=True
    )[0]
    steps = [
        Step(
            "prices of the columns, tight at the rows (t, 1) and (1, t)", {x: sympy.factor(v) for x, v in tight.items()}
        )
    ]
    bound = tight[y] + tight[z]
    if d != 0:
        pairs = {m: information(1, 0) - tight[y], n: information(0, 1) - tight[z]}
        steps.append(
            Step("prices of the slacks, tight at (1, 0) and (0, 1)", {x: sympy.factor(v) for x, v in pairs.items()})
        )
        bound += d * (pairs[m] + pairs[n])
    bound = sympy.factor(sympy.together(bound))
    steps.append(Step("the information that these prices prove", bound))
    share = sympy.solve(sympy.Eq(w * (t + 1) + d, 1), w)[0]
    reached = share * (information(t, 1) + information(1, t)) + d * (information(1, 0) + information(0, 1))
    steps.append(Step("with all of the slack taken, the weight of (t, 1) and of (1, t)", share))
    if sympy.simplify(reached - bound) != 0:
        return Derivation(None, tuple(steps), f"the rows reach {sympy.factor(reached)}, and the prices prove {bound}")
    return Derivation(sympy.factor(1 / bound), (*steps, Step("what the rows reach is the same, and 1/I is", 1 / bound)))
