"""`rropt sweep`: compute a design for every combination of the options in the file of a grid."""

from __future__ import annotations

import io
import tomllib
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.design import count_or_labels, read_table, sizes_of
from rropt.cli.reading.demands import StatedDemands
from rropt.cli.reading.objectives import StatedObjective
from rropt.cli.terminal.common import SecondsOption, place, read_text
from rropt.cli.terminal.repeated import first_repeated
from rropt.exact.errors import InputError
from rropt.files import require_kept, write_whole

if TYPE_CHECKING:
    from rropt.problem.problem import Problem
    from rropt.sweeps.sweep import Columns

__all__ = ["sweep"]

DEMANDS = (
    "epsilon",
    "delta",
    "parity",
    "beta",
    "bayes_factor",
    "rho",
    "sensitive",
    "metric",
    "piecewise",
    "epsilons",
    "and",
)
SWITCHES = ("warner", "worst")
FILES = ("utility", "cost", "prevalences", "contrast")
LISTS = ("subject_to", "and")
OBJECTIVES = ("objective", "prevalence", *(x.name for x in fields(StatedObjective)))
TOO_LONG = 10**1000
KEYS = (*OBJECTIVES, *DEMANDS, "inputs", "outputs", "subject_to")

GridArgument = Annotated[
    Path,
    typer.Argument(
        metavar="GRID", help="A TOML file: design's options, each with one value or a list; lists are crossed."
    ),
]
FrameOption = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=place, help="The table: .parquet or .csv; the store lies beside it."
    ),
]
WorkersOption = Annotated[int, typer.Option(min=1, max=256, help="How many processes.")]
ClusterOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers solve the designs instead.")
]


def sweep(
    grid: GridArgument,
    output: FrameOption,
    workers: WorkersOption = 2,
    cluster: ClusterOption = None,
    seconds: SecondsOption = 60,
    quiet: Annotated[bool, typer.Option("--quiet", help="Tell no progress.")] = False,
) -> None:
    """Design for every combination of a grid's values, as a table.

    The table has a column for each key, the value, the verdict and the certificate.

    Certificates are kept beside the output, in FILE.store. A sweep that was stopped continues from there, and several may
    share it.

    Example: rropt sweep grid.toml -o runs.parquet
    """
    from rropt.sweeps.sweep import columns_of, run

    if output.suffix not in (".parquet", ".csv"):
        raise InputError(f"-o {output.name} should end in .parquet or .csv")
    cells = _cells(grid)
    store = output.with_name(f"{output.name}.store")
    found = run(cells, workers=workers, store=store, cluster=cluster, seconds=seconds, progress=not quiet)
    columns = columns_of(cells, found)
    _write(columns, output)
    verdicts = Counter(x or "refused" for x in columns["verdict"])
    counts = ", ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common())
    typer.echo(
        f"{len(cells)} designs: {counts}; the table is {output.name}, their certificates are kept in {store.name}."
    )


def _cells(path: Path) -> list[Any]:
    """Read the file of a grid, and return a cell for each combination of its values.

    A cell has the problem that the values state. If they state none, it has the reason.
    """
    from rropt.sweeps.grid import cell_of, combine

    text = read_text(path)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a whole number of thousands of digits is a ValueError
        raise InputError(f"rropt cannot read {path} as TOML: {str(error)[:120]}") from None
    if (twice := first_repeated(key.replace("-", "_") for key in data)) is not None:
        raise InputError(f"{path} has the key {twice} twice, once with - and once with _; keep one")
    grid = {key.replace("-", "_"): _read_values(path, key, x) for key, x in data.items()}
    if strange := [key for key in grid if key not in KEYS]:
        raise InputError(f"{path} has the unknown key {strange[0][:40]!r}; the known ones are {', '.join(KEYS)}")
    if "objective" not in grid:
        raise InputError(f'{path} has no objective; add a line such as objective = "trace"')
    for text in (x for values in grid.values() for x in values if isinstance(x, str)):
        require_kept(path.parent / text)  # here, since a refusal within a cell would only become a row of the table
    known = dict[str, tuple[Any, Any]]()
    return [cell_of(values, lambda values: _pose(path.parent, values, known)) for values in combine(grid)]


def _read_values(path: Path, key: str, x: Any) -> list[Any]:
    """Read the values of one key as a list of texts. The values of the keys `warner` and `worst` may also be true or false.

    A value of the keys `subject-to` or `and` is itself a list of texts. These state conditions or demands that must all hold
    together.
    """
    values = x if isinstance(x, list) else [x]
    if key.replace("-", "_") in LISTS:
        values = [y if isinstance(y, list) else [y] for y in values]
        if not all(isinstance(z, str) for y in values for z in y):
            raise InputError(f"{path}: {key} must be a text, a list of texts, or a list of lists of texts")
        return values
    if key in SWITCHES and all(isinstance(y, bool) or y in ("true", "false") for y in values):
        return values
    if key in SWITCHES:
        raise InputError(f"{path}: {key} must be true, false, or a list of both")
    if not all(isinstance(y, str | int | float) and not isinstance(y, bool) for y in values):
        raise InputError(f'{path}: {key} must be a text or a list of texts, such as ["1/2", "1"]')
    if long := [y for y in values if isinstance(y, int) and abs(y) >= TOO_LONG]:
        raise InputError(f"{path}: {key} has a whole number of {long[0].bit_length()} bits; give a shorter one")
    return [y if isinstance(y, str) else str(y) for y in values]


def _pose(folder: Path, values: dict[str, Any], known: dict[str, tuple[Any, Any]]) -> Problem:
    """Build the problem that the command line would build from these options. `values` maps each option to its value.

    `known` is a cache of the objectives that were read before, each with its table. An objective in the cache is not read again; a
    new one is added to it. The keys of the cache consist of the options for the objective, the inputs and the outputs, and of the
    inputs' labels in the file that states the demand.
    """
    from rropt.problem.known import read_notion
    from rropt.problem.problem import Problem

    stated, named = _demand(folder, values).require()
    labels, answers = (count_or_labels(values.get(key), key) for key in ("inputs", "outputs"))
    asked = str([named, *(values.get(key) for key in (*OBJECTIVES, "inputs", "outputs"))])
    if asked not in known:
        known[asked] = _objective(folder, values, labels, answers, named)
    objective, table = known[asked]
    sizes = sizes_of(labels, answers, table, named)
    return Problem(objective, read_notion(stated)[0], subject_to=values.get("subject_to", ()), **sizes)


def _objective(folder: Path, values: dict[str, Any], labels: Any, answers: Any, named: Any) -> tuple[Any, Any]:
    """Read the objective, and its table of utilities or costs if it has one. `named` has the labels of the inputs in the file that
    states the demand, or is None."""
    table = read_table(_path(folder, values, "utility"), _path(folder, values, "cost"), labels, answers)
    asked = {key: values[key] for key in OBJECTIVES if key in values}
    asked |= {key: values[key] in (True, "true") for key in SWITCHES if key in values}
    asked |= {key: folder / values[key] for key in FILES if key in values}
    name, prevalence = asked.pop("objective"), asked.pop("prevalence", None)
    tables = {"utility" if "utility" in values else "cost": table}
    names = labels if isinstance(labels, list) else (table and table.inputs) or named
    return StatedObjective(**asked).read(name, prevalence, tables=tables, inputs=names), table


def _demand(folder: Path, values: dict[str, Any]) -> StatedDemands:
    """Read the demand. Files that the values name are in `folder`, the folder of the grid's file."""
    asked = {key: values.get(key) for key in DEMANDS}
    further, rho = asked.pop("and"), asked.pop("rho")
    if rho is not None and len(rho.split()) != 2:
        raise InputError(f'rho = {rho!r} should hold two numbers, such as "1/5 1/2"')
    asked |= {key: _path(folder, values, key) for key in ("piecewise", "epsilons")}
    if asked["metric"] not in (None, "line"):
        asked["metric"] = str(folder / asked["metric"])
    return StatedDemands(**asked, rho=None if rho is None else tuple(rho.split()), further=further)


def _path(folder: Path, values: dict[str, Any], key: str) -> Path | None:
    """Return the path of the file that a key names, in the grid's folder; None if the key is not given."""
    return folder / values[key] if key in values else None


def _write(columns: Columns, output: Path) -> None:
    """Write the table to the file `output`. A failure leaves no partial file."""
    from rropt.sweeps.sweep import frame_of

    frame, text = frame_of(columns), io.BytesIO()
    if output.suffix == ".csv":
        frame.write_csv(text)
    else:
        frame.write_parquet(text)
    write_whole(output, text.getvalue())
