"""A range cut where a function turns: the true inequalities, none that is false, and no record with a gap."""

import json
from fractions import Fraction

import pytest

from rropt.claims import Claim
from rropt.claims.claim import read
from rropt.claims.goals import goals
from rropt.claims.language.show import text
from rropt.claims.provers.task import Effort
from rropt.claims.provers.turns import choose_cuts
from rropt.claims.record import document, replay
from rropt.claims.refuters.search import Search
from rropt.claims.replay.cuts import is_shown_by_cuts, parts, show_by_cuts
from rropt.claims.rules import prove_by_cuts, shared_effort
from tests.claims.replay.test_rewriting import also_slow, attempts

POSITIVE = {"x": "(0, inf)"}
REAL = {"x": "real"}
TRUE = [("log(x) <= x/2", POSITIVE), ("exp(x) > 2*x", REAL)]
HARDER_TRUE = [("log(x) < sqrt(x)", POSITIVE), ("x*log(x) >= -1/2", POSITIVE), ("exp(x) >= x^2", POSITIVE)]
FALSE = [
    ("log(x) <= x/3", POSITIVE),
    ("exp(x) > 28/10*x", REAL),
    ("exp(x) >= x^2 + 1", POSITIVE),
    ("exp(x) >= 2*x^2", POSITIVE),
    ("x*log(x) >= -1/3", POSITIVE),
    ("log(x) < sqrt(x) - 7/10", POSITIVE),
    ("log(x) < x - 1", POSITIVE),
    ("log(x) <= x/2", REAL),
]


@pytest.mark.slow_at("exp(x) > 2*x-given1")
@pytest.mark.parametrize(("states", "given"), also_slow(TRUE, HARDER_TRUE))
def test_true_ones_are_shown_and_replayed(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    found = prove_by_cuts(goal, read(claim), Search(), shared_effort())
    assert found is not None
    assert replay(json.loads(json.dumps(document(claim, found))), {}.__getitem__).parts == 1


@pytest.mark.parametrize(("states", "given"), FALSE)
def test_false_ones_are_not_shown(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    assert prove_by_cuts(goal, read(claim), Search(), Effort(programs=4, squares=0, attempts=60)) is None


def test_the_cuts_are_where_it_turns() -> None:
    (goal,) = goals(read(Claim("mine.x", "log(x) < sqrt(x)", given=POSITIVE)))
    assert choose_cuts(goal.hypotheses, goal.conclusion) == [[Fraction(4)]]
    (goal,) = goals(read(Claim("mine.x", "exp(x) > 2*x", given=REAL)))
    for low, high in choose_cuts(goal.hypotheses, goal.conclusion):
        assert low < Fraction("0.693") < high
    (goal,) = goals(
        read(Claim("mine.x", "exp(x) >= x^2", given=POSITIVE))
    )  # rises everywhere: its slope turns at log 2
    for low, high in choose_cuts(goal.hypotheses, goal.conclusion):
        assert low < Fraction("0.693") < high


def test_the_parts_cover_the_range_and_keep_what_is_not_idle() -> None:
    (goal,) = goals(read(Claim("mine.x", "log(x) < sqrt(x)", given={"x": "0 < x <= 9"})))
    found = parts(goal.hypotheses, "x", [Fraction(1), Fraction(4)])
    assert [[text(h) for h in part] for part in found] == [
        ["0 < x", "x <= 1"],
        ["x >= 1", "x <= 4"],
        ["x <= 9", "x >= 4"],
    ]
    assert parts(goal.hypotheses, "x", [Fraction(4), Fraction(1)]) == parts(goal.hypotheses, "x", []) == []


def test_a_record_with_a_part_too_few_is_refused() -> None:
    claim = Claim("mine.x", "log(x) <= x/2", given=POSITIVE)
    (goal,) = goals(read(claim))
    record = show_by_cuts(goal.hypotheses, goal.conclusion, attempts(20), [[Fraction(2)]])
    assert record is not None

    def holds(changed: dict[str, object]) -> bool:
        return is_shown_by_cuts(goal.hypotheses, goal.conclusion, {**record, **changed}, lambda x: x, frozenset())

    assert holds({})
    assert not holds({"parts": record["parts"][:1]})
    assert not holds({"cuts": ["3"]})
    assert not holds({"cuts": ["2", "2"], "parts": [*record["parts"], record["parts"][1]]})
    assert not holds({"parts": [{"boxes": 1}, record["parts"][1]]})
