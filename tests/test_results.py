"""One instance of each result, and every form of it: each follows from the blocks that the result shows."""

from __future__ import annotations

import csv
import importlib
import inspect
import io
import json
import pickle
import pkgutil
import re
import runpy
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rropt
from rropt import LDP, BetaFactor, RhoBreach, Trace, Variance, design, from_spec
from rropt.cli import adapter
from rropt.cli.commands import COMMANDS
from rropt.cli.shown import Together
from rropt.show import Code, Fact, Heading, Result, Say, Table, to_text
from rropt.survey import estimate
from rropt.values import near, plain
from tests.survey.calls import people, shown as of_surveys

WARNER, KRR = from_spec("warner:p=3/4"), from_spec("krr:k=3,epsilon=1")
ELSEWHERE = ("rropt.decks", "rropt.questions")
"""Rooms whose own tests show their results."""
UNSHOWN = {"Result", "Frontier", "Together", "Told", "Kernel"}
"""Base classes, and what needs the compiled proofs."""
UNPICKLED = {"ProfileBounds", "Together", "Told"}
"""A curve of FLINT's numbers, and what commands alone put together."""
ASKED = (
    "check warner:p=3/4 --demand ldp:1 --times 2 --shuffled 50 --measures",
    "check --samples samples.csv --epsilon 1",
    "show krr:k=12,epsilon=1",
    "show subset_selection:k=4,size=2,epsilon=1",
    "show",
    "draw warner:p=3/4 --input 1 --seed 1",
    "draw warner:p=3/4,inputs=no/yes --file people.csv --column said --seed 1",
    "plan warner:p=3/4 --prevalence 1/10 --margin 0.03 --untruthful 0.1",
    "plan --epsilon 1/2..1 --prevalence 1/10",
    "estimate people.csv -m warner:p=3/4,inputs=no/yes -a said --by g --difference",
    "estimate people.csv -a said --half half --unrelated A=3/4 --unrelated B=1/4",
    "estimate people.csv -m contrast.json -a item --meanings no=low,yes=high --scores 1,2,5",
    "associate people.csv said item -m warner:p=3/4,inputs=no/yes",
    "regress people.csv -m warner:p=3/4,inputs=no/yes -f said~x+g --test g",
    "verify design.json design.json",
    "demand sensitive:yes,ln3",
    "device classical",
    "device crosswise",
    "audit holohan.theorem_3 --errata",
    "audit holohan.lemma_1",
    "audit holohan.theorem_3 --at epsilon=1,delta=1/10,prevalence=1/4",
    "report warner:p=3/4 --prevalence 1/10",
)


def answer_of(words: list[str]) -> Result:
    """The result that a command shows."""
    word, *typed = words
    return adapter._call(COMMANDS[word], adapter._read_line(word, *typed).given)


def by_commands(folder: Path, frame: pd.DataFrame) -> Iterator[Result]:
    frame.to_csv(folder / "people.csv", index=False)
    (folder / "samples.csv").write_text("input,output\n" + "0,0\n1,1\n0,0\n1,0\n" * 40)
    (folder / "contrast.json").write_text(design(scores="1,2,5", epsilon=1, inputs=3, outputs=2).to_json())
    (folder / "design.json").write_text(design("trace", epsilon="ln3", inputs=3).to_json())
    for command in ASKED:
        yield answer_of(command.split())


def in_python() -> Iterator[Result]:
    for asked in (
        {"objective": Variance("1/4"), "epsilon": "1/2", "delta": "1/10"},
        {"objective": "trace", "epsilon": "every", "inputs": 3},
        {"prevalence": "every", "epsilon": 1, "delta": "1/10"},
        {"objective": "information", "epsilon": "ln3", "inputs": 4},
        {"objective": "trace", "epsilon": "ln3", "inputs": 3, "along": "delta"},
    ):
        yield design(**asked)
    yield from (rropt.least("epsilon", Trace(), 3, value=x) for x in (2, 4))
    yield from (rropt.frontier("1/10"), importlib.import_module("rropt.binary.frontier").AnyAnswers("1/4"))
    yield rropt.sweep("trace", {"epsilon": ["ln2", "ln3"], "inputs": [2, 3]})
    yield from (rropt.verify(design("trace", epsilon=1, inputs=2).certificate), rropt.rank(3, 1))
    yield from (rropt.check(KRR, LDP(1)), rropt.profile(KRR), rropt.profile(KRR, times=400), *LDP(1).violations(WARNER))
    yield (found := rropt.measure(KRR))
    yield from (found.trade_off, found.leakage, found.shannon_capacity)
    yield from (WARNER, design("total-variance", epsilon="ln3", inputs=40).sets)
    yield from (
        design(Variance("1/4"), LDP(1)).device("dice:2"),
        importlib.import_module("rropt.page.board").report(WARNER, prevalence="1/10"),
    )
    yield from of_order()
    yield from of_breach()
    noise = importlib.import_module("rropt.noise")
    yield from (noise.Laplace("ln3", "3/50", dimension=2), noise.DiscreteLaplace("ln3", 1), noise.count("replace"))


def of_order() -> Iterator[Result]:
    order = importlib.import_module("rropt.order")
    yield from (rropt.compare(WARNER, from_spec("krr:k=2,epsilon=1")), rropt.admissible(KRR, 3))
    yield from (order.warner_table(), order.dominates(WARNER, from_spec("krr:k=2,epsilon=1")))
    yield order.deficiency(from_spec("krr:k=2,epsilon=1"), WARNER)


def of_breach() -> Iterator[Result]:
    breach = importlib.import_module("rropt.breach")
    yield from (breach.breach_bound(RhoBreach("1/5", "1/2")), breach.tightest_precise(BetaFactor(2)))
    yield from (breach.canonical_region(BetaFactor(2)), breach.protected_region(WARNER))
    yield breach.compare_demands(BetaFactor(2), RhoBreach("1/5", "1/2"))


def classes() -> set[type]:
    """Every class of results."""
    found = set[type]()
    for module in pkgutil.walk_packages(rropt.__path__, "rropt."):
        if not module.name.startswith(("rropt.checker", *ELSEWHERE)) and "__main__" not in module.name:
            loaded = importlib.import_module(module.name)
            found |= {
                x
                for x in vars(loaded).values()
                if inspect.isclass(x) and issubclass(x, Result) and x.__module__ == loaded.__name__
            }
    return {x for x in found if x.__name__ not in UNSHOWN}


def all_results() -> list[Result]:
    """At least one result of each class."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        found = [*in_python(), *of_surveys(), *by_commands(Path(folder), people(300))]
        return [*found, *(part for x in found if isinstance(x, Together) for part in x.parts)]


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return all_results()


def reference() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).parents[1] / ".ci" / "reference.py"), run_name="reference")


def test_the_page_of_json_has_the_keys_of_all_results(results: list[Result]) -> None:
    page = (Path(__file__).parents[1] / "docs" / "json.md").read_text(encoding="utf-8")
    assert page == reference()["json_page"](results), "python .ci/reference.py writes it anew"


def test_the_page_of_commands_is_that_of_the_signatures() -> None:
    page = (Path(__file__).parents[1] / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page == reference()["commands_page"](), "python .ci/reference.py writes it anew"


def test_each_class_of_results_is_here(results: list[Result]) -> None:
    assert {x.__name__ for x in classes()} - {type(x).__name__ for x in results} == set()
    assert all(re.fullmatch(r"rropt[./][\w-]+/\d", x.schema) for x in classes())


def numbers_of(x: Any) -> Iterator[float]:
    """All numbers in plain data, those in texts included."""
    if isinstance(x, dict):
        for key, y in x.items():
            yield from (*numbers_in(str(key)), *numbers_of(y))
    elif isinstance(x, list):
        yield from (y for item in x for y in numbers_of(item))
    elif isinstance(x, str):
        yield from numbers_in(x)
    elif isinstance(x, int | float) and not isinstance(x, bool):
        yield float(x)


def numbers_in(text: str) -> Iterator[float]:
    """The decimals and fractions in a text."""
    for found in re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?:/\d+)?(?![\w])", text):
        plain_text = found.replace(",", "").rstrip(".")
        yield from [float(Fraction(plain_text))] if not plain_text.endswith("/0") else []


def is_among(x: float, known: Iterable[float]) -> bool:
    """Whether a number that words round is one of these, or a percentage of one."""
    return any(abs(x - abs(y)) <= 2e-3 * abs(y) for z in known for y in (z, 100 * z))


def is_stated(x: float) -> bool:
    """Whether a number has two digits at most, such as a level or a goal that was asked for."""
    return x == float(f"{x:.1e}")


class Reader(HTMLParser):
    """Reads the texts of a page, and refuses tags that do not close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("img", "br", "meta", "input", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def texts_of(page: str) -> str:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return " ".join(reader.texts)


def test_json_has_every_number_of_the_words(results: list[Result]) -> None:
    lacking: dict[str, list[float]] = {}
    for found in results:
        text, document = repr(found), found.to_dict()
        assert json.loads(found.to_json()) == document and document["schema"] == found.schema
        heads = [x.text if isinstance(x, Heading) else x.label for x in found.show() if isinstance(x, Heading | Fact)]
        heads += [col.label for x in found.show() if isinstance(x, Table) for col in x.cols]
        known = [*numbers_of(document), *numbers_of(heads)]
        words = to_text(found.show(), width=1000)
        if missing := [x for x in numbers_in(words) if not is_stated(x) and not is_among(x, known)]:
            lacking[type(found).__name__] = missing[:5]
        assert not re.search(r"Fraction\(|object at 0x|<rropt", text + found.to_json()), type(found).__name__
    assert lacking == {}


def test_numbers_are_rounded_as_they_are_meant(results: list[Result]) -> None:
    for found in results:
        for x in found.show():
            rounded = [(x.value, x.how)] if isinstance(x, Fact) else []
            if isinstance(x, Table):
                rounded = [(row[j], col.how) for j, col in enumerate(x.cols) for row in x.rows[:20]]
            for value, how in rounded:
                told = plain(value)
                if how in ("up", "down") and isinstance(told, dict) and told["lower"] not in (None, "inf", "-inf"):
                    shown = Fraction(near(value, how).split(" ≈ ")[-1].replace(",", ""))
                    assert shown >= Fraction(told["lower"]) if how == "up" else shown <= Fraction(told["upper"])


def test_lines_fit_their_width(results: list[Result]) -> None:
    for found in results:
        kept = "\n".join(
            x.text for x in found.show() if isinstance(x, Code) or (isinstance(x, Say) and not x.is_wrapped)
        )
        for width in (60, 80):
            long = [line for line in to_text(found.show(), width=width).splitlines() if len(line) > width]
            assert [
                line for line in long if " " in line.strip() and line.strip() not in kept and "```" not in line
            ] == [], type(found).__name__


@pytest.mark.slow  # pages have pictures
def test_every_other_form_is_well_formed(results: list[Result]) -> None:
    for found in results:
        words = re.sub(r"\s+", "", texts_of(found.to_html()))
        for x in found.show():
            if isinstance(x, Say):
                assert re.sub(r"\s+", "", x.text) in words or "`" in x.text, type(found).__name__
            elif isinstance(x, Table) and x.shown:
                assert all(re.sub(r"\s+", "", cell) in words for row in x.cells(str).rows[:50] for cell in row)
            if isinstance(x, Table):
                lines = list(csv.reader(io.StringIO(found.to_csv(x.key))))
                assert len(lines) == len(x.rows) + 1 and len(found.to_pandas(x.key)) == len(x.rows)
                assert len(found.to_numpy(x.key)) == len(x.rows)
        latex = "" if found.page_title else found.to_latex()
        assert latex.count(r"\begin") == latex.count(r"\end") and latex.count("{") - latex.count(r"\{") == latex.count(
            "}"
        ) - latex.count(r"\}")
        assert found.to_markdown() and found.to_csv()


HOSTILE = ("<script>alert(1)</script>", r"\input{a}$x_1$%#&", "| `b` | [c](d) **e**")


def test_results_are_pickled_and_say_the_same(results: list[Result]) -> None:
    """As an executor of processes hands them on."""
    for x in results:
        if type(x).__name__ not in UNPICKLED:
            again = pickle.loads(pickle.dumps(x))
            assert str(again) == str(x) and again == x, type(x).__name__


def test_nobody_writes_into_the_arrays_of_a_result(results: list[Result]) -> None:
    fields = [getattr(x, name, None) for x in results for name in getattr(x, "__dataclass_fields__", ())]
    arrays = [own for own in fields if isinstance(own, np.ndarray)]
    assert len(arrays) > 50 and not any(own.flags.writeable for own in arrays)


def test_a_strangers_labels_reach_no_form_unescaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    p = KRR.relabel(inputs=HOSTILE, outputs=HOSTILE)
    Path("p.json").write_text(p.to_json())
    shown = [
        *(p, rropt.check(p), rropt.compare(p, p), design("trace", epsilon="ln3", inputs=HOSTILE)),
        *(answer_of(x.split()) for x in ("show p.json", "device p.json", "plan p.json --margin 0.1", "report p.json")),
        estimate(dict.fromkeys(HOSTILE, 20), mechanism=p),
    ]
    for found in shown:
        page, latex = found.to_html(), "" if found.page_title else found.to_latex()
        assert "<script" not in page, type(found).__name__
        assert HOSTILE[0] in texts_of(page) or "script" not in repr(found), type(found).__name__
        assert r"\input{a}" not in latex and not re.search(r"(?<!\\)[%#&$_](?=[%#&1])", latex), type(found).__name__
        assert "| `b` |" not in found.to_markdown() and json.loads(found.to_json()) == found.to_dict()
