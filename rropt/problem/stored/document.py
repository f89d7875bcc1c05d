"""Judging a JSON answer: the checker judges the certificates that it carries; then a design is made again and compared.

A design consists of its question, its certificate and whatever follows from both. All that follows is made again (`again.py`), and
the first field that differs is refused by its name. Whatever does not follow stands under `unshown`. For an answer of another kind
only the certificates and its `sentence` are checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rropt.certificate.judge import Status, judge
from rropt.certificate.read import statements_in
from rropt.checker.text.labels import shorten
from rropt.exact.errors import InputError
from rropt.problem.result import Design
from rropt.problem.stored.again import Document, make_again
from rropt.problem.stored.fields import SCHEMA
from rropt.problem.verdicts import Verdict

__all__ = ["carried_certificates", "differences", "judge_document", "read_document"]

CLAIMS = {*map(str, Verdict), "dominant"}
"""The claims that certificates of designs make."""


def judge_document(document: Document) -> tuple[str, str]:
    """Return the checker's status of a document's certificates, and its sentence or the reason against them."""
    status, said, _ = read_document(document)
    return status.value, said


def read_document(document: Document) -> tuple[Status, str, Design | None]:
    """Judge a document. Return the status; the checker's sentence, or the reason for a refusal; and the design, if the document is
    one and is accepted."""
    schema = document.get("schema")
    if schema != SCHEMA and str(schema).startswith("rropt/design/"):
        return Status.MALFORMED, "the design is of an earlier format; make it anew with `rropt design`", None
    verdicts = [judge(certificate) for certificate in carried_certificates(document) or [""]]
    refused = next((v for v in verdicts if not v.is_accepted), None)
    if refused is not None:
        return refused.status, refused.reason, None
    sentence = " ".join(v.sentence for v in verdicts)
    if document.get("sentence", None if schema == SCHEMA else sentence) != sentence:
        said = (
            "the field 'sentence' does not say what the certificate proves as this version of rropt says it; design again, with "
            "`rropt design`"
        )
        return Status.REJECTED, said, None
    if schema != SCHEMA:
        return _read_other(document, sentence)
    try:
        made = make_again(document, sentence)
        path = next(differences(made.to_dict(), document), None)
    except InputError as error:
        return Status.REJECTED, str(error), None
    if path is not None:
        return Status.REJECTED, f"the field '{path}' does not agree with the certificate", None
    return Status.ACCEPTED, sentence, made


def _read_other(document: Document, sentence: str) -> tuple[Status, str, Design | None]:
    """Judge an answer of another kind than a design: accept it with the sentence, unless its certificate makes the claim of a
    design."""
    texts = filter(None, carried_certificates(document))
    if any(part["claim"] in CLAIMS for text in texts for part in statements_in(text)):
        return Status.REJECTED, f"the field 'schema' is not {SCHEMA}, which the certificate is about", None
    return Status.ACCEPTED, sentence, None


def differences(made: Any, told: Any, path: str = "") -> Iterator[str]:
    """Yield the paths of the fields in which `told`, a document, differs from `made`, the document made again."""
    if isinstance(made, Mapping) and isinstance(told, Mapping):
        for key in (*made, *(key for key in told if key not in made)):
            inner = f"{path}.{shorten(str(key))}" if path else shorten(str(key))
            if key in made and key in told:
                yield from differences(made[key], told[key], inner)
            else:
                yield inner
    elif _is_list(made) and _is_list(told) and len(made) == len(told):
        for n, (one, other) in enumerate(zip(made, told, strict=True)):
            yield from differences(one, other, f"{path}[{n}]")
    elif made != told or isinstance(made, str) != isinstance(told, str):
        yield path


def _is_list(x: Any) -> bool:
    return isinstance(x, Sequence) and not isinstance(x, str)


def carried_certificates(document: Document) -> list[str]:
    """The certificates that an answer carries: one, several, or one per piece ("" for a piece that has none)."""
    for found in ([document.get("certificate")], document.get("certificates")):
        if isinstance(found, list) and found and all(isinstance(x, str) and x for x in found):
            return found
    pieces = document.get("pieces")
    lists = [*pieces.values()] if isinstance(pieces, dict) else [pieces]
    each = [x.get("certificate") for part in lists if isinstance(part, list) for x in part if isinstance(x, dict)]
    return [x if isinstance(x, str) else "" for x in each]
