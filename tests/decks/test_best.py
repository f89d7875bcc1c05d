import itertools
from fractions import Fraction as F

import pytest

from rropt.decks import best
from rropt.decks.best import MOST_CARDS, MOST_VALUES, best_deck, best_proportions, least_spread
from rropt.decks.deck import Deck, spread
from rropt.decks.privacy import one_answer_epsilon
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.matrix import product


def decks(cards, values):
    for cuts in itertools.combinations(range(cards + values - 1), values - 1):
        edges = (-1, *cuts, cards + values - 1)
        yield Deck(tuple(b - a - 1 for a, b in itertools.pairwise(edges)))


@pytest.mark.some(values=2)
@pytest.mark.parametrize("values", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("epsilon", ["ln1.5", "ln3", "1", "1/3"])
def test_the_search_agrees_with_trying_every_deck(values, epsilon):
    wanted = read_epsilon(epsilon)
    t = wanted.t
    for cards in (5, 7, 8) if values > 4 else (4, 7, 9, 12):
        found = []
        for deck in decks(cards, values):
            parity = one_answer_epsilon(deck).t
            distance = values + 1 - 2 * sum(k * p for k, p in enumerate(deck.proportions, start=1))
            if not isinstance(parity, float) and parity <= t and distance:
                found.append(spread(deck.proportions))
        if not found:
            with pytest.raises(InputError, match=r"no deck of .* that allows an estimate"):
                best_deck(cards, values, wanted)
            continue
        best = best_deck(cards, values, wanted)
        assert best.cards == cards and one_answer_epsilon(best).t <= t
        assert spread(best.proportions) == min(found)


def test_a_middle_card_can_pay_and_so_can_a_second_pair():
    assert best_deck(5, 3, read_epsilon("ln3")).counts == (1, 1, 3)
    assert best_deck(7, 7, read_epsilon("ln3")).counts == (1, 1, 0, 0, 0, 2, 3)


def test_a_large_deck_is_found_quickly_and_approaches_the_least_spread():
    epsilon = read_epsilon("1/2")
    deck = best_deck(100_000, 3, epsilon)
    ratio = spread(deck.proportions) / least_spread(epsilon)
    assert 1 < ratio < F(1_000_100, 1_000_000)


def garbling_of_warner(law, t):
    """The C of the docstring of `best`."""
    pairs = list(zip(law, reversed(law), strict=True))
    return tuple(((t * a - b) / (t - 1), (t * b - a) / (t - 1)) for a, b in pairs)


def test_the_best_proportions_reach_the_bound_and_everything_else_is_a_garbling_of_warner():
    for text in ("1", "ln3"):
        epsilon = read_epsilon(text)
        t = epsilon.t
        assert spread(best_proportions(4, epsilon)) == least_spread(epsilon) == t / (t - 1) ** 2
        p2 = F(1, 3)
        law = ((1 - p2) / (1 + t), p2, t * (1 - p2) / (1 + t))
        warner = ((t / (1 + t), 1 / (1 + t)), (1 / (1 + t), t / (1 + t)))
        c = garbling_of_warner(law, t)
        assert min(x for row in c for x in row) >= 0 and all(sum(row[j] for row in c) == 1 for j in range(2))
        assert product(c, warner) == tuple(zip(law, reversed(law), strict=True))
        # the paper's Theorem 5.5: the same ε costs the factor that its p₂ costs
        assert spread(law) == ((t + 1) ** 2 / ((t - 1) ** 2 * (1 - p2)) - 1) / 4 > least_spread(epsilon)


@pytest.mark.parametrize("epsilon", ["0", "inf"])
def test_degenerate_budgets_are_refused(epsilon):
    with pytest.raises(InputError, match="positive and finite"):
        best_deck(10, 3, read_epsilon(epsilon))
    assert read_number("1") == 1


@pytest.mark.parametrize(("cards", "values"), [(MOST_CARDS + 1, 3), (3, MOST_VALUES + 1)])
def test_the_limits_of_the_search_are_said(cards: int, values: int) -> None:
    with pytest.raises(
        InputError, match=f"at most {MOST_VALUES} values, and for more than 2 values at most {MOST_CARDS} cards"
    ):
        best_deck(cards, values, read_epsilon(1))


@pytest.mark.parametrize("joint", [0, -1])
def test_the_epsilon_of_no_answer_is_refused(joint):
    # it would allow a deck whose single answers have a larger epsilon
    with pytest.raises(InputError, match="give at least 1"):
        best_deck(10, 3, read_epsilon("1"), joint=joint)


def test_every_number_of_cards_that_the_search_tries_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # 9,999 cards of five values are found in few steps of the recursion, but each of these tries thousands of numbers of cards
    monkeypatch.setattr(best, "MOST_STEPS", 1000)
    with pytest.raises(InputError, match="takes too long; give fewer cards"):
        best_deck(9_999, 5, read_epsilon("ln2"))
