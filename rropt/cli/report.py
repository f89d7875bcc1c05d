"""`rropt report`: the page for an ethics board about a design, a mechanism in use, or a classical device."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rropt.cli.device import birthdays_in
from rropt.cli.readers import read_given
from rropt.devices.choose import choose_device
from rropt.devices.classical import CLASSICAL, classical_device
from rropt.errors import InputError
from rropt.files import is_file, read_json, read_text
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
    asked = {"data": None if data is None else _estimate(data), "prevalence": prevalence, **how}
    if design in CLASSICAL and not is_file(Path(design)):
        held = classical_device(design, prevalence=prevalence or "1/10", **birthdays_in(device))
        return board.report(held, **asked)
    if isinstance(p := read_given(design), Design):
        return board.report(p, device=None if device is None else choose_device(p, device), **asked)
    return board.report(p, device=None if device is None else choose_device(p, device, prevalence=prevalence), **asked)


def _estimate(path: Path) -> Mapping[str, Any]:
    """Read the JSON of an estimate; first what is too long or told twice is refused."""
    text, advice = read_text(path), "give what `rropt estimate … --json -o estimate.json` writes"
    try:
        is_document = isinstance(read_json(text, has_numbers=True), dict)
    except InputError as error:
        raise InputError(f"{path} holds no estimate ({error}); {advice}") from None
    if not is_document:
        raise InputError(f"{path} holds no estimate; {advice}")
    found: Mapping[str, Any] = json.loads(text)
    return found
