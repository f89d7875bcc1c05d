"""Questions of Christofides' decks of cards: laws, variances, what one answer and all answers disclose, estimates and intervals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, share, written

COVERS = [
    "the law of one answer, its spread, the variance under three sampling models; ε of one answer, of all, of the sum, among "
    "fellows; δ of all answers; what outsiders and fellows can believe; estimates with Chebyshev's interval",
]
NOT_COVERED = [
    "words and warnings; the numbers of best decks and repairs are recorded, but SCOPE gives these questions up"
]

DECKS = ([3, 2, 5], [5, 0, 15], [60, 10, 30], [1, 2], [1, 9], [3, 1, 2], [10, 20, 70], [1, 1, 3, 5], [6, 3, 3, 1])
# the decks of Sun, Zhou and Yan's evidence: all cards drawn, and larger decks with their respondents
DRAWN_OUT = ([2, 1], [1, 2], [2, 2], [1, 1, 2], [2, 1, 1], [2, 0, 1], [1, 2, 1, 1], [3, 0, 1], [1, 2, 1, 2], [2, 3, 1])
LARGER = (([3, 2], 2), ([4, 4], 3), ([2, 3, 4], 2), ([3, 2, 3], 3), ([4, 1, 3], 2))
REFUSED = (
    *(
        {"deck": x, "kept": False, "people": 10, "prevalence": "1/10"}
        for x in ([3], [], [0, 0], [-1, 2], [1.5, 2], [2, 2], [1, 2, 1])
    ),
    *({"deck": [3, 2, 5], "kept": True, "people": x, "prevalence": "1/10"} for x in (11, 0, -1)),
    *({"deck": [3, 2, 5], "kept": False, "people": 10, "prevalence": x} for x in ("2", "x", "-1/2")),
    {"deck": [3, 2, 5], "kept": False, "people": 20, "prevalence": "1/10", "sampling": "srs", "population": 10},
    {"deck": [3, 2, 5], "kept": False, "people": 20, "prevalence": "1/10", "sampling": "snowball"},
    *({"estimate": x, "deck": [3, 2, 5], "kept": False} for x in ([], [4, 1], [0, 0, 0], [1, -2, 7])),
    {"estimate": [3, 4, 4], "deck": [3, 2, 5], "kept": True},
    {"disclosed": [3, 2, 5], "kept": False, "people": 4, "prior": "2"},
    {"disclosed": [3, 2, 5], "kept": True, "people": 40, "prior": "1/10"},
)


def questions() -> Iterator[Question]:
    shown = [
        {"deck": d, "kept": kept, "people": n, "prevalence": "3/20"}
        for d in DECKS
        for kept in (False, True)
        for n in (1, 3)
    ]
    shown += [{"deck": [5, 0, 15], "kept": kept, "people": 20, "prevalence": "3/20"} for kept in (False, True)]
    models = [{"sampling": "srs", "population": 500}, {"sampling": "replacement"}, {"sampling": "census"}]
    at = {"people": 20, "prevalence": "1/4"}
    shown += [{"deck": [60, 10, 30], "kept": kept, **at, **x} for kept in (False, True) for x in models]
    told = [
        {"disclosed": d, "kept": kept, "people": n, "prior": "1/10"}
        for d in DECKS[:6]
        for kept in (False, True)
        for n in (1, 2)
    ]
    told += [{"disclosed": [3, 2, 5], "kept": True, "people": n, "prior": "1/2", "at": "ln3"} for n in (4, 10)]
    told += [{"disclosed": [5, 0, 15], "kept": kept, "people": 20, "prior": "1/10"} for kept in (False, True)]
    told += [{"disclosed": d, "kept": True, "people": sum(d), "prior": "1/10"} for d in DRAWN_OUT]
    told += [{"disclosed": d, "kept": True, "people": n, "prior": "1/10"} for d, n in LARGER]
    shown += [{"deck": d, "kept": True, "people": sum(d), "prevalence": "1/10"} for d in DRAWN_OUT]
    shown += [{"deck": [24, 1, 75], "kept": True, "people": 100, "prevalence": "1/10"}]
    shown += [{"deck": [2, 1, 7], "kept": False, "people": 400, "prevalence": "3/20"}]
    counted = [{"estimate": [2, 2, 4], "deck": [3, 2, 5], "kept": kept, **x} for kept in (False, True) for x in models]
    best = [
        {"best": 10, "values": 2, "epsilon": "ln3", "kept": False},
        {"best": 5, "values": 3, "epsilon": "ln3", "kept": True},
    ]
    best += [{"best": 20, "values": 4, "epsilon": "1", "kept": False}]
    return number(
        "decks",
        [
            *written("variance/written", *shown),
            *written("disclosed/written", *told),
            *written("estimate/written", *counted),
            *written("best", *best, expected_after="refused"),
            *written("refused", *REFUSED),
            *drawn("variance", 14, ask_variance, extreme=5),
            *drawn("disclosed", 14, ask_disclosed, extreme=3),
            *drawn("estimate", 12, ask_estimate, extreme=3),
        ],
    )


def cards(rng: Random, extreme: bool) -> list[int]:
    return [rng.randint(0 if extreme else 1, 500 if extreme else 6) for _ in range(rng.randint(2, 4))]


def ask_variance(rng: Random, extreme: bool) -> Question:
    deck, kept = cards(rng, extreme), rng.random() < 0.5
    people = rng.randint(1, max(1, sum(deck))) if kept else rng.randint(1, 2000)
    model = rng.choice(({"sampling": "replacement"}, {"sampling": "srs", "population": 3000}, {}))
    return {"deck": deck, "kept": kept, "people": people, "prevalence": str(share(rng, extreme)), **model}


def ask_disclosed(rng: Random, extreme: bool) -> Question:
    deck = [rng.randint(0 if extreme else 1, 4) for _ in range(rng.randint(2, 3))]
    return {
        "disclosed": deck,
        "kept": rng.random() < 0.6,
        "people": rng.randint(1, 4),
        "prior": str(share(rng)),
        "at": epsilon(rng),
    }


def ask_estimate(rng: Random, extreme: bool) -> Question:
    deck = cards(rng, extreme)
    counts = [rng.randint(0, 10**6 if extreme else 40) for _ in deck]
    confidence = {"confidence": rng.choice(("0.9", "0.99", "1/2"))} if rng.random() < 0.5 else {}
    return {"estimate": counts, "deck": deck, "kept": False, **confidence}
