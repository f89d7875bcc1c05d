"""Rows of a grid that differ in ε alone: one certified answer for a stretch of ε, evaluated at each.

Neighbouring designs share their basis: as functions of t = e^ε a mechanism and its value are proved optimal once, for all t of an
interval on which the basis is, and a row has what they are at its ε, exactly. So the certificate of such a row is that of its
interval, and many rows have the same. A store has it in every row, of which nothing else is kept: whoever reads the row lets the
checker judge it, sees that it is about the row's question, and evaluates it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from rropt.certificate.judge import judge
from rropt.certificate.read import letter_of_statement, read_statement, statements_in
from rropt.certificate.scope import Scope
from rropt.certificate.writing import Document, head
from rropt.exact.element import Element, Number, hand_out, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.fields import Field, Free
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.ordering import order_of
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.exact.substitute import is_in_range, value_at
from rropt.privacy import LDP
from rropt.problem.contract import Together
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict

__all__ = ["Row", "Stated", "answer_stretches", "read_row"]

FEWEST = 12  # rows for which an answer over an interval is worth its while
FEWEST_NEIGHBOURS = 3
NEAREST, FURTHEST = 1.001, 1e5  # of e^ε, between which doubles tell patterns apart
APART = 1e-9  # of doubles, relative, that tell two numbers apart
SCHEMA = "rropt/row/1"
Answered = list[tuple[str, "Row"]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A row to answer by its key, with its e^ε, also as a double."""

    key: str
    t: Number
    double: float


Group = Sequence[Placed]


@dataclass(frozen=True, slots=True)
class Row:
    """What a design of a stretch is at one ε: always optimal, with the certificate of the stretch."""

    value: Number
    rows: Matrix
    certificate: str
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
        """What a store keeps: the certificate, from which `read_row` has all else."""
        return json.dumps(
            {"schema": SCHEMA, "certificate": self.certificate}, ensure_ascii=False, separators=(",", ":")
        )


def answer_stretches(problems: Mapping[str, Problem], seconds: float | None) -> Iterator[Answered]:
    """The rows of those problems by key of which enough differ in ε alone, a list for each certificate or for several; the others
    are left to be solved one by one."""
    groups: dict[Any, tuple[Problem, list[tuple[str, Number]]]] = {}
    for key, problem in problems.items():
        demand, x = problem.demand, problem
        if isinstance(demand, LDP) and (t := _ratio(problem, demand)) is not None:
            rest = (id(x.objective), x.k, x.outputs, x.inputs, x.output_labels, demand.delta)
            groups.setdefault(rest, (problem, []))[1].append((key, t))
    for problem, group in groups.values():
        ordered = _order(group)
        if problem.objective.answered_together(problem) is Together.IN_RUNS:
            yield from _neighbours(problem, [x for x in ordered if NEAREST < x.double < FURTHEST], seconds)
        elif len(group) >= FEWEST:
            yield _answers(problem, ordered, seconds)


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement of a certificate that the checker accepts: what t is in it, its JSON, what it answers, and whether it is about
    the questions that were put to it so far."""

    letter: Number
    part: Document
    answer: _Answer
    about: dict[Any, bool]


def read_row(text: str, problem: Problem, known: dict[str, list[Stated]]) -> Row | None:
    """The row of a store for a problem, if the checker accepts its certificate and that is about the problem; None if not.

    `known` has what was read of certificates before.
    """
    try:
        certificate = json.loads(text)["certificate"]
        if certificate not in known:
            known[certificate] = _statements(certificate)
        t = problem.ratio_and_delta[0]
        for stated in known[certificate]:
            if _is_about(stated, problem):
                return stated.answer.at(t)
    except (ArithmeticError, InputError, LookupError, TypeError, ValueError):
        return None
    return None


def _statements(certificate: str) -> list[Stated]:
    """The statements of a certificate; none where the checker does not accept it."""
    if not judge(certificate).is_accepted:
        return []
    found = []
    for part in statements_in(certificate):
        letter = letter_of_statement(part)
        said = read_statement(part, t=letter)
        found.append(Stated(letter, part, _Answer.of(said["mechanism"], said["value"], certificate), {}))
    return found


def _is_about(stated: Stated, problem: Problem) -> bool:
    """Whether a statement is about the problem, at its e^ε or over a range of e^ε that has it."""
    letter, x = stated.letter, problem
    field = letter.field if isinstance(letter, Element) else None
    if not isinstance(field, Free):
        return problem.ratio_and_delta[0] == letter and _asks(stated, problem, field)
    if not is_in_range(problem.ratio_and_delta[0], field):
        return False
    rest = (id(x.objective), x.k, x.outputs, x.inputs, x.output_labels, problem.ratio_and_delta[1])
    if rest not in stated.about:
        over = _over(problem, field.lower, field.upper)
        stated.about[rest] = over.ratio_and_delta[0] == letter and _asks(stated, over, field)
    return stated.about[rest]


def _asks(stated: Stated, problem: Problem, field: Field | None) -> bool:
    """Whether the statement names the demand, the objective and the labels of the problem."""
    asked = head(problem, Scope(field, stated.part["field"]), "optimal", problem.m)
    return all(stated.part.get(key) == x for key, x in asked.items() if key != "schema")


def _over(problem: Problem, low: Number | float, high: Number | float) -> Problem:
    """The same question over a range of e^ε."""
    assert isinstance(problem.demand, LDP)
    demand = LDP(f"{Epsilon(low)}..{Epsilon(high)}", delta=problem.demand.delta)
    outputs = problem.output_labels or problem.outputs
    return Problem(problem.objective, demand, inputs=problem.inputs or problem.k, outputs=outputs)


def _ratio(problem: Problem, demand: LDP) -> Number | None:
    """e^ε of a question whose answer as a function of ε is quick; None of the others."""
    if problem.conditions or is_free(demand.delta) or demand.epsilon.is_free:
        return None
    if isinstance(demand.t, float) or demand.t == 1:
        return None
    return None if problem.objective.answered_together(problem) is Together.NOT else demand.t


def _neighbours(problem: Problem, group: Group, seconds: float | None) -> Iterator[Answered]:
    """The rows of each run; what is in none is left."""
    if len(group) < FEWEST_NEIGHBOURS:
        return

    def pose_between(first: int, last: int) -> Problem:
        low, high = group[first].t, group[last].t
        return _over(problem, low, high) if first < last else _at(problem, low)

    try:
        with limit_seconds(read_seconds(seconds)):
            for run in pose(problem).runs(pose_between, [x.double for x in group]):
                answer, own = _Answer.of(run.rows, run.value, run.certificate), group[run.first : run.last + 1]
                yield [(x.key, answer.at(x.t)) for x in own]
    except (InputError, Undecided):
        return


def _at(problem: Problem, t: Number) -> Problem:
    """The same question at one e^ε."""
    outputs = problem.output_labels or problem.outputs
    return Problem(problem.objective, LDP(Epsilon(t)), inputs=problem.inputs or problem.k, outputs=outputs)


def _answers(problem: Problem, ordered: Group, seconds: float | None) -> Answered:
    """The rows of one group; none where no answer over its interval is certified, which each row by itself will say."""
    try:
        over = _over(problem, ordered[0].t, ordered[-1].t)
        pieces = design(over, optima="one", seconds=seconds).pieces
        if not pieces or any(isinstance(x.value, Formula | Between) for x in pieces):
            return []
        found, place, answers = [], 0, dict[int, _Answer]()
        for x in ordered:  # the pieces too are in order, and cover the interval
            while place + 1 < len(pieces) and _ends_before(pieces[place], x.t):
                place += 1
            piece = pieces[place]
            assert not isinstance(piece.value, Formula | Between)
            if place not in answers:
                answers[place] = _Answer.of(piece.mechanisms[0].rows, piece.value, piece.certificate)
            found.append((x.key, answers[place].at(x.t)))
    except (InputError, Undecided, Disagreement):
        return []
    return found


def _order(group: Sequence[tuple[str, Number]]) -> Group:
    """The group by rising e^ε, with its double: by doubles, and exactly where these are near one another."""

    def compare(x: Placed, y: Placed) -> int:
        return order_of(x.t, y.t) if abs(x.double - y.double) <= APART * y.double else 1 if x.double > y.double else -1

    return sorted((Placed(key, t, float(t)) for key, t in group), key=cmp_to_key(compare))


def _ends_before(piece: Piece, t: Number) -> bool:
    if isinstance(piece.upper, float):
        return False
    beyond = order_of(t, piece.upper)
    return beyond > 0 or (beyond == 0 and piece.ends[1] == ")")


@dataclass(frozen=True, slots=True)
class _Answer:
    """A mechanism and a value over a stretch: the numbers in them, each once, and where they stand; the value is the last."""

    numbers: tuple[Number, ...]
    places: tuple[tuple[int, ...], ...]
    certificate: str

    @classmethod
    def of(cls, rows: Matrix, value: Number, certificate: str) -> _Answer:
        """Of the rows as functions of t."""
        known = {id(x): x for row in rows for x in row}
        order = {place: n for n, place in enumerate(known)}
        return cls((*known.values(), value), tuple(tuple(order[id(x)] for x in row) for row in rows), certificate)

    def at(self, t: Number) -> Row:
        """What it is at one t."""
        *found, value = (value_at(x, t) if is_free(x) else x for x in self.numbers)
        return Row(hand_out(value), freeze([found[n] for n in row] for row in self.places), self.certificate)
