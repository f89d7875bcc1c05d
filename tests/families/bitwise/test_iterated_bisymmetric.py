from fractions import Fraction

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.families.bitwise.iterated_bisymmetric import iterated_bisymmetric, tight_parity
from rropt.families.warner import warner


def test_entries_depend_on_the_hamming_distance_alone():
    a, n = Fraction(3, 4), 3
    mechanism = iterated_bisymmetric(bits=n, a=a)
    for r in range(8):
        for x in range(8):
            d = (r ^ x).bit_count()
            assert mechanism[r, x] == a ** (n - d) * (1 - a) ** d


def test_it_is_the_kronecker_power_of_warner():
    one = warner(p="2/3")
    assert iterated_bisymmetric(bits=2, a="2/3").rows == one.kron(one).rows
    assert iterated_bisymmetric(bits=2, a="2/3").outputs == ("00", "01", "10", "11")


@pytest.mark.parametrize("bits", [1, 2, 4])
@pytest.mark.parametrize("a", ["0", "1/3", "1/2", "9/10", "1"])
def test_parity(bits, a, parity):
    assert tight_parity(bits=bits, a=a) == parity(iterated_bisymmetric(bits=bits, a=a))


@pytest.mark.parametrize(("epsilon", "bits"), [("1/2", 3), ("ln8", 3), ("ln3", 2), ("every", 1)])
def test_the_budget_is_split_over_the_bits(epsilon, bits, parity):
    t = read_epsilon(epsilon).t
    assert t == parity(iterated_bisymmetric(bits=bits, epsilon=epsilon)) == tight_parity(bits=bits, epsilon=epsilon)


def test_inputs_that_differ_in_one_bit_have_the_parity_of_one_bit():
    mechanism = iterated_bisymmetric(bits=3, a="3/4")
    one_bit = [(j, j ^ b) for j in range(8) for b in (1, 2, 4)]
    assert max(mechanism[i, j] / mechanism[i, x] for i in range(8) for j, x in one_bit) == tight_parity(bits=1, a="3/4")
