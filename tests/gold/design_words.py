"""Command lines about designs of the version before, with the options that they have now, and the key numbers of their answers.

What goes, such as --plain, --solver and --require without --least, stays as it was typed, so that the adapter refuses it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

DEMANDS = {
    "--parity": "parity:",
    "--rho": "rho:",
    "--beta": "beta:",
    "--bayes-factor": "bayes:",
    "--and": "",
    "--vulnerability": "vulnerability:",
    "--piecewise": "csip:",
    "--epsilons": "pairs:",
    "--metric": "metric:",
}


def design_words(words: list[str]) -> list[str]:
    """The words of a design's or a sweep's line."""
    if words[:1] == ["sweep"] and words[1:2] != ["--help"]:
        file, *rest = words[1:]
        return ["sweep", "--grid", file, *rest, *(["--store", f"{rest[1]}.store"] if rest else [])]
    if words[:1] != ["design"]:
        return words
    given, kept = _options(words[1:])
    demands = [DEMANDS[name] + _numbers(name, x) for name, x in given if name in DEMANDS]
    own = {name: x for name, x in given if name not in DEMANDS}
    if "--epsilons" in dict(given):
        own.setdefault("--inputs", Path(dict(given)["--epsilons"]).read_text("utf-8").splitlines()[0].lstrip(","))
    if "--metric" in dict(given):
        demands = [f"{x},{own.pop('--epsilon', 'every')}" if x.startswith("metric:") else x for x in demands]
    elif demands and "--epsilon" in own and "--least" not in own and "--along" not in own:
        slack = f",{own.pop('--delta')}" if "--delta" in own else ""
        demands.insert(0, f"ldp:{own.pop('--epsilon')}{slack}")
    aim = own.get("--objective", "")
    if "--weights" in own:
        own["--objective"] = f"{aim}:{own.pop('--weights')}"
    if "--warner" in kept:
        own["--objective"] = f"{aim}:warner"
        kept.remove("--warner")
    if "--least" in own and "--require" in own:
        own["--value"] = own.pop("--require")
    return ["design", *kept, *(y for x in own.items() for y in x), *(y for x in demands for y in ("--demand", x))]


def _options(words: list[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """The options with their values, those of --rho with a comma between them, and what has no value."""
    given, kept, left = list[tuple[str, str]](), list[str](), list(words)
    while left:
        word = left.pop(0)
        if word in ("--json", "--proof", "--plain", "--warner", "--help") or not word.startswith("-") or not left:
            kept.append(word)
        else:
            given.append((word, ",".join(left.pop(0) for _ in range(2 if word == "--rho" else 1))))
    return given, kept


def _numbers(name: str, value: str) -> str:
    """The numbers of a demand, of those in files as a spec has them."""
    if name == "--piecewise":
        rows = list(csv.reader(Path(value).read_text("utf-8").splitlines()))
        return ",".join("=".join(row) for row in rows if row[0][:1].isdigit())
    if name == "--epsilons":
        (_, *inputs), *rows = csv.reader(Path(value).read_text("utf-8").splitlines())
        pairs = [(row[0], label, x) for row in rows for label, x in zip(inputs, row[1:], strict=True)]
        return ",".join(f"{a}/{b}={x}" for a, b, x in pairs if a != b)
    return value


def design(x: dict[str, Any]) -> dict[str, Any]:
    """The verdict, and the value if there is one number."""
    return {"verdict": x["verdict"]} | ({"value": value(x["value"])} if "value" in x else {})


def least(x: dict[str, Any]) -> dict[str, Any]:
    """Which number is least, and between what it lies."""
    return {"of": x["of"], "value": value(x["least"])}


def along(x: dict[str, Any]) -> dict[str, Any]:
    """The designs at points."""
    return {"along": x["along"], "points": [design(row) for row in x["points"]]}


def value(x: Any) -> Any:
    """A number that is exact, or lies between two."""
    if not isinstance(x, dict):
        return {"exact": str(x)}
    return {key: str(Fraction(x[name])) for key, name in (("low", "lower"), ("high", "upper"))}


KEYS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "rropt.design/2": design,
    "rropt.design_in_pieces/1": design,
    "rropt.design_by_share/1": design,
    "rropt.least/2": least,
    "rropt.along/1": along,
}
"""For each schema the function that reads the key numbers."""
