"""The relative tolerance that floats are held to, and that a free t has no float."""

from fractions import Fraction as F

from rropt.exact.epsilon import read_epsilon
from rropt.problem.agreement import AGREEMENT, agrees, as_float


def test_is_relative_above_one_and_absolute_below() -> None:
    assert agrees(1e6 * (1 + 0.9 * AGREEMENT), 1e6) and not agrees(1e6 * (1 + 1.1 * AGREEMENT), 1e6)
    assert agrees(0.9 * AGREEMENT, 0.0) and not agrees(1.1 * AGREEMENT, 0.0)
    assert not agrees(float("nan"), 1.0) and not agrees(float("inf"), 1.0)


def test_a_free_t_has_no_double() -> None:
    assert as_float(read_epsilon("every").t) is None
    assert as_float(F(1, 4)) == 0.25
    assert abs(as_float(read_epsilon("1").t) - 2.718281828459045) < 1e-15  # type: ignore[operator]
