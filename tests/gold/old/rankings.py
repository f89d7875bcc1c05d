"""Answer the questions of rankings by the version before."""

from __future__ import annotations

from typing import Any

import rropt
from tests.gold.reading_old import Asked, answer_by, budget, interval, mechanism, number


def answer(ask: Asked) -> Asked:
    return answer_by({"rank": rank}, ask)


def rank(rank: Any, epsilon: str, objective: Asked | None = None, mechanism: Any = None, **options: Any) -> Asked:
    given = {"mechanism": reading(mechanism)} if mechanism is not None else {}
    asked = {} if objective is None else {"objective": read_objective(objective)}
    found = rropt.rank(rank, epsilon, **asked, **given, **options)
    best = found.optimum
    return {
        "rows": [row(x) for x in found.rows],
        "elsewhere": [row(x) for x in found.elsewhere],
        "optimum": None if best is None else interval(best.lower, best.upper),
    }


reading = mechanism


def read_objective(given: Asked) -> Any:
    named = dict(given)
    kinds = {
        "contrast": rropt.Contrast,
        "trace": rropt.Trace,
        "information": rropt.Information,
        "variance": rropt.Variance,
    }
    kinds |= {"determinant": rropt.Determinant, "largest_variance": rropt.LargestVariance}
    return kinds[named.pop("objective")](*named.values())


def row(x: Any) -> Asked:
    return {
        "family": x.family,
        "parameters": [[name, str(value)] for name, value in x.parameters],
        "epsilon": budget(x.epsilon).get("epsilon", {"exact": "inf"}),
        "estimator": x.estimator,
        "outputs": number(x.outputs) if x.outputs > 10**15 else x.outputs,
        "bits": x.bits,
        "largest": interval(*x.largest),
        "value": interval(*x.value),
        "people": x.people,
        "efficiency": None if x.efficiency is None else interval(*x.efficiency),
    }
