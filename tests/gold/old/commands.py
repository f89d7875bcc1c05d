"""Commands of the version before, run in a folder of their own: exit code, what was written, and the key numbers of the answer.

The key numbers have the names of KEYS, by the schema of the JSON document; a document within it is read by its own schema. A number
that the document rounds stands as an interval of a unit of its last digit on either side. `free` has the first numbers of the whole
document by their place; they are there to be looked at and never compared, as documents to come have other keys.
"""

from __future__ import annotations

import json
import shlex
import tempfile
from collections.abc import Callable, Iterator
from contextlib import chdir
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.gold.lines import exact_number
from tests.gold.old.people import about
from tests.gold.rows import unpack

MOST_NUMBERS = 20
TEXTS = {"share_of", "patterns", "names", "designs", "families", "devices", "answers", "inputs", "outputs"}
SHARE = {"share": "estimate", "error": "standard_error", "interval": "interval"}
KEYS: dict[str, dict[str, str]] = {
    "rropt/design/2": {"verdict": "verdict", "value": "value"},
    "rropt/least/1": {"of": "of", "value": "value"},
    "rropt/frontier-along/1": {"along": "along", "points": "points.*"},
    "rropt/verify/1": {"status": "files.*.status", "claim": "files.*.claim", "shows_value": "files.*.shows_value"},
    "rropt/check/1": {
        "parity": "parity",
        "epsilon": "epsilon",
        "met": "met",
        "efficiency": "efficiency.ratio",
        "optimum": "efficiency.value",
        "breakpoints": "delta_profile.breakpoints",
        "deltas": "delta_profile.deltas",
        "total_variation": "measures.total_variation",
        "bayes_vulnerability": "measures.bayes_vulnerability",
        "bayes_capacity": "measures.bayes_capacity",
        "shannon_capacity": "measures.shannon_capacity",
        "divergences": "measures.divergences.*",
        "composition": "measures.composition.deltas",
    },
    "rropt/compare/1": {
        "relation": "relation",
        "deficiency": "deficiency",
        "reverse": "reverse_deficiency",
        "pieces": "relations.*.relation",
    },
    "rropt/warner/1": {"designs": "rows.*.design", "relations": "rows.*.relation"},
    "rropt/admissible/1": {"admissible": "admissible", "parity": "gamma"},
    "rropt/demand/1": {"bound": "B", "epsilon": "epsilon"},
    "rropt/ranking/1": {"families": "rows.*.family", "values": "rows.*.value", "people": "rows.*.people", "optimum": "optimum"},
    "rropt/plan/2": {
        "n": "respondents",
        "truthful": "truthful",
        "share_of": "input",
        "n_var": "variance_per_answer",
        "standard_error": "standard_error",
        "error_of_difference": "standard_error_of_difference",
        "power": "power_by_enumeration",
        "margin": "margin",
    },
    "rropt/plans/1": {"parts": "parts.*"},
    "rropt/plan-mean/1": {"n": "respondents", "truthful": "truthful", "standard_error": "standard_error", "margin": "margin"},
    "rropt/alongepsilon/1": {"n": "rows.*.n", "standard_error": "rows.*.standard_error"},
    "rropt/devices/1": {"devices": "rows.*.device", "n_var": "rows.*.n·Var", "efficiency": "rows.*.efficiency"},
    "rropt/classical/1": {"devices": "rows.*.device", "n_var": "rows.*.n·Var", "epsilon": "rows.*.epsilon"},
    "rropt/classical at epsilon/1": {"devices": "rows.*.device", "n_var": "rows.*.n·Var", "n": "rows.*.n"},
    "rropt/device/1": {
        "instrument": "instrument.kind",
        "outcomes": "instrument.outcomes",
        "matrix": "mechanism.exact",
        "value": "value",
        "efficiency": "efficiency",
    },
    "rropt/estimate/2": {"n": "answers", **{name: f"inputs.*.{place}" for name, place in SHARE.items()}},
    "rropt/estimates/2": {"names": "groups.@", "groups": "groups.*", "comparison": "comparison", "mean": "means.*"},
    "rropt/comparison/1": {
        "differences": "differences.*.difference",
        "errors": "differences.*.standard_error",
        "p": "differences.*.p_value",
        "joint": "joint",
    },
    "rropt/association/1": {"p": "independence.p_value", "phi": "phi.value", "odds_ratio": "odds_ratio.value", "cells": "cells"},
    "rropt/two-samples/1": {name: f"shares.*.{place}" for name, place in SHARE.items()},
    "rropt/two-samples-groups/1": {
        "names": "groups.@",
        "groups": "groups.*",
        "differences": "differences.*.difference",
        "joint": "joint",
    },
    "rropt/regression/1": {
        "names": "coefficients.@",
        "params": "~.coefficients.*.estimate",
        "bse": "~.coefficients.*.standard_error",
        "llf": "~.log_likelihood",
        "odds_ratios": "~.odds_ratios.ratios",
        "effects": "~.effects.estimates",
        "tests": "~.tests.*.statistic",
    },
    "rropt/mechanism/1": {"inputs": "inputs", "outputs": "outputs", "matrix": "exact"},
    "rropt/families/1": {"names": "families.*.name"},
    "rropt/draw/1": {"answers": "outputs"},
    "rropt/simulation/1": {"simulated": "checks.*.simulated", "outside": "outside"},
    "rropt/questions/2": {"people": "people", "patterns": "rows.*.pattern", "estimates": "rows.*.estimate", "epsilon": "epsilon"},
    "rropt.audit/1": {"claims": "papers.*.claims.*.id", "verdicts": "papers.*.claims.*.kind"},
}  # fmt: skip


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Run the commands that come before, then the one that is asked."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for name, file in ask.get("files", {}).items():
            write_file(Path(name), file)
        for line in ask.get("before", []):
            run(shlex.split(line))
        before = set(Path().rglob("*"))
        words = shlex.split(ask["command"])
        code, said = run(words)
        written = sorted(str(x) for x in set(Path().rglob("*")) - before if x.is_file())
        document = read_document(words, said)
    if code == 2 and document is None:
        return {"refused": f"exit 2{f', wrote {written}' if written else ''}"}
    return {
        "exit": code,
        "written": written,
        "key": document and read_keys(document),
        "free": document and first_numbers(document),
    }


def write_file(path: Path, file: Any) -> None:
    """Write a text, or packed columns as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not isinstance(file, str):
        rows = zip(*map(unpack, file.values()), strict=True)
        file = "".join(",".join("" if x is None else str(x) for x in row) + "\n" for row in (tuple(file), *rows))
    path.write_text(file, encoding="utf-8")


def run(words: list[str]) -> tuple[int, str]:
    """Run a command: its exit code and standard output. The reader that asks puts its own command line in this place."""
    raise NotImplementedError(" ".join(words))


def read_document(words: list[str], said: str) -> Any:
    """The JSON document of an answer, which -o may have sent to a file; None if there is none."""
    places = [i for i, word in enumerate(words) if word in ("-o", "--output")]
    if places and Path(words[places[0] + 1]).suffix == ".json" and Path(words[places[0] + 1]).exists():
        said = Path(words[places[0] + 1]).read_text(encoding="utf-8")
    try:
        found = json.loads(said)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def read_keys(document: dict[str, Any]) -> dict[str, Any]:
    """The key numbers of a document; of one without a list of its own, as of decks and noise, all its numbers."""
    schema = document.get("schema", "")
    if schema not in KEYS:
        return first_numbers(document)
    found = {
        name: follow(
            document,
            place.removeprefix("~.").split("."),
            str if name in TEXTS else climbed if place[0] == "~" else told,
        )
        for name, place in KEYS[schema].items()
    }
    return {name: x for name, x in found.items() if x is not None and x != []}


def follow(x: Any, place: list[str], say: Callable[[Any], Any]) -> Any:
    """What stands at a place of a document; at * a list of what stands in each part, at @ the names of the parts."""
    if x is None:
        return None
    if not place:
        return [say(y) for y in x] if isinstance(x, list) and say is not told else say(x)
    if place[0] == "*":
        return [follow(y, place[1:], say) for y in (x.values() if isinstance(x, dict) else x)]
    if place[0] == "@":
        return list(x)
    return follow(x.get(place[0]), place[1:], say) if isinstance(x, dict) else None


def climbed(x: str) -> Any:
    """A number that was found by climbing a likelihood."""
    return about(x, 1e-6)


def told(x: Any) -> Any:
    """A value of a document as golden lines say it."""
    if isinstance(x, list):
        return list(map(told, x))
    if isinstance(x, str):
        return number_of(x)
    if not isinstance(x, dict):
        return x
    if "schema" in x:
        return read_keys(x)
    if "double" in x:
        return None if x["double"] is None else rounded(x["double"], 10)
    if "lower" in x and x["lower"] is not None and x["upper"] is not None:
        exact = x.get("exact")
        if "exact" not in x and x.keys() == {"lower", "upper"}:
            return [number_of(x["lower"]), number_of(x["upper"])]
        short = {"exact": exact} if exact is not None and len(exact) <= 40 else {}
        return short | ({} if x["lower"] == "inf" else {"low": x["lower"], "high": x["upper"]})
    if "exact" in x:
        return number_of(x["exact"]) if x["exact"] and "(" not in x["exact"] else None
    return {key: told(y) for key, y in x.items()}


def number_of(text: str) -> Any:
    """A text as a number where it is one: a whole number, a fraction, or a rounded decimal."""
    try:
        Fraction(text)
    except ValueError:
        return text
    if text.lstrip("-").isdigit():
        return int(text)
    return exact_number(Fraction(text)) if "/" in text else rounded(text, 17)


def rounded(text: str, most: int) -> Any:
    """An interval around a rounded decimal: a unit of its last digit, or of the digit `most`, on either side."""
    x = Fraction(text)
    mantissa, _, power = text.lower().partition("e")
    last = Fraction(10) ** (int(power or 0) - len(mantissa.partition(".")[2]))
    size = abs(x) / 10**most
    unit = max(last, size)
    return {"low": f"{float(x - unit):.17g}", "high": f"{float(x + unit):.17g}"}


def first_numbers(document: dict[str, Any]) -> dict[str, Any]:
    """The first numbers of a document by their place, certificates and sentences left out."""
    return dict(found for _, found in zip(range(MOST_NUMBERS), leaves("", document), strict=False))


def leaves(place: str, x: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(x, dict) and "lower" not in x and "double" not in x:
        for name, y in x.items():
            if name not in ("certificate", "certificates", "unshown", "decimal", "digest", "problem", "schema"):
                yield from leaves(f"{place}.{name}".lstrip("."), y)
    elif isinstance(x, list):
        for i, y in enumerate(x):
            yield from leaves(f"{place}.{i}", y)
    elif x is not None and not isinstance(x, bool) and not isinstance(found := told(x), str | None):
        yield place, found
