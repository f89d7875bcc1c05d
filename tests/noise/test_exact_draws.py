import random
from collections import Counter
from fractions import Fraction as F
from time import process_time

import numpy as np
import pytest
from scipy import stats

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.noise.discrete_laplace import DiscreteLaplace
from rropt.noise.exact_draws import (
    draw_bernoulli,
    draw_bernoulli_exponential,
    draw_discrete_laplace,
    perfect_power,
    source,
)

DRAWS = 6000


def p_value(draws, noise):
    """Pearson's test of the draws against the noise's law, tails pooled."""
    edge = 1
    while float(noise.tail(edge + 1)) * len(draws) > 20:
        edge += 1
    found = Counter(max(-edge - 1, min(edge + 1, k)) for k in draws)
    cells = list(range(-edge - 1, edge + 2))
    law = [float(noise.probability(k)) if abs(k) <= edge else float(noise.tail(edge + 1)) / 2 for k in cells]
    return stats.chisquare([found[k] for k in cells], [x * len(draws) for x in law]).pvalue


@pytest.mark.slow_at("ln3-2", "ln(8)/3-2")
@pytest.mark.parametrize(
    ("epsilon", "sensitivity"), [("1", 1), ("1/3", 2), ("5/2", 3), ("ln3", 1), ("ln3", 2), ("ln4", 2), ("ln(8)/3", 2)]
)
def test_draws_have_the_stated_law_and_the_test_would_see_a_wrong_epsilon(epsilon, sensitivity):
    noise = DiscreteLaplace(read_epsilon(epsilon), sensitivity)
    draws = draw_discrete_laplace(noise, DRAWS, rng=20261120)
    assert p_value(draws, noise) > 1e-4
    wrong = DiscreteLaplace(read_epsilon(epsilon), sensitivity + 1)
    assert p_value(draws, wrong) < 1e-12


@pytest.mark.slow
def test_a_split_logarithm_is_drawn_too():
    noise = DiscreteLaplace(read_epsilon("ln9").split(4), 1)
    assert p_value(draw_discrete_laplace(noise, DRAWS, rng=2), noise) > 1e-4


@pytest.mark.parametrize("x", [F(0), F(1, 3), F(1), F(5, 2)])
def test_exponential_coins(x):
    rng = random.Random(3)
    heads = sum(draw_bernoulli_exponential(x, rng) for _ in range(DRAWS))
    assert stats.binomtest(heads, DRAWS, float(np.exp(-float(x)))).pvalue > 1e-4


def test_coins_of_rational_and_transcendental_weight():
    rng = random.Random(4)
    for p in (F(1, 3), 1 / read_number("e"), read_number("sqrt(2)") - 1):
        heads = sum(draw_bernoulli(p, rng) for _ in range(DRAWS))
        assert stats.binomtest(heads, DRAWS, float(p)).pvalue > 1e-4
    assert not draw_bernoulli(F(0), rng) and draw_bernoulli(F(1), rng)


def test_rational_powers_are_recognised_because_they_could_equal_a_drawn_number():
    assert perfect_power(F(4), F(1, 2)) == F(1, 2)
    assert perfect_power(F(8, 27), F(2, 3)) == F(9, 4)
    assert perfect_power(F(3), F(1, 2)) is None


def test_a_seed_repeats_and_the_default_is_the_systems_source():
    noise = DiscreteLaplace(read_epsilon("1"), 1)
    assert draw_discrete_laplace(noise, 20, rng=7) == draw_discrete_laplace(noise, 20, rng=7)
    one, two = (draw_discrete_laplace(noise, 20, rng=np.random.default_rng(7)) for _ in range(2))
    assert one == two
    assert isinstance(source(), random.SystemRandom)


def test_a_budget_without_exact_draws_is_refused_and_powers_of_a_root_are_drawn():
    with pytest.raises(InputError, match="exact draws"):
        draw_discrete_laplace(DiscreteLaplace(read_epsilon("ln(1+sqrt(2))"), 1), rng=1)
    # the last has a fifth root in e^epsilon, whose bounds are found once and not for each of thousands of draws
    for text, size in (("ln(8)/2", 500), ("2*ln(2)/3", 500), ("log(5*(2/3)^(1/5))", 4000)):
        noise = DiscreteLaplace(read_epsilon(text), 2)
        start = process_time()
        assert p_value(draw_discrete_laplace(noise, size, rng=3), noise) > 1e-4
        assert process_time() - start < 5


def test_what_seeds_a_source():
    assert source(np.int64(7)).random() == source(7).random()
    for rng in ("7", 1.5):
        with pytest.raises(InputError, match="not a source"):
            source(rng)
