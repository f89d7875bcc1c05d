"""Inequalities from an end of the range and a derivative's sign: the true ones, and none that is false."""

import json
from fractions import Fraction

import pytest

from rropt.claims import Claim
from rropt.claims.claim import read
from rropt.claims.derivation import Attempts
from rropt.claims.evaluate import holds
from rropt.claims.goals import goals
from rropt.claims.language.show import text
from rropt.claims.prove import prove
from rropt.claims.record import document, replay
from rropt.claims.refuters.search import Search
from rropt.claims.replay.monotone import is_shown_by_slope, plans, show_by_slope
from rropt.claims.rules import prove_by_slope, shared_effort

TRUE = [
    ("log(1+x) >= 2*x/(2+x)", {"x": "x >= 0"}),
    ("exp(x) >= 1 + x + x^2/2", {"x": "x >= 0"}),
    ("log(x) > 2*(x-1)/(x+1)", {"x": "x > 1"}),
]
FALSE = [
    ("exp(x) >= 5", {"x": "[0, 1]"}),
    ("exp(x) >= 1 + x + x^2", {"x": "x >= 0"}),
    ("log(x) >= 2*(x-1)/(x+1)", {"x": "x > 0"}),
    ("log(x) > 2*(x-1)/(x+1)", {"x": "x >= 1"}),
    ("log(x) <= x - 1", {"x": "x <= 1"}),
    ("x*log(x) >= -1/10", {"x": "(0, 1]"}),
    ("(x-4)^2 - 9 + 0*exp(x) >= 0", {"x": "x >= 0 and x >= 5"}),
]


@pytest.mark.parametrize(("states", "given"), TRUE)
@pytest.mark.slow_at("log(x) > 2*(x-1)/(x+1)-given2")
def test_true_ones_are_proved_and_replayed(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    found = prove_by_slope(goal, read(claim), Search(), shared_effort())
    assert found is not None and found.methods == ("monotone from an end",)
    assert replay(json.loads(json.dumps(document(claim, found))), {}.__getitem__).parts == 1


@pytest.mark.slow_at("exp(x) >= 1 + x + x^2-given1", "log(x) <= x - 1-given4", "x*log(x) >= -1/10-given5")
@pytest.mark.parametrize(("states", "given"), FALSE)
def test_false_ones_are_not_shown(states: str, given: dict[str, str]) -> None:
    reading = read(Claim("mine.x", states, given=given))
    (goal,) = goals(reading)

    def attempt(hypotheses, aim, /, *, real: frozenset[str] = frozenset()) -> Attempts | None:
        found = prove(hypotheses, aim, [])
        return found.attempts if found is not None and not found.added else None

    assert show_by_slope(goal.hypotheses, goal.conclusion, attempt) is None


def test_the_slope_is_shown_between_whole_numbers_too() -> None:
    reading = read(Claim("mine.x", "n^3/3 - n^2/2 + 0*exp(n) >= 0", given={"n": "integer n >= 0"}))
    (goal,) = goals(reading)
    assert holds(goal.conclusion, {"n": Fraction(1)}) is False  # though the slope n^2 - n is >= 0 at every whole n

    def record(whole: frozenset[str]) -> dict[str, object] | None:
        def attempt(hypotheses, aim, /, *, real: frozenset[str] = frozenset()) -> Attempts | None:
            found = prove(hypotheses, aim, [], whole or reading.integers - real)
            return found.attempts if found is not None and not found.added else None

        return show_by_slope(goal.hypotheses, goal.conclusion, attempt)

    assert record(frozenset()) is None
    wrong = record(reading.integers)  # proofs that hold at whole numbers alone
    assert wrong is not None
    assert not is_shown_by_slope(goal.hypotheses, goal.conclusion, wrong, lambda x: x, reading.integers)


def test_a_whole_variable_with_a_slope_of_one_sign_has_a_proof() -> None:
    claim = Claim("mine.x", "exp(n) + exp(x) >= 2 + n + x + n^2/2", given={"n": "integer n >= 0", "x": "real"})
    (goal,) = goals(read(claim))
    found = prove_by_slope(goal, read(claim), Search(), shared_effort())
    assert found is not None
    assert replay(json.loads(json.dumps(document(claim, found))), {}.__getitem__).parts == 1


def test_the_end_lies_below_the_other_bounds() -> None:
    reading = read(Claim("mine.x", "exp(x) >= y", given={"x": "y <= x < 7", "y": "y > 2"}))
    first = plans(reading.hypotheses, reading.conclusion)[0]
    assert [text(h) for h in first.end_hypotheses] == ["y > 2", "y < 7"]
    assert text(first.at_end) == "exp(y) - y >= 0"


def test_a_hypothesis_that_is_no_bound_leaves_no_plan() -> None:
    reading = read(Claim("mine.x", "exp(x) >= 1", given={"x": "x >= 0"}, assuming=("x^2 > 1",)))
    assert plans(reading.hypotheses, reading.conclusion) == []
