"""What each form makes of blocks: nothing is lost, nothing is rounded the wrong way, and no label breaks out of a form."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar
from xml.etree import ElementTree

import flint
import numpy
import pytest
from hypothesis import given, strategies as st

from rropt import InputError, rank
from rropt.exact import read_epsilon, read_number
from rropt.show import (
    Block,
    Code,
    Col,
    Fact,
    Figure,
    Heading,
    Items,
    Result,
    Say,
    Table,
    Warn,
    digits,
    down,
    literal,
    near,
    outward,
    up,
)

HOSTILE = (
    "a\nrropt: accepted",
    "\x1b[31mred\x1b[0m",
    "<script>alert(1)</script> & \"'",
    r"\input{x} $y$ 50% _a_ {b} #1 ~ ^",
    "| a | b |\n|--|--|",
    "1. one",
    "- one",
    "[no](x) `c` **d**",
    "\u202eright",
    "half \ud83d",
    "x" * 300,
    "",
)


class Bounded:
    """A value that is known by its bounds alone."""

    def __init__(self, lower: float | Fraction, upper: float | Fraction) -> None:
        self.lower, self.upper = lower, upper

    def __float__(self) -> float:
        return (float(self.lower) + float(self.upper)) / 2


class Every(Result):
    """A result with every block, in which `label` stands wherever a label may stand."""

    schema: ClassVar[str] = "rropt/every/1"

    def __init__(self, label: str = "yes") -> None:
        self.label = label

    def show(self) -> Iterator[Block]:
        yield Say(f"Some 21 % say {self.label}.", key="")
        yield Fact("share", "Share of people", Fraction(5, 24))
        yield Fact("error", f"Standard error of {self.label}", 0.07212345, "up")
        yield Fact("power", "Power", 0.79999, "down")
        yield Fact("epsilon", "epsilon", read_epsilon("ln3"), "up")
        yield Fact("value", "Value", Bounded(Fraction(127958, 10000), Fraction(127959, 10000)))
        yield Fact("odds", "Odds", math.inf)
        yield Fact("unknown", "Unknown", None)
        yield Heading(f"By {self.label}")
        yield Warn(f"40 people said {self.label}, which is few.")
        rows = [
            (self.label, numpy.float64(0.1 + 0.2), 15716, 1, read_number("e")),
            ("no", None, 7, 2, flint.fmpq(1, 3)),
        ]
        hidden = Col("hidden", "Hidden", shown=False)
        yield Table(
            "groups",
            (Col("group", "Group"), Col("p", self.label, "up"), Col("n", "n"), hidden, Col("t", "t", "down")),
            rows,
        )
        yield Table("law", (Col("x", "x"),), [(0.25,)], shown=False)
        yield Items("steps", (f"Toss a coin for {self.label}.", "Answer."))
        yield Code("script", f"x = 1  # {self.label}\ny = 2", "python")
        yield Figure("curve", lambda canvas: canvas.subplots().set_title(literal(self.label)), "A curve")
        yield Say(f"A note on {self.label}.")


def numbers_in(text: str) -> list[str]:
    return re.findall(r"(?<![\w.])-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?", text)


def raw_numbers(document: Any) -> Iterator[float | str]:
    if isinstance(document, dict):
        for key, x in document.items():
            if key != "schema":
                yield from raw_numbers(x)
    elif isinstance(document, list):
        for x in document:
            yield from raw_numbers(x)
    elif isinstance(document, str):
        yield from (float(x.replace(",", "")) for x in numbers_in(document))
    elif document is not None:
        yield document


def test_every_number_in_the_words_is_in_the_json() -> None:
    found = {way(x).replace(",", "") for x in raw_numbers(Every().to_dict()) for way in (near, up, down)}
    words = [x for line in repr(Every()).split("\n")[1:] for x in numbers_in(line)]  # the first line has key ""
    assert len(words) >= 12
    assert {x.replace(",", "") for x in words} <= found


def test_json_has_raw_values() -> None:
    found = json.loads(Every().to_json())
    assert list(found)[:2] == ["schema", "attention"] and len(found["attention"]) == 1
    assert found["share"]["exact"] == "5/24" and found["share"]["lower"] <= 5 / 24 <= found["share"]["upper"]
    assert found["error"] == 0.07212345 and found["odds"] == "inf" and found["unknown"] is None
    assert (
        found["epsilon"]["exact"] == "log(3)" and found["epsilon"]["lower"] <= math.log(3) <= found["epsilon"]["upper"]
    )
    assert found["value"]["exact"] is None and found["value"]["lower"] <= 12.7958 < 12.7959 <= found["value"]["upper"]
    assert (
        found["groups"][0]["p"] == 0.1 + 0.2 and found["groups"][0]["n"] == 15716 and found["groups"][1]["hidden"] == 2
    )
    assert found["groups"][1]["t"]["exact"] == "1/3" and found["law"] == [{"x": 0.25}]
    assert found["steps"][1] == "Answer." and found["notes"] == ["A note on yes."]


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 17))
def test_a_double_is_rounded_as_asked(x: float, n: int) -> None:
    with digits(n):
        low, middle, high = (Fraction(way(x)) for way in (down, near, up))
    read = Fraction(repr(x))
    assert low <= read <= high and middle in (low, high)
    assert all(abs(y - read) <= abs(read) * Fraction(10) ** (1 - n) for y in (low, middle, high))


@given(st.fractions(), st.sampled_from(["1", "e", "sqrt(2)", "1/(e - 2)"]), st.integers(1, 12))
def test_an_exact_number_is_rounded_as_asked(x: Fraction, factor: str, n: int) -> None:
    exact = x * read_number(factor)
    with digits(n):
        low, middle, high = (Fraction(way(exact).replace(",", "")) for way in (down, near, up))
    assert low <= exact <= high and middle in (low, high)
    document = json.loads(json.dumps(Fixed(exact).to_dict()))["x"]
    assert Fraction(document["lower"]) <= exact <= Fraction(document["upper"])
    assert document["upper"] - document["lower"] <= 4 * math.ulp(abs(document["upper"]))


class Fixed(Result):
    """A result of one value."""

    schema: ClassVar[str] = "rropt/fixed/1"

    def __init__(self, x: object) -> None:
        self.x = x

    def show(self) -> Iterator[Block]:
        yield Fact("x", "x", self.x)


@pytest.mark.parametrize(
    ("x", "said", "document"),
    [
        (None, "none", None),
        (True, "yes", True),
        (math.nan, "none", None),
        (-math.inf, "-inf", "-inf"),
        (numpy.int64(7), "7", 7),
        (numpy.array([0.5, math.nan]), "0.5, none", [0.5, None]),
        (flint.fmpz(12), "12", 12),
        (["a", 1], "a, 1", ["a", 1]),
        (2**60, "1.153e+18", {"exact": str(2**60), "lower": 2.0**60, "upper": 2.0**60}),
        (Fraction(10) ** 400, "1e+400", {"exact": "1" + "0" * 400, "lower": 1.7976931348623157e308, "upper": "inf"}),
        (read_number("t"), "t", {"exact": "t", "lower": None, "upper": None}),
        (Bounded(1, math.inf), "1 to inf", {"exact": None, "lower": 1.0, "upper": "inf"}),
        (Bounded(0.5, 0.500001), "0.5", {"exact": None, "lower": 0.5, "upper": 0.500001}),
        (read_epsilon("inf"), "inf", "inf"),
    ],
)
def test_values_of_every_kind(x: object, said: str, document: object) -> None:
    assert near(x) == said
    assert Fixed(x).to_dict()["x"] == document
    assert isinstance(Fixed(x).to_csv(), str) and len(Fixed(x).to_pandas()) == 1


def test_exact_numbers_stand_beside_decimals_only_if_asked() -> None:
    assert near(Fraction(5, 24)) == "0.2083"
    with digits(3, exact=True):
        assert near(Fraction(5, 24)) == "5/24 ≈ 0.208"


def test_bounds_are_rounded_outward() -> None:
    assert outward(0.123456, 0.234561) == "0.1234 to 0.2346"
    assert near(Bounded(0.123456, 0.234561)) == "0.1234 to 0.2346"
    assert (down(Bounded(0.123456, 1)), up(Bounded(0, 0.234561))) == ("0.1234", "0.2346")


@pytest.mark.parametrize("label", HOSTILE)
def test_no_label_breaks_out_of_a_form(label: str) -> None:
    found, usual = Every(label), Every("yes")
    words = repr(found)
    assert all(len(line) <= 80 or line.startswith("    x = 1") for line in words.split("\n"))
    assert not any(x in words for x in "\x1b\u202e\ud83d") and "rropt: accepted" not in words.split("\n")
    assert json.loads(found.to_json())["groups"][0]["group"] == label
    found.to_json().encode()

    shapes = []
    for one in (found, usual):
        page = ElementTree.fromstring(one._repr_html_())
        shapes.append([x.tag for x in page.iter()])
    assert shapes[0] == shapes[1]

    marked = [re.sub(r"\\.", "", one.to_markdown().split("```")[0]) for one in (found, usual)]
    assert [text.count("|") for text in marked] == [marked[1].count("|")] * 2
    assert not any(x in marked[0] for x in "<>$`")

    latex = [re.sub(r"\\[&%$#_{}]|\\text\w+\{\}", "", one.to_latex()) for one in (found, usual)]
    assert [latex[0].count(x) for x in ("&", r"\\", "%", "#", "_", "{")] == [
        latex[1].count(x) for x in ("&", r"\\", "%", "#", "_", "{")
    ] or label[:1] in "[*"
    assert [*csv.reader(io.StringIO(found.to_csv()))][1][0] == label


@pytest.mark.parametrize("second", ["a text", 1 / 3])
def test_a_table_that_is_too_wide_is_cut_if_it_has_numbers_and_else_a_line_a_cell(second: object) -> None:
    class Wide(Result):
        schema: ClassVar[str] = "rropt/wide/1"

        def show(self) -> Iterator[Block]:
            cols = [Col(f"c{j}", f"Column {j}") for j in range(20)]
            yield Table("wide", cols, [["first", second, *(j / 7 + i for j in range(18))] for i in range(2)])

    lines = repr(Wide()).split("\n")
    assert max(map(len, lines)) <= 80
    heads = [re.findall(r"Column \d+", line) for line in lines if line.startswith("Column")]
    if second == "a text":
        assert heads == [[f"Column {j}"] for j in range(20)] * 2
    else:
        assert {head[0] for head in heads} == {"Column 0"} and max(map(len, heads)) > 3
        assert [x for head in heads for x in head[1:]] == [f"Column {j}" for j in range(1, 20)]


def test_a_notebook_shows_the_first_rows_of_a_long_table() -> None:
    class Long(Result):
        schema: ClassVar[str] = "rropt/long/1"

        def show(self) -> Iterator[Block]:
            yield Table("long", [Col("i", "i")], [[i] for i in range(1000)])

    assert Long()._repr_html_().count("<tr>") < 100 and "more rows" in Long()._repr_html_()
    assert len(Long().to_pandas()) == 1000


def test_tables_as_numbers() -> None:
    found = Every()
    frame = found.to_pandas()
    assert list(frame.columns) == ["group", "p", "n", "hidden", "t"]
    assert (
        frame["p"].dtype == float
        and frame["t"][0] == pytest.approx(math.e, abs=1e-15)
        and frame["t"][1] == pytest.approx(1 / 3, abs=1e-16)
    )
    assert found.to_pandas(exact=True)["t"][1] == "1/3"
    assert found.to_numpy().shape == (2, 4) and math.isnan(found.to_numpy()[1, 0])
    assert found.to_numpy("law").tolist() == [[0.25]]
    assert rank(4, 1).to_numpy().shape[1] < len(rank(4, 1).table().cols)  # numbers of a parameter by name are no column
    rows = [*csv.reader(io.StringIO(found.to_csv()))]
    assert rows[1][1] == repr(0.1 + 0.2) and rows[2][1] == "" and rows[2][4] == repr(1 / 3)
    assert [*csv.reader(io.StringIO(found.to_csv(exact=True)))][2][4] == "1/3"
    with pytest.raises(InputError, match="'absent'"):
        found.to_csv("absent")


def test_a_picture_is_drawn_into_a_file_and_a_page(tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    assert Every().plot(first) == first
    Every().plot(second)
    assert first.read_bytes() == second.read_bytes() and b"<svg" in first.read_bytes()
    assert Every().plot(tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
    assert "data:image/svg+xml" in Every()._repr_html_()
    with pytest.raises(InputError, match="no picture"):
        Fixed(1).plot(tmp_path / "c.svg")
    with pytest.raises(InputError, match=r"c\.gif"):
        Every().plot(tmp_path / "c.gif")
    assert sorted(x.name for x in tmp_path.iterdir()) == ["a.png", "a.svg", "b.svg"]


def test_a_key_stands_for_one_value() -> None:
    class Twice(Result):
        schema: ClassVar[str] = "rropt/twice/1"

        def show(self) -> Iterator[Block]:
            yield Fact("x", "x", 1)
            yield Fact("x", "x", 2)

    with pytest.raises(AssertionError, match="x"):
        Twice().to_dict()


def test_a_result_must_say_how_it_is_shown() -> None:
    with pytest.raises(TypeError, match="show"):
        Result()  # type: ignore[abstract]
