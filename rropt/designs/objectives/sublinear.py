"""The base of two objectives, information and divergences, which are maximised. Both are computed from sums over rows.

More than two outputs may help."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.designs.objectives.divergences.phi import Array
from rropt.designs.objectives.divergences.tv import TotalVariation
from rropt.designs.objectives.row_function import Function, finite_rows, floats_of
from rropt.designs.rows.patterns import patterns_of
from rropt.engine.sets import SetMechanism
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Bound
from rropt.exact.errors import InputError, Received
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Objective, Sense
from rropt.problem.problem import Outputs, Problem

if TYPE_CHECKING:
    import cvxpy

    from rropt.problem.posed.symbols import Derivation, SymbolicProblem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["SublinearObjective"]

MOST_ANSWERS = 256  # the largest number of outputs that may be asked for


class SublinearObjective(Objective):
    """An objective computed from the sum of f(r) over a mechanism's rows r, one for each output; f is convex and homogeneous."""

    __slots__ = ()
    legs: ClassVar[str] = "rropt.designs.sublinear.legs"
    together: ClassVar[str] = "rropt.designs.objectives.sublinear_together"
    sense: ClassVar[Sense] = "max"
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels", "plain"})

    @property
    def is_sum(self) -> bool:
        """Whether the objective's value is a plain sum over the mechanism's rows.

        It is not for Rényi's divergence, nor for the least of several sums.
        """
        return True

    @abstractmethod
    def function(self, labels: tuple[str, ...]) -> Function:
        """Return the objective's function f of a row, for inputs with these labels.

        If the property `is_sum` is True, the objective's value is the sum of f over the rows of the mechanism.
        """

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Return the largest number of outputs allowed, or "free" if none is requested; refuse numbers below 2 or too large."""
        if asked in (None, "free"):
            return "free"
        if not isinstance(asked, int) or asked < 2:
            raise InputError(
                Received("outputs", str(asked)),
                f" is too few, as a single answer tells nothing and the {self.called} is 0; give 2 or more, or free",
            )
        if asked > MOST_ANSWERS:
            raise InputError(
                Received("outputs", str(asked)),
                f" is above {MOST_ANSWERS}, the most answers supported for the {self.called}; give fewer, or free for any number",
            )
        return asked

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """Return the largest number of outputs to search: `outputs`, or max(k, 4) if `outputs` is "free".

        A vertex of the program has at most k outputs. Two inputs with δ > 0 need four.
        """
        return outputs if isinstance(outputs, int) else max(k, 4)

    def value(self, mechanism: Mechanism) -> Bound:
        """The exact value, or infinity; refused if only bounds on it are known."""
        low, high = self.value_bounds(mechanism)
        if low != high:
            raise InputError(
                f"rropt cannot write the value of the {self} exactly; use `value_bounds`, which gives bounds on it"
            )
        return low

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Bounds of the value, equal if it is known exactly."""
        function = self.function(mechanism.input_labels)
        return function.outer_bounds(*function.bounds(mechanism.rows))

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Return bounds of the value for a mechanism whose answers are sets of inputs.

        Inputs with equal `Function.keys` may be exchanged. Sets that differ only by such an exchange have the same f, so they are
        computed together, as one row with a weight.
        """
        function = self.function(sets.input_labels)
        weights = patterns_of(sets).split(function.keys)
        if sets.blocks and len(weights.classes.members) > 1:
            raise InputError(
                f"rropt cannot compute the {self} for a mechanism whose sets are the cyclic shifts of a few, because this "
                "objective differs between a set and its shift; take an objective that treats all inputs alike"
            )
        return function.outer_bounds(*function.bounds(weights.rows()))

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Write the program over weights of rows. Its cvxpy Parameters are `ratio`, which determines `rows`, and `delta` if δ > 0.

        Except for Rényi's divergence, the program is linear. For Rényi's divergence of an order above 1 the program is concave; an
        order below 1 is refused.
        """
        return self._pose(problem, is_sum=False)

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve in floats for the sum over rows; Rényi's divergence is then computed from the sum."""
        from rropt.problem.posed.floats import solve

        found, function = solve(self._pose(problem, is_sum=True), solver), self._finite(problem)
        return replace(found, value=function.outer_float(found.value))

    def _pose(self, problem: Problem, *, is_sum: bool) -> cvxpy.Problem:
        """Write the program that maximises the sum of f over rows, or the least of several such sums.

        Rényi's divergence is a function of the sum over rows. If `is_sum`, the sum is maximised, otherwise the divergence itself.
        """
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.rows import table_of
        from rropt.problem.posed.weights import weigh

        frame, function = weigh(problem, table_of(problem)), self._finite(problem)

        def worth() -> Array:
            return np.array([floats_of(one, frame.rows.value.T) for one in function.summed])

        values = frame.follow(worth, (len(function.summed), frame.weights.size))
        least = cp.min(values @ frame.weights)
        return frame.pose(cp.Maximize(least if is_sum or function.phi is None else function.phi.outer_cvxpy(least)))

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """Write the value in symbols, from Σ w·f(r) over the rows r with weights w, or from several such sums."""
        import sympy

        from rropt.problem.posed.row_symbols import rows_in_symbols
        from rropt.problem.posed.rows import table_of

        frame, function = rows_in_symbols(problem, table_of(problem)), self._finite(problem)
        sums = [frame.total([one.symbols(row) for row in frame.rows]) for one in function.summed]
        if function.phi is not None:
            sums = [function.phi.outer_symbols(x) for x in sums]
        value = sympy.Min(*sums) if len(sums) > 1 else sympy.sympify(sums[0])
        return frame.pose(value, _derivation(problem, function, frame.ratios.ratio))

    def _finite(self, problem: Problem) -> Function:
        """Return the function f of the problem; refuse the problem if the largest sum of f over rows is infinite.

        For the least of several sums, refuse the problem if the largest value of one of them is infinite.
        """
        from rropt.designs.rows.listing import generators_of

        function = self.function(problem.input_labels)
        if function.is_infinite_at_zeros:
            asked = {"is_two_listed": True, "is_unjudged": True, "may_be_tight": True}
            generators = generators_of(problem.demand, problem.bounds, aim=self.called, **asked)
            if generators is not None:
                finite_rows(function, generators)
        return function


def _derivation(problem: Problem, function: Function, t: Any) -> Callable[[], Derivation]:
    """Return a function that derives the closed form, or that says why there is none."""
    from rropt.designs.closed_forms.total_variation import derive_variation
    from rropt.problem.posed.symbols import no_form

    if problem.conditions or problem.bounds.common is None or problem.ratio_and_delta[1] != 0:
        return no_form("with a slack, budgets of pairs, several demands or conditions, there is no closed form")
    if not isinstance(function.phi, TotalVariation) or not function.vectors:
        return no_form(f"the {function.words} has no closed form but for the total variation of two distributions")
    first, second = ([sympy_of(x) for x in v] for v in function.vectors)
    return lambda: derive_variation([a - b for a, b in zip(first, second, strict=True)], t)
