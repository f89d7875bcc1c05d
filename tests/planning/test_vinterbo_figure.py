"""Figure 1: the exact loss by brute force on the 4×4 matrix, and the printed number as the approximation it is."""

import math
from fractions import Fraction

from rropt.exact.matrix import inverse, product
from rropt.families import unrelated_coin
from rropt.planning.vinterbo_figure import PRINTED_LOSS, SHARES, exact_loss, vinterbo_figure_1


def test_the_exact_loss_by_brute_force() -> None:
    bit = unrelated_coin(p="1/2")
    whole = bit.kron(bit)
    w = inverse(whole.rows)
    law = [row[0] for row in product(whole.rows, [(x,) for x in SHARES])]
    trace = sum(w[x][r] ** 2 * law[r] for x in range(4) for r in range(4)) - sum(x * x for x in SHARES)
    truthful = 1 - sum(x * x for x in SHARES)
    assert trace / truthful == exact_loss() == Fraction(1177, 127)
    assert exact_loss() < PRINTED_LOSS


def test_the_printed_number_is_the_approximation() -> None:
    rows = vinterbo_figure_1().cells()
    assert rows[0][2:] == ("9.75", "1177/127 ≈ 9.26772", "")
    assert rows[1][3] == "9.75"
    assert rows[2][2:] == ("9750", "9268", "")


def test_panel_b_is_the_log_of_the_approximation_and_its_bound() -> None:
    rows = [row for row in vinterbo_figure_1().cells() if row[0] == "(b)"]
    assert len(rows) == 36
    for row in rows:
        if "p = 0.5" in row[1]:
            n = int(row[1].split("n = ")[1].split(",")[0])
            value, least = map(float, row[3:])
            c, s = 2.5**n, 2 / (2**n + 1)
            assert abs(value - math.log((c - s) / (1 - s))) < 1e-4
            assert least < value


def test_panel_c_stays_above_the_bound_and_near_one_where_there_are_many_patterns() -> None:
    rows = [row for row in vinterbo_figure_1().rows if row[0] == "(c)"]
    assert len(rows) == 66
    for smallest, largest in zip(rows[::2], rows[1::2], strict=True):
        n = int(smallest[1].split("n = ")[1].split(",")[0])
        low, high, least = float(smallest[3]), float(largest[3]), float(smallest[4])
        assert least <= low <= 1 <= high and largest[4] == smallest[4]
        assert smallest[1] == largest[1].replace("largest", "least")
        if "p = 0.5" in smallest[1]:
            # f_L(s) = (c − s)/(1 − s) with c = 2.5^n at the uniform distribution
            c, s, typical = 2.5**n, 2.0**-n, 2 / (2**n + 1)
            assert abs(least - (c - s) / (1 - s) * (1 - typical) / (c - typical)) < 1e-5
        if n == 12:
            assert low > 0.99 and high < 1.01
