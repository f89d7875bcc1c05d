"""Least variances of more than two outputs at the prevalence 0 or 1 with δ > 0, where two outputs already reach the variance 0.

At such a prevalence one input is absent. With δ > 0 one of two outputs may be an answer that only the absent input gives. That
answer never comes, so the variance is 0, and no variance is less. Further outputs stay empty.

Now suppose that no single bound (e^ε, δ) holds for both orders of the two inputs. Then the reduction applies only if the bounds
allow an answer that only the absent input gives.
"""

from __future__ import annotations

from dataclasses import replace

from rropt.designs.objectives.prevalence import Quantifier
from rropt.designs.objectives.variance import Variance
from rropt.designs.rows.averages import sides as sides_of
from rropt.designs.variance.exact import pad_rows
from rropt.designs.variance.hull import HullProgram
from rropt.mechanism import Mechanism
from rropt.problem.contract import Reduction
from rropt.problem.pieces.piece import Piece
from rropt.problem.problem import Problem
from rropt.problem.result import Design, Minimiser

__all__ = ["SilentEnd"]

UNLISTED = "; other mechanisms of variance 0 with more outputs are not listed"


class SilentEnd(Reduction):
    """Replaces a problem of more than two outputs by that of two outputs, at the prevalence 0 or 1 with δ > 0.

    Two outputs already reach the variance 0 there.
    """

    __slots__ = ()

    def simplify(self, problem: Problem) -> Problem | None:
        """Return the same problem with two outputs. None if it asks for two outputs, if it has conditions, or if two outputs do not
        reach the variance 0."""
        objective, common = problem.objective, problem.bounds.common
        assert isinstance(objective, Variance)
        pi = objective.of_second
        if problem.outputs == 2 or problem.conditions or (common is not None and common[1] == 0):
            return None
        if pi.quantifier is not Quantifier.AT or pi.lower not in (0, 1):
            return None
        absent = 1 if pi.lower == 0 else 0
        if common is None and all(row[1 - absent] for row in HullProgram(sides_of(problem.bounds), pi).rows()):
            return None
        return Problem(objective, problem.demand, inputs=problem.inputs)

    def restore(self, found: Design, problem: Problem) -> Design:
        """Turn the design with two outputs into one with as many outputs as the problem asks for; the added outputs are never
        given."""
        found = replace(found, problem=problem, notes=(*found.notes, f"{self.follows(problem)}{UNLISTED}"))
        if problem.outputs == "free":
            return found

        def pad(mechanism: Mechanism) -> Mechanism:
            return Mechanism(pad_rows(mechanism.rows, problem), problem.inputs, problem.output_labels)

        def pad_minimiser(m: Minimiser) -> Minimiser:
            return Minimiser(pad(m.mechanism), None if m.towards is None else pad(m.towards))

        def pad_piece(p: Piece) -> Piece:
            return replace(p, mechanisms=tuple(map(pad, p.mechanisms)), towards=tuple(map(pad, p.towards)))

        return replace(
            found,
            mechanism=None if found.mechanism is None else pad(found.mechanism),
            minimisers=tuple(map(pad_minimiser, found.minimisers)),
            pieces=tuple(map(pad_piece, found.pieces)),
        )

    def follows(self, problem: Problem) -> str:
        """Say why the certificate about two outputs answers the question about more.

        If δ is free from 0, there is another reason at δ = 0. The demand then asks of every row (r, s) that r ≤ T·s and s ≤ U·r. So
        the row is the sum of a multiple of (T, 1) and a multiple of (1, U), and the mechanism is a post-processing of the one with
        these two rows, suitably scaled.
        """
        free = problem.interval
        if free is None or not free.is_delta or free.lower != 0:
            return (
                "the certificate is about two outputs, with which the variance is 0 already; no variance is less, so more outputs "
                "do not help"
            )
        return (
            "the certificate is about two outputs; where delta is above 0 the variance is 0 with them already, and no variance is "
            "less; where delta is 0 every mechanism can be made from the best one with two, so more outputs do not help"
        )
