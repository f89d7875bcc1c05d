"""Round the weights of a linear objective to rationals if they have no common field with the demand's numbers.

A certificate names one t, and all its numbers are rational functions of t. If a utility is √2 and ε = 1/2, this is impossible,
because √2 is no rational function of e^(1/2). For rational weights W' near W, |Σ(W − W')P| ≤ Σ_j max_i |W_ij − W'_ij| for every
mechanism P, because Σ_i p_ij = 1. So the certificate is about W', and the optimum for W lies within the bounds that it proves,
widened by this sum. The verdict is `within`, with a very small gap.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from rropt.designs.objectives.linear import BITS, Factors, LinearObjective
from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.matrix import have_common_field
from rropt.exact.sign import enclose_relative
from rropt.exact.spelling import show
from rropt.problem.contract import Reduction
from rropt.problem.problem import Problem
from rropt.problem.result import Design
from rropt.problem.verdicts import Verdict

__all__ = ["RationalWeights"]

Bounds = tuple[Fraction, Fraction]


class RationalWeights(Reduction):
    """The reduction of a problem to one with rational weights, if the objective's numbers and the demand's have no common field."""

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Round the weights of the objective to rationals near them.

        None if no rounding is needed, because one number generates a field that contains all numbers of the objective and the
        demand. None also if ε or δ is free.
        """
        objective = problem.objective
        assert isinstance(objective, LinearObjective)
        if problem.interval is not None:
            return None
        stated = [list(pair) for row in objective.factors(problem.k, problem.m) for pair in row]
        if have_common_field([problem.bounds.numbers(), *stated]):
            return None
        return problem.restated(objective=objective.rational_near())

    def simplify_for_bound(self, problem: Problem, wanted: Number) -> Problem | None:
        """Return None if no weight needs rounding. Else raise an InputError: a certificate about rational weights proves
        nothing about the stated ones."""
        if self.simplify(problem) is None:
            return None
        raise InputError(
            Received("require", show(wanted)),
            f" is not reached, as the bounds of the {problem.objective.called} show, but no certificate can state that, because "
            "the numbers of this objective and demand have no common field; for a certificate give rational numbers near these",
        )

    def restore(self, found: Design, problem: Problem) -> Design:
        """Turn the design for rational weights into a design for the stated weights.

        For any mechanism, the values of the two objectives differ by at most a known number. The lower bound is lowered and the
        upper bound raised by this number. If the design says that no mechanism exists, this holds for the stated weights too.
        """
        if found.verdict is Verdict.INFEASIBLE:
            return replace(found, problem=problem)
        assert found.lower is not None and found.upper is not None
        off = _largest_change(problem, found.problem)
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
            fast_legs=tuple(replace(leg, value=None) if leg.name == "certified" else leg for leg in found.fast_legs),
            minimisers=(),
            optima=None,
            notes=(*found.notes, note),
        )


def _factors(problem: Problem) -> Factors:
    assert isinstance(problem.objective, LinearObjective)
    return problem.objective.factors(problem.k, problem.m)


def _largest_change(one: Problem, other: Problem) -> Fraction:
    """Bound Σ_j max_i |W_ij − W'_ij| from above, for the weights W of one problem and the rational weights W' of the other. The two
    values that one mechanism has under W and W' differ by at most this sum."""
    rows = [list(map(_apart, a, b)) for a, b in zip(_factors(one), _factors(other), strict=True)]
    return sum(map(max, zip(*rows, strict=True)), Fraction(0))


def _bounds(x: Number) -> Bounds:
    return enclose_relative(x, bits=BITS)


def _apart(factors: tuple[Number, Number], others: tuple[Number, Number]) -> Fraction:
    """Bound from above how far the product of the two numbers in `factors` is from the product of the two numbers in `others`.

    The numbers in `others` must be rational.
    """
    ends = [a * b for a, b in product(*map(_bounds, factors))]
    to = _bounds(others[0])[0] * _bounds(others[1])[0]
    return max(abs(end - to) for end in ends)
