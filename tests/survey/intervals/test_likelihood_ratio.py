"""The likelihood-ratio interval is its definition by brute force, is never empty, and covers at every share, borders included."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from rropt.exact.errors import InputError
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.intervals.coverage import Route, coverage
from rropt.survey.intervals.interval import interval
from rropt.survey.intervals.likelihood_ratio import likelihood_ratio_interval
from rropt.survey.planning.plan import plan
from rropt.survey.weights import linear_weights

LEVEL = Fraction(19, 20)
DEVICES = [("3/4", "1/4"), ("2/3", "0"), ("1", "1/2"), ("1", "0"), ("3/5", "2/5"), ("9/10", "1/3")]


@cache
def _best(y: int, n: int, a: Fraction, b: Fraction) -> Fraction:
    q = min(b, max(a, Fraction(y, n)))
    return q**y * (1 - q) ** (n - y)


def _is_kept(y: int, n: int, q: Fraction, a: Fraction, b: Fraction, level: Fraction) -> bool:
    """By definition, in whole numbers: the chance of hits that are at most as likely beside their best share is above α."""
    law = [q**i * (1 - q) ** (n - i) for i in range(n + 1)]
    ratio = law[y] / _best(y, n, a, b)
    return sum(comb(n, i) * x for i, x in enumerate(law) if x <= ratio * _best(i, n, a, b)) > 1 - level


@pytest.mark.some(device=2)
@pytest.mark.parametrize("level", [LEVEL, Fraction(1, 2), Fraction(999, 1000)], ids=str)
@pytest.mark.parametrize("device", DEVICES, ids=str)
def test_it_is_from_the_least_to_the_largest_share_that_the_definition_keeps(
    device: tuple[str, str], level: Fraction
) -> None:
    b, a = map(Fraction, device)
    near = Fraction(1, 10**9)
    for n in (1, 2, 7, 12):
        for y in range(n + 1):
            lower, upper = likelihood_ratio_interval(y, n, b, a, level)
            assert 0 <= lower <= upper <= 1
            for share in (Fraction(i, 60) for i in range(61)):
                if not lower <= share <= upper:
                    assert not _is_kept(y, n, a + (b - a) * share, a, b, level), (n, y, share)
            for end, within in ((lower, lower + near), (upper, upper - near)):
                assert any(_is_kept(y, n, a + (b - a) * x, a, b, level) for x in (end, within)), (n, y)


def test_the_two_mirrors_have_mirrored_ends() -> None:
    for y in range(31):
        one, other = (likelihood_ratio_interval(h, 30, *p, LEVEL) for h, p in _mirrors(y))
        assert float(one[0]) == pytest.approx(1 - float(other[1]), abs=1e-9)


def _mirrors(y: int) -> list[tuple[int, tuple[Fraction, Fraction]]]:
    return [(y, (Fraction(9, 10), Fraction(1, 3))), (30 - y, (Fraction(2, 3), Fraction(1, 10)))]


@pytest.mark.some(device=4)
@pytest.mark.full_at("('2/3', '0')-1000", "('1', '1/2')-1000")
@pytest.mark.parametrize(
    ("device", "n"),
    [
        *((device, 200) for device in DEVICES),
        *(pytest.param(device, 1000, marks=pytest.mark.full) for device in DEVICES[:3]),
    ],
    ids=str,
)
@pytest.mark.full
def test_it_covers_at_every_share(device: tuple[str, str], n: int) -> None:
    """By exact enumeration: Σ over the hits whose interval holds the share, in whole numbers."""
    b, a = map(Fraction, device)
    found = [likelihood_ratio_interval(y, n, b, a, LEVEL) for y in range(n + 1)]
    ways = [comb(n, y) for y in range(n + 1)]
    for share in (Fraction(x) for x in ("0", "1/1000", "1/100", "1/20", "1/10", "1/3", "1/2", "4/5", "99/100", "1")):
        q = a + (b - a) * share
        hit, unit = q.numerator, q.denominator
        miss = unit - hit
        covered = sum(ways[y] * hit**y * miss ** (n - y) for y, (low, high) in enumerate(found) if low <= share <= high)
        assert covered >= LEVEL * unit**n, (share, float(Fraction(covered, unit**n)))


def test_the_published_example_of_fewer_hits_than_expected_is_short_and_never_empty() -> None:
    warner = from_spec("warner:p=3/4")
    for yes in (0, 100, 200, 225):
        found = interval(warner, linear_weights(warner), (1000 - yes, yes), 1, method="likelihood-ratio")
        assert found.lower == 0 < found.upper and not found.is_empty
    assert interval(warner, linear_weights(warner), (800, 200), 1).is_empty


def test_an_irrational_mechanism_has_the_interval_of_a_rational_one_near_it() -> None:
    p = Mechanism([["t/(1+t)", "1/(1+t)"], ["1/(1+t)", "t/(1+t)"]], epsilon=1)
    truth = Fraction(731058578630004879251, 10**21)
    near = Mechanism([[truth, 1 - truth], [1 - truth, truth]])
    for counts in ((60, 40), (80, 20), (20, 80)):
        one, other = (interval(x, linear_weights(x), counts, 1, method="likelihood-ratio") for x in (p, near))
        assert (float(one.lower), float(one.upper)) == pytest.approx((float(other.lower), float(other.upper)), abs=1e-9)


def test_coverage_is_enumerated_at_the_border() -> None:
    found = coverage(from_spec("warner:p=3/4"), "0", 200, method="likelihood-ratio")
    assert found.source is Route.ENUMERATED and found.lower == found.upper >= LEVEL


def test_k_ary_response_has_it_for_every_input_and_where_it_is_not_worked_out_it_is_refused() -> None:
    found = estimate([0, 1, 2] * 10, mechanism=from_spec("krr:k=3,epsilon=ln2"), method="likelihood-ratio")
    assert all(x in i for x, i in zip(found.prevalence, found.intervals, strict=True))
    warner, counts = from_spec("warner:p=3/4"), {0: 60, 1: 40}
    for sampling, population in (("census", None), ("srs", 200)):
        with pytest.raises(InputError, match="needs independent draws"):
            estimate(counts, mechanism=warner, method="likelihood-ratio", sampling=sampling, population=population)
    with pytest.raises(InputError, match="the interval of weighted shares is always normal, not likelihood-ratio"):
        estimate([0, 1], mechanism=warner, weights=[1, 2], method="likelihood-ratio")
    with pytest.raises(InputError, match="up to 100000 answers, not for 200000"):
        estimate({0: 120_000, 1: 80_000}, mechanism=warner, method="likelihood-ratio")
    uneven = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])
    with pytest.raises(InputError, match="the likelihood-ratio interval needs outputs that are likelier"):
        estimate([0, 1, 2], mechanism=uneven, method="likelihood-ratio")
    with pytest.raises(InputError, match="use clopper-pearson"):
        plan(warner, prevalence="1/10", margin="0.05", method="likelihood-ratio")
