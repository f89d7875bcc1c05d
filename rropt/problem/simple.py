"""The best mechanism in which each answer names a category and all people of other categories give it equally often.

Let one demand ask the same ratio T and slack δ of all pairs. Such a mechanism is P = a·1 + c(1, …, 1): the truth with
probability a, else answer i with a chance in proportion to c_i, Σ c_i = 1 − a. The demand says a + c_i ≤ T·c_i + δ for every i.
The sum over i of a − δ ≤ (T − 1)c_i gives k(a − δ) ≤ (T − 1)(1 − a), so a is at most (T − 1 + kδ)/(T − 1 + k). If δ = 0, every
other such mechanism is this one with its answers randomized further, so this one is best for all criteria of estimates,
information and divergences. If δ > 0, it is the best of those that treat all categories alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.objectives.covariance import Variances
from rropt.problem.problem import Problem
from rropt.solvers.rational import fraction

__all__ = ["Simple", "best_simple"]

NOTHING = Fraction(1, 10**6)
"""A loss below this part of the value is not told."""


@dataclass(frozen=True, slots=True)
class Simple:
    """The mechanism, its name, and bounds of its value."""

    mechanism: Mechanism
    name: str
    lower: Number
    upper: Number

    def told(self, problem: Problem, lower: Number, upper: Number) -> str:
        """Say how much worse it is than the optimum, which lies between `lower` and `upper`."""
        start = f"With one answer for each category, {self.name} is best"
        best, own = (enclose(x)[n] for n, x in ((0, lower), (1, self.upper)))
        if problem.objective.sense == "max":
            best, own = enclose(self.lower)[0], enclose(upper)[1]
        more = own / best - 1 if best > 0 else Fraction(0)
        if more <= NOTHING:
            return f"{start}, and no design of any answers is better."
        if problem.objective.sense == "max":
            return f"{start}: it keeps {decimal(100 * best / own, digits=4, direction='lower')} % of this."
        percent = decimal(100 * more, digits=3, direction="upper")
        if isinstance(problem.objective, Variances):
            return f"{start}: it needs {percent} % more people for the same error."
        return f"{start}: its {problem.objective.name} is {percent} % larger."


def best_simple(problem: Problem) -> Simple | None:
    """Find it for a question about three inputs or more that leaves answers free; None if the demand is not one for all pairs."""
    k, common = problem.k, problem.asked.common
    if problem.outputs is not None or k < 3 or common is None:
        return None
    ratio, slack = common[0].exact, fraction(common[1])
    truth = (ratio - 1 + k * slack) / (ratio - 1 + k)
    rest = (1 - truth) / k
    mechanism = Mechanism([[truth + rest if i == j else rest for j in range(k)] for i in range(k)], problem.inputs)
    try:
        lower, upper = problem.objective.value_bounds(mechanism)
    except InputError:  # it tells nothing, as e^ε = 1, or its value is infinite
        return None
    chance = decimal(truth + rest, digits=4)
    return Simple(mechanism, f"k-ary randomized response (the truth with probability {chance})", lower, upper)
