import pytest

from rropt.exact.errors import InputError
from rropt.families.krr import krr, tight_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition():
    x = "1/6"
    assert krr(k=3, gamma=4) == Mechanism([["2/3", x, x], [x, "2/3", x], [x, x, "2/3"]])
    assert krr(k=3, gamma=4) == krr(k=3, p="2/3") == krr(k=3, epsilon="ln4")


def test_two_inputs_are_warner():
    assert krr(k=2, epsilon=1) == warner(epsilon=1)


@pytest.mark.parametrize("k", [2, 3, 7])
@pytest.mark.parametrize(
    "parameters",
    [{"p": "0"}, {"p": "1/5"}, {"p": "9/10"}, {"p": "1"}, {"gamma": "1/3"}, {"epsilon": "ln3"}, {"epsilon": "every"}],
)
def test_parity(k, parameters, parity):
    assert tight_parity(k=k, **parameters) == parity(krr(k=k, **parameters))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [({"k": 1, "p": 1}, "k = 1 "), ({"k": "10**10"}, "k = 10"), ({"k": 3, "gamma": -1}, "gamma = -1")],
)
def test_refusals(parameters, message):
    with pytest.raises(InputError, match=message):
        krr(**parameters)
