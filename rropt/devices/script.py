"""The instructions of a device in words: for the respondent, for the interviewer, and as code for an app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.devices.instrument import Instrument
from rropt.devices.rules import Procedure, Rule, Sets
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.matrix import rank
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof

__all__ = ["SILENT", "TRY", "Instructions", "Part", "estimator", "noted", "say_at"]

MOST_NAMED = 24
SILENT = "Tell nobody what you threw, drew or thought of: only your answer is written down."
TRY = (
    "Let the respondent try it once with a harmless question. Then turn away, or on the telephone ask to hear nothing of it: you "
    "must never learn the outcome."
)


@dataclass(frozen=True, slots=True)
class Part:
    """Consecutive outcomes of an instrument in words, their probability, and briefly what the respondent does at them."""

    outcomes: str
    chance: Fraction
    what: str


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Instructions:
    """What respondents do at the outcomes of an instrument; `mechanism` has the answers' labels and exact probabilities."""

    instrument: Instrument
    procedure: Procedure
    mechanism: Mechanism | SetMechanism
    question: str = ""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The outcomes of the instrument by what they tell the respondent to do, in the order of the outcomes.

        A set of answers is drawn blindly, so all sets that contain the truth are equally likely, and so are all sets that do not.
        """
        tool, procedure = self.instrument, self.procedure
        if isinstance(procedure, Sets):
            inside, d = procedure.inside, procedure.size
            others = f"of the other {procedure.k - 1}"
            own = "your true answer" if d == 1 else f"your true answer and {d - 1} {others}, drawn blindly"
            other = f"{'one' if d == 1 else d} {others} answers, drawn blindly"
            runs = [(0, inside - 1, own), (inside, tool.outcomes - 1, other)]
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
        beside = ""
        if isinstance(self.procedure, Sets):
            beside = " the app says" if self.instrument.kind == "bits" else " say"
        return tuple(f"If it is {x.outcomes}:{beside} {x.what}." for x in self.parts)

    @property
    def respondent(self) -> tuple[str, ...]:
        """The respondent's instructions, one string per step, in words that a child can follow."""
        p = self.mechanism
        which = _either(p.input_labels) if p.k <= MOST_NAMED else f"the {p.k} answers of the list"
        asked = f"The question is which of these is true of you: {which}."
        if self.question:
            asked = f"The question: {self.question} Which of these is true of you: {which}?"
        cards = (
            f"Besides, take the {p.k} answer cards; each has one of the answers on it. Lay the card with your true answer aside, "
            "face down, so that nobody sees which it is. To draw blindly, shuffle the others and draw without looking."
        )
        if isinstance(self.procedure, Sets) and self.procedure.size > 1:
            cards += " Say the answers in the order of the list."
        return (
            f"{asked} Answer it in your head. Do not say it.",
            *self.instrument.steps(),
            *([cards] if self.has_answer_cards else []),
            *self.rulings,
            SILENT,
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warn about answers that prove something about their respondent."""
        return warnings_of_proof(self.mechanism.pair)

    @property
    def assumption(self) -> str:
        """What must hold of the instrument, and of answer cards if there are any, for the stated probabilities to be true."""
        cards = " Shuffled answer cards are drawn with equal chances." if self.has_answer_cards else ""
        return f"{self.instrument.assumption}{cards}"

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
