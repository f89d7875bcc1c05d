"""Which problems have more than two inputs under one common slack."""

import pytest

from rropt import LDP, Information, PairwiseLDP
from rropt.designs.reductions.revealing import is_with_slack
from rropt.problem.problem import Problem

SLACK = LDP("ln3", delta="1/10")


@pytest.mark.parametrize(
    ("demand", "inputs", "is_one"),
    [
        (SLACK, 2, False),
        (SLACK, 3, True),
        (SLACK, 9, True),
        (LDP("ln3"), 3, False),
        (LDP("every", delta="1/10"), 3, False),
        (PairwiseLDP({(0, 1): "ln3"}), 3, False),
    ],
    ids=str,
)
def test_the_slack_is_one_for_all_pairs_of_three_inputs_or_more(demand: object, inputs: int, is_one: bool) -> None:
    assert is_with_slack(Problem(Information(), demand, inputs=inputs)) is is_one  # type: ignore[arg-type]
