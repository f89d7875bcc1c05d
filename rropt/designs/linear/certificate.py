"""Write certificates of linear objectives. A certificate proves an optimum, or bounds, or that no mechanism reaches a required
value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rropt.certificate.prices import write_named
from rropt.certificate.scope import Scope, scope_under
from rropt.certificate.writing import Document, head, head_of_bounds
from rropt.designs.linear.program import LinearProgram
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.problem.problem import Problem

__all__ = ["write_infeasible", "write_linear"]


def write_linear(
    problem: Problem,
    program: LinearProgram,
    rows: Rows,
    multipliers: Mapping[str, Number],
    bounds: tuple[Number, Number],
    *,
    domain: Any = None,
    shares: Sequence[Number] = (),
) -> Document:
    """Write the certificate of a mechanism and of multipliers that bound the optimum.

    The mechanism, `rows`, attains one of the two `bounds` (lower, upper); the multipliers prove the other one. The certificate
    claims `optimal` if the bounds are equal, else `within`. It holds for the values of t that `domain` states. If `domain` is None,
    it holds on the domain of the field that contains all its numbers. `shares` is given only for the worst of several objectives.
    It has the weights of a mean of these objectives; a bound on this mean also bounds the worst.
    """
    scope = _scope(problem, program, [*(x for row in rows for x in row), *multipliers.values(), *bounds, *shares])
    if domain is not None:
        scope = Scope(scope.field, domain)
    found = head_of_bounds(problem, scope, bounds, len(rows))
    return {
        **found,
        "mechanism": scope.matrix(rows),
        "prices": _prices(scope, found, multipliers),
        **({"witness": {"weights": scope.numbers(shares)}} if shares else {}),
    }


def write_infeasible(
    problem: Problem, program: LinearProgram, multipliers: Mapping[str, Number], required: Number | None
) -> Document:
    """Certify that no mechanism that keeps the demand and meets the conditions reaches the required value.

    If `required` is None, certify that no such mechanism exists.
    """
    scope = _scope(problem, program, [*multipliers.values(), *(() if required is None else (required,))])
    found = head(problem, scope, "infeasible", problem.m)
    objective = found.pop("objective")
    requirement = {} if required is None else {"requirement": {"objective": objective, "bound": scope.number(required)}}
    return {**found, "prices": _prices(scope, found, multipliers), **requirement}


def _prices(scope: Scope, found: Document, multipliers: Mapping[str, Number]) -> Document:
    """Write the multipliers as the prices of a certificate; `found` has the certificate's other fields.

    If the names `column`, `pair` and `excess` have no indices, each has one number, which holds for all inputs, all pairs or all
    outputs.
    """
    if "pair" in multipliers:
        column, budget, excess = (scope.number(multipliers[key]) for key in ("column", "pair", "excess"))
        return {"column": column, "budget": budget, "excess": excess}
    return write_named(scope, multipliers, found["notion"], len(found["inputs"]), found.get("conditions"))


def _scope(problem: Problem, program: LinearProgram, numbers: list[Number]) -> Scope:
    return scope_under(problem.bounds, [*numbers, *(x for row in program.weights for x in row)])
