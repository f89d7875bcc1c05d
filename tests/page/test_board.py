"""The page for a board: its sections, what it says first, strangers' labels, estimates of other mechanisms, and paper."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rropt import Design, InputError, Mechanism, Sensitive, Variance, design, estimate, from_spec, plan
from rropt.cli.adapter import run
from rropt.devices import CLASSICAL, choose_device, classical_device
from rropt.page import Board, report
from rropt.problem.checkup import compare_with_optimum
from rropt.show import Fact, Figure, Say, Table, Warn

HOSTILE = "<script>alert(1)</script>"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
AXE = Path(os.environ.get("AXE_CORE", Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"))


def binary(**asked: object) -> Design:
    found = design(**{"prevalence": "1/10", "epsilon": "ln3", "inputs": ["no", "yes"], **asked})  # type: ignore[arg-type]
    assert isinstance(found, Design)
    return found


def pages() -> dict[str, Board]:
    return {
        "cards": report(
            binary(), device=choose_device(binary(), "cards:52"), question="Have you?", n=500, difference="0.1"
        ),
        "delta": report(binary(delta="1/20", outputs="free")),
        "proof": report(design(Variance("1/10"), Sensitive(["yes"], "ln3"), inputs=["no", "yes"])),  # type: ignore[arg-type]
        "scale": report(design("contrast:1,2,3,4", epsilon=1, inputs=["a", "b", "c", "d"], outputs=2)),  # type: ignore[arg-type]
        "sets": report(design(inputs=20, epsilon=1)),  # type: ignore[arg-type]
        "used": report(from_spec("krr:k=4,epsilon=ln3"), prevalence=["0.4", "0.3", "0.2", "0.1"], deff="1.5"),
        "classical": report(classical_device("crosswise", prevalence="1/10"), prevalence="1/10", deff_truth=2),
    }


@pytest.fixture(scope="module")
def made() -> dict[str, Board]:
    return pages()


def test_every_page_has_its_sections_and_every_form(made: dict[str, Board]) -> None:
    for name, page in made.items():
        assert page.sections[0] == "In short" and page.sections[-1] == "What is not promised"
        assert {"What the respondent does", "What an answer gives away"} <= {*page.sections}
        assert ("How many people" in page.sections) == (name != "scale")
        proof = "How much better a design could be" if page.design is None else "Why no better design exists"
        is_near = page.design is not None and page.mechanism != page.target.mechanism
        assert proof + " than the one that the device is near" * is_near in page.sections
        assert json.loads(page.to_json())["schema"] == "rropt/report/2"
        assert page.to_markdown() and len(repr(page)) > 1000
    assert any(isinstance(x, Figure) for x in made["cards"].show())


def test_who_is_unmasked_is_told_first_and_a_design_is_advised_to_join_a_demand(made: dict[str, Board]) -> None:
    in_use = report(from_spec("mangat:p=2/3"))
    for name, page in {**made, "in use": in_use}.items():
        is_warned = [isinstance(x, Warn) for x in page.show()]
        assert is_warned == sorted(is_warned, reverse=True)
        assert sum(is_warned) == {"delta": 2, "proof": 1, "in use": 1}.get(name, 0)
        assert any(isinstance(x, Say) and x.key == "advice" for x in page.show()) == (name in ("delta", "proof"))
    for first, *_ in (made["delta"].show(), made["proof"].show()):
        assert isinstance(first, Warn) and "confession" in first.text


def test_the_page_says_the_numbers_of_its_parts(made: dict[str, Board]) -> None:
    page = made["cards"]
    assert page.device is not None and page.mechanism == page.device.mechanism
    assert page.shares[1] * 10 == 1
    assert [row[0] for row in block(page, Table, "after").rows] == ["no", "yes"]
    assert "3 times" in block(page, Say, "promise").text


def block(page: Board, kind: type[Any], key: str) -> Any:
    """Return the only block of this kind and key."""
    (found,) = (x for x in page.show() if isinstance(x, kind) and x.key == key)
    return found


@pytest.mark.parametrize(
    ("name", "effects"), [("cards", {}), ("used", {"deff": "1.5"}), ("classical", {"deff_truth": 2})]
)
def test_errors_and_people_are_those_of_plans(name: str, effects: dict[str, Any], made: dict[str, Board]) -> None:
    page = made[name]
    told = {"prevalence": list(page.shares), **effects}
    assert block(page, Fact, "error").value == plan(page.mechanism, n=page.n or 1000, **told).standard_error
    plans = [plan(page.mechanism, margin=margin, **told) for margin in ("0.05", "0.03", "0.02", "0.01")]
    assert [row[1:] for row in block(page, Table, "people").rows] == [(x.n, x.truthful) for x in plans]
    asked = {"cards": {"difference": "0.1"}}.get(name, {"margin": "0.03"})
    said = [x.text for x in page.show() if isinstance(x, Say)]
    assert {x.text for x in plan(page.mechanism, **asked, **told).show() if isinstance(x, Say)} <= {*said}
    assert any(isinstance(x, Figure) and x.key.startswith("plan_") for x in page.show())


def test_of_many_truths_the_largest_error_is_told_as_such() -> None:
    labels = ("never", "once", "often")
    page = report(from_spec("krr:k=3,p=3/5").relabel(inputs=labels), prevalence=["0.6", "0.3", "0.1"], n=1200)
    assert isinstance(page.mechanism, Mechanism)
    told = [plan(page.mechanism, share_of=x, n=1200, prevalence=list(page.shares)).standard_error for x in labels]
    fact = block(page, Fact, "error")
    assert fact.value == max(told) > min(told) and "at most" in fact.label
    of_one = block(replace(page, share_of="often"), Fact, "error")
    assert of_one.value == told[2] and '"often"' in of_one.label and "at most" not in of_one.label


def test_a_loss_in_people_is_told_to_be_without_the_design_effect() -> None:
    found = binary()
    for device, effect, is_told in (("cards:10", 2, True), ("cards:10", None, False), ("cards:52", 2, False)):
        page = report(found, device=choose_device(found, device), deff_truth=effect)
        assert ("design effect" in block(page, Say, "cost").text) == is_told


def test_the_mean_of_scores_has_the_error_of_its_own_plan(made: dict[str, Board]) -> None:
    page = made["scale"]
    own = plan(page.mechanism.pair, scores=[1, 2, 3, 4], prevalence=list(page.shares), n=1000)
    assert block(page, Fact, "error_of_mean").value == own.standard_error and page.shares == (Fraction(1, 4),) * 4


def test_beliefs_are_those_of_bayes(made: dict[str, Board]) -> None:
    page = made["used"]
    for row, (_, *shown) in zip(page.mechanism.pair.rows, block(page, Table, "after").rows, strict=True):
        joint = [float(x * y) for x, y in zip(row, page.shares, strict=True)]
        told = [float(x.removesuffix(" %").removesuffix("%").strip()) / 100 for x in shown]
        assert told == pytest.approx([x / sum(joint) for x in joint], abs=6e-3)


def test_what_a_page_about_a_mechanism_says_of_the_optimum_and_of_usual_devices(made: dict[str, Board]) -> None:
    page = made["used"]
    own = compare_with_optimum(page.mechanism.pair, page.target.demand, page.target.objective)
    facts = {f"better_{x.key}": x.value for x in own.show() if isinstance(x, Fact)}
    assert facts and facts.items() <= {x.key: x.value for x in page.show() if isinstance(x, Fact)}.items()
    proved = [x for x in made["cards"].show() if isinstance(x, Say) and x.key in ("answer", "proved")]
    assert made["cards"].design is not None
    own_words = [x.text for x in made["cards"].design.show() if isinstance(x, Say) and x.key in ("answer", "proved")]
    assert {*own_words} <= {x.text for x in proved}
    usual = {name for name, x in made.items() if "Compared with the usual devices" in x.sections}
    assert usual == {"cards", "classical"}


def many_answers(m: int) -> Mechanism:
    """Two truths and m answers, an even number of which tell something."""
    half, rest = m // 2, m % 2
    told = [["2", "1"]] * half + [["1", "2"]] * half
    rows = [[Fraction(x) / (3 * half) / (1 + rest) for x in row] for row in told]
    return Mechanism([*rows, *[[Fraction(1, 2)] * 2] * rest])


@pytest.mark.parametrize(
    ("p", "is_printed"),
    [
        (many_answers(24), True),
        (many_answers(25), False),
        (from_spec("krr:k=12,epsilon=1"), True),
        (from_spec("krr:k=13,epsilon=1"), False),
    ],
)
def test_a_page_prints_small_matrices_alone(p: Mechanism, is_printed: bool) -> None:
    keys = {x.key for x in report(p).show() if isinstance(x, Table)}
    assert ("mechanism" in keys) == ("after" in keys) == is_printed


@pytest.mark.parametrize("k", [24, 25])
def test_the_question_names_a_few_truths_alone(k: int) -> None:
    question = block(report(from_spec(f"krr:k={k},epsilon=1"), deff=2), Say, "question").text
    assert (f'"{k - 1}"' in question) == (k == 24)


@pytest.mark.parametrize(
    ("asked", "given", "shares"),
    [
        ({}, None, ("9/10", "1/10")),
        ({}, "1/5", ("4/5", "1/5")),
        ({}, "1/5,4/5", ("1/5", "4/5")),
        ({"prevalence": "1/10..1/5"}, None, ("1/2", "1/2")),
    ],
)
def test_the_shares_are_the_given_ones_or_those_of_the_design(
    asked: dict[str, Any], given: str | None, shares: tuple[str, ...]
) -> None:
    assert report(binary(**asked), prevalence=given).shares == tuple(map(Fraction, shares))


@pytest.mark.parametrize("ending", [".html", ".md"])
def test_labels_of_strangers_are_escaped(ending: str, tmp_path: Path) -> None:
    page = report(binary(inputs=["no", HOSTILE]), question=HOSTILE)
    text = page.write(tmp_path / f"page{ending}").read_text("utf-8")
    assert HOSTILE not in text and "alert(1)" in text.replace("\\", "")
    assert text.startswith("<!doctype html>") == (ending == ".html")


def test_a_survey_goes_from_answers_to_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {x: str(tmp_path / x) for x in ("design.json", "device.json", "answers.csv", "estimate.json", "page.html")}
    Path(files["answers.csv"]).write_text("said\n" + "no\nno\nyes\n" * 40, "utf-8")
    lines = [
        f"design --prevalence 1/10 --epsilon ln3 --inputs no,yes --json -o {files['design.json']}",
        f"device {files['design.json']} --device cards:52 --json -o {files['device.json']}",
        f"estimate {files['answers.csv']} --mechanism {files['device.json']} --answer said --json -o {files['estimate.json']}",
        f"report {files['design.json']} --device cards:52 --data {files['estimate.json']} -o {files['page.html']}",
    ]
    assert [run(line.split()) for line in lines] == [0] * 4
    text = Path(files["page.html"]).read_text("utf-8")
    assert "The result" in text and text.startswith("<!doctype html>")
    share = (1 / 3 - 1 / 4) / (1 / 2)  # 52 cards have Warner's 3/4 exactly
    assert f"{share:.4f}"[:6] in text
    with pytest.raises(InputError, match="sha256"):
        run(f"report {files['design.json']} --device cards:50 --data {files['estimate.json']}".split())
    with pytest.raises(InputError, match=r"answers\.csv holds no estimate; give what `rropt estimate"):
        run(f"report {files['design.json']} --data {files['answers.csv']}".split())


@pytest.mark.parametrize(
    ("spec", "why"), [("krr:k=3,epsilon=1", "no coins, dice, cards or lots"), ("krr:k=3,p=1/2", "")]
)
def test_a_mechanism_in_use_without_a_device_says_why(spec: str, why: str) -> None:
    page = report(from_spec(spec))
    told = [x.text for x in page.show() if isinstance(x, Say) and x.key == "no_device"]
    assert (page.device is None) == bool(why) == bool(told) and all(f"No device is shown: {why}" in x for x in told)
    assert page.why.startswith(why) and bool(page.why) == bool(why)


def test_answers_drawn_with_the_designs_own_chances_need_no_device() -> None:
    found = binary(epsilon=1)
    own = estimate(["no", "yes", "no", "no"], mechanism=found)
    page = report(found, data=own)
    assert page.device is None and "The result" in page.sections
    told = own.to_dict()
    shares = block(page, Table, "shares")
    assert [dict(zip((x.key for x in shares.cols), row, strict=True)) for row in shares.rows] == [
        {key: row[key] for key in ("input", "estimate", "standard_error", "lower", "upper", "maximum_likelihood")}
        for row in told["shares"]
    ]
    notes = [x.text for x in page.show() if isinstance(x, Say) and x.key == "result_notes"]
    assert notes[:-1] == told["notes"] and "95 %" in notes[-1]
    (figure,) = (x for x in page.show() if isinstance(x, Figure))
    assert figure.key == "estimates"
    assert page.mechanism == found.mechanism


@pytest.mark.parametrize("count", [1, 16, 17, 64, 65])
def test_of_a_strangers_estimate_so_many_rows_are_shown_and_so_many_drawn(count: int) -> None:
    found = binary(epsilon=1)
    row = {"group": "", "input": "i" * 301, "estimate": 1e14, "lower": 0, "upper": 9.9e14, "p_value": None}
    rows = [{**row, "input": f"{n}{row['input']}", "p_value": 0.5 if n == 1 else None} for n in range(count)]
    told = {
        "shares": rows,
        "notes": [f"{n}{'n' * 1200}" for n in range(count)],
        "attention": "no list",
        "confidence": 0.9,
    }
    page = report(found, data={**estimate(["no", "yes", "no", "no"], mechanism=found).to_dict(), **told})
    shares = block(page, Table, "shares")
    heads = ["input", "estimate", "lower", "upper", *(["p_value"] if count > 1 else [])]
    assert [x.key for x in shares.cols] == heads
    assert [x.how for x in shares.cols] == ["near", "near", "down", "up", "up"][: len(heads)]
    assert len(shares.rows) == min(count, 64) and {len(x[0]) for x in shares.rows} == {300}
    notes = [x.text for x in page.show() if isinstance(x, Say) and x.key == "result_notes"]
    assert len(notes) == min(count, 64) + 1 and {len(x) for x in notes[:-1]} == {1200} and "90 %" in notes[-1]
    drawn = [x for x in page.show() if isinstance(x, Figure) and x.key == "estimates"]
    assert len(drawn) == (count <= 16)
    if drawn:
        assert [x[0] for x in drawn[0].draw.keywords["rows"]] == [x["input"] for x in rows]  # type: ignore[attr-defined]
    assert [x.text for x in page.show() if isinstance(x, Warn)] == []


def test_a_group_is_named_in_the_picture_and_what_has_no_ends_is_not_drawn() -> None:
    found = binary(epsilon=1)
    own = estimate(["no", "yes", "no", "no"], mechanism=found).to_dict()
    row = {"group": "a", "input": "yes", "estimate": 0.5, "lower": 0.25, "upper": 0.75}
    page = report(found, data={**own, "shares": [row]})
    assert block(page, Figure, "estimates").draw.keywords["rows"] == [("a yes", 0.5, 0.25, 0.75)]
    page = report(
        found, data={**own, "shares": [{**row, "upper": None}], "means": [{"estimate": 2}], "differences": []}
    )
    assert not any(isinstance(x, Figure) for x in page.show()) and block(page, Table, "means").rows == [[2]]


def test_the_plan_is_for_what_is_asked() -> None:
    found = binary()
    for asked, goal in (
        ({}, {"margin": "0.03"}),
        ({"n": 300}, {"n": 300}),
        ({"n": 300, "difference": "0.2"}, {"difference": "0.2"}),
    ):
        page = report(found, **asked)  # type: ignore[arg-type]
        own = [x.text for x in plan(page.mechanism, prevalence=list(page.shares), **goal).show() if isinstance(x, Say)]  # type: ignore[arg-type]
        assert {*own} <= {x.text for x in page.show() if isinstance(x, Say)}
        label = block(page, Fact, "error").label
        assert f"{page.n or 1000:,} people" in label and '"yes"' in label
    assert '"no"' in block(report(found, share_of="no"), Fact, "error").label


@pytest.mark.parametrize(("own", "given", "asked"), [("A?", "", "A?"), ("A?", "B?", "B?"), ("", "B?", "B?")])
def test_the_question_is_the_given_one_or_the_devices(own: str, given: str, asked: str) -> None:
    page = report(binary(), device=choose_device(binary(), "coins:2", question=own), question=given)
    assert block(page, Say, "question").text == f"The question: {asked}"
    assert block(page, Table, "respondent").rows[0][1].startswith(f"The question: {asked}")


@pytest.mark.parametrize("name", CLASSICAL)
def test_a_page_has_what_its_device_has_and_the_assumption_right_after_the_promise(name: str) -> None:
    device, kept = classical_device(name), ("assumption", "respondent", "interviewer", "analyst")
    own, told = ([x for x in shown.show() if getattr(x, "key", "") in kept] for shown in (device, report(device)))
    assert own == told and {x.key for x in own} >= {*kept[1:]}
    keys = [getattr(x, "key", "") for x in report(device).show()]
    assert (keys[keys.index("promise") + 1] == "assumption") == any("birthday" in x for x in device.respondent)


@pytest.mark.parametrize(
    "broken",
    [
        {"schema": "rropt/estimate/2"},
        {"shares": [{"input": "no"}]},
        {"shares": []},
        {"shares": "no"},
        {"shares": [{"input": "no", "estimate": 1, "lower": 0, "upper": 1}, {"input": "yes"}]},
        {"shares": [{"input": "no", "estimate": 1, "lower": 0, "upper": 1}, "yes"]},
        {"mechanism": "sha256:0"},
        {"shares": [{"input": ["no"], "estimate": 1, "lower": 0, "upper": 1}]},
        {"shares": [{"input": "no", "estimate": float("nan"), "lower": 0, "upper": 10**400}]},
    ],
)
def test_a_document_of_strangers_is_refused_in_a_sentence(broken: dict[str, object]) -> None:
    found = binary(epsilon=1)
    own = estimate(["no", "yes", "no", "no"], mechanism=found).to_dict()
    with pytest.raises(InputError) as refused:
        repr(report(found, data={**own, **broken}))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("used", "asked"),
    [
        (Mechanism([[1, 0], [0, 1]]), {}),
        (Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), {}),
        (from_spec("warner:p=3/4"), {"prevalence": ["1/2", "1/4"]}),
        (from_spec("warner:p=3/4"), {"device": choose_device(from_spec("warner:p=2/3"), "dice:1")}),
        (from_spec("warner:p=3/4"), {"data": {"schema": "rropt/plan/3"}}),
        (from_spec("warner:p=3/4"), {"data": ["rropt/estimate/3"]}),
        (from_spec("warner:p=3/4"), {"prevalence": ["3/2", "-1/2"]}),
        (from_spec("krr:k=3,epsilon=1"), {"prevalence": ["1/2", "1/2"]}),
    ],
)
def test_a_wrong_question_is_refused_in_a_sentence(used: Mechanism, asked: dict[str, object]) -> None:
    with pytest.raises(InputError) as refused:
        report(used, **asked)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match=r"page\.pdf"):
        report(from_spec("warner:p=3/4")).write("page.pdf")


def browse(path: Path, *options: str) -> str:
    command = [
        str(BROWSER),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={path.parent / 'profile'}",
    ]
    done = subprocess.run([*command, *options, path.as_uri()], capture_output=True, text=True, check=False, timeout=120)
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no chromium on the path")
@pytest.mark.parametrize("name", ["cards", "used", "classical"])
def test_a_browser_prints_two_pages_and_axe_finds_nothing(name: str, tmp_path: Path, made: dict[str, Board]) -> None:
    page, paper = made[name].write(tmp_path / "page.html"), tmp_path / "page.pdf"
    browse(page, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    assert len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes())) <= 2
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: npm install axe-core, or set AXE_CORE")
    kept = "x => {document.documentElement.dataset.axe = JSON.stringify(x.violations)}"
    asked = f"addEventListener('load', () => axe.run().then({kept}))"
    script = f"<script>{AXE.read_text('utf-8')}</script><script>{asked}</script></body>"
    page.write_text(page.read_text("utf-8").replace("</body>", script), "utf-8")
    found = re.search(r'data-axe="([^"]*)"', browse(page, "--virtual-time-budget=20000", "--dump-dom"))
    assert found is not None and json.loads(unescape(found[1])) == []
