"""The worst of several linear objectives, and information and divergences together (SPEC.md, 5.9 and 5.10): falsehoods by hand.

Each is a small true certificate with one change, which says something false, or shows it with what shows something else.
"""

from __future__ import annotations

import copy
import json
from decimal import Decimal, localcontext
from fractions import Fraction as F
from typing import Any

import pytest
from truth import plausible

from rropt.checker import Judgement, check
from rropt.checker.explain import explain
from rropt.checker.judge import read

GONE = object()
FIRST, SECOND = ["1", "0"], ["0", "1"]
TV = {"name": "divergence", "kind": "tv", "between": [FIRST, SECOND]}
BACK = {**TV, "between": [SECOND, FIRST]}
KL = {**TV, "kind": "kl"}
INFORMATION = {"name": "information", "prior": ["1/2", "1/2"]}
SUM = {"name": "together", "of": [TV, BACK], "weights": ["1", "2"]}
LEAST_INFORMATION = {"name": "information", "several": [["1/2", "1/2"], ["1/3", "2/3"]]}
RENYI = {**TV, "kind": "renyi", "order": "2"}
COMMON = {
    "schema": "rropt.certificate/3",
    "claim": "optimal",
    "field": {"t": "3"},
    "inputs": ["a", "b"],
    "outputs": ["x", "y"],
    "notion": {"name": "ldp", "ratio": "t"},
    "mechanism": [["3/4", "1/4"], ["1/4", "3/4"]],
    "witness": {"weights": ["1/2", "1/2"]},
}
WORST = {
    **COMMON,
    "objective": {
        "name": "worst",
        "of": [{"name": "weighted trace", "sense": "max", "weights": w} for w in (FIRST, SECOND)],
    },
    "value": "3/4",
    "prices": {"column": ["3/8", "3/8"]},
}
LEAST = {
    **COMMON,
    "objective": {"name": "together", "of": [TV, BACK]},
    "value": "1/2",
    "prices": {"column": ["1/4", "1/4"]},
}
FROM_ZERO = {"from": "0", "to": "1", "ends": "[]"}
ROOT = {"t": {"root": "t^2 - 2", "between": ["1", "2"]}}


def changed(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The document with other values at places such as `objective/of/0`; GONE takes a key away."""
    document: dict[str, Any] = json.loads(json.dumps(base))
    for place, value in changes.items():
        at: Any = document
        *path, last = [int(x) if x.isdigit() else x for x in place.split("/")]
        for key in path:
            at = at[key]
        if value is GONE:
            del at[last]
        else:
            at[last] = copy.deepcopy(value)
    return document


def judged(base: dict[str, Any], **changes: Any) -> Judgement:
    return check(json.dumps(changed(base, changes.pop("at", {}) | changes)))


def is_true(base: dict[str, Any], **changes: Any) -> bool:
    return plausible(changed(base, changes.pop("at", {}) | changes))


def losses() -> dict[str, Any]:
    """The smallest largest of two weights, which is 1/4."""
    return changed(
        WORST,
        {
            "objective/of/0/sense": "min",
            "objective/of/1/sense": "min",
            "value": "1/4",
            "mechanism": [["1/4", "3/4"], ["3/4", "1/4"]],
            "prices/column": ["-1/8", "-1/8"],
        },
    )


@pytest.mark.parametrize("base", [WORST, LEAST, losses()], ids=["worst", "least", "losses"])
def test_what_is_changed_below_is_true(base: dict[str, Any]) -> None:
    assert judged(base).status == "accepted" and plausible(base)


@pytest.mark.parametrize("base", [WORST, LEAST], ids=["worst", "least"])
@pytest.mark.parametrize(
    ("weights", "condition"),
    [
        (["3/2", "-1/2"], "prior-sign"),
        (["0", "0"], "prior-sum"),
        (["1", "1"], "prior-sum"),
        (["1/4", "1/4"], "prior-sum"),
        (["t", "1 - t"], "prior-sign"),
        (["1"], "form"),
        ([], "form"),
        (["1/3", "1/3", "1/3"], "form"),
        (["t/6", "1 - t/6"], ""),
    ],
)
def test_weights_of_the_worst_are_a_distribution_of_its_objectives(
    base: dict[str, Any], weights: list[str], condition: str
) -> None:
    assert judged(base, at={"witness/weights": weights}).condition == condition


@pytest.mark.parametrize(
    ("field", "weights", "condition"),
    [
        (FROM_ZERO, ["t", "1 - t"], ""),
        ({**FROM_ZERO, "to": "11/10"}, ["t", "1 - t"], "prior-sign"),
        ({**FROM_ZERO, "to": "inf", "ends": "[)"}, ["1/(1 + t)", "t/(1 + t)"], ""),
        (ROOT, ["t - 1", "2 - t"], ""),
        (ROOT, ["t/2", "t/2"], "prior-sum"),
    ],
)
def test_weights_may_change_with_t(field: Any, weights: list[str], condition: str) -> None:
    at = {"field": field, "notion/ratio": "3", "witness/weights": weights}
    assert judged(LEAST, at=at).condition == condition
    # of the traces these are other means, whose largest value is more than 3/4
    assert judged(WORST, at=at).status == "rejected"


def test_the_side_of_the_bounds_is_that_of_the_sense() -> None:
    turned = {"objective/of/0/sense": "min", "objective/of/1/sense": "min"}
    assert judged(WORST, at=turned).condition == "lower-bound"
    assert judged(losses(), value="1/5").condition == "upper-bound"
    assert judged(losses(), value="3/10").condition == "lower-bound"
    assert not is_true(losses(), value="1/5") and not is_true(losses(), value="3/10")
    backwards = {"claim": "within", "value": GONE, "lower": "1/2", "upper": "1/3"}
    assert judged(LEAST, at=backwards).status == "rejected"
    assert judged(WORST, at=backwards | {"lower": "1", "upper": "3/4"}).status == "rejected"


def test_each_value_counts_not_their_mean_nor_the_first() -> None:
    # the first is 3/4, the other 3/2: by the first alone 3/4 is right, and their mean is 9/8
    unequal = {"objective/of/1/weights": ["0", "2"], "witness/weights": ["1", "0"], "prices/column": ["3/4", "0"]}
    for value in ("9/8", "3/2"):
        assert judged(WORST, at=unequal | {"value": value}).status == "rejected"
        assert not is_true(WORST, at=unequal | {"value": value})
    # the second input is at most twice as likely as the first, so that the other way round nothing is beyond gamma = 2
    stick = {**BACK, "kind": "hockey_stick", "gamma": "2"}
    pairs = {"name": "pairs", "pairs": [["1", "0"]], "ratios": ["2"], "deltas": ["0"]}
    at = {"objective/of/1": stick, "mechanism": [["1/2", "0"], ["1/2", "1"]], "notion": pairs}
    at |= {"witness/weights": ["1", "0"], "prices/column": ["1/2", "0"]}
    assert judged(LEAST, at=at).condition == "lower-bound" and not is_true(LEAST, at=at)
    assert judged(LEAST, at=at | {"value": "0"}).condition == "upper-bound"


OTHERS = {
    "the worst": WORST["objective"],
    "the least": LEAST["objective"],
    "a sum": SUM,
    "the least of several priors": LEAST_INFORMATION,
    "renyi": RENYI,
    "a variance": {"name": "total variance", "prevalences": ["1/2", "1/2"]},
    "a trace": {"name": "trace", "sense": "max"},
    "no object": "trace",
    "no name": {},
}


@pytest.mark.parametrize("other", OTHERS)
def test_what_is_in_one_another_is_what_the_page_says(other: str) -> None:
    one = OTHERS[other]
    expected = "form" if other != "a trace" else "row-bound"
    assert judged(WORST, at={"objective/of/0": one}).condition == expected
    # of the least one may be a sum, whose prices these are not
    assert judged(LEAST, at={"objective/of/0": one}).condition == ("price-row" if other == "a sum" else "form")
    a_sum = {"objective/of/0": one, "objective/weights": ["1", "1"], "witness": GONE}
    assert judged(LEAST, at=a_sum).condition == "form"
    assert judged(LEAST, at={"objective/of/0": {**SUM, "of": [one, TV]}}).condition == "form"


@pytest.mark.parametrize(
    "at",
    [
        {"objective/weights": ["1/2", "1/2"]},
        {"objective/sense": "max"},
        {"objective/of/0/sense": "min"},
        {"objective/of": []},
        {"objective/of": {}},
        {"objective/of": GONE},
        {"witness/places": []},
        {"witness": GONE},
        {"most_outputs": "1"},
        {"prices": {"column": "3/8", "budget": "0", "excess": "0"}},
    ],
)
@pytest.mark.parametrize("base", [WORST, LEAST], ids=["worst", "least"])
def test_keys_of_another_kind_are_malformed(base: dict[str, Any], at: dict[str, Any]) -> None:
    assert judged(base, at=at).status == "malformed"


def test_few_outputs_go_with_the_least_and_not_with_the_worst() -> None:
    assert judged(WORST, at={"most_outputs": "2"}).status == "malformed"
    assert judged(LEAST, at={"most_outputs": "2"}).status == "accepted"


def test_keys_that_one_of_both_has() -> None:
    condition = [{"terms": [["0", "0", "1"]], "relation": "<=", "bound": "1"}]
    assert judged(LEAST, conditions=condition).status == "accepted"
    assert judged(LEAST, at={"prices/excess": {"0,0,1": "0"}}).status == "malformed"
    assert judged(WORST, conditions=condition).status == "accepted"
    assert judged(WORST, classes=["0", "1"]).status == "malformed"
    assert judged(WORST, most_outputs="2").status == "malformed"
    assert judged(LEAST, most_outputs="2").status == "accepted"
    assert judged(LEAST, classes=["0", "1"]).status == "accepted"


def test_a_sum_is_no_mean() -> None:
    at = {"objective/weights": ["1", "2"], "witness": GONE, "prices/column": ["3/4", "3/4"]}
    assert judged(LEAST, at=at | {"value": "3/2"}).status == "accepted"
    for value in ("1/2", "1"):
        assert judged(LEAST, at=at | {"value": value}).condition == "upper-bound"
    assert judged(LEAST, at=at | {"value": "1/2", "prices/column": ["1/4", "1/4"]}).condition == "price-row"


def test_an_infinite_f_shows_nothing_whatever_its_weight() -> None:
    slack = {"name": "ldp", "ratio": "3", "delta": "1/10"}
    prices = {"column": ["1/2", "1/2"], "budget": {"0,1": "1", "1,0": "1"}}
    at = {
        "notion": slack,
        "objective/of/1": KL,
        "prices": prices,
        "claim": "within",
        "value": GONE,
        "lower": "0",
        "upper": "2",
    }
    assert judged(LEAST, at=at | {"witness/weights": ["1", "0"]}).condition == "infinite"
    assert judged(LEAST, at=at | {"witness": GONE, "objective/weights": ["1", "0"]}).condition == "infinite"


@pytest.mark.parametrize(
    ("gamma", "field", "condition"),
    [
        ("1/2", {"t": "3"}, "divergence-parameter"),
        ("-1", {"t": "3"}, "divergence-parameter"),
        ("t", {"from": "1/2", "to": "2", "ends": "[]"}, "divergence-parameter"),
        ("t", {"from": "2", "to": "4", "ends": "[]"}, "price-row"),
        ("t", {"from": "1", "to": "2", "ends": "[]"}, ""),
    ],
)
def test_a_gamma_of_several(gamma: str, field: Any, condition: str) -> None:
    """Between 1 and 3 the largest is (3 - gamma)/4, by the prices (9 - 3 gamma, gamma - 3)/8; beyond 3 it is 0."""
    stick = {**TV, "kind": "hockey_stick", "gamma": gamma}
    at = {"field": field, "notion/ratio": "3", "objective/of": [stick, stick], "value": f"(3 - ({gamma}))/4"}
    at["prices/column"] = [f"(9 - 3*({gamma}))/8", f"({gamma} - 3)/8"]
    assert judged(LEAST, at=at).condition == condition


def test_classes_leave_every_member_as_it_is() -> None:
    three = {
        "inputs": ["a", "b", "c"],
        "mechanism": [["1", "1", "1"]],
        "outputs": ["x"],
        "claim": "within",
        "value": GONE,
        "lower": "0",
        "upper": "9",
        "prices/column": ["3", "3"],
        "classes": ["0", "0", "1"],
    }
    apart = {**TV, "between": [["1", "0", "0"], ["0", "1", "0"]]}
    alike = {**TV, "between": [["1/2", "1/2", "0"], ["0", "0", "1"]]}
    for weights in ({"witness/weights": ["1", "0"]}, {"witness": GONE, "objective/weights": ["1", "0"]}):
        assert judged(LEAST, at=three | weights | {"objective/of": [alike, apart]}).condition == "class-exchange"
        assert (
            judged(LEAST, at=three | weights | {"objective/of": [alike, {**TV, "between": [["1/3"] * 3] * 2}]}).status
            == "accepted"
        )


def over(start: str, end: str, **at: Any) -> dict[str, Any]:
    """The least of two total variations where T runs from one end to the other."""
    p, q = "t/(t + 1)", "1/(t + 1)"
    whole = {"value": "(t - 1)/(t + 1)", "mechanism": [[p, q], [q, p]], "prices/column": ["(t - 1)/(2*t + 2)"] * 2}
    return changed(LEAST, whole | {"field": {"from": start, "to": end, "ends": "[]"}} | at)


def test_pieces_ask_for_the_same_objectives_with_the_same_meaning() -> None:
    def pieces(second: dict[str, Any]) -> Judgement:
        parts = [{k: v for k, v in piece.items() if k != "schema"} for piece in (over("2", "3"), second)]
        field = {"from": "2", "to": "4", "ends": "[]"}
        return check(json.dumps({"schema": COMMON["schema"], "claim": "pieces", "field": field, "pieces": parts}))

    assert pieces(over("3", "4", **{"witness/weights": ["1", "0"]})).status == "accepted"
    a_sum = {"objective/weights": ["1/2", "1/2"], "witness": GONE}
    for at in ({"objective/of": [BACK, TV]}, {"objective/of": [TV, TV]}, a_sum):
        assert judged(over("3", "4", **at)).status == "accepted"
        assert pieces(over("3", "4", **at)).condition == "pieces-question"


def test_over_an_interval_variations_alone_are_tried_at_the_ratio_itself() -> None:
    """Of what is exact beside them the rows of a larger ratio are tried, at which prices without a spare are too low."""
    le_cam = {**TV, "kind": "le_cam"}
    value = "(t - 1)^2/(t + 1)^2"
    assert judged(over("2", "3")).status == "accepted"
    beside = {"objective/of": [TV, le_cam], "witness/weights": ["0", "1"]}
    at = beside | {"value": value, "prices/column": ["(t - 1)^2/(2*(t + 1)^2)"] * 2}
    assert judged(over("2", "3", **at)).condition == "price-row"
    assert judged(over("2", "3", **at), at={"field": {"t": "5/2"}}).status == "accepted"


def test_huge_weights_are_weights() -> None:
    huge = "1" + "0" * 3000
    at = {"objective/weights": [huge, f"1/{huge}"], "witness": GONE, "prices/column": [f"({huge} + 1/{huge})/4"] * 2}
    assert judged(LEAST, at=at | {"value": f"({huge} + 1/{huge})/2"}).status == "accepted"
    assert judged(LEAST, at=at | {"value": f"({huge} - 1)/2"}).condition == "upper-bound"


def test_a_worst_is_no_requirement() -> None:
    document = changed(
        WORST, dict.fromkeys(("objective", "value", "mechanism", "witness"), GONE) | {"claim": "infeasible"}
    )
    for objective in (WORST["objective"], LEAST["objective"]):
        assert judged(document, requirement={"objective": objective, "bound": "4/5"}).status == "malformed"
    plain = {"objective": {"name": "trace", "sense": "max"}, "bound": "8/5"}
    assert judged(document, requirement=plain, at={"prices/column": ["3/4", "3/4"]}).status == "accepted"


def test_a_vulnerability_beside_the_worst_and_the_least() -> None:
    guess = {"name": "vulnerability", "at_most": "3/4", "prior": ["1/2", "1/2"]}
    shares = {"column": ["0", "0"], "budget": {"0": "1"}, "excess": {"0,0,0": "1", "1,1,0": "1"}}
    at = {"notion": guess, "prices": shares}
    # the worst of linear ones is linear here, and may stand beside gains
    gains = {"notion/gains": [FIRST, SECOND]}
    assert judged(WORST, at=at).status == "accepted" and judged(WORST, at=at | gains).status == "accepted"
    assert judged(WORST, at=at | {"notion/at_most": "4/5"}).condition == "upper-bound"
    twice = {"notion": guess, "prices": {"column": ["-1/2", "-1/2"], "budget": {"0": "2"}}}
    # what is not linear may do so at one t, and no further
    assert judged(LEAST, at=twice).status == "accepted" and judged(LEAST, at=twice | gains).status == "accepted"
    assert judged(LEAST, at=twice | gains | {"field": FROM_ZERO}).condition == "form"
    assert judged(LEAST, at=twice | gains | {"prices/budget": {"0": "1"}}).condition == "price-row"
    assert judged(LEAST, at=twice | {"prices/budget": {"0": "-2"}}).condition == "budget-sign"


@pytest.mark.parametrize(("weight", "least"), [("1/7", False), ("1000003", False), ("2/3", True)])
def test_what_misses_the_sum_by_less_than_anybody_sees_is_rejected(weight: str, least: bool) -> None:
    """With T = 3 information is log(27/16)/4 at equal shares, Hellinger's squared distance 1 - sqrt(3)/2: 2^-250 are shown."""
    with localcontext() as context:
        context.prec = 160
        information = (Decimal(27) / 16).ln() / 4
        hellinger = 1 - Decimal(3).sqrt() / 2
    w, v = F(weight), F(1, 3)
    exact = w * F(information) + v * F(hellinger)
    reached = min(F(information), F(hellinger)) if least else exact
    weights = {"witness/weights": [weight, "1/3"]} if least else {"witness": GONE, "objective/weights": [weight, "1/3"]}
    at = {"objective/of": [INFORMATION, {**TV, "kind": "hellinger"}], "claim": "within", "value": GONE} | weights

    def condition(lower: F, upper: F) -> str:
        prices = [str((exact + upper) / 2)] * 2
        return judged(
            LEAST, at=at | {"lower": str(reached + lower), "upper": str(exact + upper), "prices/column": prices}
        ).condition

    little, less = F(1, 1 << 250), F(1, 1 << 340)
    assert condition(-little, little) == ""
    assert condition(less, little) == "lower-bound"
    assert condition(-little, -less) == "price-row"


def test_what_is_told_of_several() -> None:
    lines = list(explain(read(json.dumps(losses()))))
    assert "  w = [1/2, 1/2]" in lines and "  W_0 = [-1/2, 0]" in lines
    assert "  W is the negative of the weights, as the objective is minimised" in lines
    ends = [line for line in lines if line.startswith("if all of this holds")]
    assert [
        line.endswith(f"at most 1/4 by number {n} of those whose worst is meant") for n, line in enumerate(ends)
    ] == [True] * 2
    least = list(explain(read(json.dumps(changed(LEAST, {"objective/of/1": {**SUM, "of": [TV, INFORMATION]}})))))
    (said,) = [line for line in least if line.startswith("f(s) = ")]
    assert said == (
        "f(s) = sum_a w_a f_a(s) with f_0(s) = (|a - b|/2 with a = p s, b = q s); f_1(s) = (sum_a w_a f_a(s) with "
        "f_0(s) = (|a - b|/2 with a = p s, b = q s); f_1(s) = (sum_j p_j s_j log(s_j/(p s))))"
    )
