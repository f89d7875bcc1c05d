"""Recomputes the document of an answer about the order from the certificates in the document. Whatever the certificates do not show
is left out.

Such an answer is a comparison or one direction of it, a deficiency, a verdict of admissibility, or a table (or a single row of it)
in which designs for two inputs are compared with Warner's design of the same ε. It consists of mechanisms, certificates, and what
follows from both. The checker has already accepted the certificates. Here the document is recomputed without any search, so that it
can be compared with the stored one. Where labels are kept, they are those of the stored document.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rropt.certificate.read import letter_of_statement, read_matrix, statements_in
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism
from rropt.order.admissibility import Admissibility, faults_of
from rropt.order.comparison import Comparison, relation_of
from rropt.order.complete_class import TableRow, warner_beside
from rropt.order.decision import Decision
from rropt.order.dominance import Dominance
from rropt.order.evidence import evidence_in, find_half, halves_of
from rropt.order.garbling import as_garbling
from rropt.order.le_cam import MOST_UNKNOWNS, Deficiency
from rropt.order.minimal import minimal_form
from rropt.order.unfinished import UnfinishedComparison
from rropt.order.words import leave_out_names
from rropt.problem.stored.fields import matrix_of_fields

__all__ = ["admissibility_again", "comparison_again", "deficiency_again", "dominance_again", "row_again", "table_again"]

Document = dict[str, Any]


def comparison_again(document: Document) -> Document:
    """Recompute the document of a comparison from its certificates.

    A deficiency that has no certificate is left out. If a direction is undecided, the reason for that is left out.
    """
    first, second = (matrix_of_fields(document[name]) for name in "AB")
    forward, backward = _both_ways(carried(document), first, second)
    if forward is None and backward is None:
        raise InputError(
            "the mechanisms in the fields 'A' and 'B' differ from those in the certificate; make the file again"
        )
    if forward is None or backward is None:
        return _unfinished(UnfinishedComparison(first, second, forward, backward, ""), str(document["verdict"]))
    made = _compared(forward, backward, str(document["certificate"] or "")).to_dict_with(None, None)
    for key, of in (("deficiency", (first, second)), ("reverse_deficiency", (second, first))):
        del made[key]
        if (shown := _deficiency(document[key], key, *of)) is not None:
            made[key] = shown.to_dict_short()
    return leave_out_names(made, "A", "B")


def _unfinished(found: UnfinishedComparison, verdict: str) -> Document:
    """Make the document of a comparison of which only one direction is decided.

    The result has no field `verdict`. Raise InputError if the stored verdict, the argument `verdict`, does not begin with
    "Undecided".
    """
    if not verdict.startswith("Undecided"):
        raise InputError(
            "the field 'verdict' must say Undecided, because the certificate compares the mechanisms in one direction only; make "
            "the file again"
        )
    made = leave_out_names(found.to_dict(), "A", "B")
    return {key: value for key, value in made.items() if key != "verdict"}


def dominance_again(document: Document) -> Document:
    """Recompute a document from its own certificate. The document says whether one mechanism is at least as informative as another.

    The field `leg` is left out. It names the method that proposed the answer, and the certificate does not show that.
    """
    first, second = (matrix_of_fields(document[name]) for name in ("first", "second"))
    found = find_half(halves_of(carried(document)), first, second)
    if found is None:
        raise InputError(
            "the mechanisms in the fields 'first' and 'second' differ from those in the certificate; make the file again"
        )
    made = leave_out_names({**found.to_dict(), "sentence": document["sentence"]}, "first", "second")
    return {key: value for key, value in made.items() if key != "leg"}


def deficiency_again(document: Document) -> Document:
    """Recompute the document of a deficiency from its certificate.

    The garbling of the result has no labels, because no certificate shows labels.
    """
    labels = document["garbling"]["inputs"], document["garbling"]["outputs"]
    (statement,) = statements_in(document["certificate"])
    t = letter_of_statement(statement)
    first, second = (
        Mechanism(read_matrix(statement[key], t), None, names)
        for key, names in zip(("first", "second"), labels, strict=True)
    )
    found = _deficiency(document, "certificate", first, second)
    assert found is not None
    return leave_out_names({**found.to_dict(), "sentence": document["sentence"]}, "garbling")


def admissibility_again(document: Document) -> Document:
    """Recompute the document of a verdict of admissibility from its certificates.

    If the mechanism is admissible, the field that says which outputs were merged or dropped is left out, because the certificate
    has no labels of outputs. If the mechanism is not admissible, the field `gained` says how much better the dominating mechanism
    is. This field is left out if it is empty or if its deficiency has no certificate.
    """
    proof, *others = texts = carried(document)
    (statement,) = statements_in(proof)
    if statement["claim"] != "admissible":
        raise InputError(
            "the first certificate in the field 'certificates' must say that a mechanism is admissible; make the file again"
        )
    t = letter_of_statement(statement)
    rows, gamma = read_matrix(statement["mechanism"], t), read_number(statement["gamma"], t=t)
    head = {"schema": document["schema"], "certificates": texts}
    if not others:
        p = Mechanism(rows)
        made = Admissibility(p, gamma, True, minimal_form(p), (), ()).to_dict_without_gain()
        del made["minimal_form"]
        return {**made, "gained": None, **head}
    named = document["dominating"]["inputs"]
    above = Mechanism(rows, named, document["dominating"]["outputs"])
    halves = halves_of(others)
    p = Mechanism(halves[0].second, named, document["garbling"]["outputs"])
    better, worse = find_half(halves, above, p), find_half(halves, p, above)
    is_other = any({x.first, x.second} != {above.rows, p.rows} for x in halves)
    if better is None or worse is None or worse.holds or is_other:
        raise InputError(
            "the second certificate in the field 'certificates' must say that the dominating mechanism is better; make the file "
            "again"
        )
    form = minimal_form(p)
    found = Admissibility(p, gamma, False, form, faults_of(form.mechanism, gamma), (), above, better.garbling)
    made = leave_out_names({**found.to_dict_without_gain(), **head}, "dominating")
    # the inputs of the garbling are the outputs of the dominating mechanism
    made = leave_out_names(made, "garbling", names=("outputs",))
    gained = document["gained"]
    shown = None if gained is None else _deficiency(gained["deficiency"], "gained.deficiency", p, above)
    return made if shown is None else {**made, "gained": found.gained_with(shown).to_dict()}


def table_again(document: Document) -> Document:
    """Recompute, row by row, the document of a table that compares designs for two inputs with Warner's design of the same ε."""
    return {"schema": document["schema"], "rows": [_row(row) for row in document["rows"]]}


def row_again(document: Document) -> Document:
    """Recompute the document that compares a single design for two inputs with Warner's design of the same ε."""
    return {"schema": document["schema"], **_row(document)}


def _row(row: Document) -> Document:
    """Recompute, from its certificate, the comparison of a design for two inputs with Warner's design of the same ε.

    The name of the design is left out.
    """
    best, design = matrix_of_fields(row["warner"]), matrix_of_fields(row["mechanism"])
    forward, backward = _both_ways([row["certificate"]], best, design)
    epsilon, law = warner_beside("", design)
    if forward is None or backward is None or not forward.holds or best.rows != law.rows:
        raise InputError(
            "the field 'certificate' must compare the design in the field 'mechanism' with Warner's design of the same epsilon"
        )
    found = _compared(forward, backward, row["certificate"])
    made = leave_out_names(TableRow("", epsilon, found).to_dict(), "warner", "mechanism")
    del made["design"]
    return made


def _both_ways(texts: Sequence[str], first: Mechanism, second: Mechanism) -> tuple[Dominance | None, Dominance | None]:
    """Find what the certificates show in each direction: whether `first` is at least as informative as `second`, and the converse.
    None stands for a direction that they do not show.
    """
    halves = halves_of(texts)
    return find_half(halves, first, second), find_half(halves[::-1], second, first)


def _compared(forward: Dominance, backward: Dominance, text: str) -> Comparison:
    """Make the comparison of mechanisms A and B from its two answers and the text of its certificate.

    `forward` says whether A is at least as informative as B, and `backward` says whether B is at least as informative as A.
    """
    relation = relation_of(forward.holds, backward.holds)
    return Comparison(forward.first, forward.second, relation, forward, backward, text, "", MOST_UNKNOWNS)


def carried(document: Document) -> list[str]:
    """List the certificates of a document: the one in its field `certificate`, or, if it has none, those in `certificates`."""
    return [document["certificate"]] if document.get("certificate") else list(document["certificates"])


def _deficiency(told: Document, key: str, first: Mechanism, second: Mechanism) -> Deficiency | None:
    """Recompute the deficiency of `first` towards `second` from its certificate; None if there is no certificate.

    `told` is the part of a document that has the certificate. `key` is the name of its field, for error messages.
    """
    if not told["certificate"]:
        return None
    (statement,) = statements_in(told["certificate"])
    t = letter_of_statement(statement)
    rows = [read_matrix(statement.get(name, ()), t) for name in ("first", "second")]
    if statement["claim"] != "deficiency" or rows != [first.rows, second.rows]:
        raise InputError(
            f"the certificate in the field '{key}' must be about the deficiency of these two mechanisms; make the file again"
        )
    lower, upper = (read_number(statement[name], t=t) for name in ("lower", "upper"))
    garbling = as_garbling(read_matrix(statement["garbling"], t), first, second)
    evidence = evidence_in({name: statement[name] for name in ("prior", "gains")}, t)
    assert isinstance(evidence, Decision)
    return Deficiency(first, second, lower, upper, garbling, evidence, told["certificate"], "")
