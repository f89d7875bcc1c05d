"""Documents that tests about hostile readers change: a demand kept, a face of variance 0. Their attacks are files, hostile_*."""

from __future__ import annotations

from typing import Any

SCHEMA = {"schema": "rropt.certificate/3"}
Q: dict[str, Any] = {"t": "1"}
WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]


def satisfies() -> dict[str, Any]:
    return {**SCHEMA, "claim": "satisfies", "field": Q, "mechanism": WARNER, "notion": {"name": "ldp", "ratio": "3"}}


def face(value: str, prevalence: str, field: Any) -> dict[str, Any]:
    return {
        **SCHEMA,
        "claim": "optimal",
        "field": field,
        "inputs": ["no", "yes"],
        "outputs": ["0", "1"],
        "value": value,
        "notion": {"name": "ldp", "ratio": "3", "delta": "1/10"},
        "minimisers": [[["1", "9/10"], ["0", "1/10"]]],
        "objective": {"name": "variance", "prevalence": prevalence},
    }
