"""Certified designs for k categories, against published values, an independent convex program and random mechanisms."""

from __future__ import annotations

import itertools
import json
import math
import random
from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest

from rropt import (
    LDP,
    Contrast,
    Determinant,
    InputError,
    LargestVariance,
    Mechanism,
    Metric,
    PairwiseLDP,
    TotalVariance,
    Variance,
    design,
    families,
)
from rropt.designs.estimation.numeric.solution import say
from rropt.designs.objectives.covariances.covariance import efficient_estimates, upper_variances
from rropt.exact.matrix import identity, product
from rropt.exact.sign import enclose
from rropt.privacy.notion import Notion
from rropt.problem.answers import Evidence
from rropt.problem.known import pose
from rropt.problem.problem import Problem
from rropt.problem.stored.document import judge_document
from tests.over_rows import patterns

PLACE = ["2/5", "3/10", "1/5", "1/10"]


def accepted(found) -> bool:
    return judge_document(json.loads(found.to_json()))[0] == "accepted"


def convex_program(pi, t: float, contrast=None) -> float:
    """The least total in the weights of all patterns: M itself, without classes or a basis of contrasts."""
    pi = np.array([float(F(p)) for p in pi])
    k = len(pi)
    rows = patterns(k, t)[1:-1]
    target = np.eye(k) if contrast is None else np.array(contrast, float)
    theta = cp.Variable(len(rows), nonneg=True)
    m = cp.reshape(
        np.einsum("si,sj->ijs", rows, rows / (rows @ pi)[:, None]).reshape(k * k, -1) @ theta, (k, k), order="C"
    )
    aim = cp.Minimize(cp.matrix_frac(target.T, (m + m.T) / 2))
    cp.Problem(aim, [rows.T @ theta == 1]).solve(solver=cp.CLARABEL)
    return float(aim.value) - float(np.sum((target @ pi) ** 2))


@pytest.mark.parametrize(
    ("epsilon", "shares"), [(15, [3000, 7, 13, 7, 20]), (10, [20, 14, 1, 19, 13, 8])], ids=["15", "10"]
)
def test_a_step_that_goes_astray_is_shortened(epsilon: int, shares: list[int]) -> None:
    # at both a whole step of the interior point makes the gap a thousand times as large
    found = design(TotalVariance([F(n, sum(shares)) for n in shares]), LDP(epsilon), inputs=len(shares))
    numeric = next(leg for leg in found.fast_legs if leg.name == "numeric")
    assert found.verdict == "optimal" and accepted(found) and numeric.status == "optimal"
    assert numeric.value == pytest.approx(float(found.value), rel=1e-9)


@pytest.mark.parametrize(
    ("k", "epsilon", "value", "size"), [(5, "ln3", "49/5", 1), (6, "ln3", "625/48", 2), (10, "ln2.5", "2523/70", 3)]
)
def test_published_totals(k: int, epsilon: str, value: str, size: int) -> None:
    found = design(TotalVariance(), LDP(epsilon), inputs=k)
    assert found.verdict == "optimal" and found.value == F(value) and accepted(found)
    assert {sum(x == max(row) for x in row) for row in found.mechanism.rows} == {size}
    assert found.mechanism.m <= max(k, k * (k - 1) // 2)
    assert design(LargestVariance(), LDP(epsilon), inputs=k).value == F(value) / (k - 1)
    if k < 7:
        assert design(Determinant(), LDP(epsilon), inputs=k).value == (F(value) / (k - 1)) ** (k - 1) / k


@pytest.mark.some(k=2)
@pytest.mark.parametrize("epsilon", ["1/10", "1/2", "1", "2", "4"])
@pytest.mark.parametrize("k", [3, 4, 5, 6, 7])
def test_at_equal_prevalences_subset_selection_is_optimal(k: int, epsilon: str) -> None:
    found = design(TotalVariance(), LDP(epsilon), inputs=k)
    values = [TotalVariance().value(families.subset_selection(k=k, size=d, epsilon=epsilon)) for d in range(1, k)]
    assert found.verdict == "optimal" and found.value == min(values) and accepted(found)
    assert TotalVariance().value(found.mechanism) == found.value


@pytest.mark.slow
@pytest.mark.then(k=3)
@pytest.mark.parametrize("epsilon", ["1/10", "1/2", "1", "2", "4"])
@pytest.mark.parametrize("k", [8, 9, 10, 11, 12])
def test_at_equal_prevalences_subset_selection_is_optimal_for_many(k: int, epsilon: str) -> None:
    found = design(TotalVariance(), LDP(epsilon), inputs=k)
    assert found.verdict == "optimal" and accepted(found)
    t = LDP(epsilon).epsilon.t
    values = [F((k - 1) ** 2, k * d * (k - d)) * (k + (t - 1) * d) ** 2 / (t - 1) ** 2 for d in range(1, k)]
    assert found.value == min(values)


@pytest.mark.parametrize("pi", ["1/3", "1/2", "9/10"])
def test_two_inputs_are_the_binary_optimum(pi: str) -> None:
    binary = design(Variance(pi), LDP("1/2"))
    places = [1 - F(pi), F(pi)]
    assert design(TotalVariance(places), LDP("1/2")).value == 2 * binary.value
    for objective, times in ((LargestVariance(places), 2), (Determinant(places), 1)):
        found = design(objective, LDP("1/2"))
        assert found.verdict == "optimal" and found.value == times * binary.value and accepted(found)


@pytest.mark.parametrize("k", [3, 4, 5, *(pytest.param(k, marks=pytest.mark.slow) for k in (6, 7, 8))])
def test_it_agrees_with_an_independent_convex_program(k: int) -> None:
    rng = random.Random(k)
    weights = [rng.randint(1, 9) for _ in range(k)]
    pi = [F(w, sum(weights)) for w in weights]
    for epsilon in ("1/2", "2"):
        t = math.exp(float(F(epsilon)))
        found = design(TotalVariance(pi), LDP(epsilon))
        assert found.upper - found.lower <= found.upper / 10**9 and accepted(found)
        assert convex_program(pi, t) == pytest.approx(float(found.upper), rel=1e-5)
        assert found.mechanism.m <= k * (k + 1) // 2
        scores = list(range(1, k + 1))
        mean = design(Contrast(scores, pi), LDP(epsilon))
        assert mean.upper - mean.lower <= mean.upper / 10**9 and accepted(mean)
        assert convex_program(pi, t, [scores]) == pytest.approx(float(mean.upper), rel=1e-5)


@pytest.mark.parametrize("epsilon", ["1/2", "ln3"])
@pytest.mark.parametrize("n", [2, 3])
def test_all_marginals_and_the_parity_of_bits(n: int, epsilon: str) -> None:
    """Of n fair bits one at random, or the parity alone, is asked by Warner's design: so at these ε; M has rank n + 1, or 2."""
    strings, t = list(itertools.product([0, 1], repeat=n)), LDP(epsilon).epsilon.t
    warner = float((t + 1) ** 2 / (t - 1) ** 2)
    parity = [(-1) ** sum(bits) for bits in strings]
    cases = [([list(column) for column in zip(*strings, strict=True)], n * n * warner / 4), ([parity], warner)]
    for contrast, expected in cases:
        found = design(Contrast(contrast), LDP(epsilon), inputs=2**n)
        assert found.upper - found.lower <= found.upper / 10**9 and accepted(found)
        assert math.isclose(float(found.upper), expected, rel_tol=1e-9)
        assert found.mechanism.m == 2 * len(contrast)


@pytest.mark.parametrize("seed", range(12))
def test_contrasts_for_which_not_all_shares_need_be_told_apart(seed: int) -> None:
    rng = random.Random(seed)
    k, many = rng.choice([4, 5, 6]), rng.choice([1, 2])
    contrast = [[rng.randint(-2, 3) for _ in range(k - 1)] + [5] for _ in range(many)]
    weights = [rng.randint(1, 9) for _ in range(k)]
    pi = [F(w, sum(weights)) for w in weights]
    found = design(Contrast(contrast, pi), LDP("1"))
    assert found.upper - found.lower <= found.upper / 10**9 and accepted(found)
    assert convex_program(pi, math.e, contrast) == pytest.approx(float(found.upper), rel=1e-4)


def test_where_k_ary_response_is_optimal_it_is_found_and_said() -> None:
    found = design(TotalVariance(PLACE), LDP("ln3"))
    assert found.verdict == "optimal" and "k-ary randomized response" in " ".join(found.notes)
    assert sorted(found.mechanism.rows) == sorted(families.krr(k=4, epsilon="ln3").rows)


def test_it_is_better_than_every_subset_selection_by_the_certified_amount() -> None:
    found = design(TotalVariance(PLACE), LDP("1/2"))
    best = min(TotalVariance(PLACE).value(families.subset_selection(k=4, size=d, epsilon="1/2")) for d in range(1, 4))
    assert found.verdict == "within" and found.upper < best and accepted(found)


@pytest.mark.slow_at("300")
@pytest.mark.parametrize("tries", [300, pytest.param(2000, marks=pytest.mark.full)])
def test_random_exact_mechanisms_never_beat_a_bound(tries: int) -> None:
    rng = random.Random(17)
    objectives = [TotalVariance(PLACE), Contrast([1, 2, 3, 4], PLACE), Determinant(PLACE)]
    lowest = [design(x, LDP("ln3")).lower for x in objectives]
    base = families.krr(k=4, epsilon="ln3"), families.subset_selection(k=4, size=2, epsilon="ln3")
    for n in range(tries):
        p = base[n % 2]
        cut = [[rng.randint(0, 6) for _ in range(p.m)] for _ in range(rng.randint(4, 6))]
        cut[0] = [x + 1 for x in cut[0]]
        sums = [sum(column) for column in zip(*cut, strict=True)]
        rival = Mechanism([[F(x, s) for x, s in zip(row, sums, strict=True)] for row in cut]) @ p
        for objective, lower in zip(objectives, lowest, strict=True):
            assert objective.value(rival) >= lower


def test_permuting_the_prevalences_permutes_the_answer() -> None:
    for objective in (TotalVariance, Determinant, LargestVariance):
        one, two = (design(objective(pi), LDP("1/2")) for pi in (PLACE, PLACE[::-1]))
        assert one.lower <= two.upper and two.lower <= one.upper
        # M of the optimum is one matrix, permuted with the shares
        here, there = (
            np.einsum("ij,ik,i->jk", p, p, 1 / (p @ np.array([float(F(x)) for x in pi])))
            for p, pi in ((one.mechanism.to_numpy(), PLACE), (two.mechanism.to_numpy(), PLACE[::-1]))
        )
        assert np.allclose(here, there[::-1, ::-1], rtol=1e-4)


def test_the_estimator_is_unbiased_and_attains_the_value() -> None:
    for found in (design(TotalVariance(PLACE), LDP("1/2")), design(TotalVariance(PLACE), LDP("ln3"))):
        (estimator,) = found.estimators
        rows, pi = found.mechanism.rows, [F(p) for p in PLACE]
        assert product(estimator, rows) == tuple(tuple(F(int(a == b)) for b in range(4)) for a in range(4))
        chances = [sum((x * p for x, p in zip(row, pi, strict=True)), F(0)) for row in rows]
        moment = sum((x * x * q for row in estimator for x, q in zip(row, chances, strict=True)), F(0))
        assert float(moment - sum(p * p for p in pi)) == pytest.approx(float(found.upper), rel=1e-12)


def test_several_prevalences() -> None:
    lists = [PLACE, PLACE[::-1]]
    alone = design(TotalVariance(PLACE), LDP("1/2"))
    mean, worst = (design(TotalVariance(lists, **how), LDP("1/2")) for how in ({"weights": [1, 3]}, {"worst": True}))
    assert accepted(mean) and accepted(worst)
    assert alone.lower <= mean.upper <= worst.upper + worst.upper / 10**9
    reached = TotalVariance(lists, worst=True).value(worst.mechanism)
    assert float(worst.upper) == pytest.approx(float(reached), rel=1e-9)


def test_a_constant_added_to_a_contrast_changes_nothing() -> None:
    one, two = (design(Contrast(x, PLACE), LDP("1")) for x in ([1, 2, 3, 4], [11, 12, 13, 14]))
    assert one.lower <= two.upper and two.lower <= one.upper


def test_a_contrast_may_be_identified_where_the_shares_are_not() -> None:
    found = design(Contrast([1, 0, 0], ["1/2", "1/3", "1/6"]), LDP("ln3"))
    assert found.value == 1 and found.mechanism.m == 2 and accepted(found)
    assert TotalVariance(["1/2", "1/3", "1/6"]).value(found.mechanism) == math.inf
    identity = [[F(int(a == b)) for b in range(3)] for a in range(3)]
    assert efficient_estimates(found.mechanism.rows, [F(1, 2), F(1, 3), F(1, 6)], identity) is None


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: TotalVariance(["1/2", "1/2", "0"]), "is not positive"),
        (lambda: TotalVariance(["1/2", "1/3"]), "not 1"),
        (lambda: Contrast([1, 1, 1]), "the same weight"),
        (lambda: design(TotalVariance(), LDP("1", delta="1/10"), inputs=64), "cannot be bounded"),
        (lambda: design(TotalVariance(), LDP("1"), inputs=3, outputs=2), "is too few"),
        (lambda: LargestVariance([PLACE, PLACE[::-1]]), "that of the worst list, not a mean"),
    ],
)
def test_refusals(make, said: str) -> None:
    with pytest.raises(InputError, match=said):
        make()


BOTH = [[0, "0", "ln3"], ["0", 0, "ln3"], ["ln3", "ln3", 0]]
ONE_WAY = [[0, "0", "ln3"], ["ln3", 0, "ln3"], ["ln3", "ln3", 0]]


@pytest.mark.parametrize(
    "demand", [PairwiseLDP(BOTH), PairwiseLDP(ONE_WAY), Metric([[0, 0, 1], [0, 0, 1], [1, 1, 0]], "ln3")]
)
def test_of_inputs_that_every_mechanism_treats_alike_the_truth_is_told(demand: Notion) -> None:
    """A bound of 0 in one direction makes two columns equal, as both sum to 1; their own contrast alone is then infinite."""
    for infinite in (TotalVariance(), Determinant(), LargestVariance(), Contrast([0, 1, 1])):
        with pytest.raises(InputError, match="no mechanism distinguishes all inputs"):
            design(infinite, demand, inputs=3)
    told = Mechanism([["3/4", "3/4", "1/4"], ["1/4", "1/4", "3/4"]])
    assert demand.holds(told) and Contrast([0, 0, 1]).value(told) == F(35, 36)
    with pytest.raises(InputError, match=r"alike for the inputs 0 and 1, .* join the two into one input"):
        design(Contrast([0, 0, 1]), demand)
    assert design(Contrast([0, 1], ["2/3", "1/3"]), LDP("ln3")).value == F(35, 36)


def test_epsilon_zero_is_unattained() -> None:
    found = design(TotalVariance(), LDP(0), inputs=3)
    assert found.verdict == "unattained" and accepted(found)


@pytest.mark.slow_at("2-12")
@pytest.mark.parametrize(("epsilon", "k"), [("2", 12), ("ln3", 9), ("3", 8)])
def test_what_rounding_leaves_of_a_step_is_made_good(epsilon: str, k: int) -> None:
    program = pose(Problem(TotalVariance([F(2 * (j + 1), k * (k + 1)) for j in range(k)]), LDP(epsilon), inputs=k))
    found = program.prove(None, optima="one")
    assert isinstance(found, Evidence) and found.upper - found.lower <= found.lower / 10**9


def test_bounds_of_variances_from_above() -> None:
    pi = [F(p) for p in PLACE]
    rows = families.krr(k=4, epsilon="1/2").rows
    exact = efficient_estimates(rows, pi, identity(4))
    for j, upper in enumerate(upper_variances(rows, pi, identity(4))):
        low, high = enclose(exact.covariance[j][j], width=F(1, 10**40))
        assert low <= upper <= high + F(1, 10**40)
    # rational entries are computed with, and what tells two inputs alone apart says nothing of the other two
    rational = families.krr(k=4, epsilon="ln3").rows
    assert upper_variances(rational, pi, identity(4)) == [
        row[j] for j, row in enumerate(efficient_estimates(rational, pi, identity(4)).covariance)
    ]
    two = [(a, a, b, b) for a, b in families.krr(k=2, epsilon="1/2").rows]
    assert upper_variances(two, pi, identity(4)) is None
    (share,) = upper_variances(two, pi, [[F(1), F(1), F(0), F(0)]])
    assert share == efficient_estimates(two, pi, [[F(1), F(1), F(0), F(0)]]).total


@pytest.mark.parametrize("epsilon", [115, 120, 200])
def test_at_the_largest_epsilon_answers_are_nearly_the_truth(epsilon: int) -> None:
    pi = [F(1, 2), F(1, 3), F(1, 6)]
    covariance = np.diag([float(p) for p in pi]) - np.outer([float(p) for p in pi], [float(p) for p in pi])
    scores = np.array([0, 1, 3])
    for objective, value in (
        (TotalVariance(pi), np.trace(covariance)),
        (Contrast(scores.tolist(), pi), scores @ covariance @ scores),
        (Determinant(pi), 1 / 36),
        (LargestVariance(pi), np.linalg.eigvalsh(covariance)[-1]),
    ):
        found = design(objective, LDP(epsilon), outputs="free")
        assert found.upper - found.lower <= found.upper / 10**9 and accepted(found)
        assert float(found.upper) == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("size", [10**9, 10**12, 10**15])
@pytest.mark.parametrize("epsilon", ["ln3", "1/10"])
def test_scores_of_very_different_sizes(epsilon: str, size: int) -> None:
    found = design(Contrast([0, 1, size]), LDP(epsilon))
    # what tells 0 from 1 has a weight of its own, of about 2^-31
    assert found.upper - found.lower <= found.upper / 10**8 and accepted(found)
    assert efficient_estimates(found.mechanism.rows, [F(1, 3)] * 3, [[F(0), F(1), F(size)]]) is not None
    alone = design(Contrast([0, 0, 1]), LDP(epsilon))
    assert float(found.upper) == pytest.approx(float(alone.upper) * size**2, rel=1e-8)


@pytest.mark.parametrize("size", [F(10) ** 200, F(10) ** 400, F(1, 10**400)])
def test_contrasts_beyond_floats_are_refused(size: F) -> None:
    with pytest.raises(InputError, match="must lie from 10\\^-100 to 10\\^100"):
        design(Contrast([0, size, 2 * size]), LDP("ln3"))
    within = design(Contrast([0, 1, 10**99]), LDP("ln3"))
    assert 0 < within.lower <= within.upper <= within.lower * (1 + F(1, 10**8)) and accepted(within)


def test_a_gap_that_is_not_closed_is_said() -> None:
    assert say(2.0, 1e-12, "somewhere").status == "optimal"
    assert say(2.0, 1e-3, "somewhere").status == "stopped at a gap of 1.0e-03"
