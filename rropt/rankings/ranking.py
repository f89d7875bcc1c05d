"""`rank`: what people use for k categories at one ε, each with its exact variances, best first."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError, Received
from rropt.exact.grammar import read_integer, read_number, read_rational
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.rankings.appraisal import Appraisal, Bounds, appraise
from rropt.rankings.candidates import Candidate, candidates_at, published
from rropt.rankings.result import Ranked, Ranking, best_first

__all__ = ["rank"]

MOST_INPUTS = 64
FINE = 120
EFFICIENT = (
    "Efficient: the unbiased estimate L = M⁻¹PᵀD⁻¹ at the prevalence stated, M = Σ r rᵀ/(rᵀπ) over the rows r of the mechanism P; "
    "n·Cov = M⁻¹ − ππᵀ."
)
COUNTS = (
    "Counts: (share of reports with the input − q*)/(p* − q*), as papers give it, at the same prevalence; unbiased too."
)
HASHING = "Local hashing has all functions for its hash functions, and a report is the set of inputs that it supports."


def rank(
    inputs: object,
    epsilon: object,
    *,
    prevalence: object = None,
    standard_error: object = "1/100",
) -> Ranking:
    """Every named family for so many categories at ε, best first: n·Var of each share and of all, people needed, bits sent.

    `prevalence` is what is planned for, k shares, equal ones unless given; `people` is the least number of answers with which no
    share's standard error is above `standard_error`. Published settings of RAPPOR stand apart, at their own ε.
    """
    k = read_integer(inputs, least=2, most=MOST_INPUTS, name="inputs")
    budget, shares = read_epsilon(epsilon), _read_shares(prevalence, k)
    wanted = read_rational(standard_error)
    if not 0 < wanted < 1:
        raise InputError(Received("standard_error", str(standard_error)), " must lie between 0 and 1, such as 0.01")
    rows = [row for candidate in candidates_at(k, budget) for row in _rows(candidate, shares, wanted)]
    own = [row for candidate in published(k) for row in _rows(candidate, shares, wanted)]
    return Ranking(
        inputs=k,
        epsilon=budget,
        prevalence=shares,
        objective=f"total variance at prevalences {', '.join(map(show, shares))}",
        standard_error=wanted,
        rows=best_first(rows),
        elsewhere=best_first(own),
        notes=_notes(wanted, budget.said),
    )


def _read_shares(prevalence: object, k: int) -> tuple[Number, ...]:
    """k positive shares that sum to 1; equal ones where none are given."""
    if prevalence is None:
        return (Fraction(1, k),) * k
    listed = prevalence.split(",") if isinstance(prevalence, str) else prevalence
    if not isinstance(listed, Iterable):
        raise InputError(Received("prevalence", str(prevalence)), f" is no list; give {k} shares that sum to 1")
    shares = tuple(map(read_number, listed))
    if len(shares) != k:
        raise InputError(f"a prevalence of {len(shares)} shares was given for {k} inputs; give one share an input")
    if any(x <= 0 for x in shares) or sum(shares, Fraction(0)) != 1:
        said = ", ".join(map(show, shares))
        raise InputError(f"the prevalence {said} is not planned for; give shares above 0 that sum to 1")
    return shares


def _rows(candidate: Candidate, shares: tuple[Number, ...], wanted: Fraction) -> list[Ranked]:
    return [_row(candidate, found, wanted) for found in appraise(candidate, shares)]


def _row(candidate: Candidate, found: Appraisal, wanted: Fraction) -> Ranked:
    return Ranked(
        family=candidate.name,
        parameters=candidate.parameters,
        epsilon=candidate.epsilon,
        estimator=found.estimator,
        outputs=candidate.outputs,
        bits=candidate.bits,
        variances=found.variances,
        total=found.total,
        value=found.total,
        people=max(_people(bounds, wanted) for bounds in found.variances),
        efficiency=None,
        spec=candidate.spec,
    )


def _people(bounds: Bounds, wanted: Fraction) -> int:
    """The least n with n·Var/n ≤ wanted², by the upper bound."""
    upper = bounds[1]
    return math.ceil((upper if isinstance(upper, Fraction) else enclose_relative(upper, bits=FINE)[1]) / wanted**2)


def _notes(wanted: Fraction, said: str) -> tuple[str, ...]:
    people = f"People: with so many answers no share's standard error is above {decimal(wanted)}. n·Var is rounded, people are not."
    return (people, EFFICIENT, COUNTS, HASHING, *([f"Note: {said}."] if said else []))
