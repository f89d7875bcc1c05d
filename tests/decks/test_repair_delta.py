import itertools
from fractions import Fraction as F

import pytest

from rropt.decks.deck import Deck, variance
from rropt.decks.privacy import transcript_delta
from rropt.decks.repair import repaired_deck
from rropt.decks.repair_delta import repaired_deck_delta
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError


@pytest.mark.parametrize("epsilon", ["ln2", "1"])
@pytest.mark.parametrize(("n", "cards"), [(3, 12), (6, 30), (10, 25), (20, 90)])
@pytest.mark.parametrize("delta", [F(1, 5), F(1, 100), F(1, 10**6)])
def test_it_is_the_most_uneven_of_all_decks_that_meet_the_demand(epsilon, n, cards, delta):
    e = read_epsilon(epsilon)
    good = [
        small
        for small in range(1, (cards + 1) // 2)
        if 2 * small < cards and transcript_delta(Deck((small, cards - small), kept=True), n, e) <= delta
    ]
    if not good:
        with pytest.raises(InputError, match="add cards"):
            repaired_deck_delta(n, cards, e, delta, "1/10")
        return
    found = repaired_deck_delta(n, cards, e, delta, "1/10")
    assert found.deck.counts[0] == min(good) and found.delta <= delta


def test_delta_zero_is_the_pure_repair():
    e = read_epsilon("ln3")
    assert repaired_deck_delta(10, 290, e, F(0), "1/10").deck == repaired_deck(10, 290, e, "1/10").deck


def test_with_many_respondents_a_small_delta_beats_independent_draws_and_with_few_it_does_not():
    e, delta = read_epsilon("1"), F(1, 10**6)
    many = repaired_deck_delta(1000, 5000, e, delta, "1/10")
    few = repaired_deck_delta(100, 500, e, delta, "1/10")
    assert many.delta <= delta and many.variance < many.independent
    assert few.variance > few.independent


@pytest.mark.parametrize(("cards", "delta", "message"), [(5, F(1, 2), "last card is known"), (50, F(2), "below 1")])
def test_what_cannot_be_is_refused(cards, delta, message):
    with pytest.raises(InputError, match=message):
        repaired_deck_delta(5, cards, read_epsilon("1"), delta, "1/10")


def decks(cards, values):
    for cuts in itertools.combinations(range(cards + values - 1), values - 1):
        edges = (-1, *cuts, cards + values - 1)
        yield Deck(tuple(b - a - 1 for a, b in itertools.pairwise(edges)), kept=True)


@pytest.mark.parametrize(
    ("values", "n", "cards"), [(2, 3, 12), (3, 3, 11), (4, 2, 10), (4, 4, 11), (5, 3, 9), (6, 2, 8)]
)
@pytest.mark.parametrize("epsilon", ["ln2", "1"])
@pytest.mark.parametrize("delta", [F(0), F(1, 10), F(1, 3)])
def test_it_is_the_best_of_all_decks_with_so_many_values(values, n, cards, epsilon, delta):
    e, best = read_epsilon(epsilon), None
    for deck in decks(cards, values):
        distance = values + 1 - 2 * sum(k * p for k, p in enumerate(deck.proportions, start=1))
        if distance and transcript_delta(deck, n, e) <= delta:
            found = variance(deck, n, "1/4")
            best = found if best is None else min(best, found)
    if best is None:
        with pytest.raises(InputError, match="add cards"):
            repaired_deck_delta(n, cards, e, delta, "1/4", values=values)
        return
    found = repaired_deck_delta(n, cards, e, delta, "1/4", values=values)
    assert found.variance == best and found.delta == transcript_delta(found.deck, n, e) <= delta


def test_revealing_cards_pay_under_a_delta():
    e = read_epsilon("ln2")
    two, four = (repaired_deck_delta(3, 30, e, F(1, 10), "1/10", values=v) for v in (2, 4))
    assert four.deck.counts == (0, 9, 20, 1) and four.variance < two.variance


def test_with_delta_zero_more_values_are_the_pure_repair():
    e = read_epsilon("ln3")
    for values in (3, 4):
        found = repaired_deck_delta(3, 15, e, F(0), "1/10", values=values)
        assert found.variance == repaired_deck(3, 15, e, "1/10", values=values).variance


def test_a_search_that_would_take_too_long_says_so():
    with pytest.raises(InputError, match="too long"):
        repaired_deck_delta(100, 500, read_epsilon("1"), F(1, 100), "1/10", values=3)
