"""Pieces of an interval of t = e^ε. On each piece there is one answer to the question whether a mechanism P is at least as
informative as a mechanism Q.

A verdict (`OrderVerdict`) joins neighbouring pieces that have the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Any

from rropt.exact.element import Number
from rropt.exact.errors import Either, Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root, compare_roots
from rropt.exact.matrix import Matrix, Rows
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.order.words import matrix, mechanism_dict
from rropt.problem.pieces.span import End, Span
from rropt.results import FieldResult, InTable, Result, Table, fact_table

__all__ = ["Answer", "DominancePiece", "DominancePieces", "OrderVerdict", "compare_ends", "lay_over"]

WIDEST = 160
SEVERAL = (
    "one verdict is in several pieces where the witness changes, or, for one and the same witness, where an entry touches "
    "0 or another action becomes best: the checker takes no piece in which one of these signs changes"
)


class Answer(StrEnum):
    """Whether the first mechanism is at least as informative: yes, no or undecided."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, repr=False)
class DominancePiece(InTable, Result):
    """An interval of t = e^ε, and whether the mechanism `first` is at least as informative as `second` on this interval.

    If `holds` is True, `garbling` is the matrix C, as a function of t, with C·first = second. If `holds` is False, `decision` is a
    decision problem, and `values` has what `first` and `second` earn on it. If `holds` is None, the piece is undecided, and
    `reason` says why.

    If the interval is a single irrational t, the mechanisms and the garbling or decision problem may still be written as functions
    of t. Their equations and signs then hold at that t.
    """

    first: Mechanism
    second: Mechanism
    span: Span
    holds: bool | None = None
    garbling: Matrix | None = None
    decision: Decision | None = None
    values: tuple[Number, Number] | None = None
    certificate: str | None = None
    sentence: str = ""
    reason: str = ""

    @property
    def lower(self) -> End:
        """The piece's lower end."""
        return self.span.lower

    @property
    def upper(self) -> End:
        """The piece's upper end."""
        return self.span.upper

    @property
    def ends(self) -> str:
        """Brackets that show which end points belong to the piece, such as "(]"."""
        return self.span.ends

    @property
    def interval(self) -> str:
        """The piece in words."""
        return str(self.span)

    @property
    def verdict(self) -> Answer:
        """Whether `first` is at least as informative as `second` on this interval of t: `yes`, `no` or `undecided`."""
        return Answer.UNDECIDED if self.holds is None else Answer.YES if self.holds else Answer.NO

    def to_dict(self) -> dict[str, Any]:
        """Return the answer on this interval of t as a dictionary in which every number is text.

        The dictionary contains the garbling or the decision problem, and the certificate.
        """
        return {
            "interval": self.interval,
            "field": self.span.domain,
            "holds": None if self.holds is None else self.verdict.value,
            "reason": self.reason or None,
            "garbling": None if self.garbling is None else matrix(self.garbling),
            "witness": None if self.decision is None else _witness_dict(self.decision, self.values),
            "certificate": self.certificate,
        }

    def as_table(self) -> Table:
        """A table of the interval and the answer there."""
        facts = {f"{self.span.letter} in": self.interval, "first at least as informative": self.verdict}
        return fact_table(facts | ({"because": self.reason} if self.reason else {}))


@dataclass(frozen=True, slots=True, repr=False)
class OrderVerdict(FieldResult):
    """One of the longest intervals of t = e^ε on which the answer is the same. `pieces` lists the pieces of this interval.

    The answer says whether the first mechanism is at least as informative as the second. Unless the answer is undecided, each piece
    has a garbling or a decision problem that shows it.
    """

    pieces: tuple[DominancePiece, ...]

    @property
    def holds(self) -> bool | None:
        """Whether the first mechanism is at least as informative on the interval; None if undecided."""
        return self.pieces[0].holds

    @property
    def verdict(self) -> Answer:
        """The answer on this interval: `yes`, `no` or `undecided`."""
        return self.pieces[0].verdict

    @property
    def interval(self) -> str:
        """The interval in words."""
        return str(self._range)

    @property
    def _range(self) -> Span:
        low, high = self.pieces[0], self.pieces[-1]
        return Span(low.lower, high.upper, low.ends[0] + high.ends[1], low.span.letter)

    @property
    def witnesses(self) -> int:
        """The number of different garblings or gain matrices among the pieces of this interval.

        If the answer is undecided, the number is 0.
        """
        shown = {piece.garbling if piece.decision is None else piece.decision.gains for piece in self.pieces}
        return len(shown - {None})

    def explain(self) -> str:
        """Write the interval and the verdict on it."""
        return f"{self._range.where()}: {self.said}"

    @property
    def said(self) -> str:
        """Say the verdict, such as "yes, by one garbling in 3 pieces".

        The text says how many different garblings or decision problems there are. If there are more pieces than that, the text also
        says how many pieces. An undecided verdict is followed by its reasons.
        """
        if self.holds is None:
            return f"undecided ({'; '.join(dict.fromkeys(piece.reason for piece in self.pieces))})"
        name = "garbling" if self.holds else "decision problem"
        by = f"{self.witnesses} {name}s" if self.witnesses > 1 else f"one {name}"
        parts = f" in {len(self.pieces)} pieces" if len(self.pieces) > self.witnesses else ""
        return f"{self.verdict}, by {by}{parts}"

    def as_table(self) -> Table:
        """A table of the interval, the verdict, and the numbers of different proofs (`witnesses`) and of pieces."""
        return fact_table(
            {
                f"{self._range.letter} in": self.interval,
                "first at least as informative": self.verdict,
                "witnesses": self.witnesses,
                "pieces": len(self.pieces),
            }
        )


@dataclass(frozen=True, slots=True, repr=False)
class DominancePieces(Result):
    """The answer, for every t = e^ε of an interval, whether `first` is at least as informative as `second`.

    The pieces are in increasing order of t. The truth value is `holds`: whether the answer is yes on every piece.
    """

    first: Mechanism
    second: Mechanism
    field: Free
    pieces: tuple[DominancePiece, ...]

    @property
    def holds(self) -> bool:
        """Whether `first` is at least as informative as `second` at every t of the interval.

        If the answer is no on some piece, this is False. Otherwise, if some piece is undecided, `Undecided` is raised.
        """
        if any(piece.holds is False for piece in self.pieces):
            return False
        if any(piece.holds is None for piece in self.pieces):
            raise Undecided(
                "rropt could not decide the order on some pieces of the interval; see the `reason` of each of the `pieces`"
            )
        return True

    def __bool__(self) -> bool:
        return self.holds

    @property
    def verdicts(self) -> tuple[OrderVerdict, ...]:
        """The longest intervals with one answer, each with the pieces that show it."""
        groups = groupby(self.pieces, key=lambda piece: piece.holds)
        return tuple(OrderVerdict(tuple(group)) for _, group in groups)

    def explain(self) -> str:
        """Say in words for which t the first mechanism is at least as informative as the second."""
        return self.explain_between("the first", "the second")

    def explain_between(self, first: str, second: str) -> str:
        """Say in words for which t the first mechanism is at least as informative as the second.

        `first` and `second` are the names of the mechanisms. If a single garbling or decision problem shows the verdict on a whole
        interval, it is written out, unless it is too long.
        """
        where = "At each delta" if self.field.is_delta else f"With {self.field.variable}"
        lines = [f"Is {first} at least as informative as {second}? {where}:"]
        for verdict in self.verdicts:
            lines.append(f"  {verdict.explain()}")
            if verdict.witnesses == 1:
                lines += _witness_lines(verdict.pieces[0], first, second)
        if any(len(verdict.pieces) > 1 for verdict in self.verdicts):
            lines.append(f"  ({SEVERAL})")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {
            "schema": "rropt/dominance/1",
            "variable": self.field.variable,
            "t": str(self.field),
            "first": mechanism_dict(self.first),
            "second": mechanism_dict(self.second),
            "verdicts": [{"interval": v.interval, "holds": v.verdict.value} for v in self.verdicts],
            "pieces": [piece.to_dict() for piece in self.pieces],
        }

    def as_table(self) -> Table:
        """A table with one row per piece."""
        return (f"{self.field.letter} in", "first at least as informative"), [
            (p.interval, p.verdict) for p in self.pieces
        ]


def _witness_dict(decision: Decision, values: tuple[Number, Number] | None) -> dict[str, Any]:
    names = ("first", "second")
    return {
        "prior": [show(w) for w in decision.prior],
        "gains": matrix(decision.gains),
        "values": None if values is None else dict(zip(names, map(show, values), strict=True)),
    }


def _witness_lines(piece: DominancePiece, first: str, second: str) -> list[str]:
    """Write in lines the garbling of a piece, or its decision problem and what each mechanism earns on it. If a line would be too
    long, write a note instead; if the piece has neither, write nothing.
    """
    if piece.garbling is not None:
        lines = [f"    C with C·{first} = {second}: {_rows(piece.garbling)}"]
    elif piece.decision is not None and piece.values is not None:
        lines = [
            f"    prior {_row(piece.decision.prior)}, gains (one row per action): {_rows(piece.decision.gains)}",
            f"    value with {second}: {show(piece.values[1])}, with {first}: {show(piece.values[0])}",
        ]
    else:
        return []
    return (
        lines
        if max(map(len, lines)) <= WIDEST
        else [f"    (too long to print here; {Either('`pieces`', '--json')} has it)"]
    )


def _rows(rows: Rows) -> str:
    return f"[{', '.join(map(_row, rows))}]"


def _row(xs: Sequence[Number]) -> str:
    return f"[{', '.join(map(show, xs))}]"


def lay_over(first: DominancePieces, second: DominancePieces) -> list[tuple[Span, bool | None, bool | None]]:
    """Cut the interval of t at every point where the answer of `first` or the answer of `second` changes.

    Return a list with one item for each part: the part, the answer of `first` on it, and the answer of `second` on it. An answer is
    None if undecided.
    """
    found: list[tuple[Span, bool | None, bool | None]] = []
    field, left, right = first.field, list(first.verdicts), list(second.verdicts)
    low: End = field.lower
    opening = "(" if field.lower_open else "["
    while left and right:
        a, b = left[0].pieces[-1], right[0].pieces[-1]
        order = compare_ends(a.upper, b.upper, field) or (a.ends[1] == "]") - (b.ends[1] == "]")
        end = a if order <= 0 else b
        found.append((Span(low, end.upper, opening + end.ends[1], field.letter), left[0].holds, right[0].holds))
        low, opening = end.upper, "(" if end.ends[1] == "]" else "["
        left, right = left[order <= 0 :], right[order >= 0 :]
    return found


def compare_ends(a: End, b: End, field: Free) -> int:
    """Return −1, 0 or 1 if the end `a` lies below, at or above the end `b`.

    An end that is not a root of a polynomial is an end of the whole interval `field`. The lower end of the whole interval lies
    below all roots, and its upper end lies above them.
    """
    if isinstance(a, Root) and isinstance(b, Root):
        return compare_roots(a, b)
    left, right = (1 if isinstance(x, Root) else 0 if order_of(x, field.lower) == 0 else 2 for x in (a, b))
    return (left > right) - (left < right)
