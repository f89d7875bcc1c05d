"""The optimum along a vulnerability: against linear programs by the definition at many points, and what its file shows."""

from __future__ import annotations

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from typer.testing import CliRunner

from rropt import (
    LDP,
    Contrast,
    Determinant,
    Divergence,
    Information,
    InputError,
    Linear,
    TotalVariance,
    Trace,
    Utility,
    Variance,
    Vulnerability,
    design,
    frontier,
    verify,
)
from rropt.cli import app
from rropt.plots import plot_frontier, value_along
from rropt.problem import worst

PRIOR = ["1/2", "3/10", "1/5"]


def best(weights: Any, planes: Any, v: float, ratio: float | None, delta: float, sign: int) -> float:
    """The linear program in P, in what the best action on each output gains, and in what each pair takes of delta."""
    W, G = np.array(weights, dtype=float), np.array(planes, dtype=float)
    m, k = W.shape
    pairs = [] if ratio is None else list(itertools.permutations(range(k), 2))
    n = m * k + m + len(pairs) * m
    rows, most = [], []
    for i in range(m):
        for g in G:
            row = np.zeros(n)
            row[i * k : (i + 1) * k], row[m * k + i] = g, -1
            rows.append(row)
            most.append(0.0)
    total = np.zeros(n)
    total[m * k : m * k + m] = 1
    rows.append(total)
    most.append(v)
    for p, (j, other) in enumerate(pairs):
        spent = np.zeros(n)
        for i in range(m):
            row, at = np.zeros(n), m * k + m + p * m + i
            row[i * k + j], row[i * k + other], row[at] = 1, -float(ratio or 0), -1
            rows.append(row)
            most.append(0.0)
            spent[at] = 1
        rows.append(spent)
        most.append(delta)
    columns = np.hstack([np.tile(np.eye(k), m), np.zeros((k, n - m * k))])
    bounds = [(0, None)] * (m * k) + [(None, None)] * m + [(0, None)] * (n - m * k - m)
    cost = np.concatenate([-sign * W.ravel(), np.zeros(n - m * k)])
    found = linprog(cost, np.array(rows), most, columns, np.ones(k), bounds, method="highs")
    return -sign * float(found.fun)


def random_question(seed: int) -> tuple[Any, Any, Any, dict[str, Any], tuple[Any, ...]]:
    """An objective, the prior and the gain of who guesses, what stands beside, and the same in floats."""
    rng = random.Random(seed)
    k = rng.choice([2, 3, 3, 4])
    weights = [rng.randint(1, 5) for _ in range(k)]
    prior = [Fraction(w, sum(weights)) for w in weights]
    gain = None
    if rng.random() < 0.4:
        gain = [[Fraction(rng.randint(-2, 4), 2) for _ in range(k)] for _ in range(rng.randint(2, 3))]
    planes = [[float(g * w) for g, w in zip(row, prior, strict=True)] for row in gain or np.eye(k, dtype=int).tolist()]
    cost = [[rng.randint(-4, 6) for _ in range(k)] for _ in range(rng.randint(2, 3))]
    sense = rng.choice(["min", "max"])
    objective = Linear(cost, sense=sense)
    beside, ratio, delta = {}, None, 0.0
    if rng.random() < 0.6:
        ratio, delta = rng.choice([2.0, 5.0]), rng.choice([0.0, 0.05])
        beside = {"demand": LDP(f"ln{int(ratio)}", delta=str(Fraction(delta).limit_denominator(100)))}
    return objective, prior, gain, beside, (cost, planes, ratio, delta, 1 if sense == "max" else -1, k)


@pytest.mark.parametrize("seed", range(12))
def test_the_lines_of_a_linear_objective_are_its_optimum(seed: int) -> None:
    objective, prior, gain, beside, (cost, planes, ratio, delta, sign, k) = random_question(seed)
    found = frontier(objective, along="vulnerability", inputs=k, prior=prior, gain=gain, **beside)
    assert found.is_exact and found.free is None
    low, high = found.ends
    for share in (0.0, 0.03, 0.2, 0.45, 0.71, 0.9, 1.0):
        v = Fraction(low + (high - low) * share).limit_denominator(10**6)
        try:
            lower, upper = found.at(v)
        except InputError:
            continue  # rounded to below what is gained without an answer
        assert lower == upper
        assert float(lower) == pytest.approx(best(cost, planes, float(v), ratio, delta, sign), abs=1e-7)


OTHERS = [
    (Information(PRIOR), {}),
    (TotalVariance(PRIOR), {}),
    (Contrast([1, 2, 3], PRIOR), {}),
    (TotalVariance(PRIOR) + Contrast([1, 2, 3], PRIOR), {}),
    (worst(TotalVariance(PRIOR), TotalVariance(PRIOR[::-1])), {"demand": LDP("ln9")}),
    (Determinant(PRIOR), {"demand": LDP("ln9")}),
    (Divergence("tv", 0, 1), {"demand": LDP("ln9")}),
    (Divergence("renyi", 0, 1, order="1/2"), {"demand": LDP("ln9")}),
    (Information(PRIOR), {"outputs": 2}),
    (Information(PRIOR) + Divergence("tv"), {}),
    (worst(Trace([1, 0, 0]), Trace([0, 1, 1])), {}),
]


@pytest.mark.some(objective=4)
@pytest.mark.parametrize(("objective", "more"), OTHERS)
def test_chords_and_tangents_hold_the_optimum(objective: Any, more: dict[str, Any]) -> None:
    found = frontier(objective, along="vulnerability", inputs=3, prior=PRIOR, **more)
    demand = more.get("demand")
    for v in ("8/15", "3/5", "2/3", "9/10"):
        own = Vulnerability(v, PRIOR)
        low, high = found.at(v)
        exact = design(objective, own if demand is None else own & demand, inputs=3, outputs=more.get("outputs"))
        assert exact.lower is not None and exact.upper is not None
        assert low <= exact.upper and exact.lower <= high
    assert "between" in found.explain() or found.is_exact


def test_chords_and_tangents_are_nearer_than_the_points() -> None:
    found = frontier(TotalVariance(PRIOR), along="vulnerability", inputs=3, prior=PRIOR, points=["11/20", "4/5"])
    low, high = found.at("7/10")
    first, last = found.points
    assert last.lower < low <= high < first.upper
    beyond = found.at("9/10")
    assert beyond[0] <= design(TotalVariance(PRIOR), Vulnerability("9/10", PRIOR), inputs=3).upper
    assert beyond[1] == last.upper


def test_its_file_is_made_again_and_forgeries_are_refused() -> None:
    found = frontier(Trace(), along="vulnerability", inputs=3, demand=LDP("ln5"))
    assert list(found.as_table()[1]) == [("[1/3, 5/7]", "3*v"), ("[5/7, 1]", "15/7")]
    assert verify(found.to_json()).status.value == "accepted"
    document = json.loads(found.to_json())
    for changed in (
        document | {"along": "delta"},
        document | {"points": document["points"][::-1]},
        document | {"points": [document["points"][0], document["points"][0]]},
        document | {"objective": {"name": "trace", "weights": ["1", "2", "3"]}},
        document | {"points": []},
        document | {"more": "1"},
    ):
        assert verify(json.dumps(changed)).status.value == "rejected"
    for field, others in (({"points": [{}]}, ""), ({"free": {}}, " or null")):
        forgery = verify(json.dumps(document | field))
        assert forgery.status.value == "malformed" and forgery.says.endswith(f"){others}")
    other = json.loads(frontier(Trace(), along="vulnerability", inputs=3, demand=LDP("ln4")).to_json())
    mixed = document | {"points": [document["points"][0], other["points"][-1]]}
    assert verify(json.dumps(mixed)).status.value == "rejected"
    for along in ("epsilon", "delta"):
        one = frontier(Trace(), along=along, inputs=3, **({"epsilon": "ln2"} if along == "delta" else {}))
        assert verify(one.to_json()).status.value == "accepted"
        forged = json.dumps(json.loads(one.to_json()) | {"along": "vulnerability"})
        assert verify(forged).status.value == "rejected"


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(InputError, match="further demand"):
        frontier(Trace(), along="vulnerability", inputs=3, epsilon=1)
    with pytest.raises(InputError, match="leave them out"):
        frontier(Trace(), inputs=3, prior=PRIOR)
    with pytest.raises(InputError, match="the gain of guessing"):
        frontier(Trace(), along="vulnerability", inputs=3).at("1/4")
    with pytest.raises(InputError, match="is the number asked about"):
        frontier(Trace(), along="vulnerability", inputs=3, demand=Vulnerability("1/2"))
    with pytest.raises(InputError, match="no points"):
        frontier(Trace(), along="vulnerability", inputs=3, points=[])


def test_the_command_line_and_the_picture(tmp_path: Path) -> None:
    run = CliRunner()
    asked = ["design", "--objective", "trace", "--inputs", "3", "--along", "vulnerability", "--epsilon", "ln5"]
    said = run.invoke(app, [*asked, "--plot", str(tmp_path / "v.svg")])
    assert said.exit_code == 0 and "3*v" in said.output and "vulnerability" in (tmp_path / "v.svg").read_text("utf-8")
    document = json.loads(run.invoke(app, [*asked, "--json"]).output)
    assert document["schema"] == "rropt/frontier-along/1" and len(document["points"]) == 3
    for more in (["--least", "epsilon"], ["--require", "2"], ["--plain"]):
        assert run.invoke(app, [*asked, *more]).exit_code != 0
    gains = tmp_path / "g.csv"
    gains.write_text("1,0,0\n0,1,1\n", "utf-8")
    told = run.invoke(
        app,
        [
            "design",
            "--objective",
            "utility",
            "--utility",
            str(gains),
            "--along",
            "vulnerability",
            "--gain",
            str(gains),
            "--prior",
            ",".join(PRIOR),
        ],
    )
    assert told.exit_code == 0, told.output
    stairs = value_along(frontier(Information(PRIOR), along="vulnerability", inputs=3, points=["3/5", "4/5"]))
    assert len(stairs.lines) == 2
    plot_frontier(frontier(Utility([[1, 0], [0, 2]]), along="vulnerability"), tmp_path / "u.svg")


def test_two_answers_for_a_variance_are_on_no_chord() -> None:
    """Mixing two designs gives four answers, and the least variance of two answers is not convex in the vulnerability."""
    prior = ["3/4", "1/4"]
    curve = frontier(Variance("1/20"), along="vulnerability", prior=prior, points=["77/100", "4/5"])
    low, high = curve.at("389/500")
    least = design(Variance("1/20"), Vulnerability("389/500", prior))
    assert least.lower is not None and least.upper is not None
    assert low <= least.lower and least.upper <= high


def test_a_tangent_through_the_other_end_is_no_chord_of_few_answers() -> None:
    """Three answers reach 3.41667 at 5/12 by a search in floats, where the line between the two ends has 4."""
    ends = ["1/3", "3/7"]
    curve = frontier(
        Divergence("chi2"),
        along="vulnerability",
        inputs=3,
        outputs=3,
        prior=["1/3"] * 3,
        demand=LDP("ln3"),
        points=ends,
    )
    low, high = curve.at("5/12")
    assert not curve.is_exact and low <= Fraction(341_667, 100_000) < high
