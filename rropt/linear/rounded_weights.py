"""Linear objectives whose numbers share no field with the demand's, such as a utility √2 at ε = 1/2: rational ones near them.

A certificate names one t, of which every number is a rational function; √2 is none of e^(1/2), nor of √3. With rational
W' near W, |Σ(W − W')P| ≤ Σ_j max_i |W_ij − W'_ij| for every mechanism, since Σ_i p_ij = 1. So the certificate is about W',
and the optimum for W lies within that of what it proves: `within`, by much less than any other gap.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Rows, share_a_field
from rropt.exact.sign import enclose_relative
from rropt.objectives import Objective, Trace, Utility, Variance
from rropt.problem.fields import free_interval
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Verdict

__all__ = ["rounded", "widened"]

BITS = 120
ZERO, ONE = Fraction(0), Fraction(1)
Bounds = tuple[Fraction, Fraction]


def rounded(problem: Problem) -> Problem:
    """The problem with a rational objective, where its numbers and the demand's have no common field; else as it is."""
    ratio, delta = problem.demand.reduced()
    if isinstance(ratio, float) or free_interval(problem) is not None:
        return problem
    if not share_a_field([[ratio, delta]]):
        raise InputError(
            f"e^epsilon and delta of {problem.demand} have no common field in which order is decided; give a rational number "
            "near one of the two"
        )
    if isinstance(problem.objective, Variance) or share_a_field([[ratio, delta], *_numbers(problem.objective)]):
        return problem
    return Problem(
        _rational(problem.objective),
        problem.demand,
        inputs=problem.inputs or problem.k,
        outputs=problem.output_labels or problem.outputs,
    )


def widened(found: Design, problem: Problem) -> Design:
    """The design of the rounded problem as one of the problem itself."""
    assert found.lower is not None and found.upper is not None
    off = _largest_change(problem.objective, found.problem.objective)
    note = (
        "no certificate names all the numbers of this objective and demand; it is about an objective of rationals near "
        f"them, whose value differs by at most {decimal(off, digits=2, direction='upper')}, which the bounds allow for"
    )
    return replace(
        found,
        problem=problem,
        verdict=Verdict.WITHIN,
        value=None,
        lower=found.lower - off,
        upper=found.upper + off,
        legs=tuple(replace(leg, value=None) if leg.name == "certified" else leg for leg in found.legs),
        minimisers=(),
        optima=None,
        notes=(*found.notes, note),
    )


def _numbers(objective: Trace | Utility) -> Rows:
    if isinstance(objective, Trace):
        return [objective.weights or ()]
    return [*objective.matrix_of_utilities, objective.prior]


def _rational(objective: Objective) -> Objective:
    if isinstance(objective, Trace):
        return Trace([_bounds(w)[0] for w in objective.weights or ()])
    assert isinstance(objective, Utility)
    matrix = [[_bounds(x)[0] for x in row] for row in objective.matrix_of_utilities]
    prior = [_bounds(x)[0] for x in objective.prior]
    largest = max(range(len(prior)), key=prior.__getitem__)
    prior[largest] += 1 - sum(prior, ZERO)
    return Utility(matrix, prior, sense=objective.sense)


def _bounds(x: Number) -> Bounds:
    return enclose_relative(x, bits=BITS)


def _largest_change(one: Objective, other: Objective) -> Fraction:
    """Σ_j max_i |W_ij − W'_ij|, rounded up, of an objective and a rational one."""
    if isinstance(one, Trace) and isinstance(other, Trace):
        pairs = zip(one.weights or (), other.weights or (), strict=True)
        return sum((_apart((w, ONE), (x, ONE)) for w, x in pairs), ZERO)
    assert isinstance(one, Utility) and isinstance(other, Utility)
    rows = list(zip(one.matrix_of_utilities, other.matrix_of_utilities, strict=True))
    priors = enumerate(zip(one.prior, other.prior, strict=True))
    return sum((max(_apart((a[j], p), (b[j], q)) for a, b in rows) for j, (p, q) in priors), ZERO)


def _apart(factors: tuple[Number, Number], others: tuple[Number, Number]) -> Fraction:
    """An upper bound on the distance of two products, of which the second is rational."""
    ends = [a * b for a, b in product(*map(_bounds, factors))]
    to = _bounds(others[0])[0] * _bounds(others[1])[0]
    return max(abs(end - to) for end in ends)
