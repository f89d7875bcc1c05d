from fractions import Fraction as F
from math import lcm

import numpy as np
import pytest

from rropt.exact.stochastic import nearby_law


def test_fractions_with_a_small_common_denominator_are_found() -> None:
    assert nearby_law([F(0.3333333333), F(0.1666666667), F(0.5)], 1000) == ([F(1, 3), F(1, 6), F(1, 2)], 0)


@pytest.mark.parametrize("size", [3, 12, 60])
@pytest.mark.parametrize("most", [97, 10**6])
def test_any_law_keeps_denominators_small_and_sums_to_one(size: int, most: int) -> None:
    column = [F(float(x)) for x in np.random.default_rng(size).dirichlet(np.ones(size))]
    law, missing = nearby_law(column, most)
    assert sum(law) == 1 and min(law) >= 0
    assert lcm(*(x.denominator for x in law)) <= most
    assert sorted(abs(a - b) > F(1, 2 * most) for a, b in zip(law, column, strict=True)).count(True) <= 1
    assert abs(missing) <= F(size, 2 * most) + abs(1 - sum(column))


def test_a_negative_zero_of_floats_is_zero() -> None:
    assert nearby_law([F(-1, 10**18), F(1)], 100)[0] == [0, 1]
