"""The door to the checker: its verdict as it is, the sentence of what it accepts, and a limit told from a form that is wrong."""

import json

import pytest

from rropt import LDP, Trace, Utility, design
from rropt.certificate.judge import Status, accept, judge
from rropt.checker import Overdue, check
from rropt.exact.errors import Disagreement, OutOfTime
from rropt.exact.patience import limit_seconds

TEXT = design(Trace(), LDP("ln3"), inputs=3).certificate


def test_what_is_accepted_has_a_sentence_and_no_reason() -> None:
    found = judge(TEXT)
    assert found.status is Status.ACCEPTED and found.is_accepted and not found.asks_too_much
    assert accept(TEXT, "a trace") == found.sentence != "" and found.reason == ""


def test_what_is_false_is_rejected_and_raised_as_a_disagreement() -> None:
    false = json.dumps({**json.loads(TEXT), "value": "2"})
    found = judge(false)
    assert found.status is Status.REJECTED and not found.is_accepted and not found.asks_too_much and found.reason
    with pytest.raises(Disagreement, match="the checker does not accept the certificate of a trace: "):
        accept(false, "a trace")


def test_beyond_a_limit_a_text_is_unfinished_and_of_another_form_malformed() -> None:
    form, limit = judge(TEXT[:-9]), judge(TEXT.rstrip() + " " * 10**8)
    assert (form.status, limit.status) == (Status.MALFORMED, Status.UNFINISHED)
    assert (form.asks_too_much, limit.asks_too_much) == (False, True)


@pytest.mark.slow
def test_a_limit_of_time_ends_the_checker_too_and_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rropt.certificate.judge.OWN_SECONDS", 0.0)
    hard = design(Trace(), LDP("1/2", delta="1/10"), inputs=12).certificate
    assert judge(hard).is_accepted
    with pytest.raises(OutOfTime, match="the checker had not the seconds to judge it"), limit_seconds(1e-9):
        judge(hard)
    with pytest.raises(Overdue):
        check(hard, 0.0)
    short = design(Trace(), LDP("1/2"), inputs=2).certificate
    with limit_seconds(1e-9):
        assert judge(short).is_accepted  # it is over before the clock is looked at


def test_a_verdict_is_asked_once_in_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("rropt.certificate.judge.check", lambda text, s: asked.append(text) or check(text, s))
    design(Utility([[3, 1], [0, 4]]), LDP("1/2", delta="1/10"))
    assert len(asked) == len(set(asked)) == 1
