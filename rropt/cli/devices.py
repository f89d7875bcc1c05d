"""`rropt device`, the scripts with which people follow a design, and `rropt report`, the page about it for an ethics board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rropt.cli.readers import read_given, refuse_beside
from rropt.devices.classical import (
    CLASSICAL,
    Classical,
    ClassicalTable,
    classical_at,
    classical_device,
    classical_table,
)
from rropt.devices.device import Device
from rropt.devices.realise import choose_device
from rropt.files import is_file, read_json, read_text
from rropt.page import board
from rropt.problem.result import Design

__all__ = ["device", "report"]

ALL = "classical"
NO_ESTIMATE = "holds no estimate; give what `rropt estimate … --json -o estimate.json` writes"


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
    if design == ALL:
        refuse_beside("the table of classical devices", {"question": question})
        if epsilon is None:
            return classical_table(prevalence or "1/10", birthdays=_birthdays(device))
        refuse_beside("the classical devices at one epsilon", {"device": device})
        return classical_at(epsilon, prevalence or "1/10")
    refuse_beside("a device for one design, mechanism or name", {"epsilon": epsilon})
    if (held := _classical_of(design, device, prevalence, question)) is not None:
        return held
    return choose_device(read_given(design), device, question=question or "", prevalence=prevalence)


def _classical_of(
    name: str, device: str | None, prevalence: str | None, question: str | None = None
) -> Classical | None:
    """Make the classical device of this name. A text is such a name if it is no file, no path and no spec with parameters."""
    is_other = is_file(Path(name)) or Path(name).suffix or "/" in name or ":" in name
    if is_other and name not in CLASSICAL:
        return None
    return classical_device(
        name, prevalence=prevalence or "1/10", question=question or "", birthdays=_birthdays(device)
    )


def _birthdays(device: str | None) -> str:
    """The birthdays that --device states; what states none is refused by what reads them."""
    return (device or "birthdays:months").removeprefix("birthdays:")


def report(
    design: str,
    *,
    device: str | None = None,
    data: Path | None = None,
    prevalence: str | None = None,
    **how: Any,
) -> board.Board:
    """Write the page for an ethics board. It says what people do, what answers give away, how many people, what is proved.

    Args:
        design: A design's JSON; or what is in use: a mechanism, as a file or a name such as warner:p=0.7, or a classical device.
        device: What respondents hold: cards:52, coins:2, dice:2, denominator:100, bits:32, birthdays:days or spinner.
        prevalence: The prevalence planned for: 1/10, or a share for each input; the design's own, or equal ones, unless given.
        data: The JSON of an estimate from this design's answers.

    Returns:
        The page; -o FILE.html or FILE.md writes it.
    """
    how |= {
        "prevalence": prevalence,
        "data": None if data is None else read_json(read_text(data), fault=f"{data} {NO_ESTIMATE}", numbers=float),
    }
    if (classical := _classical_of(design, device, prevalence)) is not None:
        return board.report(classical, **how)
    p = read_given(design)
    of_use = None if isinstance(p, Design) else prevalence  # a design has its own
    return board.report(p, device=None if device is None else choose_device(p, device, prevalence=of_use), **how)
