import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.order.garbling import as_garbling, is_garbling, match_inputs

P = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))


def test_inputs_are_matched_by_label_where_both_have_labels():
    q = Mechanism([["1/8", "5/8"], ["7/8", "3/8"]], inputs=("yes", "no"))
    assert match_inputs(P, q)[1].rows == Mechanism([["5/8", "1/8"], ["3/8", "7/8"]]).rows
    unlabelled = Mechanism(q.rows)
    assert match_inputs(P, unlabelled) == (P, unlabelled)


@pytest.mark.parametrize(
    "other", [Mechanism([["1", "1", "1"]]), Mechanism([["1/2", "1/2"], ["1/2", "1/2"]], inputs=("no", "maybe"))]
)
def test_mechanisms_over_other_inputs_are_refused(other):
    with pytest.raises(InputError):
        match_inputs(P, other)


def test_one_input_is_refused():
    with pytest.raises(InputError, match="two inputs"):
        match_inputs(Mechanism([["1"]]), Mechanism([["1"]]))


def test_is_garbling_is_exact():
    c = as_garbling([["1/2", "0"], ["1/2", "1"]], P, Mechanism([["3/8", "1/8"], ["5/8", "7/8"]]))
    assert is_garbling(c, P, Mechanism([["3/8", "1/8"], ["5/8", "7/8"]]))
    off = Mechanism([["3/8+1/10^40", "1/8"], ["5/8-1/10^40", "7/8"]])
    assert not is_garbling(c, P, off)
    assert not is_garbling(c, P, P.repeat(2))
