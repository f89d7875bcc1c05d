"""The methods of every privacy notion, and what shows that a mechanism breaks one: a violated inequality, or a breach."""

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
    """A prior over the inputs, an event (a set of inputs) and an output that together break a Bayesian notion.

    The event has probability `before` under the prior and `after` given the output; the notion lets it rise (or if
    after < before, fall) at most to `limit`.

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
    """A named inequality that fails, and by how much its left side exceeds its right side.

    T is the demand's ratio and δ its slack. `upper[i,j]` is p_ij ≤ T·min_l p_il, attained at l = `against`. `pair[j,l]`
    is Σ_i max(0, p_ij − T·p_il) ≤ δ, whose positive terms are the `outputs`. `posterior[i,j]` bounds the posterior of input j
    given output i; its amount is the excess at the breach shown. In each case Pr(outputs | input) is too large compared with
    Pr(outputs | against).
    `vulnerability` bounds an average over all outputs and concerns no pair: `input` and `against` are None.

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
        """A plain dictionary in which every number is text. A certificate of the violation cites `event`: the outputs and two
        inputs."""
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
    """A privacy demand with its numbers, decided exactly.

    If t = e^ε ranges over an interval, `holds` is true if every t in it meets the demand, and false if none does; else `Undecided`
    is raised.

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
        """The number of the strongest demand of this kind that the mechanism meets: exact, else an `Enclosure`."""

    def parity(self) -> Bound:
        """The γ for which the demand is the same as parity ≤ γ; infinity if the demand bounds no ratio."""

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The ratio and slack of every ordered pair of k inputs, or the bounds on averages, that together are equivalent to the
        demand."""

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand on k inputs: its name and exact numbers (infinity as a float)."""

    def about(self, k: int, inputs: Sequence[str] | None = None) -> Notion:
        """The same demand on k inputs, each named by its label (if there are no labels, by its index)."""

    def sentence(self) -> str:
        """The demand in one plain sentence for a respondent."""

    def sentence_beside(self) -> str:
        """The sentence for a respondent who also gets a promise about all truths: it does not say that some are not protected."""

    def say_slack(self) -> str:
        """Say what the slack δ means as a probability of no protection; "" if the demand has no such slack."""

    def to_dict(self) -> dict[str, Any]:
        """The name and the numbers, as strings."""


def worst_first(found: Iterable[Violation]) -> tuple[Violation, ...]:
    """Sort violations by decreasing amount; equal amounts keep the order of their indices."""
    listed = [(x.amount, *_bounds(x.amount), x) for x in found]
    return tuple(x for *_, x in sorted(listed, key=cmp_to_key(_order)))


Ranked = tuple[Number, Bound, Bound, Violation]


def _order(a: Ranked, b: Ranked) -> int:
    """Compare two violations for sorting, the one of larger amount first; their bounds decide most cases without exact
    arithmetic."""
    if a[1] > b[2] or b[1] > a[2]:
        return -1 if a[1] > b[2] else 1
    return (a[0] < b[0]) - (a[0] > b[0])


def _bounds(x: Number) -> tuple[Bound, Bound]:
    """Rational bounds of an amount x. They are infinite if x depends on a free t, so that an exact comparison decides."""
    if is_free(x):
        return -INFINITY, INFINITY
    return enclose(x)
