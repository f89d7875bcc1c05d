"""The values of t at which the checker cuts an interval, because a row of the demand reaches a corner of φ there.

φ is the function in a divergence f(s) = (q·s)·φ(p·s/q·s) of two distributions p and q. For a row s by trees
(`rropt.problem.pieces.monomials`), p·s and q·s are polynomials in t, up to a power of t. Let φ have a corner (a bend) at x. The row
is at this corner if p·s − x·(q·s) = 0. Between two neighbouring roots of this polynomial the row stays on one side of the corner,
and the checker knows on which. Rows by levels are rows by trees too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import fmpz_poly

from rropt.designs.objectives.row_function import Function
from rropt.problem.pieces.monomials import rows_inside, sum_at
from rropt.problem.problem import Problem

__all__ = ["bends_of"]


def bends_of(problem: Problem, function: Function) -> list[fmpz_poly]:
    """List polynomials in t, at whose roots some row by trees reaches a corner of φ, the function in a divergence.

    The list is empty if φ has no corner, or if there are too many inputs for rows by trees. It is empty also if the values of
    `function` are not exact, that is, if they lie outside the field of rational functions of t.
    """
    sides = list(_sides(function, problem.k)) if function.is_exact else []
    found: dict[tuple[int, ...], fmpz_poly] = {}
    for row in rows_inside(problem) if sides else ():
        for side in sides:
            polynomial = sum_at(side, row)
            if polynomial.degree() > 0:
                found[tuple(int(c) for c in polynomial.coeffs())] = polynomial
    return list(found.values())


def _sides(function: Function, k: int) -> Iterator[list[Fraction]]:
    """Yield the vectors p − x·q for each pair p, q of distributions that f compares and each corner x of its φ."""
    for part in function.parts:
        yield from _sides(part, k)
    if function.phi is None:
        return
    units = [[Fraction(int(i == j)) for i in range(k)] for j in range(k)]
    pairs = [function.vectors] if function.vectors else [(p, q) for p in units for q in units if p is not q]
    for p, q in pairs:
        for x in function.phi.bends:
            yield [Fraction(a) - x * Fraction(b) for a, b in zip(p, q, strict=True)]  # type: ignore[arg-type]
