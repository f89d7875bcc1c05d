"""A file of designs, one line each, to which lines are only ever appended. Any number of sweeps may share it.

A line is a JSON object. It has the key of a problem, the JSON of the problem's design as text, and the SHA-256 of both. To add a
line, a sweep locks the file and first reads the lines that others have added. So no key stands in two valid lines, unless the
design in the first was not accepted when it was read, or the system has no file locks.

If a line was changed, or cut short because the process was killed, its SHA-256 does not fit and the line is skipped. The checker
judges every design again before it is used. If it rejects one, the problem is solved again and a second line is added; of several
lines with the same key the last counts.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rropt.exact.errors import InputError

__all__ = ["Store"]

# The module of file locks, which not every system has.
fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None
LONGEST_LINE = 1 << 26
BEGINNING = b'{"key":'  # of every line


@dataclass(slots=True)
class Store:
    """The designs in a file, as JSON texts by the keys of their problems.

    `broken` counts the lines that are cut short or changed. `read_to` is the byte up to which the file was read.
    """

    path: Path
    designs: dict[str, str] = field(default_factory=dict)
    broken: int = 0
    read_to: int = 0

    def refresh(self) -> None:
        """Read the lines added since the last call; text after the last line end is left for later."""
        with self._open() as file:
            self._read(file)

    def add(self, key: str, design: str) -> bool:
        """Append a design, unless its key is in the file by now; return whether it was appended."""
        with self._open() as file, _lock(file):
            self._read(file)
            if key in self.designs:
                return False
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - 1))
            whole = end == 0 or file.read(1) == b"\n"
            line = {"key": key, "design": design, "sha256": _digest(key, design)}
            file.seek(0, os.SEEK_END)
            file.write(b"" if whole else b"\n")
            file.write(f"{json.dumps(line, separators=(',', ':'))}\n".encode())
            file.flush()
            os.fsync(file.fileno())
            self._read(file)
        return True

    @contextmanager
    def _open(self) -> Iterator[Any]:
        """Open the file to read and write, and create it if it does not exist; refuse what is not a file."""
        try:
            if self.path.exists() and not self.path.is_file():
                # a device or a pipe keeps nothing, and may never come to an end when it is read
                raise InputError(f"the store {self.path} must be a regular file, to keep designs; name a file")
            self.path.touch()
            with self.path.open("r+b") as file:
                yield file
        except OSError as error:
            raise InputError(f"cannot use the store {self.path}: {error.strerror}; give another file") from None

    def _read(self, file: Any) -> None:
        """Read the lines that were appended since the last read, up to the last line end. Keep the designs; count damaged lines.

        If the file has lines, but no design in any of them, it is refused, so that nothing is appended to a file of another kind. A
        first line that was cut short is known by its beginning.
        """
        file.seek(self.read_to)
        is_foreign = False
        for line in file:
            if not line.endswith(b"\n"):
                is_foreign = not line.startswith(BEGINNING[: len(line)])
                break
            self.read_to += len(line)
            found = _parse(line)
            if found is None:
                self.broken += 1
            else:
                self.designs[found[0]] = found[1]
        if (self.broken or is_foreign) and not self.designs:
            raise InputError(
                f"no line of the file {self.path} is a design, so the file is not a store; name another file, or a new one"
            )


@contextmanager
def _lock(file: Any) -> Iterator[None]:
    """Lock the file against other writers, if the system has locks."""
    if fcntl is None:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _parse(line: bytes) -> tuple[str, str] | None:
    """Return the key and the design of a line; None if the line is incomplete, was changed, or is too long."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        data = json.loads(line)
        key, design = data["key"], data["design"]
        whole = isinstance(key, str) and isinstance(design, str) and data["sha256"] == _digest(key, design)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return (key, design) if whole else None


def _digest(key: str, design: str) -> str:
    """Return the SHA-256 of a key and a design."""
    return hashlib.sha256(f"{len(key)}:{key}{design}".encode()).hexdigest()
