"""Vertices by double description: known polyhedra, degenerate ones, and inequalities that come late."""

import itertools
import random
from fractions import Fraction as F

import pytest
from flint import fmpq, fmpq_mat

from rropt.solvers.double_description import vertices


def box(d: int) -> list[tuple[F, ...]]:
    """0 ≤ z ≤ 1 in d dimensions."""
    rows = []
    for n in range(d):
        unit = tuple(F(int(i == n)) for i in range(d))
        rows += [(F(0), *unit), (F(1), *(-x for x in unit))]
    return rows


def brute(rows: list[tuple[F, ...]], d: int) -> set[tuple[F, ...]]:
    """Every feasible point at which d of the inequalities are independent equalities."""
    found = set()
    for tight in itertools.combinations(rows, d):
        a = fmpq_mat(d, d, [fmpq(x.numerator, x.denominator) for row in tight for x in row[1:]])
        if a.det() != 0:
            side = fmpq_mat(d, 1, [fmpq(-row[0].numerator, row[0].denominator) for row in tight])
            point = tuple(F(int(x.p), int(x.q)) for x in a.solve(side).entries())
            if all(row[0] + sum(x * y for x, y in zip(row[1:], point, strict=True)) >= 0 for row in rows):
                found.add(point)
    return found


def test_a_box_has_the_corners_it_should() -> None:
    assert sorted(vertices(box(4), most=100, pairs=500_000)) == sorted(itertools.product((F(0), F(1)), repeat=4))


def test_too_many_are_not_listed() -> None:
    assert vertices(box(6), most=20, pairs=500_000) is None


@pytest.mark.slow
def test_random_polytopes_agree_with_brute_force_degenerate_ones_too() -> None:
    rng = random.Random(7)
    flat = 0
    for _ in range(60):
        d = rng.choice((1, 2, 3, 4))
        rows = box(d) + [tuple(F(rng.randint(-2, 2)) for _ in range(d + 1)) for _ in range(rng.randint(0, 5))]
        expected = brute(rows, d)
        if expected:
            found = vertices(rows, most=200, pairs=500_000)
            assert len(found) == len(set(found)) and set(found) == expected
            flat += len(expected) <= d
    assert flat >= 3


def test_a_simplex_is_found_among_many_inequalities_that_it_makes_needless() -> None:
    """Taken in as they stand, they have some thousand vertices on the way."""
    rng, d = random.Random(9), 9
    units = [tuple(F(int(i == n)) for i in range(d)) for n in range(d)]
    needless = [(F(1), *(F(-rng.randint(0, 9), 10) for _ in range(d))) for _ in range(30)]
    rows = [(F(0), *unit) for unit in units] + needless + [(F(1), *(F(-1),) * d)]
    assert sorted(vertices(rows, most=60, pairs=500_000)) == sorted([(F(0),) * d, *units])


def test_the_cross_polytope_is_degenerate_at_every_vertex() -> None:
    rows = [(F(1), *signs) for signs in itertools.product((F(1), F(-1)), repeat=4)]
    expected = {tuple(side if i == n else F(0) for i in range(4)) for n in range(4) for side in (F(1), F(-1))}
    assert set(vertices(rows, most=200, pairs=500_000)) == expected


def test_inequalities_may_come_when_a_vertex_fails_them() -> None:
    cap = (F(3, 2), F(-1), F(-1))
    asked = []

    def missing(point: tuple[F, ...]) -> list[tuple[F, ...]]:
        asked.append(point)
        return [cap] if sum(point) > F(3, 2) else []

    assert set(vertices(box(2), most=50, pairs=500_000, missing=missing)) == brute([*box(2), cap], 2)
    assert (F(1), F(1)) in asked
