"""A grid of questions in a TOML file, and the scheduler of a cluster by its address: what a command line names by a text."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from rropt.errors import InputError, need
from rropt.files import is_file, read_text
from rropt.problem.tables import read_table

__all__ = ["connect", "read_grid"]

FILES = ("prevalence", "scores", "utility", "prior")
"""Names whose values may be files of numbers, in the folder of the grid."""


def read_grid(name: str) -> dict[str, Sequence[object]]:
    """Read a TOML file with a value, or a list of values, for each name; a value may be a list itself, such as of labels."""
    path = Path(name)
    if not is_file(path):
        raise InputError(
            f"there is no file {name}; give a TOML file, or values such as --grid epsilon=ln2,ln3 --grid inputs=2,3"
        )
    try:
        given = tomllib.loads(read_text(path))
    except (ValueError, RecursionError) as error:  # a whole number of thousands of digits is a ValueError
        raise InputError(f"{name} is no TOML file: {str(error)[:120]}") from None
    found: dict[str, Sequence[object]] = {}
    for key, x in given.items():
        values = x if isinstance(x, list) else [x]
        parts = [part for y in values for part in (y if isinstance(y, list) else [y])]
        if not all(isinstance(part, str | int | float) and not isinstance(part, bool) for part in parts):
            raise InputError(f'{name}: {key[:40]} must be a text, a number, or a list of these, such as ["1/2", "1"]')
        files = [path.parent / y if isinstance(y, str) and key in FILES else None for y in values]
        found[key.replace("-", "_")] = [
            read_table(str(file)) if file and is_file(file) else y for file, y in zip(files, values, strict=True)
        ]
    return found


def connect(address: str) -> Executor:
    """Connect to a Dask scheduler, whose workers solve what is submitted."""
    distributed = need("distributed", f"the scheduler {address}", "'rropt[cluster]'")
    try:
        executor: Executor = distributed.Client(address, timeout="10s").get_executor()
    except (OSError, ValueError) as error:
        raise InputError(
            f"no scheduler answers at {address}: {str(error)[:80]}; give its address, such as tcp://host:8786"
        ) from None
    return executor
