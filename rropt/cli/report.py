"""`rropt report`: the page for an ethics board about a design, a mechanism in use, or a classical device."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rropt.cli.device import classical_of
from rropt.cli.readers import read_given
from rropt.devices.choose import choose_device
from rropt.files import read_json, read_text
from rropt.page import board
from rropt.problem.result import Design

__all__ = ["report"]


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
        "data": None if data is None else read_json(read_text(data), file=data, numbers=float),
    }
    if (classical := classical_of(design, device, prevalence)) is not None:
        return board.report(classical, **how)
    p = read_given(design)
    of_use = None if isinstance(p, Design) else prevalence  # a design has its own
    return board.report(p, device=None if device is None else choose_device(p, device, prevalence=of_use), **how)
