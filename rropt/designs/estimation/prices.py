"""Find dual prices of the inputs and of the slack, which prove the lower bound of every criterion on covariances.

Let s be a row of a mechanism, with one entry for each input. Let π_0, π_1, … be the lists of prevalences. The lower bound of a
criterion is proved by a matrix X_a for each list π_a. Row n of X_a has a weight d_n ≥ 0, which depends on the criterion:

* For variances d_n is the weight of the list times the weight of contrast n.
* For the largest variance d_n is 1.
* For the determinant the bound is proved by a matrix N = XᵀDX with a diagonal matrix D. Then d_n is the weight of the list times
  entry n of the diagonal of D.

Let f(s) = Σ_a Σ_n d_n (X_a s)_n²/(sᵀπ_a). The lower bound follows from an upper bound on Σ f(s) over the rows s of every mechanism.
`split.py` shows how it follows for each criterion.

Prices give the upper bound. A row s uses the slack max(0, s_j − e^ε s_l) of two inputs j and l, and δ limits the slack that all
rows use. The price of s is yᵀs plus the price of the slack that s uses, and must be at least f(s). The prices y of the inputs come
from the numeric optimum. If it has none, or if there is slack and all rows are listed, a linear program finds the cheapest prices
of the inputs and of the slack. Then a multiple of π_0 is added to y, so that the price of every pattern s is at least f(s).
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
    """One summand of the function f, below which no row's dual price may lie. It belongs to one list π of prevalences.

    At a row s it is Σ_n d_n (Xs)_n²/(sᵀπ). `matrix` is X, and `weights` has the weight d_n of each row n of X.
    """

    matrix: Rows
    weights: Sequence[Number]

    def at(self, patterns: FloatPatterns, chances: Array) -> Array:
        """Compute Σ_n d_n (X s)_n²/(sᵀπ) at each row s in `patterns`, in floats. `chances` has sᵀπ for each s."""
        # summed exactly: rows of X often sum to 0, and a rounding error there would be large beside a small t − 1
        sums = floats([total_of(row) for row in self.matrix])
        images = sums + patterns.gain * patterns.indicators @ floats(self.matrix).T
        return images**2 @ floats(self.weights) / chances


@dataclass(frozen=True, slots=True)
class Prices:
    """Dual prices: `columns` has the price y of each input, and `limits` has the prices of the slack.

    The slack of a row s is the excess of s_j over e^ε s_l for two inputs j and l. The demand limits the slack of all rows together.
    There is one price of slack for each ordered pair of inputs, or for each such limit.
    """

    columns: tuple[Fraction, ...]
    limits: tuple[Fraction, ...]

    def bound(self, program: EstimationProgram) -> Fraction:
        """Compute the upper bound that the prices give on Σ f(r) over the rows r of any mechanism.

        The function f is that of the head of this file. The bound is the sum of `columns` plus δ times the sum of `limits`.
        """
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
    """Find rational prices of the inputs and of the slack, with which the price of every row s is at least f(s).

    The head of this module defines f, and `forms` has the parts of f that belong to each list of prevalences. `near` has the prices
    of the inputs in floats, or is None if they are not known. The price and f(s) are compared in floats, with a relative `margin`
    for rounding errors. If not all possible rows are listed, the function `raise_by` computes the multiple of π_0 that is added to
    the prices of the inputs.
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
    """Compute the least number c for which the prices y + c·π_0 are large enough at every row. π_0 is the first list of
    prevalences.

    At a row s the price must be at least f(s), the number that the lower bound needs. With the prices y, the price of s is yᵀs plus
    the price of the slack that s uses. For every s, `values` has f(s), `paid` has this price, and `chances` has sᵀπ_0. c may be
    negative. It is increased by a relative allowance `margin` for rounding errors.
    """
    return Fraction(float(max((values - paid) / chances) + margin * max(values / chances)))


def least_dual(patterns: FloatPatterns, left: Array, program: EstimationProgram) -> tuple[Array, list[Fraction]]:
    """Find by HiGHS the cheapest dual prices such that the price of every row in `patterns` is at least the row's number in `left`.

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
