"""Plans by their definition: the least n, margins, powers by simulation, design effects, tables that speak of one prevalence."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import beta, binom, norm

from rropt import LDP, InputError, PairwiseLDP, TotalVariance, Variance, Vulnerability, design, from_spec
from rropt.objectives.base import Objective
from rropt.show import Figure, Result, Table, near, up
from rropt.survey import estimate, plan, plan_epsilons
from rropt.survey.answers import Device
from rropt.survey.estimates import best_weights, choose_weights
from rropt.survey.intervals import Spread
from rropt.survey.plans import Region, own_prevalence, read_region
from rropt.survey.tables import compare_plans, devices_at_equal_privacy, noncompliance
from tests.survey.conftest import DIRECT, KRR, UNEVEN, WARNER, device

GOALS = [{"margin": 0.08, "method": m} for m in ("wilson", "normal", "chebyshev", "clopper-pearson")] + [
    {"standard_error": 0.03}
]


def variance(d: Device, shares: np.ndarray, j: int, f: float = 1.0) -> float:
    """n·Var of the share of input j, by its definition."""
    w = choose_weights(d, None).matrix
    return float(w[j] ** 2 @ (d.matrix @ shares) - shares[j] + f * shares[j] * (1 - shares[j]))


@pytest.mark.parametrize("goal", GOALS, ids=str)
@pytest.mark.parametrize("prevalence", ["1/10", "1/5..2/5", "worst"])
def test_a_plan_is_the_least_that_its_definition_asks(goal: dict[str, Any], prevalence: str) -> None:
    found = plan(UNEVEN, prevalence=prevalence, **goal)
    low, high = {"1/10": (0.1, 0.1), "1/5..2/5": (0.2, 0.4), "worst": (0, 1)}[prevalence]

    def half(n: int, x: np.ndarray) -> np.ndarray:
        q = 0.1 + 0.6 * x
        v = q * (1 - q) / 0.36 / n
        if "standard_error" in goal:
            return np.sqrt(v)
        if goal["method"] in ("normal", "chebyshev"):
            return np.sqrt(v) * (1.959963984540054 if goal["method"] == "normal" else math.sqrt(20))
        if goal["method"] == "clopper-pearson":
            h = n * q
            return (beta(h + 1, n - h).ppf(0.975) - beta(h, n - h + 1).ppf(0.025)) / 1.2
        z2 = 1.959963984540054**2
        return math.sqrt(z2) / (1 + z2 / n) * np.sqrt(q * (1 - q) / n + z2 / 4 / n**2) / 0.6

    wanted = goal.get("margin") or goal["standard_error"]
    worst = [half(n, np.linspace(low, high, 201)).max() for n in (found.n, found.n - 1)]
    assert worst[0] <= wanted * (1 + 1e-9) and worst[1] > wanted * (1 - 2e-5)


def test_a_plan_of_many_inputs_suffices_for_each() -> None:
    # five answers leave a choice of weights, which are best at the shares
    d, shares = device(3, 5, 4), (0.5, 0.3, 0.2)
    found = plan(d, prevalence=shares, standard_error=0.002)
    each = best_weights(d.matrix, shares) ** 2 @ d.matrix @ shares - np.square(shares)
    assert found.n == math.ceil(max(each) / 4e-6) and found.of_all and found.share_of == d.inputs[int(np.argmax(each))]
    assert plan(d, prevalence=shares, standard_error=0.002, share_of="b").n == math.ceil(each[1] / 4e-6)
    wide = plan(d, prevalence=shares, margin=0.05)
    assert wide.takes_mixture and "method = normal" in repr(wide)


@pytest.mark.parametrize(
    ("d", "first", "difference", "second", "wanted", "level"),
    [
        (UNEVEN, 0.25, 0.3, 0.55, 0.8, 0.95),
        (KRR, 0.25, 0.3, 0.55, 0.8, 0.95),
        (DIRECT, 0.05, 0.5, 0.55, 0.8, 0.95),
        (DIRECT, 0.0, 0.8, 0.8, 0.9, 0.95),
        (DIRECT, 0.2, 0.3, 0.5, 0.5, 0.5),
        (UNEVEN, 0.5, -0.4, 0.1, 0.8, 0.95),
        # where the second group has no such share, it has one on the other side
        (UNEVEN, 0.9, 0.4, 0.5, 0.8, 0.95),
        (UNEVEN, 0.6, 0.6, 0.0, 0.9, 0.9),
        (WARNER, 0.4, 0.6, 1.0, 0.8, 0.99),
    ],
)
def test_the_test_has_the_power_that_is_told_and_no_fewer_people_suffice(
    d: Device, first: float, difference: float, second: float, wanted: float, level: float
) -> None:
    found = plan(d, prevalence=first, difference=difference, share_of=1, power=wanted, confidence=level)

    def power(n: int, other: float = second) -> float:
        hits = np.arange(n + 1)
        one, two = (binom(n, d.matrix[1, 0] + (d.matrix[1, 1] - d.matrix[1, 0]) * x).pmf(hits) for x in (first, other))
        error = np.sqrt(np.add.outer(*[hits / n * (1 - hits / n) / (n - 1)] * 2))
        return float(one @ (np.abs(hits[:, None] - hits) / n > norm.ppf((1 + level) / 2) * error) @ two)

    n = found.n
    assert (found.power, found.test_level) == pytest.approx((power(n), power(n, first)), rel=1e-9)
    near = range(n, found.approximate + 1) or range(found.approximate, n)
    # people from the approximation down all suffice and one less does not, or from there up nobody does
    assert [power(x) >= wanted for x in near] == [n <= found.approximate] * len(near)
    assert power(n) >= wanted and (n == 2 or power(n - 1) < wanted)


@pytest.mark.parametrize("prevalence", [(0.1, 0.5), (0.7, 0.8), (0.05, 0.15)])
def test_a_difference_over_a_range_is_planned_where_it_needs_most_people(prevalence: tuple[float, float]) -> None:
    found = plan(UNEVEN, prevalence=f"{prevalence[0]}..{prevalence[1]}", difference="0.2")
    each = [plan(UNEVEN, prevalence=round(x, 3), difference="0.2").approximate for x in np.linspace(*prevalence, 21)]
    assert found.approximate is not None and 0 <= found.approximate - max(each) <= 1


def test_power_in_clusters_is_about_that_of_simulated_clusters() -> None:
    found = plan(WARNER, prevalence="1/4", difference="0.3", deff_truth="2", clusters=8, n=400)
    c, rng, v = 8, np.random.default_rng(3), [0.375 * 0.625 / 0.25, 0.525 * 0.475 / 0.25]
    errors = np.sqrt([x * found.design_effect / 400 for x in v])
    means = np.array([0.25, 0.55])[None, :, None] + errors[None, :, None] * math.sqrt(c) * rng.normal(
        size=(200_000, 2, c)
    )
    away = means.mean(axis=2)
    parts = (means - away[:, :, None]) / c
    spread = 2 * c / (2 * c - 1) * (parts**2).sum(axis=(1, 2))
    from scipy.stats import t

    rate = (np.abs(away[:, 1] - away[:, 0]) > t(c - 1).ppf(0.975) * np.sqrt(spread)).mean()
    assert found.power is not None and abs(rate - found.power) < 0.01 and found.test_level is None


def test_people_by_the_normal_approximation_stand_beside_those_by_enumeration() -> None:
    v = [0.375 * 0.625 / 0.25, 0.575 * 0.425 / 0.25]
    least = sum(v) * (norm.ppf(0.975) + norm.ppf(0.8)) ** 2 / 0.16
    for effect in (1, 3):
        found = plan(WARNER, prevalence="1/4", difference="0.4", deff=effect)
        assert found.approximate == math.ceil(least) * effect and found.n % effect == 0 and found.test_level is not None
    # with clusters n itself is by an approximation, and nothing stands beside it
    for how in ({"clusters": 30}, {"clusters": 30, "n": 400}, {"n": 400}):
        assert plan(WARNER, prevalence="1/4", difference="0.4", deff=3, **how).approximate is None


def test_design_effects_inflate_people() -> None:
    alone = plan(WARNER, prevalence="1/10", margin="0.05")
    assert plan(WARNER, prevalence="1/10", margin="0.05", deff="1.5").n == math.ceil(alone.n * 1.5)
    truth = plan(WARNER, prevalence="1/10", margin="0.05", deff_truth="3")
    effect = 1 + 2 * 0.09 / variance(WARNER, np.array([0.9, 0.1]), 1)
    assert truth.design_effect == pytest.approx(effect, abs=1e-5) and truth.design_effect >= effect
    assert truth.n == math.ceil(alone.n * truth.design_effect) and truth.truthful == math.ceil(
        (alone.truthful or 0) * 3
    )
    given = plan(WARNER, prevalence="1/10", n=900, deff="1.5")
    assert given.margin == pytest.approx(plan(WARNER, prevalence="1/10", n=600).margin)
    assert given.standard_error == pytest.approx(math.sqrt(0.84 * 1.5 / 900)) and given.independent == 600


def test_people_give_the_margin_that_needs_them() -> None:
    for how in (
        {},
        {"method": "normal"},
        {"sampling": "srs", "population": 900},
        {"method": "clopper-pearson"},
        {"sampling": "census"},
    ):
        found = plan(UNEVEN, prevalence="1/5", n=400, **how)
        assert (
            found.margin is not None
            and plan(UNEVEN, prevalence="1/5", margin=found.margin * (1 + 1e-9), **how).n <= 400
        )
        assert plan(UNEVEN, prevalence="1/5", margin=found.margin * (1 - 1e-6), **how).n >= 400
        e = estimate({"no": 312, "yes": 88}, mechanism=UNEVEN, **how)
        assert e.upper[0, 1] - e.lower[0, 1] == pytest.approx(2 * found.margin, rel=6e-3)


def test_the_worst_share_of_a_range() -> None:
    g, grid = Spread(0.2, 0.9, 0.1, 0.8), np.linspace(0.1, 0.8, 701)
    for f in (0.0, 0.5, 1.0):
        assert g.largest(f) == pytest.approx(max(g.at(x, f) for x in grid), abs=1e-6)
    assert (read_region("1/10..2/5", 2, 0), read_region("20%", 2, 0).low) == (Region(0.6, 0.9), 0.8)
    assert (str(Region(0.25, 0.25, (0.25,) * 4)), str(Region(0.4, 0.4, (0.4, 0.3, 0.3)))) == (
        "0.25 each",
        "0.4, 0.3, 0.3",
    )
    with pytest.raises(InputError, match="even 100 answers do not suffice"):
        plan(WARNER, prevalence="1/5", margin="0.01", sampling="srs", population=100)


def test_plans_of_a_scale() -> None:
    p, s = from_spec("krr:k=3,epsilon=1"), np.array([1.0, 2, 5])
    shares, d = np.array([0.5, 0.3, 0.2]), Device.of(p)
    u = s @ np.linalg.inv(d.matrix)
    v = float(u**2 @ (d.matrix @ shares) - (s @ shares) ** 2)
    found = plan(p, scores=[1, 2, 5], prevalence=shares.tolist(), standard_error="0.1")
    assert found.n == math.ceil(v / 0.01) and found.truthful == math.ceil((s**2 @ shares - (s @ shares) ** 2) / 0.01)
    assert plan(p, scores=[1, 2, 5], prevalence=shares.tolist(), n=500).margin == pytest.approx(
        1.959963984540054 * math.sqrt(v / 500)
    )
    worst = plan(p, scores=[1, 2, 5], prevalence="worst", standard_error="0.1").n
    grid = [np.array([x, 0, 1 - x]) for x in np.linspace(0, 1, 101)]
    assert worst >= max(math.ceil((u**2 @ (d.matrix @ x) - (s @ x) ** 2) / 0.01) for x in grid)


@pytest.mark.parametrize(
    "goal",
    [
        {"standard_error": "0.03"},
        {"margin": "0.05", "deff_truth": 3},
        {"margin": "0.05", "deff": 2},
        {"n": 300, "sampling": "census"},
        {"difference": "0.2"},
        {"difference": "0.2", "n": 900, "deff_truth": 3},
    ],
    ids=str,
)
def test_the_picture_of_a_plan_goes_through_its_numbers(goal: dict[str, Any]) -> None:
    found = plan(WARNER, prevalence="1/4", **goal)
    (figure,) = (x for x in found.show() if isinstance(x, Figure))
    (chart,) = figure.draw.keywords["charts"]  # type: ignore[attr-defined]
    assert chart.mark is not None and chart.mark[0] == found.n
    n, truth = found.n, [*found.case.shares] or [0.25]
    # what the device adds to n·Var is 3/4, and people are drawn but in a census
    own = sum(0.75 + x * (1 - x) * (goal.get("deff_truth", 1) if "sampling" not in goal else 0) for x in truth)
    openly = sum(x * (1 - x) for x in truth) * goal.get("deff_truth", 1)
    errors = {"this mechanism": math.sqrt(own * goal.get("deff", 1)), "truth from everybody": math.sqrt(openly)}
    if "deff" in goal or "sampling" in goal:
        del errors["truth from everybody"]
    assert [line.name for line in chart.lines] == list(errors) and chart.lines[0].places[10] == pytest.approx(n)
    for line in chart.lines:
        e = [errors[line.name] / math.sqrt(x) for x in line.places]
        wanted = e if found.groups == 1 else [float(norm.cdf(0.2 / x - norm.ppf(0.975))) for x in e]
        assert line.values == pytest.approx(wanted, rel=1e-4)


# tables


def test_the_table_speaks_of_the_plan_s_prevalence_and_goal() -> None:
    mechanisms = {
        "the mechanism given": from_spec("krr:k=5,epsilon=1"),
        "subset": from_spec("subset_selection:k=5,size=2,epsilon=1"),
    }
    headline = plan(mechanisms["the mechanism given"], margin="0.03")
    found = dict(compare_plans(mechanisms, margin="0.03").plans)
    assert found["the mechanism given"].n == headline.n == 15_716 and found["subset"].region == headline.region


def test_devices_for_people_that_are_given_are_compared_by_what_these_give() -> None:
    # of one answer "rare" has the least variance
    chances = {"rare": (0, 0.5), "sharp": (0.05, 0.75), "faint": (0, 0.4), "loud": (0.3, 0.95)}
    devices = {
        x: Device(np.array([[1 - a, 1 - b], [a, b]]), WARNER.inputs, WARNER.outputs) for x, (a, b) in chances.items()
    }
    for goal, names in (({}, "sharp rare faint loud"), ({"difference": "0.4"}, "sharp rare loud faint")):
        plans = {x: plan(devices[x], prevalence="1/10", n=20, **goal) for x in names.split()}
        found, best = compare_plans(devices, prevalence="1/10", n=20, **goal), plans["sharp"]
        assert found.plans == tuple(plans.items())
        (first, *_) = found.show()
        said = f"a power of {near(best.power)}" if goal else f"a margin of ± {up(best.margin)}"
        assert first.text.endswith(f"sharp is best: {said}.")


def test_along_epsilon() -> None:
    found = plan_epsilons("1/2..1", prevalence="1/10", margin="0.05")
    people = [p.n for p in found.rows]
    assert people == sorted(people, reverse=True) and found.epsilons[0] == 0.5 and found.epsilons[-1] == 1
    for (low, high), epsilon in zip(found.believed, found.epsilons, strict=True):
        odds = [b / (1 - b) / (0.1 / 0.9) for b in (low, high)]
        assert max(odds) / min(odds) <= math.exp(2 * epsilon) * (1 + 1e-9) and low < 0.1 < high
    (figure,) = (x for x in found.show() if isinstance(x, Figure))
    cost, belief = figure.draw.keywords["charts"]  # type: ignore[attr-defined]
    assert [list(x.values) for x in cost.lines] == [people] and cost.lines[0].places == found.epsilons
    least, most = zip(*found.believed, strict=True)
    assert [x.values for x in belief.lines] == [most, least, (0.1,) * len(people)] and belief.top == 1
    shares = "1/2,1/4,1/4"
    several = plan_epsilons("1", prevalence=shares, n=500)
    best = design(TotalVariance(shares.split(",")), LDP(1), outputs="free")
    assert several.rows[0] == plan(best, prevalence=shares, n=500) and math.isnan(several.believed[0][0])
    told = " ".join(repr(several).split())
    assert f"has a margin of ± {up(several.rows[0].margin)}" in told and several.values == (float(best.upper),)
    groups = plan_epsilons("1, 2", prevalence="1/10", n=500, difference="0.3")
    assert repr(groups).startswith("For 500 people in each group the optimum has a power of")
    assert (
        groups.to_dict()["rows"][1]["power"]
        == groups.rows[1].power
        == plan(epsilon="2", prevalence="1/10", n=500, difference="0.3").power
    )
    for wrong in (
        {"epsilons": "0", "prevalence": "1/10"},
        {"epsilons": "2..1", "prevalence": "1/10"},
        {"epsilons": "1..1", "prevalence": "1/10"},
        {"epsilons": "1", "prevalence": "0"},
    ):
        with pytest.raises(InputError):
            plan_epsilons(**wrong)


def test_devices_are_compared_by_people_or_by_what_people_that_are_given_reach() -> None:
    for how, column in (
        ({"scores": [1, 2, 5], "margin": "0.5"}, "people"),
        ({"scores": [1, 2, 5], "n": 300}, "margin"),
        ({"difference": "0.3", "prevalence": (0.5, 0.3, 0.2)}, "people"),
        ({"difference": "0.3", "prevalence": (0.5, 0.3, 0.2), "n": 300}, "power"),
    ):
        (table,) = (x for x in compare_plans({"krr": KRR}, **how).show() if isinstance(x, Table))
        assert [x.key for x in table.cols if x.shown] == ["device", "variance", column]


@pytest.mark.parametrize(
    ("asked", "epsilons"),
    [
        ("1/20..3/5", [x / 20 for x in range(1, 13)]),
        ("1/20..5/8", [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.625]),
        ("3, 1", [3, 1]),
    ],
)
def test_a_range_of_epsilons_has_at_most_a_dozen_rows_in_equal_steps_but_the_last(
    asked: str, epsilons: list[float]
) -> None:
    found = plan_epsilons(asked, prevalence="1/10")
    assert found.epsilons == pytest.approx(epsilons)


def test_devices_at_equal_privacy_are_no_better_than_the_optimum() -> None:
    found = devices_at_equal_privacy("ln3", "1/10", mechanism=from_spec("warner:p=3/4"))
    assert all(0 < row[3] <= 1 for row in found.rows) and found.rows[0][2] == pytest.approx(
        found.rows[1][2]
    ) == pytest.approx(0.84)
    # a forced yes is 3/2 as frequent as where both are equal, 1/4, and (1 − yes)/no = 3
    assert found.rows[5][:2] == ("forced response", "yes = 0.375, no = 0.2083")
    for epsilon in ("ln3", "log(38/14)", "1/7"):  # Warner's is the optimum, also where doubles differ in the last digit
        assert devices_at_equal_privacy(epsilon, "1/10").rows[0][3] == 1
    assert devices_at_equal_privacy(LDP("ln3"), "1/10", mechanism=from_spec("warner:p=3/4")).rows == found.rows
    for mechanism in ("warner:p=1", "warner:p=1/2"):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            devices_at_equal_privacy(LDP("ln3"), "1/10", mechanism=from_spec(mechanism))
    for demand in (PairwiseLDP({(0, 1): "1", (1, 0): "2"}), Vulnerability("3/4")):
        with pytest.raises(InputError, match="one epsilon for all truths"):
            devices_at_equal_privacy(demand, "1/10", mechanism=from_spec("warner:p=3/4"))


def test_a_plan_of_scores_uses_no_argument_of_shares() -> None:
    for wrong in (
        {"difference": 0.1},
        {"margin": 1, "share_of": "a"},
        {"margin": 1, "method": "wilson"},
        {"margin": -1},
    ):
        with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
            plan(KRR, scores=[1, 2, 5], prevalence=(0.5, 0.3, 0.2), **wrong)
    with pytest.raises(InputError):
        plan(KRR, scores=[1, 2, 5], prevalence="1/10", margin=1)


def test_people_who_do_not_comply() -> None:
    found = noncompliance(from_spec("warner:p=3/4"), "1/5", shares=["1/10"], n=500)
    x, s, n = 0.2, 0.1, 500
    yes = 0.25 * (1 - x) + 0.75 * x * (1 - s)
    bias = (yes - 0.25) / 0.5 - x
    assert found.rows[0][2] == pytest.approx(bias) and found.rows[0][5] == pytest.approx(
        math.sqrt(yes * (1 - yes) / 0.25 / n)
    )
    everyone = (0.25 + 0.5 * x) * (1 - s)
    assert found.rows[0][3] == pytest.approx((everyone - 0.25) / 0.5 - x) and found.rows[0][4] == pytest.approx(-s * x)
    exceeds = found.rows[0][6]
    assert abs(bias) > math.sqrt(yes * (1 - yes) / 0.25 / exceeds) and abs(bias) <= math.sqrt(
        yes * (1 - yes) / 0.25 / (exceeds - 1)
    )
    assert noncompliance(from_spec("warner:p=3/4"), "1/5..2/5").rows[-1][0] == 0.4
    doubled = noncompliance(from_spec("warner:p=3/4"), "1/5", shares=["1/10"], n=500, deff=2)
    assert doubled.rows[0][5] == pytest.approx(found.rows[0][5] * math.sqrt(2)) and "a design effect of 2" in repr(
        doubled
    )
    assert "independent draws" in repr(found)
    drawn = noncompliance(from_spec("warner:p=3/4"), "1/5", shares=["1/10"], n=500, deff_truth=3)
    # what clusters share is the expected estimate of either truth
    more = 2 * (1 - x) * (x + bias) ** 2 / x / n
    assert drawn.rows[0][5] == pytest.approx(math.sqrt(found.rows[0][5] ** 2 + more)) and "on the truth" in repr(drawn)


def test_a_power_is_enumerated_where_the_number_of_hits_tells_all() -> None:
    assert plan(device(2, 3, 1), prevalence="1/4", difference="0.3").test_level is None
    assert plan(from_spec("warner:p=1"), prevalence="0", difference=1 - 1e-9, n=50).power == pytest.approx(1)
    everybody = plan(from_spec("warner:p=1"), prevalence="0", difference="1/2", n=50, sampling="census")
    assert everybody.standard_error == 0 and everybody.power == 1
    with pytest.raises(InputError, match="clopper-pearson needs outputs equally likely"):
        plan(device(3, 3, 4), prevalence=(0.5, 0.3, 0.2), margin=0.1, method="clopper-pearson")
    with pytest.raises(InputError, match="has no share to be estimated"):
        plan(Device(np.ones((1, 1)), ("a",), ("u",)), margin=0.1)


def test_weights_are_best_where_the_design_is_else_where_is_planned() -> None:
    d = device(2, 3, 1)
    designed = replace(d, planned=(0.3, 0.7))
    for one, how, at in (
        (designed, {}, (0.3, 0.7)),
        (designed, {"working": "1/2,1/2"}, (0.5, 0.5)),
        (d, {}, (0.9, 0.1)),
        (d, {"prevalence": "1/5..2/5"}, (0.7, 0.3)),
    ):
        found = plan(one, **{"prevalence": "1/10", "margin": 0.1} | how)
        assert found.weights_at == pytest.approx(at) and f"working = {at[1]:g}," in " ".join(repr(found).split())


def test_a_plan_of_a_scale_may_ask_for_the_best_mechanism() -> None:
    best = design(scores=[1, 2, 5], epsilon="ln3", inputs=3)
    assert plan(epsilon="ln3", scores=[1, 2, 5], margin="0.5").n == plan(best, scores=[1, 2, 5], margin="0.5").n
    with pytest.raises(InputError, match="a mechanism, such as warner:p=3/4, or the epsilon"):
        plan(best, epsilon="ln3", margin="0.5")


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"margin": 0.1, "n": 5},
        {"margin": 3},
        {"margin": 0.1, "power": "0.9"},
        {"standard_error": 0.1, "method": "normal"},
        {"difference": 0},
        {"difference": 0.9, "prevalence": "1/2"},
        {"difference": 0.3, "prevalence": "1/2..4/5"},
        {"difference": "-0.3", "prevalence": "1/5..1/2"},
        {"margin": 0.1, "deff": "1/2"},
        {"margin": 0.1, "clusters": 9},
        {"margin": 0.1, "deff": 2, "deff_truth": 2},
        {"margin": 0.1, "deff_truth": 2, "prevalence": "1/5..2/5"},
        {"n": 1, "deff": 3},
        {"margin": 0.1, "method": "likelihood-ratio"},
        {"margin": 0.1, "method": "clopper-pearson", "sampling": "census"},
        {"margin": 0.001, "sampling": "srs", "population": 20},
        {"n": 9, "difference": 0.1, "deff": 8},
        {"margin": 0.1, "prevalence": "2"},
        {"margin": 0.1, "share_of": "perhaps"},
        {"difference": 0.1, "power": "1/3"},
        {"difference": 0.1, "power": 1},
        {"margin": 0.1, "deff": 2, "clusters": 10**6},
        {"difference": 0.1, "method": "wilson"},
        {"difference": -0.2, "prevalence": "1/10"},
        {"difference": 0.1, "prevalence": "1/5..2/5", "sampling": "srs", "population": 900},
        {"margin": 0.1, "deff": 2, "sampling": "census"},
    ],
    ids=str,
)
def test_mistakes_are_refused_in_one_sentence(how: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"^[^\n]{20,400}$"):
        plan(WARNER, **how)


@pytest.mark.parametrize(
    ("objective", "at"),
    [
        (Variance("1/10"), "1/10"),
        (Variance("1/10..2/5"), "1/10..2/5"),
        (Variance("1/10..2/5", positive=0), "3/5..9/10"),
        (TotalVariance(["1/2", "1/4", "1/4"]), "1/2,1/4,1/4"),
        (TotalVariance(["3/4", "1/4"]), "1/4"),
    ],
)
def test_a_design_is_planned_for_its_own_prevalence(objective: Objective, at: str) -> None:
    made = design(objective, LDP("ln3"))
    assert own_prevalence(made) == at and plan(made, margin="0.03") == plan(made, prevalence=at, margin="0.03")


@pytest.mark.parametrize(
    "ask",
    [
        lambda: plan("warner:epsilon=20", margin="0.1"),
        lambda: plan_epsilons("1, 20", prevalence="1/10"),
        lambda: devices_at_equal_privacy("20", "1/10"),
    ],
)
def test_it_is_said_first_that_answers_nearly_prove_a_truth(ask: Callable[[], Result]) -> None:
    """The odds of a truth are e^20 to 1 after the answer that speaks for it."""
    assert 'after it "0" is 99.9999997 % likely' in next(ask().show()).text  # type: ignore[union-attr]
