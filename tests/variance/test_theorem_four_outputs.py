"""The four-output optimum: its dual, its equality, and that no mechanism met by search beats it."""

import random
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from rropt.exact.element import generator
from rropt.exact.epsilon import read_epsilon
from rropt.exact.fields import Free
from rropt.variance.information import FisherProgram, row_information
from rropt.variance.prevalence import read_prevalence
from rropt.variance.theorems import four_output_rows, four_outputs
from tests import brute_force


def form(t: Any, delta: Any, pi: Any) -> Any:
    return four_outputs(FisherProgram(t, delta, read_prevalence(pi)))


def information(rows: Any, pi: Any) -> Any:
    return sum((row_information(a, b, pi) for a, b in rows if a != 0 or b != 0), F(0))


@pytest.mark.parametrize(
    "t", [F(1), F(3, 2), F(9), read_epsilon("1/2").t, read_epsilon("20").t, generator(Free())], ids=str
)
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1)], ids=str)
def test_primal_dual_and_their_equality(t: Any, delta: F) -> None:
    if t == 1 and delta == 0:
        assert form(t, delta, F(1, 4)) is None
        return
    for pi in (F(1, 10), F(1, 2), F(8, 9)):
        found = form(t, delta, pi)
        assert brute_force.satisfies(found.rows, t, delta)
        assert information(found.rows, pi) * found.value == 1
        (y0, y1), (m01, m10) = found.dual.columns, found.dual.pairs
        assert m01 >= 0 and m10 >= 0
        for a, b in [(t, F(1)), (F(1), t)] + [(F(1), F(0)), (F(0), F(1))] * (delta > 0):
            bound = y0 * a + y1 * b
            bound = bound + (m01 * (a - t * b) if a > t * b else 0) + (m10 * (b - t * a) if b > t * a else 0)
            assert row_information(a, b, pi) <= bound
        assert (y0 + y1 + delta * (m01 + m10)) * found.value == 1


def test_the_issue_s_number() -> None:
    assert float(form(read_epsilon("1/2").t, F(1, 10), F(1, 4)).value) == pytest.approx(1.3288, abs=5e-5)


def test_delta_one_is_the_direct_question_and_delta_zero_the_binary_optimum() -> None:
    assert form(F(3), F(1), F(1, 4)).value == F(3, 16)
    assert form(F(3), F(0), F(1, 4)).value == F(3, 4) + F(3, 16)
    assert four_output_rows(F(3), F(0)) == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
    assert len(four_output_rows(F(3), F(1, 10))) == 4 and len(four_output_rows(F(3), F(1))) == 2


def test_certain_prevalence_with_delta_is_left_out() -> None:
    assert form(F(3), F(1, 10), F(0)) is None and form(F(3), F(1, 10), F(1)) is None
    assert form(F(3), F(0), F(0)).value == F(3, 4)


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
        found = form(t, delta, pi)
        share = information(random_private(rng, rng.randint(2, 6), t, delta), pi) * found.value
        assert share <= 1
        closest = max(closest, share)
    assert closest > F(1, 2)


@pytest.mark.parametrize(("m", "delta"), [(2, 0.1), (3, 0.1), (4, 0.1), (5, 0.25), (3, 0.0)])
def test_no_local_search_over_more_outputs_beats_it(m: int, delta: float) -> None:
    """scipy's SLSQP over m outputs; the excesses are variables, so that the demand is smooth."""
    t, pi = 1.6, 0.25
    best = 1 / float(form(F(8, 5), F(delta).limit_denominator(100), F(1, 4)).value)
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
