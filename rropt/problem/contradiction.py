"""Demands that no mechanism keeps, whatever is designed: less is to be gained than is gained without an answer.

A vulnerability is Σ_i h(r_i) ≤ v over the rows r_i of a mechanism, with h convex and h(us) = u·h(s) for u ≥ 0, so that h(r + s) ≤
h(r) + h(s). The rows sum to (1, …, 1): Σ_i h(r_i) ≥ h(1, …, 1), which is what is gained without an answer. So where v is less,
nothing keeps it. With the plane g of the best action h(s) ≥ g·s, so that y = −g and the price 1 of the vulnerability have
0 ≤ y·s + h(s) at every row s, and B = v − h(1, …, 1) < 0: `infeasible` by the lemma on prices (SPEC.md, sections 4 and 7). The
certificate is about some number of answers; who keeps the demand with more of them keeps it where some of these are merged.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.problem.answers import Evidence, Unattained, Unsatisfiable
from rropt.problem.known import find_objective, legs_of
from rropt.problem.problem import Problem

__all__ = ["MERGED", "asks_too_little", "contradict"]

MERGED = "the certificate names a number of answers; with more of them some may be merged, so that these do not keep it either"


def asks_too_little(problem: Problem) -> bool:
    """Tell whether less may be gained than is gained without an answer."""
    one = [Fraction(1)] * problem.k
    return any(x.most < x.take(one) for x in problem.bounds.averages().values())


def contradict(problem: Problem) -> Evidence | Unattained | Unsatisfiable:
    """Certify, through a linear objective of zeros, that no mechanism meets the demand and the conditions; the evidence of one
    that does where there is one."""
    linear: Any = find_objective("linear")
    nothing = linear([[Fraction(0)] * problem.k for _ in range(problem.m)])
    posed = problem.restated(objective=nothing, outputs=problem.output_labels or problem.m)
    return legs_of(nothing).pose(posed).prove(None, optima="one")
