"""Rows that share a certificate are the designs asked one by one, at the ends of pieces too; others have one of their own."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rropt import (
    LDP,
    Information,
    Linear,
    Mechanism,
    Problem,
    Trace,
    Utility,
    Variance,
    design,
    read_number,
    sweep,
    verify,
)
from rropt.exact.errors import OutOfTime
from rropt.exact.spelling import show
from rropt.linear import legs
from rropt.problem.result import say_rows
from rropt.sweeps import row as stored_row
from rropt.sweeps import stretch
from rropt.sweeps.store import _digest

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
        (Problem(LOSS, LDP(1, delta="1/100")), None),
        (Problem(WEIGHTED, LDP(1, delta="1/10")), None),
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


SLACKS = [f"{n}/60" for n in (7, 3, 1, 25, *range(30, 47, 2), 59)]
SHARES = [f"{n}/40" for n in (39, *range(1, 38, 3), 20, 2)]
UTILITY = Utility([[4, -1, 0, 2], [0, 3, 1, -2], ["1/3", 1, 2, 2]], ["1/2", "1/4", "1/8", "1/8"])


@pytest.mark.parametrize(
    ("problem", "certificates"),
    [
        (Problem(Trace(), LDP("ln3"), inputs=3), 1),
        (Problem(Trace(), LDP("1/2"), inputs=["x", "y", "z"]), len(SLACKS)),
        (Problem(Trace([1, 2, 4]), LDP("ln3")), 3),
        (Problem(Trace([1, 2, 4]), LDP("1/2")), len(SLACKS)),
        (Problem(LOSS, LDP("ln3"), inputs=["a", "b", "c"]), None),
        (Problem(UTILITY, LDP("ln5")), None),
        (Problem(UTILITY, LDP(0)), None),
        (Problem(Variance("1/10"), LDP("ln3")), None),
        (Problem(Variance("1/10"), LDP("1/2")), len(SLACKS)),
        (Problem(Variance("1/10", warner=True), LDP("1/2")), len(SLACKS)),
        (Problem(Variance("1/10"), LDP("1/2"), outputs="free"), len(SLACKS)),
        (Problem(Variance("1/10"), LDP("ln3"), outputs="free"), 1),
        (Problem(Variance("1/10", positive=0), LDP("ln3"), outputs=5), 1),
        (Problem(Variance("1/10"), LDP(0), outputs=4), None),
    ],
)
def test_rows_that_differ_in_delta_are_the_designs_asked_alone(
    problem: Problem, certificates: int | None, tmp_path: Path
) -> None:
    frame = sweep(problem, {"delta": SLACKS}, workers=1, store=tmp_path / "s")
    found_certificates = frame["certificate"].nunique()
    assert found_certificates <= len(SLACKS) // 2 if certificates is None else found_certificates == certificates
    for found in frame.to_dict("records"):
        demand = LDP(problem.demand.epsilon, delta=found["delta"])  # type: ignore[attr-defined]
        alone = design(problem.objective, demand, inputs=problem.inputs or problem.k, outputs=problem.outputs)
        p = Mechanism([line.split(" ") for line in found["mechanism"].split("; ")])
        assert found["verdict"] == "optimal" and found["value"] == show(alone.value)
        assert demand.holds(p) and problem.objective.value(p) == alone.value
        assert verify(found["certificate"]).is_accepted
    assert sweep(problem, {"delta": SLACKS}, workers=1, store=tmp_path / "s").equals(frame)


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize("outputs", [2, "free", 4])
@pytest.mark.parametrize(("epsilon", "delta"), [("ln3", "0"), ("1/2", "1/10"), ("ln3", "1/10")])
def test_rows_that_differ_in_the_prevalence_are_the_designs_asked_alone(
    positive: int, outputs: Any, epsilon: str, delta: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem(Variance("1/4", positive=positive), LDP(epsilon, delta=delta), outputs=outputs)
    frame = sweep(problem, {"prevalence": SHARES}, workers=1, store=tmp_path / "s")
    assert frame["certificate"].nunique() == (1 if outputs != 2 or delta == "0" else 3)
    for found in frame.to_dict("records"):
        objective = Variance(found["prevalence"], positive=positive)
        alone = design(objective, problem.demand, outputs=outputs)
        assert found["verdict"] == "optimal" and found["value"] == show(alone.value)
        assert found["mechanism"] == say_rows(alone.mechanism.rows)
        assert verify(found["certificate"]).is_accepted
    monkeypatch.setattr("rropt.sweeps.sweep.solve_one", lambda *_: pytest.fail("solved again"))
    assert sweep(problem, {"prevalence": SHARES}, workers=1, store=tmp_path / "s").equals(frame)


@pytest.mark.parametrize(
    ("problem", "grid"),
    [
        (Problem(Variance("1/4"), LDP("ln3")), {"prevalence": ["0", "1", "1/3", "1/10..1/5", "every"]}),
        (Problem(Trace(), LDP("ln3"), inputs=3), {"delta": ["0", "1", "1/10", "1/5"]}),
        (Problem(Variance("1/10..1/5"), LDP("ln3")), {"delta": SLACKS}),
    ],
)
def test_ends_ranges_few_rows_and_an_irrational_e_to_epsilon_are_asked_alone(problem: Problem, grid: Any) -> None:
    frame = sweep(problem, grid, workers=1)
    assert frame["certificate"].nunique() == len(frame)


@pytest.mark.parametrize(
    ("problem", "grid"),
    [
        (Problem(Trace(), LDP(1), inputs=3), {"epsilon": MIXED[:2]}),
        (Problem(Trace(), LDP(1), inputs=3, subject_to=["P[0,0] <= 1/2"]), {"epsilon": MIXED}),
        (Problem(Information(), LDP(1), inputs=2, outputs="free"), {"epsilon": MIXED}),
    ],
)
def test_what_is_asked_otherwise_has_certificates_of_its_own(problem: Problem, grid: Any) -> None:
    frame = sweep(problem, grid, workers=1)
    assert frame["certificate"].nunique() == len(set(grid["epsilon"]))


@pytest.mark.parametrize(
    "problem", [Problem(WEIGHTED, LDP(1)), Problem(LOSS, LDP(1)), Problem(Variance("1/10"), LDP(1))]
)
def test_a_store_keeps_the_certificate_of_a_stretch_and_whoever_reads_it_asks_the_checker(
    problem: Problem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "s"
    first = sweep(problem, {"epsilon": MIXED}, workers=1, store=store)
    monkeypatch.setattr("rropt.sweeps.sweep.answer_stretches", lambda *_, **__: pytest.fail("nothing is left to solve"))
    assert first["certificate"].nunique() < len(set(MIXED))
    assert len(store.read_text("utf-8").splitlines()) == len(set(MIXED))
    judged = []
    monkeypatch.setattr(stored_row, "judge", lambda text, judge=stored_row.judge: judged.append(text) or judge(text))
    monkeypatch.setattr(
        "rropt.sweeps.sweep.answer_stretches", lambda left, _, **__: iter(() if not left else pytest.fail("left"))
    )
    assert sweep(problem, {"epsilon": MIXED}, workers=1, store=store).equals(first)
    assert set(first["certificate"]) <= set(judged) and len(judged) == len(set(judged))  # each once


def change(text: str, what: str) -> str:
    """The line of a row in a store, whole, with something in it that is not so."""
    line = json.loads(text)
    row = json.loads(line["design"])
    row["certificate"] = CHANGES[what](row["certificate"])
    design = json.dumps(row)
    return json.dumps({"key": line["key"], "design": design, "sha256": _digest(line["key"], design)})


CHANGES = {
    "another value": lambda x: re.sub(r'"value":"[^"]*"', '"value":"t"', x),
    "another question": lambda x: design(WEIGHTED, LDP(1)).certificate,
    "another objective": lambda x: design(Trace([1, 2, 5]), LDP("ln3")).certificate,
    "another interval": lambda x: re.sub(
        r'"to":"[^"]*"', '"to":"1001/1000"', re.sub(r'"from":"[^"]*"', '"from":"1"', x)
    ),
    "nothing": lambda x: "",
}


OTHER_PREVALENCES = {
    "the ends": lambda row: {**row, "prevalences": ["1/100", "99/100"]},
    "none": lambda row: {"schema": row["schema"], "certificate": row["certificate"]},
    "no numbers": lambda row: {**row, "prevalences": ["x", "y"]},
    "another restriction": lambda row: {
        **row,
        "certificate": design(Variance("every:1/40..39/40", warner=True), LDP("ln3", delta="1/10")).certificate,
    },
    "another demand": lambda row: {
        **row,
        "certificate": design(Variance("every:1/40..39/40"), LDP("ln2"), outputs="free").certificate,
    },
    "more outputs": lambda row: {
        **row,
        "certificate": design(Variance("every:1/40..39/40"), LDP("ln3", delta="1/10"), outputs="free").certificate,
    },
}


@pytest.mark.parametrize("what", OTHER_PREVALENCES)
def test_a_row_of_prevalences_that_is_not_about_its_question_counts_as_not_there(what: str, tmp_path: Path) -> None:
    problem, grid, store = Problem(Variance("1/4"), LDP("ln3", delta="1/10")), {"prevalence": SHARES}, tmp_path / "s"
    first = sweep(problem, grid, workers=1, store=store)
    forged = []
    for line in map(json.loads, store.read_text("utf-8").splitlines()):
        row = json.loads(line["design"])
        text = json.dumps(OTHER_PREVALENCES[what](row) if "prevalences" in row else row)
        forged.append(json.dumps({"key": line["key"], "design": text, "sha256": _digest(line["key"], text)}))
    assert sum("prevalences" in json.loads(line)["design"] or what == "none" for line in forged) > 9
    store.write_text("\n".join(forged) + "\n", "utf-8")
    solved = []
    again = sweep(problem, grid, workers=1, store=store, progress=lambda done, total, stored, _: solved.append(stored))
    assert again.equals(first) and solved[-1] <= 2


@pytest.mark.parametrize("what", CHANGES)
def test_a_row_of_a_store_that_is_not_about_its_question_counts_as_not_there(what: str, tmp_path: Path) -> None:
    problem, grid, store = Problem(WEIGHTED, LDP(1)), {"epsilon": ["6/5", "5/4", "4/3"]}, tmp_path / "s"
    first = sweep(problem, grid, workers=1, store=store)
    assert first["certificate"].nunique() == 1
    store.write_text("".join(f"{change(line, what)}\n" for line in store.read_text("utf-8").splitlines()), "utf-8")
    again = sweep(problem, grid, workers=1, store=store)
    assert again.equals(first)


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

    asked = [Problem(WEIGHTED, LDP(1)), Problem(Trace(), LDP(1, delta="1/10"), inputs=3)]
    shared = [sweep(x, {"epsilon": MIXED}, workers=1) for x in asked]
    monkeypatch.setattr(stretch, "design", out_of_time)
    monkeypatch.setattr(legs, "runs_by_theorem", out_of_time)
    monkeypatch.setattr(legs, "runs_by_symmetry", out_of_time)
    for x, before in zip(asked, shared, strict=True):
        alone = sweep(x, {"epsilon": MIXED}, workers=1)
        assert alone["certificate"].nunique() == len(set(MIXED))
        assert alone.drop(columns=["certificate", "mechanism"]).equals(
            before.drop(columns=["certificate", "mechanism"])
        )
