"""Answer the questions of theorems at numbers by the version before."""

from __future__ import annotations

from rropt import claims
from tests.gold.reading_old import Asked, answer_by, number


def answer(ask: Asked) -> Asked:
    return answer_by({"claim": claim}, ask)


def claim(claim: str, at: dict[str, str]) -> Asked:
    found = claims.check(claim, **at)
    return {
        **{name: number(getattr(found, name).value) for name in ("printed", "corrected", "exact")},
        "minimisers": [[number(x) for x in point] for point in found.exact.minimisers],
        "agrees": found.agrees,
        "corrected_agrees": found.corrected_agrees,
    }
