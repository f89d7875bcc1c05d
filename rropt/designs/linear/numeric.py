"""Solve linear designs in floats with HiGHS. For m outputs and δ = 0 there are m·k inequalities instead of the usual m·k(k−1).

Let T = e^ε. If δ = 0, every entry of a row is at most T times every other. Let v_i be the largest value that an entry of row i may
have. Then write p_ij = v_i/T + (1 − 1/T)·q_ij with 0 ≤ q_ij ≤ v_i. So there is one inequality per entry, in addition to the k
equations Σ_i p_ij = 1. All coefficients are between −1 and 1 for every T. The usual model p_ij ≤ T·p_il has the coefficients 1 and
T, and solvers answer wrongly with it if T is near 1 or huge. Another model has the least entry u_i of each row as a variable, with
u_i ≤ p_ij ≤ T·u_i. The model with q_ij is solved many times faster than this one.

If δ > 0, each output i and each ordered pair (j, l) of inputs have an excess w_ijl ≥ 0, with w_ijl ≥ p_ij − T·p_il. For each pair,
the excesses sum to at most δ.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.numeric import float_answer
from rropt.designs.linear.rows.program import RowProgram
from rropt.designs.linear.rows.splitting import claim_in_floats, is_for_splitting, split
from rropt.exact.patience import known_answers
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
    "resolution",
    "solve_linear",
    "solve_symmetric_trace",
    "usual_scale",
]

LAST = "the last linear program"  # the key of the last program that was solved in floats, and its answer
FORBIDDING = 1e4  # a loss of more than this times the median gain forbids an action rather than weighing it
# in the row-wise form presolve finds little to remove, and takes a fifth to a third of the time
DIRECT: Options = (("presolve", "off"),)


@dataclass(frozen=True, slots=True)
class Chain:
    """The entries of one output's row, as a simplex basis determines them.

    Let u be the least entry of the row, and T = e^ε. The row has T·u at the inputs in `high`. At the inputs in `between` its
    entries lie from u to T·u; these inputs are listed by falling entries. If an output is not `used`, its row is zero. The basis
    then still fixes the multiplier of each input in `between`: it is the weight that the output has at this input.
    """

    output: int
    used: bool
    high: frozenset[int]
    between: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LinearAnswer:
    """A solver's claim about a linear design, in floats that are not to be trusted.

    If δ = 0, `columns` are the multipliers of the inputs, and `chains` describe the solver's last basis.
    """

    solver: str
    status: str
    value: float
    rows: Floats
    columns: Floats
    chains: tuple[Chain, ...] = ()


def float_matrix(program: LinearProgram) -> Floats:
    """Convert the gains (the weights of the equivalent maximisation) to doubles, indexed [output, input]."""
    gains = program.gains
    # an object that stands at several places is converted once
    known = {place: float(x) for place, x in {id(x): x for row in gains for x in row}.items()}
    return np.array([[known[id(x)] for x in row] for row in gains])


def power_of_two(gains: Floats) -> float:
    """Return the largest power of two that is at most the largest absolute gain; 1 if the gains are 0 or infinite."""
    largest = float(np.abs(gains).max())
    return 2.0 ** np.floor(np.log2(largest)) if 0 < largest < np.inf else 1.0


def usual_scale(gains: Floats) -> float:
    """Return the number by which the gains are divided before a solver sees them: a power of two near the largest gain.

    If the largest gain exceeds the median gain more than `FORBIDDING` times, the power of two is near the median gain. Divided by a
    larger number, the other gains would vanish in the solver's absolute tolerance.
    """
    sizes = np.abs(gains[gains != 0])
    middle = float(np.median(sizes)) if len(sizes) else 0.0
    return power_of_two(gains if middle * FORBIDDING >= np.abs(gains).max() else np.array([middle]))


def resolution(program: LinearProgram, tolerance: float) -> float:
    """Bound the change of the value if every probability changes by at most `tolerance`, the tolerance of the solver.

    The bound is the tolerance times the sum of the absolute values of all weights.
    """
    return tolerance * float(np.abs(float_matrix(program)).sum())


def solve_linear(program: LinearProgram) -> LinearAnswer:
    """Solve with HiGHS, or by alternating directions if the program is large. The last result is kept for the next call with the
    same program, because the exact computation and the numeric one both use it."""
    known = known_answers()
    if known.get(LAST, (None,))[0] is not program:
        known[LAST] = program, _solve(program)
    found: LinearAnswer = known[LAST][1]
    return found


def _solve(program: LinearProgram) -> LinearAnswer:
    """Solve in floats. The model has one inequality for each entry if δ = 0, else an excess for each output and ordered pair of
    inputs."""
    return _by_rows(program) if program.delta == 0 else _by_excesses(program)


def _by_rows(program: LinearProgram) -> LinearAnswer:
    """Solve a program with δ = 0 with HiGHS. The gains are first divided by a power of two, because the solver's tolerances are
    absolute."""
    gains, ratio = float_matrix(program), float(program.ratio)
    scale = usual_scale(gains)
    answer = _row_wise(gains / scale, ratio)
    size = gains.size
    q, v = answer.point[:size].reshape(gains.shape), answer.point[size:]
    rows = v[:, None] / ratio + (1 - 1 / ratio) * q
    value = scale * (-answer.value if program.maximise else answer.value)
    columns = -scale * answer.multipliers[-program.k :]
    return LinearAnswer("HiGHS", answer.status, value, rows, columns, _chains(answer, q))


def _by_excesses(program: LinearProgram) -> LinearAnswer:
    asked = RowProgram.of_all_pairs(program)
    status, value, source = claim_in_floats(asked)
    if is_for_splitting(asked):
        return LinearAnswer(source, status, value, split(asked).rows, np.zeros(program.k))
    answer = float_answer(asked)
    rows = answer.point[: program.m * program.k].reshape(program.m, program.k)
    return LinearAnswer(source, status, value, rows, -answer.multipliers[-program.k :])


def solve_symmetric_trace(program: LinearProgram) -> HighsAnswer:
    """Solve for the largest trace at δ > 0 over mechanisms that have p_ii = a and p_ij = b for i ≠ j.

    These mechanisms suffice: the average of an optimal mechanism over all joint relabellings of inputs and outputs has this form
    and the same trace, and it keeps the demand because excesses are convex. An excess is the positive part of p_ij − T·p_il, where
    T = e^ε. The variables are a, b and the excesses of an ordered pair of inputs. These belong to a − T·b, b − T·a, and b − T·b,
    which occurs k − 2 times.
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
    """Maximise the gain of a mechanism p_ij = v_i/T + (1 − 1/T)·q_ij with 0 ≤ q_ij ≤ v_i whose columns sum to 1, where T is the
    `ratio`.

    The answer's point has the m·k numbers q_ij, then the m numbers v_i.
    """
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
    """Read from a simplex basis, for each output, which inputs are `high` and which are in `between` (see `Chain`).

    The model has variables q_ij and v_i, with a bound q_ij ≤ v_i for each output i and input j. Input j is high if q_ij is basic,
    but the slack of this bound is not basic. It is in `between` if both are basic. Output i is used if v_i is basic and if, for
    every input j, q_ij or the slack is basic. Outputs that are not used and have no input in `between` are left out.

    If q_ij or its slack is basic for all i and j, the number of used outputs, plus the number of inputs in all lists `between`,
    equals the number of inputs.
    """
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
    """List the ordered pairs (j, l) of different inputs, in lexicographic order."""
    return [(j, el) for j in range(k) for el in range(k) if j != el]
