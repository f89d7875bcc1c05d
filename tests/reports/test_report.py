"""The board's page in Python: shown in a notebook, written by the name of its file, refused in a sentence."""

import html
import re
from base64 import b64decode
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote

import pytest

from rropt import LDP, Design, TotalVariance, Variance, design, estimate
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.families import krr
from rropt.reports import Report, report
from rropt.reports.html import to_html
from rropt.reports.latex import to_latex
from rropt.reports.markdown import to_markdown
from rropt.reports.page import Code, Grid, Items, Page, Picture, Text
from rropt.reports.people import Survey, say_people
from rropt.reports.survey_result import estimate_blocks


def found() -> Design:
    return design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))


@pytest.mark.slow
def test_a_page_is_shown_and_written_in_the_language_of_its_name(tmp_path: Path) -> None:
    page = report(found(), question="Did you <ever>?", n=500)
    assert "From 500 answers" in page.to_markdown() and "With 2 coins" in page.to_markdown()
    assert repr(page).startswith("A protected way to ask. The question: Did you <ever>?\nSections: In short, ")
    shown = page._repr_html_()
    assert shown.startswith("<iframe ") and "<h1>" not in shown and "&lt;h1&gt;" in shown
    for name, text in (("a.html", page.to_html()), ("a.tex", page.to_latex())):
        assert page.write(tmp_path / name).read_text(encoding="utf-8") == text
    with pytest.raises(InputError, match=r"must end in \.html, \.md or \.tex, unlike a\.pdf"):
        page.write(tmp_path / "a.pdf")


@pytest.mark.slow
def test_the_pictures_of_markdown_stand_beside_it(tmp_path: Path) -> None:
    page = report(found(), n=500)
    text = page.write(tmp_path / "my page.md").read_text(encoding="utf-8")
    linked = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)
    inside = re.findall(r"\(data:image/svg\+xml;base64,([^)]*)\)", page.to_markdown())
    files = sorted(tmp_path.glob("*.svg"))
    assert [unquote(name) for name in linked] == [file.name for file in files] and len(files) == len(inside) > 2
    assert [file.read_text(encoding="utf-8") for file in files] == [b64decode(x).decode() for x in inside]
    assert "base64" not in text


@pytest.mark.slow
def test_an_estimate_is_shown_and_one_of_another_device_is_refused() -> None:
    own = estimate({"no": 70, "yes": 30}, mechanism=found())
    assert report(found(), data=own).sections[1] == "The result"
    assert "No share of" not in report(found(), data=own).to_html()
    none = report(found(), data=estimate({"no": 100, "yes": 0}, mechanism=found()))
    assert (
        "of &quot;yes&quot; fits these answers" in none.to_html()
        and 'of "yes" fits these answers' in none.to_markdown()
    )
    other = design(Variance("1/10"), LDP("ln2"), inputs=("no", "yes"))
    with pytest.raises(InputError, match="made for another design"):
        report(found(), data=own, device=other.device(cards=52))
    with pytest.raises(InputError, match="through another mechanism"):
        report(found(), data=estimate({"no": 70, "yes": 30}, mechanism=other))


@pytest.mark.parametrize(("level", "said"), [("0.9999999", "99.99999 %"), ("0.95", "95 %"), ("1/3", "33.33333 %")])
def test_no_level_below_one_is_called_100_percent(level: str, said: str) -> None:
    p = krr(k=2, p="3/4")
    data = estimate({"0": 70, "1": 30}, mechanism=p, confidence=level).to_dict()
    captions = [block.caption for block in estimate_blocks(data, p) if isinstance(block, Grid)]
    assert captions == [f"Estimated shares, with their standard errors and {said} intervals"]


HOSTILE = ("[1cm] $5", r"*\end{verbatim}\input{x}"), ("&lt;b&gt;", "~~no~~ <b> $x$ ````")


@pytest.mark.parametrize("names", HOSTILE)
def test_no_label_is_markup_in_any_language(names: tuple[str, str]) -> None:
    told = f'say "{names[0]}" or "{names[1]}"'
    page = Page(
        told, names[0], (Text(told), Items(names), Grid(told, names, [names, names]), Code(f"    return {names[1]!r}"))
    )
    latex = to_latex(page).split(r"\maketitle")[1]
    assert not re.search(r"(\\\\|\\item)\s*[\[*]", latex) and "\\input" not in latex and "\\end{verbatim}" not in latex
    shown = re.sub(r"<[^>]*>", "\n", to_html(page))
    assert all(name in html.unescape(shown).split("\n") for name in names)
    rows = [line for line in to_markdown(page).splitlines() if line.startswith("| ")]
    for line in (rows[0], rows[2]):
        assert not re.search(r"(?<!\\)[&~$<*\[`]", line)
        assert re.sub(r"\\(.)", r"\1", line) == f"| {names[0]} | {names[1]} |"


@pytest.mark.parametrize("share", ["1/1000000000", "1/3", "sqrt(2)/10"])
def test_every_curve_is_drawn_for_the_share_that_is_planned(share: str) -> None:
    pi = read_number(share)
    survey = Survey(krr(k=2, p="3/4"), (1 - pi, pi), None, None)
    titles = [x.draw.keywords["data"].title for x in say_people(survey, scores=None) if isinstance(x, Picture)]  # type: ignore[attr-defined]
    shares = [re.findall(r"at prevalence (\S+)|to tell (\S+) from", title) for title in titles]
    (one,), _, (other,) = shares
    assert "".join(one) == "".join(other) and abs(Fraction("".join(one)) - Fraction(float(pi))) < Fraction(1, 10**10)
    assert len("".join(one)) < 16


def test_a_page_is_written_to_a_folder_that_is_there(tmp_path: Path) -> None:
    page = Report(Page("A page", "a lead", ()))
    with pytest.raises(InputError, match="there is no folder nowhere; make it first"):
        page.write(tmp_path / "nowhere" / "x.html")


@pytest.mark.parametrize("labels", [("2", "3", "1"), pytest.param(("1", "0"), marks=pytest.mark.slow)])
def test_labels_that_are_numbers_are_no_places_in_the_pictures(labels: tuple[str, ...]) -> None:
    """The curves of every input's share are those of the same shares called by letters."""
    p, shares = krr(k=len(labels), p="3/5"), tuple(Fraction(n + 1, 10) for n in range(len(labels) - 1))
    belief = (*shares, 1 - sum(shares))

    def curves(names: tuple[str, ...], place: int) -> list[object]:
        survey = Survey(p.relabel(inputs=names), belief, names[place], None)
        blocks = list(say_people(survey, scores=None))
        return [
            [line.values for line in x.draw.keywords["data"].lines]
            for x in blocks
            if isinstance(x, Picture)  # type: ignore[attr-defined]
        ]

    letters = tuple("abc"[: len(labels)])
    assert all(curves(labels, j) == curves(letters, j) != [] for j in range(len(labels)))


def test_a_device_made_for_another_design_is_refused() -> None:
    found = design(Variance("1/10"), LDP("ln3"))
    others = [
        design(Variance("1/10"), LDP("ln5")),
        design(Variance("1/5"), LDP("ln3")),
        design(Variance("1/10"), LDP("ln3"), inputs=["no", "yes"]),
        design(TotalVariance(), LDP("ln3"), inputs=3),
    ]
    for other in others:
        with pytest.raises(InputError, match="the device was made for another design"):
            report(found, device=other.device())
    assert report(Design.from_json(found.to_json()), device=found.device(cards=52)).sections


def test_in_markdown_a_command_stays_code_and_nothing_else_becomes_markup() -> None:
    said = "Count them (`rropt plan --clusters`)."
    strange = "`b` *c* <i> `rropt <i>` `rropt a|b`"
    text = to_markdown(Page(said, "", (Text(said), Text(strange), Grid("", [said, strange], []))))
    assert text.count(said) == 3
    assert text.count(r"\`b\` \*c\* \<i\> \`rropt \<i\>\` \`rropt a\|b\`") == 2
