"""The two poses of information and divergences: rows follow the ratio, and the total variation's closed form is derived."""

import math
from fractions import Fraction as F

import cvxpy as cp
import pytest
import sympy

from rropt import LDP, Divergence, Information, Problem, design
from rropt.designs.closed_forms.total_variation import derive_variation
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.row_function import Function
from rropt.designs.sublinear.program import SublinearProgram
from rropt.designs.sublinear.theorems import binary
from rropt.exact.conversion import sympy_of

T = sympy.Symbol("t", positive=True)
PRIOR = ["1/2", "1/3", "1/6"]


def test_a_sweep_of_epsilon_solves_one_program_again() -> None:
    posed = Problem(Information(PRIOR), LDP(1)).as_cvxpy()
    assert posed.is_dpp()
    for epsilon in ("1/2", "2"):
        posed.param_dict["ratio"].value = math.exp(F(epsilon))
        known = design(Information(PRIOR), LDP(epsilon))
        assert posed.solve(solver=cp.HIGHS) == pytest.approx(float(known.lower), rel=1e-7)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((F(1, 2), F(1, 2)), (F(1, 3), F(2, 3))),
        ((F(1, 2), F(1, 3), F(1, 6)), (F(1, 3),) * 3),
        ((F(1, 4),) * 4, (F(1), 0, 0, 0)),
    ],
)
def test_the_closed_form_of_the_total_variation_is_its_derivation(first: tuple[F, ...], second: tuple[F, ...]) -> None:
    apart = [sympy_of(a - F(b)) for a, b in zip(first, second, strict=True)]
    derived = derive_variation(apart, T)
    assert derived.closed_form is not None and len(derived.steps) == 6
    for t in (F(3, 2), F(3), F(20)):
        function = Function(TotalVariation(), len(first), (first, tuple(map(F, second))))
        known = binary(SublinearProgram.of_ratio(function, t))
        assert known is not None and derived.closed_form.subs(T, sympy_of(t)) == sympy_of(known.value)


def test_equal_distributions_have_no_distance() -> None:
    assert derive_variation([sympy.Integer(0)] * 3, T).closed_form == 0


def test_the_least_information_of_several_priors_is_one_linear_program() -> None:
    objective = Information([PRIOR, ["1/3", "1/3", "1/3"]], worst=True)
    problem = Problem(objective, LDP("ln3"))
    found = design(problem)
    assert problem.solve_cvxpy().value == pytest.approx(float(found.upper), rel=1e-6)
    placed = problem.as_sympy().at(found.mechanism)
    assert not placed.violated and float(placed.value) == pytest.approx(float(found.lower), rel=1e-6)


def test_where_there_is_no_closed_form_the_reason_stands_in_its_place() -> None:
    for problem in (Problem(Divergence("chi2"), LDP(1), inputs=3), Problem(Information(PRIOR), LDP(1, delta="1/10"))):
        posed = problem.as_sympy()
        assert posed.closed_form is None and "no closed form" in posed.reason
