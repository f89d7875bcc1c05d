"""A design in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rropt.exact.decimal import decimal, shown
from rropt.mechanism import Mechanism
from rropt.problem.verdicts import Verdict
from rropt.results import is_free

if TYPE_CHECKING:
    from rropt.problem.result import Design, Piece

__all__ = ["explain", "warning_lines"]

MOST_SHOWN = 12
FACE = (
    "Each is the end of a face of optimal designs that leads towards the constant answer, which is excluded: the mixtures "
    "of the two."
)


def explain(found: Design) -> str:
    """The question, the answer, how it is known, and what to read into it."""
    lines = [*warning_lines(found.warnings), f"Problem: {found.problem}.", f"Verdict: {found.verdict.value}."]
    if found.demand_said:
        lines.append(f"Read: {found.demand_said}.")
    if found.mechanism is not None:
        lines += ["", str(found.mechanism)]
    lines += ["", *_value_lines(found)]
    if found.mechanism is not None and (beliefs := found.problem.objective.say_beliefs(found.mechanism)):
        lines.append(beliefs)
    lines += _other_lines(found)
    if any(m.towards is not None for m in found.minimisers):
        lines.append(FACE)
    for piece in found.pieces:
        lines += _piece_lines(piece, found.mechanism)
        if piece.towards:
            lines.append(FACE)
    lines += ["", "Legs:", *(f"  {leg}" for leg in found.legs), f"Certified: {found.sentence}"]
    return "\n".join(lines + [f"Note: {note}." for note in found.all_notes])


def warning_lines(warnings: Sequence[str]) -> list[str]:
    """What an answer would prove, before anything else, and what forbids it."""
    if not warnings:
        return []
    shown, more = warnings[:MOST_SHOWN], len(warnings) - MOST_SHOWN
    rest = [f"Warning: {more} more answer{'s prove' if more > 1 else ' proves'} something."] if more > 0 else []
    advice = (
        "A demand that also bounds every ratio allows no such answer: join one to yours, such as & LDP(3) in Python, or "
        "--and ldp:epsilon=3 on the command line."
    )
    return [*(f"Warning: {said}" for said in shown), *rest, advice, ""]


def _other_lines(found: Design) -> list[str]:
    """The optimal designs beside the first, as many as fit on a screen or two."""
    others = found.minimisers[1:]
    if not others:
        return []
    told = "the others" if len(others) <= MOST_SHOWN else f"{MOST_SHOWN} of the others (--json has them all)"
    head = f"There are {len(found.minimisers)} optimal {found.problem.objective.optima}; {told}:"
    return [head, *(str(m.mechanism) for m in others[:MOST_SHOWN])]


def _value_lines(found: Design) -> list[str]:
    if found.lower is None or found.upper is None:
        return []
    name = str(found.problem.objective)
    if found.verdict is Verdict.WITHIN:
        low, high = (
            decimal(found.lower, digits=15, direction="lower"),
            decimal(found.upper, digits=15, direction="upper"),
        )
        gap = decimal(found.upper - found.lower, digits=2, direction="upper")
        return [f"Value: the optimal {name} lies in [{low}, {high}], gap at most {gap}."]
    value = shown(found.lower, digits=10)
    lines = [f"Value: {name} {value}." if value.startswith("≈") else f"Value: {name} = {value}."]
    if found.problem.objective.is_variance_per_answer and not is_free(found.lower):
        lines.append(
            f"That is n times the variance; the standard error at n = 1000 is {found.standard_error(1000):.4g}."
        )
    return lines


def _piece_lines(piece: Piece, common: Mechanism | None) -> list[str]:
    """Where the piece holds and its value; then its mechanisms, but not the one printed for all pieces together."""
    if piece.variable == "epsilon":
        where = f"Throughout {piece.interval}"
    elif piece.interval.startswith("t = "):
        where = f"Piece {piece.variable} = {piece.interval.removeprefix('t = ')}"
    elif piece.variable == "prevalence" and piece.lower == piece.upper:
        where = f"Piece {piece.variable} = {piece.interval}"
    elif piece.interval.startswith("every "):
        where = f"At {piece.interval}"
    else:
        where = f"Piece {piece.variable} in {piece.interval}"
    tables = [f"{p}\n" for p in piece.mechanisms if p != common]
    return [f"{where}: {piece.value}", *tables]
