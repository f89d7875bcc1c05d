"""Solve the linear program over orbits of patterns, or over listed rows, in floats by HiGHS, with weights and dual prices.

An orbit has the patterns that differ only by exchanging inputs that the objective treats alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import flint
import numpy as np

from rropt.designs.objectives.divergences.phi import Phi, bend
from rropt.designs.objectives.row_function import Function, floats_of
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.orbits import Orbits
from rropt.designs.sublinear.program import SublinearProgram
from rropt.engine.sets import Counts
from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.exact.errors import Undecided
from rropt.exact.matrix import Rows
from rropt.solvers.highs import dense_rows, minimise, sparse_rows

__all__ = [
    "LeastSolved",
    "Solved",
    "fairest",
    "few_patterns",
    "floats_of_sums",
    "solve",
    "solve_by",
    "solve_least",
]

Array: TypeAlias = Any
TINY = 1e-9
SMALL = 1e-3  # from this t − 1 on, numbers of the size (t − 1)² are not lost to rounding
NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer of HiGHS: status, value, orbits (or listed rows) by name, and one multiplier for each class of inputs.

    `support` lists the orbits with positive weight. `tight` lists the orbits whose equations give the multipliers; if no such
    orbits are found, it equals `support`. `near` lists all orbits whose inequality is nearly an equality. If a linear function of
    the row was subtracted from the objective's function before solving, `multipliers` belong to the difference, and `linear` has
    the multipliers of the linear function.
    """

    status: str
    value: float
    support: tuple[Counts, ...] = ()
    tight: tuple[Counts, ...] = ()
    near: tuple[Counts, ...] = ()
    multipliers: tuple[float, ...] = ()
    linear: tuple[Number, ...] = ()


def floats_of_sums(function: Function, sums: Sequence[Array], ratio: float) -> Array:
    """Compute the objective's function f at patterns in floats, from the products vᵀs of distributions v with patterns s.

    `sums` has one array of products for each distribution v on which f depends. A pattern has the entries 1 and t, and t is
    `ratio`. For information f also needs x log x for each entry x: it is t log t if x = t, and 0 if x = 1.
    """
    if function.phi is None:
        (q,) = sums
        return (q - 1) * (ratio * np.log(ratio) / (ratio - 1)) - q * np.log(q)
    a, b = sums
    return function.phi.floats_of_positive(a, b)


def _rows_of(program: SublinearProgram) -> tuple[Array, Array]:
    """Return the listed rows, scaled to mean 1, and the value of the objective's function at each of them.

    If `program` has patterns instead, it must have two inputs and δ > 0. Then four rows are returned: the two patterns, and the two
    rows that reveal the input. These are scaled so that the largest entry is 1.
    """
    if isinstance(program.rows, Generators):
        rows = program.rows.floats
        rows = rows / rows.mean(axis=1)[:, None]
        return rows, floats_of(program.function, rows)
    low = 1 / float(program.ratio)
    rows = np.array([[1.0, low], [low, 1.0], [1.0, 0.0], [0.0, 1.0]])
    return rows, floats_of(program.function, rows)


def _orbit_rows(program: SublinearProgram) -> tuple[Array, Array]:
    """Take one pattern of each orbit, scaled to mean 1; return its mean over each class of inputs, and the scaled patterns."""
    orbits = program.rows.names()
    rows = _held(program) * (float(program.ratio) - 1) + 1
    sums = 1 + (float(program.ratio) - 1) * np.array(orbits, dtype=float) / np.array(program.classes.sizes, dtype=float)
    size = rows.mean(axis=1)
    return sums / size[:, None], rows / size[:, None]


def _held(program: SublinearProgram) -> Array:
    """Return an array [orbit, input] with one pattern of each orbit: 1 where the pattern's entry is t, and 0 where it is 1."""
    counts = np.array(program.rows.names())
    held = np.zeros((len(counts), program.classes.k))
    for c, members in enumerate(program.classes.members):
        held[:, members] = np.arange(len(members)) < counts[:, c, None]
    return held


@dataclass(frozen=True, slots=True)
class _Posed:
    """The linear program: maximise Σ θ·worth subject to Σ θ·sums = right, over weights θ ≥ 0 of orbits or of listed rows.

    `worth` is indexed [function, column]. `gap` is None, or the unit in which entries of a row differ from 1 (t − 1 for patterns).
    """

    sums: Array
    right: Array
    worth: Array
    gap: float | None = None

    def multipliers(self, y: Array) -> Array:
        """Convert multipliers of this program's equations to those of the usual equations, one for each class of inputs.

        The usual equation of a class says that the mean of the mechanism over the class is 1.
        """
        if self.gap is None:
            return y
        others = y[1:] / self.gap
        return np.concatenate([[y[0] - others.sum()], others])


def _pose_orbits(program: SublinearProgram, functions: Sequence[Function]) -> _Posed:
    """Write the program over orbits of patterns (rows with the entries 1 and t) in floats, with these functions.

    If t − 1 is small, all entries of patterns are near 1, and floats would lose what matters. Then the means of a pattern over
    classes are replaced by their differences, in units of t − 1. From each function the part that is linear in the row is left out;
    the rest has the size (t − 1)².
    """
    gap = float(program.ratio - 1)
    if gap >= SMALL or program.rows.is_silent:
        sums, rows = _orbit_rows(program)
        return _Posed(sums, np.ones(sums.shape[1]), np.array([floats_of(one, rows) for one in functions]))
    held, names = _held(program), np.array(program.rows.names(), dtype=float)
    means = names / np.array(program.classes.sizes, dtype=float)
    size = 1 + gap * held.mean(axis=1)
    # one equation for the mean over the first class, and one for each other class, whose mean is the same
    sums = np.hstack([1 + gap * means[:, :1], means[:, 1:] - means[:, :1]]) / size[:, None]
    worth = np.array([floats_near_silence(one, held, gap) for one in functions]) / size
    return _Posed(sums, np.eye(sums.shape[1])[0], worth, gap)


def floats_near_silence(function: Function, held: Array, gap: float) -> Array:
    """Compute `function` in floats at rows near (1, …, 1), without the part that is linear in the row.

    The rows are 1 + gap·v, for each vector v in `held`, which is indexed [row, input]. The part that is left out sums to 0 over the
    rows of a mechanism.
    """
    vectors = [np.array([float(x) for x in v]) for v in function.vectors]
    if function.is_several:
        return np.array([float(w) for w in function.weights]) @ [
            floats_near_silence(one, held, gap) for one in function.each
        ]
    if function.phi is None:
        share = held @ vectors[0]
        q = 1 + gap * share
        return q * (bend(gap * (held - share[:, None]) / q[:, None]) @ vectors[0])
    if vectors:
        a, b = held @ vectors[0], held @ vectors[1]
        return _near_silence(function.phi, a, b, gap)
    many = held.sum(axis=1)
    one, none = np.ones(1), np.zeros(1)
    both = [_near_silence(function.phi, *pair, gap)[0] for pair in ((one, none), (none, one))]
    return many * (function.k - many) * sum(both)


def _near_silence(phi: Phi, a: Array, b: Array, gap: float) -> Array:
    """Compute a divergence between 1 + gap·a and 1 + gap·b in floats, without losing digits to cancellation. A term that is linear
    in a − b may be left out."""
    return phi.floats_near_silence(1 + gap * a, 1 + gap * b, gap * (a - b))


def _pose_near_silence(program: SublinearProgram) -> _Posed | None:
    """If the entries of each listed row are nearly equal, rescale the program so that floats do not lose the differences.

    Each row is first divided by the mean of its entries. Then each entry is stated by its difference from 1, in units of a small
    gap. `_pose_orbits` rescales patterns in a similar way.

    Return None if the program is over patterns, if fewer than two rows are listed, if the entries of some row differ too much, if a
    budget limits the rows, or if the objective is neither information at stated priors, nor a divergence between stated
    distributions, nor a sum of these.
    """
    rows = program.rows
    if not isinstance(rows, Generators) or rows.has_budgets or not program.function.is_of_lists:
        return None
    k = program.function.k
    found = rows.near_silence([Fraction(1, k)] * k)
    if found is None:
        return None
    gap, held = found
    sums = np.hstack([1 + gap * held[:, :1], held[:, 1:] - held[:, :1]])
    return _Posed(sums, np.eye(k)[0], floats_near_silence(program.function, held, gap)[None, :], gap)


def _linear_part(function: Function, members: Sequence[Sequence[int]], gap: float | None) -> tuple[Number, ...]:
    """Return the linear function that `floats_near_silence` leaves out of `function`, as one factor for each class of inputs.

    First let `function` be a divergence of the distributions p and q, made by a function φ. If φ's own method `floats_near_silence`
    leaves something out, the linear function has the value φ′(1)·(p − q)·s at a row s. Otherwise the linear function is 0. Both
    cases are computed in one way: the method's value at 1 + gap is subtracted from φ(1 + gap). The difference is φ′(1)·gap in the
    first case, and 0 in the second.

    For a weighted sum of several functions, their linear functions are added with these weights. For information, and for sums over
    ordered pairs of inputs, the result is 0. It is 0 also if `gap` is None.
    """
    if gap is not None and function.parts:
        parts = [_linear_part(part, members, gap) for part in function.parts]
        return tuple(sum(w * x for w, x in zip(function.weights, xs, strict=True)) for xs in zip(*parts, strict=True))
    if gap is None or function.phi is None or not function.vectors:
        return (Fraction(0),) * len(members)
    one = np.ones(1)
    left = float(_near_silence(function.phi, one, 0 * one, gap)[0])
    with flint.ctx.workprec(128 - 2 * math.frexp(gap)[1]):
        whole = function.phi.ball(1 + flint.arb(gap), flint.arb(1))
        slope = enclose_ball(((whole - left) / gap).mid())[0]
    p, q = function.vectors
    return tuple(slope * (p[j] - q[j]) for j, *_ in members)


def solve(program: SublinearProgram) -> Solved:
    """Solve the program with HiGHS. The result has only a status and a value if the program is not solved, for two inputs with δ >
    0, and if the least of several sums is maximised."""
    if program.function.is_least:
        return Solved("Optimal", _value_of_least(program))
    near_silence = _pose_near_silence(program)
    if near_silence is not None:
        posed = near_silence
    elif program.delta == 0 and isinstance(program.rows, Orbits):
        posed = _pose_orbits(program, [program.function])
    else:
        rows, values = _rows_of(program)
        posed = _Posed(rows, np.ones(rows.shape[1]), values[None, :])
    sums, (worth,) = posed.sums, posed.worth
    scale = float(worth.max()) or 1.0
    matrix, low, high = sums.T, posed.right, posed.right
    if program.delta != 0:
        reveal = np.eye(4)[2:]
        matrix, low = np.vstack([matrix, reveal]), np.concatenate([low, np.zeros(2)])
        high = np.concatenate([high, np.full(2, float(program.delta))])
    answer = minimise(-worth / scale, dense_rows(list(matrix), list(low), list(high)))
    if not answer.is_solved or program.delta != 0:
        return Solved(answer.status, -answer.value * scale)
    orbits, sizes = program.rows.names(), np.array(program.classes.sizes, dtype=float)
    heavy = [n for n in range(len(orbits)) if answer.point[n] > TINY]
    y, tight = _vertex_of_dual(sums, worth / scale, -answer.multipliers, answer.basic_columns)
    slack = sums @ y - worth / scale
    near = [int(n) for n in np.argsort(slack) if slack[n] < NEAR]
    support, equal, close = (tuple(orbits[n] for n in some) for some in (heavy, tight or heavy, near))
    multipliers = tuple(map(float, posed.multipliers(y * scale) / sizes))
    linear = _linear_part(program.function, program.classes.members, posed.gap)
    return Solved(answer.status, -answer.value * scale, support, equal, close, multipliers, linear)


def _value_of_least(program: SublinearProgram) -> float:
    """Compute in floats the largest possible value of the least of several sums.

    For two inputs with δ > 0 one mechanism makes all of the sums largest at once.
    """
    if program.delta == 0:
        return solve_least(program).value
    return min(solve(program.at(one)).value for one in program.function.each)


@dataclass(frozen=True, slots=True)
class LeastSolved:
    """The largest possible value of the least of several sums, with the weight of each function and the share of each orbit.

    The mechanism with these shares also maximises the weighted mean of the sums.
    """

    value: float
    weights: tuple[float, ...]
    shares: tuple[tuple[Counts, float], ...]


def solve_least(program: SublinearProgram) -> LeastSolved:
    """Find with HiGHS the largest possible value of the least of several sums.

    Each sum is that of one function over a mechanism's rows. The result also has a weight for each function and a share for each
    orbit of patterns. HiGHS finds these numbers; then the inequalities that hold with equality are solved for them again.
    """
    posed = _pose_orbits(program, program.function.each)
    sums, worth, one = posed.sums, posed.worth, posed.right
    scale = float(worth.max()) or 1.0
    several, n = worth.shape
    above = np.hstack([worth / scale, -np.ones((several, 1))])
    covered = np.hstack([sums.T, np.zeros((sums.shape[1], 1))])
    low, high = np.concatenate([np.zeros(several), one]), np.concatenate([np.full(several, np.inf), one])
    free = np.concatenate([np.zeros(n), [-np.inf]])
    answer = minimise(
        -np.eye(n + 1)[-1], dense_rows(list(np.vstack([above, covered])), list(low), list(high)), lower=free
    )
    if not answer.is_solved:
        raise Undecided(
            f"HiGHS did not solve the program of several sums ({answer.status}), so no design is proposed; "
            "change the numbers slightly"
        )
    heavy = np.flatnonzero(answer.point[:-1] > TINY)
    binding = np.flatnonzero(np.abs(answer.multipliers[:several]) > TINY)
    left = np.vstack([above[binding], covered])[:, [*heavy, n]]
    # of several solutions the one nearest to this, which keeps the inequalities that do not bind
    near = answer.point[[*heavy, n]]
    point = near + np.linalg.lstsq(left, np.concatenate([np.zeros(len(binding)), one]) - left @ near, rcond=None)[0]
    orbits = program.rows.names()
    held = np.array(orbits, dtype=float).sum(axis=1) / program.function.k  # the share of inputs at which a pattern is t
    sizes = 1 + (float(program.ratio) - 1) * held
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


def _vertex_of_dual(sums: Array, worth: Array, y: Array, basis: Sequence[int]) -> tuple[Array, list[int]]:
    """Compute the multipliers for which the patterns in `basis` satisfy their dual inequalities with equality.

    Return these multipliers and the indices of the patterns. If the equalities have no unique solution, or if the solution violates
    the dual inequality of some pattern, return `y` and an empty list.
    """
    columns = list(basis)
    if len(columns) == sums.shape[1] and np.linalg.matrix_rank(sums[columns]) == len(columns):
        found = np.linalg.solve(sums[columns], worth[columns])
        if float((sums @ found - worth).min()) > -NEAR / 100:
            return found, columns
    return y, []


def solve_by(program: SublinearProgram, solver: str) -> tuple[str, float]:
    """Compute the largest sum of the objective's function, or the largest least of several sums, by this solver of cvxpy, with its
    status."""
    import cvxpy as cp

    from rropt.solvers.cvxpy import require_solver, run

    if program.delta == 0 and isinstance(program.rows, Orbits):
        functions = program.function.each if program.function.is_least else [program.function]
        posed = _pose_orbits(program, functions)
    else:
        functions = program.function.each if program.function.is_least else (program.function,)
        parts = [_rows_of(program.at(one)) for one in functions]
        posed = _Posed(parts[0][0], np.ones(parts[0][0].shape[1]), np.array([values for _, values in parts]))
    sums, several, scale = posed.sums, posed.worth, float(posed.worth.max()) or 1.0
    weights = cp.Variable(several.shape[1], nonneg=True)
    conditions = [sums.T @ weights == posed.right] + (
        [weights[2:] <= float(program.delta)] if program.delta != 0 else []
    )
    if isinstance(program.rows, Generators) and program.rows.has_budgets:
        over = program.rows.taken / program.rows.floats.mean(axis=1)
        conditions.append(over @ weights <= float(program.rows.delta))
    answer = run(cp.Problem(cp.Maximize(cp.min(several @ weights / scale)), conditions), require_solver(solver))
    return answer.status, answer.value * scale


def few_patterns(rows: Rows, right: Sequence[Number]) -> list[int]:
    """Choose a few patterns that have weights w ≥ 0 with rows·w = right; return their indices.

    The patterns are the columns of `rows`. The solution is a vertex, so there are at most as many chosen patterns as equations. The
    list is empty if HiGHS finds no solution.
    """
    made = [[float(x) for x in row] for row in rows]
    levels = [float(x) for x in right]
    costs = np.random.default_rng(0).random(len(made[0]))
    answer = minimise(costs, dense_rows(made, levels, levels))
    return [n for n in range(len(made[0])) if answer.point[n] > TINY] if answer.is_solved else []


def fairest(values: Array) -> tuple[Fraction, ...]:
    """Find rational weights of functions such that the largest weighted mean over all mechanisms is as small as possible.

    `values` is indexed [function, mechanism]. If HiGHS finds no such weights, all weights are equal.
    """
    n, lists = (int(x) for x in values.shape)
    # minimise z subject to z ≥ the mean of each column, in units of the largest value
    below = np.column_stack([values.T / (float(values.max()) or 1.0), -np.ones(lists)])
    rows = np.vstack([below, [*[1.0] * n, 0.0]])
    found = minimise(np.array([0.0] * n + [1.0]), sparse_rows(rows, [-np.inf] * lists + [1.0], [0.0] * lists + [1.0]))
    if found.status != "Optimal":
        return (Fraction(1, n),) * n
    near = [max(Fraction(0), Fraction(float(x)).limit_denominator(10**6)) for x in found.point[:n]]
    whole = sum(near, Fraction(0))
    return tuple(w / whole for w in near)
