"""Linear objectives go to their normal form: a weight for every entry, and which way is better."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from rropt import Linear, design
from rropt.designs.linear.legs import CommonLinear, linear_program
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.privacy import LDP
from rropt.problem.known import pose
from rropt.problem.problem import Problem

DEMAND = LDP("ln3", delta="1/10")


def test_each_objective_has_its_program() -> None:
    problem = Problem(Utility([[1, 0], [0, 2]], ["1/4", "3/4"], sense="min"), DEMAND)
    loss = linear_program(problem)
    assert (
        not loss.maximise
        and loss.weights == ((F(1, 4), 0), (0, F(3, 2)))
        and pose(problem) == CommonLinear(problem, loss)
    )
    problem = Problem(Trace(), DEMAND, inputs=3)
    trace = linear_program(problem)
    assert trace.maximise and trace.k == trace.m == 3 and (trace.ratio, trace.delta) == (3, F(1, 10))
    assert pose(problem) == CommonLinear(problem, trace)


@pytest.mark.parametrize(("sense", "said", "wanted"), [("min", "at least", 0), ("max", "at most", 9)])
def test_a_value_known_by_bounds_alone_is_refuted_by_the_proven_one(sense: str, said: str, wanted: int) -> None:
    found = design(Linear([[0, 1, 2], [1, 0, 1], [2, 1, 0]], sense=sense), LDP("ln3"))
    assert found.lower is not None and found.upper is not None
    near = replace(found, value=None, lower=found.lower - F(1, 100), upper=found.upper + F(1, 100))
    refuted = pose(found.problem).refute(near, F(wanted))
    assert refuted.bound == found.value and f"is {said} {found.value}, so" in refuted.why
