import json
import random
from fractions import Fraction as F
from itertools import pairwise, permutations

import pytest

from rropt import (
    LDP,
    Contrast,
    InputError,
    Mechanism,
    PairwiseLDP,
    TotalVariance,
    Variance,
    design,
    least,
    verify,
)
from rropt.exact.infinity import is_infinite
from rropt.problem.stored.verify import design_of

SCALE = Contrast([1, 2, 3, 4, 5], [".35", ".3", ".2", ".1", ".05"])


def draw(rng):
    k = rng.randint(2, 5)
    scores = [F(rng.randint(-6, 6), rng.randint(1, 3)) for _ in range(k)]
    scores[0] = max(scores) + rng.randint(1, 3)
    rng.shuffle(scores)
    counts = [rng.randint(1, 9) for _ in range(k)]
    ratio, slack = F(rng.randint(11, 60), 10), rng.choice([F(0), F(1, 50), F(1, 5)])
    return scores, [F(x, sum(counts)) for x in counts], ratio, slack


def affine(scores, u, v):
    low, wide = min(scores), max(scores) - min(scores)
    second = [u + (v - u) * (x - low) / wide for x in scores]
    return [[1 - x for x in second], second]


def keeps(rows, ratio, slack):
    """Every pair of truths and every set of answers, by the definition."""
    return all(row[i] - ratio * row[j] <= slack for row in rows for i, j in permutations(range(len(row)), 2))


def variance(rows, scores, shares):
    """n·Var of the estimate of the mean that weighs the answers: each truth's expectation is its score."""
    (u, v), wide = (min(rows[1]), max(rows[1])), max(scores) - min(scores)
    chance = sum(x * y for x, y in zip(rows[1], shares, strict=True))
    return chance * (1 - chance) * wide**2 / (v - u) ** 2


@pytest.mark.parametrize("seed", range(60))
def test_no_affine_pair_of_answers_that_keeps_the_demand_has_a_smaller_variance(seed):
    rng = random.Random(seed)
    scores, shares, ratio, slack = draw(rng)
    demand = LDP(f"log({ratio})", delta=slack)
    found = design(Contrast(scores, shares), demand, outputs=2)
    rows = found.mechanism.rows
    assert keeps(rows, ratio, slack)
    assert found.value == variance(rows, scores, shares) == found.mechanism.value(Contrast(scores, shares))[1]
    steps = 40
    for a in range(steps + 1):
        for b in range(a + 1, steps + 1):
            other = affine(scores, F(a, steps), F(b, steps))
            if keeps(other, ratio, slack):
                assert variance(other, scores, shares) >= found.value
            mirrored = affine(scores, F(b, steps), F(a, steps))
            assert keeps(mirrored, ratio, slack) == keeps(other[::-1], ratio, slack)


def test_answers_whose_chances_are_not_affine_do_not_estimate_the_mean():
    rng = random.Random(1)
    for _ in range(30):
        second = [F(rng.randint(1, 99), 100) for _ in range(5)]
        steps = {b - a for a, b in pairwise(second)}
        value = SCALE.value(Mechanism([[1 - x for x in second], second]))
        assert is_infinite(value) == (len(steps) > 1 or steps == {0})


def test_the_scale_of_the_issue_and_the_free_optimum_below_it():
    one, free = design(SCALE, LDP(1), outputs=2), design(SCALE, LDP(1), outputs="free")
    assert float(one.value) == pytest.approx(18.0907775, abs=1e-7)
    assert free.upper < one.value
    assert one.mechanism.output_labels == ("low", "high")
    posed = {leg.name: leg.value for leg in one.legs}
    assert float(posed["sympy"]) == pytest.approx(float(one.value), rel=1e-9)
    assert posed["cvxpy"] == pytest.approx(float(one.value), rel=1e-6)


def test_the_certificate_is_about_two_inputs_and_verify_says_the_step():
    found = design(SCALE, LDP(1), outputs=2)
    judged = verify(found.to_json())
    assert judged.is_accepted and not judged.shows_value
    assert "16 times" in " ".join(judged.follows)
    assert design_of(json.loads(found.to_json())).value == found.value
    assert design(Variance("3/10"), LDP(1)).value * 16 == found.value


@pytest.mark.parametrize(
    ("place", "new"),
    [
        (("problem", "contrast"), [["1", "2", "3", "4", "6"]]),
        (("problem", "prevalence"), ["1/5"] * 5),
        (("value", "exact"), "18"),
        (("problem", "outputs"), "free"),
    ],
)
def test_a_forged_answer_is_refused(place, new):
    document = json.loads(design(SCALE, LDP("ln3"), outputs=2).to_json())
    inner = document[place[0]]
    key = place[1] if place[1] in inner else next(k for k in inner if k.startswith(place[1]))
    assert inner[key] != new
    inner[key] = new
    assert not verify(json.dumps(document)).is_accepted


@pytest.mark.slow
def test_a_value_in_vain_pieces_and_the_least_epsilon():
    below = design(SCALE, LDP(1), outputs=2, require=18)
    assert below.verdict == "infeasible" and verify(below.to_json()).is_accepted
    forged = json.loads(below.to_json())
    forged["requirement"] = "19"
    assert not verify(json.dumps(forged)).is_accepted
    assert design(SCALE, LDP(1), outputs=2, require=19).verdict == "optimal"
    pieces = design(SCALE, LDP("every", delta="1/100"), outputs=2)
    for t in ("3/2", "7"):
        at = pieces.at(epsilon=f"log({t})")
        assert at.value == design(SCALE, LDP(f"log({t})", delta="1/100"), outputs=2).value
    assert verify(pieces.to_json()).is_accepted
    found = least("epsilon", SCALE, reach=10, outputs=2)
    assert found.value is not None and verify(found.to_json()).is_accepted
    nothing = design(SCALE, LDP(0), outputs=2)
    assert nothing.verdict == "unattained" and verify(nothing.to_json()).is_accepted


def test_what_one_bit_does_not_identify_is_refused_and_the_rest_bounded():
    third = ["1/3"] * 3
    for asked in (Contrast([[1, 2, 3], [0, 1, 0]]), TotalVariance(third)):
        with pytest.raises(InputError, match="fewer than 3 answers"):
            design(asked, LDP(1), outputs=2)
    several = Contrast([1, 2, 3], [third, ["1/4", "1/4", "1/2"]])
    for asked, demand in (
        (several, LDP(1)),
        (Contrast([1, 2, 3]), PairwiseLDP({(0, 1): 1, (1, 0): 2, (1, 2): 1, (2, 1): 1})),
    ):
        found = design(asked, demand, outputs=2)
        assert found.verdict == "within" and found.mechanism.m == 2 and demand.holds(found.mechanism)


def test_a_demand_that_is_stated_for_more_inputs_alone_is_answered_without_the_two():
    scores = Contrast([0, 1, 4], ["1/2", "1/4", "1/4"])
    budgets = PairwiseLDP([[0, 2, 2], [2, 0, 2], [2, 2, 0]])
    found, usual = (design(scores, demand, outputs=2) for demand in (LDP("ln2") & budgets, LDP("ln2")))
    assert found.upper == usual.value == F(567, 16) and verify(found.to_json()).is_accepted


def test_labels_are_quoted_where_the_step_to_the_mean_is_said():
    label = "0, and so is proved"
    found = design(Contrast([0, 1, 4], ["1/2", "1/4", "1/4"]), LDP("ln2"), outputs=2, inputs=[label, "b", "c"])
    assert repr(label) in verify(found.to_json()).follows[0]


def test_where_no_variance_is_finite_the_step_states_none():
    found = design(Contrast([0, 1, 4], ["1/2", "1/4", "1/4"]), LDP(0), outputs=2)
    told = verify(found.to_json())
    assert found.verdict == "unattained" and not any("states" in x for x in told.follows)
