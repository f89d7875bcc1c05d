"""Compares two mechanisms A and B for every t = e^ε of an interval: is A at least as informative as B, and is B at least as
informative as A?

The interval is divided into pieces, and on each piece both answers are the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rropt.exact.decimal import EXACT
from rropt.exact.fields import Free
from rropt.mechanism import Mechanism
from rropt.order.comparison import SCHEMA, Relation, relation_of
from rropt.order.interval.dominance import dominates_on_interval
from rropt.order.interval.legs import legs_of_parts
from rropt.order.interval.pieces import DominancePieces, lay_over
from rropt.order.words import mechanism_dict
from rropt.problem.leg import Leg
from rropt.problem.pieces.span import Span
from rropt.results import Result, Table, plain_data

__all__ = ["ComparisonPieces", "compare_on_interval"]

SHOWN_BY = "Each part is shown by matrices and decision problems that the checker accepted (--proof prints them)."


@dataclass(frozen=True, slots=True, repr=False)
class ComparisonPieces(Result):
    """Where on an interval of t = e^ε the first mechanism A is at least as informative as the second, B (`forward`), and where B is
    at least as informative as A (`backward`).
    """

    forward: DominancePieces
    backward: DominancePieces

    @property
    def relation(self) -> Relation | None:
        """How the first mechanism compares with the second, such as "more informative", if this is so at every t of the interval.

        None if it changes along the interval, or if it is undecided at some t.
        """
        halves = [{piece.holds for piece in half.pieces} for half in (self.forward, self.backward)]
        if any(len(half) > 1 or None in half for half in halves):
            return None
        return relation_of(*(bool(next(iter(half))) for half in halves))

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.relation:
            return self.relation.sentence
        known = {relation for _, relation in self.parts if relation}
        number = self.forward.field.number
        changes = f"depends on {number}" if len(known) > 1 else f"is not decided for every {number}"
        return f"which of A and B is more informative {changes}"

    @property
    def relations(self) -> list[tuple[str, Relation | None]]:
        """List the longest intervals of t on which the comparison of the two mechanisms has the same result.

        Each interval is given in words, together with the result there. The result is None if it is undecided; two undecided
        intervals may be neighbours.
        """
        return [(str(t), relation) for t, relation in self.parts]

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Compare the mechanisms again with sympy and cvxpy, at one t of each interval in `parts`, and return their answers.

        An interval is left out if it is undecided, or if no rational t was found in it. `Disagreement` is raised if an answer
        contradicts the certified one.
        """
        return legs_of_parts(self.forward.first, self.forward.second, self.parts)

    @property
    def parts(self) -> list[tuple[Span, Relation | None]]:
        """The longest intervals of t with a constant relation, each with that relation (None if undecided)."""
        both = lay_over(self.forward, self.backward)
        return [(t, None if a is None or b is None else relation_of(a, b)) for t, a, b in both]

    def explain(self) -> str:
        """The verdict and the pieces, in words."""
        lines = [f"{self.sentence[0].upper()}{self.sentence[1:]}{':' if self.relation is None else '.'}"]
        if self.relation is None:
            lines += [f"  {t.where()}: {x.sentence if x else 'undecided'}" for t, x in self.parts]
        if not EXACT.get():
            is_told = self.relation is None and not self.forward.field.is_delta
            return "\n".join([*lines, *(["(t is e^epsilon.)"] if is_told else []), SHOWN_BY])
        halves = self.forward.explain_between("A", "B"), self.backward.explain_between("B", "A")
        return "\n\n".join(("\n".join(lines), *halves))

    def as_table(self) -> Table:
        """A table with one row for each piece of the interval of t, for both directions of the comparison.

        The first rows say whether the first mechanism (A) is at least as informative as the second (B). The rows after them say
        whether B is at least as informative as A.
        """
        halves = (("A over B", self.forward), ("B over A", self.backward))
        rows = [(name, piece.interval, piece.verdict) for name, half in halves for piece in half.pieces]
        return ("at least as informative", f"{self.forward.field.letter} in", "holds"), rows

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        halves = {"A over B": self.forward, "B over A": self.backward}
        return {
            "schema": SCHEMA,
            "relation": plain_data(self.relation),
            "verdict": self.sentence,
            "garbling": None,
            "witness": None,
            "deficiency": None,
            "variable": self.forward.field.variable,
            "t": str(self.forward.field),
            "relations": [{"interval": t, "relation": plain_data(relation)} for t, relation in self.relations],
            "A": mechanism_dict(self.forward.first),
            "B": mechanism_dict(self.forward.second),
            "pieces": {name: [piece.to_dict() for piece in half.pieces] for name, half in halves.items()},
        }


def compare_on_interval(first: Mechanism, second: Mechanism, field: Free) -> ComparisonPieces:
    """Compare two mechanisms at every t = e^ε of the interval on which t is free; return where each is at least as informative as
    the other."""
    return ComparisonPieces(dominates_on_interval(first, second, field), dominates_on_interval(second, first, field))
