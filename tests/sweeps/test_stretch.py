"""Rows that share a certificate are the designs asked one by one, at the ends of pieces too; others have one of their own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rropt import LDP, Information, Linear, Mechanism, Problem, Trace, Variance, design, read_number, sweep, verify
from rropt.exact.errors import OutOfTime
from rropt.sweeps import stretch

MIXED = ["1/3", "ln2", "ln3", "ln4", "1", "6/5", "ln5", "7/4", "2", "1/2", "3/4", "ln10", "9/4", "ln2"]
WEIGHTED = Trace([1, 2, 4])  # its pieces meet at t = 2 and t = 5
LOSS = Linear([[0, 1, 3], [2, 0, 1], [3, 1, 0]])


@pytest.mark.parametrize(
    ("problem", "certificates"),
    [
        (Problem(Trace(), LDP(1), inputs=3), 1),
        (Problem(Trace(), LDP(1, delta="1/10"), inputs=3), 1),
        (Problem(WEIGHTED, LDP(1)), 3),
        (Problem(LOSS, LDP(1)), None),
        (Problem(Variance("1/10"), LDP(1, delta="1/10")), None),
        (Problem(Variance("1/4"), LDP(1, delta="1/10"), outputs="free"), None),
    ],
)
def test_each_row_is_the_design_asked_alone(problem: Problem, certificates: int | None) -> None:
    frame = sweep(problem, {"epsilon": MIXED}, workers=1)
    assert list(frame["epsilon"]) == MIXED and frame["certificate"].nunique() < len(MIXED) // 2
    assert certificates is None or frame["certificate"].nunique() == certificates
    delta = problem.demand.delta  # type: ignore[attr-defined]
    for row in frame.to_dict("records"):
        demand = LDP(row["epsilon"], delta=delta)
        alone = design(problem.objective, demand, inputs=problem.k, outputs=problem.outputs)
        p = Mechanism([line.split(" ") for line in row["mechanism"].split("; ")])
        assert row["verdict"] == "optimal" and read_number(row["value"]) == alone.value
        assert demand.holds(p) and problem.objective.value(p) == alone.value
        assert Fraction(row["lower"]) <= Fraction(row["upper"]) and row["lower"] <= float(row["decimal"]) * (1 + 1e-12)
        assert abs(float(alone.value) - row["decimal"]) < 1e-12 * max(1, row["decimal"])
        judged = verify(row["certificate"])
        assert judged.is_accepted and "t" in judged.says and row["refusal"] is None


@pytest.mark.parametrize(
    ("problem", "grid"),
    [
        (Problem(Trace(), LDP(1), inputs=3), {"epsilon": MIXED[:8]}),
        (Problem(Trace(), LDP(1), inputs=3, subject_to=["P[0,0] <= 1/2"]), {"epsilon": MIXED}),
        (Problem(Information(), LDP(1), inputs=2, outputs="free"), {"epsilon": MIXED}),
    ],
)
def test_what_is_asked_otherwise_has_certificates_of_its_own(problem: Problem, grid: Any) -> None:
    frame = sweep(problem, grid, workers=1)
    assert frame["certificate"].nunique() == len(set(grid["epsilon"]))


def test_a_store_keeps_a_certificate_a_design_and_the_frame_says_the_same(tmp_path: Path) -> None:
    problem = Problem(WEIGHTED, LDP(1))
    kept = sweep(problem, {"epsilon": MIXED}, workers=1, store=tmp_path / "s")
    assert kept["certificate"].nunique() == len(set(MIXED))
    shared = sweep(problem, {"epsilon": MIXED}, workers=1)
    assert list(kept["value"]) == list(shared["value"]) and list(kept["upper"]) == list(shared["upper"])


def test_a_grid_is_cut_into_its_stretches_and_what_no_design_has_stays_a_row() -> None:
    grid = {"epsilon": [*MIXED, "0", "inf", "x"], "delta": ["0", "1/20"], "k": [2, 3]}
    told: list[tuple[int, int]] = []
    frame = sweep(Trace(), grid, workers=1, progress=lambda done, total, *_: told.append((done, total)))
    plain = sweep(Trace(), {**grid, "epsilon": ["0", "inf", "x"]}, workers=1)
    rest = frame[frame["epsilon"].isin(["0", "inf", "x"])].reset_index(drop=True)
    assert rest.equals(plain) and len(frame) == 17 * 4 and told[-1][0] == told[-1][1]
    assert frame[frame["epsilon"].isin(MIXED)]["certificate"].nunique() == 4


def test_where_no_answer_over_the_interval_is_found_each_row_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time(*_: object, **__: object) -> None:
        raise OutOfTime("the answer was not found")

    shared = sweep(Problem(WEIGHTED, LDP(1)), {"epsilon": MIXED}, workers=1)
    monkeypatch.setattr(stretch, "design", out_of_time)
    alone = sweep(Problem(WEIGHTED, LDP(1)), {"epsilon": MIXED}, workers=1)
    assert alone["certificate"].nunique() == len(set(MIXED))
    assert alone.drop(columns=["certificate", "mechanism"]).equals(shared.drop(columns=["certificate", "mechanism"]))
