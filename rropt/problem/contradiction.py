"""Demands that no mechanism keeps, because they allow a guesser less than what can be gained without any answer.

The demand bounds a vulnerability: Σ_i h(r_i) ≤ v over the rows r_i of a mechanism, where h(s) is the gain of the best action at the
row s. The function h is convex, and h(us) = u·h(s) for u ≥ 0, so h(r + s) ≤ h(r) + h(s). The rows sum to (1, …, 1). Therefore
Σ_i h(r_i) is at least h(1, …, 1), which is the gain without an answer. If v is less, no mechanism keeps the demand.

To certify this, take the action that is best without an answer, and let g·s be its gain at the row s. Then h(s) ≥ g·s, and
h(1, …, 1) = g·(1, …, 1). Take −g as the prices (linear-programming dual variables) of the inputs, and 1 as the price of the
vulnerability. Then 0 ≤ −g·s + h(s) at every row s, but the bound v − h(1, …, 1) is below 0. By the lemma on prices this proves the
claim `infeasible` (SPEC.md, sections 4 and 7).

The certificate is about mechanisms with a fixed number of answers. Mechanisms with more answers do not keep the demand either. If
one did, merging some of its answers would give a mechanism with the fixed number of answers that keeps the demand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.problem.answers import Evidence, Unattained, Unsatisfiable
from rropt.problem.known import find_objective, legs_of
from rropt.problem.problem import Problem

__all__ = ["MERGED", "asks_too_little", "contradict"]

MERGED = "the certificate names a number of answers; more do not help, because merging some of them would still keep the demand"


def asks_too_little(problem: Problem) -> bool:
    """Whether the demand bounds a vulnerability by less than what can be gained without any answer. No mechanism keeps such a
    demand."""
    one = [Fraction(1)] * problem.k
    return any(x.most < x.take(one) for x in problem.bounds.averages().values())


def contradict(problem: Problem) -> Evidence | Unattained | Unsatisfiable:
    """Pose the problem with the objective 0. If no mechanism meets the demand and the conditions, return a proof of that. Otherwise
    return a mechanism that meets them."""
    linear: Any = find_objective("linear")
    nothing = linear([[Fraction(0)] * problem.k for _ in range(problem.m)])
    posed = problem.restated(objective=nothing, outputs=problem.output_labels or problem.m)
    return legs_of(nothing).pose(posed).prove(None, optima="one")
