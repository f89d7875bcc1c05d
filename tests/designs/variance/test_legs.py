"""The variance goes to its normal form: the polyhedron of two outputs, or the information of more."""

from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.objectives.variance import Variance
from rropt.designs.variance import legs
from rropt.designs.variance.information import FisherProgram
from rropt.designs.variance.legs import AsymptoticVariance, BinaryVariance, normal_form
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.problem import Problem

DEMAND = LDP("ln3", delta="1/10")


def test_each_number_of_outputs_has_its_program() -> None:
    problem = Problem(Variance("1/4", positive=0, warner=True), DEMAND)
    variance = normal_form(problem)
    assert isinstance(variance, VarianceProgram) and variance.warner and variance.prevalence.point == F(3, 4)
    assert pose(problem) == BinaryVariance(problem, variance)
    problem = Problem(Variance("1/4"), DEMAND, outputs="free")
    fisher = normal_form(problem)
    assert isinstance(fisher, FisherProgram) and (fisher.ratio, fisher.delta) == (3, F(1, 10))
    assert pose(problem) == AsymptoticVariance(problem, fisher)


@pytest.mark.parametrize("outputs", [2, 4, "free"])
def test_the_normal_form_is_made_once_a_design(outputs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Problem] = []

    def make(problem: Problem) -> Any:
        made.append(problem)
        return normal_form(problem)

    monkeypatch.setattr(legs, "normal_form", make)
    for demand in (LDP("1/2", delta="1/10"), LDP("ln3"), LDP("1/2", delta="1/10") & LDP("ln2")):
        made.clear()
        design(Variance("1/4"), demand, outputs=outputs)
        assert len(made) == 1, demand
