"""One-sided demands at an ε so small that no weight is left of the floats: a sentence, and searches that go on below it."""

from __future__ import annotations

import pytest

from rropt import Contrast, Divergence, InputError, PairwiseLDP, Sensitive, Variance, design, least
from rropt.problem import worst

SHARES = ["1/2", "1/4", "1/4"]


@pytest.mark.parametrize(
    ("epsilon", "said"),
    [("1/1000000", "floats do not tell what is best here"), ("0", "no mechanism distinguishes all")],
)
@pytest.mark.slow_at("1/1000000-floats do not tell what is best here")
def test_where_floats_end_it_is_said(epsilon: str, said: str) -> None:
    """At epsilon 0 all columns are equal, which the rows tell without floats."""
    holed = PairwiseLDP({(0, 1): epsilon, (0, 2): epsilon})
    for demand in (Sensitive([0], epsilon), holed):
        with pytest.raises(InputError, match=said):
            design(Contrast([0, 1, 2], SHARES), demand, inputs=3, outputs="free")


@pytest.mark.slow
def test_the_least_epsilon_is_found_above() -> None:
    found = least("epsilon", Contrast([0, 1, 2], SHARES), reach=5, sensitive=[0], inputs=3, outputs="free")
    assert found.upper < 1 and found.design.upper <= 5 and found.below.verdict == "infeasible"
    least("epsilon", Variance("1/4") + 2 * Variance("2/5"), reach=5, sensitive=[0], inputs=2)


def test_an_infinite_row_that_no_mechanism_has_is_refused() -> None:
    aim = worst(Divergence("hockey_stick", gamma=2), 2 * Divergence("power", order=2))
    with pytest.raises(InputError, match="at answers that no mechanism of the demand gives"):
        design(aim, Sensitive([0], 0), inputs=2, outputs="free")
