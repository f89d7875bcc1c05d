"""The linear program over orbits in floats, by HiGHS: weights, multipliers, and which inequalities are nearly tight."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from scipy.special import xlogy

from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.matrix import Rows
from rropt.problem.classes import Counts
from rropt.solvers.highs import dense_rows, minimise
from rropt.sublinear.function import Function, Kind
from rropt.sublinear.program import SublinearProgram

__all__ = ["LeastSolved", "Solved", "few_patterns", "floats_of", "floats_of_sums", "solve", "solve_by", "solve_least"]

Array: TypeAlias = Any
TINY = 1e-9
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Solved:
    """What HiGHS claims; the orbits with weights, those whose equations give the multipliers, and all that are nearly tight."""

    status: str
    value: float
    support: tuple[Counts, ...] = ()
    tight: tuple[Counts, ...] = ()
    near: tuple[Counts, ...] = ()
    multipliers: tuple[float, ...] = ()


def floats_of(function: Function, rows: Array) -> Array:
    """f of each row."""
    vectors = [np.array([float(x) for x in v]) for v in function.vectors]
    if function.kind is Kind.INFORMATION and len(vectors) > 1:
        return np.array([float(w) for w in function.weights]) @ [floats_of(one, rows) for one in function.each]
    if function.kind is Kind.INFORMATION:
        q = rows @ vectors[0]
        return xlogy(rows, rows) @ vectors[0] - xlogy(q, q)
    if vectors:
        return _divergence(function.kind, rows @ vectors[0], rows @ vectors[1])
    high, low = rows.max(axis=1), rows.min(axis=1)
    if ((rows != high[:, None]) & (rows != low[:, None])).any():
        every = itertools.permutations(range(function.k), 2)
        return sum(_divergence(function.kind, rows[:, a], rows[:, b]) for a, b in every)
    # rows of two numbers: there are as many pairs of both as there are inputs of the one times those of the other
    held = (rows == high[:, None]).sum(axis=1)
    pairs = np.where(high == low, 0, held * (function.k - held))
    return pairs * (_divergence(function.kind, high, low) + _divergence(function.kind, low, high))


def floats_of_sums(function: Function, sums: Sequence[Array], ratio: float) -> Array:
    """f of patterns, from the sums of each with the distributions in f: s log s is t log t where s is t, and else 0."""
    if function.kind is Kind.INFORMATION:
        (q,) = sums
        return (q - 1) * (ratio * np.log(ratio) / (ratio - 1)) - q * np.log(q)
    a, b = sums
    if function.kind is Kind.KL:
        return a * np.log(a / b)
    return _divergence(function.kind, a, b)


def _divergence(kind: Kind, a: Array, b: Array) -> Array:
    if kind is Kind.TV:
        return abs(a - b) / 2
    if kind is Kind.HELLINGER:
        return (np.sqrt(a) - np.sqrt(b)) ** 2 / 2
    safe = np.where(b > 0, b, 1.0)
    if kind is Kind.CHI2:
        return (a - b) ** 2 / safe
    return xlogy(a, a) - xlogy(a, safe)


def _rows_of(program: SublinearProgram) -> tuple[Array, Array]:
    """The mean over each class of patterns of mean 1, and f of them; for δ > 0 of four rows, of which the last two reveal."""
    if program.cone is not None:
        rows = program.cone.floats
        rows = rows / rows.mean(axis=1)[:, None]
        return rows, floats_of(program.function, rows)
    if program.delta == 0:
        sums, rows = _orbit_rows(program)
        return sums, floats_of(program.function, rows)
    t = float(program.ratio)
    rows = np.array([[t, 1.0], [1.0, t], [1.0, 0.0], [0.0, 1.0]])
    return rows, floats_of(program.function, rows)


def _orbit_rows(program: SublinearProgram) -> tuple[Array, Array]:
    """The mean over each class of patterns of mean 1, and the patterns."""
    orbits = program.orbits()
    rows = np.array([[x != 1 for x in program.row(counts)] for counts in orbits]) * (float(program.ratio) - 1) + 1
    sums = 1 + (float(program.ratio) - 1) * np.array(orbits, dtype=float) / np.array(program.classes.sizes, dtype=float)
    size = rows.mean(axis=1)
    return sums / size[:, None], rows / size[:, None]


def solve(program: SublinearProgram) -> Solved:
    """The program; for δ > 0 each of the rows that reveal has at most the weight δ."""
    if program.function.is_least:
        return Solved("Optimal", _value_of_least(program))
    sums, worth = _rows_of(program)
    scale = max(float(worth.max()), 1e-300)
    one = np.ones(sums.shape[1])
    matrix, low, high = sums.T, one, one
    if program.delta != 0:
        reveal = np.eye(4)[2:]
        matrix, low = np.vstack([matrix, reveal]), np.concatenate([one, np.zeros(2)])
        high = np.concatenate([one, np.full(2, float(program.delta))])
    answer = minimise(-worth / scale, dense_rows(list(matrix), list(low), list(high)))
    if not answer.is_solved or program.delta != 0:
        return Solved(answer.status, -answer.value * scale)
    orbits, sizes = program.orbits(), np.array(program.classes.sizes, dtype=float)
    heavy = [n for n in range(len(orbits)) if answer.point[n] > TINY]
    y, tight = _vertex_of_dual(sums, worth / scale, -answer.multipliers, answer.basic_columns)
    slack = sums @ y - worth / scale
    near = [int(n) for n in np.argsort(slack) if slack[n] < NEAR]
    support, equal, close = (tuple(orbits[n] for n in some) for some in (heavy, tight or heavy, near))
    multipliers = tuple(map(float, y * scale / sizes))
    return Solved(answer.status, -answer.value * scale, support, equal, close, multipliers)


def _value_of_least(program: SublinearProgram) -> float:
    """For δ > 0 all are largest at once."""
    if program.delta == 0:
        return solve_least(program).value
    return min(solve(replace(program, function=one)).value for one in program.function.each)


@dataclass(frozen=True, slots=True)
class LeastSolved:
    """The largest least sum of several functions: the weights of these, and the shares of orbits."""

    value: float
    weights: tuple[float, ...]
    shares: tuple[tuple[Counts, float], ...]


def solve_least(program: SublinearProgram) -> LeastSolved:
    """Maximise z with Σ θ_s f_a(s) ≥ z for every a, by HiGHS; θ and the weights again from the equations of the solution."""
    sums, rows = _orbit_rows(program)
    worth = np.array([floats_of(one, rows) for one in program.function.each])
    scale = max(float(worth.max()), 1e-300)
    several, n = worth.shape
    above = np.hstack([worth / scale, -np.ones((several, 1))])
    covered = np.hstack([sums.T, np.zeros((sums.shape[1], 1))])
    one = np.ones(sums.shape[1])
    low, high = np.concatenate([np.zeros(several), one]), np.concatenate([np.full(several, np.inf), one])
    free = np.concatenate([np.zeros(n), [-np.inf]])
    answer = minimise(
        -np.eye(n + 1)[-1], dense_rows(list(np.vstack([above, covered])), list(low), list(high)), lower=free
    )
    if not answer.is_solved:
        raise Undecided(
            f"HiGHS did not solve the program of several priors ({answer.status}), so no design is proposed"
        )
    heavy = np.flatnonzero(answer.point[:-1] > TINY)
    binding = np.flatnonzero(np.abs(answer.multipliers[:several]) > TINY)
    left = np.vstack([above[binding], covered])[:, [*heavy, n]]
    near = answer.point[[*heavy, n]]  # of several solutions of the equations the one that meets what binds nothing too
    point = near + np.linalg.lstsq(left, np.concatenate([np.zeros(len(binding)), one]) - left @ near, rcond=None)[0]
    sizes, orbits = 1 + (float(program.ratio) - 1) * _held_share(program), program.orbits()
    shares = np.maximum(point[:-1], 0) / sizes[heavy]
    paid = np.hstack([-worth[binding][:, heavy].T / scale, sums[heavy]])
    whole = np.concatenate([np.ones(len(binding)), np.zeros(sums.shape[1])])
    dual = np.linalg.lstsq(np.vstack([paid, whole]), np.eye(len(heavy) + 1)[-1], rcond=None)[0]
    weights = np.zeros(several)
    weights[binding] = np.maximum(dual[: len(binding)], 0)
    return LeastSolved(
        float(point[-1]) * scale,
        tuple(map(float, weights / weights.sum())),
        tuple((orbits[i], float(x)) for i, x in zip(heavy, shares / shares.sum(), strict=True)),
    )


def _held_share(program: SublinearProgram) -> Array:
    """Of how many of the inputs each pattern has t."""
    return np.array(program.orbits(), dtype=float).sum(axis=1) / program.function.k


def _vertex_of_dual(sums: Array, worth: Array, y: Array, basis: Sequence[int]) -> tuple[Array, list[int]]:
    """The vertex of the dual that belongs to the basis, and the patterns whose equations give it; else the point that is known."""
    columns = list(basis)
    if len(columns) == sums.shape[1] and np.linalg.matrix_rank(sums[columns]) == len(columns):
        found = np.linalg.solve(sums[columns], worth[columns])
        if float((sums @ found - worth).min()) > -NEAR / 100:
            return found, columns
    return y, []


def solve_by(program: SublinearProgram, solver: str) -> tuple[str, float]:
    """The same by a solver of cvxpy: its status and its value."""
    import cvxpy as cp

    from rropt.solvers.cvxpy import require_solver, run

    if program.function.is_least and program.delta == 0:
        sums, rows = _orbit_rows(program)
        several = np.array([floats_of(one, rows) for one in program.function.each])
    elif program.function.is_least:
        parts = [_rows_of(replace(program, function=one)) for one in program.function.each]
        sums, several = parts[0][0], np.array([worth for _, worth in parts])
    else:
        sums, worth = _rows_of(program)
        several = worth[None, :]
    weights = cp.Variable(several.shape[1], nonneg=True)
    conditions = [sums.T @ weights == 1] + ([weights[2:] <= float(program.delta)] if program.delta != 0 else [])
    if program.cone is not None and program.cone.has_slack:
        over = program.cone.over / program.cone.floats.mean(axis=1)
        conditions.append(over @ weights <= float(program.cone.delta))
    answer = run(cp.Problem(cp.Maximize(worth @ weights), conditions), require_solver(solver))
    return answer.status, answer.value


def few_patterns(rows: Rows, right: Sequence[Number]) -> list[int]:
    """Of patterns, a column each, some with weights that solve the equations, no more than there are equations."""
    made = [[float(x) for x in row] for row in rows]
    levels = [float(x) for x in right]
    costs = np.random.default_rng(0).random(len(made[0]))
    answer = minimise(costs, dense_rows(made, levels, levels))
    return [n for n in range(len(made[0])) if answer.point[n] > TINY] if answer.is_solved else []
