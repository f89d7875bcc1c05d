"""What is read back from an accepted statement."""

from fractions import Fraction

import numpy as np
import pytest

from rropt import LDP, TotalVariance, Variance, design
from rropt.certificate.read import read_cut, read_planned_shares
from rropt.exact.errors import InputError
from rropt.files import read_json

SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))


@pytest.mark.parametrize(
    ("objective", "planned"),
    [
        (Variance("1/10"), (Fraction(9, 10), Fraction(1, 10))),
        (TotalVariance(SHARES), SHARES),
        (TotalVariance([SHARES, SHARES[::-1]]), None),
    ],
)
def test_the_planned_shares_come_from_the_certificate(objective: object, planned: tuple[Fraction, ...] | None) -> None:
    assert read_planned_shares(read_json(design(objective, LDP("ln3")).certificate)) == planned


@pytest.mark.parametrize(
    ("root", "between", "coefficients"),
    [
        ("t^2-2", (-2, -1), (1, 0, -2)),
        ("t^4-2", (-2, -1), (1, 0, 0, 0, -2)),
        ("t^4-2", (1, 2), (1, 0, 0, 0, -2)),
        ("t^3+2", (-2, -1), (1, 0, 0, 2)),
        ("t^3-2", (-2, 2), (1, 0, 0, -2)),
        ("t^2/2-1", (1, 2), (1, 0, -2)),
        ("t^3-t-1", (1, 2), (1, 0, -1, -1)),
        ("(t^2-2)*(t^3-3)", (-2, 1), (1, 0, -2, -3, 0, 6)),
    ],
)
def test_a_root_is_the_one_in_its_place(root: str, between: tuple[int, int], coefficients: tuple[int, ...]) -> None:
    low, high = between
    (expected,) = [x.real for x in np.roots(coefficients) if abs(x.imag) < 1e-9 and low < x.real < high]
    assert float(read_cut({"root": root, "between": [str(low), str(high)]})) == pytest.approx(expected)


@pytest.mark.parametrize(("root", "between", "x"), [("t^3-t", ("1/2", "2"), 1), ("t+1", ("-2", "0"), -1)])
def test_a_root_that_is_rational_is_read_as_this_number(root: str, between: tuple[str, str], x: int) -> None:
    assert read_cut({"root": root, "between": list(between)}) == x


@pytest.mark.parametrize("cut", ["exp(1001)", "exp(-1001)", "exp(99999999)", "exp(9e99)"])
def test_a_power_of_e_that_is_too_large_to_be_enclosed_is_refused(cut: str) -> None:
    with pytest.raises(InputError, match="is refused; give an exponent from -1000 to 1000"):
        read_cut(cut)
    assert 1 / read_cut("exp(-1/2)") == read_cut("exp(1/2)")
