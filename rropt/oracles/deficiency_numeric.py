"""The deficiency as a linear program in floats, posed in cvxpy, for programs too large for the exact simplex method.

What comes back is exact: the garbling is rounded to a stochastic matrix and the dual to a prior and gains in [0, 1];
evaluating both exactly encloses the deficiency.
"""

from __future__ import annotations

import contextlib
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import Undecided
from rropt.exact.field import Number
from rropt.exact.matrix import freeze
from rropt.mechanism import Mechanism
from rropt.oracles.deficiency_exact import DeficiencyProposal
from rropt.order.decision import Decision

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["deficiency_by_cvxpy", "numeric_deficiency"]

DENOMINATOR = 10**12


def numeric_deficiency(p: Array, q: Array) -> tuple[float, Array, Array, Array]:
    """τ, C, the prior and the weighted gains w_j·G_ij, in floats."""
    import cvxpy
    import numpy

    c = cvxpy.Variable((len(q), len(p)), nonneg=True)
    over = cvxpy.Variable(q.shape, nonneg=True)
    tau = cvxpy.Variable()
    near, column = c @ p - over <= q, cvxpy.sum(over, axis=0) <= tau
    problem = cvxpy.Problem(cvxpy.Minimize(tau), [near, column, cvxpy.sum(c, axis=0) == 1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(cvxpy.SolverError):
            problem.solve(solver=cvxpy.CLARABEL)
    if c.value is None or tau.value is None:
        raise Undecided(f"the numeric deficiency program ended with '{problem.status}'")
    weights = numpy.asarray(column.dual_value).clip(min=0)
    return float(tau.value), c.value, weights, weights[None, :] - numpy.asarray(near.dual_value)


def deficiency_by_cvxpy(p: Mechanism, q: Mechanism) -> DeficiencyProposal:
    """The numeric optimum, rounded to a stochastic matrix and a decision problem."""
    _, c, weights, weighted = numeric_deficiency(p.to_numpy(), q.to_numpy())
    columns = [_distribution([float(x) for x in column]) for column in c.T]
    prior = _distribution([float(w) for w in weights])
    gains = [
        [_between(float(x) / float(w)) if w > 1e-12 else Fraction(0) for x, w in zip(row, weights, strict=True)]
        for row in weighted
    ]
    return DeficiencyProposal(freeze(zip(*columns, strict=True)), Decision(tuple(prior), freeze(gains)))


def _between(x: float) -> Number:
    return Fraction(round(min(1.0, max(0.0, x)) * DENOMINATOR), DENOMINATOR)


def _distribution(xs: list[float]) -> list[Number]:
    """Nonnegative rationals that sum to 1, near the floats; the largest takes up what rounding leaves."""
    whole = [max(0, round(x * DENOMINATOR)) for x in xs]
    whole[max(range(len(whole)), key=whole.__getitem__)] += DENOMINATOR - sum(whole)
    return [Fraction(x, DENOMINATOR) for x in whole]
