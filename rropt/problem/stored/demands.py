"""A demand as the fields of a design's JSON: its name and its numbers, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rropt.exact.element import Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import parse
from rropt.exact.infinity import is_infinite
from rropt.exact.ordering import order_of
from rropt.exact.spelling import show
from rropt.privacy.beliefs import CSIP, SIP, BayesFactor, BetaFactor, RhoBreach
from rropt.privacy.boundary import Side, text_of
from rropt.privacy.ldp import LDP, Parity
from rropt.privacy.notion import All, Notion
from rropt.privacy.pairs import Metric, PairwiseLDP, Row, RowLabel, Sensitive
from rropt.privacy.vulnerability import Vulnerability

__all__ = ["fields_of", "read_demand_fields"]

LINE, EQUAL, GUESS = "line", "equal", "guess"
ROWS: Mapping[str, Callable[[str], Any]] = {"rows": Row, "labels": RowLabel}
"""How the names of a matrix's rows are read, by the field `matrix` of the demand."""


def fields_of(demand: Notion) -> dict[str, Any]:
    """The fields of a demand."""
    return {"name": demand.name, **_numbers(demand)}


def _numbers(demand: Notion) -> dict[str, Any]:
    match demand:
        case LDP():
            return {"ratio": show(demand.t), "delta": show(demand.delta)}
        case Parity(gamma):
            return {"gamma": show(gamma)}
        case RhoBreach(low, high):
            return {"from": show(low), "to": show(high)}
        case BetaFactor(beta):
            return {"beta": show(beta)}
        case BayesFactor(factor):
            return {"factor": show(factor)}
        case SIP(h_l, h_u):
            return {"lower": text_of(h_l, Side.LOWER), "upper": text_of(h_u, Side.UPPER)}
        case CSIP(h):
            return {"h": text_of(h, Side.UPPER)}
        case PairwiseLDP(budgets):
            rows = [
                {"input": str(j), "against": str(n), "ratio": show(epsilon.t), "delta": show(delta)}
                for (j, n), (epsilon, delta) in budgets
            ]
            return {"pairs": rows, **_matrix(name for pair, _ in budgets for name in pair)}
        case Metric(distances, epsilon):
            if isinstance(distances, str):
                return {"ratio": show(epsilon.t), "distances": LINE}
            told = [{"input": str(a), "against": str(b), "distance": show(d)} for (a, b), d in distances]
            kind = _matrix(name for pair, _ in distances for name in pair)
            return {"ratio": show(epsilon.t), "distances": told, **kind}
        case Sensitive(inputs, epsilon, delta):
            return {"inputs": list(map(str, inputs)), "ratio": show(epsilon.t), "delta": show(delta)}
        case Vulnerability(most, prior, gain):
            weights: Any = EQUAL if prior is None else list(map(show, prior))
            gains: Any = GUESS if gain is None else [list(map(show, row)) for row in gain]
            return {"at_most": show(most), "prior": weights, "gain": gains}
        case All(demands):
            return {"demands": list(map(fields_of, demands))}
    return {"text": repr(demand)}


def _matrix(names: Iterable[str | int]) -> dict[str, str]:
    """How the rows of a matrix are named; empty if the demand was not given as a matrix."""
    kinds = set(map(type, names))
    return {"matrix": next(key for key, kind in ROWS.items() if kind in kinds)} if kinds & {Row, RowLabel} else {}


def read_demand_fields(fields: Mapping[str, Any], interval: Mapping[str, Any] | None = None) -> Notion:
    """Read a demand from its fields. If t = e^ε or δ ranges over an interval, `interval` states it."""
    return _read(fields, None if interval is None else generator(_interval(interval)))


def _read(told: Mapping[str, Any], t: Number | None) -> Notion:
    def number(name: str, of: Mapping[str, Any] = told) -> Any:
        return parse(of[name], t=t)

    def budget(of: Mapping[str, Any] = told) -> Epsilon:
        ratio = number("ratio", of)
        if not is_free(ratio) and ratio < 1:
            raise InputError(
                f"the field 'ratio' of a demand is {of['ratio']}, but a ratio e^epsilon must be at least 1"
            )
        return Epsilon(ratio)

    match told["name"]:
        case "ldp":
            return LDP(budget(), delta=number("delta"))
        case "parity":
            return Parity(number("gamma"))
        case "rho":
            return RhoBreach(number("from"), number("to"))
        case "beta":
            return BetaFactor(number("beta"))
        case "bayes":
            return BayesFactor(number("factor"))
        case "sip":
            return SIP(told["lower"], told["upper"])
        case "csip":
            return CSIP(told["h"])
        case "pairwise":
            pairs = _pairs(told, "pairs")
            deltas = {pair: number("delta", x) for pair, x in pairs.items()}
            return PairwiseLDP({pair: budget(x) for pair, x in pairs.items()}, deltas=deltas)
        case "metric":
            line = told["distances"] == LINE
            distances = {} if line else {pair: x["distance"] for pair, x in _pairs(told, "distances").items()}
            return Metric(LINE if line else distances, budget())
        case "sensitive":
            return Sensitive(list(map(_input, told["inputs"])), budget(), delta=number("delta"))
        case "vulnerability":
            prior, gain = told["prior"], told["gain"]
            return Vulnerability(number("at_most"), None if prior == EQUAL else prior, None if gain == GUESS else gain)
        case "all":
            return All(*(_read(x, t) for x in told["demands"]))
    raise InputError(f"rropt cannot read a demand of the kind '{str(told['name'])[:40]}' from JSON; construct it again")


def _pairs(told: Mapping[str, Any], name: str) -> dict[tuple[str | int, str | int], Mapping[str, Any]]:
    """Map each ordered pair of inputs that the field lists to its fields; refuse a repeated pair."""
    found: dict[tuple[str | int, str | int], Mapping[str, Any]] = {}
    read = ROWS[told["matrix"]] if "matrix" in told else _input
    for x in told[name]:
        pair = read(x["input"]), read(x["against"])
        if pair in found:
            raise InputError(f"the field '{name}' of a demand has the pair {pair} twice; give each pair once")
        found[pair] = x
    return found


def _input(text: str) -> str | int:
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def _interval(fields: Mapping[str, Any]) -> Free:
    ends: list[Any] = [parse(fields[key]["exact"]) for key in ("from", "to")]
    lower, upper = ends
    assert not is_infinite(lower)
    if not is_infinite(upper) and order_of(lower, upper) >= 0:
        raise InputError(
            f"the interval of {fields['variable']} must end above its beginning {show(lower)}, not at {show(upper)}"
        )
    letter = DELTA if fields["variable"] == DELTA else "t"
    return Free(lower, upper, fields["ends"][0] == "(", fields["ends"][1] == ")", letter)
