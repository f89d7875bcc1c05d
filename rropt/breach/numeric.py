"""Computes B(h) in floats, by Dinkelbach's iteration or by a small semidefinite program.

For a boundary h, the odds ratio at a prior p is the odds of h(p) divided by the odds of p. B(h) is its infimum over p.

On a piece of h the odds ratio is N(p)/D(p), with quadratics N and D. B(h) is the largest γ for which N(p) − γD(p) ≥ 0 on every
piece. Each piece is mapped to x in [0, 1].

The program uses a theorem of Markov and Lukács: a quadratic is nonnegative on [0, 1] exactly if it is s(x) + λx(1−x), where s is a
sum of squares and λ ≥ 0. The quadratic s is a sum of squares exactly if its 2×2 Gram matrix is positive semidefinite. The cone of
such 2×2 matrices is a second-order cone, so all pieces together are one vectorised constraint. The unknown of the program is
y = γ₀/γ, where γ₀ is the least of some sampled values of the ratio; so the optimum lies near 1.

Dinkelbach's iteration needs no solver. At a γ above the optimum, some quadratic N − γD is negative in [0, 1]. It is least at an end
or at its vertex, and the value of N/D there is the next, smaller γ. Dinkelbach (1967), On nonlinear fractional programming,
Management Science 13.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact.element import Bound, Number
from rropt.privacy.boundary import BoundaryPiece, BreachFunction

if TYPE_CHECKING:
    import numpy

__all__ = [
    "TOLERANCE",
    "SolverOutcome",
    "NumericBound",
    "breach_sdp",
    "coefficients",
    "iterated_least",
    "is_within_tolerance",
    "sampled_least",
]

TOLERANCE = 1e-5
SOLVERS = ("CLARABEL", "SCS")
MOST_STEPS, STEADY = 200, 1e-14
LEAST = sys.float_info.min
SAMPLES = (1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 1 - 1e-3)
Triple = tuple[Number, Number, Number]


class SolverOutcome(StrEnum):
    """The outcome of a computation of B(h) in floats."""

    OPTIMAL = "optimal"
    INACCURATE = "optimal_inaccurate"
    FAILED = "failed"
    BEYOND_DOUBLES = "not posed in floats: h has numbers beyond doubles"
    NOT_NEEDED = "no program is needed: h = 1 at every prior"


@dataclass(frozen=True, slots=True)
class NumericBound:
    """An estimate in floats of B(h), the infimum over priors p of the odds of the boundary h(p) divided by the odds of p.

    `value` is the estimate, and `answer` says how the computation ended. `solver` is the name of the solver, and `solver_says` is
    the status that it returned. If no solver was called, both are empty.
    """

    value: float
    answer: SolverOutcome
    solver: str = ""
    solver_says: str = ""

    @property
    def status(self) -> str:
        """The status that the solver returned. If no solver was called, the text of `answer`."""
        return self.solver_says or str(self.answer)


def _quadratics(piece: BoundaryPiece) -> tuple[Triple, Triple]:
    """The numerator N and the denominator D of the odds ratio on a piece, as coefficients of 1, p and p².

    Common factors are left out: p if h(0+) = 0, and 1 − p if h(1−) = 1.
    """
    (a, b), (c, d) = piece.top, piece.below
    zero = Fraction(0)
    below, above = piece.start == 0 and a == 0, piece.end == 1
    if below and above:
        return (b, zero, zero), (c, zero, zero)
    if below:
        return (b, -b, zero), (c, d - b, zero)
    if above:
        return (a, b, zero), (zero, c - a, zero)
    return (a, b - a, -b), (zero, c - a, d - b)


def _on_unit(q: Triple, piece: BoundaryPiece) -> list[float]:
    """Return the coefficients of 1, x and x² of the quadratic q, as a function of x in [0, 1].

    Here p = start + x·(end − start) on the piece. The coefficients are computed exactly and then rounded to floats.
    """
    u, w = piece.start, piece.end - piece.start
    return [_float(x) for x in (q[0] + u * (q[1] + u * q[2]), w * (q[1] + 2 * u * q[2]), w * w * q[2])]


def _float(x: Number) -> float:
    """Convert x to a double.

    Raise `OverflowError` if x is too large for a double. Raise it too if x is not 0, but its double is closer to 0 than the least
    normal double: the problem in doubles may then differ from the exact one.
    """
    value = float(x)
    if x and not abs(value) >= LEAST:
        raise OverflowError("a number is too small for doubles")
    return value


def coefficients(h: BreachFunction) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """Return the coefficients of the quadratics N and D, where N/D is the odds ratio, as two arrays.

    Both arrays have a row for each piece of h, on which x runs from 0 to 1, and a row for the value of h at each inner breakpoint.
    Their columns are for 1, x and x². Rows in which D is zero are left out.
    """
    import numpy

    rows = []
    for piece in h.pieces:
        top, below = _quadratics(piece)
        rows.append((_on_unit(top, piece), _on_unit(below, piece)))
    for p, v in zip(h.breakpoints[1:-1], h.values[1:-1], strict=True):
        rows.append(([_float((1 - p) * v), 0.0, 0.0], [_float(p * (1 - v)), 0.0, 0.0]))
    rows = [(n, d) for n, d in rows if any(d)]
    tops, belows = (numpy.array([row[i] for row in rows]).reshape(-1, 3) for i in (0, 1))
    return tops, belows


def sampled_least(tops: Any, belows: Any) -> float:
    """Return the least value of N/D at a few sampled points where D is positive, for several pairs of quadratics N and D.

    Each row of `tops` has the coefficients of one N. The same row of `belows` has those of its D.
    """
    import numpy

    powers = numpy.vander(numpy.array(SAMPLES), 3, increasing=True)
    n, d = tops @ powers.T, belows @ powers.T
    return float(numpy.min(n[d > 0] / d[d > 0]))


def iterated_least(h: BreachFunction) -> NumericBound:
    """Compute B(h), the least odds ratio, in doubles by Dinkelbach's iteration.

    If h is 1 everywhere, the value is infinity. If a number of h is too large or too small for a double, the value is NaN.
    """
    import numpy

    try:
        tops, belows = coefficients(h)
    except OverflowError:
        return NumericBound(math.nan, SolverOutcome.BEYOND_DOUBLES)
    if not len(tops):
        return NumericBound(math.inf, SolverOutcome.NOT_NEEDED)
    least = sampled_least(tops, belows)
    for _ in range(MOST_STEPS):
        q = tops - least * belows
        bends = q[:, 2] > 0
        vertex = numpy.where(bends, -q[:, 1] / numpy.where(bends, 2 * q[:, 2], 1.0), 0.0)
        x = numpy.stack([numpy.zeros(len(q)), numpy.ones(len(q)), vertex.clip(0.0, 1.0)])
        n, d = (c[:, 0] + x * (c[:, 1] + x * c[:, 2]) for c in (tops, belows))
        found = float(numpy.min(n[d > 0] / d[d > 0], initial=math.inf))
        if found >= least * (1 - STEADY):
            return NumericBound(min(found, least), SolverOutcome.OPTIMAL)
        least = found
    return NumericBound(least, SolverOutcome.FAILED)


def _solve(tops: Any, belows: Any, scale: float, solver: str) -> NumericBound:
    import cvxpy as cp
    import numpy

    from rropt.solvers.cvxpy import run

    size = numpy.maximum(numpy.abs(tops).max(axis=1) / scale, numpy.abs(belows).max(axis=1))[:, None]
    tops, belows = tops / scale / size, belows / size
    count = len(tops)
    y = cp.Variable()
    gram, slack = cp.Variable((3, count)), cp.Variable(count, nonneg=True)
    constraints = [
        gram[0] == y * tops[:, 0] - belows[:, 0],
        2 * gram[1] + slack == y * tops[:, 1] - belows[:, 1],
        gram[2] - slack == y * tops[:, 2] - belows[:, 2],
        cp.SOC(gram[0] + gram[2], cp.vstack([2 * gram[1], gram[0] - gram[2]]), axis=0),
    ]
    problem = cp.Problem(cp.Minimize(y), constraints)
    says = run(problem, solver).status
    answer = next((x for x in (SolverOutcome.OPTIMAL, SolverOutcome.INACCURATE) if x == says), SolverOutcome.FAILED)
    return NumericBound(math.nan if y.value is None else scale / float(y.value), answer, solver, says)


def breach_sdp(h: BreachFunction, *, solver: str | None = None) -> NumericBound:
    """Estimate B(h) in floats by semidefinite programming.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. If no solver is named, try Clarabel
    first. If Clarabel finds no optimum, use SCS. If h is 1 everywhere, the value is infinity.
    """
    try:
        tops, belows = coefficients(h)
    except OverflowError:
        return NumericBound(math.nan, SolverOutcome.BEYOND_DOUBLES)
    if not len(tops):
        return NumericBound(math.inf, SolverOutcome.NOT_NEEDED)
    scale, names = sampled_least(tops, belows), (solver,) if solver else SOLVERS
    for name in names:
        found = _solve(tops, belows, scale, name)
        if found.answer is SolverOutcome.OPTIMAL:
            break
    return found


def is_within_tolerance(numeric: NumericBound, lower: Bound, upper: Bound) -> bool:
    """Return whether the estimate in floats agrees with the bounds, up to the relative error `TOLERANCE`.

    If the lower bound or the estimate is infinite, they agree only if both are infinite. If the estimate is no number, or the
    solver failed, the result is True, because nothing contradicts the bounds. In all other cases the estimate has to lie between
    the bounds.
    """
    low, high = float(lower), float(upper)
    if math.isinf(low) or math.isinf(numeric.value):
        return low == numeric.value
    if math.isnan(numeric.value) or numeric.answer is SolverOutcome.FAILED:
        return True
    return low * (1 - TOLERANCE) <= numeric.value <= high * (1 + TOLERANCE)
