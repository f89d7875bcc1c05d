"""`python -m benchmarks [--quick] [--only SECTION]` measures everything in one go and writes `benchmarks/RESULTS.md`.

Every figure but the first of a line is a ratio within the run. `--quick` takes some three minutes and prints without writing.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import bits, categories, claims, designs, orders, small
from benchmarks.measure import Line

RESULTS = Path(__file__).with_name("RESULTS.md")
PEERS = ("numpy", "scipy", "highspy", "cvxpy", "python-flint", "qif", "opendp", "z3-solver", "cvc5")
Section = tuple[str, str, Callable[[bool], Iterator[Line]]]
SECTIONS: dict[str, Section] = {
    "designs": ("Linear designs", "Ratios to HiGHS alone on rropt's own one-row formulation.", designs.lines),
    "categories": (
        "k categories",
        "Ratios to one sum for each of the 2^k patterns in numpy (of 16 inputs where shares are equal).",
        categories.lines,
    ),
    "shell": ("From the shell", "Ratios to a process that imports numpy.", small.shell),
    "closed": ("Closed forms", "Ratios to evaluating two formulas exactly.", small.closed_forms),
    "orders": (
        "Blackwell order",
        "Whether the first does what the second does. Ratios to the garbling's linear program in scipy, in floats.",
        orders.lines,
    ),
    "bits": ("Many bits and many rows", "Ratios to what stands after the semicolon.", bits.lines),
    "claims": ("The audit", "Ratios to checking the stored proof.", claims.lines),
    "draws": ("A million answers", "Ratios to NumPy's choice, seeded and in doubles.", small.draws),
    "sweeps": (
        "Grids of designs",
        "Ratios to the cvxpy model of all pairs, built for each design, default solver.",
        small.sweeps,
    ),
}


def versions() -> str:
    def of(name: str) -> str:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            return f"{name} not installed"

    return ", ".join(map(of, PEERS))


def growth(lines: Sequence[Line]) -> Iterator[str]:
    """The exponent a of a fit size^a to the certified times of each problem with three sizes or more."""
    times: dict[str, list[tuple[int, float]]] = {}
    for x in lines:
        name, _, rest = x.what.partition(", k = ")
        size, _, budget = rest.partition(", ")
        if rest and (found := x.ratios.get("certified")):
            times.setdefault(f"{name}, {budget}", []).append((int(size), found.seconds))
    for name, points in times.items():
        if len(points) > 2:
            xs, ys = [math.log(k) for k, _ in points], [math.log(s) for _, s in points]
            x, y = sum(xs) / len(xs), sum(ys) / len(ys)
            slope = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)
            yield f"- {name}: certified grows like k^{slope:.2f} from k = {points[0][0]} to {points[-1][0]}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=SECTIONS, help="one section, printed and not written")
    options = parser.parse_args()
    text = [
        "# Results",
        "",
        f"`python -m benchmarks{' --quick' if options.quick else ''}` on {datetime.now(UTC):%Y-%m-%d}: "
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; {versions()}.",
        "Processor seconds; the base is a median with the least and the most of its runs, every other way a multiple of it.",
    ]
    print("\n".join(text), flush=True)
    for name in [options.only] if options.only else SECTIONS:
        title, words, section = SECTIONS[name]
        part = ["", f"## {title}", "", words, "", "| what | base | ratios |", "|---|---|---|"]
        print("\n".join(part), flush=True)
        lines = []
        for found in section(options.quick):
            lines.append(found)
            print(found, flush=True)
        grown = list(growth(lines))
        print("\n".join(["", *grown]), flush=True)
        text += [*part, *map(str, lines), "", *grown]
    if not options.quick and not options.only:
        RESULTS.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
