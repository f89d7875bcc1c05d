from fractions import Fraction as F

import pytest

from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.planning.deck_privacy import transcript_delta
from rropt.planning.deck_repair import repaired_deck
from rropt.planning.deck_repair_delta import repaired_deck_delta
from rropt.planning.decks import Deck


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
