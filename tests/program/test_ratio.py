"""Every notion a design is made for reduces to (T, δ); one that demands nothing is refused."""

from fractions import Fraction as F

import pytest
from rropt.program.ratio import ratio_and_delta

from rropt.exact.errors import InputError
from rropt.privacy import LDP, BayesFactor, BetaFactor, Parity, RhoBreach


@pytest.mark.parametrize(
    ("demand", "expected"),
    [
        (LDP("ln3", delta="1/10"), (3, F(1, 10))),
        (Parity(4), (4, 0)),
        (RhoBreach("1/5", "1/2"), (4, 0)),
        (BetaFactor(2), (2, 0)),
        (BayesFactor(3), (3, 0)),
    ],
    ids=repr,
)
def test_reduces_to_ratio_and_delta(demand: object, expected: tuple[object, object]) -> None:
    assert ratio_and_delta(demand) == expected  # type: ignore[arg-type]


def test_no_demand_is_refused() -> None:
    with pytest.raises(InputError, match="direct question is best; give a finite demand"):
        ratio_and_delta(LDP("inf"))
