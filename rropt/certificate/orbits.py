"""Writes certificates of designs with hundreds of inputs.

A class is a set of inputs that may be exchanged for each other. An orbit is the set of all rows that differ only by exchanging
inputs of a class (SPEC.md, 4.2). The certificate does not list the rows, but gives a weight for each orbit.

The certificate also has a witness, which is all evidence but the prices. Exchanging two inputs of a class changes neither the
mechanism's information matrix (`rropt.designs.rows.classes`), nor the inverse of this matrix, nor the matrix in the witness. So
each of these matrices is written by one number for each pair of classes, and one for each class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.certificate.scope import Scope, scope_of
from rropt.certificate.writing import Document, Question, dumps, head_of_bounds
from rropt.designs.rows.classes import ClassMatrix
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import cyclic_blocks
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix

__all__ = ["write_orbits"]


def _head_by_orbits(
    problem: Question, scope: Scope, weights: PatternWeights, bounds: tuple[Number, Number], has_blocks: bool
) -> Document:
    """Make the document of a certificate by orbits, without its prices and witness.

    Such a certificate gives a weight for each orbit. An orbit is the set of all rows that differ only by exchanging inputs of a
    class.

    Cyclic blocks of an orbit are a few sets of inputs, which are shifted cyclically. The shifted sets contain each pair of inputs
    with the same frequency as the sets of the orbit do. If `has_blocks`, and cyclic blocks are found for every orbit, the document
    gives them too.
    """
    found = head_of_bounds(problem, scope, bounds, 1)
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
    return {**found, "orbits": orbits, "classes": [str(a) for a in weights.classes.places]}


def write_orbits(
    problem: Question,
    weights: PatternWeights,
    bounds: tuple[Number, Number],
    columns: Sequence[Number],
    *,
    matrices: Mapping[str, ClassMatrix],
    triangle: Matrix | None,
    has_blocks: bool = False,
    chosen: Sequence[Number] | None = None,
) -> str:
    """Write a certificate by orbits: `optimal` if the bounds are equal, else `within`.

    An orbit is the set of all rows that differ only by exchanging inputs of a class. `columns` are the prices of the mechanism's
    columns, one for each class of inputs.

    The witness, which is the evidence beside the prices, has the `matrices` under their keys. It also has `triangle` and `chosen`,
    unless they are None. `chosen` is given if the objective is the worst of several values. It has a weight for each of them.
    """
    numbers = [x for matrix in matrices.values() for x in matrix.numbers()]
    rows = triangle or ()
    numbers += [w for _, w in weights.weights] + [x for row in rows for x in row]
    scope = scope_of([*numbers, *columns, *bounds], ratio=weights.ratio)
    extra: dict[str, Any] = {
        name: {"acts": scope.matrix(x.acts), "diagonal": scope.numbers(x.diagonal)} for name, x in matrices.items()
    }
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
