"""Bound how many people of a finite population have a trait, from the number of hits among n answers.

A person with the trait gives a hit with probability `own`, a person without it with probability `other`. Let A of the N people and
a of the n respondents have the trait. Then the number of hits is Bin(a, own) + Bin(n − a, other). In a sample, a is hypergeometric;
in a census, a = A. Because own > other, Pr(hits ≤ y) falls with A and Pr(hits ≥ y) rises with A. A number A is excluded if one of
these two tail probabilities is below a limit. So the remaining numbers form an interval, and bisection finds its two ends. The sums
of the tails are enclosed in balls. If an enclosure cannot decide whether a tail is below the limit, the tail counts as not below
it, which can only widen the interval.

For two outputs, the likelihood of A is Pr(hits = y | A). For a small population it is computed for every A = 0 … N. So for a
mechanism with rational probabilities the likeliest number of people is found exactly. This likelihood is not that of independent
draws, which ignores that the population has only so many people of each truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, lcm
from typing import Any

import flint

from rropt.exact.element import Number
from rropt.exact.enclosure import enclose_ball
from rropt.mechanism import Mechanism
from rropt.survey.enclosures import ball_of
from rropt.survey.sampling import Kind, Sampling

__all__ = ["MOST_PEOPLE", "MOST_SAMPLED", "likeliest_populations", "likely_populations"]

MOST_PEOPLE, MOST_SAMPLED = 10_000, 1000
MOST_COMPARED = 200
MOST_BITS = 1024


def likely_populations(own: Number, other: Number, hits: int, n: int, population: int, level: Fraction) -> range:
    """Find the possible numbers of people with the trait, given the number of hits.

    Among n answers, `hits` are hits. A number of people is left out if Pr(at most `hits` hits) or Pr(at least `hits` hits) is below
    (1 − level)/2. A person with the trait gives a hit with probability `own`, a person without it with probability `other`.
    """
    alpha = (1 - level) / 2
    chance = _chance_of_at_most if n < population else _chance_in_a_census
    # Pr(hits ≥ y) is Pr(misses ≤ n − y)
    last = _first(lambda a: _below(alpha, chance, own, other, hits, n, population, a), population + 1)
    first = (
        population
        + 1
        - _first(
            lambda a: _below(alpha, chance, 1 - own, 1 - other, n - hits, n, population, population - a), population + 1
        )
    )
    return range(first, last)


def _first(holds: Callable[[int], bool], size: int) -> int:
    """Find the first of 0 … size − 1 for which a monotone condition holds; `size` if there is none."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _below(alpha: Fraction, chance: Callable[..., Any], *problem: Any) -> bool:
    """Whether a tail probability is certainly below the limit alpha. `chance` encloses the tail probability for the arguments
    `problem`."""
    bits = 128
    while bits <= MOST_BITS:
        with flint.ctx.workprec(bits):
            lower, upper = enclose_ball(chance(*problem, bits))
        if upper < alpha or lower >= alpha:
            return upper < alpha
        bits *= 2
    return False


def _chance_of_at_most(own: Number, other: Number, y: int, n: int, population: int, a: int, bits: int) -> Any:
    """Compute the probability of at most y hits in a simple random sample of n people, if `a` people of the population have the
    trait.

    A person with the trait gives a hit with probability `own`, a person without it with probability `other`.
    """
    given = [sums[y] for sums in _laws_given(own, other, n, bits)]
    start = max(0, n - (population - a))
    term = flint.arb(comb(a, start) * comb(population - a, n - start)) / comb(population, n)
    total = term * given[start]
    for b in range(start, min(a, n)):
        term = term * ((a - b) * (n - b)) / ((b + 1) * (population - a - n + b + 1))
        total += term * given[b + 1]
    return total


@lru_cache(maxsize=4)
def _laws_given(own: Number, other: Number, n: int, bits: int) -> Sequence[Sequence[Any]]:
    """Compute the probability of at most y hits if b of n respondents have the trait, for b = 0 … n (rows) and y = 0 … n (columns).

    It is Pr(Bin(b, own) + Bin(n − b, other) ≤ y).
    """
    hit, miss = (flint.arb_poly([1 - ball_of(p), ball_of(p)]) for p in (own, other))
    products = (hit**b * miss ** (n - b) for b in range(n + 1))
    return [list(accumulate(x[y] for y in range(n + 1))) for x in products]


def _chance_in_a_census(own: Number, other: Number, y: int, n: int, population: int, a: int, bits: int) -> Any:
    """Compute the probability of at most y hits if all n people answer, and if `a` people have the trait.

    A person with the trait gives a hit with probability `own`, a person without it with probability `other`.
    """
    hit, miss = (flint.arb_poly([1 - ball_of(p), ball_of(p)]) for p in (own, other))
    return _sum_at_most(hit**a, miss ** (n - a), y)


def _sum_at_most(first: flint.arb_poly, second: flint.arb_poly, y: int) -> Any:
    """Multiply coefficient i of the first polynomial by coefficient j of the second, and sum these products over all i and j with
    i + j ≤ y."""
    sums = list(accumulate(second.coeffs()))
    return sum((x * sums[min(y - i, len(sums) - 1)] for i, x in enumerate(first.coeffs()[: y + 1])), flint.arb(0))


def likeliest_populations(p: Mechanism, counts: Sequence[int], sampling: Sampling) -> tuple[int, ...]:
    """Return the numbers of people with the second input that give the observed counts the largest probability. If several are
    equally likely, all are returned.

    The result is empty if the numbers are not computed. They are computed for two inputs and two outputs with rational
    probabilities, and for a census or a simple random sample from at most 200 people.
    """
    n = sum(counts)
    people = sampling.population or n
    fixed = sampling.kind != Kind.REPLACEMENT and n <= people <= MOST_COMPARED
    if not (fixed and (p.k, p.m) == (2, 2) and p.is_rational):
        return ()
    own, other = p[1, 1], p[1, 0]
    assert isinstance(own, Fraction) and isinstance(other, Fraction)
    chances = [law[counts[1]] for law in _scaled_laws(own, other, n, people)]
    return tuple(a for a, chance in enumerate(chances) if chance == max(chances))


def _scaled_laws(own: Fraction, other: Fraction, n: int, population: int) -> list[list[int]]:
    """For every number A of people with the trait, compute Pr(0 hits), …, Pr(n hits), each multiplied by the same whole number.

    If a of the n respondents have the trait, the hits have the generating function (1 − own + own·z)ᵃ·(1 − other + other·z)ⁿ⁻ᵃ.
    Given A, the number a is hypergeometric. So all these probabilities come from one product of two matrices of whole numbers.
    """
    ways = [[comb(a, b) * comb(population - a, n - b) for b in range(n + 1)] for a in range(population + 1)]
    unit = lcm(own.denominator, other.denominator)
    hit, miss = (flint.fmpz_poly([unit - int(p * unit), int(p * unit)]) for p in (own, other))
    given = [[int(x[y]) for y in range(n + 1)] for x in (hit**a * miss ** (n - a) for a in range(n + 1))]
    found = flint.fmpz_mat(ways) * flint.fmpz_mat(given)
    return [[int(x) for x in row] for row in found.tolist()]
