"""Normal forms of problems, in which every inequality has the name that multipliers cite."""

from __future__ import annotations

from rropt.exact.errors import InputError
from rropt.linear.program import LinearProgram
from rropt.objectives import Variance
from rropt.problem.problem import Problem
from rropt.program.ratio import ratio_and_delta
from rropt.variance.information import FisherProgram, least_favourable
from rropt.variance.polyhedron import VarianceProgram

__all__ = ["FisherProgram", "LinearProgram", "Program", "VarianceProgram", "normal_form"]

Program = LinearProgram | VarianceProgram | FisherProgram


def normal_form(problem: Problem) -> Program:
    """The program of a problem: linear, binary variance, or asymptotic variance with as many outputs as help."""
    ratio, delta = ratio_and_delta(problem.demand)
    objective = problem.objective
    if isinstance(objective, Variance):
        if problem.lacks_an_output:
            raise InputError(
                "exactly three outputs with delta > 0 are not designed, since four have a smaller variance and two are simpler; "
                "give 2, 4 or free outputs"
            )
        if problem.asymptotic:
            return FisherProgram(ratio, delta, least_favourable(objective.of_second))
        return VarianceProgram(ratio, delta, objective.of_second, objective.warner)
    return LinearProgram(ratio, delta, objective.matrix(problem.k, problem.m), objective.sense == "max")
