"""cvxpy's models of designs: the best one, with Parameters, built once and solved again; of linear ones all pairs, built anew.

The best one of a linear design has one row an entry, and of the solver that cvxpy chooses and a named one the quicker solves it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from typing import Any, SupportsFloat, TypeAlias

import cvxpy as cp
import numpy as np

from benchmarks.measure import timed
from rropt import Problem
from rropt.objectives.linear import LinearObjective
from rropt.solvers.rational import fraction

Values: TypeAlias = Mapping[str, Any]
Build: TypeAlias = Callable[[], cp.Problem]
Solve: TypeAlias = Callable[[cp.Problem, str | None], float]
MOVES = [1.01**n for n in range(7)]
"""A re-solved model is given another ratio each time, so that no solver starts at its own answer."""
STEEP, NEAR = 1e4, 1e-7
LINEAR, CONVEX = "HIGHS", "CLARABEL"


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """The largest Σ W·P over mechanisms whose rows have ratios of at most e^ε, with a slack δ for each pair of inputs."""

    gains: Sequence[Sequence[Fraction]]
    ratio: Fraction
    delta: Fraction

    @property
    def k(self) -> int:
        """The number of inputs."""
        return len(self.gains[0])


def linear_program(problem: Problem) -> LinearProgram:
    """Read the weights of a linear objective, and the ratio just below that of its demand on all pairs."""
    objective, common = problem.objective, problem.asked.common
    assert isinstance(objective, LinearObjective) and common is not None
    ratio, delta = common
    return LinearProgram(objective.weights(problem.k), fraction(ratio.low), fraction(delta))


def ask_cvxpy(problem: Problem) -> float:
    """Pose a question for cvxpy, and solve it."""
    return problem.objective.solve_posed(problem.as_cvxpy(), problem.asked, problem.conditions)


def by_rows(program: LinearProgram, *, gains: bool = False) -> cp.Problem:
    """One row an entry: p_ij = u_i + q_ij with 0 ≤ q_ij ≤ (e^ε − 1)·u_i.

    A Parameter is `excess`, e^ε − 1, and where asked for another is `gains`.
    """
    m, k = len(program.gains), program.k
    excess = cp.Parameter(nonneg=True, name="excess", value=float(program.ratio) - 1)
    worth = cp.Parameter((m, k), name="gains", value=gains_of(program)) if gains else gains_of(program)
    q, u = cp.Variable((m, k), nonneg=True), cp.Variable((m, 1), nonneg=True)
    wide = u @ np.ones((1, k))
    return cp.Problem(
        cp.Maximize(cp.sum(cp.multiply(worth, q + wide))),
        [cp.sum(q, axis=0) + cp.sum(u) == 1, q <= excess * wide],
    )


def by_excesses(program: LinearProgram, *, gains: bool = False) -> cp.Problem:
    """For each ordered pair what exceeds the ratio, summed over outputs, is at most δ.

    Parameters are `ratio` and `delta`, and where asked for `gains`.
    """
    m, k = len(program.gains), program.k
    ratio = cp.Parameter(nonneg=True, name="ratio", value=float(program.ratio))
    delta = cp.Parameter(nonneg=True, name="delta", value=float(program.delta))
    worth = cp.Parameter((m, k), name="gains", value=gains_of(program)) if gains else gains_of(program)
    p = cp.Variable((m, k), nonneg=True)
    first, second = pairs_of(k)
    over = cp.pos(p[:, first] - ratio * p[:, second])
    return cp.Problem(
        cp.Maximize(cp.sum(cp.multiply(worth, p))), [cp.sum(p, axis=0) == 1, cp.sum(over, axis=0) <= delta]
    )


def by_prices(prior: Sequence[Fraction], ratio: float) -> cp.Problem:
    """The dual of the least total variance of k shares: a witness X and prices y with ‖Xᵀv‖² ≤ (π·v)(y·v) for every pattern v.

    The optimum is the largest 2 tr BᵀX − Σ y − |Bᵀπ|², where B has an orthonormal basis of the contrasts. The only Parameter,
    `excess`, is e^ε − 1. Of other models that with weights of patterns and `tr_inv` takes three times as long at 8 shares, sums of
    quadratic forms over linear ones twice as long, and one with an estimator, a vector for each pattern, as long, but at 12 shares
    it asks for 37 GB.
    """
    k = len(prior)
    pi = np.array([float(x) for x in prior])
    held = (np.arange(1, 2**k - 1)[:, None] >> np.arange(k) & 1).astype(float)
    basis = np.linalg.qr(np.eye(k) - 1 / k)[0][:, : k - 1]
    excess = cp.Parameter(nonneg=True, name="excess", value=ratio - 1)
    witness, prices = cp.Variable((k, k - 1)), cp.Variable(k)

    def over_patterns(x: Any) -> Any:
        return np.ones(held.shape) @ x + excess * (held @ x)

    chance, priced = over_patterns(pi), over_patterns(prices)
    vectors = cp.vstack([2 * over_patterns(witness).T, cp.reshape(priced - chance, (1, len(held)), order="C")])
    value = 2 * cp.trace(basis.T @ witness) - cp.sum(prices) - float(np.sum((basis.T @ pi) ** 2))
    return cp.Problem(cp.Maximize(value), [cp.SOC(priced + chance, vectors, axis=0)])


def gains_of(program: LinearProgram) -> np.ndarray[Any, Any]:
    return np.array([[float(x) for x in row] for row in program.gains])


def pairs_of(k: int) -> tuple[list[int], list[int]]:
    first, second = zip(*[(j, el) for j in range(k) for el in range(k) if j != el], strict=True)
    return list(first), list(second)


def by_pairs(program: LinearProgram, solver: str | None = LINEAR) -> float:
    """The model of all pairs of inputs, built and solved; by the solver that cvxpy itself chooses where it is None."""
    gains, ratio = gains_of(program), float(program.ratio)
    first, second = pairs_of(program.k)
    p = cp.Variable(gains.shape, nonneg=True)
    constraints = [cp.sum(p, axis=0) == 1, p[:, first] <= ratio * p[:, second]]
    problem = cp.Problem(cp.Maximize(cp.sum(cp.multiply(gains, p))), constraints)
    return float(problem.solve(solver=solver))


def values_of(program: LinearProgram) -> Iterator[Values]:
    """The Parameters of `by_rows` at the program's ratio and a little above it, again and again."""
    return cycle([{"excess": float(program.ratio) * x - 1} for x in MOVES])


def ratios(ratio: SupportsFloat) -> Iterator[Values]:
    """The Parameter of `Problem.as_cvxpy()` at a ratio and a little above it, again and again."""
    return cycle([{"ratio": float(ratio) * x} for x in MOVES])


def solved(model: cp.Problem, solver: str | None) -> float:
    return float(model.solve(solver=solver))


def give(model: cp.Problem, values: Values) -> None:
    for name, x in values.items():
        model.param_dict[name].value = x


def resolving(
    build: Build, values: Callable[[], Iterator[Values]], solvers: Sequence[str | None] = (None, LINEAR)
) -> Callable[[], float]:
    """A model solved again, each time at the next values, by the quickest of these solvers; it is built and compiled before.

    None is the solver that cvxpy chooses.
    """

    def by(solver: str | None) -> Callable[[], float]:
        model, following = build(), values()

        def run() -> float:
            give(model, next(following))
            return solved(model, solver)

        run()
        return run

    ways = list(map(by, solvers))
    return ways[0] if len(ways) == 1 else min(ways, key=lambda run: timed(run, 3).seconds)


def sweeping(build: Build, values: Sequence[Values], solve: Solve = solved) -> Callable[[], list[float]]:
    """A model built once and solved at each of the values, by the quicker of cvxpy's default solver and HiGHS."""

    def by(solver: str | None) -> Callable[[], list[float]]:
        def run() -> list[float]:
            model, found = build(), []
            for each_value in values:
                give(model, each_value)
                found.append(solve(model, solver))
            return found

        return run

    return min(by(None), by(LINEAR), key=lambda run: timed(run, 1).seconds)


def least_product(model: cp.Problem, solver: str | None) -> float:
    """The least A·B of a binary variance's program: at two s, then between neighbours until no s finds another point."""

    def at(s: float) -> tuple[float, float]:
        model.param_dict["s"].value = s
        model.solve(solver=solver)
        return float(model.var_dict["A"].value), float(model.var_dict["B"].value)

    def between(left: tuple[float, float], right: tuple[float, float]) -> list[tuple[float, float]]:
        width, height = right[0] - left[0], left[1] - right[1]
        if min(width, height) <= NEAR:
            return []
        point = at(height / width)
        if height * (point[0] - left[0]) + width * (point[1] - left[1]) > -NEAR * width * height:
            return []
        return [point, *between(left, point), *between(point, right)]

    ends = sorted((at(STEEP), at(1 / STEEP)))
    return min(a * b for a, b in [*ends, *between(ends[0], ends[1])])


def each(solve: Callable[[Any], object], asked: Iterable[object]) -> None:
    """A model built anew for each of the questions."""
    for question in asked:
        solve(question)
