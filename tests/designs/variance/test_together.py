"""Variances of a prevalence together: weighted sums and the worst of several, against a convex program over rows at their bends."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    Sensitive,
    TotalVariance,
    Trace,
    Variance,
    design,
    verify,
)
from rropt.cli import app
from rropt.privacy import Notion
from rropt.problem import worst
from tests.over_rows import excess

Bounds = list[tuple[float, float, tuple[int, int]]]


def least(terms: list[tuple[float, float]], bounds: Bounds, *, is_worst: bool) -> float:
    """The least weighted sum, or the least largest, of 1/I(π): convex in the weights of the rows at which a bound becomes active.

    Each bound (T, δ, (j, l)) asks Σ max(0, p_ij − T p_il) ≤ δ.
    """
    rows = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
    rows += [(ratio, 1.0) if pair == (0, 1) else (1.0, ratio) for ratio, _, pair in bounds]
    table = np.array(rows)
    theta = cp.Variable(len(rows), nonneg=True)
    asked = [table.T @ theta == 1]
    for ratio, delta, (j, other) in bounds:
        asked.append(excess(table, j, other, ratio) @ theta <= delta)
    informed = [(table[:, 1] - table[:, 0]) ** 2 / (table @ np.array([1 - pi, pi])) for _, pi in terms]
    variances = [w * cp.inv_pos(f @ theta) for (w, _), f in zip(terms, informed, strict=True)]
    value = cp.maximum(*variances) if is_worst else cp.sum(cp.hstack(variances))
    program = cp.Problem(cp.Minimize(value), asked)
    program.solve(solver="CLARABEL")
    return float(program.value)


def drawn(seed: int) -> tuple[list[tuple[Fraction, Fraction]], Notion, Bounds, bool]:
    """Weights and prevalences, a demand with its bounds, and whether the worst is meant."""
    r = random.Random(seed)
    terms = [
        (Fraction(r.randint(1, 6), r.randint(1, 3)), Fraction(r.randint(1, 11), 12)) for _ in range(r.choice([2, 2, 3]))
    ]

    def one() -> tuple[Notion, Bounds]:
        ratio, delta = Fraction(r.randint(5, 20), 4), Fraction(r.choice([0, 1, 2, 4]), 20)
        pairs = [(0, 1), (1, 0)]
        if r.random() < 0.3:
            j = r.randrange(2)
            return Sensitive([j], f"ln({ratio})", delta=delta), [(float(ratio), float(delta), (j, 1 - j))]
        return LDP(f"ln({ratio})", delta=delta), [(float(ratio), float(delta), pair) for pair in pairs]

    both = [one() for _ in range(r.choice([1, 1, 2]))]
    demand = both[0][0]
    for other, _ in both[1:]:
        demand = demand & other
    return terms, demand, [bound for _, bounds in both for bound in bounds], r.random() < 0.5


SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_optimum_is_that_of_a_convex_program(seed: int) -> None:
    terms, demand, bounds, is_worst = drawn(seed)
    objectives = [w * Variance(pi) for w, pi in terms]
    objective: Any = worst(*objectives) if is_worst else sum(objectives)
    found = design(objective, demand)
    assert found.lower is not None and found.upper is not None
    expected = least([(float(w), float(pi)) for w, pi in terms], bounds, is_worst=is_worst)
    assert float(found.lower) - 1e-5 * expected <= expected <= float(found.upper) * (1 + 1e-5)
    assert float(found.upper - found.lower) <= 1e-6 * expected
    assert not found.is_bounded and verify(found.certificate).is_accepted
    # the mechanism's own 1/I at each prevalence is what the objective says of it
    assert found.mechanism is not None
    own = [w * _one_over_information(found.mechanism.rows, pi) for w, pi in terms]
    total = max(own) if is_worst else sum(own)
    assert float(total) == pytest.approx(float(found.upper), rel=1e-9)


def _one_over_information(rows: Any, pi: Fraction) -> Fraction:
    return 1 / sum((b - a) ** 2 / ((1 - pi) * a + pi * b) for a, b in rows if a or b)


def test_a_multiple_is_that_of_the_variance_of_any_number_of_answers() -> None:
    for demand in (LDP("ln3"), LDP("ln3", delta="1/10")):
        alone = design(Variance("1/4"), demand, outputs="free")
        found = design(3 * Variance("1/4"), demand)
        assert found.value == 3 * alone.value
    assert Design.from_json(found.to_json()) == found
    assert Variance("1/4", positive=0).as_term() == Contrast([0, 1], ["1/4", "3/4"])


def test_with_total_variances_and_contrasts() -> None:
    """Of two shares the total variance is twice that of one."""
    both = design(Variance("1/4") + TotalVariance(["3/4", "1/4"]), LDP("ln3"))
    assert both.value == 3 * design(Variance("1/4"), LDP("ln3"), outputs="free").value


@pytest.mark.parametrize("delta", [0, "1/10"])
def test_the_worst_of_a_range_is_at_its_prevalence_nearest_to_a_half(delta: object) -> None:
    """As the refusal of a range among others says: the best mechanism is at no point of the range worse than there."""
    found = design(Variance("2/5") + TotalVariance(["2/3", "1/3"]), LDP("ln3", delta=delta))
    assert found.mechanism is not None and not found.is_bounded
    low, high = Variance("1/10..2/5").value_bounds(found.mechanism)
    at, _ = Variance("2/5").value_bounds(found.mechanism)
    assert low <= at * (1 + Fraction(1, 10**9)) and at <= high <= at * (1 + Fraction(1, 10**9))


def test_two_answers() -> None:
    found = design(Variance("1/4") + Variance("1/3"), LDP("ln3"), outputs=2)
    assert found.mechanism.m == 2 and found.upper == design(Variance("1/4") + Variance("1/3"), LDP("ln3")).upper


@pytest.mark.parametrize(
    ("pose", "said"),
    [
        (lambda: 2 * Variance("every"), "variance at every prevalence cannot be combined with another objective"),
        (
            lambda: worst(Variance("1/4"), Variance("1/10..2/5")),
            "give the prevalence 2/5 instead; with free outputs",
        ),
        (lambda: Variance("1/4", warner=True) + Variance("1/4"), "without the Warner restriction"),
        (lambda: Variance("1/4") + Determinant([["1/4", "3/4"], ["1/2", "1/2"]]), "as a geometric mean is not a sum"),
        (lambda: Variance("1/4") + Trace(), "cannot be combined"),
    ],
)
def test_what_is_no_sum_of_variances_is_refused_in_a_sentence(pose: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        pose()


def test_the_command_line_takes_a_multiple() -> None:
    asked = ["design", "--objective", "2*variance", "--prevalence", "1/4", "--epsilon", "ln3"]
    assert "1.875" in CliRunner().invoke(app, asked).output
