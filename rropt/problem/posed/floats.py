"""What all objectives share when a problem is posed as a program of cvxpy. This file makes Parameters with names, makes the
constraints that the demand and the conditions put on a matrix of probabilities, and solves a program.

A `Posed` is a `cp.Problem` that follows cvxpy's rules for Parameters (DPP). So a sweep can change the values of Parameters and
solve again, and cvxpy need not transform the problem again. Some Parameters are computed from others, such as the entries of rows
from e^ε. They are computed anew when the others are set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import cvxpy as cp
import numpy as np

from rropt.exact.decimal import decimal
from rropt.exact.element import Number, is_free
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.privacy.bounds import Average
from rropt.problem.conditions import Condition
from rropt.solvers.cvxpy import CvxpyAnswer, require_solver, run

if TYPE_CHECKING:
    from rropt.problem.problem import Problem

__all__ = [
    "Demanded",
    "Entries",
    "Frame",
    "Posed",
    "average_constraint",
    "beyond_solvers",
    "demanded",
    "entries_in_cvxpy",
    "named",
    "solve",
]

Array: TypeAlias = Any
TIGHT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
LARGEST, NEAREST, LEAST_SLACK = 10**5, Fraction(1, 10**5), Fraction(1, 10**6)
"""If e^ε is at least LARGEST, or within NEAREST of 1 but not 1, or δ is less than LEAST_SLACK but not 0, solvers' errors exceed
what their status claims; they are not asked."""
TOLERANCES = (1e-11, 1e-9, 1e-8)  # for Clarabel: they are tried in turn until it reaches one


class Posed(cp.Problem):  # type: ignore[misc]
    """A `cp.Problem` whose `param_dict` has the Parameters that users set, and not those that are computed from them.

    If the variables of the program are weights of rows, `param_dict` also has the computed Parameter `rows`, because a mechanism is
    the weights times these rows.
    """

    def __init__(self, aim: Any, constraints: Sequence[Any], stated: Sequence[cp.Parameter]) -> None:
        super().__init__(aim, list(constraints))
        self._stated = tuple(stated)

    @property
    def param_dict(self) -> dict[str, cp.Parameter]:
        """The Parameters that users may set, by name. If the variables are weights of rows, also the Parameter `rows`, which users
        may only read."""
        return {p.name(): p for p in self._stated}


@dataclass(frozen=True, slots=True)
class Demanded:
    """A demand as cvxpy Parameters for its ratio and its slack. If `places` is None, each Parameter is one number, which holds for
    all ordered pairs of inputs. Otherwise `places` lists the bounded pairs, and each Parameter is a vector with one number for each
    of them.

    `ratio` is None if nothing is asked of pairs of inputs. `delta` is None if every slack is 0. `pure` tells for each of `places`
    whether its slack is 0. `averages` has the demands that bound an average over the answers, such as a vulnerability.
    """

    ratio: cp.Parameter
    delta: cp.Parameter | None
    places: tuple[tuple[int, ...], ...] | None
    pure: tuple[bool, ...] = ()
    averages: tuple[Average, ...] = ()

    @property
    def stated(self) -> list[cp.Parameter]:
        """The Parameters that state the demand: the ratio and the slack, as far as there are any."""
        return [x for x in (self.ratio, self.delta) if x is not None]


def named(name: str, *values: Number) -> cp.Parameter:
    """Make a nonnegative Parameter of this name, for one number or several. If one of the numbers ranges over an interval, the
    Parameter has no value."""
    shape = () if len(values) == 1 else (len(values),)
    found = cp.Parameter(shape, nonneg=True, name=name)
    if not any(map(is_free, values)):
        found.value = np.array([float(x) for x in values]).reshape(shape)
    return found


def demanded(problem: Problem) -> Demanded:
    """Make Parameters for the ratio and the slack that a problem's demand asks. If all ordered pairs of inputs share them, each
    Parameter is one number. If pairs have bounds of their own, or there are several demands, each Parameter is a vector. A
    Parameter gets no value if a number in it is free. Refuse a demand that asks nothing, except one with a δ of 1 for all pairs."""
    if problem.bounds.common is not None:
        ratio, delta = problem.ratio_and_delta
        return Demanded(named("ratio", ratio), None if delta == 0 else named("delta", delta), None)
    listed = list(problem.bounds.places())
    averages = tuple(problem.bounds.averages().values())
    if not listed and not averages:
        raise InputError(f"{problem.demand} demands nothing; give a finite budget with a delta below 1")
    ratios, deltas = None, None
    if listed:
        ratios = cp.Parameter(len(listed), nonneg=True, name="ratio")
        if not any(is_free(t) for _, (t, _) in listed):
            ratios.value = np.array([float(t) for _, (t, _) in listed])
    pure = tuple(bool(d == 0) for _, (_, d) in listed)
    if not all(pure):
        deltas = cp.Parameter(len(listed), nonneg=True, name="delta")
        if not any(is_free(d) for _, (_, d) in listed):
            deltas.value = np.array([float(d) for _, (_, d) in listed])
    return Demanded(ratios, deltas, tuple(place for place, _ in listed), pure, averages)


@dataclass(slots=True)
class Frame:
    """The demand and the constraints of a program. An objective adds its own Parameters and constraints, and then makes the
    program."""

    demand: Demanded
    constraints: list[Any]
    stated: list[cp.Parameter]

    def state(self, parameter: cp.Parameter) -> cp.Parameter:
        """Add a Parameter that users set, and return it."""
        self.stated.append(parameter)
        return parameter

    def pose(self, aim: cp.Minimize | cp.Maximize) -> Posed:
        """Make the program that minimises or maximises as `aim` states, under the constraints so far."""
        return Posed(aim, self.constraints, self.stated)


@dataclass(slots=True)
class Entries(Frame):
    """A program whose variable `p` is the matrix of a mechanism, with a row for each output."""

    p: cp.Variable


def entries_in_cvxpy(problem: Problem) -> Entries:
    """Make the variable `P`, a matrix with a row for each output, and the constraints of the demand and the conditions. If fewer
    answers may be given than there are rows, binary variables limit the number of nonzero rows."""
    p = cp.Variable((problem.m, problem.k), nonneg=True, name="P")
    demand = demanded(problem)
    constraints = [*_demand_constraints(p, demand), *_condition_constraints(p, problem.conditions)]
    if problem.gives_few:
        # given[i] is 1 if answer i is ever given, so this is a program with integers
        given = cp.Variable(problem.m, boolean=True, name="given")
        constraints += [cp.max(p, axis=1) <= given, cp.sum(given) <= problem.outputs]
    return Entries(demand, constraints, demand.stated, p)


def _demand_constraints(p: cp.Variable, demand: Demanded) -> list[Any]:
    """Make the constraints that columns sum to 1 and that the demand is kept.

    If all pairs of inputs have the same ratio t and no slack, each entry of row i must lie between u_i and t·u_i, where u_i is a
    variable. Otherwise there is one constraint for each bounded pair of inputs.
    """
    m, k = p.shape
    found = [cp.sum(p, axis=0) == 1]
    if demand.places is not None:
        for n, (j, el, *_) in enumerate(demand.places):
            over = p[:, j] - demand.ratio[n] * p[:, el]
            slack = None if demand.pure[n] or demand.delta is None else demand.delta[n]
            found.append(over <= 0 if slack is None else cp.sum(cp.pos(over)) <= slack)
        return [*found, *(average_constraint(p, average) for average in demand.averages)]
    if demand.delta is None:
        least = cp.Variable((m, 1), nonneg=True, name="least")
        wide = least @ np.ones((1, k))
        # for the trace of 64 inputs HiGHS takes 132 steps with this variable, and 14,445 with the constraint p >= wide in its place
        above = cp.Variable((m, k), nonneg=True, name="above")
        return [*found, p == above + wide, above <= demand.ratio * wide - wide]
    first, second = zip(*[(j, el) for j in range(k) for el in range(k) if j != el], strict=True)
    over = p[:, list(first)] - demand.ratio * p[:, list(second)]
    return [*found, cp.sum(cp.pos(over), axis=0) <= demand.delta]


def average_constraint(p: Any, average: Average, unit: Any = 1) -> Any:
    """Make the constraint that bounds an average, such as a vulnerability.

    The gain of a row r of `p` is the largest product a·r over the vectors a in `average.planes`. The sum of these gains over all
    rows must be at most `average.most`. If `p` is a matrix of probabilities multiplied by a factor, `unit` is this factor.
    """
    planes = np.array([[float(x) for x in plane] for plane in average.planes])
    return cp.sum(cp.max(p @ planes.T, axis=1)) <= float(average.most) * unit


def _condition_constraints(p: cp.Variable, conditions: Sequence[Condition]) -> list[Any]:
    """Make one constraint for each condition."""
    found = []
    for condition in conditions:
        left, bound = sum(float(a) * p[i, j] for (i, j), a in condition.terms), float(condition.bound)
        found.append({"<=": left <= bound, ">=": left >= bound, "==": left == bound}[condition.relation])
    return found


def _is_linear(posed: cp.Problem) -> bool:
    """Whether a problem is a linear program."""
    # the method `is_lp` is missing before cvxpy 1.8, and `is_qp` also holds under conic constraints
    plain = (cp.constraints.Equality, cp.constraints.Inequality, cp.constraints.NonNeg, cp.constraints.Zero)
    if not posed.is_dcp(dpp=False) or not all(isinstance(x, plain) for x in posed.constraints):
        return False
    return bool(posed.is_qp() and posed.objective.expr.is_pwl())


def beyond_solvers(problem: Problem) -> str:
    """Return a sentence if ε or δ is so extreme that solvers in floats would take a wrong answer for the optimum. The sentence
    names the extreme number. The text is empty if neither number is extreme, or if pairs have bounds of their own."""
    if problem.bounds.common is None:
        return ""
    ratio, slack = problem.bounds.common
    if not is_free(ratio) and ratio != 1 and not 1 + NEAREST < ratio < LARGEST:
        return f"not solved: epsilon = {float(Epsilon(ratio)):.6g} is beyond what its solvers tell apart"
    if not is_free(slack) and 0 < slack < LEAST_SLACK:
        return f"not solved: delta = {decimal(slack, digits=6)} is beyond what its solvers tell apart"
    return ""


def solve(posed: cp.Problem, solver: str | None) -> CvxpyAnswer:
    """Solve with the named solver; None means HiGHS for a linear program, else Clarabel, with small tolerances."""
    unset = [x.name() for x in getattr(posed, "_stated", posed.parameters()) if x.value is None]
    if unset:
        raise InputError(
            f"the Parameter '{unset[0]}' has no value, because epsilon, delta or a prevalence is free; call as_cvxpy(), set the "
            "Parameter's value there, and solve that program"
        )
    if solver is not None:
        return run(posed, require_solver(solver))
    if _is_linear(posed):
        return run(posed, "HIGHS", **TIGHT)
    for size in TOLERANCES:
        found = run(posed, "CLARABEL", tol_gap_abs=size, tol_gap_rel=size, tol_feas=size)
        if found.status == "optimal":
            break
    return found
