"""Documents of the commands about surveys, by the names that their key numbers have in golden lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Document = dict[str, Any]


def estimate(x: Document) -> Document:
    """The shares of each group, and how groups differ."""
    groups = by_group([row for rows in by_group(x["shares"]).values() for row in with_mirror(x, rows)])
    found = {name: {"n": rows[0]["answers"], **shares(rows)} for name, rows in groups.items()}
    if [*found] == [""]:
        return found[""]
    compared = {"comparison": differences(x)} if "differences" in x else {}
    return {"names": [*found], "groups": [*found.values()], **compared}


def with_mirror(x: Document, rows: list[Document]) -> list[Document]:
    """The rows of a group; where a table by groups has the second of two truths alone, the first before it."""
    if len(rows) != 1 or len(x.get("weights", [{}])[0]) != 3:
        return rows
    (row,) = rows
    ends = {"lower": 1 - row["upper"], "upper": 1 - row["lower"]}
    return [{**row, "estimate": 1 - row["estimate"], **ends}, row]


def by_group(rows: Sequence[Document]) -> dict[str, list[Document]]:
    """The rows of each group, in their order."""
    found: dict[str, list[Document]] = {}
    for row in rows:
        found.setdefault(row["group"], []).append(row)
    return found


def shares(rows: Sequence[Document]) -> Document:
    return {
        "share": [row["estimate"] for row in rows],
        "error": [row["standard_error"] for row in rows],
        "interval": [[row["lower"], row["upper"]] for row in rows],
    }


def differences(x: Document) -> Document:
    """The differences of groups, with the joint test."""
    rows = x["differences"]
    return {
        "differences": [row["estimate"] for row in rows],
        "errors": [row["standard_error"] for row in rows],
        "p": [row["p_value"] for row in rows],
        **joint(x),
    }


def joint(x: Document) -> Document:
    """The joint test; one of a single difference is that of the difference itself."""
    if "joint" in x:
        row = x["joint"][0]
        freedom = row["degrees_of_freedom"]
        return {"joint": {**row, "f_statistic": None if freedom is None else row["statistic"]}}
    (row,) = x["differences"]
    square = (row["estimate"] / row["standard_error"]) ** 2
    return {
        "joint": {
            "statistic": square,
            "f_statistic": None,
            "restrictions": 1,
            "degrees_of_freedom": None,
            "p_value": row["p_value"],
        }
    }


def two_samples(x: Document) -> Document:
    """The shares of each group of two half-samples."""
    found = {name: shares(rows) for name, rows in by_group(x["shares"]).items()}
    if [*found] == [""]:
        return found[""]
    told = differences(x)
    return {"names": [*found], "groups": [*found.values()], "differences": told["differences"], **joint(x)}


def association(x: Document) -> Document:
    """The test of independence, the measures and the cells."""
    measures = {row["measure"].replace(" ", "_"): row["value"] for row in x["measures"]}
    tested = {"p": x["joint"][0]["p_value"]} if "joint" in x else {}
    return {**tested, **measures, "cells": estimate({"shares": x["shares"]})}


def regression(x: Document) -> Document:
    """Coefficients, odds ratios, effects and tests."""
    rows = x["coefficients"]
    found: Document = {
        "names": [row["coefficient"] for row in rows],
        "params": [row["estimate"] for row in rows],
        "bse": [row["standard_error"] for row in rows],
        "llf": x["log_likelihood"],
    }
    for name, key in (("odds_ratios", "odds_ratio"), ("effects", "estimate"), ("tests", "statistic")):
        found |= {name: [row[key] for row in x[name]]} if name in x else {}
    return found


def plan(x: Document) -> Document:
    """The plan, and the tables beside it."""
    parts = [plan_alone(x)] if "respondents" in x else []
    parts += [devices(x)] if "efficiency" in x.get("devices", [{}])[0] else []
    parts += [compliance(x)] if "noncompliance" in x else []
    return parts[0] if len(parts) == 1 else {"parts": parts}


def plan_alone(x: Document) -> Document:
    names = {
        "n": "respondents", "truthful": "truthful", "share_of": "share_of", "n_var": "variance_per_answer",
        "standard_error": "standard_error", "error_of_difference": "standard_error_of_difference", "power": "power",
        "margin": "margin",
    }  # fmt: skip
    if "scores" in x:
        names = {name: key for name, key in names.items() if name not in ("share_of", "n_var")}
    return {name: x[key] for name, key in names.items() if key in x}


def devices(x: Document) -> Document:
    """Devices at equal privacy."""
    return {name: [row[key] for row in x["devices"]] for name, key in DEVICES.items()}


DEVICES = {"devices": "device", "n_var": "variance", "efficiency": "efficiency"}


def compliance(x: Document) -> Document:
    """The first row of people who do not comply, by the headings that were recorded."""
    row = x["noncompliance"][0]
    return {f"rows.0.{name}": row[key] for name, key in COMPLIANCE.items()}


COMPLIANCE = {
    "share s": "share", "bias, protective no": "protective_no", "bias, everyone": "everyone", "bias, denial": "denial",
    "standard error at n = 1000": "standard_error", "bias exceeds it from n": "exceeds",
}  # fmt: skip


def samples(x: Document) -> Document:
    """The bounds of a black box."""
    pairs = {f"{key}.{i}": x[key][i] for key in ("hits", "samples", "bounds") for i in (0, 1)}
    return {"delta": x["delta"], "confidence": x["confidence"], **pairs}


def along(x: Document) -> Document:
    return {"n": [row["people"] for row in x["rows"]], "standard_error": [row["standard_error"] for row in x["rows"]]}


def drawn(x: Document) -> Document:
    return {"answers": [row["answer"] for row in x["answers"]]}


def bound(x: Document) -> Document:
    """The bound B(h), and the epsilon that it amounts to."""
    named = {"low": "lower", "high": "upper"}
    found = {
        key: {"exact": y["exact"], **{short: y[name] for short, name in named.items()}}
        for key in ("bound", "epsilon")
        if isinstance(y := x[key], dict)
    }
    return {key: found.get(key, {"exact": x[key]}) for key in ("bound", "epsilon")}


KEPT = {"lower": "low", "upper": "high"}
"""The ends of an interval in golden lines, by those in documents."""


def ranking(x: Document) -> Document:
    """The families in order, and the optimum."""
    columns = {"families": "family", "values": "value", "people": "people"}
    return {
        **{name: [row[key] for row in x["rows"]] for name, key in columns.items()},
        "optimum": {
            "verdict": x["optimum_verdict"],
            "value": {KEPT.get(key, key): y for key, y in x["optimum"].items()},
        },
    }


KEYS: dict[str, Callable[[Document], Document]] = {
    "rropt/estimate/3": estimate,
    "rropt/two-samples/2": two_samples,
    "rropt/association/2": association,
    "rropt/regression/2": regression,
    "rropt/plan/3": plan,
    "rropt/plan-epsilons/2": along,
    "rropt/demand/2": bound,
    "rropt/draw/1": drawn,
    "rropt/samples/2": samples,
    "rropt/ranking/2": ranking,
}
"""For each schema the function that reads the key numbers."""
