"""Kuk's two decks: report the colours drawn from the deck that belongs to the truth."""

from __future__ import annotations

import math

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.families.bitwise.bits import bits_parity
from rropt.families.parameters import read_finite_epsilon, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["kuk", "tight_parity"]

MOST_CARDS = 100


def _decks(p: object, q: object, epsilon: object, cards: int) -> tuple[Number, Number, str]:
    if epsilon is None:
        if p is None or q is None:
            raise InputError(f"kuk needs both p and q, or epsilon, but got p={p} and q={q}")
        return read_probability(p, name="p"), read_probability(q, name="q"), ""
    if p is not None or q is not None:
        raise InputError(
            f"kuk takes either p and q or epsilon, but got p={p}, q={q} and epsilon={epsilon}; drop epsilon, or drop p and q"
        )
    budget, _ = read_finite_epsilon(epsilon, family="kuk")
    _, t = read_finite_epsilon(budget.split(cards), family="kuk")
    return t / (1 + t), 1 / (1 + t), budget.said


def tight_parity(*, p: object = None, q: object = None, epsilon: object = None, cards: object = 1) -> Bound:
    """Return the parity of the answer: the largest ratio of an output's probabilities under the two inputs.

    If one card is drawn, the parity is the largest of p/q, (1−p)/(1−q) and their inverses. If n cards are drawn, it is the n-th
    power of that number.
    """
    n = read_integer(cards, name="cards", least=1, most=MOST_CARDS)
    one, zero, _ = _decks(p, q, epsilon, n)
    return bits_parity(zero, one, n)


@family("kuk:p=2/3,q=1/3,cards=2", parity=tight_parity)
def kuk(*, p: object = None, q: object = None, epsilon: object = None, cards: object = 1) -> Mechanism:
    """For input 1, the answer counts the red cards among `cards` draws that are red with probability p; for input 0, q.

    Each respondent draws with replacement from two decks and reports the number of red cards from the deck that belongs
    to the truth: the output is Binomial(cards, p) or Binomial(cards, q). epsilon stands for the symmetric decks
    p = s/(1+s), q = 1/(1+s) with s = e^(ε/cards).

    Kuk (1990), Asking sensitive questions indirectly, Biometrika 77, 436–438.

    Args:
        p: The share of red cards in the deck of input 1.
        q: The share of red cards in the deck of input 0.
        epsilon: The budget of every answer, in place of p and q.
        cards: How many cards are drawn.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import kuk
        >>> " ".join(map(str, kuk(p="2/3", q="1/3", cards=2)[0]))
        '4/9 1/9'
    """
    n = read_integer(cards, name="cards", least=1, most=MOST_CARDS)
    one, zero, said = _decks(p, q, epsilon, n)
    return Mechanism([[_binomial(n, i, x) for x in (zero, one)] for i in range(n + 1)], said=said)


def _binomial(n: int, i: int, x: Number) -> Number:
    return math.comb(n, i) * x**i * (1 - x) ** (n - i)
