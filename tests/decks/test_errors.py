"""Decks' standard errors are never 0 where there is an error, and their intervals cover as enumeration says."""

from fractions import Fraction as F
from itertools import product

import pytest

from rropt.decks.deck import Deck, estimate, unbiased_variance, variance, variance_line
from rropt.decks.errors import deck_interval, largest_variance, stated_deck_variance
from rropt.exact.errors import InputError


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


def test_other_methods_are_refused() -> None:
    with pytest.raises(InputError, match="not clopper-pearson"):
        deck_interval(Deck((1, 3)), 4, F(1, 2), method="clopper-pearson")
