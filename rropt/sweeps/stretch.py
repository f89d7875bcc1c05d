"""Rows of a grid that differ in ε alone: one certified answer for a stretch of ε, evaluated at each.

Neighbouring designs share their basis: as functions of t = e^ε a mechanism and its value are proved optimal once, for all t of an
interval on which the basis is, and a row has what they are at its ε, exactly. So the certificate of such a row is that of its
interval, and many rows have the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from rropt.exact.element import Number, leave
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.matrix import Matrix, freeze
from rropt.exact.sign import order_of
from rropt.exact.substitute import value_at
from rropt.linear.objective import LinearObjective
from rropt.linear.trace import Trace
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.piece import Formula, Piece
from rropt.problem.problem import Problem
from rropt.problem.verdicts import Verdict
from rropt.results import is_free
from rropt.variance.objective import Variance

__all__ = ["Row", "answer_stretches"]

FEWEST = 12  # rows for which an answer over an interval is worth its while
MANY_WEIGHTS = 16  # more weights than that, or than half the rows, have pieces that take longer than the rows


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


def answer_stretches(problems: Mapping[str, Problem], seconds: float | None) -> Iterator[tuple[str, Row]]:
    """The rows of those problems by key of which enough differ in ε alone; the others are left to be solved one by one."""
    groups: dict[Any, tuple[Problem, list[tuple[str, Number]]]] = {}
    for key, problem in problems.items():
        demand, x = problem.demand, problem
        if isinstance(demand, LDP) and (t := _ratio(problem, demand)) is not None:
            rest = (x.objective, x.k, x.outputs, x.inputs, x.output_labels, demand.delta)
            groups.setdefault(rest, (problem, []))[1].append((key, t))
    for problem, group in groups.values():
        if len(group) >= FEWEST and _weights(problem) <= max(MANY_WEIGHTS, len(group) // 2):
            yield from _answers(problem, group, seconds)


def _over(problem: Problem, epsilon: str) -> Problem:
    """The same question over a range of ε."""
    assert isinstance(problem.demand, LDP)
    demand = LDP(epsilon, delta=problem.demand.delta)
    outputs = problem.output_labels or problem.outputs
    return Problem(problem.objective, demand, inputs=problem.inputs or problem.k, outputs=outputs)


def _ratio(problem: Problem, demand: LDP) -> Number | None:
    """e^ε of a question whose answer as a function of ε is quick; None of the others."""
    if problem.conditions or is_free(demand.delta) or demand.epsilon.is_free:
        return None
    if isinstance(demand.t, float) or demand.t == 1:
        return None
    objective = problem.objective
    if isinstance(objective, LinearObjective):
        quick = demand.delta == 0 or _weights(problem) == 0
    else:
        quick = isinstance(objective, Variance) and objective.of_second.lower == objective.of_second.upper
    return demand.t if quick else None


def _weights(problem: Problem) -> int:
    """How many weights of a linear objective have an order that may change with ε."""
    objective = problem.objective
    if isinstance(objective, Trace):
        return 0 if objective.weights is None else problem.k
    return problem.k * problem.m if isinstance(objective, LinearObjective) else 0


def _answers(problem: Problem, group: list[tuple[str, Number]], seconds: float | None) -> list[tuple[str, Row]]:
    """The rows of one group; none where no answer over its interval is certified, which each row by itself will say."""
    try:
        ordered = sorted(group, key=cmp_to_key(_compare))
        low, high = Epsilon(ordered[0][1]), Epsilon(ordered[-1][1])
        pieces = design(_over(problem, f"{low}..{high}"), optima="one", seconds=seconds).pieces
        if not pieces or any(isinstance(x.value, Formula) for x in pieces):
            return []
        found, place = [], 0
        for key, t in ordered:  # the pieces too are in order, and cover the interval
            while place + 1 < len(pieces) and _ends_before(pieces[place], t):
                place += 1
            found.append((key, _at(pieces[place], t)))
    except (InputError, Undecided, Disagreement):
        return []
    return found


def _compare(x: tuple[str, Number], y: tuple[str, Number]) -> int:
    return order_of(x[1], y[1])


def _ends_before(piece: Piece, t: Number) -> bool:
    if isinstance(piece.upper, float):
        return False
    beyond = order_of(t, piece.upper)
    return beyond > 0 or (beyond == 0 and piece.ends[1] == ")")


def _at(piece: Piece, t: Number) -> Row:
    """The mechanism and the value of a piece at one t; equal entries are computed once."""
    assert not isinstance(piece.value, Formula)
    known: dict[Number, Number] = {}

    def value(x: Number) -> Number:
        if x not in known:
            known[x] = value_at(x, t)
        return known[x]

    return Row(
        leave(value(piece.value)), freeze(map(value, row) for row in piece.mechanisms[0].rows), piece.certificate
    )
