"""Reads what only the command line reads: mechanisms, which are named by any file that has one, or by a spec."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rropt.devices.stored import read_device
from rropt.engine.sets import SetMechanism
from rropt.errors import InputError
from rropt.exact.spelling import show
from rropt.families import from_spec
from rropt.files import is_directory, is_file, read_text
from rropt.mechanism import Mechanism, require_matrix
from rropt.objectives.variance import Prevalence
from rropt.problem.mechanisms import mechanism_in
from rropt.problem.result import Design
from rropt.problem.stored import read_design

__all__ = [
    "READERS",
    "is_table",
    "own_design",
    "own_range",
    "read_any_mechanism",
    "read_mechanism",
    "read_mechanisms",
    "read_shares",
    "refuse_beside",
]

DEVICE = re.compile(r'"schema": "rropt\.(device|classical)/')


def read_mechanism(source: str, *, rows_are_inputs: bool = False) -> Mechanism:
    """Read a mechanism from a CSV or JSON file, or from a family spec such as warner:p=3/4."""
    takers = f"show, check, plan, draw, estimate, simulate, device and report take {source}"
    return require_matrix(read_any_mechanism(source, rows_are_inputs=rows_are_inputs), "this command", takers)


def read_mechanisms(sources: Sequence[str], *, rows_are_inputs: bool) -> list[Mechanism]:
    """Read several mechanisms. --rows-are-inputs is about those in CSV files; it is refused if there is none."""
    tables = [rows_are_inputs and is_table(x) for x in sources]
    found = [read_mechanism(x, rows_are_inputs=y) for x, y in zip(sources, tables, strict=True)]
    if rows_are_inputs and not any(tables):
        raise _no_table(*sources)
    return found


def read_any_mechanism(source: str, *, rows_are_inputs: bool = False) -> Mechanism | SetMechanism:
    """Read a mechanism as `read_mechanism` does; its answers may also be sets of inputs, for which there is no matrix."""
    path = Path(source)
    text = read_text(path) if is_file(path) else None
    if text is not None and _is_csv(text):
        with _naming(f"{source} is read as a mechanism's matrix"):
            return Mechanism.from_csv(text, rows_are_inputs=rows_are_inputs)
    if rows_are_inputs:
        raise _no_table(source)
    if text is None:
        return _of_spec(source)
    with _naming(source):
        return read_device(text) if DEVICE.search(text) else mechanism_in(text)


@contextmanager
def _naming(file: str) -> Iterator[None]:
    """Begin the sentence of an error with the name of the file that it is about."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{file}: ", *error.args) from None


def own_design(source: str) -> Design | None:
    """Return the design in a file; None if it is about a range of budgets, or `source` is no design's file."""
    text = read_text(Path(source)) if is_file(Path(source)) else ""
    if f'"schema": "{Design.schema}"' not in text:
        return None
    with _naming(source):
        found = read_design(text)
    return found if isinstance(found, Design) else None


def refuse_beside(what: str, given: Mapping[str, object]) -> None:
    """Refuse the first of these options that was given, as it does not go with what was asked for."""
    if stray := next((name for name, x in given.items() if x is not None), None):
        raise InputError(f"--{stray} does not go with {what.rstrip(',')}; drop one of the two")


def read_shares(prevalence: str | None, k: int) -> str | list[str] | None:
    """Read the prevalence of k inputs: one share of two, a list of shares of more."""
    return prevalence.split(",") if prevalence and k > 2 else prevalence


def own_range(source: str) -> str | None:
    """Return the range of prevalences for which the design in a file was made, as one would type it after --prevalence."""
    found = own_design(source)
    if found is None or not isinstance(found.problem.objective, Prevalence):
        return None
    share = found.problem.objective.prevalence
    return f"{show(share.lower)}..{show(share.upper)}" if share.lower < share.upper else None


def is_table(source: str) -> bool:
    """Whether a mechanism is named by a file that is read as CSV, because it is no JSON."""
    path = Path(source)
    return is_file(path) and _is_csv(read_text(path))


def _is_csv(text: str) -> bool:
    return not text.lstrip().startswith("{")


def _no_table(*sources: str) -> InputError:
    """Make the error for --rows-are-inputs without a CSV file."""
    named = f"{sources[0]} is not one" if len(sources) == 1 else "none was named"
    return InputError(f"--rows-are-inputs is about a CSV file, and {named}; drop it")


def _of_spec(source: str) -> Mechanism:
    path = Path(source)
    if is_directory(path) or path.suffix.lower() in (".csv", ".json") or source.endswith("/"):
        fault = f"{source} is a directory" if is_directory(path) else f"there is no file {source}"
        fault = fault if source else "the mechanism's name is empty"
        raise InputError(f"{fault}; give a mechanism's file, or a spec such as warner:p=3/4")
    try:
        return from_spec(source)
    except InputError as error:  # as text, since a parameter of a spec is not the option of the same name
        raise InputError(str(error)) from None


READERS: Mapping[Any, Callable[[str], Any]] = {Mechanism: read_mechanism, SetMechanism: read_any_mechanism}
"""For each type that a command's function takes, the function that reads a text as a value of it."""
