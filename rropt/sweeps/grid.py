"""Grids of problems: every combination of the values of some options, each as a problem of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from rropt.exact.errors import InputError, Undecided
from rropt.privacy import LDP
from rropt.problem.advice import refuse_objective
from rropt.problem.contract import Objective
from rropt.problem.problem import Problem
from rropt.problem.stored.fields import objective_dict, problem_dict

__all__ = ["Cell", "cell_of", "cells_of", "combine", "keys_of"]

MOST_CELLS = 1_000_000
SPELL = json.JSONEncoder(sort_keys=True, ensure_ascii=False).encode
KEYS = ("epsilon", "delta", "k", "prevalence", "prior", "outputs", "subject_to")


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination of a grid's values, and the problem that it states.

    `values` maps each key to its value as text. If the combination states no problem, `problem` is None and `refusal` says why.
    """

    values: Mapping[str, str]
    problem: Problem | None
    refusal: str = ""

    @property
    def key(self) -> str:
        """The full text of the problem, which identifies it in a store."""
        assert self.problem is not None
        return keys_of([self.problem])[0]


def keys_of(problems: Sequence[Problem]) -> list[str]:
    """Write the full text of each problem as sorted JSON. This text is the problem's key in a store. If problems share an
    objective, its text is made only once."""
    objectives = {id(x.objective): x.objective for x in problems}
    said = {place: _spell_fields(objective_dict(x)) for place, x in objectives.items()}
    found = (said[id(x.objective)] | _spell_fields(problem_dict(x, {})) for x in problems)
    return [f"{{{', '.join(text for _, text in sorted(fields.items()))}}}" for fields in found]


def _spell_fields(fields: Mapping[str, Any]) -> dict[str, str]:
    """Write each field as the JSON text of its name and its value; return these texts by the fields' names."""
    return {name: f"{SPELL(name)}: {SPELL(x)}" for name, x in fields.items()}


def combine(grid: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """List every combination of one value per key; refuse an empty list and too many combinations."""
    size = 1
    for key, values in grid.items():
        if not values:
            raise InputError(f"the grid has no value for {key}; give at least one")
        size *= len(values)
    if size > MOST_CELLS:
        raise InputError(f"a grid of {size} designs is larger than {MOST_CELLS}; split it")
    return [dict(zip(grid, values, strict=True)) for values in product(*grid.values())]


def cells_of(problem: object, grid: object) -> list[Cell]:
    """List the cells of a grid, one for each combination of its values.

    A cell's problem is the given problem or objective, with the values of the combination in place of its own.
    """
    if not isinstance(problem, Problem | Objective):
        raise refuse_objective(problem)
    if not isinstance(grid, Mapping) or not grid:
        raise InputError('a sweep needs a grid, such as {"epsilon": ["1/2", "1"], "k": [4, 8]}')
    if strange := [key for key in grid if key not in KEYS]:
        raise InputError(f"the grid has the unknown key {str(strange[0])[:40]!r}; the known ones are {', '.join(KEYS)}")
    lists = {key: _as_list(values) for key, values in grid.items()}
    return [cell_of(values, lambda values: _problem(problem, values)) for values in combine(lists)]


def _as_list(values: object) -> list[Any]:
    """Make a list of values; a text, or what cannot be iterated, such as a number, becomes a list with this one value."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return [values]
    return list(values)


def cell_of(values: dict[str, Any], pose: Callable[[dict[str, Any]], Problem]) -> Cell:
    """Make the cell of these values; `pose` makes its problem, or raises the error that says why there is none."""
    said = {key: "; ".join(map(str, x)) if isinstance(x, list | tuple) else str(x) for key, x in values.items()}
    try:
        return Cell(said, pose(values))
    except (InputError, Undecided) as error:
        return Cell(said, None, str(error))


def _problem(base: Problem | Objective, values: dict[str, Any]) -> Problem:
    """Make the problem that differs from `base` in these values.

    A new k drops the input labels of `base`. It also drops the outputs, unless their number is free.
    """
    objective = base.objective if isinstance(base, Problem) else base
    for name in ("prevalence", "prior"):
        if name in values:
            objective = objective.restated(name, values[name])
    inputs: Any = base.inputs or base.k if isinstance(base, Problem) else None
    outputs: Any = (base.output_labels or base.outputs) if isinstance(base, Problem) else None
    if "k" in values:
        inputs, outputs = values["k"], "free" if outputs == "free" else None
    conditions = list(map(str, base.conditions)) if isinstance(base, Problem) else []
    return Problem(
        objective,
        _demand(base, values),
        inputs=inputs,
        outputs=values.get("outputs", outputs),
        subject_to=values.get("subject_to", conditions),
    )


def _demand(base: Problem | Objective, values: dict[str, Any]) -> Any:
    """Make the demand of a cell.

    If `values` has neither epsilon nor delta, it is the demand of the problem `base`. If `values` has one or both, it is LDP with
    them, and the demand of a problem `base` must be LDP, too. If one of them is missing, it is taken from that demand.

    If `base` is only an objective, `values` must have epsilon, and delta is 0 unless given.
    """
    if "epsilon" not in values and "delta" not in values:
        if isinstance(base, Problem):
            return base.demand
        raise InputError("the grid must have the key epsilon, as an objective alone states no privacy demand")
    own = base.demand if isinstance(base, Problem) else None
    if own is not None and not isinstance(own, LDP):
        raise InputError(f"epsilon and delta of a grid need the demand LDP, not {own}; leave them out of the grid")
    if "epsilon" not in values and own is None:
        raise InputError("the grid has delta but no epsilon; give both")
    epsilon = values.get("epsilon", None if own is None else own.epsilon)
    return LDP(epsilon, delta=values.get("delta", own.delta if own is not None else 0))
