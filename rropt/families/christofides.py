"""Christofides' cards: draw one of the cards 1, …, L. For input 0 report its number Y, and for input 1 report L + 1 − Y."""

from __future__ import annotations

from collections.abc import Iterable

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.spelling import show
from rropt.families.parameters import larger_ratio, read_finite_epsilon, read_probability, require_one
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["christofides", "tight_parity"]

MOST_CARDS = 1024
Cards = tuple[Number, ...]


def _read(cards: object) -> Cards:
    items = cards.split(":") if isinstance(cards, str) else cards
    if not isinstance(items, Iterable):
        raise InputError(f"cards = {items} must list the proportions of the cards 1..L, such as 1/10:1/5:7/10")
    read = tuple(read_probability(x, name=f"card {i + 1}") for i, x in enumerate(items))
    if not 2 <= len(read) <= MOST_CARDS:
        raise InputError(f"a deck needs from 2 to {MOST_CARDS} kinds of cards, not {len(read)}")
    if (total := sum(read[1:], read[0])) != 1:
        raise InputError(f"the proportions {', '.join(map(show, read))[:80]} sum to {show(total)[:60]}, not 1")
    return read


def _deck(cards: object, epsilon: object, middle: object) -> tuple[Cards, str]:
    if require_one("christofides", cards=cards, epsilon=epsilon) == "cards":
        if middle is not None:
            raise InputError(
                f"christofides takes middle={middle} only with epsilon, because cards already states every proportion; drop middle"
            )
        return _read(cards), ""
    if middle is None:
        raise InputError("christofides with epsilon needs middle, the proportion of the second of three cards")
    budget, t = read_finite_epsilon(epsilon, family="christofides")
    m = read_probability(middle, name="middle")
    return (t * (1 - m) / (1 + t), m, (1 - m) / (1 + t)), budget.said


def tight_parity(*, cards: object = None, epsilon: object = None, middle: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): the largest p_i/p_(L+1−i).

    Here p_i is the proportion of card i, and L the number of cards.
    """
    deck, _ = _deck(cards, epsilon, middle)
    return max(larger_ratio(a, b) for a, b in zip(deck, reversed(deck), strict=True))


@family("christofides:cards=1/10:1/5:7/10", parity=tight_parity)
def christofides(*, cards: object = None, epsilon: object = None, middle: object = None) -> Mechanism:
    """For input 0 the answer is the number Y of a random card among 1..L, and for input 1 it is L + 1 − Y.

    Cards come with proportions p₁, …, p_L (`cards`; as text 1/10:1/5:7/10), so Pr(i | 0) = p_i and
    Pr(i | 1) = p_(L+1−i). epsilon with `middle` = p₂ stands for three cards with p₁ = e^ε·p₃; two cards are Warner's
    device. The outputs are labelled 1..L.

    Christofides (2003), A generalized randomized response technique, Metrika 57, 195–200; Sun et al., An improved
    Christofides mechanism, Theorems 5.4 and 5.5.

    Args:
        cards: The proportions of the cards.
        epsilon: The budget of every answer, in place of the cards.
        middle: The proportion of the middle one of three cards, beside epsilon.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import christofides
        >>> " ".join(map(str, christofides(cards="1/10:1/5:7/10")[0]))
        '1/10 7/10'
    """
    deck, said = _deck(cards, epsilon, middle)
    labels = [str(i + 1) for i in range(len(deck))]
    return Mechanism(zip(deck, reversed(deck), strict=True), outputs=labels, said=said)
