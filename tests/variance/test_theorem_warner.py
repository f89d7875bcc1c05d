"""Theorem 4 of Holohan, Leith and Mason: among p00 = p11 the optimum is (T+δ)/(T+1), whatever the prevalence."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.variance.polyhedron import VarianceProgram
from rropt.variance.prevalence import read_prevalence
from rropt.variance.theorems import warner_variance
from tests import brute_force


def form(t: Any, delta: Any, pi: Any) -> Any:
    return warner_variance(VarianceProgram(t, delta, read_prevalence(pi), warner=True))


@pytest.mark.parametrize("t", [F(1), F(3, 2), F(9), read_epsilon("1/2").t], ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
def test_is_the_only_best_end_of_the_diagonal(t: Any, delta: F) -> None:
    if t == 1 and delta == 0:
        return
    for pi in (F(0), F(1, 4), F(1, 2), F(1)):
        found = form(t, delta, pi)
        least, where = brute_force.least_variance(t, delta, pi, warner=True)
        assert found.value == least and len(found.points) == 1
        assert found.rows[0][0] == found.rows[1][1] == (t + delta) / (t + 1)
        assert where == [(found.rows[0][0], found.rows[1][1])]
        assert brute_force.satisfies(found.rows, t, delta)


def test_nothing_symmetric_lies_below() -> None:
    rng = random.Random(10)
    for _ in range(20):
        t, delta, pi = 1 + F(rng.randint(1, 40), 10), F(rng.randint(0, 10), 10), F(rng.randint(0, 20), 20)
        value = form(t, delta, pi).value
        assert brute_force.nothing_below(value, t, delta, pi, pi, warner=True)
        assert not brute_force.nothing_below(value + F(1, 10**6), t, delta, pi, pi, warner=True)


def test_holds_with_t_free() -> None:
    t = generator(Free())
    found = form(t, F(1, 10), F(1, 4))
    assert found.rows[0][0] == (t + F(1, 10)) / (t + 1)
    a = (t + F(1, 10)) / (t - 1 + F(1, 5))
    assert found.value == a * (a - 1) + F(3, 16)
