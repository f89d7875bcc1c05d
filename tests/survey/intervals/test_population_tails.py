"""The populations that fit some answers have no small exact tail, and the likeliest has the largest brute-force probability."""

from fractions import Fraction
from fractions import Fraction as F
from types import ModuleType

import pytest

from rropt.exact.grammar import read_number
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.intervals.population_tails import likeliest_populations, likely_populations
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from tests.survey.people import exact_law

LEVEL = Fraction(19, 20)


@pytest.mark.parametrize(("n", "population"), [(8, 8), (5, 12), (12, 60)])
def test_finite_populations_are_those_with_no_small_tail(n: int, population: int) -> None:
    own, other = Fraction(3, 4), Fraction(1, 5)
    p = Mechanism([[1 - other, 1 - own], [other, own]])
    model = CENSUS if n == population else Sampling("srs", population)
    shares = [Fraction(a, population) for a in range(population + 1)]
    laws = [exact_law(p, (1 - x, x), n, sampling=model) for x in shares]
    for hits in range(n + 1):
        expected = []
        for a, law in enumerate(laws):
            above = sum(w for counts, w in law.items() if counts[1] >= hits)
            below = sum(w for counts, w in law.items() if counts[1] <= hits)
            if min(above, below) >= (1 - LEVEL) / 2:
                expected.append(a)
        assert likely_populations(own, other, hits, n, population, LEVEL) == range(expected[0], expected[-1] + 1)


def test_tails_of_irrational_probabilities_agree_with_those_of_rationals_beside_them() -> None:
    own = read_number("e/(1+e)")
    near = Fraction(731058578630004879, 10**18)
    for hits in range(9):
        exact = likely_populations(near, 1 - near, hits, 8, 20, LEVEL)
        assert likely_populations(own, 1 - own, hits, 8, 20, LEVEL) == exact


def test_a_sample_of_a_hundredth_is_close_to_independent_draws() -> None:
    from rropt.survey.intervals.quantile import binomial_interval

    found = likely_populations(Fraction(3, 4), Fraction(1, 4), 66, 200, 20_000, LEVEL)
    near = [(x - Fraction(1, 4)) * 2 for x in binomial_interval(66, 200, LEVEL)]
    assert abs(Fraction(found[0], 20_000) - near[0]) < Fraction(1, 100)
    assert abs(Fraction(found[-1], 20_000) - near[1]) < Fraction(1, 100)
    assert Fraction(len(found), 20_000) < near[1] - near[0]


def test_a_tail_that_no_precision_tells_from_its_limit_is_not_below_it() -> None:
    # Pr(no hit | nobody has the trait) = (1 − 1/2)^500 exactly, as a census of one device would have it
    limit = 1 - 2 * Fraction(1, 2**500)
    assert 0 in likely_populations(Fraction(3, 4), Fraction(1, 2), 0, 500, 500, limit)
    assert 0 not in likely_populations(Fraction(3, 4), Fraction(1, 2), 0, 500, 500, limit - Fraction(1, 2**500))


SKEW = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])


@pytest.mark.some(hits=2)
@pytest.mark.parametrize("hits", range(5))
@pytest.mark.parametrize(("kind", "size"), [("census", 4), ("srs", 6)])
def test_it_is_the_largest_of_the_enumerated_probabilities(people: ModuleType, hits: int, kind: str, size: int) -> None:
    n, counts = 4, (4 - hits, hits)
    model = CENSUS if kind == "census" else Sampling("srs", size)
    chances = []
    for a in range(size + 1):
        law = people.brute_law(SKEW, [0] * (size - a) + [1] * a, n, kind)
        chances.append(law.get(counts, F(0)))
    assert likeliest_populations(SKEW, counts, model) == tuple(a for a, x in enumerate(chances) if x == max(chances))


def test_two_populations_can_be_equally_likely() -> None:
    assert likeliest_populations(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), (1, 1), CENSUS) == (1,)
    assert likeliest_populations(Mechanism([["2/3", "1/3"], ["1/3", "2/3"]]), (0, 1), Sampling("srs", 2)) == (2,)
    assert likeliest_populations(Mechanism([["1/2", "1/2"], ["1/2", "1/2"]]), (1, 0), CENSUS) == (0, 1)


def test_it_differs_from_independent_draws_and_the_estimate_says_so() -> None:
    found = estimate({"0": 13, "1": 7}, mechanism=from_spec("warner:p=9/10"), sampling="census")
    (best,) = found.likeliest_populations
    assert f"likeliest with {best} (share" in str(found) and found.to_dict()["likeliest_populations"] == [str(best)]
    assert F(best, 20) != found.likelihood.prevalence[1]


def test_where_it_is_not_worked_out_there_is_none() -> None:
    warner = from_spec("warner:p=3/4")
    assert likeliest_populations(warner, (5, 5), REPLACEMENT) == ()
    assert likeliest_populations(warner, (100, 101), CENSUS) == ()
    assert likeliest_populations(warner, (5, 5), Sampling("srs", 201)) == ()
    assert likeliest_populations(from_spec("warner:epsilon=1"), (5, 5), CENSUS) == ()
    assert likeliest_populations(from_spec("krr:k=3,epsilon=ln2"), (5, 5, 5), CENSUS) == ()
