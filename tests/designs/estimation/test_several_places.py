"""Determinants and largest variances at several prevalences: as an independent convex program says, and never beaten."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import cvxpy as cp
import numpy as np
import pytest
from typer.testing import CliRunner

from rropt import (
    LDP,
    Design,
    Determinant,
    InputError,
    LargestVariance,
    Mechanism,
    Metric,
    PairwiseLDP,
    Sensitive,
    TotalVariance,
    design,
    families,
    verify,
)
from rropt.cli import app
from tests.over_rows import patterns

THREE = [["1/2", "1/3", "1/6"], ["1/6", "1/6", "2/3"]]
FOUR = [["2/5", "3/10", "1/5", "1/10"], ["1/10", "1/10", "1/5", "3/5"], ["1/4"] * 4]


def by_cvxpy(lists: list[list[str]], t: float, aim: str, weights: list[float]) -> float:
    """M itself over every pattern of {1, t}^k, in another basis of contrasts."""
    k = len(lists[0])
    rows = patterns(k, t)[1:-1]
    theta, found = cp.Variable(len(rows), nonneg=True), []
    for prior in lists:
        pi = np.array([float(F(p)) for p in prior])
        m = np.einsum("si,sj->ijs", rows, rows / (rows @ pi)[:, None]).reshape(k * k, -1) @ theta
        m = cp.reshape(m, (k, k), order="C")
        if aim == "largest":
            # contrasts in a basis that is not orthonormal
            v = np.vstack([np.eye(k - 1), -np.ones(k - 1)])
            found.append((m, v))
        else:
            found.append(-cp.log_det((m + m.T) / 2))
    constraints = [rows.T @ theta == 1]
    if aim == "largest":
        least = cp.Variable()
        for m, v in found:
            constraints.append(v.T @ ((m + m.T) / 2) @ v - least * (v.T @ v) >> 0)
        return 1 / float(cp.Problem(cp.Maximize(least), constraints).solve(solver=cp.CLARABEL))
    mean = sum(w * x for w, x in zip(weights, found, strict=True)) if weights else cp.maximum(*found)
    return math.exp(cp.Problem(cp.Minimize(mean), constraints).solve(solver=cp.CLARABEL))


@pytest.mark.some(aim=2)
@pytest.mark.parametrize("epsilon", ["ln3", "1/2"])
@pytest.mark.parametrize("lists", [THREE, FOUR], ids=["three", "four"])
@pytest.mark.parametrize("aim", ["mean", "worst", "largest"])
def test_as_an_independent_program(lists: list[list[str]], epsilon: str, aim: str) -> None:
    t = 3.0 if epsilon == "ln3" else math.exp(0.5)
    weights = list(range(1, len(lists) + 1))
    objective: Any = {
        "mean": lambda: Determinant(lists, weights=weights),
        "worst": lambda: Determinant(lists, worst=True),
        "largest": lambda: LargestVariance(lists, worst=True),
    }[aim]()
    found = design(objective, LDP(epsilon))
    scaled = [w / sum(weights) for w in weights] if aim == "mean" else []
    assert by_cvxpy(lists, t, aim, scaled) == pytest.approx(float(found.upper), rel=2e-6)
    assert found.verdict == "within" and 0 <= found.upper - found.lower <= found.upper / 10**9
    low, high = objective.value_bounds(found.mechanism)
    assert low <= found.upper and high >= found.lower
    again = Design.from_json(found.to_json())
    assert verify(found.to_json()).is_accepted and again.problem == found.problem
    assert again.mechanism == found.mechanism


def test_random_exact_mechanisms_never_beat_a_bound() -> None:
    rng, base = random.Random(3), families.krr(k=3, epsilon="ln3")
    aims = [Determinant(THREE, weights=[1, 2]), Determinant(THREE, worst=True), LargestVariance(THREE, worst=True)]
    lowest = [design(aim, LDP("ln3")).lower for aim in aims]
    for _ in range(60):
        cut = [[rng.randint(0, 6) for _ in range(3)] for _ in range(rng.randint(3, 5))]
        cut[0] = [x + 1 for x in cut[0]]
        sums = [sum(column) for column in zip(*cut, strict=True)]
        rival = Mechanism([[F(x, s) for x, s in zip(row, sums, strict=True)] for row in cut]) @ base
        for aim, lower in zip(aims, lowest, strict=True):
            assert aim.value_bounds(rival)[1] >= lower


def test_the_geometric_mean_is_that_of_the_values_at_the_lists() -> None:
    p = families.krr(k=3, epsilon="ln3")
    alone = [Determinant(pi).value(p) for pi in THREE]
    low, high = Determinant(THREE, weights=[1, 2]).value_bounds(p)
    assert low**3 <= alone[0] * alone[1] ** 2 <= high**3 and high - low < F(1, 10**60)
    assert Determinant(THREE, worst=True).value(p) == max(alone)
    assert max(LargestVariance(pi).value_bounds(p) for pi in THREE) == LargestVariance(THREE, worst=True).value_bounds(
        p
    )
    with pytest.raises(InputError, match="value_bounds"):
        Determinant(THREE).value(p)


@pytest.mark.parametrize("delta", [0, "1/10"])
def test_two_inputs_and_a_metric(delta: Any) -> None:
    lists = [["1/2", "1/2"], ["1/6", "5/6"]]
    worst, mean = (design(Determinant(lists, **how), LDP("1/2", delta=delta)) for how in ({"worst": True}, {}))
    largest = design(LargestVariance(lists, worst=True), LDP("1/2", delta=delta))
    assert mean.upper < worst.lower <= worst.upper <= largest.upper / 2 + largest.upper / 10**9
    alone = [design(Determinant(pi), LDP("1/2", delta=delta)) for pi in lists]
    low, high = (math.sqrt(float(a) * float(b)) for a, b in ([x.lower for x in alone], [x.upper for x in alone]))
    assert low * (1 - 1e-9) <= float(mean.upper) and float(mean.lower) <= high * (1 + 1e-9)
    cone = design(LargestVariance(THREE, worst=True), Metric("line", "ln2"))
    assert cone.verdict == "within" and verify(cone.certificate).is_accepted


def test_the_command_line_reads_a_file_of_prevalences(tmp_path: Path) -> None:
    file = tmp_path / "places.csv"
    file.write_text("a,b,c,weight\n1/2,1/3,1/6,1\n1/6,1/6,2/3,2\n", encoding="utf-8")
    options = ["design", "--epsilon", "ln3", "--prevalences", str(file)]

    def run(*more: str) -> Any:
        return CliRunner().invoke(app, [*options, *more])

    found = run("--objective", "determinant", "--json")
    assert found.exit_code == 0 and json.loads(found.output)["verdict"] == "within"
    assert "geometric mean" in " ".join(run("--objective", "determinant").output.split())
    assert run("--objective", "determinant", "--worst").exit_code == 0
    assert "worst of the prevalences" in " ".join(run("--objective", "largest-variance", "--worst").output.split())
    refused = run("--objective", "largest-variance")
    assert isinstance(refused.exception, InputError) and "worst=True" in str(refused.exception)


@pytest.mark.parametrize(
    ("lists", "demand"),
    [
        ([["1/2", "1/2"], ["3/4", "1/4"]], Sensitive([1], "ln2")),
        ([["2/3", "1/3"], ["3/4", "1/4"]], PairwiseLDP([[0, "ln3"], ["ln5", 0]])),
    ],
    ids=str,
)
def test_a_worst_determinant_of_few_digits(lists: list[list[str]], demand: Any) -> None:
    found = design(Determinant(lists, worst=True), demand, inputs=2)
    assert verify(found.certificate).is_accepted and found.upper <= found.lower * (1 + F(1, 10**9))
    assert found.lower <= Determinant(lists, worst=True).value(found.mechanism) <= found.upper


@pytest.mark.parametrize("weights", [["11"], ["0"], ["1/2", "1/2"], None])
def test_weights_of_one_list_that_no_objective_has_are_refused_in_a_file(weights: list[str] | None) -> None:
    for objective in (TotalVariance(), TotalVariance(["1/3", "2/3"])):
        document = json.loads(design(objective, LDP("ln3"), inputs=2).to_json())
        assert verify(json.dumps(document)).is_accepted
        document["problem"]["weights"] = weights
        assert not verify(json.dumps(document)).is_accepted
