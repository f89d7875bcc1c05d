"""The numeric leg of a linear design by HiGHS: mk sparse rows instead of m·k(k−1).

A row with max ≤ T·min is v_i/T + (1 − 1/T)·q_ij with 0 ≤ q_ij ≤ v_i, v_i the largest entry it may have. That leaves one
inequality an entry besides the k equations Σ_i p_ij = 1, and coefficients between 0 and 1 for every T, near 1 or huge,
where the pairwise model makes solvers answer wrongly; it is solved many times faster than u_i ≤ p_ij ≤ T·u_i. For δ > 0
each ordered pair has its excesses w_ijl ≥ p_ij − T·p_il, w ≥ 0, Σ_i w_ijl ≤ δ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rropt.exact.patience import known_answers
from rropt.linear.program import LinearProgram
from rropt.solvers.highs import (
    Floats,
    HighsAnswer,
    Options,
    SparseRows,
    dense_rows,
    minimise,
)

__all__ = [
    "Chain",
    "LinearAnswer",
    "float_matrix",
    "pairs_of",
    "pairwise",
    "power_of_two",
    "resolution",
    "solve_linear",
    "solve_symmetric_trace",
    "usual_scale",
    "way_of_pairs",
]

Indices = npt.NDArray[np.int32]
LAST = "the last linear program"  # that was solved in floats
LARGE = 100.0
FORBIDDING = 1e4  # times the middle gain: a loss that forbids an action rather than weighing it
# where a value is wanted and no basis, an interior point answers programs of many excesses tens of times sooner
MANY = 4000
INTERIOR: Options = (("solver", "ipm"), ("run_crossover", "off"))
# from there to here an interior point and then a crossover to a basis takes a tenth of the time of the simplex method
MOST_CROSSED = 13500
CROSSED: Options = (("solver", "ipm"), ("run_crossover", "on"))
# in the one-row form presolve finds little to remove, and takes a fifth to a third of the time
DIRECT: Options = (("presolve", "off"),)


@dataclass(frozen=True, slots=True)
class Chain:
    """What a simplex basis says of an output: the inputs at the top of its row, and those between, highest first. An
    output that is not `used` has a zero row, whose between entries still tie multipliers of inputs to its weights."""

    output: int
    used: bool
    high: frozenset[int]
    between: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinearAnswer:
    """A solver's claim about a linear design: floats, not to be trusted. Where δ = 0, `columns` are the multipliers of
    the inputs and `chains` tell the last basis."""

    solver: str
    status: str
    value: float
    rows: Floats
    columns: Floats
    chains: tuple[Chain, ...] = ()


def float_matrix(program: LinearProgram) -> Floats:
    """The gains (weights of the maximisation) as doubles."""
    return np.array([[float(x) for x in row] for row in program.gains])


def power_of_two(gains: Floats) -> float:
    """A power of two near the largest gain."""
    largest = float(np.abs(gains).max())
    return 2.0 ** np.floor(np.log2(largest)) if 0 < largest < np.inf else 1.0


def usual_scale(gains: Floats) -> float:
    """A power of two near the largest gain; near the middle one where a few gains are so large that the solver's absolute
    tolerance would hide the others."""
    sizes = np.abs(gains[gains != 0])
    middle = float(np.median(sizes)) if len(sizes) else 0.0
    return power_of_two(gains if middle * FORBIDDING >= np.abs(gains).max() else np.array([middle]))


def resolution(program: LinearProgram, tolerance: float) -> float:
    """By how much the value may change if every probability is off by a solver's tolerance."""
    return tolerance * float(np.abs(float_matrix(program)).sum())


def solve_linear(program: LinearProgram) -> LinearAnswer:
    """HiGHS's answer; the last one within an answer is remembered, since the numeric leg asks what the exact leg began from."""
    known = known_answers()
    if known.get(LAST, (None,))[0] is not program:
        known[LAST] = program, _solve(program)
    found: LinearAnswer = known[LAST][1]
    return found


def _solve(program: LinearProgram) -> LinearAnswer:
    """The gains are divided by a power of two first, since the solver's tolerances are absolute."""
    gains, ratio, delta = float_matrix(program), float(program.ratio), float(program.delta)
    scale = usual_scale(gains)
    gains = gains / scale
    m, k = gains.shape
    chains: tuple[Chain, ...] = ()
    if program.delta == 0:
        answer = _row_wise(gains, ratio)
        q, v = answer.point[: m * k].reshape(m, k), answer.point[m * k :]
        rows = v[:, None] / ratio + (1 - 1 / ratio) * q
        chains = _chains(answer, q)
    else:
        answer = pairwise(gains, ratio, delta, options=way_of_pairs(m, k))
        rows = answer.point[: m * k].reshape(m, k)
    value = scale * (-answer.value if program.maximise else answer.value)
    return LinearAnswer("HiGHS", answer.status, value, rows, -scale * answer.multipliers[-k:], chains)


def way_of_pairs(m: int, k: int) -> Options:
    """How the pair form of so many excesses is solved: with a basis where an exact one is looked for."""
    count = m * k * (k - 1)
    return () if count <= MANY else CROSSED if count <= MOST_CROSSED else INTERIOR


def solve_symmetric_trace(program: LinearProgram) -> HighsAnswer:
    """The largest trace at δ > 0 over mechanisms with p_ii = a and p_ij = b for i ≠ j.

    The average of an optimal mechanism over all relabellings of inputs and outputs alike is as good and keeps the demand, whose
    excesses are convex. Variables a, b and the excesses of an ordered pair: a − T·b, b − T·a, and k − 2 times b − T·b.
    """
    t, delta, k = float(program.ratio), float(program.delta), program.k
    rows = [
        [1.0, k - 1.0, 0.0, 0.0, 0.0],
        [1 / t, -1.0, -1 / t, 0.0, 0.0],
        [-1.0, 1 / t, 0.0, -1 / t, 0.0],
        [0.0, 1 / t - 1, 0.0, 0.0, -1 / t],
        [0.0, 0.0, 1.0, 1.0, k - 2.0],
    ]
    upper = [1.0, 0.0, 0.0, 0.0, delta]
    answer = minimise(np.array([-1.0, 0, 0, 0, 0]), dense_rows(rows, [1.0, *([-np.inf] * 4)], upper))
    return replace(answer, value=-k * answer.value if program.maximise else answer.value)


def _row_wise(gains: Floats, ratio: float) -> HighsAnswer:
    """Variables q (m·k) then v (m); rows q_ij − v_i ≤ 0, then for each input (1−1/T)·Σ_i q_ij + Σ_i v_i/T = 1."""
    m, k = gains.shape
    n, low = m * k, 1 / ratio
    q, v = np.arange(n, dtype=np.int32), n + np.repeat(np.arange(m, dtype=np.int32), k)
    bounded = np.stack([q, v.astype(np.int32)], axis=1).ravel()
    columns = np.concatenate([q.reshape(m, k).T, np.tile(n + np.arange(m), (k, 1))], axis=1).ravel()
    rows = SparseRows(
        np.concatenate([np.arange(0, 2 * n + 1, 2), 2 * n + 2 * m * np.arange(1, k + 1)]).astype(np.int32),
        np.concatenate([bounded, columns]).astype(np.int32),
        np.concatenate([np.tile([1.0, -1.0], n), np.tile(np.repeat([1 - low, low], m), k)]),
        np.concatenate([np.full(n, -np.inf), np.ones(k)]),
        np.concatenate([np.zeros(n), np.ones(k)]),
    )
    cost = np.concatenate([-(1 - low) * gains.ravel(), -low * gains.sum(axis=1)])
    return minimise(cost, rows, options=DIRECT)


def _chains(answer: HighsAnswer, q: Floats) -> tuple[Chain, ...]:
    """An entry is high where q_ij is basic and its slack is not, between where both are; an output is used where v_i is
    basic. There are as many used outputs and between entries as inputs, unless both q_ij and its slack left the basis."""
    m, k = q.shape
    basic, slack = np.zeros(m * k + m, dtype=bool), np.zeros(m * k + k, dtype=bool)
    basic[list(answer.basic_columns)] = True
    slack[list(answer.basic_rows)] = True
    above, below = basic[: m * k].reshape(m, k), slack[: m * k].reshape(m, k)
    found = []
    for i in range(m):
        between = sorted(np.flatnonzero(above[i] & below[i]).tolist(), key=lambda j: -q[i, j])
        used = bool(basic[m * k + i] and (above[i] | below[i]).all())
        if used or between:
            found.append(Chain(i, used, frozenset(np.flatnonzero(above[i] & ~below[i]).tolist()), tuple(between)))
    return tuple(found)


def pairs_of(k: int) -> list[tuple[int, int]]:
    """The ordered pairs of inputs in the order of the pair form."""
    return [(j, el) for j in range(k) for el in range(k) if j != el]


def pairwise(gains: Floats, ratio: float, delta: float, *, options: Options = ()) -> HighsAnswer:
    """Variables p (m·k) then one excess for each pair and output; rows p_ij − T·p_il − w_ijl ≤ 0, Σ_i w_ijl ≤ δ, Σ_i p_ij = 1.

    For a large T the variables are c and d with p = c/T + d instead, and the first rows c_ij/T + d_ij − c_il − w_ijl ≤ 0:
    they imply the others, and c = T·p, d = 0 satisfies them; so no coefficient exceeds 1.
    """
    return _join(minimise(*_pair_program(gains, ratio, delta), options=options), gains, ratio)


def _places(m: int, k: int) -> tuple[Indices, Indices, Indices]:
    """The places of p_ij, p_il and w_ijl for each pair (j, l) and output i, in the order of the pair form."""
    pairs = np.array(pairs_of(k), dtype=np.int32).reshape(-1, 2)
    outputs = k * np.arange(m, dtype=np.int32)
    high, low = ((outputs + pairs[:, [n]]).ravel() for n in (0, 1))
    return high, low, np.arange(len(pairs) * m, dtype=np.int32)


def _pair_program(gains: Floats, ratio: float, delta: float) -> tuple[Floats, SparseRows]:
    """The costs and the rows, in c and d for a large T."""
    return _split(gains, ratio, delta) if ratio > LARGE else _plain(gains, ratio, delta)


def _plain(gains: Floats, ratio: float, delta: float) -> tuple[Floats, SparseRows]:
    m, k = gains.shape
    n = m * k
    high, low, w = _places(m, k)
    index = np.stack([high, low, n + w], axis=1)
    values = np.tile([1.0, -ratio, -1.0], (len(w), 1))
    cost = np.concatenate([-gains.ravel(), np.zeros(len(w))])
    columns = np.arange(n, dtype=np.int32).reshape(m, k).T
    return cost, _pair_rows(index, values, n + w.reshape(-1, m), columns, np.ones((k, m)), delta)


def _split(gains: Floats, ratio: float, delta: float) -> tuple[Floats, SparseRows]:
    m, k = gains.shape
    n = m * k
    high, low, w = _places(m, k)
    index = np.stack([high, n + high, low, 2 * n + w], axis=1)
    values = np.tile([1 / ratio, 1.0, -1.0, -1.0], (len(w), 1))
    cost = np.concatenate([-gains.ravel() / ratio, -gains.ravel(), np.zeros(len(w))])
    own = np.arange(n, dtype=np.int32).reshape(m, k).T
    columns, sizes = np.concatenate([own, n + own], axis=1), np.tile(np.repeat([1 / ratio, 1.0], m), (k, 1))
    return cost, _pair_rows(index, values, 2 * n + w.reshape(-1, m), columns, sizes, delta)


def _join(answer: HighsAnswer, gains: Floats, ratio: float) -> HighsAnswer:
    """The answer in p. Where c_il and d_il are both basic, T·p_il exceeds c_il, so a row that held c_il back is slack."""
    if ratio <= LARGE:
        return answer
    n, (_, low, _) = gains.size, _places(*gains.shape)
    c, d, w = answer.point[:n], answer.point[n : 2 * n], answer.point[2 * n :]
    basic = np.zeros(len(answer.point), dtype=bool)
    basic[list(answer.basic_columns)] = True
    slack = set(answer.basic_rows)
    for both in np.flatnonzero(basic[:n] & basic[n : 2 * n]).tolist():
        slack |= set([row for row in np.flatnonzero(low == both).tolist() if row not in slack][:1])
    columns = np.flatnonzero(np.concatenate([basic[:n] | basic[n : 2 * n], basic[2 * n :]])).tolist()
    point = np.concatenate([c / ratio + d, w])
    return replace(answer, point=point, basic_columns=tuple(columns), basic_rows=tuple(sorted(slack)))


def _pair_rows(
    index: Indices, values: Floats, excesses: Indices, columns: Indices, sizes: Floats, delta: float
) -> SparseRows:
    """The excesses' definitions, their sums, and the columns' sums."""
    lengths = [np.full(len(a), a.shape[1]) for a in (index, excesses, columns)]
    below = len(index) + len(excesses)
    return SparseRows(
        np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int32),
        np.concatenate([index.ravel(), excesses.ravel(), columns.ravel()]).astype(np.int32),
        np.concatenate([values.ravel(), np.ones(excesses.size), sizes.ravel()]),
        np.concatenate([np.full(below, -np.inf), np.ones(len(columns))]),
        np.concatenate([np.zeros(len(index)), np.full(len(excesses), delta), np.ones(len(columns))]),
    )
