"""Answer the questions of theorems at numbers by the audit of claims."""

from __future__ import annotations

from rropt.claims.at_numbers import agree, compare
from rropt.claims.library import find
from tests.gold.reading_old import Asked, answer_by, number


def answer(ask: Asked) -> Asked:
    return answer_by({"claim": claim}, ask)


def claim(claim: str, at: dict[str, str]) -> Asked:
    found = compare(find(claim)[0].formulas[claim], at)
    return {
        **{name: number(getattr(found, name).value) for name in ("printed", "corrected", "exact")},
        "minimisers": [[number(x) for x in point] for point in found.exact.minimisers],
        "agrees": agree(found.printed, found.exact),
        "corrected_agrees": agree(found.corrected, found.exact),
    }
