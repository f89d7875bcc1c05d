"""The manual is built without a warning, has every public name, and a dead link would end it; its data and pictures are made again.

Needs the extra `docs`; without MkDocs the tests of the build are skipped and say so.
"""

from __future__ import annotations

import html
import importlib.util
import inspect
import math
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rropt
from rropt import rank
from tests.readme import python_program
from tests.surface import public

ROOT = Path(__file__).resolve().parent.parent
needs_mkdocs = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("mkdocs", "material", "mkdocstrings")),
    reason="MkDocs with the material theme is not installed: pip install .[docs]",
)


def build(root: Path, site: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(root / ".ci" / "mkdocs.yml"),
        "-d",
        str(site),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def names_of_the_manual() -> dict[str, Any]:
    """Every public name of rropt and of the rooms that people use, with what it is."""
    rooms = ["devices", "page", "plots", "questions", "decks", "noise", "families"]
    found = {f"{room}.{name}": x for name, (room, x) in public.of_problems().items()}
    for room in (importlib.import_module(f"rropt.{name}") for name in rooms):
        found |= {f"{room.__name__}.{name}": getattr(room, name) for name in room.__all__}
    del found["rropt.families.from_spec"], found["rropt.page.report"]  # names of the top
    return found


@needs_mkdocs
def test_the_reference_has_every_public_name_on_one_page() -> None:
    pages = runpy.run_path(str(ROOT / ".ci" / "manual.py"))["reference_pages"]()
    listed = [name for text in pages.values() for name in re.findall(r"^::: (.+)$", text, re.M)]
    assert sorted(listed) == sorted(names_of_the_manual()), "the pages of names are listed in .ci/manual.py"


@pytest.mark.slow
@needs_mkdocs
def test_the_manual_is_built_and_shows_every_public_name_with_its_examples(tmp_path: Path) -> None:
    done = build(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    pages = "".join(path.read_text(encoding="utf-8") for path in sorted((tmp_path / "api").glob("*.html")))
    names = names_of_the_manual()
    assert {*re.findall(r'<h2 id="([\w.]+)"', pages)} >= {*names}
    assert "<blockquote" not in pages, "an example of a docstring was taken for a quotation"
    blocks = re.findall(r"<pre><span></span>(?:<[^>]+>)*<code>(.*?)</code></pre>", pages, re.S)
    shown = {line for block in blocks for line in html.unescape(re.sub(r"<[^>]+>", "", block)).splitlines()}
    examples = [
        line.strip()
        for found in names.values()
        if inspect.isfunction(found) or inspect.isclass(found)
        for line in (inspect.getdoc(found) or "").splitlines()
        if line.strip().startswith(">>> ")
    ]
    assert len(examples) > 200 and [line for line in examples if line not in shown] == []
    for name in ("format", "claim", "claims", "limits", "glossary", "gallery", "tutorial", "coming_from"):
        assert (tmp_path / f"{name}.html").is_file()


@pytest.mark.full
@needs_mkdocs
def test_a_dead_link_ends_the_build(tmp_path: Path) -> None:
    for name in (".ci", "docs", "rropt", "proofs/kernel/checker"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    with (tmp_path / "docs" / "glossary.md").open("a", encoding="utf-8") as page:
        page.write("\n[nowhere](nowhere.md)\n")
    assert build(tmp_path, tmp_path / "site").returncode != 0


@pytest.mark.slow
def test_the_pictures_are_drawn_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "pictures" / "make.py"), str(tmp_path)],
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    stored = {path.name: path for path in (ROOT / "docs" / "pictures").glob("*.svg")}
    assert {path.name for path in tmp_path.glob("*.svg")} == set(stored)
    for name, path in stored.items():
        texts = [
            re.findall(r"<text[^>]*>([^<]*)</text>", x.read_text(encoding="utf-8")) for x in (path, tmp_path / name)
        ]
        assert sorted(texts[0]) == sorted(texts[1]), name


def dead_links(root: Path, page: Path) -> list[str]:
    """The links of a page, outside of code, that lead to no file of the clone, or to no heading of one."""
    text = re.sub(r"(`+).*?\1", "", page.read_text(encoding="utf-8"), flags=re.S)
    found = re.findall(r"(?<!\\)\]\(([^()\s]+)\)", text)
    dead = []
    for link in found:
        if re.match(r"(https?|mailto):", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not (target.is_relative_to(root) and target.exists()) or (anchor and anchor not in anchors(target)):
            dead.append(f"{page.relative_to(root)}: {link}")
    return dead


def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.slow
def test_no_link_of_a_page_is_dead_in_a_clone() -> None:
    listed = ""
    if shutil.which("git"):
        listed = subprocess.run(
            ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout
    pages = [ROOT / name for name in listed.splitlines()] or [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert [dead for page in pages if page.is_file() for dead in dead_links(ROOT, page)] == []


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A head\n[a](gone.md) [b](page.md) [c](#a-head) [d](#none) `[e](code.md)`\n", encoding="utf-8")
    assert dead_links(tmp_path, page) == ["page.md: gone.md", "page.md: #none"]


def test_the_calls_of_the_table_of_problems_in_readme_run_as_they_stand() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## Four problems")[1].split("## ")[0]
    calls = re.findall(r"`([\w.]+\(.*proof=True\))` \|$", table, re.M)
    names = {name: getattr(rropt, name) for name in rropt.__all__} | {"rropt": rropt}
    assert len(calls) == 4 and all(str(eval(call, names)) for call in calls)  # noqa: S307


def gains(**options: Any) -> tuple[float, float]:
    """How many times the people of the optimum the best family and the best two answers need for the mean of five scores."""
    found = rank(5, 1, scores=[1, 2, 3, 4, 5], **options)
    assert found.optimum is not None and found.two_answers is not None
    optimum = float(found.optimum.value)
    return float(found.best.value) / optimum, float(found.two_answers.value) / optimum


def test_the_gain_that_the_front_page_tells_is_that_of_its_picture() -> None:
    picture = (ROOT / "docs" / "pictures" / "gain.svg").read_text(encoding="utf-8")
    assert all(f">{x:.4g}<" in picture for x in gains())
    equal, unequal = gains(), gains(prevalence=["0.35", "0.3", "0.2", "0.1", "0.05"])
    told = {
        "README.md": (equal, unequal),
        "docs/index.md": (equal,),
        "docs/howto/five_answers.md": (equal[:1], unequal),
    }
    for page, numbers in told.items():
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert all(f"{x:.2f} times" in text for some in numbers for x in some), page


def test_every_picture_is_shown_and_every_shown_one_exists() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    shown = {found for page in pages for found in re.findall(r"pictures/(\w+\.svg)", page.read_text(encoding="utf-8"))}
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").glob("*.svg")}


@pytest.fixture(scope="module")
def regression(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the Python of the page about regressions leaves behind, and by themselves the covariates, matrix and answers."""
    import numpy

    program = tmp_path_factory.mktemp("pages") / "regression.py"
    program.write_text(python_program(ROOT / "docs" / "howto" / "regression.md"), encoding="utf-8")
    names = runpy.run_path(str(program))
    names["covariates"] = numpy.column_stack([numpy.ones(len(names["age"])), names["age"]])
    names["matrix"] = numpy.array([[float(x) for x in row] for row in names["device"].rows])
    names["places"] = (names["people"]["said"] == "yes").to_numpy().astype(int)
    return names


def _expected_loss(names: dict[str, Any], b: Any, weights: Any) -> float:
    """Minus the log-likelihood at b, each answer of each person counted with a weight; by definition, and summed exactly."""
    import numpy

    p = 1 / (1 + numpy.exp(-(names["covariates"] @ b)))
    law = [names["matrix"][a, 0] * (1 - p) + names["matrix"][a, 1] * p for a in (0, 1)]
    return -math.fsum(math.fsum(w * numpy.log(q)) for w, q in zip(weights, law, strict=True))


def _hessian(f: Any, at: Any, h: float) -> Any:
    """The second derivatives by differences of the fourth order."""
    import numpy

    steps = {-2: 1 / 12, -1: -2 / 3, 1: 2 / 3, 2: -1 / 12}
    unit = numpy.eye(2) * h
    return numpy.array(
        [
            [
                sum(c * d * f(at + i * unit[u] + j * unit[v]) for i, c in steps.items() for j, d in steps.items())
                for v in (0, 1)
            ]
            for u in (0, 1)
        ]
    ) / (h * h)


def test_the_regression_of_the_manual_succeeds_and_its_errors_are_those_of_the_information(
    regression: dict[str, Any],
) -> None:
    """The expected information is the Hessian of the loss with every answer weighed by its chance at the fit."""
    import numpy

    fit, errors = regression["found"].params.to_numpy(), regression["found"].bse.to_numpy()
    p = 1 / (1 + numpy.exp(-(regression["covariates"] @ fit)))
    chances = [regression["matrix"][a, 0] * (1 - p) + regression["matrix"][a, 1] * p for a in (0, 1)]
    information = _hessian(lambda b: _expected_loss(regression, b, chances), fit, 4e-3)
    found = numpy.sqrt(numpy.diag(numpy.linalg.inv(information)))
    assert regression["found"].fit.end.is_found
    assert errors == pytest.approx(found, rel=5e-7)
    given = [(regression["places"] == a).astype(float) for a in (0, 1)]
    least = _expected_loss(regression, fit, given)
    for step in ([1e-3, 0], [0, 1e-3], [1e-3, 1e-3], [1e-3, -1e-3]):
        assert all(_expected_loss(regression, fit + s * numpy.array(step), given) > least for s in (1, -1))
    page = (ROOT / "docs" / "howto" / "regression.md").read_text(encoding="utf-8")
    assert all(f"± {x:.6f}" in page for x in found)
