import pytest

from rropt.families.generalised_binary import generalised_binary, tight_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition():
    assert generalised_binary(p00="3/4", p11="2/3") == Mechanism([["3/4", "1/3"], ["1/4", "2/3"]])
    assert generalised_binary(p00="3/5", p11="3/5") == warner(p="3/5")


@pytest.mark.parametrize("p00", ["0", "1/3", "1/2", "1", "t/(1+t)"])
@pytest.mark.parametrize("p11", ["0", "2/3", "9/10", "1"])
def test_parity(p00, p11, parity):
    try:
        expected = parity(generalised_binary(p00=p00, p11=p11))
    except ArithmeticError:
        with pytest.raises(ArithmeticError):
            tight_parity(p00=p00, p11=p11)
    else:
        assert tight_parity(p00=p00, p11=p11) == expected
