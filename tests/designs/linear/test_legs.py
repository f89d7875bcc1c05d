"""Linear objectives go to their normal form: a weight for every entry, and which way is better."""

from fractions import Fraction as F

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
