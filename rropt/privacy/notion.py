"""The methods that every privacy notion has, and two ways to show that a mechanism breaks a notion.

A `Violation` is a named inequality that fails. A `Breach` is an example of a belief that an answer moves too far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from rropt.exact.decimal import EXACT, decimal, show_with_decimal, spell_plainly
from rropt.exact.element import Bound, Number, is_free
from rropt.exact.infinity import INFINITY
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.bounds import PairBounds
from rropt.results import Result, Table, fact_table

if TYPE_CHECKING:
    from rropt.mechanism import Mechanism

__all__ = ["Breach", "Notion", "Violation", "worst_first"]


@dataclass(frozen=True, slots=True, repr=False)
class Breach(Result):
    """A prior over the inputs, an event (a set of inputs) and an output that together break a notion about beliefs.

    `before` is the event's probability under the prior, and `after` is its probability given the output. If `after` is above
    `before`, the notion allows at most `limit`. If `after` is below `before`, the notion allows no less than `limit`.

    Example:
        >>> from rropt import RhoBreach, from_spec
        >>> str(RhoBreach("1/5", "1/4").violations(from_spec("warner:p=3/4"))[0].breach.before)
        '1/6'

    Reference: Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches in privacy preserving data mining.
    """

    prior: tuple[Number, ...]
    event: tuple[int, ...]
    output: int
    before: Number
    after: Number
    limit: Number

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary of the fields, in which every number is text."""
        return {
            "prior": [show(x) for x in self.prior],
            "event": [str(j) for j in self.event],
            "output": str(self.output),
            "before": show(self.before),
            "after": show(self.after),
            "limit": show(self.limit),
        }

    def describe(self, mechanism: Mechanism) -> str:
        """Say how the answer changes the probability of the event, in the mechanism's labels."""
        truth = " or ".join(f'"{mechanism.input_labels[j]}"' for j in self.event)
        verb = "lifts" if self.after > self.before else "lowers"
        return (
            f'the answer "{mechanism.output_labels[self.output]}" {verb} a chance of {decimal(self.before)} of {truth} to '
            f"{decimal(self.after)}, beyond {spell_plainly(self.limit)}"
        )

    def as_table(self) -> Table:
        """A table with one row per field."""
        names = ("prior", "event", "output", "before", "after", "limit")
        return fact_table({name: getattr(self, name) for name in names})

    def explain(self) -> str:
        """Say in a sentence the prior, the output and the change."""
        event = ", ".join(map(str, self.event))
        before, after, limit = map(show_with_decimal, (self.before, self.after, self.limit))
        return (
            f"prior ({', '.join(show(x) for x in self.prior)}): output {self.output} takes the probability of the "
            f"inputs {{{event}}} from {before} to {after}, beyond {limit}"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Violation(Result):
    """A named inequality that fails, and the amount by which it fails.

    T is the ratio that the demand allows, δ is its slack, and p_ij is the probability of output i given input j. The name has one
    of four forms:

    * `upper[i,j]` is p_ij ≤ T·min_l p_il. The minimum is attained at the input `against`.
    * `pair[j,l]` is Σ_i max(0, p_ij − T·p_il) ≤ δ. `outputs` lists the outputs i whose term is positive.
    * `posterior[i,j]` limits a belief after output i, for the inputs j and `against`. `breach` shows a belief that moves too far,
      and `amount` says how far it goes beyond its limit.
    * `vulnerability` bounds an average over all outputs. It concerns no pair of inputs, so `input` and `against` are None.

    In the first three forms, Pr(outputs | input) is too large compared with Pr(outputs | against).

    Example:
        >>> from rropt import LDP, from_spec
        >>> LDP("ln2").violations(from_spec("warner:p=3/4"))[0].name
        'upper[0,0]'

    Reference: SPEC.md, 3, the inequalities by name.
    """

    name: str
    amount: Number
    outputs: tuple[int, ...]
    input: int | None = None
    against: int | None = None
    breach: Breach | None = None

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary in which every number is text.

        `event` holds the outputs and the two inputs, as a certificate of the violation names them. It is None if the violation
        concerns no inputs.
        """
        event = {"outputs": [str(i) for i in self.outputs], "input": str(self.input), "against": str(self.against)}
        return {
            "name": self.name,
            "amount": show(self.amount),
            "event": None if self.input is None else event,
            "breach": None if self.breach is None else self.breach.to_dict(),
        }

    def describe(self, mechanism: Mechanism) -> str:
        """Say which inequality fails and by how much, in the mechanism's labels, with the breach if there is one."""
        if self.input is None or self.against is None:
            return f"the vulnerability is too large, by {show_with_decimal(self.amount)}"
        outputs = ", ".join(mechanism.output_labels[i] for i in self.outputs)
        high, low = (mechanism.input_labels[j] for j in (self.input, self.against))
        name = f"{self.name}: " if EXACT.get() else ""
        text = f"{name}Pr({outputs} | {high}) is too large beside Pr({outputs} | {low}), by {show_with_decimal(self.amount)}"
        if self.breach is None:
            return text
        return f"{text}; {self.breach if EXACT.get() else self.breach.describe(mechanism)}"

    def as_table(self) -> Table:
        """A table of the inequality, the amount and the inputs concerned."""
        facts = {"inequality": self.name, "exceeded by": self.amount, "outputs": self.outputs}
        return fact_table({**facts, "input": self.input, "against": self.against, "breach": self.breach})

    def explain(self) -> str:
        """Say the inequality and by how much it fails, with the breach if there is one."""
        text = f"{self.name} exceeded by {show_with_decimal(self.amount)}"
        if self.input is not None:
            text += f" (input {self.input} against {self.against})"
        return text if self.breach is None else f"{text}; {self.breach}"


@runtime_checkable
class Notion(Protocol):
    """A privacy demand with its numbers, such as ε. Whether a mechanism meets it is decided exactly.

    Instead of one number, t = e^ε may range over an interval. Then `holds` is true if the mechanism meets the demand at every t of
    the interval, and false if it does so at none. In all other cases `Undecided` is raised.

    Example:
        >>> from rropt import LDP
        >>> from rropt.privacy import Notion
        >>> isinstance(LDP(1), Notion)
        True

    Reference: SPEC.md, 3, the demands.
    """

    def holds(self, mechanism: Mechanism, /) -> bool:
        """Whether the mechanism meets the demand."""

    def violations(self, mechanism: Mechanism, /) -> tuple[Violation, ...]:
        """The named inequalities that fail, worst first; empty iff `holds`."""

    def tightest(self, mechanism: Mechanism, /) -> Any:
        """The numbers, such as the least ε, of the strongest demand of this kind that the mechanism meets. For a demand that states
        boundaries, these are boundaries. If a number is not known exactly, it is an `Enclosure` with two bounds."""

    def parity(self) -> Bound:
        """The number γ such that the demand is equivalent to this: no two entries of a row of the mechanism have a ratio above γ.
        Infinity if there is no such γ, and for every demand that bounds single pairs of inputs."""

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds that together are equivalent to the demand on k inputs: a ratio and a slack for every ordered pair of inputs,
        bounds on averages, or both."""

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand on k inputs: its name and exact numbers (infinity as a float)."""

    def about(self, k: int, inputs: Sequence[str] | None = None) -> Notion:
        """The same demand on k inputs, each named by its label (if there are no labels, by its index)."""

    def sentence(self) -> str:
        """The demand in one plain sentence for a respondent."""

    def sentence_beside(self) -> str:
        """The demand as a sentence for a respondent who also gets a promise about all truths. So the remark that some truths are
        not protected is left out."""

    def say_slack(self) -> str:
        """Say that an answer may be without any protection, for a `Vulnerability`, or for an `LDP` with 0 < δ < 1; else ""."""

    def to_dict(self) -> dict[str, Any]:
        """The name and the numbers, as strings."""


def worst_first(found: Iterable[Violation]) -> tuple[Violation, ...]:
    """Sort violations by decreasing amount; equal amounts keep the order in which they are given."""
    listed = [(x.amount, *_bounds(x.amount), x) for x in found]
    return tuple(x for *_, x in sorted(listed, key=cmp_to_key(_order)))


Ranked = tuple[Number, Bound, Bound, Violation]


def _order(a: Ranked, b: Ranked) -> int:
    """Compare two violations for sorting: −1 if `a` has the larger amount, 1 if `b` has, 0 if the amounts are equal.

    Rational bounds on both amounts are compared first. They decide most cases without exact arithmetic.
    """
    if a[1] > b[2] or b[1] > a[2]:
        return -1 if a[1] > b[2] else 1
    return (a[0] < b[0]) - (a[0] > b[0])


def _bounds(x: Number) -> tuple[Bound, Bound]:
    """Return rational bounds on x, the amount of a violation.

    If x is a function of a t that ranges over an interval, the bounds are infinite. They then decide nothing, and `_order` compares
    the amounts exactly.
    """
    if is_free(x):
        return -INFINITY, INFINITY
    return enclose(x)
