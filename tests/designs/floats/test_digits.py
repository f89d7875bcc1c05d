"""Arrays of many digits against exact rational arithmetic, and floats by the same functions."""

from __future__ import annotations

import random
from fractions import Fraction as F

import numpy as np

from rropt.designs.floats.digits import Digits, digits, exactly, least_squares, many_digits, solve, zeros
from rropt.exact.matrix import product
from rropt.exact.matrix import solve as solve_exactly

TINY = F(1, 2**200)


def matrix(rng: random.Random, rows: int, columns: int) -> list[list[F]]:
    return [[F(rng.randint(-99, 99), rng.randint(1, 99)) for _ in range(columns)] for _ in range(rows)]


def are_near(found: Digits, wanted: object) -> bool:
    return all(abs(exactly(x) - F(y)) <= TINY for x, y in zip(found.flat, np.asarray(wanted, object).flat, strict=True))


def test_products_and_solutions_are_those_of_rationals() -> None:
    rng = random.Random(1)
    a, b, square = matrix(rng, 4, 3), matrix(rng, 3, 5), matrix(rng, 4, 4)
    with many_digits():
        assert are_near(digits(a) @ digits(b), product(a, b))
        assert are_near(digits(a) @ digits(b)[:, 0], [row[0] for row in product(a, b)])
        assert are_near(digits(b)[:, 0] @ digits(b), product([[row[0] for row in b]], b)[0])
        assert exactly(digits(a)[0] @ digits(a)[0]) - product([a[0]], [[x] for x in a[0]])[0][0] <= TINY
        assert are_near(np.array([[0.5, -2.0]]) @ digits(a[:2]), product([[F(1, 2), F(-2)]], a[:2]))
        assert are_near(solve(digits(square), digits(a)), solve_exactly(square, a))
        # a right side that is a sum of the columns is met to the last digit
        weights = matrix(rng, 3, 1)
        assert are_near(least_squares(digits(a), digits(product(a, weights))[:, 0]), weights)


def test_what_is_joined_with_floats_keeps_its_digits() -> None:
    with many_digits():
        third = digits([F(1, 3)])
        joined = np.concatenate([np.ones(1), zeros(1) + third])
        assert isinstance(joined, Digits) and isinstance(np.column_stack([np.ones(1), third]), Digits)
        assert abs(exactly(digits(joined * joined)[1]) - F(1, 9)) <= TINY
