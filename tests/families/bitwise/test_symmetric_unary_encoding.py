import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.bitwise.rappor import rappor
from rropt.families.bitwise.symmetric_unary_encoding import symmetric_unary_encoding, tight_parity
from rropt.families.bitwise.unary_encoding import unary_encoding


def test_definition():
    assert symmetric_unary_encoding(k=3, p="2/3") == unary_encoding(k=3, p="2/3", q="1/3")


def test_it_is_rappors_permanent_step_on_codes_with_one_bit():
    whole = rappor(mode="permanent", bits=3, f="2/3")
    codes = [whole.inputs.index(code) for code in ("100", "010", "001")]
    assert symmetric_unary_encoding(k=3, p="2/3").columns == tuple(whole.columns[j] for j in codes)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("parameters", [{"p": 0}, {"p": "1/3"}, {"p": "1/2"}, {"p": 1}])
def test_parity(k, parameters, parity):
    assert tight_parity(k=k, **parameters) == parity(symmetric_unary_encoding(k=k, **parameters))


@pytest.mark.parametrize("epsilon", [0, "1/2", "ln4", "ln3"])
def test_half_the_budget_goes_to_each_bit(epsilon, parity):
    t = read_epsilon(epsilon).t
    assert t == parity(symmetric_unary_encoding(k=3, epsilon=epsilon)) == tight_parity(k=3, epsilon=epsilon)


def test_a_free_budget_cannot_be_split():
    with pytest.raises(InputError, match="is not one number"):
        symmetric_unary_encoding(k=3, epsilon="every")
