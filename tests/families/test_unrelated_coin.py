import pytest

from rropt.families.simmons import simmons
from rropt.families.unrelated_coin import tight_parity, unrelated_coin
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition():
    assert unrelated_coin(p="1/2") == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_it_is_simmons_with_a_fair_coin():
    assert unrelated_coin(p="2/5") == simmons(unrelated="1/2", p="3/5")
    assert unrelated_coin(epsilon="every") == simmons(unrelated="1/2", epsilon="every") == warner(epsilon="every")


@pytest.mark.parametrize("parameters", [{"p": "0"}, {"p": "1/3"}, {"p": "1"}, {"epsilon": 1}, {"epsilon": "every"}])
def test_parity(parameters, parity):
    assert tight_parity(**parameters) == parity(unrelated_coin(**parameters))
