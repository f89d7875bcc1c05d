"""A privacy demand as a noun phrase for a sentence, without code: "local differential privacy with epsilon = 0.5"."""

from __future__ import annotations

import re

from rropt.exact.decimal import plain_fractions, plainly
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.privacy.by_pair import ByPair
from rropt.privacy.ldp import LDP
from rropt.privacy.metric import Metric
from rropt.privacy.notion import Notion
from rropt.privacy.pairwise import PairwiseLDP
from rropt.privacy.rho import RhoBreach
from rropt.privacy.sensitive import Sensitive
from rropt.privacy.together import All

__all__ = ["demand_in_words", "epsilon_in_words", "slack_in_words", "spoken"]

MOST_PAIRS = 3
"""How many pairs' budgets a sentence says."""
NAMES = {
    "parity": "a largest ratio (parity)",
    "rho": "protection from breaches",
    "beta": "a beta factor",
    "bayes": "a Bayes factor",
    "sip": "symmetric boundaries (SIP)",
    "csip": "a boundary (CSIP)",
}


def demand_in_words(demand: Notion) -> str:
    """The demand with its numbers; a notion may have its own `in_words`."""
    own = getattr(demand, "in_words", None)
    if own is not None:
        return str(own())
    if isinstance(demand, All):
        return ", and ".join(map(demand_in_words, demand.demands))
    if isinstance(demand, PairwiseLDP):
        said = [_budget_in_words(*budget) for budget in demand.budgets]
        more = f", and {len(said) - MOST_PAIRS} more" if len(said) > MOST_PAIRS else ""
        return f"a budget for pairs of truths with {', '.join(said[:MOST_PAIRS])}{more}"
    if isinstance(demand, Metric):
        return f"metric privacy with epsilon = {epsilon_in_words(demand.epsilon)} a unit of distance"
    if isinstance(demand, Sensitive):
        slack = f" and delta = {plainly(demand.delta)}" if demand.delta else ""
        names = " or ".join(map(str, demand.inputs))
        return f"protection of {names} alone with epsilon = {epsilon_in_words(demand.epsilon)}{slack}"
    if isinstance(demand, ByPair):
        return str(demand)
    if isinstance(demand, LDP):
        slack = f" and delta = {plainly(demand.delta)}" if demand.delta else ""
        return f"local differential privacy with epsilon = {epsilon_in_words(demand.epsilon)}{slack}"
    if isinstance(demand, RhoBreach):
        return f"protection from breaches from {plainly(demand.rho1)} to {plainly(demand.rho2)}"
    told = demand.to_dict()
    name = str(told.pop("name"))
    numbers = ", ".join(f"{key} = {plain_fractions(x)}" for key, x in told.items() if isinstance(x, str))
    spoken = NAMES.get(name, name)
    return f"{spoken} with {numbers}" if numbers else spoken


def _budget_in_words(pair: tuple[object, object], numbers: tuple[Epsilon, Number]) -> str:
    """One pair's budget: epsilon 0.5 of no against yes."""
    epsilon, delta = numbers
    slack = f" and delta {plainly(delta)}" if delta else ""
    return f"epsilon {epsilon_in_words(epsilon)}{slack} of {pair[0]} against {pair[1]}"


def epsilon_in_words(epsilon: Epsilon) -> str:
    """ε as people write it: 0.5, log(3), or every epsilon of a range."""
    return plain_fractions(str(epsilon))


def slack_in_words(demand: Notion) -> str:
    """What δ is: a chance of no protection at all; nothing where there is none."""
    delta = getattr(demand, "delta", 0)
    if not delta or not isinstance(demand, LDP) or delta == 1:
        return ""
    return (
        f"delta = {plainly(delta)} is a chance of no protection at all: of the people with a given truth, up to "
        f"{plainly(100 * delta)} % may give an answer that proves it."
    )


CODE = re.compile(r"(LDP|Parity|RhoBreach|BetaFactor|BayesFactor)\('([^']*)'(?:, (?:delta=)?'([^']*)')?\)")
SPOKEN = {
    "LDP": ("epsilon {0}", "epsilon {0}, delta {1}"),
    "Parity": ("parity {0}", ""),
    "RhoBreach": ("", "no breach from {0} to {1}"),
    "BetaFactor": ("beta factor {0}", ""),
    "BayesFactor": ("Bayes factor {0}", ""),
}


def spoken(text: str) -> str:
    """A text in which demands are written as Python would, with each in words: "epsilon 0.5" for LDP('1/2')."""

    def say(found: re.Match[str]) -> str:
        numbers = [plain_fractions(x) for x in found.groups()[1:] if x is not None]
        return SPOKEN[found[1]][len(numbers) - 1].format(*numbers) or found[0]

    return CODE.sub(say, text)
