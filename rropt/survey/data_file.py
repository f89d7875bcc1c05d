"""Reads CSV files (comma, semicolon or tab) and Parquet files, for all that read answers.

A CSV is read by Python, row by row; a Parquet file by Polars, or by pandas where Polars is not installed.
"""

from __future__ import annotations

import csv
import importlib.util
import math
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rropt.errors import InputError, need, refuse, spell_out
from rropt.files import PARQUET, is_directory, is_file, refuse_other_formats, refusing

__all__ = [
    "MOST_NAMED",
    "DataTable",
    "is_parquet",
    "is_path",
    "number_of",
    "open_parquet",
    "pairs_of_texts",
    "printable",
    "read_table",
    "require_file",
    "rows_of_csv",
]

# Bytes of a header, and fields that all rows of a CSV may lack together: short rows under a long header would fill the memory.
MOST_HEADER, MOST_MISSING = 1 << 24, 1 << 25
# A refusal names at most so many rows or texts.
MOST_NAMED = 5


def is_path(data: Any) -> bool:
    """Whether data are named by a path, or by a text that ends as names of files do."""
    return isinstance(data, Path) or (isinstance(data, str) and data.lower().endswith((".csv", ".tsv", *PARQUET)))


def require_file(file: Path, holds: str = "answers") -> None:
    """Refuse what is no file, or a file of another kind than CSV and Parquet."""
    wanted = f"give a CSV or Parquet file of {holds}"
    refuse(
        (is_directory(file), f"{file} is a directory; {wanted}"),
        # Path's own method fails for a text that cannot be a path
        (not os.path.exists(file), f"there is no file {file}; {wanted}"),  # noqa: PTH110
        (not is_file(file), f"{file} is a device or a pipe; {wanted}"),
        (file.suffix.lower() == ".json", f"{file} is a JSON file; {wanted}"),
    )


@dataclass(frozen=True, slots=True)
class DataTable:
    """The names of a file's columns, and its rows. A missing cell is None; a CSV's cells are texts."""

    names: tuple[str, ...]
    rows: list[tuple[Any, ...]]

    def column(self, name: str) -> list[Any]:
        """The cells of a column."""
        place = self.names.index(name)
        return [row[place] for row in self.rows]


def read_table(file: Path, *, holds: str = "answers", printed: bool = True, most: int | None = None) -> DataTable:
    """Read a file, or its first rows, at most so many. `holds` says in error messages what the file should contain.

    If `printed` is true, the cells may be printed, and are made `printable`.
    """
    require_file(file, holds)
    if is_parquet(file):
        frame = open_parquet(file).lazy()
        frame = (frame if most is None else frame.head(most)).collect()
        names, rows = frame.columns, iter(frame.rows())
    else:
        rows = rows_of_csv(file)
        names = next(rows)
    cell = printable if printed else lambda x: x
    return DataTable(tuple(names), [tuple(map(cell, row)) for row in islice(rows, most)])


def printable(cell: Any, blanks: Collection[str] = ("",)) -> Any:
    """Spell out all characters of a text that steer a terminal, such as a line break as \\n, so that no cell of a stranger's file
    looks like a line of the answer. A text that is one of `blanks` becomes None; what is no text stays."""
    if not isinstance(cell, str):
        return cell
    return None if cell in blanks else cell if cell.isprintable() else "".join(map(spell_out, cell))


def number_of(cell: Any) -> float:
    """The number of a cell; NaN if it is none, or infinite, or a number of another kind, such as a date's."""
    with suppress(TypeError, ValueError, OverflowError):
        return math.nan if isinstance(cell, bool) or math.isinf(float(cell)) else float(cell)
    return math.nan


def open_parquet(file: Path) -> Any:
    """Open a Parquet file as a lazy frame of Polars or, where it is not installed, as a frame of pandas; both for narwhals."""
    import narwhals as nw

    has_polars = importlib.util.find_spec("polars")
    with refusing(f"cannot read {file}", "write it as CSV, or as Parquet anew"):
        if not has_polars:
            need("pandas", "a Parquet file", "'rropt[frames]'")
            return nw.read_parquet(str(file), backend="pandas")
        frame = nw.scan_parquet(str(file), backend="polars")
        frame.collect_schema()
    return frame


def pairs_of_texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of the columns `input` and `output` of the file, row by row.

    If these columns are missing, the file must have just two columns; the first is taken as the input, and the second as the
    output. They are refused if the first is called `output`, or the second `input`.
    """
    table = read_table(file)
    wanted = ("input", "output") if {"input", "output"} <= set(table.names) else table.names
    if len(wanted) != 2 or wanted[0] == "output" or wanted[1] == "input":
        raise InputError(f"{file} has the columns {', '.join(table.names[:12])}; give two columns, input and output")
    columns = [table.column(x) for x in wanted]
    if missing := [x for x, cells in zip(wanted, columns, strict=True) if None in cells]:
        raise InputError(
            f"the column '{missing[0]}' of {file} has empty cells; give an input and an output in every row"
        )
    return zip(*(map(str, cells) for cells in columns), strict=True)


def rows_of_csv(file: Path) -> Iterator[list[str]]:
    """Yield the header and the rows of a CSV file; where a row has fewer fields than the header, the others are empty.

    Fields are separated by commas if the first line has one, else by semicolons or tabs. Six kinds of files are refused: an empty
    one; one that is not UTF-8; one whose header repeats a name; one in which a line has more fields than the header has names, of
    which the first is named; one whose rows together lack more than `MOST_MISSING` fields; one with a quotation mark that has no
    partner, or with a cell too long for Python's reader, whose line is named.
    """
    start, marks, width, missing = 1, 0, -1, 0

    def counting(lines: Iterable[str]) -> Iterator[str]:
        nonlocal marks
        for line in lines:
            marks += line.count('"')
            yield line

    try:
        separator = _separator_of(file)
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = csv.reader(counting(text), delimiter=separator, strict=True)
            for row in rows:
                if marks % 2:  # Python takes 1" for a cell, Polars does not
                    raise csv.Error
                start = rows.line_num + 1
                if width < 0:
                    width = len(row)
                    if repeated := [x for x, times in Counter(row).items() if times > 1]:
                        raise InputError(f"the column '{repeated[0][:40]}' stands twice in {file}; rename one")
                missing += width - len(row)
                if len(row) > width or missing > MOST_MISSING:
                    raise InputError(
                        f"cannot read {file}: line {rows.line_num} "
                        + (
                            "has more fields than the header has names; quote a field that holds a separator"
                            if len(row) > width
                            else f"and those before lack {missing:,} fields; give each row as many as the header has names"
                        )
                    )
                yield row + [""] * (width - len(row))
        if width < 0:
            raise InputError(f"cannot read {file}: it is an empty CSV; give a header and one row per respondent")
    except UnicodeDecodeError:
        raise InputError(f"cannot read {file}: it has an invalid utf-8 sequence; save it as UTF-8 text") from None
    except OSError as error:
        raise InputError(f"cannot read {file}: {str(error).splitlines()[0][:120]}") from None
    except csv.Error:
        raise InputError(
            f"cannot read {file}: the quotation marks of line {start} do not match; close them, and double a mark that belongs to "
            f"the text; or a cell of that line has more than {csv.field_size_limit():,} characters; shorten it"
        ) from None


def is_parquet(file: Path) -> bool:
    """Whether the file's name ends like Parquet's."""
    return file.suffix.lower() in PARQUET


def _separator_of(file: Path) -> str:
    """Return the separator of a CSV; refuse a first line that is not text."""
    refuse_other_formats(file)
    with file.open("rb") as raw:
        line = raw.readline(MOST_HEADER).decode("utf-8-sig", errors="replace")
    if {"\0", "\ufffd"} & set(line):
        raise InputError(
            f"rropt cannot read the first line of {file} as a CSV header; save the file as CSV in UTF-8, or as Parquet"
        )
    return next((x for x in ",;\t" if x in line), ",")
