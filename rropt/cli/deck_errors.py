"""What `rropt deck estimate` says about the error of its estimate: where the variance comes from, and two intervals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.cli.facts import Fact, measured, rounded_up, words

if TYPE_CHECKING:
    from rropt.decks.deck import Deck
    from rropt.estimates.intervals import Method
    from rropt.estimates.sampling import Sampling

__all__ = ["deck_error_facts"]

KNOWN = "exact, and the same at every share"
UNBIASED = "the unbiased estimate of the variance"
METHODS: dict[Method, str] = {
    "chebyshev": "covers at least as often as stated, by Chebyshev's inequality with the exact variance at every share",
    "normal": "an approximation, from the standard error above",
}


def deck_error_facts(cards: Deck, n: int, found: Fraction, model: Sampling, confidence: str) -> list[Fact]:
    """The standard error with its source, the largest one of all shares, and the intervals."""
    from rropt.decks.deck import variance_line
    from rropt.decks.errors import largest_variance, stated_deck_variance
    from rropt.exact.enclosure import sqrt_bounds

    spread = stated_deck_variance(cards, n, found, sampling=model)
    assert isinstance(spread.value, Fraction)
    known = variance_line(cards, n, sampling=model)[1] == 0
    how = KNOWN if known else spread.reason() or UNBIASED
    label = "standard error, estimated" if spread.is_estimated and not known else "standard error"
    most = largest_variance(cards, n, sampling=model)
    return [
        rounded_up("standard_error", sqrt_bounds(spread.value), label=label),
        measured("variance", spread.value, label="variance behind it").beside(
            source="exact" if known else spread.source
        ),
        words("variance_note", how, label="that variance is"),
        rounded_up(
            "largest_standard_error", sqrt_bounds(most), label="exact standard error at most, at prevalence 1/2"
        ),
        *(_interval(cards, n, found, model, confidence, method) for method in METHODS),
    ]


def _interval(cards: Deck, n: int, found: Fraction, model: Sampling, confidence: str, method: Method) -> Fact:
    from rropt.decks.errors import deck_interval
    from rropt.estimates.quantile import percent, read_confidence
    from rropt.estimates.tables import bounds_text
    from rropt.exact.spelling import show

    level = read_confidence(confidence)
    ends = deck_interval(cards, n, found, method=method, confidence=level, sampling=model)
    low, high = bounds_text((ends.lower, ends.upper))
    lower, upper = bounds_text((ends.lower, ends.upper), digits=12)
    note = METHODS[method] + (f"; {ends.note}" if ends.note else "")
    value = {"confidence": show(level), "lower": lower, "upper": upper, "note": note}
    label = f"{percent(level)}% {method} interval"
    return Fact(f"{method}_interval", label, f"from {low} to {high} ({note})", value)
