"""The audit of folders and papers: verdicts, what is stored, changes, numbers, pages, theorems."""

import json
import re
import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F
from importlib.util import find_spec
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import z3
from matplotlib.figure import Figure as Canvas

from rropt import Design, InputError, Problem, design
from rropt.claims import Claim, Decided, Grade, Theorem, Verdict, decide, find, home, load, papers, theorems
from rropt.claims.at_numbers import Evaluated, at_numbers, find_fault, question_at, solve
from rropt.claims.audit import AS_STORED, Audit, audit, decide_all, digest, stored_verdicts
from rropt.claims.claim import Case, Printed, list_uncovered
from rropt.claims.decide import question_of
from rropt.claims.page import page_of, tell
from rropt.claims.solver import Solver
from rropt.cli.adapter import run
from rropt.show import Figure, Items

TEXT = """
from rropt.claims import Argued, Claim, Counterexample, Formula
CLAIMS = [
    Claim("mine.true", "Section 1, Lemma 1", "2x is below", formula=Formula("x^2 + 1 >= 2*x", {"x": "real"})),
    Claim("mine.false", "Section 1, Lemma 2", "x is below", Counterexample(), Formula("x^2 >= x", {"x": "real"})),
    Claim("mine.more", "Section 2", "so it is", Argued("by this", uses=("mine.true",))),
]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "claims.py").write_text(TEXT, encoding="utf-8")
    return tmp_path


def grades(found: Any) -> dict[str, str]:
    return {name: v.grade.value for name, v in found.verdicts.items()}


def written(folder: Path, text: str) -> dict[str, str]:
    """Write the claims of a folder and tell their grades."""
    (folder / "claims.py").write_text(text, encoding="utf-8")
    return grades(audit(str(folder)))


def test_a_claim_whose_laws_are_nested_too_deeply_is_undecided_and_the_others_are_audited(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As log(x*x*…*x) of 130 factors is, after some 15 seconds."""

    def decide_but_one(claim: Claim, **more: Any) -> Verdict:
        if claim.id == "mine.true":
            raise RecursionError
        return decide(claim, **more)

    monkeypatch.setattr("rropt.claims.audit.decide", decide_but_one)
    found = audit(str(folder))
    assert grades(found) == {"mine.true": "undecided", "mine.false": "refuted", "mine.more": "undecided"}
    assert "smaller parts" in found.verdicts["mine.true"].how


def test_a_folder_is_audited_stored_and_a_change_is_told(folder: Path) -> None:
    found = audit(str(folder), write=True)
    assert grades(found) == {"mine.true": "proved", "mine.false": "refuted", "mine.more": "argued"}
    assert len((folder / "verdicts.json").read_text().splitlines()) == len(found.verdicts) + 2, "a line a claim"
    assert {x: replace(v, digest="") for x, v in stored_verdicts(folder).items()} == found.verdicts
    assert audit(str(folder)).exit_code == 0
    assert "Entered as" not in str(found) and "Entered as" in str(audit(f"{folder}/mine.true")), "one is told whole"
    assert [
        x in str(audit(f"{folder}/mine.{y}"))
        for x in ("Its hypotheses hold at", "Counterexample")
        for y in ("true", "false")
    ] == [True, False, False, True]
    assert list(written(folder, TEXT.replace("x^2 + 1", "x^3 + 1")).values()) == ["refuted", "refuted", "undecided"]
    changed = audit(str(folder))
    assert changed.exit_code == 1 and len(changed.changes) == 2
    audit(f"{folder}/mine.more", write=True)
    with pytest.raises(InputError, match=r"mine\.true"):
        audit(str(folder), page=True)  # what has changed is not stored with the verdict of another
    assert [x["grade"] for x in json.loads(changed.to_json())["verdicts"]] == ["refuted", "refuted", "undecided"]


def test_of_a_whole_paper_it_is_told_what_is_stored_and_gone_and_which_error_no_erratum_names(folder: Path) -> None:
    audit(str(folder), write=True)
    more = 'CLAIMS[2] = Claim("mine.new", "", "", Argued("so"))\nfrom rropt.claims.claim import Paper\n'
    written(folder, f'{TEXT}{more}PAPER = Paper("", "", "", "")\n')
    assert [x.split()[0] for x in audit(str(folder)).changes] == ["mine.new", "mine.more", "mine.false"]
    assert audit(f"{folder}/mine.false").changes == ()


def test_what_z3_does_not_decide_is_told_as_stored_only_of_the_same_statement(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit(str(folder), write=True)
    monkeypatch.setattr("rropt.claims.solver.z3.Solver.check", lambda self: z3.unknown)
    monkeypatch.setattr("rropt.claims.solver.find_spec", lambda name: None)  # nor is there cvc5
    found = audit(str(folder))
    by = [x for x, _ in found.table("evidence").rows]
    assert grades(found)["mine.true"] == "proved" and by == ["told as stored", "Counterexample", "Argued"]
    assert written(folder, TEXT.replace("2x is below", "2x is never above"))["mine.true"] == "undecided"


def test_what_is_open_for_another_reason_is_not_told_as_stored(folder: Path) -> None:
    assert written(folder, TEXT.replace('"x^2 + 1 >= 2*x"', '"1/x = 1/x"'))["mine.true"] == "undecided"
    audit(str(folder), write=True)
    assert audit(str(folder)).verdicts["mine.true"].how.startswith("it may have no value: x != 0 is not shown")


@pytest.mark.parametrize("version", [(4, 12, 6, 0), (5, 3, 0, 0), (6, 0, 0, 0)])
def test_an_untested_z3_is_not_asked_and_verdicts_are_told_as_stored(
    version: tuple[int, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rropt.claims.solver.z3.get_version", lambda: version)
    monkeypatch.setattr("rropt.claims.solver.z3.Solver.check", lambda self: pytest.fail("z3 is asked"))
    monkeypatch.setattr("rropt.claims.solver.find_spec", lambda name: None)  # nor is there cvc5
    for claim in ("holohan.eq_23_range.repaired", "chai_nayak.precise_only_if", "sun.deck_of_theorem_5_7"):
        found = audit(claim)
        assert isinstance(found, Audit) and found.exit_code == 0, claim
        told = [x for x in found.verdicts if not isinstance(find(x)[1].evidence, Theorem)]
        assert told and all(found.verdicts[x].how.startswith(AS_STORED) for x in told), claim
    assert grades(audit(str(folder)))["mine.true"] == "undecided", "nothing is stored"
    assert f"z3 {version[0]}.{version[1]}" in str(audit("holohan.lemma_1"))


@pytest.mark.slow
@pytest.mark.parametrize("paper", papers())
def test_the_verdicts_of_every_paper_are_those_stored_and_cvc5_contradicts_none(paper: str) -> None:
    """cvc5 is asked of every question that z3 decides; a contradiction raises `Disagreement`."""
    assert find_spec("cvc5"), "cvc5 is in the extra [test]"
    collection = load(papers()[paper])
    stored = stored_verdicts(collection.folder)
    found = dict(decide_all(collection, list(collection.claims), Solver(confirm=True), stored))
    assert {x: v.grade.value for x, v in found.items()} == {x: v.grade.value for x, v in stored.items()}
    decided = [found[x].how for x, claim in collection.claims.items() if isinstance(claim.evidence, Decided)]
    assert sum("confirmed by cvc5" in how for how in decided) > 0.9 * len(decided) > 0


@pytest.mark.parametrize("version", [(5, 4, 0, 0), (5, 9, 2, 0)])
def test_a_few_verdicts_are_those_stored_with_any_tested_z3(
    version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rropt.claims.solver.z3.get_version", lambda: version)
    found = audit("holohan.eq_23_range.repaired")
    how = "decided by z3" + ", confirmed by cvc5" * (find_spec("cvc5") is not None)
    assert found.verdicts["holohan.eq_23_range.repaired"].how == how and found.changes == ()
    names = ("holohan.lemma_1", "holohan.theorem_3", "chai_nayak.theorem_4_4_b_at_1", "ziani.claim_3_unbiased")
    for name in (*names, "chai_nayak.figure_1_rectangles", "holohan.theorem_2_symmetry"):
        found = audit(name)
        assert found.changes == ()
        said = [x for claim in found.claims.values() for x in (claim.printed, *claim.witness.values())]
        alone = [x.formula for x in found.claims.values() if x.formula and len(found.claims) == 1]
        said += [x for f in alone for x in (f.states, *f.given.values(), *f.assuming)]
        assert all(" ".join(x.split()) in " ".join(str(found).split()) for x in said), (
            "what is claimed is told, by which example, and what is supposed"
        )


def test_papers_have_their_claims_and_errata() -> None:
    assert sum(len(load(papers()[paper]).claims) for paper in papers()) == 930
    for paper in papers():
        collection = load(papers()[paper])
        verdicts = stored_verdicts(collection.folder)
        assert list(verdicts) == list(collection.claims)
        assumed = [c.formula.assuming for c in collection.claims.values() if c.formula]
        assert all(len(set(x)) == len(x) for x in assumed), "a hypothesis is written once"
        if collection.head:
            assert list_uncovered(collection.head, {x: v.grade.value for x, v in verdicts.items()}) == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"selection": "holohan.lemma1"}, r"holohan\.lemma_1"),
        ({"selection": "nothing"}, "nothing"),
        ({"selection": "holohan", "at": "x=1"}, "holohan"),
        *(({"selection": "holohan.lemma_1", "at": x}, "names and numbers") for x in ("t", "t=", "=2", "t=2,t=3")),
        ({"selection": "holohan.theorem_2_matrix", "at": "t=2,epsilon=ln3"}, "one number for a letter"),
        ({"at": "t=2"}, "one claim is asked for"),
        ({"kernel": True, "page": True}, "different questions"),
        ({"selection": "holohan.eq_23_range.repaired", "kernel": True}, "theorem"),
        ({"selection": "holohan", "seconds": 0}, "positive"),
    ],
)
def test_what_is_asked_wrongly_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        audit(**asked)


@pytest.mark.parametrize(
    "text",
    [
        *("raise SystemExit(0)", "import sys\nsys.exit()", "1/0"),  # which ends no audit in success
        "{",
        '{"schema": "rropt.verdicts/1", "claims": {}}',
        "[]",
        TEXT.replace("mine.false", "mine.true"),
        TEXT.replace("mine.true", "holohan.true"),
        TEXT.replace('formula=Formula("x^2', '(Formula("x^2').replace('"real"})),', '"real"}))),', 1),
        TEXT.replace('formula=Formula("x^2 + 1 >= 2*x", {"x": "real"})', 'formula="x^2 >= 0"'),
        TEXT[:-3],
        TEXT.replace("Argued(", "Argue("),
        TEXT.replace("mine.true", "rropt.true"),
        TEXT.replace('Claim("mine.true"', 'Claim("Mine"'),
        TEXT.replace('{"x": "real"}))', '{"x": "real"}), narrowed="x > 2")', 1),
        TEXT.replace('{"x": "real"}))', '{"x": "real"}, "x > 2"))', 1),
        TEXT.replace('("mine.true",)', '"mine.true"'),
        *(
            TEXT.replace('"x^2 >= x", {"x": "real"}', x)
            for x in ("3", '"x > 1", {"x": 5}', '"f > 1", {}, (), {"f": 2}')
        ),
        *(TEXT.replace("Counterexample()", f"Counterexample({x})") for x in ('{"x": 0}', '"x"', "3")),
        f"from rropt.claims import Checked\n{TEXT.replace('Counterexample()', 'Checked(bool, {1: 5})')}",
    ],
)
def test_claims_and_stores_that_make_no_sense_are_refused(folder: Path, text: str) -> None:
    name = "verdicts.json" if text[0] in "{[" else "claims.py"
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=f"{name}|[mM]ine"):
        audit(str(folder))


def test_a_check_or_a_twin_whose_file_has_changed_has_no_stored_verdict(folder: Path) -> None:
    text = """
from functools import cache, partial
from math import isclose
from rropt.claims import Checked, Claim, Counterexample, Twin
from rropt.claims.claim import Paper

PAPER = Paper("Squares", "", "", "")  # without errata

def squares(n):
    return odd(n) == n**2

def odd(n):
    return sum(range(1, 2 * n, 2))

class Squares:
    def __call__(self, n):
        return squares(n)

CLAIMS = [
    Claim("mine.odd", "", "odd numbers add to a square", Checked(squares, {"n": range(9)})),
    Claim("mine.cached", "", "they do", Checked(partial(cache(squares)), {"n": range(9)})),
    Claim("mine.object", "", "they do", Checked(Squares(), {"n": range(9)})),
    Claim("mine.built_in", "", "of nothing written here", Checked(isclose, {"a": [1 / 2], "b": [0.5]})),
    Claim("mine.twin", "", "they do not", Counterexample({"n": "3"})),
]
FORMULAS = [Twin("mine.twin", lambda n: f"{odd(n)} != {n}^2", {"n": "integer n >= 0"})]
"""
    assert list(written(folder, text).values()) == ["checked on instances"] * 4 + ["refuted"]
    audit(str(folder), write=True)
    assert [x for x in str(audit(str(folder), page=True)).splitlines() if x[:3] == "## "] == [
        "## Verdicts",
        "## Every claim",
    ]
    changes = {"2 * n, 2)": "2 * n, 3)", '{"n": range(9)}': '{"n": range(8)}', "range(9)})": "range(9)}, whole=True)"}
    for old, new in (*changes.items(), ("odd numbers add", "they add")):
        written(folder, text.replace(old, new))
        with pytest.raises(InputError, match=r"mine\.odd"):
            audit(str(folder), page=True)
    written(folder, text.replace("2 * n, 2)", "2 * n, 3)"))
    claims = load(folder).claims
    same = [x for x, v in stored_verdicts(folder).items() if digest(claims[x]) == v.digest]
    assert same == ["mine.built_in"]


def test_a_claim_that_rests_on_itself_or_on_nothing_or_repairs_what_is_true_is_told_beside_the_others(
    folder: Path,
) -> None:
    more = 'Claim("mine.{}", "", "", Argued("so", uses=("mine.{}",)))'
    circle = ", ".join(more.format(*x) for x in (("a", "b"), ("b", "c"), ("c", "a"), ("above", "a"), ("lost", "tru")))
    others = (("again", "false"), ("vain", "true"))
    repairs = (f'Claim("mine.{x}", formula=Formula("1 = 1"), repairs="mine.{y}")' for x, y in others)
    wrong = 'Claim("mine.wrong", "", "", Argued("so", uses=("mine.a",)), Formula("1 = 2"))'
    found = written(folder, f"{TEXT[:-2]}{circle}, {', '.join(repairs)}, {wrong}]")
    told = [found.pop(f"mine.{x}") for x in ("true", "false", "more", "again", "wrong")]
    assert told == ["proved", "refuted", "argued", "proved", "refuted"]
    assert len(found) == 6 and set(found.values()) == {"undecided"}
    assert grades(audit(f"{folder}/mine.true")) == {"mine.true": "proved"}
    assert "mine.true" in str(audit(f"{folder}/mine.lost")) and "rests on itself" in str(audit(str(folder)))


def test_a_terminal_shows_how_far_the_audit_of_more_than_a_few_claims_is(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rropt.progress.SECONDS", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    more = [f'Claim("mine.n{i}", "", "", Argued("so"))' for i in range(2)]
    for n, is_shown in ((1, False), (2, True)):
        written(folder, f"{TEXT[:-2]}{', '.join(more[:n])}]")
        assert (f"{folder.name}: " in capsys.readouterr().err) is is_shown


def test_a_claim_of_a_folder_is_named_behind_the_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert grades(audit(f"{folder}/mine.false")) == {"mine.false": "refuted"}
    assert all(audit(f"{x}/").to_json() == audit(x).to_json() for x in (f"{folder}/mine.false", str(folder)))
    assert str(audit("ziani/", errata=True)) == str(audit("ziani", errata=True))
    found = audit(f"{folder}/mine.true", at="x=2")
    assert isinstance(found, Evaluated) and found.rows[0].is_true is True
    for wrong in (f"{folder}/mine.fals", f"{folder}/yours", "no_folder/holohan.lemma_1", "no_folder/ziani"):
        with pytest.raises(InputError):
            audit(wrong)
    audit(str(folder), write=True)
    assert run(["audit", str(folder)]) == run(["audit", str(folder), "--page"]) == 0
    out = capsys.readouterr().out
    assert "3 claims" in out and f"# Claims of `{folder.name}`" in out


def test_a_formula_at_numbers(folder: Path) -> None:
    found = at_numbers(f"{folder}/mine.false", {"x": "1/2"})
    side = found.rows[0].sides[0]
    assert (side.left, side.right, side.is_true) == (F(1, 4), F(1, 2), False) and found.exit_code == 1
    grid = at_numbers(f"{folder}/mine.false", {"x": "0..2"})
    assert [row.is_true for row in grid.rows] == [True, False, False, False, True, True, True, True, True]
    assert str(grid).startswith("mine.false is true at 6 of the 9 points")
    long, figure = "x^2" + " + 0*x" * 15, Canvas()
    written(folder, TEXT.replace("x^2 >= x", f"{long} >= x and {long} > 0 and 1 < 2 and 2 < 1"))
    found = at_numbers(f"{folder}/mine.false", {"x": "ln3:exp(2)"})
    assert [x.said for x in found.rows[1].sides] == [f"{long[:79]}…", f"{long[:79]}…", "2 < 1"], (
        "what has letters, and else what is false"
    )
    next(x for x in found.show() if isinstance(x, Figure)).draw(figure)
    assert [list(x.get_xdata()) for x in figure.axes[0].lines] == [pytest.approx([1.0986, 7.389], rel=1e-4)] * 6
    wrong = [("false", x) for x in ({}, {"y": "1"}, {"x": "2..1"}, {"x": "1..1"}, {"x": "1..2..3"}, {"x": "(1"})]
    for name, at in (*wrong, ("more", {"x": "1"})):
        with pytest.raises(InputError):
            at_numbers(f"{folder}/mine.{name}", at)


def test_letters_of_both_cases_and_one_that_is_called_as_a_side_have_columns_of_their_own(folder: Path) -> None:
    written(folder, TEXT.replace('"x^2 >= x", {"x": "real"}', '"N + n > left", {"N, n, left": "real"}'))
    found = at_numbers(f"{folder}/mine.false", {"N": "1", "n": "2", "left": "5"})
    assert found.to_pandas().columns.is_unique and found.to_pandas().iloc[0, :3].tolist() == ["1", "2", "5"]


def test_epsilon_gives_the_letter_t_unless_it_is_a_letter_itself(folder: Path) -> None:
    claims = (
        f"Claim('a.{x}', formula=Formula('{y} = 3', {{'{x}': '{x} > 0'}}))"
        for x, y in (("t", "t"), ("epsilon", "exp(epsilon)"))
    )
    (folder / "a.py").write_text(
        f"from rropt.claims import Claim, Formula\nCLAIMS = [{', '.join(claims)}]\n", encoding="utf-8"
    )
    true = [("t", "t", "3"), ("t", "epsilon", "ln3"), ("t", "epsilon", "log(3)"), ("epsilon", "epsilon", "ln3")]
    for claim, name, value in (*true, ("t", "t", "log(3)"), ("t", "epsilon", "3"), ("epsilon", "epsilon", "3")):
        assert at_numbers(f"{folder}/a.{claim}", {name: value}).rows[0].is_true is ((claim, name, value) in true), value


def test_a_range_of_a_whole_letter_has_its_whole_numbers(folder: Path) -> None:
    """Whatever the letter is called, and a range without any is refused."""
    for name in ("n", "inputs"):
        claim = f"CLAIMS = [Claim('a.b', formula=Formula('{name}^2 >= {name}', {{'{name}': 'integer'}}))]"
        (folder / "a.py").write_text(f"from rropt.claims import Claim, Formula\n{claim}\n", encoding="utf-8")
        grid = at_numbers(f"{folder}/a.b", {name: "1/2..7/2"})
        assert [row.at[name] for row in grid.rows] == ["1", "2", "3"]
        for wrong in ("1/3..2/3", "0..1000000"):
            with pytest.raises(InputError):
                at_numbers(f"{folder}/a.b", {name: wrong})


def test_an_optimum_at_numbers_beside_cvxpys_and_the_certified_one(tmp_path: Path) -> None:
    found = at_numbers("rropt.trace_value", {"epsilon": "ln3", "delta": "1/10", "inputs": "2:3"})
    printed, cvxpy = zip(*(row.sides for row in found.rows), strict=True)
    assert [side.right for side in printed] == [F(31, 20), F(48, 25)] and found.exit_code == 0
    assert all(x.is_true and abs(y.left - float(y.right)) < 1e-5 for x, y in zip(printed, cvxpy, strict=True))
    assert found.plot(tmp_path / "trace.svg").stat().st_size > 1000
    figure = Canvas()
    next(x for x in found.show() if isinstance(x, Figure)).draw(figure)
    assert figure.axes[0].get_xlabel() == "inputs", "the letter that varies"
    assert [(list(x.get_xdata()), list(x.get_ydata())) for x in figure.axes[0].lines] == [
        ([2, 3], pytest.approx([1.55, 1.92]))
    ] * 4
    for epsilon, inputs, said in (("inf", "2", "finite"), ("every", "2", "finite"), ("1", "1", "1"), ("1", "65", "65")):
        with pytest.raises(InputError, match=said):
            at_numbers("rropt.trace_value", {"epsilon": epsilon, "delta": "1/10", "inputs": inputs})
    tie = at_numbers("holohan.theorem_3", {"epsilon": "1/20", "delta": "1/2", "prevalence": "1/2"})
    assert tie.exit_code == 1 and str(tie).count("is attained at") == 2
    assert at_numbers("holohan.theorem_3.repaired_2", tie.rows[0].at).exit_code == 0
    grid = at_numbers("holohan.theorem_3", {"epsilon": "1/2", "delta": "1/10", "prevalence": "1/4:3/4"})
    said = "is true at 1 of the 2 points; says nothing at 1 of the 2 points, where "
    assert said in " ".join(str(grid).split()) and [bool(row.outside) for row in grid.rows] == [False, True]


@pytest.mark.parametrize(
    ("claim", "at", "bound"),
    [
        ("chai_nayak.b_of_beta", {"beta": "3"}, 3),
        ("chai_nayak.b_of_rho", {"rho1": "1/5", "rho2": "1/2"}, 4),
        ("chai_nayak.b_of_beta", {"beta": "10^9"}, 10**9),  # too large for cvxpy, by a program of its inverse
    ],
)
def test_a_bound_on_beliefs_is_certified_and_found_by_cvxpy(claim: str, at: dict[str, str], bound: int) -> None:
    (row,) = at_numbers(claim, at).rows
    assert row.is_true and [side.left for side in row.sides] == pytest.approx([bound] * (1 + (bound < 10**6)), rel=1e-6)


def test_a_printed_optimum_that_is_false_is_a_fault_where_epsilon_is_a_logarithm() -> None:
    claim = find("rropt.trace_value")[1]
    assert isinstance(claim.at, Printed) and find_fault(claim) is None
    fault = find_fault(replace(claim, at=replace(claim.at, cases=(Case("", "1"),))))
    assert fault and fault["epsilon"].startswith("log(") and {*fault} == {"epsilon", "delta", "inputs"}


@pytest.mark.parametrize("lacking", ["certificate", "one value"])
def test_a_design_that_is_not_certified_to_be_optimal_is_no_optimum(
    lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(question: Problem) -> Design:
        given: Any = design(question)
        two = replace(given.found, upper=given.found.upper + 1)
        return replace(given, **({"certificate": ""} if lacking == "certificate" else {"found": two}))

    monkeypatch.setattr("rropt.claims.at_numbers.design", answer)
    solve.cache_clear()
    with pytest.raises(InputError, match="no certified"):
        at_numbers("rropt.trace_value", {"epsilon": "ln3", "delta": "1/10", "inputs": "2"})
    solve.cache_clear()


def test_every_claim_is_evaluated_at_numbers_or_a_reason_is_told() -> None:
    """What has letters is evaluated at a drawn point, or where its hypotheses are known to hold; all that is entered is told."""
    told = tomllib.loads((Path(__file__).parent / "without_numbers.toml").read_text(encoding="utf-8"))
    missing = []
    for paper in map(load, papers().values()):
        stored = stored_verdicts(paper.folder)
        for name, claim in paper.claims.items():
            question = question_at(claim)
            missing += [] if question else [name]
            assert question is None or stored[name].point or next(question.sampled(), None) is not None, name
            blocks = [*tell(claim, stored[name])]
            assert all(
                repr(x)[1:-1] in repr(blocks)
                for texts in (
                    (claim.where, claim.printed, claim.reading, claim.repairs),
                    claim.narrowed,
                    claim.witness.values(),
                )
                for x in texts
            ), name
            told_of = (x.items for x in blocks if isinstance(x, Items) and x.key == "hypotheses")
            used = dict(x[5:].split(" = ", 1) for x in next(told_of, ()) if x.startswith("with "))
            # it is told with all definitions that it needs, else it could not be read
            assert not claim.formula or question_of(replace(claim.formula, define=used))
    assert sorted(missing) == sorted(x for names in told.values() for x in names)


def test_a_twin_that_is_false_at_a_point_is_a_fault_and_it_is_told_where_nothing_is_known(folder: Path) -> None:
    twin = 'FORMULAS = [Twin("mine.more", lambda n: f"{n} < %s", {"n": "integer 1 <= n <= 3"})]'
    text = f"from rropt.claims import Twin{TEXT}{twin}"
    for least, grade in (("4", "argued"), ("2", "undecided")):
        assert written(folder, text % least)["mine.more"] == grade
        (side,) = at_numbers(f"{folder}/mine.more", {"n": "3"}).rows[0].sides
        assert (side.left, side.right, side.is_true) == (3, int(least), least == "4"), "whether or not it is true"
    assert at_numbers(f"{folder}/mine.more", {"n": "3"}).rows[0].is_true is False
    with pytest.raises(InputError, match=r"mine\.mor"):
        written(folder, text.replace('Twin("mine.more"', 'Twin("mine.mor"'))
    written(folder, (text % "2").replace("x^2 >= x", "x^2 >= 1/x and normal_cdf(x) + normal_cdf(-x) = 1"))
    for name, letter, number, what in (
        ("false", "x", "0", "has no value that can be told"),
        ("false", "x", "1", "has sides that are not told apart"),
        *(("more", "n", x, "says nothing") for x in ("9", "exp(1)", "3/2")),
    ):
        told = str(at_numbers(f"{folder}/mine.{name}", {letter: number}))
        assert told.startswith(f"mine.{name} {what} at {letter} = {number}") and ("Left" in told) is (name == "false")
    (folder / "empty.py").write_text("", encoding="utf-8")
    (folder / "claims.py").unlink()
    with pytest.raises(InputError):
        audit(str(folder))  # no claims


def test_a_counterexample_without_a_formula_is_of_the_numeric_twin(folder: Path) -> None:
    claim = 'CLAIMS = [Claim("mine.twin", "", "n is small", Counterexample({%s}))]\n'
    twin = 'FORMULAS = [Twin("mine.twin", lambda n, x: f"{n} < {x+2+0//(n-4)}", {"n": "integer 1 <= n <= 4", "x": "(0, 1)"})]'
    points = {
        '"n": "3", "x": "1/2"': "refuted",
        '"n": "2", "x": "1/2"': "undecided",  # true there
        '"n": "4", "x": "1/2"': "undecided",  # the function fails
        '"n": "9", "x": "1/2"': "undecided",  # outside the hypotheses
        '"n": "7/2", "x": "1/2"': "undecided",  # no whole number
        '"n": "3"': "undecided",  # no value of x
        '"n": "3", "x": "exp(0-1)"': "undecided",  # no rational number
    }
    for point, grade in points.items():
        text = f"from rropt.claims import Claim, Counterexample\nfrom rropt.claims import Twin\n{claim % point}{twin}"
        assert written(folder, text) == {"mine.twin": grade}, point
    assert written(folder, text.replace(twin, "")) == {"mine.twin": "undecided"}, "neither a formula nor a twin"


def test_the_page_of_a_paper_has_its_errata_first_and_links_to_headings_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(theorems, "statement", lambda name: "Theorem sun.algorithm_1.")
    collection = find("sun.algorithm_1")[0]
    verdicts = stored_verdicts(collection.folder)
    text = page_of(collection, verdicts)
    assert collection.head and all(getattr(collection.head, x) in text for x in ("title", "authors", "published"))
    assert "```coq\nTheorem sun.algorithm_1.\n```" in text, "in code nothing is a link"
    assert text.index("## Errata") < text.index("## Named results") < text.index("## Every claim")
    assert all(f"### {name}: " in text for name in collection.claims)
    lines = text.splitlines()
    counted = Counter(x.partition(": ")[2] for x in lines if x.startswith("### ")) + Counter(all=len(collection.claims))
    assert all(any(x.startswith(f"| {grade} | {n} |") for x in lines) for grade, n in counted.items())
    headings = {
        x[4:].lower().replace(".", "").replace(":", "").replace(" ", "-") for x in lines if x.startswith("### ")
    }
    links = re.findall(r"\]\(#([^)]*)\)", text)
    assert set(links) <= headings and len(links) > len(collection.claims) / 2
    for row in (x for x in lines[lines.index("## Named results") : lines.index("## Verdicts")] if "](#" in x):
        result, weakest, *cells = row.strip("| ").split(" | ")
        repaired, coq, own = (re.findall(r"[\w.]+(?=\]\(|`)", x.replace("\\", "")) for x in cells)
        proofs = [collection.claims[x].evidence for x in (*own, *repaired)]
        assert coq == [*dict.fromkeys(x.name for x in proofs if isinstance(x, Theorem))], row
        assert all(result in collection.claims[x].where and not collection.claims[x].repairs for x in own), row
        assert weakest == max((verdicts[x].grade for x in own), key=list(Grade).index), row
        assert repaired == [x for x, claim in collection.claims.items() if claim.repairs in own], row
    repairs = next(i for i, x in enumerate(lines) if x.startswith("### sun.algorithm_1.repaired: "))
    assert any("[sun.algorithm\\_1](#sunalgorithm_1-refuted)" in x for x in lines[repairs : repairs + 12])


def test_a_row_of_errata_has_a_cell_for_each_head_whatever_bars_are_in_it(folder: Path) -> None:
    errata = '{Severity.SLIP: (Erratum(("mine.false",), r"\\|x\\| = |x|", "x", "a | b, *c* `*d*`"),)}'
    head = f'from rropt.claims.claim import Erratum, Paper, Severity\nPAPER = Paper("", "", "", "", {errata})\n'
    (folder / "claims.py").write_text(TEXT + head, encoding="utf-8")
    assert audit(str(folder), write=True).exit_code == 0
    rows = [x for x in str(audit(str(folder), errata=True)).splitlines() if x.startswith("|")]
    assert [len(re.findall(r"(?<!\\)\|", x)) for x in rows] == [6, 6, 6] and "\\*c\\* `*d*`" in rows[2]


def test_theorems_have_a_record_that_is_of_their_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "Holohan.theorem_3_repaired"
    assert theorems.recorded(name) and "theorem_3_repaired" in theorems.statement(name)
    monkeypatch.setattr(theorems, "_digest", lambda path: "another")
    assert theorems.recorded(name) is None
    for wrong in ("Holohan", "Nothing.at_all", "../x.y", "checker/Claims.x"):
        with pytest.raises(InputError):
            theorems.statement(wrong)


def test_the_theorems_of_claims_stand_in_no_section_whose_hypotheses_their_statement_would_lack() -> None:
    claims = (x for paper in map(load, papers().values()) for x in paper.claims.values())
    for name in {x.evidence.name for x in claims if isinstance(x.evidence, Theorem)}:
        file, theorem = name.split(".")
        text = (home() / "kernel" / f"{file}.v").read_text(encoding="utf-8")
        before = re.split(rf"^(?:Theorem|Lemma) {theorem}\b", text, flags=re.M)[0]
        opened = len(re.findall(r"^(?:Section|Module)\b", before, re.M))
        assert opened == len(re.findall(r"^End\b", before, re.M)), name


def test_what_coq_answers_of_theorems_is_read_and_a_strange_axiom_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coq itself is asked by `.ci/full`."""
    asked: list[str] = []
    classical = "ClassicalDedekindReals.sig_not_dec"
    names = ("Holohan.theorem_3_repaired", "Draws.spread_moments")

    def answer(said: str) -> dict[str, list[str]]:
        def run(command: list[str], cwd: Path, **more: object) -> CompletedProcess[str]:
            if command[0] == "make":
                assert (cwd / "Draws.v").is_file() and (cwd / "Makefile").is_file()
                return CompletedProcess(command, 0, "COQC Draws.v")
            asked.append((cwd / command[-1]).read_text("utf-8"))
            return CompletedProcess(command, int("Error" in said), said, said)

        monkeypatch.setattr("rropt.claims.theorems.subprocess.run", run)
        return {x: entry["rests_on"] for x, entry in theorems.check(names).items()}

    monkeypatch.setattr("rropt.claims.theorems.shutil.which", lambda name: name)
    closed = "Closed under the global context\n"
    axioms = f"Axioms:\n{classical}\n  : forall P : Prop,\n    {{~ ~ P}} + {{~ P}}\n"
    assert answer(axioms + closed) == {names[0]: [classical], names[1]: []}
    files = "From Rropt Require Draws.\nFrom Rropt Require Holohan.\n"
    assert asked == [files + "".join(f"Print Assumptions Rropt.{x}.\n" for x in names)]
    for wrong in (
        *(axioms, f"Warning: odd\n{axioms}{closed}"),
        *(f"Axioms:\nSun.cheat : False\n{closed}", f"{axioms}{closed}Error"),
    ):
        with pytest.raises(InputError):
            answer(wrong)
    # before the library is compiled for half an hour
    monkeypatch.setattr(theorems, "_run", lambda command, directory: pytest.fail("Coq is asked"))
    with pytest.raises(InputError, match="nothing_of_this_name"):
        theorems.check([*names, "Draws.nothing_of_this_name"])
    monkeypatch.setattr("rropt.claims.theorems.shutil.which", lambda name: None)
    with pytest.raises(InputError, match="coqc"):
        theorems.check(names)


@pytest.mark.parametrize(
    "changed",
    [{}, {"rests_on": ["Classical_Prop.classic"]}, {"sources": "another"}],
    ids=["as recorded", "another axiom", "other sources"],
)
def test_what_coq_accepts_is_compared_with_the_record_or_replaces_it(
    changed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, kept, stored = "Moments.log_likelihood", theorems.record(), dict[str, Any]()
    monkeypatch.setattr(theorems, "check", lambda names: {x: {**kept[x], **changed} for x in names})
    monkeypatch.setattr(theorems, "write_lines", lambda path, *_: stored.update({path.name: _[-1]}))
    (claim,) = (x.id for x in load(papers()["holohan"]).claims.values() if x.evidence == Theorem(name))
    found = audit(claim, kernel=True)
    assert found.exit_code == bool(changed) and (name in " ".join(found.wrong)) is bool(changed)
    told = ("accepts: 1, of which the claims here name 1.", claim, name, theorems.statement(name), *found.wrong)
    assert all(x in " ".join(str(found).split()) for x in told)
    assert f"accepts: {len(kept)}, of which" in str(audit(kernel=True)), "others are cited by certificates"
    assert stored == {} and audit(claim, kernel=True, write=True).exit_code == 0
    assert stored == {"kernel.json": {**kept, name: {**kept[name], **changed}}}, "of all others the record stays"
