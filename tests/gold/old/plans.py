"""Plans by the API of the version before: n, what it gives, and what n and n − 1 people give by the plan for a number of people."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt import InputError, plan
from rropt.exact.epsilon import read_epsilon
from rropt.survey import plan_epsilons, plan_mean
from rropt.survey.planning.compliance import biases, protective_variance, safe_output
from rropt.survey.planning.devices import devices_at
from rropt.survey.planning.spread import read_region
from tests.gold.old.people import about, decimal, read_device, root
from tests.gold.reading_old import refusal

ENUMERATED, NONCENTRAL = 1e-8, 1e-6
"""How exact the doubles of an enumerated power are, and of one by the noncentral t."""


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Answer a question of plans."""
    try:
        return READERS[ask["do"]](ask, dict(ask.get("options", {})))
    except InputError as error:
        return {"refused": refusal(error)}


def _plan(ask: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    device = read_device(ask["mechanism"])
    found = plan(device, **options)
    return {
        **_told(found),
        "share_of": found.share_of,
        **_around(lambda **how: _given(plan(device, **how)), found.n, options),
    }


def _told(found: Any) -> dict[str, Any]:
    """A plan in numbers."""
    power = found.power
    return {
        "n": found.n,
        "truthful": found.truthful,
        "standard_error": decimal(found.standard_error),
        "error_of_difference": decimal(found.standard_error_of_difference),
        "margin": decimal(found.margin),
        "n_var": decimal(found.variance_per_answer),
        "design_effect": decimal(found.design_effect),
        "power": None if power is None else about(power.power, ENUMERATED),
        "level": None if power is None else about(power.level, ENUMERATED),
        "approximate_n": found.approximate,
        "approximate_power": about(found.approximate_power, NONCENTRAL),
        "normal_n": found.by_normal,
    }


def _given(found: Any) -> dict[str, Any]:
    power = found.power
    return {
        "standard_error": decimal(found.standard_error),
        "margin": decimal(found.margin),
        "power": about(found.approximate_power, NONCENTRAL) if power is None else about(power.power, ENUMERATED),
    }


def _around(planned: Any, n: int, options: dict[str, Any]) -> dict[str, Any]:
    """What n and n − 1 people give."""
    if "n" in options:
        return {}
    goals = ("margin", "standard_error", "power")
    how = {
        key: x
        for key, x in options.items()
        if key not in goals and (key != "clusters" or "standard_error" not in options)
    }
    return {name: planned(**how, n=size) for name, size in (("at_n", n), ("one_less", n - 1)) if size > 1}


def _mean(ask: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    device = read_device(ask["mechanism"])

    def told(**how: Any) -> dict[str, Any]:
        found = plan_mean(device, ask["scores"], **how)
        most = Fraction(found.margin)
        return {
            "n": found.n,
            "truthful": found.truthful,
            "standard_error": decimal(found.standard_error),
            "margin": {"low": str(float(most * (1 - Fraction(1, 10**5)))), "high": str(float(most))},
            "n_var": decimal(found.variance_per_answer),
            "design_effect": decimal(found.design_effect),
        }

    found = told(**options)
    return {**found, **_around(told, found["n"], options)}


def _along(ask: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    rows = plan_epsilons(ask["epsilons"], **options).rows
    return {
        "rows": [
            {
                "n": x.n,
                "value": decimal(x.value),
                "standard_error": decimal(x.standard_error),
                "believed": [decimal(x.least), decimal(x.most)],
                "design_effect": decimal(x.design_effect),
            }
            for x in rows
        ]
    }


def _comply(ask: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Non-compliance: the biases of a protective no, of everybody's no and of denial, and n·Var under the first."""
    device, x, share = read_device(ask["mechanism"]), Fraction(ask["prevalence"]), Fraction(ask["share"])
    return {
        "safe": device.output_labels[safe_output(device, 1)],
        "biases": [decimal(b) for b in biases(device, x, share)],
        "n_var": decimal(protective_variance(device, x, share)),
    }


def _devices(ask: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The usual devices at the same privacy: n·Var of each, and of its mechanism at n = 1000 the standard error."""
    region = read_region(ask["prevalence"], 2, 1)
    found = devices_at(read_epsilon(ask["epsilon"]), region, unrelated=Fraction(1, 4), middle=Fraction(1, 10))
    rows = [{"device": x.name, "n_var": decimal(x.value), "error_of_1000": root(x.value / 1000)} for x in found]
    return {"devices": rows}


READERS = {"plan": _plan, "mean": _mean, "along": _along, "comply": _comply, "devices": _devices}
