"""Reading files of text, JSON and CSV, and writing a file whole or not at all.

Two checks come before any work is done: that the file can be written, and that no file which the command reads is overwritten.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rropt.errors import InputError, refuse
from rropt.exact.grammar import read_number

__all__ = [
    "PARQUET",
    "csv_cells",
    "is_directory",
    "is_file",
    "is_labelled",
    "read_json",
    "reads_as_number",
    "read_text",
    "refuse_other_formats",
    "refusing",
    "require_kept",
    "require_place",
    "write_whole",
]

PARQUET = (".parquet", ".pq")
PICTURES = (".svg", ".png")
MOST_BYTES = 1 << 26
is_file, is_directory = os.path.isfile, os.path.isdir  # Path's own fail for a text that cannot be a path


def require_kept(written: Path, read: Iterable[str]) -> None:
    """Refuse to write a file that is one of those which a command reads, even if it has another name or is a link."""
    for text in read:
        if is_file(written) and is_file(text) and written.samefile(text):
            raise InputError(
                f"cannot write {written}: it is the file {text}, which this command reads; name another file"
            )


@contextmanager
def refusing(what: str, advice: str = "") -> Iterator[None]:
    """Turn an error of the system, or of another library, each of which has errors of its own, into a refusal in a sentence."""
    try:
        yield
    except (InputError, MemoryError):
        raise
    # such as a link that leads to itself, or a text with a NUL, which is no path; or code of a user that ends the program
    except (Exception, SystemExit) as error:
        first = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError(
            f"{what}: {getattr(error, 'strerror', None) or first[:200]}{advice and f'; {advice}'}"
        ) from None


def require_place(path: Path, *, picture: bool = False) -> Path:
    """Return the path if a file can be written there; else refuse it. A picture's name must end in .svg or .png."""
    if picture and path.suffix.lower() not in PICTURES:
        raise InputError(f"cannot write a picture to {path.name}; give a file name that ends in .svg or .png")
    with refusing(f"cannot write {str(path)[:80]}"):
        folder = path.resolve().parent
        may_write = os.access(path, os.W_OK) if _is_device(path) else os.access(folder, os.W_OK | os.X_OK)
        refuse(
            (path.is_dir(), f"cannot write {path}: it is a directory; name a file"),
            (not folder.exists(), f"cannot write {path}: there is no folder {folder.name}; make it first"),
            (not folder.is_dir(), f"cannot write {path}: {folder.name} is not a folder; name another place"),
            (not may_write, f"cannot write {path}: you may not write there; name another place"),
        )
    return path


def _is_device(path: Path) -> bool:
    """Whether the path is a device (such as /dev/null), a pipe or a link in a circle: what is opened, and never replaced."""
    # what is resolved is a link only in a circle, which Python before 3.13 refuses to resolve
    return path.is_relative_to("/dev") or path.resolve().is_symlink() or (path.exists() and not path.is_file())


def write_whole(path: Path, data: bytes) -> None:
    """Write all bytes to the file, or leave it as it is.

    The bytes go to a new file in the same folder, which then replaces the file at `path` and gets its permissions. If the path is a
    link, the file that the link points to is replaced. A device or pipe is written to directly.
    """
    with refusing(f"cannot write {str(path)[:80]}"):
        if not _is_device(path):
            _replace(path.resolve(), data)
            return
        with path.open("ab") as device:
            device.write(data)


def _replace(path: Path, data: bytes) -> None:
    new = path.with_name(f".{path.name[:40]}.{secrets.token_hex(4)}")
    try:
        with new.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # otherwise a crash soon after could leave an empty file in place of the old one
        if path.exists():
            new.chmod(stat.S_IMODE(path.stat().st_mode))
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


# The first bytes of files that are often given in place of UTF-8 text, and what to do.
SIGNS = {
    b"PK\x03\x04": "is an Excel workbook or another zip archive; save it as CSV (UTF-8)",
    b"\xd0\xcf\x11\xe0": "is an old Excel workbook; save it as CSV (UTF-8)",
    b"\xff\xfe": "is UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "is UTF-16 text; save it as UTF-8",
}


def refuse_other_formats(path: Path) -> None:
    """Refuse an Excel or UTF-16 file, known by its first bytes, and say which it is."""
    with path.open("rb") as file:
        start = file.read(4)
    refuse(*((start.startswith(sign), f"{path} {said}") for sign, said in SIGNS.items()))


def read_text(path: Path) -> str:
    """Read a file of UTF-8 text; one that is too large is refused."""
    with refusing(f"cannot read {str(path)[:80]}"):
        if is_file(path):
            refuse_other_formats(path)
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(MOST_BYTES + 1)  # a device may have no end
        except UnicodeDecodeError:
            raise InputError(f"the file {path} is not UTF-8 text; save it as UTF-8") from None
    _require_short(text, f"the file {path}")
    return text


# ---- JSON and CSV ----------------------------------------------------------------------------------------------------------------


def _refuse_duplicates(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Make a dictionary from the pairs of one JSON object; refuse a repeated key."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InputError(f"one JSON object has the key '{key[:40]}' twice; remove one of the two")
        found[key] = value
    return found


def _refuse_number(text: str) -> Any:
    raise InputError(
        f'the JSON has the number {text[:40]} without quotes; write exact numbers as strings, such as "1/2"'
    )


def read_json(text: str, *, fault: str = "not a JSON document", numbers: Callable[[str], Any] = _refuse_number) -> Any:
    """Read a JSON document in which all numbers are written as strings.

    Refuse a number outside a string, a duplicate key, and a text that is too long. If the text is no JSON, the error begins with
    `fault`. If `numbers` is given, such as `str` or `float`, it reads each number outside a string from its text.
    """
    _require_short(text, "a JSON document")
    try:
        return json.loads(
            text,
            object_pairs_hook=_refuse_duplicates,
            parse_float=numbers,
            parse_int=numbers,
            parse_constant=_refuse_number,
        )
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"{fault}: {str(error)[:80]}") from None


def _require_short(text: str, what: str) -> None:
    """Refuse a text that is too long."""
    if len(text) > MOST_BYTES:
        raise InputError(f"{what} is larger than {MOST_BYTES} characters; give a smaller one")


# Matches what stands between two commas of a CSV text if its commas are decimal and semicolons or tabs separate its cells.
NUMBERS = re.compile(r"\d[\d.]*[;\t][\d.;\t]*")


def csv_cells(text: str) -> list[list[str]]:
    """Return the cells of a CSV text, line by line, without empty lines; refuse a text that is no CSV with commas."""
    _require_short(text, "a CSV file")
    try:
        read = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
        lines = [cells for row in read if any(cells := [c.strip() for c in row])]
    except csv.Error as error:
        raise InputError(f"not a CSV file: {error}") from None
    if not lines:
        raise InputError("the CSV file holds no numbers")
    first = [lines[0][0], *(cell for cell in lines[0][1:] if NUMBERS.fullmatch(cell))]
    if other := next((c for c in ";\t" if any(c in cell for cell in first)), None):
        raise InputError(f"the CSV file separates its cells by {other!r}; use commas, and points in decimals")
    return lines


def reads_as_number(text: str) -> bool:
    """Tell whether a text is a number."""
    try:
        read_number(text)
    except InputError:
        return False
    return True


def is_labelled(lines: list[list[str]], *corners: str) -> bool:
    """Tell by the first cell of a CSV whether the first line and the first column are labels.

    If the first cell is empty or one of `corners`, the result is True. If it is a number, the result is False. If it is another
    word, the result is True, except in one case: if a number stands below this word in the first column, the CSV could be read both
    ways, and an InputError is raised.
    """
    corner = lines[0][0]
    if corner in ("", *corners) or reads_as_number(corner):
        return corner in ("", *corners)
    if any(reads_as_number(row[0]) for row in lines[1:]):
        raise InputError(
            f"the CSV file's first cell, '{corner[:40]}', is not a number, but numbers stand below it; leave that cell empty if "
            "the first line and the first column are labels, else leave the first line out"
        )
    return True
