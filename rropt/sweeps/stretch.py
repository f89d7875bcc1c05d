"""Rows of a grid that differ in one number alone: one certified answer for a stretch of it, evaluated at each.

Neighbouring designs share their basis: as functions of t = e^ε, or of δ, a mechanism and its value are proved optimal once, for
all t of an interval on which the basis is, and a row has what they are at its own, exactly; so has one of the binary variance
whose mechanism is proved best at every prevalence of an interval. The certificate of such a row is that of its interval, and many
rows have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.ordering import order_of
from rropt.exact.patience import limit_seconds, read_seconds
from rropt.problem.answers import ProvedRun
from rropt.problem.contract import Along, Together
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.pieces.piece import Between, Formula, Piece
from rropt.problem.problem import Problem
from rropt.sweeps.axes import number_along, pose_over, rest_of
from rropt.sweeps.row import Answer, Row

__all__ = ["answer_stretches"]

FEWEST = 12  # rows for which an answer over an interval is worth its while
FEWEST_NEIGHBOURS = 3
FEW = 2  # workers, which one process is about as quick as where it shares a basis among the rows
NEAREST, FURTHEST = 1.001, 1e5  # of e^ε, between which doubles tell patterns apart
APART = 1e-9  # of doubles, relative, that tell two numbers apart
Answered = list[tuple[str, Row]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A row to answer by its key, with its number, also as a double."""

    key: str
    problem: Problem
    x: Number
    double: float


Group = Sequence[Placed]


def answer_stretches(problems: Mapping[str, Problem], seconds: float | None, *, workers: int = 1) -> Iterator[Answered]:
    """The rows of those problems by key of which enough differ in one number alone, a list for each certificate or for several;
    the others are left to be solved one by one, by so many workers. Where a row has neighbours in two numbers, it goes with the
    more of them."""
    groups: dict[Any, list[tuple[str, Problem, Number]]] = {}
    for key, problem in problems.items():
        for along in Along:
            if (x := number_along(problem, along)) is not None:
                groups.setdefault((along, rest_of(problem, along)), []).append((key, problem, x))
    done = set[str]()
    for (along, _), group in sorted(groups.items(), key=lambda x: -len(x[1])):
        left = [x for x in group if x[0] not in done] if len(group) >= FEWEST_NEIGHBOURS else []
        for rows in _answer_group(along, _order(left), seconds, few=workers <= FEW):
            done |= {key for key, _ in rows}
            yield rows


def _answer_group(along: Along, ordered: Group, seconds: float | None, *, few: bool) -> Iterator[Answered]:
    """The rows of one group, as its objective answers them together; in turn where the workers are few."""
    if not ordered:
        return
    problem = ordered[0].problem
    together = problem.objective.answered_together(problem, along)
    if together is Together.IN_RUNS or (together is Together.IN_TURN and few):
        yield from _neighbours(along, ordered, seconds)
    elif together is Together.OVER_THE_INTERVAL and len(ordered) >= FEWEST:
        yield _answers(along, ordered, seconds)


def _neighbours(along: Along, ordered: Group, seconds: float | None) -> Iterator[Answered]:
    """The rows of each run; what is in none is left."""
    group = [x for x in ordered if along is Along.DELTA or NEAREST < x.double < FURTHEST]
    if len(group) < FEWEST_NEIGHBOURS:
        return
    try:
        with limit_seconds(read_seconds(seconds)):
            for run in _runs(along, group):
                answer, own = Answer.of(run.rows, run.value, run.certificate), group[run.first : run.last + 1]
                yield [(x.key, answer.at(x.x, x.problem)) for x in own]
    except (InputError, Undecided):
        return


def _runs(along: Along, group: Group) -> Iterator[ProvedRun]:
    """The runs that the program proves."""
    problem = group[0].problem

    def pose_between(first: int, last: int) -> Problem:
        return pose_over(problem, along, group[first].x, group[last].x)

    if along is Along.DELTA:
        return pose(problem).runs_of_delta(pose_between, [x.x for x in group])  # type: ignore[misc]
    return pose(problem).runs(pose_between, [x.double for x in group])


def _answers(along: Along, ordered: Group, seconds: float | None) -> Answered:
    """The rows of one group; none where no answer over its interval is certified, which each row by itself will say."""
    try:
        over = pose_over(ordered[0].problem, along, ordered[0].x, ordered[-1].x)
        pieces = design(over, optima="one", seconds=seconds).pieces
        if not pieces or any(isinstance(x.value, Between) for x in pieces):
            return []
        if along is Along.PREVALENCE and len(pieces) > 1 and _ends_before(pieces[-1], ordered[-1].x):
            pieces = pieces[::-1]  # those of the prevalence of the first input go down
        found, place, answers = [], 0, dict[int, Answer]()
        for x in ordered:  # the pieces too are in order, and cover the interval
            while place + 1 < len(pieces) and _ends_before(pieces[place], x.x):
                place += 1
            if along is Along.PREVALENCE and _is_tied(pieces, place, x.x):
                continue
            if place not in answers:
                answers[place] = _answer_of(pieces[place])
            found.append((x.key, answers[place].at(x.x, x.problem)))
    except (InputError, Undecided, Disagreement):
        return []
    return found


def _answer_of(piece: Piece) -> Answer:
    """What a piece says, of which the value is a function of the letter or, where that is the prevalence, the mechanism's own."""
    rows, value = piece.mechanisms[0].rows, piece.value
    if isinstance(value, Formula):
        assert not isinstance(piece.lower, float) and not isinstance(piece.upper, float)
        return Answer.of_prevalences(rows, piece.certificate, (piece.lower, piece.upper))
    assert not isinstance(value, Between)
    return Answer.of(rows, value, piece.certificate)


def _is_tied(pieces: Sequence[Piece], place: int, x: Number) -> bool:
    """Whether two pieces meet at a prevalence, whose optima are those of both."""
    upper = pieces[place].upper
    return place + 1 < len(pieces) and not isinstance(upper, float) and order_of(x, upper) == 0


def _order(group: Sequence[tuple[str, Problem, Number]]) -> Group:
    """The group by rising numbers, with their doubles: by doubles, and exactly where these are near one another."""

    def compare(x: Placed, y: Placed) -> int:
        return order_of(x.x, y.x) if abs(x.double - y.double) <= APART * y.double else 1 if x.double > y.double else -1

    return sorted((Placed(key, problem, x, float(x)) for key, problem, x in group), key=cmp_to_key(compare))


def _ends_before(piece: Piece, x: Number) -> bool:
    if isinstance(piece.upper, float):
        return False
    beyond = order_of(x, piece.upper)
    return beyond > 0 or (beyond == 0 and piece.ends[1] == ")")
