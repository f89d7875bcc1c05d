"""Answer the questions of theorems at numbers by the audit of claims."""

from __future__ import annotations

from rropt.claims.at_numbers import agree, at_numbers, compare
from rropt.claims.formulas import Printed
from rropt.claims.library import find
from tests.gold.reading_old import Asked, answer_by, number


def answer(ask: Asked) -> Asked:
    return answer_by({"claim": claim}, ask)


def claim(claim: str, at: dict[str, str]) -> Asked:
    formula = find(claim)[0].formulas.get(claim)
    if not isinstance(formula, Printed):
        at_numbers(claim, at)  # refuses what is no optimum, or has other letters
        raise AssertionError(f"{claim} states no optimum")
    found = compare(formula, at)
    return {
        **{name: number(getattr(found, name).value) for name in ("printed", "corrected", "exact")},
        "minimisers": [[number(x) for x in point] for point in found.exact.minimisers],
        "agrees": agree(found.printed, found.exact),
        "corrected_agrees": agree(found.corrected, found.exact),
    }
