"""Planned power is reached: by enumeration, and by simulation of the test itself."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.planning.plan import plan
from rropt.survey.planning.power import (
    _range_not_rejected,
    enumerated_power,
    enumerated_size,
    read_power,
    second_group,
)
from rropt.survey.planning.spread import read_region
from rropt.survey.sampling import Kind, Sampling
from rropt.survey.weights import linear_weights

WARNER = Mechanism([["9/10", "1/10"], ["1/10", "9/10"]])


def test_enumerated_power_is_near_the_planned_one() -> None:
    found = plan(WARNER, prevalence="1/10", difference="0.15", power="0.9")
    assert found.power is not None
    assert 0.88 < found.power.power < 0.93 and 0.04 < found.power.level < 0.07


def test_enumeration_agrees_with_simulation() -> None:
    n, rng, size = 80, np.random.default_rng(5), 40_000
    hits = [rng.binomial(n, 0.1 + 0.8 * x, size) / n for x in (0.1, 0.3)]
    error = np.sqrt(sum(h * (1 - h) / (n - 1) for h in hits))
    simulated = (np.abs(hits[0] - hits[1]) > 1.959963984540054 * error).mean()
    exact = enumerated_power(WARNER, linear_weights(WARNER), 1, 0.1, 0.3, n, 0.95)
    assert abs(simulated - exact) < 4 * (exact * (1 - exact) / size) ** 0.5


def test_without_a_difference_the_test_keeps_its_level() -> None:
    assert enumerated_power(WARNER, linear_weights(WARNER), 1, 0.3, 0.3, 200, 0.95) == pytest.approx(0.05, abs=0.01)


def test_more_power_and_smaller_differences_need_more() -> None:
    sizes = [plan(WARNER, prevalence="1/10", difference="0.1", power=p).n for p in ("0.5", "0.8", "0.95")]
    assert sizes == sorted(sizes)
    assert (
        plan(WARNER, prevalence="1/10", difference="0.05").n > 3 * plan(WARNER, prevalence="1/10", difference="0.1").n
    )


def test_the_other_group_stays_inside() -> None:
    assert second_group(read_region("9/10", 2, 1), Fraction(1, 5)).lower == Fraction(7, 10)
    assert enumerated_power(WARNER, linear_weights(WARNER), 1, 0.1, 0.2, 10**6 + 1, 0.95) is None
    with pytest.raises(InputError):
        plan(WARNER, prevalence="1..1/2", difference="0.1")
    with pytest.raises(InputError, match=r"power = 0\.3"):
        read_power("0.3")
    with pytest.raises(InputError, match="no prevalence from 0 to 1 differs"):
        second_group(read_region("1/2", 2, 1), Fraction(3, 5))


def rejects(h: int, g: int, n: int) -> bool:
    return abs(h - g) / n > 1.959963984540054 * ((h * (n - h) + g * (n - g)) / (n * n * (n - 1))) ** 0.5


@pytest.mark.parametrize("n", [2, 3, 10, 41, 150])
def test_the_sum_of_tails_is_the_double_sum(n: int) -> None:
    laws = [binom.pmf(np.arange(n + 1), n, 0.1 + 0.8 * x) for x in (0.05, 0.4)]
    double = sum(laws[0][h] * laws[1][g] for h in range(n + 1) for g in range(n + 1) if rejects(h, g, n))
    assert enumerated_power(WARNER, linear_weights(WARNER), 1, 0.05, 0.4, n, 0.95) == pytest.approx(double, abs=1e-12)


@pytest.mark.parametrize("p", ["9/10", "999999/1000000", "1001/2000"])
@pytest.mark.parametrize(("first", "second"), [(0.0, 0.001), (1.0, 0.9), (1e-6, 1e-6), (0.3, 0.31)])
@pytest.mark.parametrize("n", [2, 500, 20_000])
def test_no_number_of_hits_that_matters_is_left_out(p: str, first: float, second: float, n: int) -> None:
    warner = from_spec(f"warner:p={p}")
    own, other = float(Fraction(p)), float(1 - Fraction(p))
    h = np.arange(n + 1.0)
    lower, upper = _range_not_rejected(h, n, 1.959963984540054**2)
    law, hits = binom(n, other + (own - other) * second), binom.pmf(h, n, other + (own - other) * first)
    whole = hits @ (1 - law.cdf(upper) + law.cdf(lower - 1))
    found = enumerated_power(warner, linear_weights(warner), 1, first, second, n, 0.95)
    assert found == pytest.approx(whole, rel=1e-9, abs=1e-13)


def test_the_enumerated_size_reaches_the_power_and_the_one_before_does_not() -> None:
    for difference, power in ((0.2, 0.8), (0.3, 0.9), (0.1, 0.6)):
        near = plan(WARNER, prevalence="1/10", difference=str(difference), power=str(power)).n
        size = enumerated_size(WARNER, linear_weights(WARNER), 1, 0.1, 0.1 + difference, near, 0.95, power)
        assert size is not None
        assert enumerated_power(WARNER, linear_weights(WARNER), 1, 0.1, 0.1 + difference, size, 0.95) >= power
        assert enumerated_power(WARNER, linear_weights(WARNER), 1, 0.1, 0.1 + difference, size - 1, 0.95) < power


def power_by_two_sums(p: float, x: float, y: float, n: int) -> float:
    """The power of Warner's device, from the definition of the test alone."""
    h, g = np.arange(n + 1)[:, None], np.arange(n + 1)[None, :]
    rejected = (h - g) ** 2 * (n - 1) > 1.959963984540054**2 * (h * (n - h) + g * (n - g))
    first, second = (binom.pmf(np.arange(n + 1), n, 1 - p + (2 * p - 1) * share) for share in (x, y))
    return float(first @ rejected @ second)


@pytest.mark.parametrize(("difference", "n", "approximate"), [("0.1", 1376, 1374), ("0.2", 355, 354)])
def test_a_plan_says_the_number_that_has_the_power(difference: str, n: int, approximate: int) -> None:
    found = plan(from_spec("warner:p=3/4"), prevalence="1/10", difference=difference)
    assert (found.n, found.approximate) == (n, approximate)
    powers = [power_by_two_sums(0.75, 0.1, 0.1 + float(difference), size) for size in range(approximate, n + 1)]
    assert powers[-1] >= 0.8 > max(powers[:-1])
    assert found.power is not None and found.power.power == pytest.approx(powers[-1], abs=1e-9)
    assert found.power.level == pytest.approx(power_by_two_sums(0.75, 0.1, 0.1, n), abs=1e-9)
    direct = [power_by_two_sums(1, 0.1, 0.1 + float(difference), size) for size in (found.truthful - 1, found.truthful)]
    assert direct[0] < 0.8 <= direct[1]
    text, document = repr(found), found.to_dict()
    assert (
        f"the normal approximation says {approximate}." in text
        and f"by the normal approximation  {approximate}" in text
    )
    assert document["respondents"] == document["respondents_by_enumeration"] == str(n)


def test_the_power_of_k_ary_randomized_response_is_enumerated_as_a_count_of_hits() -> None:
    p, n, rng, size = from_spec("krr:k=4,epsilon=ln3"), 150, np.random.default_rng(3), 20_000
    matrix, w = p.to_numpy(), np.array([float(x) for x in linear_weights(p)[3]])
    shares = ([0.3, 0.3, 0.3, 0.1], [0.1, 0.2, 0.2, 0.5])
    counts = [rng.multinomial(n, matrix @ np.array(x), size) for x in shares]
    means = [c @ w / n for c in counts]
    variances = [(c @ w**2 / n - m**2) / (n - 1) for c, m in zip(counts, means, strict=True)]
    simulated = (np.abs(means[0] - means[1]) > 1.959963984540054 * np.sqrt(sum(variances))).mean()
    exact = enumerated_power(p, linear_weights(p), 3, 0.1, 0.5, n, 0.95)
    assert exact is not None and abs(simulated - exact) < 4 * (exact * (1 - exact) / size) ** 0.5


def test_devices_whose_estimate_is_no_count_of_hits_are_not_enumerated() -> None:
    wide = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
    assert enumerated_power(wide, linear_weights(wide), 1, 0.1, 0.4, 50, 0.95) is None
    found = plan(wide, prevalence="1/10", difference="0.3")
    assert found.power is None and "normal approximation" in repr(found)


@pytest.mark.slow_at("-1/20-replacement-rows0", "-1/20-replacement-rows1", "-1/20-replacement-rows2")
@pytest.mark.parametrize("rows", [["3/4 1/4", "1/4 3/4"], ["2/3 1/5", "1/3 4/5"], ["9/10 1/2", "1/10 1/2"]])
@pytest.mark.parametrize("sampling", ["replacement", "census"])
@pytest.mark.parametrize("difference", ["1/10", "-1/20"])
def test_over_a_range_the_plan_is_made_where_most_are_needed(rows: list[str], sampling: str, difference: str) -> None:
    p = Mechanism([row.split() for row in rows])
    how = {"difference": difference, "sampling": sampling}
    found = plan(p, prevalence="1/10..4/5", **how)  # type: ignore[arg-type]
    grid = [plan(p, prevalence=Fraction(1, 10) + Fraction(7 * i, 200), **how) for i in range(21)]  # type: ignore[arg-type]
    assert found.approximate is not None
    assert max(one.approximate or 0 for one in grid) <= found.approximate
    assert found.approximate <= max(one.approximate or 0 for one in grid) + 2  # the grid is fine
    assert max(one.truthful for one in grid) - 3 <= found.truthful
    assert found.to_dict()["prevalence"] == "1/10..4/5"


@pytest.mark.parametrize("sampling", ["replacement", "census"])
def test_a_test_takes_two_people_in_each_group(sampling: str) -> None:
    """One answer has no estimated variance."""
    p = from_spec("warner:p=999/1000")
    found = plan(p, prevalence="1/1000", difference="0.99", sampling=sampling)
    assert (found.n, found.truthful) == (2, 2)
    with pytest.raises(InputError, match="ask more people"):
        plan(p, prevalence="1/1000", difference="0.99", n=1, sampling=sampling)
    with pytest.raises(InputError, match="ask more people"):
        plan(p, prevalence="1/1000", difference="0.99", n=3, deff=2)
    assert plan(p, prevalence="1/1000", difference="0.99", n=4, deff=2).independent == 2


def test_the_least_number_is_found_down_to_two() -> None:
    near = enumerated_size(WARNER, linear_weights(WARNER), 1, 0.0, 1.0, 40, 0.95, 0.5)
    assert near is not None
    assert enumerated_size(WARNER, linear_weights(WARNER), 1, 0.0, 1.0, near, 0.95, 0.5) == near == 2


def test_the_first_sentence_of_a_plan_has_the_level_that_the_test_truly_has() -> None:
    for how in ({"difference": "0.8"}, {"difference": "0.8", "n": 8}):
        found = plan(WARNER, prevalence="1/10", **how)  # type: ignore[arg-type]
        assert found.power is not None and found.power.level > 0.07
        first = found.explain().split("\n")[0]
        assert "nominal" in first and float(first.rstrip(".").split()[-1]) == pytest.approx(found.power.level, rel=1e-2)


def test_a_range_that_leaves_no_room_is_refused() -> None:
    with pytest.raises(InputError, match=r"difference = 0.1 would put the second group's prevalence below 0"):
        plan(WARNER, prevalence="1/10..19/20", difference="1/10")
    with pytest.raises(InputError, match="for srs sampling"):
        plan(WARNER, prevalence="1/10..1/5", difference="1/10", sampling="srs", population=1000)


@pytest.mark.parametrize(
    ("device", "how"),
    [
        ("warner:p=3/4", {"prevalence": "1/10"}),
        ("warner:epsilon=1", {"prevalence": "1/10..2/5"}),
        ("krr:k=3,epsilon=1", {"prevalence": ["1/10", "1/5", "7/10"], "share_of": 1}),
        ("krr:k=3,epsilon=1", {"prevalence": ["1/10", "1/5", "7/10"]}),
        ("christofides:cards=1/10:1/5:7/10", {"prevalence": "1/10"}),
        ("warner:p=3/4", {"prevalence": "1/10", "sampling": "census"}),
        ("warner:p=3/4", {"prevalence": "1/10", "deff": "2"}),
    ],
)
def test_the_people_planned_for_a_power_have_it_and_one_fewer_do_not(device: str, how: dict) -> None:
    p = from_spec(device)
    needed = plan(p, difference="0.1", power="0.8", **how)
    found, before = (plan(p, difference="0.1", n=n, **how) for n in (needed.n, needed.n - int(needed.design_effect)))
    chances = [x.approximate_power if x.power is None else x.power.power for x in (before, found)]
    assert chances[0] < 0.8 <= chances[1] + 1e-12
    assert needed.power is None or found.power.power == needed.power.power
    assert found.approximate_power == pytest.approx(chances[1], abs=0.01)
    assert (found.n, found.groups, found.second) == (needed.n, 2, needed.second)
    assert found.truthful is None
    assert found.direct_power is None if {"deff", "sampling"} & how.keys() else found.direct_power > 0.99


def test_people_of_two_groups_are_told_their_power_first() -> None:
    found = plan(WARNER, prevalence="1/10", difference="-0.05", n=300)
    assert found.explain().startswith("300 people in each of two groups detect a difference of 0.05 with power ")
    assert found.to_dict()["power"] == {"double": repr(found.approximate_power)}
    with pytest.raises(InputError, match="one goal"):
        plan(WARNER, prevalence="1/10", difference="0.1", n=300, margin="0.03")


@pytest.mark.parametrize("deff", [None, "1.5"])
@pytest.mark.parametrize("prevalence", ["1/10", "1/10..3/10"])
def test_rows_of_a_power_are_named_for_a_range_as_for_one_prevalence(prevalence: str, deff: str | None) -> None:
    how: dict[str, Any] = {"prevalence": prevalence, "difference": "0.2", "deff": deff}
    for found in (plan(WARNER, n=50, **how), plan(WARNER, **how)):
        rows = dict(found.as_table()[1])
        name = "respondents in each group" if found.n == 50 else "respondents needed in each group"
        assert [x for x in rows if "respondents" in x and x.endswith("in each group")] == [name]
        assert rows[name] == str(found.n)
        error = float(rows["standard error in the first group then"])
        assert error == pytest.approx(float(found.standard_error), rel=1e-4)
        assert rows.get("worst prevalence of these") == (None if prevalence == "1/10" else "0.3 against 0.5")
        assert ("respondents if all told openly" in rows) == (found.n != 50 and deff is None)


@pytest.mark.parametrize("sampling", ["census", Sampling(Kind.SRS, 10)])
def test_estimates_without_any_error_find_every_difference(sampling: str | Sampling) -> None:
    found = plan(from_spec("warner:p=1"), prevalence="1/10", difference="1/10", n=10, sampling=sampling)
    assert found.approximate_power == 1 and found.direct_power is None


def test_a_difference_that_does_not_fit_is_refused_by_its_size() -> None:
    with pytest.raises(InputError, match=r"differs from 1/10 by 19/20; give a difference nearer to 0"):
        plan(WARNER, prevalence="1/10", difference="-0.95")
    with pytest.raises(InputError, match="all 10 of the population do not suffice to detect"):
        plan(WARNER, prevalence="1/10", difference="0.1", sampling="srs", population=10)
