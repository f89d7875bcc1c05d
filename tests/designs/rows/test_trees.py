"""The rows by trees against every ray by brute force: choices of k − 1 planes that leave one line."""

import random
from fractions import Fraction as F
from itertools import combinations, permutations

import pytest

from rropt import LDP, InputError, Vulnerability
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.listing import generators_of
from rropt.designs.rows.trees import Bend, rows_by_trees
from rropt.exact.matrix import kernel
from rropt.privacy import Notion

Sides = dict[tuple[int, int], F]


def unit(k: int, j: int, x: F = F(1)) -> list[F]:
    return [x if i == j else F(0) for i in range(k)]


def brute_rays(k: int, sides: Sides, bends: list[Bend]) -> set[tuple[F, ...]]:
    """All lines on which k − 1 of the planes vanish, in the direction that is in the cone, summing to 1."""
    bounds = [unit(k, j) for j in range(k)]
    bounds += [[t * b - a for a, b in zip(unit(k, j), unit(k, n), strict=True)] for (j, n), t in sides.items()]
    planes = bounds + [[t * b - a for a, b in zip(unit(k, j), unit(k, n), strict=True)] for j, n, t in bends]
    found = set()
    for chosen in combinations(planes, k - 1):
        lines = kernel(list(chosen))
        if len(lines) != 1 or sum(lines[0]) == 0:
            continue
        row = [x / sum(lines[0]) for x in lines[0]]
        if all(sum(a * x for a, x in zip(side, row, strict=True)) >= 0 for side in bounds):
            found.add(tuple(row))
    return found


@pytest.mark.slow_at("4")
@pytest.mark.parametrize("k", [2, 3, 4])
def test_all_rays_of_the_parts_of_a_cone_are_among_them(k: int) -> None:
    rng = random.Random(k)
    for _ in range({2: 40, 3: 40, 4: 6}[k]):
        kept = rng.choice([F(0), F(1, 2), F(1)])
        sides = {p: F(rng.randint(2, 9), 2) for p in permutations(range(k), 2) if rng.random() < kept}
        w = [F(rng.randint(1, 5)) for _ in range(k)]
        bends = [(a, b, w[b] / w[a]) for a, b in combinations(range(k), 2) if rng.random() < 0.8]
        rows = rows_by_trees(k, sides, bends)
        assert all(s[j] <= t * s[n] for s in rows for (j, n), t in sides.items())
        assert {tuple(x / sum(s) for x in s) for s in rows} >= brute_rays(k, sides, bends)


def generators(demand: Notion, k: int) -> Generators:
    found = generators_of(demand, demand.bounds(k), aim="information")
    assert found is not None
    return found


def test_one_guess_alone_has_a_row_for_each_set_of_inputs_that_are_guessed_alike() -> None:
    found = generators(Vulnerability("3/4", ["1/2", "1/3", "1/6"]), 3)
    sets = {
        tuple(F(int(j in held), w) for j, w in enumerate((3, 2, 1)))
        for n in (1, 2, 3)
        for held in combinations(range(3), n)
    }
    scaled = {tuple(x / next(y for y in s if y) for x in s) for s in sets}
    assert set(found.rows) == scaled | {(1, 1, 1)}


def test_what_a_row_takes_is_the_best_guess_over_what_may_be() -> None:
    found = generators(Vulnerability("11/20", ["1/2", "1/3", "1/6"]) & LDP("ln3"), 3)
    for row, taken in zip(found.rows, found.taken[0], strict=True):
        assert taken == pytest.approx(float(max(F(1, 2) * row[0], F(1, 3) * row[1], F(1, 6) * row[2]) / F(11, 20)))
    assert max(max(row) / min(row) for row in found.rows) == 3


def test_even_weights_cover_every_input_by_one() -> None:
    found = generators(Vulnerability("11/20", ["1/2", "1/3", "1/6"]) & LDP("ln3"), 3)
    weights = found.even_weights()
    assert (weights > 0).all() and weights @ found.floats == pytest.approx([1, 1, 1])


@pytest.mark.parametrize(
    ("demand", "said"),
    [
        (
            Vulnerability("2/5", ["1/2", "1/4", "1/4"]),
            "the demand allows at most 2/5: no mechanism keeps that; give at least 1/2",
        ),
        (Vulnerability("1/2", ["1/2", "1/4", "1/4"]), "no answer may then change the best guess"),
        (
            Vulnerability("1/3"),
            "no answer may then depend on the truth, so that nothing is estimated; give more than 1/3",
        ),
        (Vulnerability("1/2", None, [[1, 0, 0], [0, 1, 1]]), "the vulnerability is already 2/3"),
        (Vulnerability("2/3", None, [[1, 0, 0], [0, 1, 1]]), "no answer may then change the best action"),
        # each action guesses one input, and the gain is no probability
        (
            Vulnerability("1", None, [[3, 0, 0], [0, 1, 0], [0, 0, 1]]),
            "the demand allows at most 1",
        ),
        (Vulnerability("exp(-1/2)"), "give fractions, such as at most 0.60653, which keeps the demand"),
        (Vulnerability("1/2") & LDP("1", delta="exp(-3)"), "for a rational delta"),
    ],
)
def test_what_is_not_designed_is_said(demand: Notion, said: str) -> None:
    with pytest.raises(InputError, match=said):
        generators(demand, 3)


def test_too_many_rows_are_refused() -> None:
    with pytest.raises(InputError, match="more than 16384 extreme rows"):
        rows_by_trees(5, {}, [(a, b, F(t)) for a, b in permutations(range(5), 2) for t in (2, 3, 5, 7, 11, 13)])
