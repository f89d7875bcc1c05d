"""Theorem 4.4 of Chai and Nayak and its extension to δ > 0, in Q, Q(e^ε) and with t free; the weighted trace's best prefix.

Each is proved again from the definitions: primal, dual, and their equality. Which problems they answer is said at the end.
"""

import itertools
import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.theorems import best_prefix, trace, weighted_trace, with_prefix
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.privacy import LDP
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from tests import brute_force

APPROXIMATE, PURE = LDP("1/2", delta="1/10"), LDP("1/2")


def identity(k: int) -> Any:
    return tuple(tuple(F(int(i == j)) for j in range(k)) for i in range(k))


def form(k: int, t: Any, delta: Any) -> Any:
    return trace(LinearProgram(t, delta, identity(k), True))


def columns_of(found: Any, k: int) -> list[Any]:
    """The multipliers of the columns."""
    return [found.multipliers[f"column[{j}]"] for j in range(k)]


def dual_bound(found: Any, w: Any, t: Any, delta: Any) -> Any:
    """Σy (+ δΣy_jl) after checking every dual inequality from the definitions."""
    m, k, named = len(w), len(w[0]), dict(found.multipliers)
    y = columns_of(found, k)
    if len(named) == k:
        assert delta == 0
        for row in w:
            parts = [a - b for a, b in zip(row, y, strict=True)]
            assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
        return sum(y, F(0))
    pairs = {(j, el): named.pop(f"pair[{j},{el}]") for j, el in itertools.permutations(range(k), 2)}
    triples = ((i, j, el) for i in range(m) for j, el in pairs)
    excess = {(i, j, el): named.pop(f"excess[{i},{j},{el}]", F(0)) for i, j, el in triples}
    assert set(named) == {f"column[{j}]" for j in range(k)}
    assert all(v >= 0 for v in (*pairs.values(), *excess.values()))
    assert all(v <= pairs[j, el] for (_, j, el), v in excess.items())
    for i, j in itertools.product(range(m), range(k)):
        left = y[j]
        for el in range(k):
            if el != j:
                left = left + excess[i, j, el] - t * excess[i, el, j]
        assert left >= w[i][j]
    return sum(y, F(0)) + delta * sum(pairs.values(), F(0))


@pytest.mark.parametrize("k", range(2, 13))
@pytest.mark.parametrize("t", [F(1), F(3), read_epsilon("1/2").t, generator(Free())], ids=str)
@pytest.mark.parametrize("delta", [F(0), F(1, 10)], ids=str)
def test_primal_dual_and_their_equality(k: int, t: Any, delta: F) -> None:
    found = form(k, t, delta)
    assert brute_force.satisfies(found.rows, t, delta)
    assert brute_force.total(identity(k), found.rows) == found.value == k * (t + (k - 1) * delta) / (t + k - 1)
    assert dual_bound(found, identity(k), t, delta) == found.value


@pytest.mark.parametrize("delta", [F(0), F(1)], ids=str)
def test_the_ends_of_delta(delta: F) -> None:
    found = form(4, F(2), delta)
    assert found.value == (4 if delta == 1 else F(8, 5))
    assert dual_bound(found, identity(4), F(2), delta) == found.value


@pytest.mark.parametrize(
    ("k", "t", "delta"), [(k, t, d) for k in (2, 3) for t in (F(1), F(3, 2), F(7)) for d in (0, F(1, 9), 1)]
)
def test_equals_an_independent_program_over_all_events(k: int, t: F, delta: Any) -> None:
    assert form(k, t, F(delta)).value == brute_force.best_linear(identity(k), t, F(delta))


def diagonal(w: Any) -> Any:
    return tuple(tuple(w[i] if i == j else F(0) for j in range(len(w))) for i in range(len(w)))


def proved(w: Any, t: Any) -> Any:
    """The value, after its primal and dual are checked from the definitions."""
    found = weighted_trace(LinearProgram(t, F(0), diagonal(w), True), tuple(w))
    columns = columns_of(found, len(w))
    assert len(found.multipliers) == len(w) and brute_force.satisfies(found.rows, t, F(0))
    assert brute_force.total(diagonal(w), found.rows) == found.value
    for row in diagonal(w):
        parts = [a - b for a, b in zip(row, columns, strict=True)]
        assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
    assert sum(columns, F(0)) == found.value
    return found.value


@pytest.mark.parametrize("t", [F(101, 100), F(3), F(40), read_epsilon("1/2").t, read_epsilon("4").t], ids=str)
def test_primal_equals_dual_on_random_weights_with_ties_and_zeros(t: Any) -> None:
    rng = random.Random(11)
    for k in (2, 3, 5, 9):
        for top in (1, 3, 100):
            w = [F(rng.randint(0, top)) for _ in range(k - 1)] + [F(1)]
            rng.shuffle(w)
            value = proved(w, t)
            ordered = sorted(w, reverse=True)
            assert value == max(t * sum(ordered[:r], F(0)) / (t + r - 1) for r in range(1, k + 1))


@pytest.mark.slow
def test_equals_an_independent_program() -> None:
    rng = random.Random(12)
    for _ in range(60):
        k, t = rng.randint(2, 4), 1 + F(rng.randint(1, 30), rng.randint(1, 10))
        w = [F(rng.randint(0, 4)) for _ in range(k - 1)] + [F(2)]
        assert proved(w, t) == brute_force.best_linear(diagonal(w), t, F(0))


def test_equal_weights_give_the_trace_and_one_large_weight_its_own_question() -> None:
    assert proved([F(1)] * 6, F(3)) == F(18, 8)
    assert proved([F(100), F(1), F(1)], F(2)) == 100
    found = weighted_trace(LinearProgram(F(2), F(0), diagonal([F(100), F(1)]), True), (F(100), F(1)))
    assert found.rows == ((1, 1), (0, 0))


def test_the_best_prefix_is_the_least_and_any_other_is_worth_no_more() -> None:
    w = (F(1), F(4), F(2), F(4))
    assert [best_prefix(t, w) for t in (F(101, 100), F(3), F(4), F(8), F(9))] == [2, 2, 3, 3, 4]
    for t in (F(2), F(5), F(9)):
        program = LinearProgram(t, F(0), diagonal(w), True)
        values = [with_prefix(program, w, r).value for r in (1, 2, 3, 4)]
        assert values[best_prefix(t, w) - 1] == max(values) == weighted_trace(program, w).value


@pytest.mark.parametrize(
    ("problem", "words"),
    [(Problem(Trace(), PURE, inputs=4), "4.4"), (Problem(Trace([1, 2]), PURE), "weighted")],
    ids=str,
)
def test_names_its_theorem(problem: Problem, words: str) -> None:
    found = pose(problem).theorem()
    assert found is not None and words in found.theorem


@pytest.mark.parametrize(
    "problem",
    [
        Problem(Trace([1, 2]), APPROXIMATE),
        Problem(Trace([1, -2]), PURE),
        Problem(Trace([0, 0]), PURE),
        Problem(Trace([1, 2]), LDP(0)),
        Problem(Utility([[1, 0], [0, 1]]), PURE),
    ],
    ids=str,
)
def test_says_nothing_elsewhere(problem: Problem) -> None:
    assert pose(problem).theorem() is None
