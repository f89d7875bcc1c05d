"""Answer the questions of decks of cards by the version before."""

from __future__ import annotations

from typing import Any

from rropt import decks
from rropt.decks.deck import mean_and_distance, spread, variance
from rropt.decks.disclosure import disclosure
from rropt.decks.estimate import estimate as estimate_deck
from rropt.decks.sampling import read_sampling
from rropt.exact import read_epsilon
from tests.gold.reading_old import Asked, answer_by, budget, number, told


def answer(ask: Asked) -> Asked:
    return answer_by({"deck": deck, "disclosed": disclosed, "estimate": estimate, "best": best}, ask)


def sampled(sampling: str = "census", population: int | None = None) -> Any:
    return read_sampling(sampling, population=population)


def deck(deck: list[int], kept: bool, people: int, prevalence: str, **model: Any) -> Asked:
    given = decks.Deck(tuple(deck), kept)
    return {
        "mechanism": told(given.mechanism),
        "mean_and_distance": [number(x) for x in mean_and_distance(given.proportions)],
        "spread": number(spread(given.proportions)),
        "variance": number(variance(given, people, prevalence, sampling=sampled(**model))),
    }


def disclosed(disclosed: list[int], kept: bool, people: int, prior: str, at: str | None = None) -> Asked:
    found = disclosure(
        decks.Deck(tuple(disclosed), kept), people, prior=prior, at=None if at is None else read_epsilon(at)
    )
    budgets = {"one": found.one, "joint": found.joint, "sum": found.sum, "fellow": found.fellow, "at": found.at}
    return {
        **{name: None if x is None else budget(x) for name, x in budgets.items()},
        "delta": number(found.delta),
        "outsider": believed(found.outsider),
        "fellow_evidence": believed(found.fellow_evidence),
    }


def believed(found: Any) -> Any:
    names = ("least_odds_ratio", "largest_odds_ratio", "least_posterior", "largest_posterior")
    return None if found is None else {name: number(getattr(found, name)) for name in names}


def estimate(estimate: list[int], deck: list[int], kept: bool, confidence: str = "0.95", **model: Any) -> Asked:
    given, sampling = decks.Deck(tuple(deck), kept), sampled(**model)
    share, people = estimate_deck(given, estimate), sum(estimate)
    stated = decks.stated_deck_variance(given, people, share, sampling=sampling)
    ends = decks.chebyshev_interval(given, people, share, confidence=confidence, sampling=sampling)
    return {
        "share": number(share),
        "variance": number(stated.value),
        "interval": [*ends],
    }


def best(best: int, values: int, epsilon: str, kept: bool) -> Asked:
    return {"counts": list(decks.best_deck(best, values, read_epsilon(epsilon), kept=kept).counts)}
