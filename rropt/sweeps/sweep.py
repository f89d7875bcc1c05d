"""Designs for every combination of some values, solved by processes or by any executor, such as that of a Dask cluster.

Their answers may be kept in a store, a file with one line of JSON for each, that a stopped process cannot harm.
"""

from __future__ import annotations

import json
import os
import signal
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from math import prod
from multiprocessing import active_children, parent_process
from pathlib import Path
from threading import Thread
from typing import Annotated, Any, ClassVar

from rropt.errors import need
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Either, InputError, require_known
from rropt.exact.grammar import read_number
from rropt.files import is_file, read_text, refusing, require_place
from rropt.objectives.base import Objective
from rropt.objectives.words import spell_objective
from rropt.plots.lines import MOST_LINES, Chart, Line, draw_lines
from rropt.problem.design import Demands, design, pose
from rropt.problem.problem import NoInputs
from rropt.problem.result import Design, stated, warn_along
from rropt.problem.stored import read_design
from rropt.problem.tables import read_table
from rropt.progress import track
from rropt.show import Block, Col, Figure, Result, Say, Table
from rropt.specs import Reads

__all__ = ["Sweep", "sweep"]

KEYS = (
    *("objective", "demand", "inputs", "epsilon", "delta", "prevalence", "scores", "utility", "prior", "outputs"),
    "subject_to",
)
ANSWER = ("verdict", "value", "lower", "upper", "mechanism", "certificate", "refusal", "attention")
# Names whose values may be files of numbers, in the folder of the grid.
FILES = ("prevalence", "scores", "utility", "prior")
MOST, AT_ONCE = 1_000_000, 1_000
# How the line of an answer in a store begins.
START = '{"question": '
Row = Mapping[str, Any]


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Result):
    """The answers, one for each combination of the grid: a verdict and bounds, or the sentence of a refusal.

    A row has the values of the grid, `verdict`, the exact `value` as text where it is known, `lower` and `upper` rounded outward to
    doubles, the `mechanism` as text (rows separated by semicolons), `certificate`, `refusal`, and in `attention` what answers prove
    of who gives them.
    """

    schema: ClassVar[str] = "rropt.sweep/2"
    keys: tuple[str, ...]
    rows: tuple[Row, ...]

    def show(self) -> Iterator[Block]:
        """The number of answers, and a table of them."""
        yield from warn_along([(_place(row, self.keys), row["attention"]) for row in self.rows])
        yield Say(f"{sum(not x['refusal'] for x in self.rows)} of {len(self.rows)} designs were found.", key="answer")
        names = (*self.keys, *ANSWER)
        columns = [
            Col(name, name, shown=name not in ("value", "mechanism", "certificate", "attention")) for name in names
        ]
        yield Table("designs", columns, [[row[name] for name in names] for row in self.rows])
        yield from self._picture()

    def _picture(self) -> Iterator[Block]:
        """The values along the number that takes most values, a line for each combination of the others."""
        numbers = {key: _numbers(key, [row[key] for row in self.rows]) for key in self.keys}
        key = max(self.keys, key=lambda x: len(set(numbers[x])))
        lines = dict[str, list[tuple[float, float]]]()
        for place, row in zip(numbers[key], self.rows, strict=False):
            if row["lower"] is not None:
                name = _place(row, [x for x in self.keys if x != key]) or "certified"
                lines.setdefault(name, []).append((place, (row["lower"] + row["upper"]) / 2))
        if len(set(numbers[key])) > 1 and 0 < len(lines) <= MOST_LINES:
            chart = Chart(
                f"The optimum along {key}",
                key,
                "value",
                [Line(name, *zip(*sorted(points), strict=True)) for name, points in lines.items()],
            )
            yield Figure("sweep", partial(draw_lines, charts=[chart]), chart.title)


def _place(row: Row, keys: Iterable[str]) -> str:
    return ", ".join(f"{key} = {row[key]}" for key in keys)


def connect(address: str) -> Executor:
    """Connect to a Dask scheduler, whose workers solve what is submitted."""
    distributed = need("distributed", f"the scheduler {address}", "'rropt[cluster]'")
    with refusing(f"no scheduler answers at {address}", "give its address, such as tcp://host:8786"):
        executor: Executor = distributed.Client(address, timeout="10s").get_executor()
    return executor


def sweep(
    objective: Annotated[Objective | str | None, Reads(str)] = None,
    grid: Mapping[str, Sequence[object]] | Annotated[str, Reads(str)] | None = None,
    *,
    demand: Demands = None,
    executor: Annotated[Executor | None, Reads(connect)] = None,
    workers: int = 2,
    store: Path | str | None = None,
    seconds: object = 60,
) -> Sweep:
    """Find a design for each combination of the grid's values.

    Args:
        objective: What is optimised, or its spec; the grid's, or what its values imply as in `design`, if not given.
        grid: Lists of values by the name of an option of `design`: epsilon=ln2,ln3 and inputs=2,3, or a TOML file of them.
        demand: The demand, or its spec, if the grid has none.
        executor: The address of a Dask scheduler that solves them, in Python any executor; processes if not given.
        workers: The number of these processes; with 1 this process solves them.
        store: A file of answers: those in it are not solved again, and others are added. A sweep continues where it stopped.
        seconds: The limit of time of each design.

    Returns:
        A row for each combination, in the order of the grid.

    Raises:
        InputError: The grid or the store is wrong, or the number of inputs is missing. A single combination that is wrong otherwise
            raises nothing: its `refusal` says why.

    Examples:
        >>> [row["value"] for row in sweep("trace", {"epsilon": ["ln2", "ln3"], "inputs": [2, 3]}, workers=1).rows]
        ['4/3', '3/2', '3/2', '9/5']

    Reference: the manual, "Grids of designs" (docs/python.md).
    """
    values = _read_grid(grid) if isinstance(grid, str) else grid or {}
    fixed = {name: x for name, x in (("objective", objective), ("demand", demand)) if x is not None}
    cells = [fixed | cell for cell in _cells(values)]
    told = [{name: _text(x) for name, x in cell.items()} for cell in cells]
    names = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in told]
    calls = dict(zip(names, cells, strict=True))
    path = None if store is None else Path(store)
    kept = {} if path is None else read_answers(path)
    found = {name: kept[name] for name, call in calls.items() if name in kept and _is_about(call, kept[name])}
    missing = {name: call | {"seconds": seconds} for name, call in calls.items() if name not in found}
    try:
        for name, answer in track(_solved(missing, executor, workers), "designs", total=len(missing)):
            found[name] = answer
            if path is not None:
                add_answer(path, name, answer)
    except NoInputs:
        raise InputError(
            "the number of inputs is missing; add ",
            Either("'inputs': [2, 3]", "--grid inputs=2,3"),
            " to the grid, or other numbers",
        ) from None
    except BrokenExecutor:
        raise InputError(
            "a process of the sweep was ended from outside, perhaps because memory ran out; ask for fewer workers, and with a "
            "store for the rest"
        ) from None
    rows = [{**{key: row[key] for key in values}, **_row(found[name])} for name, row in zip(names, told, strict=True)]
    return Sweep(tuple(values), tuple(rows))


def _solved(calls: Mapping[str, Row], executor: Executor | None, workers: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Solve designs, and yield each as soon as those before it are found."""
    if executor is None and workers > 1:
        others = {*active_children()}
        try:
            with ProcessPoolExecutor(workers, initializer=_follow_parent) as own:
                yield from _solved(calls, own, workers)
        finally:
            # where a process was killed, Python 3.11 may leave the others, and would wait for them at its own end
            for process in {*active_children()} - others:
                process.terminate()
        return
    solve_all = map if executor is None else executor.map
    left = iter(calls.items())
    while batch := dict(islice(left, AT_ONCE)):
        yield from zip(batch, solve_all(_solve, batch.values()), strict=True)


def _follow_parent() -> None:
    """Let a process of a sweep end when the one that began it ends, even by kill -9, and when it is told to."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _read_grid(name: str) -> dict[str, Sequence[object]]:
    """Read a TOML file with a value, or a list of values, for each name; a value may be a list itself, such as of labels."""
    path = Path(name)
    if not is_file(path):
        raise InputError(
            f"there is no file {name}; give a TOML file, or values such as --grid epsilon=ln2,ln3 --grid inputs=2,3"
        )
    with refusing(f"{name} is no TOML file"):
        given = tomllib.loads(read_text(path))
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


def _cells(grid: Mapping[str, Sequence[object]]) -> list[dict[str, object]]:
    """Every combination of one value for each name."""
    if (
        not isinstance(grid, Mapping)
        or not len(grid)
        or any(isinstance(x, str) or not isinstance(x, Sized) or not len(x) for x in grid.values())
    ):
        raise InputError(
            "the grid must have a list of values for each name, such as {'epsilon': ['ln2', 'ln3']}, or --grid epsilon=ln2,ln3"
        )
    require_known(grid, KEYS, "the grid cannot vary")
    if (size := prod(map(len, grid.values()))) > MOST:
        raise InputError(f"the grid has {size} combinations, more than {MOST}; give fewer values")
    lists = [
        # a number of inputs or outputs may be a text
        [
            int(x) if name in ("inputs", "outputs") and isinstance(x, str) and x.isdecimal() and len(x) < 10 else x
            for x in values
        ]
        for name, values in grid.items()
    ]
    return [dict(zip(grid, values, strict=True)) for values in product(*lists)]


def _solve(call: Row) -> dict[str, Any]:
    """The document of one design, which a store keeps; of a refusal its sentence."""
    try:
        found = design(**call)
    except NoInputs:
        raise
    except InputError as error:
        return {"refusal": str(error)}
    if not isinstance(found, Design):
        return {"refusal": "this question ranges over an interval, so that a sweep has no row for it; give one number"}
    return found.to_dict()


def _is_about(call: Row, answer: Row) -> bool:
    """Whether an answer that was kept is about this very question, and the checker accepts all that a row tells of it."""
    if answer.keys() == {"refusal"}:
        return True
    try:
        found = read_design(json.dumps(answer))
    except InputError:
        return False
    return (
        isinstance(found, Design)
        and found.to_dict().keys() == answer.keys()
        and [*found.warnings] == answer["attention"]
        and stated(found.problem) == stated(pose(**call))
    )


def _row(answer: Row) -> Row:
    """The document of a design, or the sentence of a refusal, as numbers and texts."""
    found: dict[str, Any] = dict.fromkeys(ANSWER) | {"refusal": "", "attention": answer.get("attention", ())}
    found |= {name: answer[name] for name in ("verdict", "certificate", "refusal") if name in answer}
    if (value := answer.get("value")) is not None:
        found |= {"value": value["exact"], "lower": value["lower"], "upper": value["upper"]}
    if (chances := answer.get("mechanism")) is not None:
        # the first column has the answers' labels
        found["mechanism"] = "; ".join(" ".join(x["exact"] for x in [*row.values()][1:]) for row in chances)
    return found


def _numbers(key: str, values: Sequence[object]) -> list[float]:
    """Read the values of a key as numbers; none if one is no number, or too large for a double."""
    try:
        return [float(read_epsilon(x) if key == "epsilon" else read_number(x)) for x in values]
    except (InputError, OverflowError):
        return []


def _text(x: object) -> Any:
    return x if isinstance(x, int | float) else spell_objective(x) if isinstance(x, Objective) else str(x)


# the store


def read_answers(path: Path) -> dict[str, dict[str, Any]]:
    """Read the answers in a file, by the text of their question; none if there is no file."""
    if require_place(path).exists() and not path.is_file():
        raise InputError(f"the store {path} is a directory, a device or a pipe; give a file")
    # bytes that are no text are in no answer, and so are refused below
    text = path.read_text("utf-8", errors="replace") if path.exists() else ""
    answers = {}
    for line in text.split("\n"):
        try:
            found = json.loads(line)
            answers[found["question"]] = dict(found["answer"])
        except (ValueError, KeyError, TypeError, RecursionError):
            if not START.startswith(line[: len(START)]):
                raise InputError(
                    f"the store {path} has a line that is no answer: {line[:60]!r}; give another file"
                ) from None
    return answers


def add_answer(path: Path, question: str, answer: dict[str, Any]) -> None:
    """Write an answer to the disk, on a line of its own also after one that was cut short."""
    with path.open("a+b") as file:
        file.seek(max(0, file.tell() - 1))
        end = b"" if file.read() in (b"", b"\n") else b"\n"
        file.write(end + json.dumps({"question": question, "answer": answer}, ensure_ascii=False).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
