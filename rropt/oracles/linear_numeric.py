"""The numeric leg of a linear design by HiGHS: 2mk sparse rows instead of m·k(k−1).

With v_i the largest entry a row may have, v_i/T ≤ p_ij ≤ v_i: the coefficients are 1 and 1/T ≤ 1, so the model stays
well scaled when T is huge, where the coefficient T of the other form makes solvers answer wrongly. For δ > 0 each
ordered pair has its excesses w_ijl ≥ p_ij − T·p_il, w ≥ 0, Σ_i w_ijl ≤ δ.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rropt.oracles.highs import Floats, HighsAnswer, SparseRows, minimise
from rropt.program.linear import LinearProgram

__all__ = ["LinearAnswer", "float_matrix", "pairwise", "pairs_of", "solve_linear"]


@dataclass(frozen=True, slots=True)
class LinearAnswer:
    """A solver's claim about a linear design: floats, not to be trusted."""

    solver: str
    status: str
    value: float
    rows: Floats


def float_matrix(program: LinearProgram) -> Floats:
    """The gains (weights of the maximisation) as doubles."""
    return np.array([[float(x) for x in row] for row in program.gains])


def solve_linear(program: LinearProgram) -> LinearAnswer:
    """HiGHS's answer."""
    gains, ratio, delta = float_matrix(program), float(program.ratio), float(program.delta)
    answer = _row_wise(gains, ratio) if program.delta == 0 else pairwise(gains, ratio, delta)
    m, k = gains.shape
    value = -answer.value if program.maximise else answer.value
    return LinearAnswer("HiGHS", answer.status, value, answer.point[: m * k].reshape(m, k))


def _row_wise(gains: Floats, ratio: float) -> HighsAnswer:
    """Variables p (m·k) then v (m)."""
    m, k = gains.shape
    n = m * k
    p, v = np.arange(n, dtype=np.int32), n + np.repeat(np.arange(m, dtype=np.int32), k)
    bounded = np.stack([p, v.astype(np.int32)], axis=1).ravel()
    upper_values = np.tile([1.0, -1.0], n)
    lower_values = np.tile([-1.0, 1.0 / ratio], n)
    columns = np.arange(n, dtype=np.int32).reshape(m, k).T.ravel()
    rows = SparseRows(
        np.concatenate([np.arange(0, 4 * n + 1, 2), 4 * n + m * np.arange(1, k + 1)]).astype(np.int32),
        np.concatenate([bounded, bounded, columns]).astype(np.int32),
        np.concatenate([upper_values, lower_values, np.ones(n)]),
        np.concatenate([np.full(2 * n, -np.inf), np.ones(k)]),
        np.concatenate([np.zeros(2 * n), np.ones(k)]),
    )
    return minimise(np.concatenate([-gains.ravel(), np.zeros(m)]), rows)


def pairs_of(k: int) -> list[tuple[int, int]]:
    """The ordered pairs of inputs in the order of the pair form."""
    return [(j, el) for j in range(k) for el in range(k) if j != el]


def pairwise(gains: Floats, ratio: float, delta: float) -> HighsAnswer:
    """Variables p (m·k) then one excess for each pair and output."""
    m, k = gains.shape
    n = m * k
    pairs = pairs_of(k)
    w = n + np.arange(len(pairs) * m).reshape(len(pairs), m)
    index = np.array(
        [[i * k + j, i * k + el, w[q, i]] for q, (j, el) in enumerate(pairs) for i in range(m)], dtype=np.int32
    ).ravel()
    count = len(pairs) * m
    columns = np.arange(n, dtype=np.int32).reshape(m, k).T.ravel()
    lengths = np.concatenate([np.full(count, 3), np.full(len(pairs), m), np.full(k, m)])
    rows = SparseRows(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        np.concatenate([index, w.ravel(), columns]).astype(np.int32),
        np.concatenate([np.tile([1.0, -ratio, -1.0], count), np.ones(count + n)]),
        np.concatenate([np.full(count + len(pairs), -np.inf), np.ones(k)]),
        np.concatenate([np.zeros(count), np.full(len(pairs), delta), np.ones(k)]),
    )
    return minimise(np.concatenate([-gains.ravel(), np.zeros(count)]), rows)
