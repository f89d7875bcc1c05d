"""Linear designs for a range of budgets: at every point they agree with the design for that budget alone."""

import pytest

from rropt import LDP, InputError, Trace, Utility, design
from rropt.problem.pieces import DesignInPieces

OBJECTIVES = [
    Trace(),
    Trace([1, 2, 5]),
    Utility([[3, 1, 0], [0, 2, 1], [1, 1, 1]], sense="min"),
    Utility([[5, "1/3", 0], [0, 4, 2], [1, 0, 3], [2, 2, 2]], ["1/6", "1/2", "1/3"]),
]


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
def test_pieces_agree_with_designs_at_points(objective):
    whole = design(objective, LDP("every"), 3)
    assert isinstance(whole, DesignInPieces)
    for epsilon in ("1/100", "ln2", "1", "ln(5/2)", "3", "10"):
        assert whole.value_at(epsilon) == design(objective, LDP(epsilon), 3).value


def test_formulas_of_a_weighted_trace():
    """One answer gives 5; that of two inputs 7t/(t + 1) from t = 5/2 on; that of all 8t/(t + 2) from t = 6 on."""
    found = design(Trace([1, 2, 5]), LDP("1/2..3"), 3)
    assert [str(value) for _, value in found.formulas] == ["5", "7*t/(t + 1)", "8*t/(t + 2)"]
    assert [str(piece.start.low) for piece, _ in found.formulas[1:]] == ["5/2", "6"]


def test_a_budget_outside_of_the_range_is_refused():
    with pytest.raises(InputError, match="outside"):
        design(Trace(), LDP("1/2..2"), 3).value_at(3)


def test_a_range_of_slacks_is_refused():
    with pytest.raises(InputError, match="sweep"):
        design(Trace(), LDP("ln3", delta="every"), 3)
