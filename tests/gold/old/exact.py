"""Answer the questions of number spellings by the version before."""

from __future__ import annotations

from rropt import exact
from tests.gold import reading_old
from tests.gold.reading_old import Asked, answer_by


def answer(ask: Asked) -> Asked:
    return answer_by({"number": number, "budget": budget}, ask)


def number(number: str) -> Asked:
    return {"value": reading_old.number(exact.read_number(number))}


def budget(budget: str) -> Asked:
    found = exact.read_epsilon(budget)
    return {"range": str(found)} if found.is_free else {"value": reading_old.budget(found)}
