"""Certificates of format 2 in format 3: the six claims about optima and `infeasible` become the one about prices.

What cannot be written any more raises `Untranslatable`; malformed texts are translated as far as they have the old form.
"""

from __future__ import annotations

import copy
import re
from typing import Any

Document = dict[str, Any]
MULTIPLIER = re.compile(r"(column|pair|excess|condition)\[([0-9,]*)\]")
LINEAR = ("trace", "weighted trace", "utility", "linear")


class Untranslatable(Exception):
    """The old text has nothing that corresponds to it in the new format."""


def translate(document: Document) -> Document:
    """The certificate in format 3."""
    found = copy.deepcopy(document)
    if found.get("schema") == "rropt.certificate/2":
        found["schema"] = "rropt.certificate/3"
    try:
        return _translate(found)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise Untranslatable(repr(error)) from error


def _translate(found: Document) -> Document:
    if found.get("claim") == "pieces":
        return {**found, "pieces": [_translate(piece) for piece in found["pieces"]]}
    if found.get("claim") == "infeasible":
        return _multipliers(found)
    if found.get("claim") not in ("optimal", "within"):
        return found
    name = found["objective"]["name"]
    if name in LINEAR:
        return _multipliers(found)
    if name == "asymptotic variance":
        return _asymptotic(found)
    if name in ("information", "divergence"):
        return _sublinear(found)
    if name in ("total variance", "contrast variance", "determinant", "largest variance"):
        return _covariance(found)
    return found


def _singles(notion: Document) -> list[Document]:
    return notion["demands"] if notion["name"] == "all" else [notion]


def _is_zero(text: str) -> bool:
    return bool(re.fullmatch(r"-?0+(\.0*)?(/[0-9]+)?", text))


def _has_slack(notion: Document, name: str) -> bool:
    """Whether delta of what a name means is not spelled 0."""
    j, n, *rest = name.split(",")
    single = _singles(notion)[int(rest[0]) if rest else 0]
    if single["name"] == "pairs":
        pairs = [list(pair) for pair in single["pairs"]]
        return [j, n] not in pairs or not _is_zero(single["deltas"][pairs.index([j, n])])
    return not _is_zero(single.get("delta", "0"))


def _multipliers(found: Document) -> Document:
    old = found.pop("multipliers")
    if "pair" in old:
        column, budget, excess = (old.pop(key) for key in ("column", "pair", "excess"))
        return {**found, "prices": {"column": column, "budget": budget, "excess": excess, **old}}
    k = len(found["inputs"])
    column, budget, excess, conditions = ["0"] * k, {}, {}, {}
    for name, x in old.items():
        match = MULTIPLIER.fullmatch(name)
        if match is None:
            budget[name] = x  # a name that means nothing
            continue
        kind, place = match[1], match[2]
        if kind == "column":
            column[int(place)] = x
        elif kind == "pair":
            if _has_slack(found["notion"], place):
                budget[place] = x
        elif kind == "excess":
            excess[place] = x
        else:
            conditions[int(place)] = x
    prices: Document = {"column": column}
    if budget:
        prices["budget"] = budget
    if conditions:
        stated = found["conditions"]
        prices["condition"] = [
            _turn(conditions.get(n, "0")) if c["relation"] == "=" else conditions.get(n, "0")
            for n, c in enumerate(stated)
        ]
        if any(n >= len(stated) for n in conditions):
            raise Untranslatable("a price of a condition that is not there")
    if excess:
        prices["excess"] = excess
    return {**found, "prices": prices}


def _turn(x: str) -> str:
    """Minus a number."""
    return x[1:] if re.fullmatch("-[0-9/.]+", x) else f"-{x}" if re.fullmatch("[0-9/.]+", x) else f"-({x})"


def _asymptotic(found: Document) -> Document:
    dual = found.pop("dual")
    several = found["notion"]["name"] == "all"
    pairs = dual["pair"] if several else [dual["pair"]]
    budget = {}
    for n, pair in enumerate(pairs):
        for (j, i), x in zip((("0", "1"), ("1", "0")), pair, strict=True):
            name = f"{j},{i},{n}" if several else f"{j},{i}"
            if not _is_zero(x) and _has_slack(found["notion"], name):
                budget[name] = x
    return {**found, "prices": {"column": dual["column"], **({"budget": budget} if budget else {})}}


def _sublinear(found: Document) -> Document:
    dual = found.pop("dual")
    prices = {"column": _columns(found, dual["column"])}
    budget = _slack(dual)
    if "pair" in dual:
        budget = {name: x for name, x in zip(("0,1", "1,0"), dual["pair"], strict=True) if not _is_zero(x)}
        budget = {name: x for name, x in budget.items() if _has_slack(found["notion"], name)}
    elif not budget and found["notion"].get("delta", "0") != "0":
        budget = {}
    if budget:
        prices["budget"] = budget
    witness = {"witness": {"weights": dual["weights"]}} if "weights" in dual else {}
    return {**found, "prices": prices, **witness}


def _slack(dual: Document) -> Document:
    rows = dual.get("slack", [])
    return {f"{j},{n}": x for j, row in enumerate(rows) for n, x in enumerate(row) if j != n and not _is_zero(x)}


def _columns(found: Document, column: list[str]) -> list[str]:
    """One number per class, where classes of inputs are named."""
    classes = found.get("classes")
    if classes is None or "orbits" in found:
        return column
    if len(classes) != len(column):
        raise Untranslatable("y by input and classes do not fit")
    by_class: dict[int, str] = {}
    for c, y in zip(classes, column, strict=True):
        if by_class.setdefault(int(c), y) != y:
            raise Untranslatable("a class has one y")
    return [by_class[c] for c in sorted(by_class)]


def _covariance(found: Document) -> Document:
    dual = found.pop("dual")
    name = found["objective"]["name"]
    prices: Document = {"column": _columns(found, dual["column"])}
    budget = _slack(dual)
    if budget:
        prices["budget"] = budget
    keys = ("matrix", "estimator", "inverse", "triangle", "moments", "diagonal")
    several = "several" in found["objective"]
    if several:
        witness: Document = {"places": found.pop("places")}
        if "weights" in dual:
            witness["weights"] = dual["weights"]
    else:
        witness = {key: found.pop(key) for key in keys if key in found}
        if name == "determinant" and "orbits" not in found:
            witness["diagonal"] = dual["weights"]
    return {**found, "prices": prices, "witness": witness}
