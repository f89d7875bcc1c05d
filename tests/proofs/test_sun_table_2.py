"""Table 2: each correct number is the least N by the exact variance, and exactly one printed number is wrong."""

from fractions import Fraction

import pytest

from proofs.papers.sun.table_2 import BUDGETS, PRINTED, minimum_sizes, table_rows
from rropt.decks import Deck, variance
from rropt.exact.epsilon import read_epsilon


def test_exactly_one_printed_number_is_wrong() -> None:
    wrong = [row for row in table_rows() if row[4] != "as printed"]
    assert [row[:4] for row in wrong] == [("modified Christofides", "0.01", "101011", "101010")]


@pytest.mark.parametrize("epsilon", BUDGETS)
def test_numbers_are_least_by_the_papers_own_formulas(epsilon: str) -> None:
    t = read_epsilon(epsilon).t
    warner = t / (t - 1) ** 2
    cards = ((t + 1) ** 2 / ((t - 1) ** 2 * Fraction(99, 100)) - 1) / 4
    improved = Fraction(36, 100) * cards
    for name, value, shift in zip(PRINTED, (warner, cards, improved), (0, 0, 1), strict=True):
        n, whole, _ = minimum_sizes(name, epsilon)
        assert value / (n - shift) <= Fraction(1, 10) < value / (n - shift - 1)
        assert n <= whole
        assert whole % 10 == 0


def test_the_formula_of_the_improved_mechanism_is_the_decks_exact_variance() -> None:
    """On a deck that does exist the table's formula 4π(1 − π)σ²/((N − 1)D²) is the enumerated variance."""
    deck = Deck((60, 10, 30), kept=True)
    mean, square = Fraction(17, 10), Fraction(37, 10)
    spread = (square - mean**2) / (4 - 2 * mean) ** 2
    assert variance(deck, 100, "1/10") == Fraction(36, 100) * spread / 99


@pytest.mark.parametrize("epsilon", BUDGETS)
def test_realisable_sizes_have_a_real_deck_and_smaller_ones_have_none(epsilon: str) -> None:
    t = read_epsilon(epsilon).t
    n, real, _ = minimum_sizes("improved Christofides", epsilon)

    def reached(people: int) -> bool:
        middle, others = people // 100, 99 * people // 100
        least = next(b for b in range(int(others / (1 + float(t))) - 1, others) if others - b <= t * b)
        if others - least <= least:
            return False
        deck = Deck((others - least, middle, least), kept=True)
        return bool(variance(deck, people, "1/10") <= Fraction(1, 10))

    assert real % 100 == 0
    assert reached(real)
    assert not any(reached(people) for people in range(-(-n // 100) * 100, real, 100))
