"""`rropt device`: scripts for dice, cards and other instruments with which people follow a design, and the classical devices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rropt.cli.readers import read_given, read_shares, refuse_beside
from rropt.devices.choose import choose_device
from rropt.devices.classical import (
    CLASSICAL,
    Classical,
    ClassicalTable,
    classical_at,
    classical_device,
    classical_table,
)
from rropt.devices.device import Device
from rropt.files import is_file
from rropt.problem.result import Design

__all__ = ["device"]

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
    """Write the scripts with which people carry out a design. They say what respondents and interviewers do, with dice or cards.

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
    # a text is the name of a classical device if it is no file, no path and no spec with parameters
    if design in (ALL, *CLASSICAL) or not (
        is_file(Path(design)) or Path(design).suffix or "/" in design or ":" in design
    ):
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
    if isinstance(p := read_given(design), Design):
        refuse_beside("a design, which has its own,", {"prevalence": prevalence, "inputs": inputs})
        return choose_device(p, **asked)
    return choose_device(p.relabel(inputs=inputs), prevalence=read_shares(prevalence, p.k), **asked)
