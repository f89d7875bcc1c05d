"""Logarithms and exponentials of two variables brought down to one: the true ones, and none that is false."""

import json

import pytest

from rropt.claims import Claim
from rropt.claims.claim import read
from rropt.claims.derivation import Attempts
from rropt.claims.goals import goals
from rropt.claims.language.show import text
from rropt.claims.prove import prove
from rropt.claims.record import replay, rewriting_data, statement_of
from rropt.claims.replay.rewriting import rewritings, show_by_rewriting

POSITIVE = {"x, y": "(0, inf)"}
REAL = {"x, y": "real"}
TRUE = [
    ("log(x) - log(y) <= (x-y)/y", POSITIVE),
    ("x + y = 1 implies exp(x)*exp(y) = exp(1)", REAL),
    ("y = log(x) implies exp(y) = x", {"x": "(0, inf)", "y": "real"}),
    ("x*log(1/x) = -x*log(x)", {"x": "(0, inf)"}),
    ("exp(-2*log(x)) = 1/x^2", {"x": "(0, inf)"}),
]
HARDER_TRUE = [
    ("log(x*y) = log(x) + log(y)", POSITIVE),
    ("log(x) + log(y) <= 2*log((x+y)/2)", POSITIVE),
    ("log(x) > log(y) implies x > y", POSITIVE),
    ("exp(x) > exp(y) implies x > y", REAL),
    ("log(exp(x) + exp(y)) > x", REAL),
]
FALSE = [
    ("log(x*y) = log(x) + log(y)", REAL),  # has no value where both are negative
    ("x + y = 1 implies exp(x)*exp(y) = exp(2)", REAL),
    ("y = log(x^2) implies exp(y) = x", {"x": "real", "y": "real"}),
    ("x = 1 implies exp(0*log(y)) = 1", REAL),  # has no value where y is negative
    ("exp(log(x)) = x", {"x": "real"}),
    ("exp(-2*log(x)) = 1/x^3", {"x": "(0, inf)"}),
]
HARDER_FALSE = [
    ("log(x/y) = log(x) - log(y)", {"x": "(-inf, 0)", "y": "(-inf, 0)"}),
    ("log(x^2) = 2*log(x)", {"x": "real"}),
    ("log(x) - log(y) <= (x-y)/x", POSITIVE),
    ("log(x) > log(y) implies x > y + 1/100", POSITIVE),
    ("log(x) >= log(y) implies x > y", POSITIVE),
    ("log(exp(x) + exp(y)) > x + 1", REAL),
    ("x*log(1/x) = x*log(x)", {"x": "(0, inf)"}),
]


def also_slow(quick, slow):
    """Cases of which the second are marked full."""
    return [*quick, *(pytest.param(*case, marks=pytest.mark.full) for case in slow)]


def attempts(most: int):
    """Proofs without added hypotheses, the first `most` that are asked for."""
    left = iter(range(most))

    def attempt(hypotheses, aim, /, *, real: frozenset[str] = frozenset()) -> Attempts | None:
        found = prove(hypotheses, aim, []) if next(left, None) is not None else None
        return found.attempts if found is not None and not found.added else None

    return attempt


@pytest.mark.slow_at("y = log(x) implies exp(y) = x-given2")
@pytest.mark.parametrize(("states", "given"), also_slow(TRUE, HARDER_TRUE))
def test_true_ones_are_shown_and_replayed(states: str, given: dict[str, str]) -> None:
    claim = Claim("mine.x", states, given=given)
    (goal,) = goals(read(claim))
    record = show_by_rewriting(goal.hypotheses, goal.conclusion, attempts(40))
    assert record is not None
    stored = json.loads(json.dumps(rewriting_data(record)))
    found = {"statement": statement_of(claim), "parts": [{"label": goal.label, "rewriting": stored}]}
    assert replay(found, {}.__getitem__).parts == 1


@pytest.mark.slow_at("x + y = 1 implies exp(x)*exp(y) = exp(2)-given1")
@pytest.mark.parametrize(("states", "given"), also_slow(FALSE, HARDER_FALSE))
def test_false_ones_are_not_shown(states: str, given: dict[str, str]) -> None:
    (goal,) = goals(read(Claim("mine.x", states, given=given)))
    assert show_by_rewriting(goal.hypotheses, goal.conclusion, attempts(4)) is None


def test_what_is_shown_beside_the_new_statement() -> None:
    (goal,) = goals(read(Claim("mine.x", "log(x) > log(y)", given=POSITIVE)))
    first = rewritings(goal.hypotheses, goal.conclusion)[0]
    assert text(first.first) == "0*(log(x) - log(y)) = 0"
    assert text(first.conclusion) == "log(x/y) > 0"
