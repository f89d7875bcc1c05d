"""How time grows with size: an exponent fitted to the lines of `RESULTS.md` that differ in their size alone, beside the exponent of
what has to be read or written at least; `growth.svg` has the same points as curves.

The exponent is the slope of the least-squares line through the logarithms of size and seconds. Where small sizes cost a constant
most of all (a process that starts, a solver's model) it is below the theoretical one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TITLE = "Growth"
WORDS = """Exponents fitted to the tables above, beside what has to be read or written at least ([the curves](growth.svg)).

| what | way | from, to | fitted | at least | why it is at least that, and why more |
|---|---|---|---|---|---|
"""
PICTURE = Path(__file__).with_name("growth.svg")
LEAST_POINTS = 3
MORE = 0.25  # than the theoretical exponent, from which it is said why

ENTRIES = "a certificate has k·k numbers"
PIVOTS = "the pivots of the simplex method, each of which touches many rows, grow too"
PRODUCTS = "a pattern adds k(k − 1)/2 products to the matrix of a step"


@dataclass(frozen=True)
class Kind:
    """Lines of one section, and what their time should grow like."""

    section: str
    line: str
    """A regular expression with the group `size`; its other groups together name the curve."""
    way: str
    """What is timed; "" is the base."""
    unit: str
    """The size: k, 2^k, 2^n or rows."""
    exponent: int
    reason: str
    more: str
    """Why more, where it is."""

    def size(self, number: int) -> float:
        return 2.0**number if self.unit.startswith("2^") else float(number)

    def power(self, exponent: float) -> str:
        base = f"({self.unit})" if "^" in self.unit else self.unit
        return f"{base}^{round(exponent, 2):g}"


PURE, SLACK = r"(.*), k = (?P<size>\d+), (ε = [^,]+)$", r"(.*), k = (?P<size>\d+), (ε = .*, δ = .*)$"
KINDS = (
    Kind("Linear designs", PURE, "", "k", 2, "k·k probabilities", PIVOTS),
    Kind("Linear designs", PURE, "certified", "k", 2, ENTRIES, "exact pivots repair the basis"),
    Kind("Linear designs", SLACK, "", "k", 3, "k·k·(k − 1) inequalities", PIVOTS),
    Kind("Linear designs", SLACK, "certified", "k", 3, "k·k·(k − 1) inequalities", PIVOTS),
    Kind("k categories", r"(?P<size>\d+) (categories)(?:$|, \d+ MB)", "total variance", "2^k", 1, "2^k patterns", PRODUCTS),
    Kind("k categories", r"(?P<size>\d+) (categories)(?:$|, \d+ MB)", "information", "2^k", 1, "2^k patterns", PRODUCTS),
    Kind("Blackwell order", r"(?P<size>\d+) inputs, .*, (far|equal|10\^-9)$", "certified", "k", 3, "k·m·m numbers", PIVOTS),
    Kind("Many bits and many rows", r"(inverse) of (?P<size>\d+) (bits), ", "in place", "2^n", 1, "2^n numbers", "the cache"),
    Kind("Many bits and many rows", r"(?P<size>[\d,]+) (rows of Parquet)", "estimate, a process", "rows", 1, "each row", ""),
    Kind("Grids of designs", r"(.*), k = (?P<size>\d+), (.*)", "certified", "k", 2, ENTRIES, "inputs add runs, a certificate each"),
)  # fmt: skip


@dataclass(frozen=True)
class Curve:
    """The points of one problem."""

    name: str
    kind: Kind
    points: list[tuple[int, float]]

    @property
    def exponent(self) -> float:
        logs = [(math.log(self.kind.size(n)), math.log(s)) for n, s in self.points]
        x, y = (sum(part) / len(logs) for part in zip(*logs, strict=True))
        return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)

    def __str__(self) -> str:
        kind = self.kind
        why = f"{kind.reason}; {kind.more}" if self.exponent > kind.exponent + MORE else kind.reason
        powers = f"{kind.power(self.exponent)} | {kind.power(kind.exponent)}"
        return (
            f"| {self.name} | {kind.way or 'base'} | {self.points[0][0]:,}, {self.points[-1][0]:,} | {powers} | {why} |"
        )


def section(results: str) -> str:
    """The section of all curves, from the text of the others; the picture is drawn beside it."""
    found = list(curves(results))
    draw(found)
    return "\n".join([f"## {TITLE}", "", WORDS + "\n".join(map(str, found))]) + "\n"


def curves(results: str) -> Iterator[Curve]:
    sections = {part.splitlines()[0]: part for part in re.split(r"^## ", results, flags=re.MULTILINE)[1:]}
    for kind in KINDS:
        points: dict[str, list[tuple[int, float]]] = {}
        for what, seconds in timed_rows(sections.get(kind.section, ""), kind.way):
            if match := re.match(kind.line, what):
                name = ", ".join(x for x in match.groups() if x != match["size"])
                points.setdefault(name, []).append((int(match["size"].replace(",", "")), seconds))
        yield from (Curve(name, kind, sorted(found)) for name, found in points.items() if len(found) >= LEAST_POINTS)


def timed_rows(table: str, way: str) -> Iterator[tuple[str, float]]:
    """What each row of a table is of, and the seconds of one way."""
    for what, base, ratios in re.findall(r"^\| (.*) \| (\S+) s \(.*\) \| (.*) \|$", table, flags=re.MULTILINE):
        told = {"": "1"} | {name: ratio for name, _, ratio in (x.rpartition(" ") for x in ratios.split("; "))}
        if told.get(way, "–") != "–" and (seconds := float(base) * float(told[way])):
            yield what, seconds


def draw(found: list[Curve]) -> None:
    """A panel a kind: seconds by size, both axes logarithmic, and a line of the theoretical slope."""
    from matplotlib import rcParams
    from matplotlib.figure import Figure

    rcParams["svg.hashsalt"] = TITLE  # the same picture of the same points
    rcParams["svg.fonttype"] = "none"  # letters, not their outlines
    kinds = [kind for kind in KINDS if any(x.kind == kind for x in found)]
    figure = Figure(figsize=(12, 3.2 * -(-len(kinds) // 3)), layout="constrained")
    for place, kind in enumerate(kinds):
        axes = figure.add_subplot(-(-len(kinds) // 3), 3, place + 1)
        own = [x for x in found if x.kind == kind]
        for curve in own:
            sizes, seconds = zip(*curve.points, strict=True)
            axes.plot([kind.size(n) for n in sizes], seconds, marker="o", markersize=3, linewidth=1)
        start, end = (kind.size(f(n for x in own for n, _ in x.points)) for f in (min, max))
        low = min(s for x in own for _, s in x.points)
        axes.plot([start, end], [low, low * (end / start) ** kind.exponent], "k--", linewidth=1)
        axes.set(xscale="log", yscale="log", xlabel=kind.unit, ylabel="seconds")
        axes.minorticks_off()
        axes.set_title(f"{kind.section}: {kind.way or 'base'}\ndashed: {kind.power(kind.exponent)}", fontsize=9)
    figure.savefig(PICTURE, metadata={"Date": None})
