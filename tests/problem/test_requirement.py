"""A required value: the design where it is reached, a certificate of infeasibility where it cannot be."""

import json
import random
from fractions import Fraction as F
from typing import Any

import pytest

from rropt.checker import check
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.notes import OfMechanism
from rropt.problem.result import Verdict
from rropt.problem.stored.document import judge_document
from rropt.problem.stored.verify import read_design, verify


def test_the_optimum_itself_is_reached_and_the_least_bit_more_is_not() -> None:
    rng = random.Random(24)
    for delta in ("0", "1/10"):
        for sense in ("max", "min"):
            u = [[rng.randint(-5, 5) for _ in range(3)] for _ in range(3)]
            objective, demand = Utility(u, sense=sense), LDP("ln2", delta=delta)  # type: ignore[arg-type]
            best = design(objective, demand)
            assert best.value is not None
            assert design(objective, demand, require=best.value) == best
            beyond = best.value + F(1, 10**30) * (1 if sense == "max" else -1)
            none = design(objective, demand, require=beyond)
            assert none.verdict is Verdict.INFEASIBLE and none.mechanism is None and none.value is None
            assert check(none.certificate).status == "accepted"
            assert json.loads(none.certificate)["claim"] == "infeasible"


@pytest.mark.parametrize("epsilon", ["1/2", "ln3", "0"])
def test_traces_by_theorem_and_by_reconstruction(epsilon: str) -> None:
    for objective in (Trace(), Trace([1, 2, 4])):
        best = design(objective, LDP(epsilon), inputs=3)
        for closed_forms in (True, False):
            asked = {"inputs": 3, "closed_forms": closed_forms}
            none = design(objective, LDP(epsilon), require=best.value + F(1, 10**30), **asked)  # type: ignore[operator,arg-type]
            assert none.verdict is Verdict.INFEASIBLE and check(none.certificate).status == "accepted"
            assert "cannot be reached" in none.notes[-1]


@pytest.mark.parametrize(
    ("objective", "asked", "kept"),
    [
        (TotalVariance(["1/3"] * 3), {}, 0),
        (TotalVariance(["1/4"] * 4), {"plain": True}, 0),
        (Variance("1/10..1/5"), {"outputs": "free"}, 1),
        (Variance("1/10"), {"subject_to": ["P[1,1] >= 9/10"]}, 1),
    ],
    ids=["total", "plain", "free", "conditions"],
)
def test_where_no_mechanism_is_left_no_note_is_about_one(objective: Objective, asked: Any, kept: int) -> None:
    """What is left is about the question: which prevalence is the worst, what the conditions allow."""
    demand = LDP("ln3", delta="1/10") if "outputs" in asked else LDP("ln3")
    best, none = (design(objective, demand, require=value, **asked) for value in (None, "1/100"))
    assert none.verdict is Verdict.INFEASIBLE and len(none.notes) == kept + 1
    assert set(none.notes[:-1]) <= set(best.notes) and not any(isinstance(x, OfMechanism) for x in none.notes)


def test_a_variance_that_is_too_small() -> None:
    best = design(Variance("1/4"), LDP("ln3"))
    assert design(Variance("1/4"), LDP("ln3"), require="15/16") == best
    none = design(Variance("1/4"), LDP("ln3"), require="9/10")
    assert none.verdict is Verdict.INFEASIBLE and check(none.certificate).status == "accepted"


def test_what_has_no_single_value_is_refused() -> None:
    with pytest.raises(InputError, match="fix epsilon and the prevalence"):
        design(Variance("every"), LDP("ln3"), require=1)


def test_where_nothing_is_identified_no_requirement_is_reached() -> None:
    assert design(Variance("1/4"), LDP(0), require=1) == design(Variance("1/4"), LDP(0))


def test_with_epsilon_free_a_requirement_is_decided_for_all_of_them_or_not_at_all() -> None:
    for delta in ("0", "1/10"):
        none = design(Trace(), LDP("every", delta=delta), inputs=3, require=4)
        assert (
            none.verdict is Verdict.INFEASIBLE
            and "has a trace (the i-th output for the i-th input) of at least 4" in none.sentence
        )
        assert judge_document(none.to_dict())[0] == "accepted"
        assert design(Trace(), LDP("1..2", delta=delta), inputs=3, require=1).verdict is Verdict.OPTIMAL
    with pytest.raises(InputError, match="depends on epsilon; narrow"):
        design(Trace(), LDP("every"), inputs=3, require=2)


@pytest.mark.parametrize(
    ("prevalence", "outputs", "words"),
    [
        ("1/4", 2, "of two outputs with p00 + p11 > 1 is 15/16, and 9/10 is less"),
        ("1/10..2/5", 2, "at the worst prevalence from 1/10 to 2/5 of two outputs"),
        ("1/4", "free", "asymptotic variance at prevalence 1/4, with any number of outputs, is 15/16"),
    ],
)
def test_the_step_from_the_certificate_to_the_answer_is_said(prevalence: str, outputs: object, words: str) -> None:
    none = design(Variance(prevalence), LDP("ln3"), outputs=outputs, require="9/10")  # type: ignore[arg-type]
    found = verify(none.to_json())
    assert words in none.notes[-1] and found.is_accepted and found.says == none.sentence and found.claim == "infeasible"
    assert found.follows == ("The 9/10 that was asked for is less, so none of these mechanisms reaches it.",)


def test_notes_about_optimal_mechanisms_go_when_there_are_none() -> None:
    assert design(Trace(), LDP("ln2"), inputs=4).all_notes == ("no other mechanism is optimal",)
    assert design(Trace(), LDP("ln2"), inputs=4, require=4).all_notes == (
        "the best trace is 8/5, so at least 4 cannot be reached; the certificate says that itself",
    )


def test_a_value_missed_leaves_no_mechanism_of_sets_either() -> None:
    """The certificate has the best mechanism of sets, to show that it is no better."""
    best, found = (design(TotalVariance(), LDP(1), inputs=40, require=x) for x in (None, "1/1000"))
    assert best.sets is not None and found.sets is None
    said = found.explain()
    assert said.startswith("No design for 40 truths") and "Respondents" not in said and "set of 11" not in said
    with pytest.raises(InputError, match="it is infeasible"):
        read_design(found.to_dict())
