"""The joint test of several groups that have clusters of their own: degrees of freedom, how often it errs, and what it finds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rropt.survey.relations.wald import JointTest, compare_all, joint_freedom, joint_test

CLUSTERS = [12, 12, 13, 13, 13, 13, 13, 13]


def diagonal(variances: list[float]) -> list[list[Fraction]]:
    return [[Fraction(v) if i == j else Fraction(0) for j in range(len(variances))] for i, v in enumerate(variances)]


def joint_of(rng: np.random.Generator, clusters: list[int], spreads: list[float], means: list[float]) -> JointTest:
    """Draw the mean of every cluster, and test by the groups' own means and their errors."""
    drawn = [rng.normal(m, s, n) for m, s, n in zip(means, spreads, clusters, strict=True)]
    found = compare_all(
        [[Fraction(float(x.mean()))] for x in drawn],
        diagonal([x.var(ddof=1) / len(x) for x in drawn]),
        [n - 1 for n in clusters],
    )
    assert found is not None
    return found


def test_equal_groups_have_the_number_of_the_formula() -> None:
    """With G equal groups and one share C_g has the one eigenvalue (G − 1)/G, so ν = G²/(2(G − 1))·ν_g."""
    for groups in (3, 5, 8):
        assert joint_freedom(diagonal([2.0] * groups), [11] * groups) == groups**2 * 11 // (2 * (groups - 1))


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_sum_of_what_each_group_adds(seed: int) -> None:
    """By definition, with the parts of V as D_g V_g D_gᵀ; and never below the least number of a group."""
    rng = np.random.default_rng(seed)
    k, freedoms = 2, [3, 9, 20, 4]
    blocks = [np.cov(rng.normal(size=(5, k)).T) for _ in freedoms]
    size = k * len(blocks)
    whole = np.zeros((size, size))
    for g, block in enumerate(blocks):
        whole[g * k : g * k + k, g * k : g * k + k] = block
    differences = np.hstack([np.tile(-np.eye(k), (len(blocks) - 1, 1)), np.eye(size - k)])
    v, spread = differences @ whole @ differences.T, 0.0
    for g, freedom in enumerate(freedoms):
        own = differences[:, g * k : g * k + k]
        c = np.linalg.inv(v) @ own @ blocks[g] @ own.T
        spread += float(np.trace(c @ c) + np.trace(c) ** 2) / freedom
    r = size - k
    found = joint_freedom([[Fraction(x) for x in row] for row in whole], freedoms)
    assert found == int(r * (r + 1) / spread) and found >= min(freedoms)


def test_groups_that_covary_and_a_single_difference_have_the_least() -> None:
    whole = diagonal([1.0] * 3)
    whole[0][1] = whole[1][0] = Fraction(1, 10)
    assert joint_freedom(whole, [5, 7, 9]) == 5 and joint_freedom(diagonal([1.0, 1.0]), [5, 7]) == 5


@pytest.mark.parametrize("scale", [1e-14, 1.0, 1e24])
@pytest.mark.parametrize("seed", range(12))
def test_only_a_positive_definite_matrix_is_tested(seed: int, scale: float) -> None:
    """Half of the matrices have a negative eigenvalue, and d̂ᵀ V⁻¹ d̂ is positive all the same."""
    rng = np.random.default_rng(seed)
    axes, _ = np.linalg.qr(rng.normal(size=(4, 4)))
    values = rng.uniform(0.1, 3, 4) * [1, 1, 1, (-1) ** seed]
    v, d = scale * axes @ np.diag(values) @ axes.T, scale**0.5 * axes @ (rng.normal(size=4) * [1, 1, 1, 0.1])
    found = joint_test(list(map(Fraction, d)), [list(map(Fraction, row)) for row in (v + v.T) / 2])
    assert (found is None) == (seed % 2 == 1)
    if found is not None:
        assert float(found.statistic) == pytest.approx(d @ np.linalg.solve(v, d))


def test_a_singular_matrix_is_not_tested() -> None:
    third = Fraction(1, 3)
    assert joint_test([third, third], [[third, third], [third, third]]) is None
    assert joint_test([third, third], [[third, 0 * third], [0 * third, 0 * third]]) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clusters", "spreads"),
    [(CLUSTERS, [1.0] * 8), (CLUSTERS, [1, 2, 1, 2, 1, 3, 1, 1]), ([5, 6, 8, 10, 15, 20], [3, 1, 2, 1, 1, 1])],
)
def test_it_errs_as_often_as_it_says(clusters: list[int], spreads: list[float]) -> None:
    """Of 1,500 tests at 5 % some 75 err, with a standard error of 8; with the least number of a group none does, and none finds
    anything where groups differ."""
    rng = np.random.default_rng(7)
    erring = sum(joint_of(rng, clusters, spreads, [0.0] * len(clusters)).p_value[1] < 0.05 for _ in range(1500))
    assert 45 <= erring <= 105, erring


@pytest.mark.slow
def test_it_finds_groups_that_differ() -> None:
    """Of 300 such surveys it finds some nine in ten; with the least number of a group it would find one in a hundred."""
    rng = np.random.default_rng(8)
    found = [joint_of(rng, CLUSTERS, [1.0] * 8, [0.2 * g for g in range(8)]) for _ in range(300)]
    assert sum(x.p_value[1] < 0.05 for x in found) > 250


def test_a_p_value_too_small_to_be_written_is_bounded() -> None:
    """At a statistic of 10^12 it is about e^(−5·10^11), of which the denominator alone would have 10^11 digits."""
    for statistic in (10**7, 10**12, 10**30):
        found = joint_test([Fraction(1)], [[Fraction(1, statistic)]])
        assert found is not None and found.p_value[0] == 0 < found.p_value[1] < Fraction(1, 10**1000)
