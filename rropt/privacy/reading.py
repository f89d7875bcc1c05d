"""A demand read back from what its `to_dict` wrote."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.privacy.bayes_factor import BayesFactor
from rropt.privacy.beta import BetaFactor
from rropt.privacy.csip import CSIP
from rropt.privacy.ldp import LDP
from rropt.privacy.metric import Metric
from rropt.privacy.notion import Notion
from rropt.privacy.pairwise import Name, PairwiseLDP
from rropt.privacy.parity import Parity
from rropt.privacy.rho import RhoBreach
from rropt.privacy.sensitive import Sensitive
from rropt.privacy.sip import SIP
from rropt.privacy.together import All

__all__ = ["from_dict"]

Data = Mapping[str, Any]


def from_dict(data: object) -> Notion:
    """The demand with this name and these numbers."""
    name = str(data.get("name")) if isinstance(data, Mapping) else ""
    if not isinstance(data, Mapping) or name not in READERS:
        raise InputError(f"{str(data)[:60]!r} is no demand; its name is one of {', '.join(READERS)}")
    try:
        return READERS[name](data)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"the demand '{name}' has other fields than it writes ({str(error)[:60]})") from None


def _budget(text: Any) -> Epsilon:
    """The ε whose e^ε is written; `t` stands for a range, which a demand's own text does not have."""
    if text == "t":
        raise InputError("a demand whose epsilon ranges over an interval does not write it; state it by that interval")
    if text == "inf":
        return Epsilon(float("inf"))
    t = read_number(text)
    if t < 1:
        raise InputError(f"the ratio {text} is less than 1; e^epsilon is at least 1")
    return Epsilon(t)


def _input(text: Any) -> Name:
    """An input by its label; by its index where it is written as one."""
    return int(text) if re.fullmatch("0|[1-9][0-9]{0,3}", text) else str(text)


def _pairs(data: Data) -> Notion:
    found = {(_input(x["input"]), _input(x["against"])): x for x in data["pairs"]}
    deltas: dict[tuple[Name, Name], Number] = {pair: read_number(x["delta"]) for pair, x in found.items()}
    return PairwiseLDP({pair: _budget(x["ratio"]) for pair, x in found.items()}, deltas=deltas)


def _metric(data: Data) -> Notion:
    told = data["distances"]
    if told != "line":
        told = {(_input(x["input"]), _input(x["against"])): x["distance"] for x in told}
    return Metric(told, _budget(data["ratio"]))


def _sensitive(data: Data) -> Notion:
    return Sensitive([_input(x) for x in data["inputs"]], _budget(data["ratio"]), delta=data["delta"])


READERS: Mapping[str, Callable[[Data], Notion]] = MappingProxyType(
    {
        "ldp": lambda data: LDP(_budget(data["ratio"]), delta=data["delta"]),
        "pairwise": _pairs,
        "metric": _metric,
        "sensitive": _sensitive,
        "parity": lambda data: Parity(data["gamma"]),
        "rho": lambda data: RhoBreach(data["from"], data["to"]),
        "beta": lambda data: BetaFactor(data["beta"]),
        "bayes": lambda data: BayesFactor(data["factor"]),
        "sip": lambda data: SIP(data["lower"], data["upper"]),
        "csip": lambda data: CSIP(data["h"]),
        "all": lambda data: All(*(from_dict(x) for x in data["demands"])),
    }
)
"""The reader of each name."""
