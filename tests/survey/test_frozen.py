"""No number, word or flag of any answer changes unnoticed: `calls.py` has the calls, `frozen.txt` their whole answers."""

import re
from collections.abc import Callable

import pytest

from tests.survey.calls import KINDS, Calls, answer, calls, read_frozen

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\w)")
KEPT = read_frozen()
AGAIN = "`python -m tests.survey.calls --write` keeps the new answers, if they are right"


def are_near(found: str, kept: str) -> bool:
    """Whether two lines have the same words, and numbers that differ by rounding alone."""
    if found == kept:
        return True
    pairs = zip(NUMBER.findall(found), NUMBER.findall(kept), strict=False)
    same = all(float(x) == pytest.approx(float(y), rel=1e-7, abs=1e-11) for x, y in pairs)
    return same and NUMBER.sub("#", found) == NUMBER.sub("#", kept)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_answers_are_what_they_were(kind: Callable[[], Calls]) -> None:
    for name, call in kind():
        found, kept = answer(call), KEPT[name]
        differing = [x for x, y in zip(found, kept, strict=False) if not are_near(x, y)]
        assert not differing and len(found) == len(kept), f"{name}: {differing[:3]}; {AGAIN}"


def test_every_answer_that_is_kept_is_of_a_call() -> None:
    assert list(KEPT) == list(calls()), AGAIN
