"""Access to what higher layers define: the objectives and the modules that pose their programs, the reader of demands, the
devices, and the functions that ask sympy and cvxpy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from rropt.above import find
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.privacy import Notion
from rropt.problem.advice import refuse_demand
from rropt.problem.contract import Legs, Objective, Program
from rropt.problem.kinds import OBJECTIVES, list_objectives
from rropt.problem.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rropt.devices.device import Device
    from rropt.problem.leg import Leg
    from rropt.problem.result import Design

__all__ = [
    "Reduced",
    "StatedDemand",
    "choose_device",
    "find_objective",
    "is_bounded",
    "is_linear",
    "legs_of",
    "pose",
    "pose_legs",
    "reduce",
    "steps_to",
    "read_demand",
    "read_notion",
]


class StatedDemand(Protocol):
    """A demand that a user stated in any form. `notion` is the demand as it was read; `said` is a sentence about the reading."""

    @property
    def notion(self) -> Notion: ...
    @property
    def said(self) -> str: ...

    def open_for(self, parity: Bound, /) -> bool:
        """Whether it remains unknown if a mechanism with this parity keeps the demand as the user stated it. This is possible if
        the demand's bound on the parity is known only up to an interval."""


def find_objective(name: str) -> type[Objective]:
    """Return the class of the objective with this name."""
    if name not in OBJECTIVES:
        raise InputError(f"objective '{name[:40]}' is not known; choose {list_objectives()}")
    found: type[Objective] = find("objective", name)
    return found


def legs_of(objective: Objective) -> Legs:
    """Import the module that poses the programs of an objective."""
    found: Any = import_module(objective.legs)
    return found  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Reduced:
    """The simpler problem that a reduction makes. The function `restore` turns a design of the simpler problem into a design of the
    original problem.

    `wanted` is the value to be reached in the simpler problem; None if no value is wanted. `follows` says how the certificate of
    the simpler problem implies the answer to the original one.
    """

    problem: Problem
    restore: Callable[[Design], Design]
    wanted: Number | None
    follows: str


def reduce(problem: Problem, wanted: Number | None = None) -> Reduced | None:
    """Apply the first reduction that simplifies the problem; None if none does.

    If `wanted` is given, the simpler problem is one whose bound shows that no mechanism reaches this value.
    """
    # the reduction of plain designs is one for all objectives, and comes before their own
    own = legs_of(problem.objective).REDUCTIONS
    for reduction in (find("function", "plain")(),) if problem.plain else own:
        simpler = reduction.simplify(problem) if wanted is None else reduction.simplify_for_bound(problem, wanted)
        if simpler is not None:
            value = None if wanted is None else reduction.simplify_value(wanted, problem)
            return Reduced(simpler, partial(reduction.restore, problem=problem), value, reduction.follows(problem))
    return None


def steps_to(problem: Problem) -> list[str]:
    """Say how the certificate's statement leads to the answer: one sentence for each reduction that has something to say, the one
    nearest to the certificate first."""
    found = list[str]()
    while reduced := reduce(problem):
        found, problem = [*([reduced.follows] if reduced.follows else []), *found], reduced.problem
    return found


def pose(problem: Problem) -> Program:
    """Pose a problem as a program, by the module that its objective names."""
    return legs_of(problem.objective).pose(problem)


def is_linear(objective: Objective) -> bool:
    """Whether the objective is a weighted sum of the entries of the matrix. Only such objectives allow both demands on averages and
    linear conditions."""
    return objective.takes >= {"averages", "conditions"}


def is_bounded(problem: Problem) -> bool:
    """Whether it is expected, before solving, that only rropt states bounds on the optimum, and that the checker verifies only the
    privacy of the design."""
    while reduced := reduce(problem):
        problem = reduced.problem
    return pose(problem).is_bounded


def read_notion(demand: object) -> tuple[Notion, str]:
    """Read a demand in any form as a notion. Return the notion, and a sentence that says how the demand was read. The sentence is
    empty if the demand is a notion already."""
    if isinstance(demand, Notion) and not isinstance(demand, type):
        return demand, ""
    if refusal := refuse_demand(demand):
        raise refusal
    stated = read_demand(demand)
    return stated.notion, stated.said


def read_demand(demand: object) -> StatedDemand:
    """Read a demand in any form. A notion is taken as it is. A table, boundary, pair or expression is read as a bound on the
    parity."""
    found: StatedDemand = find("function", "read_stated")(demand)
    return found


def choose_device(found: Design, asked: Mapping[str, object]) -> Device:
    """Realise a design with the instrument (dice, cards, …) that is asked for."""
    device: Device = find("function", "choose_device")(found, asked)
    return device


def pose_legs(found: Design) -> tuple[Leg, ...]:
    """Ask sympy and cvxpy the design's question; return the answer of each."""
    legs: tuple[Leg, ...] = find("function", "posed_legs")(found)
    return legs
