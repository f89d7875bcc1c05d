"""What privacy is, straight from the definitions and with none of the library's own code for it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rropt.exact.element import Number
from rropt.mechanism import Mechanism

__all__ = ["excess", "excesses", "odds_ratio", "parity_of"]


def parity_of(mechanism: Mechanism) -> Number | float:
    """The largest ratio within a row, with 0/0 = 1 and a/0 = infinity."""
    largest: Number = Fraction(1)
    for row in dict.fromkeys(mechanism.rows):
        entries = set(row)
        if any(x == 0 for x in entries) and any(x != 0 for x in entries):
            return math.inf
        largest = max([largest, *(a / b for a in entries for b in entries if b)])
    return largest


def excess(p: Mechanism, j: int, low: int, t: Number | float) -> Number:
    """Σ_i max(0, p_ij − t·p_il); 0 where t is infinite."""
    gaps = (Fraction(0) if isinstance(t, float) else p[i, j] - t * p[i, low] for i in range(p.m))
    return sum((gap for gap in gaps if gap > 0), Fraction(0))


def largest_planes(p: Mechanism, planes: Sequence[Sequence[Number]]) -> Number:
    """Σ_i max_w Σ_j w_j p_ij over the planes w."""
    gains = ([sum(w * x for w, x in zip(plane, row, strict=True)) for plane in planes] for row in p.rows)
    return sum(map(max, gains), Fraction(0))


def excesses(p: Mechanism, t: Number | float) -> Iterator[Number]:
    """The excess of every ordered pair of inputs."""
    for j, low in itertools.permutations(range(p.k), 2):
        yield excess(p, j, low, t)


def odds_ratio(p: Number, h: Number) -> Number | float:
    """((1−p)/p)·(h/(1−h)) for 0 < p < 1; infinite for h = 1."""
    return math.inf if h == 1 else (1 - p) * h / (p * (1 - h))
