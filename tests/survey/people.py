"""The law of the counts by brute force over people and answers, which uses nothing of rropt.estimates; and rropt's own."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

from rropt.mechanism import Mechanism
from rropt.survey.law import law_of_counts
from rropt.survey.sampling import REPLACEMENT, Sampling


def samples(truths: list[int], n: int, kind: str) -> Iterator[tuple[int, ...]]:
    if kind == "replacement":
        return iter(product(truths, repeat=n))
    if kind == "census":
        return iter([tuple(truths)])
    return permutations(truths, n)


def brute_law(p: Mechanism, truths: list[int], n: int, kind: str) -> dict[tuple[int, ...], Fraction]:
    """Every sample of people equally likely, every answer of each with its probability."""
    chosen = list(samples(truths, n, kind))
    law: dict[tuple[int, ...], Fraction] = {}
    for people in chosen:
        for answers in product(range(p.m), repeat=n):
            weight = Fraction(1, len(chosen))
            for truth, answer in zip(people, answers, strict=True):
                weight *= p.rows[answer][truth]
            key = tuple(answers.count(i) for i in range(p.m))
            law[key] = law.get(key, Fraction(0)) + weight
    return {key: weight for key, weight in law.items() if weight}


def moments(law: dict[tuple[int, ...], Fraction], values: dict) -> tuple[list, list]:
    """Mean vector and covariance matrix of a vector function of the counts."""
    k = len(next(iter(values.values())))
    mean = [sum(w * values[c][j] for c, w in law.items()) for j in range(k)]
    cov = [
        [sum(w * values[c][i] * values[c][j] for c, w in law.items()) - mean[i] * mean[j] for j in range(k)]
        for i in range(k)
    ]
    return mean, cov


def exact_law(
    p: Mechanism, shares: object, n: int, *, sampling: Sampling = REPLACEMENT
) -> dict[tuple[int, ...], Fraction]:
    """rropt's law of a rational mechanism, as probabilities."""
    whole, law = law_of_counts(p, shares, n, sampling=sampling)
    assert all(low == high for low, high in law.values())
    return {counts: Fraction(low, whole) for counts, (low, _) in law.items()}
