"""Information at several priors, the mean and the least: as an independent convex program says, and never beaten."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import cvxpy as cp
import pytest
from typer.testing import CliRunner

import rropt.designs.sublinear.exact
from rropt import LDP, Design, Information, InputError, Mechanism, design, verify
from rropt.cli import app
from tests.over_rows import information, patterns

THREE = [["1/2", "1/4", "1/4"], ["1/10", "1/5", "7/10"]]
FOUR = [["1/4"] * 4, ["7/10", "1/10", "1/10", "1/10"], ["1/10", "1/10", "2/5", "2/5"]]


def by_cvxpy(priors: list[list[str]], t: float, combine: Any) -> float:
    """Over every pattern of {1, t}^k, by another solver."""
    rows = patterns(len(priors[0]), t)[1:-1]
    theta = cp.Variable(len(rows), nonneg=True)
    values = [theta @ information(prior, rows) for prior in priors]
    problem = cp.Problem(cp.Maximize(combine(values)), [rows.T @ theta == 1])
    return float(problem.solve(solver="CLARABEL", tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11))


@pytest.mark.parametrize("epsilon", ["ln3", "1/2", "2"])
@pytest.mark.parametrize("priors", [THREE, FOUR], ids=["three", "four"])
@pytest.mark.parametrize("worst", [True, False])
def test_as_an_independent_program(priors: list[list[str]], epsilon: str, worst: bool) -> None:
    t = 3.0 if epsilon == "ln3" else math.exp(float(Fraction(epsilon)))
    weights = list(range(1, len(priors) + 1))
    aim = Information(priors, worst=True) if worst else Information(priors, weights=weights)
    found = design(aim, LDP(epsilon))

    def mean(values: list[Any]) -> Any:
        return sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)

    expected = by_cvxpy(priors, t, (lambda values: cp.minimum(*values)) if worst else mean)
    assert float(found.lower) == pytest.approx(expected, rel=1e-7)
    assert 0 <= found.upper - found.lower <= found.upper * Fraction(1, 10**11)
    again = Design.from_json(found.to_json())
    assert verify(found.to_json()).is_accepted and again.problem == found.problem
    assert again.mechanism == found.mechanism


def test_no_random_mechanism_has_more() -> None:
    aim, rng = Information(THREE, worst=True), random.Random(5)
    upper = design(aim, LDP("ln3")).upper
    best = Fraction(0)
    for _ in range(200):
        rows = [[rng.randint(1, 3) for _ in range(3)] for _ in range(4)]
        rest = [2 * sum(row[j] for row in rows) for j in range(3)]
        top = max(rest)  # a row that makes every column sum to the same
        rows.append([2 * top - sum(row[j] for row in rows) for j in range(3)])
        if max(rows[-1]) > 3 * min(rows[-1]):
            continue
        p = Mechanism([[Fraction(x, 2 * top) for x in row] for row in rows])
        assert LDP("ln3").holds(p)
        low, _ = aim.value_bounds(p)
        assert low <= upper
        best = max(best, low)
    assert best > 0


def test_two_inputs_with_delta_and_orbits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = design(Information([["1/2", "1/2"], ["1/10", "9/10"]], worst=True), LDP(1, delta="1/10"))
    alone = design(Information(["1/10", "9/10"]), LDP(1, delta="1/10"))
    assert found.lower == alone.lower and found.upper == alone.upper
    aim = Information([["1/6"] * 6, ["1/12"] * 3 + ["1/4"] * 3], worst=True)
    rows = design(aim, LDP("ln3"))
    monkeypatch.setattr(rropt.designs.sublinear.exact, "MOST_ENTRIES", 0)
    orbits = design(aim, LDP("ln3"))
    assert rows.mechanism is not None and orbits.sets is not None and verify(orbits.certificate).is_accepted
    assert float(rows.lower) == pytest.approx(float(orbits.lower), rel=1e-11)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"prior": THREE, "weights": [1, 1], "worst": True}, "cannot be combined"),
        ({"prior": THREE[0], "worst": True}, "need several priors"),
        ({"prior": [["1/2", "1/2"], ["1"]]}, "one per input in each"),
        ({"prior": THREE, "weights": [1]}, "give one weight for each"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Information(**arguments)


def test_the_command_line_reads_a_file_of_priors(tmp_path: Path) -> None:
    file, options = tmp_path / "priors.csv", ["design", "--objective", "information", "--epsilon", "ln3"]
    file.write_text("a,b,c,weight\n1/2,1/4,1/4,1\n1/10,1/5,7/10,3\n", encoding="utf-8")
    for more, named in (([], "mean information"), (["--worst"], "least information")):
        found = CliRunner().invoke(app, [*options, "--prevalences", str(file), *more])
        assert found.exit_code == 0 and named in " ".join(found.output.split())


def test_the_least_of_several_where_one_binds_on_many_patterns_alike() -> None:
    """At e^ε = 101/100 all pairs of inputs are worth nearly the same at the prior that binds, and the other chooses among them."""
    priors = [["1/4", "1/6", "1/4", "1/3"], ["2/11", "3/11", "3/11", "3/11"]]
    found = design(Information(priors, worst=True), LDP("log(101/100)"), inputs=4)
    assert found.lower is not None and found.upper is not None
    assert 0 < found.lower <= found.upper < found.lower * (1 + Fraction(1, 10**9))
