"""Answer the questions of rankings; what they listed once and SCOPE lists no more is left out of what was answered before."""

from __future__ import annotations

from typing import Any

from rropt import Contrast, Determinant, Information, InputError, LargestVariance, Mechanism, Trace, Variance, from_spec
from rropt.exact.sign import enclose
from rropt.rankings.ranking import Ranked, rank
from tests.gold.lines import exact_number

OBJECTIVES = {
    "contrast": Contrast,
    "trace": Trace,
    "information": Information,
    "variance": Variance,
    "determinant": Determinant,
    "largest_variance": LargestVariance,
}
Asked = dict[str, Any]


def answer(ask: Asked) -> Asked:
    """Rank, with the people for an error of 1/100 unless another is asked for."""
    asked = {"standard_error": "1/100", **ask}
    try:
        if "objective" in asked:
            _, *numbers = asked["objective"].values()
            asked["objective"] = OBJECTIVES[asked["objective"]["objective"]](*numbers)
        if "mechanism" in asked:
            given = asked["mechanism"]
            asked["mechanism"] = from_spec(given) if isinstance(given, str) else Mechanism(given["rows"])
        found = rank(asked.pop("rank"), asked.pop("epsilon"), **asked)
    except InputError:
        return {"refused": "InputError"}
    low, high = found.epsilon.bounds()
    best = found.optimum
    return {
        "rows": [row(x, exact_number(low, high)) for x in found.rows],
        "optimum": None if best is None else exact_number(enclose(best.lower)[0], enclose(best.upper)[1]),
    }


def row(x: Ranked, epsilon: Asked) -> Asked:
    return {
        "family": x.family,
        "parameters": [[name, value] for name, value in x.parameters],
        "epsilon": epsilon,
        "outputs": exact_number(x.outputs) if x.outputs > 10**15 else x.outputs,
        "bits": x.bits,
        "largest": x.largest,
        "value": x.value,
        "people": x.people,
        "efficiency": x.efficiency,
    }


def promised(before: Asked) -> Asked:
    """Leave out of an answer of before what rankings no longer list: estimates by counting, block designs, RAPPOR's published
    settings, and subset selection at other sizes than its best one, which may be size 1, k-ary randomized response."""
    if "refused" in before:
        return before
    rows = [x for x in before["rows"] if x["estimator"] == "efficient" and x["family"] != "block design"]
    of_sets = [x for x in rows if x["family"] in ("k-ary randomized response", "subset selection")]
    kept = [x for x in rows if x["family"] != "subset selection" or x is of_sets[0]]
    return {
        "rows": [{key: y for key, y in x.items() if key != "estimator"} for x in kept],
        "optimum": before["optimum"],
    }
