"""A device: an instrument, the instructions for its outcomes, and exactly how it protects people and how much it loses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rropt.devices.instrument import Instrument, say_proviso
from rropt.devices.rules import Rule, Sets, largest_ratio
from rropt.devices.script import Part, code, interviewer, parts, respondent, rulings, say_assumption
from rropt.devices.target import BOUND, MECHANISM, OPTIMUM
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import EXACT, FEW, decimal, say_more, show_with_decimal, spell_decimals
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted, show
from rropt.mechanism import Mechanism
from rropt.privacy.words import percent, warnings_of_proof
from rropt.problem.stored.fields import matrix_fields
from rropt.problem.verdicts import UNSHOWN
from rropt.problem.words import mechanism_table, warning_lines
from rropt.results import Result, Table, fact_table, number_fields

__all__ = ["OF_TWO", "Device", "instrument_fields", "procedure_fields", "say_cost"]

MOST_RULES = 8
UNEVEN = Fraction(5, 100)
"""How far, relatively, the share of birthdays may lie from an even share in the bound of `if_uneven`; assumed, not measured."""
OF_TWO = ", of two truths; of any other two the answers tell as much"
NEARLY = Fraction(99, 100)
"""A larger share of an optimum is shown with so many digits that it is not mistaken for the whole."""
ACCEPTED = "the checker accepted the privacy that is stated here (--proof has its sentence)"


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Device(Result):
    """An instrument with instructions that realise a design; `mechanism` has the exact probabilities of the answers that they
    produce.

    The device's value is compared with another value: `optimum` has bounds on the other value, and `against` is its name. It is the
    certified optimum, an uncertified bound on that optimum, the bound on all designs (if the design was made with `plain`), or the
    value of the mechanism that the device replaces.

    `efficiency` has bounds on `optimum` divided by the device's own value or, if larger values are better, on the inverse of this
    quotient. The quotient is never above 1. If there is no such quotient, `efficiency` is None.

    `is_paid_in_people` tells whether more people make up for the loss. `is_common` tells whether the demand asks the same of every
    pair of truths. `search` says among which devices this is the best, or how it was found. `certificate` shows that the mechanism
    meets the demand, and `sentence` is the checker's sentence when it accepted the certificate.
    """

    instrument: Instrument
    procedure: tuple[Rule, ...] | Sets
    mechanism: Mechanism | SetMechanism
    demand: str
    promise: str
    objective: str
    is_paid_in_people: bool
    value: Bounds
    exact_value: Number | None
    optimum: Bounds
    efficiency: Bounds | None
    epsilon: Epsilon
    delta: Number
    is_common: bool
    search: str
    sentence: str
    certificate: str
    against: str = OPTIMUM
    question: str = ""
    simpler: Device | None = None
    """A device of the same instrument with simpler answers, if it serves as well or people cannot follow this one's rules; else
    None."""
    is_simpler_as_good: bool = False

    def asking(self, question: str) -> Device:
        """Return the same device with the question worded for the script."""
        return replace(self, question=question)

    @property
    def respondent(self) -> tuple[str, ...]:
        """The respondent's instructions, one string per step."""
        return respondent(self.instrument, self.procedure, self.mechanism, self.question)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The respondent's instructions for each range of outcomes of the instrument, one string per range."""
        return rulings(self.instrument, self.procedure, self.mechanism)

    @property
    def can_be_followed(self) -> bool:
        """Whether the rules are few enough for a person to follow; always true for an app, whose code follows any number."""
        return self.instrument.kind == "bits" or len(self.rulings) <= MOST_RULES

    @property
    def parts(self) -> tuple[Part, ...]:
        """The instrument's outcomes for a picture, grouped by what the respondent does at them."""
        return parts(self.instrument, self.procedure, self.mechanism)

    @property
    def interviewer(self) -> tuple[str, ...]:
        """The instructions for the interviewer."""
        return interviewer(
            self.instrument,
            self.procedure,
            self.mechanism,
            self.promise + self.if_even,
            of_design=self.against != MECHANISM,
        )

    @property
    def if_even(self) -> str:
        """Return a sentence which says that the promise to the respondent assumes equally likely birthdays; it is put after the
        promise.

        The text is empty if the device does not assume this.
        """
        return say_proviso(self.instrument.proviso)

    @property
    def if_uneven(self) -> str:
        """Write a sentence for the case that the shares of birthdays differ a little from those that the device assumes.

        It says how many times as likely an answer is, at most, under one truth as under another. The text is empty if birthdays are
        not assumed equally likely, if the device draws sets, if its ε is infinite, or if delta is above 0.
        """
        if not self.instrument.proviso or isinstance(self.procedure, Sets) or is_infinite(self.epsilon.t) or self.delta:
            return ""
        most = decimal(largest_ratio(self.procedure, UNEVEN), digits=FEW, direction="upper")
        return (
            f" If the share of birthdays in each of the ranges is within {100 * UNEVEN} % of that, each answer is at most {most} "
            "times as likely under one truth as under any other."
        )

    @property
    def code(self) -> str:
        """The device as a Python function for an app; empty unless the instrument is random bits."""
        return code(self.instrument, self.procedure, self.mechanism) if self.instrument.kind == "bits" else ""

    @property
    def cost(self) -> str:
        """Say what the device loses compared with the optimum, or with whatever else `against` names."""
        if self.efficiency is None:
            return "No ratio of its value to the optimum means anything here."
        least = self.efficiency[0]
        if least == 1 and self.against == MECHANISM:
            return "It tells as much as the mechanism: nothing is lost."
        if least <= 0:
            return "It tells next to nothing: take an instrument with more outcomes."
        against = self.against if self.is_paid_in_people else f"{self.against} for the {spell_decimals(self.objective)}"
        return f"{say_cost(least, against, is_paid_in_people=self.is_paid_in_people)}{self._unshown}"

    @property
    def needs_more_people(self) -> bool:
        """Whether `cost` states the loss as a number of people."""
        return self.is_paid_in_people and self.efficiency is not None and 0 < self.efficiency[0] < 1

    @property
    def _unshown(self) -> str:
        """Write that there is no certificate here for the bound that the device is compared with. Empty if it is compared with
        anything else."""
        return f" The bound was {UNSHOWN}." if self.against == BOUND else ""

    @property
    def _kept(self) -> str:
        """Name in words what the device keeps: the demand or, if the device replaces a mechanism, the privacy of that mechanism."""
        return "the mechanism's own privacy" if self.against == MECHANISM else "the demand"

    @property
    def _within(self) -> str:
        """Name in words what limits the privacy loss: the demand or, if the device replaces a mechanism, that mechanism."""
        return "what the mechanism gives" if self.against == MECHANISM else "what was demanded"

    @property
    def privacy(self) -> str:
        """The device's exact privacy in a sentence."""
        slack = f" at delta = {show_with_decimal(self.delta, direction='upper')}" if self.delta else ""
        said = self.epsilon.shown(direction="upper")
        if not self.is_common:
            return f"Taken for all truths alike its privacy is epsilon = {said}{slack}; {self._within} is kept."
        t = self.epsilon.t
        if self.delta == 1:
            return f"It protects nothing, as answers may always tell the truth outright: within {self._within}."
        if is_infinite(t):
            return f"Some answer of it proves something, so that no epsilon holds{slack}: within {self._within}."
        is_log_of_whole = isinstance(t, Fraction) and t.denominator == 1
        if EXACT.get() or self.epsilon.value is not None or is_log_of_whole:
            return f"Its own privacy is exactly epsilon = {said}{slack}: within {self._within}."
        return f"Its own privacy is epsilon ≈ {said}{slack} (--proof has it exactly): within {self._within}."

    @property
    def _of_two(self) -> str:
        """Write that the certificate is about one pair of truths, and that the answers tell as much about any other pair.

        The text is empty if the mechanism can be written as a matrix, because its certificate is then about all truths.
        """
        return "" if self.mechanism.matrix else OF_TWO

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warn about answers that prove something about their respondent."""
        return warnings_of_proof(self.mechanism.pair)

    def explain(self, *, all_rules: bool = False) -> str:
        """Describe the device: its privacy, both scripts, its mechanism, and what the checker accepted.

        The scripts are for the respondent and for the interviewer. If nobody could follow the respondent's rules, they are left
        out, unless `all_rules` is True.
        """
        hidden = () if all_rules or self.can_be_followed else self.rulings
        steps = [step for step in self.respondent if step not in hidden]
        if hidden:
            steps.insert(
                -1, f"({counted(len(hidden), 'rule')}: {Either('explain(all_rules=True)', '--all-rules')} shows them.)"
            )
        parts = [
            *warning_lines(self.warnings),
            *([self.too_many_rules] if hidden else []),
            *self._say_simpler(),
            f"With {self.instrument.title} {self._kept} is kept{f' if {proviso}' if (proviso := self.instrument.proviso) else ''}. "
            f"{self.cost}",
            f"{self.privacy}{self.if_uneven}",
            "",
            "What the respondent does:",
            *(f"{n}. {step}" for n, step in enumerate(steps, start=1)),
            "",
            "What the interviewer does:",
            *(f"{n}. {spell_decimals(step)}" for n, step in enumerate(self.interviewer, start=1)),
            *(["", "As code:", self.code.rstrip()] if self.code else []),
            "",
            mechanism_table(self.mechanism) if isinstance(self.mechanism, SetMechanism) else repr(self.mechanism),
            f"The {spell_decimals(self.objective)}: {self._said(self.value)} against {self._said(self.optimum)} at the "
            f"{self.against}.{self._unshown}",
            f"{self.search} {say_assumption(self.instrument, self.procedure)}",
            f"Checked: {self.sentence if EXACT.get() else ACCEPTED}{self._of_two}",
        ]
        return "\n".join(parts)

    def _say_simpler(self) -> list[str]:
        """List lines about the device `simpler`: how to get it, its answers, its cost and its rules. The list is empty if there is
        none."""
        if self.simpler is None:
            return []
        return [self.way_to_simpler, self.said_of_simpler, *(f"  {step}" for step in self.simpler.rulings), ""]

    @property
    def too_many_rules(self) -> str:
        """Say that nobody could follow the respondent's rules; empty if people can follow them."""
        return "" if self.can_be_followed else f"Nobody could follow the {len(self.rulings)} rules of this device."

    @property
    def said_of_simpler(self) -> str:
        """Describe the answers and the cost of the device `simpler`, which has the same instrument; empty if there is no such
        device."""
        if self.simpler is None:
            return ""
        good = "Simpler, and no worse" if self.is_simpler_as_good else "Simpler"
        p = self.simpler.mechanism
        answers = f"the answers are the {p.k} truths themselves"
        if p.pair.m == 2:
            first, second = p.pair.output_labels
            answers = (
                f'there are two answers, "{first}" and "{second}", which tell the mean of the scores and no shares'
            )
        return f"{good}: {answers}. {self.simpler.cost}"

    @property
    def way_to_simpler(self) -> str:
        """Say how to get the device `simpler`, and that the scripts and the file in this reply belong to the present device.

        Empty if there is no simpler device.
        """
        if self.simpler is None:
            return ""
        asked = Either("plain=True", "--plain")
        if self.simpler.mechanism.pair.m == 2:
            asked = Either("outputs=2", "--outputs 2")
        good = " and no worse" if self.is_simpler_as_good else ""
        return (
            "The scripts below, and the file of this answer, are those of the device with more rules. There is one that is "
            f"simpler{good}: ask for its own design ({asked}), make the device of that, and estimate with its file."
        )

    @staticmethod
    def _said(bounds: Bounds) -> str:
        return decimal((bounds[0] + bounds[1]) / 2)

    def to_dict(self) -> dict[str, Any]:
        """Return a plain dictionary that includes the certificate. Written to a JSON file, it can be given to every command in
        place of a mechanism."""
        efficiency = None if self.efficiency is None else number_fields(_exact(self.efficiency), *self.efficiency)
        return {
            "instrument": instrument_fields(self.instrument),
            "procedure": procedure_fields(self.procedure, self.mechanism.pair),
            "respondent": list(self.respondent),
            "interviewer": list(self.interviewer),
            "code": self.code or None,
            "mechanism": self.mechanism.to_dict()
            if isinstance(self.mechanism, SetMechanism)
            else matrix_fields(self.mechanism),
            "objective": self.objective,
            "value": number_fields(self.exact_value, *self.value),
            "optimum": number_fields(_exact(self.optimum), *self.optimum),
            **({"optimum_is": UNSHOWN} if self.against == BOUND else {}),
            "efficiency": efficiency,
            "demand": self.demand,
            "epsilon": {"exact": str(self.epsilon), "delta": show(self.delta)},
            "search": self.search,
            **({} if self.simpler is None else {"simpler": self.simpler.to_dict()}),
            "warnings": list(self.warnings),
            "sentence": self.sentence,
            "certificate": self.certificate,
        }

    def as_table(self) -> Table:
        """Return a table of the instrument, the privacy, the cost and the respondent's steps."""
        facts = {"device": self.instrument.title, "privacy": self.privacy, "cost": self.cost}
        return fact_table({**facts, **{f"step {n}": step for n, step in enumerate(self.respondent, start=1)}})


def say_cost(efficiency: Number, against: str, *, is_paid_in_people: bool) -> str:
    """Write a sentence about the loss of a device with this efficiency, which must be above 0.

    If the efficiency is only known from below, give its lower bound. If `is_paid_in_people`, the sentence says how many more people
    are needed for the same error. Otherwise it says which part of the optimum is reached. `against` is the name of the optimum.
    """
    if efficiency == 1:
        return f"It is the {against} itself: nothing is lost."
    if is_paid_in_people:
        return f"It needs {say_more(1 / efficiency, 'people', f'the {against}')} for the same error."
    low = f"{decimal(100 * efficiency, digits=3, direction='lower')} %"
    return f"It reaches {percent(efficiency) if efficiency > NEARLY else low} of the {against}."


def _exact(bounds: Bounds) -> Fraction | None:
    return bounds[0] if bounds[0] == bounds[1] else None


def instrument_fields(tool: Instrument) -> dict[str, Any]:
    """Return an instrument as a dictionary for JSON."""
    return {
        "kind": tool.kind,
        "count": str(tool.count),
        "outcomes": str(tool.outcomes),
        "shares": None if tool.shares is None else list(map(show, tool.shares)),
        "assumption": tool.assumption,
    }


def procedure_fields(procedure: tuple[Rule, ...] | Sets, p: Mechanism) -> dict[str, Any]:
    """Return instructions as a dictionary for JSON, with the labels of the mechanism `p`."""
    if isinstance(procedure, Sets):
        return {"kind": "sets", "size": str(procedure.size), "inside": str(procedure.inside)}
    return {"kind": "rules", "rules": [_rule_fields(rule, p) for rule in procedure]}


def _rule_fields(rule: Rule, p: Mechanism) -> dict[str, Any]:
    say = {p.input_labels[j]: p.output_labels[i] for j, i in enumerate(rule.say)}
    return {"from": str(rule.first), "to": str(rule.last), "say": say}
