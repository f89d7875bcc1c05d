"""The answers of sympy and cvxpy about the order and about admissibility, beside the certified ones.

Each answer, together with the name of the method that gave it, is called a leg. If one contradicts the certified answer, an error
is raised that shows all legs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rropt.exact.element import is_free
from rropt.exact.errors import Disagreement, InputError, OutOfTime
from rropt.exact.patience import not_in_time
from rropt.mechanism import Mechanism
from rropt.order.posed_admissibility import AdmissibilityProblem
from rropt.order.poses import GarblingProblem, decides, garbling_problem
from rropt.problem.leg import CVXPY, SYMPY, Leg
from rropt.solvers.agreement import AGREEMENT, lies_within

if TYPE_CHECKING:
    from rropt.order.admissibility import Admissibility
    from rropt.order.comparison import Comparison
    from rropt.order.le_cam import Deficiency

__all__ = ["legs_of_admissibility", "legs_of_comparison"]

MOST_ENTRIES, MOST_SYMBOLIC = 40_000, 5
"""The most terms of a program that cvxpy is asked to solve here; the most inputs of a matrix that sympy inverts if some entry is
irrational."""


def legs_of_comparison(found: Comparison) -> tuple[Leg, ...]:
    """Ask sympy and cvxpy, in both directions, how near a garbling of one mechanism comes to the other.

    Args:
        found: A comparison at one epsilon.

    Returns:
        Three answers about the deficiency of A towards B (certified, sympy's, cvxpy's), then three about that of B towards A.

    Raises:
        Disagreement: Sympy's or cvxpy's answer contradicts what is certified.
    """
    forward = _one_way("A towards B", found.first, found.second, found.forward.holds, lambda: found.deficiency)
    backward = _one_way(
        "B towards A", found.second, found.first, found.backward.holds, lambda: found.reverse_deficiency
    )
    return (*forward, *backward)


def legs_of_admissibility(found: Admissibility) -> tuple[Leg, ...]:
    """Ask sympy and cvxpy whether a mechanism is admissible and, if not, whether the dominating mechanism really is better.

    Args:
        found: The verdict, with its certificate.

    Returns:
        The three answers (certified, sympy's, cvxpy's). If the mechanism is inadmissible, three answers for each direction of its
        comparison with the dominating mechanism follow.

    Raises:
        Disagreement: Sympy's or cvxpy's answer contradicts what is certified.
    """
    posed, p = AdmissibilityProblem(found.form.mechanism, found.gamma), found.form.mechanism
    certified = Leg("certified", found.sentence, None, "the checker")
    derived = Leg(SYMPY, "not asked where epsilon is free", None, "AdmissibilityProblem.as_sympy")
    solved = Leg(CVXPY, "not asked where epsilon is free", None, "AdmissibilityProblem.as_cvxpy")
    wrong = []
    if not any(is_free(x) for row in (*p.rows, (found.gamma,)) for x in row):
        form = posed.as_sympy().derive()
        said = form.closed_form is not None
        status = "the gain of a better mechanism, as every row is extreme" if said else form.reason
        derived = replace(derived, status=status, value=Fraction(0) if said else None)
        wrong += [derived] if said != found.admissible else []
        solved = _gain(posed, solved)
        # a gain within the error of floats contradicts nothing
        wrong += [solved] if found.admissible and isinstance(solved.value, float) and solved.value > AGREEMENT else []
    legs = (certified, derived, solved)
    if wrong:
        _contradict(wrong, legs)
    return legs if found.comparison is None else (*legs, *legs_of_comparison(found.comparison))


def _gain(posed: AdmissibilityProblem, leg: Leg) -> Leg:
    """Ask cvxpy for the largest gain of a more informative mechanism, and return `leg` with this float as its value.

    A `Leg` is one of several independent answers to a problem. If cvxpy's float is not finite, the value is None. If the problem is
    refused, the error message becomes the status, and the value stays as it is in `leg`.
    """
    try:
        answer = posed.solve_cvxpy()
    except InputError as why:
        return replace(leg, status=str(why))
    value = answer.value if math.isfinite(answer.value) else None
    return replace(leg, status=f"the most that a better mechanism gains, {answer.status}", value=value)


def _one_way(
    way: str, first: Mechanism, second: Mechanism, holds: bool, deficiency: Callable[[], Deficiency]
) -> tuple[Leg, ...]:
    """Compare three answers to the question whether `first` is at least as informative as `second`, and return them.

    The first answer is the certified deficiency of `first` towards `second`. The second is sympy's answer whether `second` is a
    garbling of `first`, and the third is cvxpy's deficiency. `holds` says whether `second` is certified to be such a garbling.
    `Disagreement` is raised if sympy or cvxpy contradicts what is certified.

    Each answer is returned as a `Leg`, with its source and its status. `way` describes the direction in the names of the answers,
    such as "A towards B".
    """
    posed = garbling_problem(first, second)
    certified, low, high = _certified(way, deficiency)
    (derived, says), solved = _derived(way, posed), _solved(way, posed)
    wrong = []
    if says is not None and says != holds:
        wrong.append(derived)
    if isinstance(solved.value, float) and not lies_within(solved.value, low, high):
        wrong.append(solved)
    legs = (certified, derived, solved)
    if wrong:
        _contradict(wrong, legs)
    return legs


def _certified(way: str, deficiency: Callable[[], Deficiency]) -> tuple[Leg, float, float]:
    """Return the certified deficiency as a `Leg` (an answer with its source and status), and its two bounds as floats.

    If time runs out, the status says so, and the bounds are 0 and 1.
    """
    try:
        found = deficiency()
    except OutOfTime:
        return Leg(f"certified, {way}", not_in_time("not found"), None, "the checker"), 0.0, 1.0
    status = found.uncertified or "accepted"
    leg = Leg(f"certified, {way}", status if found.value is not None else found.said, found.value, "the checker")
    return leg, float(found.lower), float(found.upper)


def _derived(way: str, posed: GarblingProblem) -> tuple[Leg, bool | None]:
    """Return sympy's answer as a `Leg` (an answer with its source and status), and whether sympy finds a garbling.

    This garbling would make the second mechanism of `posed` from the first. The second result is None if sympy does not decide the
    question or is not asked.
    """
    name, source = f"{SYMPY}, {way}", "GarblingProblem.as_sympy"
    entries = [x for p in (posed.first, posed.second) for row in p.rows for x in row]
    k = posed.first.k
    if k > MOST_SYMBOLIC and not all(isinstance(x, Fraction) for x in entries):
        return Leg(name, f"not asked of {k} inputs and numbers that are not rational", None, source), None
    form = posed.as_sympy().derive()
    says = decides(form)
    if not says:
        return Leg(name, form.reason, None, source), says
    return Leg(name, "the one C with C*P = Q is a garbling", Fraction(0), source), True


def _solved(way: str, posed: GarblingProblem) -> Leg:
    """Return the deficiency that cvxpy computes, as a `Leg` (an answer with its source and status).

    If the program has more than `MOST_ENTRIES` terms, it is not solved, and the status says so.
    """
    name, source = f"{CVXPY}, {way}", "GarblingProblem.as_cvxpy"
    size = posed.first.m * posed.second.m + posed.second.m * posed.second.k
    if size > MOST_ENTRIES:
        return Leg(name, f"not solved here: a program of {size} terms", None, source)
    answer = posed.solve_cvxpy()
    value = None if math.isnan(answer.value) else max(answer.value, 0.0)
    return Leg(name, answer.status, value, source)


def _contradict(wrong: Sequence[Leg], legs: Sequence[Leg]) -> None:
    """Raise `Disagreement`. Its message names the wrong answers, and lists all answers."""
    who = " and ".join(leg.name for leg in wrong)
    contradict = "contradicts" if len(wrong) == 1 else "contradict"
    raise Disagreement(f"{who} {contradict} the certified answer: {'; '.join(map(str, legs))}")
