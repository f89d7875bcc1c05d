"""Variance of the prevalence estimator, per answer.

There are two inputs. For two outputs let D = p00 + p11 − 1 ≠ 0, and let q be the probability of output 1. The unbiased estimator
then has n·Var = q(1−q)/D². For any number of outputs the best asymptotic variance of a regular unbiased estimator is 1/I(π), with
the Fisher information I(π) = Σ_i (p_i1 − p_i0)² / ((1−π)p_i0 + π p_i1). For two outputs the two variances are equal. Reference:
Holohan, Leith, Mason (2016), equation (6).

In a sum or a worst of several objectives, 1/I(π) is stated as the variance of the contrast (0, 1) of two shares. Here is the
reason. Let e = (1, 1), ρ = (1 − π, π), u = (−1, 1) and v = (−π, 1 − π). A row s = (p_i0, p_i1) is (s·ρ)e + d·v with d = p_i1 −
p_i0. Since Σ_i s·ρ = 1 and Σ_i d = 0, the matrix M = Σ_i ssᵀ/(s·ρ) is eeᵀ + I(π)·vvᵀ. Since e·ρ = u·v = 1 and v·ρ = e·u = 0, its
inverse M⁻¹ is ρρᵀ + uuᵀ/I(π). So the covariance M⁻¹ − ρρᵀ of the estimated shares has 1/I(π) on its diagonal. This holds for any
number of outputs. `rropt.designs.objectives.estimation_together` has the dual prices of such contrasts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.above import find
from rropt.designs.empty import refuse_empty
from rropt.designs.objectives.one_share.value import (
    binary_variance,
    information,
    prevalence_to_plan_for,
    worst_binary_variance,
    worst_prevalence,
    worst_variance,
)
from rropt.designs.objectives.prevalence import Prevalence, Quantifier, least_favourable, read_prevalence
from rropt.designs.rows.averages import sides as sides_of
from rropt.designs.rows.hull import rows_of_hull
from rropt.designs.said import said_of_answers
from rropt.exact.decimal import decimal
from rropt.exact.element import Bound, Number
from rropt.exact.errors import Argument, InputError, Received
from rropt.exact.grammar import read_number
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.contract import NO_PICTURE, NOT_DRAWN, Further, Objective, OfPrevalences, Sense, no_value_at

if TYPE_CHECKING:
    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.engine.sets import SetMechanism
    from rropt.problem.posed.demand import Ratios
    from rropt.problem.posed.rows import RowTable
    from rropt.problem.posed.symbols import Derivation, SymbolicProblem
    from rropt.problem.problem import Outputs, Problem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["Variance", "require_two_outputs"]

MOST_OUTPUTS = 256


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variance(Objective, OfPrevalences):
    """n·Var of the estimate of a prevalence π: at one π, or at the worst π or every π of an interval; smaller is better.

    `positive` is the index of the input whose prevalence is estimated; `warner=True` restricts designs to p00 = p11.

    Args:
        prevalence: One number, the worst of a range ("1/10..2/5"), or each number of a range ("every", "every:1/10..2/5").
        warner: Whether to keep to p00 = p11.
        positive: The index of the input whose prevalence is meant.

    Raises:
        InputError: The prevalence is no probability and no range of probabilities, or positive is neither 0 nor 1.

    Example:
        >>> from rropt import Variance, from_spec
        >>> print(Variance("1/4").value(from_spec("warner:p=3/4")))
        15/16

    Reference: Warner (1965), Randomized response; Holohan, Leith and Mason (2016), Optimal differentially private mechanisms for
    randomised response.
    """

    prevalence: Prevalence
    warner: bool
    positive: int
    name: ClassVar[str] = "variance"
    together: ClassVar[str] = "rropt.designs.objectives.estimation_mixed"
    sense: ClassVar[Sense] = "min"
    legs: ClassVar[str] = "rropt.designs.variance.legs"
    takes: ClassVar[frozenset[Further]] = frozenset({"conditions", "averages of two", "plain"})
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "warner"})
    inputs: ClassVar[int] = 2
    given_by_input: ClassVar[str] = ""
    outputs_are_inputs: ClassVar[bool] = True
    is_variance_per_answer: ClassVar[bool] = True
    is_paid_in_people: ClassVar[bool] = True

    def __init__(self, prevalence: object, *, warner: bool = False, positive: int = 1) -> None:
        if positive not in (0, 1):
            raise InputError(f"positive = {positive} must be the index 0 or 1 of one of the two inputs")
        object.__setattr__(self, "prevalence", read_prevalence(prevalence))
        object.__setattr__(self, "warner", bool(warner))
        object.__setattr__(self, "positive", positive)

    @property
    def of_second(self) -> Prevalence:
        """The prevalence of the input with index 1, whatever input is asked about."""
        return self.prevalence if self.positive == 1 else self.prevalence.mirrored()

    def other_way(self, pi: Number) -> Number:
        """Convert a prevalence of the input `positive` to one of the second input; the same rule converts back."""
        return pi if self.positive == 1 else 1 - pi

    @property
    def for_each(self) -> bool:
        """Whether the variance is asked at every prevalence of an interval."""
        return self.prevalence.quantifier is Quantifier.EVERY

    def value(self, mechanism: Mechanism) -> Bound:
        """Return n·Var of the best unbiased estimator (for more than two outputs, asymptotically); infinity if there is none."""
        if mechanism.k != 2:
            raise InputError(f"the variance of a prevalence is defined for two inputs, not {mechanism.k}")
        pi = self.of_second
        if pi.quantifier is Quantifier.EVERY and pi.lower != pi.upper:
            raise InputError("the variance for every prevalence is a function, not a number; give one prevalence")
        if pi.quantifier is Quantifier.WORST:
            return worst_binary_variance(mechanism, pi.lower, pi.upper)
        if mechanism.m == 2:
            return binary_variance(mechanism, pi.point)
        found = information(mechanism, pi.point)
        return INFINITY if found == 0 else Fraction(0) if is_infinite(found) else 1 / found

    def value_bounds(self, mechanism: Mechanism) -> tuple[Bound, Bound]:
        """Bounds on the value. They are equal, unless the worst of a range is meant and there are more than two outputs."""
        pi = self.of_second
        if pi.quantifier is Quantifier.WORST and mechanism.m != 2 and mechanism.k == 2:
            return worst_variance(mechanism, pi.lower, pi.upper)
        value = self.value(mechanism)
        return value, value

    def as_term(self) -> Any:
        """Restate the variance at one prevalence as the variance of the contrast (0, 1) of two shares.

        Refuse Warner's restriction p00 = p11, a range of prevalences, 0, 1 and irrational numbers. If the worst prevalence of a
        range was meant, and p00 = p11 is not required, the error asks to give the point of the range nearest to 1/2. With free
        outputs under one ε and δ, the best mechanism has its worst variance at that point.
        """
        pi, other = self.of_second, "variances at one prevalence each and without the Warner restriction"
        if pi.quantifier is Quantifier.WORST and not self.warner:
            nearest = show(self.other_way(least_favourable(pi).point))
            other = (
                f"the prevalence {nearest} instead; with free outputs under one epsilon and delta the best mechanism has its worst "
                "variance there"
            )
        if self.warner or pi.quantifier is not Quantifier.AT:
            raise InputError(f"the {self} cannot be combined with another objective; give {other}")
        contrast: Any = find("objective", "contrast")
        return contrast([0, 1], [1 - pi.point, pi.point])

    def has_equal_diagonal(self) -> bool:
        """Whether p00 = p11 is required (Warner's restriction)."""
        return self.warner

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Check the requested number of outputs: two, more, or free."""
        if asked is None or asked == 2:
            return 2
        if asked != "free" and not (isinstance(asked, int) and 2 < asked <= MOST_OUTPUTS):
            raise InputError(
                Received("outputs", str(asked)), f" must be free or a number from 2 to {MOST_OUTPUTS} for the variance"
            )
        if self.warner:
            raise InputError(
                "the Warner restriction p00 = p11 is about two outputs; drop ",
                Argument("outputs", str(asked)),
                " or the restriction",
            )
        return asked if isinstance(asked, int) else "free"

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Write the program in cvxpy. For two outputs it is the linear program of `pose_in_plane`.

        For more outputs it maximises the information over the weights of rows; the variance is the inverse of the information.
        """
        if problem.outputs == 2:
            from rropt.designs.objectives.one_share.plane import pose_in_plane

            return pose_in_plane(problem, self.of_second, has_equal_diagonal=self.warner)
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.weights import weigh

        frame, pi = weigh(problem, self._table(problem)), self._prevalence(problem)
        prevalence = cp.Parameter(nonneg=True, name="prevalence", value=None if pi is None else float(pi))

        def information() -> Any:
            a, b = frame.rows.value
            chance = (1 - prevalence.value) * a + prevalence.value * b
            return (b - a) ** 2 / np.where(chance > 0, chance, np.nan)

        worth = frame.follow(information, frame.weights.shape, frame.state(prevalence))
        return frame.pose(cp.Maximize(worth @ frame.weights))

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve in floats: for two outputs by a search over linear programs, for more by inverting the largest information."""
        if problem.outputs == 2:
            from rropt.designs.objectives.one_share.plane import least_in_plane

            return least_in_plane(self.as_cvxpy(problem), self.of_second, solver)
        from rropt.problem.posed.floats import solve
        from rropt.solvers.cvxpy import CvxpyAnswer

        posed, sides = self.as_cvxpy(problem), sides_of(problem.bounds)
        if self._prevalence(problem) in (0, 1) and any(d != 0 for side in sides for _, d in side):
            # at π = 0 or 1 a row that only the input of probability 0 gives has probability 0, and infinite information
            return CvxpyAnswer("optimal: the information is infinite", 0.0)
        found = solve(posed, solver)
        return replace(found, value=1 / found.value if found.value else math.nan, blur=0.0)

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """Write the variance in symbols. For two outputs it is a function of the entries of the mechanism P.

        For more outputs it is 1/Σ w (b − a)²/((1 − π)a + πb), a sum over the rows (a, b) with weights w.
        """
        import sympy

        from rropt.designs.objectives.one_share.plane import plane_in_symbols
        from rropt.problem.posed.demand import entries_in_symbols
        from rropt.problem.posed.row_symbols import rows_in_symbols

        symbol = sympy.Symbol("pi", real=True)
        if problem.outputs != 2:
            rows, pi = rows_in_symbols(problem, self._table(problem)), self._prevalence(problem)
            worth = [(b - a) ** 2 / ((1 - symbol) * a + symbol * b) for a, b in rows.rows]
            derive, stated = self._derivation(problem, rows.ratios, symbol), {} if pi is None else {symbol: pi}
            return rows.pose(1 / rows.total(worth), derive, prevalence=symbol, stated=stated)
        entries = entries_in_symbols(problem)
        derive = self._derivation(problem, entries.ratios, symbol)
        return plane_in_symbols(entries, self.of_second, symbol, derive, has_equal_diagonal=self.warner)

    def _derivation(self, problem: Problem, ratios: Ratios, symbol: Any) -> Callable[[], Derivation]:
        """Return a function that derives the closed form, or that says why there is none."""
        from rropt.designs.closed_forms.four_outputs import derive_four_outputs
        from rropt.designs.closed_forms.two_outputs import derive_binary, derive_warner
        from rropt.problem.posed.symbols import no_form

        if problem.conditions:
            return no_form("conditions leave no closed form")
        if problem.bounds.common is None:
            return no_form("budgets of each input against the other, or several demands, leave no closed form")
        is_binary = problem.outputs == 2
        if is_binary and self.prevalence.is_worst:
            return no_form(
                "at worst over an interval of prevalences there is no closed form here; each vertex is compared"
            )
        ratio, delta = problem.ratio_and_delta
        if ratio == 1 and delta == 0:
            return no_form("no answer depends on the truth, so that no variance is finite")
        derive = (derive_warner if self.warner else derive_binary) if is_binary else derive_four_outputs
        return lambda: derive(ratios.ratio, ratios.delta, symbol)

    def _table(self, problem: Problem) -> RowTable:
        """List the rows for more than two outputs. A problem with conditions, too few outputs or no bounds is refused."""
        from rropt.problem.posed.rows import refuse_few, rows_of

        require_two_outputs(problem)
        if problem.bounds.common is None and not any(sides_of(problem.bounds)):
            raise refuse_empty(problem.demand)
        if self.gives_few(problem):
            raise refuse_few(problem)
        return rows_of(problem)

    def _prevalence(self, problem: Problem) -> Number | None:
        """Return the prevalence at which to design: for an interval the least favourable one. None if every prevalence is meant."""
        return None if self.for_each else prevalence_to_plan_for(problem, self.of_second)

    def gives_few(self, problem: Problem) -> bool:
        """Whether the problem asks for three or more answers, but for fewer than the best design has."""
        if not isinstance(problem.outputs, int) or problem.outputs == 2:
            return False
        if problem.bounds.common is None:
            return problem.outputs < len(rows_of_hull(sides_of(problem.bounds)))
        return problem.outputs == 3 and problem.ratio_and_delta[0] != 1 and problem.ratio_and_delta[1] not in (0, 1)

    def at_prevalence(self, prevalence: object) -> Variance:
        """Return the objective at one prevalence of its interval. It must be about every prevalence of the interval."""
        if not self.for_each:
            raise no_value_at(prevalence)
        if not self.prevalence.lower <= read_number(prevalence) <= self.prevalence.upper:
            raise InputError(f"prevalence = {prevalence} lies outside {self.prevalence.in_words()}")
        return self.restated("prevalence", prevalence)

    def drawn_prevalences(self, problem: Problem) -> tuple[Number, Number]:
        """Return the two ends of the interval of prevalences that a picture shows; they are equal for a single prevalence.

        A problem is refused unless it asks for two outputs. It is also refused if the worst prevalence of a range is meant.
        """
        pi = self.of_second
        if problem.outputs != 2:
            raise InputError(NOT_DRAWN, NO_PICTURE)
        if pi.quantifier is Quantifier.WORST:
            raise InputError(
                'there is no picture for the worst prevalence of a range; give one prevalence, such as 1/4, or "every"',
                NO_PICTURE,
            )
        return pi.lower, pi.upper

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """Return the largest number of outputs to search: `outputs`, or 4 if `outputs` is "free", as more never help."""
        return 4 if outputs == "free" else outputs

    @property
    def assumed_shares(self) -> tuple[Number, ...] | None:
        """The shares at the stated or least favourable prevalence (`least_favourable`); None if every prevalence is meant."""
        pi = least_favourable(self.of_second)
        return None if self.for_each else (1 - pi.point, pi.point)

    def planned_shares(self, mechanism: Mechanism | SetMechanism) -> tuple[Number, ...] | None:
        """The assumed shares. If the worst of an interval is meant: the shares at which the mechanism has its largest variance."""
        pi = self.of_second
        if pi.quantifier is not Quantifier.WORST or not isinstance(mechanism, Mechanism) or mechanism.is_free:
            return self.assumed_shares
        worst = worst_prevalence(mechanism, pi.lower, pi.upper)
        return 1 - worst, worst

    def say_beliefs(self, mechanism: Mechanism) -> str:
        """Say how probable input `positive` is after each answer. Empty if ε is free, or if every prevalence is meant."""
        pi = self.prevalence
        if pi.quantifier is Quantifier.EVERY or mechanism.is_free:
            return ""
        ends = (pi.point,) if pi.quantifier is Quantifier.AT else tuple(dict.fromkeys((pi.lower, pi.upper)))
        return " ".join(said_of_answers(mechanism, x, positive=self.positive) for x in ends)

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        named: dict[str, object] = {"warner": True} if self.warner else {}
        return (str(self.prevalence),), named if self.positive == 1 else {**named, "positive": self.positive}

    def to_fields(self) -> dict[str, Any]:
        """Write in JSON the prevalence, the index of its input, and the restriction to p00 = p11, if there is one."""
        restriction = "warner" if self.warner else None
        return {"prevalence": self.prevalence.to_fields(), "positive": str(self.positive), "restriction": restriction}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Variance:
        """Read the objective that `to_fields` wrote."""
        return cls(
            Prevalence.from_fields(data["prevalence"]),
            warner=data["restriction"] == "warner",
            positive=int(data["positive"]),
        )

    def say_range(self, of_second: tuple[Number, Number] | None) -> tuple[Number, Number, str]:
        """Return the two ends of a range of prevalences of the input `positive`, and the range in words.

        `of_second` is this range, given as prevalences of the second input. None stands for the whole range of the objective.
        """
        whole = asked = self.prevalence
        if of_second is not None:
            given = Prevalence(*of_second, Quantifier.EVERY)
            asked = given.mirrored() if self.positive == 0 else given
        if (asked.lower, asked.upper) == (whole.lower, whole.upper):
            return whole.lower, whole.upper, whole.in_words()
        both = asked.lower, asked.upper
        ends = [show(x) if isinstance(x, Fraction) else f"{show(x)} ≈ {decimal(x, digits=6)}" for x in both]
        return asked.lower, asked.upper, " to ".join(ends)

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Variance:
        """The variance at the stated prevalence."""
        if given.get("prevalence") is None:
            raise InputError(
                "the variance is about two inputs and needs --prevalence, such as 1/4 or 1/10..2/5; for more inputs give "
                "--objective total-variance, or --objective contrast for the mean of --scores"
            )
        return cls(given["prevalence"], warner=bool(given.get("warner")))

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """State the variance for a certificate; for more than two outputs, the asymptotic variance at the planned prevalence."""
        pi = self.of_second
        if problem.outputs != 2:
            worst = {"worst": scope.numbers([pi.lower, pi.upper])} if pi.quantifier is Quantifier.WORST else {}
            at = scope.number(prevalence_to_plan_for(problem, pi))
            return {"name": "asymptotic variance", "prevalence": at, **worst}
        restriction = {"restriction": "warner"} if self.warner else {}
        if pi.quantifier is Quantifier.AT:
            return {"name": "variance", "prevalence": scope.number(pi.point), **restriction}
        ends = [scope.number(pi.lower), scope.number(pi.upper)]
        return {"name": "variance", pi.quantifier.value: ends, **restriction}

    def __str__(self) -> str:
        return f"variance at {self.prevalence.in_words()}" + (" among p00 = p11" if self.warner else "")


def require_two_outputs(problem: Problem) -> None:
    """Refuse a problem that has conditions on the mechanism, unless it asks for exactly two outputs."""
    if problem.conditions and problem.outputs != 2:
        raise InputError("with conditions, a design of least variance must have two outputs; give outputs 2")
