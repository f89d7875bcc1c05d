"""`rropt device`: scripts for dice, cards and other instruments with which people follow a design, and the classical devices."""

from __future__ import annotations

from pathlib import Path

from rropt.cli.readers import read_given, refuse_beside
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
from rropt.errors import InputError
from rropt.files import is_file
from rropt.problem.result import Design

__all__ = ["birthdays_in", "device"]

ALL = "classical"


def device(
    design: str,
    *,
    question: str | None = None,
    device: str | None = None,
    epsilon: str | None = None,
    prevalence: str | None = None,
) -> Device | Classical | ClassicalTable:
    """Write the scripts with which people carry out a design. They say what respondents and interviewers do, with dice or cards.

    Args:
        design: A design's JSON; any mechanism, as a file or a spec such as warner:p=0.7; a classical device by name, such as
            crosswise; or classical, for all.
        question: The question as it is asked.
        device: What respondents hold: cards:52 (playing cards), coins:2, dice:2, spinner, denominator:100 (numbered lots), bits:32
            (an app's code), birthdays:days, birthdays:months or birthdays:A,B,… (the twelve months' shares).
        epsilon: With classical: all devices at this one budget.
        prevalence: The prevalence at which the classical devices, or a mechanism and its device, are compared.

    Returns:
        The device, or the table of the classical devices.
    """
    # a text is the name of a classical device if it is no file, no path and no spec with parameters
    if design in (ALL, *CLASSICAL) or not (
        is_file(Path(design)) or Path(design).suffix or "/" in design or ":" in design
    ):
        born, at = birthdays_in(device), prevalence or "1/10"
        if design != ALL:
            refuse_beside("one classical device", {"epsilon": epsilon})
            return classical_device(design, prevalence=at, question=question or "", **born)
        refuse_beside("the table of classical devices", {"question": question})
        if epsilon is None:
            return classical_table(at, **born)
        refuse_beside("the classical devices at one epsilon", {"device": device})
        return classical_at(epsilon, at)
    refuse_beside("a device for a design or a mechanism", {"epsilon": epsilon})
    if isinstance(p := read_given(design), Design):
        refuse_beside("a design, which has its own,", {"prevalence": prevalence})
        return choose_device(p, device, question=question or "")
    return choose_device(p, device, question=question or "", prevalence=prevalence)


def birthdays_in(device: str | None) -> dict[str, str]:
    """Read the birthdays of a classical device from --device, as the argument of the functions that make it."""
    kind, _, days = (device or "birthdays:months").partition(":")
    if kind != "birthdays":
        raise InputError(f"--device {device} does not go with a classical device; give birthdays:DAYS, or drop it")
    return {"birthdays": days}
