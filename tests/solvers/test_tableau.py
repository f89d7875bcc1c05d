from fractions import Fraction as F

import pytest

from rropt.exact.element import generator
from rropt.exact.fields import Exponential
from rropt.solvers.tableau import start

T = generator(Exponential(F(1)))


@pytest.mark.parametrize("first", [F(2), T])
def test_pivoting_makes_a_unit_column_and_keeps_the_solution_set(first):
    a, b = [[first, F(1), F(3)], [F(1), F(1), F(1)]], [F(7), F(3)]
    tableau = start(a, b, None)
    tableau.pivot(0, 0)
    tableau.pivot(1, 2)
    assert tableau.column(0)[:2] == [1, 0] and tableau.column(2)[:2] == [0, 1]
    x = [tableau.at(0, 3), F(0), tableau.at(1, 3)]
    assert [sum(p * q for p, q in zip(row, x, strict=True)) for row in a] == b


@pytest.mark.parametrize("scale", [F(1), T])
def test_both_tableaux_agree_on_every_entry(scale):
    a, b = [[F(2), F(1), F(3)], [F(1), F(5), F(1)]], [F(7), F(3)]
    tableau = start([[x * scale for x in row] for row in a], [x * scale for x in b], [0, 2])
    assert tableau.row(0) == [1, 14, 0, 2]
    assert tableau.row(1) == [0, -9, 1, 1]
    tableau.negate(1)
    assert tableau.at(1, 3) == -1
    tableau.set_row(2, [F(1), F(2), F(3), F(4)])
    assert tableau.row(2) == [1, 2, 3, 4]
