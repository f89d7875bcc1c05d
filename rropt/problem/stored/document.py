"""A design's JSON beside the certificate it carries: what restates the certificate must say the same.

The checker judges the certificate. The sentence, the verdict, the mechanism, the minimisers, the value and the pieces restate it
and are compared with it; a face of minimisers is recomputed from its two ends. Nothing else is trusted: whoever reads a
mechanism reads it from the certificate, and `not_judged` names the fields that no certificate speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from rropt.certificate.judge import judge
from rropt.certificate.read import letter_of_statement, read_cut, read_matrix, read_statement, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.writing import SCHEMA as CERTIFICATE
from rropt.certificate.writing import dumps
from rropt.exact.element import Element, Number, generator
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix
from rropt.exact.spelling import show
from rropt.formats import decimal_or_none, drop_number_labels
from rropt.mechanism import Mechanism
from rropt.privacy.disclosed import name_outputs
from rropt.problem.result import SCHEMA, Verdict, gap_text
from rropt.problem.stored.fields import end_fields
from rropt.problem.verdicts import BOUNDED
from rropt.results import number_fields

__all__ = ["carried_certificates", "disagreement", "judge_document", "letter_of", "not_judged", "statements_of"]

Document = dict[str, Any]
VERDICTS = {v.value: v for v in Verdict} | {"dominant": Verdict.OPTIMAL}
JUDGED = {"schema", "sentence", "verdict", "mechanism", "minimisers", "pieces", "value", "variance_per_answer", "gap"}
JUDGED |= {"requirement", "certificate", "estimators"}
FREE = "t = e^epsilon"
VARIANCES = {"variance", "asymptotic variance", "determinant"}
VARIANCES |= {f"{what} variance" for what in ("total", "contrast", "largest")}


def judge_document(document: Document) -> tuple[str, str]:
    """The checker's status of what the document carries and its sentence, or the reason against it."""
    verdicts = [judge(certificate) for certificate in carried_certificates(document) or [""]]
    refused = next((v for v in verdicts if not v.is_accepted), None)
    if refused is not None:
        return refused.status, refused.reason
    sentence = " ".join(v.sentence for v in verdicts)
    strange = disagreement(document, sentence)
    return ("accepted", f"{sentence}{_follows(document)}") if strange is None else ("rejected", strange)


def not_judged(document: Document) -> tuple[str, ...]:
    """What `disagreement` leaves unjudged in an accepted JSON answer, because no certificate speaks of it."""
    if document.get("schema") != SCHEMA:
        return ("every field but the certificate and its sentence",)
    found, part = [key for key in document if key not in JUDGED], statements_of(document)[0]
    if document["pieces"]:
        found.append("the sentences of pieces")
    if part["claim"] == "satisfies":
        found.append(f"value, gap and estimators, which are {BOUNDED}")
    if part["claim"] == "dominant":
        piece = "the interval and the formula of the piece" if document["pieces"] else "value, gap and estimators"
        found.append(f"the labels, and {piece}")
    if _is_widened(document, part):
        found.append("how far the bounds are from the certificate's, whose objective is near the one asked about")
    return tuple(found)


def disagreement(document: Document, sentence: str) -> str | None:
    """The first field that says something else than the accepted certificate, of which the checker said `sentence`."""
    own = document.get("schema") == SCHEMA
    if document.get("sentence", None if own else sentence) != sentence:
        return (
            "the field 'sentence' does not say what the certificate proves as this version of rropt says it; design again, with "
            "`rropt design … --json -o FILE`"
        )
    parts = statements_of(document)
    if not own:
        strange = parts and parts[0]["claim"] in VERDICTS
        return f"the field 'schema' is not {SCHEMA}, which the certificate is about" if strange else None
    try:
        path = next(_differences(document, parts), None)
    except (ArithmeticError, AttributeError, InputError, LookupError, TypeError, ValueError) as error:
        return f"a field cannot be compared with the certificate ({type(error).__name__}: {str(error)[:80]})"
    return None if path is None else f"the field '{path}' does not agree with the certificate"


def carried_certificates(document: Document) -> list[str]:
    """The certificates that an answer carries: one, several, or one for each of its pieces, "" of a piece that has none."""
    for found in ([document.get("certificate")], document.get("certificates")):
        if isinstance(found, list) and found and all(isinstance(x, str) and x for x in found):
            return found
    pieces = document.get("pieces")
    lists = [*pieces.values()] if isinstance(pieces, dict) else [pieces]
    each = [x.get("certificate") for part in lists if isinstance(part, list) for x in part if isinstance(x, dict)]
    return [x if isinstance(x, str) else "" for x in each]


def statements_of(document: Document) -> list[Document]:
    """The statements of the certificates, one after another; none where a certificate has no such form."""
    try:
        return [part for certificate in carried_certificates(document) for part in statements_in(certificate)]
    except (InputError, AttributeError, LookupError, TypeError):
        return []


def _follows(document: Document) -> str:
    """The one step from the certificate to an answer about something near it: a smaller variance that was asked for in vain,
    or an objective whose numbers are rounded in the certificate."""
    if document.get("schema") != SCHEMA:
        return ""
    part = statements_of(document)[0]
    if part["claim"] == "satisfies":
        low, high = (document["value"][key] for key in ("lower", "upper"))
        return f" That the optimum lies between {low} and {high} is {BOUNDED}."
    if _is_missed(document, part) and part["objective"]["name"] == "trace":
        return " So no mechanism of the demand and the conditions has p00 + p11 > 1."
    if _is_missed(document, part):
        return f" The {document['requirement']} that was asked for is less, so no mechanism of the demand reaches it."
    if _is_widened(document, part):
        low, high, asked = document["value"]["lower"], document["value"]["upper"], document["problem"]["objective"]
        return f" For the {asked}, whose numbers are near these, the design says that the optimum lies between {low} and {high}."
    return ""


def _is_missed(document: Document, part: Document) -> bool:
    """Whether the certificate proves a least variance, and the answer is that a smaller one is not reached."""
    return bool(document["verdict"] == Verdict.INFEASIBLE and part["claim"] in ("optimal", "within"))


def _is_widened(document: Document, part: Document) -> bool:
    """Whether the bounds are wider than the certificate's, as they are about an objective whose numbers are near its own."""
    if document["verdict"] != Verdict.WITHIN or part["claim"] not in ("optimal", "within"):
        return False
    stated = read_statement(part, t=letter_of(document, part))
    return document["value"] is not None and bool(document["value"] != _value_fields(stated))


def _differences(document: Document, parts: Sequence[Document]) -> Iterator[str]:
    """The paths of the fields that say something else, most telling first."""
    first = parts[0]
    statement = read_statement(first, t=letter_of(document, first))
    if _is_missed(document, first):
        yield from _compare_missed(document, parts)
        return
    is_enclosed = first["claim"] == "dominant" and document["gap"] not in (None, "0")
    expected = Verdict.WITHIN if is_enclosed or first["claim"] == "satisfies" else VERDICTS[first["claim"]]
    if document["verdict"] != expected and not (expected is Verdict.OPTIMAL and _is_widened(document, first)):
        yield "verdict"
    if document["requirement"] is not None and first["claim"] != "infeasible":
        yield "requirement"
    if first["claim"] == "infeasible" and not _is_same_requirement(document, first):
        yield "requirement"
    if first["claim"] in ("infeasible", "unattained"):
        yield from (key for key in ("mechanism", "value", "gap") if document[key] is not None)
        yield from (key for key in ("minimisers", "pieces") if document[key])
        return
    yield from _piece_differences(document, parts)
    if document["pieces"] and (len(document["pieces"]) > 1 or document["mechanism"] is None):
        yield from (key for key in ("mechanism", "value", "gap") if document[key] is not None)
        yield from ("minimisers" for _ in document["minimisers"])
        return
    if "orbits" in first:  # the mechanism is in no matrix
        yield from (key for key in ("mechanism", "minimisers") if document[key])
    else:
        yield from _matrix_differences("mechanism", document["mechanism"], statement["mechanism"], first)
    if first["claim"] in ("satisfies", "dominant") and document["mechanism"] is not None and not document["pieces"]:
        if first["claim"] == "satisfies" and document["legs"]["certified"]["status"] != BOUNDED:
            yield "legs.certified"
        yield from _minimiser_differences(document, statement, first)
        return
    yield from _value_differences(document, statement)
    yield from _estimator_differences(document, first)
    yield from _minimiser_differences(document, statement, first)


def _compare_missed(document: Document, parts: Sequence[Document]) -> Iterator[str]:
    """A least variance that is not small enough: what was asked for is less, throughout."""
    for part in parts:
        t = letter_of_statement(part)
        if part["objective"]["name"] == "trace":  # of which no more than 1 is too little for p00 + p11 > 1
            largest = part.get("value", part.get("upper"))
            if document["requirement"] is not None or read_number(largest, t=t) > 1:
                yield "requirement"
            continue
        if part["objective"]["name"] not in VARIANCES or not read_number(document["requirement"], t=t) < read_number(
            part.get("value", part.get("lower")), t=t
        ):
            yield "requirement"
    yield from (key for key in ("mechanism", "value", "gap") if document[key] is not None)
    yield from (key for key in ("minimisers", "pieces") if document[key])


def letter_of(document: Document, part: Document | None = None) -> Number:
    """What t stands for: itself where the document has pieces in t, else the number that its first statement says."""
    part = statements_of(document)[0] if part is None else part
    variables = [piece.get("variable") for piece in document["pieces"]]
    if DELTA in variables:
        return generator(Free(Fraction(0), Fraction(1), lower_open=False, upper_open=False, letter=DELTA))
    return generator(Free()) if FREE in variables else letter_of_statement(part)


def _is_same_requirement(document: Document, first: Document) -> bool:
    """Whether the value that is asked for is the certificate's; there is none where the conditions contradict the demand."""
    told, stated = document["requirement"], first.get("requirement")
    if told is None or stated is None:
        return told is None and stated is None
    return _is_same(told, stated["bound"], document, first)


def _is_same(told: str, stated: str, document: Document, part: Document) -> bool:
    t = letter_of(document, part)
    return bool(read_number(told, t=t) == read_number(stated, t=t))


def _matrix_fields(rows: Matrix) -> Document:
    """The entries as a design's JSON writes them."""
    return {
        "exact": [[show(x) for x in row] for row in rows],
        "decimal": [[decimal_or_none(x) for x in row] for row in rows],
    }


def _matrix_differences(path: str, told: Any, rows: Matrix, part: Document) -> Iterator[str]:
    """A mechanism is the certificate's, with its labels; outputs that are never given may follow."""
    empty = len(told["exact"]) - len(rows)
    padded = (*rows, *(((Fraction(0),) * len(rows[0]),) * empty))
    for key, expected in _matrix_fields(padded).items():
        if told[key] != expected:
            yield f"{path}.{key}"
    for key in ("inputs", "outputs"):
        if key not in part or told[key] in (part[key], drop_number_labels(part[key])):
            continue
        if key == "inputs" or not (empty or told[key] == _names_of(padded, told["inputs"])):
            yield f"{path}.{key}"
    if empty and told["outputs"] is not None and len(told["outputs"]) != len(told["exact"]):
        yield f"{path}.outputs"


def _names_of(rows: Matrix, inputs: Any) -> list[str] | None:
    """The names by which outputs without labels say what they disclose."""
    names = name_outputs(Mechanism(rows, inputs)).outputs
    return None if names is None else list(names)


def _value_fields(statement: Document) -> Document | None:
    value = statement.get("value")
    return number_fields(value, statement.get("lower", value), statement.get("upper", value))


def _value_differences(document: Document, statement: Document) -> Iterator[str]:
    """The value or its bounds, which are wider where the objective's numbers are rounded in the certificate."""
    told, expected = document["value"], _value_fields(statement)
    if expected is None:
        yield from (key for key in ("value", "gap") if document[key] is not None)
        return
    lower, upper = statement.get("lower", statement.get("value")), statement.get("upper", statement.get("value"))
    assert lower is not None and upper is not None
    if told == expected:
        yield from () if document["gap"] == gap_text(upper - lower) else ("gap",)
        yield from () if document.get("variance_per_answer", told) == told else ("variance_per_answer",)
        return
    wider = told is not None and told["exact"] is None and document["verdict"] == Verdict.WITHIN
    if not wider or not read_number(told["lower"]) <= lower <= upper <= read_number(told["upper"]):
        yield "value"


def _estimator_differences(document: Document, part: Document) -> Iterator[str]:
    """The estimators are those of the certificate, one for each list of prevalences."""
    if "estimators" not in document:
        return
    stated = [part] if "estimator" in part else part.get("places", [])
    rows = [read_matrix(place["estimator"], letter_of(document, part)) for place in stated if "estimator" in place]
    if [told["exact"] for told in document["estimators"]] != [_matrix_fields(x)["exact"] for x in rows]:
        yield "estimators"


def _minimiser_differences(document: Document, statement: Document, part: Document) -> Iterator[str]:
    """The minimisers are those that the certificate lists; where it lists none, the checker accepts each in place of its
    mechanism."""
    listed, told = statement.get("minimisers"), document["minimisers"]
    if listed is not None and not document["pieces"] and len(told) != len(listed):
        yield "minimisers"
    found = [_read_rows(m["mechanism"], document, part) for m in told]
    if len(set(found)) < len(found):
        yield "minimisers"
    for n, (minimiser, rows) in enumerate(zip(told, found, strict=True)):
        stated = rows if listed is None else listed[n]
        yield from _matrix_differences(f"minimisers[{n}].mechanism", minimiser["mechanism"], stated, part)
        if minimiser["kind"] != ("face" if "towards" in minimiser else "point"):
            yield f"minimisers[{n}].kind"
        if listed is None and rows != statement["mechanism"] and not _is_accepted(part, rows, document):
            yield f"minimisers[{n}].mechanism"
        if "towards" in minimiser:
            yield from _face_differences(f"minimisers[{n}]", minimiser, document, part)


def _read_rows(told: Document, document: Document, part: Document) -> Matrix:
    return read_matrix(told["exact"], letter_of(document, part))


def _is_accepted(part: Document, rows: Matrix, document: Document) -> bool:
    """Whether the certificate stays right with another mechanism in it."""
    t = letter_of(document, part)
    scope = Scope(t.field if isinstance(t, Element) else None, part["field"])
    return judge(dumps({"schema": CERTIFICATE, **part, "mechanism": scope.matrix(rows)})).is_accepted


def _face_differences(path: str, ends: Document, document: Document, part: Document) -> Iterator[str]:
    """The mixtures of a mechanism and a constant one have the variance 0 that the certificate states.

    An output has probability q at the prevalence, which is affine along the face; the variance q(1 − q)/D² is 0 throughout
    where q is 0 or 1 at three places.
    """
    if "prevalence" not in part["objective"]:
        yield f"{path}.towards"
    pi = read_number(part["objective"]["prevalence"], t=letter_of(document, part))
    near, far = (_read_rows(ends[key], document, part) for key in ("mechanism", "towards"))
    yield from _matrix_differences(f"{path}.towards", ends["towards"], far, part)
    outputs = [[(1 - pi) * a + pi * b for a, b in end] for end in (near, far)]
    places = (Fraction(0), Fraction(1, 2), Fraction(1))
    silent = all((1 - s) * p + s * q in (0, 1) for s in places for p, q in zip(*outputs, strict=True))
    restricted = part["objective"].get("restriction") is not None
    if restricted or not silent or any(a != b for a, b in far):
        yield f"{path}.towards"


def _piece_differences(document: Document, parts: Sequence[Document]) -> Iterator[str]:
    """Each piece against its own certificate, whose statements are together those of the whole."""
    if any("certificate" not in piece for piece in document["pieces"]):
        yield "pieces"
    groups = [statements_in(piece["certificate"]) for piece in document["pieces"]]
    if document["certificate"] and groups and [part for group in groups for part in group] != list(parts):
        yield "pieces"
    for n, (piece, group) in enumerate(zip(document["pieces"], groups, strict=True)):
        yield from (f"pieces[{n}].{path}" for path in _of_piece(piece, group, document))


def _of_piece(piece: Document, group: Sequence[Document], document: Document) -> Iterator[str]:
    """Where the piece lies, its value and its mechanisms; the several statements of one piece name the same ones."""
    for part in group:
        if part["claim"] == "dominant":
            rows = [read_matrix(part["mechanism"], letter_of(document, part))]
        else:
            yield from _span_differences(piece, group, document)
            rows = _forms(part, document)
            if piece["value"] != _piece_value(part, rows, document):
                yield "value"
        for told, form in zip_longest(piece["mechanisms"], rows):
            if told is None or form is None:
                yield "mechanisms"
            else:
                yield from _matrix_differences("mechanisms", told, form, part)
        if len(piece["towards"]) not in (0, len(rows)):
            yield "towards"
        for told, towards in zip(piece["mechanisms"], piece["towards"], strict=False):
            yield from _face_differences("", {"mechanism": told, "towards": towards}, document, part)


def _forms(part: Document, document: Document) -> list[Matrix]:
    if "orbits" in part:  # which the sentence names in place of rows
        return []
    listed = part["minimisers"] if "minimisers" in part else [part["mechanism"]]
    return [read_matrix(rows, letter_of(document, part)) for rows in listed]


def _piece_value(part: Document, rows: Sequence[Matrix], document: Document) -> Document | None:
    """A number or a function of t; of the variance at every prevalence the point (x, y) of the first mechanism."""
    if "value" in part or "lower" in part:
        return _value_fields(read_statement(part, t=letter_of(document, part)))
    (p00, _), (_, p11) = rows[0]
    d = p00 + p11 - 1
    point = (p00 / d, p11 / d) if document["problem"]["positive"] == "1" else (p11 / d, p00 / d)
    x, y = (number_fields(c, c, c) for c in point)
    return {"formula": "(x - prevalence)*(y - 1 + prevalence)", "x": x, "y": y}


def _span_differences(piece: Document, group: Sequence[Document], document: Document) -> Iterator[str]:
    """The ends of the piece: of the interval of t that its statements cover, or of the prevalences of its objective."""
    if piece["variable"] not in (FREE, DELTA, "prevalence"):
        yield "variable"
    if piece["variable"] != "prevalence":
        first, last = (
            {"from": d.get("t"), "to": d.get("t"), "ends": "[]"} | d for d in (group[0]["field"], group[-1]["field"])
        )
        span = (
            end_fields(read_cut(first["from"])),
            end_fields(read_cut(last["to"])),
            first["ends"][0] + last["ends"][1],
        )
    else:
        low, high = (read_number(x, t=letter_of(document, group[0])) for x in group[0]["objective"]["every"])
        if document["problem"]["positive"] == "0":
            low, high = 1 - high, 1 - low
        span = (end_fields(low), end_fields(high), "[]")
    yield from (key for key, expected in zip(("from", "to", "ends"), span, strict=True) if piece[key] != expected)
