"""The two poses of estimating k shares: over weights w of rows r the information M = Σ w r rᵀ/(rᵀπ) is linear in w.

As Mπ = 1, the covariance M⁻¹ − ππᵀ is 0 along 1, and on the contrasts, of which B is an orthonormal basis, it is the inverse of
J = BᵀMB. So the total variance is tr J⁻¹, that of the contrasts K tr CJ⁻¹Cᵀ with C = KB, the largest variance 1 over the least
eigenvalue of J, and the determinant of all shares but one 1/(k·det J), each convex in w.

Where contrasts do not need every answer, J may be singular at the optimum, and a solver of semidefinite cones is then off by the
root of its tolerance. With J = Σ w aaᵀ, a = Bᵀr/√(rᵀπ), the variance of contrasts is also the least of Σ ‖z‖²/w over estimators z,
one for each row, with Σ z aᵀ = C: if J's range has the rows of C, then z = w(CJ⁺a + x) with Σ w x aᵀ = 0, and the sum is
tr CJ⁺Cᵀ + Σ w‖x‖²; else there is no such z. It is convex in z and w together, a cone of the second order for each row (‖z‖² ≤ uw).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rropt.designs.estimation import one_bit
from rropt.designs.objectives.estimation import Estimation, EveryShare, estimation_of
from rropt.designs.objectives.estimation_mixed import Mixed
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.exact.errors import InputError
from rropt.problem.posed.row_symbols import posed_rows, table_of
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem, no_form, numbers_for
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["as_cvxpy", "as_sympy", "derive_subset_selection", "solve_cvxpy"]

MOST_SYMBOLIC_INPUTS = 5


def _is_one_bit(problem: Problem) -> bool:
    """Whether it is the program of two inputs; other problems with few answers are refused."""
    if one_bit.is_one_bit(problem):
        return True
    if problem.outputs == "free" or problem.conditions:
        return False
    raise InputError(
        f"at most {problem.outputs} answers are no convex program; pose the problem with outputs free, whose optimum is a bound"
    )


def as_cvxpy(problem: Problem) -> cvxpy.Problem:
    """The convex program over `weights` of rows, with the Parameters `ratio`, `delta` and `prevalence` (one row per
    list if several).

    Its optimum is the variance; for the determinant the logarithm of k times it; for the largest variance −1 over it; of several
    kinds together their value.
    For two outputs it is the program of two inputs (`one_bit`).
    """
    if _is_one_bit(problem):
        return one_bit.as_cvxpy(problem)
    if (same := _known(problem)) is not None:
        return as_cvxpy(problem.restated(objective=same))
    import cvxpy as cp
    import numpy as np

    from rropt.designs.rows.float_patterns import basis_beside
    from rropt.problem.posed.floats import Posed
    from rropt.problem.posed.weights import depending, weigh

    objective, (table, _), k = estimation_of(problem), table_of(problem), problem.k
    weighed = weigh(problem, table)
    lists = objective.prevalences.at(k)
    stated = np.array([[float(x) for x in pi] for pi in lists])
    stated = stated[0] if len(lists) == 1 else stated
    prevalence = cp.Parameter(stated.shape, nonneg=True, name="prevalence", value=stated)
    basis = basis_beside(np.ones(k))
    known = [prevalence] if table.fixed else [weighed.demand.ratio, prevalence]

    def form(place: int) -> Any:
        return _form(weighed, basis, lambda: np.atleast_2d(prevalence.value)[place], known)

    def worth(place: int) -> Any:
        assert isinstance(objective, EveryShare)
        aim, beside = objective.minimand(form(place))
        cones.extend(beside)
        return aim

    def estimated(place: int) -> Any:
        def vectors() -> Any:
            rows = weighed.rows.value
            return basis.T @ rows / np.sqrt(np.atleast_2d(prevalence.value)[place] @ rows)

        a = depending(vectors, (k - 1, weighed.weights.size), *known)
        roots = 1 if scales is None else np.sqrt([[float(d)] for d in scales[place]])
        spent, cone = _estimate(roots * contrast, a, weighed.weights, weighed.most)
        cones.extend(cone)
        return spent

    cones: list[Any] = []
    if isinstance(objective, Mixed):
        aim = _largest_of_sums(objective, k, [form(n) for n in range(len(lists))], basis, cones)
        return Posed(cp.Minimize(aim), [*weighed.constraints, *cones], [*weighed.stated, prevalence])
    scales = objective.scales_of(k)
    contrast = np.array([[float(x) for x in row] for row in objective.contrast_of(k)]) @ basis
    value = worth if isinstance(objective, EveryShare) else estimated
    values, weights = [value(n) for n in range(len(lists))], objective.prevalences.weights
    if len(values) == 1:
        aim = values[0]
    elif weights is None:
        aim = cp.maximum(*values)
    else:
        aim = cp.sum([float(w) * x for w, x in zip(weights, values, strict=True)])
    return Posed(cp.Minimize(aim), [*weighed.constraints, *cones], [*weighed.stated, prevalence])


def _form(weighed: Any, basis: Any, prevalence: Callable[[], Any], known: Sequence[Any]) -> Any:
    """J at one list of prevalences, for the weights of rows; it depends on Parameters that are `known`."""
    import cvxpy as cp
    import numpy as np

    from rropt.problem.posed.weights import depending

    r = basis.shape[1]

    def products() -> Any:
        rows = weighed.rows.value
        v = basis.T @ rows
        return np.einsum("is,js->ijs", v, v).reshape(r * r, -1) / (prevalence() @ rows)

    j = cp.reshape(depending(products, (r * r, weighed.weights.size), *known) @ weighed.weights, (r, r), order="C")
    return (j + j.T) / 2


def _largest_of_sums(objective: Mixed, k: int, forms: Sequence[Any], basis: Any, cones: list[Any]) -> Any:
    """The largest of the sums of parts, from J at each list of prevalences; their cones join `cones`."""
    import cvxpy as cp

    from rropt.designs.estimation.numeric.cvxpy import express

    groups, at = objective.groups(k), dict(zip(objective.prevalences.at(k), forms, strict=True))
    values = {}
    for part in dict.fromkeys(part for group in groups for part in group):
        (pi,) = part.prevalences.lists
        values[part], beside = express(part, at[pi], basis)
        cones.extend(beside)
    sums = [cp.sum([float(w) * values[x] for x, w in group.items()]) for group in groups]
    return cp.maximum(*sums) if len(sums) > 1 else sums[0]


def _known(problem: Problem) -> Estimation | None:
    """The objective of one kind that several together are."""
    objective = estimation_of(problem)
    return objective.known(problem.k) if isinstance(objective, Mixed) else None


def _estimate(contrast: Any, a: Any, weights: Any, most: Any) -> tuple[Any, list[Any]]:
    """The cost of estimators of the contrasts C, and the constraints that make them estimators.

    An estimator that takes z of a row of weight w costs z²/w. Weights count in units of the most that a row may have, and costs in
    units of what they then are, so that all numbers of a solver are of one size.
    """
    import cvxpy as cp
    import numpy as np

    unit = float(np.abs(contrast).max()) or 1.0  # numbers of the size 1, as a solver wants them
    z = cp.Variable((len(contrast), weights.size), name="estimators")
    spent = cp.Variable(weights.size, nonneg=True, name="spent")
    shares, least = cp.multiply(1 / most, weights), float(most.min())
    spread = cp.reshape(spent - shares, (1, weights.size), order="C")
    return unit**2 / least * cp.sum(spent), [
        cp.multiply(z, np.sqrt(most / least)[None, :]) @ a.T == contrast / unit,
        cp.SOC(spent + shares, cp.vstack([2 * z, spread]), axis=0),
    ]


def solve_cvxpy(problem: Problem, solver: str | None) -> CvxpyAnswer:
    """Solve the program and convert its optimum to the objective's."""
    if _is_one_bit(problem):
        return one_bit.solve_cvxpy(problem, solver)
    if (known := _known(problem)) is not None:
        return solve_cvxpy(problem.restated(objective=known), solver)
    from rropt.problem.posed.floats import solve
    from rropt.solvers.cvxpy import CvxpyAnswer

    found = solve(as_cvxpy(problem), solver)
    if math.isnan(found.value):
        return found
    objective, k = estimation_of(problem), problem.k
    if not isinstance(objective, EveryShare):
        return found
    value = objective.value_of_minimand(found.value, k)
    return CvxpyAnswer(found.status, value, abs(objective.value_of_minimand(found.value + found.blur, k) - value))


def as_sympy(problem: Problem) -> SymbolicProblem:
    """The objective as a function of M⁻¹ − ππᵀ in symbols, over weights of rows."""
    if _is_one_bit(problem):
        return one_bit.as_sympy(problem)
    import sympy

    objective, k = estimation_of(problem), problem.k
    posed = posed_rows(problem)
    lists = objective.prevalences.at(k)
    symbols = tuple(sympy.symbols(f"pi_{n}_0:{k}", positive=True) for n in range(len(lists)))
    stated = {x: v for xs, pi in zip(symbols, lists, strict=True) for x, v in zip(xs, pi, strict=True)}
    return SymbolicProblem(
        sense="min",
        objective=objective.in_symbols_of([_moments(posed, pi) for pi in symbols]),
        constraints=posed.relations,
        symbols={**posed.named, "prevalence": symbols},
        numbers=numbers_for({**posed.ratios.stated, **stated}),
        derive=_derivation(problem, posed.ratios.ratio),
        place=posed.place,
    )


def _moments(posed: Any, pi: Any) -> tuple[Any, Any]:
    """M and ππᵀ in symbols."""
    import sympy

    k = len(pi)
    chances = [sum(x * r for x, r in zip(pi, row, strict=True)) for row in posed.rows]
    shares = [w / q for w, q in zip(posed.weights, chances, strict=True)]
    m = sympy.ImmutableMatrix(
        k, k, lambda i, j: sum(x * row[i] * row[j] for x, row in zip(shares, posed.rows, strict=True))
    )
    return m, sympy.ImmutableMatrix(k, k, lambda i, j: pi[i] * pi[j])


def _derivation(problem: Problem, t: Any) -> Any:
    objective, k = estimation_of(problem), problem.k
    if problem.bounds.common is None or problem.ratio_and_delta[1] != 0:
        return no_form("with a slack, budgets of pairs, or several demands, there is no closed form")
    lists = objective.prevalences.at(k)
    if not objective.contrasts_every_share or any(x != pi[0] for pi in lists for x in pi):
        return no_form("there is a closed form where every share is estimated at equal shares, and elsewhere none")
    if problem.ratio_and_delta[0] == 1:
        return no_form("no answer depends on the truth, so that no variance is finite")
    return lambda: derive_subset_selection(k, t, objective)


def derive_subset_selection(k: int, t: Any, objective: Estimation | None = None) -> Derivation:
    """Derive the optimum at equal shares: by symmetry all rows hold d inputs alike; the variance of every contrast, and
    the best d."""
    import sympy

    aim = objective or TotalVariance()
    n, d, w, gain = sympy.symbols("k d w u", positive=True)
    # a row that holds d inputs, of chance 1/C(k, d); the mean of r rᵀ over these has two different numbers
    own = (d * t**2 + (n - d)) / n
    two = (d * (d - 1) * t**2 + 2 * d * (n - d) * t + (n - d) * (n - d - 1)) / (n * (n - 1))
    total = sympy.solve(sympy.Eq(w * (n + (t - 1) * d) / n, 1), w)[0]
    chance = (n + (t - 1) * d) / n
    contrast = sympy.factor(sympy.simplify(1 / (total / chance * (own - two))))
    best = sympy.solve(sympy.Eq(sympy.numer(sympy.together(sympy.diff(contrast, d))), 0), d)
    # of two roots the one that is more than 0 where t is more than 1
    best = [root for root in best if root.subs(t, 1 + gain).is_positive]
    steps = [
        Step("rows that hold d of k inputs, all alike by symmetry: the sum of their weights", total),
        Step(
            "what M has in and beside its diagonal",
            (sympy.factor(total / chance * own), sympy.factor(total / chance * two)),
        ),
        Step("so that each contrast of length 1 has the variance", contrast),
        Step("which is stationary in d at", best),
    ]
    forms = [sympy.factor(aim.value_where_alike(k, contrast.subs({n: k, d: size}))) for size in range(1, k)]
    value = sympy.Min(*forms) if len(forms) > 1 else forms[0]
    return Derivation(value, (*steps, Step("the objective for each d, and the least of these", value)))
