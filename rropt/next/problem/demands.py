"""Demands as text, in the grammar of objectives: a name and its numbers, as in `ldp:ln3,delta=1/10` or `rho:1/5,1/2`."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from rropt.exact.errors import InputError
from rropt.privacy.bayes_factor import BayesFactor
from rropt.privacy.beta import BetaFactor
from rropt.privacy.csip import CSIP
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.privacy.pairs.metric import Metric
from rropt.privacy.parity import Parity
from rropt.privacy.rho import RhoBreach
from rropt.privacy.sip import SIP
from rropt.privacy.together import All
from rropt.privacy.vulnerability import Vulnerability

__all__ = ["join", "read_demand"]

EXAMPLES: Mapping[str, tuple[Any, str]] = {
    "ldp": (LDP, "ldp:ln3,delta=1/10"),
    "parity": (Parity, "parity:3"),
    "rho": (RhoBreach, "rho:1/5,1/2"),
    "beta": (BetaFactor, "beta:2"),
    "bayes": (BayesFactor, "bayes:3"),
    "sip": (SIP, "sip:odds:1/3,odds:3"),
    "csip": (CSIP, "csip:odds:3"),
    "metric": (Metric, "metric:line,ln3"),
    "vulnerability": (Vulnerability, "vulnerability:1/2,prior=1/4,3/4"),
}
"""The class of each demand and a text of one, by its name."""


def read_demand(text: str) -> Notion:
    """Read the spec of a demand. Numbers without a key are the class's own, in their order.

    Example:
        >>> read_demand("ldp:1/2,delta=1/10") == LDP("1/2", delta="1/10")
        True
    """
    name, _, rest = text.partition(":")
    name = name.strip().lower()
    if name not in EXAMPLES:
        near = get_close_matches(name, EXAMPLES, n=1)
        advice = f"did you mean {near[0]}?" if near else f"give one of {', '.join(EXAMPLES)}, such as ldp:ln3"
        raise InputError(f"the demand {text.strip()[:60]!r} is not known; {advice}")
    kind, example = EXAMPLES[name]
    numbers, named, key = list[str](), dict[str, list[str]](), ""
    for part in rest.split(",") if rest.strip() else ():
        before, equals, after = part.partition("=")
        key = before.strip().lower() if equals else key
        (named.setdefault(key, []) if key else numbers).append((after if equals else part).strip())
    try:
        return kind(*numbers, **{key: x if key == "prior" else ",".join(x) for key, x in named.items()})  # type: ignore[no-any-return]
    except TypeError:
        raise InputError(f"the demand {text.strip()[:60]!r} is not complete; write it as in {example}") from None


def join(demand: object) -> Notion:
    """Read a demand, or several that all hold: objects, or texts."""
    several = demand if isinstance(demand, list | tuple) else [demand]
    if not several:
        raise InputError('the list of demands is empty; give one such as LDP("ln3")')
    found = [read_demand(x) if isinstance(x, str) else _require_notion(x) for x in several]
    return found[0] if len(found) == 1 else All(*found)


def _require_notion(x: object) -> Notion:
    if isinstance(x, Notion) and not isinstance(x, type):
        return x
    raise InputError(f'{str(x)[:60]!r} is no demand; give one such as LDP("1/2"), or its spec, such as ldp:1/2')
