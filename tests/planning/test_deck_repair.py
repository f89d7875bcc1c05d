import math

import pytest

from rropt.estimates.sampling import REPLACEMENT
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.planning.deck_best import least_spread
from rropt.planning.deck_privacy import transcript
from rropt.planning.deck_repair import least_repairing_cards, repaired_deck
from rropt.planning.decks import Deck, variance


def best_by_trial(n, cards, t, prevalence):
    found = []
    for small in range(1, (cards + 1) // 2):
        deck = Deck((small, cards - small), kept=True)
        joint = transcript(deck, n).t
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
            with pytest.raises(InputError, match="cannot give"):
                repaired_deck(n, cards, wanted, "1/4")
            continue
        found = repaired_deck(n, cards, wanted, "1/4")
        assert found.deck == expected
        assert found.joint.t <= wanted.t and found.joint.t != math.inf
        assert found.variance == variance(expected, n, "1/4")


@pytest.mark.parametrize("prevalence", ["0", "1/8", "1/2"])
def test_it_never_beats_putting_the_cards_back_at_its_own_joint_epsilon(prevalence):
    for n in (2, 4, 8):
        for small in range(n, 40):
            for large in range(small + 1, 3 * small):
                deck = Deck((small, large), kept=True)
                joint = transcript(deck, n)
                assert variance(deck, n, prevalence) >= least_spread(joint) / n


def test_many_cards_approach_independent_draws_under_any_sampling():
    found = repaired_deck(10, 10**6, read_epsilon("ln3"), "1/10", sampling=REPLACEMENT)
    assert 1 < found.variance / found.independent < 1.001
    assert found.independent - least_spread(read_epsilon("ln3")) / 10 == variance(
        Deck((1, 3)), 10, "1/10", sampling=REPLACEMENT
    ) - variance(Deck((1, 3)), 10, "1/10")
