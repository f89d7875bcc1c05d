"""Designs for every combination of some numbers, solved by processes or by any executor, such as that of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

from rropt.exact.decimal import decimal, double_of_decimal
from rropt.exact.errors import InputError
from rropt.next.problem.design import design
from rropt.next.problem.result import Design
from rropt.next.sweeps.store import Store
from rropt.objectives.base import Objective
from rropt.privacy.notion import Notion
from rropt.show import Block, Col, Result, Say, Table

__all__ = ["Sweep", "sweep"]

KEYS = ("epsilon", "delta", "inputs", "subject_to")
MOST = 1_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Result):
    """The answers, one for each combination of the grid: a verdict and bounds, or the sentence of a refusal."""

    schema: ClassVar[str] = "rropt.sweep/2"
    keys: tuple[str, ...]
    rows: tuple[Mapping[str, Any], ...]

    def show(self) -> Iterator[Block]:
        """The number of answers, and a table of them."""
        refused = sum(bool(row["refusal"]) for row in self.rows)
        yield Say(f"{len(self.rows) - refused} of {len(self.rows)} designs were found.", key="answer")
        names = (*self.keys, "verdict", "lower", "upper", "refusal")
        yield Table(
            "designs", [Col(name, name) for name in names], [[row[name] for name in names] for row in self.rows]
        )


def sweep(
    objective: Objective | str,
    grid: Mapping[str, Sequence[object]],
    *,
    demand: Notion | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    store: Path | str | None = None,
    seconds: float = 60,
) -> Sweep:
    """Find a design for each combination of the grid's values.

    Args:
        objective: What is optimised.
        grid: Lists of values by the name of an argument of `design`: "epsilon", "delta", "inputs" or "subject_to".
        demand: The demand, if the grid has no epsilon.
        executor: What solves them, such as a Dask client's `get_executor()`; processes of this machine if not given.
        workers: The number of these processes.
        store: A file of answers, which are read from it if they are there, and added else.
        seconds: The limit of time of each design.

    Raises:
        InputError: The grid is empty, too large, or names something else.

    Example:
        >>> print(sweep("trace", {"epsilon": ["ln2", "ln3"], "inputs": [3]}, workers=1).rows[1]["lower"])
        1.7999999999999998
    """
    cells = _cells(grid)
    fixed = {"objective": objective, "seconds": seconds} | ({} if demand is None else {"demand": demand})
    kept = None if store is None else Store(store)
    names = [f"{objective} {demand} {cell}" for cell in cells]
    found = {name: kept.answers[name] for name in names if name in kept.answers} if kept is not None else {}
    missing = {name: fixed | cell for name, cell in zip(names, cells, strict=True) if name not in found}
    own = executor or ProcessPoolExecutor(workers)
    try:
        asked = {own.submit(_solve, call): name for name, call in missing.items()}
        for future in as_completed(asked):
            found[asked[future]] = future.result()
            if kept is not None:
                kept.add(asked[future], found[asked[future]])
    finally:
        if executor is None:
            own.shutdown(cancel_futures=True)
    return Sweep(tuple(grid), tuple(_texts(cell) | found[name] for name, cell in zip(names, cells, strict=True)))


def _cells(grid: Mapping[str, Sequence[object]]) -> list[dict[str, object]]:
    """Every combination of one value for each name."""
    if not grid or any(isinstance(values, str) or not len(values) for values in grid.values()):
        raise InputError("the grid must have a list of values for each name, such as {'epsilon': ['ln2', 'ln3']}")
    if strange := [name for name in grid if name not in KEYS]:
        raise InputError(f"the grid has {strange[0]!r}, which it cannot vary; give {', '.join(KEYS)}")
    size = 1
    for values in grid.values():
        size *= len(values)
    if size > MOST:
        raise InputError(f"the grid has {size} combinations, more than {MOST}; give fewer values")
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def _solve(call: dict[str, Any]) -> dict[str, Any]:
    """One design, as numbers that JSON has, rounded outward."""
    try:
        found = design(**call)
    except InputError as error:
        return {"verdict": None, "lower": None, "upper": None, "refusal": str(error)}
    if not isinstance(found, Design) or found.lower is None or found.upper is None:
        return {"verdict": found.verdict, "lower": None, "upper": None, "refusal": ""}
    lower = double_of_decimal(decimal(found.lower, digits=25, direction="lower"), direction="lower")
    upper = double_of_decimal(decimal(found.upper, digits=25, direction="upper"), direction="upper")
    return {"verdict": found.verdict, "lower": lower, "upper": upper, "refusal": ""}


def _texts(cell: Mapping[str, object]) -> dict[str, Any]:
    return {name: x if isinstance(x, int | float) else str(x) for name, x in cell.items()}
