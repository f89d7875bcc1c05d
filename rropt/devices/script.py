"""The scripts of a device in words: for the respondent, for the interviewer, and as code for an app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rropt.devices.instrument import Instrument
from rropt.devices.rules import Rule, Sets
from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.matrix import rank
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.privacy.words import warnings_of_proof

__all__ = [
    "Part",
    "code",
    "interviewer",
    "parts",
    "respondent",
    "rulings",
    "say_answer",
    "say_assumption",
    "steps_of_interviewer",
]

MOST_NAMED = 24


@dataclass(frozen=True, slots=True)
class Part:
    """Outcomes `first` to `last` of an instrument, counted from 0, both included; `chance` is their probability.

    `outcomes` names them in words, and `what` says briefly what the respondent does if one of them comes up.
    """

    first: int
    last: int
    chance: Fraction
    outcomes: str
    what: str


def parts(tool: Instrument, procedure: Sequence[Rule] | Sets, p: Mechanism | SetMechanism) -> tuple[Part, ...]:
    """Group the outcomes of the instrument by what they tell the respondent to do, in the order of the outcomes."""
    runs: list[tuple[int, int, str]] = []
    if isinstance(procedure, Sets):
        inside, d = procedure.inside, procedure.size
        own = "your true answer" if d == 1 else f"your true answer and {d - 1} of the others, drawn blindly"
        other = f"{'one' if d == 1 else d} of the other answers, drawn blindly"
        runs = [(0, inside - 1, own), (inside, tool.outcomes - 1, other)]
    else:
        assert isinstance(p, Mechanism)
        runs = [(rule.first, rule.last, _action(rule, p)) for rule in procedure]
    return tuple(
        Part(first, last, tool.chance(first, last), tool.words(first, last), what)
        for first, last, what in runs
        if first <= last
    )


def respondent(
    tool: Instrument, procedure: Sequence[Rule] | Sets, p: Mechanism | SetMechanism, question: str = ""
) -> tuple[str, ...]:
    """Write the steps for the respondent, in words that a child can follow."""
    which = _either(p.input_labels) if p.k <= MOST_NAMED else f"the {p.k} answers of the list"
    asked = f"The question is which of these is true of you: {which}."
    if question:
        asked = f"The question: {question} Which of these is true of you: {which}?"
    think = f"{asked} Answer it in your head. Do not say it."
    return (
        think,
        *tool.steps(),
        *([_answer_cards(procedure)] if isinstance(procedure, Sets) and tool.kind != "bits" else []),
        *rulings(tool, procedure, p),
        "Tell nobody what you threw, drew or thought of: only your answer is written down.",
    )


def rulings(tool: Instrument, procedure: Sequence[Rule] | Sets, p: Mechanism | SetMechanism) -> tuple[str, ...]:
    """Write, for each range of outcomes of the instrument, the instruction that the respondent follows."""
    if isinstance(procedure, Sets):
        return tuple(_sets_steps(tool, procedure))
    assert isinstance(p, Mechanism)
    return tuple(f"{_outcome(tool, rule)}: {_action(rule, p)}." for rule in procedure)


def _either(labels: Sequence[str]) -> str:
    *others, last = [f'"{x}"' for x in labels]
    return f"{', '.join(others)} or {last}" if others else last


def _outcome(tool: Instrument, rule: Rule) -> str:
    return f"If it is {tool.words(rule.first, rule.last)}"


def _action(rule: Rule, p: Mechanism) -> str:
    said = [say_answer(p.output_labels[i]) for i in rule.say]
    if rule.is_forced:
        return f'say "{said[0]}", whatever is true'
    if p.outputs is None and p.m != p.k:  # the answers are mere numbers, also where a truth has the same number
        return "; ".join(f'if the truth is "{truth}", say "{x}"' for truth, x in zip(p.input_labels, said, strict=True))
    if tuple(said) == p.input_labels:
        return "tell the truth"
    lied: dict[str, list[str]] = {}  # by answer, the truths under which it is said but false
    for truth, x in zip(p.input_labels, said, strict=True):
        if x != truth:
            lied.setdefault(x, []).append(truth)
    others = [f'if the truth is {_either(truths)}, say "{x}"' for x, truths in lied.items()]
    return "; ".join([*others, "else tell the truth"] if sum(map(len, lied.values())) < p.k else others)


def say_answer(label: str) -> str:
    """Write an answer as people say it. A set such as {a,b} becomes `a or b`."""
    return " or ".join(label[1:-1].split(",")) if _is_set(label) else label


def _is_set(label: str) -> bool:
    return label[:1] == "{" and label[-1:] == "}" and "," in label  # the set of one truth has its plain label


def _answer_cards(sets: Sets) -> str:
    return f"Besides, take the {sets.k} answer cards; each has one of the answers on it. Lay the card with your true answer aside."


def _sets_steps(tool: Instrument, sets: Sets) -> list[str]:
    """Write the steps for subset selection.

    In these steps a set of answers is drawn blindly: by the respondent, who has one card for each answer, or by the app. So all
    sets that contain the truth are equally likely, and so are all sets that do not.
    """
    last = tool.outcomes - 1
    truth = _outcome(tool, Rule(0, sets.inside - 1, (0,))) if sets.inside else ""
    rest = _outcome(tool, Rule(sets.inside, last, (0,))) if sets.inside <= last else ""
    others, d = sets.k - 1, sets.size
    if tool.kind == "bits":  # with code nobody takes cards
        with_it = "your true answer" if d == 1 else f"your true answer and {d - 1} of the other {others}, drawn blindly"
        without = f"{'one' if d == 1 else d} of the other {others} answers, drawn blindly"
        return [f"{part}, the app says {what}." for part, what in ((truth, with_it), (rest, without)) if part]
    draw = "draw one without looking" if d == 1 else f"draw {d} without looking"
    said = "Say the answer on it" if d == 1 else f"Say the {d} answers on them in the order of the list"
    own = "say your true answer" if d == 1 else f"draw {d - 1} without looking, and add your own card. {said}"
    return [
        *([f"{truth}: {own if d == 1 else f'shuffle the other {others} cards, {own}'}."] if truth else []),
        *([f"{rest}: shuffle the other {others} cards, {draw}. {said}."] if rest else []),
    ]


def _has_answer_cards(tool: Instrument, procedure: Sequence[Rule] | Sets) -> bool:
    """Whether respondents draw from answer cards besides using the instrument; with code nobody takes cards."""
    return isinstance(procedure, Sets) and tool.kind != "bits"


def say_assumption(tool: Instrument, procedure: Sequence[Rule] | Sets) -> str:
    """Write what must hold of the instrument, and of answer cards if there are any, for the stated probabilities to be true."""
    cards = " Shuffled answer cards are drawn with equal chances." if _has_answer_cards(tool, procedure) else ""
    return f"{tool.assumption}{cards}"


def interviewer(
    tool: Instrument,
    procedure: Sequence[Rule] | Sets,
    p: Mechanism | SetMechanism,
    promise: str,
    *,
    of_design: bool = True,
) -> tuple[str, ...]:
    """Write the instructions for the interviewer: what to bring, say, write down, and do with the answers."""
    cards = f", and {p.k} cards with one answer each" if _has_answer_cards(tool, procedure) else ""
    return steps_of_interviewer(f"{tool.needed()}{cards}", p, promise, noted=_noted(procedure, p), of_design=of_design)


def steps_of_interviewer(
    needed: str, p: Mechanism | SetMechanism, promise: str, *, noted: str = "", of_design: bool = True
) -> tuple[str, ...]:
    """Write the interviewer's steps for any device.

    `needed` is what to bring. `noted` says how to write down an answer that is no plain label. `of_design` tells whether the device
    was made for a design, which then has a file of its own.
    """
    return (
        f"Bring {needed}.",
        "Let the respondent try it once with a harmless question. Then turn away, or on the telephone ask to hear nothing of it: "
        "you must never learn the outcome.",
        _promise(p.pair, promise),
        f"Write down the answer alone{noted}. Never ask what came up, and never ask again.",
        _estimator(p, of_design),
    )


def _noted(procedure: Sequence[Rule] | Sets, p: Mechanism | SetMechanism) -> str:
    """Say how to write down an answer that names several truths, so that the estimate can read it."""
    if isinstance(procedure, Sets):
        if procedure.size == 1:
            return ""
        names = list(p.input_labels[: procedure.size])
        return f", in the order of the list and in braces, such as {{{','.join(names)}}}"
    assert isinstance(p, Mechanism)
    sets = [label for label in p.output_labels if _is_set(label)]
    return f', of several truths in braces: "{say_answer(sets[0])}" as {sets[0]}' if sets else ""


def _promise(p: Mechanism, promise: str) -> str:
    """Write what the interviewer says to the respondent.

    If no answer proves anything, the text begins with the promise that nobody can be sure of the truth. Otherwise it tells the
    interviewer not to promise that.
    """
    proofs = " ".join(warnings_of_proof(p))
    if proofs:
        return f'Do not say that nobody can tell. {proofs} What is kept is this: "{promise}"'
    return f'Say: "Nobody can be sure from your answer what is true of you. {promise}"'


def _estimator(p: Mechanism | SetMechanism, of_design: bool) -> str:
    if p.matrix is None or p.k != 2 or p.m != 2:
        scores, made = "", "estimates"
        if p.matrix is not None and rank(p.matrix.rows) < p.k:
            if not of_design:
                return "Afterwards, count the answers: they do not tell the shares of the truths."
            scores = " --scores SCORES"
            made = "an estimate of the mean of the scores, one for each truth, that the design was made for"
        other = (
            " The design's own file has other chances where the device is not the optimum itself." if of_design else ""
        )
        return (
            f"Afterwards, `rropt estimate ANSWERS --answer COLUMN --mechanism device.json{scores}` turns the answers' shares into "
            f"{made}. device.json is this device, as `rropt device … --json -o device.json` writes it.{other}"
        )
    (_, a), (_, b) = zip(*p.rows, strict=True)
    answer, truth = p.output_labels[1], p.input_labels[1]
    return (
        f'Afterwards, take the share of "{answer}" among the answers, subtract {show(a)} and divide by {show(b - a)}: '
        f'that estimates the share of people with the truth "{truth}"{_in_decimals(a, b - a)}.'
    )


def _in_decimals(a: Number, d: Number) -> str:
    """Write the estimate (share − a)/d with rounded numbers a and d; empty if the exact ones are short decimals."""
    said = decimal(a, digits=4), decimal(d, digits=4)
    if all(Fraction(text) == x for text, x in zip(said, (a, d), strict=True)):
        return ""
    return f" (about (share − {said[0]}) / {said[1]})"


def code(tool: Instrument, procedure: Sequence[Rule] | Sets, p: Mechanism | SetMechanism) -> str:
    """Write the code of a Python function that takes a truth and returns an answer.

    The function compares a random integer, made of bits from the operating system, with thresholds.
    """
    head = [
        "import secrets",
        "",
        "",
        "def answer(truth):",
        f"    x = secrets.randbits({tool.count})  # 0 to {tool.outcomes - 1}, all equally likely",
    ]
    if isinstance(procedure, Sets):
        size = procedure.size
        whole = "said[0]" if size == 1 else """"{" + ",".join(a for a in truths if a in said) + "}\""""
        lines = [
            "    draw = secrets.SystemRandom().sample  # without replacement",
            f"    truths = {list(p.input_labels)!r}",
            "    others = [a for a in truths if a != truth]",
            f"    if x < {procedure.inside}:",
            f"        said = [truth, *draw(others, {size - 1})]",
            "    else:",
            f"        said = draw(others, {size})",
            f"    return {whole}",
        ]
        return "\n".join([*head, *lines]) + "\n"
    assert isinstance(p, Mechanism)
    lines = []
    for rule in procedure:
        said = [p.output_labels[i] for i in rule.say]
        table = repr(dict(zip(p.input_labels, said, strict=True)))
        what = repr(said[0]) if rule.is_forced else "truth" if tuple(said) == p.input_labels else f"{table}[truth]"
        is_last = rule.last == tool.outcomes - 1
        lines.append(f"    return {what}" if is_last else f"    if x < {rule.last + 1}:\n        return {what}")
    return "\n".join([*head, *lines]) + "\n"
