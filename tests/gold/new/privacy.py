"""Answer the questions of demands, profiles and measures by `rropt.privacy`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import rropt
from rropt import privacy
from rropt.values import Between
from tests.gold.reading_old import Asked, answer_by, budget, interval, mechanism, number

MOST = 12


def answer(ask: Asked) -> Asked:
    return answer_by(KINDS, ask)


def demand(demand: Asked, of: Any) -> Asked:
    asked, p = read(demand), mechanism(of)
    bounds = asked.bounds(p.k, p.inputs)
    violations = asked.violations(p)
    return {
        "holds": asked.holds(p),
        "tightest": tightest(asked.tightest(p)),
        "parity": parity(asked),
        "bounds": [[*place, number(ratio), number(slack)] for place, (ratio, slack) in bounds.places()],
        "violations": len(violations),
        "worst": number(max(x.amount for x in violations)) if 0 < len(violations) <= MOST else None,
    }


def read(demand: Asked) -> Any:
    """The demand of a dictionary; several joined by `&` where it has the key `all`."""
    if "all" in demand:
        return privacy.All(*map(read, demand["all"]))
    named = dict(demand)
    make = MAKERS[named.pop("demand")]
    if "pairs" in named:
        named["epsilons"] = {(a, b): x for a, b, x in named.pop("pairs")}
    return make(**named)


MAKERS = {
    "ldp": privacy.LDP,
    "parity": privacy.Parity,
    "rho": privacy.RhoBreach,
    "beta": privacy.BetaFactor,
    "bayes": privacy.BayesFactor,
    "csip": privacy.CSIP,
    "sip": privacy.SIP,
    "pairs": privacy.PairwiseLDP,
    "metric": privacy.Metric,
    "sensitive": privacy.Sensitive,
    "vulnerability": privacy.Vulnerability,
}


def parity(asked: Any) -> Any:
    """The parity that the demand amounts to; a demand that names inputs, or bounds an average, has none."""
    try:
        return number(asked.parity())
    except rropt.InputError:
        return "none"


def tightest(found: Any) -> Any:
    """The tightest demand of the kind: a number, an enclosure, a budget, or two boundaries by their values at three priors."""
    if found is None or isinstance(found, str):
        return found
    if isinstance(found, privacy.Boundaries):
        return [[number(h(p)) for p in ("1/10", "1/2", "4/5")] for h in (found.lower, found.upper)]
    if isinstance(found, privacy.BreachFunction):
        return [number(found(p)) for p in ("1/10", "1/2", "4/5")]
    if isinstance(found, Between):
        return interval(found.lower, found.upper)
    return budget(found) if hasattr(found, "t") else number(found)


def profile(profile: Any, epsilons: list[str], deltas: list[str]) -> Asked:
    found = privacy.profile(mechanism(profile))
    return curve(found, epsilons, deltas) | {"breakpoints": [number(x) for x in found.breakpoints]}


def uses(uses: Any, times: int, epsilons: list[str], deltas: list[str]) -> Asked:
    return {"enclosed": curve(privacy.profile(mechanism(uses), times=times), epsilons, deltas)}


def together(together: list[Any], epsilons: list[str], deltas: list[str]) -> Asked:
    return {"enclosed": curve(privacy.compose(list(map(mechanism, together))), epsilons, deltas)}


def shuffled(
    shuffled: Any, people: int, epsilons: list[str], deltas: list[str], others: list[int] | None = None
) -> Asked:
    return {"enclosed": curve(privacy.shuffled(mechanism(shuffled), people, others=others), epsilons, deltas)}


def curve(found: Any, epsilons: list[str], deltas: list[str]) -> Asked:
    """δ at each ε and ε at each δ. Two bounds of one number are an interval; ε is told as itself."""
    delta, least = [found.delta(x) for x in epsilons], [found.epsilon(x) for x in deltas]
    return {
        "delta": [interval(*x) if isinstance(x, tuple) else number(x) for x in delta],
        "epsilon": [interval(*x) if isinstance(x, tuple) else own(x) for x in least],
    }


def own(epsilon: Any) -> Any:
    told = budget(epsilon)
    return told if "exact" in told else told["epsilon"]


def measure(measure: Any, divergences: tuple[str, ...] = (), **options: Any) -> Asked:
    if any(x.startswith("phi:") for x in divergences):
        raise rropt.InputError("a divergence is one of its kinds, and no formula of phi")
    asked = [rropt.Divergence(x) for x in divergences]
    found = privacy.measure(mechanism(measure), divergences=asked, **options)
    return {
        "total_variation": number(found.total_variation),
        "renyi": [interval(x.lower, x.upper) for x in found.renyi],
        "trade_off": [[number(x) for x in corner] for corner in found.trade_off.corners],
        "bayes_vulnerability": number(found.bayes_vulnerability),
        "bayes_capacity": number(found.bayes_capacity),
        "leakage": leaked(found.leakage),
        "shannon_capacity": interval(Fraction(found.shannon_capacity.lower), Fraction(found.shannon_capacity.upper)),
        "divergences": [interval(x.lower, x.upper) for x in found.divergences],
    }


def leaked(found: Any) -> Asked:
    names = ("before", "after", "multiplicative", "additive")
    return {name: number(getattr(found, name)) for name in names}


def worst_prior(worst_prior: Any, of: str, gain: list[list[str]] | None = None) -> Asked:
    """The largest leakage; the prior itself need not be the only one."""
    found = privacy.worst_prior(mechanism(worst_prior), of, gain=gain)
    return {"value": number(getattr(found, of))}


def leaks(leaks: str, way: str, **options: Any) -> Asked:
    """The vulnerability that this leakage amounts to."""
    return {"at_most": number(getattr(privacy.Vulnerability, way)(leaks, **options).at_most)}


def trade_off(trade_off: Any, pair: list[int], alphas: list[str]) -> Asked:
    found = privacy.trade_off(mechanism(trade_off), (pair[0], pair[1]))
    return {"beta": [number(found.at(x)) for x in alphas]}


KINDS = {
    "demand": demand,
    "profile": profile,
    "uses": uses,
    "together": together,
    "shuffled": shuffled,
    "measure": measure,
    "worst_prior": worst_prior,
    "trade_off": trade_off,
    "leaks": leaks,
}
