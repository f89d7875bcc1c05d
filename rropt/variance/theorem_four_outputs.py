"""The least asymptotic variance with any number of outputs, two inputs, under (ε,δ)-LDP.

Reveal the input with probability δ, else answer by the ratio-T mechanism:

    rows (δ, 0), (1−δ)(T, 1)/(T+1), (1−δ)(1, T)/(T+1), (0, δ).

It is at least as informative as every (ε,δ)-LDP mechanism, so it maximises the information for every π at once.
The proof by duality: with f(a,b) = (b−a)²/((1−π)a+πb) let y solve T·y₀ + y₁ = f(T,1), y₀ + T·y₁ = f(1,T), and put
m₀₁ = f(1,0) − y₀ = 1/(1−π) − y₀, m₁₀ = f(0,1) − y₁ = 1/π − y₁. Both are nonnegative by convexity of f along
(T,1), (1,0) and (1,T), (0,1), the inequality of `rropt.variance.information` holds with equality on all four rays, and every row
of the mechanism lies on one of them. With δ = 0 the revealing rows vanish.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.closed_forms import ClosedForm
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.variance.information import FisherDual, FisherProgram, row_information

__all__ = ["four_output_rows", "four_outputs", "four_rows"]


def four_rows(ratio: Number, delta: Number) -> Matrix:
    """The four rows, empty ones included."""
    zero = Fraction(0)
    high, low = (1 - delta) * ratio / (ratio + 1), (1 - delta) / (ratio + 1)
    return ((delta, zero), (high, low), (low, high), (zero, delta))


def four_output_rows(ratio: Number, delta: Number) -> Matrix:
    """The rows of positive probability."""
    return tuple(row for row in four_rows(ratio, delta) if any(row))


def four_outputs(program: FisherProgram) -> ClosedForm | None:
    """The optimum and its dual; none where nothing identifies π, or where π ∈ {0,1} makes the information infinite."""
    t, d, pi = program.ratio, program.delta, program.prevalence.point
    if (t == 1 and d == 0) or (pi in (0, 1) and d != 0):
        return None
    dual = _dual(t, d, pi)
    information = dual.columns[0] + dual.columns[1] + d * (dual.pairs[0] + dual.pairs[1])
    theorem = "the four-output mechanism dominates every (epsilon, delta)-private one (rropt.four_outputs)"
    return ClosedForm(theorem, 1 / information, four_output_rows(t, d), dual=dual)


def _dual(t: Number, delta: Number, pi: Number) -> FisherDual:
    zero = Fraction(0)
    if t == 1:
        return FisherDual((zero, zero), (1 / (1 - pi), 1 / pi))
    f, g = row_information(t, Fraction(1), pi), row_information(Fraction(1), t, pi)
    y0, y1 = (t * f - g) / (t * t - 1), (t * g - f) / (t * t - 1)
    if delta == 0:
        return FisherDual((y0, y1), (zero, zero))
    return FisherDual((y0, y1), (1 / (1 - pi) - y0, 1 / pi - y1))
