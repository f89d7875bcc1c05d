"""The exact leg of the binary variance: every vertex compared exactly, hundreds of times against brute force."""

import random
from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.variance.exact import best_points
from rropt.variance.polyhedron import VarianceProgram
from rropt.variance.prevalence import read_prevalence
from tests import brute_force


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
