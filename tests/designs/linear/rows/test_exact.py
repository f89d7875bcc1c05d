"""The exact leg of the pair form: exact over rationals, bracketing over e^ε, against z3 over all events."""

import itertools
import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Metric, Utility, design
from rropt.certificate.judge import judge
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.rows.exact import EXACT, solve_rows
from rropt.designs.linear.rows.program import RowProgram
from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import enclose
from tests import brute_force


def bounds(program: LinearProgram, t: Any, delta: F) -> tuple[Any, Any]:
    """What the mechanism attains and the multipliers prove, both checked from the definitions."""
    found = solve_rows(RowProgram.of_all_pairs(program))
    assert found.rows is not None
    assert brute_force.satisfies(found.rows, t, delta)
    y = found.multipliers
    assert all(v >= 0 for v in (*y.budgets.values(), *y.excess.values()))
    assert all(v <= y.budgets[j, el] for (_, j, el), v in y.excess.items())
    for i, j in itertools.product(range(program.m), range(program.k)):
        left = y.columns[j]
        for el in range(program.k):
            if el != j:
                left = left + y.excess.get((i, j, el), F(0)) - t * y.excess.get((i, el, j), F(0))
        assert left >= program.gains[i][j]
    return brute_force.total(program.gains, found.rows), sum(y.columns, F(0)) + delta * sum(y.budgets.values(), F(0))


@pytest.mark.parametrize("top", [1, 2, 9])
def test_equals_z3_over_rationals_with_ties_and_extreme_delta(top: int) -> None:
    rng = random.Random(top)
    for _ in range(40):
        m, k = rng.randint(1, 3), rng.randint(2, 3)
        t, delta = 1 + F(rng.randint(0, 30), 10), F(rng.randint(1, 10), 10)
        w = tuple(tuple(F(rng.randint(-top, top)) for _ in range(k)) for _ in range(m))
        maximise = rng.random() < 0.6
        attained, proved = bounds(LinearProgram(t, delta, w, maximise), t, delta)
        best = brute_force.best_linear(w, t, delta, maximise=maximise)
        assert attained == proved == (best if maximise else -best)


@pytest.mark.parametrize("epsilon", ["1/2", "1/1000", "3"])
def test_brackets_over_the_field_with_a_tiny_gap(epsilon: str) -> None:
    rng, t, delta = random.Random(21), read_epsilon(epsilon).t, F(1, 10)
    for _ in range(6):
        w = tuple(tuple(F(rng.randint(-5, 5)) for _ in range(3)) for _ in range(3))
        lower, upper = bounds(LinearProgram(t, delta, w, True), t, delta)  # type: ignore[arg-type]
        assert lower <= upper and enclose(upper - lower)[1] < F(1, 10**18)


def test_the_trace_form_is_reconstructed_without_the_theorem() -> None:
    k, t, delta = 4, F(3), F(1, 10)
    w = tuple(tuple(F(int(i == j)) for j in range(k)) for i in range(k))
    assert bounds(LinearProgram(t, delta, w, True), t, delta) == (F(4 * (3 + F(3, 10)), 6),) * 2


def test_the_proposed_basis_is_enough_on_ordinary_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exact simplex method switched off, HiGHS's basis alone still gives most vertices exactly."""
    monkeypatch.setattr("rropt.designs.linear.rows.exact.repair", lambda program, basis: None)
    rng, solved = random.Random(26), 0
    for _ in range(20):
        w = tuple(tuple(F(rng.randint(-99, 99)) for _ in range(3)) for _ in range(3))
        found = solve_rows(RowProgram.of_all_pairs(LinearProgram(F(2), F(1, 10), w, True)))
        if found.source == EXACT:
            assert found.rows is not None
            solved += 1
            assert brute_force.total(w, found.rows) == brute_force.best_linear(w, F(2), F(1, 10))
    assert solved >= 10


@pytest.mark.parametrize("demand", [LDP("ln3", delta="1/10"), Metric([[0, 1], [1, 0]], "ln3")], ids=str)
def test_weights_larger_than_every_double_are_designed(demand: Any) -> None:
    found, plain = (design(Utility([[0, unit], [1, 0]]), demand) for unit in ("1e400", "1e9"))
    for one, unit in ((found, 10**400), (plain, 10**9)):
        assert one.verdict == "optimal" and judge(one.certificate).is_accepted
        rows = one.mechanism.rows  # type: ignore[union-attr]
        assert demand.holds(one.mechanism) and one.value == (unit * rows[0][1] + rows[1][0]) / 2
    assert found.mechanism == plain.mechanism
