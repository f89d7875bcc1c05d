"""The design effect of randomized answers follows from that of the truth: exactly for two people, and in simulated clusters."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import optimize, stats

from rropt import InputError, Mechanism, from_spec, plan
from rropt.survey import plan_epsilons, plan_mean

UNEVEN = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
KRR = from_spec("krr:k=3,epsilon=ln3")
SHARES = (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5))


def estimates(p, scores):
    """By a solver of its own, the unbiased score of each answer of a square mechanism."""
    matrix = np.array([[float(x) for x in row] for row in p.rows])
    return np.linalg.solve(matrix.T, np.array(scores, dtype=float))


def effect_of_two(p, scores, shares, together):
    """Enumerate two people who have one truth with chance `together`, else independent ones: their sum's variance over
    twice that of one answer."""
    told = estimates(p, scores)
    mean, square, of_sum = 0.0, 0.0, 0.0
    shares = [float(x) for x in shares]
    for x, y in itertools.product(range(p.k), repeat=2):
        chance = (1 - together) * shares[x] * shares[y] + together * shares[x] * (x == y)
        for a, b in itertools.product(range(p.m), repeat=2):
            weight = chance * float(p.rows[a][x]) * float(p.rows[b][y])
            mean += weight * told[a]
            square += weight * told[a] ** 2
            of_sum += weight * (told[a] + told[b]) ** 2
    return (of_sum - (2 * mean) ** 2) / (2 * (square - mean**2))


@pytest.mark.parametrize("together", [0.05, 0.4, 1])
def test_it_is_the_exact_effect_of_two_people(together):
    # Two people a cluster: the truth has the effect 1 + together.
    truth = 1 + Fraction(str(together))
    found = plan(UNEVEN, prevalence="1/10", n=1000, deff_truth=truth).design_effect
    assert float(found) == pytest.approx(effect_of_two(UNEVEN, [0, 1], [0.9, 0.1], together), abs=2e-5)
    for j, label in enumerate(KRR.input_labels):
        of_share = plan(KRR, prevalence=SHARES, share_of=label, margin="0.1", deff_truth=truth).design_effect
        assert float(of_share) == pytest.approx(effect_of_two(KRR, np.eye(3)[j], SHARES, together), abs=2e-5)
    of_mean = plan_mean(KRR, [1, 2, 4], prevalence=SHARES, margin="0.1", deff_truth=truth).design_effect
    assert float(of_mean) == pytest.approx(effect_of_two(KRR, [1, 2, 4], SHARES, together), abs=2e-5)


@pytest.mark.parametrize("device", ["warner:epsilon=ln3", "warner:epsilon=3"])
def test_simulated_clusters_have_it(device):
    p, rng = from_spec(device), np.random.default_rng(20261124)
    schools, pupils, share, rho = 200_000, 20, 0.1, 0.1
    # Shares of schools from a beta distribution with a + b = (1 - rho)/rho have the intraclass correlation rho.
    total = (1 - rho) / rho
    of_school = rng.beta(share * total, (1 - share) * total, size=schools)
    truth = rng.random((pupils, schools)) < of_school
    told = estimates(p, [0, 1])[(rng.random(truth.shape) < np.where(truth, *map(float, p.rows[1][::-1]))).astype(int)]
    alone = told.var()
    among = told.mean(axis=0).var() * pupils
    found = float(plan(p, prevalence="1/10", n=1000, deff_truth=1 + Fraction(19, 10)).design_effect)
    # The error of a variance of 200,000 is 0.3 % or, of skew schools, a little more.
    assert among / alone == pytest.approx(found, rel=0.015)
    assert found < 2.5 and abs(found / 2.9 - 1) > 0.1


def test_people_and_those_who_tell_openly_are_as_many_times_more():
    alone, drawn = (plan(UNEVEN, prevalence="1/10", margin="0.03", deff_truth=d) for d in (1, 2))
    assert drawn.n == math.ceil(alone.n * drawn.design_effect) and drawn.truthful == 2 * alone.truthful
    assert drawn.to_dict()["design_effect_of_truth"] == "2" and drawn.to_dict()["truthful"] == str(drawn.truthful)
    assert alone.design_effect == 1


def test_a_difference_takes_the_effect_of_both_groups():
    found = plan(from_spec("warner:p=3/4"), prevalence="1/10", difference="0.1", deff_truth=2)
    assert "drawn in clusters of their own" in repr(found)
    assert "of their own" not in repr(plan(from_spec("warner:p=3/4"), prevalence="1/10", margin="0.1", deff_truth=2))
    spread = Fraction(3, 4)
    both = Fraction(9, 100) + Fraction(16, 100)
    assert 0 <= found.design_effect - (1 + both / (2 * spread + both)) < Fraction(1, 10**5)


@pytest.mark.parametrize("p", [UNEVEN, from_spec("warner:p=3/4")])
def test_the_first_group_has_its_own_effect_and_not_that_of_both(p):
    found = plan(p, prevalence="1/10", difference="0.15", deff_truth=2)
    weights = estimates(p, [0, 1])
    parts = []
    for x in (0.1, 0.25):
        chances = np.array([[float(y) for y in row] for row in p.rows]) @ [1 - x, x]
        parts.append(chances @ weights**2 - x**2 + x * (1 - x))
    assert float(found.standard_error[1]) == pytest.approx(math.sqrt(parts[0] / found.n), rel=1e-5)
    both = math.sqrt(sum(parts) / found.n)
    assert float(found.standard_error_of_difference[1]) == pytest.approx(both, rel=1e-3)  # n/D is rounded down there
    own = plan(p, prevalence="1/10", n=found.n, deff_truth=2)
    assert found.effect_in_first == own.design_effect < found.design_effect
    assert float(own.standard_error[1]) == pytest.approx(float(found.standard_error[1]), rel=1e-3)
    assert f"({float(own.design_effect)} in the first group alone)" in repr(found)


def test_each_epsilon_has_its_own():
    found = plan_epsilons("1/2, 3", prevalence="1/10", margin="0.05", deff_truth=2)
    for row in found.rows:
        one = plan(from_spec(f"warner:epsilon={row.epsilon}"), prevalence="1/10", margin="0.05", deff_truth=2)
        assert (row.n, row.design_effect) == (one.n, one.design_effect)
    assert found.rows[0].design_effect < found.rows[1].design_effect < 2
    assert found.as_table()[0][2] == "design effect" and len(found.as_table()[1][0]) == len(found.as_table()[0])


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"prevalence": "worst", "deff_truth": 2}, "one prevalence, not a range"),
        ({"prevalence": "1/10", "deff_truth": 2, "deff": 2}, "follows from the other"),
        ({"prevalence": "1/10", "deff_truth": "1/2"}, "deff_truth = 1/2 is below 1"),
        ({"prevalence": "1/10", "deff_truth": 2, "sampling": "census"}, "deff_truth = 2 holds only if people"),
    ],
)
def test_what_it_does_not_follow_from_is_refused(how, words):
    with pytest.raises(InputError, match=words):
        plan(UNEVEN, margin="0.05", **how)


def test_the_mean_of_a_scale_needs_its_shares():
    with pytest.raises(InputError, match="needs the 3 shares"):
        plan_mean(KRR, [1, 2, 3], prevalence="worst", margin="0.1", deff_truth=2)


@pytest.mark.parametrize("clusters", [2, 10, 40])
def test_with_the_number_of_clusters_a_margin_is_that_of_student_s_t(clusters):
    # the quantile by the distribution function, because that of old releases of scipy is a part of 4e-9 off
    t = optimize.brentq(lambda x: stats.t.sf(x, clusters - 1) - 0.025, 0, 50, xtol=1e-13, rtol=1e-14)
    p = from_spec("warner:p=3/4")
    found = plan(p, prevalence="1/10", margin="0.1", deff_truth="2.95", clusters=clusters)
    alone = math.ceil(0.84 * (t / 0.1) ** 2)  # n·Var is 84/100
    assert found.n == math.ceil(alone * found.design_effect) and found.to_dict()["clusters"] == str(clusters)
    given = plan(p, prevalence="1/10", n=found.n, deff_truth="2.95", clusters=clusters)
    assert float(given.margin) == pytest.approx(t * math.sqrt(0.84 / given.independent), rel=1e-9)
    of_mean = plan_mean(p, [0, 1], prevalence="1/10", margin="0.1", deff_truth="2.95", clusters=clusters)
    assert of_mean.n == found.n and f"Student's t, {clusters} clusters" in repr(of_mean)
    along = plan_epsilons("ln3", prevalence="1/10", margin="0.1", deff_truth="2.95", clusters=clusters)
    assert along.rows[0].n == found.n


def test_without_the_number_of_clusters_a_margin_says_what_few_do():
    how = {"prevalence": "1/10", "deff": 2, "confidence": "0.9"}
    few = "by the factor 1.12 with 10 clusters, 1.06 with 20"  # 1.8331/1.6449 and 1.7291/1.6449, rounded up
    p = from_spec("warner:p=3/4")
    assert few in repr(plan(p, margin="0.1", **how)) and few in repr(plan(p, n=900, **how))
    assert few in repr(plan_mean(p, [0, 1], margin="0.1", **how))
    assert few in repr(plan_epsilons("1", margin="0.1", **how))
    assert "Few clusters" not in repr(plan(p, standard_error="0.1", prevalence="1/10", deff=2))
    assert "Few clusters" not in repr(plan_mean(p, [0, 1], standard_error="0.1", prevalence="1/10", deff=2))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"margin": "0.1"}, "clusters = 90 needs a design effect"),
        ({"difference": "0.1"}, "clusters = 90 needs a design effect"),
        ({"standard_error": "0.1", "deff": 2}, "clusters = 90 changes a margin or a power"),
        ({"difference": "0.1", "deff": 2, "n": 80}, "80 people cannot come from 90 clusters"),
        ({"margin": "0.9", "deff": 1}, "5 people cannot come from 90 clusters"),
        ({"margin": "0.1", "deff": 2, "method": "wilson"}, "always normal, by Student's t, not wilson"),
    ],
)
def test_clusters_that_count_for_nothing_are_refused(how, words):
    with pytest.raises(InputError, match=words):
        plan(UNEVEN, prevalence="1/10", clusters=90, **how)


def test_a_mean_has_as_many_people_as_clusters_at_least():
    with pytest.raises(InputError, match="80 people cannot come from 90 clusters"):
        plan_mean(UNEVEN, [0, 1], prevalence="1/10", n=80, deff=2, clusters=90)
