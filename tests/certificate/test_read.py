"""What is read back from an accepted statement."""

from fractions import Fraction

import pytest

from rropt import LDP, TotalVariance, Variance, design
from rropt.certificate.read import read_planned_shares
from rropt.formats import read_json

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
