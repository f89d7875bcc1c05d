"""`simulate_deck`: thousands of surveys with a deck of cards, their bias, variance and coverage beside the exact ones.

Cards put back are independent draws. Kept cards are drawn without replacement, kind by kind: given that the first kinds
took their number, the next kind is hypergeometric among what is left. (A hundred thousand surveys need no loop over
people, since only how many of each kind each group drew matters.) An interval depends on the sum of the answers alone, so it is
worked out exactly, once for each sum that was drawn; of more than 20,000 sums the coverage is left out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.decks.coverage import deck_coverage
from rropt.decks.deck import Deck, estimate_of_sum, variance
from rropt.decks.errors import deck_interval
from rropt.decks.pairs import TooLong
from rropt.estimates.draws_of_surveys import truths_of_samples
from rropt.estimates.intervals import Method
from rropt.estimates.prevalence import read_prevalence
from rropt.estimates.sampling import Sampling, read_sampling
from rropt.exact.counted import counted
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.planning.simulation import Check, Simulation, checks_of, coverage_check

if TYPE_CHECKING:
    import numpy

__all__ = ["draw_cards", "simulate_deck"]

MOST_SUMS = 20_000


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
    method: Method = "wilson",
    confidence: object = "0.95",
) -> Simulation:
    """Draw surveys of n respondents with this deck; a `no` answers the card's number k, a `yes` L + 1 − k.

    The intervals are those of `deck_errors`; their exact coverage stands beside the simulated one where it is enumerated.
    """
    deck.check(n)
    if surveys < 2:
        raise InputError(f"{surveys} surveys have no variance; draw at least 2")
    model, shares = read_sampling(sampling, population=population), read_prevalence(prevalence, 2)
    yes = truths_of_samples(shares, n, surveys, sampling=model, rng=rng)[:, 1]
    totals = _totals(deck, *_groups(deck, yes, n, rng))
    estimates = _estimates(deck, totals, n)
    exact, truth = float(variance(deck, n, shares[1], sampling=model)), float(shares[1])
    title = f"{surveys} surveys of {counted(n, 'respondent')}, {deck}; prevalence {truth:.6g}, {method} intervals"
    checks: tuple[Check, ...] = checks_of(estimates, truth, exact)
    hits = _hits(deck, totals, n, shares[1], method, confidence, model)
    if hits is not None:
        checks = (*checks, coverage_check(hits, _known(deck, n, shares[1], method, confidence, model)))
    outside = float(((estimates < 0) | (estimates > 1)).mean())
    return Simulation(title, surveys, n, model, checks, outside)


def _hits(
    deck: Deck, totals: Any, n: int, truth: Number, method: Method, confidence: object, model: Sampling
) -> Any | None:
    """For every survey whether its interval covers."""
    import numpy as np

    sums, places = np.unique(totals, return_inverse=True)
    if len(sums) > MOST_SUMS:
        return None
    options: Any = {"method": method, "confidence": confidence, "sampling": model}
    found = [truth in deck_interval(deck, n, estimate_of_sum(deck, n, int(s)), **options) for s in sums]
    return np.array(found)[places]


def _known(deck: Deck, n: int, truth: Number, method: Method, confidence: object, model: Sampling) -> float | None:
    if not isinstance(truth, Fraction):
        return None
    try:
        return float(deck_coverage(deck, n, truth, method=method, confidence=confidence, sampling=model))
    except TooLong:
        return None


def _totals(deck: Deck, with_trait: Any, without: Any) -> Any:
    import numpy as np

    numbers = np.arange(1, deck.values + 1)
    return without @ numbers + with_trait @ numbers[::-1]


def _estimates(deck: Deck, totals: Any, n: int) -> Any:
    mean = float(sum(k * p for k, p in enumerate(deck.proportions, start=1)))
    return (totals / n - mean) / (deck.values + 1 - 2 * mean)
