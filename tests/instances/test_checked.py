"""Printed formulas at numbers: right ones agree, wrong ones do not, and no formula is anything but read."""

from __future__ import annotations

import json
import re
from fractions import Fraction as F
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rropt.checker import check as judge
from rropt.claims import check, home, load, papers
from rropt.claims.formulas import Case, Optimum, Printed, formulas_of
from rropt.cli import app
from rropt.exact.errors import Disagreement, InputError
from rropt.instances import checked

THEOREM_3 = {"epsilon": "1/2", "delta": "1/10", "prevalence": "1/4"}


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["audit", *map(str, arguments)])


def test_every_formula_is_of_a_claim_that_exists() -> None:
    found = {paper: formulas_of(home(), paper) for paper in papers(home())}
    assert all(claim in load(home(), paper) for paper, formulas in found.items() for claim in formulas)
    assert {"holohan", "chai_nayak", "rropt"} <= {paper for paper, formulas in found.items() if formulas}


@pytest.mark.parametrize(
    ("claim", "at"),
    [
        ("holohan.theorem_2", {"epsilon": "ln3", "prevalence": "1/3"}),
        ("holohan.theorem_3", THEOREM_3),
        ("holohan.theorem_3", {"epsilon": "ln2", "delta": "1", "prevalence": "1/4"}),
        ("holohan.corollary_2", {"epsilon": "1", "delta": "1/5", "prevalence": "3/4"}),
        ("chai_nayak.proposition_4_1", {"epsilon": "1", "prevalence": "1/3"}),
        ("chai_nayak.theorem_4_4_a", {"epsilon": "ln3", "inputs": 4}),
        ("chai_nayak.b_of_rho", {"rho1": "1/5", "rho2": "1/2"}),
        ("chai_nayak.b_of_beta", {"beta": 2}),
        ("rropt.trace_value", {"epsilon": "1", "delta": "1/10", "inputs": 3}),
    ],
)
def test_a_right_formula_agrees_and_its_optimum_has_a_certificate(claim: str, at: dict[str, object]) -> None:
    found = check(claim, **at)
    assert found and found.agrees and found.corrected_agrees
    assert found.printed.value == found.exact.value and abs(found.numeric - float(found.exact.value)) < 1e-5
    assert judge(found.certificate).status == "accepted"


def test_the_tie_that_theorem_3_leaves_out_is_shown_and_the_corrected_statement_has_it() -> None:
    found = check("holohan.theorem_3", epsilon="1/20", delta="1/2", prevalence="1/2")
    assert not found and not found.agrees and found.corrected_agrees
    assert found.printed.minimisers == ((1, F(1, 2)),) and set(found.exact.minimisers) == {(1, F(1, 2)), (F(1, 2), 1)}


def test_a_false_formula_is_told_as_false(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Printed("mine.trace", Optimum.TRACE, (Case("", "k*t/(t+k)"),), left_out={"delta": 0})
    monkeypatch.setattr(checked, "find_formula", lambda claim: wrong)
    found = check("mine.trace", epsilon="ln3", inputs=3)
    assert not found.agrees and "does not agree" in str(found)
    monkeypatch.setattr(checked, "optimum_in_floats", lambda problem: 1.5)
    with pytest.raises(Disagreement, match=r"cvxpy finds 1.5, but 9/5 .* printed"):
        check("mine.trace", epsilon="ln3", inputs=3)


def test_a_grid_is_a_frame_and_a_picture(tmp_path: Path) -> None:
    found = check("holohan.theorem_3", epsilon="1/20", delta="1/2", prevalence=["1/4", "1/2"])
    assert [row.agrees for row in found.rows] == [True, False] and not found
    frame = found.to_pandas()
    assert len(frame) == 2 and list(frame["prevalence"]) == [0.25, 0.5]
    assert list(frame["printed agrees"]) == ["yes", "no"]
    assert len(check("chai_nayak.theorem_4_4_a", epsilon="ln3", inputs="2..5").rows) == 4
    assert len(check("chai_nayak.b_of_beta", beta="2..4").rows) == 9
    assert found.plot(tmp_path / "a.svg").read_text().lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("claim", "at", "words"),
    [
        ("holohan.lemma_1", {}, "no formula of .* check at numbers"),
        ("nobody.theorem", {}, "has no formula"),
        ("holohan.theorem_3", {"epsilon": "1/2"}, "needs values of epsilon, delta, prevalence"),
        ("holohan.theorem_3", {**THEOREM_3, "prevalence": "3/4"}, "is stated for"),
        ("holohan.theorem_3", {**THEOREM_3, "epsilon": '__import__("os")'}, "cannot read"),
        ("chai_nayak.theorem_4_4_a", {"epsilon": "1", "inputs": "10**9"}, "inputs"),
        ("chai_nayak.b_of_beta", {"beta": "4..2"}, "runs backwards"),
        ("chai_nayak.b_of_beta", {"beta": []}, "empty"),
        ("chai_nayak.theorem_4_4_a", {"epsilon": "inf", "inputs": 3}, "is infinite"),
        ("chai_nayak.theorem_4_4_a", {"epsilon": "every", "inputs": 3}, "is free"),
    ],
)
def test_mistakes_are_one_sentence(claim: str, at: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        check(claim, **at)


@pytest.mark.slow
def test_the_table_of_named_results_has_every_formula_and_its_commands_run() -> None:
    rows = re.findall(
        r"\| `([a-z0-9_.]+)` \| `rropt audit (\S+) --at (\S+)` \|", (home() / "README.md").read_text(encoding="utf-8")
    )
    known = {claim for paper in papers(home()) for claim in formulas_of(home(), paper)}
    assert {claim for claim, _, _ in rows} == known and len(rows) > len(known)
    for claim, typed, at in rows:
        assert claim == typed
        assert run(typed, "--at", at).exit_code == (1 if at == "epsilon=1/20,delta=1/2,prevalence=1/2" else 0)


def test_the_command() -> None:
    found = run("holohan.theorem_3", "--at", "epsilon=1/2,delta=1/10,prevalence=1/4")
    assert found.exit_code == 0 and "agrees with the certified one" in found.stdout
    assert [x in found.stdout for x in ("printed ", "corrected ", "cvxpy ", "exact ")] == [True] * 4
    wrong = run("holohan.theorem_3", "--at", "epsilon=1/20,delta=1/2,prevalence=1/4:1/2", "--json")
    assert wrong.exit_code == 1
    assert [row["agrees"] for row in json.loads(wrong.stdout)["rows"]] == [True, False]
    for typed in (
        ("--at", "epsilon"),
        ("--at", "epsilon=1,epsilon=2"),
        ("--at", "claim=1"),
        ("--at", "=1"),
        ("--plot", "x.svg"),
    ):
        assert isinstance(run("holohan.theorem_3", *typed).exception, InputError)
