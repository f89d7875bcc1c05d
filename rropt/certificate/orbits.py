"""Certificates that carry weights of orbits in place of rows, for k in the hundreds (SPEC.md, 4.2).

With the weights of orbits known, M is an invariant matrix (`rropt.designs.rows.classes`), and so are its inverse and X.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.writing import Document, claim_of_bounds, dumps, head
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import cyclic_blocks
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, inverse, product, total_of

if TYPE_CHECKING:
    from rropt.problem.problem import Problem

__all__ = ["Action", "information", "write_orbits"]


@dataclass(frozen=True, slots=True)
class Action:
    """An invariant matrix: how it acts on vectors constant on classes, and on vectors of each class whose sum is 0."""

    acts: Matrix
    diagonal: tuple[Number, ...]

    @classmethod
    def of(cls, matrix: ClassMatrix) -> Action:
        """The action of a matrix."""
        return cls(matrix.acts, matrix.diagonal)

    def inverse(self) -> Action:
        """The inverse; 0 on vectors of one class where the matrix is 0."""
        return Action(inverse(self.acts), tuple(1 / x if x else Fraction(0) for x in self.diagonal))

    def times(self, other: Action) -> Action:
        """The product."""
        diagonal = tuple(x * y for x, y in zip(self.diagonal, other.diagonal, strict=True))
        return Action(product(self.acts, other.acts), diagonal)

    def trace(self, sizes: Sequence[int]) -> Number:
        """The trace of the matrix."""
        own = [row[a] for a, row in enumerate(self.acts)]
        return total_of([*own, *((n - 1) * x for n, x in zip(sizes, self.diagonal, strict=True))])

    def numbers(self) -> list[Number]:
        """All its numbers."""
        return [*(x for row in self.acts for x in row), *self.diagonal]

    def text(self, scope: Scope) -> Document:
        """The action as a certificate writes it."""
        return {"acts": scope.matrix(self.acts), "diagonal": scope.numbers(self.diagonal)}


def information(weights: PatternWeights, prevalences: Sequence[Number]) -> Action:
    """M at prevalences by class."""
    return Action.of(weights.information(prevalences))


def _head_by_orbits(
    problem: Problem, scope: Scope, weights: PatternWeights, bounds: tuple[Number, Number], has_blocks: bool
) -> Document:
    """What every certificate by orbits begins with; with the blocks of few sets that stand for the whole orbits."""
    claim, value = claim_of_bounds(scope, bounds)
    found = head(problem, scope, claim, 1)
    del found["outputs"]
    orbits: Document = {
        "counts": [list(map(str, counts)) for counts, _ in weights.weights],
        "weights": scope.numbers([w for _, w in weights.weights]),
    }
    of_orbits = [cyclic_blocks(weights.classes.k, size) for (size,), _ in weights.weights] if has_blocks else []
    if of_orbits and all(of_orbits):
        orbits["blocks"] = [
            {"sets": [list(map(str, b)) for b in blocks], "shares": scope.numbers(list(blocks.values()))}
            for blocks in of_orbits
        ]
    return {**found, **value, "orbits": orbits, "classes": [str(a) for a in weights.classes.places]}


def write_orbits(
    problem: Problem,
    weights: PatternWeights,
    bounds: tuple[Number, Number],
    columns: Sequence[Number],
    *,
    matrices: Mapping[str, Action],
    triangle: Matrix | None,
    has_blocks: bool = False,
    chosen: Sequence[Number] | None = None,
) -> str:
    """`optimal` where the bounds meet, else `within`; `chosen` are weights of several priors that are the evidence's own."""
    ratio, _ = problem.ratio_and_delta
    numbers = [x for action in matrices.values() for x in action.numbers()]
    rows = triangle or ()
    numbers += [w for _, w in weights.weights] + [x for row in rows for x in row]
    scope = scope_of([*numbers, *columns, *bounds], ratio=ratio)
    extra: dict[str, Any] = {name: action.text(scope) for name, action in matrices.items()}
    if triangle is not None:
        extra["triangle"] = scope.matrix(triangle)
    if chosen is not None:
        extra["weights"] = scope.numbers(chosen)
    document = {
        **_head_by_orbits(problem, scope, weights, bounds, has_blocks),
        "prices": {"column": scope.numbers(columns)},
        **({"witness": extra} if extra else {}),
    }
    return dumps(document)
