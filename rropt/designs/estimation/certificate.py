"""Write the certificate of bounds on a covariance: estimators prove the upper bound, matrices X and prices y the lower one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.certificate.prices import write_prices
from rropt.certificate.scope import Scope, scope_of, scope_under
from rropt.certificate.writing import SCHEMA, Document, dumps, head_of_bounds, write_demand
from rropt.designs.objectives.estimation import estimation_of
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.problem.answers import Unattained
from rropt.problem.problem import Problem
from rropt.problem.result import Leg

__all__ = ["Proof", "ProofAt", "write_proof", "write_unattained"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The evidence for both bounds of a criterion.

    `places` has one item for each list of prevalences, and each of the other fields serves all lists. `columns`, `limits` and
    `conditions` are dual prices: of the inputs, of the limits on sums over the rows (as with δ > 0), and of the conditions on
    answers.

    If the objective is the worst of several lists, a weighted mean over the lists bounds it from below. `weights` are the weights
    of this mean. For any other objective `weights` is None.
    """

    bounds: tuple[Number, Number]
    places: tuple[ProofAt, ...]
    columns: tuple[Number, ...]
    limits: tuple[Fraction, ...] = ()
    conditions: tuple[Fraction, ...] = ()
    weights: tuple[Fraction, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofAt:
    """The evidence at one list of prevalences: the estimator L for the upper bound, and the matrix X for the lower bound.

    If the lower bound of a criterion needs further matrices or lists of numbers, `matrices` and `lists` have them, each under its
    key in the certificate.
    """

    estimator: Matrix
    matrix: Matrix
    matrices: Mapping[str, Matrix] = field(default_factory=dict)
    lists: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)


def write_proof(
    problem: Problem, *, rows: Matrix, outputs: Sequence[str], proof: Proof, classes: Sequence[int] | None
) -> str:
    """Write the certificate as JSON text. Its claim is `optimal` if the two bounds are equal, else `within`.

    Inputs of one class share one price, and `classes` has the index of each input's class. `classes` is None if each input has a
    price of its own.
    """
    matrices = [rows, *(x for at in proof.places for x in (at.estimator, at.matrix, *at.matrices.values()))]
    lists = [x for at in proof.places for x in at.lists.values()]
    entries = [x for matrix in [*matrices, lists] for row in matrix for x in row]
    scope = scope_under(problem.bounds, [*entries, *proof.columns, *proof.limits, *proof.conditions, *proof.bounds])
    places = [_place(scope, at) for at in proof.places]
    prices = write_prices(scope, proof.columns, classes=classes, limits=proof.limits, bounds=problem.bounds)
    if proof.conditions:
        prices["condition"] = scope.numbers(proof.conditions)
    witness = estimation_of(problem).arrange(places, None if proof.weights is None else scope.numbers(proof.weights))
    evidence: Document = {"prices": prices, "witness": witness}
    if classes is not None:
        evidence["classes"] = [str(c) for c in classes]
    found = head_of_bounds(problem, scope, proof.bounds, len(rows)) | {"outputs": list(outputs)}
    return dumps({**found, "mechanism": scope.matrix(rows), **evidence})


def _place(scope: Scope, at: ProofAt) -> Document:
    return {
        "estimator": scope.matrix(at.estimator),
        **{key: scope.matrix(rows) for key, rows in at.matrices.items()},
        "matrix": scope.matrix(at.matrix),
        **{key: scope.numbers(numbers) for key, numbers in at.lists.items()},
    }


def write_unattained(problem: Problem) -> Unattained:
    """Certify that no unbiased estimate has a finite variance, because T = e^ε = 1 makes every answer independent of the truth."""
    ratio = problem.ratio_and_delta[0]
    scope = scope_of([], ratio=ratio)
    notion = write_demand(problem.demand, scope, problem.k, problem.inputs)
    document = {"schema": SCHEMA, "claim": "unattained", "field": scope.domain, "notion": notion}
    return Unattained(
        certificate=dumps(document),
        symbolic=Leg("symbolic", "no finite variance", None, "every column is the same"),
        numeric=Leg("numeric", "not posed: no answer depends on the truth", None, "interior point"),
        note="this demand makes every answer independent of the truth, so nothing can be estimated",
    )
