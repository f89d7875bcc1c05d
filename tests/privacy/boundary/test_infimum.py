"""The infimum by calculus: attained, approached and enclosed ones, against an exact test and a grid."""

from __future__ import annotations

import math
import random
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.ordering import order_of
from rropt.privacy.boundary.algebra import minimum
from rropt.privacy.boundary.breaking import broken_at
from rropt.privacy.boundary.function import piecewise_linear
from rropt.privacy.boundary.infimum import infimum, largest_factor
from rropt.privacy.boundary.named import everything, precise_boundary
from tests.definitions import odds_ratio


def test_the_stated_quadratic_irrational() -> None:
    found = infimum(piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)]))
    assert found.value == read_number("(23+3*sqrt(5))/16")
    assert found.least is not None and found.least.attained and found.least.piece == 0
    p = found.least.point
    assert p == read_number("2-2*sqrt(5)/3") and odds_ratio(p, F(1, 5) + F(9, 10) * p) == found.value


@pytest.mark.parametrize(
    ("points", "value", "point", "attained"),
    [
        ([(0, 0), ("1/2", 1), (1, 1)], 2, 0, False),
        ([(0, "1/2"), (1, 1)], 2, 1, False),
        ([(0, 1), ("1/3", 1), ("1/3", "1/2"), ("1/3", 1), (1, 1)], 2, "1/3", True),
        ([(0, 0), (1, 1)], 1, "1/2", True),
        ([(0, "1/2"), ("1/4", "1/2"), ("1/4", 1), ("1/4", 1), (1, 1)], 3, "1/4", False),
        ([(0, "1/2"), ("1/4", "1/2"), ("1/4", 1), (1, 1)], 3, "1/4", True),
    ],
)
def test_where_it_is_reached(points: list[tuple[object, object]], value: int, point: object, attained: bool) -> None:
    found = infimum(piecewise_linear(points))
    assert found.value == value and found.least is not None
    assert (found.least.point, found.least.attained) == (read_number(point), attained)


def test_curved_pieces_and_minima() -> None:
    rng = random.Random(0)
    for _ in range(60):
        gamma = 1 + F(rng.randint(1, 40), 8)
        h = piecewise_linear([(0, F(rng.randint(1, 9), 10)), (1, 1)])
        both = infimum(minimum(precise_boundary(gamma), h)).value
        alone = infimum(h).value
        assert alone is not None and both is not None and not isinstance(both, float) and not isinstance(alone, float)
        assert order_of(both, gamma if order_of(gamma, alone) <= 0 else alone) == 0
        assert infimum(precise_boundary(gamma)).value == gamma
    assert infimum(everything()).value == math.inf


def test_an_irrational_table_is_enclosed_by_exact_tests() -> None:
    h = piecewise_linear([(0, "sqrt(2)/10"), ("8/9", 1), (1, 1)])
    found = infimum(h)
    assert found.value is None and not isinstance(found.lower, float) and not isinstance(found.upper, float)
    assert (
        broken_at(h, found.lower) is None
        and broken_at(h, found.upper) is not None
        and found.upper - found.lower < F(1, 10**14)
    )


def test_a_boundary_below_p_is_refused() -> None:
    with pytest.raises(InputError):
        largest_factor(piecewise_linear([(0, "1/5"), (1, "1/2")]))
