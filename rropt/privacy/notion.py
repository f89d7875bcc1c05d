"""What every privacy demand can do, two ways to show that a mechanism breaks one, and several demands joined into one.

A `Violation` is a named inequality that fails. A `Breach` is an example of a belief that an answer moves too far.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import chain
from typing import Any, ClassVar, NoReturn

from rropt.exact.decimal import EXACT, decimal, spell_plainly
from rropt.exact.element import Bound, Element, Number, hand_out, is_free
from rropt.exact.errors import InputError, Undecided
from rropt.exact.fields import Free
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.bounds import PairBounds, say_letter, spell_factor
from rropt.privacy.ratios import InputPair, Scale, are_ratios_within, extremes, largest_ratio, pairs
from rropt.show import Block, Fact, Result, Say, set_fields
from rropt.values import near

__all__ = [
    "All",
    "Breach",
    "Notion",
    "OfFactor",
    "OfRatio",
    "Violation",
    "promises_nothing",
    "range_of",
    "worst_first",
]

NOTHING = "This demand promises nothing: an answer may reveal the truth."
SILENT = "Your answer says nothing at all about the truth."
PROMISE = "Nobody is ever unmasked: no answer proves anything about anybody"


# ---- Evidence that a demand is broken --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Breach:
    """A prior over the inputs, an event (a set of inputs) and an output that together break a notion about beliefs.

    `before` is the event's probability under the prior, and `after` is its probability given the output. If `after` is above
    `before`, the notion allows at most `limit`; if it is below, no less than `limit`.

    Examples:
        >>> from rropt import RhoBreach, from_spec
        >>> found = RhoBreach("1/5", "1/4").violations(from_spec("warner:p=3/4"))[0].breach
        >>> found.before < Fraction(1, 5), found.after > Fraction(1, 4)
        (True, True)

    Reference: Evfimievski, Gehrke and Srikant (2003), Limiting privacy breaches in privacy preserving data mining.
    """

    prior: tuple[Number, ...]
    event: tuple[int, ...]
    output: int
    before: Number
    after: Number
    limit: Number

    def describe(self, mechanism: Mechanism) -> str:
        """Say how the answer changes the probability of the event, in the mechanism's labels."""
        truth = " or ".join(f'"{mechanism.input_labels[j]}"' for j in self.event)
        verb = "lifts" if self.after > self.before else "lowers"
        return (
            f'the answer "{mechanism.output_labels[self.output]}" {verb} a chance of {decimal(self.before)} of {truth} to '
            f"{decimal(self.after)}, beyond {spell_plainly(self.limit)}"
        )


@dataclass(frozen=True, slots=True, repr=False)
class Violation(Result):
    """A named inequality that fails, and the amount by which it fails.

    T is the ratio that the demand allows, δ is its slack, and p_ij is the probability of output i given input j. The name is one of

    * `upper[i,j]`: p_ij ≤ T·min_l p_il, where the input `against` attains the minimum;
    * `pair[j,l]`: Σ_i max(0, p_ij − T·p_il) ≤ δ, where `outputs` lists the outputs i whose term is positive;
    * `posterior[i,j]`: a bound on a belief after output i; `breach` shows a belief that moves too far, and `amount` how far;
    * `vulnerability`: a bound on an average over all outputs, of no pair of inputs, so that `input` and `against` are None.

    In the first three forms, Pr(outputs | input) is too large compared with Pr(outputs | against).

    Examples:
        >>> from rropt import LDP, from_spec
        >>> LDP("ln2").violations(from_spec("warner:p=3/4"))[0].name
        'upper[0,0]'

    Reference: SPEC.md, 3, the inequalities by name.
    """

    schema: ClassVar[str] = "rropt/violation/1"
    name: str
    amount: Number
    outputs: tuple[int, ...]
    input: int | None = None
    against: int | None = None
    breach: Breach | None = None

    def describe(self, mechanism: Mechanism) -> str:
        """Say which inequality fails and by how much, in the mechanism's labels, with the breach if there is one."""
        if self.input is None or self.against is None:
            return f"the vulnerability is too large, by {near(self.amount, 'up')}"
        outputs = ", ".join(mechanism.output_labels[i] for i in self.outputs)
        high, low = (mechanism.input_labels[j] for j in (self.input, self.against))
        name = f"{self.name}: " if EXACT.get(False) else ""
        text = f"{name}Pr({outputs} | {high}) is too large beside Pr({outputs} | {low}), by {near(self.amount, 'up')}"
        return text if self.breach is None else f"{text}; {self.breach.describe(mechanism)}"

    def show(self) -> Iterator[Block]:
        """Yield the inequality, the amount and, if there is one, the breach."""
        yield Say(f"The inequality {self.name} is exceeded by {near(self.amount, 'up')}.", key="")
        yield Fact("name", "Inequality", self.name)
        yield Fact("amount", "Exceeded by", self.amount, "up")
        yield Fact("outputs", "Outputs", list(self.outputs))
        if self.input is not None:
            yield Fact("input", "Input", self.input)
            yield Fact("against", "Against", self.against)
        if self.breach is not None:
            yield Fact("prior", "Prior", list(self.breach.prior))
            yield Fact("event", "Event", list(self.breach.event))
            yield Fact("before", "Its chance before", self.breach.before)
            yield Fact("after", "Its chance after", self.breach.after)
            yield Fact("limit", "Allowed", self.breach.limit)


def worst_first(found: Iterable[Violation]) -> tuple[Violation, ...]:
    """Sort violations by decreasing amount; equal amounts keep the order in which they are given."""
    by_order = cmp_to_key(order_of)
    return tuple(sorted(found, key=lambda x: by_order(x.amount), reverse=True))


# ---- Demands ---------------------------------------------------------------------------------------------------------------------


class Notion(ABC):
    """A privacy demand with its numbers, such as ε. Whether a mechanism meets it is decided exactly.

    Instead of one number, t = e^ε may range over an interval. Then `holds` is true if the mechanism meets the demand at every t of
    the interval, and false if it does so at none. Where a comparison depends on t, `Undecided` is raised.

    A new demand defines the abstract methods here; `bounds` is all that a design reads, and all that tells a mechanism that keeps
    the demand from one that does not.

    Examples:
        >>> from rropt import LDP
        >>> from rropt.privacy import Notion
        >>> isinstance(LDP(1), Notion)
        True

    Reference: SPEC.md, 3, the demands.
    """

    __slots__ = ()
    name: ClassVar[str]

    @abstractmethod
    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds that together are equivalent to the demand on k inputs."""

    @abstractmethod
    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand on k inputs: its name and exact numbers (infinity as a float)."""

    @abstractmethod
    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in one plain sentence for a respondent: on k inputs, each called by its label, or else in its own names."""

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether the mechanism meets the demand."""
        bounds = self.bounds(mechanism.k, mechanism.inputs)
        if bounds.average is not None:
            return bounds.average.total(mechanism.rows) <= bounds.average.most
        if bounds.common is not None and bounds.common[1] == 0:
            return are_ratios_within(mechanism, bounds.common[0])
        asked = _asked(mechanism, bounds, distinct=bounds.common is not None)
        return all(x.is_within(s, delta) for x, s, delta in asked)

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The named inequalities that fail, worst first; empty iff `holds`."""
        bounds = self.bounds(mechanism.k, mechanism.inputs)
        if bounds.average is not None:
            over = bounds.average.total(mechanism.rows) - bounds.average.most
            return (Violation(self.name, hand_out(over), tuple(range(mechanism.m))),) if over > 0 else ()
        if bounds.common is not None and bounds.common[1] == 0:
            return worst_first(self._rows_beyond(mechanism, bounds.common[0]))
        return worst_first(
            Violation(f"pair[{x.input},{x.against}]", x.excess(s) - delta, x.event(s), x.input, x.against)
            for x, s, delta in _asked(mechanism, bounds)
            if not x.is_within(s, delta)
        )

    def _rows_beyond(self, mechanism: Mechanism, t: Bound) -> Iterator[Violation]:
        """Yield the inequalities `upper[i,j]`, p_ij ≤ t·min_l p_il, that fail."""
        if is_infinite(t):
            return
        for i, row in enumerate(mechanism.rows):
            low = extremes(row)[1]
            limit = t * row[low]
            for j, x in enumerate(row):
                if x > limit:
                    breach = self.breach_by(mechanism, i, j, low)
                    yield Violation(f"upper[{i},{j}]", x - limit, (i,), j, low, breach)

    def breach_by(self, mechanism: Mechanism, i: int, j: int, low: int) -> Breach | None:
        """A belief that output i moves too far, if the demand is one on beliefs; `low` has the least entry of the row."""
        return None

    def tightest(self, mechanism: Mechanism) -> Any:
        """The numbers of the strongest demand of this kind that the mechanism meets.

        Unless a demand says otherwise, the least c ≥ 0 such that the mechanism keeps the demand with every budget ε multiplied by
        c; infinity if there is none. The budget of a bound on a ratio is its logarithm. A bound on an average has no budget, and is
        not scaled.
        """
        bounds = self.bounds(mechanism.k, mechanism.inputs)
        if any(average.total(mechanism.rows) > average.most for average in bounds.averages().values()):
            return INFINITY
        from rropt.privacy.profiles import tight_factor  # a design needs none

        return tight_factor(mechanism, bounds)

    def parity(self) -> Bound:
        """The γ for which the demand is equivalent to this: no two entries of a row have a ratio above γ; infinity if none is."""
        return INFINITY

    def with_epsilon(self, epsilon: object) -> Any:
        """The same demand with another ε, if it has one."""
        demand: Any = self
        return replace(demand, epsilon=epsilon)

    def remark(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The part of `sentence` that says what is not protected, which is left out beside a promise about all truths."""
        return ""

    def say_slack(self) -> str:
        """Say that an answer may be without any protection, if the demand allows that; else ""."""
        return ""

    def __and__(self, other: object) -> All:
        """Join both demands into one."""
        return All(self, other)

    def __or__(self, other: object) -> NoReturn:
        """Refuse: mechanisms that keep one demand or another do not form a convex set."""
        raise InputError(
            f"cannot join {self} and {str(other)[:60]} with |; join them with & to demand both, or make a design for each"
        )


class OfRatio(Notion):
    """Base of demands that ask the same ratio T and the same slack δ of every ordered pair of inputs.

    T is `parity()` and δ is 0, unless a subclass defines `reduced` otherwise.
    """

    __slots__ = ()

    def reduced(self) -> tuple[Bound, Number]:
        """The pair (T, δ), for which the demand is Pr(S | j) ≤ T·Pr(S | l) + δ for all sets S of outputs and inputs j, l."""
        return self.parity(), Fraction(0)

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The ratio and slack that `reduced` gives, for every ordered pair."""
        return PairBounds(k, self.reduced())


class OfFactor(OfRatio):
    """Base of demands that one number of at least 1 states, which is also the parity that they allow.

    `field` names this number. `promise` is the sentence for a respondent, with a place for the number, and one for what its letter
    means.
    """

    __slots__ = ()
    field: ClassVar[str]
    promise: ClassVar[str]

    def parity(self) -> Bound:
        """The largest ratio of two entries of a row that the demand allows, which is the number that states it."""
        factor: Bound = getattr(self, self.field)
        return factor

    def tightest(self, mechanism: Mechanism) -> Number | Infinity:
        """The least such number: the largest ratio of two entries of a row."""
        return largest_ratio(mechanism).value

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demand: its name and its number."""
        return {"name": self.name, self.field: self.parity()}

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demand in a sentence for a respondent."""
        factor = self.parity()
        if is_infinite(factor) or factor == 1:
            return NOTHING if is_infinite(factor) else SILENT
        return self.promise.format(spell_factor(factor), say_letter(factor))

    def __repr__(self) -> str:
        return f"{type(self).__name__}('{show(self.parity())}')"


def _asked(
    mechanism: Mechanism, bounds: PairBounds, *, distinct: bool = False
) -> Iterator[tuple[InputPair, Scale, Number]]:
    """Yield the columns of each ordered pair of inputs that is bounded, the ratio as a `Scale`, and the slack."""
    scales: dict[Number, Scale] = {}
    for x in pairs(mechanism, distinct=distinct):
        t, delta = bounds.of(x.input, x.against)
        if not is_infinite(t) and delta != 1:
            if t not in scales:
                scales[t] = Scale(mechanism, t)
            yield x, scales[t], delta


@dataclass(frozen=True, slots=True, repr=False)
class All(Notion):
    """Several demands at once, as `&` writes them: `LDP("1/2", delta="1/10") & LDP(3)`.

    A demand is implied if every ratio and slack of another is at most its own. An implied demand is left out of designs and
    certificates.

    Args:
        demands: Notions, such as `LDP`, `PairwiseLDP`, `Metric`, `Sensitive`, `Parity`, `RhoBreach` or `Vulnerability`.

    Raises:
        InputError: No demand is given, one is no notion, or two have a number that ranges over an interval.

    Examples:
        >>> from rropt import LDP, Variance, design
        >>> demand = LDP("1/2", delta="1/10") & LDP(3)
        >>> round(design(Variance("1/10"), demand).value, 4)
        Rational(14489, 10000)

    Reference: SPEC.md, 3, several demands together.
    """

    name: ClassVar[str] = "all"
    demands: tuple[Notion, ...]

    def __init__(self, *demands: object) -> None:
        found: list[Notion] = []
        for demand in demands:
            if isinstance(demand, All):
                found += demand.demands
            elif isinstance(demand, Notion):
                found.append(demand)
            else:
                raise InputError(
                    f"{str(demand)[:60]!r} is not a demand, so it cannot be joined with &; give a demand such as LDP(3)"
                )
        if not found:
            raise InputError("no demand was given; give one or more, such as LDP('1/2', delta='1/10') and LDP(3)")
        if len(free := [demand for demand in found if range_of(demand) is not None]) > 1:
            raise InputError(
                f"{free[0]} and {free[1]} both range over an interval; give numbers to all demands but one"
            )
        set_fields(self, demands=tuple(found))

    def holds(self, mechanism: Mechanism) -> bool:
        """Whether the mechanism meets every demand."""
        return all(demand.holds(mechanism) for demand in self.demands)

    def violations(self, mechanism: Mechanism) -> tuple[Violation, ...]:
        """The violations of all demands, worst first."""
        return worst_first(v for demand in self.demands for v in demand.violations(mechanism))

    def parity(self) -> Bound:
        """The γ such that parity ≤ γ is equivalent to all demands together; infinity if there is no such γ."""
        try:
            found = [bounds for x in self.demands if (bounds := x.bounds(2)).asks_anything()]
        except InputError:  # a demand that names inputs does not bound the ratios of all pairs
            return INFINITY
        bounded = (demand for demand in self.demands if not is_infinite(demand.parity()))
        return next((x.parity() for x in bounded if all(_implies(x.bounds(2), one) for one in found)), INFINITY)

    def asked(self, k: int, inputs: Sequence[str] | None = None) -> dict[Notion, PairBounds]:
        """The demands on k inputs that bound something and are not implied by another, with their bounds; else the first."""
        kept: list[tuple[Notion, PairBounds]] = []
        for demand in self.demands:
            found = demand.bounds(k, inputs)
            if found.asks_anything() and not any(_implies(one, found) for _, one in kept):
                kept = [*((other, one) for other, one in kept if not _implies(found, one)), (demand, found)]
        return dict(kept) or {self.demands[0]: self.demands[0].bounds(k, inputs)}

    def bounds(self, k: int, inputs: Sequence[str] | None = None) -> PairBounds:
        """The bounds of all demands that `asked` gives."""
        found = tuple(self.asked(k, inputs).values())
        return found[0] if len(found) == 1 else PairBounds(k, None, others=found)

    def statement(self, k: int, inputs: Sequence[str] | None = None) -> dict[str, Any]:
        """The fields by which a certificate states the demands that `asked` gives."""
        found = [demand.statement(k, inputs) for demand in self.asked(k, inputs)]
        return found[0] if len(found) == 1 else {"name": "all", "demands": found}

    def sentence(self, k: int | None = None, inputs: Sequence[str] | None = None) -> str:
        """The demands in a sentence for a respondent, without those that promise nothing beside others.

        If only some of them bound every ratio in a row, the sentence ends with what that means for all.
        """
        told = [demand for demand in self.demands if not promises_nothing(demand, k, inputs)] or self.demands
        bounded = [not is_infinite(demand.parity()) for demand in told]
        remarks = [demand.remark(k, inputs) if any(bounded) else "" for demand in told]
        sentences = [x.sentence(k, inputs).replace(remark, "") for x, remark in zip(told, remarks, strict=True)]
        said = list(dict.fromkeys(sentence.removesuffix(".") for sentence in sentences))
        if any(bounded) and not all(bounded):
            said.append(PROMISE)
        return "; and ".join([said[0], *(x[0].lower() + x[1:] for x in said[1:])]) + "."

    def __repr__(self) -> str:
        return " & ".join(map(repr, self.demands)) if len(self.demands) > 1 else f"All({self.demands[0]!r})"

    def __str__(self) -> str:
        return " & ".join(map(str, self.demands))


def range_of(demand: Notion) -> Free | None:
    """The interval over which a number of the demand ranges, also of a joined demand that another implies; else None."""
    return next((x.field for x in _numbers(demand) if isinstance(x.field, Free)), None)


def promises_nothing(demand: Notion, k: int | None = None, inputs: Sequence[str] | None = None) -> bool:
    """Whether it is certain that every mechanism of k inputs keeps the demand; without k, of as many as it fixes, or of two."""
    try:
        found = demand.bounds(k or getattr(demand, "size", None) or 2, inputs)
        return not any(found.places()) and all(average.is_kept_by_all() for average in found.averages().values())
    except (InputError, Undecided):  # a demand may name its inputs, or have a number that ranges over an interval
        return False


def _numbers(part: object) -> Iterator[Element]:
    """Yield the irrational numbers in a demand or in a part of it."""
    if isinstance(part, Element):
        yield part
    elif isinstance(part, tuple):
        yield from chain.from_iterable(map(_numbers, part))
    elif is_dataclass(part):
        yield from chain.from_iterable(_numbers(getattr(part, x.name)) for x in fields(part))


def _implies(one: PairBounds, other: PairBounds) -> bool:
    """Whether it is certain that every mechanism that keeps the bounds `one` also keeps the bounds `other`.

    For pairs, every ratio and slack of `one` must be at most that of `other`. A bound on an average is implied by a smaller bound
    on the same average alone.
    """
    if one.average is not None or other.average is not None:
        both = one.average is not None and other.average is not None and one.average.planes == other.average.planes
        return both and _is_at_most(one.average.most, other.average.most)  # type: ignore[union-attr]
    found = {(one.of(*place), bound) for place, bound in other.places()}
    return all(_is_at_most(t, most) and _is_at_most(delta, more) for (t, delta), (most, more) in found)


def _is_at_most(x: Bound, y: Bound) -> bool:
    """Whether x ≤ y for sure; numbers of no common field are compared by bounds on them."""
    try:
        return x <= y
    except (InputError, Undecided):
        # infinity is comparable; numbers that range over an interval have no enclosure, and nothing is sure of them
        return not (is_free(x) or is_free(y)) and enclose(x)[1] <= enclose(y)[0]  # type: ignore[arg-type]
