"""Answer the questions of theorems at numbers by the audit of claims."""

from __future__ import annotations

from rropt.claims.at_numbers import at_numbers, solve
from rropt.claims.claim import Printed
from rropt.claims.library import find
from rropt.errors import InputError
from tests.gold.reading_old import Asked, answer_by, number


def answer(ask: Asked) -> Asked:
    return answer_by({"claim": claim}, ask)


def claim(claim: str, at: dict[str, str]) -> Asked:
    paper, asked = find(claim)
    formula = asked.at
    (place,) = at_numbers(claim, at).rows  # refuses other letters
    assert isinstance(formula, Printed), f"{claim} states no optimum"
    if place.outside:
        raise InputError(f"{claim} is stated for {place.outside}")
    # a correction is a claim of its own, which repairs the printed one where its domain says
    repairs = [c.id for c in paper.claims.values() if c.repairs == claim and c.at]
    printed = place.sides[0]
    corrected = next((side for x in repairs for side in at_numbers(x, at).rows[0].sides[:1]), printed)
    _, minimisers, _ = solve(formula.optimum, tuple({**at, **formula.left_out}.items()))
    return {
        "printed": number(printed.left),
        "corrected": number(corrected.left),
        "exact": number(printed.right),
        "minimisers": [[number(x) for x in point] for point in minimisers],
        "agrees": printed.is_true,
        "corrected_agrees": corrected.is_true,
    }
