"""For small surveys, the exact law of the answer counts under each sampling model, by enumeration."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product as choices
from typing import Any, TypeAlias

import flint

from rropt.estimates.balls import ball_of
from rropt.estimates.inverse import apply
from rropt.estimates.prevalence import counts_of_people
from rropt.estimates.sampling import REPLACEMENT, Sampling
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, ball, enclose_ball
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism

__all__ = ["law_bounds", "law_of_counts"]

Law: TypeAlias = dict[tuple[int, ...], Any]
MOST_COUNTS = 100_000


def _times(law: Law, probabilities: Sequence[Any]) -> Law:
    """The law after one more respondent, who answers i with probability probabilities[i]."""
    found: Law = {}
    for counts, weight in law.items():
        for i, p in enumerate(probabilities):
            if p:
                key = (*counts[:i], counts[i] + 1, *counts[i + 1 :])
                found[key] = found[key] + weight * p if key in found else weight * p
    return found


def _fixed(columns: Sequence[Sequence[Any]], people: Iterable[int], m: int, one: Any) -> Law:
    law: Law = {(0,) * m: one}
    for column, number in zip(columns, people, strict=True):
        for _ in range(number):
            law = _times(law, column)
    return law


def _samples(people: Sequence[int], n: int) -> Iterable[tuple[tuple[int, ...], int]]:
    """Every composition of a sample of n, with the number of samples that have it."""
    for head in choices(*(range(min(x, n) + 1) for x in people[:-1])):
        last = n - sum(head)
        if 0 <= last <= people[-1]:
            sample = (*head, last)
            yield sample, math.prod(math.comb(x, s) for x, s in zip(people, sample, strict=True))


def _srs(columns: Sequence[Sequence[Any]], people: Sequence[int], n: int, m: int, one: Any) -> Law:
    """The hypergeometric average of the fixed laws, respondents of the last truth added by Horner's rule."""
    if len(people) == 2:
        return _srs_two(columns, people, n, m, one)
    total: Law = {}
    for sample, ways in _samples(people, n):
        for key, weight in _fixed(columns, sample, m, one).items():
            total[key] = total.get(key, 0) + ways * weight
    return total


def _srs_two(columns: Sequence[Sequence[Any]], people: Sequence[int], n: int, m: int, one: Any) -> Law:
    """Σ_a ways(a)·g₁^a·g₀^(n−a) with one multiplication by each of g₀, g₁ a step."""
    ways = {sample[1]: number for sample, number in _samples(people, n)}
    zero_powers: list[Law] = [{(0,) * m: one}]
    for _ in range(n):
        zero_powers.append(_times(zero_powers[-1], columns[0]))
    total: Law = {}
    for a in range(n, -1, -1):
        total = _times(total, columns[1])
        for key, weight in zero_powers[n - a].items():
            if a in ways:
                total[key] = total.get(key, 0) + ways[a] * weight
    return total


def _law(columns: Sequence[Sequence[Any]], prevalence: Sequence[Any], n: int, sampling: Sampling) -> Law:
    """The law, in whatever arithmetic the columns are given; for srs still to be divided by the number of samples."""
    m = len(columns[0])
    if math.comb(n + m - 1, m - 1) > MOST_COUNTS:
        raise InputError(f"{n} answers of {m} outputs have too many counts to enumerate; take a smaller n")
    one = columns[0][0] * 0 + 1
    if sampling.kind == "replacement":
        rows = zip(*columns, strict=True)
        mixed = [sum((x * s for x, s in zip(row, prevalence, strict=True)), one * 0) for row in rows]
        return _fixed([mixed], [n], m, one)
    people = counts_of_people(prevalence, n if sampling.population is None else sampling.population)
    if sampling.kind == "census":
        return _fixed(columns, people, m, one)
    sampling.factor(n)
    return _srs(columns, people, n, m, one)


def _samples_of(n: int, sampling: Sampling) -> int:
    return 1 if sampling.population is None else math.comb(sampling.population, n)


def law_of_counts(
    p: Mechanism, prevalence: Sequence[Number], n: int, *, sampling: Sampling = REPLACEMENT
) -> dict[tuple[int, ...], Number]:
    """The exact probability of every vector of counts of n answers.

    With replacement the counts are multinomial(n, P π); in a census they are the sum of k independent multinomials;
    for simple random sampling, the average of such sums over all samples.
    """
    ways = _samples_of(n, sampling)
    return {key: weight / ways for key, weight in _law(p.columns, prevalence, n, sampling).items()}


def law_bounds(
    p: Mechanism, prevalence: Sequence[Fraction], n: int, *, sampling: Sampling = REPLACEMENT
) -> dict[tuple[int, ...], Bounds]:
    """Rationals lower ≤ Pr(counts) ≤ upper, equal where the mechanism is rational and 2⁻²⁰⁰ apart or closer else."""
    if p.is_rational:
        return {key: (x, x) for key, x in _scaled_law(p, prevalence, n, sampling).items()}
    with flint.ctx.workprec(320 + 2 * n):
        ways = _samples_of(n, sampling)
        columns = [[ball_of(x) for x in column] for column in p.columns]
        law = _law(
            columns, [ball(x) for x in prevalence] if sampling.kind == "replacement" else prevalence, n, sampling
        )
        return {key: enclose_ball(weight / ways) for key, weight in law.items()}


def _scaled_law(p: Mechanism, prevalence: Sequence[Fraction], n: int, sampling: Sampling) -> dict[Any, Fraction]:
    """The law of a rational mechanism in whole numbers: every answer's probability is scaled by one denominator."""
    columns = p.columns
    if sampling.kind == "replacement":
        columns = (apply(p.rows, prevalence),)
        prevalence = (Fraction(1),)
    scale = math.lcm(*(x.denominator for column in columns for x in column))  # type: ignore[union-attr]
    whole = [[int(x * scale) for x in column] for column in columns]  # type: ignore[arg-type]
    below = scale**n * _samples_of(n, sampling)
    return {key: Fraction(weight, below) for key, weight in _law(whole, prevalence, n, sampling).items()}
