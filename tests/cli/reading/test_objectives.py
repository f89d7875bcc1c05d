"""Several objectives together, as the command line states them."""

from __future__ import annotations

import pytest
from rropt.designs import LinearSum

from rropt import Contrast, InputError, TotalVariance, Trace, Utility
from rropt.cli.reading.objectives import find_stated
from rropt.problem import worst

TABLE = {"utility": [[1, 0], [0, 1]], "weights": [1, 2]}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("trace + 2*utility", Trace([1, 2]) + 2 * Utility([[1, 0], [0, 1]])),
        ("1/2*trace", LinearSum(("1/2", Trace([1, 2])))),
        ("worst(trace, 3 * utility)", worst(Trace([1, 2]), 3 * Utility([[1, 0], [0, 1]]))),
        ("worst(trace+utility,utility)", worst(Trace([1, 2]) + Utility([[1, 0], [0, 1]]), Utility([[1, 0], [0, 1]]))),
        ("trace", Trace([1, 2])),
    ],
)
def test_it_is_read(text: str, wanted: object) -> None:
    found = find_stated(text)
    assert found.options == {"weights"} | ({"utility", "prior"} if "utility" in text else set())
    assert found.from_options(text, TABLE) == wanted


def test_variances_share_their_prevalences() -> None:
    found = find_stated("total-variance + 2*contrast").from_options("", {"prevalence": "1/2,1/2", "scores": [0, 1]})
    assert found == TotalVariance(["1/2", "1/2"]) + 2 * Contrast([0, 1], ["1/2", "1/2"])


@pytest.mark.parametrize("text", ["trace +", "worst(trace", "2*", "worst()", "trace * utility"])
def test_what_is_no_objective_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not an objective|as a number|not understood|cannot"):
        find_stated(text).from_options(text, TABLE)
