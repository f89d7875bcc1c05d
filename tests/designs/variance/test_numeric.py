"""The numeric legs of the variance: near the exact optimum wherever doubles can be, over ties and extremes.

The binary one is compared with brute force; the asymptotic one with the four-output formula and a solver of another family.
"""

import random
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt.designs.objectives.prevalence import read_prevalence
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance import numeric as variance_numeric
from rropt.designs.variance.exact import best_points
from rropt.designs.variance.information import FisherProgram
from rropt.designs.variance.numeric import _solve, float_pieces, solve_fisher, solve_variance
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.designs.variance.theorems import four_outputs
from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import enclose
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.solvers.agreement import are_in_agreement
from tests import brute_force
from tests.over_rows import excess, largest_over


def test_is_near_the_brute_force() -> None:
    rng = random.Random(16)
    for _ in range(25):
        t, delta, pi = 1 + F(rng.randint(1, 60), 10), F(rng.randint(0, 10), 10), F(rng.randint(0, 20), 20)
        answer = solve_variance(VarianceProgram(t, delta, read_prevalence(pi)))
        assert are_in_agreement(answer.value, float(brute_force.least_variance(t, delta, pi)[0])), (t, delta, pi)


@pytest.mark.parametrize(
    ("epsilon", "delta", "pi"), [("1/1000", "0", "1/4"), ("20", "1/10", "1/4"), ("1/1000", "1/100", "1/2")]
)
def test_is_near_at_the_extremes(epsilon: str, delta: str, pi: str) -> None:
    t = read_epsilon(epsilon).t
    answer = solve_variance(VarianceProgram(t, F(delta), read_prevalence(pi)))  # type: ignore[arg-type]
    assert are_in_agreement(answer.value, float(brute_force.least_variance(t, F(delta), F(pi))[0]))


@pytest.mark.parametrize("epsilon", ["1/100000", "1/100", "1", "20"])
@pytest.mark.parametrize("delta", [F(1, 10**6), F(1, 10**9)], ids=str)
def test_is_near_at_the_tiny_deltas_people_ask_for(epsilon: str, delta: F) -> None:
    """HiGHS drops coefficients up to 10^-9 unless told otherwise, and with them the demand's δ."""
    t = read_epsilon(epsilon).t
    for pi in (F(0), F(1, 1000), F(1, 4)):
        answer = solve_variance(VarianceProgram(t, delta, read_prevalence(pi)))  # type: ignore[arg-type]
        assert are_in_agreement(answer.value, float(brute_force.least_variance(t, delta, pi)[0]))


@pytest.mark.parametrize("warner", [False, True])
@pytest.mark.parametrize(("low", "high"), [("1/10", "2/5"), ("0", "1"), ("3/5", "9/10"), ("1/20", "1/10")])
def test_the_worst_case_is_near_what_z3_decides(low: str, high: str, warner: bool) -> None:
    t, delta = F(3, 2), F(1, 5)
    answer = solve_variance(VarianceProgram(t, delta, read_prevalence((low, high)), warner))
    value = F(answer.value)
    assert brute_force.nothing_below(value * (1 - F(1, 10**6)), t, delta, F(low), F(high), warner=warner)
    assert not brute_force.nothing_below(value * (1 + F(1, 10**6)), t, delta, F(low), F(high), warner=warner)


def test_scipy_over_binary_mechanisms_finds_nothing_better() -> None:
    t, delta, pi = 1.6487212707001282, 0.1, 0.25
    best = solve_variance(VarianceProgram(F(t), F(1, 10), read_prevalence("1/4"))).value
    found = float("inf")
    constraints = [
        {"type": "ineq", "fun": lambda x: t * (1 - x[1]) + delta - x[0]},
        {"type": "ineq", "fun": lambda x: t * (1 - x[0]) + delta - x[1]},
        {"type": "ineq", "fun": lambda x: x[0] + x[1] - 1.001},
    ]
    for start in [(0.6, 0.6), (0.99, 0.09), (0.09, 0.99), (0.7, 0.5)]:
        answer = minimize(
            lambda x: brute_force.binary_variance(x[0], x[1], pi), start, bounds=[(0, 1)] * 2, constraints=constraints
        )
        if answer.success:
            assert answer.fun >= best * (1 - 1e-6)
            found = min(found, answer.fun)
    assert found == pytest.approx(best, rel=1e-5)


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "3", "100"])
@pytest.mark.parametrize("delta", [F(1, 10**9), F(1, 10**11), F(1, 10**13)], ids=str)
def test_is_near_where_delta_and_the_rarer_answer_are_both_tiny(epsilon: str, delta: F) -> None:
    """x − π and y − 1 + π differ by a factor 1/(πδ) there, and the optimum is at x − 1 near 1/δ."""
    t = read_epsilon(epsilon).t
    for rare in (F(0), F(1, 10**9), F(1, 10**12), F(1, 10**15)):
        for pi in (rare, 1 - rare):
            answer = solve_variance(VarianceProgram(t, delta, read_prevalence(pi)))  # type: ignore[arg-type]
            assert are_in_agreement(answer.value, float(brute_force.least_variance(t, delta, pi)[0]))


@pytest.mark.parametrize("epsilon", ["1/1000", "3", "100"])
@pytest.mark.parametrize("delta", [F(0), F(1, 10**10)], ids=str)
def test_the_restriction_and_the_worst_case_are_near_at_the_extremes(epsilon: str, delta: F) -> None:
    t = read_epsilon(epsilon).t
    for pi, warner in ((F(1, 10**9), True), ((F(1, 10**9), F(1, 2)), False), ((F(0), F(1, 10**6)), True)):
        program = VarianceProgram(t, delta, read_prevalence(pi), warner)  # type: ignore[arg-type]
        assert are_in_agreement(solve_variance(program).value, float(best_points(program)[0]))


def test_a_point_that_breaks_what_the_solver_dropped_is_not_taken() -> None:
    """At an extreme s a coefficient of x = y is negligible to the solver; the answer must lie on x = y all the same."""
    program = VarianceProgram(F(3), F(0), read_prevalence(F(1, 4)), True)
    (piece,) = float_pieces(program)
    assert _solve(piece, 1e-15) is None
    point = _solve(piece, 1.0)
    assert point is not None and point[0] == pytest.approx(point[1])


def test_a_polyhedron_of_six_corners_takes_few_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    honest = variance_numeric.minimise
    monkeypatch.setattr(variance_numeric, "minimise", lambda *x: (asked.append(1), honest(*x))[1])
    for delta in (F(0), F(1, 10), F(1, 10**9)):
        asked.clear()
        program = VarianceProgram(F(3), delta, read_prevalence(F(1, 4)))
        assert are_in_agreement(solve_variance(program).value, float(best_points(program)[0])) and len(asked) <= 12


@pytest.mark.parametrize("epsilon", ["1/1000", "1/2", "ln3", "20"])
@pytest.mark.parametrize("delta", ["0", "1/10", "1"])
def test_the_asymptotic_float_is_near_the_theorem(epsilon: str, delta: str) -> None:
    program = FisherProgram(read_epsilon(epsilon).t, F(delta), read_prevalence("1/7"))  # type: ignore[arg-type]
    theorem = four_outputs(program)
    assert theorem is not None and are_in_agreement(solve_fisher(program).value, float(theorem.value))


def test_a_fine_grid_of_rows_gives_the_same_optimum() -> None:
    """Rows anywhere on a grid of the quadrant, not only on the four rays: the demand in excesses, by scipy."""
    t, delta, pi = 1.5, 0.1, 0.25
    slopes = [*np.linspace(0, 1, 61), *np.geomspace(1e-3, 1, 30), 1 / t]
    rays = np.array([(1.0, b) for b in slopes] + [(a, 1.0) for a in slopes])
    gains = (rays[:, 1] - rays[:, 0]) ** 2 / ((1 - pi) * rays[:, 0] + pi * rays[:, 1])
    most = largest_over(rays, gains, [excess(rays, 0, 1, t), excess(rays, 1, 0, t)], [delta] * 2)
    found = solve_fisher(FisherProgram(F(3, 2), F(1, 10), read_prevalence("1/4"))).value
    assert 1 / most == pytest.approx(found, rel=1e-8)


@pytest.mark.parametrize("epsilon", ["1e-20", "1e-12", "1/1000", "1/2", "20", "100"])
@pytest.mark.parametrize("delta", ["0", "1e-30", "1/10"])
def test_the_float_is_near_the_certified_value_for_tiny_and_large_budgets(epsilon: str, delta: str) -> None:
    found = design(Variance("1/4"), LDP(epsilon, delta=delta), outputs="free")
    numeric = next(leg for leg in found.fast_legs if leg.name == "numeric")
    assert abs(numeric.value / float(enclose(found.value)[0]) - 1) < 1e-4


@pytest.mark.parametrize("pi", ["1/10", "1/2", "0", "1/10..2/5"])
@pytest.mark.parametrize("demand", [LDP("ln3"), LDP("1/2", delta="1/10"), LDP("ln100"), LDP("ln2", delta=1)], ids=str)
def test_no_more_programs_are_solved_than_starts_and_vertices(
    demand: LDP, pi: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One more at most for each vertex of a piece of the plane; 177 were solved for six corners before they were traded off."""
    solved: list[object] = []

    def minimise(*given: Any) -> Any:
        solved.append(given)
        return run(*given)

    run = variance_numeric.minimise
    monkeypatch.setattr(variance_numeric, "minimise", minimise)
    program = VarianceProgram(demand.t, demand.delta, read_prevalence(pi))
    solve_variance(program)
    searched = sum(piece.prevalence is not None for piece in float_pieces(program))
    most = searched * (len(variance_numeric.STARTS) + len(program.vertices())) + 1
    assert searched <= len(solved) <= most <= 30


@pytest.mark.parametrize("outputs", [3, 4, "free"])
@pytest.mark.parametrize("pi", ["0", "1", "1e-30", "1/4"])
@pytest.mark.parametrize("epsilon", ["1e-150", "37", "38", "40", "200", "ln(1e150)", "ln(1e400)"])
def test_where_ratios_are_beyond_the_digits_of_a_double(epsilon: str, pi: str, outputs: Any) -> None:
    """The information at prevalence 0 is (T − 1)²/(T + 1) there, of which floats made a division by 0."""
    found = design(Variance(pi), LDP(epsilon), outputs=outputs)
    t, p = LDP(epsilon).t, F(pi)
    each = [(t - 1) ** 2 / (x * t + 1 - x) for x in (p, 1 - p)]
    assert found.verdict == "optimal" and found.value == (t + 1) / sum(each)
    assert found.fast_legs[1].value == pytest.approx(float(found.value), rel=1e-6)
