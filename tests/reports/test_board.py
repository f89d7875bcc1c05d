"""The page says what the design's own numbers say, in every form, needs no network, and is one valid document."""

from __future__ import annotations

import html.parser
import json
import re
from pathlib import Path
from unittest import mock

import pandas
import pytest

from rropt import LDP, Design, TotalVariance, Trace, Variance, design, estimate, plan
from rropt.certificate.judge import judge
from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.families import warner
from rropt.problem.result import Verdict
from rropt.reports.board import _say_proof, page_of_design
from rropt.reports.html import to_html
from rropt.reports.latex import to_latex
from rropt.reports.markdown import to_markdown
from rropt.reports.page import Code, Grid, Heading, Items, Note, Page, Picture
from rropt.survey import compare_estimates, over_strata
from tests.commands import invoke

VOID = {"meta", "link", "br", "hr", "img", "input"}


def yes_no(delta: str = "0") -> Page:
    found = design(Variance("1/10"), LDP("ln3", delta=delta), inputs=("no", "yes"))
    return page_of_design(found, device=found.device(denominator=100), question="Did you ever take <doping> & lie?")


class Tags(html.parser.HTMLParser):
    """Refuses what is not closed, and collects addresses, identifiers and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href"):
                self.addresses.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_page_is_one_document_without_a_network() -> None:
    text = to_html(yes_no("1/20"))
    found = Tags()
    found.feed(text)
    assert found.open == [] and len(set(found.ids)) == len(found.ids)
    assert all(re.match(r"data:|#", address) for address in found.addresses), found.addresses
    assert {address[1:] for address in found.addresses if address.startswith("#")} <= set(found.ids)
    assert "@import" not in text and "<script" not in text and text.count("<h1>") == 1
    assert "Did you ever take &lt;doping&gt; &amp; lie?" in text
    assert text.count('role="img"') == text.count("<figure>") >= 5


def test_the_numbers_are_those_of_the_plan_and_the_device() -> None:
    found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
    device = found.device(denominator=100)
    page = page_of_design(found, device=device)
    tables = {block.caption: block for block in page.blocks if isinstance(block, Grid)}
    people = next(grid for caption, grid in tables.items() if caption.startswith("People needed for"))
    needed = plan(device.mechanism, prevalence="1/10", margin="0.03").n
    assert ["± 3 points", f"{needed:,}"] == list(people.rows[1][:2])
    after = next(grid for caption, grid in tables.items() if caption.startswith("Chance of each truth"))
    assert list(after.rows[1]) == ['"yes"', "75 %", "25 %"], "Warner's 3/4 at 1/10, by Bayes' rule"
    compared = next(grid for caption, grid in tables.items() if caption.startswith("Devices at the same epsilon"))
    assert compared.rows[0][0] == "this way of asking" and compared.rows[-1][0] == "certified optimum"


def test_the_certificates_of_the_page_are_accepted() -> None:
    device, optimum = [block for block in yes_no().blocks if isinstance(block, Code) and block.file]
    assert (device.file, optimum.file) == ("device.rropt.json", "design.rropt.json")
    assert judge(device.text).is_accepted
    assert judge(optimum.text).is_accepted


def test_the_page_plans_where_and_for_whom_it_is_told() -> None:
    found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
    page = page_of_design(found, prevalence="3/10", share_of="no", n=500)
    (people,) = [x for x in page.blocks if isinstance(x, Grid) and x.caption.startswith("People needed for")]
    assert people.caption.endswith('the share of "no", planned at 70 %')
    given = plan(warner(p="3/4"), prevalence="3/10", share_of=0, n=500)
    assert given.margin is not None
    assert people.rows[-1] == [f"± {100 * float(given.margin):.4g} points", "500, as there are", f"{given.truthful:,}"]


def test_of_more_than_two_truths_the_page_plans_for_each() -> None:
    found = design(Trace(), LDP(1), inputs=("never", "once", "often"))
    shares = ("0.7", "0.2", "0.1")
    (people,) = [
        x
        for x in page_of_design(found, prevalence=shares).blocks
        if isinstance(x, Grid) and x.caption.startswith("People needed for")
    ]
    assert found.mechanism is not None
    assert people.rows[0][1] == f"{plan(found.mechanism, prevalence=shares, margin='0.05').n:,}"
    assert people.caption.endswith("the share of every truth, planned at 70 %, 20 %, 10 %")


def test_an_answer_that_proves_something_is_said_aloud() -> None:
    found = design(Variance("1/10"), LDP("1/2", delta="1/10"), outputs="free", inputs=("no", "yes"))
    page = page_of_design(found, why="none was asked for")
    notes = [block.text for block in page.blocks if isinstance(block, Note)]
    assert "confession" in notes[0] and "epsilon = 3 with delta = 0" in notes[-1]
    assert isinstance(page.blocks[0], Heading) and page.blocks[1] == Note(notes[0]), "said before anything else"
    assert any("plus 0.1" in line for block in page.blocks if isinstance(block, Items) for line in block.lines)
    assert any("no usual device has the same privacy" in getattr(block, "text", "") for block in page.blocks)


@pytest.mark.slow
def test_five_answers_have_a_page_too() -> None:
    found = design(Trace(), LDP("ln3"), inputs=("a", "b", "c", "d", "e"))
    text = to_html(page_of_design(found, device=found.device(cards=52)))
    assert "answer cards" in text and "ace of clubs" in text
    assert "The usual devices ask about two truths" in text and "rropt rank --inputs 5" in text


@pytest.mark.slow
def test_markdown_and_latex_hold_the_same_words() -> None:
    page = yes_no()
    markdown, latex = to_markdown(page), to_latex(page)
    assert markdown.startswith("# A protected way to ask\n") and markdown.count("data:image/svg+xml;base64,") >= 5
    assert "\\<doping\\>" in markdown
    assert latex.count(r"\begin{") == latex.count(r"\end{") and r"\& lie?" in latex
    for heading in ("What people do", "How many people", "Why no better design exists", "What is not promised"):
        assert f"## {heading}" in markdown and rf"\section*{{{heading}}}" in latex


def test_pictures_are_said_in_words() -> None:
    pictures = [block for block in yes_no().blocks if isinstance(block, Picture)]
    assert any('is after "no"' in picture.words for picture in pictures) and all(picture.words for picture in pictures)


def run(*words: str) -> int:
    done = invoke(app, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code


@pytest.mark.slow
def test_the_command_writes_the_page_with_the_result(tmp_path: Path) -> None:
    place = {name: str(tmp_path / name) for name in ("d.json", "a.csv", "e.json", "d.html", "d.pdf", "d.txt")}
    asked = "design --objective variance --epsilon ln3 --prevalence 1/10 --inputs no,yes --json -o"
    run(*asked.split(), place["d.json"])
    Path(place["a.csv"]).write_text("said\n" + "yes\n" * 300 + "no\n" * 700, encoding="utf-8")
    run("estimate", place["a.csv"], "-m", place["d.json"], "--answer", "said", "--json", "-o", place["e.json"])
    assert run("report", place["d.json"], "--data", place["e.json"], "--cards", "52", "-o", place["d.html"]) == 0
    text = Path(place["d.html"]).read_text(encoding="utf-8")
    estimate = json.loads(Path(place["e.json"]).read_text(encoding="utf-8"))["shares"][1]["estimate"]
    assert estimate == pytest.approx(0.1) and "The result" in text and "10.00\N{NO-BREAK SPACE}%" in text
    assert max(map(len, text.splitlines())) > 400, "no line of a page is wrapped as one of a screen"
    for wrong in (["-o", place["d.pdf"]], ["-o", place["d.txt"]], ["--data", place["d.json"], "-o", place["d.html"]]):
        with pytest.raises(InputError):
            run("report", place["d.json"], *wrong)


def test_the_page_refuses_the_estimate_of_another_mechanism() -> None:
    found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
    assert found.mechanism is not None
    mine = estimate({"no": 700, "yes": 300}, mechanism=found.mechanism).to_dict()
    page = page_of_design(found, data=mine)
    (grid,) = [x for x in page.blocks if isinstance(x, Grid) and x.caption.startswith("Estimated shares")]
    assert list(grid.rows[1]) == ["yes", "10.00 %", "2.90 %", "4.48 %", "15.83 %"]
    assert any("From 1,000 answers." in getattr(x, "text", "") for x in page.blocks)
    others = (
        (
            estimate(
                {"no": 7, "yes": 3}, mechanism=warner(p="2/3").relabel(inputs=("no", "yes"), outputs=("no", "yes"))
            ),
            "another mech",
        ),
        (estimate({"no": 7, "yes": 3}, mechanism=found.mechanism.relabel(inputs=("a", "b"))), "its truths are a, b"),
    )
    for other, words in others:
        with pytest.raises(InputError, match=words):
            page_of_design(found, data=other.to_dict())
    del mine["mechanism"]
    with pytest.raises(InputError, match="through another mechanism"):
        page_of_design(found, data=mine)


def test_the_result_over_strata_comes_before_the_strata() -> None:
    found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
    assert found.mechanism is not None
    answers = pandas.DataFrame({"town": ["a"] * 100 + ["b"] * 100, "said": (["no"] * 70 + ["yes"] * 30) * 2})
    estimates = estimate(answers, mechanism=found.mechanism, answer="said", by="town")
    whole = over_strata(estimates, {"a": 1000, "b": 3000})
    page = page_of_design(found, data=estimates.to_dict() | {"population": whole.to_dict()["population"]})
    (grid,) = [x for x in page.blocks if isinstance(x, Grid) and x.caption.startswith("Estimated shares")]
    assert [row[0] for row in grid.rows] == ["all strata together"] * 2 + ["a", "b"]
    assert list(grid.rows[1][1:3]) == ["yes", f"{100 * float(whole.shares[1]):.2f} %"]


def test_nothing_is_called_proved_that_the_checker_has_not_accepted() -> None:
    """Of bounds that are rropt's own the page says that they were calculated."""
    bounded = mock.Mock(spec=Design, is_bounded=True, verdict=Verdict.WITHIN)
    assert "nothing here shows it" in _say_proof(bounded) and "optimum is proved" not in _say_proof(bounded)
    within = mock.Mock(spec=Design, is_bounded=False, verdict=Verdict.WITHIN)
    assert _say_proof(within).startswith("How near it is to the optimum is proved")
    assert _say_proof(design(Variance("1/4"), LDP("ln3"))).startswith("The optimum is proved")


@pytest.mark.slow
def test_the_page_says_how_people_were_drawn_and_how_groups_differ() -> None:
    found = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))
    assert found.mechanism is not None
    said = (["no"] * 7 + ["yes"] * 3) * 30
    people = pandas.DataFrame({"said": said, "w": [1, 2, 3] * 100, "school": [i % 20 for i in range(300)]})
    people = people.assign(sex=["f", "m", "m"] * 100, region=people.school % 2)
    columns = {"mechanism": found.mechanism, "answer": "said", "weights": "w", "cluster": "school", "stratum": "region"}
    whole = estimate(people, **columns)
    text = to_markdown(page_of_design(found, data=whole.to_dict()))
    assert "20 clusters in 2 strata" in text and "18 degrees of freedom" in text and "Student's t" in text
    by_sex = estimate(people, by="sex", **columns)
    compared = compare_estimates(by_sex)
    text = to_markdown(
        page_of_design(found, data=by_sex.to_dict() | {"differences": compared.to_dict()["differences"]})
    )
    assert f"{100 * compared.difference:.2f}" in text and "groups in percentage points" in text
    means = compare_estimates(by_sex, scores=[0, 10])
    text = to_markdown(page_of_design(found, data=by_sex.to_dict() | {"differences": means.to_dict()["differences"]}))
    assert "Differences of the mean of the scores between groups" in text and "groups in percentage points" not in text
    with pytest.raises(InputError, match="cannot read the"):
        page_of_design(found, data=by_sex.to_dict() | {"differences": [1]})


def test_rules_that_nobody_could_follow_are_said_first_and_the_plain_device_beside_them() -> None:
    found = design(TotalVariance(["2/5", "3/10", "3/20", "1/10", "1/20"]), LDP("ln3"), inputs=5)
    told = design(found.problem.objective, LDP("ln3"), inputs=5, plain=True)
    device, plain = found.device(cards=52), told.device(cards=52)
    assert not device.can_be_followed and plain.can_be_followed
    pages = [page_of_design(x, device=y).blocks[:3] for x, y in ((found, device), (told, plain))]
    noted = [[block.text for block in blocks if isinstance(block, Note)] for blocks in pages]
    assert device.simpler is not None and device.simpler.cost in noted[0][0] and "--plain" in noted[0][0]
    assert noted[1] == []
