"""What `plan` promises, `estimate` keeps by default: seeded surveys of the planned size, for twelve designs.

Every mechanism carries the shares that it is planned for, as a design and its document do; nothing is stated to `estimate`. Of
R surveys of the planned n, for the share that needs most, at level 0.001 altogether and Bonferroni for twelve:

* the mean of the estimates is the planned share: |z| ≤ z₀ with z = √R·(mean − π)/s;
* their variance is the planned one, s²/V − 1 within z₀ of its own standard error √((κ − 1)/R), κ the sample's kurtosis;
* no fewer than 95 % of the estimates are within the margin of π, but for z₀·√(0.95·0.05/R);
* the intervals that `estimate` prints have on average half the margin's length on each side: between 0.985 and 1.01 of it.

That the test could fail is tested too: of a margin a tenth smaller the last is rejected for every design, the one before where
other inputs are alike, and a variance a tenth larger than planned would be seen with a power of at least 0.99,
Φ(0.1/√((κ − 1)/R) − z₀). For the four-output design it
rejects the weights that are best at equal shares.
"""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import kurtosis, norm

from rropt import LDP, Variance, design
from rropt.decks.deck import Deck
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.draws import draw_surveys
from rropt.survey.estimate import estimate
from rropt.survey.planning.plan import plan
from rropt.survey.weights import linear_weights

SURVEYS = 20_000
LIMIT = float(norm.ppf(1 - 0.001 / 2 / (2 * 12)))
THREE, FOUR = ("1/10", "1/5", "7/10"), ("1/10", "1/10", "1/5", "3/5")


def _designed(prevalence: str, epsilon: str, delta: str, outputs: object = None) -> Mechanism:
    found = design(Variance(prevalence), LDP(epsilon, delta=delta), outputs=outputs).mechanism
    assert found is not None
    return found


def _planned(p: Mechanism, *shares: str) -> Mechanism:
    """The mechanism with the shares that it is planned for; of two inputs the second one's."""
    stated = list(map(Fraction, shares))
    return p.planned_for(stated if len(stated) > 1 else [1 - stated[0], stated[0]])


DESIGNS = {
    "binary": (lambda: _designed("1/10", "1", "0"), "1/10"),
    "binary, delta": (lambda: _designed("1/4", "1/2", "1/10"), "1/4"),
    "four outputs": (lambda: _designed("1/10", "1", "1/20", "free"), "1/10"),
    "four outputs at worst": (lambda: _designed("1/10..2/5", "1/2", "1/10", "free"), "2/5"),
    "warner": (lambda: from_spec("warner:p=3/4"), "1/10"),
    "forced response": (lambda: from_spec("forced_response:yes=1/6,no=1/6"), "1/5"),
    "cards of christofides": (lambda: _planned(from_spec("christofides:cards=1/10:1/5:7/10"), "1/10"), "1/10"),
    "deck": (lambda: _planned(Deck((1, 3, 6)).mechanism, "3/10"), "3/10"),
    "kuk": (lambda: _planned(from_spec("kuk:p=2/3,q=1/3,cards=3"), "1/10"), "1/10"),
    "k-ary": (lambda: from_spec("krr:k=3,epsilon=1"), THREE),
    "subset selection": (lambda: _planned(from_spec("subset_selection:k=4,size=2,epsilon=1"), *FOUR), FOUR),
    "unary encoding": (lambda: _planned(from_spec("optimised_unary_encoding:k=3,epsilon=ln3"), *THREE), THREE),
}
BARE = {
    "cards of christofides": ("christofides:cards=1/10:1/5:7/10", "1/10"),
    "kuk": ("kuk:p=2/3,q=1/3,cards=3", "1/10"),
    "unary encoding": ("optimised_unary_encoding:k=3,epsilon=ln3", THREE),
}
MARGIN = Fraction(1, 20)


def _surveys(p: Mechanism, shares: list[Fraction], n: int) -> np.ndarray:
    from rropt.survey.sampling import REPLACEMENT

    return draw_surveys(p, shares, n, SURVEYS, sampling=REPLACEMENT, rng=np.random.default_rng(20))


def _distances(estimates: np.ndarray, truth: float, variance: float) -> tuple[float, float, float]:
    """How many errors the mean and the variance are off, and the power against a variance a tenth larger."""
    spread = float(estimates.var(ddof=1))
    error = np.sqrt((kurtosis(estimates, fisher=False) - 1) / len(estimates))
    mean = (float(estimates.mean()) - truth) / np.sqrt(spread / len(estimates))
    return mean, (spread / variance - 1) / error, float(norm.cdf(0.1 / error - LIMIT))


def _shares(stated: str | tuple[str, ...]) -> list[Fraction]:
    return [1 - Fraction(stated), Fraction(stated)] if isinstance(stated, str) else list(map(Fraction, stated))


def _is_kept(errors: np.ndarray, halves: np.ndarray, margin: float) -> tuple[bool, bool]:
    """Whether the estimates are within the margin often enough, and whether the intervals are as short as it says."""
    least = 0.95 - LIMIT * np.sqrt(0.95 * 0.05 / len(errors)) - LATTICE
    return bool(np.mean(np.abs(errors) <= margin) >= least), bool(0.985 < halves.mean() / margin < 1.01)


LATTICE = 0.004
"""Estimates of two outputs are on a lattice: the normal approximation to its chances is off by half a step at most."""


@pytest.mark.slow
@pytest.mark.parametrize("name", DESIGNS)
def test_the_planned_margin_is_kept_by_default_estimates(name: str) -> None:
    make, stated = DESIGNS[name]
    p, shares = make(), _shares(stated)
    promised = plan(p, prevalence=stated, margin=MARGIN)
    j = p.input_labels.index(promised.share_of)
    counts = _surveys(p, shares, promised.n)
    found = [estimate(dict(zip(p.output_labels, map(int, x), strict=True)), mechanism=p) for x in counts[:40]]
    # the weights are planned, so those of one estimate are those of all
    rows = counts @ np.array([float(w) for w in found[0].weights[j]]) / promised.n
    assert rows[:40] == pytest.approx([float(x.prevalence[j]) for x in found], abs=1e-12)
    mean, spread, power = _distances(rows, float(shares[j]), float(promised.variance_per_answer / promised.n))
    assert power > 0.99
    assert abs(mean) <= LIMIT and abs(spread) <= LIMIT, (mean, spread)
    halves = np.array([float(x.intervals[j].upper - x.intervals[j].lower) / 2 for x in found])
    errors = rows - float(shares[j])
    assert _is_kept(errors, halves, float(MARGIN)) == (True, True), halves.mean()
    often, short = _is_kept(errors, halves, 0.9 * float(MARGIN))
    # where the other inputs differ, intervals take their worst mixture, and estimates are nearer than the margin says
    assert not short and (not often or promised.variance_per_answer / promised.n < (MARGIN / Fraction("1.97")) ** 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", BARE)
def test_without_a_plan_the_one_step_estimator_keeps_the_margin_too(name: str) -> None:
    spec, stated = BARE[name]
    p, shares = from_spec(spec), _shares(stated)
    promised = plan(p, prevalence=stated, margin=MARGIN)
    j = p.input_labels.index(promised.share_of)
    found = [
        estimate(dict(zip(p.output_labels, map(int, x), strict=True)), mechanism=p)
        for x in _surveys(p, shares, promised.n)[:150]
    ]
    assert not found[0].chosen.is_unbiased
    halves = np.array([float(x.intervals[j].upper - x.intervals[j].lower) / 2 for x in found])
    errors = np.array([float(x.prevalence[j] - shares[j]) for x in found])
    assert _is_kept(errors, halves, float(MARGIN)) == (True, True), halves.mean()
    assert not _is_kept(errors, halves, 0.9 * float(MARGIN))[1]


@pytest.mark.slow
def test_the_test_rejects_the_weights_of_equal_shares() -> None:
    """2,860 people keep a margin of 0.03 with the planned weights; with those of equal shares 3,534 are needed."""
    p = _designed("1/10", "1", "1/20", "free")
    promised = plan(p, prevalence="1/10", margin="0.03")
    assert promised.n == 2860
    assert plan(p, prevalence="1/10", margin="0.03", working="1/2").n == 3534
    counts = _surveys(p, [Fraction(9, 10), Fraction(1, 10)], promised.n)
    variance = float(promised.variance_per_answer / promised.n)
    for at, kept in ((p.planned, True), (None, False)):
        weights = np.array([float(w) for w in linear_weights(p, at=at)[1]])
        mean, spread, power = _distances(counts @ weights / promised.n, 0.1, variance)
        assert abs(mean) <= LIMIT and power > 0.99
        assert (abs(spread) <= LIMIT) == kept


@pytest.mark.slow
def test_without_a_plan_the_one_step_estimator_reaches_its_variance_asymptotically() -> None:
    """Of 200 surveys of 5,000, each estimated with weights of its own answers; the exact planned variance is the limit."""
    p = from_spec("four_output:epsilon=1,delta=1/20")
    counts = _surveys(p, [Fraction(9, 10), Fraction(1, 10)], 5000)[:200]
    found = [estimate(dict(zip(p.output_labels, map(int, x), strict=True)), mechanism=p) for x in counts]
    assert all(not x.chosen.is_unbiased and "asymptotically" in repr(x) for x in found)
    limit = float(plan(p, prevalence="1/10", standard_error="0.01").variance_per_answer / 5000)
    mean, spread, _ = _distances(np.array([float(x.prevalence[1]) for x in found]), 0.1, limit)
    assert abs(mean) < LIMIT and abs(spread) < LIMIT


def test_a_design_s_document_and_its_labels_carry_the_planned_prevalence() -> None:
    p = _designed("1/10", "1", "1/20", "free")
    assert p.planned == (Fraction(9, 10), Fraction(1, 10))
    assert p.relabel(outputs=["a", "b", "c", "d"]).planned == p.planned
    assert p == Mechanism(p.rows, outputs=p.outputs) and Mechanism(p.rows).planned is None
