"""Compute, for a small survey, the probabilities of all vectors of answer counts, exactly.

A person of truth g gives answer i with probability P_ig. There is a variable z_i for each answer. If the population has N_g people
of truth g and all of them answer, the probability of the counts y is the coefficient of Π_i z_i^(y_i) in

    Π_g h_g^(N_g),      h_g = Σ_i P_ig·z_i.

So this polynomial is a generating function. Independent draws are handled as a census of n people, all of one truth, whose answers
have the probabilities P π, where π is the prevalence. For simple random sampling of n from N people, the polynomial is replaced by
the coefficient of uⁿ in Π_g (1 + u·h_g)^(N_g), divided by C(N, n). This coefficient is built by adding one truth after another,
with Horner's method.

Probabilities are stored as whole numbers over a common denominator. If some are irrational, the denominator is 2²⁵⁶,
and all are rounded down for the lower bounds and up for the upper bounds. Because all terms are nonnegative, the resulting bounds
are valid.
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
    """Bound the probability of every possible vector of counts of n answers.

    Return a whole number s and a dictionary. The dictionary maps each vector to two whole numbers a and b with
    a ≤ s·Pr(vector) ≤ b. If all probabilities of the mechanism are rational, a = b. Otherwise they differ by less than s/2²⁰⁰.
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
    """Multiply the probabilities by a common denominator. Return the denominator, and the products as whole numbers, once rounded
    down and once rounded up."""
    rational = [x for column in columns for x in column if isinstance(x, Fraction)]
    is_rational = len(rational) == sum(map(len, columns))
    scale = math.lcm(*(x.denominator for x in rational)) if is_rational else SCALE
    bounds = [[enclose(x, width=Fraction(1, scale)) for x in column] for column in columns]
    lower = [[max(0, math.floor(low * scale)) for low, _ in column] for column in bounds]
    return scale, lower, [[math.ceil(high * scale) for _, high in column] for column in bounds]


def _law(columns: Sequence[Sequence[int]], people: Sequence[int], n: int) -> dict[Counts, int]:
    """For each possible vector of counts of n answers, compute a whole number proportional to the probability of the vector.

    `people[g]` people have truth g. `columns[g]` has whole numbers proportional to the probabilities of their answers. Let there be
    a variable u, and a variable z_i for each answer i. Let h_g = Σ_i columns[g][i]·z_i. The coefficient of uⁿ in
    Π_g (1 + u·h_g)^people[g] is a polynomial in the z_i. Each of its terms stands for one vector of counts: the exponents of the
    z_i are the counts, and the term's coefficient is the whole number.
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
    """Add a further truth to the polynomials of samples, and return the polynomial of samples of r people.

    `number` people have the further truth, and h is the polynomial of one answer from such a person. `partial[i]` is the polynomial
    of samples of i people with the truths added before. The result is the sum over a of C(number, a)·hᵃ·partial[r − a], where a
    counts the people in the sample who have the further truth.
    """
    total = zero
    for a in range(min(number, r), -1, -1):
        total = total * h + math.comb(number, a) * partial[r - a]
    return total
