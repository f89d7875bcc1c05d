"""`simulate_deck`: thousands of surveys with a deck of cards, their bias and variance beside the exact ones.

Cards put back are independent draws. Kept cards are drawn without replacement, kind by kind: given that the first kinds
took their number, the next kind is hypergeometric among what is left. (A hundred thousand surveys need no loop over
people, since only how many of each kind each group drew matters.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.estimates.prevalence import read_prevalence
from rropt.estimates.sampling import Sampling, read_sampling
from rropt.exact.errors import InputError
from rropt.planning.decks import Deck, variance
from rropt.planning.draws_of_surveys import truths_of_samples
from rropt.planning.simulation import Simulation, checks_of

if TYPE_CHECKING:
    import numpy

__all__ = ["draw_cards", "simulate_deck"]


def draw_cards(cards: Any, number: Any, *, rng: numpy.random.Generator) -> Any:
    """For every row, how many of each kind are among `number[row]` cards drawn without replacement from cards[row]."""
    import numpy as np

    drawn, left = np.zeros_like(cards), np.array(number)
    for kind in range(cards.shape[1]):
        rest = cards[:, kind + 1 :].sum(axis=1)
        drawn[:, kind] = rng.hypergeometric(cards[:, kind], rest, left) if kind + 1 < cards.shape[1] else left
        left = left - drawn[:, kind]
    return drawn


def _groups(deck: Deck, yes: Any, n: int, rng: numpy.random.Generator) -> tuple[Any, Any]:
    """The cards that those with the trait drew, and those that the others drew, survey by survey."""
    import numpy as np

    if not deck.kept:
        law = np.array([float(p) for p in deck.proportions])
        return rng.multinomial(yes, law), rng.multinomial(n - yes, law)
    cards = np.tile(np.array(deck.counts, dtype=np.int64), (len(yes), 1))
    first = draw_cards(cards, yes, rng=rng)
    return first, draw_cards(cards - first, n - yes, rng=rng)


def simulate_deck(
    deck: Deck,
    *,
    prevalence: object,
    n: int,
    surveys: int = 10_000,
    rng: numpy.random.Generator,
    sampling: str | Sampling = "census",
    population: int | None = None,
) -> Simulation:
    """Draw surveys of n respondents with this deck; a `no` answers the card's number k, a `yes` L + 1 − k."""
    deck.check(n)
    if surveys < 2:
        raise InputError(f"{surveys} surveys have no variance; draw at least 2")
    model, shares = read_sampling(sampling, population=population), read_prevalence(prevalence, 2)
    yes = truths_of_samples(shares, n, surveys, sampling=model, rng=rng)[:, 1]
    estimates = _estimates(deck, *_groups(deck, yes, n, rng), n)
    exact = float(variance(deck, n, shares[1], sampling=model))
    title = f"{surveys} surveys of {n} respondents, {deck}; prevalence {float(shares[1]):.6g}"
    outside = float(((estimates < 0) | (estimates > 1)).mean())
    return Simulation(title, surveys, n, model, checks_of(estimates, float(shares[1]), exact), outside)


def _estimates(deck: Deck, with_trait: Any, without: Any, n: int) -> Any:
    import numpy as np

    numbers = np.arange(1, deck.values + 1)
    mean = float(sum(k * p for k, p in enumerate(deck.proportions, start=1)))
    total = without @ numbers + with_trait @ numbers[::-1]
    return (total / n - mean) / (deck.values + 1 - 2 * mean)
