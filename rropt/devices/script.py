"""The scripts of a device in words: for the respondent, for the interviewer, and as code for an app."""

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

__all__ = ["SILENT", "Part", "assumption", "code", "interviewer", "respondent"]

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


def parts(tool: Instrument, procedure: Procedure, p: Mechanism | SetMechanism) -> tuple[Part, ...]:
    """Group the outcomes of the instrument by what they tell the respondent to do, in the order of the outcomes.

    A set of answers is drawn blindly, so all sets that contain the truth are equally likely, and so are all sets that do not.
    """
    if isinstance(procedure, Sets):
        inside, d = procedure.inside, procedure.size
        others = f"of the other {procedure.k - 1}"
        own = "your true answer" if d == 1 else f"your true answer and {d - 1} {others}, drawn blindly"
        other = f"{'one' if d == 1 else d} {others} answers, drawn blindly"
        runs = [(0, inside - 1, own), (inside, tool.outcomes - 1, other)]
    else:
        runs = [(rule.first, rule.last, _action(rule, p)) for rule in procedure]
    return tuple(
        Part(tool.words(first, last), tool.chance(first, last), what) for first, last, what in runs if first <= last
    )


def rulings(tool: Instrument, procedure: Procedure, p: Mechanism | SetMechanism) -> tuple[str, ...]:
    """Write, for each range of outcomes of the instrument, the instruction that the respondent, or the app, follows."""
    beside = ""
    if isinstance(procedure, Sets):
        beside = ": the app says" if tool.kind == "bits" else ": say"
    return tuple(f"If it is {x.outcomes}{beside or ':'} {x.what}." for x in parts(tool, procedure, p))


def respondent(
    tool: Instrument, procedure: Procedure, p: Mechanism | SetMechanism, question: str = ""
) -> tuple[str, ...]:
    """Write the steps for the respondent, in words that a child can follow."""
    which = _either(p.input_labels) if p.k <= MOST_NAMED else f"the {p.k} answers of the list"
    asked = f"The question is which of these is true of you: {which}."
    if question:
        asked = f"The question: {question} Which of these is true of you: {which}?"
    order = " Say the answers in the order of the list." if isinstance(procedure, Sets) and procedure.size > 1 else ""
    cards = (
        f"Besides, take the {p.k} answer cards; each has one of the answers on it. Lay the card with your true answer aside. To "
        f"draw blindly, shuffle the others and draw without looking.{order}"
    )
    return (
        f"{asked} Answer it in your head. Do not say it.",
        *tool.steps(),
        *([cards] if _has_answer_cards(tool, procedure) else []),
        *rulings(tool, procedure, p),
        SILENT,
    )


def _either(labels: Sequence[str]) -> str:
    *others, last = [f'"{x}"' for x in labels]
    return f"{', '.join(others)} or {last}" if others else last


def _action(rule: Rule, p: Mechanism | SetMechanism) -> str:
    """Say what a rule demands of the respondent, as an exception from the truth where that is shorter."""
    assert isinstance(p, Mechanism)
    said = [_spoken(p.output_labels[i]) for i in rule.say]
    if rule.is_forced:
        return f'say "{said[0]}", whatever is true'
    # answers without labels are mere numbers, also where a truth has the same number
    truths = ("",) * p.k if p.outputs is None and p.m != p.k else p.input_labels
    if tuple(said) == truths:
        return "tell the truth"
    lied: dict[str, list[str]] = {}
    for truth, label, x in zip(truths, p.input_labels, said, strict=True):
        if x != truth:
            lied.setdefault(x, []).append(label)
    others = [f'if the truth is {_either(labels)}, say "{x}"' for x, labels in lied.items()]
    return "; ".join([*others, "else tell the truth"] if sum(map(len, lied.values())) < p.k else others)


def _spoken(label: str) -> str:
    """Write an answer as people say it. A set such as {a,b} becomes `a or b`."""
    return " or ".join(label[1:-1].split(",")) if _is_set(label) else label


def _is_set(label: str) -> bool:
    return label[:1] == "{" and label[-1:] == "}" and "," in label  # the set of one truth has its plain label


def _has_answer_cards(tool: Instrument, procedure: Procedure) -> bool:
    """Whether respondents draw from answer cards besides using the instrument; with code nobody takes cards."""
    return isinstance(procedure, Sets) and tool.kind != "bits"


def assumption(tool: Instrument, procedure: Procedure) -> str:
    """State what must hold of the instrument, and of answer cards if there are any, for the stated probabilities to be true."""
    cards = " Shuffled answer cards are drawn with equal chances." if _has_answer_cards(tool, procedure) else ""
    return f"{tool.assumption}{cards}"


def interviewer(
    tool: Instrument,
    procedure: Procedure,
    p: Mechanism | SetMechanism,
    promise: str,
    scores: Sequence[Fraction] | None = None,
) -> tuple[str, ...]:
    """Write the instructions for the interviewer: what to bring, say, write down, and do with the answers.

    If an answer proves something, the interviewer is told not to promise that nobody can tell. `scores` are those of the truths, if
    their mean is wanted.
    """
    cards = f", and {p.k} cards with one answer each" if _has_answer_cards(tool, procedure) else ""
    proofs = " ".join(warnings_of_proof(p.pair))
    say = f'Say: "Nobody can be sure from your answer what is true of you. {promise}"'
    if proofs:
        say = f'Do not say that nobody can tell. {proofs} What is kept is this: "{promise}"'
    return (
        f"Bring {tool.needed()}{cards}.",
        TRY,
        say,
        f"Write down the answer alone{_noted(procedure, p)}. Never ask what came up, and never ask again.",
        _estimator(p, scores),
    )


def _noted(procedure: Procedure, p: Mechanism | SetMechanism) -> str:
    """Say how to write down an answer that names several truths, so that the estimate can read it."""
    if isinstance(procedure, Sets):
        names = ",".join(p.input_labels[: procedure.size])
        return "" if procedure.size == 1 else f", in the order of the list and in braces, such as {{{names}}}"
    assert isinstance(p, Mechanism)
    sets = [label for label in p.output_labels if _is_set(label)]
    return f', of several truths in braces: "{_spoken(sets[0])}" as {sets[0]}' if sets else ""


def _estimator(p: Mechanism | SetMechanism, scores: Sequence[Fraction] | None) -> str:
    """Say how shares are estimated from the answers: by a formula for two truths and two answers, else by the device's file."""
    is_of_mean = p.matrix is not None and rank(p.matrix.rows) < p.k
    if is_of_mean and scores is None:
        return "Afterwards, count the answers: they do not tell the shares of the truths."
    if p.matrix is None or p.k != 2 or p.m != 2:
        option = f" --scores {','.join(map(show, scores))}" if is_of_mean and scores else ""
        return (
            f"Afterwards, `rropt estimate ANSWERS --answer COLUMN --mechanism device.json{option}` turns the answers into "
            f"estimates{' of the mean' if option else ''}. device.json is this device, as `rropt device … --json -o device.json` "
            "writes it."
        )
    (_, a), (_, b) = zip(*p.matrix.rows, strict=True)
    answer, truth = p.matrix.output_labels[1], p.input_labels[1]
    numbers = [decimal(x, digits=4) for x in (a, b - a)]
    is_short = all(Fraction(text) == x for text, x in zip(numbers, (a, b - a), strict=True))
    return (
        f'Afterwards, take the share of "{answer}" among the answers, subtract {show(a)} and divide by {show(b - a)}: that '
        f'estimates the share of people with the truth "{truth}"'
        f"{'' if is_short else f' (about (share − {numbers[0]}) / {numbers[1]})'}."
    )


def code(tool: Instrument, procedure: Procedure, p: Mechanism | SetMechanism) -> str:
    """Write the code of a Python function that takes a truth and returns an answer.

    The function compares a random integer, made of bits from the operating system, with thresholds.
    """
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
        return "\n".join(lines) + "\n"
    assert isinstance(p, Mechanism)
    for rule in procedure:
        said = [p.output_labels[i] for i in rule.say]
        table = repr(dict(zip(p.input_labels, said, strict=True)))
        what = repr(said[0]) if rule.is_forced else "truth" if tuple(said) == p.input_labels else f"{table}[truth]"
        is_last = rule.last == tool.outcomes - 1
        lines.append(f"    return {what}" if is_last else f"    if x < {rule.last + 1}:\n        return {what}")
    return "\n".join(lines) + "\n"
