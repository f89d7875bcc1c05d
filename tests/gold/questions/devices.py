"""Questions of devices: the exact law of what people hold, its privacy and cost, the classical devices, what is best at one ε."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, family, matrix, number, rows, share, written

COVERS = [
    "devices of mechanisms and of designs: instrument, exact law by enumeration of its outcomes, ε, δ, value, efficiency",
    "the eight classical devices with their laws, outcomes, ε, one-sided ε, efficiencies; all classical devices at one ε",
]
NOT_COVERED = ["scripts, rules in words, pictures, the simpler device beside a long one, sets of many categories"]

W, KRR = "warner:p=3/4", "krr:k=5,epsilon=1"
INSTRUMENTS: tuple[dict[str, object], ...] = (
    *(
        {"dice": 1},
        {"dice": 2},
        {"dice": 3},
        {"cards": 52},
        {"cards": 32},
        {"coins": 3},
        {"coins": 6},
        {"spinner": True},
    ),
    *(
        {"birthdays": "days"},
        {"birthdays": "months"},
        {"denominator": 100},
        {"denominator": 7},
        {"bits": 8},
        {"bits": 32},
    ),
)
MECHANISMS = (
    W,
    "warner:p=0.7",
    "warner:epsilon=1",
    "krr:k=3,epsilon=ln3",
    KRR,
    "simmons:unrelated=1/4,p=1/2",
    "mangat:p=1/2",
)
DESIGNS: tuple[dict[str, object], ...] = (
    {"objective": "variance", "prevalence": "1/10", "epsilon": "1", "inputs": ["no", "yes"]},
    {"objective": "variance", "prevalence": "1/10", "epsilon": "ln3", "inputs": ["no", "yes"]},
    {"objective": "variance", "prevalence": "1/4", "epsilon": "1/2", "delta": "1/10", "inputs": ["no", "yes"]},
    {"objective": "trace", "epsilon": "1", "inputs": 3},
)
CLASSICAL = (
    "warner",
    "crosswise",
    "triangular",
    "forced_response",
    "unrelated_question",
    "mangat",
    "kuk",
    "christofides",
)
MONTHS = [
    "31/365",
    "28/365",
    "31/365",
    "30/365",
    "31/365",
    "30/365",
    "31/365",
    "31/365",
    "30/365",
    "31/365",
    "30/365",
    "31/365",
]
REFUSED = (
    *(
        {"device": W, "instrument": x}
        for x in ({"dice": 0}, {"dice": 20}, {"cards": 1}, {"coins": -1}, {"denominator": 1}, {"bits": 0})
    ),
    *(
        {"device": W, "instrument": x}
        for x in ({"dice": 2, "cards": 52}, {"birthdays": "weeks"}, {"birthdays": ["1/2", "1/2"]})
    ),
    *(
        {"device": x, "instrument": {"dice": 1}}
        for x in ("warner:epsilon=every", "warner:epsilon=1/1000", "krr:k=40,epsilon=1")
    ),
    *({"device": W, "instrument": {"cards": 52}, "prevalence": x} for x in ("2", ["1/2", "1/4"], "x")),
    *({"classical": x, "prevalence": "1/10"} for x in ("roulette", "")),
    *({"classical": "warner", "prevalence": x} for x in ("2", "x")),
    *({"all_at": e, "prevalence": x} for e, x in (("0", "1/10"), ("inf", "1/10"), ("1", "0"), ("every", "1/10"))),
)


def questions() -> Iterator[Question]:
    own = [{"device": x, "instrument": {}} for x in MECHANISMS[:2]] + [
        {"device": W, "instrument": {}, "prevalence": "1/10"}
    ]
    made = [{"device": m, "instrument": x} for m in MECHANISMS for x in INSTRUMENTS]
    named = [{"classical": x, "prevalence": p} for x in CLASSICAL for p in ("1/10", "1/2", "1/10..2/5")]
    named += [
        {"classical": x, "prevalence": "1/10", "birthdays": y}
        for x in ("crosswise", "unrelated_question")
        for y in ("days", MONTHS)
    ]
    return number(
        "devices",
        [
            *written("written", *own, *made),
            *written("design", *({"design": d, "instrument": x} for d in DESIGNS for x in INSTRUMENTS)),
            *written("classical", *named),
            *written(
                "classical at",
                *({"all_at": e, "prevalence": x} for e in ("ln3", "1", "1/2", "ln9") for x in ("1/10", "1/2")),
            ),
            *written("refused", *REFUSED),
            *drawn("drawn", 30, ask, extreme=10),
        ],
    )


def ask(rng: Random, extreme: bool) -> Question:
    tool = rng.choice(INSTRUMENTS)
    if rng.random() < 0.5:
        wanted = {"prevalence": str(share(rng))} if rng.random() < 0.5 else {}
        return {"device": family(rng, extreme, k=2), "instrument": tool, **wanted}
    return {"device": matrix(rows(rng, rng.randint(2, 3), rng.randint(2, 3), extreme)), "instrument": tool}
