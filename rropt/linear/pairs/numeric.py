"""Linear objectives under bounds of pairs in floats: HiGHS on the sparse pair form, with excesses only where δ > 0."""

from __future__ import annotations

import numpy as np

from rropt.linear.pairs.form import PairwiseProgram
from rropt.solvers.highs import HighsAnswer, SparseRows, minimise

__all__ = ["solve_in_floats"]


def solve_in_floats(program: PairwiseProgram) -> HighsAnswer:
    """HiGHS's answer about the rows and columns of `PairwiseProgram.equations`; the gains are divided by their largest."""
    equations = program.equations()
    gains = np.array([float(x) for row in program.linear.gains for x in row])
    scale = float(np.abs(gains).max()) or 1.0
    starts, indices, sizes = [0], list[int](), list[float]()
    values, lower, upper = list[float](), list[float](), list[float]()
    for row, most, is_equation in equations.rows:
        size = max(1.0, *(abs(float(x)) for x in row.values()))  # no coefficient is larger than 1
        sizes.append(size)
        indices += row
        values += [float(x) / size for x in row.values()]
        starts.append(len(indices))
        upper.append(float(most) / size)
        lower.append(float(most) / size if is_equation else -np.inf)
    rows = SparseRows(
        np.array(starts, dtype=np.int32),
        np.array(indices, dtype=np.int32),
        np.array(values),
        np.array(lower),
        np.array(upper),
    )
    cost = np.concatenate([-gains / scale, np.zeros(equations.width - len(gains))])
    answer = minimise(cost, rows)
    return HighsAnswer(
        answer.status,
        -answer.value * scale,
        answer.point,
        answer.multipliers * -scale / np.array(sizes),
        answer.basic_columns,
        answer.basic_rows,
    )
