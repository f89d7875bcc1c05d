"""Criteria on the covariance of estimated shares, as convex expressions of cvxpy.

The variables are the weights w of the rows r that a mechanism may have. The vector π has the prevalences.

The information M = Σ w r rᵀ/(rᵀπ) is linear in w. As Mπ = 1, the covariance M⁻¹ − ππᵀ maps the vector 1 to 0. Let the columns of B
be an orthonormal basis of the contrasts (vectors that sum to 0). On these, the covariance is the inverse of J = BᵀMB. So the
following criteria are convex in w:

* The total variance is tr J⁻¹.
* The variance of contrasts K is tr CJ⁻¹Cᵀ, with C = KB.
* The largest variance is 1 over the least eigenvalue of J.
* The determinant of the covariance of all shares but one is 1/(k·det J).

If contrasts do not need every answer, J may be singular at the optimum. The error of a solver of semidefinite cones is then as
large as the root of its tolerance. So the variance of contrasts is written in another form. With a = Bᵀr/√(rᵀπ) one has J = Σ w
aaᵀ. Take one vector z for each row, such that Σ z aᵀ = C. The variance is the least Σ ‖z‖²/w over all such vectors. The reason is
this: if the rows of C are in the range of J, every such z has the form w(CJ⁺a + x) with Σ w x aᵀ = 0. Then the sum is tr
CJ⁺Cᵀ + Σ w‖x‖². If the rows of C are not in the range, no such z exists. The sum is convex in z and w together. It takes one
second-order cone for each row (‖z‖² ≤ uw, where u is the row's part of the sum).
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
    """Write the information matrix of the contrasts as an expression of cvxpy that is linear in the weights of rows.

    Let M be the information matrix of the k shares, at the list of prevalences with the index `place`. Let the columns of B be an
    orthonormal basis of the contrasts. The result is BᵀMB, of the size (k−1)×(k−1).
    """
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
    """Write the variance of contrasts as an expression of cvxpy.

    The expression is the cost Σ ‖z‖²/w of an estimator, with a vector z and a weight w for each row. Its least value is the
    variance of the contrasts. The constraints on the vectors z are added to the program `frame`. `place` is the index of the list
    of prevalences.
    """
    basis = basis_beside(np.ones(contrast.shape[1]))

    def vectors() -> Array:
        rows = frame.rows.value
        return basis.T @ rows / np.sqrt(np.atleast_2d(prevalence.value)[place] @ rows)

    a = frame.follow(vectors, (basis.shape[1], frame.weights.size), prevalence)
    spent, cones = _estimate(contrast @ basis, a, frame.weights, frame.most)
    frame.constraints.extend(cones)
    return spent


def _estimate(contrast: Any, a: Any, weights: Any, most: Any) -> tuple[Any, list[Any]]:
    """Write the cost Σ ‖z‖²/w, and the constraints under which the vectors z estimate the contrasts (as the module explains).

    There is one weight w and one vector z for each row. `most` has the largest weight that each row may have. The solver sees each
    weight divided by this largest weight, with the vectors z and the costs scaled accordingly. So all numbers that it sees have
    about the same size.
    """
    unit = float(np.abs(contrast).max()) or 1.0
    z = cp.Variable((len(contrast), weights.size), name="estimators")
    spent = cp.Variable(weights.size, nonneg=True, name="spent")
    shares, least = cp.multiply(1 / most, weights), float(most.min())
    spread = cp.reshape(spent - shares, (1, weights.size), order="C")
    return unit**2 / least * cp.sum(spent), [
        cp.multiply(z, np.sqrt(most / least)[None, :]) @ a.T == contrast / unit,
        cp.SOC(spent + shares, cp.vstack([2 * z, spread]), axis=0),
    ]
