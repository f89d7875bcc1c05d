"""Demands read back from the fields that `to_dict` writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rropt.exact.element import Number, generator, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA, Free
from rropt.exact.grammar import parse
from rropt.privacy.bayes_factor import BayesFactor
from rropt.privacy.beta import BetaFactor
from rropt.privacy.csip import CSIP
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.privacy.pairs.metric import Metric
from rropt.privacy.pairs.pairwise import PairwiseLDP
from rropt.privacy.pairs.sensitive import Sensitive
from rropt.privacy.parity import Parity
from rropt.privacy.rho import RhoBreach
from rropt.privacy.sip import SIP
from rropt.privacy.together import All

__all__ = ["read_demand_fields"]

Fields = Mapping[str, Any]


def read_demand_fields(fields: Fields, interval: Fields | None = None) -> Notion:
    """The demand; `interval` is that of a free t = e^epsilon or delta, as a design's JSON has it."""
    t = None if interval is None else generator(_interval(interval))
    name = fields["name"]
    if name == "ldp":
        return LDP(_budget(fields["ratio"], t), delta=_number(fields["delta"], t))
    if name == "pairwise":
        pairs = [((_name(x["input"]), _name(x["against"])), x) for x in fields["pairs"]]
        budgets = {pair: _budget(x["ratio"], t) for pair, x in pairs}
        return PairwiseLDP(budgets, deltas={pair: _number(x["delta"], t) for pair, x in pairs})
    if name == "metric":
        told = fields["distances"]
        if told != "line":
            told = {(_name(x["input"]), _name(x["against"])): x["distance"] for x in told}
        return Metric(told, _budget(fields["ratio"], t))
    if name == "sensitive":
        return Sensitive(map(_name, fields["inputs"]), _budget(fields["ratio"], t), delta=_number(fields["delta"], t))
    if name == "all":
        return All(*map(read_demand_fields, fields["demands"]))
    if name == "parity":
        return Parity(_number(fields["gamma"], t))
    if name == "rho":
        return RhoBreach(_number(fields["from"], t), _number(fields["to"], t))
    if name == "beta":
        return BetaFactor(_number(fields["beta"], t))
    if name == "bayes":
        return BayesFactor(_number(fields["factor"], t))
    if name == "sip":
        return SIP(fields["lower"], fields["upper"])
    if name == "csip":
        return CSIP(fields["h"])
    raise InputError(f"a demand of the kind '{str(name)[:40]}' cannot be read back from JSON; state it again")


def _number(text: str, t: Number | None) -> Number | float:
    return parse(text, t=t)  # type: ignore[return-value]


def _budget(text: str, t: Number | None) -> Epsilon:
    ratio = _number(text, t)
    if not is_free(ratio) and ratio < 1:
        raise InputError(f"the ratio {text} of a demand is less than 1; e^epsilon is at least 1")
    return Epsilon(ratio)


def _name(text: str) -> str | int:
    """An input's label, or its index where it has none."""
    return int(text) if text.isdecimal() else text


def _interval(fields: Fields) -> Free:
    lower, upper = (_number(fields[key]["exact"], None) for key in ("from", "to"))
    assert not isinstance(lower, float)
    letter = DELTA if fields["variable"] == DELTA else "t"
    return Free(lower, upper, fields["ends"][0] == "(", fields["ends"][1] == ")", letter)
