"""g(x) is n·Var, and its worst case over a range is no smaller than at any point of it."""

from fractions import Fraction

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.planning.spread import read_region, spread_of
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.variance import variance
from rropt.survey.weights import linear_weights

UNEVEN = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])
TERNARY = Mechanism([["1/2", "1/4", "0"], ["1/4", "1/2", "1/3"], ["1/4", "1/4", "2/3"]])
MODELS = [REPLACEMENT, CENSUS, Sampling("srs", 50)]


@pytest.mark.parametrize("sampling", MODELS, ids=str)
def test_spread_is_the_exact_variance(sampling: Sampling) -> None:
    for x in ("0", "1/10", "1/2"):
        region = read_region(x, 2, 1)
        exact = variance(UNEVEN, linear_weights(UNEVEN), (1 - region.lower, region.lower), 20, sampling=sampling)[1]
        assert spread_of(UNEVEN, region).variance(20, sampling) == exact
    shares = (Fraction(1, 5), Fraction(3, 10), Fraction(1, 2))
    exact = variance(TERNARY, linear_weights(TERNARY), shares, 20, sampling=sampling)
    for j in range(3):
        assert spread_of(TERNARY, read_region(shares, 3, j), j=j).variance(20, sampling) == exact[j]


@pytest.mark.parametrize("sampling", MODELS, ids=str)
def test_the_worst_share_is_the_worst(sampling: Sampling) -> None:
    for text in ("worst", "1/10..2/5", "3/5..9/10"):
        spread = spread_of(UNEVEN, read_region(text, 2, 1))
        f, (low, high) = sampling.factor(20), (spread.region.lower, spread.region.upper)
        worst = spread.at(spread.worst_share(f), f)
        assert low <= spread.worst_share(f) <= high
        assert all(spread.at(low + (high - low) * Fraction(i, 40), f) <= worst for i in range(41))


def test_a_bare_share_of_three_inputs_means_the_least_favourable_others() -> None:
    spread = spread_of(TERNARY, read_region("1/5", 3, 0), j=0)
    for s in (Fraction(0), Fraction(1, 3), Fraction(1)):
        shares = (Fraction(1, 5), Fraction(4, 5) * s, Fraction(4, 5) * (1 - s))
        assert variance(TERNARY, linear_weights(TERNARY), shares, 10)[0] <= spread.variance(10, REPLACEMENT)


@pytest.mark.parametrize("prevalence", ["1/10", "1/10..2/5", "9/10,1/10"])
def test_of_two_inputs_a_prevalence_is_always_the_second_one_s(prevalence: str) -> None:
    second, first = (read_region(prevalence, 2, j) for j in (1, 0))
    assert (first.lower, first.upper) == (1 - second.upper, 1 - second.lower)
    worst = [spread_of(UNEVEN, region, j=j).variance(10, REPLACEMENT) for region, j in ((second, 1), (first, 0))]
    assert worst[0] == worst[1], "one share is 1 minus the other, so their errors are the same"


def test_a_single_input_is_refused() -> None:
    with pytest.raises(InputError, match="a mechanism of one input has no share to be estimated"):
        spread_of(Mechanism([["1"]]), read_region("1", 2, 1), j=0)


@pytest.mark.parametrize("j", [-1, 2])
def test_an_input_that_the_mechanism_lacks_is_refused(j: int) -> None:
    with pytest.raises(InputError, match=f"the mechanism has 2 inputs and so no input {j}; give one from 0 to 1"):
        spread_of(UNEVEN, read_region("1/4", 2, 1), j=j)


@pytest.mark.parametrize("bad", ["2/5..1/10", "-1/10", "3/2", "1/2,1/4"])
def test_impossible_prevalences_are_refused(bad: str) -> None:
    with pytest.raises(InputError):
        read_region(bad, 2, 1)
