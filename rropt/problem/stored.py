"""A design's file is its question and its certificate. Reading it solves nothing.

The checker judges the certificate. Then the question is read, what a certificate says of it is written anew, and compared with
what this certificate says. So a file cannot show the optimum of one question as the answer to another. Mechanism and bounds are
read from the certificate; numbers of the file that repeat them must agree. Its sentences are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from rropt.binary.many import state_at
from rropt.binary.pieces import SharePiece
from rropt.binary.polygon import EQUAL_DIAGONAL, limit_of
from rropt.binary.share import Meaning, state as state_variance
from rropt.certificate.judge import Status, accept, judge
from rropt.certificate.read import (
    letter_of_statement,
    read_cut,
    read_matrix,
    read_planned_shares,
    statements_in,
    weakest_claim,
)
from rropt.engine.asks import Condition
from rropt.engine.found import (
    Compared,
    Found,
    Impossible,
    Minimisers,
    Orbits,
    Unattained,
    Unidentified,
)
from rropt.engine.pieces import Cut, Piece
from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.element import Number, generator, is_free
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import total_of
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json, refusing
from rropt.mechanism import Mechanism
from rropt.objectives.linear import Trace
from rropt.objectives.variance import Prevalence, Variance
from rropt.objectives.words import read_objective
from rropt.privacy.notion import range_of
from rropt.privacy.words import read_demand_name
from rropt.problem.answer import as_share, conclude
from rropt.problem.pieces import DesignByShare, DesignInPieces, cut_at, ends_of
from rropt.problem.problem import MOST_INPUTS, Answer, Problem
from rropt.problem.result import Design
from rropt.show import Block, Fact, Result, Say, Table, to_data
from rropt.solvers.rational import rational

__all__ = ["Verification", "mechanism_in", "read_design", "verify"]

Statement = Mapping[str, Any]
Stored = Design | DesignInPieces | DesignByShare
# Fields of a design's file that do not follow from its question and its certificate: other programs prove nothing.
FREE = {"cvxpy", "sympy"}
SCHEMAS = (Design.schema, DesignInPieces.schema, DesignByShare.schema)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Verification(Result):
    """The checker's verdict on a text: `status` is accepted, rejected, malformed, or unfinished, which refutes nothing.

    `says` is the sentence that is proved, or the reason of a refusal; `claim` is what an accepted certificate claims.
    """

    schema: ClassVar[str] = "rropt.verification/2"
    status: Status
    says: str
    claim: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the claim is proved."""
        return self.status is Status.ACCEPTED

    @property
    def shows_value(self) -> bool:
        """Whether the claim bounds the value of a design."""
        return self.claim in ("within", "optimal")

    def show(self) -> Iterator[Block]:
        """The verdict in one line."""
        yield Say(f"{self.status}: {self.says}", key="answer", is_wrapped=False)
        yield Fact("status", "Status", str(self.status), shown=False)
        yield Fact("claim", "Claim", self.claim or None, shown=False)


def verify(text: str) -> Verification:
    """Judge a certificate, a design's JSON, or any other answer's JSON by the certificates in it.

    Of a design the question, the mechanism and the value are compared with what its certificate proves; sentences of the file are
    not judged, and it is told if they are not rropt's. Of another answer the certificates alone are judged, and `says` tells what
    they prove.

    Args:
        text: The text of a certificate, or of the JSON of an answer.

    Returns:
        A result whose `status` is "accepted", "rejected", "malformed", or "unfinished" (at a limit of time or memory).

    Raises:
        InputError: `text` is no text.

    Examples:
        >>> from rropt.problem.design import design
        >>> found = design("trace", epsilon="ln3", inputs=3)
        >>> str(verify(found.to_json()).status), str(verify(found.certificate.replace("9/5", "2")).status)
        ('accepted', 'rejected')

    Reference: SPEC.md, the format of certificates and what the checker does with each.
    """
    if not isinstance(text, str) or text.endswith(".json"):
        raise InputError(
            f"verify reads the text of a certificate or of an answer's JSON, not {str(text)[-60:]!r}; of a file give what it "
            "holds, as by Path.read_text"
        )
    document = _answer_in(text)
    if document is None:
        return _verify_all([text])
    is_design = document["schema"] in SCHEMAS
    if "question" in document and not is_design:
        return Verification(
            Status.MALFORMED,
            f"not judged: {str(document['schema'])[:60]} is no design of this version of rropt; make it anew",
        )
    if not (texts := _certificates_in(document)):
        return Verification(
            Status.MALFORMED,
            "not judged: it carries no certificate; give a certificate, or the JSON of an answer that carries one",
        )
    found, remark = _verify_all(texts), "" if is_design else "(of the answer, the certificates alone are judged) "
    if not found.is_accepted:
        return found
    if is_design:
        try:
            _, altered = _read_file(text)
        except InputError as error:
            return Verification(Status.REJECTED, str(error))
        remark = f"(what the file says in '{altered[0][:40]}' is not rropt's, and not judged) " if altered else ""
    return replace(found, says=remark + found.says)


def _answer_in(text: str) -> dict[str, Any] | None:
    """The document of an answer, which is no certificate itself; None if the text is to be judged as a certificate."""
    try:
        document = read_json(text, numbers=str)
    except InputError:
        return None
    is_answer = isinstance(document, dict) and "claim" not in document
    return document if is_answer and re.match("rropt[./]", str(document.get("schema"))) else None


def _certificates_in(document: Any) -> list[str]:
    """The certificates that a document carries, at any depth."""
    parts = [document]
    for part in parts:  # the list grows by what is inside of each part
        parts += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    named = [part.get(key) for part in parts if isinstance(part, dict) for key in ("certificate", "certificates")]
    return [x for told in named for x in (told if isinstance(told, list) else [told]) if isinstance(x, str)]


def _verify_all(texts: Sequence[str]) -> Verification:
    """The verdict on several certificates: accepted with all that they prove, or the first that is not accepted."""
    judged = [judge(text) for text in texts]
    for one in judged:
        if not one.is_accepted:
            return Verification(one.status, one.reason)
    return Verification(Status.ACCEPTED, " ".join(one.sentence for one in judged), weakest_claim(texts))


def read_design(text: str) -> Design | DesignInPieces | DesignByShare:
    """Read the design that `to_json` wrote, if the checker accepts its certificate, and this is about the file's question.

    Args:
        text: A design's JSON.

    Returns:
        The design, without solving anything.

    Raises:
        InputError: It is no design's JSON, its certificate is not accepted, or a number in it does not agree with this.

    Examples:
        >>> from rropt.problem.design import design
        >>> print(read_design(design("trace", epsilon="ln3", inputs=3).to_json()).value)
        9/5

    Reference: SPEC.md, 7.
    """
    return _read_file(text)[0]


def _read_file(text: str) -> tuple[Stored, list[str]]:
    """Read a design, and the names of what the file has beside it that says something else."""
    document = read_json(text, numbers=str)
    if not isinstance(document, dict) or document.get("schema") not in SCHEMAS:
        raise InputError("this is no design of this version of rropt; make it anew with `rropt design`")
    try:
        found = _read(document)
        blocks = Context().run(lambda: [*found.show()])
        made = read_json(json.dumps({"schema": found.schema, **to_data(blocks)}), numbers=str)
        altered = [str(key) for key in document if key not in FREE and document[key] != made.get(key)]
        facts = {"schema", *(x.key for x in blocks if isinstance(x, Fact | Table))}
        if wrong := facts.intersection(altered):
            raise InputError(f"the field '{min(wrong)}' does not agree with the certificate")
    except OutOfTime:
        raise
    except (InputError, Undecided) as error:
        raise InputError(f"this design is refused: {str(error)[:300]}") from None
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise InputError("this design's file is not as rropt writes it; make it anew") from None
    return found, altered


def _read(document: Mapping[str, Any]) -> Stored:
    """Read a design from its question and its certificates alone."""
    problem = _read_question(document["question"])
    objective: Any = problem.objective
    texts = document["certificates"] if objective.is_function else [document["certificate"]]
    sentences = {text: accept(text, "this design", refused=InputError) for text in map(str, texts)}
    statements = [statement for text in sentences for statement in statements_in(text)]

    def sentence_of(text: str) -> str:
        """The sentence of a certificate that is written of this question, if the file has it."""
        if text not in sentences:
            raise InputError("the certificate is about another question; ask for the design again")
        return sentences[text]

    solved: Any
    if objective.is_function:
        solved, share = [_read_share(objective, statement) for statement in statements], objective.prevalence
        if [share.lower, *(x.upper for x in solved)] != [*(x.lower for x in solved), share.upper]:
            raise InputError("the certificates are not about the whole range of the prevalence")
    elif (free := range_of(problem.demand)) is not None:
        solved = [_read_piece(problem, statement, generator(free)) for statement in statements]
        if (solved[0].start, solved[-1].end) != ends_of(free):
            raise InputError("the certificate is about another range of the budget")
    else:
        (statement,) = statements
        solved = _read_found(as_share(problem) or problem, statement, letter_of_statement(statement))
    return conclude(problem, solved, sentence_of)


def _read_question(told: Mapping[str, Any]) -> Problem:
    demand = read_demand_name(told["demand"])
    if demand is None:
        raise InputError(f"{told['demand'][:60]!r} is no demand that a file can state")
    return Problem(
        read_objective(told["objective"]),
        demand,
        tuple(told["inputs"]),
        outputs=None if told["outputs"] is None else tuple(told["outputs"]),
        subject_to=tuple(told["subject_to"]),
    )


def _read_share(objective: Prevalence, statement: Statement) -> SharePiece:
    """Read a part of the range of shares."""
    share, t = objective.of_second, letter_of_statement(statement)
    matrices = tuple(read_matrix(rows, t) for rows in statement.get("minimisers") or [statement["mechanism"]])
    piece = SharePiece(share.lower, share.upper, matrices, "dominant", {})
    if isinstance(objective, Variance):
        lower, upper = (read_number(x, t=t) for x in statement["objective"]["every"])
        stated = state_variance(Meaning.EVERY, lower, upper, is_diagonal=objective.warner)
        piece = SharePiece(lower, upper, matrices, "optimal", stated)
    return objective.by_own_share([piece])[0]


def _read_cut(told: Any) -> Cut:
    """An end of a piece; beside a root stand the rationals that the certificate gives."""
    if isinstance(told, Mapping):
        low, high = (rational(Fraction(x)) for x in told["between"])
        return Cut(low, high, told)
    x = read_cut(told)
    assert not is_infinite(x)
    return cut_at(x)


def _read_piece(problem: Problem, statement: Statement, t: Number) -> Piece:
    domain = statement["field"]
    start, end = (domain[key] for key in (("t", "t") if "t" in domain else ("from", "to")))
    found = _read_found(problem, statement, t)
    assert isinstance(found, Found)
    return Piece(_read_cut(start), None if end == "inf" else _read_cut(end), found)


def _read_found(problem: Problem, statement: Statement, t: Number) -> Answer:
    """Read the answer in a statement, whose numbers are functions of t."""
    if statement["claim"] == "unattained":
        if problem.objective.sense == "max":
            raise InputError("the certificate is about estimates, and this objective is about none")
        return Unattained()
    found = _read_bounds(problem, statement, t)
    if not isinstance(problem.objective, Prevalence):
        return found
    return _read_of_share(problem.objective, problem.conditions, found, statement.get("objective", {}), t)


def _read_of_share(
    objective: Prevalence, conditions: tuple[Condition, ...], found: Found | Impossible, told: Statement, t: Number
) -> Found | Unidentified:
    """Read what a variance was found to be, or that no mechanism with p00 + p11 > 1 meets the conditions, as the largest trace is
    at most 1.

    The statement of a variance of any number of answers has the worst share of a range, or it is that of two if these have 0.
    """
    share = objective.of_second
    if isinstance(found, Impossible) or told == Trace().stated(2):
        if isinstance(found, Found) and found.upper > 1:
            raise InputError("the certificate is about a trace above 1, which shows nothing of a variance")
        is_diagonal = isinstance(objective, Variance) and objective.warner
        return Unidentified(found, Trace().stated(2), (*conditions, EQUAL_DIAGONAL) if is_diagonal else conditions)
    if isinstance(objective, Variance):
        return found
    if told["name"] == "variance" and found.upper == 0:
        return replace(found, stated=Variance(objective.prevalence, positive=objective.positive).stated(2))
    return replace(found, stated=state_at(share.nearest(read_number(told.get("prevalence", 0), t=t)), share))


def _read_bounds(problem: Problem, statement: Statement, t: Number) -> Found | Impossible:
    """Read the answer, with its prices as the certificate writes them."""
    prices: Any = statement.get("prices")
    if statement["claim"] == "infeasible":
        return Impossible(prices)
    if statement["claim"] not in ("optimal", "within"):
        raise InputError(f"the certificate claims {str(statement['claim'])[:40]!r}, which is no claim about an optimum")
    lower, upper = (read_number(statement.get("value", statement.get(key)), t=t) for key in ("lower", "upper"))
    if "most_outputs" in statement:
        if problem.outputs is None:
            raise InputError("the certificate is about two answers, which may be fewer than are best")
        prices = Compared()
    elif prices is None:
        return _read_vertices(problem, statement, t, lower, upper)
    witness, classes = statement.get("witness"), tuple(map(int, statement.get("classes", ())))
    found = Found((), lower, upper, prices, witness, classes=classes)
    if "orbits" in statement:
        orbits = statement["orbits"]
        counts = tuple(int(c) for (c,) in orbits["counts"])
        return replace(found, mechanism=Orbits(counts, tuple(read_number(w, t=t) for w in orbits["weights"])))
    places = _read_places(problem, statement["outputs"])
    return replace(found, mechanism=read_matrix(statement["mechanism"], t), counts_as=places)


def _read_vertices(problem: Problem, statement: Statement, t: Number, lower: Number, upper: Number) -> Found:
    """The best mechanisms of two answers, which the checker has found among all vertices."""
    objective, listed = problem.objective, statement.get("minimisers")
    matrices = [read_matrix(rows, t) for rows in listed or [statement["mechanism"]]]
    has_limit = listed and upper == 0 and isinstance(objective, Prevalence)
    limit = limit_of(objective.of_second) if has_limit else None  # type: ignore[attr-defined]
    return Found(matrices[0], lower, upper, Minimisers(tuple((rows, limit) for rows in matrices), bool(listed)))


def _read_places(problem: Problem, outputs: list[str]) -> tuple[int, ...] | None:
    """For each answer the place of the label that it has in conditions, where labels may be split; None where none is."""
    if problem.outputs is None or problem.objective.outputs(problem.k) is not None or not problem.conditions:
        return None
    names = [x if x in problem.outputs else re.sub(r" \(\d+\)$", "", x) for x in outputs]
    return tuple(map(problem.outputs.index, names))


# ---- The mechanism of any JSON that has one: its own, that of a design, or a certificate. Its answers may be sets of inputs ------


def mechanism_in(text: str) -> Mechanism | SetMechanism:
    """Read the mechanism of any JSON that rropt writes about one: a mechanism, a design or a certificate.

    A design or a certificate is judged first.

    Args:
        text: The JSON.

    Raises:
        InputError: The text is no such JSON, it holds no single mechanism, or a certificate in it is not accepted.

    Examples:
        >>> from rropt.problem.design import design
        >>> mechanism_in(design("trace", epsilon="ln3", inputs=2).to_json()).shape
        (2, 2)

    Reference: the manual, "Data in, JSON out" (docs/json.md).
    """
    document = read_json(text, numbers=str)
    if not isinstance(document, dict):
        raise InputError("it holds no JSON object; give a mechanism, a design or a certificate")
    schema = str(document.get("schema", ""))
    if schema.startswith("rropt.certificate/"):
        accept(text, "this mechanism", refused=InputError)
        return _stated_mechanism(text)
    if schema in SCHEMAS:
        return answers_of(read_design(text))
    if "stated" in document:
        return sets_of_dict(document["stated"])
    if schema == Mechanism.schema:
        return Mechanism.from_json(text)
    raise InputError(f"it is {schema[:60] or 'JSON'}, without a mechanism; give a mechanism, a design or a device")


def _stated_mechanism(certificate: str) -> Mechanism:
    """The mechanism of an accepted certificate."""
    first, *more = statements_in(certificate)
    rows = first.get("mechanism") or next(iter(first.get("minimisers") or ()), None)
    if rows is None or more or "field" not in first:
        raise InputError(
            f"the certificate, a claim of kind {first.get('claim')}, states no matrix of a single mechanism; give "
            "the file of a mechanism or of a design"
        )
    labels = [drop_number_labels(x) if isinstance(x, list) else None for x in map(first.get, ("inputs", "outputs"))]
    return Mechanism(read_matrix(rows, letter_of_statement(first)), *labels, planned=read_planned_shares(first))


def sets_of_dict(data: Mapping[str, Any]) -> SetMechanism:
    """Read the mechanism that `SetMechanism.stated` wrote; refuse numbers that are no probabilities."""
    with refusing("a mechanism of sets cannot be read"):
        planned = None if data["planned"] is None else tuple(map(read_number, data["planned"]))
        weights, ratio = tuple(map(read_number, data["weights"])), read_number(data["ratio"])
        found = SetMechanism(int(data["k"]), tuple(map(int, data["sizes"])), weights, ratio, planned=planned)
        if not _are_chances(found):
            raise InputError(
                "in a mechanism of sets no size may exceed the number of inputs, chances must sum to 1, and planned shares must be "
                "equal"
            )
        return found if data["inputs"] is None else found.relabel(inputs=data["inputs"])


def _are_chances(p: SetMechanism) -> bool:
    """Tell whether the numbers make a mechanism: sizes differ, and the probabilities of an input's answers sum to 1."""
    return (
        1 < p.k <= MOST_INPUTS
        and not any(map(is_free, (*p.weights, p.ratio, *(p.planned or ()))))
        and len(p.sizes) == len(p.weights) == len(set(p.sizes))
        and all(0 <= c <= p.k for c in p.sizes)
        and all(w >= 0 for w in p.weights)
        and p.ratio >= 1
        and total_of(list(p.choices())) == 1
        and p.planned in (None, (Fraction(1, p.k),) * p.k)
    )
