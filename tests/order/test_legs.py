"""Sympy's and cvxpy's answers on the order and on admissibility, beside the certified ones."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from rropt import admissible, compare, from_spec
from rropt.cli import app
from rropt.exact.errors import Disagreement
from rropt.order import legs
from rropt.order.posed_admissibility import AdmissibilityProblem
from rropt.order.poses import GarblingProblem
from rropt.problem.posed.symbols import Derivation
from rropt.solvers.cvxpy import CvxpyAnswer

PAIRS = [
    ("warner:p=3/4", "warner:p=2/3"),
    ("krr:k=3,epsilon=1", "subset_selection:k=3,size=2,epsilon=1"),
    ("krr:k=3,epsilon=1", "krr:k=3,epsilon=2"),
]
RUNNER = CliRunner()


@pytest.mark.slow_at("krr:k=3,epsilon=1-krr:k=3,epsilon=2", "krr:k=3,epsilon=1-subset_selection:k=3,size=2,epsilon=1")
@pytest.mark.full_at("krr:k=3,epsilon=1-krr:k=3,epsilon=2")
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_all_agree_on_the_deficiencies(first: str, second: str) -> None:
    found = compare(from_spec(first), from_spec(second))
    assert [leg.name for leg in found.legs] == [
        f"{who}, {way}" for way in ("A towards B", "B towards A") for who in ("certified", "sympy", "cvxpy")
    ]
    for n, (certified, holds) in enumerate(
        ((found.deficiency, found.forward.holds), (found.reverse_deficiency, found.backward.holds))
    ):
        exact, derived, solved = found.legs[3 * n : 3 * n + 3]
        assert exact.value == certified.value and (derived.value == 0) is holds
        assert solved.value == pytest.approx(float(certified.upper), abs=1e-7)


def test_a_float_that_contradicts_is_an_error_that_shows_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare(from_spec("warner:p=3/4"), from_spec("warner:p=2/3"))
    monkeypatch.setattr(GarblingProblem, "solve_cvxpy", lambda self: CvxpyAnswer("optimal", float(Fraction(1, 3))))
    with pytest.raises(Disagreement, match=r"^cvxpy, A towards B contradicts .*certified, A.*sympy, A.*0\.3333333333"):
        _ = found.legs


def test_a_derivation_that_contradicts_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compare(from_spec("warner:p=3/4"), from_spec("warner:p=2/3"))
    monkeypatch.setattr(legs, "decides", lambda form: False)
    with pytest.raises(Disagreement, match=r"^sympy, A towards B contradicts"):
        _ = found.legs


@pytest.mark.parametrize(
    ("spec", "gamma", "gains"),
    [
        ("warner:p=3/4", "3", False),
        ("warner:p=2/3", "3", True),
        ("krr:k=3,epsilon=1", "e", False),
        ("subset_selection:k=4,size=2,epsilon=ln3", "3", False),
        ("krr:k=4,epsilon=ln2", "3", True),
        ("warner:p=1/2", "1", False),
    ],
)
def test_all_agree_on_who_is_admissible(spec: str, gamma: str, gains: bool) -> None:
    found = admissible(from_spec(spec), gamma)
    certified, derived, solved, *rest = found.legs
    assert found.admissible is not gains and certified.status == found.sentence
    assert (derived.value == 0) is found.admissible and bool(rest) is gains
    assert isinstance(solved.value, float) and (solved.value > 1e-3) is gains


def test_a_wrong_verdict_on_admissibility_is_an_error_that_shows_all(monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = admissible(from_spec("warner:p=3/4"), "3"), admissible(from_spec("warner:p=2/3"), "3")
    with pytest.raises(Disagreement, match=r"^sympy and cvxpy contradict"):
        _ = replace(good, form=bad.form).legs
    with pytest.raises(Disagreement, match=r"^sympy contradicts"):
        _ = replace(bad, form=good.form).legs
    monkeypatch.setattr(AdmissibilityProblem, "solve_cvxpy", lambda self: CvxpyAnswer("optimal", 0.1))
    with pytest.raises(Disagreement, match=r"^cvxpy contradicts"):
        _ = good.legs


@pytest.mark.parametrize(
    "typed", [["compare", "warner:p=3/4", "warner:p=2/3"], ["admissible", "warner:p=2/3", "--parity", "3"]]
)
def test_proof_shows_both_and_nothing_else_does(typed: list[str]) -> None:
    text = RUNNER.invoke(app, [*typed, "--proof"]).stdout
    assert "GarblingProblem.as_sympy" in text and "GarblingProblem.as_cvxpy" in text
    assert "as_cvxpy" not in RUNNER.invoke(app, typed).stdout
    told = json.loads(RUNNER.invoke(app, [*typed, "--proof", "--json"]).stdout)
    assert any(name.startswith("cvxpy") for name in told["legs"])
    assert "legs" not in json.loads(RUNNER.invoke(app, [*typed, "--json"]).stdout)


def test_nothing_is_decided_by_a_derivation_without_steps() -> None:
    from rropt.order.poses import decides

    assert decides(Derivation(None, (), "no inverse")) is None
