"""What the records say, as a page: counts by objective and by demand, every disagreement, and how far each peer is off."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

Record = dict[str, Any]
OFF = 1e-6
FAR = 1e-3
WRONG = ("CONTRADICTS", "legs disagree", "raised")
INTRODUCTION = """# rropt beside an exact solver of the tests, cvxpy with two solvers, and libqif

`python -m tests.differential` on {day}, commit {commit}: {count} random problems by number, {versions}. Each is asked of

- rropt, by `design`, whose certificate is then judged;
- the exact route of `exact.py`, which shares no code with rropt: a simplex method in whole numbers for what is linear in the
  mechanism or in a measure on extreme rows; corners, and z3, for two outputs; and else the value of rropt's mechanism from the
  definition, with an exact lower bound on every mechanism's by its tangent;
- cvxpy with HiGHS and Clarabel (linear programs), or Clarabel and SCS (cones), at their default tolerances;
- libqif's linear program, where the problem is a loss under a metric.
"""


def report(records: Sequence[Record]) -> str:
    lines = [
        INTRODUCTION.format(
            day=f"{datetime.now(UTC):%Y-%m-%d}", commit=commit(), count=len(records), versions=versions()
        ),
        *section("What the exact route says of rropt's answers", by(records, "objective")),
        *section("The same by demand", by(records, "demand")),
        *disagreements(records),
        *refusals(records),
        *peers(records),
    ]
    return "\n".join(lines) + "\n"


def commit() -> str:
    """The commit's short name; "unknown" outside a clone, or on a machine without git."""
    if shutil.which("git") is None:
        return "unknown"
    found = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def versions() -> str:
    def of(name: str) -> str:
        try:
            return f"{name} {version(name)}"
        except PackageNotFoundError:
            return f"no {name}"

    return ", ".join(map(of, ("cvxpy", "highspy", "clarabel", "scs", "qif")))


def said(record: Record) -> str:
    """The exact route's verdict, without its numbers."""
    if record["rropt"] in ("refused", "legs disagree", "raised"):
        return str(record["rropt"])
    if record["certificate"] not in ("accepted", "none"):
        return f"certificate {record['certificate']}"
    found = str(record["exact"])
    return found.split(":")[0].split(", by")[0].split(" to ")[0] if found.startswith(("open", "equal")) else found


def by(records: Iterable[Record], key: str) -> list[str]:
    counts: dict[str, Counter[str]] = {}
    for record in records:
        name = str(record[key]).removesuffix(" with conditions") if key == "demand" else record[key]
        counts.setdefault(name, Counter())[said(record)] += 1
    return [
        f"| {name} | {sum(found.values())} | {'; '.join(f'{what} {n}' for what, n in found.most_common())} |"
        for name, found in sorted(counts.items())
    ]


def section(title: str, rows: Sequence[str]) -> list[str]:
    return ["", f"## {title}", "", "| | problems | |", "|---|---|---|", *rows]


def contradictions(records: Sequence[Record]) -> list[Record]:
    """What rropt gave no answer to and no reason, or one that the exact route contradicts."""
    return [x for x in records if said(x) in WRONG or said(x).startswith("certificate")]


def disagreements(records: Sequence[Record]) -> list[str]:
    wrong = contradictions(records)
    unsettled = [x for x in records if said(x).startswith(("open", "within wide", "no mechanism"))]
    lines = ["", "## rropt against the exact route", "", f"Contradictions: {len(wrong)}."]
    lines += [f"- {place(x)}: {x.get('exact', x.get('said'))}" for x in wrong]
    lines += ["", f"Not settled to nine digits by the exact route, or by rropt: {len(unsettled)}."]
    return [*lines, *(f"- {place(x)}: {x['exact']}" for x in unsettled)]


def place(record: Record) -> str:
    return f"problem {record['n']} ({record['objective']}, {record['demand']}, k = {record['k']})"


def refusals(records: Sequence[Record]) -> list[str]:
    refused = Counter(str(x["said"])[:200] for x in records if x["rropt"] == "refused")
    lines = ["", "## What rropt refused", "", f"{sum(refused.values())}, each in a sentence."]
    return [*lines, *(f"- {n} times: {sentence}" for sentence, n in refused.most_common(12))]


def peers(records: Sequence[Record]) -> list[str]:
    lines = [
        "",
        "## How far the peers are off",
        "",
        "Against the larger of the exact value and 1, of answers whose status is `optimal`. Where a peer is off, rropt's value is",
        "the exact one: the exact route says so, and the certificate was accepted. cvxpy's value is that of its solver's point:",
        "where that makes the information matrix nearly singular, as ratios of 101/100 do, the value is of any size.",
        "",
        f"| peer | objectives | answers | off by more than {OFF:g} | by more than {FAR:g} | the farthest | no answer |",
        "|---|---|---|---|---|---|---|",
    ]
    found: dict[tuple[str, str], list[tuple[str, float | None, Record]]] = {}
    for record in records:
        if str(record.get("exact")).startswith(("equal", "within")):
            for name, (status, off) in record.get("peers", {}).items():
                found.setdefault((name, record["objective"]), []).append((status, off, record))
    for (name, objective), answers in sorted(found.items()):
        given = [(off, x) for status, off, x in answers if off is not None and status == "optimal"]
        farthest = max(given, key=lambda pair: pair[0], default=None)
        far = "–" if farthest is None else f"{farthest[0]:.1e} (problem {farthest[1]['n']})"
        rest = Counter(status for status, off, _ in answers if status != "optimal")
        more = [sum(off > limit for off, _ in given) for limit in (OFF, FAR)]
        none = "; ".join(f"{status} {n}" for status, n in rest.items()) or "0"
        lines.append(f"| {name} | {objective} | {len(given)} | {more[0]} | {more[1]} | {far} | {none} |")
    return lines
