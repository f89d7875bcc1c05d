"""The certificate of an estimation design: estimators for the upper bound, matrices X and a list y for the lower one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.certificate.prices import write_prices
from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.writing import Document, claim_of_bounds, dumps, head
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.problem.problem import Problem

__all__ = ["Dual", "write_estimation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dual:
    """The lower bound: a matrix X for each list of prevalences, the list y, and the weights where the worst list is meant."""

    matrices: tuple[Matrix, ...]
    columns: tuple[Number, ...]
    weights: tuple[Fraction, ...] | None = None
    limits: tuple[Fraction, ...] = ()
    """Multipliers of what ordered pairs take of δ, pair by pair."""


def write_estimation(
    problem: Problem,
    *,
    rows: Matrix,
    outputs: Sequence[str],
    bounds: tuple[Number, Number],
    estimators: Sequence[Matrix],
    dual: Dual,
    classes: Sequence[int] | None,
) -> str:
    """`optimal` where the bounds meet, else `within`."""
    demanded = problem.bounds.numbers()
    entries = [x for matrix in (rows, *estimators, *dual.matrices) for row in matrix for x in row]
    scope = scope_of([*demanded, *entries, *dual.columns, *bounds], ratio=demanded[0])
    claim, value = claim_of_bounds(scope, bounds)
    proofs = [_place(scope, *both) for both in zip(estimators, dual.matrices, strict=True)]
    witness: Document = proofs[0] if len(proofs) == 1 else {"places": proofs}
    if dual.weights is not None:
        witness["weights"] = scope.numbers(dual.weights)
    evidence: Document = {
        "prices": write_prices(scope, dual.columns, classes=classes, limits=dual.limits),
        "witness": witness,
    }
    if classes is not None:
        evidence["classes"] = [str(c) for c in classes]
    named = {**head(problem, scope, claim, len(rows)), "outputs": list(outputs)}
    return dumps({**named, **value, "mechanism": scope.matrix(rows), **evidence})


def _place(scope: Scope, estimator: Matrix, matrix: Matrix) -> Document:
    return {"estimator": scope.matrix(estimator), "matrix": scope.matrix(matrix)}
