"""Every interval equals its definition, is rounded outward, and Chebyshev's and Clopper–Pearson's always cover."""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from rropt import from_spec, plan
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.intervals.arrays import estimator
from rropt.survey.intervals.interval import Method, interval, telling_outputs
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.variance import variance
from rropt.survey.weights import linear_weights

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
UNEVEN = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
WIDE = Mechanism([["1/2", "1/4"], ["1/3", "1/4"], ["1/6", "1/2"]])
KRR = Mechanism([[f"{4 if i == j else 1}/6" for j in range(3)] for i in range(3)])
Z2 = NormalDist().inv_cdf(0.975) ** 2


def test_normal_is_the_textbook_formula() -> None:
    found = interval(WARNER, linear_weights(WARNER), (60, 40), 1, method="normal")
    half = math.sqrt(Z2 * 0.24 / 99) / 0.5
    assert (float(found.lower), float(found.upper)) == pytest.approx((0.3 - half, 0.3 + half), abs=1e-9)


def test_wilson_is_the_mapped_binomial_score_interval() -> None:
    found = interval(WARNER, linear_weights(WARNER), (60, 40), 1)
    n, q = 100, 0.4
    middle = (q + Z2 / (2 * n)) / (1 + Z2 / n)
    half = math.sqrt(Z2 * (q * (1 - q) / n + Z2 / (4 * n * n))) / (1 + Z2 / n)
    mapped = [(x - 0.25) / 0.5 for x in (middle - half, middle + half)]
    assert (float(found.lower), float(found.upper)) == pytest.approx(tuple(mapped), abs=1e-9)


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 300)])
@pytest.mark.parametrize("p", [WARNER, UNEVEN, WIDE])
def test_chebyshev_ends_solve_the_exact_variance_equation(p: Mechanism, sampling: Sampling) -> None:
    w, counts = linear_weights(p), (50, 60) if p.m == 2 else (40, 40, 30)
    found = interval(p, w, counts, 1, method="chebyshev", sampling=sampling)
    n = sum(counts)
    estimate = sum(x * Fraction(y, n) for x, y in zip(w[1], counts, strict=True))
    for end in (found.lower, found.upper):
        if 0 < end < 1:
            exact = variance(p, w, (1 - end, end), n, sampling=sampling)[1]
            assert float((estimate - end) ** 2) == pytest.approx(20 * float(exact), rel=1e-9)
            assert (estimate - end) ** 2 >= 20 * exact * (1 - Fraction(1, 10**20))


def test_more_inputs_are_bounded_by_the_least_favourable_others() -> None:
    """Chebyshev's interval for one input contains every x whose least variance over the others would keep it."""
    p = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])
    w, counts, n = linear_weights(p), (30, 40, 30), 100
    found = interval(p, w, counts, 0, method="chebyshev")
    estimate = sum(x * Fraction(y, n) for x, y in zip(w[0], counts, strict=True))
    for x in (found.lower, found.upper):
        if 0 < x < 1:
            outside = x - Fraction(1, 10**6) if x == found.lower else x + Fraction(1, 10**6)
            rest = 1 - outside
            worst = max(
                variance(p, w, (outside, rest * s, rest * (1 - s)), n)[0]
                for s in (Fraction(0), Fraction(1, 2), Fraction(1))
            )
            assert (estimate - outside) ** 2 > 20 * worst


@pytest.mark.parametrize("sampling", [REPLACEMENT, CENSUS, Sampling("srs", 30)])
@pytest.mark.parametrize("method", Method)
def test_mirrored_inputs_have_mirrored_intervals(method: str, sampling: Sampling) -> None:
    if method == Method.LIKELIHOOD_RATIO and sampling != REPLACEMENT:
        pytest.skip("refused, as test_likelihood_ratio.py says")
    for p, counts in ((UNEVEN, (11, 9)), (WIDE, (8, 5, 7)), (WARNER, (19, 1))):
        w = linear_weights(p)
        first, second = (interval(p, w, counts, j, method=method, sampling=sampling) for j in (0, 1))
        assert float(first.lower) == pytest.approx(1 - float(second.upper), abs=1e-9)
        assert float(first.upper) == pytest.approx(1 - float(second.lower), abs=1e-9)


def test_a_higher_confidence_contains_a_lower_one() -> None:
    w = linear_weights(UNEVEN)
    for method in Method:
        narrow, wide = (interval(UNEVEN, w, (11, 9), 1, method=method, confidence=c) for c in ("0.8", "0.99"))
        assert wide.lower <= narrow.lower <= narrow.upper <= wide.upper


def test_impossible_answers_leave_the_nearest_end_and_say_so() -> None:
    found = interval(WARNER, linear_weights(WARNER), (95, 5), 1, method="wilson", sampling=CENSUS)
    assert (found.lower, found.upper) == (0, 0)
    assert "nearest is 0" in found.note
    assert interval(WARNER, linear_weights(WARNER), (5, 95), 1, method="wilson", sampling=CENSUS).lower == 1
    assert interval(WARNER, linear_weights(WARNER), (100, 0), 1, method="clopper-pearson", sampling=CENSUS).upper == 0


def test_telling_outputs_exist_where_the_others_answer_alike() -> None:
    assert telling_outputs(WIDE, 1).outputs == (2,)
    assert telling_outputs(WIDE, 0).outputs == (0, 1)
    assert telling_outputs(KRR, 2) is not None
    uneven = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])
    assert telling_outputs(uneven, 0) is None
    told = set()
    for ask in (
        lambda: interval(uneven, linear_weights(uneven), (3, 3, 3), 0, method="clopper-pearson"),
        lambda: plan(uneven, prevalence=["1/3"] * 3, margin="1/10", share_of=0, method="clopper-pearson"),
        lambda: estimator(uneven, 0).covered(
            np.array([[3, 3, 3]]),
            0.5,
            method=Method.CLOPPER_PEARSON,
            level=Fraction(19, 20),
            sampling=REPLACEMENT,
        ),
    ):
        with pytest.raises(InputError, match="chebyshev") as refused:
            ask()
        told.add(str(refused.value))
    assert len(told) == 1, "one condition, one sentence"


def test_large_finite_populations_and_unknown_methods_are_refused() -> None:
    w = linear_weights(WARNER)
    with pytest.raises(InputError, match="12000 of 12000"):
        interval(WARNER, w, (6000, 6000), 1, method="clopper-pearson", sampling=CENSUS)
    with pytest.raises(InputError, match="2000 of 9000"):
        interval(WARNER, w, (1000, 1000), 1, method="clopper-pearson", sampling=Sampling("srs", 9000))
    with pytest.raises(InputError, match="'exact'"):
        interval(WARNER, w, (5, 5), 1, method="exact")
    with pytest.raises(InputError, match="no answers"):
        interval(WARNER, w, (0, 0), 1)


@pytest.mark.parametrize("method", [Method.LIKELIHOOD_RATIO, Method.CLOPPER_PEARSON])
def test_an_interval_that_leaves_answers_out_of_account_says_so(method: Method) -> None:
    """Of Kuk's two cards one red card is left out: only the number of two red ones counts, and the interval is wide."""
    kuk = from_spec("kuk:p=2/3,q=1/3,cards=2")
    assert (
        "only how many answers are 2, which tells less"
        in interval(kuk, linear_weights(kuk), [8, 9, 7], 1, method=method).note
    )
    split = Mechanism([["1/2", "1/6"], ["1/4", "1/12"], ["1/4", "3/4"]])
    for p, counts in ((WARNER, [8, 9]), (KRR, [8, 9, 7]), (split, [4, 4, 9])):
        assert interval(p, linear_weights(p), counts, 1, method=method).note == ""
    uneven = Mechanism([["1/2", "1/8"], [0, 0], ["1/4", "1/8"], ["1/4", "3/4"]])  # the row of zeros is no excuse
    assert "tells less" in interval(uneven, linear_weights(uneven), [4, 0, 4, 9], 1, method=method).note


@pytest.mark.parametrize(("hits", "nearest"), [(90, 1), (2, 0)])
def test_answers_that_no_census_gives_have_the_nearer_end(hits: int, nearest: int) -> None:
    """One in ten or one in five says yes: 90 of 100 is above both, 2 below both."""
    p = Mechanism([["9/10", "4/5"], ["1/10", "1/5"]])
    found = interval(p, linear_weights(p), (100 - hits, hits), 1, method="clopper-pearson", sampling=CENSUS)
    assert found.is_empty and found.lower == found.upper == nearest
    mirrored = Mechanism([["1/5", "1/10"], ["4/5", "9/10"]])
    found = interval(
        mirrored, linear_weights(mirrored), (100 - hits, hits), 1, method="clopper-pearson", sampling=CENSUS
    )
    assert not found.is_empty or found.lower == nearest
