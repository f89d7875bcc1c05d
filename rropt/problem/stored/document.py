"""How a JSON answer is judged: the checker judges the certificates in it; then the answer is made again and compared with the file.

A design consists of its question, its certificate and whatever follows from both. All that follows is made again (`again.py`) and
compared with the file. The first field that differs is refused by its name. Whatever does not follow stands under `unshown`.

An answer of another kind may have certificates in any field. Each certificate is judged, and the sentence that it proves is
compared with the sentence beside it in the file. What follows from the certificates is made again, by the function that is
registered as "stored" for this kind of answer, and compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rropt.above import given
from rropt.certificate.judge import Status, judge
from rropt.checker.text.labels import shorten
from rropt.exact.errors import InputError
from rropt.problem.result import Design
from rropt.problem.stored.again import Document, make_again
from rropt.problem.stored.fields import SCHEMA

__all__ = [
    "carried_certificates",
    "certificates_in",
    "differences",
    "disagreement",
    "judge_document",
    "read_document",
]

NO_SCHEMA = (
    "in the field 'schema' rropt finds no kind of answer that this version can verify, so it knows nothing of the other fields; to "
    "judge the certificate alone, save its text as a file"
)


def judge_document(document: Document) -> tuple[str, str]:
    """Return the status of a document, and a sentence. The status is "accepted" only if the certificates are accepted and agree
    with the document's fields. The sentence is then that of the certificates; otherwise it is the reason why the document is not
    accepted."""
    status, said, _ = read_document(document)
    return status.value, said


def read_document(document: Document) -> tuple[Status, str, Design | None]:
    """Judge a document. Return three things: the checker's status; its sentence, or the reason for a refusal; and the design, or
    None if the document is no design or is not accepted."""
    schema = document.get("schema")
    if schema != SCHEMA and str(schema).startswith("rropt/design/"):
        return Status.MALFORMED, "the design is of an earlier format; make it anew with `rropt design`", None
    if schema != SCHEMA:
        return *_read_other(document), None
    texts = carried_certificates(document)
    # a design without certificates is judged by an empty text, which is malformed
    status, sentence = _judge_all(texts or [""])
    if status is not Status.ACCEPTED:
        return status, sentence, None
    if document.get("sentence") != sentence:
        return Status.REJECTED, _other_sentence("sentence"), None
    try:
        made = make_again(document, sentence)
        path = next(differences(made.to_dict(), document), None)
    except InputError as error:
        return Status.REJECTED, str(error), None
    if path is not None:
        return Status.REJECTED, disagreement(path), None
    return Status.ACCEPTED, sentence, made


def _judge_all(texts: Iterable[str]) -> tuple[Status, str]:
    """Judge certificates. If all are accepted, return "accepted" and their sentences, joined. Otherwise return the status of the
    first certificate that is refused, and the reason."""
    verdicts = [judge(text) for text in texts]
    refused = next((v for v in verdicts if not v.is_accepted), None)
    if refused is not None:
        return refused.status, refused.reason
    return Status.ACCEPTED, " ".join(v.sentence for v in verdicts)


def disagreement(path: str) -> str:
    """Say that a field differs from what its document's certificates show."""
    return f"the field '{path}' does not agree with the certificate"


def _other_sentence(path: str) -> str:
    return (
        f"the field '{path}' is not the sentence that this version of rropt writes for the certificate; design again, with "
        "`rropt design`"
    )


def _read_other(document: Document) -> tuple[Status, str]:
    """Judge all certificates in an answer that is not a design, and the sentences in the answer.

    A sentence beside a certificate must be what this certificate proves. The answer may also have one sentence for all its
    certificates. That sentence must join what they prove, in their order.
    """
    said, whole = list[str](), document.get("sentence")
    for place, texts, beside in certificates_in(document):
        if not all(isinstance(text, str) for text in texts):
            return Status.MALFORMED, f"the field '{place}' must be the text of a certificate, or a list of such texts"
        status, proved = _judge_all(texts)
        if status is not Status.ACCEPTED:
            return status, proved if "." not in place else f"of the field '{place}': {proved}"
        if beside.get("sentence", proved) != proved:
            return Status.REJECTED, _other_sentence(".".join([*place.split(".")[:-1], "sentence"]))
        said.append(proved)
        whole = None if beside is document else whole
    if said and whole not in (None, " ".join(said)):
        return Status.REJECTED, _other_sentence("sentence")
    if said and str(document.get("schema")) not in given("stored"):
        return Status.REJECTED, NO_SCHEMA
    return (Status.ACCEPTED, " ".join(said)) if said else _judge_all([""])


def certificates_in(x: Any, path: str = "") -> Iterator[tuple[str, list[Any], Mapping[str, Any]]]:
    """Yield each field of a document that has certificates, wherever it stands. For each field yield its path, the texts of the
    certificates, and the object to which the field belongs. Fields that are null or empty are left out."""
    for key, value in x.items() if isinstance(x, Mapping) else enumerate(x) if _is_list(x) else ():
        place = _below(path, key)
        if key not in ("certificate", "certificates"):
            yield from certificates_in(value, place)
        elif value not in (None, "", []):
            yield place, value if isinstance(value, list) else [value], x


def differences(made: Any, told: Any, path: str = "", *, beside: list[str] | None = None) -> Iterator[str]:
    """Yield the paths of the fields in which two JSON values differ.

    `told` is a document, and `made` is what was recomputed from the document's certificates. If `made` is only a part of the
    document, pass a list as `beside`. The list receives the paths of the document's other fields, if they are not empty.
    """
    if isinstance(made, Mapping) and isinstance(told, Mapping):
        for key in (*made, *(key for key in told if key not in made)):
            inner = _below(path, key)
            if key in made and key in told:
                yield from differences(made[key], told[key], inner, beside=beside)
            elif key in made or beside is None:
                yield inner
            elif told[key] not in (None, "", [], {}):
                beside.append(inner)
    elif _is_list(made) and _is_list(told) and len(made) == len(told):
        for n, (one, other) in enumerate(zip(made, told, strict=True)):
            yield from differences(one, other, _below(path, n), beside=beside)
    elif made != told or isinstance(made, str) != isinstance(told, str):
        yield path


def _below(path: str, key: object) -> str:
    """Write the path of a member of the field at `path`: `path[3]` in a list, `path.name` in an object."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    return f"{path}.{shorten(str(key))}" if path else shorten(str(key))


def _is_list(x: Any) -> bool:
    return isinstance(x, Sequence) and not isinstance(x, str)


def carried_certificates(document: Document) -> list[str]:
    """The certificates that a design carries: one, or one per piece ("" for a piece that has none)."""
    found, pieces = document.get("certificate"), document.get("pieces")
    if isinstance(found, str) and found:
        return [found]
    each = [x.get("certificate") for x in (pieces if isinstance(pieces, list) else ()) if isinstance(x, dict)]
    return [x if isinstance(x, str) else "" for x in each]
