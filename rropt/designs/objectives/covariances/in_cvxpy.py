"""The numbers of a covariance in cvxpy: over weights w of rows r the information M = Σ w r rᵀ/(rᵀπ) is linear in w.

As Mπ = 1, the covariance M⁻¹ − ππᵀ is 0 along 1, and on the contrasts, of which B is an orthonormal basis, it is the inverse of
J = BᵀMB. So the total variance is tr J⁻¹, that of the contrasts K tr CJ⁻¹Cᵀ with C = KB, the largest variance 1 over the least
eigenvalue of J, and the determinant of all shares but one 1/(k·det J), each convex in w.

Where contrasts do not need every answer, J may be singular at the optimum, and a solver of semidefinite cones is then off by the
root of its tolerance. With J = Σ w aaᵀ, a = Bᵀr/√(rᵀπ), the variance of contrasts is also the least of Σ ‖z‖²/w over estimators z,
one for each row, with Σ z aᵀ = C: if J's range has the rows of C, then z = w(CJ⁺a + x) with Σ w x aᵀ = 0, and the sum is
tr CJ⁺Cᵀ + Σ w‖x‖²; else there is no such z. It is convex in z and w together, a cone of the second order for each row (‖z‖² ≤ uw).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import cvxpy as cp
import numpy as np

from rropt.designs.rows.float_patterns import basis_beside
from rropt.problem.posed.weights import Weighed

__all__ = ["information_on_contrasts", "least_of_estimators"]

Array: TypeAlias = Any


def information_on_contrasts(frame: Weighed, prevalence: cp.Parameter, place: int) -> Any:
    """J at one list of prevalences."""
    k = frame.rows.shape[0]
    basis = basis_beside(np.ones(k))

    def products() -> Array:
        rows = frame.rows.value
        v = basis.T @ rows
        return np.einsum("is,js->ijs", v, v).reshape((k - 1) ** 2, -1) / (np.atleast_2d(prevalence.value)[place] @ rows)

    size = ((k - 1) ** 2, frame.weights.size)
    j = cp.reshape(frame.follow(products, size, prevalence) @ frame.weights, (k - 1, k - 1), order="C")
    return (j + j.T) / 2


def least_of_estimators(frame: Weighed, prevalence: cp.Parameter, place: int, contrast: Array) -> Any:
    """The variance of contrasts at one list of prevalences: the cost of estimators, whose constraints join those of the frame."""
    basis = basis_beside(np.ones(contrast.shape[1]))

    def vectors() -> Array:
        rows = frame.rows.value
        return basis.T @ rows / np.sqrt(np.atleast_2d(prevalence.value)[place] @ rows)

    a = frame.follow(vectors, (basis.shape[1], frame.weights.size), prevalence)
    spent, cones = _estimate(contrast @ basis, a, frame.weights, frame.most)
    frame.constraints.extend(cones)
    return spent


def _estimate(contrast: Any, a: Any, weights: Any, most: Any) -> tuple[Any, list[Any]]:
    """The cost of estimators of the contrasts C, and the constraints that make them estimators.

    An estimator that takes z of a row of weight w costs z²/w. Weights count in units of the most that a row may have, and costs in
    units of what they then are, so that all numbers of a solver are of one size.
    """
    unit = float(np.abs(contrast).max()) or 1.0  # numbers of the size 1, as a solver wants them
    z = cp.Variable((len(contrast), weights.size), name="estimators")
    spent = cp.Variable(weights.size, nonneg=True, name="spent")
    shares, least = cp.multiply(1 / most, weights), float(most.min())
    spread = cp.reshape(spent - shares, (1, weights.size), order="C")
    return unit**2 / least * cp.sum(spent), [
        cp.multiply(z, np.sqrt(most / least)[None, :]) @ a.T == contrast / unit,
        cp.SOC(spent + shares, cp.vstack([2 * z, spread]), axis=0),
    ]
