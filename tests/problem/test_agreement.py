"""No number when two legs disagree: each leg is corrupted in turn, and the error shows all three.

The relative tolerance that floats are held to, and that a free t has no float.
"""

import dataclasses
import json
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.designs.linear.legs import CommonLinear
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.designs.variance.legs import AsymptoticVariance, BinaryVariance
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import Disagreement
from rropt.exact.sign import as_float
from rropt.families import from_spec
from rropt.privacy import LDP
from rropt.problem import design as door
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.design import reconcile
from rropt.problem.problem import Problem
from rropt.problem.result import Leg
from rropt.solvers.agreement import AGREEMENT, are_in_agreement

QUESTIONS: dict[str, Any] = {
    "binary variance": (Variance("1/4"), LDP("1/2", delta="1/10"), {}),
    "warner": (Variance("1/4", warner=True), LDP("ln3", delta="1/10"), {}),
    "four outputs": (Variance("1/4"), LDP("1/2", delta="1/10"), {"outputs": "free"}),
    "trace": (Trace(), LDP("ln3"), {"inputs": 4}),
    "trace with delta": (Trace(), LDP("ln3", delta="1/10"), {"inputs": 3}),
    "weighted trace": (Trace([1, 2, 5]), LDP("1/2"), {}),
}
EXACT_ONLY: dict[str, Any] = {
    "worst variance": (Variance("1/10..2/5"), LDP("1/2", delta="1/10"), {}),
    "utility": (Utility([[3, 0, 1], [0, 2, 1], [1, 1, 1]]), LDP("ln3"), {}),
    "utility with delta": (Utility([[3, 0, 1], [0, 2, 1]]), LDP("ln3", delta="1/10"), {}),
}
ALL = {**QUESTIONS, **EXACT_ONLY}


def ask(name: str) -> Any:
    objective, demand, more = ALL[name]
    return door.design(objective, demand, **more)


def corrupt(monkeypatch: pytest.MonkeyPatch, leg: str, change: Callable[[Any], Any]) -> None:
    """One leg of every program answers something else than it finds."""
    for kind in (BinaryVariance, AsymptoticVariance, CommonLinear):
        honest = getattr(kind, leg)
        monkeypatch.setattr(kind, leg, lambda *asked, honest=honest, **more: change(honest(*asked, **more)))


def shows_all_three(caught: Any) -> bool:
    text = str(caught.value)
    return all(f"{leg}:" in text for leg in ("symbolic", "numeric", "certified"))


@pytest.mark.parametrize("name", ALL)
def test_honest_legs_agree(name: str) -> None:
    assert ask(name).value is not None


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("shift", [F(1, 10**30), -F(1, 10**30), F(1)], ids=["up", "down", "far"])
def test_a_theorem_that_is_wrong_by_the_least_bit(name: str, shift: F, monkeypatch: pytest.MonkeyPatch) -> None:
    corrupt(monkeypatch, "theorem", lambda form: _moved(form, shift))
    with pytest.raises(Disagreement) as caught:
        ask(name)
    assert shows_all_three(caught)


def _moved(form: Any, shift: F) -> Any:
    return dataclasses.replace(form, value=form.value + shift)


@pytest.mark.parametrize("name", ["trace", "trace with delta", "weighted trace"])
def test_a_theorem_whose_multipliers_are_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def corrupted(form: Any) -> Any:
        columns = {name: y - F(1, 10**30) for name, y in form.multipliers.items() if name.startswith("column")}
        assert columns
        return dataclasses.replace(form, multipliers={**form.multipliers, **columns})

    corrupt(monkeypatch, "theorem", corrupted)
    with pytest.raises(Disagreement) as caught:
        ask(name)
    assert shows_all_three(caught)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("factor", [1.001, 0.999, float("nan"), float("inf"), -1.0], ids=str)
def test_a_solver_that_is_wrong(name: str, factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = door.ask_solver

    def corrupted(program: Any, solver: Any) -> Leg:
        leg = honest(program, solver)
        return dataclasses.replace(leg, value=leg.value * factor)  # type: ignore[operator]

    monkeypatch.setattr(door, "ask_solver", corrupted)
    with pytest.raises(Disagreement) as caught:
        ask(name)
    assert shows_all_three(caught)


@pytest.mark.parametrize("name", ALL)
def test_exact_evidence_that_is_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The value in the certificate moved by 10^-30: the checker refuses, and no number is given."""

    def corrupted(evidence: Any) -> Any:
        document = json.loads(evidence.certificate)
        document["value"] = f"{document['value']}+1/{10**30}"
        return dataclasses.replace(evidence, certificate=json.dumps(document))

    corrupt(monkeypatch, "prove", corrupted)
    with pytest.raises(Disagreement, match="refused") as caught:
        ask(name)
    assert shows_all_three(caught)


@pytest.mark.parametrize("name", ALL)
def test_a_proven_value_that_is_not_the_one_claimed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An honest certificate with another value beside it: the numeric leg (and the theorem) say otherwise."""

    def corrupted(evidence: Any) -> Any:
        moved = evidence.value * F(11, 10)
        return dataclasses.replace(evidence, bounds=(moved, moved))

    corrupt(monkeypatch, "prove", corrupted)
    with pytest.raises(Disagreement) as caught:
        ask(name)
    assert shows_all_three(caught)


@pytest.mark.parametrize("name", ["trace", "binary variance", "utility"])
def test_a_checker_that_refuses_or_finds_a_malformed_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def truncated(evidence: Any) -> Any:
        return dataclasses.replace(evidence, certificate=evidence.certificate[:-9])

    corrupt(monkeypatch, "prove", truncated)
    with pytest.raises(Disagreement) as caught:
        ask(name)
    assert shows_all_three(caught)


def legs(symbolic: Any, numeric: Any) -> tuple[Leg, Leg, Leg]:
    return (
        Leg("symbolic", "by a theorem", symbolic, "a theorem"),
        Leg("numeric", "Optimal", numeric, "a solver"),
        Leg("certified", "accepted", None, "the checker"),
    )


def test_bounds_are_enough_where_the_value_is_not_known() -> None:
    lower, upper = F(1), F(1) + F(1, 10**9)
    for exact, near in [(None, 1.0), (F(1), 1.0), (upper, 1.0 + 1e-9), (None, None)]:
        assert reconcile(*legs(exact, near), lower=lower, upper=upper)[1].value == near
    for exact, near in [(F(99, 100), 1.0), (upper + F(1, 10**30), 1.0), (None, 1.1), (None, float("nan"))]:
        with pytest.raises(Disagreement, match="no number is given"):
            reconcile(*legs(exact, near), lower=lower, upper=upper)


def test_stated_bounds_that_contradict_each_other_are_no_answer() -> None:
    """The checker is not asked about them, so they are compared where they are stated."""
    posed, mechanism = Problem(Variance("1/4"), LDP("ln3"), inputs=2), from_spec("warner:p=3/4")
    assert evidence_of_bounds(posed, mechanism, (F(1), F(1)), source="").lower == 1
    with pytest.raises(Disagreement, match="the lower bound 2 was found above the upper bound 1"):
        evidence_of_bounds(posed, mechanism, (F(2), F(1)), source="")


def test_a_theorem_is_compared_exactly_over_a_field() -> None:
    e = read_epsilon("1").t
    assert reconcile(*legs(e, 2.718281828), lower=e, upper=e)  # type: ignore[arg-type]
    with pytest.raises(Disagreement):
        reconcile(*legs(e + F(1, 10**50), 2.718281828), lower=e, upper=e)  # type: ignore[arg-type,operator]


def test_what_a_tolerance_cannot_tell_is_labelled_and_what_it_can_is_a_disagreement() -> None:
    symbolic, certified = Leg("symbolic", "none", None, ""), Leg("certified", "accepted", F(3, 8), "")
    numeric = Leg("numeric", "Optimal", 0.5, "HiGHS", resolution=0.2)
    _, told, _ = reconcile(symbolic, numeric, certified, lower=F(3, 8), upper=F(3, 8))
    assert told.value == 0.5 and "cannot tell values 2.0e-01 apart" in told.status
    with pytest.raises(Disagreement):
        reconcile(symbolic, dataclasses.replace(numeric, value=0.6), certified, lower=F(3, 8), upper=F(3, 8))
    near = dataclasses.replace(numeric, value=0.375)
    assert reconcile(symbolic, near, certified, lower=F(3, 8), upper=F(3, 8))[1] is near


def test_the_tolerance_is_relative_above_one_and_absolute_below() -> None:
    assert are_in_agreement(1e6 * (1 + 0.9 * AGREEMENT), 1e6) and not are_in_agreement(1e6 * (1 + 1.1 * AGREEMENT), 1e6)
    assert are_in_agreement(0.9 * AGREEMENT, 0.0) and not are_in_agreement(1.1 * AGREEMENT, 0.0)
    assert not are_in_agreement(float("nan"), 1.0) and not are_in_agreement(float("inf"), 1.0)


def test_a_free_t_has_no_double() -> None:
    assert as_float(read_epsilon("every").t) is None
    assert as_float(F(1, 4)) == 0.25
    assert abs(as_float(read_epsilon("1").t) - 2.718281828459045) < 1e-15  # type: ignore[operator]
