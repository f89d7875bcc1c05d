from fractions import Fraction as F

from rropt.order.two_valued import row_fault


def test_the_fault_names_the_values():
    assert row_fault([F(1), F(2), F(2)], F(2)) == ""
    assert "parity is 3/2, not 2" in row_fault([F(2), F(3)], F(2))
    assert "3/2 between its least 1 and its largest 2" in row_fault([F(1), F(2), F(3, 2)], F(2))
    assert "parity is 1" in row_fault([F(1), F(1)], F(2))
