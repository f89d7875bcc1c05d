"""A design read back from its JSON: everything in it stands in the certificate that the checker accepts.

The demand, the mechanism and the value are the certificate's. The objective is read from the document's fields, and refused
unless the certificate states the same one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.certificate.read import parts_of, read_cut, read_matrix, read_statement
from rropt.certificate.scope import Scope
from rropt.exact.element import Element, Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.formats import numbered
from rropt.mechanism import Mechanism
from rropt.privacy import LDP, BayesFactor, BetaFactor, Notion, PairwiseLDP, Parity, RhoBreach
from rropt.problem.document import judge_document
from rropt.problem.known import find_objective
from rropt.problem.problem import Problem
from rropt.problem.result import SCHEMA, Design, Verdict

__all__ = ["read_design"]

VERDICTS = {"optimal": Verdict.OPTIMAL, "dominant": Verdict.OPTIMAL, "within": Verdict.WITHIN}


def read_design(document: dict[str, Any]) -> Design:
    """The design that `Design.to_dict` wrote, judged again; one in pieces, or without a mechanism, is refused."""
    if document.get("schema") != SCHEMA:
        raise InputError(
            f"the document's schema is {str(document.get('schema'))[:40]!r}; give the JSON of a design, "
            "as `rropt design … --json -o design.json` writes it"
        )
    status, said = judge_document(document)
    if status != "accepted":
        raise InputError(f"the design is {status}: {said}")
    if not document["certificate"] or document["mechanism"] is None:
        raise InputError(
            "the design has no single mechanism, as one in pieces or an infeasible one has none; "
            "ask for one epsilon and one prevalence"
        )
    try:
        return _design(document, said)
    except InputError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(f"the design's problem cannot be read ({type(error).__name__}: {str(error)[:60]})") from None


def _design(document: dict[str, Any], sentence: str) -> Design:
    part, told = parts_of(document["certificate"])[0], document["problem"]
    t = read_cut(part["field"]["t"]) if "t" in part["field"] else None
    if t is None or isinstance(t, float):
        raise InputError("the design is about every epsilon of an interval; ask for one epsilon")
    objective = find_objective(told["name"]).from_fields(told)
    rows = read_matrix(document["mechanism"]["exact"], t)
    inputs, outputs = (_names(document["mechanism"][key]) for key in ("inputs", "outputs"))
    problem = Problem(
        objective,
        _demand(part["notion"], t),
        inputs=inputs or len(rows[0]),
        outputs="free" if told["outputs"] == "free" else outputs or len(rows),
    )
    scope = Scope(t.field if isinstance(t, Element) else None, part["field"])
    if part["claim"] != "dominant" and part["objective"] != objective.statement(problem, scope):
        raise InputError(
            f"the design's certificate is about another objective than the {objective} of its problem; "
            "ask for one whose numbers share a field with e^epsilon"
        )
    mechanism = Mechanism(rows, inputs, outputs)
    stated = read_statement(part, t=t)
    value = stated.get("value")
    bounds = [stated.get(key, value) for key in ("lower", "upper")]
    if bounds[0] is None:
        bounds = [x if isinstance(x, Fraction | Element) else None for x in objective.value_bounds(mechanism)]
    return Design(
        problem=problem,
        verdict=VERDICTS[part["claim"]],
        legs=(),
        certificate=document["certificate"],
        sentence=sentence,
        mechanism=mechanism,
        value=value if value is not None or bounds[0] != bounds[1] else bounds[0],
        lower=bounds[0],
        upper=bounds[1],
    )


def _names(labels: Any) -> tuple[str, ...] | None:
    names = None if labels is None else numbered(map(str, labels))
    return None if names is None else tuple(names)


def _demand(notion: dict[str, Any], t: Number) -> Notion:
    """The demand that the certificate names."""

    def number(key: str) -> Number:
        return read_number(notion.get(key, "0"), t=t)

    makers: dict[str, Callable[[], Notion]] = {
        "ldp": lambda: LDP(Epsilon(number("ratio")), delta=number("delta")),
        "parity": lambda: Parity(number("gamma")),
        "rho": lambda: RhoBreach(number("from"), number("to")),
        "beta": lambda: BetaFactor(number("beta")),
        "bayes": lambda: BayesFactor(number("factor")),
        "pairs": lambda: _pairs(notion, t),
    }
    if notion["name"] not in makers:
        raise InputError(f"a demand {notion['name']!r} is not read from files; state it again with `rropt design`")
    return makers[notion["name"]]()


def _pairs(notion: dict[str, Any], t: Number) -> PairwiseLDP:
    pairs = [(int(j), int(against)) for j, against in notion["pairs"]]
    budgets = [Epsilon(read_number(x, t=t)) for x in notion["ratios"]]
    slacks = [read_number(x, t=t) for x in notion["deltas"]]
    return PairwiseLDP(
        dict(zip(pairs, budgets, strict=True)), deltas={pair: x for pair, x in zip(pairs, slacks, strict=True) if x}
    )
