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

from benchmarks import bits, categories, claims, designs, growth, orders, small, sweeps
from benchmarks.measure import Line

RESULTS = Path(__file__).with_name("RESULTS.md")
PEERS = ("numpy", "scipy", "highspy", "cvxpy", "python-flint", "qif", "opendp", "z3-solver", "cvc5")
HEAD = """# Results

Processor seconds; the base is a median with the least and the most of its runs, every other way a multiple of it.
"""
DESIGNS = """Ratios to HiGHS alone on rropt's own one-row formulation; `checker` and `basis`, which begins with HiGHS, are parts of
`certified`.

How far the aims are met (3 times HiGHS alone from k = 16 on, faster than cvxpy in every line) and where the time goes stands
below the table. The limit at δ = 0: HiGHS takes some 8 microseconds for each of the k·k entries, in compiled code and doubles; a
certificate has up to three such matrices of exact numbers, and the checker, which is plain Python on purpose, takes 13
microseconds an entry at k = 16 and 4 at k = 128 to read it, add it up and compare it. What could be shared is: one HiGHS run serves
both legs, a number that stands in many places is read, enclosed and multiplied once, and no sum is formed of an output that is
slack. A compiled checker would be faster, and another program to trust. With δ > 0 HiGHS takes most of the time. A utility of zeros
and ones at k = 32 and ε = 1/1000 stands out: the basis that HiGHS ends at is not optimal there, and exact pivots repair it."""
BITS = """Ratios to what stands after the semicolon.

The aim of 1.2 times eight copies is met or missed by what else uses memory: at 24 bits it was 0.55 in one run and 1.6 in another,
in which the copies took a third of the time and the product as much as before. At 16 and 20 bits it is missed (4 to 9 times, 2 to
5): the array stays in the cache, so that eight copies take 0.1 ms, and the product multiplies and adds each number 64 times. What
Spark's Java runtime takes is not counted, only this process's part."""
AUDIT = """Ratios to checking the stored proof. First the papers, then the ten claims that take longest
to decide, then twenty by lot.

z3 and cvc5 are given the statement as it is, a minute each; what they say is named where it is not `unsat`. They let x/0 be any
number, and so say `sat` where the audit says that a divisor may be 0."""
SHELL = """Ratios to a process that imports numpy; the last columns are what the others are made of, each in a process of its own.

The aim of 0.2 s for help is that of typer and rich, whose Markdown reader is loaded for every help: all else is the declaration of
the commands. A certified closed form loads typer, numpy, HiGHS, python-flint and, where it is installed, pydantic (through typer),
and 200 modules of rropt, none of which takes a twentieth of the whole; it loads neither sympy nor cvxpy."""
SWEEPS = """Ratios to a cvxpy model built for each design, default solver. The aim is 0.1 at most.

Reached are all lines of 200 values of epsilon; of 30 values those of traces, of weighted traces (one of 4 inputs at 0.102) and of
random utilities of 2 and 4 inputs (one of 48 at 0.101), along delta at ln3 all but a weighted trace of 16 inputs (0.106) and a
random utility of 8, and along the prevalence all of two outputs. Along the prevalence with free outputs cvxpy solves one linear
program in two to four unknowns a row, in 4 ms, of which reading a row and writing its exact numbers into the frame are a
twentieth. It is missed

- where few rows share a certificate, as each change of the optimum's pattern or basis is certified anew: the checker, plain
  Python on purpose, takes a quarter to a half of that, and the rest is one HiGHS run, the search for the ends of a run, and exact
  multipliers over it. Along epsilon with delta > 0 these are quotients of polynomials in e^epsilon whose degree grows with the
  inputs: of 6 half of the runs are single rows, and from 7 on each row is solved by itself;
- along delta at 1/2, where e^epsilon is irrational and so the certificate's one letter: each row has one of its own, and the
  checker alone takes 13 to 18 per cent of what cvxpy does for traces and for a utility of 4 inputs, and 1.7 times as long for one
  of 8;
- along priors, each of which is another objective, so that each row is solved by itself: the checker alone takes 16 to 36 per
  cent of what cvxpy does at ln3 with delta 0, and 26 to 81 with delta 1/10.

A binary variance is no convex program: there the base is 15 weights of a parametrised linear one, and a program along each edge."""
Section = tuple[str, str, Callable[[bool], Iterator[Line]]]
SECTIONS: dict[str, Section] = {
    "designs": ("Linear designs", DESIGNS, designs.lines),
    "categories": (
        "k categories",
        "Ratios to one sum for each of the 2^k patterns in numpy (of 16 inputs where shares are equal).",
        categories.lines,
    ),
    "shell": ("From the shell", SHELL, small.shell),
    "closed": ("Closed forms", "Ratios to evaluating two formulas exactly.", small.closed_forms),
    "orders": (
        "Blackwell order",
        "Whether the first does what the second does. Ratios to the garbling's linear program in scipy, in floats.",
        orders.lines,
    ),
    "bits": ("Many bits and many rows", BITS, bits.lines),
    "claims": ("The audit", AUDIT, claims.lines),
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
    slow = [x.what for x, s in times if (peer := x.ratios.get("cvxpy")) and s > peer.seconds]
    yield f"- certified slower than cvxpy: {'; '.join(slow) or 'nowhere'}"


def shares(lines: Sequence[Line]) -> Iterator[str]:
    """Where the time of certified designs goes at each size, in per cent: the median over the lines that say it."""
    of_size: dict[int, list[dict[str, float]]] = {}
    for x in lines:
        if (
            (whole := x.ratios.get("certified"))
            and (checker := x.ratios.get("checker"))
            and (basis := x.ratios["basis"])
        ):
            one = x.ratios["one optimum"] or whole
            parts = {
                "HiGHS with its model": x.base.seconds,
                "the exact basis": basis.seconds - x.base.seconds,
                "the checker": checker.seconds,
                "other optima": whole.seconds - one.seconds,
            }
            of_size.setdefault(size_of(x), []).append({name: 100 * s / whole.seconds for name, s in parts.items()})
    for size, found in of_size.items():
        part = {name: max(0.0, statistics.median(each[name] for each in found)) for name in found[0]}
        told = ", ".join(f"{name} {share:.0f}" for name, share in part.items())
        yield (
            f"- certified at k = {size}, of 100: {told}, and {max(0.0, 100 - sum(part.values())):.0f} the certificate's text, "
            "the mechanism and the answer"
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
    tell("", *aims(lines), *shares(lines))
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
