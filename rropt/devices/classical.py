"""The classical devices by name: a table of their scripts and outcomes, and of how good they are.

The outcomes of a script, each with its probability and with what people say at it under each truth, make the mechanism.

There are two kinds of protection. One-sided protection covers the truth "yes" alone: Pr(a | yes) ≤ e^ε·Pr(a | no) for every answer
a. Symmetric protection also asks Pr(a | no) ≤ e^ε·Pr(a | yes). For each kind, the tight ε of a device is the least ε for which it
has that protection. The efficiency compares the device with the certified optimum under the same protection and ε. A device whose
tight ε is infinite has no efficiency.

**At one ε** (`classical_at`). Let t = e^ε, and let π be the prevalence of yes among n people. For two answers let a = Pr(yes |
no), b = Pr(no | yes) and D = 1 − a − b > 0, and let x = (1 − a)/D and y = (1 − b)/D. Then 1/D = x + y − 1, a/D = y − 1 and b/D =
x − 1. The demand 1 − b ≤ t·a is y ≥ t/(t − 1), and the demand 1 − a ≤ t·b is x ≥ t/(t − 1). The variance n·Var = (x − π)(y − 1 +
π) grows with x and with y. So the best design of two answers is the corner x = y = t/(t − 1), at every π. This is Warner's
design, a = b = 1/(1 + t).

Four other devices have the same matrix if their parameters are set as follows.

- Forced answers: yes = no = 1/(1 + t).
- The unrelated question: p = (t − 1)/(t + 1), and half of the people say yes to the harmless question.
- Kuk's packs: p = t/(1 + t) and q = 1 − p.
- The crosswise question: the harmless answer has the chance 1/(1 + t).

In Christofides' device, people draw a card with the number 1, 2 or 3. Those who draw the middle card 2 answer 2 whatever is true,
which tells nothing. If its share of the deck is m, the likelihood ratios of the other answers stay the same, and the share m of the
answers is wasted. So the best deck has no middle card. At one ε, the best of all these devices is therefore one matrix. The devices
differ only in what people hold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from rropt.devices.device import SILENT, say_at, tell_interviewer, tell_scripts
from rropt.devices.instrument import ENDINGS, Instrument, instrument
from rropt.devices.realise import exact_tool
from rropt.devices.target import own_demands
from rropt.errors import require_known
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.grammar import read_inside
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.families import forced_response
from rropt.mechanism import Mechanism
from rropt.objectives.variance import Variance
from rropt.plots.device import draw_device
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.privacy.pairs import Sensitive
from rropt.privacy.words import beliefs_after, warnings_of_proof
from rropt.problem.checkup import compare_with_optimum
from rropt.show import Block, Col, Fact, Figure, Heading, Result, Say, Table, Warn, near, outward, up
from rropt.survey.plans import TIE
from rropt.survey.tables import devices_at_equal_privacy

__all__ = [
    "CLASSICAL",
    "Classical",
    "ClassicalTable",
    "classical_at",
    "classical_device",
    "classical_table",
]

TRUTHS = ("no", "yes")
QUESTION = 'Answer the question in your head: "yes" or "no". Do not say it.'
# The last outcome of a birthday in the first three months, by the number of outcomes: March, and 31 March.
SPRING = {12: 2, 365: 89}
EARLY, LATE = "a birthday from January to March", "any other birthday"
MOTHER = (
    "Think of a person whose birthday the interviewer does not know, such as your mother (for each answer, also in a trial, of "
    "another person): is it in January, February or March?"
)
DIE = "a die, and something to throw it behind"
METRIKA = "Yu, Tian and Tang (2008), Metrika 67, 251-263"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a device, with its probability, and what people say at it if their truth is no, and if it is yes."""

    shown: str
    chance: Fraction
    no: str
    yes: str

    @property
    def what(self) -> str:
        """Say what the respondent does at this outcome."""
        return say_at((self.no, self.yes), TRUTHS)


@dataclass(frozen=True, slots=True)
class Script:
    """A script: its instrument, in short and in full, its steps, all answers, the outcomes, and the first publication."""

    held: str
    needed: str
    steps: tuple[str, ...]
    answers: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    source: str


def _of(*outcomes: tuple[str, str | Fraction, str, str]) -> tuple[Outcome, ...]:
    return tuple(Outcome(shown, Fraction(chance), *said) for shown, chance, *said in outcomes)


def _scripts(early: Fraction) -> dict[str, Script]:
    """The table of scripts, where a birthday in the first three months has the probability `early`."""
    late = 1 - early
    return {
        "warner": Script(
            "cards: the opposite at a spade",
            "a full pack of 52 cards",
            (
                "Shuffle the cards, draw one, look at it alone, put it back, and shuffle again.",
                "If it is a spade, say the opposite of the truth; else say the truth.",
            ),
            TRUTHS,
            _of(("no spade", "3/4", "no", "yes"), ("a spade", "1/4", "yes", "no")),
            "Warner (1965), JASA 60, 63-69.",
        ),
        "crosswise": Script(
            "a birthday, both or one",
            "nothing but this page",
            (
                MOTHER,
                'If both answers are yes, or both are no, say "same". If one is yes and one is no, say "different".',
            ),
            ("same", "different"),
            _of((EARLY, early, "different", "same"), (LATE, late, "same", "different")),
            f"{METRIKA}; the matrix is Warner's.",
        ),
        "triangular": Script(
            "a birthday, neither or some",
            "nothing but this page",
            (MOTHER, 'If both answers are no, say "neither". If one or both are yes, say "at least one".'),
            ("neither", "at least one"),
            _of(
                (EARLY, early, "at least one", "at least one"),
                (LATE, late, "neither", "at least one"),
            ),
            f"{METRIKA}; the matrix is Mangat's.",
        ),
        "forced_response": Script(
            "the sum of two dice",
            "two dice, and something to throw them behind",
            (
                "Throw two dice where only you can see them, and add their eyes.",
                "2, 3 or 4: say yes, whatever is true.",
                "11 or 12: say no, whatever is true.",
                "5 to 10: tell the truth.",
                ENDINGS["dice"],
            ),
            TRUTHS,
            _of(("2, 3 or 4", "1/6", "yes", "yes"), ("11 or 12", "1/12", "no", "no"), ("5 to 10", "3/4", "no", "yes")),
            "Boruch (1971), Am. Sociologist 6, 308-311; Fox and Tracy (1986).",
        ),
        "unrelated_question": Script(
            "a die and a birthday",
            DIE,
            (
                "Throw the die where only you can see it.",
                "1 to 4: answer the question.",
                f"5 or 6: answer another question instead. {MOTHER}",
                ENDINGS["dice"],
            ),
            TRUTHS,
            _of(
                ("1 to 4", "2/3", "no", "yes"),
                (f"5 or 6, and {EARLY}", early / 3, "yes", "yes"),
                (f"5 or 6, and {LATE}", late / 3, "no", "no"),
            ),
            "Greenberg, Abul-Ela, Simmons and Horvitz (1969), JASA 64, 520-539.",
        ),
        "mangat": Script(
            "a die for those who say no",
            DIE,
            (
                "Throw the die where only you can see it, whatever is true.",
                "If the truth is yes, say yes.",
                "If the truth is no: at 1 to 4 say no, at 5 or 6 say yes.",
                ENDINGS["dice"],
            ),
            TRUTHS,
            _of(("1 to 4", "2/3", "no", "yes"), ("5 or 6", "1/3", "yes", "yes")),
            "Mangat (1994), JRSS B 56, 93-95.",
        ),
        "kuk": Script(
            "two packs of cards",
            "a left pack of 30 red and 10 black cards, and a right pack of 10 red and 30 black ones",
            (
                "Shuffle both packs, draw one card from each, look at both alone, put each back into its pack, and shuffle again.",
                "If the truth is yes, say the colour of the left one; if it is no, say the colour of the right one.",
            ),
            ("black", "red"),
            _of(
                ("left red, right black", "9/16", "black", "red"),
                ("both red", "3/16", "red", "red"),
                ("both black", "3/16", "black", "black"),
                ("left black, right red", "1/16", "red", "black"),
            ),
            "Kuk (1990), Biometrika 77, 436-438.",
        ),
        "christofides": Script(
            "numbered cards",
            "ten cards: two with a 1, two with a 2, six with a 3",
            (
                "Shuffle the cards, draw one, look at it alone, put it back, and shuffle again.",
                "If the truth is no, say its number. If it is yes, say 4 minus its number.",
            ),
            ("1", "2", "3"),
            _of(("a 1", "1/5", "1", "3"), ("a 2", "1/5", "2", "2"), ("a 3", "3/5", "3", "1")),
            "Christofides (2003), Metrika 57, 195-200.",
        ),
    }


# The names of the classical devices.
CLASSICAL = tuple(_scripts(Fraction(1, 4)))


@dataclass(frozen=True, slots=True, repr=False)
class Classical(Result):
    """A classical device: its name and script, the prevalence at which its efficiency is computed, and as its instrument the
    birthdays that it assumes, if any."""

    schema: ClassVar[str] = "rropt.classical/2"
    name: str
    script: Script
    instrument: Instrument | None
    prevalence: object
    question: str = ""

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, by adding up the probabilities of the outcomes."""
        chances = [
            [
                sum((x.chance for x in self.script.outcomes if getattr(x, truth) == answer), Fraction(0))
                for truth in TRUTHS
            ]
            for answer in self.script.answers
        ]
        return Mechanism(chances, TRUTHS, self.script.answers)

    @property
    def respondent(self) -> tuple[str, ...]:
        """The respondent's instructions, one string per step."""
        first = f"The question: {self.question} {QUESTION}" if self.question else QUESTION
        return (first, *self.script.steps, SILENT)

    @property
    def interviewer(self) -> tuple[str, ...]:
        """The interviewer's instructions, one string per step."""
        p, proviso = self.mechanism, self.instrument.proviso if self.instrument else ""
        return tell_interviewer(self.script.needed, p, own_demands(p)[0], proviso)

    def protection(self, *, one_sided: bool = False) -> tuple[Epsilon, Number | None]:
        """Return the tight ε of one kind of protection, and the certified least variance under it divided by the device's variance.

        With `one_sided` the truth "yes" alone is protected, else both truths. Over a range of prevalences, each variance is that at
        its own worst prevalence. With more than two answers the quotient is a lower bound. It is None if the ε is infinite,
        or if nothing can be estimated.
        """
        p = self.mechanism
        epsilon = Sensitive.tightest_epsilons(p)[1] if one_sided else LDP.tightest_epsilon(p)
        if is_infinite(epsilon.t):
            return epsilon, None
        demand: Notion = Sensitive(["yes"], epsilon) if one_sided else LDP(epsilon)
        found = compare_with_optimum(p, demand, Variance(self.prevalence))
        return epsilon, None if found.bounds is None else found.bounds[0]

    def scripts(self) -> Iterator[Block]:
        """What the respondent and the interviewer do, and what is done with the answers."""
        return tell_scripts(self.respondent, self.interviewer, self.mechanism)

    def show(self) -> Iterator[Block]:
        """Warnings, the protection, the script, the probabilities, the efficiency and the source."""
        (epsilon, efficiency), (of_yes, efficiency_of_yes) = self.protection(), self.protection(one_sided=True)
        told = "some answer is a proof."
        if not is_infinite(epsilon.t):
            told = f"no answer changes the odds of anything by a factor of more than {up(epsilon.t)}."
        yield from map(Warn, warnings_of_proof(self.mechanism))
        name = self.name.replace("_", " ")
        yield Say(f"Respondents follow this script for {name}, with {self.script.needed}; {told}", key="answer")
        yield from [Say(self.instrument.assumption, key="assumption")] if self.instrument else []
        yield Heading("What the respondent does")
        yield from self.scripts()
        yield Heading("Pr(output | input)")
        yield self.mechanism.table("mechanism")
        yield Fact("epsilon", "Epsilon", epsilon, "up")
        yield Fact("epsilon_of_yes", "Epsilon for the truth yes alone", of_yes, "up")
        at = f"at prevalence {self.prevalence}"
        yield Fact("efficiency", f"Efficiency {at}", efficiency, "down")
        yield Fact("efficiency_of_yes", f"Efficiency {at} for the truth yes alone", efficiency_of_yes, "down")
        yield Say(f"Source: {self.script.source}", key="source")
        stated = {
            "name": self.name,
            "inputs": list(TRUTHS),
            "outputs": list(self.script.answers),
            "rows": [list(map(show, row)) for row in self.mechanism.rows],
        }
        yield from (Fact(key, key, x, shown=False) for key, x in stated.items())
        parts = [(x.shown, float(x.chance), x.what) for x in self.script.outcomes]
        draw = partial(draw_device, title=name.capitalize(), parts=parts)
        yield Figure("device", draw, f"What respondents hold: {self.script.needed}")


def classical_device(
    name: str, *, prevalence: object = "1/10", birthdays: object = "months", question: str = ""
) -> Classical:
    """Make the classical device with this name.

    Args:
        name: One of `CLASSICAL`, such as "crosswise".
        prevalence: The share of yes at which its efficiency is computed, or a range.
        birthdays: "months" or "days" (all equally likely), or the shares of the twelve months.
        question: The question as it is asked, for the script.

    Returns:
        The device.

    Raises:
        InputError: The name is not that of a classical device, or the prevalence or the birthdays cannot be read.

    Examples:
        >>> str(classical_device("warner").protection()[0])
        'log(3)'

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    wanted = name.strip().lower().replace("-", "_")
    Variance(prevalence)  # it refuses what is no prevalence
    require_known([wanted], CLASSICAL, "there is no classical device")
    tool = instrument("birthdays", birthdays)
    own = _scripts(tool.chance(0, SPRING[tool.outcomes]))[wanted]
    asks_birthday = any(MOTHER in step for step in own.steps)
    return Classical(wanted, own, tool if asks_birthday else None, prevalence, question)


@dataclass(frozen=True, slots=True, repr=False)
class ClassicalTable(Result):
    """Classical devices beside one another: a first sentence, tables, and what else must be said."""

    schema: ClassVar[str] = "rropt.classicals/2"
    answer: str
    tables: tuple[Table, ...]
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def show(self) -> Iterator[Block]:
        """Warnings, the sentence, the tables, and the notes."""
        yield from map(Warn, self.warnings)
        yield Say(self.answer, key="answer")
        yield from self.tables
        yield from map(Say, self.notes)


def classical_table(prevalence: object = "1/10", *, birthdays: object = "months") -> ClassicalTable:
    """Make a table of all classical devices: what people hold, the variance, the least ε, and the certified efficiency.

    The least ε and the efficiency are given twice: if both truths must be protected, and if only the truth "yes" must be.

    Args:
        prevalence: The share of yes at which variance and efficiency are computed, or a range for the worst in it.
        birthdays: "months" or "days" (all equally likely), or the shares of the twelve months.

    Returns:
        The table.

    Raises:
        InputError: The prevalence or the birthdays cannot be read.

    Examples:
        >>> classical_table("1/10").table().rows[0][:2]
        ['warner', Fraction(21, 25)]

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    objective = Variance(prevalence)
    devices = [classical_device(name, prevalence=prevalence, birthdays=birthdays) for name in CLASSICAL]
    rows = [
        (x.name, objective.value_bounds(x.mechanism)[1], *x.protection(), *x.protection(one_sided=True))
        for x in devices
    ]
    held = [[x.name, x.script.held] for x in devices]
    both, alone = (", ".join(row[0] for row in rows if row[place] == 1) or "none" for place in (3, 5))
    cols = [
        Col("device", "device"),
        Col("variance", "n·Var"),
        Col("epsilon", "epsilon", "up"),
        Col("efficiency", "efficiency", "down"),
        Col("epsilon_of_yes", "ε of yes", "up"),
        Col("efficiency_of_yes", "efficiency of yes", "down"),
    ]
    return ClassicalTable(
        f"At prevalence {prevalence} these devices are the certified optimum at their own tight epsilon: {both}; if yes alone is "
        f"protected: {alone}.",
        (Table("devices", cols, rows), Table("held", [Col("device", "device"), Col("held", "held")], held)),
        tuple(f"{x.name}: {said}" for x in devices for said in warnings_of_proof(x.mechanism)),
        (instrument("birthdays", birthdays).assumption,),
    )


# ---- At one ε --------------------------------------------------------------------------------------------------------------------

NOTHING = "nothing exactly"
# For less e^ε, two dice may have no device that tells anything.
ENOUGH_FOR_DICE = Fraction(6, 5)
BELIEVED = Col("believed", "then believed")


def classical_at(epsilon: object, prevalence: object = "1/10", *, standard_error: object = "1/50") -> ClassicalTable:
    """Compare the classical devices at one ε with the certified optimum: the people needed, and the beliefs after an answer.

    Args:
        epsilon: One finite budget above 0.
        prevalence: One number between 0 and 1: the share of "yes".
        standard_error: The standard error to reach: the table's `n` is the least number of answers that reaches it.

    Returns:
        The table; its first sentence names the devices that are the optimum.

    Raises:
        InputError: ε is 0, free or infinite, or the prevalence or the standard error is no number between 0 and 1.

    Examples:
        >>> classical_at("ln3").table().rows[0][0]
        'warner'

    Reference: the manual, "Devices and the board's page" (docs/howto/devices.md).
    """
    budget = read_epsilon(epsilon)
    pi, error = read_inside(prevalence, "prevalence"), read_inside(standard_error, "standard_error")
    # this refuses an epsilon that no device has
    *devices, best = devices_at_equal_privacy(budget, pi).rows
    t = budget.t
    # their matrix is Warner's
    devices += [
        devices[0]._replace(name="crosswise", parameters=f"a harmless yes = {near(float(1 / (1 + t)))}"),
        devices[0]._replace(name="kuk, two packs", parameters=f"p = 1 − q = {near(float(t / (1 + t)))}"),
    ]
    tools = [exact_tool(x.mechanism) for x in devices]
    held = [
        [x.name, x.parameters, NOTHING if tool is None else tool.title] for x, tool in zip(devices, tools, strict=True)
    ]
    believed = [[yes for _, yes in beliefs_after(x.mechanism, (1 - pi, pi))] for x in devices]
    people = [
        [x.name, x.variance, math.ceil(x.variance * (2 - TIE) / float(error) ** 2), outward(min(after), max(after))]
        for x, after in zip(devices, believed, strict=True)
    ]
    optimal = [x.name for x in devices if x.efficiency == 1]
    notes = [
        f"n: the people needed for a standard error of {near(error)}. Then believed: the chance of yes after the answer that makes "
        "it least likely, and after the one that makes it most likely. Held: the simplest instrument with exactly these chances."
    ]
    if None in tools:
        option = "--device dice:2" if t > ENOUGH_FOR_DICE else "--device bits:32"
        notes.append(
            f"`rropt device warner:epsilon={budget} {option}`, or with another instrument, comes near without going beyond."
        )
    return ClassicalTable(
        f"At epsilon = {budget.shown()} and prevalence {near(pi)} these devices are the certified optimum, n·Var "
        f"{near(best.variance)}: {'; '.join(optimal)}.",
        (
            Table("devices", [Col("device", "device"), Col("parameters", "parameters"), Col("held", "held")], held),
            Table("people", [Col("device", "device"), Col("variance", "n·Var"), Col("n", "n"), BELIEVED], people),
        ),
        (),
        (*notes, *_without_epsilon()),
    )


def _without_epsilon() -> list[str]:
    """For each device without a finite ε, write a sentence about what its answers prove."""
    forced = forced_response(yes="1/6", no="0").relabel(inputs=TRUTHS, outputs=TRUTHS)
    known = [(x.name, x.mechanism) for x in map(classical_device, CLASSICAL)] + [
        ("forced_response with a forced yes alone", forced)
    ]
    proofs = [(name, " ".join(warnings_of_proof(p))) for name, p in known]
    return [f"No epsilon: {name}. {said}" for name, said in proofs if said]
