"""Theorem 4.4 of Chai and Nayak, and its extension to δ > 0: primal, dual, and equality, in Q, Q(e^ε) and with t free."""

import itertools
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.linear.program import LinearProgram
from rropt.linear.theorems import trace
from tests import brute_force


def identity(k: int) -> Any:
    return tuple(tuple(F(int(i == j)) for j in range(k)) for i in range(k))


def form(k: int, t: Any, delta: Any) -> Any:
    return trace(LinearProgram(t, delta, identity(k), True))


def dual_bound(found: Any, w: Any, t: Any, delta: Any) -> Any:
    """Σy (+ δΣy_jl) after checking every dual inequality from the definitions."""
    m, k = len(w), len(w[0])
    y = found.columns
    if found.pair is None:
        for row in w:
            parts = [a - b for a, b in zip(row, y, strict=True)]
            assert t * sum((c for c in parts if c > 0), F(0)) + sum((c for c in parts if c < 0), F(0)) <= 0
        return sum(y, F(0))
    pair = found.pair
    assert all(v >= 0 for v in (*pair.pairs.values(), *pair.excess.values()))
    assert all(v <= pair.pairs[j, el] for (_, j, el), v in pair.excess.items())
    for i, j in itertools.product(range(m), range(k)):
        left = pair.columns[j]
        for el in range(k):
            if el != j:
                left = left + pair.excess.get((i, j, el), F(0)) - t * pair.excess.get((i, el, j), F(0))
        assert left >= w[i][j]
    return sum(pair.columns, F(0)) + delta * sum(pair.pairs.values(), F(0))


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
