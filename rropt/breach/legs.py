"""Asks sympy and cvxpy for B(h), and compares their answers with bounds of B(h) that were found before.

B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. If an answer contradicts the bounds, an
error shows the results of all computations.
"""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.breach.leg import BoundLeg
from rropt.breach.poses import problem
from rropt.exact.element import Number, is_free
from rropt.exact.errors import Disagreement
from rropt.exact.infinity import is_infinite
from rropt.exact.sign import enclose
from rropt.privacy.boundary import BreachFunction
from rropt.problem.leg import CVXPY, SYMPY
from rropt.solvers.agreement import CONIC, DIGITS, EXACTLY, are_in_agreement

__all__ = ["posed_legs"]

Ends = tuple[Fraction | float, Fraction | float]
MOST_PIECES, LARGEST = 12, 1e5
"""The most pieces of a boundary for which sympy is asked; the largest bound that is compared with floats."""


def posed_legs(
    h: BreachFunction | None, bounds: Ends, value: Number | float | None, fast: tuple[BoundLeg, ...]
) -> tuple[BoundLeg, ...]:
    """Ask sympy and cvxpy for B(h), and compare their answers with bounds found before.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p.

    Args:
        h: The boundary, whose pieces are quotients of linear functions. None if it has no such pieces.
        bounds: The lower and the upper bound of B(h) found before.
        value: The exact B(h). None if it is not known.
        fast: The results of the computations made before. If an error is raised, its message shows them too.

    Returns:
        The results of sympy and of cvxpy. The tuple is empty if `h` is None, or if a coefficient in `h` depends on a variable.

    Raises:
        Disagreement: Sympy's or cvxpy's answer contradicts the bounds.
    """
    if h is None or any(is_free(x) for piece in h.pieces for x in (*piece.top, *piece.below)):
        return ()
    near = bounds if value is None or isinstance(value, float) else enclose(value, width=EXACTLY)
    answers = _derived(h, near), _solved(h, bounds)
    legs = tuple(leg for leg, _ in answers)
    wrong = [leg.name for leg, agrees in answers if not agrees]
    if wrong:
        said = "; ".join(map(str, (*fast, *legs)))
        raise Disagreement(f"the computed bound B(h) is contradicted by {' and '.join(wrong)}: {said}")
    return legs


def _derived(h: BreachFunction, bounds: Ends) -> tuple[BoundLeg, bool]:
    """Ask sympy for B(h) by calculus, and compare its answer with the bounds.

    B(h) is the infimum over priors p of the odds of the boundary h(p) divided by the odds of p. The first result is sympy's answer.
    The second says whether it agrees with the bounds to thirty digits. If sympy was not asked or found nothing, the second result
    is True.
    """
    import sympy

    source = "breach.problem, as_sympy"
    if len(h.pieces) > MOST_PIECES:
        return BoundLeg(SYMPY, f"not asked of {len(h.pieces)} pieces", None, source), True
    form = problem(h).as_sympy().derive()
    if form.closed_form is None:
        return BoundLeg(SYMPY, form.reason, None, source), True
    leg = BoundLeg(
        SYMPY, "least of the ratios at the roots of its derivative and at ends", str(form.closed_form), source
    )
    if form.closed_form == sympy.oo or is_infinite(bounds[1]):
        return leg, form.closed_form == sympy.oo and is_infinite(bounds[0])
    value = Fraction(str(form.closed_form.evalf(DIGITS)))
    low, high = bounds
    room = EXACTLY * max(Fraction(1), abs(value))
    return leg, bool(low - room <= value <= high + room)


def _solved(h: BreachFunction, bounds: Ends) -> tuple[BoundLeg, bool]:
    """Ask cvxpy for B(h), the least odds ratio, by a semidefinite program, and compare its answer with the bounds.

    The first result is cvxpy's answer. The second says whether it agrees with the bounds: it lies between them, or close to one of
    them. If the bounds are too large to compare, or if the solver found no value, the second result is True.
    """
    source = "breach.problem, as_cvxpy"
    if LARGEST < bounds[1] < math.inf:
        said = f"not compared: a bound above {LARGEST:,.0f} is beyond what its solvers tell apart"
        return BoundLeg(CVXPY, said, None, source), True
    answer = problem(h).solve_cvxpy()
    if math.isnan(answer.value):
        return BoundLeg(CVXPY, answer.status, None, source), True
    leg = BoundLeg(CVXPY, answer.status, f"{answer.value:.9g}", source)
    ends = [float(x) for x in bounds]
    near = any(are_in_agreement(answer.value, end, CONIC) for end in ends)
    return leg, near or ends[0] <= answer.value <= ends[1]
