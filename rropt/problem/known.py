"""What stands above this room and is found by its name: the kinds of objectives, and the reader of stated demands.

A new objective is one line here. Each is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.problem.contract import Legs, Objective, Program
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    from rropt.breach.demand import StatedDemand

__all__ = ["OBJECTIVES", "find_objective", "legs_of", "pose", "read_demand"]

OBJECTIVES: Mapping[str, str] = MappingProxyType(
    {
        "variance": "rropt.variance.objective:Variance",
        "trace": "rropt.linear.trace:Trace",
        "utility": "rropt.linear.utility:Utility",
        "loss": "rropt.linear.utility:Utility",
    }
)
"""Where the objective stands that a command line or a document calls by this name."""
STATED_DEMANDS = "rropt.breach.demand:read_stated"


def _find(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def find_objective(name: str) -> type[Objective]:
    """The kind of objective of this name."""
    if name not in OBJECTIVES:
        *others, last = OBJECTIVES
        raise InputError(f"objective '{name[:40]}' is not known; choose {', '.join(others)} or {last}")
    found: type[Objective] = _find(OBJECTIVES[name])
    return found


def legs_of(objective: Objective) -> Legs:
    """The module that poses the programs of an objective."""
    found: Any = import_module(objective.legs)
    return found  # type: ignore[no-any-return]


def pose(problem: Problem) -> Program:
    """The program of a problem."""
    return legs_of(problem.objective).pose(problem)


def read_demand(demand: object) -> StatedDemand:
    """A demand in any form: a notion as it is, or a table, boundary, pair or expression as a bound on the parity."""
    found: StatedDemand = _find(STATED_DEMANDS)(demand)
    return found
