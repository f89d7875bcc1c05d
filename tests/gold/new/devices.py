"""Answer the questions of devices."""

from __future__ import annotations

from typing import Any

import rropt
from rropt.devices.classical import classical_at, classical_device
from rropt.devices.realise import choose_device
from rropt.problem.design import design as find_design
from rropt.problem.result import Design
from rropt.show import near
from rropt.values import Between
from tests.gold.reading_old import Asked, answer_by, budget, interval, mechanism, number, rounded, told


def answer(ask: Asked) -> Asked:
    return answer_by({"device": device, "design": design, "classical": classical, "all_at": all_at}, ask)


def device(device: Any, instrument: Asked, prevalence: Any = None) -> Asked:
    return tell(choose_device(mechanism(device), held(instrument), prevalence=prevalence))


def design(design: Asked, instrument: Asked) -> Asked:
    demand = rropt.LDP(design["epsilon"], delta=design.get("delta", 0))
    aim = "variance" if design["objective"] == "variance" else "trace"
    shares = {"prevalence": design["prevalence"]} if aim == "variance" else {}
    found = find_design(aim, demand, inputs=design["inputs"], **shares)
    assert isinstance(found, Design)
    return tell(choose_device(found, held(instrument)))


def held(named: Asked) -> str | None:
    """The instrument as one text, such as cards:52; the version before had a parameter for each."""
    sizes = {kind: ",".join(size) if isinstance(size, list) else size for kind, size in named.items()}
    texts = [kind if size is True else f"{kind}:{size}" for kind, size in sizes.items()]
    return ",".join(texts) or None


def tell(found: Any) -> Asked:
    tool = found.instrument
    return {
        "instrument": [tool.kind, tool.count, number(tool.outcomes)],
        **told(found.mechanism),
        "epsilon": budget(found.epsilon),
        "delta": number(found.delta),
        "value": interval(*bounds_of(found.value)),
        "optimum": interval(*bounds_of(found.optimum)),
        "efficiency": None if found.efficiency is None else interval(*found.efficiency),
    }


def bounds_of(value: Any) -> tuple[Any, Any]:
    return (value.lower, value.upper) if isinstance(value, Between) else (value, value)


def classical(classical: str, prevalence: Any, birthdays: Any = "months") -> Asked:
    found = classical_device(classical, prevalence=prevalence, birthdays=birthdays)
    (epsilon, both), (of_yes, alone) = (found.protection(one_sided=x) for x in (False, True))
    return {
        **told(found.mechanism),
        "epsilon": budget(epsilon),
        "epsilon_of_yes": budget(of_yes),
        "efficiency": number(both),
        "efficiency_of_yes": number(alone),
        "outcomes": [[number(x.chance), x.no, x.yes] for x in found.script.outcomes],
    }


def all_at(all_at: str, prevalence: str) -> Asked:
    """Each classical device at this ε: its name, n·Var as the table prints it, and the people for a standard error of 1/50."""
    found = classical_at(all_at, prevalence)
    return {
        "rows": [[row["device"], rounded(near(row["variance"])), row["n"]] for row in found.table("people").records()]
    }
