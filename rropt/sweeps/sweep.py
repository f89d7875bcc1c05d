"""`sweep`: a grid of designs, solved by processes or a Dask cluster, kept in a store, and returned as a data frame.

A process gets a problem and returns the design, whose certificate the checker has judged in that process. Designs from a
cluster's workers or from the store come as JSON, and the checker judges them here before they are used. If a sweep is killed, the
next one with the same store continues where it stopped.
"""

from __future__ import annotations

import concurrent.futures
import math
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rropt.exact.decimal import Direction, decimal, double_of_decimal, round_outward
from rropt.exact.element import is_free
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.grammar import read_rational
from rropt.exact.patience import read_seconds
from rropt.exact.sign import as_float
from rropt.exact.spelling import counted, show
from rropt.privacy import LDP
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.problem import Problem
from rropt.problem.result import Design, say_rows
from rropt.results import numbers_of
from rropt.sweeps.grid import Cell, cells_of, keys_of
from rropt.sweeps.store import Store

if TYPE_CHECKING:
    import polars

__all__ = ["Progress", "columns_of", "frame_of", "run", "sweep"]

MOST_WORKERS = 256
DOUBLES: dict[str, Direction] = {"decimal": "nearest", "lower": "lower", "upper": "upper"}
NUMBERS = ("epsilon", "delta", "prevalence")
AS_DOUBLE = "_decimal"
MOST_RESTARTS = 3  # of the processes, after one of them was killed


class Progress(Protocol):
    """A function that is told the progress of a sweep: designs done, designs in all, designs from the store, seconds passed."""

    def __call__(self, done: int, total: int, stored: int, seconds: float) -> None: ...


@dataclass(frozen=True, slots=True)
class _Done:
    """The answer for one problem. `found` is a design that the checker has judged; `text` is its JSON if it is to be stored.

    If there is no design, `found` is None and `refusal` says why.
    """

    found: Design | None
    refusal: str = ""
    text: str = ""


def sweep(
    problem: Problem | Objective,
    grid: Mapping[str, object],
    *,
    workers: int = 2,
    store: str | Path | None = None,
    cluster: str | None = None,
    seconds: float | None = 60,
    progress: Progress | bool = False,
) -> polars.DataFrame:
    """Design every combination of a grid's values; return a polars data frame (`to_pandas()` converts it to pandas).

    Args:
        problem: A `Problem`, or an objective whose demand is LDP with the grid's epsilon.
        grid: Lists of values by key: `epsilon`, `delta`, `k`, `prevalence`, `prior`, `outputs` and `subject_to`. A value of
            `subject_to` is one condition, or a list of conditions that hold together.
        workers: The number of processes that solve the designs; with 1 this process solves them.
        store: An append-only file that keeps the designs, so that a sweep continues where it stopped; sweeps may share one.
        cluster: The address of a Dask scheduler; its workers then solve the designs.
        seconds: The time limit of each design; None for no limit.
        progress: True to report progress on the standard error, or a function that receives it (`Progress`).

    Returns:
        One row per combination. It has one column per key, as given; `verdict`; the exact `value` and `mechanism` as text
        (rows separated by semicolons, entries by spaces); `decimal`, `lower` and `upper` as doubles; `certificate` and `refusal`;
        and, for the keys epsilon, delta and prevalence, the doubles `epsilon_decimal`, `delta_decimal` and `prevalence_decimal`.
        Every row is the design that `design` gives with `optima="one"`, and has a certificate of its own.

    Raises:
        InputError: The grid, the number of workers, the store or the cluster is wrong. A single combination that is wrong raises
            nothing; its `refusal` says why.

    Example:
        >>> from rropt import Trace, sweep
        >>> list(sweep(Trace(), {"epsilon": ["ln2", "ln3"], "k": [2, 3]}, workers=1)["value"])
        ['4/3', '3/2', '3/2', '9/5']

    Reference: the manual, "Grids of designs" (docs/python.md).
    """
    cells = cells_of(problem, grid)
    found = run(cells, workers=workers, store=store, cluster=cluster, seconds=seconds, progress=progress)
    return frame_of(columns_of(cells, found))


def run(
    cells: Sequence[Cell],
    *,
    workers: int = 2,
    store: str | Path | None = None,
    cluster: str | None = None,
    seconds: float | None = 60,
    progress: Progress | bool = False,
) -> list[_Done]:
    """Solve the problem of each cell, and return the designs or refusals in the order of the cells. A problem that several cells
    have is solved only once."""
    if not isinstance(workers, int) or isinstance(workers, bool) or not 1 <= workers <= MOST_WORKERS:
        raise InputError(f"workers = {workers} must be a whole number from 1 to {MOST_WORKERS}")
    read_seconds(seconds)
    _require_told(store, cluster, progress)
    problems = [cell.problem for cell in cells if cell.problem is not None]
    keys = keys_of(problems)
    wanted = dict(zip(keys, problems, strict=True))
    with _solver(workers, cluster) as solve:  # a cluster that does not answer is refused before the store is made
        kept = None if store is None else Store(Path(store))
        done = {} if kept is None else _read_stored(kept, wanted)
        tell = _Teller(progress, len(wanted), len(done))
        tell(len(done))
        left = {key: problem for key, problem in wanted.items() if key not in done}
        for key, answer in solve(left, Work(seconds, kept is not None)):
            done[key] = answer
            if kept is not None and answer.text:
                kept.add(key, answer.text)
            tell(len(done))
    found = (done[key] for key in keys)
    return [_Done(None, cell.refusal) if cell.problem is None else next(found) for cell in cells]


def _require_told(store: object, cluster: object, progress: object) -> None:
    """Refuse a store that is no path, a cluster that is no address, and a progress that is no bool and no fitting function."""
    if not isinstance(store, str | Path | None):
        raise InputError(f"the store is {str(store)[:40]!r}; give the path of a file")
    if not isinstance(cluster, str | None):
        raise InputError(
            f"the cluster is {str(cluster)[:40]!r}; give the address of a Dask scheduler, such as tcp://localhost:8786"
        )
    if isinstance(progress, bool):
        return
    try:
        signature(progress).bind(0, 0, 0, 0.0)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError(
            f"progress = {str(progress)[:40]} must be True, False, or a function of done, total, stored and seconds, such as "
            "lambda done, total, stored, seconds: print(done)"
        ) from None


def _read_stored(kept: Store, wanted: Mapping[str, Problem]) -> dict[str, _Done]:
    """Read the designs of the wanted problems from the store, and judge each again.

    A design counts as missing if it is not accepted, or if its problem is not the one that its key says.
    """
    kept.refresh()
    found = dict[str, _Done]()
    for key in wanted:
        text = kept.designs.get(key)
        if text is None:
            continue
        with suppress(InputError):
            read = _judge(text)
            # a line may hold the design of another problem than its key says
            if read.found is not None and Cell({}, read.found.problem).key == key:
                found[key] = read
        if key not in found:
            del kept.designs[key]
    return found


def _judge(text: str) -> _Done:
    """Read a design from JSON; it is an error if the checker does not accept its certificate."""
    return _Done(Design.from_json(text), text=text)


@dataclass(frozen=True, slots=True)
class Work:
    """How a worker is to solve a problem. `seconds` is the time limit of one design, or None for no limit. `written` says whether
    the design is also returned as JSON."""

    seconds: float | None
    written: bool


def solve_one(problem: Problem, work: Work) -> _Done:
    """Solve one problem in a worker. Return the design, or a `refusal` that says why there is none."""
    try:
        found = design(problem, optima="one", seconds=work.seconds)
    except (InputError, Undecided, Disagreement) as error:
        return _Done(None, str(error))
    return _Done(found, text=found.to_json() if work.written else "")


def solve_afar(problem: Problem, seconds: float | None) -> tuple[str, str]:
    """Solve one problem on a worker of a cluster. Return the JSON of the design and the refusal. One of the two texts is empty.

    The caller judges the design.
    """
    answer = solve_one(problem, Work(seconds, True))
    return answer.text, answer.refusal


Solve = Callable[[Mapping[str, Problem], Work], Iterator[tuple[str, _Done]]]


@contextmanager
def _solver(workers: int, cluster: str | None) -> Iterator[Solve]:
    """Yield the function that solves problems, in any order: on the cluster if one is named, else in this process or in several."""
    if cluster is not None:
        with _client(cluster) as client:
            yield lambda problems, work: _on_cluster(client, problems, work.seconds)
    else:
        yield lambda problems, work: _in_processes(min(workers, len(problems)), problems, work)


def _in_processes(workers: int, problems: Mapping[str, Problem], work: Work) -> Iterator[tuple[str, _Done]]:
    """Solve in processes, or here if one is enough. If one of them is killed, start new ones for the remaining problems."""
    if workers < 2:
        yield from ((key, solve_one(problem, work)) for key, problem in problems.items())
        return
    left, context = dict(problems), multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    for restart in range(MOST_RESTARTS + 1):
        pool = concurrent.futures.ProcessPoolExecutor(
            workers, mp_context=context, initializer=_end_with, initargs=(os.getpid(),)
        )
        try:
            waiting = {pool.submit(solve_one, problem, work): key for key, problem in left.items()}
            for future in concurrent.futures.as_completed(waiting):
                answer, key = future.result(), waiting[future]
                del left[key]
                yield key, answer
            return
        except concurrent.futures.process.BrokenProcessPool:
            if restart == MOST_RESTARTS:
                raise InputError(
                    f"the processes of the sweep were killed {MOST_RESTARTS + 1} times, with {len(left)} designs left; "
                    "give fewer workers, and the same store to go on"
                ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_with(parent: int) -> None:
    """Make a worker end soon after its parent process, which may be killed without notice."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Connect to Dask's scheduler, and close the client afterwards."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs the extra: pip install 'rropt[cluster]'") from None
    try:
        client = Client(address, timeout=20)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"no Dask scheduler answers at {address} ({str(error)[:80]}); give its address") from None
    with client:
        yield client


def _on_cluster(client: Any, problems: Mapping[str, Problem], seconds: float | None) -> Iterator[tuple[str, _Done]]:
    """Solve on the cluster's workers; Dask moves the work of a lost worker to the others."""
    from distributed import as_completed

    waiting = {client.submit(solve_afar, problem, seconds, pure=False): key for key, problem in problems.items()}
    for future in as_completed(list(waiting)):
        text, refusal = future.result()
        yield waiting[future], _Done(None, refusal) if refusal else _judge(text)


@dataclass(slots=True)
class _Teller:
    """Reports the progress of a sweep: to a function, or on the standard error about once a second."""

    progress: Progress | bool
    total: int
    stored: int
    begun: float = -math.inf
    last: float = -math.inf

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        self.begun = max(self.begun, now) if self.begun == -math.inf else self.begun
        if callable(self.progress):
            self.progress(done, self.total, self.stored, now - self.begun)
        elif self.progress and (now - self.last > 1 or done == self.total):
            self.last = now
            sys.stderr.write(progress_line(done, self.total, self.stored, now - self.begun) + "\n")


def progress_line(done: int, total: int, stored: int, seconds: float) -> str:
    """Say the number of designs done, the rate, and the time that remains."""
    made = done - stored
    rate = made / seconds if seconds > 0 and made else 0.0
    said = f"{done} of {counted(total, 'design')}" + (f" ({stored} from the store)" if stored else "")
    return f"{said}, {rate:.3g} a second, some {(total - done) / rate:.0f} s left" if rate else said


Columns = dict[str, list[Any]]


def frame_of(columns: Columns) -> polars.DataFrame:
    """Make a data frame of the columns: doubles and whole numbers as such, everything else as text."""
    import polars

    kinds: dict[str, Any] = {name: _kind_of(name, x) for name, x in columns.items()}
    cells = {
        name: [None if x is None else str(x) for x in found] if kinds[name] is polars.String else found
        for name, found in columns.items()
    }
    return polars.DataFrame(cells, schema=kinds)


def _kind_of(name: str, column: Sequence[Any]) -> Any:
    """Return the polars type of a column: doubles, whole numbers, or text."""
    import polars

    if name in DOUBLES or name in {key + AS_DOUBLE for key in NUMBERS}:
        return polars.Float64
    return polars.Int64 if column and all(isinstance(x, int) for x in column) else polars.String


def columns_of(cells: Sequence[Cell], done: Sequence[_Done]) -> Columns:
    """Make the columns of the table, by name. Each has one entry per cell.

    A key's column has the values as text, or as whole numbers if all are whole. The columns named in `DOUBLES` have doubles, and so
    have additional columns for the keys in `NUMBERS`. All other columns have text.
    """
    rows = [{**cell.values, **_columns(x)} for cell, x in zip(cells, done, strict=True)]
    found: Columns = {name: [row.get(name) for row in rows] for name in dict.fromkeys(x for row in rows for x in row)}
    for name in cells[0].values if cells else ():
        read = numbers_of(["" if x is None else x for x in found[name]])
        if read is not None and not any(read[1]) and all(isinstance(x, int) for x in read[0]):
            found[name] = list(read[0])
    for name, way in DOUBLES.items():
        found[name] = [None if x is None else double_of_decimal(x, direction=way) for x in found.get(name, ())]
    for name in [name for name in NUMBERS if name in found]:
        found[name + AS_DOUBLE] = [_double(name, x, cell) for x, cell in zip(found[name], cells, strict=True)]
    return found


def _double(key: str, text: object, cell: Cell) -> float | None:
    """Convert a key's value to a double, or return None if it is a range, not a number, too large, or irrational and no epsilon."""
    try:
        demand = None if cell.problem is None else cell.problem.demand
        if key == "epsilon" and isinstance(demand, LDP):
            return float(demand.epsilon)
        return float(read_epsilon(text)) if key == "epsilon" else as_float(read_rational(text))
    except InputError:
        return None


def _columns(x: _Done) -> dict[str, str | None]:
    """Write the answer of one cell as texts by column. The text is None in a column for which the answer has nothing."""
    found = x.found
    if found is None:
        empty = dict.fromkeys(("value", "mechanism", *DOUBLES, "certificate"))
        return {"verdict": None, **empty, "refusal": x.refusal}
    rows = None if found.mechanism is None else found.mechanism.rows
    lower = upper = None
    if found.lower is not None and found.upper is not None and not is_free(found.lower):
        lower, upper = round_outward(found.lower, digits=17)
        if found.upper is not found.lower:
            upper = round_outward(found.upper, digits=17)[1]
    return {
        "verdict": found.verdict.value,
        "value": None if found.value is None else show(found.value),
        "mechanism": None if rows is None else say_rows(rows),
        "decimal": None if lower is None else decimal(Fraction(lower), digits=15, direction="lower"),
        "lower": lower,
        "upper": upper,
        "certificate": found.certificate,
        "refusal": None,
    }
