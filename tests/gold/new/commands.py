"""Commands, with the words and options that they have now."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Any
from unittest import mock

from rropt.cli.adapter import run as run_moved
from rropt.errors import Disagreement, InputError, Undecided
from tests.gold.design_words import KEYS as design_keys
from tests.gold.design_words import design_words
from tests.gold.old import commands as old
from tests.gold.survey_documents import KEYS


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Run the commands that come before, then the one that is asked."""
    with (
        mock.patch.object(old, "run", run),
        mock.patch.object(old, "read_document", read_document),
        mock.patch.object(old, "read_keys", read_keys),
    ):
        return old.answer({**ask, "command": led_on(ask["command"])})


def led_on(command: str) -> str:
    """The new line for a word that is no command any more."""
    words = command.split(" ")
    if words[0] == "demand":
        return " ".join(["demand", *demand_spec(words[1:])])
    if words[0] != "two-samples" or "--help" in words:
        return command
    named = {"--by": "--half", "--groups": "--by"}
    return " ".join(["estimate", *(named.get(x, x) for x in words[1:])])


DEMANDS = {"--rho": "rho:", "--beta": "beta:", "--bayes-factor": "bayes:", "--parity": "parity:", "--epsilon": "ldp:"}


def demand_spec(words: list[str]) -> list[str]:
    """The spec of a demand whose numbers stood in options of their own, with the words after it."""
    if not words or words[0] not in (*DEMANDS, "--piecewise"):
        return words
    option, *numbers = words
    rest = [numbers.pop()] if numbers[-1] == "--json" else []
    return [DEMANDS.get(option, "") + ",".join(numbers), *rest]


def run(words: list[str]) -> tuple[int, str]:
    """Run a command in this process: its exit code and standard output."""
    words, out = design_words(words), io.StringIO()
    with (
        mock.patch.multiple(sys, argv=["rropt", *words], stdin=io.StringIO()),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        try:
            return run_moved(words), out.getvalue()
        except (InputError, Undecided):
            return 2, ""
        except Disagreement:
            return 3, ""


READ, READ_KEYS = old.read_document, old.read_keys


def read_keys(document: dict[str, Any]) -> dict[str, Any]:
    """The key numbers of a document."""
    read = (KEYS | design_keys).get(document.get("schema", ""))
    return READ_KEYS(document) if read is None else read(document)


def read_document(words: list[str], said: str) -> Any:
    """The JSON document of an answer; that of a mechanism and of an audit in the names of the version before."""
    found = READ(words, said)
    if isinstance(found, dict) and found.get("schema") == "rropt/audit/1":
        papers = [
            {"claims": [{"id": x, "kind": y} for x, y in zip(row["claims"], row["grades"], strict=True)]}
            for row in found["papers"]
        ]
        told = [zip(row["claims"], row["grades"], strict=True) for row in found["papers"]]
        papers = [{"claims": [{"id": name, "kind": grade} for name, grade in row]} for row in told]
        return {"schema": "rropt.audit/1", "papers": papers}
    if isinstance(found, dict) and found.get("schema") == "rropt/compare/2":
        return {**found, "schema": "rropt/compare/1"}
    if isinstance(found, dict) and found.get("schema") == "rropt/admissible/2":
        told = {"admissible": "yes" if found["admissible"] else "no", "gamma": found["gamma"]["exact"]}
        return {"schema": "rropt/admissible/1", **told}
    if not isinstance(found, dict) or found.get("schema") != "rropt/mechanism/2" or "law" not in found:
        return found
    law = found["law"]
    (corner, *inputs), outputs = law[0], [next(iter(row.values())) for row in law]
    exact = [[x["exact"] for name, x in row.items() if name != corner] for row in law]
    labels = [None if names == [*map(str, range(len(names)))] else names for names in (inputs, outputs)]
    return {"schema": "rropt/mechanism/1", "inputs": labels[0], "outputs": labels[1], "exact": exact}
