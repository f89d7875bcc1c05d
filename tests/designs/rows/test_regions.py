"""The rows of regions are among those by planes, which are listed by another way, and are enough for the same programs."""

import random
from fractions import Fraction as F
from itertools import combinations, permutations

import numpy as np
import pytest

from rropt import InputError
from rropt.designs.rows.planes import rows_by_planes
from rropt.designs.rows.rays import Ray
from rropt.designs.rows.regions import rows_by_regions
from tests.over_rows import largest_over


def scaled(rows: tuple[Ray, ...]) -> set[Ray]:
    return {tuple(x / sum(row) for x in row) for row in rows}


@pytest.mark.parametrize("k", [2, 3, 4])
def test_they_are_rows_by_planes_and_none_is_missing(k: int) -> None:
    """A convex f of lines has the same largest sum over both, whatever the budget and f."""
    rng = random.Random(k)
    for _ in range(8):
        sides = {pair: F(rng.randint(2, 9), 2) for pair in permutations(range(k), 2) if rng.random() < 0.4}
        gains = [tuple(F(rng.randint(0, 4)) for _ in range(k)) for _ in range(3)]
        cuts = [tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in combinations(gains, 2)]
        both = rows_by_regions(k, sides, [gains]), rows_by_planes(k, sides, cuts)
        assert scaled(both[0]) <= scaled(both[1])
        lines = np.array([[rng.randint(-3, 3) for _ in range(k)] for _ in range(4)])
        found = []
        for listed in both:
            rows = np.array([[float(x) for x in row] for row in ((F(1),) * k, *listed)])
            most = (rows @ np.array([[float(x) for x in g] for g in gains]).T).max(axis=1)
            taken = 1.1 * max(float(sum(g)) for g in gains) + 0.01
            found.append(largest_over(rows, (rows @ lines.T).max(axis=1), [most], [taken]))
        assert found[0] == pytest.approx(found[1], abs=1e-9)


def test_too_many_choices_are_refused() -> None:
    with pytest.raises(InputError, match="fewer actions"):
        rows_by_regions(3, {}, [[(F(n), F(1), F(2)) for n in range(20)]] * 2)
