"""Questions of draws: the answers for some inputs by numpy's default generator of a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import MATRICES, named, pack, sets_of_size

COVERS = [
    "the answers of seeded draws, in their order, of devices with rational and irrational chances and of sets of inputs"
]
NOT_COVERED = [
    "draws by the system's entropy; vectorised draws in doubles; bits as other languages draw them (docs/data/draws.json)"
]


def questions() -> Iterator[dict[str, Any]]:
    """Every device of the surveys twice, sets, and what is no input."""
    return number("draws", ((cell, ask, {"seed": ask["seed"], "size": size}) for cell, ask, size in _made()))


def _made() -> Iterator[tuple[str, dict[str, Any], str]]:
    rare = {"rows": [["1/1000003", "1"], ["1000002/1000003", "0"]], "inputs": ["no", "yes"], "outputs": ["no", "yes"]}
    tiny = {"spec": "krr:k=3,epsilon=1/1000000", "inputs": list("abc"), "outputs": list("abc")}
    large = {"spec": "krr:k=3,epsilon=12", "inputs": list("abc"), "outputs": list("abc")}
    devices = [(named(name), "ordinary") for name in MATRICES] * 2 + [
        (rare, "extreme"),
        (tiny, "extreme"),
        (large, "extreme"),
    ]
    for seed, (device, size) in enumerate(devices):
        inputs = random.Random(seed).choices(device["inputs"], k=40)
        yield "devices", {"mechanism": device, "inputs": pack(inputs), "seed": seed}, size
    for name in ("warner", "e", "three"):
        inputs = random.Random(name).choices(named(name)["inputs"], k=12)
        yield (
            "one by one",
            {"mechanism": named(name), "inputs": pack(inputs), "seed": 5, "one_by_one": True},
            "ordinary",
        )
    for seed, (k, chosen, t) in enumerate(((8, 2, 3), (20, 5, 4), (30, 3, 9))):
        sets = sets_of_size(k, chosen, t)
        yield (
            "sets",
            {"mechanism": sets, "inputs": pack(random.Random(seed).choices(sets["inputs"], k=20)), "seed": seed},
            "ordinary",
        )
    for wrong in ("maybe", 7, None):
        yield "refusal", {"mechanism": named("warner"), "inputs": pack(["no", wrong]), "seed": 1}, "ordinary"
