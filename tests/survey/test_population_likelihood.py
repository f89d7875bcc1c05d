"""The likeliest population is the one of largest brute-force probability, for whole people and every sampling model."""

from fractions import Fraction as F
from types import ModuleType

import pytest

from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.survey.estimate import estimate
from rropt.survey.population_tails import likeliest_populations
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling

SKEW = Mechanism([["4/5", "1/3"], ["1/5", "2/3"]])


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
