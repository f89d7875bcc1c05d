"""Find dual prices of the inputs and of the slack, which prove the lower bound of every criterion on covariances.

The lower bound of every criterion follows from an upper bound on Σ f(s) over the rows s of a mechanism (`split.py` shows how, for
each criterion), with f(s) = Σ_a Σ_n d_n (X_a s)_n²/(sᵀπ_a). X_a is the witness at the list π_a of prevalences, and d_n ≥ 0 is the
weight of its row n. For variances d_n is 1 or the weight of the list; for the determinant it is entry n of the diagonal matrix D
with N = XᵀDX. The prices y come from the numeric optimum; if there is slack, a linear program finds the cheapest y and prices of
the slack. Then y is raised by a multiple of π_0 until f(s) is at most yᵀs plus the price of the slack used, at every pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from rropt.designs.estimation.numeric.floats import floats
from rropt.designs.estimation.numeric.solution import Solution
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.floats.rounding import round_relative
from rropt.designs.rows.float_patterns import FloatPatterns
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Rows, total_of
from rropt.solvers.highs import dense_rows, minimise

__all__ = ["FINE", "MARGIN", "Form", "Prices", "Raise", "least_dual", "lift", "prices_above"]

Array: TypeAlias = Any
FINE = 56  # bits of the dual: rounding to them costs about the part 2^-56 of the bound
MARGIN = 1e-14  # relative, for the rounding of the floats by which y is raised


@dataclass(frozen=True, slots=True)
class Form:
    """What one list of prevalences adds to f: the rows of the matrix X, and the weight d of each row."""

    matrix: Rows
    weights: Sequence[Number]

    def at(self, patterns: FloatPatterns, chances: Array) -> Array:
        """Compute Σ_n d_n (X s)_n²/(sᵀπ) at each pattern s in floats; `chances` has sᵀπ for each pattern."""
        # summed exactly: rows of X often sum to 0, and a rounding error there would be large beside a small t − 1
        sums = floats([total_of(row) for row in self.matrix])
        images = sums + patterns.gain * patterns.indicators @ floats(self.matrix).T
        return images**2 @ floats(self.weights) / chances


@dataclass(frozen=True, slots=True)
class Prices:
    """Dual prices: `columns` has the price y of each input, and `limits` has the prices of the slack.

    There is one price of slack for each ordered pair of inputs, or for each budget.
    """

    columns: tuple[Fraction, ...]
    limits: tuple[Fraction, ...]

    def bound(self, program: EstimationProgram) -> Fraction:
        """Compute the bound on Σ f(r) over the rows r of every mechanism: the sum of `columns` plus δ times the sum of `limits`."""
        return sum(self.columns, Fraction(0)) + program.rows.delta * sum(self.limits, Fraction(0))


Raise: TypeAlias = Callable[[Solution, Sequence[Form], Sequence[Fraction], Sequence[Fraction]], Fraction]
"""A function of a solution, the parts of f, y, and the prices of the slack. It returns the multiple of π_0 that must be added to y
so that the prices are ≥ f at every row."""


def prices_above(
    solution: Solution,
    forms: Sequence[Form],
    near: Array | None,
    *,
    margin: float = MARGIN,
    raise_by: Raise | None = None,
) -> Prices:
    """Find rational prices with which the price of every pattern is at least f.

    `near` has the prices of the inputs in floats, if they are known. Prices and f are compared in floats, with a relative `margin`
    for rounding. If not all patterns are listed, `raise_by` computes the multiple of π_0 by which the prices of the inputs are to
    be raised.
    """
    patterns, limits = solution.patterns, list[Fraction]()
    values = sum(form.at(patterns, g) for form, g in zip(forms, patterns.chances, strict=True))
    if raise_by is not None and len(patterns.limits):
        # the optimum's own: a vertex of the dual over some of the rows would be worse at the others
        limits = [max(Fraction(0), x) for x in round_relative(list(solution.optimum.limits / patterns.gain**2), FINE)]
    elif near is None or len(patterns.limits):
        near, limits = least_dual(patterns, values, solution.program)
    assert near is not None
    y = round_relative(near, FINE)
    if raise_by is None:
        paid = float(sum(y)) + patterns.gain * patterns.indicators @ floats(y) + solution.paid(limits)
        more = lift(values, paid, patterns.chances[0], margin)
    else:
        more = raise_by(solution, forms, y, limits)
    return Prices(tuple(v + more * p for v, p in zip(y, solution.program.prevalences[0], strict=True)), tuple(limits))


def lift(values: Array, paid: Array, chances: Array, margin: float) -> Fraction:
    """Compute the number c, of either sign, for which the prices plus c·π_0 are just above f at every pattern.

    At every pattern s, `values` has f, `paid` has yᵀs plus the price of the slack used, and `chances` has sᵀπ_0. `margin` is the
    relative allowance for rounding.
    """
    return Fraction(float(max((values - paid) / chances) + margin * max(values / chances)))


def least_dual(patterns: FloatPatterns, left: Array, program: EstimationProgram) -> tuple[Array, list[Fraction]]:
    """Find by HiGHS the cheapest dual prices with which the price of every pattern is at least its number in `left`.

    Return the price y of each input in floats, and the prices of the slack as rationals. The cost is the bound that the prices
    give: the sum of y, plus the prices of the slack times the slack allowed.
    """
    g, v, gain = patterns.chances[0], patterns.vectors, patterns.gain
    rows = np.column_stack([np.ones(len(g)), v / g[:, None], (patterns.limits / g).T])
    sizes = np.maximum(np.abs(rows).max(axis=0), 1e-300)  # HiGHS takes small numbers for 0
    wanted = left / g
    scale, own = float(np.max(wanted)), 1 + v.shape[1]
    costs = np.concatenate([np.eye(own)[0], np.full(len(patterns.limits), patterns.room)])
    lowest = np.concatenate([np.full(own, -np.inf), np.where(patterns.may_fall_short, 0, -np.inf)])
    above = dense_rows((rows / sizes).tolist(), (wanted / scale).tolist(), [np.inf] * len(wanted))
    lam = minimise(costs / sizes, above, lower=lowest).point * scale / sizes
    if not np.isfinite(lam).all():
        raise InputError("HiGHS found no lower bound of this program; change the demand, or give fewer inputs")
    rounded = zip(round_relative(list(lam[own:]), FINE), patterns.may_fall_short, strict=True)
    limits = [max(Fraction(0), x) if loose else x for x, loose in rounded]
    return lam[0] * floats(program.prevalences[0]) + patterns.basis @ lam[1:own] / gain, limits
