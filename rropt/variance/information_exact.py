"""The exact leg of the asymptotic variance: the linear program over extreme rows, solved by its complementary system.

Every ray carries weight at an optimum with 0 < δ < 1: the revealing ones exactly δ, the mixed ones (1−δ)/(T+1) each, so
the dual inequality is an equality on all rays, which is a linear system for y₀, y₁, m₀₁, m₁₀. The same dual serves at
the ends, where some rays carry nothing.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, solve
from rropt.variance.information import FisherDual, FisherProgram, row_information

__all__ = ["solve_fisher_exactly"]


def solve_fisher_exactly(program: FisherProgram) -> tuple[Matrix, FisherDual]:
    """The mechanism on the rays, and the dual that meets all of them."""
    t, d, pi = program.ratio, program.delta, program.prevalence.point
    zero, one = Fraction(0), Fraction(1)
    if d != 0 and pi in (0, 1):
        raise InputError(
            f"at prevalence {pi} with delta > 0 two outputs reach variance 0 already; give outputs 2 or free"
        )
    weight = (1 - d) / (t + 1)
    mixed: Matrix = ((weight * t, weight), (weight, weight * t))
    rows: Matrix = tuple(row for row in ((d, zero), *mixed, (zero, d)) if row != (zero, zero))
    if t == 1:
        return rows, FisherDual((zero, zero), (1 / (1 - pi), 1 / pi))
    f, g = row_information(t, one, pi), row_information(one, t, pi)
    ((y0,), (y1,)) = solve(((t, one), (one, t)), ((f,), (g,)))
    if d == 0:
        return rows, FisherDual((y0, y1), (zero, zero))
    return rows, FisherDual((y0, y1), (row_information(one, zero, pi) - y0, row_information(zero, one, pi) - y1))
