"""The ε of each truth alone is the least at which the demand on it holds."""

import random
from fractions import Fraction

import pytest

from rropt.exact.infinity import is_infinite
from rropt.mechanism import Mechanism
from rropt.privacy import Sensitive


@pytest.mark.parametrize("seed", range(20))
def test_each_truth_alone_has_the_least_epsilon_at_which_the_demand_on_it_holds(seed: int) -> None:
    numbers = random.Random(seed)
    k = numbers.choice((2, 3, 4))
    weights = [[numbers.choice((0, 1, 2, 3, 5)) for _ in range(3)] + [1] for _ in range(k)]
    p = Mechanism([[Fraction(w[i], sum(w)) for w in weights] for i in range(4)])
    for j, epsilon in enumerate(Sensitive.tightest_epsilons(p)):
        if is_infinite(epsilon.t):
            assert not Sensitive([j], "ln100000").holds(p)
            continue
        assert Sensitive([j], f"ln({epsilon.t})").holds(p)
        if epsilon.t > 1:
            assert not Sensitive([j], f"ln({(99 * epsilon.t + 1) / 100})").holds(p)
