import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.families.bitwise.optimised_unary_encoding import optimised_unary_encoding, tight_parity
from rropt.families.bitwise.unary_encoding import unary_encoding


def test_definition():
    assert optimised_unary_encoding(k=3, q="1/4") == unary_encoding(k=3, p="1/2", q="1/4")
    assert optimised_unary_encoding(k=3, epsilon="ln3") == optimised_unary_encoding(k=3, q="1/4")


@pytest.mark.parametrize("k", [2, 4])
@pytest.mark.parametrize("q", ["0", "1/5", "1/2", "4/5", "1"])
def test_parity(k, q, parity):
    assert tight_parity(k=k, q=q) == parity(optimised_unary_encoding(k=k, q=q))


@pytest.mark.parametrize("epsilon", [0, "1/2", "ln3", "every"])
def test_epsilon_is_met_exactly(epsilon, parity):
    t = read_epsilon(epsilon).t
    assert t == parity(optimised_unary_encoding(k=3, epsilon=epsilon)) == tight_parity(k=3, epsilon=epsilon)
