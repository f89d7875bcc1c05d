"""Write certificates of least variances, and of demands under which nothing identifies the prevalence.

A certificate may be about mechanisms with two outputs, about the worst of several prevalences, or about the asymptotic variance. It
may hold at one prevalence or at every prevalence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.certificate.prices import write_named
from rropt.certificate.scope import Scope, scope_under
from rropt.certificate.writing import SCHEMA, Document, head, head_of_bounds, write_demand
from rropt.designs.objectives.variance import Variance
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.problem.problem import Problem

__all__ = [
    "write_asymptotic_variance",
    "write_dominant",
    "write_hull_variance",
    "write_unattained",
    "write_variance",
    "write_worst_variance",
]


def write_variance(problem: Problem, value: Any, minimisers: Sequence[Rows], *, scope: Scope | None = None) -> Document:
    """Certify that the variance is least at the given mechanisms of two outputs, and that these are all vertices with that
    variance.

    If the prevalence is fixed, `value` is the least variance. If it is free, `value` is the point (x, y) of one of the mechanisms.
    `scope` has the field of the certificate's numbers and the domain on which it holds. If `scope` is None, both are chosen such
    that the numbers of this certificate fit.
    """
    if scope is None:
        extra = list(value) if isinstance(value, tuple) else [value]
        scope = _scope(problem, [*extra, *(x for rows in minimisers for row in rows for x in row)])
    said = {} if isinstance(value, tuple) else {"value": scope.number(value)}
    return {**head(problem, scope, "optimal", 2), **said, "minimisers": [scope.matrix(r) for r in minimisers]}


def write_worst_variance(problem: Problem, value: Number, rows: Rows, *, scope: Scope | None = None) -> Document:
    """Certify a mechanism of two outputs with the least variance, either at the worst prevalence or under conditions.

    `scope` has the field of the certificate's numbers and the domain on which it holds. If `scope` is None, both are chosen such
    that the numbers of this certificate fit.
    """
    if scope is None:
        scope = _scope(problem, [value, *(x for row in rows for x in row)])
    return {**head(problem, scope, "optimal", 2), "value": scope.number(value), "mechanism": scope.matrix(rows)}


def _scope(problem: Problem, numbers: Sequence[Number]) -> Scope:
    objective = problem.objective
    assert isinstance(objective, Variance)
    pi = objective.prevalence
    return scope_under(problem.bounds, [pi.lower, pi.upper, *numbers])


def write_asymptotic_variance(
    problem: Problem, value: Number, rows: Rows, multipliers: Mapping[str, Number]
) -> Document:
    """Certify a mechanism with the least asymptotic variance 1/I, where I is its information about the prevalence; `multipliers`
    are the prices by name."""
    scope = _scope(problem, [value, *multipliers.values(), *(x for row in rows for x in row)])
    found = head(problem, scope, "optimal", len(rows))
    prices = write_named(scope, multipliers, found["notion"], 2, None)
    return {**found, "value": scope.number(value), "mechanism": scope.matrix(rows), "prices": prices}


def write_hull_variance(
    problem: Problem,
    bounds: tuple[Number, Number],
    rows: Rows,
    columns: Sequence[Number],
    pairs: Sequence[Sequence[Number]],
) -> Document:
    """Certify that a mechanism has the least asymptotic variance, or give two bounds on the least asymptotic variance.

    The asymptotic variance is 1/I, where I is the mechanism's information about the prevalence. `bounds` has the lower and the
    upper bound. If they are equal, the mechanism is optimal.

    `columns` has the dual prices of the two inputs. `pairs` has two prices for each demand: first the price of the bound of the
    first input against the second, then that of the reverse bound.
    """
    scope = _scope(
        problem, [*bounds, *columns, *(x for pair in pairs for x in pair), *(x for row in rows for x in row)]
    )
    found = head_of_bounds(problem, scope, bounds, len(rows))
    named = {f"column[{j}]": y for j, y in enumerate(columns)}
    for n, pair in enumerate(pairs):
        demand = f",{n}" if problem.bounds.others else ""
        named |= {f"pair[{j},{1 - j}{demand}]": z for j, z in enumerate(pair)}
    prices = write_named(scope, named, found["notion"], 2, None)
    return {**found, "mechanism": scope.matrix(rows), "prices": prices}


def write_dominant(problem: Problem, rows: Rows, garbling: Rows) -> Document:
    """Certify that a mechanism dominates every mechanism of the demand.

    The certificate contains the mechanism and a stochastic matrix `garbling`. The checker multiplies `garbling` by the mechanism,
    and proves the claim from the rows of the product.
    """
    scope = _scope(problem, [x for row in rows for x in row])
    return {
        **_of_demand(problem, scope, "dominant"),
        "mechanism": scope.matrix(rows),
        "garbling": scope.matrix(garbling),
    }


def write_unattained(problem: Problem) -> Document:
    """Certify that nothing identifies the prevalence: in every mechanism of the demand all columns are equal."""
    return _of_demand(problem, _scope(problem, []), "unattained")


def _of_demand(problem: Problem, scope: Scope, claim: str) -> Document:
    notion = write_demand(problem.demand, scope, problem.k, problem.inputs)
    return {"schema": SCHEMA, "claim": claim, "field": scope.domain, "notion": notion}
