"""Decks' standard errors are never 0 where there is an error, and their intervals cover as enumeration says."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations, product

import pytest

from rropt.estimates.sampling import CENSUS, REPLACEMENT, Sampling
from rropt.exact.errors import InputError
from rropt.planning.deck_errors import (
    deck_coverage,
    deck_interval,
    largest_variance,
    law_of_yes,
    stated_deck_variance,
)
from rropt.planning.decks import Deck, estimate, unbiased_variance, variance, variance_line


def test_a_negative_unbiased_estimate_is_replaced_by_the_exact_variance_at_the_estimate() -> None:
    deck = Deck((53, 1, 46), kept=True)
    found = estimate(deck, (50, 1, 49))
    assert found == F(3, 7) and unbiased_variance(deck, 100, found) < 0
    stated = stated_deck_variance(deck, 100, found)
    assert stated.value == variance(deck, 100, found) and stated.source == "plug-in"
    assert 0.70 < float(stated.value) ** 0.5 < 0.71


def test_where_no_unbiased_estimate_exists_and_nobody_would_vary_the_largest_variance_stands() -> None:
    deck = Deck((1, 3), kept=True)
    assert variance_line(deck, 4)[1] == 1
    for found in (F(0), F(1)):
        stated = stated_deck_variance(deck, 4, found)
        assert stated.source == "largest" and stated.value == largest_variance(deck, 4) == F(1, 4)


def test_a_small_slope_keeps_the_unbiased_estimate() -> None:
    deck = Deck((1, 3, 4), kept=True)
    stated = stated_deck_variance(deck, 8, F(3, 8))
    assert stated.source == "unbiased" and stated.value == unbiased_variance(deck, 8, F(3, 8))


def test_every_standard_error_of_every_outcome_is_positive() -> None:
    for deck in (Deck((1, 3), kept=True), Deck((2, 1, 3), kept=True), Deck((2, 1, 2, 1), kept=True), Deck((1, 3))):
        n = min(deck.cards, 4)
        for answers in product(range(n + 1), repeat=deck.values):
            if sum(answers) == n:
                assert stated_deck_variance(deck, n, estimate(deck, answers)).value > 0


def outcomes(deck: Deck, truths: tuple[int, ...], n: int, kind: str) -> dict[F, F]:
    """The law of the estimate from every sample of people and every order of single cards."""
    if kind == "replacement":
        people = list(product(truths, repeat=n))
    else:
        people = [truths] if kind == "census" else list(permutations(truths, n))
    cards = [k for k, c in enumerate(deck.counts) for _ in range(c)]
    draws = list(permutations(cards, n) if deck.kept else product(cards, repeat=n))
    law: Counter[F] = Counter()
    for who, times in Counter(people).items():
        for drawn, ways in Counter(draws).items():
            answers = [0] * deck.values
            for x, k in zip(who, drawn, strict=True):
                answers[deck.mirror(k) if x else k] += 1
            law[estimate(deck, answers)] += times * ways
    total = len(people) * len(draws)
    return {x: F(ways, total) for x, ways in law.items()}


CASES = [
    (Deck((1, 3), kept=True), (0, 1, 1, 0), 4, CENSUS),
    (Deck((1, 1, 3), kept=True), (0, 1, 0), 3, CENSUS),
    (Deck((1, 3)), (0, 1, 1, 0), 4, CENSUS),
    (Deck((2, 1, 3), kept=True), (0, 0, 1, 1, 1), 3, Sampling("srs", 5)),
    (Deck((1, 1, 3)), (0, 1, 0, 0), 3, REPLACEMENT),
    (Deck((1, 0, 1, 3), kept=True), (0, 1), 3, REPLACEMENT),
]


@pytest.mark.parametrize("method", ["chebyshev", "normal", "wilson"])
@pytest.mark.parametrize(("deck", "truths", "n", "sampling"), CASES)
def test_coverage_is_that_of_full_enumeration(deck, truths, n, sampling, method) -> None:
    share = F(sum(truths), len(truths))
    options = {"method": method, "confidence": "0.8", "sampling": sampling}
    law = outcomes(deck, truths, n, sampling.kind)
    expected = sum(w for x, w in law.items() if share in deck_interval(deck, n, x, **options))
    found = deck_coverage(deck, n, share, **options)
    assert found == expected
    if method == "chebyshev":
        assert found >= F(4, 5)
        # what Chebyshev's inequality with the largest variance gives always contains it
        for x in law:
            inner, bound = deck_interval(deck, n, x, **options), 5 * largest_variance(deck, n, sampling=sampling)
            tight = F(1, 10**9)
            assert inner.lower >= min(F(1), x) - tight or (x - inner.lower) ** 2 <= bound + tight
            assert inner.upper <= max(F(0), x) + tight or (inner.upper - x) ** 2 <= bound + tight


@pytest.mark.parametrize("sampling", [CENSUS, REPLACEMENT, Sampling("srs", 40)], ids=str)
def test_chebyshev_covers_at_every_share(sampling: Sampling) -> None:
    for deck in (Deck((4, 6), kept=True), Deck((2, 1, 7), kept=True), Deck((2, 1, 7))):
        for yes in range(0, 41, 4):
            assert deck_coverage(deck, 10, F(yes, 40), confidence="0.8", sampling=sampling) >= F(4, 5)


def test_the_law_of_yes_is_that_of_the_samples() -> None:
    truths = (1, 1, 0, 0, 0)
    drawn = Counter(sum(x) for x in permutations(truths, 3))
    assert law_of_yes(F(2, 5), 3, Sampling("srs", 5)) == [F(drawn[y], 60) for y in range(4)]
    assert law_of_yes(F(2, 5), 5, CENSUS) == [0, 0, 1, 0, 0, 0]
    assert law_of_yes(F(2, 5), 2, REPLACEMENT) == [F(9, 25), F(12, 25), F(4, 25)]


def test_other_methods_are_refused() -> None:
    with pytest.raises(InputError, match="not clopper-pearson"):
        deck_interval(Deck((1, 3)), 4, F(1, 2), method="clopper-pearson")
