"""A row that shares the certificate of a stretch with its neighbours, and what a store keeps of it.

Of such a row a store has nothing but the certificate (and of a stretch of prevalences which it is): whoever reads the row lets
the checker judge it, sees that it is about the row's question, and evaluates it again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from rropt.certificate.judge import judge
from rropt.certificate.read import letter_of_statement, read_statement, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.writing import Document, head
from rropt.exact.element import Element, Number, hand_out, is_free
from rropt.exact.errors import InputError
from rropt.exact.fields import Field, Free
from rropt.exact.grammar import read_number
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.spelling import show
from rropt.exact.substitute import is_in_range, value_at
from rropt.mechanism import Mechanism
from rropt.problem.contract import Along
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict
from rropt.sweeps.axes import number_along, pose_over, rest_of

__all__ = ["Answer", "Row", "Stated", "read_row"]

SCHEMA = "rropt/row/1"
DOMINANT = "dominant"


@dataclass(frozen=True, slots=True)
class Row:
    """What a design of a stretch is at one number of it: always optimal, with the certificate of the stretch."""

    value: Number
    rows: Matrix
    certificate: str
    prevalences: tuple[Number, Number] | None = None
    verdict: Verdict = Verdict.OPTIMAL

    @property
    def lower(self) -> Number:
        """The value."""
        return self.value

    @property
    def upper(self) -> Number:
        """The value."""
        return self.value

    def to_json(self) -> str:
        """What a store keeps: the certificate, from which `read_row` has all else, with the prevalences that it is about."""
        found: dict[str, Any] = {"schema": SCHEMA, "certificate": self.certificate}
        if self.prevalences is not None:
            found["prevalences"] = list(map(show, self.prevalences))
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Answer:
    """A mechanism and a value over a stretch: the numbers in them, each once, and where they stand; the value is the last.

    Over a stretch of prevalences there is one mechanism instead, of which the certificate says that it is best at each of them.
    It does not state the values: these are worked out from the mechanism.
    """

    numbers: tuple[Number, ...]
    places: tuple[tuple[int, ...], ...]
    certificate: str
    mechanism: Mechanism | None = None
    prevalences: tuple[Number, Number] | None = None

    @classmethod
    def of(cls, rows: Matrix, value: Number, certificate: str) -> Answer:
        """Of the rows as functions of the letter."""
        known = {id(x): x for row in rows for x in row}
        order = {place: n for n, place in enumerate(known)}
        return cls((*known.values(), value), tuple(tuple(order[id(x)] for x in row) for row in rows), certificate)

    @classmethod
    def of_prevalences(cls, rows: Matrix, certificate: str, prevalences: tuple[Number, Number]) -> Answer:
        """Of one mechanism."""
        return cls((), (), certificate, Mechanism(rows), prevalences)

    def at(self, x: Number, problem: Problem) -> Row:
        """What it is at one number of the stretch, for the problem there."""
        if self.mechanism is not None:
            found = problem.objective.value(self.mechanism)
            assert not isinstance(found, float)
            return Row(hand_out(found), self.mechanism.rows, self.certificate, self.prevalences)
        *numbers, value = (value_at(y, x) if is_free(y) else y for y in self.numbers)
        return Row(hand_out(value), freeze([numbers[n] for n in row] for row in self.places), self.certificate)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of a certificate that the checker accepts: what t is in it, its JSON, what it answers, and whether it is about
    the questions that were put to it so far."""

    letter: Number
    part: Document
    answer: Answer
    about: dict[Any, bool]

    @property
    def field(self) -> Field | None:
        """The field of its letter."""
        return self.letter.field if isinstance(self.letter, Element) else None


def read_row(text: str, problem: Problem, known: dict[str, list[Stated]]) -> Row | None:
    """The row of a store for a problem, if the checker accepts its certificate and that is about the problem; None if not.

    `known` has what was read of rows before.
    """
    try:
        if text not in known:
            data = json.loads(text)
            known[text] = _statements(data["certificate"], data.get("prevalences"))
        for stated in known[text]:
            x = _number_in(stated, problem)
            if x is not None:
                return stated.answer.at(x, problem)
    except (ArithmeticError, InputError, LookupError, TypeError, ValueError):
        return None
    return None


def _statements(certificate: str, prevalences: list[str] | None) -> list[Stated]:
    """The statements of a certificate; none where the checker does not accept it."""
    if not judge(certificate).is_accepted:
        return []
    found = []
    for part in statements_in(certificate):
        letter = letter_of_statement(part)
        said = read_statement(part, t=letter)
        if prevalences is None:
            answer = Answer.of(said["mechanism"], said["value"], certificate)
        else:
            low, high = map(read_number, prevalences)
            answer = Answer.of_prevalences(said["mechanism"], certificate, (low, high))
        found.append(Stated(letter, part, answer, {}))
    return found


def _number_in(stated: Stated, problem: Problem) -> Number | None:
    """The number of the problem at which the statement answers it; None where it is about something else."""
    if stated.answer.prevalences is not None:
        low, high = stated.answer.prevalences
        x = number_along(problem, Along.PREVALENCE)
        inside = x is not None and low <= x <= high
        return x if inside and _is_about(stated, problem, Along.PREVALENCE, low, high) else None
    field, (ratio, delta) = stated.field, problem.ratio_and_delta
    if not isinstance(field, Free):
        return ratio if ratio == stated.letter and _asks(stated, problem) else None
    along = Along.DELTA if field.is_delta else Along.EPSILON
    x = delta if field.is_delta else ratio
    inside = is_in_range(x, field)
    return x if inside and _is_about(stated, problem, along, field.lower, field.upper) else None


def _is_about(stated: Stated, problem: Problem, along: Along, low: Number, high: Number | float) -> bool:
    """Whether a statement is about the problem over the numbers from one to another."""
    rest = along, rest_of(problem, along)
    if rest not in stated.about:
        over = pose_over(problem, along, low, high)
        letters = {Along.DELTA: 1, Along.EPSILON: 0, Along.PREVALENCE: 0}
        stated.about[rest] = over.ratio_and_delta[letters[along]] == stated.letter and _asks(stated, over)
    return stated.about[rest]


def _asks(stated: Stated, problem: Problem) -> bool:
    """Whether the statement names the demand, the objective and the labels of the problem; of a mechanism that is best of any
    number of outputs for whatever is asked, the demand alone."""
    if stated.part["claim"] == DOMINANT and problem.outputs not in ("free", len(stated.part["mechanism"])):
        return False
    asked = head(problem, Scope(stated.field, stated.part["field"]), "optimal", problem.m)
    if stated.part["claim"] == DOMINANT:
        asked = {"claim": DOMINANT, "field": asked["field"], "notion": asked["notion"]}
    return all(stated.part.get(key) == x for key, x in asked.items() if key != "schema")
