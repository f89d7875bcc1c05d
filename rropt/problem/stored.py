"""A design's file is its question and its certificate. Reading it solves nothing.

The checker judges the certificate. Then the question is read, what a certificate says of it is written anew, and compared with
what this certificate says. So a file cannot show the optimum of one question as the answer to another. Mechanism and bounds are
read from the certificate; fields of the file that repeat them must agree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from rropt.binary.pieces import SharePiece
from rropt.binary.polygon import EQUAL_DIAGONAL, limit_of
from rropt.binary.share import Meaning
from rropt.binary.share import state as state_variance
from rropt.certificate.judge import Status, accept_of_file, judge
from rropt.certificate.read import (
    letter_of_statement,
    read_cut,
    read_matrix,
    read_planned_shares,
    statements_in,
    weakest_claim,
)
from rropt.certificate.write import write_share
from rropt.engine.asks import Condition
from rropt.engine.found import (
    Compared,
    EqualPrices,
    Found,
    Impossible,
    Minimisers,
    Orbits,
    Prices,
    Unattained,
    Unidentified,
)
from rropt.engine.pieces import Cut, Piece
from rropt.engine.sets import SetMechanism
from rropt.exact.element import Number, generator
from rropt.exact.errors import InputError, OutOfTime, Undecided
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.reading import drop_number_labels
from rropt.files import read_json
from rropt.mechanism import Mechanism
from rropt.objectives.linear import Trace
from rropt.objectives.variance import AsymptoticVariance, Prevalence, Variance
from rropt.objectives.words import read_objective
from rropt.privacy.notion import range_of
from rropt.privacy.words import read_demand_name
from rropt.problem.answer import certificate_in_pieces, certificate_of
from rropt.problem.pieces import DesignInPieces, cut_at, ends_of
from rropt.problem.problem import Problem
from rropt.problem.question import question_of_share
from rropt.problem.result import Design
from rropt.problem.scale import as_scale, as_share
from rropt.problem.sets import sets_in, sets_of_dict
from rropt.problem.shares import DesignByShare
from rropt.show import Block, Fact, Result, Say
from rropt.solvers.rational import rational

__all__ = ["Verification", "mechanism_in", "read_design", "verify"]

Statement = Mapping[str, Any]
Answer = Found | Impossible | Unidentified | Unattained
FREE = {"question", "cvxpy", "sympy"}
"""Fields of a design's file that do not follow from its certificate: the question is read, and other programs prove nothing."""
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

    Of a design the question, the mechanism and the value are compared with what its certificate proves. Of another answer the
    certificates alone are judged, and `says` tells what they prove.

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
    if not isinstance(text, str):
        raise InputError(f"verify reads the text of a certificate or of an answer's JSON, not {str(text)[:60]!r}")
    document = _answer_in(text)
    if document is None:
        return _verify_all([text])
    if "question" in document and document["schema"] not in SCHEMAS:
        said = f"not judged: {str(document['schema'])[:60]} is no design of this version of rropt; make it anew"
        return Verification(Status.MALFORMED, said)
    texts = _certificates_in(document)
    if not texts:
        said = "not judged: it carries no certificate; give a certificate, or the JSON of an answer that carries one"
        return Verification(Status.MALFORMED, said)
    found = _verify_all(texts)
    if not found.is_accepted:
        return found
    if document.get("schema") not in SCHEMAS:
        return replace(found, says=f"(of the answer, the certificates alone are judged) {found.says}")
    try:
        read_design(text)
    except InputError as error:
        return Verification(Status.REJECTED, str(error))
    return found


def _answer_in(text: str) -> dict[str, Any] | None:
    """The document of an answer, which is no certificate itself; None if the text is to be judged as a certificate."""
    try:
        document = read_json(text, has_numbers=True)
    except InputError:
        return None
    is_answer = isinstance(document, dict) and "claim" not in document
    return document if is_answer and re.match("rropt[./]", str(document.get("schema"))) else None


def _certificates_in(document: Any) -> list[str]:
    """The certificates that a document carries, at any depth."""
    found: list[str] = []
    left = [document]
    while left:
        told = left.pop()
        if isinstance(told, dict):
            for key in ("certificate", "certificates"):
                texts = told.get(key)
                found += [x for x in (texts if isinstance(texts, list) else [texts]) if isinstance(x, str)]
            left += told.values()
        elif isinstance(told, list):
            left += told
    return found


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
        InputError: It is no design's JSON, its certificate is not accepted, or something in it does not agree with this.

    Examples:
        >>> from rropt.problem.design import design
        >>> print(read_design(design("trace", epsilon="ln3", inputs=3).to_json()).value)
        9/5

    Reference: SPEC.md, 7.
    """
    document = read_json(text, has_numbers=True)
    if not isinstance(document, dict) or document.get("schema") not in SCHEMAS:
        raise InputError("this is no design of this version of rropt; make it anew with `rropt design`")
    with _as_written("question"):
        problem = _read_question(document["question"])
    if document["schema"] == DesignByShare.schema:
        with _as_written("certificates"):
            by_share = _read_by_share(problem, document["certificates"])
        _require_same(by_share.to_dict(), document)
        return by_share
    certificate = str(document.get("certificate"))
    sentence = accept_of_file(certificate, "this design")
    with _as_written("certificate"):
        statements = statements_in(certificate)
        found = _read_answer(problem, statements, certificate, sentence)
    _require_same(found.to_dict(), document)
    return found


def _read_by_share(problem: Problem, certificates: Sequence[str]) -> DesignByShare:
    """The pieces by the share of the second input: each certificate must be what is written of its piece, and none is missing."""
    objective = problem.objective
    assert isinstance(objective, Prevalence)
    share, found, sentences = objective.of_second, list[SharePiece](), []
    for text in certificates if objective.positive == 1 else reversed(certificates):
        sentences.append(accept_of_file(text, "a part of this design"))
        (statement,) = statements_in(text)
        t = letter_of_statement(statement)
        matrices = tuple(read_matrix(rows, t) for rows in statement.get("minimisers") or [statement["mechanism"]])
        piece = SharePiece(share.lower, share.upper, matrices, "dominant", {})
        if isinstance(objective, Variance):
            lower, upper = (read_number(x, t=t) for x in statement["objective"]["every"])
            stated = state_variance(Meaning.EVERY, lower, upper, is_diagonal=objective.warner)
            piece = SharePiece(lower, upper, matrices, "optimal", stated)
        _require_text(write_share(question_of_share(problem, piece), piece), text)
        found.append(piece)
    ends = [share.lower, *(piece.upper for piece in found)]
    if ends[-1] != share.upper or any(piece.lower != end for piece, end in zip(found, ends, strict=False)):
        raise InputError("the certificates are not about the whole range of the prevalence")
    own = sentences if objective.positive == 1 else sentences[::-1]
    return DesignByShare(problem, objective.by_own_share(found), tuple(certificates), tuple(own))


@contextmanager
def _as_written(name: str) -> Iterator[None]:
    """Turn any error into a refusal of the field `name`."""
    try:
        yield
    except OutOfTime:
        raise
    except (InputError, Undecided) as error:
        raise InputError(f"the field '{name}' of this design is refused: {str(error)[:300]}") from None
    except (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise InputError(f"the field '{name}' of this design is not as rropt writes it; make the file anew") from None


def _read_question(told: Mapping[str, Any]) -> Problem:
    demand = read_demand_name(told["demand"])
    if demand is None:
        raise InputError(f"{told['demand'][:60]!r} is no demand that a file can state")
    outputs = told["outputs"]
    return Problem(
        read_objective(told["objective"]),
        demand,
        tuple(told["inputs"]),
        outputs=None if outputs is None else tuple(outputs),
        subject_to=tuple(told["subject_to"]),
    )


def _read_answer(
    problem: Problem, statements: Sequence[Statement], certificate: str, sentence: str
) -> Design | DesignInPieces:
    free = range_of(problem.demand)
    if (share := as_share(problem)) is not None and free is None:
        of_share = _read_answer(share, statements, certificate, sentence)
        assert isinstance(of_share, Design)
        return as_scale(problem, of_share)
    if free is None:
        (statement,) = statements
        found = _read_found(problem, statement)
        _require_text(certificate_of(problem, found), certificate)
        return Design(problem, found, certificate, sentence)
    pieces = tuple(_read_piece(problem, statement) for statement in statements)
    if (pieces[0].start, pieces[-1].end) != ends_of(free):
        raise InputError("the certificate is about another range of the budget")
    _require_text(certificate_in_pieces(problem, free, pieces), certificate)
    return DesignInPieces(problem, pieces, certificate, sentence)


def _require_text(written: str, certificate: str) -> None:
    """Refuse a certificate that is not what is written of this question and what was read."""
    if written != certificate:
        raise InputError("the certificate is about another question; ask for the design again")


def _letter(problem: Problem, statement: Statement) -> Number:
    """The number t in which a statement is written. Over a range of the demand it is one t for all pieces."""
    free = range_of(problem.demand)
    return letter_of_statement(statement) if free is None else generator(free)


def _read_cut(told: Any) -> Cut:
    """An end of a piece; beside a root stand the rationals that the certificate gives."""
    if isinstance(told, Mapping):
        low, high = (rational(Fraction(x)) for x in told["between"])
        return Cut(low, high, told)
    x = read_cut(told)
    if is_infinite(x):
        raise InputError("a piece of the certificate begins at no number")
    return cut_at(x)


def _read_piece(problem: Problem, statement: Statement) -> Piece:
    domain = statement["field"]
    start, end = (domain[key] for key in (("t", "t") if "t" in domain else ("from", "to")))
    found = _read_found(problem, statement)
    if not isinstance(found, Found):
        raise InputError("a piece of the certificate has no mechanism")
    return Piece(_read_cut(start), None if end == "inf" else _read_cut(end), found)


def _read_found(problem: Problem, statement: Statement) -> Answer:
    """Read the answer in a statement."""
    if statement["claim"] == "unattained":
        if problem.objective.sense == "max":
            raise InputError("the certificate is about estimates, and this objective is about none")
        return Unattained()
    found = _read_bounds(problem, statement)
    if not isinstance(objective := problem.objective, Prevalence):
        return found
    if isinstance(found, Impossible) or statement["objective"] == {"name": "trace", "sense": "max"}:
        return _read_unidentified(objective, found, problem.conditions)
    return replace(found, stated=_read_stated(objective, found, statement))


def _read_unidentified(
    objective: Prevalence, found: Found | Impossible, conditions: tuple[Condition, ...]
) -> Unidentified:
    """That no mechanism with p00 + p11 > 1 meets the conditions, as the largest trace is at most 1."""
    if isinstance(found, Found) and found.upper > 1:
        raise InputError("the certificate is about a trace above 1, which shows nothing of a variance")
    is_diagonal = isinstance(objective, Variance) and objective.warner
    own = (*conditions, EQUAL_DIAGONAL) if is_diagonal else conditions
    return Unidentified(found, Trace().stated(2), own)


def _read_stated(objective: Prevalence, found: Found, statement: Statement) -> Statement | None:
    """Read the statement of a variance of any number of answers: the worst of a range, or the variance 0 of two answers."""
    if not isinstance(objective, AsymptoticVariance):
        return None
    if statement["objective"]["name"] == "variance":
        if found.upper != 0:
            raise InputError("the certificate is about two answers, which may be fewer than are best")
        return Variance(objective.prevalence, positive=objective.positive).stated(2)
    share = objective.of_second
    if share.meaning is not Meaning.WORST:
        return None
    worst = read_number(statement["objective"]["prevalence"], t=letter_of_statement(statement))
    return {"name": objective.name, "prevalence": worst, "worst": (share.lower, share.upper)}


def _read_vertices(problem: Problem, statement: Statement) -> Minimisers:
    """The best mechanisms of two answers, which the checker has found among all vertices."""
    t = _letter(problem, statement)
    listed = statement.get("minimisers")
    matrices = [read_matrix(rows, t) for rows in listed or [statement["mechanism"]]]
    is_zero = isinstance(problem.objective, Prevalence) and listed and read_number(statement["value"], t=t) == 0
    limit = limit_of(problem.objective.of_second) if is_zero and isinstance(problem.objective, Prevalence) else None
    return Minimisers(tuple((rows, limit) for rows in matrices), bool(listed))


def _read_bounds(problem: Problem, statement: Statement) -> Found | Impossible:
    t = _letter(problem, statement)
    prices: Prices | EqualPrices | Minimisers | Compared
    if "prices" in statement:
        prices = _read_prices(statement["prices"], t)
    elif "most_outputs" in statement:
        prices = Compared()
    else:
        prices = _read_vertices(problem, statement)
    if statement["claim"] == "infeasible":
        assert isinstance(prices, Prices)
        return Impossible(prices)
    if statement["claim"] not in ("optimal", "within"):
        raise InputError(f"the certificate claims {str(statement['claim'])[:40]!r}, which is no claim about an optimum")
    lower, upper = (read_number(statement.get("value", statement.get(key)), t=t) for key in ("lower", "upper"))
    if "orbits" in statement:
        orbits = statement["orbits"]
        counts = tuple(int(c) for (c,) in orbits["counts"])
        sets = Orbits(counts, tuple(read_number(w, t=t) for w in orbits["weights"]))
        return Found(sets, lower, upper, prices, statement.get("witness"))
    if isinstance(prices, Minimisers):
        (first, limit), *others = prices.faces
        is_only = not others and limit is None if prices.are_listed else None
        return Found(first, lower, upper, prices, is_only=is_only)
    matrix = read_matrix(statement["mechanism"], t)
    most = int(statement["most_outputs"]) if "most_outputs" in statement else None
    places = _read_places(problem, statement["outputs"])
    return Found(matrix, lower, upper, prices, statement.get("witness"), counts_as=places, most_outputs=most)


def _read_prices(told: Statement, t: Number) -> Prices | EqualPrices:
    def number(x: str) -> Number:
        return read_number(x, t=t)

    if isinstance(told["column"], str):
        return EqualPrices(*(number(told[key]) for key in ("column", "budget", "excess")))
    budgets, excess = ({name: number(z) for name, z in told.get(key, {}).items()} for key in ("budget", "excess"))
    return Prices(tuple(map(number, told["column"])), budgets, tuple(map(number, told.get("condition", ()))), excess)


def _read_places(problem: Problem, outputs: list[str]) -> tuple[int, ...] | None:
    """For each answer the place of the label that it has in conditions, where labels may be split; None where none is."""
    if problem.outputs is None or problem.objective.outputs(problem.k) is not None or not problem.conditions:
        return None
    names = [x if x in problem.outputs else re.sub(r" \(\d+\)$", "", x) for x in outputs]
    return tuple(map(problem.outputs.index, names))


def _require_same(made: Mapping[str, Any], told: Mapping[str, Any]) -> None:
    """Refuse a file in which a field that follows from the certificate says something else, words too."""
    again = json.loads(json.dumps(made), parse_float=str, parse_int=str)
    for key in told.keys() - FREE:
        if told[key] != again.get(key):
            raise InputError(f"the field '{str(key)[:40]}' of this design does not agree with its certificate")


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

    Reference: the manual, "Files" (docs/command_line.md).
    """
    document = read_json(text, has_numbers=True)
    if not isinstance(document, dict):
        raise InputError("it holds no JSON object; give a mechanism, a design or a certificate")
    schema = str(document.get("schema", ""))
    if schema.startswith("rropt.certificate/"):
        accept_of_file(text, "this mechanism")
        return _stated_mechanism(text)
    if schema in SCHEMAS:
        return _mechanism_of(read_design(text))
    if "stated" in document:
        return sets_of_dict(document["stated"])
    if schema == Mechanism.schema:
        return Mechanism.from_json(text)
    raise InputError(f"it is {schema[:60] or 'JSON'}, without a mechanism; give a mechanism, a design or a device")


def _mechanism_of(found: Design | DesignInPieces | DesignByShare) -> Mechanism | SetMechanism:
    """The mechanism of a design, planned for the shares of its question."""
    if not isinstance(found, Design):
        raise InputError("this design has a mechanism for each part of its range; make one at a single number of it")
    given = found.mechanism or found.sets
    if given is None:
        raise InputError(f"this design has no mechanism, as its verdict is {found.verdict}; give a design that has one")
    return given


def _stated_mechanism(certificate: str) -> Mechanism | SetMechanism:
    """The mechanism of an accepted certificate."""
    first, *more = statements_in(certificate)
    if (sets := sets_in(first)) is not None:
        return sets
    rows = first.get("mechanism") or next(iter(first.get("minimisers") or ()), None)
    if rows is None or more or "field" not in first:
        raise InputError(
            f"the certificate, a claim of kind {first.get('claim')}, states no single mechanism; give the file of a mechanism "
            "or of a design"
        )
    labels = [drop_number_labels(x) if isinstance(x, list) else None for x in map(first.get, ("inputs", "outputs"))]
    return Mechanism(read_matrix(rows, letter_of_statement(first)), *labels, planned=read_planned_shares(first))
