"""Decks' standard errors are never 0 where there is an error, and their intervals cover as enumeration says."""

from collections import Counter
from fractions import Fraction as F
from itertools import permutations, product

import pytest

from rropt.decks.deck import Deck, variance
from rropt.decks.estimate import (
    chebyshev_interval,
    estimate,
    stated_deck_variance,
    unbiased_variance,
    variance_line,
)
from rropt.decks.sampling import CENSUS, REPLACEMENT, Sampling


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
        assert stated.source == "largest" and stated.value == variance(deck, 4, F(1, 2)) == F(1, 4)


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


@pytest.mark.parametrize(("deck", "truths", "n", "sampling"), CASES)
def test_chebyshev_covers_and_is_never_longer_than_with_the_largest_variance(deck, truths, n, sampling) -> None:
    share, covered = F(sum(truths), len(truths)), F(0)
    bound, tight = 5 * variance(deck, n, F(1, 2), sampling=sampling), F(1, 10**9)
    for x, weight in outcomes(deck, truths, n, sampling.kind).items():
        found = chebyshev_interval(deck, n, x, confidence="0.8", sampling=sampling)
        low, high = (F(end) for end in found)
        covered += weight * (low - tight <= share <= high + tight)
        assert low >= min(F(1), x) - tight or (x - low) ** 2 <= bound + tight
        assert high <= max(F(0), x) + tight or (high - x) ** 2 <= bound + tight
    assert covered >= F(4, 5)


def test_chebyshev_is_the_segment_where_the_inequality_holds() -> None:
    deck, n, x = Deck((2, 1, 7), kept=True), 10, F(3, 10)
    found = chebyshev_interval(deck, n, x, confidence="0.8")
    for end in map(F, found):
        assert abs((x - end) ** 2 - 5 * variance(deck, n, end)) < F(1, 10**6)
