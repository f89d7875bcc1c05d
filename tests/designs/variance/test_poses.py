"""The two poses of the variance: the linear program with the parameter s, edges, and closed forms equal to their derivations."""

import itertools
from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest
import sympy

from rropt import LDP, Problem, Variance, design
from rropt.designs.closed_forms.four_outputs import derive_four_outputs
from rropt.designs.closed_forms.two_outputs import derive_binary, derive_warner
from rropt.designs.objectives.prevalence import Prevalence
from rropt.designs.variance.information import FisherProgram
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.designs.variance.theorems import binary_variance, four_outputs, threshold, warner_variance
from rropt.exact.conversion import sympy_of

T, DELTA, PI = sympy.Symbol("t", positive=True), sympy.Symbol("delta", nonnegative=True), sympy.Symbol("pi", real=True)
POINTS = [*itertools.product((F(3), F(3, 2)), (F(1, 10), F(1, 3)), (F(1, 50), F(1, 4), F(1, 2), F(9, 10)))]


def at(form: sympy.Expr, t: F, d: F, pi: F) -> sympy.Expr:
    return form.subs({T: sympy_of(t), DELTA: sympy_of(d), PI: sympy_of(pi)})


def program(t: F, d: F, pi: F) -> VarianceProgram:
    return VarianceProgram(t, d, Prevalence(pi, pi))


@pytest.mark.slow
def test_one_program_serves_every_epsilon_delta_prevalence_and_scalarisation() -> None:
    posed = Problem(Variance("1/4"), LDP(1, delta="1/10")).as_cvxpy()
    assert posed.is_dpp() and list(posed.param_dict) == ["ratio", "delta", "prevalence", "s"]
    for t, d, pi in POINTS:
        for name, x in zip(("ratio", "delta", "prevalence"), (t, d, pi), strict=True):
            posed.param_dict[name].value = float(x)
        least = []
        for s in np.logspace(-4, 4, 33):
            posed.param_dict["s"].value = s
            value = posed.solve(solver=cp.HIGHS)
            product = float(posed.var_dict["A"].value * posed.var_dict["B"].value)
            # the bound of the scalarisation is above the product, and at the best s equal to it
            assert value**2 / (4 * s) >= product - 1e-9
            least.append(product)
        assert min(least) == pytest.approx(float(binary_variance(program(t, d, pi)).value), rel=1e-7)


@pytest.mark.some(pi=2)
@pytest.mark.parametrize(("t", "d", "pi"), POINTS)
def test_the_closed_form_of_two_outputs_is_its_derivation(t: F, d: F, pi: F) -> None:
    derived = derive_binary(T, DELTA, PI)
    assert at(derived.closed_form, t, d, pi) == sympy_of(binary_variance(program(t, d, pi)).value)
    apart = derived.steps[-1].result
    assert sympy_of(threshold(t, d)) in [at(g, t, d, pi) for g in apart]


def test_without_a_slack_one_vertex_is_left() -> None:
    derived = derive_binary(T, 0, PI)
    assert len(derived.steps[1].result) == 1
    for t, pi in itertools.product((F(3, 2), F(3), F(100)), (F(0), F(1, 4), F(1))):
        assert at(derived.closed_form, t, F(0), pi) == sympy_of(binary_variance(program(t, F(0), pi)).value)


@pytest.mark.parametrize(("t", "d", "pi"), POINTS)
def test_the_closed_form_among_symmetric_designs_is_its_derivation(t: F, d: F, pi: F) -> None:
    assert at(derive_warner(T, DELTA, PI).closed_form, t, d, pi) == sympy_of(warner_variance(program(t, d, pi)).value)


@pytest.mark.some(pi=2)
@pytest.mark.parametrize(("t", "d", "pi"), POINTS)
def test_the_closed_form_of_four_outputs_is_its_derivation(t: F, d: F, pi: F) -> None:
    known = four_outputs(FisherProgram(t, d, Prevalence(pi, pi)))
    pure = four_outputs(FisherProgram(t, F(0), Prevalence(pi, pi)))
    assert known is not None and pure is not None
    assert at(derive_four_outputs(T, DELTA, PI).closed_form, t, d, pi) == sympy_of(known.value)
    assert at(derive_four_outputs(T, 0, PI).closed_form, t, d, pi) == sympy_of(pure.value)


@pytest.mark.parametrize("prevalence", ["1/10..2/5", "0..1", "3/5..9/10"])
def test_the_worst_of_an_interval_is_found_by_its_parts(prevalence: str) -> None:
    problem = Problem(Variance(prevalence), LDP("1/2", delta="1/10"))
    assert problem.solve_cvxpy().value == pytest.approx(float(design(problem).value), rel=1e-7)


def test_information_that_is_infinite_gives_the_variance_0() -> None:
    problem = Problem(Variance(0), LDP(1, delta="1/10"), outputs="free")
    assert problem.solve_cvxpy().value == 0 == design(problem).value
