"""`rropt device`: scripts for dice, cards and other instruments with which people follow a design, and the classical devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rropt.cli.readers import read_any_mechanism
from rropt.devices.at_epsilon import classical_at
from rropt.devices.choose import choose_device
from rropt.devices.classical import CLASSICAL, Classical, ClassicalTable, classical_device, classical_table
from rropt.devices.device import Device
from rropt.errors import InputError
from rropt.files import is_file, read_json, read_text
from rropt.problem.result import Design
from rropt.problem.stored import read_design

__all__ = ["design_in", "device", "refuse_beside"]

ALL = "classical"


def device(
    design: str,
    *,
    question: str | None = None,
    cards: int | None = None,
    coins: int | None = None,
    dice: int | None = None,
    spinner: bool = False,
    birthdays: str | None = None,
    denominator: int | None = None,
    bits: int | None = None,
    epsilon: str | None = None,
    prevalence: str | None = None,
    inputs: Sequence[str] | None = None,
) -> Device | Classical | ClassicalTable:
    """Write the scripts with which people carry out a design: what respondents and interviewers do, with dice or cards.

    Args:
        design: A design's JSON; any mechanism, as a file or a spec such as warner:p=0.7; a classical device by name, such as
            crosswise; or classical, for all.
        question: The question as it is asked.
        cards: A pack of N cards; 52 are playing cards.
        coins: A coin thrown N times.
        dice: A die thrown N times.
        spinner: An arrow on a disc of 360 degrees.
        birthdays: A birthday: days or months (all equally likely), or the shares of the twelve months, A,B,….
        denominator: N numbered lots.
        bits: Code for an app, with thresholds on a number of N random bits.
        epsilon: With classical: all devices at this one budget.
        prevalence: The prevalence at which the classical devices, or a mechanism and its device, are compared.
        inputs: Names for the inputs of a mechanism.

    Returns:
        The device, or the table of the classical devices.
    """
    born: dict[str, Any] = {} if birthdays is None else {"birthdays": birthdays}
    tools = {
        "cards": cards,
        "coins": coins,
        "dice": dice,
        "spinner": spinner or None,
        "denominator": denominator,
        "bits": bits,
    }
    if design == ALL or _is_name(design):
        refuse_beside("a classical device", {**tools, "inputs": inputs})
        at = prevalence or "1/10"
        if design != ALL:
            refuse_beside("one classical device", {"epsilon": epsilon})
            return classical_device(design, prevalence=at, question=question or "", **born)
        refuse_beside("the table of classical devices", {"question": question})
        if epsilon is None:
            return classical_table(at, **born)
        refuse_beside("the classical devices at one epsilon", born)
        return classical_at(epsilon, at)
    refuse_beside("a device for a design or a mechanism", {"epsilon": epsilon})
    asked = {**tools, "spinner": spinner, **born, "question": question or ""}
    if (found := design_in(design)) is not None:
        refuse_beside("a design, which has its own,", {"prevalence": prevalence, "inputs": inputs})
        return choose_device(found, **asked)
    p = read_any_mechanism(design)
    shares = prevalence.split(",") if prevalence and p.k > 2 else prevalence
    return choose_device(p.relabel(inputs=inputs), prevalence=shares, **asked)


def _is_name(text: str) -> bool:
    """Whether a text can only be the name of a classical device: it is no file, no path and no spec with parameters."""
    return text in CLASSICAL or not (is_file(Path(text)) or Path(text).suffix or "/" in text or ":" in text)


def refuse_beside(beside: str, given: Mapping[str, object]) -> None:
    """Refuse options that do not go with what was asked for."""
    if stray := next((name for name, x in given.items() if x is not None), None):
        raise InputError(f"--{stray} does not go with {beside.rstrip(',')}; leave it out")


def design_in(source: str) -> Design | None:
    """Read a design from a JSON file, whose certificate is judged again; None if `source` is no file or holds no such design."""
    text = read_text(Path(source)) if is_file(Path(source)) else ""
    document = read_json(text, file=Path(source), has_numbers=True) if text.lstrip().startswith("{") else None
    if not isinstance(document, dict) or document.get("schema") != Design.schema:
        return None
    try:
        found = read_design(text)
    except InputError as error:
        raise InputError(f"{source}: ", *error.args) from None
    assert isinstance(found, Design)
    return found
