"""Estimates where ε or δ is free: bounds on parts hold the designs, and cvxpy's optima, at numbers drawn inside."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    Problem,
    TotalVariance,
    design,
    verify,
)
from rropt.exact.epsilon import Epsilon
from rropt.problem import worst
from rropt.problem.pieces.sampled import at_ratio
from tests.strategies.conditions import random_conditions

KINDS = ["total", "contrast", "determinant", "largest", "lists", "worst list", "sum", "worst"]
PI = ["1/2", "1/3", "1/6"]


def shares(rng: np.random.Generator, k: int) -> list[str]:
    parts = [int(x) for x in rng.integers(1, 9, k)]
    return [str(F(x, sum(parts))) for x in parts]


def drawn_objective(rng: np.random.Generator, kind: str, k: int) -> Any:
    one, other = shares(rng, k), shares(rng, k)
    scores = [int(x) for x in rng.permutation(k)]
    return {
        "total": lambda: TotalVariance(one),
        "contrast": lambda: Contrast(scores, one),
        "determinant": lambda: Determinant(one),
        "largest": lambda: LargestVariance(one),
        "lists": lambda: TotalVariance([one, other]),
        "worst list": lambda: TotalVariance([one, other], worst=True),
        "sum": lambda: TotalVariance(one) + 2 * Contrast(scores, other),
        "worst": lambda: worst(TotalVariance(one), Contrast(scores, other)),
    }[kind]()


def holds_what_is_inside(found: Design, rng: np.random.Generator, *, many: int = 1) -> None:
    """At numbers drawn inside the interval, the design of that number lies between the bounds of its part, and so does cvxpy's."""
    problem = found.problem
    assert problem.interval is not None
    assert verify(found.to_json()).is_accepted and Design.from_json(found.to_json()).pieces == found.pieces
    low, high = float(problem.interval.lower), float(problem.interval.upper)  # type: ignore[arg-type]
    for _ in range(many):
        t = F(int(rng.integers(int(low * 1000) + 1, int(high * 1000))), 1000)
        (bounds, *_) = (p.value for p in found.pieces if p.covers(t if problem.free == "delta" else Epsilon(t)))
        here = design(at_ratio(problem, t), optima="one")
        assert bounds.lower <= here.upper and here.lower <= bounds.upper
        if here.value is not None:
            assert bounds.lower <= here.value <= bounds.upper
        if not (problem.conditions or "worst" in str(problem.objective)):
            solved = at_ratio(problem, t).solve_cvxpy().value
            assert float(bounds.lower) * (1 - 1e-5) <= solved <= float(bounds.upper) * (1 + 1e-5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.full
def test_bounds_on_parts_hold_what_is_designed_inside(seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    objective = drawn_objective(rng, kind, 3 + seed % 2)
    found = design(objective, LDP(["ln2..ln2.2", "1/2..11/20", "1..11/10", "ln3..ln3.1"][seed]))
    assert all(p.value.lower > 0 for p in found.pieces)
    holds_what_is_inside(found, rng, many=2)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.full
def test_bounds_under_conditions_and_with_a_slack(seed: int, kind: str) -> None:
    rng = np.random.default_rng(100 + seed)
    objective, asked = drawn_objective(rng, kind, 3), random_conditions(rng, 3, 3)
    try:
        found = design(objective, LDP("ln2..ln2.1"), subject_to=asked)
    except InputError as error:
        assert "the conditions" in str(error)
    else:
        holds_what_is_inside(found, rng)
    slack = ["1/50", "1/20", "1/5"][seed]
    holds_what_is_inside(design(objective, LDP("ln2..ln2.1", delta=slack)), rng)
    holds_what_is_inside(design(objective, LDP("ln2", delta="1/20..3/50")), rng)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("demand", ["1/2..2", "every", "0..1", "delta"])
@pytest.mark.slow_at(*(f"{demand}-{kind}" for kind in KINDS[1:] for demand in ("1/2..2", "every", "0..1", "delta")))
def test_two_inputs_have_one_form_throughout(demand: str, kind: str) -> None:
    rng = np.random.default_rng(len(demand) + len(kind))
    slack = {"0..1": "1/10", "1/2..2": "1/20"}.get(demand, 0)
    stated = LDP("ln2", delta="every") if demand == "delta" else LDP(demand, delta=slack)
    found = design(drawn_objective(rng, kind, 2), stated)
    (piece,) = found.pieces
    assert found.value in (piece.value, None) and verify(found.to_json()).is_accepted
    assert Design.from_json(found.to_json()).pieces == found.pieces
    for n in (6, 7):
        t = F(n, 8) if demand == "delta" else 1 + F(n, 8)
        here = design(at_ratio(found.problem, t))
        value = piece.at(t if demand == "delta" else Epsilon(t))
        assert here.lower <= value <= here.upper


def test_a_piece_of_a_free_delta_says_how_to_ask_for_the_value() -> None:
    found = design(TotalVariance(PI), LDP("ln2", delta="1/20..3/50"))
    with pytest.raises(InputError, match=r"call the design's at\(delta='1/20'\)"):
        found.pieces[0].at("1/20")
    assert found.at(delta="1/20").lower is not None


def test_a_short_interval() -> None:
    found = design(Contrast([1, 2, 3], PI), LDP("ln2..ln2.1"))
    assert len(found.pieces) == 4 and found.verdict.value == "within"
    holds_what_is_inside(found, np.random.default_rng(0))
    assert "does not rise as epsilon grows" in found.notes[0]


def test_what_is_not_answered_is_refused_in_a_sentence() -> None:
    for objective, demand, more, said in [
        (TotalVariance(PI), LDP("every"), {}, "give both of its ends"),
        (TotalVariance(PI), LDP("0..1"), {}, "begin above 0"),
        (TotalVariance(["1/3", "2/3"]), LDP("0..1"), {}, "begin above 0"),
        (TotalVariance(PI), LDP("1/2..1"), {"outputs": 4}, "with at most 4 answers"),
        (Determinant([PI, ["1/3"] * 3]), LDP("1/2..1"), {}, "one list of prevalences"),
        (Contrast(list(range(9)), [f"{n}/45" for n in range(1, 10)]), LDP("1/2..1"), {}, "at most 8 inputs"),
    ]:
        with pytest.raises(InputError, match=said):
            design(Problem(objective, demand, **more))
