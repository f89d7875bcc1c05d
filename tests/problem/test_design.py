"""The question of `design`: what is implied, what is refused, and what a reader is told first."""

from fractions import Fraction

import pytest
import sympy

from rropt import LDP, RhoBreach
from rropt.exact.errors import InputError
from rropt.families import krr
from rropt.objectives.covariance import Contrast, TotalVariance
from rropt.objectives.information import Information
from rropt.objectives.linear import Trace, Utility
from rropt.objectives.variance import Variance
from rropt.problem.design import design
from rropt.problem.problem import Problem
from rropt.problem.result import Between
from rropt.problem.simple import best_simple

THIRDS = ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(
    "given, objective",
    [
        ({"inputs": 3}, TotalVariance()),
        ({"prevalence": THIRDS}, TotalVariance(THIRDS)),
        ({"prevalence": "1/4"}, Variance("1/4")),
        ({"prevalence": "1/10..2/5"}, Variance("1/10..2/5")),
        ({"scores": [1, 2, 4]}, Contrast([1, 2, 4])),
        ({"scores": [1, 2, 4], "prevalence": THIRDS}, Contrast([1, 2, 4], THIRDS)),
        ({"utility": [[1, 0], [0, 1]]}, Utility([[1, 0], [0, 1]])),
        ({"utility": "1,0:0,1", "prior": "1/4,3/4"}, Utility([[1, 0], [0, 1]], ["1/4", "3/4"])),
        ({"prior": THIRDS}, Information(THIRDS)),
        ({"objective": "total-variance", "prevalence": THIRDS}, TotalVariance(THIRDS)),
        ({"objective": "trace", "inputs": 3}, Trace()),
    ],
)
def test_the_objective_that_is_meant(given, objective):
    assert design(**given, epsilon="ln3").problem.objective == objective


def test_demands_are_objects_texts_and_lists():
    of = {"objective": "trace", "inputs": 2}
    assert design(**of, demand="rho:1/5,1/2").problem.demand == RhoBreach("1/5", "1/2")
    joined = design(**of, demand=["ldp:1/2", LDP(1, delta="1/10")])
    assert joined.value == design(**of, demand=LDP("1/2") & LDP(1, delta="1/10")).value
    assert design(Problem("trace", "ldp:ln3", 4)).value == 2


@pytest.mark.parametrize(
    "given",
    [
        {"epsilon": 1, "inputs": 2},
        {"objective": "trace", "inputs": 3},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "demand": "ldp:1"},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "prior": THIRDS},
        {"objective": Trace(), "inputs": 3, "epsilon": 1, "prevalence": THIRDS},
        {"objective": Problem("trace", "ldp:1", 3), "epsilon": 1},
        {"objective": "trace", "inputs": 3, "demand": "ldpp:1"},
        {"objective": "trace", "inputs": 3, "demand": "ldp"},
        {"objective": "trace", "inputs": 3, "demand": []},
        {"objective": 5, "inputs": 3, "epsilon": 1},
        {"scores": [1, 2, 3], "epsilon": 1, "outputs": 3},
        {"objective": "trace", "inputs": 3, "epsilon": 1, "outputs": 2},
        {"prevalence": THIRDS, "epsilon": 1, "subject_to": ["P[0,0] <= 1/2"]},
        {"prevalence": THIRDS, "demand": "ldp:every"},
        {"objective": "trace", "inputs": ["a", "a"], "epsilon": 1},
    ],
)
def test_questions_that_are_refused(given):
    with pytest.raises(InputError) as caught:
        design(**given)
    assert "\n" not in str(caught.value)


def test_a_value_is_a_number():
    exact, within = design("trace", epsilon="ln3", inputs=4).value, design("information", epsilon="ln3", inputs=4).value
    assert isinstance(within, Between)
    assert float(exact) == 2
    assert 0.1438 < float(within) < 0.1439


def test_the_simple_design_is_k_ary_randomized_response():
    problem = Problem("total-variance:1/2,1/4,1/4", "ldp:ln5")
    found = best_simple(problem)
    assert found.mechanism.rows == krr(k=3, epsilon="ln5").rows
    assert found.upper >= design(problem).lower


def test_the_simple_design_uses_the_slack():
    """Its largest probability is tight: Pr(i | i) = t·Pr(i | j) + δ."""
    found = best_simple(Problem("information", "ldp:ln3,delta=1/10", 4))
    assert found.mechanism.rows[0][0] == 3 * found.mechanism.rows[0][1] + Fraction(1, 10)
    assert found.upper <= design("information", "ldp:ln3,delta=1/10", 4).upper


def test_an_answer_that_proves_the_truth_is_told_first():
    said = str(design(Contrast([1, 2, 3]), LDP("ln3", delta="1/10")))
    assert said.startswith("Warning")
    assert said.index("one answer for each category") < said.index("Pr(output | input)")


def test_sets_are_rows_too_if_they_are_few():
    found = design("total-variance", epsilon="1/2", inputs=4)
    assert found.sets.m == found.mechanism.m == 6
    assert float(TotalVariance().value(found.mechanism)[0]) == pytest.approx(float(found.value), rel=1e-12)
    assert design("total-variance", epsilon="1/2", inputs=30).mechanism is None


def test_standard_errors():
    found = design(scores=[1, 2, 4], epsilon="ln3")
    assert found.standard_error(100) == pytest.approx((float(found.value) / 100) ** 0.5)
    with pytest.raises(InputError):
        design("trace", epsilon="ln3", inputs=3).standard_error(100)


def test_all_best_mechanisms_of_a_share_are_listed():
    """Two corners are equally good at the share 1/2 with δ > 0 (Holohan, Leith and Mason, 2016, Theorem 3)."""
    found = design("variance:1/2", "ldp:1,delta=1/3")
    values = [found.problem.objective.value(x.mechanism)[0] for x in found.minimisers]
    assert found.mechanism in [x.mechanism for x in found.minimisers]
    assert set(values) == {found.value}
    assert design("trace", "ldp:1", 3).minimisers == ()


def test_values_of_answers_are_sympy_s_too():
    assert sympy.simplify(design("trace", "ldp:1", 3).value.to_sympy() - 3 * sympy.E / (sympy.E + 2)) == 0
    assert str(design("trace", "ldp:ln3", 3).value.to_sympy()) == "9/5"
