"""Variances at prevalence 0 or 1 with δ > 0 and more than two outputs: two outputs reach 0 already.

There an answer that only the absent input gives never comes, so one of two outputs tells that input without ever being
given; its variance is 0, and no variance is less. Further outputs stay empty.
"""

from __future__ import annotations

from dataclasses import replace

from rropt.mechanism import Mechanism
from rropt.objectives import Variance
from rropt.problem.exact_leg import padded as with_empty_rows
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Minimiser, Piece
from rropt.variance.prevalence import Quantifier

__all__ = ["NOTE", "silent_end", "with_empty_outputs"]

NOTE = (
    "the certificate is about two outputs, with which the variance is 0 already; no variance is less, so more outputs "
    "do not help, and which mechanisms with more outputs have variance 0 too is not listed"
)


def silent_end(problem: Problem) -> Problem:
    """With more than two outputs, δ > 0 and prevalence 0 or 1, the problem of two; every other is given back as it is."""
    objective = problem.objective
    if not isinstance(objective, Variance) or not problem.asymptotic or problem.demand.reduced()[1] == 0:
        return problem
    pi = objective.prevalence
    if pi.quantifier is not Quantifier.AT or pi.lower not in (0, 1):
        return problem
    return Problem(objective, problem.demand, inputs=problem.inputs)


def with_empty_outputs(found: Design, problem: Problem) -> Design:
    """The design for two outputs as one of the problem, with as many outputs as it asks for."""
    if problem.outputs == "free":
        return replace(found, problem=problem)

    def padded(mechanism: Mechanism) -> Mechanism:
        return Mechanism(with_empty_rows(mechanism.rows, problem), problem.inputs, problem.output_labels)

    def minimiser(m: Minimiser) -> Minimiser:
        return Minimiser(padded(m.mechanism), None if m.towards is None else padded(m.towards))

    def piece(p: Piece) -> Piece:
        return replace(p, mechanisms=tuple(map(padded, p.mechanisms)), towards=tuple(map(padded, p.towards)))

    return replace(
        found,
        problem=problem,
        mechanism=None if found.mechanism is None else padded(found.mechanism),
        minimisers=tuple(map(minimiser, found.minimisers)),
        pieces=tuple(map(piece, found.pieces)),
    )
