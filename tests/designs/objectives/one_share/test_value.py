"""The worst asymptotic variance over an interval: at an end, at the middle of a symmetric design, or enclosed inside."""

import math
import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.designs.objectives.one_share.value import information, worst_binary_variance, worst_variance
from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism


def drawn(rng: random.Random, m: int) -> Mechanism:
    columns = [[F(rng.randint(1, 9)) for _ in range(m)] for _ in range(2)]
    return Mechanism([[a / sum(columns[0]), b / sum(columns[1])] for a, b in zip(*columns, strict=True)])


def test_encloses_the_maximum_of_a_fine_grid() -> None:
    rng = random.Random(2)
    inside = 0
    for _ in range(60):
        p = drawn(rng, rng.choice((3, 4, 5)))
        ends = sorted(F(rng.randint(0, 20), 20) for _ in range(2))
        lower, upper = worst_variance(p, *ends)
        if isinstance(lower, float):
            continue
        grid = [1 / float(information(p, F(x).limit_denominator(10**6))) for x in np.linspace(*map(float, ends), 60)]
        assert lower <= upper <= lower * (1 + F(1, 10**11))
        assert max(grid) <= float(upper) * (1 + 1e-12)
        assert max(grid) >= float(lower) * (1 - 2e-3)
        inside += lower < upper
    assert inside >= 10


def test_two_outputs_agree_with_the_parabola() -> None:
    rng = random.Random(4)
    for _ in range(40):
        p = drawn(rng, 2)
        ends = sorted(F(rng.randint(0, 20), 20) for _ in range(2))
        lower, upper = worst_variance(p, *ends)
        assert lower <= worst_binary_variance(p, *ends) <= upper


def test_a_symmetric_design_is_worst_at_one_half_over_e_too() -> None:
    t = read_number("e^1")
    p = Mechanism(
        [
            [F(1, 10), 0],
            [F(9, 10) * t / (t + 1), F(9, 10) / (t + 1)],
            [F(9, 10) / (t + 1), F(9, 10) * t / (t + 1)],
            [0, F(1, 10)],
        ]
    )
    lower, upper = worst_variance(p, F(0), F(1))
    assert lower == upper == 1 / information(p, F(1, 2))
    assert worst_variance(p, F(0), F(0)) == (0, 0)


def test_an_irrational_peak_over_e_is_enclosed() -> None:
    t = read_number("e^1")
    p = Mechanism([[t / (t + 2), 1 / (2 * t + 1)], [1 / (t + 2), t / (2 * t + 1)], [1 / (t + 2), t / (2 * t + 1)]])
    lower, upper = worst_variance(p, F(0), F(1))
    assert 0 < upper - lower < F(1, 10**11)


def test_nothing_identified_is_infinite() -> None:
    assert worst_variance(Mechanism([[F(1, 3)] * 2] * 3), F(0), F(1)) == (math.inf, math.inf)


@pytest.mark.parametrize("ends", [(F(0), F(1, 4)), (F(3, 4), F(1))])
def test_an_end_at_which_the_information_is_infinite_is_not_the_worst(ends: tuple[F, F]) -> None:
    p = Mechanism([[F(1, 2), 0], [F(1, 2), F(1, 2)], [0, F(1, 2)]])
    inner = max(ends, key=lambda x: -abs(x - F(1, 2)))
    assert worst_variance(p, *ends) == (1 / information(p, inner),) * 2


def test_a_rational_peak_is_exact() -> None:
    p = Mechanism([[F(1, 2), F(1, 8)], [F(1, 4), F(1, 4)], [F(1, 4), F(5, 8)]])
    assert worst_variance(p, F(1, 10), F(9, 10)) == (F(4, 3), F(4, 3))
