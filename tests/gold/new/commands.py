"""Commands, asked in the words of the command line that stands."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest import mock

from rropt.cli.adapter import run as run_adapter
from rropt.errors import Disagreement, InputError, Undecided
from tests.gold.design_words import KEYS as design_keys, design_words
from tests.gold.device_words import KEYS as device_keys
from tests.gold.old import commands as old
from tests.gold.survey_documents import KEYS

DEMANDS = {
    "--rho": "rho:", "--beta": "beta:", "--bayes-factor": "bayes:", "--parity": "parity:", "--epsilon": "ldp:",
    "--vulnerability": "vulnerability:", "--piecewise": "",
}  # fmt: skip
"""For each option that named a demand, the name in its spec; --piecewise named a CSV file of the points of h."""


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Run the commands that come before, then the one that is asked."""
    with (
        mock.patch.object(old, "run", run),
        mock.patch.object(old, "read_document", read_document),
        mock.patch.object(old, "read_keys", read_keys),
    ):
        return old.answer(ask)


def led_on(words: list[str]) -> list[str]:
    """The words of today for a command of the version before."""
    if "--help" in words or not words:
        return words
    word, *rest = words
    if word in ("estimate", "two-samples", "associate", "regress", "draw", "device", "report"):
        rest = with_labels(rest, are_answers=word in ("draw", "device", "report"))
        words = [word, *rest]
    match word:
        case "demand":
            return [word, *demand_spec(rest)]
        case "two-samples":
            named = {"--by": "--half", "--groups": "--by"}
            return ["estimate", *(named.get(x, x) for x in rest)]
        case "families":
            return ["show", *rest]
        case "device" | "report":
            return [word, *with_instrument(rest)]
        case "draw" if "-n" in rest:
            place = rest.index("-n")
            named = rest.index("-i")
            return [word, *rest[:place], *rest[named : named + 2] * (int(rest[place + 1]) - 1), *rest[place + 2 :]]
        case "plan":
            return [word, *("--epsilon" if x == "--epsilons" else x for x in rest if x != "--no-compare")]
        case "check":
            return [word, *with_weights(with_demands(rest))]
    return words


def with_labels(words: list[str], *, are_answers: bool) -> list[str]:
    """The words with labels in the specs of mechanisms, as in warner:p=3/4,inputs=no/yes.

    Where `are_answers` is false, --inputs alone did not label the outputs, which stay 0, 1, ….
    """
    labels: dict[str, str] = {}
    for option in ("--inputs", "--outputs"):
        if option in words:
            place = words.index(option)
            labels[option[2:]] = words[place + 1].replace(",", "/")
            words = words[:place] + words[place + 2 :]
    if labels.keys() == {"outputs"}:
        labels = {"inputs": labels["outputs"]}
    elif labels.keys() == {"inputs"} and not are_answers:
        labels["outputs"] = "/".join(map(str, range(labels["inputs"].count("/") + 1)))
    added = "".join(f",{name}={x}" for name, x in labels.items())
    return [f"{x}{added}" if re.match(r"(\w+=)?\w+:\w+=", x) else x for x in words]


def with_instrument(words: list[str]) -> list[str]:
    """The words with the instrument in one option, such as --device cards:52."""
    found: list[str] = []
    rest = [*words]
    while rest:
        kind = rest.pop(0)
        if kind.removeprefix("--") in ("cards", "coins", "dice", "birthdays", "denominator", "bits"):
            found += ["--device", f"{kind[2:]}:{rest.pop(0)}"]
        else:
            found += ["--device", "spinner"] if kind == "--spinner" else [kind]
    return found


def demand_spec(words: list[str]) -> list[str]:
    """The spec of a demand whose numbers stood in options of their own, with the words after it."""
    if not words or words[0] not in DEMANDS:
        return words
    option, *numbers = words
    rest = [numbers.pop()] if numbers[-1] == "--json" else []
    return [DEMANDS[option] + ",".join(numbers), *rest]


def with_demands(words: list[str]) -> list[str]:
    """The words with specs in place of the options of single demands; --epsilon is an option still."""
    found: list[str] = []
    rest = [*words]
    while rest:
        option = rest.pop(0)
        if option not in DEMANDS or option == "--epsilon":
            found.append(option)
            continue
        numbers = [rest.pop(0) for _ in range(2 if option == "--rho" else 1)]
        points = "csip:" + points_in(numbers[0]) if option == "--piecewise" else ""
        found += ["--demand", points or DEMANDS[option] + ",".join(numbers)]
    return found


def points_in(file: str) -> str:
    """The points of a boundary from a CSV file, as in 0=1/5,8/9=1,1=1."""
    lines = Path(file).read_text(encoding="utf-8").split()[1:]
    return ",".join("=".join(line.split(",")) for line in lines)


def with_weights(words: list[str]) -> list[str]:
    """The words with --weights in the spec of the objective."""
    if "--weights" not in words or "--objective" not in words:
        return words
    place = words.index("--weights")
    weights, rest = words[place + 1], words[:place] + words[place + 2 :]
    of = rest.index("--objective") + 1
    return [*rest[:of], f"{rest[of]}:weights={weights}", *rest[of + 1 :]]


def run(words: list[str]) -> tuple[int, str]:
    """Run a command in this process: its exit code and standard output."""
    words = design_words(led_on(words))
    out = io.StringIO()
    with (
        mock.patch.dict(os.environ, {"COLUMNS": "200"}),
        mock.patch.multiple(sys, argv=["rropt", *words], stdin=io.StringIO()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        try:
            return run_adapter(words), out.getvalue()
        except (InputError, Undecided):
            return 2, ""
        except Disagreement:
            return 3, ""


READ, READ_KEYS = old.read_document, old.read_keys


def read_keys(document: dict[str, Any]) -> dict[str, Any]:
    """The key numbers of a document."""
    read = {**KEYS, **design_keys, **device_keys, **OWN}.get(document.get("schema", ""))
    return READ_KEYS(document) if read is None else read(document)


def read_document(words: list[str], said: str) -> Any:
    """The JSON document of an answer; that of a mechanism and of an audit in the names of the version before."""
    found = READ(words, said)
    if (
        isinstance(found, dict) and "--no-compare" in words
    ):  # the version before told the goal alone, where this was asked
        found = {key: x for key, x in found.items() if key != "devices"}
    if isinstance(found, dict) and found.get("schema") == "rropt/audit/1":
        told = [{"id": row["claim"], "kind": row["grade"]} for row in found["verdicts"]]
        papers = [{"claims": list(rows)} for _, rows in groupby(told, lambda x: x["id"].partition(".")[0])]
        return {"schema": "rropt.audit/1", "papers": papers}
    if isinstance(found, dict) and found.get("schema") == "rropt/compare/2":
        return {**found, "schema": "rropt/compare/1"}
    if isinstance(found, dict) and found.get("schema") == "rropt/admissible/2":
        told = {"admissible": "yes" if found["admissible"] else "no", "gamma": found["gamma"]["exact"]}
        return {"schema": "rropt/admissible/1", **told}
    if not isinstance(found, dict) or found.get("schema") != "rropt/mechanism/2" or "mechanism" not in found:
        return found
    law = found["mechanism"]
    (corner, *inputs), outputs = law[0], [next(iter(row.values())) for row in law]
    exact = [[text_of(x) for name, x in row.items() if name != corner] for row in law]
    labels = [None if names == [*map(str, range(len(names)))] else names for names in (inputs, outputs)]
    return {"schema": "rropt/mechanism/1", "inputs": labels[0], "outputs": labels[1], "exact": exact}


def text_of(x: Any) -> str:
    """The exact text of a number in a document."""
    return str(x["exact"] if isinstance(x, dict) else x)


def checkup(x: dict[str, Any]) -> dict[str, Any]:
    """The key numbers of a checkup."""
    rows = x.get("profile", ())
    found = {"parity": number(x["parity"]), "epsilon": number(x["epsilon"]), "met": x.get("met")}
    # what the version before called the optimum is the mechanism's own value
    found |= {"efficiency": enclosed(x.get("efficiency")), "optimum": enclosed(x.get("own_value"))}
    found["breakpoints"] = [number(row["t"]) for row in rows]
    found["deltas"] = [number(row["delta"]) for row in rows]
    found |= {name: enclosed(x.get(name)) for name in ("total_variation", "bayes_vulnerability", "bayes_capacity")}
    return {name: y for name, y in found.items() if y is not None}


def number(x: Any) -> Any:
    """A number as golden lines have it: its short exact text, or its bounds."""
    if not isinstance(x, dict):
        return x
    exact = x["exact"]
    return {"low": x["lower"], "high": x["upper"]} if exact is None else old.number_of(exact)


def enclosed(x: Any) -> Any:
    """A number with its bounds, and its exact text if this is short."""
    return None if x is None else old.told(x if isinstance(x, dict) else {"exact": str(x), "lower": x, "upper": x})


def verdicts(x: dict[str, Any]) -> dict[str, Any]:
    """The verdicts on files."""
    return {name: [row[name] for row in x["files"]] for name in ("status", "claim", "shows_value")}


def families(x: dict[str, Any]) -> dict[str, Any]:
    """The names of mechanisms."""
    return {"names": [row["name"] for row in x["families"]]}


OWN = {"rropt/families/2": families, "rropt.check/2": checkup, "rropt/verify/1": verdicts}
