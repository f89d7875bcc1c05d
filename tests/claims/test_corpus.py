"""Nothing false is proved and nothing true is refuted; what is false is refuted, but for a few that are named."""

import pytest

from rropt.claims import Claim, Grade, decide
from tests.claims.corpus import CORPUS, OPEN

MAY_BE = {
    "T": {Grade.PROVED, Grade.UNDECIDED},
    "F": {Grade.REFUTED, Grade.UNDECIDED},
    "N": {Grade.UNDECIDED, Grade.REFUTED},
    "H": {Grade.NARROWED},
    "V": {Grade.VACUOUS},
}
EVERY = [(truth, *entry) for truth, entries in CORPUS.items() for entry in entries]
PART = 12


def check(truth: str, states: str, given: dict[str, str], more: dict) -> None:
    kind = decide(Claim("corpus.x", states, given=given, **more)).kind
    assert kind in MAY_BE[truth], (states, given, kind)
    if truth == "F":
        assert (kind == Grade.UNDECIDED) == (states in OPEN), (states, given, kind)
    if truth == "T" and not more:
        assert kind == Grade.PROVED, (states, given)


def test_there_are_enough_of_each_and_no_two_are_the_same() -> None:
    said = {(truth, states, str(given), str(more)) for truth, states, given, more in EVERY}
    assert len(said) == len(EVERY) >= 140
    assert {states for states, _, _ in CORPUS["F"]} >= OPEN


@pytest.mark.slow
def test_a_few_of_each() -> None:
    for truth, entries in CORPUS.items():
        for entry in entries[::9]:
            check(truth, *entry)


@pytest.mark.slow
@pytest.mark.then(start=2)
@pytest.mark.parametrize("start", range(0, len(EVERY), PART))
def test_what_is_said_of_each_statement(start: int) -> None:
    for truth, states, given, more in EVERY[start : start + PART]:
        check(truth, states, given, more)
