"""Certificates of information and divergences: a mechanism, and prices that bound all others."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.certificate.prices import write_prices
from rropt.certificate.scope import scope_under
from rropt.certificate.writing import Document, head_of_bounds
from rropt.engine.sets import Classes
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.problem.problem import Problem

__all__ = ["write_sublinear"]


def write_sublinear(
    problem: Problem,
    rows: Rows,
    columns: Sequence[Number],
    pairs: Sequence[Number] | None,
    classes: Classes,
    bounds: tuple[Number, Number],
    vectors: Sequence[Sequence[Number]],
    weights: Sequence[Number] | None = None,
    limits: Sequence[Number] = (),
    conditions: Sequence[Number] = (),
) -> Document:
    """Write a certificate for a mechanism, with the claim `optimal` if the two bounds are equal, else `within`.

    `rows` are the rows of the mechanism. The prices are dual prices of a linear program: `columns` has those of the inputs,
    `conditions` those of the conditions, and `limits` those of the budgets, such as a δ of two inputs. If `limits` is empty, the
    prices of the budgets are taken from `pairs`. `vectors` has the priors and distributions that define the objective's function of
    a row.

    If the objective is the least of several sums, the prices bound a weighted mean of these sums, and `weights` has the mean's
    weights. For other objectives `weights` is None.
    """
    numbers = [
        *columns,
        *(pairs or ()),
        *limits,
        *conditions,
        *bounds,
        *(x for line in (*rows, *vectors) for x in line),
    ]
    scope = scope_under(problem.bounds, numbers)
    places = classes.places if any(n > 1 for n in classes.sizes) else None
    prices = write_prices(scope, columns, classes=places, limits=limits or pairs or (), bounds=problem.bounds)
    if conditions:
        prices["condition"] = scope.numbers(conditions)
    found = head_of_bounds(problem, scope, bounds, len(rows)) | {"mechanism": scope.matrix(rows), "prices": prices}
    if weights is not None:
        found["witness"] = {"weights": scope.numbers(weights)}
    return found | ({} if places is None else {"classes": [str(a) for a in places]})
