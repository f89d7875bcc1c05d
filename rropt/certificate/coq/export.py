"""`export` writes the Coq file of a certificate that the checker has accepted.

Nothing of the certificate's text is copied. Numbers are read by rropt's grammar and written anew from their coefficients, and
labels are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rropt.certificate.coq.demand import Reader
from rropt.certificate.coq.linear import write_infeasible, write_linear
from rropt.certificate.coq.order import write_compare, write_satisfies, write_violates
from rropt.certificate.coq.script import Script
from rropt.certificate.coq.signs import domain_of
from rropt.certificate.coq.variance import write_variance
from rropt.certificate.read import read_cut
from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.formats import read_json

__all__ = ["export"]

Document = dict[str, Any]
WRITERS: dict[str, Callable[[Script, Document, Reader], str]] = {
    "satisfies": write_satisfies,
    "violates": write_violates,
    "compare": write_compare,
    "infeasible": write_infeasible,
}
OBJECTIVES = {
    "trace": write_linear,
    "weighted trace": write_linear,
    "utility": write_linear,
    "linear": write_linear,
    "variance": write_variance,
}
MODULES = "Sums Mechanisms LinearDuality Blackwell BinaryVariance Evidence"


def export(text: str) -> str:
    """Write the Coq file of an accepted certificate; raise `InputError` if its claim cannot be exported."""
    document = read_json(text)
    if document["claim"] != "pieces":
        lines, proved = _one(document)
        shown = [f"(* Proved below, as theorem claim: {proved}. *)"]
        return _file(shown, lines, _uses_interval([document]))
    lines, shown = [], []
    for n, piece in enumerate(document["pieces"], start=1):
        found, proved = _one(piece)
        shown.append(f"(* Proved below, as theorem Piece{n}.claim: {proved}. *)")
        lines += [f"Module Piece{n}.", *found, f"End Piece{n}."]
    shown.append("(* That the pieces cover the interval is not stated here; the checker has compared their ends. *)")
    return _file(shown, lines, _uses_interval(document["pieces"]))


def _file(shown: list[str], lines: list[str], interval: bool) -> str:
    head = [
        "(* The claim of an rropt certificate over the reals, proved from the rules of the library Rropt.",
        "   Compile it with: coqc -Q proofs/kernel Rropt FILE *)",
        *shown,
        "From Coq Require Import Reals Lra Lia List.",
        *(["From Interval Require Import Tactic."] if interval else []),
        f"From Rropt Require Import {MODULES}.",
        "Import ListNotations.",
        "Open Scope R_scope.",
    ]
    return "\n".join([*head, *lines]) + "\n"


def _uses_interval(documents: list[Document]) -> bool:
    """Whether some document gives t, or an end of its interval, as a power of e. The file then needs Coq's library Interval."""
    return any("exp(" in str(x) for d in documents for x in d["field"].values())


def _writer(document: Document) -> Callable[[Script, Document, Reader], str]:
    claim = document["claim"]
    if "conditions" in document:
        raise InputError(
            "a claim under conditions on the mechanism has no export to Coq yet; without conditions it has"
        )
    if "cases" in document:
        raise InputError("a claim about few of the answers has no export to Coq yet; about all of them it has")
    if claim in ("optimal", "within"):
        found = OBJECTIVES.get(document["objective"]["name"])
        if found is None:
            raise InputError(
                f"the objective '{document['objective']['name']}' has no export to Coq yet; linear ones and the variance have"
            )
        return found
    if claim not in WRITERS:
        raise InputError(f"the claim '{claim}' has no export to Coq yet; {', '.join(WRITERS)} and optimal have")
    return WRITERS[claim]


def _t_of(field: Document) -> Number:
    """Return the number t, in terms of which all other numbers of a certificate are written.

    `field` says what t is. If it gives one value, return this value. If it gives an interval, return a variable that ranges over
    the interval.
    """
    if "t" in field:
        found = read_cut(field["t"])
    else:
        low, high = read_cut(field["from"]), read_cut(field["to"])
        if is_infinite(low):
            raise InputError("the interval of t begins at infinity, so the certificate has no export to Coq")
        ends = field["ends"]
        found = generator(Free(low, high, ends[0] == "(", ends[1] == ")"))
    assert not is_infinite(found)
    return found


def _one(document: Document) -> tuple[list[str], str]:
    """Write the lines of Coq for one claim, which holds for every t of one domain.

    Return the lines, and a sentence that says what they prove.
    """
    write = _writer(document)
    t = _t_of(document["field"])
    domain = domain_of(t)
    script = Script(domain)
    script.say(*domain.head())
    proved = write(script, document, lambda x: read_number(x, t=t))
    script.say(*domain.foot())
    return script.lines, proved
