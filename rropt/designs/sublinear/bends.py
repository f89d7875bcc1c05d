"""The values of t at which the checker cuts an interval, because a row of the demand reaches a corner of φ there.

Here φ is the function in a divergence f(s) = (q·s)·φ(p·s/q·s) of two distributions p and q. The rows s considered are rows by trees
(`rropt.problem.pieces.monomials`): a tree joins the inputs whose entries are not 0, and the two entries at an edge of the tree have
the largest ratio that the demand allows. These rows include the rows by levels, whose entries are 0 or powers of one ratio.

For each such row s, p·s and q·s are polynomials in t, up to a power of t. Let φ have a corner (a bend) at x. The row reaches this
corner if p·s − x·(q·s) = 0. Between two neighbouring roots of this polynomial the row stays on one side of the corner, and the
checker knows on which side.
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
    """List the polynomials in t at whose roots some row reaches a corner of φ, the function in a divergence.

    The rows are those by trees: a tree joins the inputs whose entries are not 0, and the two entries at an edge have the largest
    ratio that the demand allows. The list is empty if φ has no corner, if there are too many inputs to list such rows, or if the
    values of `function` are not exact numbers.
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
    """Yield the vector p − x·q for each pair of distributions p, q that a divergence in `function` compares, and for each corner x.

    A corner is a point where the divergence's function φ has a bend. `k` is the number of inputs.
    """
    for part in function.parts:
        yield from _sides(part, k)
    if function.phi is None:
        return
    units = [[Fraction(int(i == j)) for i in range(k)] for j in range(k)]
    pairs = [function.vectors] if function.vectors else [(p, q) for p in units for q in units if p is not q]
    for p, q in pairs:
        for x in function.phi.bends:
            yield [Fraction(a) - x * Fraction(b) for a, b in zip(p, q, strict=True)]  # type: ignore[arg-type]
