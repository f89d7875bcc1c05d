"""Answer the questions of Blackwell's order by the version before."""

from __future__ import annotations

from typing import Any

import rropt
from rropt import order
from tests.gold.reading_old import Asked, answer_by, budget, interval, mechanism, number, table


def answer(ask: Asked) -> Asked:
    return answer_by(KINDS, ask)


def compare(compare: list[Any]) -> Asked:
    found = rropt.compare(*map(mechanism, compare))
    if hasattr(found, "relations"):
        return {"relations": [[str(t), relation.value] for t, relation in found.relations]}
    return {"relation": found.relation.value}


def deficiency(deficiency: list[Any]) -> Asked:
    found = order.deficiency(*map(mechanism, deficiency))
    return {"value": interval(found.lower, found.upper)}


def admissible(admissible: Any, parity: str) -> Asked:
    """The verdict; of the better mechanism only that it is better and has the parity."""
    found = rropt.admissible(mechanism(admissible), parity)
    if found:
        return {"admissible": True}
    better = found.dominating
    return {
        "admissible": False,
        "faults": sorted(x.output for x in found.faults),
        "relation": rropt.compare(better, found.mechanism).relation.value,
        "parity": number(rropt.privacy.largest_ratio(better).value),
    }


def staircase(staircase: Any, parity: str) -> Asked:
    found = order.dominating_staircase(mechanism(staircase), parity)
    return {"holds": found.holds, "parity": number(rropt.privacy.largest_ratio(found.first).value)}


def optimal_binary(optimal_binary: str, delta: str) -> Asked:
    return {"rows": table(order.optimal_binary(optimal_binary, delta=delta).rows)}


def below_optimal_binary(below_optimal_binary: Any, epsilon: str, delta: str) -> Asked:
    return {"holds": order.below_optimal_binary(mechanism(below_optimal_binary), epsilon, delta=delta).holds}


def warner_table(warner_table: str) -> Asked:
    return {"rows": [[row.name, row.comparison.relation.value, budget(row.epsilon)] for row in order.warner_table()]}


KINDS = {
    "compare": compare,
    "deficiency": deficiency,
    "admissible": admissible,
    "staircase": staircase,
    "optimal_binary": optimal_binary,
    "below_optimal_binary": below_optimal_binary,
    "warner_table": warner_table,
}
