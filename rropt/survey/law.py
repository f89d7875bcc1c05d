"""Compute, for small surveys, the exact law of the answer counts under each sampling model by generating functions.

A person of truth g answers i with probability P_ig. With a variable z_i for each answer and N_g people of truth g, the
probability of the counts y is the coefficient of Π_i z_i^(y_i) in

    Π_g h_g^(N_g),      h_g = Σ_i P_ig·z_i.

In a census all people answer; independent draws are a census of n people of one truth, whose answers have the law P π. For simple
random sampling of n from N people, Π_g h_g^(N_g) is replaced by the polynomial in z that multiplies uⁿ in Π_g (1 + u·h_g)^(N_g),
divided by C(N, n); this polynomial is built truth by truth with Horner's rule.
Probabilities are held as whole numbers over one denominator. Irrational probabilities are rounded, down for the lower
bounds and up for the upper bounds; both remain bounds, because every term is nonnegative.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, repeat
from operator import mul
from typing import Any

import flint

from rropt.exact.element import Number
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.survey.prevalence import counts_of_people
from rropt.survey.sampling import REPLACEMENT, Kind, Sampling
from rropt.survey.weights import apply

__all__ = ["law_of_counts"]

Counts = tuple[int, ...]
Column = Sequence[Number]
SCALE = 1 << 256


def law_of_counts(
    p: Mechanism, prevalence: Sequence[Fraction], n: int, *, sampling: Sampling = REPLACEMENT
) -> tuple[int, dict[Counts, tuple[int, int]]]:
    """Return a whole number s, and for every possible vector of counts two whole numbers a ≤ s·Pr(counts) ≤ b.

    a and b are equal for a rational mechanism, else less than s/2²⁰⁰ apart.
    """
    sampling.factor(n)
    people: Sequence[int] = (n,)
    columns: Sequence[Column] = (apply(p.rows, prevalence),)
    if sampling.kind != Kind.REPLACEMENT:
        people, columns = counts_of_people(prevalence, sampling.population or n), p.columns
    scale, lower, upper = _whole(columns)
    most = _law(upper, people, n)
    least = most if lower == upper else _law(lower, people, n)
    whole = scale**n * math.comb(sum(people), n)
    return whole, {counts: (least.get(counts, 0), weight) for counts, weight in most.items()}


def _whole(columns: Sequence[Column]) -> tuple[int, list[list[int]], list[list[int]]]:
    """Return a common denominator, and the probabilities times it, once rounded down and once up."""
    rational = [x for column in columns for x in column if isinstance(x, Fraction)]
    is_rational = len(rational) == sum(map(len, columns))
    scale = math.lcm(*(x.denominator for x in rational)) if is_rational else SCALE
    bounds = [[enclose(x, width=Fraction(1, scale)) for x in column] for column in columns]
    lower = [[max(0, math.floor(low * scale)) for low, _ in column] for column in bounds]
    return scale, lower, [[math.ceil(high * scale) for _, high in column] for column in bounds]


def _law(columns: Sequence[Sequence[int]], people: Sequence[int], n: int) -> dict[Counts, int]:
    """Compute, for each vector of counts of n answers, a whole number proportional to its probability.

    `people[g]` people have truth g, and `columns[g]` are whole numbers in the ratio of the probabilities of their answers. The
    result is the polynomial that multiplies uⁿ in Π_g (1 + u·h_g)^people[g], where h_g = Σ_i columns[g][i]·z_i; counts are its
    exponents.
    """
    context = flint.fmpz_mpoly_ctx.get([f"z{i}" for i in range(len(columns[0]))], flint.Ordering.lex)
    zero, one = context.constant(0), context.constant(1)
    answers = [sum((c * z for c, z in zip(column, context.gens(), strict=True)), zero) for column in columns]
    if sum(people) == n:
        found = math.prod((h**number for h, number in zip(answers, people, strict=True)), start=one)
    else:
        partial = [
            math.comb(people[0], r) * h for r, h in enumerate(accumulate(repeat(answers[0], n), mul, initial=one))
        ]
        for g, (h, number) in enumerate(zip(answers[1:], people[1:], strict=True), start=2):
            sizes = range(n + 1) if g < len(people) else (n,)
            partial = [_join_truth(partial, h, number, r, zero) for r in sizes]
        found = partial[-1]
    return {tuple(map(int, counts)): int(weight) for counts, weight in found.to_dict().items()}


def _join_truth(partial: Sequence[Any], h: Any, number: int, r: int, zero: Any) -> Any:
    """Add one more truth to the polynomials of samples: return Σ_a C(number, a)·hᵃ·partial[r − a].

    `partial[i]` is the polynomial of samples of i people who have the truths added before. `number` people have the new truth, h is
    the polynomial of an answer of theirs, and the result is the polynomial of samples of r people; the sum is over the number a of
    them who have the new truth.
    """
    total = zero
    for a in range(min(number, r), -1, -1):
        total = total * h + math.comb(number, a) * partial[r - a]
    return total
