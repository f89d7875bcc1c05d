from rropt.mechanism import Mechanism
from rropt.order.garbling import as_garbling, is_garbling

P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))


def test_is_garbling_is_exact():
    c = as_garbling([["1/2", "0"], ["1/2", "1"]], P, Mechanism([["3/8", "1/8"], ["5/8", "7/8"]]))
    assert is_garbling(c, P, Mechanism([["3/8", "1/8"], ["5/8", "7/8"]]))
    off = Mechanism([["3/8+1/10^40", "1/8"], ["5/8-1/10^40", "7/8"]])
    assert not is_garbling(c, P, off)
    assert not is_garbling(c, P, P.repeat(2))
