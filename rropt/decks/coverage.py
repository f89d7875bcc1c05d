"""For small surveys with a deck, the exact probability that an interval covers the prevalence.

The estimate is (X̄ − μ)/D, so the sum of the answers alone decides an interval, and the law of the sum gives its coverage.

* Cards put back: answers are independent. With the polynomials g₀ = Σ c_k z^(k−1) of a no and g₁ of a yes (the mirror
  image), the law of the sum of y yes and n − y no is g₁^y·g₀^(n−y)/Mⁿ; for independent draws each answer has the law
  ((1 − π)g₀ + π g₁)/M, so the sum has its n-th power.
* Cards kept: the laws of `deck_sum`.

Either is averaged over the number y of respondents who say yes: certain in a census, hypergeometric for simple random
sampling, binomial for independent draws.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm

from flint import fmpz_poly

from rropt.decks.deck import Deck, estimate_of_sum
from rropt.decks.errors import deck_interval
from rropt.decks.pairs import TooLong
from rropt.decks.sum import laws_of_sum
from rropt.estimates.intervals import Method
from rropt.estimates.prevalence import counts_of_people
from rropt.estimates.sampling import CENSUS, Sampling

__all__ = ["deck_coverage", "law_of_deck_sum", "law_of_yes"]

MOST_PUT_BACK = {"replacement": 6000, "census": 6000, "srs": 1800}


def law_of_yes(prevalence: Fraction, n: int, sampling: Sampling) -> list[Fraction]:
    """Pr(0 … n of the respondents say yes)."""
    if sampling.kind == "replacement":
        return [comb(n, y) * prevalence**y * (1 - prevalence) ** (n - y) for y in range(n + 1)]
    sampling.factor(n)
    population = sampling.population or n
    no, yes = counts_of_people((1 - prevalence, prevalence), population)
    ways = comb(population, n)
    return [Fraction(comb(yes, y) * comb(no, n - y), ways) for y in range(n + 1)]


def _put_back(deck: Deck, n: int, prevalence: Fraction, sampling: Sampling) -> list[Fraction]:
    """Pr(sum = n), Pr(sum = n + 1), …"""
    if n * deck.values > MOST_PUT_BACK[sampling.kind]:
        raise TooLong(f"the law of the sum of {n} answers up to {deck.values} is too long to enumerate")
    no, yes, length = fmpz_poly(list(deck.counts)), fmpz_poly(list(deck.counts[::-1])), n * (deck.values - 1) + 1
    if sampling.kind == "replacement":
        a, b = prevalence.numerator, prevalence.denominator
        law = ((b - a) * no + a * yes) ** n
        return [Fraction(int(law[i]), (deck.cards * b) ** n) for i in range(length)]
    weights = law_of_yes(prevalence, n, sampling)
    below = lcm(*(w.denominator for w in weights))
    first = next(y for y in range(n, -1, -1) if weights[y])
    total, back = fmpz_poly([0]), no ** (n - first)
    for y in range(first, -1, -1):
        if not any(weights[: y + 1]):
            total *= yes ** (y + 1)
            break
        total = total * yes + int(weights[y] * below) * back
        back *= no
    return [Fraction(int(total[i]), deck.cards**n * below) for i in range(length)]


def law_of_deck_sum(deck: Deck, n: int, prevalence: Fraction, *, sampling: Sampling = CENSUS) -> dict[int, Fraction]:
    """The law of the sum of all answers; refused (`TooLong`) where it is too long to enumerate."""
    deck.check(n)
    if not deck.kept:
        return {n + i: x for i, x in enumerate(_put_back(deck, n, prevalence, sampling)) if x}
    law: dict[int, Fraction] = {}
    for weight, sums in zip(law_of_yes(prevalence, n, sampling), laws_of_sum(deck, n), strict=True):
        for total, chance in sums.items() if weight else ():
            law[total] = law.get(total, Fraction(0)) + weight * chance
    return law


def deck_coverage(
    deck: Deck,
    n: int,
    prevalence: Fraction,
    *,
    method: Method = "chebyshev",
    confidence: object = "0.95",
    sampling: Sampling = CENSUS,
) -> Fraction:
    """The exact probability that the interval covers the prevalence; refused (`TooLong`) for large surveys."""
    covered = Fraction(0)
    for total, chance in law_of_deck_sum(deck, n, prevalence, sampling=sampling).items():
        found = estimate_of_sum(deck, n, total)
        if prevalence in deck_interval(deck, n, found, method=method, confidence=confidence, sampling=sampling):
            covered += chance
    return covered
