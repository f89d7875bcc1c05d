"""Questions of more than two outputs whose certificate is about two: what is said of the step between them."""

from fractions import Fraction as F

import pytest

from rropt import LDP, Variance, design, verify


@pytest.mark.parametrize("outputs", [4, "free"])
def test_the_step_from_two_outputs_to_more_is_said_once(outputs):
    found = verify(design(Variance(0), LDP("ln3", delta="1/10"), outputs=outputs).to_json())
    (said,) = found.follows
    assert "about two outputs" in said and "variance is 0 already" in said


def test_where_delta_may_be_0_nothing_is_said_that_is_false_there():
    found = design(Variance(0), LDP("ln3", delta="0..1/10"), outputs=4)
    assert [float(piece.at(0)) for piece in found.pieces if piece.covers(0)] == [0.75]
    assert design(Variance(0), LDP("ln3"), outputs="free").value == F(3, 4)
    (said,) = verify(found.to_json()).follows
    assert "where delta is above 0" in said and "with which the variance is 0 already" not in said
    assert said[:-1].lower() in found.notes[-1].lower()
