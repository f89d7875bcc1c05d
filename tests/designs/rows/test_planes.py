"""The rows by planes against every ray by brute force, and what a vulnerability with gains makes of them."""

import random
from fractions import Fraction as F
from itertools import combinations, permutations

import pytest

from rropt import LDP, InputError, Vulnerability
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.planes import rows_by_planes
from rropt.exact.matrix import kernel
from rropt.privacy import Notion

GAIN = [[1, 0, 0], [0, 1, "1/2"], ["-1", 1, 1]]


def brute_rays(k: int, bounds: list[list[F]], planes: list[tuple[F, ...]]) -> set[tuple[F, ...]]:
    """All lines on which k − 1 of the planes vanish, in the direction that is in the cone, summing to 1."""
    found = set()
    for chosen in combinations([*bounds, *map(list, planes)], k - 1):
        lines = kernel(list(chosen))
        if len(lines) != 1 or sum(lines[0]) == 0:
            continue
        row = [x / sum(lines[0]) for x in lines[0]]
        if all(sum(a * x for a, x in zip(side, row, strict=True)) >= 0 for side in bounds):
            found.add(tuple(row))
    return found


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_rows_are_the_rays_of_the_parts_of_a_cone(k: int) -> None:
    rng = random.Random(k)
    for _ in range({2: 60, 3: 50, 4: 10}[k]):
        kept = rng.choice([F(0), F(1, 2), F(1)]) if k < 4 else F(1, 3)
        sides = {p: F(rng.randint(2, 9), 2) for p in permutations(range(k), 2) if rng.random() < kept}
        planes = [tuple(F(rng.randint(-3, 3)) for _ in range(k)) for _ in range(rng.randint(1, 5))]
        bounds = [[F(int(i == j)) for i in range(k)] for j in range(k)]
        bounds += [[F(-1) if i == j else t if i == n else F(0) for i in range(k)] for (j, n), t in sides.items()]
        rows = rows_by_planes(k, sides, planes)
        assert len(set(rows)) == len(rows)
        assert {tuple(x / sum(s) for x in s) for s in rows} == brute_rays(k, bounds, planes)


def generators(demand: Notion, k: int) -> Generators:
    found = generators_of(demand, demand.bounds(k), aim="information")
    assert found is not None
    return found


def test_what_a_row_takes_is_what_is_gained_above_the_best_action_without_an_answer() -> None:
    w = [F(1, 2), F(1, 4), F(1, 4)]
    found = generators(Vulnerability("9/16", w, GAIN) & LDP("ln3"), 3)
    for row, taken in zip(found.rows, found.taken[0], strict=True):
        gained = [sum(F(g) * p * x for g, p, x in zip(gains, w, row, strict=True)) for gains in GAIN]
        assert taken == pytest.approx(float((max(gained) - gained[0]) / F(1, 16)))
    assert found.taken_by([(F(1), F(1), F(1))]) == [0]


@pytest.mark.parametrize("gain", [[[1, 0, 0]], [[1, 1, 2], [1, 0, -1]]])
def test_where_one_action_is_best_at_every_input_nothing_is_asked(gain: list[list[int]]) -> None:
    most = Vulnerability(0, None, gain).bounds(3).average
    assert most is not None
    found = generators(Vulnerability(most.take([F(1)] * 3), None, gain) & LDP("ln3"), 3)
    assert not found.has_budgets


def test_more_than_four_inputs_and_too_many_choices_are_refused() -> None:
    with pytest.raises(InputError, match="at most 4 inputs, not for 5"):
        generators(Vulnerability("1/2", None, [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]), 5)
    rng = random.Random(1)
    many = [[[rng.randint(0, 10**6) for _ in range(4)] for _ in range(20)] for _ in range(2)]
    one, two = (Vulnerability(10**6, None, gain) for gain in many)
    assert len(generators(one, 4).rows) < 100  # by regions
    with pytest.raises(InputError, match="too many for rropt to try; give fewer actions"):
        generators(one & two, 4)
