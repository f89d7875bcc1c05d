"""Errata notes: what they say is computed, they need no network, and they print on two pages."""

import re
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt.claims import Claim, decide
from rropt.claims.audit import read_stored
from rropt.claims.errata import Erratum, Paper, Severity
from rropt.claims.evaluate import exact
from rropt.claims.kernel import METHOD
from rropt.claims.language.grammar import read_definitions, read_formula, read_term
from rropt.claims.library import Claims, folder_of, home, load, papers
from rropt.claims.named_results import named_results
from rropt.claims.notes.html import errata_html
from rropt.claims.notes.latex import errata_latex, words
from rropt.claims.notes.note import Note, _by, _failing, note_of
from rropt.claims.notes.typeset import braced, pieces
from rropt.cli import app
from rropt.exact.errors import InputError

NAMES = [p for p in papers(home()) if load(home(), p).head is not None]


@cache
def note(paper: str) -> Note:
    return note_of(paper, load(home(), paper), read_stored(folder_of(home(), paper)))


class Open(HTMLParser):
    """The tags that are open, the words, and what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        self.fetched += [v for k, v in attrs if k in ("src", "href")]
        if tag not in ("meta", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        if tag != "path":
            assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.words.append(data)


def small() -> tuple[Claims, dict]:
    """A paper of one false claim with its repair."""
    false = Claim(
        "mine.square",
        "f(x) >= x",
        where="Section 1, Lemma 7",
        given={"x": "x > 0"},
        define={"f(z)": "z^2"},
        printed="a square is at least its root",
    )
    claims = Claims()
    whole = replace(false, repairs=())
    claims[whole.id] = whole
    claims.head = Paper(
        "Squares & roots",
        "A. Author",
        "2020",
        "a page",
        (
            Erratum(
                Severity.RESULT,
                ("mine.square",),
                "x^2",
                r"x^2\ (x\ge1)",
                "nothing",
                (("printed", "f(x)"), ("root", "right")),
            ),
        ),
        {"x": r"\epsilon=\ln %s"},
    )
    return claims, {"mine.square": decide(whole).to_dict()}


def test_the_numbers_are_those_of_the_claim_at_its_counterexample() -> None:
    claims, stored = small()
    (row,) = note_of("mine", claims, stored).rows
    x = Fraction(stored["mine.square"]["counterexample"]["x"])
    assert row.numbers == (("printed", str(x**2)), ("root", str(x)))
    assert row.at == (rf"\epsilon=\ln \tfrac{{{x.numerator}}}{{{x.denominator}}}",)


@pytest.mark.parametrize(
    ("formula", "failing"),
    [
        ("(x > 1 implies y > 2) and z = 0", "z = 0"),  # no premise, no failing conclusion
        ("(x > -1 implies y > 2) and z = 0", "y > 2"),
        ("(x > 1 or y = 0) and z = 0", "z = 0"),  # a part of `or` that is false, beside a true one
        ("x > 1 or y > 2", "x > 1"),
        ("(x = 0 and y = 0) or z = 0", None),
        ("1/x > 0 and z = 0", "z = 0"),
        ("x = 0 implies (y = 0 and z ~ 0.5)", "z ~ 0.5"),
    ],
)
def test_the_failing_comparison_makes_the_formula_false(formula: str, failing: str | None) -> None:
    point = {"x": Fraction(0), "y": Fraction(0), "z": Fraction(1)}
    assert _failing(read_formula(formula), point) == (None if failing is None else read_formula(failing))


def test_the_kernel_is_named_where_it_was_used_alone() -> None:
    claims = load(home(), "holohan")
    stored = read_stored(folder_of(home(), "holohan"))
    claim, entry = claims["holohan.theorem_3.repaired"], stored["holohan.theorem_3.repaired"]
    assert _by(claim, entry) == f"the kernel of Coq, theorem {claim.kernel}"
    unused = {**entry, "methods": [m for m in entry["methods"] if m != METHOD]}
    assert "Coq" not in _by(claim, unused) and _by(claim, {"kind": "checked on instances", "instances": 3})[0] == "3"


def test_every_character_is_written_in_latex() -> None:
    assert words("αςο ϕϑϱϖϵ ΑΒΓΩ ά½₀⁵") == (
        r"$\alpha$$\varsigma$$o$ $\phi$$\vartheta$$\varrho$$\varpi$$\epsilon$ $A$$B$$\Gamma$$\Omega$ $\alpha$½$_0$$^5$"
    )
    for c in (*map(chr, range(0x20, 0xD800)), "\ue000", "\U0001d6fc", "\U0010ffff"):
        assert isinstance(words(c), str)


def test_a_term_without_a_value_is_refused() -> None:
    claims, stored = small()
    assert claims.head is not None
    broken = replace(claims.head.errata[0], compare=(("printed", "1/(x-x)"),))
    claims.head = replace(claims.head, errata=(broken,))
    with pytest.raises(InputError, match="no value"):
        note_of("mine", claims, stored)


@pytest.mark.parametrize("paper", NAMES)
def test_numbers_side_by_side_differ_and_agree_with_a_second_evaluation(paper: str) -> None:
    claims, stored = load(home(), paper), read_stored(folder_of(home(), paper))
    assert claims.head is not None
    for e, row in zip(claims.head.errata, note(paper).rows, strict=True):
        words = [word for word, _ in row.numbers]
        if words[:2] == ["printed", "true"]:
            assert row.numbers[0][1] != row.numbers[1][1], e.claims
        point = stored[e.claims[0]].get("counterexample", {})
        for (_, term), (_, value) in zip(e.compare, row.numbers, strict=True):
            if term in ("left", "right") or "exp" in term or "sqrt" in term or "log" in term or "." in value:
                continue
            define = read_definitions({k: v for x in e.claims for k, v in claims[x].define.items()})
            at = {k: Fraction(v) for k, v in point.items() if k not in ("case", "(no variables)")}
            assert exact(read_term(term, definitions=define), at) == Fraction(value), e.claims


@pytest.mark.parametrize("paper", NAMES)
@pytest.mark.slow
def test_a_note_says_whose_words_it_has_and_fetches_nothing(paper: str) -> None:
    found, text = Open(), errata_html(note(paper))
    found.feed(text)
    words = " ".join(found.words)
    assert found.open == ["html"] or not found.open
    assert found.fetched == [] and "<script" not in text and "http" not in text
    assert "everything else is in our words" in words and "The authors have not been asked" in words
    assert "not the publisher's page" in words
    head = note(paper).head
    assert ("misread" in words) == head.is_scanned
    for row in note(paper).rows:
        assert all(x in words for x in row.claims) and row.where in words


def test_two_of_the_five_texts_were_read_from_pictures() -> None:
    assert sorted(p for p in NAMES if note(p).head.is_scanned) == ["chai_nayak", "ziani"]


@pytest.mark.parametrize("paper", NAMES)
@pytest.mark.slow_at("chai_nayak", "holohan", "sun", "vinterbo")
def test_errors_that_change_a_result_come_first_and_remarks_last(paper: str) -> None:
    text = errata_html(note(paper))
    order = list(Severity)
    shown = re.findall(r'<p class="proof"><code>([\w.]+)</code>', text)
    severity = {row.claims[0]: order.index(row.severity) for row in note(paper).rows}
    assert [severity[x] for x in shown] == sorted(severity.values()) and len(shown) == len(severity)


def test_the_sixty_one_named_results_are_found() -> None:
    found = {p: [r.name for r in named_results(load(home(), p), read_stored(folder_of(home(), p)))] for p in NAMES}
    assert {p: len(names) for p, names in found.items()} == {
        "chai_nayak": 19,
        "holohan": 11,
        "sun": 11,
        "vinterbo": 13,
        "ziani": 7,
    }


def test_what_matplotlib_does_not_know_is_put_into_its_words() -> None:
    assert braced(r"\tfrac12 \pi_{ij}") == r"\frac{1}{2}\pi _{ij}"
    assert braced(r"\Bigl[\mathbb E Y\Bigr]") == r"[\mathbb{E}Y]"
    assert list(pieces(r"a\ \text{where } b\quad c")) == [
        (False, "a"),
        (True, "where "),
        (False, "b"),
        (True, "  "),
        (False, "c"),
    ]


def test_the_command_writes_both_forms_and_refuses_others(tmp_path: Path) -> None:
    for name, begins in (("note.html", "<!doctype html>"), ("note.tex", r"\documentclass")):
        assert CliRunner().invoke(app, ["audit", "ziani", "--errata", str(tmp_path / name)]).exit_code == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    for arguments in (
        ["ziani", "--errata", str(tmp_path / "note.pdf")],
        ["rropt", "--errata", "a.html"],
        ["--errata", "a.html"],
    ):
        assert isinstance(CliRunner().invoke(app, ["audit", *arguments]).exception, InputError)


@pytest.mark.slow
@pytest.mark.parametrize("paper", NAMES)
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_note_in_latex_has_at_most_two_pages(paper: str, tmp_path: Path) -> None:
    (tmp_path / "note.tex").write_text(errata_latex(note(paper)), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "note.tex"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout[-1500:]
    pages = re.search(r"\((\d+) pages?", done.stdout)
    assert pages and int(pages[1]) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("paper", NAMES)
@pytest.mark.skipif(shutil.which("chromium") is None, reason="chromium is not installed")
def test_the_note_in_html_prints_on_at_most_two_pages(paper: str, tmp_path: Path) -> None:
    (tmp_path / "note.html").write_text(errata_html(note(paper)), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command = ["chromium", *flags, f"--print-to-pdf={tmp_path / 'note.pdf'}", str(tmp_path / "note.html")]
    subprocess.run(command, capture_output=True, check=True, timeout=120)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "note.pdf").read_bytes())) <= 2
