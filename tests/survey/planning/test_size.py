"""The least n is found by bisection, up to the population; a planned n is the least whose interval is short enough."""

from fractions import Fraction

import pytest

from rropt import from_spec, plan
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.survey.intervals.interval import Method, interval, read_method
from rropt.survey.planning.size import Wanted, margin_met, smallest
from rropt.survey.planning.spread import read_region, spread_of
from rropt.survey.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.survey.weights import linear_weights


@pytest.mark.parametrize("least", [1, 2, 3, 64, 65, 1000, 10**9 + 7])
def test_the_least_is_found(least: int) -> None:
    assert smallest(lambda n: n >= least, REPLACEMENT, goal="a goal") == least


def test_what_no_sample_reaches_is_refused() -> None:
    assert smallest(lambda n: n >= 100, Sampling("srs", 100), goal="a goal") == 100
    with pytest.raises(InputError, match="even all 100"):
        smallest(lambda n: n >= 101, Sampling("srs", 100), goal="a goal")
    with pytest.raises(InputError, match="a goal"):
        smallest(lambda n: False, REPLACEMENT, goal="a goal")


UNEVEN = Mechanism([["4/5", "3/10"], ["1/5", "7/10"]])

LEVEL, MARGIN = Fraction(19, 20), Fraction(3, 100)


# ends by likelihood ratios have no common margin, so that none is planned
PLANNED = [method for method in Method if method != "likelihood-ratio"]


@pytest.mark.parametrize("sampling", [REPLACEMENT, Sampling("srs", 20_000)], ids=str)
@pytest.mark.parametrize("method", PLANNED)
def test_the_interval_at_the_expected_answers_is_as_long_as_planned(method: str, sampling: Sampling) -> None:
    if method == "clopper-pearson" and sampling is not REPLACEMENT:
        pytest.skip("Clopper-Pearson is planned for independent draws")
    x = Fraction(2, 5)
    spread = spread_of(UNEVEN, read_region(x, 2, 1))
    n = smallest(
        margin_met(UNEVEN, spread, sampling, 1, MARGIN, Wanted(LEVEL, read_method(method))), sampling, goal="a margin"
    )
    w, law = linear_weights(UNEVEN), Fraction(1, 5) + x / 2
    for size, fits in ((n, True), (int(0.98 * n), False)):
        hits = round(size * law)
        found = interval(UNEVEN, w, (size - hits, hits), 1, method=method, sampling=sampling)
        half = (found.upper - found.lower) / 2
        assert (half <= MARGIN * Fraction(1003, 1000)) is fits


@pytest.mark.parametrize("method", ["chebyshev", "normal", "wilson", "clopper-pearson"])
@pytest.mark.slow_at("clopper-pearson")
def test_a_margin_that_no_sample_reaches_is_refused_as_such_even_if_it_is_above_one(method: str) -> None:
    weak = from_spec("warner:epsilon=1e-8")
    with pytest.raises(
        InputError, match=r"^even 1\d* answers do not reach a 95% \S+ margin of at most 0.03; weaken the goal"
    ):
        plan(weak, prevalence="1/10", margin="0.03", method=method)
    with pytest.raises(InputError, match=r"^10 answers give a margin above 1, .*; ask more people$"):
        plan(weak, prevalence="1/10", n=10, method=method)
    with pytest.raises(
        InputError, match=r"do not reach .* margin of at most 0.03; they give a margin of ± 0\.\d+; weaken"
    ):
        plan(from_spec("warner:epsilon=1e-6"), prevalence="1/10", margin="0.03", method=method)


def test_a_range_needs_as_much_as_its_worst_prevalence() -> None:
    def least(text: str, method: str) -> int:
        spread = spread_of(UNEVEN, read_region(text, 2, 1))
        return smallest(
            margin_met(UNEVEN, spread, REPLACEMENT, 1, MARGIN, Wanted(LEVEL, read_method(method))), REPLACEMENT, goal=""
        )

    for method in PLANNED:
        points = [least(f"{i}/20", method) for i in range(2, 9)]
        assert max(points) <= least("1/10..2/5", method) <= least("worst", method)


def test_chebyshev_is_the_papers_inequality() -> None:
    warner = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    spread = spread_of(warner, read_region("1/10", 2, 1))
    met = margin_met(warner, spread, CENSUS, 1, MARGIN, Wanted(LEVEL, Method.CHEBYSHEV))
    assert smallest(met, CENSUS, goal="") == -(-Fraction(3, 4) * 20 // MARGIN**2)


def test_exact_tails_need_independent_draws() -> None:
    spread = spread_of(UNEVEN, read_region("1/10", 2, 1))
    with pytest.raises(InputError, match="a clopper-pearson margin"):
        margin_met(UNEVEN, spread, CENSUS, 1, MARGIN, Wanted(LEVEL, Method.CLOPPER_PEARSON))
    with pytest.raises(InputError, match="'bayes'"):
        read_method("bayes")
