"""Random texts by the byte grammar of `fuzz.py`: a thousand with `slow`, ten thousand with `full`, a million for a release."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from rropt.checker.judge import Judgement
from tests.checker import fuzz
from tests.verified import needs_program

SMALL = 40


def started(seed: int, texts: list[bytes]) -> fuzz.Fuzz:
    found = fuzz.Fuzz(random.Random(seed), texts)
    found.prepare()
    return found


def small() -> list[bytes]:
    return sorted(fuzz.corpus(), key=len)[100 : 100 + SMALL]


@pytest.mark.slow
def test_a_few_texts() -> None:
    run = started(1, small())
    before = len(run.edges.known)
    run.run(400)
    assert not run.wrong and sum(run.counts.values()) == 400
    assert len(run.edges.known) > before and len(run.pool) > SMALL


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (lambda text: 1 / 0, "raised ZeroDivisionError"),
        (lambda text: Judgement("malformed", reason="unforeseen: KeyError", condition="unforeseen"), "unforeseen"),
    ],
)
@pytest.mark.slow_at("<lambda>-raised ZeroDivisionError")
def test_a_fault_of_the_checker_is_seen(
    monkeypatch: pytest.MonkeyPatch, fault: Callable[[str], Judgement], words: str
) -> None:
    run = started(2, small())
    monkeypatch.setattr(fuzz, "check", fault)
    run.run(3)
    assert len(run.wrong) == 3 and all(words in reason for reason, _ in run.wrong)


def test_a_hang_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    run = started(3, small())
    times = iter(range(0, 10_000, fuzz.LONGEST + 1))
    monkeypatch.setattr(fuzz.time, "process_time", lambda: float(next(times)))
    run.run(2)
    assert len(run.wrong) == 2 and len(run.slow) == 2


def test_a_false_accept_is_seen() -> None:
    path = fuzz.CERTIFICATES / "rejected" / "garbling_with_negative_entries.rropt.json"
    assert fuzz.untrue([json.dumps(json.loads(path.read_text("utf-8"))).encode()], 1)


@needs_program
@pytest.mark.slow
def test_what_the_checker_with_a_theorem_says_of_what_was_accepted() -> None:
    names = ("rejected/garbling_with_negative_entries", "accepted/trace_rational_t", "accepted/admissible_every_t")
    texts = [(fuzz.CERTIFICATES / f"{name}.rropt.json").read_bytes() for name in names]
    assert fuzz.not_proved(texts) == (2, texts[:1])
    cut = texts[1][:-9]
    assert fuzz.not_proved([cut]) == (1, [cut])


@pytest.mark.full
@pytest.mark.parametrize("many", [1_000, 10_000])
def test_thousands_of_texts(many: int) -> None:
    run = started(4, fuzz.corpus())
    before = fuzz.megabytes()
    run.run(many)
    assert not run.wrong, run.wrong[:3]
    assert fuzz.megabytes() < before + fuzz.MEGABYTES
    often = {status for status, count in run.counts.items() if count > many // 1_000}
    assert often - {"unfinished"} == {"accepted", "rejected", "malformed"}  # some one in a thousand is too much work
    while not (news := list(run.news())) and run.counts.total() < 10 * many:  # some two in a thousand, so at times none
        run.run(many // 10)
    assert news and not fuzz.untrue(news, 60)
