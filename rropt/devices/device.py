"""A device: an instrument, the instructions for its outcomes in words and as code, how it protects people and how much it loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import ClassVar

from rropt.devices.instrument import ENDINGS, Instrument
from rropt.devices.rules import Procedure, Rule, Sets
from rropt.devices.target import Target
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal, say_more, show_with_decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import rank
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.objectives.covariance import Variances
from rropt.objectives.variance import Prevalence
from rropt.plots.device import draw_device
from rropt.privacy.notion import Notion
from rropt.privacy.words import percent, warnings_of_proof
from rropt.show import Block, Code, Col, Fact, Figure, Heading, Result, Say, Table, Warn
from rropt.values import Between, as_one_number

__all__ = ["SILENT", "Device", "say_at", "tell_interviewer", "tell_scripts"]

MOST_NAMED = 24
SILENT = "Tell nobody what you threw, drew or thought of: only your answer is written down."
TRY = (
    "Let the respondent try it once with a harmless question. The real one takes a new throw or draw, and another person if "
    "one is thought of: with the same outcome twice, both answers together can prove the truth. Then turn away, or on the "
    "telephone ask to hear nothing of it: you must never learn the outcome."
)
# More rules than these nobody follows.
MOST_RULES = 8
# An optimum that is known between bounds is told to be reached up to so much at most.
NEXT_TO_ONE = 1 - Fraction(1, 10**9)
OF_TWO = " That is said of two truths; of any other two the answers tell as much."


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive outcomes of an instrument in words, their probability, and briefly what the respondent does at them."""

    outcomes: str
    chance: Fraction
    what: str


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Device(Result):
    """An instrument with instructions that realise a design or a mechanism; `mechanism` has the exact probabilities of the answers.

    `value` is the device's value, and `optimum` the one that it is compared with, each exactly or between its bounds. `efficiency`
    bounds their quotient, which is at most 1; it is None if there is no such quotient. `certificate` shows that the device keeps
    the demand, and `sentence` is what the checker proved of it. `search` says among which devices this is the best.
    """

    schema: ClassVar[str] = "rropt.device/2"
    target: Target
    instrument: Instrument
    procedure: Procedure
    mechanism: Mechanism | SetMechanism
    value: Number | Between
    optimum: Number | Between
    efficiency: tuple[Number, Number] | None
    epsilon: Epsilon
    delta: Number
    search: str
    certificate: str
    sentence: str
    question: str = ""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The outcomes of the instrument by what they tell the respondent to do, in the order of the outcomes.

        A set of answers is drawn blindly, so all sets that contain the truth are equally likely, and so are all sets that do not.
        """
        tool, procedure = self.instrument, self.procedure
        if isinstance(procedure, Sets):
            inside, d = procedure.inside, procedure.size
            others, say = f"of the other {self.mechanism.k - 1}", "the app says" if tool.kind == "bits" else "say"
            own = "your true answer" if d == 1 else f"your true answer and {d - 1} {others}, drawn blindly"
            other = f"{'one' if d == 1 else d} {others} answers, drawn blindly"
            runs = [(0, inside - 1, f"{say} {own}"), (inside, tool.outcomes - 1, f"{say} {other}")]
        else:
            p = self.mechanism.pair
            # answers without labels are mere numbers, also where a truth has the same number
            same = ("",) * p.k if p.outputs is None and p.m != p.k else p.input_labels
            spoken = [_spoken(x) for x in p.output_labels]
            runs = [
                (rule.first, rule.last, say_at([spoken[i] for i in rule.say], p.input_labels, same=same))
                for rule in procedure
            ]
        return tuple(
            Part(tool.words(first, last), tool.chance(first, last), what) for first, last, what in runs if first <= last
        )

    @property
    def rulings(self) -> tuple[str, ...]:
        """The instruction for each range of outcomes of the instrument, which the respondent, or the app, follows."""
        return tuple(f"If it is {x.outcomes}: {x.what}." for x in self.parts)

    @property
    def respondent(self) -> tuple[str, ...]:
        """The respondent's instructions, one string per step, in words that a child can follow."""
        p = self.mechanism
        which = _either(p.input_labels) if p.k <= MOST_NAMED else f"the {p.k} answers of the list"
        asked = f"The question is which of these is true of you: {which}."
        if self.question:
            asked = f"The question: {self.question} Which of these is true of you: {which}?"
        cards = (
            f"Besides, take the {p.k} answer cards; each has one of the answers on it. Where only you can see it, lay the card "
            "with your true answer aside, face down. To draw blindly, shuffle the others and draw without looking; do so whatever "
            "came up, as it may be heard."
        )
        if isinstance(self.procedure, Sets) and self.procedure.size > 1:
            cards += " Say the answers in the order of the list."
        return (
            f"{asked} Answer it in your head. Do not say it.",
            *self.instrument.steps(),
            *([cards] if self.has_answer_cards else []),
            *self.rulings,
            *([ENDINGS[self.instrument.kind]] if self.instrument.kind in ENDINGS else []),
            *([ENDINGS["answer cards"]] if self.has_answer_cards else []),
            SILENT,
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warn about answers that prove something about their respondent."""
        return warnings_of_proof(self.mechanism)

    @property
    def has_answer_cards(self) -> bool:
        """Whether respondents draw from answer cards besides using the instrument; with code nobody takes cards."""
        return isinstance(self.procedure, Sets) and self.instrument.kind != "bits"

    @property
    def code(self) -> str:
        """The device as a Python function of a truth for an app; empty unless the instrument is random bits.

        The function compares a random integer, made of bits from the operating system, with thresholds.
        """
        tool, procedure, p = self.instrument, self.procedure, self.mechanism
        if tool.kind != "bits":
            return ""
        lines = [
            "import secrets",
            "",
            "",
            "def answer(truth):",
            f"    if truth not in {list(p.input_labels)!r}:",
            "        raise ValueError('there is no such truth; nothing was drawn')",
            f"    x = secrets.randbits({tool.count})  # 0 to {tool.outcomes - 1}, all equally likely",
        ]
        if isinstance(procedure, Sets):
            size = procedure.size
            whole = "said[0]" if size == 1 else """"{" + ",".join(a for a in truths if a in said) + "}\""""
            lines += [
                "    draw = secrets.SystemRandom().sample  # without replacement",
                f"    truths = {list(p.input_labels)!r}",
                "    others = [a for a in truths if a != truth]",
                f"    if x < {procedure.inside}:",
                f"        said = [truth, *draw(others, {size - 1})]",
                "    else:",
                f"        said = draw(others, {size})",
                f"    return {whole}",
            ]
        else:
            lines += [_line_of(rule, p.pair, is_last=rule is procedure[-1]) for rule in procedure]
        return "\n".join(lines) + "\n"

    @property
    def interviewer(self) -> tuple[str, ...]:
        """The instructions for the interviewer, one string per step."""
        p, tool = self.mechanism, self.instrument
        cards = f", and {p.k} cards with one answer each" if self.has_answer_cards else ""
        return tell_interviewer(
            tool.needed() + cards, p, self.target.demand, tool.proviso, written=noted(self.procedure, p)
        )

    @property
    def can_be_followed(self) -> bool:
        """Whether the rules are few enough for a person to follow; always true for an app, whose code follows any number."""
        return self.instrument.kind == "bits" or len(self.rulings) <= MOST_RULES

    @property
    def is_same(self) -> bool:
        """Whether the answers have exactly the probabilities of the mechanism that the device stands for."""
        return self.mechanism.digest == self.target.mechanism.digest

    @property
    def cost(self) -> str:
        """Say what the device loses compared with the optimum, or with the mechanism that it stands for."""
        name = self.target.name
        if self.efficiency is None:
            return f"No ratio of its value to that of the {name} means anything here."
        if self.efficiency[0] == 1:
            whole = (
                "has exactly the mechanism's chances, as other ways of asking may"
                if self.is_same
                else "tells at least as much as the mechanism"
            )
            if self.target.is_optimum:
                whole = "is the certified optimum itself"
            return f"It {whole}: nothing is lost."
        least = enclose(self.efficiency[0])[0]
        if least <= 0:
            return "It tells next to nothing: take an instrument with more outcomes."
        if self.is_same:
            reached = percent(min(least, NEXT_TO_ONE))
            return f"It has the design's own chances, which reach at least {reached} of the {name}."
        if isinstance(self.target.objective, Variances | Prevalence):
            return f"It needs {say_more(1 / least, 'people', f'the {name}')} for the same error."
        low = percent(least, digits=3, direction="lower")
        return f"It reaches {low} of the {name} for the {self.target.objective.name}."

    @property
    def privacy(self) -> str:
        """The device's exact privacy in a sentence."""
        within = "what was demanded" if self.target.is_optimum else "what the mechanism gives"
        slack = f" at delta = {show_with_decimal(self.delta, direction='upper')}" if self.delta else ""
        if self.delta == 1:
            return f"It protects nothing, as answers may always tell the truth outright: within {within}."
        if is_infinite(self.epsilon.t):
            return f"Some answer of it proves something, so that no epsilon holds{slack}: within {within}."
        said = self.epsilon.shown(direction="upper")
        if self.target.demand.bounds(self.mechanism.k, self.mechanism.inputs).common is None:
            return (
                f"Of any two truths its privacy is at least epsilon = {said}{slack}, and {within} is kept for each two."
            )
        return f"Its own privacy is epsilon = {said}{slack}: within {within}."

    def scripts(self) -> Iterator[Block]:
        """What the respondent and the interviewer do, and what is done with the answers."""
        return tell_scripts(self.respondent, self.interviewer, self.mechanism, self.target.scores)

    def show(self) -> Iterator[Block]:
        """Warnings, what the device keeps and costs, both scripts, the code, the probabilities, and what was proved."""
        kept = "the demand" if self.target.is_optimum else "the mechanism's own privacy"
        proviso = f" if {self.instrument.proviso}" if self.instrument.proviso else ""
        yield from map(Warn, self.warnings)
        yield Say(f"With {self.instrument.title} {kept} is kept{proviso}. {self.cost}", key="answer")
        if not self.can_be_followed:
            yield Warn(
                f"Nobody could follow the {len(self.rulings)} rules of this device; take one for k-ary randomized response, "
                "which has few, or an instrument with fewer outcomes."
            )
        yield Say(self.privacy, key="privacy")
        yield Heading("What the respondent does")
        yield from self.scripts()
        if self.code:
            yield Heading("As code")
            yield Code("code", self.code, "python")
        yield Heading("Pr(output | input)")
        if isinstance(self.mechanism, Mechanism):
            yield self.mechanism.table("mechanism")
        else:
            yield Say(self.mechanism.say(), key="drawn")
        yield Fact("value", f"The {self.target.objective.name}", self.value)
        yield Fact("optimum", f"That of the {self.target.name}", self.optimum)
        yield Fact(
            "efficiency", "Efficiency", None if self.efficiency is None else as_one_number(*self.efficiency), "down"
        )
        yield Fact("epsilon", "Epsilon", self.epsilon, "up")
        yield Fact("delta", "Delta", self.delta, "up", shown=bool(self.delta))
        cards = " Shuffled answer cards are drawn with equal chances." if self.has_answer_cards else ""
        yield Say(f"{self.search} {self.instrument.assumption}{cards}", key="search")
        yield Say(f"Proved: {self.sentence}{'' if self.mechanism.matrix else OF_TWO}", key="proved")
        tool, p = self.instrument, self.mechanism
        stated = {
            "instrument": {"kind": tool.kind, "count": tool.count, "outcomes": tool.outcomes},
            "inputs": list(p.input_labels),
            "outputs": list(p.output_labels) if isinstance(p, Mechanism) else None,
            "sets": None if isinstance(p, Mechanism) else p.stated(),
            "demand": str(self.target.demand),
            "certificate": self.certificate,
        }
        yield from (Fact(key, key, x, shown=False) for key, x in stated.items())
        parts, is_disc = [(x.outcomes, float(x.chance), x.what) for x in self.parts], tool.kind == "spinner"
        draw = partial(draw_device, title=f"With {self.instrument.title}", parts=parts, is_disc=is_disc)
        yield Figure("device", draw, f"What respondents hold: {self.instrument.title}")


def tell_scripts(
    respondent: Sequence[str],
    interviewer: Sequence[str],
    p: Mechanism | SetMechanism,
    scores: Sequence[Fraction] | None = None,
) -> Iterator[Block]:
    """Tell the steps of both scripts, numbered from 1, and what is done with the answers."""
    cols = [Col("step", ""), Col("what", "")]
    yield Table("respondent", cols, list(enumerate(respondent, start=1)))
    yield Heading("What the interviewer does")
    yield Table("interviewer", cols, list(enumerate(interviewer, start=1)))
    yield Heading("What is done with the answers")
    yield Say(estimator(p, scores), key="analyst")


def tell_interviewer(
    needed: str, p: Mechanism | SetMechanism, demand: Notion, proviso: str, *, written: str = ""
) -> tuple[str, ...]:
    """Tell what to bring, what to say under which proviso, and how the answer is written down.

    If an answer proves something, the interviewer is told not to promise that nobody can tell.
    """
    proofs, promise = " ".join(warnings_of_proof(p)), demand.sentence(p.k, p.inputs)
    if proviso:
        promise += f" That holds if {proviso}."
    say = f'Say: "Nobody can be sure from your answer what is true of you. {promise}"'
    if proofs:
        say = f'Do not say that nobody can tell. {proofs} What is kept is this: "{promise}"'
    return (
        f"Bring {needed}.",
        TRY,
        say,
        f"Write down the answer alone{written}. Never ask what came up, and never ask again.",
    )


def _either(labels: Sequence[str]) -> str:
    *others, last = [f'"{x}"' for x in labels]
    return f"{', '.join(others)} or {last}" if others else last


def say_at(said: Sequence[str], truths: Sequence[str], *, same: Sequence[str] | None = None) -> str:
    """Say what people are told to say under each truth, as an exception from the truth where that is shorter.

    `same` has the answers that are the truths, if these are not the truths themselves.
    """
    own = truths if same is None else same
    if len({*said}) == 1:
        return f'say "{said[0]}", whatever is true'
    lied: dict[str, list[str]] = {}
    for truth, label, x in zip(own, truths, said, strict=True):
        if x != truth:
            lied.setdefault(x, []).append(label)
    others = [f'if the truth is {_either(labels)}, say "{x}"' for x, labels in lied.items()]
    if not others:
        return "tell the truth"
    return "; ".join([*others, "else tell the truth"] if sum(map(len, lied.values())) < len(said) else others)


def _spoken(label: str) -> str:
    """Write an answer as people say it. A set such as {a,b} becomes `a or b`."""
    is_set = label[:1] == "{" and label[-1:] == "}" and "," in label  # the set of one truth has its plain label
    return " or ".join(label[1:-1].split(",")) if is_set else label


def noted(procedure: Procedure, p: Mechanism | SetMechanism) -> str:
    """Say how to write down an answer that names several truths, so that the estimate can read it."""
    if isinstance(procedure, Sets):
        names = ",".join(p.input_labels[: procedure.size])
        return "" if procedure.size == 1 else f", in the order of the list and in braces, such as {{{names}}}"
    sets = [label for label in p.pair.output_labels if _spoken(label) != label]
    return f', of several truths in braces: "{_spoken(sets[0])}" as {sets[0]}' if sets else ""


def estimator(p: Mechanism | SetMechanism, scores: Sequence[Fraction] | None) -> str:
    """Say how shares are estimated from the answers: by a formula for two truths and two answers, else by the device's file."""
    is_of_mean = p.matrix is not None and rank(p.matrix.rows) < p.k
    if is_of_mean and scores is None:
        return "Count the answers: they do not tell the shares of the truths."
    if p.matrix is None or p.k != 2 or p.m != 2:
        option = f" --scores {','.join(map(show, scores))}" if is_of_mean and scores else ""
        return (
            f"`rropt estimate ANSWERS --answer COLUMN --mechanism device.json{option}` turns the answers into "
            f"estimates{' of the mean' if option else ''}. device.json is this device, as `rropt device … --json -o device.json` "
            "writes it."
        )
    (_, a), (_, b) = zip(*p.matrix.rows, strict=True)
    answer, truth = p.matrix.output_labels[1], p.input_labels[1]
    numbers = [decimal(x, digits=4) for x in (a, b - a)]
    is_short = all(Fraction(text) == x for text, x in zip(numbers, (a, b - a), strict=True))
    return (
        f'Take the share of "{answer}" among the answers, subtract {show(a)} and divide by {show(b - a)}: that '
        f'estimates the share of people with the truth "{truth}"'
        f"{'' if is_short else f' (about (share − {numbers[0]}) / {numbers[1]})'}."
    )


def _line_of(rule: Rule, p: Mechanism, *, is_last: bool) -> str:
    """Write the lines of code by which a rule answers."""
    said = [p.output_labels[i] for i in rule.say]
    table = repr(dict(zip(p.input_labels, said, strict=True)))
    what = repr(said[0]) if len({*said}) == 1 else "truth" if tuple(said) == p.input_labels else f"{table}[truth]"
    return f"    return {what}" if is_last else f"    if x < {rule.last + 1}:\n        return {what}"
