"""A comparison whose time is over says which half is decided, and ends."""

import json

import pytest
from typer.testing import CliRunner

import rropt.order.unfinished
from rropt import compare, from_spec
from rropt.checker import check
from rropt.cli import app
from rropt.exact.errors import OutOfTime, Undecided
from rropt.exact.patience import limit_seconds
from rropt.order import deficiency, dominates

TINY = 1e-9
KRR, SUBSETS = "krr:k=5,epsilon=1", "subset_selection:k=5,size=2,epsilon=1"


def test_without_time_the_first_line_says_that_nothing_is_decided() -> None:
    found = CliRunner().invoke(app, ["compare", KRR, SUBSETS, "--seconds", "1e-9"])
    assert found.exit_code == 0
    said = " ".join(found.stdout.split())
    assert said.startswith(
        "Undecided within 1e-09 s: which of A and B is more informative; --seconds 1e-08 gives it longer."
    )
    document = json.loads(CliRunner().invoke(app, ["compare", KRR, SUBSETS, "--seconds", "1e-9", "--json"]).stdout)
    assert document["relation"] is None and document["halves"] == {"A over B": None, "B over A": None}


def test_the_half_that_is_decided_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    decide, asked = rropt.order.unfinished.dominates_at_point, []

    def first_alone(a, b):
        asked.append(a)
        if len(asked) > 1:
            raise OutOfTime("over")
        return decide(a, b)

    monkeypatch.setattr(rropt.order.unfinished, "dominates_at_point", first_alone)
    with limit_seconds(60):
        found = rropt.order.unfinished.compare_in_time(from_spec(KRR), from_spec(SUBSETS))
    first, half, *_ = found.explain().splitlines()
    assert first == "Undecided within 60 s: whether B is at least as informative as A; seconds=600 gives it longer."
    assert half == "A is not at least as informative as B."
    assert [check(text).status for text in found.to_dict()["certificates"]] == ["accepted"]


def test_a_half_that_is_too_close_leaves_the_other_told(monkeypatch: pytest.MonkeyPatch) -> None:
    decide, asked = rropt.order.unfinished.dominates_at_point, []

    def second_alone(a, b):
        asked.append(a)
        if len(asked) == 1:
            raise Undecided("the numbers are too close")
        return decide(a, b)

    monkeypatch.setattr(rropt.order.unfinished, "dominates_at_point", second_alone)
    found = rropt.order.unfinished.compare_in_time(from_spec(KRR), from_spec(SUBSETS))
    first, half, *_ = found.explain().splitlines()
    assert first == "Undecided: whether A is at least as informative as B: the numbers are too close."
    assert half == "B is not at least as informative as A."
    assert found.to_dict()["halves"] == {"A over B": None, "B over A": False}


def test_the_library_raises_out_of_time() -> None:
    with pytest.raises(OutOfTime):
        compare(from_spec(KRR), from_spec(SUBSETS), seconds=TINY)
    with pytest.raises(OutOfTime):
        dominates(from_spec(KRR), from_spec(SUBSETS), seconds=TINY)
    with pytest.raises(OutOfTime):
        deficiency(from_spec(KRR), from_spec(SUBSETS), seconds=TINY)


def test_a_solver_that_was_stopped_says_nothing_of_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    from rropt.order.numeric import propose as module

    p, q = from_spec("subset_selection:k=6,size=3,epsilon=1"), from_spec("subset_selection:k=6,size=2,epsilon=1")
    monkeypatch.setattr(module, "QUICK_ELEMENTS", 0)
    monkeypatch.setattr(module, "MOST", 0)
    monkeypatch.setattr(module, "_by_kernel", lambda *_: None)
    monkeypatch.setattr(module, "by_projections", lambda _: None)
    with limit_seconds(60) as patience:
        monkeypatch.setattr(module, "by_numeric", lambda _: setattr(patience, "end", 0.0))
        with pytest.raises(OutOfTime, match="within seconds = 60"):
            module.propose(p, q)
