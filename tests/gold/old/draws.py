"""Draws of seeded generators by the API of the version before."""

from __future__ import annotations

from typing import Any

from rropt import InputError
from rropt.survey import draw
from tests.gold.old.people import read_device, read_sets
from tests.gold.reading_old import refusal
from tests.gold.rows import unpack


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Draw an answer for each input by numpy's default generator of a seed, all at once or one by one."""
    import numpy

    data, inputs, rng = ask["mechanism"], unpack(ask["inputs"]), numpy.random.default_rng(ask["seed"])
    device: Any = read_sets(data) if "members" in data else read_device(data)
    try:
        found = [draw(device, x, rng=rng) for x in inputs] if "one_by_one" in ask else draw(device, inputs, rng=rng)
        return {"answers": list(map(str, found))}
    except InputError as error:
        return {"refused": refusal(error)}
