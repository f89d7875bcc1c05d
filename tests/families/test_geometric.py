from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.families.geometric import geometric, tight_parity
from rropt.families.warner import warner


def test_definition_by_clamping_two_sided_noise():
    k, alpha, far = 4, Fraction(1, 3), 60
    mechanism = geometric(k=k, alpha=alpha)
    for j in range(k):
        clamped = [Fraction(0)] * k
        for noise in range(-far, far + 1):
            clamped[min(max(j + noise, 0), k - 1)] += alpha ** abs(noise) * (1 - alpha) / (1 + alpha)
        assert all(0 <= mechanism[i, j] - clamped[i] <= alpha ** (far - k) for i in range(k))


def test_two_counts_are_warner():
    assert geometric(k=2, epsilon="every") == warner(epsilon="every")


@pytest.mark.parametrize("k", [2, 3, 5])
@pytest.mark.parametrize("alpha", ["0", "1/3", "9/10", "1", "1/t"])
def test_parity(k, alpha, parity):
    assert tight_parity(k=k, alpha=alpha) == parity(geometric(k=k, alpha=alpha))


@pytest.mark.parametrize(("epsilon", "k"), [(0, 3), ("1/2", 4), ("ln8", 4), ("ln3", 3)])
def test_epsilon_is_that_of_all_pairs(epsilon, k, parity):
    assert read_epsilon(epsilon).t == parity(geometric(k=k, epsilon=epsilon)) == tight_parity(k=k, epsilon=epsilon)


def test_privacy_is_graded():
    mechanism = geometric(k=5, alpha="1/2")
    for j in range(5):
        for x in range(5):
            assert max(mechanism[i, j] / mechanism[i, x] for i in range(5)) == 2 ** abs(j - x)
