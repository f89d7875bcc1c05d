import pytest

from rropt.families.flip import flip, tight_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition():
    assert flip(p="1/4") == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    assert flip(p="1/5") == warner(p="4/5")
    assert flip(epsilon=1) == warner(epsilon=1)


@pytest.mark.parametrize(
    "parameters", [{"p": "0"}, {"p": "1/3"}, {"p": "1/2"}, {"p": "4/5"}, {"epsilon": "ln3"}, {"epsilon": "every"}]
)
def test_parity(parameters, parity):
    assert tight_parity(**parameters) == parity(flip(**parameters))
