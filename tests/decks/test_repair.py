import itertools
import math
from collections import defaultdict
from fractions import Fraction as F

import pytest

from rropt.decks.best import difference, least_spread
from rropt.decks.deck import Deck, spread, variance
from rropt.decks.estimate import estimate
from rropt.decks.privacy import transcript_epsilon
from rropt.decks.repair import (
    least_repaired_spread,
    least_repairing_cards,
    repaired_copies,
    repaired_deck,
)
from rropt.decks.sampling import REPLACEMENT
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError


def best_by_trial(n, cards, t, prevalence):
    found = []
    for small in range(1, (cards + 1) // 2):
        deck = Deck((small, cards - small), kept=True)
        joint = transcript_epsilon(deck, n).t
        if not isinstance(joint, float) and joint <= t:
            found.append((variance(deck, n, prevalence), deck))
    return min(found, key=lambda x: x[0])[1] if found else None


@pytest.mark.parametrize("n", [1, 2, 5, 8])
@pytest.mark.parametrize("epsilon", ["ln2", "1", "ln5"])
def test_the_deck_is_the_best_of_all_two_valued_decks_and_the_least_number_of_cards_is_least(n, epsilon):
    wanted = read_epsilon(epsilon)
    least = least_repairing_cards(n, wanted)
    for cards in range(n, least):
        assert best_by_trial(n, cards, wanted.t, "1/4") is None
    for cards in (least, least + 7, 4 * least):
        expected = best_by_trial(n, cards, wanted.t, "1/4")
        if expected is None:
            with pytest.raises(InputError, match=r"cannot give|no deck of"):
                repaired_deck(n, cards, wanted, "1/4")
            continue
        found = repaired_deck(n, cards, wanted, "1/4")
        assert found.deck == expected
        assert found.joint.t <= wanted.t and found.joint.t != math.inf
        assert found.variance == variance(expected, n, "1/4")


@pytest.mark.parametrize("n", [1, 3, 1000])
@pytest.mark.parametrize("epsilon", ["1/10^8", "ln1.001", "1/100", "25"])
def test_the_least_number_of_cards_is_found_at_any_epsilon(n, epsilon):
    wanted = read_epsilon(epsilon)
    if (n, epsilon) == (1000, "1/10^8"):
        with pytest.raises(InputError, match="would take 20000000"):
            least_repairing_cards(n, wanted)
        return
    least = least_repairing_cards(n, wanted)
    assert difference(least, wanted.t, n - 1) > 0
    assert all(difference(least - less, wanted.t, n - 1) <= 0 for less in range(1, 4))


@pytest.mark.parametrize("prevalence", ["0", "1/8", "1/2"])
def test_it_never_beats_putting_the_cards_back_at_its_own_joint_epsilon(prevalence):
    for n in (2, 4, 8):
        for small in range(n, 40):
            for large in range(small + 1, 3 * small):
                deck = Deck((small, large), kept=True)
                joint = transcript_epsilon(deck, n)
                assert variance(deck, n, prevalence) >= least_spread(joint) / n


def test_many_cards_approach_independent_draws_under_any_sampling():
    found = repaired_deck(10, 10**6, read_epsilon("ln3"), "1/10", sampling=REPLACEMENT)
    assert 1 < found.variance / found.independent < 1.001
    assert found.independent - least_spread(read_epsilon("ln3")) / 10 == variance(
        Deck((1, 3)), 10, "1/10", sampling=REPLACEMENT
    ) - variance(Deck((1, 3)), 10, "1/10")


def decks(cards, values):
    for cuts in itertools.combinations(range(cards + values - 1), values - 1):
        edges = (-1, *cuts, cards + values - 1)
        yield Deck(tuple(b - a - 1 for a, b in itertools.pairwise(edges)), kept=True)


def usable(values, cards, n, t):
    for deck in decks(cards, values):
        joint = transcript_epsilon(deck, n).t
        distance = values + 1 - 2 * sum(k * p for k, p in enumerate(deck.proportions, start=1))
        if not isinstance(joint, float) and joint <= t and distance:
            yield deck


@pytest.mark.parametrize(
    ("values", "n", "cards"), [(3, 2, 9), (3, 3, 14), (4, 2, 12), (4, 3, 13), (5, 2, 11), (6, 1, 9)]
)
@pytest.mark.parametrize("epsilon", ["ln2", "1", "ln5"])
def test_with_more_values_it_is_the_best_of_all_decks(values, n, cards, epsilon):
    wanted = read_epsilon(epsilon)
    spreads = [variance(deck, n, "1/4") for deck in usable(values, cards, n, wanted.t)]
    if not spreads:
        with pytest.raises(InputError):
            repaired_deck(n, cards, wanted, "1/4", values=values)
        return
    found = repaired_deck(n, cards, wanted, "1/4", values=values)
    assert found.variance == min(spreads) and found.joint.t <= wanted.t
    assert found.deck.values == values and found.deck.cards == cards


@pytest.mark.parametrize(("values", "n", "cards"), [(3, 2, 8), (3, 4, 12), (4, 3, 11), (5, 2, 9)])
def test_no_deck_passes_the_bound_nor_independent_draws_at_its_own_joint_epsilon(values, n, cards):
    reached = 0
    for deck in usable(values, cards, n, F(10**6)):
        joint = transcript_epsilon(deck, n)
        bound = least_repaired_spread(n, cards, joint)
        assert spread(deck.proportions) >= bound
        reached += spread(deck.proportions) == bound
        assert variance(deck, n, 0) >= least_spread(joint) / n
    assert reached  # some deck attains it: the two outer cards alone


def test_an_odd_deck_is_served_by_a_middle_card():
    wanted = read_epsilon("ln3")
    odd = repaired_deck(3, 15, wanted, "0", values=3)
    assert odd.deck.counts[1] > 0
    assert odd.variance < repaired_deck(3, 15, wanted, "0").variance


def transcripts(deck, truths):
    law = defaultdict(F)
    for cards in itertools.product(range(deck.values), repeat=len(truths)):
        weight, left = F(1), list(deck.counts)
        for k in cards:
            weight *= F(max(0, left[k]), sum(left))
            left[k] -= 1
        if weight:
            law[tuple(deck.mirror(k) if x else k for k, x in zip(cards, truths, strict=True))] += weight
    return law


@pytest.mark.parametrize(("values", "n", "cards"), [(3, 3, 15), (4, 2, 12), (5, 3, 16)])
def test_its_estimator_variance_and_joint_epsilon_by_enumeration(values, n, cards):
    found = repaired_deck(n, cards, read_epsilon("ln4"), F(1, n), values=values)
    worst = F(1)
    for truths in itertools.product((0, 1), repeat=n):
        law = transcripts(found.deck, truths)
        assert sum(law.values()) == 1
        estimates = {a: estimate(found.deck, [sum(x == k for x in a) for k in range(values)]) for a in law}
        share = F(sum(truths), n)
        assert sum(w * estimates[a] for a, w in law.items()) == share
        assert sum(w * (estimates[a] - share) ** 2 for a, w in law.items()) == variance(found.deck, n, share)
        other = transcripts(found.deck, (1 - truths[0], *truths[1:]))
        worst = max(worst, *(w / other[a] for a, w in law.items()))
    assert found.joint.t == worst <= 4
    assert found.variance == variance(found.deck, n, F(1, n))


@pytest.mark.parametrize("counts", [(1, 3), (2, 3, 5), (1, 2, 3, 3), (3, 0, 4), (1, 4, 1)])
@pytest.mark.parametrize("epsilon", ["ln4", "2"])
@pytest.mark.parametrize("n", [1, 2, 7])
def test_copies_are_the_fewest_that_reach_the_bound(counts, epsilon, n):
    wanted, deck = read_epsilon(epsilon), Deck(counts)
    if counts == (1, 4, 1):
        with pytest.raises(InputError, match="same mean answer"):
            repaired_copies(deck, n, wanted, "1/4")
        return

    def good(copies):
        many = Deck(tuple(copies * c for c in counts), kept=True)
        return many.cards >= n and transcript_epsilon(many, n).t <= wanted.t

    found = repaired_copies(deck, n, wanted, "1/4")
    assert found.deck.cards // deck.cards == next(c for c in itertools.count(1) if good(c))
    assert found.deck.proportions == deck.proportions and found.variance == variance(found.deck, n, "1/4")


def test_copies_that_never_reach_the_bound_are_refused():
    for counts, epsilon in (((1, 3), "ln3"), ((1, 3), "1"), ((0, 1, 3), "5")):
        with pytest.raises(InputError, match="however many such decks are joined"):
            repaired_copies(Deck(counts), 5, read_epsilon(epsilon), "1/4")
