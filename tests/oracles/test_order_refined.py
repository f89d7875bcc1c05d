from fractions import Fraction as F

import pytest

from rropt.mechanism import Mechanism
from rropt.oracles.order_refined import refine, start


@pytest.mark.parametrize("gap", [F(1, 10), F(1, 10**20), F(1, 10**50)])
def test_the_deficiency_of_randomized_response_is_its_gap_to_many_digits(gap):
    p, q = (Mechanism([[x, 1 - x], [1 - x, x]]) for x in (F(3, 4), F(3, 4) + gap))
    for state in refine(start(p, q, 320)):
        last = state
    tau = F(int(last.blocks.split(last.x)[4]), 1 << last.bits)
    assert abs(tau - gap) < gap / 10**9


def test_more_precision_takes_up_where_less_stopped():
    p, q = (Mechanism([[x, 1 - x], [1 - x, x]]) for x in (F(3, 4), F(4, 5)))
    state = next(refine(start(p, q, 128)))
    deeper = start(p, q, 256, after=state)
    assert all(a == b << 128 for a, b in zip(deeper.x, state.x, strict=True)) and deeper.primal == state.primal
