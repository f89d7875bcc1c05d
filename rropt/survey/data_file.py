"""Reads CSV files (comma, semicolon or tab) and Parquet files, for all that read answers.

Files that are added up become lazy frames of Polars, if it is installed. Others become tables; for a CSV these need Python alone.
"""

from __future__ import annotations

import csv
import math
from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from rropt.exact.errors import InputError, spell_out, steers_a_terminal
from rropt.files import PARQUET, is_directory, is_file, refuse_other_formats, require_kept

__all__ = [
    "MOST_NAMED",
    "DataTable",
    "is_parquet",
    "is_path",
    "number_of",
    "pairs_of_texts",
    "read_table",
    "reading",
    "require_file",
    "scan",
    "separator_of",
    "with_missing",
]

MOST_HEADER = 1 << 24
NA = "NA"
"""R writes this in the place of a missing value, also among texts."""
EMPTY = "it is an empty CSV; give a header and one row per respondent"
MOST_NAMED = 5
"""A refusal names at most so many rows or texts."""


def is_path(data: Any) -> bool:
    """Whether data are named by a path, or by a text that ends as names of files do."""
    return isinstance(data, Path) or (isinstance(data, str) and data.lower().endswith((".csv", ".tsv", *PARQUET)))


def scan(file: Path, *, numeric: str | None = None, holds: str = "answers", printed: bool = True) -> Any:
    """Scan the file as a lazy Polars frame. In a CSV file every cell is text; a Parquet file has its own types.

    If the column `numeric` has texts, it becomes a column of doubles, and a text that is not a number becomes null. `holds` says in
    error messages what the file should contain.

    If `printed` is true, the cells may be printed. Then all characters that steer a terminal are spelled out, such as a line break
    as \\n. So no cell of a stranger's file can look like a line of the answer. An empty text (in a CSV `""`) is also made null.
    """
    try:
        import polars
    except ImportError:
        raise InputError(
            f"{file} is read by Polars, which is not installed; pip install 'rropt[frames]', for regressions 'rropt[analysis]'"
        ) from None
    require_file(file, holds)
    with reading(file):
        if is_parquet(file):
            frame = polars.scan_parquet(file)
        else:
            frame = polars.scan_csv(file, infer_schema=False, separator=separator_of(file))
            # of some columns alone Polars would drop the surplus fields of a row, and 2,5 for 2.5 move the others
            frame.select(polars.all().null_count()).collect(engine="streaming")
        if numeric is not None and frame.collect_schema().get(numeric) == polars.String:
            frame = frame.with_columns(polars.col(numeric).cast(polars.Float64, strict=False))
        if printed:
            steering = _steering_characters()
            text = polars.selectors.string()
            frame = frame.with_columns(polars.col(_hidden_texts(frame.collect_schema())).cast(polars.String))
            frame = frame.with_columns(text.str.replace_many(list(steering), list(steering.values())).replace("", None))
        frame.collect_schema()
        return frame


def require_file(file: Path, holds: str = "answers") -> None:
    """Refuse what is no file, or a file of another kind than CSV and Parquet."""
    require_kept(file)
    if is_directory(file):
        raise InputError(f"{file} is a directory; give a CSV or Parquet file of {holds}")
    if not is_file(file):
        with suppress(OSError):  # a text that cannot be a path
            if file.exists():
                raise InputError(f"{file} is a device or a pipe; give a CSV or Parquet file of {holds}")
        raise InputError(f"there is no file {file}; give a CSV or Parquet file of {holds}")
    if file.suffix.lower() == ".json":
        raise InputError(f"{file} is a JSON file; give a CSV or Parquet file of {holds}")


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
    """Read a file, or its first rows, at most so many. `holds` and `printed` are those of `scan`.

    Python reads a CSV; a Parquet file needs Polars.
    """
    require_file(file, holds)
    if is_parquet(file):
        scanned = scan(file, printed=printed)
        with reading(file):
            frame = scanned.slice(0, most).collect()
        return DataTable(tuple(frame.columns), frame.rows())
    rows = _rows_of_csv(file)
    names = tuple(next(rows))

    def cell(text: str) -> str | None:
        if not printed:
            return text
        return (text if text.isprintable() else "".join(map(spell_out, text))) or None

    return DataTable(names, [(*map(cell, row), *[None] * (len(names) - len(row))) for row in islice(rows, most)])


def number_of(cell: Any) -> float:
    """The number of a cell; NaN if it is none, or a number of another kind, such as a date's."""
    if isinstance(cell, bool) or not isinstance(cell, str | int | float):
        return math.nan
    try:
        return float(cell)
    except ValueError:
        return math.nan


def read_by_pandas(file: Path) -> Any:
    """Read a Parquet file as a frame of pandas."""
    try:
        import pandas

        return pandas.read_parquet(file)
    except ImportError:
        raise InputError(
            f"{file} needs a library of frames, which is not installed; pip install 'rropt[frames]', or write the file as CSV"
        ) from None
    except (ValueError, OSError) as error:
        raise InputError(f"cannot read {file}: {str(error).splitlines()[0][:120]}") from None


def _hidden_texts(kinds: Mapping[str, Any]) -> list[str]:
    """List the columns of a Parquet file whose texts are categories that may have to be spelled out. An Enum whose categories need
    not be keeps their order, of which a regression takes the first as the reference."""
    import polars

    return [
        name
        for name, kind in kinds.items()
        if kind == polars.Categorical
        or (isinstance(kind, polars.Enum) and any(not x or any(map(steers_a_terminal, x)) for x in kind.categories))
    ]


@cache
def _steering_characters() -> dict[str, str]:
    """List the characters that steer a terminal, each with its spelling."""
    found = map(
        chr, (*range(0x10000), *range(0xE0000, 0xE0080))
    )  # those beyond belong to ancient scripts and musical notes
    return {x: spell_out(x) for x in filter(steers_a_terminal, found)}


def with_missing(file: Path, data: Any, columns: Collection[str | None]) -> Any:
    """Replace the text NA by null in these columns of a CSV's frame; names that are not columns are ignored."""
    import polars

    if is_parquet(file):
        return data
    kinds = data.collect_schema()
    named = [x for x in dict.fromkeys(columns) if x is not None and kinds.get(x) == polars.String]
    return data.with_columns(polars.col(named).replace(NA, None))


def pairs_of_texts(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the texts of the columns `input` and `output` of the file, row by row.

    If these columns are missing, the file must have just two columns; the first is taken as the input, and the second as the
    output. They are refused if the first is called `output`, or the second `input`.
    """
    table = read_table(file)
    names = table.names
    wanted = ("input", "output") if {"input", "output"} <= set(names) else names
    if len(wanted) != 2 or wanted[0] == "output" or wanted[1] == "input":
        raise InputError(f"{file} has the columns {', '.join(names[:12])}; give two columns, input and output")
    columns = [table.column(x) for x in wanted]
    if missing := [x for x, cells in zip(wanted, columns, strict=True) if None in cells]:
        raise InputError(
            f"the column '{missing[0]}' of {file} has empty cells; give an input and an output in every row"
        )
    return zip(*(map(str, cells) for cells in columns), strict=True)


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Turn an error in the block under `with`, which reads a file, into an error that says why the file cannot be read.

    This applies to errors of Polars, narwhals and the system. Polars reports an invalid line after the header only when the lazy
    frame is collected, so a frame is collected in such a block.
    """
    from narwhals.exceptions import NarwhalsError
    from polars.exceptions import PolarsError

    try:
        yield
    except (PolarsError, NarwhalsError, OSError) as error:
        if is_parquet(file):
            _require_single_values(file)
        else:
            deque(_rows_of_csv(file), maxlen=0)  # Python says which line is wrong
        raise InputError(f"cannot read {file}: {str(error).splitlines()[0][:120]}") from None


def _require_single_values(file: Path) -> None:
    """Refuse a Parquet file with a column whose cells are lists or records."""
    import polars

    with suppress(polars.exceptions.PolarsError, OSError):
        for name, kind in polars.read_parquet_schema(file).items():
            if kind.is_nested():
                raise InputError(
                    f"cannot read {file}: a cell of the column '{name[:40]}' holds several values; give one value a cell"
                )


def _rows_of_csv(file: Path) -> Iterator[list[str]]:
    """Yield the header and the rows of a CSV file.

    Four kinds of files are refused: an empty one; one that is not UTF-8; one in which a line has more fields than the header has
    names, of which the first is named; one with a quotation mark that has no partner, whose line is named.
    """
    start, marks = 1, 0

    def counting(lines: Iterable[str]) -> Iterator[str]:
        nonlocal marks
        for line in lines:
            marks += line.count('"')
            yield line

    separator = separator_of(file)
    try:
        with file.open(encoding="utf-8-sig", newline="") as text:
            rows = csv.reader(counting(text), delimiter=separator, strict=True)
            names = None
            for row in rows:
                if marks % 2:  # Python takes 1" for a cell, Polars does not
                    raise csv.Error
                start = rows.line_num + 1
                names = len(row) if names is None else names
                if len(row) > names:
                    raise InputError(
                        f"cannot read {file}: line {rows.line_num} has more fields than the header has names; quote a field that "
                        "holds a separator"
                    )
                yield row
        if names is None:
            raise InputError(f"cannot read {file}: {EMPTY}")
    except UnicodeDecodeError:
        raise InputError(f"cannot read {file}: it has an invalid utf-8 sequence; save it as UTF-8 text") from None
    except OSError as error:
        raise InputError(f"cannot read {file}: {str(error).splitlines()[0][:120]}") from None
    except csv.Error:
        raise InputError(
            f"cannot read {file}: the quotation marks of line {start} do not match; close them, and double a mark that belongs to "
            "the text"
        ) from None


def is_parquet(file: Path) -> bool:
    """Whether the file's name ends like Parquet's."""
    return file.suffix.lower() in PARQUET


def separator_of(file: Path) -> str:
    """Return the separator of a CSV: a comma if the header has one, else a semicolon or a tab.

    Refuse a header that is not text. Refuse also a header that repeats a name, which Polars would silently rename.
    """
    refuse_other_formats(file)
    with file.open("rb") as raw:
        line = raw.readline(MOST_HEADER)
    try:
        if b"\0" in line:
            raise csv.Error("a file of bytes")
        text = line.decode("utf-8-sig")
        separator = next((x for x in ",;\t" if x in text), ",")
        names = next(csv.reader([text], delimiter=separator), [])
    except (UnicodeDecodeError, csv.Error):
        raise InputError(
            f"rropt cannot read the first line of {file} as a CSV header; save the file as CSV in UTF-8, or as Parquet"
        ) from None
    if repeated := [x for x, times in Counter(names).items() if times > 1]:
        raise InputError(f"the column '{repeated[0][:40]}' stands twice in {file}; rename one")
    return separator
