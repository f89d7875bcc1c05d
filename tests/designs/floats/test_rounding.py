"""Rational solutions near floats: exact, near, and short."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.designs.floats import rounding
from rropt.designs.floats.rounding import nearby_solutions, short_solutions

Rows = list[list[F]]


def problem(seed: int, equations: int, unknowns: int) -> tuple[Rows, Rows, list[list[float]], list[float]]:
    """Weights of 50 bits times zeros and ones, and floats that solve the equations but for rounding."""
    rng = random.Random(seed)
    weights = [F(rng.getrandbits(50) + 1, 1 << 50) for _ in range(unknowns)]
    rows = [weights, *([w * rng.getrandbits(1) for w in weights] for _ in range(equations - 1))]
    rights = [[F(rng.randint(-5, 5), 3) for _ in rows] for _ in range(2)]
    near = [np.linalg.lstsq(np.array(rows, float), np.array(b, float), rcond=None)[0].tolist() for b in rights]
    return rows, rights, near, [float(w) for w in weights]


def bits_of_common_denominator(found: list[tuple[F, ...]]) -> int:
    return math.lcm(*(x.denominator for row in found for x in row)).bit_length()


@pytest.mark.parametrize("shape", [(1, 1), (3, 3), (3, 4), (4, 6), (6, 30), (9, 80)])
@pytest.mark.parametrize("seed", range(3))
def test_they_solve_and_are_near(shape: tuple[int, int], seed: int) -> None:
    rows, rights, near, weights = problem(seed, *shape)
    if np.linalg.matrix_rank(np.array(rows, float)) < len(rows):
        return
    found = short_solutions(rows, rights, near, weights, bits=36)
    assert found is not None
    for x, b, about in zip(found, rights, near, strict=True):
        assert [sum((a * v for a, v in zip(row, x, strict=True)), F(0)) for row in rows] == b
        away = sum(w * float(v - F(y)) ** 2 for w, v, y in zip(weights, x, about, strict=True))
        assert away <= 2.0**-60 * sum(w * y * y for w, y in zip(weights, about, strict=True))


def test_they_are_shorter_than_those_of_an_inverse() -> None:
    rows, rights, near, weights = problem(0, 9, 60)
    short, plain = (f(rows, rights, near, weights, bits=36) for f in (short_solutions, nearby_solutions))
    assert short is not None and plain is not None
    assert 4 * bits_of_common_denominator(short) < bits_of_common_denominator(plain)


def test_what_has_no_solution_has_none() -> None:
    rows = [[F(1), F(2), F(3)], [F(2), F(4), F(6)]]
    assert short_solutions(rows, [[F(1), F(2)]], [[0.1, 0.2, 0.2]], [1.0, 1.0, 1.0], bits=36) is not None
    assert short_solutions(rows, [[F(1), F(1)]], [[0.1, 0.2, 0.2]], [1.0, 1.0, 1.0], bits=36) is None


def test_many_equations_take_the_other_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, rights, near, weights = problem(1, 6, 30)
    monkeypatch.setattr(rounding, "MOST_EQUATIONS", 5)
    assert short_solutions(rows, rights, near, weights, bits=36) == nearby_solutions(
        rows, rights, near, weights, bits=36
    )
