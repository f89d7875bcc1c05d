"""Estimates where ε or δ is free and no closed form is known: the interval is cut into parts, with bounds on each."""

from __future__ import annotations

from rropt.designs.objectives.determinant import Determinant
from rropt.designs.objectives.estimation import estimation_of
from rropt.designs.reductions.halving import SEVERAL, ByHalving
from rropt.exact.errors import InputError
from rropt.problem.contract import Program
from rropt.problem.problem import Problem

__all__ = ["pose_by_parts"]

MOST_INPUTS = 8


def pose_by_parts(problem: Problem) -> Program:
    """Make a program that bounds the optimum on each part of an interval, for a problem in which ε or δ is free.

    Raise `InputError` if there are more than MOST_INPUTS inputs, or if the objective is a determinant at several lists of
    prevalences.
    """
    objective = estimation_of(problem)
    if isinstance(objective, Determinant) and (lists := len(objective.prevalences.at(problem.k))) > 1:
        raise InputError(
            f"with {problem.free} free, a design for the determinant takes one list of prevalences, not {lists}; give one "
            f"{problem.free}, or ",
            SEVERAL,
        )
    if problem.k > MOST_INPUTS:
        raise InputError(
            f"with {problem.free} free, the {objective.called} can be bounded for at most {MOST_INPUTS} inputs, not for "
            f"{problem.k}; give one {problem.free}"
        )
    return ByHalving(problem)
