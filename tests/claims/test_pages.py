"""The papers' pages as a reader sees them: rendered, every link followed, every formula typeset."""

import re
import shutil
import subprocess
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from rropt.claims import Claim, decide
from rropt.claims.audit import read_parts, read_stored
from rropt.claims.errata import Erratum, Paper, Severity
from rropt.claims.library import folder_of, home, load, papers
from rropt.claims.pages import _used_definitions, summary_row

PAPERS = papers(home())
WORD = re.compile(r"[A-Za-z_]\w*")


class Read(HTMLParser):
    """The words, links and headings of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag, attrs) -> None:
        self.inside = tag if re.fullmatch("h[1-6]", tag) else self.inside
        if self.inside == tag:
            self.headings.append("")
        self.links += [v for k, v in attrs if k == "href"]

    def handle_endtag(self, tag) -> None:
        self.inside = "" if tag == self.inside else self.inside

    def handle_data(self, data) -> None:
        self.words.append(data)
        if self.inside:
            self.headings[-1] += data


@cache
def rendered(paper: str) -> Read:
    page = (
        MarkdownIt("commonmark")
        .enable("table")
        .render((folder_of(home(), paper) / "README.md").read_text(encoding="utf-8"))
    )
    found = Read()
    found.feed(page)
    return found


def anchor(heading: str) -> str:
    """The name that a heading gets on a page: lower case, no punctuation but - and _, a hyphen for each space."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def squeezed(text: str) -> str:
    return re.sub(r"[\s`]", "", text)


@pytest.mark.slow_at("chai_nayak", "sun")
@pytest.mark.parametrize("paper", PAPERS)
def test_every_link_leads_somewhere(paper: str) -> None:
    found = rendered(paper)
    anchors = [anchor(h) for h in found.headings]
    inner = {x[1:] for x in found.links if x.startswith("#")}
    assert inner <= set(anchors) and len(inner) > 5
    outer = {x.split("#")[0] for x in found.links if not x.startswith("#")}
    assert all((folder_of(home(), paper) / x).is_file() for x in outer)
    stored = read_stored(folder_of(home(), paper))
    assert ("evidence.jsonl" in outer) == any(e.get("recorded") for e in stored.values())
    assert {load(home(), paper).files[x] for x in stored} <= outer


@cache
def said(paper: str) -> dict[str, list[str]]:
    """What the evidence says of each claim that a function decides, formula by formula."""
    found = {}
    for x, parts in read_parts(
        folder_of(home(), paper), load(home(), paper), read_stored(folder_of(home(), paper))
    ).items():
        statements = [part["statement"] for part in parts if "statement" in part]
        found[x] = [part["says"] for part in parts if "says" in part]
        found[x] += [t for s in statements for t in (s["states"], *s.get("assuming", ()), *s.get("given", {}).values())]
    return found


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.slow_at("chai_nayak", "sun")
def test_every_claim_shows_all_that_it_states_and_nothing_is_lost_in_print(paper: str) -> None:
    claims, shown = load(home(), paper), squeezed("".join(rendered(paper).words))
    for x, entry in read_stored(folder_of(home(), paper)).items():
        claim = claims[x]
        texts = [claim.where, claim.printed, claim.states, claim.argument, claim.reading, *claim.assuming]
        texts += [*claim.given.values(), *entry.get("evidence", ()), *entry.get("added", ())]
        texts += said(paper).get(x, [])
        lost = [t for t in texts if squeezed(t) not in shown]
        assert not lost, (x, lost)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_erratum_says_where_the_printed_fails(paper: str) -> None:
    head, text = load(home(), paper).head, (folder_of(home(), paper) / "README.md").read_text(encoding="utf-8")
    lines = text.partition("## Verdicts")[0].splitlines()
    rows = [re.split(r"(?<!\\) \| ", x) for x in lines if x.startswith("| $")]
    rows += [[*re.split(r"; should be |; | \(", x, maxsplit=3), ""] for x in lines if x.startswith("- $")]
    assert len(rows) == (len(head.errata) if head is not None else 0)
    for printed, _, _, failure, _ in rows:
        assert " = " in failure or " is false" in failure or failure.startswith("none of "), (printed, failure)
        assert "Fraction" not in failure and "case = all" not in failure, (printed, failure)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_claim_shows_the_definitions_that_it_uses_and_no_other(paper: str) -> None:
    claims = load(home(), paper)
    evidence = read_parts(folder_of(home(), paper), claims, read_stored(folder_of(home(), paper)))
    for x, claim in claims.items():
        shown = dict(_used_definitions(claim, evidence.get(x, [])))
        texts = [claim.states, *claim.assuming, *claim.steps, *claim.witness.values(), *claim.given.values()]
        texts += said(paper).get(x, [])
        words = {w for t in [*texts, *shown.values()] for w in WORD.findall(t)}
        heads = {k: k.split("(")[0].strip() for k in [*claim.define, *shown]}
        assert {heads[k] for k in shown} <= words, x
        assert words & set(heads.values()) <= {heads[k] for k in shown}, x


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_errata_and_verdicts_are_typeset(tmp_path: Path) -> None:
    lines = [r"\documentclass{article}", r"\usepackage{amsmath,amssymb,booktabs}", r"\begin{document}"]
    for paper in PAPERS:
        head = load(home(), paper).head
        for e in head.errata if head is not None else ():
            lines += [rf"\verb|{e.claims[0]}|: ${e.printed}$; ${e.correct}$.", ""]
    claims = [
        Claim("mine.root", "sqrt(x*y) <= (x+y)/2", given={"x, y": "[0, inf)"}),
        Claim("mine.false", "x^2 >= x", given={"x": "real"}),
        Claim("mine.narrow", "1/x^2 > 0", given={"x": "real"}, printed="100% & more_of #1 ~ it^2"),
    ]
    for claim in claims:
        verdict = decide(claim)
        lines += [verdict.to_latex(), ""]
        assert verdict.kind.value in verdict._repr_html_()
    (tmp_path / "page.tex").write_text("\n".join([*lines, r"\end{document}"]), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout[-1500:]
    assert len(lines) > 100


def test_a_slip_an_edge_and_a_remark_are_counted_apart() -> None:
    def erratum(severity: Severity) -> Erratum:
        return Erratum(severity, ("mine.a",), "a", "b", "c")

    head = Paper(
        "A", "B", "C", "D", tuple(map(erratum, (Severity.NUMBER, Severity.SLIP, Severity.EDGE, Severity.REMARK)))
    )
    assert head.errors == 1 and summary_row({}, {}, head)[-4:] == [1, 1, 1, 1]
