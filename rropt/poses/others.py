"""What other programs answer to a question, beside what is certified, which they must not contradict."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.errors import Disagreement, InputError
from rropt.exact.element import Number
from rropt.exact.sign import enclose
from rropt.show import Block, Col, Heading, Table

if TYPE_CHECKING:
    import cvxpy

__all__ = ["OtherAnswer", "ask_cvxpy", "require_agreement", "show_others", "solve_posed"]

# How far cvxpy's optimum may lie from the certified one, in parts of it: solvers of floats have tolerances near 1e-8.
APART = 1e-6


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """What another program answers: its name, its answer in words, and its value, which is NaN if it found none."""

    name: str
    said: str
    value: float


def solve_posed(posed: cvxpy.Problem) -> float:
    """The optimum of a program of cvxpy; NaN if it has none, or the solver calls it inaccurate."""
    # a quadratic program whose objective is piecewise linear is a linear one
    value = float(posed.solve(solver="HIGHS" if posed.is_qp() and posed.objective.expr.is_pwl() else "CLARABEL"))
    return value if posed.status == "optimal" else math.nan


def ask_cvxpy(
    name: str, pose: Callable[[], cvxpy.Problem], solve: Callable[[cvxpy.Problem], float] = solve_posed
) -> OtherAnswer:
    """Pose a program for cvxpy, solve it, and say what cvxpy answers; `solve` returns NaN where it has no value."""
    import cvxpy as cp

    try:
        posed = pose()
        value = solve(posed)
    except (cp.SolverError, InputError) as error:
        return OtherAnswer(name, f"no answer ({error})", math.nan)
    return OtherAnswer(name, f"no answer ({posed.status})" if math.isnan(value) else f"{value:.10g}", value)


def require_agreement(answers: Sequence[OtherAnswer], lower: Number, upper: Number) -> None:
    """Raise `Disagreement` if an answer lies outside the certified bounds by more than the errors of floats."""
    low, high = float(enclose(lower)[0]), float(enclose(upper)[1])
    spare = APART * max(1.0, abs(low), abs(high))
    if any(not math.isnan(x.value) and not low - spare <= x.value <= high + spare for x in answers):
        told = "; ".join(f"{x.name}: {x.said}" for x in answers)
        raise Disagreement(f"the certificate says {low:.10g} to {high:.10g}, but other programs contradict it: {told}")


def show_others(answers: Sequence[OtherAnswer]) -> Iterator[Block]:
    """Yield a table of the answers, if there are any."""
    if answers:
        yield Heading("Other programs, which agree")
        cols = (Col("program", "program"), Col("answer", "answer"), Col("value", "value", shown=False))
        yield Table("answers", cols, [(x.name, x.said, x.value) for x in answers])
