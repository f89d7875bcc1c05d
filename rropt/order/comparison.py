"""The relation of two mechanisms A and B in Blackwell's order, with a witness for each half of the order: whether A is at least as
informative as B, and whether B is at least as informative as A."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import EXACT
from rropt.exact.errors import Disagreement, Either, OutOfTime, Undecided
from rropt.exact.matrix import Matrix
from rropt.exact.patience import not_in_time
from rropt.formats import is_rounded
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.dominance import Dominance, Witness, dominates_at_point, witness_for
from rropt.order.le_cam import MOST_UNKNOWNS, Deficiency, deficiency_of, loose_deficiency
from rropt.order.minimal import MinimalForm
from rropt.order.numeric.program import Oracle, Proposal
from rropt.order.numeric.propose import propose
from rropt.order.words import mechanism_dict
from rropt.results import Result, Table

if TYPE_CHECKING:
    from rropt.problem.leg import Leg

__all__ = ["Comparison", "Relation", "compare_at_point", "compare_halves", "relation_of", "strictly_better"]

SCHEMA = "rropt/compare/1"
DEFICIENCY = (
    "(The deficiency of A towards B is the largest error in a chance if B is imitated from A's answers as well as possible; 0 if "
    "the imitation is exact.)"
)


class Relation(StrEnum):
    """The relation of mechanism A to mechanism B in Blackwell's order, which ranks mechanisms by how informative they are.

    For example, BETTER means that A is more informative than B.
    """

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    INCOMPARABLE = "incomparable"

    @property
    def sentence(self) -> str:
        """The relation in words."""
        return SENTENCES[self]

    @property
    def claim(self) -> OrderClaim:
        """What a certificate of this relation claims: how informative its first mechanism is, compared with its second mechanism.

        If one mechanism is more informative, it is the certificate's first mechanism.
        """
        return CLAIMS[self]


CLAIMS = {
    Relation.BETTER: OrderClaim.STRICTLY,
    Relation.WORSE: OrderClaim.STRICTLY,
    Relation.EQUIVALENT: OrderClaim.EQUIVALENT,
    Relation.INCOMPARABLE: OrderClaim.INCOMPARABLE,
}
MEANINGS = {
    Relation.BETTER: "whatever B's answers are good for, A's are at least as good, and for something better",
    Relation.WORSE: "whatever A's answers are good for, B's are at least as good, and for something better",
    Relation.EQUIVALENT: "each is the other with its answers renamed, split or put together",
    Relation.INCOMPARABLE: "each has a use for which it is the better one",
}
SENTENCES = {
    Relation.BETTER: "A is more informative than B",
    Relation.WORSE: "B is more informative than A",
    Relation.EQUIVALENT: "A and B are equally informative",
    Relation.INCOMPARABLE: "neither of A and B is at least as informative as the other",
}


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """A comparison of `first` (called A) with `second` (B): `forward` says whether A is at least as informative as B, `backward`
    whether B is at least as informative as A.

    `deficiency` is that of A towards B, `reverse_deficiency` that of B towards A. `certificate` is the text of one certificate for
    both directions, and `proved` is the sentence with which the checker accepted it. If one mechanism is strictly more informative,
    it stands first in the certificate. If one certificate for both directions would exceed the checker's limits, `certificate` is
    empty; `forward` and `backward` then have one each.
    """

    first: Mechanism
    second: Mechanism
    relation: Relation
    forward: Dominance
    backward: Dominance
    certificate: str
    proved: str
    most_unknowns: int

    @property
    def deficiency(self) -> Deficiency:
        """The deficiency of A towards B: how far the best garbling of A stays from B.

        It is computed and certified whenever it is read. This may take longer than to find the relation.
        """
        return _deficiency(self.forward, self.most_unknowns)

    @property
    def reverse_deficiency(self) -> Deficiency:
        """The deficiency of B towards A: how far the best garbling of B stays from A. It is computed whenever it is read."""
        return _deficiency(self.backward, self.most_unknowns)

    @property
    def garbling(self) -> Mechanism | None:
        """The garbling C that shows which mechanism is at least as informative.

        If A is at least as informative as B, then C @ A = B. If only B is at least as informative as A, then C @ B = A. None if the
        two are incomparable.
        """
        return self.forward.garbling or self.backward.garbling

    @property
    def witness(self) -> Witness | None:
        """A decision problem on which the first mechanism (A) and the second (B) lead to different expected gains.

        The attribute `first` of the result is the best expected gain with A, and `second` is that with B. If A is not at least as
        informative as B, the gain with B is larger. If A is strictly more informative, the gain with A is larger. None if A and B
        are equivalent.
        """
        return next(iter(self.witnesses), None)

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """Every decision problem that was found, with what A earns on it as `first` and what B earns on it as `second`.

        There are two if A and B are incomparable, one if A or B is strictly more informative, and none if A and B are equivalent.
        """
        forward, backward = self.forward.witness, self.backward.witness
        return (*([forward] if forward else []), *([backward.exchanged] if backward else []))

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return self.relation.sentence

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The answers of the certified solution, sympy and cvxpy about the deficiency of A towards B, and then of B towards A.

        `Disagreement` is raised if sympy or cvxpy contradicts what is certified.
        """
        from rropt.order.legs import legs_of_comparison

        return legs_of_comparison(self)

    def to_dict(self) -> dict[str, Any]:
        """The document of `rropt compare --json`: A is the first mechanism, B the second; every number is text."""
        return self.to_dict_with(*(_dict_in_time(half, self.most_unknowns) for half in (self.forward, self.backward)))

    def to_dict_with(self, deficiency: Any, reverse: Any) -> dict[str, Any]:
        """Return the document with the given values as the two deficiencies, so that none is computed."""
        forward, backward = self.forward.witness, self.backward.witness
        witnesses = [forward.to_dict_named(better="B")] if forward else []
        witnesses += [backward.to_dict_named(better="A")] if backward else []
        direction = "C with C·A = B" if self.forward.holds else "C with C·B = A"
        return {
            "schema": SCHEMA,
            "relation": self.relation.value,
            "verdict": self.sentence,
            "garbling": None if self.garbling is None else mechanism_dict(self.garbling),
            "garbling_is": None if self.garbling is None else direction,
            "witness": witnesses[0] if witnesses else None,
            "witnesses": witnesses,
            "deficiency": deficiency,
            "reverse_deficiency": reverse,
            "A": mechanism_dict(self.first),
            "B": mechanism_dict(self.second),
            "certificate": self.certificate or None,
            **({} if self.certificate else {"certificates": [self.forward.certificate, self.backward.certificate]}),
        }

    def explain(self) -> str:
        """The verdict, its meaning and its witnesses; with exact matrices and gains if exact numbers are wanted (`EXACT`)."""
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The lines of `explain`, the verdict first."""
        lines = [f"{self.sentence[0].upper()}{self.sentence[1:]}: {MEANINGS[self.relation]}."]
        lines += self.lines_of_witnesses()
        lines += ["", f"Deficiency of A towards B: {_said_in_time(self.forward, self.most_unknowns)}"]
        lines.append(f"Deficiency of B towards A: {_said_in_time(self.backward, self.most_unknowns)}")
        return lines if EXACT.get() else [*lines, DEFICIENCY]

    def lines_of_witnesses(self) -> list[str]:
        """The garbling, if there is one, and the decision problems that distinguish A from B, each preceded by an empty line."""
        lines = []
        if self.garbling is not None:
            source, target = ("A", "B") if self.forward.holds else ("B", "A")
            passing = f"Passing the output of {source} through this matrix C gives {target} exactly"
            lines += ["", f"{passing} (C·{source} = {target}):", repr(self.garbling)]
            if EXACT.get() and any(is_rounded(x) for row in self.garbling.rows for x in row):
                lines.append(f"Entries after ≈ alone are rounded; C itself is in {Either('`garbling`', '--json')}.")
        for half, better in ((self.forward, "B"), (self.backward, "A")):
            if half.witness is not None:
                lines += ["", *half.witness.lines_named(half.first.input_labels, better=better)]
        return lines

    def as_table(self) -> Table:
        """A table of the verdict and both deficiencies."""
        rows = [
            ("verdict", self.sentence),
            ("deficiency of A towards B", _said_in_time(self.forward, self.most_unknowns)),
            ("deficiency of B towards A", _said_in_time(self.backward, self.most_unknowns)),
        ]
        return ("quantity", "value"), rows


def relation_of(forward: bool, backward: bool) -> Relation:
    """The relation of A to B: `forward` says whether A is at least as informative as B, `backward` whether B is at least as
    informative as A."""
    if forward:
        return Relation.EQUIVALENT if backward else Relation.BETTER
    return Relation.WORSE if backward else Relation.INCOMPARABLE


def compare_at_point(first: Mechanism, second: Mechanism) -> Comparison:
    """Compare two mechanisms at one t = e^ε; their inputs must be in the same order."""
    return compare_halves(dominates_at_point(first, second), dominates_at_point(second, first))


def compare_halves(forward: Dominance, backward: Dominance) -> Comparison:
    """Derive how A and B compare from two answers: `forward` says whether A is at least as informative as B, `backward` whether B
    is at least as informative as A. One certificate is made for both, unless it exceeds the checker's limits."""
    relation = relation_of(forward.holds, backward.holds)
    better, worse = (backward, forward) if relation is Relation.WORSE else (forward, backward)
    document = write_comparison(better.first, better.second, relation.claim, better.evidence, worse.evidence)
    try:
        text, proved = certify(document)
    except Undecided:  # too large for the checker; each half has its own certificate
        text, proved = "", f"{forward.sentence} {backward.sentence}"
    return Comparison(forward.first, forward.second, relation, forward, backward, text, proved, MOST_UNKNOWNS)


def strictly_better(
    better: Mechanism,
    form: MinimalForm,
    garbling: Mechanism,
    oracle: Oracle,
    *,
    gains: Matrix | None,
    most_unknowns: int,
) -> Comparison:
    """Compare `better` with `form.original`. Of these two mechanisms, `better` must be the strictly more informative one.

    `garbling` is the garbling with garbling @ better = form.original. `gains` are the gains of a decision problem on which `better`
    earns strictly more. If `gains` is None, they are computed. One certificate shows both directions.

    Each deficiency of the result is computed when it is read. If the garbling for a deficiency would have more than `most_unknowns`
    entries, this deficiency is only bounded.
    """
    worse = form.original
    proposal = propose(form.mechanism, better) if gains is None else Proposal(oracle, gains=gains)
    if proposal.gains is None:
        raise Disagreement(
            "by the theorem the better mechanism should be strictly more informative than the given one, but it is not; this is "
            "an error in rropt; please report it"
        )
    witness = witness_for(worse, better, proposal)
    text, proved = certify(write_comparison(better, worse, OrderClaim.STRICTLY, garbling.rows, witness.decision))
    forward = Dominance(better, worse, True, garbling, None, oracle, text, proved)
    backward = Dominance(worse, better, False, None, witness, proposal.oracle, text, proved)
    return Comparison(better, worse, Relation.BETTER, forward, backward, text, proved, most_unknowns)


def _deficiency(found: Dominance, most_unknowns: int) -> Deficiency:
    large = found.first.m * found.second.m > most_unknowns
    return loose_deficiency(found) if large else deficiency_of(found)


def _said_in_time(found: Dominance, most_unknowns: int) -> str:
    """Return in words the deficiency of the first mechanism of `found` towards the second, or the message that time ran out."""
    try:
        return _deficiency(found, most_unknowns).said
    except OutOfTime:
        return not_in_time()


def _dict_in_time(found: Dominance, most_unknowns: int) -> dict[str, Any]:
    """Return as a dictionary the deficiency of the first mechanism of `found` towards the second; if time ran out, its numbers are
    None.
    """
    try:
        return _deficiency(found, most_unknowns).to_dict_short()
    except OutOfTime:
        return {"exact": None, "lower": None, "upper": None, "reason": not_in_time()}
