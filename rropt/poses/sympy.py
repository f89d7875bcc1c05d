"""Linear objectives in symbols: the objective and the relations as expressions of sympy, and the formula of the optimum if
there is one.

The formula of the largest trace is derived from its symmetry. Relabelling inputs and outputs alike leaves the demand and the
trace as they are, and a mean of mechanisms is one; so some optimum has P_ii = a and P_ij = b for i ≠ j. Its trace k·a is
largest where the demand a − t·b ≤ δ is tight, which with a + (k − 1)·b = 1 gives a.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.engine.asks import Asked, Condition
from rropt.engine.found import Sense
from rropt.exact.conversion import sympy_of
from rropt.next.solvers.rational import fraction

if TYPE_CHECKING:
    import sympy

__all__ = ["SymbolicProblem", "largest_trace", "pose_entries"]

Matrices = Sequence[Sequence[Sequence[Fraction]]]


@dataclass(frozen=True)
class SymbolicProblem:
    """Make `objective` as large or as small as `relations` allow; `closed_form` is the optimum, if it has a formula."""

    sense: Sense
    objective: sympy.Expr
    relations: tuple[sympy.Rel, ...]
    closed_form: sympy.Expr | None


def pose_entries(
    asked: Asked,
    weights: Matrices,
    sense: Sense,
    conditions: Sequence[Condition] = (),
    closed_form: sympy.Expr | None = None,
) -> SymbolicProblem:
    """Pose the optimum of Σ W·P, or the worst of several, in the symbols p_ij."""
    import sympy

    m, k = len(weights[0]), asked.k
    p = [
        [sympy.Symbol(f"p_{i}{j}" if max(m, k) <= 10 else f"p_{i}_{j}", nonnegative=True) for j in range(k)]
        for i in range(m)
    ]
    relations = [sympy.Eq(sum(row[j] for row in p), 1) for j in range(k)]
    for ask in asked.asks:
        t = sympy_of(ask.ratio.exact)
        above = [row[ask.j] - t * row[ask.against] for row in p]
        if ask.slack:
            relations.append(sympy.Le(sum(sympy.Max(0, x) for x in above), sympy_of(fraction(ask.slack))))
        else:
            relations += [sympy.Le(x, 0) for x in above]
    for guess in asked.guesses:
        gains = [
            sympy.Max(
                *(sum(sympy_of(fraction(g)) * x for g, x in zip(plane, row, strict=True)) for plane in guess.planes)
            )
            for row in p
        ]
        relations.append(sympy.Le(sum(gains), sympy_of(fraction(guess.bound))))
    kinds = {"<=": sympy.Le, ">=": sympy.Ge, "=": sympy.Eq}
    for condition in conditions:
        total = sum(sympy_of(fraction(a)) * p[i][j] for (i, j), a in condition.terms.items())
        relations.append(kinds[condition.relation](total, sympy_of(fraction(condition.bound))))
    values = [
        sum(sympy_of(w) * x for a, b in zip(W, p, strict=True) for w, x in zip(a, b, strict=True)) for W in weights
    ]
    several = sympy.Min if sense == "max" else sympy.Max
    return SymbolicProblem(sense, values[0] if len(values) == 1 else several(*values), tuple(relations), closed_form)


def largest_trace(k: int, t: sympy.Expr, delta: sympy.Expr) -> sympy.Expr:
    """Solve a + (k − 1)·b = 1 and a − t·b = δ for the trace k·a."""
    import sympy

    a, b = sympy.symbols("a b")
    (found,) = sympy.linsolve([a + (k - 1) * b - 1, a - t * b - delta], [a, b])
    return sympy.factor(k * found[0])
