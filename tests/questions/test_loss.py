import math
from collections.abc import Callable
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.errors import InputError
from rropt.exact.matrix import inverse, product, transpose
from rropt.families import krr, unrelated_coin, warner
from rropt.mechanism import Mechanism
from rropt.questions.loss import APPROXIMATE, EXACT, Loss, approximate_loss, least_loss, loss, trace_of_covariance

SKEW = Mechanism([["9/10", "2/5"], ["1/10", "3/5"]])
WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
FIGURE = tuple(F(x) for x in ("1/20", "3/20", "3/10", "1/2"))


@pytest.mark.parametrize("bits", [(WARNER, WARNER), (SKEW, WARNER), (SKEW, SKEW)])
def test_the_trace_is_that_of_the_written_out_covariance(bits):
    c = bits[0].kron(bits[1]).rows
    law = [row[0] for row in product(c, transpose([FIGURE]))]
    inv = inverse(c)
    diagonal = [sum(inv[x][r] ** 2 * law[r] for r in range(4)) - FIGURE[x] ** 2 for x in range(4)]
    assert trace_of_covariance(bits, FIGURE) == sum(diagonal)


def test_the_loss_printed_in_figure_1_is_the_approximation_and_not_the_loss():
    device = (unrelated_coin(p="1/2"),) * 2
    assert loss(device, FIGURE).value == F(1177, 127)
    assert loss(device, FIGURE).kind == EXACT
    assert approximate_loss(device).value == F(39, 4)
    assert approximate_loss(device).kind == APPROXIMATE
    assert loss(device, FIGURE).sample_size(1000) == math.ceil(1177000 / 127)


def test_the_least_loss_is_attained_at_the_uniform_distribution_by_warner():
    for n in (1, 2, 3):
        uniform = [F(1, 1 << n)] * (1 << n)
        assert loss((WARNER,) * n, uniform).value == least_loss((WARNER,) * n).value


def test_no_distribution_beats_the_least_loss_for_unequal_moments():
    rng, bits = np.random.default_rng(0), (SKEW, WARNER)
    for _ in range(50):
        weights = [F(int(x) + 1) for x in rng.integers(0, 50, size=4)]
        pi = [w / sum(weights) for w in weights]
        assert loss(bits, pi).value >= least_loss(bits).value


def test_a_point_mass_or_a_non_distribution_is_refused():
    with pytest.raises(InputError, match="variance 0"):
        loss((WARNER,), (F(1), F(0)))
    with pytest.raises(InputError, match="sum to 1"):
        loss((WARNER,), (F(1, 2), F(1, 3)))


@pytest.mark.parametrize("epsilon", ["1e-8", "1.1e-8", "1.7e-8", "1/3", "25"])
def test_the_sample_size_of_an_irrational_loss_is_the_least_whole_number(epsilon: str) -> None:
    for questions in (1, 25):
        found = approximate_loss([warner(epsilon=epsilon)] * questions)
        people = found.sample_size(1000)
        assert people - 1 < found.value * 1000 <= people


@pytest.mark.parametrize("measure", [approximate_loss, least_loss])
def test_what_is_no_list_of_invertible_bit_randomizers_is_refused(measure: Callable[[object], Loss]) -> None:
    with pytest.raises(InputError, match="3×3; a bit randomizer is 2×2"):
        measure([krr(k=3, epsilon="ln3")] * 2)
    with pytest.raises(InputError, match="whatever the truth"):
        measure([WARNER, warner(p="1/2")])
    for ask in (measure, lambda randomizers: loss(randomizers, (F(1, 2), F(1, 2)))):
        with pytest.raises(InputError, match="no randomizer was given; give one for each question"):
            ask([])
    with pytest.raises(InputError, match="give a Mechanism"):
        measure(WARNER)


@pytest.mark.parametrize("measure", [approximate_loss, least_loss])
def test_a_generator_of_randomizers_is_read_once(measure: Callable[[object], Loss]) -> None:
    assert measure(p for p in (WARNER, WARNER)) == measure([WARNER, WARNER])
