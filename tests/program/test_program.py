"""Each objective goes to its normal form."""

from fractions import Fraction as F

from rropt.linear.program import LinearProgram
from rropt.linear.trace import Trace
from rropt.linear.utility import Utility
from rropt.privacy import LDP
from rropt.problem.problem import Problem
from rropt.program import normal_form
from rropt.variance.information import FisherProgram
from rropt.variance.objective import Variance
from rropt.variance.polyhedron import VarianceProgram

DEMAND = LDP("ln3", delta="1/10")


def test_each_objective_has_its_program() -> None:
    variance = normal_form(Problem(Variance("1/4", positive=0, warner=True), DEMAND))
    assert isinstance(variance, VarianceProgram) and variance.warner and variance.prevalence.point == F(3, 4)
    fisher = normal_form(Problem(Variance("1/4"), DEMAND, outputs="free"))
    assert isinstance(fisher, FisherProgram) and (fisher.ratio, fisher.delta) == (3, F(1, 10))
    loss = normal_form(Problem(Utility([[1, 0], [0, 2]], ["1/4", "3/4"], sense="min"), DEMAND))
    assert isinstance(loss, LinearProgram) and not loss.maximise and loss.weights == ((F(1, 4), 0), (0, F(3, 2)))
    trace = normal_form(Problem(Trace(), DEMAND, inputs=3))
    assert isinstance(trace, LinearProgram) and trace.maximise and trace.k == trace.m == 3
