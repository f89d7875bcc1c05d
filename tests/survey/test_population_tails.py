"""The populations that fit some answers are those under which neither exact tail is small."""

from fractions import Fraction

import pytest

from rropt.exact.grammar import read_number
from rropt.mechanism import Mechanism
from rropt.survey.population_tails import likely_populations
from rropt.survey.sampling import CENSUS, Sampling
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
    from rropt.survey.binomial import binomial_interval

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
