"""B(h) in floats, by iteration and by a semidefinite program, against exact values over many magnitudes and a second solver."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F

import pytest

from rropt.breach.numeric import NumericBound, SolverOutcome, breach_sdp, is_within_tolerance, iterated_least
from rropt.privacy.boundary import (
    beta_boundaries,
    everything,
    infimum,
    piecewise_linear,
    precise_boundary,
    rho_boundaries,
    star,
)


@pytest.mark.parametrize("beta", ["1", "1000001/1000000", "2", "100", "10^6", "10^9"])
def test_factors_of_every_size(beta: str) -> None:
    found = breach_sdp(star(*beta_boundaries(beta)))
    assert found.value == pytest.approx(float(eval_number(beta)), rel=1e-5)
    assert iterated_least(star(*beta_boundaries(beta))).value == pytest.approx(float(eval_number(beta)), rel=1e-12)


def eval_number(text: str) -> F:
    base, _, power = text.partition("^")
    return F(base) ** int(power or 1)


@pytest.mark.parametrize("solver", ["CLARABEL", "SCS"])
def test_two_solvers_give_the_radical(solver: str) -> None:
    h = piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])
    found = breach_sdp(h, solver=solver)
    assert found.value == pytest.approx((23 + 3 * math.sqrt(5)) / 16, rel=1e-3 if solver == "SCS" else 1e-6)


@pytest.mark.slow
def test_random_tables_agree_with_calculus() -> None:
    rng = random.Random(11)
    for _ in range(40):
        cuts = sorted(rng.sample(range(1, 30), rng.randint(0, 5)))
        points = [(F(c, 30), F(c, 30) + F(30 - c, 30) * F(rng.randint(1, 12), 12)) for c in [0, *cuts]]
        h = piecewise_linear([*points, (F(1), F(1))])
        exact = infimum(h)
        assert is_within_tolerance(breach_sdp(h), exact.lower, exact.upper)
        assert iterated_least(h).value == pytest.approx(float(exact.upper), rel=1e-12)


@pytest.mark.slow
def test_many_pieces_are_one_program() -> None:
    points = [(F(n, 400), precise_boundary(5)(F(n, 400))) for n in range(401)]
    h = piecewise_linear(points)
    found = breach_sdp(h)
    assert found.value == pytest.approx(5 * 401 / 405, rel=0.05) and found.value < 5
    assert iterated_least(h).value == pytest.approx(float(infimum(h).upper), rel=1e-12)


def test_jumps_values_and_no_demand() -> None:
    assert breach_sdp(star(*rho_boundaries("1/5", "1/2"))).value == pytest.approx(4, rel=1e-6)
    assert iterated_least(star(*rho_boundaries("1/5", "1/2"))).value == 4
    dip = piecewise_linear([(0, 1), ("1/2", 1), ("1/2", "2/3"), ("1/2", 1), (1, 1)])
    assert breach_sdp(dip).value == pytest.approx(2, rel=1e-6)
    assert breach_sdp(everything()).value == math.inf == iterated_least(everything()).value
    assert iterated_least(dip).value == 2


def test_agreement_is_two_sided_and_a_failed_solver_says_nothing() -> None:
    def leg(value: float, answer: SolverOutcome = SolverOutcome.OPTIMAL) -> NumericBound:
        return NumericBound(value, answer, "CLARABEL")

    assert (
        is_within_tolerance(leg(2.00001), F(2), F(2))
        and not is_within_tolerance(leg(2.0001), F(2), F(2))
        and not is_within_tolerance(leg(1.9999), F(2), F(2))
    )
    assert not is_within_tolerance(leg(math.inf), F(2), F(2)) and not is_within_tolerance(leg(2.0), math.inf, math.inf)
    assert is_within_tolerance(leg(2.5, SolverOutcome.FAILED), F(2), F(2))
