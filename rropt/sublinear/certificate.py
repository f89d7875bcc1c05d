"""Certificates of information and divergences: a mechanism, and multipliers that bound all others."""

from __future__ import annotations

from collections.abc import Sequence

from rropt.categories.certificate import slack_text
from rropt.certificate.scope import scope_of
from rropt.certificate.writing import Document, claim_of_bounds, head
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.problem.classes import Classes
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
) -> Document:
    """`optimal` where the bounds meet, else `within`; `weights` are those that the evidence chose for several priors, and
    `limits` the multipliers of the slack of each ordered pair."""
    demanded = problem.bounds.numbers()
    numbers = [*demanded, *columns, *(pairs or ()), *limits, *bounds, *(x for line in (*rows, *vectors) for x in line)]
    scope = scope_of(numbers, ratio=demanded[0])
    claim, said = claim_of_bounds(scope, bounds)
    dual: Document = {"column": scope.numbers(columns)} | ({} if pairs is None else {"pair": scope.numbers(pairs)})
    dual |= {} if weights is None else {"weights": scope.numbers(weights)}
    found = {**head(problem, scope, claim, len(rows)), **said, "mechanism": scope.matrix(rows), "dual": dual}
    if limits:
        dual["slack"] = slack_text(scope, limits, problem.k)
    several = any(n > 1 for n in classes.sizes)
    return found | ({"classes": [str(a) for a in classes.places]} if several else {})
