"""Questions of noise for numeric answers: sensitivities, Laplace noise of one and several coordinates, discrete Laplace noise."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, share, written

COVERS = [
    "Laplace noise: scale, variance, tail of the largest coordinate, union bound, radii; the same of discrete Laplace noise",
    "sensitivities of counts, histograms, fractions, sums and means; draws of discrete Laplace noise by seed",
]
NOT_COVERED = ["releases of files (they go); staircases are recorded, but SCOPE gives them up"]

Z, FAILURES = ["0", "1", "5/2", "8"], ["1/20", "1/100", "1/1000000"]
ASKED = {"at": Z, "failures": FAILURES}
WHOLE = {"at": [0, 1, 2, 8], "failures": FAILURES}
REFUSED = (
    *({"laplace": e, "sensitivity": "1", "dimension": 1, **ASKED} for e in ("0", "inf", "-1", "every", "x")),
    *(
        {"laplace": "1", "sensitivity": s, "dimension": d, **ASKED}
        for s, d in (("0", 1), ("-1", 1), ("x", 1), ("1", 0))
    ),
    *(
        {"laplace": "1", "sensitivity": "1", "dimension": 1, "at": [z], "failures": [p]}
        for z, p in (("-1", "1/2"), ("1", "0"), ("1", "2"))
    ),
    *(
        {"discrete_laplace": "1", "sensitivity": s, "dimension": d, **WHOLE}
        for s, d in (("1/2", 1), ("0", 1), ("1", 0))
    ),
    *(
        {"sensitivity": "mean", "people": n, "ranges": r, "neighbours": x}
        for n, r, x in ((0, [["0", "1"]], "replace"), (9, [["1", "0"]], "replace"))
    ),
    *({"sensitivity": "mean", "people": 9, "ranges": [["0", "1"]], "neighbours": x} for x in ("add-remove", "someone")),
    {"sensitivity": "histogram", "cells": 0, "neighbours": "replace"},
    {"sensitivity": "sum", "ranges": [], "neighbours": "replace"},
)


def questions() -> Iterator[Question]:
    shown = [
        {"laplace": e, "sensitivity": s, "dimension": d, **ASKED}
        for e in ("1", "ln3", "1/2")
        for s, d in (("1", 1), ("2", 3), ("3/50", 2))
    ]
    whole = [
        {"discrete_laplace": e, "sensitivity": s, "dimension": d, **WHOLE}
        for e in ("1", "ln3", "1/2")
        for s, d in (("1", 1), ("4", 3))
    ]
    moved = [{"sensitivity": x, "neighbours": n} for x in ("count",) for n in ("replace", "add-remove")]
    moved += [{"sensitivity": "histogram", "cells": 5, "neighbours": n} for n in ("replace", "add-remove")]
    moved += [{"sensitivity": "fraction", "people": n, "neighbours": "replace"} for n in (1, 9, 3000)]
    moved += [
        {"sensitivity": "sum", "ranges": r, "neighbours": n}
        for r in ([["-2", "5"]], [["0", "9"], ["-1000", "0"]])
        for n in ("replace", "add-remove")
    ]
    moved += [
        {"sensitivity": "mean", "people": n, "ranges": r, "neighbours": "replace"}
        for n, r in ((9, [["0", "1"]]), (3000, [["0", "100"], ["0", "80"]]))
    ]
    stairs = [{"staircase": e, "sensitivity": "1", "error": x} for e in ("1", "ln3") for x in ("absolute", "squared")]
    return number(
        "noise",
        [
            *written("laplace", *shown),
            *written(
                "discrete",
                *whole,
                *({"draw": "1", "sensitivity": s, "size": 20, "seed": x} for s in (1, 3) for x in (1, 2)),
            ),
            *written("sensitivity", *moved),
            *written("staircase", *stairs, expected_after="refused"),
            *written("refused", *REFUSED),
            *drawn("laplace", 14, ask_laplace, extreme=6),
            *drawn("discrete", 10, ask_discrete, extreme=4),
        ],
    )


def ask_laplace(rng: Random, extreme: bool) -> Question:
    dimension = rng.randint(1, 1000 if extreme else 5)
    size = str(share(rng, extreme) * rng.randint(1, 9))
    return {
        "laplace": epsilon(rng, extreme),
        "sensitivity": size,
        "dimension": dimension,
        "at": [size],
        "failures": [str(share(rng, extreme))],
    }


def ask_discrete(rng: Random, extreme: bool) -> Question:
    size = str(rng.randint(1, 1000 if extreme else 5))
    return {
        "discrete_laplace": epsilon(rng, extreme),
        "sensitivity": size,
        "dimension": rng.randint(1, 4),
        "at": [1, 3],
        "failures": ["1/100"],
    }
