"""The relation of two mechanisms A and B in Blackwell's order, with a witness for each half of the order: whether A is at least as
informative as B, and whether B is at least as informative as A."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, TypeVar

from rropt import poses
from rropt.errors import Undecided
from rropt.exact.patience import limit_seconds
from rropt.mechanism import Mechanism
from rropt.order.certificate import OrderClaim, certify, write_comparison
from rropt.order.decision import Witness, no_decision
from rropt.order.dominance import Dominance, decide
from rropt.order.le_cam import Deficiency, Imitation, certify_deficiency, imitate
from rropt.order.minimal import minimal_form
from rropt.order.words import tell_worth
from rropt.poses.others import OtherAnswer, show_others
from rropt.privacy import LDP
from rropt.show import Block, Fact, Result, Say, near

__all__ = ["Comparison", "Relation", "attempt", "compare_both_ways", "compare_halves"]

Found = TypeVar("Found")
ZERO, ONE = Fraction(0), Fraction(1)


class Relation(StrEnum):
    """The relation of mechanism A to mechanism B in Blackwell's order, which ranks mechanisms by how informative they are.

    For example, BETTER means that A is more informative than B.
    """

    BETTER = "better"
    WORSE = "worse"
    EQUIVALENT = "equivalent"
    INCOMPARABLE = "incomparable"
    UNDECIDED = "undecided"


SENTENCES = {
    Relation.BETTER: "A is more informative than B",
    Relation.WORSE: "B is more informative than A",
    Relation.EQUIVALENT: "A and B are equally informative",
    Relation.INCOMPARABLE: "neither of A and B is at least as informative as the other",
    Relation.UNDECIDED: "undecided which of A and B is more informative",
}
CLAIMS = {
    Relation.BETTER: OrderClaim.STRICTLY,
    Relation.WORSE: OrderClaim.STRICTLY,
    Relation.EQUIVALENT: OrderClaim.EQUIVALENT,
    Relation.INCOMPARABLE: OrderClaim.INCOMPARABLE,
}
MEANINGS = {
    Relation.BETTER: ": whatever B's answers are good for, A's are at least as good, and for something better",
    Relation.WORSE: ": whatever A's answers are good for, B's are at least as good, and for something better",
    Relation.EQUIVALENT: ": each is the other with its answers renamed, split or put together",
    Relation.INCOMPARABLE: ": each has a use for which it is the better one",
    Relation.UNDECIDED: "",
}


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Result):
    """A comparison of `first` (called A) with `second` (B): `forward` says whether A is at least as informative as B, `backward`
    whether B is at least as informative as A. Either is None if undecided, for `reasons`.

    `deficiency` is that of A towards B, `reverse_deficiency` that of B towards A; None if not found, for `reasons`. `certificate`
    is the text of one certificate for both directions, in which a strictly more informative mechanism stands first. If this would
    exceed the checker's limits, it is empty; `forward` and `backward` then have one each.
    """

    schema: ClassVar[str] = "rropt/compare/2"
    first: Mechanism
    second: Mechanism
    relation: Relation
    forward: Dominance | None
    backward: Dominance | None
    certificate: str
    deficiency: Deficiency | None = None
    reverse_deficiency: Deficiency | None = None
    reasons: tuple[str, ...] = ()
    others: tuple[OtherAnswer, ...] = ()

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return SENTENCES[self.relation]

    @property
    def garbling(self) -> Mechanism | None:
        """The garbling C that shows which mechanism is at least as informative: C @ A = B or, if only B is, C @ B = A."""
        halves = (half.garbling for half in (self.forward, self.backward) if half is not None)
        return next((c for c in halves if c is not None), None)

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """The decision problems on which A and B are worth different gains, with what A is worth as `first` and B as `second`.

        There are two if A and B are incomparable, one if A or B is strictly more informative, and none if they are equivalent.
        """
        forward = [] if self.forward is None or self.forward.witness is None else [self.forward.witness]
        backward = [] if self.backward is None or self.backward.witness is None else [self.backward.witness.exchanged]
        return (*forward, *backward)

    @property
    def witness(self) -> Witness | None:
        """The first of `witnesses`; None if there is none."""
        return next(iter(self.witnesses), None)

    def show(self) -> Iterator[Block]:
        """Yield the verdict, its witnesses, and both deficiencies."""
        verdict = f"{self.sentence[0].upper()}{self.sentence[1:]}{MEANINGS[self.relation]}"
        yield Say(f"{verdict}.", key="")
        epsilon = LDP.tightest_epsilon(self.first)
        if self.relation is Relation.INCOMPARABLE and self.first.k > 2:
            yield Say(
                f"Which needs fewer people for one error: `rropt rank {self.first.k} {near(epsilon)}`, or a plan.",
                key="",
            )
        yield from (Say(f"{reason[0].upper()}{reason[1:]}.", key="reasons") for reason in self.reasons)
        yield from (
            Say(f"{a} is {'' if half.holds else 'not '}at least as informative as {b}.", key="known")
            for a, b, half in (("A", "B", self.forward), ("B", "A", self.backward))
            if half is not None and self.relation is Relation.UNDECIDED
        )
        yield Fact("relation", "relation", self.relation.value, shown=False)
        yield Fact("verdict", "verdict", self.sentence, shown=False)
        yield Fact("epsilon_A", "tight epsilon of A, which was given first", epsilon, "up")
        yield Fact("epsilon_B", "tight epsilon of B", LDP.tightest_epsilon(self.second), "up")
        yield from self.show_witnesses()
        for key, name, found in (
            ("deficiency", "A towards B", self.deficiency),
            ("reverse_deficiency", "B towards A", self.reverse_deficiency),
        ):
            yield Fact(key, f"deficiency of {name}", None if found is None else found.told, shown=found is not None)
        if self.deficiency is not None or self.reverse_deficiency is not None:
            yield Say(
                "The deficiency of A towards B is the largest error in a chance if B is imitated from A's answers as well as "
                "possible.",
                key="",
            )
        yield from show_others(self.others)
        if self.forward is not None or self.backward is not None:
            yield Say("Certified, judged by the checker; --json carries the certificate.", key="")
        yield from self.first.tell("A", shown=False)
        yield from self.second.tell("B", shown=False)
        yield Fact("certificate", "", self.certificate or None, shown=False)
        if not self.certificate:
            parts = [half.certificate for half in (self.forward, self.backward) if half is not None]
            yield Fact("certificates", "", parts, shown=False)

    def show_witnesses(self) -> Iterator[Block]:
        """Yield the garbling, if there is one, and the decision problems that distinguish A from B."""
        if self.garbling is not None:
            source, target = ("A", "B") if self.forward is not None and self.forward.holds else ("B", "A")
            yield Say(
                f"C·{source} = {target}: {target} is {source} with its answers passed through this matrix C.", key=""
            )
            yield from self.garbling.tell("garbling")
            yield Fact("garbling_is", "", f"C with C·{source} = {target}", shown=False)
        yield from (Say(tell_worth(x, "A", "B"), key="") for x in self.witnesses)
        yield Fact("witnesses", "", [x.named("A", "B") for x in self.witnesses], shown=False)


def compare_both_ways(first: Mechanism, second: Mechanism, *, proof: bool = False) -> Comparison:
    """Compare two mechanisms whose inputs have the same order. Epsilon must not be free.

    Whether the first is at least as informative may take half of the time that is left; the converse and the deficiencies may take
    what remains.
    """
    reasons: list[str] = []
    forward = attempt(
        lambda: decide(first, second), "whether A is at least as informative as B is undecided", reasons, share=0.5
    )
    backward = attempt(lambda: decide(second, first), "whether B is at least as informative as A is undecided", reasons)
    if forward is None or backward is None:
        return Comparison(first, second, Relation.UNDECIDED, forward, backward, "", reasons=tuple(reasons))
    there = attempt(lambda: _deficiency_of(forward), "the deficiency of A towards B was not found", reasons)
    back = attempt(lambda: _deficiency_of(backward), "the deficiency of B towards A was not found", reasons)
    found = replace(
        compare_halves(forward, backward), deficiency=there, reverse_deficiency=back, reasons=tuple(reasons)
    )
    return found if not proof else replace(found, others=tuple(_ask_others(found)))


def _deficiency_of(half: Dominance) -> Deficiency:
    """The deficiency of the first mechanism towards the second: 0 if a garbling is known, else that of the best imitation."""
    if half.garbling is not None:
        near = Imitation(half.garbling, no_decision(half.first.k))
    else:
        near = half.nearest or imitate(minimal_form(half.first), minimal_form(half.second))
    return certify_deficiency(half.first, half.second, near)


def compare_halves(forward: Dominance, backward: Dominance) -> Comparison:
    """Derive how A and B compare from two answers: `forward` says whether A is at least as informative as B, `backward` whether B
    is at least as informative as A. One certificate is made for both, unless it exceeds the checker's limits."""
    relation = {
        (True, True): Relation.EQUIVALENT,
        (True, False): Relation.BETTER,
        (False, True): Relation.WORSE,
        (False, False): Relation.INCOMPARABLE,
    }[forward.holds, backward.holds]
    better, worse = (backward, forward) if relation is Relation.WORSE else (forward, backward)
    document = write_comparison(better.first, better.second, CLAIMS[relation], better.evidence, worse.evidence)
    text = attempt(lambda: certify(document)[0], "one certificate of both", [])
    return Comparison(forward.first, forward.second, relation, forward, backward, text or "")


def attempt(find: Callable[[], Found], missing: str, reasons: list[str], *, share: float = 1.0) -> Found | None:
    """Return what is found within a share of the remaining time. If it is undecided, return None, and add to `reasons` why it is
    missing."""
    try:
        with limit_seconds(math.inf, share=share):
            return find()
    except Undecided as why:
        reasons.append(f"{missing}, because {why}")
        return None


def _ask_others(found: Comparison) -> Iterator[OtherAnswer]:
    """Ask cvxpy and sympy about both directions, and compare their answers with what is certified."""
    for way, half, known in (
        ("A towards B", found.forward, found.deficiency),
        ("B towards A", found.backward, found.reverse_deficiency),
    ):
        assert half is not None
        bounds = (ZERO, ONE) if known is None else (known.lower, known.upper)
        yield from poses.order.ask_about_garbling(way, half.first, half.second, half.holds, bounds)
