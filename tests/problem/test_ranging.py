"""The least number that reaches a value: both designs beside it are certified, and formulas of the trace give the same
numbers."""

import math

import pytest

from rropt.checker import check
from rropt.exact.errors import InputError
from rropt.objectives.linear import Trace, Utility
from rropt.problem.design import design
from rropt.problem.ranging import Reachable, Unreachable, least


def test_least_epsilon_of_a_trace():
    """3t/(t + 2) = 2 at t = 4."""
    found = least("epsilon", Trace(), 3, value=2)
    assert isinstance(found, Reachable)
    assert found.lower < math.log(4) <= found.upper
    assert found.upper - found.lower <= 2**-20
    assert found.design.lower >= 2
    assert found.short is not None
    assert found.short.upper < 2


def test_the_least_epsilon_is_told_exactly_by_a_formula_alone():
    """Where the formula of an optimum changes, or the optimum does not grow, the two designs beside the number are told."""
    found = least("epsilon", Trace(), 3, value=2)
    assert str(found.exact) == "log(4)" and found.design.value == 2 and found.pieces.value_at("ln4") == 2
    assert str(found).startswith("The least epsilon with which the trace reaches 2 is log(4), exactly.")
    changing = Utility([[2, 4, 0], [2, 2, 3], [2, 3, 2]])
    changes = design(changing, "ldp:every").formulas[1][0].start
    assert changes.low == changes.high == 2
    beside = least("epsilon", changing, value="22/9")
    assert beside.exact is None and beside.lower < math.log(2) <= beside.upper


def test_what_just_misses_the_value_is_not_rounded_to_it():
    assert "The trace with epsilon = 1.386294  1.999" in str(least("epsilon", Trace(), 3, value=2))


def test_least_slack_and_vulnerability_of_a_trace():
    """(3t + 6δ)/(t + 2) = 2 at t = 3 and δ = 1/6; the trace is three times the vulnerability under equal priors."""
    slack = least("delta", Trace(), 3, value=2, epsilon="ln3")
    guess = least("vulnerability", Trace(), 3, value=2)
    assert isinstance(slack, Reachable)
    assert isinstance(guess, Reachable)
    assert str(slack.upper) == "1/6"
    assert str(guess.upper) == "2/3"


@pytest.mark.parametrize(
    ("of", "given"),
    [
        ("delta", {"epsilon": 1, "prior": ["1/2", "1/2"]}),
        ("epsilon", {"gain": [[1, 0], [0, 1]]}),
    ],
)
def test_what_belongs_to_another_number_is_refused(of, given):
    with pytest.raises(InputError, match=f"not to {of}; leave them out"):
        least(of, Trace(), 2, value=1, **given)


@pytest.mark.parametrize(
    ("of", "given", "why"),
    [
        ("delta", {"epsilon": 1, "delta": "1/10"}, "delta ranges, so that delta = 1/10 is not given beside it"),
        ("epsilon", {"demand": "ldp:every", "delta": "1/10"}, "delta = 1/10 is no slack of any epsilon"),
        ("vulnerability", {"delta": "1/10"}, "delta = 1/10 is no slack of any epsilon"),
    ],
)
def test_a_slack_that_would_say_nothing_is_refused(of, given, why):
    """It was left out without a word, and the design was another one than was asked for."""
    with pytest.raises(InputError, match=why):
        least(of, Trace(), 3, value=2, **given)


def test_the_epsilon_of_a_metric_is_found():
    """On three inputs in a line with the ratio t from one to the next, the trace is (3t − 1)/(t + 1), which is 2 at t = 3."""
    found = least("epsilon", Trace(), 3, demand="metric:line,every", value=2)
    assert isinstance(found, Reachable) and found.lower < math.log(3) <= found.upper


def test_what_is_reached_at_once_and_what_never():
    assert least("epsilon", Utility([[1, 1], [0, 0]]), value=1).upper == 0
    assert isinstance(least("epsilon", Trace(), 3, value=4), Unreachable)


def test_a_slack_needs_an_epsilon():
    with pytest.raises(InputError, match="epsilon"):
        least("delta", Trace(), 3, value=2)


def test_least_epsilon_of_a_total_variance():
    """At ε = 0 nothing is told, so that there is no design. 2(t + 2)²/(3(t − 1)²) = 4 at t = (2 + √6)/(√6 − 1)."""
    found = least("epsilon", "total-variance", 3, value=4)
    assert isinstance(found, Reachable)
    assert found.lower < math.log((2 + math.sqrt(6)) / (math.sqrt(6) - 1)) <= found.upper


@pytest.mark.parametrize(
    ("of", "objective", "rest"),
    [
        ("epsilon", "trace", {"inputs": 3, "value": 2}),
        ("epsilon", "trace", {"inputs": 3, "value": 4}),
        ("epsilon", "trace", {"inputs": 3, "value": 1}),
        ("delta", "trace", {"inputs": 3, "value": "5/2", "epsilon": "ln3"}),
        ("epsilon", "contrast:1,2,4", {"value": 3, "outputs": 2}),
    ],
)
def test_the_designs_beside_the_least_number_are_judged(of, objective, rest):
    """Those between are not; a sentence of rropt's may stand behind that of the checker."""
    found = least(of, objective, **rest)
    for one in (found.design, getattr(found, "short", None)):
        judged = "" if one is None else check(one.certificate).sentence
        assert one is None or (judged and one.sentence.startswith(judged))
        assert one is None or one.sentence.count(judged) == 1
