"""Reads a mechanism as only the command line does: from any file that has one, or from a spec."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rropt.devices.stored import read_device
from rropt.errors import InputError
from rropt.families import from_spec
from rropt.files import csv_cells, is_directory, is_file, read_text
from rropt.mechanism import Mechanism
from rropt.problem.result import Design
from rropt.problem.stored import mechanism_in, read_design

__all__ = ["read_given", "refuse_beside"]

DEVICE = re.compile(r'"schema": "rropt\.(device|classical)/')


def read_given(source: str) -> Any:
    """Read a mechanism or a design from a CSV or JSON file, or a mechanism from a family's spec such as warner:p=3/4.

    The rows of a CSV file are outputs, unless its first cell says `input`.
    """
    if not is_file(source):
        if is_directory(source) or source.lower().endswith((".csv", ".json", "/")):
            raise InputError(
                f"there is no file {source}{', as that is a directory' if is_directory(source) else ''}; give a mechanism's file, "
                "or a spec such as warner:p=3/4"
            )
        return from_spec(source)
    text = read_text(Path(source))
    is_table = not text.lstrip().startswith("{")
    try:
        if is_table:
            return Mechanism.from_csv(text, rows_are_inputs=csv_cells(text)[0][0] == "input")
        if f'"schema": "{Design.schema}"' in text:
            return read_design(text)
        return read_device(text) if DEVICE.search(text) else mechanism_in(text)
    except InputError as error:
        raise InputError(f"{source}{' is read as a matrix' if is_table else ''}: ", *error.args) from None


def refuse_beside(what: str, given: Mapping[str, object]) -> None:
    """Refuse the first of these options that was given, as it does not go with what was asked for."""
    if stray := next((name for name, x in given.items() if x is not None), None):
        raise InputError(f"--{stray} does not go with {what}; drop one of the two")
