"""What exists and what is least: a witness is not the statement, and what has no minimiser has none outside a list."""

import json
from fractions import Fraction
from typing import Any

import pytest

from rropt.claims import Claim, Finding, Grade, decide
from rropt.claims.record import Refused, document, replay
from rropt.exact.errors import InputError

REAL, UNIT, HALF_OPEN = {"x": "real"}, {"x": "[0, 1]"}, {"x": "(0, 1]"}


def replayed(claim: Claim, verdict: Finding) -> int:
    """How many parts of the evidence the replay accepts, with nothing added."""
    found = replay(json.loads(json.dumps(document(claim, verdict))), {}.__getitem__)
    assert found.added == ()
    return found.parts


FALSE = [
    ("exists y: x*y = 1", UNIT, {"y": "1/x"}, {"x": "0"}),
    ("exists y: x*y = 1 and y = y", UNIT, {"y": "1/x"}, {"x": "0"}),
    ("exists y: y*x > 1/2", UNIT, {"y": "1/x"}, {"x": "0"}),
    ("exists y: y^2 = x", REAL, {"y": "sqrt(x)"}, {"x": "-1"}),
    ("exists y: y*x = 1", REAL, {}, {"x": "0"}),
]


@pytest.mark.parametrize(("states", "given", "witness", "point"), FALSE, ids=lambda x: str(x)[:30])
@pytest.mark.slow_at(
    "exists y: x*y = 1-{'x': '[0, 1]'}-{'y': '1/x'}-{'x': '0'}",
    "exists y: x*y = 1 and y = y-{'x': '[0, 1]'}-{'y': '1/x'}-{'x': '0'}",
    "exists y: y*x > 1/2-{'x': '[0, 1]'}-{'y': '1/x'}-{'x': '0'}",
)
def test_what_does_not_exist_at_a_point_is_refuted_there(states: str, given: Any, witness: Any, point: Any) -> None:
    verdict = decide(Claim("no.x", states, given=given, witness=witness))
    assert (verdict.kind, dict(verdict.counterexample)) == (Grade.REFUTED, point)


OPEN = [
    ("exists y: y > x", REAL, {"y": "x - 1"}),
    ("exists y: y > 3", {}, {"y": "2"}),
    ("exists y: y*y = x", {"x": "[0, 4]"}, {"y": "x"}),
    ("exists y, z: y + z = x and y - z = 1", REAL, {"y": "x", "z": "1"}),
    ("exists y: y - 0*x = y and y > 1/2", REAL, {"y": "x/x"}),
    ("exists y: y/y = 1 and y^2 = x^2", REAL, {"y": "x"}),
]


@pytest.mark.parametrize(("states", "given", "witness"), OPEN, ids=lambda x: str(x)[:30])
def test_a_witness_that_fails_or_has_no_value_decides_nothing(states: str, given: Any, witness: Any) -> None:
    verdict = decide(Claim("open.x", states, given=given, witness=witness))
    assert verdict.kind == Grade.UNDECIDED and not verdict.counterexample
    assert "another may be one" in verdict.evidence[0]


@pytest.mark.parametrize(("states", "given", "witness", "parts"), [
    ("exists y: x*y = 1", HALF_OPEN, {"y": "1/x"}, 2),
    ("exists y: y^2 = x", UNIT, {"y": "sqrt(x)"}, 2),
    ("exists y: exists z: y*z = 1 and y = 2*x", HALF_OPEN, {"y": "2*x", "z": "1/(2*x)"}, 3),
    ("x > 0 implies exists y: x*y = 1", UNIT, {"y": "1/x"}, 2),
    ("exists y: y > x", REAL, {"y": "x + 1"}, 1),
], ids=lambda x: str(x)[:30])  # fmt: skip
def test_a_witness_with_a_value_is_proved_and_its_divisors_with_it(
    states: str, given: Any, witness: Any, parts: int
) -> None:
    claim = Claim("yes.x", states, given=given, witness=witness)
    verdict = decide(claim)
    assert verdict.kind == Grade.PROVED, verdict
    assert replayed(claim, verdict) == parts


NO_MINIMISER = [
    ("argmin[s] s subset {0}", {"s": "real"}),
    ("argmin[x] x subset {1}", HALF_OPEN),
    ("argmin[x] x subset {5}", HALF_OPEN),
    ("argmin[x] a*x subset {1}", {"x, a": "(0, 1]"}),
    ("argmin[n] -n subset {1}", {"n": "integer n >= 1"}),
    ("argmin[x] 1/x subset {1}", {"x": "[1, inf)"}),
    ("argmin[x, y] x + y subset {(0, 0)}", {"x, y": "real"}),
]


@pytest.mark.slow_at(
    "argmin[x] x subset {5}-{'x': '(0, 1]'}",
    "argmin[x] 1/x subset {1}-{'x': '[1, inf)'}",
    "argmin[x] a*x subset {1}-{'x, a': '(0, 1]'}",
    "argmin[x] x subset {1}-{'x': '(0, 1]'}",
)
@pytest.mark.parametrize(("states", "given"), NO_MINIMISER, ids=lambda x: str(x)[:30])
def test_where_there_is_no_minimiser_every_list_holds_them_all(states: str, given: Any) -> None:
    claim = Claim("yes.x", states, given=given)
    verdict = decide(claim)
    assert verdict.kind == Grade.PROVED, verdict
    assert replayed(claim, verdict) == 1


@pytest.mark.parametrize(("states", "given", "point"), [
    ("argmin[x] x subset {1}", UNIT, {"x": "0"}),
    ("argmin[x] (x - 1/3)^2 subset {0}", UNIT, {"x": "1/3"}),
    ("argmin[n] (n - 3)^2 subset {2}", {"n": "integer n >= 0"}, {"n": "3"}),
    ("argmin[x] x*(1 - x) subset {1}", UNIT, {"x": "0"}),
], ids=lambda x: str(x)[:30])  # fmt: skip
def test_a_minimiser_that_is_not_listed_refutes(states: str, given: Any, point: Any) -> None:
    verdict = decide(Claim("no.x", states, given=given))
    assert (verdict.kind, dict(verdict.counterexample)) == (Grade.REFUTED, point)


def test_a_minimiser_may_be_missing_at_some_values_of_the_other_variables() -> None:
    claim = Claim("no.x", "argmin[x] x^2 subset {0}", given={"x": "[-1, 1]", "a": "[0, 1]"}, assuming=("x >= a",))
    verdict = decide(claim)
    point = {x: Fraction(v) for x, v in verdict.counterexample}
    assert verdict.kind == Grade.REFUTED and 0 < point["x"] == point["a"]


@pytest.mark.slow
def test_a_listed_point_without_a_value_beats_none() -> None:
    found = decide(Claim("no.x", "argmin[x] 1/x subset {0}", given=UNIT))
    assert found.kind == Grade.UNDECIDED
    assert any("why: none of 5 other points is proved to beat every point" in x for x in found.evidence)


def test_a_whole_number_is_beaten_by_whole_numbers_alone() -> None:
    claim = Claim("yes.x", "argmin[n] n subset {1}", given={"n": "integer n >= 1"})
    found = json.loads(json.dumps(document(claim, decide(claim))))
    found["parts"][0]["beaten_by"] = [{"n": "n - 1/2"}]
    with pytest.raises(InputError, match="whole number"):
        replay(found, {}.__getitem__)


def test_the_replay_asks_whether_the_recorded_point_beats_all_others() -> None:
    claim = Claim("yes.x", "argmin[s] s subset {0}", given={"s": "real"})
    found = json.loads(json.dumps(document(claim, decide(claim))))
    assert found["parts"][0]["beaten_by"] == [{"s": "s - 1"}]
    for other in ([{"s": "s + 1"}], [{"s": "s"}], []):
        found["parts"][0]["beaten_by"] = other
        with pytest.raises(Refused):
            replay(found, {}.__getitem__)


def test_what_stays_undecided_says_how_far_the_provers_came() -> None:
    found = decide(Claim("open.x", "exists y: y^5 + y = x", given={"x": "real"}))
    assert found.kind == Grade.UNDECIDED
    assert any(
        "why: of 1 case in which the opposite would fail 0 are excluded, 1 stays open" in x for x in found.evidence
    )


@pytest.mark.parametrize(
    ("states", "added"),
    [("exists y: 1/y = 0", "y != 0"), ("exists y: y/y = 2", "y != 0"), ("exists y: y/x = 1 and y = 0", "x != 0")],
)
def test_an_opposite_that_needs_a_condition_says_so(states: str, added: str) -> None:
    found = decide(Claim("open.y", states, given=REAL))
    assert found.kind == Grade.UNDECIDED
    assert found.evidence[1] == f"why: the opposite is proved only where {added}"


def test_a_witness_that_fails_at_an_irrational_point_alone_decides_nothing() -> None:
    claim = Claim("mine.w", "exists y: y > x and (x^2-2)^2 > 0", given={"x": "real"}, witness={"y": "x+1"})
    found = decide(claim)
    assert found.kind == Grade.UNDECIDED
    assert "the witness for y is none at x = the root of x^2 - 2" in found.evidence[0]


def test_a_hypothesis_that_is_not_decided_is_not_called_false() -> None:
    true = "log(sqrt(2) + 1) = 0 - log(sqrt(2) - 1)"
    found = decide(Claim("mine.w", "exists x: x > 1", assuming=(true,)))
    assert (found.kind, found.evidence) == (
        Grade.UNDECIDED,
        (f"it is not decided whether the hypothesis {true} holds",),
    )
    assert decide(Claim("mine.w", "exists x: x > 1", assuming=("1 = 2",))).kind == Grade.VACUOUS
