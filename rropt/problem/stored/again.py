"""Recompute a design from its question and its certificate, which the design's file states.

All that follows from the two is computed as `design` computes it. Then `document.py` compares the result with the file. The rest is
read from the field `unshown` without a check: notes, other methods' answers (`legs`), and uncertified bounds and estimators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rropt.certificate.judge import judge
from rropt.certificate.read import estimators_in, read_matrix, read_statement, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.writing import SCHEMA as CERTIFICATE
from rropt.certificate.writing import dumps, join_domains
from rropt.exact.element import Element, Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix
from rropt.exact.ordering import order_of
from rropt.formats import drop_number_labels
from rropt.mechanism import Mechanism
from rropt.problem.conditions import EQUAL_DIAGONAL, require_met
from rropt.problem.contract import has_equal_diagonal, of_prevalences
from rropt.problem.known import find_objective, pose, reduce
from rropt.problem.leg import SOURCES, Leg
from rropt.problem.pieces.of_t import piece_of_t, piece_throughout
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Minimiser
from rropt.problem.split import split_as
from rropt.problem.stored.demands import read_demand_fields
from rropt.problem.stored.same import (
    REFUTING,
    Document,
    is_about_identifying,
    reading,
    require_labels,
    require_same_problem,
    require_size,
    require_throughout,
    t_of,
)
from rropt.problem.verdicts import BOUNDED, Optima, Verdict

__all__ = ["Document", "make_again", "optimum_of", "reading"]

LONGEST_WORDS = 4000


def make_again(document: Document, sentence: str) -> Design:
    """Rebuild the design from the document's certificates, which the checker has accepted.

    `sentence` is the checker's statement of what they prove.
    """
    with reading("problem"):
        problem = _read_problem(document["problem"])
    with reading("pieces"):
        pieces = [piece["certificate"] for piece in document["pieces"]]
        groups = [statements_in(text) for text in pieces]
    with reading("certificate"):
        whole = document["certificate"]
        groups = groups or [statements_in(whole)]
        parts = [part for group in groups for part in group]
        # the document's certificate joins those of the pieces, or is empty; for a single piece it is the piece's
        is_joined = whole == pieces[0] if len(pieces) == 1 else whole == "" or statements_in(whole) == parts
        if pieces and not is_joined:
            raise InputError("the statements of the certificate differ from those in the certificates of the pieces")
    with reading("requirement"):
        asked = document["requirement"]
        if asked is not None and document["verdict"] != Verdict.INFEASIBLE:
            raise InputError(
                f"with the required value {str(asked)[:60]} the verdict must be infeasible, not {str(document['verdict'])[:40]}"
            )
        wanted = None if asked is None else read_number(asked, t=t_of(problem, groups[0][0]))
    with reading("problem"):
        made = _Making(document, groups).whole(problem, wanted)
    unshown = _unshown(document, made, t_of(problem, groups[0][0]))
    posed = unshown.pop("posed")
    return replace(made, problem=problem, sentence=sentence, **unshown).with_posed(posed)


def optimum_of(problem: Problem, certificate: str) -> Design:
    """Make the design of a problem from a single certificate, which the checker has accepted. Refuse a certificate about another
    problem. The design has only what the certificate shows."""
    with reading("certificate"):
        document = {"certificate": certificate, "minimisers": []}
        return _Making(document, [statements_in(certificate)]).answer(problem, None)


class _Making:
    """Recomputes a design from its JSON document. Each of `groups` has the certified statements about one range of ε, δ or π."""

    def __init__(self, document: Document, groups: Sequence[Sequence[Document]]) -> None:
        self.document, self.groups = document, groups
        self.parts = [part for group in groups for part in group]

    def whole(self, problem: Problem, wanted: Number | None) -> Design:
        """Make the design of the document's problem. If its certificate is about privacy alone, read the bounds from the document's
        field `unshown`: they are bounds on the optimum of this problem, not of a simpler one."""
        made, (first, *_) = self.answer(problem, wanted), self.parts
        if first["claim"] != "satisfies":
            return made
        t = t_of(problem, first)
        with reading("unshown"):
            lower, upper = (read_number(self.document["unshown"]["value"][key], t=t) for key in ("lower", "upper"))
            low, high = _own_bounds(problem, made.mechanism)
            if not (low <= upper and lower <= high):
                raise InputError("the value of the mechanism does not lie within the bounds; ask for the design again")
        return replace(made, lower=lower, upper=upper)

    def answer(self, problem: Problem, wanted: Number | None) -> Design:
        """Make the design of a problem. If `design` would simplify the problem first, convert the simpler problem's design."""
        if reduced := reduce(problem, wanted):
            return reduced.restore(self.answer(reduced.problem, reduced.wanted))
        refutes = any(part["claim"] in REFUTING for part in self.parts) or wanted is not None
        in_pieces = not refutes and pose(problem).has_pieces
        for part in self.parts:
            require_same_problem(problem, part, of_some_prevalences=in_pieces and problem.interval is None)
        none = Design(problem=problem, verdict=Verdict.INFEASIBLE, fast_legs=(), certificate="", sentence="")
        none = replace(none, certificate=self.document["certificate"])
        first = self.parts[0]
        if refutes or is_about_identifying(problem, first):
            require_throughout(problem, self.parts)
        if first["claim"] in REFUTING:
            if any(
                part["claim"] != first["claim"] or part.get("requirement") != first.get("requirement")
                for part in self.parts
            ):
                raise InputError("the statements of the certificate make different claims; ask for the design again")
            bound = first.get("requirement", {}).get("bound")
            stated = None if bound is None else read_number(bound, t=t_of(problem, first))
            return replace(none, verdict=Verdict(first["claim"]), requirement=stated)
        if wanted is not None or is_about_identifying(problem, first):
            with reading("requirement"):
                self._require_missed(problem, wanted)
            return replace(none, requirement=wanted)
        return self._of_pieces(none) if in_pieces else self._of_one(none)

    def _require_missed(self, problem: Problem, wanted: Number | None) -> None:
        """Refuse the document unless its certified bounds rule out what was asked for.

        If `wanted` is a number, every statement must bound the objective, and show that `wanted` is out of reach. If `wanted` is
        None, every statement must bound p00 + p11, the sum of the probabilities of the two true answers, and show that it cannot
        exceed 1.
        """
        for part in self.parts:
            if is_about_identifying(problem, part) is not (wanted is None):
                raise InputError("the certificate bounds a quantity that was not asked about; ask for the design again")
            lower, upper = _bounds(problem, part, t_of(problem, part))
            least = problem.objective.sense == "min"
            missed = upper <= 1 if wanted is None else wanted < lower if least else upper < wanted
            if not missed:
                raise InputError("the certificate does not prove the verdict; ask for the design again")

    def _of_one(self, none: Design) -> Design:
        """Fill in the empty design `none` from the only certified statement of the document. If the statement has no bounds, fill
        in those on its mechanism's value; `whole` replaces them."""
        problem, (part,) = none.problem, self.parts
        t = t_of(problem, part)
        statement = read_statement(part, t=t)
        mechanism = _mechanism(problem, part, statement.get("mechanism"), self.document)
        is_private = part["claim"] == "satisfies"
        lower, upper = _own_bounds(problem, mechanism) if is_private else _bounds(problem, part, t)
        is_exact = part["claim"] == "optimal" or (part["claim"] == "dominant" and lower == upper)
        with reading("minimisers"):
            minimisers = tuple(self._minimisers(problem, part, mechanism, t))
        # the estimators of the largest variance or the determinant prove only the bound; a design does not list them
        witness = part.get("witness", {}) if "estimators" in self.document else {}
        return replace(
            none,
            verdict=Verdict.OPTIMAL if is_exact else Verdict.WITHIN,
            mechanism=mechanism,
            value=lower if is_exact else None,
            lower=lower,
            upper=upper,
            minimisers=minimisers,
            estimators=tuple(read_matrix(x, t) for x in estimators_in(witness)),
        )

    def _minimisers(
        self, problem: Problem, part: Document, mechanism: Mechanism | None, t: Number
    ) -> Iterator[Minimiser]:
        """Yield the optimal mechanisms that the certificate lists. If a segment of optimal mechanisms starts at one of them, also
        give the segment's other end. If the certificate lists none, yield the mechanisms that the file lists. The checker must
        accept the certificate with each of these in place of the certificate's own mechanism."""
        if "minimisers" in part:
            program = pose(problem)
            for rows in (read_matrix(x, t) for x in part["minimisers"]):
                far = program.face_of(rows)
                yield Minimiser(_label(problem, rows), None if far is None else _label(problem, far))
            return
        forms = [told["mechanism"]["exact"] for told in self.document["minimisers"]]
        require_size(problem, *forms)
        listed = [read_matrix(rows, t) for rows in forms]
        if len(set(listed)) < len(listed):
            raise InputError("one mechanism is listed twice")
        for rows in listed:
            own = mechanism is not None and rows == mechanism.rows
            if not own and (part["claim"] not in ("optimal", "dominant") or not _is_accepted(part, rows, t)):
                raise InputError("the certificate does not show that every listed mechanism is optimal")
            yield Minimiser(mechanism if own and mechanism is not None else _label(problem, rows))

    def _of_pieces(self, none: Design) -> Design:
        """Fill the pieces into the design `none`. If there is only one piece and the file has a mechanism, also fill in the
        mechanism and the value."""
        problem = none.problem
        with reading("pieces"):
            pieces = tuple(map(self._piece, [problem] * len(self.groups), self.document["pieces"], self.groups))
            _require_whole(problem, pieces)
        only = pieces[0] if len(pieces) == 1 and self.document["mechanism"] is not None else None
        value = None if only is None or isinstance(only.value, Formula | Between) else only.value
        return replace(
            none,
            verdict=Verdict.WITHIN if any(isinstance(x.value, Between) for x in pieces) else Verdict.OPTIMAL,
            pieces=pieces,
            mechanism=None if only is None or not only.mechanisms else only.mechanisms[0],
            value=value,
            lower=value,
            upper=value,
        )

    def _piece(self, problem: Problem, told: Document, group: Sequence[Document]) -> Piece:
        """Make a piece from its statements, which must agree on mechanisms and value. `told` is the piece's part of the file."""
        problem = split_as(problem, group[0].get("outputs"))
        t = t_of(problem, group[0])
        forms, value = _form(problem, group[0], t)
        if any(_form(problem, part, t) != (forms, value) for part in group[1:]):
            raise InputError("within one piece, the statements of the certificate name different mechanisms or values")
        if isinstance(value, Formula):
            # it answers only a question about each prevalence, which has one at an end of its range
            objective = of_prevalences(problem.objective)
            objective.at_prevalence(objective.say_range(None)[0])
        text = told["certificate"]
        verdict = judge(text)
        if not verdict.is_accepted:
            raise InputError("the certificate of a piece is not accepted; make the file anew")
        judged = {"certificate": text, "sentence": verdict.sentence}
        if problem.interval is None:
            every = group[0].get("objective", {}).get("every")
            ends = None if every is None else (read_number(every[0], t=t), read_number(every[1], t=t))
            lower, upper, words = of_prevalences(problem.objective).say_range(ends)
            mechanisms = tuple(_label(problem, rows) for rows in forms)
            return Piece("prevalence", words, mechanisms, value, lower=lower, upper=upper, ends="[]", **judged)
        # the interval of a single piece is written as the demand if a theorem gave the piece, else by its ends
        is_told = isinstance(value, Formula) or told["interval"] == str(problem.demand)
        if is_told and len(self.groups) == 1 and forms and not isinstance(value, Between):
            require_throughout(problem, group)
            return piece_throughout(problem, forms[0], value, **judged)
        if isinstance(value, Formula):
            raise InputError(
                "if the value of a piece is a function of the prevalence, the design must have just this piece, with its mechanism"
            )
        faces = [pose(problem).face_of(rows) for rows in forms] if "minimisers" in group[0] else []
        towards = [limit for limit in faces if limit is not None]
        domain = join_domains([part["field"] for part in group])
        return piece_of_t(problem, domain, forms, value, towards=towards, **judged)


def _form(problem: Problem, part: Document, t: Number) -> tuple[list[Matrix], Number | Formula | Between]:
    """Return the mechanisms that a piece's statement lists, and the value. There are no mechanisms if answers are sets. If the
    statement claims only bounds (`within`), these stand in place of the value. If another statement has no value, the value is
    computed from the first mechanism."""
    listed = [] if "orbits" in part else part.get("minimisers") or [part["mechanism"]]
    forms = [read_matrix(rows, t) for rows in listed]
    if part["claim"] == "within":
        return forms, Between(*_bounds(problem, part, t))
    if "value" in part:
        return forms, read_number(part["value"], t=t)
    if part["claim"] not in ("optimal", "dominant"):
        raise InputError(f"the claim {part['claim']!r} does not show that a mechanism is best")
    return forms, pose(problem).formula_of(forms[0])


def _require_whole(problem: Problem, pieces: Sequence[Piece]) -> None:
    """Refuse the pieces unless they cover the whole range asked about, one after another and without gaps."""
    if problem.interval is not None:
        whole = problem.interval
        low, high = whole.lower, whole.upper
        closed = ("(" if whole.lower_open else "[", ")" if whole.upper_open else "]")
    else:
        low, high, _ = of_prevalences(problem.objective).say_range(None)
        closed = ("[", "]")
        pieces = pieces if order_of(pieces[0].lower, low) == 0 else pieces[::-1]
    ended = [(low, closed[0]), *((x.upper, x.ends[1]) for x in pieces)]
    begun = [*((x.lower, x.ends[0]) for x in pieces), (high, closed[1])]
    for n, ((before, left), (after, right)) in enumerate(zip(ended, begun, strict=True)):
        meets = left == right if n in (0, len(pieces)) else (left, right) != (")", "(")
        if order_of(before, after) != 0 or not (meets or is_infinite(before)):
            raise InputError("the pieces must cover the whole range asked about, in order and without gaps")


def _bounds(problem: Problem, part: Document, t: Number) -> tuple[Number, Number]:
    """Return a statement's bounds on the optimum. If the statement claims dominance, return bounds on its mechanism's value."""
    if part["claim"] == "dominant":
        return _own_bounds(problem, Mechanism(read_matrix(part["mechanism"], t), problem.inputs))
    names = ("value", "value") if "value" in part else ("lower", "upper")
    lower, upper = (read_number(part[name], t=t) for name in names)
    return lower, upper


def _label(problem: Problem, rows: Matrix) -> Mechanism:
    return Mechanism(rows, problem.inputs, problem.output_labels)


def _mechanism(problem: Problem, part: Document, rows: Matrix | None, document: Document) -> Mechanism | None:
    """The statement's mechanism, with output labels from the statement, the file or the problem; None if answers are sets."""
    if rows is None:
        return None
    stated = drop_number_labels(part["outputs"]) if "outputs" in part else None
    if part["claim"] == "satisfies":  # the certificate is about privacy alone
        if stated is None and "outputs" in document["unshown"]:
            stated = list(map(_words, document["unshown"]["outputs"]))
        restrictions = (EQUAL_DIAGONAL,) if has_equal_diagonal(problem.objective) else ()
        split = split_as(problem, stated)
        require_met((*split.conditions, *restrictions), rows)
        if stated is not None:
            require_labels(split, stated)
        # under conditions the answers of a variance are not exchanged, so that only p00 + p11 > 1 identifies the truth
        names_truth = bool(problem.conditions) and problem.objective.is_variance_per_answer and len(rows) == 2
        if names_truth and rows[0][0] + rows[1][1] <= 1:
            raise InputError("the mechanism of the certificate does not have p00 + p11 > 1; ask for the design again")
    return Mechanism(rows, problem.inputs, stated or problem.output_labels)


def _own_bounds(problem: Problem, mechanism: Mechanism | None) -> tuple[Number, Number]:
    """Return bounds on the mechanism's own value, which must be finite."""
    assert mechanism is not None
    low, high = problem.objective.value_bounds(mechanism)
    if is_infinite(low) or is_infinite(high):
        raise InputError("the value of the certificate's mechanism is infinite")
    return low, high


def _is_accepted(part: Document, rows: Matrix, t: Number) -> bool:
    """Whether the checker accepts the statement with the mechanism `rows` in place of its own."""
    scope = Scope(t.field if isinstance(t, Element) else None, part["field"])
    return judge(dumps({"schema": CERTIFICATE, **part, "mechanism": scope.matrix(rows)})).is_accepted


def _read_problem(fields: Document) -> Problem:
    demand = read_demand_fields(fields["demand"], fields["interval"])
    objective = find_objective(fields["name"]).from_fields(fields)
    inputs, outputs = fields["inputs"], fields["outputs"]
    return Problem(
        objective,
        demand,
        inputs=int(inputs) if isinstance(inputs, str) else inputs,
        outputs=outputs if isinstance(outputs, list) or outputs == "free" else int(outputs),
        subject_to=fields.get("subject_to", ()),
        plain=fields.get("plain", False) is True,
    )


def _unshown(document: Document, made: Design, t: Number) -> Document:
    """Read the fields that are taken unchecked. Their texts must be printable, in one line and of bounded length."""
    with reading("unshown"):
        told = document["unshown"]
        notes, optima = tuple(map(_words, told["notes"])), None
        if "optima" in told:
            # the last note is that of `optima`, which `Design.all_notes` appends again
            notes, optima = notes[:-1], Optima(told["optima"])
        found: Document = {"notes": notes, "optima": optima}
        legs = tuple(_leg(name, fields, t) for name, fields in told["legs"].items())
        found["fast_legs"] = tuple(leg for leg in legs if leg.name not in SOURCES)
        found["posed"] = tuple(leg for leg in legs if leg.name in SOURCES) or None
        if made.is_bounded and (other := [x.status for x in legs if x.name == "certified" and x.status != BOUNDED]):
            raise InputError(f"in the field 'legs' the status of 'certified' must be '{BOUNDED}', not {other[0]!r:.60}")
        if "estimators" in told:
            found["estimators"] = tuple(read_matrix(x["exact"], t) for x in told["estimators"])
        return found


def _leg(name: str, fields: Document, t: Number) -> Leg:
    text = fields["value"]
    is_float = name == "numeric" or (name in SOURCES and "." in (text or ""))
    value = None if text is None else float(text) if is_float else read_number(text, t=t)
    return Leg(_words(name), _words(fields["status"]), value, _words(fields["source"]))


def _words(text: Any) -> str:
    """Return a text if it may be printed: one line of bounded length."""
    if not isinstance(text, str) or not text.isprintable() or len(text) > LONGEST_WORDS:
        raise InputError(f"a sentence must be printable text in one line, of at most {LONGEST_WORDS} characters")
    return text
