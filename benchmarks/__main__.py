"""`python -m benchmarks [--quick] [--only SECTION]` measures everything, or a section, and writes it into `benchmarks/RESULTS.md`.

Every figure but the first of a line is a ratio within the run. `--quick` takes some three minutes and prints without writing.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import bits, categories, checker, designs, engine, growth, orders, small, sweeps, verified
from benchmarks.measure import Line

RESULTS = Path(__file__).with_name("RESULTS.md")
PEERS = ("numpy", "scipy", "highspy", "cvxpy", "python-flint", "qif", "opendp", "z3-solver", "cvc5")
HEAD = """# Results

Processor seconds; the base is a median with the least and the most of its runs, every other way a multiple of it.
Each section says its date: those before 2026-11-29 measured the designs before the engine was built anew.
"""
ENGINE = """Ratios of the least of up to 9 runs, in turns with the base, to the least of the base: of linear designs HiGHS
alone on the compact model, of total variances Clarabel on cvxpy's model, built anew, of informations HiGHS alone on the linear
program over all patterns. `design` is all of it, with the certificate's text and the checker's verdict; `unjudged` is without
both. No base certifies. HiGHS alone gets its model by highspy's lists; by arrays, as designs hand it over, it takes 13 per cent
less at k = 16, 10 at k = 32 and 4 at k = 128.

The aims are at most 3 times HiGHS alone from k = 16 on and faster than cvxpy's model built anew in every line, 1 times Clarabel,
and at most 4 times the program over patterns. Between `unjudged` and `design` stands mostly the checker, in plain Python.

The list below the table tells how far they are reached. Under one pure demand the basis of a linear design is solved once, in
rationals without e^ε, so that an irrational e^ε costs little but longer texts. Informations come to the aim of 4 from k = 8 on,
where the checker shows most patterns by a tangent and computes a logarithm for the few that are left. At k = 4 and 6 the program
over patterns takes half a millisecond to a millisecond, and the checker alone 1.4 to 3 times as long. Total variances come to the
aim at k = 8, and at k = 6 where e^ε is 3; without their judgement they come to it in every line. There the checker builds one
quadratic form of all patterns from the row of ones, so that a pattern costs a few additions. At ε = 1 the matrix of k = 16 missed
the aim, and that of k = 32 was slower than cvxpy's model.

The parts of missed lines and two others, in multiples of the base and in turns with it, the least of 40 runs on 2026-11-30 with a
load of 8; `before` is the design at commit 62418acac, in the same turns:

| line | before | design | unjudged | checker | text |
|---|--:|--:|--:|--:|--:|
| matrix, k = 16, 1 | 3.19 | 3.33 | 1.26 | 1.48 | .32 |
| matrix, k = 32, 1 | 2.41 | 2.40 | 1.03 | .99 | .19 |
| total variance, k = 4, ln3 | 1.19 | 1.11 | .71 | .34 | .02 |
| total variance, k = 4, 1 | 1.38 | 1.27 | .69 | .49 | .05 |
| total variance, k = 6, ln3 | 1.09 | .99 | .56 | .40 | .03 |
| total variance, k = 6, 1 | 1.48 | 1.35 | .62 | .58 | .04 |
| information, k = 4, ln3 | 7.10 | 6.95 | 3.84 | 2.50 | .19 |
| information, k = 4, 1 | 9.46 | 7.89 | 4.18 | 2.95 | .20 |
| information, k = 6, ln3 | 4.16 | 3.80 | 2.20 | 1.39 | .10 |
| information, k = 6, 1 | 5.82 | 5.24 | 3.00 | 1.73 | .21 |
| information, k = 8, 1 | 4.03 | 3.42 | 1.86 | 1.36 | .06 |

These and the run below differ by up to a seventh, but informations of k = 4 and 6 by up to three fifths: each design meets the
processor's caches as the base has left them, where its Python takes up to four times as long as when it is repeated alone. The
least times of parts without judging, on the same day with a load of 10, in microseconds: of an information at k = 4 and ε = 1,
HiGHS 470, the rest of the floats 565, the exact program 470 and the weights for the ratio below 106, the mechanism and its bounds
233, reading the demand 222; of a total variance at k = 6 and ε = 1, the interior point 3,780, rational weights 2,250, bounds and
evidence 2,520, centring the rows 380, reading the demand 280, posing the dual 250."""
DESIGNS = """Ratios to HiGHS alone on the compact model, one row an entry; `checker` is a part of `certified`. The aim is 3 times
HiGHS alone from k = 16 on; the list below the table tells in how many lines it is reached, and where the time goes."""
CATEGORIES = """Ratios to one sum for each of the 2^k patterns in numpy (of 16 inputs where shares are equal).

`cvxpy, …` is the best model with e^ε as a Parameter, built and compiled before, and solved again, each time at another e^ε, by
Clarabel (information by the quicker of Clarabel and HiGHS): of the total variance its dual, a quadratic cone for each pattern; of
the others `Problem.as_cvxpy()`. `as posed` is that of the total variance, `built anew` the dual built and solved. A model lists all
patterns; – is a semidefinite one of more than 8 inputs, which was not asked for. None certifies anything.

At 5 and 8 categories a certified design takes longer than the quickest of the models that are solved again. At 12 an information
takes longer too, and a total variance a tenth of the time. More than 12 unequal shares are refused."""
CHECKER = """Ratios to the checker as it is, each without one of the ways that it has for speed alone; 1 is a way that buys
nothing there.

`remember` pays where numbers repeat, as in a trace at e^ε; `enclose_in_steps` and `is_surely_bounded` at many different weights;
`read_plain` at a matrix of different numbers, `multiply_rational` at a garbling, `sums of patterns` at patterns of many inputs."""
BITS = """Ratios to what stands after the semicolon.

The aim of 1.2 times eight copies is missed: 2.7 times at 24 bits, some 6 at 16 and 20, where the array stays in the cache and the
product multiplies and adds each number 64 times. Spark was not measured in this run, for want of a Java runtime."""
VERIFIED = """Ratios to `python -m checker FILE`, each a process of its own, at e^ε = 3; memory is the most that a process held.

The aim, faster than Python, is met by whole processes at all sizes: rropt-verified takes 3 to 15 per cent of the time up to k =
32, two fifths at k = 64, and a quarter to a half of the memory. It makes lists of characters that are arbitrary
integers, and much of its time at k = 64 is the sentence with the SHA-256 of what is too long for it; at k = 128 the trace's
ratio was 0.8 in a run of its own on 2026-11-23, so that larger files are likely Python's. Of vm_compute loading the theorem is
eight tenths and more up to k = 16, and a third to two fifths at k = 64."""
SHELL = """Ratios to a process that imports numpy; the last columns are what the others are made of, each in a process of its own.

Help loads no arithmetic: the signatures of the commands are read from the text of their files. A certified closed form loads
numpy, HiGHS and python-flint; it loads neither sympy nor cvxpy."""
SWEEPS = """Ratios to one model of cvxpy with Parameters, built once and solved again for each row by its default solver or HiGHS,
whichever is the quicker; it certifies nothing.

Each row is solved and certified by itself, so that a row costs what a design costs. A variance of two answers is no convex
program: there it is the linear program in (x, y), solved at some five s for each row."""
Section = tuple[str, str, Callable[[bool], Iterator[Line]]]
SECTIONS: dict[str, Section] = {
    "engine": ("Designs against solvers alone", ENGINE, engine.lines),
    "designs": ("Linear designs", DESIGNS, designs.lines),
    "categories": (
        "k categories",
        CATEGORIES,
        categories.lines,
    ),
    "checker": ("The checker's ways", CHECKER, checker.lines),
    "shell": ("From the shell", SHELL, small.shell),
    "closed": ("Closed forms", "Ratios to ten thousand exponentials.", small.closed_forms),
    "orders": (
        "Blackwell order",
        "Whether the first does what the second does. Ratios to the garbling's linear program in scipy, in floats.",
        orders.lines,
    ),
    "bits": ("Many bits and many rows", BITS, bits.lines),
    "verified": ("The checker with a theorem", VERIFIED, verified.lines),
    "draws": ("A million answers", "Ratios to NumPy's choice, seeded and in doubles.", small.draws),
    "sweeps": (
        "Grids of designs",
        SWEEPS,
        sweeps.lines,
    ),
}


def versions() -> str:
    def of(name: str) -> str:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            return f"{name} not installed"

    return ", ".join(map(of, PEERS))


def size_of(x: Line) -> int:
    return int(x.what.partition(", k = ")[2].partition(", ")[0])


def aims(lines: Sequence[Line]) -> Iterator[str]:
    """How far the two aims of certified linear designs are met."""
    times = [(x, x.ratios["certified"].seconds) for x in lines if x.ratios.get("certified") and "checker" in x.ratios]  # type: ignore[union-attr]
    large = [(size_of(x), s / x.base.seconds) for x, s in times if size_of(x) >= 16]
    if not large:
        return
    medians = ", ".join(
        f"{statistics.median(r for k, r in large if k == size):.1f} at k = {size}"
        for size in sorted({k for k, _ in large})
    )
    met = sum(r <= 3 for _, r in large)
    yield f"- certified at most 3 times HiGHS alone, δ = 0, k ≥ 16: in {met} of {len(large)} lines; the median is {medians}"
    for way in ("cvxpy", "cvxpy, as posed", "cvxpy, built anew", "cvxpy, pairs"):
        known = [(peer.seconds, s) for x, s in times if (peer := x.ratios.get(way))]
        faster, slower = [peer / s for peer, s in known if peer > s], [s / peer for peer, s in known if peer <= s]
        told = [f"faster in {len(faster)} of {len(known)} lines, {_about(faster)}"] if faster else []
        told += [f"slower in {len(slower)} of {len(known)}, {_about(slower)}"] if slower else []
        yield f"- certified against `{way}`: {'; '.join(told)}"


def aims_of_engine(lines: Sequence[Line]) -> Iterator[str]:
    """How far the aims of designs beside solvers alone are met, class by class."""
    for name in dict.fromkeys(x.what.partition(", k = ")[0] for x in lines if "unjudged" in x.ratios):
        own = [x for x in lines if x.what.startswith(f"{name}, k = ")]
        ratios = {way: [t.seconds / x.base.seconds for x in own if (t := x.ratios.get(way))] for way in own[0].ratios}
        told = ", ".join(f"{way} {statistics.median(found):.2f}" for way, found in ratios.items())
        if "cvxpy anew" in ratios:
            large = [r for x, r in zip(own, ratios["design"], strict=True) if size_of(x) >= 16]
            faster = sum(r < peer for r, peer in zip(ratios["design"], ratios["cvxpy anew"], strict=True))
            told += f"; within 3 in {sum(r <= 3 for r in large)} of {len(large)} lines from k = 16 on"
            told += f", faster than cvxpy in {faster} of {len(own)}"
        yield f"- {name}, medians: {told}"


def _about(ratios: Sequence[float]) -> str:
    return f"{min(ratios):.1f} to {max(ratios):.1f} times (median {statistics.median(ratios):.1f})"


def shares(lines: Sequence[Line]) -> Iterator[str]:
    """Where the time of certified designs goes at each size, in per cent: the median over the lines that say it."""
    of_size: dict[int, list[dict[str, float]]] = {}
    for x in lines:
        if (whole := x.ratios.get("certified")) and (checker := x.ratios.get("checker")):
            parts = {"HiGHS alone": x.base.seconds, "the checker": checker.seconds}
            of_size.setdefault(size_of(x), []).append({name: 100 * s / whole.seconds for name, s in parts.items()})
    for size, found in of_size.items():
        part = {name: max(0.0, statistics.median(each[name] for each in found)) for name in found[0]}
        told = ", ".join(f"{name} {share:.0f}" for name, share in part.items())
        yield (
            f"- certified at k = {size}, of 100: {told}, and {max(0.0, 100 - sum(part.values())):.0f} the exact basis, "
            "the certificate's text and the answer"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=SECTIONS, help="one section; the others stay as they were measured")
    options = parser.parse_args()
    for name in [options.only] if options.only else SECTIONS:
        part = measured(name, options.quick)
        if not options.quick:
            keep(SECTIONS[name][0], part)


def measured(name: str, quick: bool) -> str:
    """A section's text, printed line by line as it comes."""
    title, words, section = SECTIONS[name]
    text: list[str] = []

    def tell(*lines: str) -> None:
        print("\n".join(lines), flush=True)
        text.extend(lines)

    run = f"`python -m benchmarks --only {name}{' --quick' if quick else ''}`"
    machine = f"{platform.machine()}, {os.cpu_count()} cores with a load of {os.getloadavg()[0]:.1f} before"
    tell(
        f"## {title}",
        "",
        words,
        "",
        f"{run} on {datetime.now(UTC):%Y-%m-%d}: {machine}, {platform.system()}, Python {platform.python_version()}; {versions()}.",
        "",
        "| what | base | ratios |",
        "|---|---|---|",
    )
    lines: list[Line] = []
    for found in section(quick):
        lines.append(found)
        tell(str(found))
    tell("", *aims(lines), *shares(lines), *aims_of_engine(lines))
    return "\n".join(text).rstrip() + "\n"


def keep(title: str, part: str) -> None:
    """Writes a section in the place of what was measured of it before."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else ""
    parts = {x.splitlines()[0][3:]: x.rstrip() + "\n" for x in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]}
    parts[title] = part
    known = "\n".join([HEAD, *(parts[x] for x, _, _ in SECTIONS.values() if x in parts)])
    RESULTS.write_text(f"{known}\n{growth.section(known)}", encoding="utf-8")


if __name__ == "__main__":
    main()
