"""Answer the questions of devices by the version before."""

from __future__ import annotations

from typing import Any

from rropt.devices.classical import classical as find_classical

import rropt
from rropt import devices
from tests.gold.reading_old import Asked, answer_by, budget, interval, mechanism, number, rounded, told


def answer(ask: Asked) -> Asked:
    return answer_by({"device": device, "design": design, "classical": classical, "all_at": all_at}, ask)


def device(device: Any, instrument: Asked, prevalence: Any = None) -> Asked:
    return tell(devices.device_for(mechanism(device), prevalence=prevalence, **instrument))


def design(design: Asked, instrument: Asked) -> Asked:
    demand = rropt.LDP(design["epsilon"], delta=design.get("delta", 0))
    aim = rropt.Variance(design["prevalence"]) if design["objective"] == "variance" else rropt.Trace()
    return tell(rropt.design(aim, demand, inputs=design["inputs"]).device(**instrument))


def tell(found: Any) -> Asked:
    tool = found.instrument
    return {
        "instrument": [tool.kind, tool.count, number(tool.outcomes)],
        **told(found.mechanism),
        "epsilon": budget(found.epsilon),
        "delta": number(found.delta),
        "value": interval(*found.value),
        "optimum": interval(*found.optimum),
        "efficiency": None if found.efficiency is None else interval(*found.efficiency),
    }


def classical(classical: str, prevalence: Any, birthdays: Any = "months") -> Asked:
    found = find_classical(classical, prevalence=prevalence, birthdays=birthdays)
    both, alone = (found.efficiency(prevalence, one_sided=x) for x in (False, True))
    return {
        **told(found.mechanism),
        "epsilon": budget(found.tight_epsilon()),
        "epsilon_of_yes": budget(found.tight_epsilon(one_sided=True)),
        "efficiency": number(both),
        "efficiency_of_yes": number(alone),
        "outcomes": [[number(x.chance), x.no, x.yes] for x in found.outcomes],
    }


def all_at(all_at: str, prevalence: str) -> Asked:
    """Each classical device at this ε: its name, n·Var as the table prints it, and the people for a standard error of 1/50."""
    return {"rows": [[row[0], rounded(row[3]), int(row[4])] for row in devices.classical_at(all_at, prevalence).rows]}
