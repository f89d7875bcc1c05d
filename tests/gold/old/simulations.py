"""Simulations of surveys by the API of the version before."""

from __future__ import annotations

from typing import Any

from rropt import InputError, simulate
from tests.gold.old.people import decimal, read_device
from tests.gold.reading_old import refusal


def answer(ask: dict[str, Any]) -> dict[str, Any]:
    """Simulate surveys by numpy's default generator of a seed: what was simulated beside what theory says."""
    import numpy

    try:
        found = simulate(read_device(ask["mechanism"]), rng=numpy.random.default_rng(ask["seed"]), **ask["options"])
    except InputError as error:
        return {"refused": refusal(error)}
    bias, variance, coverage = found.checks
    known = [
        {"simulated": decimal(x.empirical), "exact": decimal(x.exact), "error": decimal(x.error)}
        for x in (bias, variance)
    ]
    covered = {"coverage": decimal(coverage.empirical), "outside": decimal(found.outside)}
    return {"bias": known[0], "variance": known[1], **covered}
