"""Random problems through rropt and routes that know nothing of it; `python -m tests.differential` does the 2,000 of RESULTS.md."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

from tests.differential.compare import compared
from tests.differential.exact import Measures, bracket_contrast, inverse, moments
from tests.differential.problems import KINDS, alike, problem
from tests.differential.report import report, said
from tests.differential.simplex import Unbounded, dot, maximise

FINE = ("equal", "within bounds", "nothing, as said", "refused")
FEW = 2


def settled(n: int) -> None:
    record = compared(n)
    assert said(record) in FINE, record
    assert record["rropt"] == "refused" or record["certificate"] == "accepted"
    assert str(n) in report([record]) or said(record) in FINE


@pytest.mark.parametrize("n", range(len(KINDS)))
def test_one_of_each_kind(n: int) -> None:
    settled(n)


@pytest.mark.slow
@pytest.mark.then(n=28)
@pytest.mark.parametrize("n", range(len(KINDS), 8 * len(KINDS)))
def test_more_of_each_kind(n: int) -> None:
    settled(n)


def test_problems_are_what_their_number_says() -> None:
    assert [problem(n).objective for n in range(len(KINDS))] == list(KINDS)
    assert all(repr(problem(n)) == repr(problem(n)) for n in range(40))


def test_the_simplex_method_says_each_of_its_three_things() -> None:
    one = [([F(1), F(1)], F(1))]
    assert maximise([F(1), F(2)], one, []) is not None and maximise([F(1), F(2)], one, []).value == 2  # type: ignore[union-attr]
    assert maximise([F(1), F(0)], one, [([F(1), F(0)], F(2))]) is None
    with pytest.raises(Unbounded):
        maximise([F(0), F(1)], [([F(1), F(0)], F(1))], [])


def test_the_simplex_method_meets_scipy() -> None:
    from scipy.optimize import linprog

    rng = random.Random(3)
    for _ in range(60):
        n = rng.randint(2, 5)
        c = [F(rng.randint(-3, 5)) for _ in range(n)]
        at_most = [
            ([F(rng.randint(-2, 4), rng.randint(1, 3)) for _ in range(n)], F(rng.randint(-1, 5))) for _ in range(4)
        ]
        equal = [([F(rng.randint(0, 3)) for _ in range(n)], F(rng.randint(0, 4)))]
        at_most.append(([F(1)] * n, F(50)))
        floats = [[float(x) for x in row] for row, _ in at_most], [float(b) for _, b in at_most]
        even = [[float(x) for x in row] for row, _ in equal], [float(b) for _, b in equal]
        other = linprog([-float(x) for x in c], *floats, *even)
        found = maximise(c, at_most, equal)
        assert (found is None) == (other.status == 2)
        if found is not None:
            assert abs(float(found.value) + other.fun) < 1e-7 and dot(c, found.x) == found.value


def test_a_mechanism_that_is_not_the_best_is_seen() -> None:
    """k-ary randomized response at 4 inputs and ratio 3/2 is worse than subsets of two, and the bound is not above the optimum."""
    k, ratio = 4, F(3, 2)
    rows = [[(ratio if i == j else F(1)) / (ratio + k - 1) for j in range(k)] for i in range(k)]
    pi, contrast = [F(1, k)] * k, [[F(int(i == j)) for j in range(k)] for i in range(k)]
    found = bracket_contrast(rows, Measures.of(k, alike(k, ratio)), contrast, [pi], [F(1)])
    assert found is not None and found.bound < found.attained * F(99, 100)
    m = moments(rows, pi)
    inverted = inverse(m)
    assert inverted is not None and dot(m[0], [row[0] for row in inverted[0]]) == 1
