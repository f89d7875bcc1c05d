"""Pieces of an interval of t on which P is, or is not, at least as informative as Q."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate.scope import cut, root_cut
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.exact.matrix import Matrix
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision
from rropt.results import Result, Table, fact_table, said, text_table

if TYPE_CHECKING:
    from rropt.designs.dominance import Dominance
    from rropt.designs.dominance_verdicts import Verdict

__all__ = ["DominancePiece", "DominancePieces", "End", "interval_words", "rational"]

End = Number | float | Root
LONG, DIGITS = 10**12, 60
SHORT = 10**DIGITS  # what divides it has an exact decimal


@dataclass(frozen=True, slots=True, repr=False)
class DominancePiece(Result):
    """Where P ⪰ Q holds (C as a function of t), fails (a decision problem and its `values`) or is undecided (`None`).

    Undecided pieces have a `reason`. At a single irrational t both mechanisms and the witness stay functions of t, whose
    equations and signs hold at that t. Where a rational mechanism stands in for one with a fixed e^ε, the piece is about the
    stand-in, and `through` is the order between the two from which the verdict follows.
    """

    first: Mechanism
    second: Mechanism
    lower: End
    upper: End
    ends: str
    holds: bool | None
    garbling: Matrix | None
    decision: Decision | None
    values: tuple[Number, Number] | None = None
    certificate: str | None = None
    sentence: str = ""
    reason: str = ""
    through: Dominance | None = None

    @property
    def domain(self) -> Any:
        """The certificate's field."""
        if self.lower == self.upper:
            return {"t": _cut(self.lower)}
        return {"from": _cut(self.lower), "to": _cut(self.upper), "ends": self.ends}

    @property
    def stands_second(self) -> bool:
        """Whether the second is what stands in for a mechanism with a fixed e^ε."""
        return self.through is not None and (self.second is self.through.first or self.second is self.through.second)

    @property
    def interval(self) -> str:
        """The piece in words."""
        return interval_words(self.lower, self.upper, self.ends)

    @property
    def verdict(self) -> str:
        """`yes`, `no` or `undecided`."""
        return "undecided" if self.holds is None else said(self.holds)

    def explain(self) -> str:
        """The piece and its verdict."""
        return text_table(*self.as_table())

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        from rropt.designs.order_text import piece_dict

        return piece_dict(self)

    def as_table(self) -> Table:
        """Where, and whether the first is at least as informative there."""
        facts = {"t in": self.interval, "first at least as informative": self.verdict}
        return fact_table(facts | ({"because": self.reason} if self.reason else {}))


@dataclass(frozen=True, slots=True, repr=False)
class DominancePieces(Result):
    """The pieces in increasing order of t; `holds` where every piece does."""

    first: Mechanism
    second: Mechanism
    field: Free
    pieces: tuple[DominancePiece, ...]

    @property
    def holds(self) -> bool:
        """Whether P ⪰ Q for every t of the interval; raises where a point stayed undecided and nothing else fails."""
        if any(piece.holds is False for piece in self.pieces):
            return False
        if any(piece.holds is None for piece in self.pieces):
            raise Undecided("the order was not decided at every breakpoint; see `pieces` and their `reason`")
        return True

    def __bool__(self) -> bool:
        return self.holds

    def explain(self) -> str:
        """The pieces in words."""
        from rropt.designs.order_text import pieces_words

        return pieces_words(self, "the first", "the second")

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The longest intervals on which the answer is the same, each with the pieces that show it."""
        from rropt.designs.dominance_verdicts import verdicts

        return verdicts(self)

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        from rropt.designs.order_text import pieces_dict

        verdicts = [{"interval": v.interval, "holds": v.verdict} for v in self.verdicts]
        return {
            "schema": "rropt/dominance/1",
            "t": str(self.field),
            "verdicts": verdicts,
            "pieces": pieces_dict(self),
        }

    def as_table(self) -> Table:
        """One row a piece."""
        return ("t in", "first at least as informative"), [(p.interval, p.verdict) for p in self.pieces]


def rational(t: End) -> Fraction | None:
    if isinstance(t, Fraction):
        return t
    if isinstance(t, Root) and len(t.polynomial) == 2:
        return Fraction(-t.polynomial[0], t.polynomial[1])
    return None


def interval_words(lower: End, upper: End, ends: str) -> str:
    """An interval, or the one point that it is."""
    if lower == upper:
        return f"t = {_near(lower)}"
    return f"{ends[0]}{_near(lower)}, {_near(upper)}{ends[1]}"


def _near(t: End) -> str:
    """A point of the t-line for a reader."""
    exact = rational(t)
    if exact is not None:
        return str(exact) if SHORT % exact.denominator or exact.denominator < LONG else decimal(exact, digits=DIGITS)
    return f"about {decimal((t.lower + t.upper) / 2, digits=8)}" if isinstance(t, Root) else str(t)


def _cut(t: End) -> Any:
    """A point of the t-line in the certificate's spelling."""
    exact = rational(t)
    if exact is not None:
        return cut(exact)
    if not isinstance(t, Root):
        return cut(t)
    return root_cut(t.polynomial, t.lower, t.upper)
