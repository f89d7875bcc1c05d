"""Makes the facts that `rropt deck` prints: about a deck, the best deck for an epsilon, a repaired deck, and an estimate.

A repaired deck is for respondents who keep the card that they draw. It has more cards than respondents, so all answers together
still have a finite epsilon.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from rropt.cli.reading.data_file import count_texts
from rropt.cli.terminal.facts import Fact, budget, lead, measured, rounded_up, stated, words
from rropt.decks.best import best_deck, best_proportions, least_spread
from rropt.decks.deck import Deck, spread, variance
from rropt.decks.disclosure import TOO_LONG, OddsEvidence, disclosure, say_delta
from rropt.decks.estimate import chebyshev_interval, estimate, stated_deck_variance, variance_line
from rropt.decks.privacy import one_answer_epsilon, transcript_epsilon
from rropt.decks.repair import Repaired, least_repaired_spread, least_repairing_cards, repaired_copies, repaired_deck
from rropt.exact.decimal import decimal, show_with_decimal
from rropt.exact.enclosure import sqrt_bounds
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import counted
from rropt.exact.spelling import show as show_number
from rropt.survey.enclosures import bounds_text, interval_fields
from rropt.survey.intervals.interval import Interval, normal_interval
from rropt.survey.intervals.quantile import percent, read_confidence
from rropt.survey.sampling import Sampling
from rropt.survey.tally import DROP_OTHERS, Strange, Tally, tally_of_rows

__all__ = ["best_facts", "copies_facts", "estimate_facts", "repair_facts", "show_facts", "tally_answers"]

ALL_NAMED = "epsilon of all named answers"
PUT_BACK = "n times the device's variance, cards put back"
NEVER_BETTER = "at delta = 0 no repaired deck, of any number of values, beats cards put back at the same joint epsilon"
KNOWN = "exact, and the same at every share"
UNBIASED = "the unbiased estimate of the variance"
BY_CHEBYSHEV = "covers at least as often as stated, by Chebyshev's inequality with the exact variance at every share"
BY_NORMAL = "an approximation, from the standard error above"


def _deck_fact(cards: Deck) -> Fact:
    return words("deck", str(cards), value={"counts": list(map(str, cards.counts)), "kept": cards.kept})


def _sampling_fact(model: Sampling) -> Fact:
    population = None if model.population is None else str(model.population)
    return words("sampling", str(model), value={"kind": model.kind, "population": population})


def _variance_facts(cards: Deck, n: int, prevalence: str, model: Sampling) -> list[Fact]:
    found = variance(cards, n, prevalence, sampling=model)
    exact = measured("variance", found, label=f"variance at prevalence {prevalence}")
    return [
        _sampling_fact(model),
        exact.beside(prevalence=show_number(read_number(prevalence))),
        rounded_up("standard_error", sqrt_bounds(found)),
    ]


def show_facts(cards: Deck, n: int, prevalence: str, *, prior: str, at: Epsilon | None, model: Sampling) -> list[Fact]:
    """Compute the variance of a deck's estimate and everything its answers disclose."""
    facts = [_deck_fact(cards), stated("respondents", n), *_variance_facts(cards, n, prevalence, model)]
    if cards.kept:
        back = _variance_facts(replace(cards, kept=False), n, prevalence, model)[1]
        facts.append(replace(back, key="variance_put_back", label="the same cards put back have variance"))
    found = disclosure(cards, n, prior=prior, at=at)
    if found.differs:
        facts.append(words("warning", found.warning))
    facts += [_quantity(*quantity) for quantity in found.quantities()]
    delta = next(i for i, fact in enumerate(facts) if fact.key == "delta_of_all_answers")
    facts[delta] = replace(facts[delta], text=say_delta(found.delta)).beside(epsilon=str(found.at))
    how = "keep the card" if cards.kept else "put the card back"
    odds = _odds(one_answer_epsilon(cards))
    said = f"{counted(n, 'person', 'people')} draw one of {counted(cards.cards, 'card')} and {how}. {odds}"
    return [_lead_with_error(said, facts), *facts]


def _odds(epsilon: Epsilon) -> str:
    """Say how one answer changes an outsider's odds."""
    if is_infinite(epsilon.t):
        return "One answer alone can prove a truth"
    return f"One answer changes the odds of a yes by a factor of at most {decimal(epsilon.t, direction='upper')}"


def _lead_with_error(beginning: str, facts: list[Fact]) -> Fact:
    """Make the leading sentence from its beginning and the standard error, which is taken from the facts."""
    error = next(fact.text for fact in facts if fact.key == "standard_error")
    return lead(f"{beginning}; the standard error of the estimated share is {error}.")


def _quantity(key: str, label: str, x: Any) -> Fact:
    if x is None:
        return Fact(key, label, TOO_LONG, None)
    if isinstance(x, OddsEvidence):
        return Fact(key, label, str(x), x.to_dict())
    return budget(key, x, label=label) if isinstance(x, Epsilon) else measured(key, x, label=label)


def best_facts(bound: Epsilon, cards: int, values: int, *, kept: bool) -> list[Fact]:
    """Find the best deck of `cards` cards for which one answer has at most the ε `bound`.

    The facts also give two amounts that randomization adds to n times the variance of the estimated share, if the n respondents put
    their cards back: the amount for this deck, and the least amount for any deck of this ε.
    """
    found = best_deck(cards, values, bound, kept=kept)
    proportions = best_proportions(values, bound)
    least = f"{show_with_decimal(least_spread(bound))}, Warner's device: every deck of this epsilon is a garbling of it"
    kinds = ", ".join(f"{counted(c, 'card')} showing {k}" for k, c in enumerate(found.counts, start=1) if c)
    return [
        lead(
            f"The best deck of {cards} cards has {kinds}: its device adds {decimal(spread(found.proportions))} to n times the "
            f"variance of the estimated share (cards put back), where no deck of this epsilon adds less than "
            f"{decimal(least_spread(bound), direction='lower')}."
        ),
        budget("epsilon", bound),
        _deck_fact(found),
        budget("epsilon_of_one_answer", one_answer_epsilon(found)),
        budget("epsilon_of_all_answers", transcript_epsilon(found, cards), label=f"epsilon of {cards} named answers"),
        measured("spread", spread(found.proportions), label=PUT_BACK),
        words(
            "best_proportions",
            ", ".join(map(show_with_decimal, proportions)),
            value=list(map(show_number, proportions)),
        ),
        replace(measured("least_spread", least_spread(bound), label="which reach"), text=least),
    ]


def repair_facts(
    bound: Epsilon, n: int, cards: int | None, values: int, prevalence: str, model: Sampling
) -> list[Fact]:
    """Find the best deck for n respondents who keep the card that they draw, and its variance.

    All answers together may have at most the ε `bound`. The deck has `cards` cards. If `cards` is None, it has ten times the least
    number of cards with which the bound can be met.
    """
    least = least_repairing_cards(n, bound)
    wanted = 10 * least if cards is None else cards
    found = repaired_deck(n, wanted, bound, prevalence, values=values, sampling=model)
    any_deck = f"and the least that any {wanted} cards have at the epsilon asked for"
    facts = [
        *_repaired_facts(found, n),
        stated("least_number_of_cards", least),
        measured("spread_put_back", spread(found.deck.proportions), label=PUT_BACK),
        measured("least_spread", least_repaired_spread(n, wanted, bound), label=any_deck),
        *_variance_facts(found.deck, n, prevalence, model),
    ]
    return [_repaired_lead(found, n, facts), *facts]


def _repaired_lead(found: Repaired, n: int, facts: list[Fact]) -> Fact:
    kinds = ", ".join(f"{counted(c, 'card')} showing {k}" for k, c in enumerate(found.deck.counts, start=1))
    joint = "" if is_infinite(found.joint.t) else f" by a factor of at most {decimal(found.joint.t, direction='upper')}"
    return _lead_with_error(
        f"With {kinds} (kept after the draw) all {n} named answers together change the odds of a yes{joint}", facts
    )


def copies_facts(bound: Epsilon, n: int, one: Deck, prevalence: str, model: Sampling) -> list[Fact]:
    """Make the facts about a deck that joins the fewest copies of the deck `one` for which the ε is at most `bound`.

    Each of the n respondents keeps the card that he draws. The ε is that of the n answers together.
    """
    found = repaired_copies(one, n, bound, prevalence, sampling=model)
    copies = stated("copies", found.deck.cards // one.cards)
    facts = [*_repaired_facts(found, n), copies, *_variance_facts(found.deck, n, prevalence, model)]
    return [_repaired_lead(found, n, facts), *facts]


def _repaired_facts(found: Repaired, n: int) -> list[Fact]:
    put_back = "variance of cards put back (Warner) at the epsilon asked for"
    return [
        _deck_fact(found.deck),
        budget("epsilon_of_one_answer", one_answer_epsilon(found.deck)),
        budget("epsilon_of_all_answers", found.joint, label=f"epsilon of all {n} named answers"),
        measured("variance_put_back", found.independent, label=put_back),
        words("note", NEVER_BETTER),
    ]


def tally_answers(file: Path, column: str, cards: Deck, other: str) -> Tally:
    """Count the answers in a column of the file by the number on the card.

    If `other` is "drop", cells with another text and empty cells are left out; otherwise they raise `InputError`. A column without
    answers raises it too.
    """
    counts = count_texts(file, column).items()
    known = [str(k + 1) for k in range(cards.values)]
    try:
        tally = tally_of_rows(((x, n, Fraction(n), Fraction(n)) for x, n in counts), known, other=other)  # type: ignore[arg-type]
    except Strange as error:  # a deck's answers cannot be relabelled, and what is missing is left out with the rest
        raise InputError(error.args[0], "; mend the file, or leave these answers out with ", DROP_OTHERS) from None
    if not tally.n:
        raise InputError(
            f"{file} has no numbers from 1 to {cards.values} in its column '{column}'; name the column of answers"
        )
    return tally


def estimate_facts(cards: Deck, tally: Tally, model: Sampling, confidence: str) -> list[Fact]:
    """Estimate the prevalence from a tally of answers.

    The facts are the estimate with its errors, the ε of one answer, and the ε of all answers together.
    """
    answers, n = tally.counts, tally.n
    found = estimate(cards, answers)
    counts = {str(k): str(c) for k, c in enumerate(answers, start=1)}
    dropped = stated("dropped", tally.dropped, label="dropped answers, which no card gives")
    one, joint = one_answer_epsilon(cards), transcript_epsilon(cards, n)
    facts = [
        _deck_fact(cards),
        stated("people", n),
        *([dropped] if tally.dropped else []),
        words("answers", ", ".join(f"{c} of {k}" for k, c in counts.items()), value=counts),
        _sampling_fact(model),
        measured("estimate", found),
        *_error_facts(cards, n, found, model, confidence),
        budget("epsilon_of_one_answer", one),
        budget("epsilon_of_all_answers", joint, label=ALL_NAMED),
    ]
    if joint.t != one.t:
        facts.append(words("warning", "WARNING: all named answers together are less private than one answer alone"))
    said = f"The share of yes is estimated at {decimal(found)} from {counted(n, 'answer')}"
    return [_lead_with_error(said, facts), *facts]


def _error_facts(cards: Deck, n: int, found: Fraction, model: Sampling, confidence: str) -> list[Fact]:
    """Compute the standard error of the estimate `found`, and say whether it was estimated or is exact.

    The other facts are the largest standard error over all prevalences, which occurs at 1/2, and two confidence intervals.
    """
    error = stated_deck_variance(cards, n, found, sampling=model)
    assert isinstance(error.value, Fraction)
    known = variance_line(cards, n, sampling=model)[1] == 0
    label = "standard error, estimated" if error.is_estimated and not known else "standard error"
    most = variance(cards, n, Fraction(1, 2), sampling=model)
    level = read_confidence(confidence)
    chebyshev = chebyshev_interval(cards, n, found, confidence=level, sampling=model)
    return [
        rounded_up("standard_error", sqrt_bounds(error.value), label=label),
        measured("variance", error.value, label="variance behind it").beside(source="exact" if known else error.source),
        words("variance_note", KNOWN if known else error.reason() or UNBIASED, label="that variance is"),
        rounded_up(
            "largest_standard_error", sqrt_bounds(most), label="exact standard error at most, at prevalence 1/2"
        ),
        _interval("chebyshev", chebyshev, level, BY_CHEBYSHEV),
        _interval("normal", normal_interval(found, error.value, level), level, BY_NORMAL),
    ]


def _interval(method: str, ends: Interval, level: Fraction, why: str) -> Fact:
    low, high = bounds_text((ends.lower, ends.upper))
    note = f"{why}; {ends.note}" if ends.note else why
    value = {"confidence": show_number(level), **interval_fields((ends.lower, ends.upper)), "note": note}
    return Fact(f"{method}_interval", f"{percent(level)}% {method} interval", f"from {low} to {high} ({note})", value)
