"""Answer the questions of the named families by the version before."""

from __future__ import annotations

from rropt import families
from tests.gold.reading_old import Asked, answer_by, number, told

MOST = 60


def answer(ask: Asked) -> Asked:
    return answer_by({"family": family}, ask)


def family(family: str) -> Asked:
    found = families.from_spec(family)
    parity = {} if found.is_free else {"parity": number(families.parity_of_spec(family))}
    return told(found, most=MOST) | parity
