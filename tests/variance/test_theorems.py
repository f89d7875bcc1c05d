"""Theorems 2 and 3 and Corollary 2 of Holohan, Leith and Mason: the least variance and every minimiser."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.exact.sign import enclose
from rropt.variance.polyhedron import VarianceProgram
from rropt.variance.prevalence import read_prevalence
from rropt.variance.theorems import binary_variance, symmetric_point, threshold
from tests import brute_force

RATIOS = [F(1), F(5, 4), F(2), F(50), read_epsilon("1/2").t, read_epsilon("1").t, read_epsilon("1/1000").t]


def form(t: Any, delta: Any, pi: Any) -> Any:
    return binary_variance(VarianceProgram(t, delta, read_prevalence(pi)))


def papers_minimisers(t: Any, delta: Any, pi: Any) -> set[tuple[Any, Any]]:
    """(p00, p11) by the case distinctions of the paper, for 0 < π < 1 and t > 1."""
    symmetric = ((t + delta) / (t + 1),) * 2
    if delta == 0:
        return {symmetric}
    g, small = delta * (t + delta) / (t + 2 * delta - 1) ** 2, min(pi, 1 - pi)
    sided = set()
    if pi <= F(1, 2):
        sided |= {(F(1), delta)}
    if pi >= F(1, 2):
        sided |= {(delta, F(1))}
    return {symmetric} if g < small else sided if g > small else {symmetric} | sided


@pytest.mark.parametrize("t", RATIOS, ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 100), F(1, 10), F(1, 3), F(9, 10), F(1)], ids=str)
def test_equals_the_corners_and_feasible_everywhere(t: Any, delta: F) -> None:
    if t == 1 and delta == 0:
        return
    for pi in (F(0), F(1, 100), F(1, 4), F(1, 2), F(2, 3), F(1)):
        found = form(t, delta, pi)
        least, where = brute_force.least_variance(t, delta, pi)
        assert found.value == least
        points = [VarianceProgram.rows(p) for p in found.points]
        assert all(brute_force.satisfies(r, t, delta) for r in (*points, found.rows))
        assert all(brute_force.binary_variance(r[0][0], r[1][1], pi) == least for r in points)
        assert {(r[0][0], r[1][1]) for r in points} == set(where)
        assert len(points) == len(set(points))


@pytest.mark.parametrize("t", RATIOS[1:], ids=str)
def test_equals_the_papers_cases(t: Any) -> None:
    for delta in (F(0), F(1, 10), F(1, 3)):
        for pi in (F(1, 20), F(1, 4), F(1, 2), F(3, 4)):
            rows = [VarianceProgram.rows(p) for p in form(t, delta, pi).points]
            assert {(r[0][0], r[1][1]) for r in rows} == papers_minimisers(t, delta, pi)


def test_nothing_lies_below_by_an_independent_decision_procedure() -> None:
    rng = random.Random(9)
    for _ in range(40):
        t, delta = 1 + F(rng.randint(0, 40), 10), F(rng.randint(0, 10), 10)
        pi = F(rng.randint(0, 20), 20)
        if t == 1 and delta == 0:
            continue
        value = form(t, delta, pi).value
        assert brute_force.nothing_below(value, t, delta, pi, pi)
        assert not brute_force.nothing_below(value + F(1, 10**6), t, delta, pi, pi)


@pytest.mark.parametrize("t", [F(2), F(7, 3), read_epsilon("1/2").t, read_epsilon("1").t], ids=str)
@pytest.mark.parametrize("delta", [F(1, 5), F(1, 10)], ids=str)
def test_ties_are_exact_on_both_sides(t: Any, delta: F) -> None:
    g = threshold(t, delta)
    tiny = F(1, 10**40)
    if g < F(1, 2):
        assert [len(form(t, delta, g + e).points) for e in (-tiny, F(0), tiny)] == [1, 2, 1]
        assert [len(form(t, delta, 1 - g + e).points) for e in (-tiny, F(0), tiny)] == [1, 2, 1]
        assert form(t, delta, g).value == brute_force.binary_variance(F(1), delta, g)


def test_on_a_segment_of_optima_only_the_ends_are_vertices() -> None:
    """At T = 1 the symmetric corner lies between the one-sided ones, and is never best for δ < 1."""
    on_segment = form(F(1), F(1, 2), F(1, 2))
    assert {VarianceProgram.rows(p)[0][0] for p in on_segment.points} == {1, F(1, 2)}


def test_three_minimisers_where_the_threshold_is_one_half() -> None:
    """g = 1/2 = π needs 2δ(T+δ) = (T−1+2δ)², which has rational solutions."""
    found = [
        (t, d)
        for d in (F(n, 30) for n in range(1, 15))
        for t in (1 + F(n, 30) for n in range(1, 60))
        if threshold(t, d) == F(1, 2)
    ]
    assert found
    for t, d in found[:3]:
        points = {VarianceProgram.rows(p)[0][0] for p in form(t, d, F(1, 2)).points}
        assert points == {(t + d) / (t + 1), F(1), d}


def test_at_certain_prevalence_the_variance_vanishes_on_a_face() -> None:
    for pi, entry in ((F(0), (0, 0)), (F(1), (1, 1))):
        found = form(F(3), F(1, 10), pi)
        assert found.value == 0 and found.rows[entry[0]][entry[1]] == 1
    assert form(F(3), F(0), F(0)).value == F(3, 4)


def test_with_t_free_the_symmetric_form_is_a_function_of_t() -> None:
    t = generator(Free())
    assert symmetric_point(t, F(0)) == (t / (t - 1), t / (t - 1))
    found = form(t, F(0), F(1, 4))
    assert found.value == t / (t - 1) ** 2 + F(3, 16)
    for value in (F(3, 2), F(10)):
        assert form(value, F(0), F(1, 4)).value == value / (value - 1) ** 2 + F(3, 16)


@pytest.mark.parametrize(
    ("epsilon", "delta", "printed"), [("1/2", "1/10", "0.243"), ("1", "2/5", "0.197"), ("1/2", "1/3", "0.382")]
)
def test_the_papers_thresholds(epsilon: str, delta: str, printed: str) -> None:
    below, above = enclose(threshold(read_epsilon(epsilon).t, F(delta)))  # type: ignore[arg-type]
    assert F(printed) - F(1, 2000) <= below <= above <= F(printed) + F(1, 2000)
