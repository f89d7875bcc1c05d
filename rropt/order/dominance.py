"""Decide exactly whether mechanism P is at least as informative as mechanism Q, and find a proof of the answer.

P is at least as informative as Q, or dominates Q in Blackwell's order, if there is a column-stochastic matrix C, a garbling, with
C·P = Q. Then C is the proof. If there is no such C, there is a decision problem (a prior and a gain matrix) on which Q is worth
strictly more than P (Blackwell 1951; Chai & Nayak, Definition 4.1). Then this problem is the proof. The library libqif calls the
less informative mechanism the refinement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rropt.exact.decimal import EXACT
from rropt.exact.element import Number
from rropt.exact.errors import Disagreement, Either, InputError
from rropt.exact.fields import Free
from rropt.exact.matrix import common_field, identity, product
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Decision, normalise
from rropt.order.factors import propose_by_factors
from rropt.order.garbling import as_garbling, is_garbling
from rropt.order.minimal import MinimalForm, are_equivalent, minimal_form
from rropt.order.numeric.program import Oracle, Proposal
from rropt.order.numeric.propose import propose
from rropt.order.numeric.rounding import round_gains
from rropt.order.words import MOST_SHOWN, list_numbers, matrix, tell_apart
from rropt.results import FieldResult, Result, Table, fact_table, fields_of, say_value

__all__ = [
    "Dominance",
    "Witness",
    "certify_garbling",
    "dominates_at_point",
    "require_one_epsilon",
    "witness_for",
]


@dataclass(frozen=True, slots=True, repr=False)
class Witness(FieldResult):
    """A decision problem that tells two mechanisms apart; `first` and `second` are what the two earn on it.

    A `Dominance` answers whether its first mechanism is at least as informative as its second. If the answer is no, its witness is
    a problem on which the second mechanism earns strictly more.
    """

    decision: Decision
    first: Number
    second: Number

    @property
    def prior(self) -> tuple[Number, ...]:
        """The prior over inputs."""
        return self.decision.prior

    @property
    def gains(self) -> tuple[tuple[Number, ...], ...]:
        """The gains, indexed [action][input]."""
        return self.decision.gains

    @property
    def exchanged(self) -> Witness:
        """The same decision problem with the two mechanisms in the other order."""
        return Witness(self.decision, self.second, self.first)

    def to_dict_named(self, *, better: str) -> dict[str, Any]:
        """Return the decision problem and what each mechanism earns on it; `better` (A or B) names the one that earns more."""
        values = {"A": self.first, "B": self.second} if better == "B" else {"A": self.second, "B": self.first}
        return {
            "prior": [show(w) for w in self.prior],
            "gains": matrix(self.gains),
            "better": better,
            "values": {name: show(value) for name, value in values.items()},
        }

    def lines_named(self, labels: Sequence[str], *, better: str) -> list[str]:
        """Say in words, line by line, what each mechanism earns on the decision problem.

        If exact numbers are wanted (`EXACT`), the prior and the gains of the first `MOST_SHOWN` actions are written too.

        `labels` are the labels of the inputs. `better` (A or B) names the mechanism that earns more.
        """
        other = "A" if better == "B" else "B"
        earned = tell_apart(self.second, self.first)
        if not EXACT.get():
            worth = f"it is worth {earned[0]} with {better}, {earned[1]} with {other}"
            return [f"There is a decision that {better} serves better: {worth}."]
        lines = [f"A decision problem on which {better} earns strictly more than {other}:"]
        lines.append(f"  prior: {list_numbers(labels, self.prior)}")
        for number, row in enumerate(self.gains[:MOST_SHOWN]):
            lines.append(f"  gains of action {number}: {list_numbers(labels, row)}")
        if len(self.gains) > MOST_SHOWN:
            lines.append(f"  … {len(self.gains) - MOST_SHOWN} more actions (all in {Either('`gains`', '--json')})")
        return [*lines, f"  value with {better}: {earned[0]}, with {other}: {earned[1]}"]

    def explain(self) -> str:
        """Write the decision problem and what each mechanism earns on it."""
        earned = {"first": self.first, "second": self.second}
        better, other = ("first", "second") if self.first > self.second else ("second", "first")
        values = f"worth {say_value(earned[better])} with the {better} mechanism, {say_value(earned[other])} with the {other}"
        return f"{self.decision!r}\n{values}"

    def as_table(self) -> Table:
        """A table of what each mechanism earns on the decision problem."""
        return fact_table({"value with the first": self.first, "value with the second": self.second})


@dataclass(frozen=True, slots=True, repr=False)
class Dominance(Result):
    """The answer whether `first` is at least as informative as `second`. The answer is `holds`, which is also the truth value.

    If `holds`, `garbling` is a matrix C with C @ first = second. If not, `witness` is a decision problem on which `second` earns
    more. The checker accepted the text `certificate`, and says in `sentence` what it proves. `leg` is the method that found the
    answer.
    """

    first: Mechanism
    second: Mechanism
    holds: bool
    garbling: Mechanism | None
    witness: Witness | None
    leg: Oracle
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
        """Write the answer, and the garbling or the decision problem that shows it."""
        if self.garbling is None:
            head = "No: the first is not at least as informative as the second, which earns more here:"
            return f"{head}\n{self.witness!r}"
        head = "Yes: the first is at least as informative as the second; C·first = second with C:"
        return f"{head}\n{self.garbling!r}"

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text."""
        return {"schema": "rropt/dominance/1", **fields_of(self)}

    def as_table(self) -> Table:
        """A table of the answer, the method that found it, and the checker's sentence."""
        facts = {"first at least as informative": self.holds, "proposed by": self.leg, "certified": self.sentence}
        return fact_table(facts)


def require_one_epsilon(first: Mechanism, second: Mechanism) -> None:
    """Refuse mechanisms that depend on a free number, because the order is decided at one epsilon."""
    for field in (common_field(first.rows), common_field(second.rows)):
        if isinstance(field, Free):
            raise InputError(
                f"mechanisms are compared at one {field.number}, but here it is free ({field}); give it one value, and compare "
                "again for each other value that matters"
            )


def dominates_at_point(first: Mechanism, second: Mechanism) -> Dominance:
    """Decide whether `first` is at least as informative as `second`. Epsilon must not be free, and the inputs must have the same
    order.
    """
    p, q = minimal_form(first), minimal_form(second)
    return _verify(first, second, p, q, _propose_minimal(p.mechanism, q.mechanism))


def _propose_minimal(p: Mechanism, q: Mechanism) -> Proposal:
    """Find a garbling that makes q from p, or gains on which q earns more. Both must be minimal forms, in which epsilon is not
    free.
    """
    return _by_permutation(p, q) or propose_by_factors(p, q, _propose_minimal) or propose(p, q)


def _by_permutation(p: Mechanism, q: Mechanism) -> Proposal | None:
    """If the rows of q are the rows of p in another order, propose the permutation of outputs that makes q from p; else return
    None.
    """
    if p.m != q.m or not are_equivalent(p, q):
        return None
    place = {row: u for u, row in enumerate(p.rows)}
    unit = identity(p.m)
    return Proposal(Oracle.PERMUTATION, garbling=tuple(unit[place[row]] for row in q.rows))


def _verify(first: Mechanism, second: Mechanism, p: MinimalForm, q: MinimalForm, proposal: Proposal) -> Dominance:
    """Make a certified answer for `first` and `second` from `proposal`, which is a garbling or gains for their minimal forms p and
    q.

    The garbling or the gains are verified exactly.
    """
    if proposal.garbling is not None:
        rows = product(product(q.split, proposal.garbling), p.merge)
        garbling = as_garbling(rows, first, second)
        if not is_garbling(garbling, first, second):
            raise Disagreement(
                f"the {proposal.oracle} oracle proposed a garbling that does not turn the first mechanism into the second; this "
                "is an error in rropt; please report it"
            )
        return certify_garbling(first, second, garbling, proposal.oracle)
    witness = witness_for(first, second, proposal)
    text, sentence = certify(write_comparison(first, second, OrderClaim.NOT_AT_LEAST, witness.decision))
    return Dominance(first, second, False, None, witness, proposal.oracle, text, sentence)


def witness_for(first: Mechanism, second: Mechanism, proposal: Proposal) -> Witness:
    """Make a decision problem from gains that were proposed for the minimal forms of two mechanisms.

    Raise `Disagreement` unless the second mechanism earns more on it than the first.
    """
    assert proposal.gains is not None
    decision = normalise(round_gains(proposal.gains, first, second) or proposal.gains)
    witness = Witness(decision, decision.value(first), decision.value(second))
    if not witness.second > witness.first:
        raise Disagreement(
            f"the {proposal.oracle} oracle proposed a decision problem on which the second mechanism should earn more, but the "
            f"second earns {witness.second} and the first {witness.first}; this is an error in rropt; please report it"
        )
    return witness


def certify_garbling(first: Mechanism, second: Mechanism, garbling: Mechanism, oracle: Oracle) -> Dominance:
    """Certify that `first` is at least as informative as `second`, which follows from `garbling` (garbling·first = second)."""
    text, sentence = certify(write_comparison(first, second, OrderClaim.AT_LEAST, garbling.rows))
    return Dominance(first, second, True, garbling, None, oracle, text, sentence)
