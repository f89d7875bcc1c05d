"""Two mechanisms over the same inputs are matched by label or by place."""

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.privacy.given import match_inputs

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
