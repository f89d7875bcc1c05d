"""Certificates of optimal designs: linear objectives, binary variance, asymptotic variance, and what is unattained."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rropt.certificate.scope import Scope, scope_of
from rropt.exact.element import Number
from rropt.exact.matrix import Rows
from rropt.linear.program import PairMultipliers
from rropt.objectives import Trace, Variance
from rropt.privacy import LDP, BayesFactor, BetaFactor, Notion, Parity, RhoBreach
from rropt.problem.problem import Problem
from rropt.program import LinearProgram
from rropt.variance.information import FisherDual, least_favourable
from rropt.variance.prevalence import Prevalence, Quantifier

__all__ = [
    "SCHEMA",
    "asymptotic_variance",
    "column_multipliers",
    "dominant",
    "dumps",
    "infeasible",
    "labels_text",
    "linear",
    "notion_text",
    "objective_text",
    "pair_multipliers",
    "unattained",
    "variance",
    "worst_variance",
]

SCHEMA = "rropt.certificate/1"
Document = dict[str, Any]


def dumps(document: Document) -> str:
    """The certificate's text."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def notion_text(demand: Notion, scope: Scope) -> Document:
    """The demand by name, with its numbers."""
    if isinstance(demand, LDP) and not isinstance(demand.epsilon.t, float):
        found: Document = {"name": "ldp", "ratio": scope.number(demand.epsilon.t)}
        return found if demand.delta == 0 else {**found, "delta": scope.number(demand.delta)}
    if isinstance(demand, Parity) and not isinstance(demand.gamma, float):
        return {"name": "parity", "gamma": scope.number(demand.gamma)}
    if isinstance(demand, RhoBreach):
        return {"name": "rho", "from": scope.number(demand.rho1), "to": scope.number(demand.rho2)}
    if isinstance(demand, BetaFactor) and not isinstance(demand.beta, float):
        return {"name": "beta", "beta": scope.number(demand.beta)}
    if isinstance(demand, BayesFactor) and not isinstance(demand.factor, float):
        return {"name": "bayes", "factor": scope.number(demand.factor)}
    ratio = demand.parity()
    assert not isinstance(ratio, float)
    return {"name": "parity", "gamma": scope.number(ratio)}


def objective_text(problem: Problem, scope: Scope) -> Document:
    """The objective by name, with its numbers."""
    objective = problem.objective
    if isinstance(objective, Variance):
        return _variance_text(problem, objective, scope)
    if isinstance(objective, Trace):
        if objective.weights is None:
            return {"name": "trace", "sense": "max"}
        return {"name": "weighted trace", "sense": "max", "weights": scope.numbers(objective.weights)}
    utility, prior = scope.matrix(objective.matrix_of_utilities), scope.numbers(objective.prior)
    return {"name": "utility", "sense": objective.sense, "utility": utility, "prior": prior}


def _variance_text(problem: Problem, objective: Variance, scope: Scope) -> Document:
    pi = objective.of_second
    if problem.asymptotic:
        found = {"name": "asymptotic variance", "prevalence": scope.number(least_favourable(pi).point)}
        worst = {"worst": scope.numbers([pi.lower, pi.upper])} if pi.quantifier is Quantifier.WORST else {}
        return {**found, **worst}
    restriction = {"restriction": "warner"} if objective.warner else {}
    if pi.quantifier is Quantifier.AT:
        return {"name": "variance", "prevalence": scope.number(pi.point), **restriction}
    kind = "worst" if pi.quantifier is Quantifier.WORST else "every"
    return {"name": "variance", kind: [scope.number(pi.lower), scope.number(pi.upper)], **restriction}


def column_multipliers(columns: Sequence[Number]) -> dict[str, Number]:
    """`column` alone: for δ = 0 they decide how far every row's inequalities are used."""
    return {f"column[{j}]": y for j, y in enumerate(columns)}


def pair_multipliers(multipliers: PairMultipliers) -> dict[str, Number]:
    """`column`, `pair` and `excess` by name."""
    found = column_multipliers(multipliers.columns)
    found |= {f"pair[{j},{el}]": y for (j, el), y in multipliers.pairs.items()}
    return found | {f"excess[{i},{j},{el}]": y for (i, j, el), y in multipliers.excess.items()}


def labels_text(problem: Problem, outputs: int) -> Document:
    """The labels of inputs and outputs; their numbers where the problem gives none."""
    inputs = problem.inputs or tuple(str(j) for j in range(problem.k))
    return {"inputs": list(inputs), "outputs": list(problem.output_labels or (str(i) for i in range(outputs)))}


def _head(problem: Problem, scope: Scope, claim: str, outputs: int) -> Document:
    head: Document = {"schema": SCHEMA, "claim": claim, "field": scope.domain, **labels_text(problem, outputs)}
    return {**head, "notion": notion_text(problem.demand, scope), "objective": objective_text(problem, scope)}


def _demand_numbers(problem: Problem) -> list[Number]:
    ratio, delta = problem.demand.reduced()
    return [delta] if isinstance(ratio, float) else [ratio, delta]


def _claimed(scope: Scope, bounds: tuple[Number, Number]) -> tuple[str, Document]:
    """`optimal` with the value where the bounds meet, else `within` with both."""
    lower, upper = map(scope.number, bounds)
    return ("optimal", {"value": lower}) if bounds[0] == bounds[1] else ("within", {"lower": lower, "upper": upper})


def linear(
    problem: Problem,
    program: LinearProgram,
    rows: Rows,
    multipliers: dict[str, Number],
    bounds: tuple[Number, Number],
    *,
    domain: Any = None,
) -> Document:
    """`optimal` where the bounds meet, else `within`; on the numbers' own domain unless a part of it is given."""
    numbers = [*_demand_numbers(problem), *(x for row in rows for x in row), *multipliers.values(), *bounds]
    scope = scope_of([*numbers, *(x for row in program.weights for x in row)], ratio=program.ratio)
    if domain is not None:
        scope = Scope(scope.field, domain)
    claim, said = _claimed(scope, bounds)
    head = _head(problem, scope, claim, len(rows))
    return {**head, **said, "mechanism": scope.matrix(rows), "multipliers": scope.table(multipliers)}


def variance(problem: Problem, value: Any, minimisers: Sequence[Rows], *, scope: Scope | None = None) -> Document:
    """Every minimiser of the binary variance; `value` is a number, or a point (x, y) for every prevalence.

    The scope is that of the numbers unless a part of its domain is given.
    """
    if scope is None:
        extra = list(value) if isinstance(value, tuple) else [value]
        scope = _variance_scope(problem, [*extra, *(x for rows in minimisers for row in rows for x in row)])
    said = {} if isinstance(value, tuple) else {"value": scope.number(value)}
    return {**_head(problem, scope, "optimal", 2), **said, "minimisers": [scope.matrix(r) for r in minimisers]}


def worst_variance(problem: Problem, value: Number, rows: Rows, *, scope: Scope | None = None) -> Document:
    """A mechanism of least worst-case variance; the scope is that of the numbers unless a part of its domain is given."""
    if scope is None:
        scope = _variance_scope(problem, [value, *(x for row in rows for x in row)])
    return {**_head(problem, scope, "optimal", 2), "value": scope.number(value), "mechanism": scope.matrix(rows)}


def _variance_scope(problem: Problem, numbers: Sequence[Number]) -> Scope:
    pi: Prevalence = problem.objective.prevalence  # type: ignore[union-attr]
    ratio, _ = problem.demand.reduced()
    assert not isinstance(ratio, float)
    return scope_of([*_demand_numbers(problem), pi.lower, pi.upper, *numbers], ratio=ratio)


def asymptotic_variance(problem: Problem, value: Number, rows: Rows, dual: FisherDual) -> Document:
    """The least 1/I with free outputs."""
    numbers = [value, *dual.columns, *dual.pairs, *(x for row in rows for x in row)]
    scope = _variance_scope(problem, numbers)
    proof = {"column": scope.numbers(dual.columns), "pair": scope.numbers(dual.pairs)}
    head = _head(problem, scope, "optimal", len(rows))
    return {**head, "value": scope.number(value), "mechanism": scope.matrix(rows), "dual": proof}


def dominant(problem: Problem, rows: Rows, garbling: Rows) -> Document:
    """The mechanism that is at least as informative as all of the demand, garbled into the four best rows."""
    scope = _variance_scope(problem, [x for row in rows for x in row])
    head = {"schema": SCHEMA, "claim": "dominant", "field": scope.domain, "notion": notion_text(problem.demand, scope)}
    return {**head, "mechanism": scope.matrix(rows), "garbling": scope.matrix(garbling)}


def unattained(problem: Problem) -> Document:
    """Nothing identifies the prevalence: all columns of every mechanism of the demand are equal."""
    scope = _variance_scope(problem, [])
    return {
        "schema": SCHEMA,
        "claim": "unattained",
        "field": scope.domain,
        "notion": notion_text(problem.demand, scope),
    }


def infeasible(problem: Problem, program: LinearProgram, multipliers: dict[str, Number], required: Number) -> Document:
    """No mechanism of the demand reaches the required value of a linear objective."""
    numbers = [*_demand_numbers(problem), *multipliers.values(), required]
    scope = scope_of([*numbers, *(x for row in program.weights for x in row)], ratio=program.ratio)
    head = _head(problem, scope, "infeasible", problem.m)
    objective = head.pop("objective")
    proof = {
        "multipliers": scope.table(multipliers),
        "requirement": {"objective": objective, "bound": scope.number(required)},
    }
    return {**head, **proof}
