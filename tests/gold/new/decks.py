"""Answer the questions of decks of cards."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rropt import decks
from tests.gold.reading_old import Asked, answer_by, budget, number, told


def answer(ask: Asked) -> Asked:
    if "best" in ask:
        return {"refused": "InputError"}  # best decks are no longer searched for
    return answer_by({"deck": deck, "disclosed": disclosed, "estimate": estimate}, ask)


def deck(deck: list[int], kept: bool, people: int, prevalence: str, **model: Any) -> Asked:
    given = decks.Deck(tuple(deck), kept)
    found = decks.variance(given, people, prevalence, **model)
    return {
        "mechanism": told(given.mechanism),
        "mean_and_distance": [number(x) for x in decks.mean_and_distance(given.proportions)],
        "spread": number(decks.spread(given.proportions)),
        # the factor of this sampling is a double
        "variance": float(found) if model.get("sampling") == "srs" else number(found),
    }


def disclosed(disclosed: list[int], kept: bool, people: int, prior: str, at: str | None = None) -> Asked:
    found = decks.disclosure(decks.Deck(tuple(disclosed), kept), people, prior=prior, at=at)
    budgets = {"one": found.one, "joint": found.joint, "sum": found.sum, "fellow": found.fellow, "at": found.at}
    return {
        **{name: None if x is None else budget(x) for name, x in budgets.items()},
        "delta": number(found.delta),
        "outsider": believed(found.outsider),
        "fellow_evidence": believed(found.fellow_beliefs),
    }


def believed(found: Any) -> Any:
    return None if found is None else {name: number(x) for name, x in asdict(found).items() if name != "prior"}


def estimate(estimate: list[int], deck: list[int], kept: bool, confidence: str = "0.95", **model: Any) -> Asked:
    counts = {k + 1: n for k, n in enumerate(estimate)}
    found = decks.estimate(counts, decks.Deck(tuple(deck), kept), confidence=confidence, **model)
    return {"share": found.share, "variance": found.variance, "interval": [*found.interval]}
