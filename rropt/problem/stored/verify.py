"""A design read back from its JSON, the judge of any answer's text, and a design's question put at one value of what is free.

What restates the certificate is compared with it before anything is read (`rropt.problem.stored.document`); the legs, the notes
and the wording of intervals are taken as they stand, as `not_judged` says.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar

from rropt.certificate.judge import Status, judge
from rropt.certificate.read import read_cut, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.writing import write_conditions, write_demand
from rropt.exact.element import Element, Number, generator, is_free
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import DELTA
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.spelling import counted, show
from rropt.exact.substitute import at_epsilon
from rropt.formats import read_json
from rropt.mechanism import Mechanism
from rropt.privacy import Notion
from rropt.privacy.stored import read_demand_fields
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.known import find_objective
from rropt.problem.pieces.of_t import mechanism_on
from rropt.problem.pieces.piece import Between, Formula, Piece, read_value
from rropt.problem.problem import Problem
from rropt.problem.result import SCHEMA, Design, Leg, Minimiser
from rropt.problem.stored.document import (
    carried_certificates,
    disagreement,
    judge_document,
    letter_of,
    not_judged,
    statements_of,
)
from rropt.problem.verdicts import Optima, Verdict
from rropt.results import FieldResult, Table, fact_table, number_fields

__all__ = [
    "Verification",
    "design_at",
    "design_of",
    "is_answer",
    "read_design",
    "verify",
    "verify_answer",
]

T = TypeVar("T")
NO_JSON = "it is no JSON document; give a certificate, or a JSON answer that carries one"


@dataclass(frozen=True, slots=True, repr=False)
class Verification(FieldResult):
    """The checker's verdict on a text: `accepted` with the sentence that is proved, or `rejected` or `malformed` and why.

    `says` is the sentence or the reason; `not_judged` names the fields of a JSON answer that no certificate speaks of.
    """

    status: Status
    says: str
    not_judged: tuple[str, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Whether the claim is proved."""
        return self.status is Status.ACCEPTED

    def as_table(self) -> Table:
        """The status and what it says."""
        return fact_table({"status": self.status.value, "says": self.says, "not judged": self.not_judged})

    def explain(self) -> str:
        """The status, the sentence or reason, and what was not judged."""
        said = f"{self.status.value}: {self.says}"
        return f"{said}\nnot judged: {', '.join(self.not_judged)}" if self.not_judged else said


def verify(text: str) -> Verification:
    """Let the checker judge a certificate, or a JSON answer by the certificate that it carries.

    Args:
        text: The text of a certificate, of a design's JSON, or of another answer's JSON with a certificate in it.

    Returns:
        A result whose `status` is "accepted", "rejected" or "malformed".

    Example:
        >>> from rropt import LDP, Trace, design, verify
        >>> found = design(Trace(), LDP("ln3"), inputs=3)
        >>> verify(found.to_json()).status.value, verify(found.certificate.replace("9/5", "2")).status.value
        ('accepted', 'rejected')

    Reference: SPEC.md, the format of certificates and what the checker does with each.
    """
    if not isinstance(text, str):
        raise InputError(f"verify reads the text of a certificate or of a JSON answer, not {str(text)[:60]!r}")
    try:
        document = read_json(text)
    except InputError:
        document = None
    if document is None and not text.lstrip().startswith("{"):
        return Verification(Status.MALFORMED, f"{NO_JSON} (of a file its text, not its name)")
    if is_answer(document):
        return verify_answer(document)
    found = judge(text)
    return Verification(found.status, found.sentence if found.is_accepted else found.reason)


def is_answer(document: object) -> bool:
    """Whether a JSON document is an answer of rropt, which may carry certificates, and is none itself."""
    if not isinstance(document, dict) or "claim" in document:
        return False
    return isinstance(document.get("certificate"), str) or str(document.get("schema")).startswith("rropt/")


def verify_answer(document: dict[str, Any]) -> Verification:
    """The checker's verdict on what an answer carries; a design's fields are compared with it too."""
    if document.get("schema") == SCHEMA:
        status, says = judge_document(document)
        return Verification(Status(status), says, not_judged(document) if status == Status.ACCEPTED else ())
    found = carried_certificates(document)
    carried = list(filter(None, found))
    if not carried:
        return Verification(
            Status.MALFORMED,
            f"this answer ({str(document.get('schema'))[:40]}) carries no certificate: nothing to judge",
        )
    verdicts = [judge(certificate) for certificate in carried]
    if refused := next((v for v in verdicts if not v.is_accepted), None):
        return Verification(refused.status, refused.reason)
    sentence = " ".join(v.sentence for v in verdicts)
    if (strange := disagreement(document, sentence)) is not None:
        return Verification(Status.REJECTED, strange)
    pieces = (f"{counted(found.count(''), 'piece')} without a certificate",) if "" in found else ()
    return Verification(Status.ACCEPTED, sentence, (*not_judged(document), *pieces))


def design_at(found: Design, epsilon: object = None, delta: object = None, prevalence: object = None) -> Design:
    """The design of the same question at one epsilon (or delta), one prevalence or both, with a certificate of its own; its
    value is the pieces' there."""
    problem = found.problem
    if epsilon is None and delta is None and prevalence is None:
        raise InputError(
            'a design is asked at one value of what is free: give an epsilon, such as "ln3", a delta, or a prevalence'
        )
    fixed_name, given = ("epsilon", epsilon) if problem.free == DELTA else (DELTA, delta)
    if problem.interval is not None and given is not None:
        raise InputError(
            f"in this design {problem.free} is free, not {fixed_name}; give {problem.free}= in place of {fixed_name} = {given}"
        )
    epsilon = epsilon if delta is None else delta
    if epsilon is not None:
        if not found.pieces or problem.interval is None:
            raise InputError(
                f"this design has no free epsilon or delta, so it has no value at {epsilon} of it; ask for LDP('every')"
            )
        problem = at(problem, epsilon)
    if prevalence is not None:
        problem = Problem(
            problem.objective.at_prevalence(prevalence),
            problem.demand,
            inputs=problem.inputs or problem.k,
            outputs=problem.output_labels or problem.outputs,
            subject_to=map(str, problem.conditions),
        )
    fixed = design(problem)
    pi = None if prevalence is None else read_number(prevalence)
    if fixed.value is None or any(isinstance(piece.value, Between) for piece in found.pieces):
        return fixed
    for piece in found.pieces:
        there = prevalence if piece.variable == "prevalence" else epsilon
        if there is not None and piece.covers(there) and (value := _piece_value(piece, epsilon, pi)) != fixed.value:
            said = f"{show(value)} and the design there {show(fixed.value)}"
            raise Disagreement(
                f"at {found.problem.free} = {epsilon}, prevalence = {prevalence} the piece says {said}; nothing is concluded"
            )
    return fixed


def _piece_value(piece: Piece, epsilon: object, pi: Number | None) -> Number:
    """The number that a piece gives where nothing is free any more."""
    value = piece.value
    assert not isinstance(value, Between)
    if not isinstance(value, Formula):
        return value if epsilon is None else piece.at(epsilon)
    assert pi is not None
    found: Number = value.at(pi)
    return found if epsilon is None else at(found, epsilon)


def at(x: T, epsilon: object) -> T:
    """The same question, demand or number with one epsilon (or delta) put for the free one."""
    if is_free(x):
        return at_epsilon(x, epsilon)  # type: ignore[return-value]
    if isinstance(x, tuple):
        return tuple(at(y, epsilon) for y in x)  # type: ignore[return-value]
    if dataclasses.is_dataclass(x) and not isinstance(x, type | Element):
        twin = object.__new__(type(x))
        for field in dataclasses.fields(x):
            object.__setattr__(twin, field.name, at(getattr(x, field.name), epsilon))
        return twin
    return x


def read_design(document: dict[str, Any]) -> Design:
    """The design that `Design.to_dict` wrote, where it has one mechanism; one in pieces, or without any, is refused."""
    found = design_of(document)
    if found.pieces or (found.mechanism is None and found.sets is None):
        raise InputError(
            "the design has no single mechanism, as one in pieces or an infeasible one has none; "
            "ask for one epsilon and one prevalence"
        )
    return found


def _kind_of(document: object) -> str:
    """What a document is instead of a design."""
    found = str(document.get("schema", "")) if isinstance(document, dict) else ""
    if found == "rropt/device/1":
        return (
            f"{found!r}: give the design that the device was made from, and the instrument beside it, such as --coins 2"
        )
    return f"{found[:40]!r}" if found else "none"


def design_of(document: Any) -> Design:
    """The design that `Design.to_dict` wrote, if the checker accepts its certificate and that is about the same problem."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise InputError(
            f'a design\'s JSON has "schema": "{SCHEMA}", as `rropt design … --json -o design.json` writes it; this has '
            f"{_kind_of(document)}"
        )
    if not isinstance(document.get("certificate"), str):
        raise InputError("the design's JSON carries no certificate; give one as `rropt design … --json` writes it")
    status, said = judge_document(document)
    if status != Status.ACCEPTED:
        raise InputError(f"the design is {status}: {said}")
    try:
        found = _read(document)
        for part in statements_of(document):
            _require_same_problem(found.problem, part)
            if part["claim"] == "dominant" and found.mechanism is not None and found.lower is not None:
                _require_value(found, found.mechanism)
        return found
    except InputError:
        raise
    except KeyError as error:
        raise InputError(
            f"the design has no field {error}; give the whole file that `rropt design … --json -o FILE` writes"
        ) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise InputError(f"the design's problem cannot be read ({type(error).__name__}: {str(error)[:60]})") from None


def _require_same_problem(problem: Problem, part: dict[str, Any]) -> None:
    """Refuse a problem whose demand or objective is not that of the certificate; its pieces have parts of the prevalences."""
    t = read_cut(part["field"]["t"]) if "t" in part["field"] and problem.interval is None else None
    letter = problem.interval if t is None else t.field if isinstance(t, Element) else None
    scope = Scope(letter, part["field"])
    if part["notion"] != write_demand(problem.demand, scope, problem.k, problem.inputs):
        raise InputError(f"the design's certificate is about another demand than {problem.demand}; ask for it again")
    if part["claim"] not in ("dominant", "unattained") and part.get("conditions") != write_conditions(problem):
        raise InputError(
            "the design's certificate is about other conditions than those of its problem; ask for it again"
        )
    named = part["requirement"]["objective"] if "requirement" in part else part.get("objective")
    if named is None or part["claim"] == "dominant" or (problem.conditions and named["name"] == "trace"):
        return
    stated = {**problem.objective.statement(problem, scope)}
    if "every" in stated and "every" in named:
        stated["every"] = named["every"]
    if named != stated:
        raise InputError(
            f"the design's certificate is about another objective than the {problem.objective} of its problem; "
            "ask for one whose numbers share a field with e^epsilon"
        )


def _require_value(found: Design, mechanism: Mechanism) -> None:
    """A mechanism that dominates all others has the value that is stated, or one between the bounds that are: the certificate has
    none, so it is computed."""
    objective = found.problem.objective
    if found.value is not None or found.lower is None or found.upper is None:
        is_same = objective.value(mechanism) == found.value
    else:
        low, high = objective.value_bounds(mechanism)
        is_same = bool(found.lower <= low and high <= found.upper)
    if not is_same:
        raise InputError(f"the design's value is not the {found.problem.objective} of its mechanism; ask for it again")


def _read(document: dict[str, Any]) -> Design:
    problem = _problem(document["problem"])
    t = letter_of(document) if problem.interval is None else generator(problem.interval)
    exact, lower, upper = _value(document, t)
    optima, notes = _optima(document)
    made = Design(
        problem=problem,
        verdict=Verdict(document["verdict"]),
        legs=tuple(_leg(name, fields, t) for name, fields in document["legs"].items()),
        certificate=document["certificate"],
        sentence=document["sentence"],
        mechanism=_mechanism(document["mechanism"], t),
        value=exact,
        lower=lower if exact is None else exact,
        upper=upper if exact is None else exact,
        minimisers=tuple(
            Minimiser(_some(m["mechanism"], t), _mechanism(m.get("towards"), t)) for m in document["minimisers"]
        ),
        pieces=tuple(_piece(piece, problem, document, t) for piece in document["pieces"]),
        estimators=tuple(_rows(x, t) for x in document.get("estimators", ())),
        requirement=None if document["requirement"] is None else read_number(document["requirement"], t=t),
    )
    return dataclasses.replace(made, notes=notes, optima=optima)


def _value(document: dict[str, Any], t: Number) -> list[Number | None]:
    """The value, else none, and its bounds: those of the certificate, where the document has just these with fewer digits."""
    value = document["value"]
    if value is None:
        return [None] * 3
    told = [None if value[key] is None else read_number(value[key], t=t) for key in ("exact", "lower", "upper")]
    part = statements_of(document)[0]
    if value["exact"] is None and {"lower", "upper"} <= part.keys():
        proved = [read_number(part[key], t=letter_of(document, part)) for key in ("lower", "upper")]
        if number_fields(None, *proved) == value:
            return [None, *proved]
    return told


def _problem(fields: dict[str, Any]) -> Problem:
    interval = fields["interval"]
    demand: Notion = read_demand_fields(fields["demand"], interval)
    objective: Objective = find_objective(fields["name"]).from_fields(fields)
    inputs, outputs = fields["inputs"], fields["outputs"]
    return Problem(
        objective,
        demand,
        inputs=int(inputs) if isinstance(inputs, str) else inputs,
        outputs=outputs if isinstance(outputs, list) or outputs == "free" else int(outputs),
        subject_to=fields.get("subject_to", ()),
    )


def _leg(name: str, fields: dict[str, Any], t: Number) -> Leg:
    text = fields["value"]
    value = None if text is None else float(text) if name == "numeric" else read_number(text, t=t)
    return Leg(name, fields["status"], value, fields["source"])


def _some(fields: dict[str, Any], t: Number) -> Mechanism:
    return Mechanism(_rows(fields, t), fields["inputs"], fields["outputs"])


def _rows(fields: dict[str, Any], t: Number) -> Matrix:
    return freeze([read_number(x, t=t) for x in row] for row in fields["exact"])


def _mechanism(fields: dict[str, Any] | None, t: Number) -> Mechanism | None:
    return None if fields is None else _some(fields, t)


def _optima(document: dict[str, Any]) -> tuple[Optima | None, tuple[str, ...]]:
    """Which mechanisms are known to be optimal, where that is said, and the notes without the last, which says it in words."""
    notes = tuple(document["notes"])
    return (Optima(document["optima"]), notes[:-1]) if "optima" in document else (None, notes)


def _piece(fields: dict[str, Any], problem: Problem, document: dict[str, Any], t: Number) -> Piece:
    group = statements_in(fields["certificate"]) if fields["certificate"] else statements_of(document)
    if fields["variable"] != "prevalence":
        first, last = group[0]["field"], group[-1]["field"]
        lower, upper = read_cut(first.get("from", first.get("t"))), read_cut(last.get("to", last.get("t")))
    else:
        lower, upper = (read_number(fields[key]["exact"], t=t) for key in ("from", "to"))
    value = fields["value"]
    return Piece(
        variable=fields["variable"],
        interval=fields["interval"],
        mechanisms=tuple(
            mechanism_on(problem, _rows(p, t), lower, upper, fields["ends"]) if problem.interval else _some(p, t)
            for p in fields["mechanisms"]
        ),
        value=read_value(value, problem.objective.read_formula, t),
        certificate=fields["certificate"],
        sentence=judge(fields["certificate"]).sentence if fields["certificate"] else document["sentence"],
        lower=lower,
        upper=upper,
        ends=fields["ends"],
        towards=tuple(_some(p, t) for p in fields["towards"]),
    )
