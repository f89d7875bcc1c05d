"""Write a privacy demand in words: as a promise to a respondent, or as a noun phrase such as "local differential privacy with
epsilon = 0.5"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

from rropt.exact.decimal import EXACT, decimal, spell_decimals, spell_plainly
from rropt.exact.element import Bound, Element, Number, is_free
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.fields import Free
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.privacy.ldp import LDP
from rropt.privacy.notion import Notion
from rropt.privacy.pairs.by_pair import ByPair
from rropt.privacy.pairs.metric import Metric
from rropt.privacy.pairs.pairwise import PairwiseLDP
from rropt.privacy.pairs.sensitive import Sensitive
from rropt.privacy.rho import RhoBreach
from rropt.privacy.together import All

__all__ = ["demand_in_words", "epsilon_in_words", "promise_in_words", "spoken", "tight_in_words"]

MOST_PAIRS = 3
"""The most pairs of inputs whose budgets a sentence tells."""
NAMES = {
    "parity": "a largest ratio (parity)",
    "rho": "protection from breaches",
    "beta": "a beta factor",
    "bayes": "a Bayes factor",
    "sip": "symmetric boundaries (SIP)",
    "csip": "a boundary (CSIP)",
}

ONE_NUMBER = {"parity", "beta", "bayes"}
"""The notions that have one number, which a sentence gives without its name."""


def promise_in_words(demand: Notion, k: int, inputs: Sequence[str] | None) -> str:
    """Write the sentence that tells a respondent what the demand promises for all k inputs, each called by its label.

    If the demand is a `Sensitive` that protects all inputs, leave out the remark that other inputs are not protected.
    """
    told = demand.about(k, inputs)
    return told.sentence_beside() if isinstance(told, Sensitive) and len(told.inputs) == k else told.sentence()


def demand_in_words(demand: Notion) -> str:
    """Write the demand with its numbers as a noun phrase; if the notion has a method `in_words`, that is used."""
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
        slack = f" and {_delta_in_words(demand.delta)}" if demand.delta else ""
        names = " or ".join(map(str, demand.inputs))
        return f"protection of {names} alone with epsilon = {epsilon_in_words(demand.epsilon)}{slack}"
    if isinstance(demand, ByPair):
        return str(demand)
    if isinstance(demand, LDP):
        slack = f" and {_delta_in_words(demand.delta)}" if demand.delta else ""
        return f"local differential privacy with epsilon = {epsilon_in_words(demand.epsilon)}{slack}"
    if isinstance(demand, RhoBreach):
        return f"protection from breaches from {spell_plainly(demand.rho1)} to {spell_plainly(demand.rho2)}"
    told = demand.to_dict()
    name = str(told.pop("name"))
    values = [spell_decimals(x) for x in told.values() if isinstance(x, str)]
    if len(values) == 1 and name in ONE_NUMBER:
        return f"{NAMES[name]} of {values[0]}"
    numbers = ", ".join(f"{key} = {spell_decimals(x)}" for key, x in told.items() if isinstance(x, str))
    spoken = NAMES.get(name, name)
    return f"{spoken} with {numbers}" if numbers else spoken


def _budget_in_words(pair: tuple[object, object], numbers: tuple[Epsilon, Number]) -> str:
    """Write the budget of one pair in words, such as "epsilon 0.5 of no against yes"; a slack δ is added if it is not 0."""
    epsilon, delta = numbers
    slack = f" and delta {spell_plainly(delta)}" if delta else ""
    return f"epsilon {epsilon_in_words(epsilon)}{slack} of {pair[0]} against {pair[1]}"


def epsilon_in_words(epsilon: Epsilon) -> str:
    """Write ε in words, such as 0.5, log(3), or every epsilon of a range."""
    return spell_decimals(str(epsilon))


def _delta_in_words(delta: Number) -> str:
    """Write δ in words: a number, a function of t, or every δ of a range."""
    if isinstance(delta, Element) and isinstance(delta.field, Free):
        return f"every {delta.field}" if delta.field.is_delta else f"delta = {show(delta)}"
    return f"delta = {spell_plainly(delta)}"


CODE = re.compile(r"(LDP|Parity|RhoBreach|BetaFactor|BayesFactor)\('([^']*)'(?:, (?:delta=)?'([^']*)')?\)")
SPOKEN = {
    "LDP": ("epsilon {0}", "epsilon {0}, delta {1}"),
    "Parity": ("parity {0}", ""),
    "RhoBreach": ("", "no breach from {0} to {1}"),
    "BetaFactor": ("beta factor {0}", ""),
    "BayesFactor": ("Bayes factor {0}", ""),
}


def spoken(text: str) -> str:
    """Replace demands that are written as in Python by words, such as LDP('1/2') by "epsilon 0.5". Only LDP, Parity, RhoBreach,
    BetaFactor and BayesFactor are replaced; other demands are left as they are."""

    def say(found: re.Match[str]) -> str:
        numbers = [spell_decimals(x) for x in found.groups()[1:] if x is not None]
        return SPOKEN[found[1]][len(numbers) - 1].format(*numbers) or found[0]

    return CODE.sub(say, text)


def tight_in_words(name: str, numbers: Mapping[str, str], gamma: Bound) -> str:
    """Say in words the tightest numbers of the notion `name` that a mechanism meets. They are rounded so that the statement remains
    true.

    `gamma` is the largest ratio γ of two entries of a row of the mechanism. `numbers` has the tightest numbers as text. For "sip"
    and "csip", the tightest upper boundary is γp/(1 + (γ − 1)p); for "sip", the tightest lower boundary is p/(γ − (γ − 1)p). The
    text gives their values at three probabilities p.
    """
    if name == "ldp":
        return f"epsilon = {numbers['epsilon'] if is_free(gamma) else read_epsilon(numbers['epsilon']).shown(direction='upper')}"
    if is_infinite(gamma):
        return UNBOUNDED[name]
    if name in BY_FACTOR and not is_free(gamma) and gamma == 1:
        return "every answer is as likely under one truth as under any other"
    if name == "rho breach":
        if is_free(gamma):
            return f"no answer lifts a chance from below {numbers['rho1']} to above {numbers['rho2']}"
        low, high = (read_number(numbers[x]) for x in ("rho1", "rho2"))
        return f"no answer lifts a chance from below {_rounded(low, 'lower')} to above {_rounded(high, 'upper')}"
    if name in ("sip", "csip"):
        return _of_three_chances(gamma, both=name == "sip")
    return BY_FACTOR[name].format(_rounded(gamma, "upper"))


BY_FACTOR = {
    "parity": "no answer is more than {0} times as likely under one truth as under another",
    "beta factor": "no answer multiplies or divides the chance of anything by more than {0}",
    "bayes factor": "no answer multiplies or divides the odds of anything by more than {0}",
}
UNBOUNDED = {
    "parity": "an answer is possible under one truth and impossible under another",
    "rho breach": "an answer may lift a small chance to 1",
    "beta factor": "an answer may multiply a chance without bound",
    "bayes factor": "an answer may multiply odds without bound",
    "sip": "an answer may lift a small chance to 1 or lower a large one to 0",
    "csip": "an answer may lift a small chance to 1",
}
CHANCES = (Fraction(1, 100), Fraction(1, 10), Fraction(1, 2))


def _of_three_chances(gamma: Number, *, both: bool) -> str:
    """Say how far an answer may raise probabilities of 1 %, 10 % and 50 %, if no two entries of a row of the mechanism have a ratio
    above γ. If `both` is True, say also how far it may lower them.

    If γ depends on a number that ranges over an interval, say instead by which factor odds may change.
    """
    if is_free(gamma):
        also = f" and at most divided by {show(gamma)}" if both else ""
        return f"the odds of anything are at most multiplied by {show(gamma)}{also}"
    said = []
    for p in CHANCES:
        least, most = p / (gamma - (gamma - 1) * p), gamma * p / (1 + (gamma - 1) * p)
        low, high = _of_100(least, "lower"), _of_100(most, "upper")
        said.append(f"of {100 * p} % is {f'from {low} to' if both else 'at most'} {high} %")
    return f"after any answer a chance {', one '.join(said)}"


def _of_100(x: Number, direction: Literal["lower", "upper"]) -> str:
    return decimal(100 * x, digits=3, direction=direction)


def _rounded(x: Number, direction: Literal["lower", "upper"]) -> str:
    """Write a bound for a sentence, rounded in the stated direction. If exact forms are wanted (`EXACT`), or if x is a function of
    t, write it exactly."""
    return show(x) if EXACT.get() or is_free(x) else decimal(x, direction=direction)
