"""The optimum in many digits: its conditions again in rationals, where the best M is singular and where a list has no weight."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.designs.floats import few_patterns
from rropt.designs.floats.digits import digits, exactly, many_digits
from rropt.designs.floats.dual import Maximum, maximise

NEAR = F(1, 10**17)
K = [[F(x) for x in row] for row in ([1, 1, -1, -1], [0, 3, 1, -2])]
LISTS = [[F(x, 10) for x in pi] for pi in ([1, 2, 3, 4], [3, 3, 2, 2], [4, 3, 2, 1])]
BASIS = [[F(int(a == b)) for b in range(3)] for a in range(3)] + [[F(-1)] * 3]
PATTERNS = [[F(x) for x in s] for s in product([0, 1], repeat=4) if len(set(s)) > 1]
GAIN = F(1, 10)


def times(a: list[list[F]], b: list[list[F]]) -> list[list[F]]:
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), F(0)) for column in zip(*b, strict=True)] for row in a
    ]


def rationals(x: object) -> list[list[F]]:
    return [[exactly(v) for v in row] for row in x]  # type: ignore[attr-defined]


def pose(rows: list[list[F]], weights: list[F] | None, count: int) -> tuple[Maximum, list[list[F]], list[list[F]]]:
    """The optimum, K in the basis and what patterns have at each list: everything else is recomputed here."""
    chances = [[1 + GAIN * sum(x * p for x, p in zip(s, pi, strict=True)) for s in PATTERNS] for pi in LISTS[:count]]
    contrast, v = times(rows, BASIS), times(PATTERNS, BASIS)
    with many_digits():
        order = np.arange(len(v))
        return maximise(digits(contrast), digits(v), [digits(q) for q in chances], weights, order), contrast, chances


@pytest.mark.parametrize(
    ("rows", "weights", "count"),
    [
        (K[:1], [F(1)], 1),
        (K, [F(1)], 1),
        (K, [F(1, 2), F(1, 3), F(1, 6)], 3),
        (K, None, 2),
        (K[:1], None, 3),
    ],
)
def test_the_conditions_of_an_optimum_hold(rows: list[list[F]], weights: list[F] | None, count: int) -> None:
    best, contrast, chances = pose(rows, weights, count)
    v, first = times(PATTERNS, BASIS), chances[0]
    p, w, lam = ([exactly(x) for x in y] for y in (best.chances, best.weights, best.bounds))
    images = [rationals(z) for z in best.images]
    size = lam[0]
    assert all(x > 0 for x in p) and abs(sum(p) - 1) <= NEAR and abs(sum(w) - 1) <= NEAR
    assert all(abs(sum(a * row[n] / q for a, row, q in zip(p, v, first, strict=True))) <= NEAR for n in range(3))
    values = []
    for z, q in zip(images, chances, strict=True):
        parts = [a / (f * g) for a, f, g in zip(p, first, q, strict=True)]
        j = [[sum(x * row[a] * row[b] for x, row in zip(parts, v, strict=True)) for b in range(3)] for a in range(3)]
        values.append(
            sum(x * y for one, other in zip(z, contrast, strict=True) for x, y in zip(one, other, strict=True))
        )
        error = [
            abs(x - y)
            for one, other in zip(times(z, j), contrast, strict=True)
            for x, y in zip(one, other, strict=True)
        ]
        assert weights is None or max(error) <= NEAR
    # dual: the inequality at every pattern, and an equality where p is
    for n, row in enumerate(v):
        right = lam[0] + sum(x * y for x, y in zip(lam[1:], row, strict=True)) / first[n]
        left = F(0)
        for a, z, q in zip(w, images, chances, strict=True):
            left += a * sum(sum(x * y for x, y in zip(line, row, strict=True)) ** 2 for line in z) / (first[n] * q[n])
        assert right - left >= -NEAR * size and p[n] * abs(right - left) <= NEAR * size
    # and both values are one: the mean, or the largest of which those with weight are all
    reached = sum(a * x for a, x in zip(w, values, strict=True))
    assert abs(reached - size) <= NEAR * size
    if weights is None:
        assert all(x <= size * (1 + NEAR) or a <= NEAR for a, x in zip(w, values, strict=True))


def test_many_patterns_are_looked_at_by_and_by(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, _, _ = pose(K, None, 3)
    monkeypatch.setattr(few_patterns, "MOST_PATTERNS", 5)
    parts, _, _ = pose(K, None, 3)
    assert abs(exactly(parts.bounds[0]) - exactly(whole.bounds[0])) <= NEAR * exactly(whole.bounds[0])
    assert len(parts.chances) == len(PATTERNS) and min(map(exactly, parts.slacks)) >= -NEAR * exactly(whole.bounds[0])


def test_a_singular_optimum_has_images_though_no_inverse() -> None:
    best, _, chances = pose(K[:1], [F(1)], 1)
    v, p = np.array(times(PATTERNS, BASIS), float), np.asarray(best.chances, float)
    j = (v.T * (p / np.array(chances[0], float) ** 2)) @ v
    assert np.linalg.eigvalsh(j)[0] < 1e-9 and all(abs(float(x)) < 1e3 for x in best.images[0].flat)
    assert sorted(p)[-3] < 1e-9  # {0, 1} and {2, 3} alone carry weight
