import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.families.forced_response import forced_response, tight_parity
from rropt.families.warner import warner
from rropt.mechanism import Mechanism


def test_definition_a_die_that_forces_yes_on_1_and_no_on_5_and_6():
    assert forced_response(yes="1/6", no="1/3") == Mechanism([["5/6", "1/3"], ["1/6", "2/3"]])


@pytest.mark.parametrize("yes", ["0", "1/6", "1/2", "1"])
@pytest.mark.parametrize("no", ["0", "1/3", "1/2"])
def test_parity(yes, no, parity):
    if yes == "1" and no != "0":
        for made in (forced_response, tight_parity):
            with pytest.raises(InputError, match="sum to more than 1"):
                made(yes=yes, no=no)
    else:
        assert tight_parity(yes=yes, no=no) == parity(forced_response(yes=yes, no=no))


@pytest.mark.parametrize("epsilon", ["0", "1/2", "ln3", 2])
@pytest.mark.parametrize("yes", [None, "0", "1/100", "1/6", "1/2", "9/10"])
def test_epsilon_is_met_exactly(epsilon, yes, parity):
    mechanism = forced_response(yes=yes, epsilon=epsilon)
    t = read_epsilon(epsilon).t
    if yes == "0" and t != 1:
        assert mechanism.rows[1][0] == 0
    if yes != "0":
        assert parity(mechanism) == tight_parity(yes=yes, epsilon=epsilon) == t


def test_epsilon_alone_is_symmetric():
    assert forced_response(epsilon="every") == warner(epsilon="every")


@pytest.mark.parametrize("parameters", [{}, {"yes": "1/6"}, {"no": "1/6"}, {"no": "1/6", "epsilon": 1}])
def test_refusals(parameters):
    with pytest.raises(InputError, match=r"yes=|no="):
        forced_response(**parameters)
