"""Exponentials and logarithms by tangents: the true ones, and none that is false or that stretches a record."""

import json

import pytest

from rropt.claims import Claim
from rropt.claims.claim import read
from rropt.claims.goals import goals
from rropt.claims.language.show import text
from rropt.claims.provers.tangents import choose
from rropt.claims.provers.task import Effort
from rropt.claims.record import document, replay
from rropt.claims.refuters.search import Search
from rropt.claims.replay.tangents import is_shown_by_tangents, open_statement, show_by_tangents
from rropt.claims.rules import prove_by_tangents, shared_effort
from tests.claims.replay.test_rewriting import also_slow, attempts

POSITIVE = {"x, y": "(0, inf)"}
REAL = {"x, y": "real"}
TRUE = [
    ("exp(x) - exp(y) >= (x-y)*exp(y)", REAL),
    ("exp((x+y)/2) <= (exp(x)+exp(y))/2", REAL),
    ("x*log(x) - x*log(y) >= x - y", POSITIVE),
]
WEIGHT = {"p": "[0, 1]"}
JENSEN = ("p*exp(x) + (1-p)*exp(y) >= exp(p*x + (1-p)*y)", {**REAL, **WEIGHT})
HARDER_TRUE = [
    JENSEN,
    ("log(p*x + (1-p)*y) >= p*log(x) + (1-p)*log(y)", {**POSITIVE, **WEIGHT}),
    ("-x*log(x) - y*log(y) <= -(x+y)*log((x+y)/2)", POSITIVE),
    ("x*log(x/y) + y*log(y/x) >= 0", POSITIVE),
]
FALSE = [
    ("exp(x) - exp(y) >= (x-y)*exp(x)", REAL),
    ("exp(x) - exp(y) > (x-y)*exp(y)", REAL),
    ("x*log(x) - x*log(y) >= x - y", REAL),  # has no value where x < 0
    ("x*log(x) - x*log(y) >= y - x", POSITIVE),
    ("exp((x+y)/2) < (exp(x)+exp(y))/2", REAL),
    ("p*exp(x) + (1-p)*exp(y) > exp(p*x + (1-p)*y)", {**REAL, **WEIGHT}),
    ("p*exp(x) + (1-p)*exp(y) >= exp(p*x + (1-p)*y)", {**REAL, "p": "real"}),
    ("p*exp(x) + (1-p)*exp(y) >= exp((1-p)*x + p*y)", {**REAL, **WEIGHT}),
    ("log(p*x + (1-p)*y) <= p*log(x) + (1-p)*log(y)", {**POSITIVE, **WEIGHT}),
]


@pytest.mark.parametrize(("states", "given"), also_slow(TRUE, HARDER_TRUE))
def test_true_ones_are_shown_and_replayed(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    found = prove_by_tangents(goal, read(claim), Search(), shared_effort())
    assert found is not None
    stored = json.loads(json.dumps(document(claim, found)))
    assert replay(stored, {}.__getitem__).parts == 1


@pytest.mark.parametrize(("states", "given"), FALSE)
def test_false_ones_are_not_shown(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    assert prove_by_tangents(goal, read(claim), Search(), Effort(programs=4, squares=0, attempts=60)) is None


def test_what_is_known_of_the_variables() -> None:
    (goal,) = goals(read(Claim("mine.x", "log(x) >= log(exp(y))", given=POSITIVE)))
    new = open_statement(goal.hypotheses, goal.conclusion)
    assert new is not None
    assert text(new.defined) == "x > 0 and exp(y) > 0"
    assert [(c.function, text(c.at), text(c.value)) for c in new.curves] == [
        ("log", "x", "log@1"),
        ("exp", "y", "exp@2"),
        ("log", "exp@2", "log@3"),
        ("exp", "0", "1"),
        ("log", "1", "0"),
    ]
    assert (1, 0) not in new.pairs() and (1, 3) in new.pairs()


def test_exponents_must_have_values() -> None:
    given = {"x": "x != 0 and x != 1", "y": "y > 0", "z": "real"}
    (goal,) = goals(read(Claim("mine.x", "exp(z) + exp(1/x) > 0 and exp(1/log(y)) + exp(sqrt(y)) > 0", given=given)))
    new = open_statement(goal.hypotheses, goal.conclusion)
    assert new is not None
    assert text(new.defined) == "x != 0 and y > 0 and log(y) != 0 and y >= 0"


def test_a_record_with_another_pair_is_refused() -> None:
    claim = Claim("mine.x", "exp(x) - exp(y) >= (x-y)*exp(y)", given=REAL)
    (goal,) = goals(read(claim))
    record = show_by_tangents(goal.hypotheses, goal.conclusion, attempts(3), choose)
    assert record is not None

    def holds(pairs: list[list[int]]) -> bool:
        return is_shown_by_tangents(
            goal.hypotheses, goal.conclusion, {**record, "pairs": pairs}, lambda x: x, frozenset()
        )

    assert holds(record["pairs"])
    assert not holds([[j, i] for i, j in record["pairs"]])
    assert not holds([[0, 9]])


def test_a_record_with_another_weight_is_refused() -> None:
    (goal,) = goals(read(Claim("mine.x", JENSEN[0], given=JENSEN[1])))
    record = show_by_tangents(goal.hypotheses, goal.conclusion, attempts(3), choose)
    assert record is not None
    assert [pair[:2] for pair in record["pairs"]] == [[0, 2], [1, 2]]

    def holds(pairs: list[list[int]]) -> bool:
        return is_shown_by_tangents(
            goal.hypotheses, goal.conclusion, {**record, "pairs": pairs}, lambda x: x, frozenset()
        )

    assert holds(record["pairs"])
    first, second = record["pairs"]
    assert not holds([[*first[:2], second[2]], [*second[:2], first[2]]])  # 1 - p at x and p at y
    assert not holds([first[:2], second[:2]])
    for no_weight in (-1, 2, 9):
        assert not holds([first, [*second[:2], no_weight]])
    assert not holds([first, [*second, 0]])
