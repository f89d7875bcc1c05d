"""Report all that a deck's answers disclose, and never the privacy of one answer without that of all answers together."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from rropt.decks.deck import Deck, TooLong
from rropt.decks.privacy import fellow_epsilon, one_answer_epsilon, transcript_delta, transcript_epsilon
from rropt.decks.sum import sum_epsilon
from rropt.exact.decimal import show_with_decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_rational
from rropt.exact.infinity import INFINITY, Infinity, is_infinite
from rropt.exact.spelling import counted
from rropt.results import FieldResult, Table, fact_table, text_table

__all__ = [
    "TOO_LONG",
    "DeckDisclosure",
    "OddsEvidence",
    "disclosure",
    "fellow_evidence",
    "outsider_evidence",
    "say_delta",
]

MOST_WORK = 4_000_000
TOO_LONG = "too long to enumerate here"
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True, repr=False)
class OddsEvidence(FieldResult):
    """The least and the largest odds ratio (yes against no) that all named answers can give about one person, and the resulting
    beliefs."""

    prior: Fraction
    least_odds_ratio: Fraction
    largest_odds_ratio: Fraction | Infinity
    least_posterior: Fraction
    largest_posterior: Fraction

    def explain(self) -> str:
        """Describe the belief before the transcript (all named answers), and the least and the largest belief after it."""
        low = show_with_decimal(self.least_posterior, direction="lower")
        high = show_with_decimal(self.largest_posterior, direction="upper")
        return f"{show_with_decimal(self.prior)} before, at least {low} and at most {high} after the transcript"

    def as_table(self) -> Table:
        """Return a table of the belief before the transcript, and of the least and the largest belief after it."""
        return fact_table(
            {
                "prior": self.prior,
                "least posterior": self.least_posterior,
                "largest posterior": self.largest_posterior,
            }
        )


def _evidence(prior: Fraction, ratios: list[Fraction | Infinity]) -> OddsEvidence:
    finite = [x for x in ratios if isinstance(x, Fraction)]
    least, largest = min(finite), INFINITY if len(finite) < len(ratios) else max(finite)
    return OddsEvidence(prior, least, largest, _posterior(prior, least), _posterior(prior, largest))


def _posterior(prior: Fraction, ratio: Fraction | Infinity) -> Fraction:
    """Return the probability of yes after evidence with this odds ratio of yes against no."""
    return Fraction(1) if is_infinite(ratio) else prior * ratio / (prior * ratio + 1 - prior)


def outsider_evidence(deck: Deck, n: int, prior: object) -> OddsEvidence:
    """Return the most that all answers together, each with its person's name, can tell an outsider about one person.

    The outsider takes the truths of different people to be independent. Let π be the prior of each person to have the truth yes.
    Let k be the person's answer, and k' = L + 1 − k the number on the mirror of card k, if the cards have the numbers 1 to L. There
    are c cards k and d cards k'. Only the people who answered k or k' matter. There are q of them, and a of these q, including the
    person, answered k. Let W be the number of the other q − 1 people who hold card k. W is distributed as
    Bin(a − 1, 1 − π) + Bin(q − a, π). With falling factorials (x)_i the odds ratio is

        E (c)_W (d)_{q−W} / E (c)_{W+1} (d)_{q−1−W}  =  E'[(d − q + 1 + W)/(c − W)] + R.

    Here E' is the mean if the distribution of W is weighted by (c)_{W+1} (d)_{q−1−W}. At W = c this weight is 0, and R is the part
    of the left side that comes from W = c. The fraction after E' increases in W, and R grows if larger W become likelier. If a
    grows by one, one Bernoulli(π) variable in W is replaced by a Bernoulli(1 − π) variable. This moves W up in the likelihood ratio
    order if π ≤ 1/2, and else down. The weighting keeps the order. So the odds ratio is monotone in a. Its extremes lie at a = 1
    and at a = q, where W is binomial.

    If all cards are drawn, q = c + d, and only W = c − 1 contributes to the denominator. The extremes of the odds ratio are then
    (d/c)·π/(1 − π) and (d/c)·(1 − π)/π. Let ε be the ε of one answer. However small the prior is, some transcript leads to the
    posterior e^ε/(1 + e^ε). A single answer leads to this posterior only if the prior is at least 1/2.
    """
    deck.check(n)
    p = read_rational(prior)
    if not 0 < p < 1:
        raise InputError(Received("prior", str(prior)), " must lie strictly between 0 and 1; give a prior such as 1/10")
    ratios = (_odds_ratios(deck, n, k, p) for k in range(deck.values) if deck.mirror(k) != k)
    return _evidence(p, [Fraction(1), *(x for found in ratios for x in found)])


def _odds_ratios(deck: Deck, n: int, k: int, p: Fraction) -> Iterator[Fraction | Infinity]:
    c, d = deck.counts[k], deck.counts[deck.mirror(k)]
    if not deck.kept:
        if c or d:
            yield Fraction(d, c) if c else INFINITY
        return
    sizes = range(max(1, n - (deck.cards - c - d)), min(n, c + d) + 1)
    if n == deck.cards and sizes:
        odds = p / (1 - p)
        yield from (Fraction(d, c) * odds, Fraction(d, c) / odds) if c and d else [INFINITY if d else Fraction(0)]
        return
    if sum(q * q for q in sizes) > MOST_WORK:
        raise TooLong(
            f"the evidence in {n} answers from {deck.cards} cards is too long to enumerate; take fewer answers or cards"
        )
    for q in sizes:
        for share in {p, 1 - p}:
            yield _binomial_ratio(c, d, q, share)


def _binomial_ratio(c: int, d: int, q: int, share: Fraction) -> Fraction | Infinity:
    """Compute the odds ratio E (c)_W (d)_{q−W} / E (c)_{W+1} (d)_{q−1−W}, where W is distributed as Bin(q − 1, share).

    (x)_i are falling factorials. As in `outsider_evidence`, c is the number of cards with the person's answer, d is that of their
    mirror cards, and q people gave one of these two answers. All sums are over integers. The result is infinite if the denominator
    is 0.
    """
    yes, no = share.numerator, share.denominator - share.numerator
    falling_c, falling_d = ([math.perm(x, i) for i in range(q + 1)] for x in (c, d))
    top = low = 0
    for w in range(q):
        weight = math.comb(q - 1, w) * yes**w * no ** (q - 1 - w)
        top += weight * falling_c[w] * falling_d[q - w]
        low += weight * falling_c[w + 1] * falling_d[q - 1 - w]
    return Fraction(top, low) if low else INFINITY


def fellow_evidence(deck: Deck, n: int, prior: object) -> OddsEvidence:
    """Return the most that all named answers can tell a fellow respondent, who knows their own card and truth.

    The result is the worst case over the card that the fellow drew. If n = 1, there is no fellow, and the result is that of an
    outsider.
    """
    deck.check(n)
    if not deck.kept or n == 1:
        return outsider_evidence(deck, max(1, n - 1), prior)
    seen = [
        outsider_evidence(Deck(tuple(c - (k == s) for k, c in enumerate(deck.counts)), kept=True), n - 1, prior)
        for s in range(deck.values)
        if deck.counts[s]
    ]
    return _evidence(seen[0].prior, [x for e in seen for x in (e.least_odds_ratio, e.largest_odds_ratio)])


@dataclass(frozen=True, slots=True, repr=False)
class DeckDisclosure(FieldResult):
    """What a deck's answers disclose: exact values of ε and δ, and beliefs about one person.

    `one` is the ε of one answer. `joint` is the ε of all named answers together. `sum` is the ε if only the sum of all answers is
    published. `fellow` is the ε of one answer for a fellow respondent, who saw one card. `delta` is the δ of all named answers at
    the epsilon `at`. `outsider` and `fellow_evidence` are the beliefs that an outsider and a fellow respondent can reach.

    `sum`, `delta`, `outsider` and `fellow_evidence` are each None if their computation takes too long.
    """

    deck: Deck
    respondents: int
    one: Epsilon
    joint: Epsilon
    sum: Epsilon | None
    fellow: Epsilon
    at: Epsilon
    delta: Number | None
    outsider: OddsEvidence | None
    fellow_evidence: OddsEvidence | None

    @property
    def differs(self) -> bool:
        """Whether all answers together are less private than one alone."""
        return self.joint.t != self.one.t

    @property
    def warning(self) -> str:
        """The warning that all answers together are less private than one alone; empty if they are not."""
        if not self.differs:
            return ""
        one, joint = (x.shown(direction="upper") for x in (self.one, self.joint))
        return (
            f"WARNING: one answer alone has epsilon = {one}, but the {self.respondents} named answers "
            f"together have epsilon = {joint} (delta at epsilon = {self.at.shown()}: {say_delta(self.delta)})"
        )

    def quantities(self) -> list[tuple[str, str, Any]]:
        """List the key, the name and the value of each disclosed quantity; the value is None if it takes too long to enumerate."""
        return [
            ("epsilon_of_one_answer", "epsilon of one answer", self.one),
            ("epsilon_of_all_answers", "epsilon of all named answers", self.joint),
            ("epsilon_of_sum", "epsilon of their sum alone", self.sum),
            ("delta_of_all_answers", f"delta of all named answers at epsilon = {self.at}", self.delta),
            ("epsilon_to_a_fellow", "epsilon of one answer to a fellow who saw one card", self.fellow),
            ("outsider", "an outsider's belief in a person's yes", self.outsider),
            ("fellow", "a fellow respondent's belief in a person's yes", self.fellow_evidence),
        ]

    def explain(self) -> str:
        """Describe the deck and the respondents, then say the warning, if there is one, and list all that is disclosed."""
        return f"{self.deck}; {counted(self.respondents, 'respondent')}\n{text_table(*self.as_table())}"

    def as_table(self) -> Table:
        """Return a table of the warning, if there is one, and one row per quantity."""
        warning = {"warning": self.warning} if self.differs else {}
        rest = {
            name: say_delta(self.delta) if key == "delta_of_all_answers" else TOO_LONG if value is None else value
            for key, name, value in self.quantities()
        }
        return fact_table({**warning, **rest})


def say_delta(delta: Number | None) -> str:
    """Write δ exactly and as a decimal that is rounded up."""
    return TOO_LONG if delta is None else show_with_decimal(delta, direction="upper")


def disclosure(deck: Deck, n: int, *, prior: object = Fraction(1, 10), at: Epsilon | None = None) -> DeckDisclosure:
    """Compute what the answers of n respondents disclose; `at` is by default the ε of one answer, or 0 if that is infinite."""
    one = one_answer_epsilon(deck)
    if at is None:
        at = Epsilon(Fraction(1)) if is_infinite(one.t) else one
    return DeckDisclosure(
        deck,
        n,
        one,
        transcript_epsilon(deck, n),
        _find_or_none(lambda: sum_epsilon(deck, n)),
        fellow_epsilon(deck),
        at,
        _find_or_none(lambda: transcript_delta(deck, n, at)),
        _find_or_none(lambda: outsider_evidence(deck, n, prior)),
        _find_or_none(lambda: fellow_evidence(deck, n, prior)),
    )


def _find_or_none(find: Callable[[], Found]) -> Found | None:
    try:
        return find()
    except TooLong:
        return None
