"""Whether P is at least as informative as Q, decided exactly: a garbling C with C·P = Q, or a decision problem.

P dominates Q in Blackwell's order when some column-stochastic C has C·P = Q; libqif calls the less informative channel
the refinement. If there is none, some prior and gain matrix make Q worth strictly more than P (Blackwell 1951; Chai &
Nayak, Definition 4.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.certificate.order import AT_LEAST, NOT_AT_LEAST, comparison
from rropt.designs.order_certificate import certified
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, InputError
from rropt.exact.fields import Field, Free
from rropt.exact.matrix import common_field, product
from rropt.mechanism import Mechanism
from rropt.order.decision import Decision, normalised
from rropt.order.garbling import as_garbling, is_garbling, match_inputs
from rropt.order.minimal import MinimalForm, equivalent, minimal_form
from rropt.results import FieldResult, Result, Table, fact_table, fields_of, said

if TYPE_CHECKING:
    from rropt.designs.dominance_pieces import DominancePieces
    from rropt.oracles.garbling import Proposal

__all__ = ["Dominance", "Witness", "dominates", "dominates_at_point", "propose_minimal", "shared_field", "witnessed"]


@dataclass(frozen=True, slots=True, repr=False)
class Witness(FieldResult):
    """A decision problem on which the second mechanism earns strictly more, and both values."""

    decision: Decision
    first: Number
    second: Number

    @property
    def prior(self) -> tuple[Number, ...]:
        """The prior over inputs."""
        return self.decision.prior

    @property
    def gains(self) -> tuple[tuple[Number, ...], ...]:
        """gains[action][input]."""
        return self.decision.gains

    def explain(self) -> str:
        """The decision problem and both values."""
        values = f"worth {said(self.second)} with the second mechanism, {said(self.first)} with the first"
        return f"{self.decision!r}\n{values}"

    def as_table(self) -> Table:
        """Both values."""
        return fact_table({"value with the first": self.first, "value with the second": self.second})


@dataclass(frozen=True, slots=True, repr=False)
class Dominance(Result):
    """Whether `first` is at least as informative as `second`; true exactly where `holds`.

    `garbling` is C with C @ first = second where it holds, `witness` a decision problem where it does not;
    `certificate` is the text the checker accepted with `sentence`, `leg` the oracle that proposed the answer.
    """

    first: Mechanism
    second: Mechanism
    holds: bool
    garbling: Mechanism | None
    witness: Witness | None
    leg: str
    certificate: str
    sentence: str

    def __bool__(self) -> bool:
        return self.holds

    @property
    def evidence(self) -> tuple[tuple[Number, ...], ...] | Decision:
        """The rows of the garbling, or the decision problem."""
        if self.garbling is not None:
            return self.garbling.rows
        assert self.witness is not None
        return self.witness.decision

    def explain(self) -> str:
        """The verdict with its witness."""
        if self.garbling is None:
            head = "No: the first is not at least as informative as the second, which earns more here:"
            return f"{head}\n{self.witness!r}"
        head = "Yes: the first is at least as informative as the second; C·first = second with C:"
        return f"{head}\n{self.garbling!r}"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {"schema": "rropt/dominance/1", **fields_of(self)}

    def as_table(self) -> Table:
        """The verdict, the oracle that proposed it, and what the checker accepted."""
        facts = {"first at least as informative": self.holds, "proposed by": self.leg, "certified": self.sentence}
        return fact_table(facts)


def dominates(first: Mechanism, second: Mechanism) -> Dominance | DominancePieces:
    """Whether `first` is at least as informative as `second`; for a free t, on which pieces of its interval.

    Inputs are matched by label where both mechanisms have labels, else by position.
    """
    matched = match_inputs(first, second)
    if isinstance(shared_field(first, matched), Free):
        from rropt.designs.dominance_interval import dominates_on_interval

        return dominates_on_interval(first, matched)
    return dominates_at_point(first, matched)


def shared_field(first: Mechanism, second: Mechanism) -> Field | None:
    """The field of all entries, the free one beside a fixed e^ε; refused where epsilon is free over two intervals."""
    a, b = common_field(first.rows), common_field(second.rows)
    if a == b or a is None or b is None or not (isinstance(a, Free) or isinstance(b, Free)):
        return common_field(first.rows, second.rows)
    if not (isinstance(a, Free) and isinstance(b, Free)):
        return a if isinstance(a, Free) else b
    raise InputError(
        f"epsilon is free over one interval in one mechanism ({a}) and over another in the other ({b}); give both "
        "the same interval"
    )


def dominates_at_point(first: Mechanism, second: Mechanism) -> Dominance:
    """`dominates` for matched mechanisms over one point of t."""
    p, q = minimal_form(first), minimal_form(second)
    return checked(first, second, p, q, propose_minimal(p, q))


def propose_minimal(p: MinimalForm, q: MinimalForm) -> Proposal:
    """What an oracle proposes for two minimal forms over one point of t."""
    from rropt.oracles.garbling import propose

    return _by_permutation(p, q) or propose(p.mechanism, q.mechanism)


def _by_permutation(p: MinimalForm, q: MinimalForm) -> Proposal | None:
    """Minimal forms that are equal up to the order of rows."""
    if p.mechanism.m != q.mechanism.m or not equivalent(p.mechanism, q.mechanism):
        return None
    from rropt.exact.matrix import identity
    from rropt.oracles.garbling import Proposal

    place = {row: u for u, row in enumerate(p.mechanism.rows)}
    unit = identity(p.mechanism.m)
    return Proposal(garbling=tuple(unit[place[row]] for row in q.mechanism.rows), leg="permutation")


def checked(first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, proposal: Proposal) -> Dominance:
    """The proposal for minimal forms carried over to the mechanisms themselves and verified exactly."""
    if proposal.garbling is not None:
        rows = product(product(q.split, proposal.garbling), p.merge)
        garbling = as_garbling(rows, first, second)
        if not is_garbling(garbling, first, second):
            raise Disagreement(f"the {proposal.leg} oracle proposed a garbling C with C·P ≠ Q; nothing is concluded")
        return shown_to_hold(first, second, garbling, proposal.leg)
    witness = witnessed(first, second, proposal)
    text, sentence = certified(comparison(first, second, NOT_AT_LEAST, witness.decision))
    return Dominance(first, second, False, None, witness, proposal.leg, text, sentence)


def witnessed(first: Mechanism, second: Mechanism, proposal: Proposal) -> Witness:
    """The decision problem that gains for the minimal forms make, on which the second earns strictly more exactly."""
    assert proposal.gains is not None
    from rropt.oracles.rounding import rounded_gains

    decision = normalised(rounded_gains(proposal.gains, first, second) or proposal.gains)
    witness = Witness(decision, decision.value(first), decision.value(second))
    if not witness.second > witness.first:
        raise Disagreement(
            f"the {proposal.leg} oracle proposed a decision problem worth {witness.first} with the first mechanism "
            f"and {witness.second} with the second; nothing is concluded"
        )
    return witness


def shown_to_hold(first: Mechanism, second: Mechanism, garbling: Mechanism, leg: str) -> Dominance:
    """The dominance that a garbling shows, certified."""
    text, sentence = certified(comparison(first, second, AT_LEAST, garbling.rows))
    return Dominance(first, second, True, garbling, None, leg, text, sentence)
