"""Objectives whose numbers share no field with the demand's: bounds that hold, found near, and told as they are."""

import json
import math
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Design, Trace, Utility, Variance, design, verify
from rropt.checker import check
from rropt.designs.linear.rounded_weights import RationalWeights
from rropt.designs.objectives.linear_sum import LinearSum
from rropt.exact.errors import InputError
from rropt.problem.known import legs_of
from rropt.problem.problem import Problem
from rropt.problem.result import Verdict
from rropt.problem.stored.document import judge_document

ROOT = [["2^(1/2)", 0], [0, 1]]
APART: list[tuple[Any, LDP]] = [
    (Utility(ROOT), LDP("1/2")),
    (Utility(ROOT, sense="min"), LDP("ln(3)/2", delta="1/10")),
    (Utility([["2^(1/2)", 0], [0, "-3^(1/2)"]]), LDP("ln3")),
    (Utility([["3^(1/2)", 0], [0, 1]], ["2^(1/2)-1", "2-2^(1/2)"]), LDP("ln2")),
    (Trace(["2^(1/2)", 1, 3]), LDP("1/2")),
    (Trace() + Utility(ROOT), LDP("1/2")),
]
TOGETHER: list[tuple[Any, LDP]] = [
    (Utility(ROOT), LDP("ln3")),
    (Utility([["exp(1)", 0], [0, "exp(1/3)"]]), LDP("1/2")),
    (Utility(ROOT), LDP("every")),
    (Variance("2^(1/2)/2"), LDP("ln2")),
]


def terms(objective: Any, rows: Any) -> Any:
    """(W_ij, p_ij, prior_j) of the entries that count."""
    if isinstance(objective, LinearSum):
        return [(float(w) * float(a), p, c) for w, x in objective.terms for a, p, c in terms(x, rows)]
    if isinstance(objective, Trace):
        return [(w, rows[i][i], 1.0) for i, w in enumerate(objective.weights or [1] * len(rows))]
    priors = list(map(float, objective.prior))
    pairs = zip(objective.matrix_of_utilities, rows, strict=True)
    return [(w, p, c) for a, b in pairs for w, p, c in zip(a, b, priors, strict=True)]


@pytest.mark.parametrize(("objective", "demand"), APART)
def test_the_answer_is_within_bounds_that_the_true_value_of_its_mechanism_meets(objective: Any, demand: LDP) -> None:
    found = design(objective, demand)
    assert found.verdict is Verdict.WITHIN and found.value is None and 0 < found.gap < F(1, 10**30)
    assert found.problem == Problem(objective, demand) and check(found.certificate).status == "accepted"
    reached = sum(float(w) * float(p) * c for w, p, c in terms(objective, found.mechanism.rows))
    assert reached == pytest.approx(float(found.lower), rel=1e-12)
    assert any("differs by at most" in note for note in found.notes)
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"


@pytest.mark.parametrize(("objective", "demand"), TOGETHER)
def test_what_shares_a_field_stays_as_it_is(objective: Any, demand: LDP) -> None:
    problem = Problem(objective, demand)
    assert all(reduction.simplify(problem) is None for reduction in legs_of(objective).REDUCTIONS)


def test_the_change_allowed_for_is_that_of_the_worst_mechanism() -> None:
    problem = Problem(Utility(ROOT), LDP("ln3"))
    coarse = Utility([["7/5", "1/100"], [0, 1]])
    near = design(coarse, LDP("ln3"))
    found, exact = RationalWeights().restore(near, problem), design(problem)
    assert found.lower <= exact.value <= found.upper  # type: ignore[operator]
    off = found.upper - near.value  # type: ignore[operator]
    assert off == near.value - found.lower and abs(float(off) - ((2**0.5 - 1.4) / 2 + 1 / 200)) < 1e-9  # type: ignore[operator]


def test_bounds_of_another_width_are_rejected() -> None:
    document = json.loads(design(Utility(ROOT), LDP("1/2")).to_json())
    document["value"]["lower"] = document["value"]["upper"]
    assert judge_document(document)[0] == "rejected"


def test_labels_and_the_number_of_outputs_stay() -> None:
    problem = Problem(Trace(["2^(1/2)", 1]), LDP("1/2"), inputs=("no", "yes"))
    near = RationalWeights().simplify(problem)
    assert near is not None and near.inputs == near.output_labels == ("no", "yes")
    near = RationalWeights().simplify(Problem(Utility(ROOT), LDP("1/2"), outputs="free"))
    assert near is not None and near.outputs == "free"
    assert "more outputs than actions do not help" in design(Utility(ROOT), LDP("1/2"), outputs="free").notes[0]


def test_a_requirement_is_met_or_refused_in_one_sentence() -> None:
    assert design(Utility(ROOT), LDP("1/2"), require="3/4").verdict is Verdict.WITHIN
    with pytest.raises(InputError, match=r"cannot be reached.*give rational numbers near these"):
        design(Utility(ROOT), LDP("1/2"), require=1)


def test_with_epsilon_free_rational_numbers_are_asked_for() -> None:
    with pytest.raises(InputError, match="while epsilon is free, give a rational approximation"):
        design(Utility(ROOT), LDP("every"))


def test_the_step_from_the_certificate_to_the_answer_is_said() -> None:
    found = verify(design(Utility(ROOT), LDP("1/2")).to_json())
    step, said = found.follows
    assert "rational numbers near the ones asked for" in step
    assert "for the expected utility" in said and "the optimum lies between 0.7513748797066" in said
    assert "utility of" not in found.says and (found.claim, found.shows_value) == ("within", False)


def test_bounds_that_no_certificate_shows_are_those_of_the_weights_asked_for() -> None:
    root = Utility([["2^(1/2)", 0, 0], [0, 1, 0], [0, 0, 1]])
    found = design(root, LDP("1/2"), outputs=2, subject_to=["P[0,0]>=1/2"])
    assert found.is_bounded and Design.from_json(found.to_json()) == found
    reached = sum(float(w) * float(p) * c for w, p, c in terms(root, found.mechanism.rows))
    assert float(found.lower) == pytest.approx(reached) and 0 < found.gap < F(1, 10**15)
    told = verify(found.to_json())
    assert told.is_accepted and len(told.follows) == 1
    worse = json.loads(found.to_json())
    worse["unshown"]["value"] |= {"lower": "3/5", "upper": "4/5"}
    assert "does not lie within the bounds" in verify(json.dumps(worse)).says


def test_a_value_whose_numbers_share_no_field_is_bounded() -> None:
    p = design(Trace(), LDP("1/2"), inputs=2).mechanism
    low, high = Utility(ROOT).value_bounds(p)
    exact = (2**0.5 + 1) / 2 * math.exp(0.5) / (1 + math.exp(0.5))
    assert low < high < low + F(1, 10**30) and float(low) == pytest.approx(exact, rel=1e-14)
    assert Utility([[1, 0], [0, 1]]).value_bounds(p)[0] == Utility([[1, 0], [0, 1]]).value(p)


def test_weights_of_a_sum_need_no_common_field() -> None:
    both = LinearSum(("2^(1/2)", Trace()), ("3^(1/2)", Utility([[1, 0, 0], [0, 1, 0], [0, 0, 1]])))
    found = design(both, LDP("ln3"), inputs=3)
    exact = 9 / 5 * 2**0.5 + 3 / 5 * 3**0.5
    assert found.verdict is Verdict.WITHIN and float(found.lower) == pytest.approx(exact, rel=1e-14)
    assert 0 < found.gap < F(1, 10**30) and Design.from_json(found.to_json()) == found


def test_weights_are_not_rounded_if_the_demands_own_numbers_share_no_field() -> None:
    problem = Problem(Trace(), LDP("1/2", delta="2^(1/2)/10"), inputs=3)
    assert RationalWeights().simplify(problem) is None


@pytest.mark.parametrize("objective", [Trace([1, 2]), Trace(), Utility([[1, 0], [0, 1]]), Variance("1/4")])
def test_a_demand_whose_two_numbers_share_no_field_is_refused_in_one_sentence(objective: Any) -> None:
    inputs = None if isinstance(objective, Variance) else 2
    with pytest.raises(InputError, match="rropt cannot compare"):
        design(objective, LDP("ln2/2", delta="exp(-1)"), inputs=inputs)


def test_what_no_mechanism_meets_is_infeasible_for_these_weights_too() -> None:
    asked = Problem(Trace([1, "2^(1/2)"]), LDP("1/2"), subject_to=["P[0,0] >= 99/100", "P[1,1] >= 99/100"])
    found = design(asked)
    assert found.verdict is Verdict.INFEASIBLE and found.problem == asked
    assert check(found.certificate).status == "accepted" and "weight" not in found.sentence
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
