"""What a respondent does, in one sentence."""

from __future__ import annotations

from rropt.engine.sets import SetMechanism
from rropt.exact.decimal import decimal
from rropt.mechanism import Mechanism

__all__ = ["say_what_to_do"]

MOST_SAID = 12


def say_what_to_do(p: Mechanism | SetMechanism) -> str:
    """Say what a respondent with each truth answers, and with what probability."""
    if isinstance(p, SetMechanism):
        return p.say()
    if p.is_free:
        return "answer with the chances of the table."
    if truth := _say_truthful(p):
        return truth
    if p.k * p.m > MOST_SAID:
        return "draw an answer with the chances that the table has in the column of their truth."
    return "; ".join(f'if the truth is "{name}", {_say_column(p, j)}' for j, name in enumerate(p.input_labels)) + "."


def _say_truthful(p: Mechanism) -> str:
    """Say the rule by which respondents tell the truth with one probability and each other answer with another, smaller one."""
    if p.m != p.k or p.k < 2 or (p.outputs is not None and p.output_labels != p.input_labels):
        return ""
    stays, leaves = p.rows[0][0], p.rows[0][1]
    rule = tuple(tuple(stays if i == j else leaves for j in range(p.k)) for i in range(p.k))
    if stays <= leaves or p.rows != rule:
        return ""
    if leaves == 0:
        return "tell the truth."
    others = "the opposite" if p.k == 2 else f"one of the other {p.k - 1} answers, each as likely"
    return f"tell the truth with probability {decimal(stays)}, else {others}."


def _say_column(p: Mechanism, j: int) -> str:
    """Say the answers of one truth."""
    given = [(row[j], name) for row, name in zip(p.rows, p.output_labels, strict=True) if row[j]]
    if len(given) == 1:
        return f'always answer "{given[0][1]}"'
    parts = [f'"{name}" with probability {decimal(x)}' for x, name in given]
    return f"answer {', '.join(parts[:-1])} and {parts[-1]}"
