"""A demand by pairs that asks nothing of any pair is answered as (ε, 1)-LDP is, which every mechanism keeps."""

import pytest

from rropt import (
    LDP,
    Contrast,
    Information,
    Mechanism,
    Metric,
    PairwiseLDP,
    Sensitive,
    Trace,
    Utility,
    Variance,
    design,
)
from rropt.certificate.judge import judge
from rropt.exact import Undecided
from rropt.families import direct_question
from rropt.privacy import Notion
from rropt.problem.contract import Objective

NOTHING = (
    Sensitive([0], "ln3", delta=1),
    Sensitive([0], "inf"),
    PairwiseLDP({(0, 1): "inf", (1, 0): "inf"}),
    PairwiseLDP({(0, 1): 1}, deltas={(0, 1): 1}),
    PairwiseLDP({}),
    Metric("line", "inf"),
    Metric({(0, 1): "inf"}, 1),
    Sensitive([0], "ln3", delta=1) & PairwiseLDP({(0, 1): "inf"}),
)


@pytest.mark.parametrize("demand", NOTHING, ids=str)
@pytest.mark.parametrize(
    "objective",
    [
        Trace(),
        Trace([2, -1, "1/2"]),
        Utility([[1, 0, 2], [0, 5, -1]]),
        Variance("1/4"),
        Information(["1/2", "1/2"]),
        Information(["1/2", "1/3", "1/6"]),
        Contrast([1, 2, 3]),
    ],
    ids=str,
)
def test_it_is_answered_as_at_delta_1(demand: Notion, objective: Objective) -> None:
    inputs = objective.inputs or 3
    found = design(objective, demand, inputs=inputs)
    same = design(objective, LDP("1", delta=1), inputs=inputs)
    assert judge(found.certificate).is_accepted
    assert found.warnings == same.warnings != ()
    if same.value is not None:
        assert found.value == same.value
    else:
        assert found.lower <= same.upper and same.lower <= found.upper and found.upper - found.lower < 1e-9


@pytest.mark.parametrize("demand", NOTHING, ids=str)
def test_every_mechanism_keeps_it_and_it_says_that_it_promises_nothing(demand: Notion) -> None:
    p = direct_question(k=3)
    assert demand.holds(p) and demand.violations(p) == ()
    assert demand.sentence().startswith("This demand promises nothing")
    assert demand.statement(3) == {"name": "ldp", "ratio": 1, "delta": 1}


def test_a_pair_that_fails_at_every_epsilon_decides_for_all() -> None:
    """Inputs 0 and 1 have the ratio 3, which some ε of the interval allow; input 2 proves that the answer is not the first."""
    demand, last = Metric({(0, 1): 1, (0, 2): 1}, "1/2..2"), [["3/4", "1/4", "0"], ["1/4", "3/4", "1"]]
    assert not demand.holds(Mechanism(last))
    with pytest.raises(Undecided):
        demand.holds(Mechanism([["3/4", "1/4", "3/4"], ["1/4", "3/4", "1/4"]]))
