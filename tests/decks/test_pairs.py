from fractions import Fraction as F
from itertools import pairwise
from math import comb

import pytest

from rropt.decks.deck import Deck
from rropt.decks.pairs import PairShares, TooLong, pair_excess
from rropt.decks.privacy import transcript_delta
from rropt.exact.epsilon import read_epsilon


def excess_by_counting(a, b, rest, left, t):
    found = F(0)
    for i in range(a + 1):
        for j in range(b + 1):
            if 0 <= left - i - j <= rest and i > t * j:
                found += comb(a, i) * comb(b, j) * comb(rest, left - i - j) * (i - t * j)
    return found


@pytest.mark.parametrize("epsilon", ["0", "ln2", "1", "ln2.5"])
@pytest.mark.parametrize(
    ("a", "b", "rest", "left"), [(3, 5, 0, 4), (0, 4, 3, 2), (4, 4, 2, 7), (5, 1, 6, 3), (2, 0, 3, 5)]
)
def test_the_expected_excess_is_that_of_counting(epsilon, a, b, rest, left):
    t = read_epsilon(epsilon).t
    top, low = pair_excess(a, b, rest, left, t)
    assert top - t * low == excess_by_counting(a, b, rest, left, t)


@pytest.mark.parametrize("epsilon", ["0", "ln2", "1", "4"])
@pytest.mark.parametrize(("cards", "n"), [(9, 2), (12, 5), (13, 12), (16, 9)])
def test_the_share_of_a_pair_decreases_in_the_scarcer_kind(epsilon, cards, n):
    shares = PairShares(cards, n, read_epsilon(epsilon).t)
    for m in range(1, cards + 1):
        values = [top - shares.t * low for top, low in (shares.share(m, s) for s in range(m // 2 + 1))]
        assert all(a >= b for a, b in pairwise(values))
        if m > 1:
            # the order is not that of constants
            assert values[0] > values[-1]


def test_the_shares_of_the_pairs_add_up_to_delta_whatever_the_other_cards():
    t = read_epsilon("ln2")
    for counts in ((1, 2, 3, 4), (0, 4, 1, 2, 3), (2, 0, 5), (3, 1, 2, 2, 1, 4)):
        deck = Deck(counts, kept=True)
        for n in (1, 3, deck.cards - 1):
            shares = PairShares(deck.cards, n, t.t)
            total = F(0)
            for k in range(deck.values // 2):
                a, b = counts[k], counts[deck.mirror(k)]
                top, low = shares.share(a + b, min(a, b))
                total += (top - t.t * low) / F(shares.unit)
            assert total == transcript_delta(deck, n, t)


def test_what_is_too_long_says_so():
    with pytest.raises(TooLong, match="smaller deck"):
        pair_excess(2000, 2000, 2000, 4000, F(2))
