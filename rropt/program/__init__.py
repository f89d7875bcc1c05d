"""Normal forms of problems, in which every inequality has the name that multipliers cite."""

from __future__ import annotations

from rropt.objectives import Variance
from rropt.problem import Problem
from rropt.program.fisher import FisherProgram, least_favourable
from rropt.program.linear import LinearProgram
from rropt.program.ratio import ratio_and_delta
from rropt.program.three_outputs import ThreeOutputProgram, three_output_program
from rropt.program.variance import VarianceProgram

__all__ = ["FisherProgram", "LinearProgram", "Program", "ThreeOutputProgram", "VarianceProgram", "normal_form"]

Program = LinearProgram | VarianceProgram | FisherProgram | ThreeOutputProgram


def normal_form(problem: Problem) -> Program:
    """The program of a problem: linear, binary variance, or asymptotic variance with three outputs or with as many as help."""
    ratio, delta = ratio_and_delta(problem.demand)
    objective = problem.objective
    if isinstance(objective, Variance):
        if problem.lacks_an_output:
            return three_output_program(ratio, delta, objective.of_second)
        if problem.asymptotic:
            return FisherProgram(ratio, delta, least_favourable(objective.of_second))
        return VarianceProgram(ratio, delta, objective.of_second, objective.warner)
    return LinearProgram(ratio, delta, objective.matrix(problem.k, problem.m), objective.sense == "max")
