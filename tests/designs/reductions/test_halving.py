"""Bounds on parts hold what is designed at numbers inside: several demands, pairs, one-sided privacy, metrics, and δ free."""

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
    Divergence,
    Information,
    InputError,
    LargestVariance,
    Linear,
    Metric,
    Problem,
    Sensitive,
    TotalVariance,
    Trace,
    Vulnerability,
    design,
    verify,
)
from rropt.designs.reductions import halving
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Disagreement
from rropt.problem.pieces.piece import Between
from rropt.problem.pieces.sampled import at_ratio

DEMANDS: dict[str, Any] = {
    "metric": lambda a, b: Metric("line", f"ln{a}..ln{b}"),
    "sensitive": lambda a, b: Sensitive([0], f"ln{a}..ln{b}"),
    "sensitive, slack": lambda a, b: Sensitive([1], f"ln{a}..ln{b}", delta="1/30"),
    "sensitive, delta": lambda a, b: Sensitive([0, 2], f"ln{a}", delta="1/20..1/19"),
    "vulnerability": lambda a, b: LDP(f"ln{a}..ln{b}") & Vulnerability("3/5", ["1/2", "1/4", "1/4"]),
    "gains": lambda a, b: LDP(f"ln{a}..ln{b}") & Vulnerability("3/4", gain=[[1, 0, 1], [0, 1, 0]]),
    "slack beside": lambda a, b: LDP(f"ln{a}..ln{b}") & LDP("ln1.3", delta="1/20"),
    "metric beside": lambda a, b: LDP(f"ln{a}..ln{b}", delta="1/20") & Metric("line", f"ln{b}"),
    "delta": lambda a, b: LDP(f"ln{a}", delta="1/20..1/19"),
    "delta beside": lambda a, b: LDP(f"ln{a}", delta="1/20..1/19") & Vulnerability("2/5"),
}
OBJECTIVES = [
    "trace",
    "linear",
    "information",
    "tv",
    "chi2",
    "le_cam",
    "hellinger",
    "total",
    "contrast",
    "determinant",
    "largest",
]


def shares(rng: np.random.Generator) -> list[str]:
    parts = [int(x) for x in rng.integers(1, 9, 3)]
    return [str(F(x, sum(parts))) for x in parts]


def objective_of(kind: str, rng: np.random.Generator) -> Any:
    scores = [int(x) for x in rng.permutation(3)]
    made: dict[str, Any] = {
        "trace": Trace,
        "linear": lambda: Linear(rng.integers(0, 6, (3, 3)).tolist()),
        "information": lambda: Information(shares(rng)),
        "total": lambda: TotalVariance(shares(rng)),
        "contrast": lambda: Contrast(scores, shares(rng)),
        "determinant": lambda: Determinant(shares(rng)),
        "largest": lambda: LargestVariance(shares(rng)),
    }
    between = [] if rng.integers(2) else [shares(rng), shares(rng)]
    return made[kind]() if kind in made else Divergence(kind, *between)


def holds_what_is_inside(found: Design, rng: np.random.Generator) -> None:
    """At a number drawn inside the interval, the design and cvxpy's optimum lie between the bounds of its part."""
    problem = found.problem
    assert problem.interval is not None
    text = found.to_json()
    assert verify(text).is_accepted and Design.from_json(text).pieces == found.pieces
    low, high = float(problem.interval.lower), float(problem.interval.upper)  # type: ignore[arg-type]
    t = F(low) + F(int(rng.integers(1, 1000)), 1000) * F(high - low)
    t = round(t * 10**6) / F(10**6)
    (value, *_) = (p.value for p in found.pieces if p.covers(t if problem.free == "delta" else Epsilon(t)))
    here = design(at_ratio(problem, t), optima="one")
    if isinstance(value, Between):
        lower, upper = value.lower, value.upper
    else:
        place = next(p for p in found.pieces if p.covers(t if problem.free == "delta" else Epsilon(t)))
        lower = upper = F(place.at(t if problem.free == "delta" else Epsilon(t)))
    assert lower <= here.upper and here.lower <= upper
    if here.value is not None:
        assert lower <= here.value <= upper
    solved = at_ratio(problem, t).solve_cvxpy().value
    assert float(lower) - 1e-5 * abs(float(lower)) - 1e-7 <= solved <= float(upper) + 1e-5 * abs(float(upper)) + 1e-7


@pytest.mark.then(kind=3)
@pytest.mark.parametrize("kind", OBJECTIVES)
@pytest.mark.parametrize("demand", DEMANDS)
@pytest.mark.slow
def test_bounds_hold_what_is_designed_inside(demand: str, kind: str) -> None:
    rng = np.random.default_rng([len(demand), len(kind), ord(demand[-1]), ord(kind[0])])
    a, b = [("2", "2.03"), ("1.5", "1.52"), ("3", "3.05")][int(rng.integers(3))]
    if kind == "chi2" and demand.startswith(("sensitive", "delta")):
        kind = "tv"  # as it is infinite where an answer may rule out an input
    if demand == "gains" and kind not in ("trace", "linear"):
        with pytest.raises(InputError, match=r"with gains rropt cannot certify .* on an interval; give one epsilon"):
            design(objective_of(kind, rng), DEMANDS[demand](a, b), inputs=3)
        return
    found = design(objective_of(kind, rng), DEMANDS[demand](a, b), inputs=3)
    holds_what_is_inside(found, rng)
    if kind in ("trace", "linear"):
        assert found.verdict.value == "optimal"


@pytest.mark.parametrize("demand", ["metric", "vulnerability", "delta"])
@pytest.mark.slow_at("vulnerability", "delta")
def test_bounds_of_a_short_interval(demand: str) -> None:
    found = design(Divergence("le_cam"), DEMANDS[demand]("2", "2.002"), inputs=3)
    holds_what_is_inside(found, np.random.default_rng(1))


def test_an_interval_that_begins_at_zero_has_a_point_there() -> None:
    found = design(Divergence("chi2"), Metric("line", "0..1/20"), inputs=2)
    assert found.pieces[0].value.lower == 0 and found.pieces[0].ends == "[]"
    assert found.pieces[0].covers("0") and verify(found.to_json()).is_accepted


def test_a_linear_objective_beside_a_vulnerability_is_exact_from_where_that_binds() -> None:
    found = design(Trace(), LDP("1/10..2") & Vulnerability("2/5"), inputs=3)
    assert [p.value_said for p in found.pieces][:1] == ["3*t/(t + 2)"] and found.pieces[-1].value == F(6, 5)


@pytest.mark.parametrize("objective", [Trace(), Contrast([1, 2, 3]), Divergence("tv"), Information()])
@pytest.mark.slow_at("objective1", "objective2", "objective3")
def test_the_demand_that_binds_may_change_inside(objective: Any) -> None:
    found = design(objective, LDP("ln1.4..ln1.6") & Metric("line", "ln1.5"), inputs=3)
    for seed in range(3):
        holds_what_is_inside(found, np.random.default_rng(seed))


def test_a_demand_that_another_one_implies_has_no_say() -> None:
    found = design(Trace(), LDP("1..2") & LDP("ln2"), inputs=3)
    assert not found.pieces and found.value == F(3, 2)


def test_the_halves_of_the_last_round_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker is made to accept 2^ROUNDS parts and no fewer; one part is halved to that many in ROUNDS rounds."""
    wanted, tried = 2**halving.ROUNDS, list[int]()

    def accept(problem: Any, parts: list[Any], *, within: float) -> int:
        tried.append(len(parts))
        if len(parts) < wanted:
            raise Disagreement("refused")
        return len(parts)

    monkeypatch.setattr(halving, "answer_parts", accept)
    monkeypatch.setattr(halving, "_halve_refused", lambda problem, parts: [*parts, *parts])
    problem = Problem(Trace(), LDP("ln2", delta="1/20..1/10"), inputs=3)
    assert halving.answer_or_halve(problem, [None], (), within=0.0) == wanted  # type: ignore[comparison-overlap,list-item]
    assert tried == [2**n for n in range(halving.ROUNDS + 1)]


def test_what_is_not_answered_is_refused_in_a_sentence() -> None:
    both: Any = LDP("1/2..1")
    with pytest.raises(InputError, match="both range over an interval"):
        both & Metric("line", "1/2..1")
    for objective, demand, more, said in [
        (Information(), LDP("every") & Vulnerability("1/2"), {}, "give both of its ends"),
        (Divergence("tv"), LDP("every") & LDP("ln6"), {}, "give both of its ends"),
        (Divergence("hockey_stick", gamma="3/2"), Metric("line", "every"), {}, "give both of its ends"),
        (Divergence("tv"), Sensitive([0], "every"), {}, "give both of its ends"),
        (Information(), LDP("1/2..1") & Vulnerability("1/2"), {"outputs": 2}, "at most 2 answers"),
        (Information(), Metric("line", "1/2..1"), {"inputs": 7}, "at most 6 inputs"),
        (Contrast([1, 2, 3]), Metric("line", "0..1"), {}, "begin above 0"),
        (Trace(), LDP("1/2..1") & Metric("line", "1/2"), {}, "the logarithm of one"),
        (Trace(), LDP("1/2..1") & Vulnerability("1/5"), {}, "no mechanism keeps that"),
    ]:
        with pytest.raises(InputError, match=said):
            design(objective, demand, **{"inputs": 3, **more})


@pytest.mark.parametrize("seed", range(6))
def test_the_middle_lies_inside_however_wide_the_interval_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(200):
        a = 1 + 10 ** rng.uniform(-9, 30)
        b = a * (1 + 10 ** rng.uniform(-9, 60))
        assert a < halving._middle(a, b, geometric=True) < b
        low, high = sorted(rng.uniform(0, 1, 2) * 10 ** rng.uniform(-9, 0))
        assert low < halving._middle(low, high, geometric=False) < high


@pytest.mark.slow
@pytest.mark.parametrize("last", ["10", "25"])
@pytest.mark.parametrize(
    "objective", [TotalVariance(["1/2", "1/3", "1/6"]), Information(["1/2", "1/3", "1/6"])], ids=str
)
def test_a_wide_interval_of_epsilon_is_halved_inside(objective: Any, last: str) -> None:
    demand = (
        LDP(f"1/10..{last}") if isinstance(objective, TotalVariance) else LDP(f"1/10..{last}") & Vulnerability("9/10")
    )
    found = design(objective, demand)
    place = found.at(epsilon="5")
    here = design(objective, LDP("5") if isinstance(objective, TotalVariance) else LDP("5") & Vulnerability("9/10"))
    assert place.lower <= here.upper and here.lower <= place.upper
