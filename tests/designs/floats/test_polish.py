"""The optimum on its support: its conditions again, in rationals, where the best M is singular and where a list has no weight."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.designs.floats.polish import Limits, Polished, polish

NEAR = F(1, 10**11)
K = [[F(x) for x in row] for row in ([1, 1, -1, -1], [0, 3, 1, -2])]
LISTS = [[F(x, 10) for x in pi] for pi in ([1, 2, 3, 4], [3, 3, 2, 2], [4, 3, 2, 1])]
BASIS = [[F(int(a == b)) for b in range(3)] for a in range(3)] + [[F(-1)] * 3]
PATTERNS = [[F(x) for x in s] for s in product([0, 1], repeat=4) if len(set(s)) > 1]
GAIN = F(1, 10)
NO_LIMITS = Limits(np.zeros((0, len(PATTERNS))), 1.0, np.zeros(0, bool))
Rows = list[list[F]]


def times(a: Rows, b: Rows) -> Rows:
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), F(0)) for column in zip(*b, strict=True)] for row in a
    ]


def begun(contrast: np.ndarray, v: np.ndarray, chances: list[np.ndarray], count: int) -> tuple[Polished, float]:
    """All patterns alike, a long way from the optimum: every one carries weight, and every list."""
    p = chances[0] / chances[0].sum()
    images = tuple(contrast @ np.linalg.inv((v.T * (p / (chances[0] * q))) @ v) for q in chances)
    value = float((contrast * images[0]).sum())
    multipliers = np.array([value, *[0.0] * v.shape[1]])
    return Polished(images, multipliers, np.full(count, 1 / count), p, np.zeros(len(v)), 1.0), value


def pose(rows: Rows, weights: list[F] | None, count: int) -> tuple[Polished, Rows, Rows]:
    """The optimum, K in the basis and what patterns have at each list: everything else is recomputed here."""
    chances = [[1 + GAIN * sum(x * p for x, p in zip(s, pi, strict=True)) for s in PATTERNS] for pi in LISTS[:count]]
    contrast, v = times(rows, BASIS), times(PATTERNS, BASIS)
    near, value = begun(np.array(contrast, float), np.array(v, float), [np.array(q, float) for q in chances], count)
    if weights is not None:
        near = Polished(near.images, near.multipliers, np.array(weights, float), near.chances, near.slacks, 1.0)
    found = polish(
        np.array([contrast] * count, float),
        np.array(v, float),
        [np.array(q, float) for q in chances],
        near,
        is_worst=weights is None,
        value=value,
        limits=NO_LIMITS,
    )
    return found, contrast, chances


@pytest.mark.parametrize(
    ("rows", "weights", "count"),
    [
        (K[:1], [F(1)], 1),
        (K, [F(1)], 1),
        (K, [F(1, 2), F(1, 3), F(1, 6)], 3),
        (K, [1 - F(1, 10**4), F(1, 10**4) - F(1, 10**6), F(1, 10**6)], 3),
        (K, None, 2),
        (K[:1], None, 3),
    ],
)
def test_the_conditions_of_an_optimum_hold(rows: Rows, weights: list[F] | None, count: int) -> None:
    best, contrast, chances = pose(rows, weights, count)
    v, first = times(PATTERNS, BASIS), chances[0]
    p, w, lam = ([F(float(x)) for x in y] for y in (best.chances, best.weights, best.multipliers))
    images = [[[F(float(x)) for x in row] for row in z] for z in best.images]
    size = lam[0]
    assert all(abs(x - y) <= NEAR for x, y in zip(w, weights or w, strict=True))
    assert best.away <= NEAR * size
    assert all(x >= 0 for x in p) and abs(sum(p) - 1) <= NEAR and abs(sum(w) - 1) <= NEAR
    assert all(abs(sum(a * row[n] / q for a, row, q in zip(p, v, first, strict=True))) <= NEAR for n in range(3))
    values = []
    for a, z, q in zip(w, images, chances, strict=True):
        parts = [x / (f * g) for x, f, g in zip(p, first, q, strict=True)]
        j = [[sum(x * row[m] * row[n] for x, row in zip(parts, v, strict=True)) for n in range(3)] for m in range(3)]
        values.append(sum(x * y for one, k in zip(z, contrast, strict=True) for x, y in zip(one, k, strict=True)))
        away = [abs(x - y) for one, k in zip(times(z, j), contrast, strict=True) for x, y in zip(one, k, strict=True)]
        assert not a or max(away) <= NEAR * size
    # dual: the inequality at every pattern, and an equality where p is
    for n, row in enumerate(v):
        right = lam[0] + sum(x * y for x, y in zip(lam[1:], row, strict=True)) / first[n]
        left = F(0)
        for a, z, q in zip(w, images, chances, strict=True):
            left += a * sum(sum(x * y for x, y in zip(line, row, strict=True)) ** 2 for line in z) / (first[n] * q[n])
        assert right - left >= -NEAR * size and p[n] * abs(right - left) <= NEAR * size
    # and both values are one: the mean, or the largest of which those with weight are all
    assert abs(sum(a * x for a, x in zip(w, values, strict=True)) - size) <= NEAR * size
    if weights is None:
        assert all(x <= size * (1 + NEAR) for x in values)


def test_a_singular_optimum_has_images_though_no_inverse() -> None:
    best, _, chances = pose(K[:1], [F(1)], 1)
    v = np.array(times(PATTERNS, BASIS), float)
    j = (v.T * (best.chances / np.array(chances[0], float) ** 2)) @ v
    assert np.linalg.eigvalsh(j)[0] < 1e-9 and all(abs(float(x)) < 1e3 for x in best.images[0].flat)
    assert sorted(best.chances)[-3] < 1e-9  # {0, 1} and {2, 3} alone carry weight


@pytest.mark.parametrize(
    ("second", "limited", "may_fall_short", "value", "weights"),
    [
        # at most half of p where v is long: the value is 1/J₁ = 1/(1/2 + 1/50), and there the second list has only 1/50/J₂ = 1
        (F("0.02"), [1, 1, 1, 1, 0, 0, 0, 0], True, 1 / 0.52, [1, 0]),
        # half of p must be where v is short: J₁ + J₂ = 0.54, and both lists have the value 1/J₁ = 0.06/J₂ = 1.06/0.54
        (F("0.06"), [0, 0, 0, 0, 1, 1, 1, 1], False, 1.06 / 0.54, [1 / 1.06, 0.06 / 1.06]),
    ],
    ids=["may fall short", "used up"],
)
def test_lists_out_of_use_are_compared_with_the_value_and_not_with_one_multiplier(
    second: F, limited: list[int], may_fall_short: bool, value: float, weights: list[float]
) -> None:
    """Beside limits the value is λ_0 and a part of the limits' multipliers; the first list alone is in use at the beginning."""
    v = np.array([[1, 0], [-1, 0], [0, 1], [0, -1], *product([0.2, -0.2], repeat=2)])
    contrasts = np.array([[[1.0, 0]], [[0, float(second) ** 0.5]]])
    p = np.array([0.25, 0.25, 0, 0, *[0.125] * 4])
    j = (v.T * p) @ v
    images = tuple(k @ np.linalg.inv(j) for k in contrasts)
    square = float(images[0][0, 0]) ** 2
    short = 0.04 * square
    base, price = (square, short - square) if limited[-1] else (short, square - short)
    near = Polished(images, np.array([base, 0, 0, price]), np.array([1.0, 0]), p, np.zeros(len(v)), 1e-3)
    limits = Limits(np.array([limited], float), 0.5, np.array([may_fall_short]))
    found = polish(contrasts, v, [np.ones(len(v))] * 2, near, is_worst=True, value=1 / 0.52, limits=limits)
    assert found.away <= 1e-10 and found.weights == pytest.approx(weights)
    largest = max(float((k * z).sum()) for k, z in zip(contrasts, found.images, strict=True))
    assert largest == pytest.approx(value) and found.multipliers @ [1, 0, 0, 0.5] == pytest.approx(value)
