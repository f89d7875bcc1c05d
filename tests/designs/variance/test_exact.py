"""The exact legs of the variance: every vertex compared exactly, and the dual on the extreme rows, with evidence of each.

The binary one is compared with brute force hundreds of times; the asymptotic one equals the theorem that it does not read.
"""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.objectives.prevalence import read_prevalence
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance.exact import _require_silent, best_points
from rropt.designs.variance.hull import HullProgram
from rropt.designs.variance.information import FisherProgram, row_information
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.designs.variance.theorems import four_outputs
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement, InputError
from rropt.privacy import LDP
from rropt.problem.answers import Evidence
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from tests import brute_force

PROBLEMS = [
    Problem(Variance("1/4"), LDP("1/2", delta="1/10")),
    Problem(Variance("1/10..2/5"), LDP("1/2", delta="1/10")),
    Problem(Variance("1/4", warner=True), LDP("1/2")),
    Problem(Variance("1/4"), LDP("1/2", delta="1/10"), outputs="free"),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
@pytest.mark.parametrize("with_theorem", [True, False])
def test_proves_each_kind_of_program(problem: Problem, with_theorem: bool) -> None:
    program = pose(problem)
    theorem = program.theorem() if with_theorem else None
    evidence = program.prove(theorem, optima="few")
    assert isinstance(evidence, Evidence) and check(evidence.certificate).status == "accepted"
    assert evidence.lower == evidence.upper == evidence.value
    if theorem is not None:
        assert evidence.value == theorem.value


@pytest.mark.slow
def test_equals_brute_force_on_hundreds_of_problems_with_every_minimiser() -> None:
    rng = random.Random(14)
    fields = [read_epsilon("1/2").t, read_epsilon("1/1000").t, read_epsilon("20").t]
    for n in range(300):
        t = rng.choice(fields) if n % 3 == 0 else 1 + F(rng.randint(0, 30), rng.randint(1, 12))
        delta, pi = F(rng.randint(0, 12), 12), F(rng.randint(0, 12), 12)
        if t == 1 and delta == 0:
            continue
        if n % 5 == 1 and delta > 0:
            g = delta * (t + delta) / (t - 1 + 2 * delta) ** 2
            pi = g if g <= 1 else pi
        program = VarianceProgram(t, delta, read_prevalence(pi))
        value, points = best_points(program)
        least, where = brute_force.least_variance(t, delta, pi)
        assert value == least
        assert {(r[0][0], r[1][1]) for r in map(program.rows, points)} == set(where)


@pytest.mark.slow
def test_the_worst_case_equals_an_independent_decision_procedure() -> None:
    rng = random.Random(15)
    for _ in range(60):
        t, delta = 1 + F(rng.randint(1, 30), 10), F(rng.randint(0, 10), 10)
        low, high = sorted(rng.sample([F(n, 20) for n in range(21)], 2))
        program = VarianceProgram(t, delta, read_prevalence((low, high)))
        value, points = best_points(program)
        for (p00, _), (_, p11) in map(program.rows, points):
            assert brute_force.feasible_binary(p00, p11, t, delta)
            assert brute_force.worst_variance(p00, p11, low, high) == value
        assert brute_force.nothing_below(value, t, delta, low, high)
        assert not brute_force.nothing_below(value + F(1, 10**6), t, delta, low, high)


def test_nothing_feasible_is_said_in_a_sentence() -> None:
    with pytest.raises(InputError, match="no mechanism with p00 \\+ p11 > 1"):
        best_points(VarianceProgram(F(1), F(0), read_prevalence("1/4")))


@pytest.mark.parametrize("t", [F(1), F(3), read_epsilon("1/2").t, read_epsilon("20").t], ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
@pytest.mark.parametrize("pi", [F(1, 10), F(1, 2), F(8, 9)], ids=str)
def test_the_asymptotic_optimum_equals_the_theorem(t: Any, delta: F, pi: F) -> None:
    if t == 1 and delta == 0:
        return
    hull = HullProgram((((t, delta),), ((t, delta),)), read_prevalence(pi))
    rows, dual = hull.rows(), hull.dual(pi)
    theorem = four_outputs(FisherProgram(t, delta, read_prevalence(pi)))
    assert brute_force.satisfies(rows, t, delta)
    assert theorem is not None
    (y0, y1), ((m01,), (m10,)) = dual.columns, dual.sides
    for a, b in [(t, F(1)), (F(1), t)] + [(F(1), F(0)), (F(0), F(1))] * (delta > 0):
        excess = m01 * (a - t * b) if a > t * b else m10 * (b - t * a) if b > t * a else 0
        assert m01 >= 0 and m10 >= 0 and row_information(a, b, pi) <= y0 * a + y1 * b + excess
    assert sum((row_information(a, b, pi) for a, b in rows), F(0)) * theorem.value == 1
    assert dual.information(hull.sides) * theorem.value == 1


@pytest.mark.parametrize("pi", [0, 1])
def test_infinite_information_is_refused(pi: int) -> None:
    with pytest.raises(InputError, match="two outputs reach variance 0"):
        pose(Problem(Variance(pi), LDP("ln3", delta="1/10"), outputs=4)).prove(None, optima="one")


def test_a_false_face_is_a_disagreement() -> None:
    identity, far = ((F(1), F(0)), (F(0), F(1))), ((F(1), F(1)), (F(0), F(0)))
    with pytest.raises(Disagreement, match="should be optimal"):
        _require_silent(Problem(Variance(1), LDP("ln2", delta=1)), identity, far)
    _require_silent(Problem(Variance(1), LDP("ln2", delta=1)), identity, ((F(0), F(0)), (F(1), F(1))))
