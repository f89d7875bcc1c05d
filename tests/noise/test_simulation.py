from fractions import Fraction as F

import numpy as np
import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.noise.laplace import Laplace
from rropt.noise.simulation import float_laplace_for_simulation


def test_the_floats_have_the_stated_scale_and_repeat():
    noise = Laplace(read_epsilon("1/2"), F(1), 2)
    draws = float_laplace_for_simulation(noise, 50_000, rng=1)
    assert draws.shape == (50_000, 2)
    assert np.abs(draws).mean() == pytest.approx(2, abs=4 * 2 / np.sqrt(100_000))
    assert (draws == float_laplace_for_simulation(noise, 50_000, rng=1)).all()
