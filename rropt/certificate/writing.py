"""Functions that are common to all modules that write certificates of designs.

They write the text, the demand, the labels of inputs and outputs, and the head of a claim, which is the part before the evidence.
If a claim is stated in pieces, each for a part of the domain of t, they also join the pieces.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rropt.certificate.model import SCHEMA
from rropt.certificate.scope import Scope
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import label_all
from rropt.exact.spelling import show
from rropt.privacy import Notion

__all__ = [
    "SCHEMA",
    "Document",
    "Question",
    "certificate_of",
    "claim_of_bounds",
    "dumps",
    "head",
    "head_of_bounds",
    "join_domains",
    "without_schema",
    "write_conditions",
    "write_demand",
    "write_labels",
]

Document = dict[str, Any]


class Condition(Protocol):
    """A linear condition on the entries of a mechanism: `terms` lists ((output, input), coefficient) pairs."""

    @property
    def terms(self) -> Sequence[tuple[tuple[int, int], Number]]: ...
    @property
    def relation(self) -> str: ...
    @property
    def bound(self) -> Number: ...


class Question(Protocol):
    """The parts of a design's problem that are written into its certificate; `k` is the number of inputs."""

    @property
    def k(self) -> int: ...
    @property
    def demand(self) -> Notion: ...
    @property
    def inputs(self) -> tuple[str, ...] | None: ...
    @property
    def output_labels(self) -> tuple[str, ...] | None: ...
    @property
    def conditions(self) -> Sequence[Condition]: ...

    def statement(self, scope: Scope, /) -> Document:
        """Return the objective as a certificate states it."""


def dumps(document: Document) -> str:
    """Write a certificate's document as its text."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def write_demand(demand: Notion, scope: Scope, k: int, inputs: Sequence[str] | None) -> Document:
    """Write the demand on mechanisms with k inputs as a certificate states it, by its name and its numbers."""
    found: Document = _text(demand.statement(k, inputs), scope)
    return found


def _text(x: Any, scope: Scope) -> Any:
    """Convert a statement to JSON. Names stay as they are, `scope` writes the numbers as text, and infinity becomes `inf`."""
    if isinstance(x, str):
        return x
    if isinstance(x, Mapping):
        return {key: _text(y, scope) for key, y in x.items()}
    if is_infinite(x):
        return "inf"
    return [_text(y, scope) for y in x] if isinstance(x, Sequence) else scope.number(x)


def write_labels(problem: Question, outputs: int) -> Document:
    """Write the labels of inputs and outputs, or their indices if the problem gives no labels."""
    inputs, answers = label_all(problem.inputs, problem.k), label_all(problem.output_labels, outputs)
    return {"inputs": list(inputs), "outputs": list(answers)}


def head(problem: Question, scope: Scope, claim: str, outputs: int) -> Document:
    """Write the beginning of a claim about an optimum: schema, claim, field, labels, demand, conditions if any, and objective."""
    found: Document = {"schema": SCHEMA, "claim": claim, "field": scope.domain, **write_labels(problem, outputs)}
    objective = problem.statement(scope)
    found["notion"] = write_demand(problem.demand, scope, problem.k, problem.inputs)
    conditions = write_conditions(problem)
    if conditions is not None:
        found["conditions"] = conditions
    return {**found, "objective": objective}


def write_conditions(problem: Question, *more: Condition) -> list[Document] | None:
    """Write the conditions of the problem, then those in `more`; None if there are none."""
    return list(map(_write_condition, (*problem.conditions, *more))) or None


def _write_condition(condition: Condition) -> Document:
    """Write a condition by its coefficients, relation and bound."""
    terms = [[str(i), str(j), show(a)] for (i, j), a in condition.terms]
    relation = "=" if condition.relation == "==" else condition.relation
    return {"terms": terms, "relation": relation, "bound": show(condition.bound)}


def claim_of_bounds(scope: Scope, bounds: tuple[Number, Number]) -> tuple[str, Document]:
    """Return the claim and its value or bounds as written: `optimal` with `value`, or `within` with `lower` and `upper`.

    The claim is `optimal` if the two bounds are equal.
    """
    lower, upper = map(scope.number, bounds)
    return ("optimal", {"value": lower}) if bounds[0] == bounds[1] else ("within", {"lower": lower, "upper": upper})


def head_of_bounds(
    problem: Question, scope: Scope, bounds: tuple[Number, Number], outputs: int, *, most: int | None = None
) -> Document:
    """Write the beginning of a claim `optimal` or `within`, up to the evidence.

    After the parts that `head` writes, it has the value or the bounds. If `most` is given, it also has `most`, the largest number
    of outputs.
    """
    claim, said = claim_of_bounds(scope, bounds)
    limit = {} if most is None else {"most_outputs": str(most)}
    return {**head(problem, scope, claim, outputs), **limit, **said}


def without_schema(document: Mapping[str, Any]) -> Document:
    """Copy a document without its schema. In this form it can be one of the pieces of a larger document."""
    return {key: x for key, x in document.items() if key != "schema"}


def certificate_of(domain: Any, parts: Sequence[Document]) -> str:
    """Write the text of a certificate from documents that have no key `schema` yet.

    If there is one document, the certificate is this document with the key `schema`. If there are several, the certificate is about
    `domain`, and each document becomes its piece for a part of `domain`.
    """
    if len(parts) == 1:
        return dumps({"schema": SCHEMA, **parts[0]})
    return dumps({"schema": SCHEMA, "claim": "pieces", "field": domain, "pieces": list(parts)})


def join_domains(domains: Sequence[Any]) -> Any:
    """Write the union of domains of t as one interval. Each domain begins where the one before ended.

    The domains and their union are written as in the key `field` of a certificate.
    """
    if len(domains) == 1:
        return domains[0]
    first, last = ({"from": d.get("t"), "to": d.get("t"), "ends": "[]"} | d for d in (domains[0], domains[-1]))
    return {"from": first["from"], "to": last["to"], "ends": first["ends"][0] + last["ends"][1]}
