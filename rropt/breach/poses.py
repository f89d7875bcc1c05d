"""The problem of finding B(h), stated for cvxpy and for sympy.

B(h) is the infimum over priors 0 < p < 1 of R(p) = ((1 − p)/p)·h(p)/(1 − h(p)), the ratio of posterior to prior odds.

For cvxpy the problem is a semidefinite program. Let N and D be the numerator and the denominator of R on a piece of h. The program
finds the least y = 1/γ for which y·N − D ≥ 0 on every piece. Each of these quadratics is written as a sum of squares plus a
nonnegative multiple of x(1 − x), where x runs from 0 to 1 along the piece.

For sympy the problem is to minimise R itself. The minimum lies at a root of the derivative of R, at an end of a piece, or at a
breakpoint of h.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rropt.breach.boundaries import as_boundary
from rropt.exact.conversion import sympy_of
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.privacy.boundary import BoundaryPiece, BreachFunction, Side, read_boundary, require_upper
from rropt.problem.posed.symbols import Derivation, Step, SymbolicProblem

if TYPE_CHECKING:
    import cvxpy
    import numpy
    import sympy

    from rropt.solvers.cvxpy import CvxpyAnswer

    Array = numpy.ndarray[Any, Any]

__all__ = ["BreachProblem", "derive_bound", "problem"]


@dataclass(frozen=True, slots=True)
class BreachProblem:
    """The problem of finding B(h), the infimum of the ratio of posterior to prior odds, for a boundary h in exact pieces.

    Example:
        >>> from rropt import RhoBreach
        >>> from rropt.breach import problem
        >>> print(problem(RhoBreach("1/5", "1/2")).as_sympy().closed_form)
        4

    Reference: Chai and Nayak (2018), equation 3.3.
    """

    h: BreachFunction

    def as_cvxpy(self) -> cvxpy.Problem:
        """Return a semidefinite program whose variable `inverse` is 1/B(h) at the optimum.

        B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. The Parameters `top` and
        `below` hold the numerator and the denominator of this quotient. Each has a row for every piece of h, and a row for the
        value of h at every inner breakpoint. A row has the coefficients of 1, x and x², where x runs from 0 to 1 along the piece.
        Rows where h is 1 are left out. If h is 1 everywhere, or if a number is beyond doubles, raise `InputError`.
        """
        found = self._coefficients()
        if found is None:
            raise InputError(
                f"h = {str(self.h)[:60]} has numbers too large or too small for doubles, with which cvxpy computes; use as_sympy"
            )
        if not len(found[0]):
            raise InputError(
                f"h = {self.h} is 1 everywhere, so it demands nothing and its bound B(h) is infinite; give another h"
            )
        return _pose(*found)

    def solve_cvxpy(self, solver: str | None = None) -> CvxpyAnswer:
        """Solve for B(h), the bound of the demand, in floats.

        If h is 1 everywhere, the demand asks nothing, and the value is infinity. If a number is too large or too small for a
        double, the value is NaN.
        """
        from rropt.breach.numeric import SolverOutcome
        from rropt.problem.posed.floats import solve
        from rropt.solvers.cvxpy import CvxpyAnswer

        coefficients = self._coefficients()
        if coefficients is None:
            return CvxpyAnswer(str(SolverOutcome.BEYOND_DOUBLES), math.nan)
        if not len(coefficients[0]):
            return CvxpyAnswer("optimal: h is 1 everywhere", math.inf)
        found = solve(_pose(*coefficients), solver)
        return CvxpyAnswer(found.status, 1 / found.value if found.value else math.nan)

    def _coefficients(self) -> tuple[Array, Array] | None:
        """The coefficients of `top` and of `below`, which `as_cvxpy` describes; None if a number is beyond doubles."""
        from rropt.breach.numeric import coefficients

        try:
            return coefficients(self.h)
        except OverflowError:
            return None

    def as_sympy(self) -> SymbolicProblem:
        """Pose in sympy the minimum of the ratio of odds, a function of the prior p, over 0 < p < 1."""
        import sympy

        p = sympy.Symbol("p", real=True)
        cases = [
            (_ratio(piece, p), sympy.And(p > sympy_of(piece.start), p < sympy_of(piece.end))) for piece in self.h.pieces
        ]
        jumps = zip(self.h.breakpoints[1:-1], self.h.values[1:-1], strict=True)
        cases += [(_odds(sympy_of(v), sympy_of(at)), sympy.Eq(p, sympy_of(at))) for at, v in jumps]
        return SymbolicProblem(
            sense="min",
            objective=sympy.Piecewise(*cases),
            constraints=(sympy.Gt(p, 0), sympy.Lt(p, 1)),
            symbols={"prior": p},
            numbers={},
            derive=lambda: derive_bound(self.h, p),
            place=lambda prior: {p: sympy_of(read_number(prior))},
            sought="B(h)",
        )


def problem(h: object) -> BreachProblem:
    """State for cvxpy and sympy the problem of finding B(h), the infimum of the ratio of posterior to prior odds.

    Args:
        h: A named demand, a `BreachFunction`, or points (p, h) or their text as `breach_bound` takes them.

    Returns:
        The problem, with `as_cvxpy`, `solve_cvxpy` and `as_sympy`.

    Raises:
        InputError: h has no exact pieces, or is below p at some prior p.
        Undecided: rropt cannot decide where two boundaries cross.

    Example:
        >>> from rropt.breach import problem
        >>> print(f"{problem('0=1/5,1=1').solve_cvxpy().value:.6f}")
        1.250000

    Reference: Chai and Nayak (2018), A criterion for privacy protection in data collection, section 3.
    """
    found = as_boundary(h)
    return BreachProblem(require_upper(read_boundary(h, side=Side.UPPER)) if found is None else found)


def _pose(tops: Array, belows: Array) -> cvxpy.Problem:
    """Make the semidefinite program that `BreachProblem.as_cvxpy` describes from the coefficients of `top` and of `below`."""
    import cvxpy as cp

    from rropt.problem.posed.floats import Posed

    top = cp.Parameter(tops.shape, name="top", value=tops)
    below = cp.Parameter(belows.shape, name="below", value=belows)
    inverse, slack = cp.Variable(name="inverse"), cp.Variable(len(tops), nonneg=True, name="slack")
    constraints = []
    for n in range(len(tops)):
        gram = cp.Variable((2, 2), PSD=True)
        part = [inverse * top[n, i] - below[n, i] for i in range(3)]
        constraints += [
            gram[0, 0] == part[0],
            2 * gram[0, 1] + slack[n] == part[1],
            gram[1, 1] - slack[n] == part[2],
        ]
    return Posed(cp.Minimize(inverse), constraints, [top, below])


def _odds(h: Any, p: Any) -> Any:
    import sympy

    return sympy.oo if h == 1 else (1 - p) / p * h / (1 - h)


def _ratio(piece: BoundaryPiece, p: Any) -> Any:
    """The odds ratio ((1 − p)/p)·h/(1 − h) on a piece as a sympy expression in lowest terms; infinity if h is 1 on the piece."""
    import sympy

    (a, b), (c, d) = (tuple(map(sympy_of, pair)) for pair in (piece.top, piece.below))
    return sympy.oo if piece.top == piece.below else sympy.cancel(_odds((a + b * p) / (c + d * p), p))


def derive_bound(h: BreachFunction, p: sympy.Symbol) -> Derivation:
    """Derive B(h), the infimum of the odds ratio, by calculus, and return it with the steps.

    B(h) is the least of three kinds of values: the ratio at the roots of its derivative inside a piece, its limits at the ends
    of the pieces, and its values at the inner breakpoints of h. If these values depend on a free number of h, there is no closed
    form, because none of them is known to be the least.
    """
    import sympy

    steps, values = [], []
    for piece in h.pieces:
        ratio, start, end = _ratio(piece, p), sympy_of(piece.start), sympy_of(piece.end)
        if ratio == sympy.oo:
            continue
        slope = sympy.factor(sympy.numer(sympy.together(sympy.diff(ratio, p))))
        inside = _roots_between(slope, p, start, end)
        ends = [sympy.limit(ratio, p, start, "+"), sympy.limit(ratio, p, end, "-")]
        values += [sympy.expand(sympy.radsimp(ratio.subs(p, root))) for root in inside] + ends
        steps += [
            Step(f"between {start} and {end} the ratio of odds is", ratio),
            Step("the numerator of its derivative", slope),
            Step("the roots of that inside", inside),
            Step("the ratio there, and its limits at both ends", values[-len(inside) - 2 :]),
        ]
    for at, v in zip(h.breakpoints[1:-1], h.values[1:-1], strict=True):
        if v != 1:
            values.append(_odds(sympy_of(v), sympy_of(at)))
            steps.append(Step(f"at {sympy_of(at)} the ratio is", values[-1]))
    finite = [sympy.nsimplify(x) if x.is_Rational else sympy.simplify(x) for x in values if x != sympy.oo]
    if any(x.free_symbols for x in finite):
        return Derivation(None, tuple(steps), "a number of h is free, so that no ratio is known to be the least")
    least = min(finite, key=lambda x: x.evalf(40), default=sympy.oo)
    return Derivation(least, (*steps, Step("the least of all", least)))


def _roots_between(slope: Any, p: Any, start: Any, end: Any) -> list[Any]:
    """Return the real roots of the polynomial `slope` in p that lie strictly between `start` and `end`.

    The polynomial is the numerator of a derivative.
    """
    import sympy

    if not slope.has(p):
        return []
    known = [(root, root.evalf(40)) for root in sympy.roots(sympy.Poly(slope, p))]
    return [root for root, near in known if near.is_real and start.evalf(40) < near < end.evalf(40)]
