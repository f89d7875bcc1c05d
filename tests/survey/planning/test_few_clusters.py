"""The power of a test of two groups in few clusters: against simulated surveys, and by an integral instead of the noncentral t."""

import math
import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, stats

from rropt import InputError, from_spec, plan
from rropt.survey import compare_groups, plan_epsilons
from rropt.survey.planning.few_clusters import ClusteredTest

WARNER = from_spec("warner:p=3/4")
HOW = {"prevalence": "1/10", "difference": "0.2", "deff_truth": "2.95"}


def integral(test, ratio):
    """The chance that a normal variable with mean `ratio` exceeds the threshold times an independent root of chi-squared."""
    first, second = map(float, test.variances)
    freedom = (test.clusters - 1) * (first + second) ** 2 / (first**2 + second**2)
    of_variance = 1 if test.are_strata else (2 * test.clusters - 2) / (2 * test.clusters - 1)
    threshold = stats.t.isf((1 - float(test.level)) / 2, test.clusters - 1) * math.sqrt(of_variance)
    return integrate.quad(
        lambda u: stats.norm.sf(threshold * math.sqrt(stats.chi2.ppf(u, freedom) / freedom) - ratio), 0, 1, limit=200
    )[0]


@pytest.mark.parametrize("clusters", [2, 5, 15, 300])
@pytest.mark.parametrize("are_strata", [False, True])
def test_the_power_is_that_integral(clusters, are_strata):
    test = ClusteredTest(Fraction(9, 10), clusters, (Fraction(1), Fraction(3)), are_strata)
    for ratio in (0.5, 2.8):
        assert test.power(ratio) == pytest.approx(integral(test, ratio), abs=1e-6)
    needed = test.ratio_for(Fraction(4, 5))
    assert 0 <= test.power(float(needed)) - 0.8 < 1e-7


def test_with_many_clusters_it_is_the_normal_approximation():
    small = {**HOW, "difference": "0.001"}
    found = [plan(WARNER, **small, n=10**7, **more).approximate_power for more in ({}, {"clusters": 10**6})]
    assert 0.4 < found[0] < 0.9 and found[1] == pytest.approx(found[0], abs=1e-5)


def drawn(rng, surveys, clusters, size, share):
    """Numbers of yes in clusters whose shares are beta-distributed with the design effect 2.95 on the truth."""
    total = (size - 1) / 1.95 - 1
    of_cluster = rng.beta(share * total, (1 - share) * total, size=(surveys, clusters))
    return rng.binomial(size, 0.25 + of_cluster / 2)


def compared(first, second, size, are_strata):
    """The difference, its linearised variance and whether Student's t finds it, for Warner's device, by a formula of our own."""
    clusters = first.shape[1]
    parts = [(x - x.mean(1, keepdims=True)) * 2 / (clusters * size) for x in (first, second)]
    times = clusters / (clusters - 1) if are_strata else 2 * clusters / (2 * clusters - 1)
    variance = times * sum((x**2).sum(1) for x in parts)
    difference = (second.mean(1) - first.mean(1)) * 2 / size
    return difference, variance, np.abs(difference) > stats.t.isf(0.025, clusters - 1) * np.sqrt(variance)


@pytest.mark.parametrize("are_strata", [False, True])
def test_the_formula_of_the_simulation_is_the_test_of_estimates(are_strata):
    groups = dict(zip("ab", (drawn(np.random.default_rng(5), 1, 15, 40, x) for x in (0.1, 0.3)), strict=True))
    rows = [(g, f"{g}{c}", int(i < y)) for g, x in groups.items() for c, y in enumerate(x[0]) for i in range(40)]
    people = pd.DataFrame(rows, columns=["stream", "class", "said"])
    how = {"by": "stream", "mechanism": WARNER, "answer": "said", "cluster": "class"}
    found = compare_groups(people, **how, stratum="stream" if are_strata else None).pairs[0]
    difference, variance, is_found = compared(groups["a"], groups["b"], 40, are_strata)
    assert found.freedom == 14
    assert float(found.difference) == pytest.approx(difference[0]) and float(found.variance) == pytest.approx(
        variance[0]
    )
    assert (found.p_value[1] < 0.05) == is_found[0]


@pytest.mark.parametrize(("clusters", "people"), [(15, 600), (8, 600), (5, 700)])
def test_simulated_surveys_find_the_difference_as_often(clusters, people):
    rng, size = np.random.default_rng(20261128), people // clusters
    groups = [drawn(rng, 20_000, clusters, size, share) for share in (0.1, 0.3)]
    found = plan(WARNER, **HOW, n=people, clusters=clusters)
    stated = float(re.search(r"its power is (0\.\d+)", found.notes()[-1])[1])
    # the error of a simulated share is 0.0035; shares of few clusters are not quite normal
    assert compared(*groups, size, False)[2].mean() == pytest.approx(found.approximate_power, abs=0.015)
    assert compared(*groups, size, True)[2].mean() == pytest.approx(stated, abs=0.015)
    assert plan(WARNER, **HOW, n=people).approximate_power > found.approximate_power + 0.03


@pytest.mark.parametrize("clusters", [4, 15])
def test_the_people_planned_for_a_power_have_it(clusters):
    found = plan(WARNER, **HOW, clusters=clusters)
    assert found.n > plan(WARNER, **HOW).n and found.truthful > plan(WARNER, **HOW).truthful
    enough, fewer = (plan(WARNER, **HOW, clusters=clusters, n=n) for n in (found.n, found.n - 3))
    assert fewer.approximate_power < 0.8 <= enough.approximate_power < 0.802
    assert enough.power is None and found.power is None and found.approximate is None
    assert found.to_dict()["clusters"] == str(clusters) and "normal approximation" not in repr(found)
    assert f"Student's t with {clusters - 1} degrees of freedom" in found.goal
    assert "by the noncentral t (approximate)" in repr(enough)


def test_each_epsilon_and_each_share_count_the_clusters():
    along = plan_epsilons("ln3", **HOW, clusters=9)
    assert along.rows[0].n == plan(WARNER, **HOW, clusters=9).n and along.few_clusters is None
    krr = from_spec("krr:k=3,epsilon=ln3")
    how = {"prevalence": "1/2,3/10,1/5", "difference": "0.1", "deff_truth": 2, "clusters": 9}
    every, single = plan(krr, **how), [plan(krr, **how, share_of=x).n for x in krr.input_labels]
    assert every.n == max(single) and every.of_all


def test_without_their_number_the_plan_says_what_few_clusters_do():
    found = plan(WARNER, **HOW, n=600)
    ten, twenty = (plan(WARNER, **HOW, n=600, clusters=c).approximate_power for c in (10, 20))
    few = f"to about {ten:.2f} with 10 clusters in each group, {twenty:.2f} with 20"
    assert few in found.notes()[-1] and "Few clusters lower the power" in found.notes()[-1]
    assert "Few clusters lower the power" in repr(plan_epsilons("1", **HOW))
    assert "Few clusters" not in repr(plan(WARNER, prevalence="1/10", difference="0.2"))


def test_too_few_clusters_for_the_confidence_are_refused():
    with pytest.raises(InputError, match="clusters = 2 are too few to test at this confidence"):
        plan(WARNER, **HOW, clusters=2, confidence="0.999999")


def test_what_few_clusters_do_is_said_at_every_confidence_that_a_plan_can_have():
    found = plan(WARNER, **HOW, n=600, confidence="1e-10")
    assert "Few clusters lower the power" in found.notes()[-1]


def test_the_power_that_few_clusters_lower_is_that_of_the_whole_numbers_found():
    # whole people overshoot the power 0.8 here, so even 20 clusters leave more than that
    found = plan(WARNER, prevalence="1/10", difference="0.9", deff=2).notes()
    assert any("from about 0.86 with very many to about 0.79 with 10 clusters in each group, 0.83" in x for x in found)


def test_a_power_next_to_1_is_not_blamed_on_the_confidence_alone():
    with pytest.raises(InputError, match="lower confidence or power"):
        plan(WARNER, **HOW, clusters=50, power="0.99999999999999999999")
