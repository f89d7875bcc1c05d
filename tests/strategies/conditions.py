"""Random conditions on the entries of a mechanism."""

from __future__ import annotations

from fractions import Fraction

import numpy as np


def random_conditions(rng: np.random.Generator, m: int, k: int, *, least: int = 2) -> list[str]:
    """One to three conditions on one or two entries, with bounds from `least` eighths an entry on."""
    found = []
    for _ in range(int(rng.integers(1, 4))):
        terms = []
        for _ in range(int(rng.integers(1, 3))):
            i, j, a = int(rng.integers(m)), int(rng.integers(k)), int(rng.integers(1, 4))
            terms.append(f"{a}*P[{i},{j}]")
        relation = str(rng.choice(["<=", ">=", "=="], p=[0.45, 0.45, 0.1]))
        found.append(f"{' + '.join(terms)} {relation} {Fraction(int(rng.integers(least, 9)), 8) * len(terms)}")
    return found
