"""The theorems of the variance, each against independent programs and searches.

Theorems 2 and 3 and Corollary 2 of Holohan, Leith and Mason: the least variance and every minimiser. Theorem 4: among
p00 = p11 the optimum is (T+δ)/(T+1), whatever the prevalence. The four-output optimum: its dual, its equality, and that no
mechanism met by search beats it. Which problems they answer is said at the end.
"""

import importlib
import random
import re
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt.designs.objectives.prevalence import read_prevalence
from rropt.designs.objectives.variance import Variance
from rropt.designs.rows.two_inputs import dominating_rows
from rropt.designs.variance.information import FisherProgram, row_information
from rropt.designs.variance.polyhedron import VarianceProgram
from rropt.designs.variance.theorems import (
    FOUR_DOMINATE,
    binary_variance,
    four_outputs,
    symmetric_point,
    threshold,
    warner_variance,
)
from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.exact.sign import enclose
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from tests import brute_force

APPROXIMATE, PURE = LDP("1/2", delta="1/10"), LDP("1/2")
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
        points = found.optima
        assert all(brute_force.satisfies(r, t, delta) for r in (*points, found.rows))
        assert all(brute_force.binary_variance(r[0][0], r[1][1], pi) == least for r in points)
        assert {(r[0][0], r[1][1]) for r in points} == set(where)
        assert len(points) == len(set(points))


@pytest.mark.parametrize("t", RATIOS[1:], ids=str)
def test_equals_the_papers_cases(t: Any) -> None:
    for delta in (F(0), F(1, 10), F(1, 3)):
        for pi in (F(1, 20), F(1, 4), F(1, 2), F(3, 4)):
            rows = form(t, delta, pi).optima
            assert {(r[0][0], r[1][1]) for r in rows} == papers_minimisers(t, delta, pi)


@pytest.mark.slow
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
        assert [len(form(t, delta, g + e).optima) for e in (-tiny, F(0), tiny)] == [1, 2, 1]
        assert [len(form(t, delta, 1 - g + e).optima) for e in (-tiny, F(0), tiny)] == [1, 2, 1]
        assert form(t, delta, g).value == brute_force.binary_variance(F(1), delta, g)


def test_on_a_segment_of_optima_only_the_ends_are_vertices() -> None:
    """At T = 1 the symmetric corner lies between the one-sided ones, and is never best for δ < 1."""
    on_segment = form(F(1), F(1, 2), F(1, 2))
    assert {rows[0][0] for rows in on_segment.optima} == {1, F(1, 2)}


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
        points = {rows[0][0] for rows in form(t, d, F(1, 2)).optima}
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


def warner(t: Any, delta: Any, pi: Any) -> Any:
    return warner_variance(VarianceProgram(t, delta, read_prevalence(pi), warner=True))


@pytest.mark.parametrize("t", [F(1), F(3, 2), F(9), read_epsilon("1/2").t], ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
def test_is_the_only_best_end_of_the_diagonal(t: Any, delta: F) -> None:
    if t == 1 and delta == 0:
        return
    for pi in (F(0), F(1, 4), F(1, 2), F(1)):
        found = warner(t, delta, pi)
        least, where = brute_force.least_variance(t, delta, pi, warner=True)
        assert found.value == least and found.optima == (found.rows,)
        assert found.rows[0][0] == found.rows[1][1] == (t + delta) / (t + 1)
        assert where == [(found.rows[0][0], found.rows[1][1])]
        assert brute_force.satisfies(found.rows, t, delta)


def test_nothing_symmetric_lies_below() -> None:
    rng = random.Random(10)
    for _ in range(20):
        t, delta, pi = 1 + F(rng.randint(1, 40), 10), F(rng.randint(0, 10), 10), F(rng.randint(0, 20), 20)
        value = warner(t, delta, pi).value
        assert brute_force.nothing_below(value, t, delta, pi, pi, warner=True)
        assert not brute_force.nothing_below(value + F(1, 10**6), t, delta, pi, pi, warner=True)


def test_the_symmetric_optimum_holds_with_t_free() -> None:
    t = generator(Free())
    found = warner(t, F(1, 10), F(1, 4))
    assert found.rows[0][0] == (t + F(1, 10)) / (t + 1)
    a = (t + F(1, 10)) / (t - 1 + F(1, 5))
    assert found.value == a * (a - 1) + F(3, 16)


def four(t: Any, delta: Any, pi: Any) -> Any:
    return four_outputs(FisherProgram(t, delta, read_prevalence(pi)))


def information(rows: Any, pi: Any) -> Any:
    return sum((row_information(a, b, pi) for a, b in rows if a != 0 or b != 0), F(0))


@pytest.mark.parametrize(
    "t", [F(1), F(3, 2), F(9), read_epsilon("1/2").t, read_epsilon("20").t, generator(Free())], ids=str
)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
def test_primal_dual_and_their_equality(t: Any, delta: F) -> None:
    if t == 1 and delta == 0:
        assert four(t, delta, F(1, 4)) is None
        return
    for pi in (F(1, 10), F(1, 2), F(8, 9)):
        found = four(t, delta, pi)
        assert brute_force.satisfies(found.rows, t, delta)
        assert information(found.rows, pi) * found.value == 1
        assert set(found.multipliers) == {"column[0]", "column[1]", "pair[0,1]", "pair[1,0]"}
        y0, y1 = (found.multipliers[f"column[{j}]"] for j in range(2))
        m01, m10 = found.multipliers["pair[0,1]"], found.multipliers["pair[1,0]"]
        assert m01 >= 0 and m10 >= 0
        for a, b in [(t, F(1)), (F(1), t)] + [(F(1), F(0)), (F(0), F(1))] * (delta > 0):
            bound = y0 * a + y1 * b
            bound = bound + (m01 * (a - t * b) if a > t * b else 0) + (m10 * (b - t * a) if b > t * a else 0)
            assert row_information(a, b, pi) <= bound
        assert (y0 + y1 + delta * (m01 + m10)) * found.value == 1


def test_the_mechanism_that_the_source_names_is_the_one() -> None:
    named = re.search(r"\((rropt\S*)\.(\w+)\)", FOUR_DOMINATE)
    assert named is not None
    made = getattr(importlib.import_module(named[1]), named[2])(delta="1/10", epsilon="ln3")
    assert sorted(made.rows) == sorted(dominating_rows(F(3), F(1, 10)))
    for asked in ("1/10", "every"):
        assert any(
            leg.source == FOUR_DOMINATE
            for leg in design(Variance(asked), LDP("ln3", delta="1/10"), outputs=4).fast_legs
        )


def test_the_four_outputs_of_the_issue() -> None:
    assert float(four(read_epsilon("1/2").t, F(1, 10), F(1, 4)).value) == pytest.approx(1.3288, abs=5e-5)


def test_delta_one_is_the_direct_question_and_delta_zero_the_binary_optimum() -> None:
    assert four(F(3), F(1), F(1, 4)).value == F(3, 16)
    assert four(F(3), F(0), F(1, 4)).value == F(3, 4) + F(3, 16)
    assert dominating_rows(F(3), F(0)) == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
    assert len(dominating_rows(F(3), F(1, 10))) == 4 and len(dominating_rows(F(3), F(1))) == 2


def test_certain_prevalence_with_delta_is_left_out() -> None:
    assert four(F(3), F(1, 10), F(0)) is None and four(F(3), F(1, 10), F(1)) is None
    assert four(F(3), F(0), F(0)).value == F(3, 4)


def random_private(rng: random.Random, m: int, t: F, delta: F) -> Any:
    """A random m-output mechanism pulled towards a constant one until it meets the demand with almost no slack."""
    columns = [[F(rng.randint(0, 9)) + F(1, 100) for _ in range(m)] for _ in range(2)]
    a, b = ([x / sum(c) for x in c] for c in columns)
    low, high = F(0), F(1)
    for _ in range(14):
        middle = (low + high) / 2
        mixed = tuple((x, (1 - middle) * x + middle * y) for x, y in zip(a, b, strict=True))
        low, high = (middle, high) if brute_force.satisfies(mixed, t, delta) else (low, middle)
    return tuple((x, (1 - low) * x + low * y) for x, y in zip(a, b, strict=True))


def test_no_random_mechanism_beats_it() -> None:
    rng = random.Random(13)
    closest = F(0)
    for _ in range(150):
        t, delta, pi = F(rng.randint(11, 40), 10), F(rng.randint(0, 4), 10), F(rng.randint(1, 9), 10)
        found = four(t, delta, pi)
        share = information(random_private(rng, rng.randint(2, 6), t, delta), pi) * found.value
        assert share <= 1
        closest = max(closest, share)
    assert closest > F(1, 2)


@pytest.mark.parametrize(("m", "delta"), [(2, 0.1), (3, 0.1), (4, 0.1), (5, 0.25), (3, 0.0)])
def test_no_local_search_over_more_outputs_beats_it(m: int, delta: float) -> None:
    """scipy's SLSQP over m outputs; the excesses are variables, so that the demand is smooth."""
    t, pi = 1.6, 0.25
    best = 1 / float(four(F(8, 5), F(delta).limit_denominator(100), F(1, 4)).value)
    rng, found = np.random.default_rng(m), 0.0

    def gain(x: Any) -> float:
        a, b = x[:m], x[m : 2 * m]
        return -float(((b - a) ** 2 / ((1 - pi) * a + pi * b + 1e-12)).sum())

    constraints = [
        {"type": "eq", "fun": lambda x: x[:m].sum() - 1},
        {"type": "eq", "fun": lambda x: x[m : 2 * m].sum() - 1},
        {"type": "ineq", "fun": lambda x: x[2 * m : 3 * m] - x[:m] + t * x[m : 2 * m]},
        {"type": "ineq", "fun": lambda x: x[3 * m :] - x[m : 2 * m] + t * x[:m]},
        {"type": "ineq", "fun": lambda x: delta - x[2 * m : 3 * m].sum()},
        {"type": "ineq", "fun": lambda x: delta - x[3 * m :].sum()},
    ]
    for _ in range(12):
        p = rng.dirichlet(np.ones(m), size=2).ravel()
        answer = minimize(
            gain, np.concatenate([p, np.zeros(2 * m)]), bounds=[(0, 1)] * (4 * m), constraints=constraints
        )
        if answer.success:
            assert -answer.fun <= best * (1 + 1e-5)
            found = max(found, -answer.fun)
    assert found > 0.5 * best
    if m >= 4:
        assert found == pytest.approx(best, rel=1e-4)


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (Problem(Variance("1/4"), APPROXIMATE), "Theorems 2 and 3"),
        (Problem(Variance("1/4", warner=True), APPROXIMATE), "Theorem 4"),
        (Problem(Variance("1/4"), APPROXIMATE, outputs="free"), "four-output"),
    ],
    ids=str,
)
def test_names_its_theorem(problem: Problem, words: str) -> None:
    found = pose(problem).theorem()
    assert found is not None and words in found.theorem


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Variance("1/10..2/5"), APPROXIMATE),
        Problem(Variance("every"), PURE),
        Problem(Variance("1/4"), LDP(0)),
        Problem(Variance(0), APPROXIMATE, outputs="free"),
    ],
    ids=str,
)
def test_says_nothing_elsewhere(problem: Problem) -> None:
    assert pose(problem).theorem() is None
