"""The weighted trace: the best prefix, its mechanism and multipliers, against an independent program."""

import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.linear.program import LinearProgram
from rropt.linear.theorems import best_prefix, weighted_trace, with_prefix
from tests import brute_force


def diagonal(w: Any) -> Any:
    return tuple(tuple(w[i] if i == j else F(0) for j in range(len(w))) for i in range(len(w)))


def proved(w: Any, t: Any) -> Any:
    """The value, after its primal and dual are checked from the definitions."""
    found = weighted_trace(LinearProgram(t, F(0), diagonal(w), True), tuple(w))
    assert brute_force.satisfies(found.rows, t, F(0))
    assert brute_force.total(diagonal(w), found.rows) == found.value
    for row in diagonal(w):
        parts = [a - b for a, b in zip(row, found.columns, strict=True)]
        assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
    assert sum(found.columns, F(0)) == found.value
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
