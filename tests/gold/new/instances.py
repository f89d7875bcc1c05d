"""Answer the questions of theorems at numbers by the audit of claims."""

from __future__ import annotations

from rropt.claims.at_numbers import Optima, at_numbers
from tests.gold.reading_old import Asked, answer_by, number


def answer(ask: Asked) -> Asked:
    return answer_by({"claim": claim}, ask)


def claim(claim: str, at: dict[str, str]) -> Asked:
    compared = at_numbers(claim, at)
    assert isinstance(compared, Optima)
    found = compared.rows[0]
    return {
        **{name: number(getattr(found, name).value) for name in ("printed", "corrected", "exact")},
        "minimisers": [[number(x) for x in point] for point in found.exact.minimisers],
        "agrees": found.agrees,
        "corrected_agrees": found.corrected_agrees,
    }
