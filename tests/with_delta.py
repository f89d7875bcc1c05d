"""What optima with δ > 0 are held against in several rooms: an independent number, the checker, and mechanisms drawn at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Design, Mechanism, design, families, verify

__all__ = ["rivals", "stands"]


def stands(objective: Any, demand: LDP, k: int, *, expected: float, near: F, rel: float) -> None:
    """A design keeps the demand, is known to `near`, is as another route says, and is read back once the checker accepts it."""
    found = design(objective, demand, inputs=k)
    assert demand.holds(found.mechanism) and found.lower <= found.upper <= found.lower * (1 + near)
    assert float(found.lower) == pytest.approx(expected, rel=rel), objective
    assert verify(found.to_json()).is_accepted
    assert Design.from_json(found.to_json()).mechanism == found.mechanism


def rivals(demand: LDP, count: int = 60) -> Iterator[Mechanism]:
    """Exact mechanisms for three inputs under (ln 3, 1/10): the truth now and then, else k-ary randomized response, garbled."""
    rng, base = random.Random(8), families.krr(k=3, epsilon="ln3").rows
    reveal = [[F(int(j == n)) for n in range(3)] for j in range(3)]
    for _ in range(count):
        share = F(rng.randint(0, 20), 200)
        mixed = [[share * x for x in row] for row in reveal] + [[(1 - share) * x for x in row] for row in base]
        cut = [[rng.randint(0, 6) * (a == b or rng.random() < 0.2) for b in range(6)] for a in range(6)]
        cut[0] = [x + 1 for x in cut[0]]
        sums = [sum(column) for column in zip(*cut, strict=True)]
        rival = Mechanism([[F(x, s) for x, s in zip(row, sums, strict=True)] for row in cut]) @ Mechanism(mixed)
        assert demand.holds(rival)
        yield rival
