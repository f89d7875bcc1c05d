"""Questions of simulations: a few hundred surveys by numpy's default generator of a seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.gold.drawing import number
from tests.gold.rows import named

COVERS = [
    "bias and variance of simulated surveys beside their exact values, and coverage; kinds of intervals, sampling models, shares"
]
NOT_COVERED = ["enumerated coverage (it goes); simulations of answers that are sets; progress; words"]


def questions() -> Iterator[dict[str, Any]]:
    """Devices with kinds of intervals and sampling models, and refusals."""
    asks: tuple[tuple[str, dict[str, Any]], ...] = (
        ("warner", {}),
        ("skew", {"method": "normal"}),
        ("simmons", {"method": "chebyshev", "confidence": "0.9"}),
        ("skew", {"method": "clopper-pearson"}),
        ("e", {"sampling": "census"}),
        ("skew", {"sampling": "srs", "population": 300, "method": "normal"}),
        ("wide", {"working": "1/3"}),
        ("three", {"prevalence": ["1/2", "3/10", "1/5"], "share_of": "b"}),
        ("krr4", {"prevalence": ["2/5", "1/5", "1/5", "1/5"]}),
        ("warner", {"n": 1}),
        ("warner", {"prevalence": "2"}),
        ("warner", {"surveys": 1}),
        ("warner", {"share_of": "maybe"}),
    )
    plain = {"prevalence": "1/5", "n": 60, "surveys": 700}
    return number(
        "simulations",
        (
            (
                "simulation" if i < 9 else "refusal",
                {"mechanism": named(of), "seed": i, "options": plain | how},
                {"seed": i},
            )
            for i, (of, how) in enumerate(asks)
        ),
    )
