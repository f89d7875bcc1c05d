"""The base of objectives about estimated shares of k categories: each objective is a criterion on the covariance of the estimates.

Let π be a list of prevalences, and M = Σ r rᵀ/(rᵀπ) over the rows r of a mechanism. The efficient estimates from n answers have
n·Cov = M⁻¹ − ππᵀ, and no regular unbiased estimate has a smaller covariance. A mechanism may identify a contrast, a linear
combination of the shares, even if it does not identify every share.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rropt.designs.objectives.covariances.covariance import (
    EfficientEstimates,
    Square,
    bounds_of_ball,
    efficient_estimates,
    sum_of_variances,
    upper_variances,
)
from rropt.designs.objectives.covariances.of_sets import SetCovariance, covariance_of_sets
from rropt.designs.objectives.shares import Prevalences, read_given, read_stated_prevalences
from rropt.engine.sets import SetMechanism
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError, Received
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import Matrix, identity, independent_rows, total_of
from rropt.exact.sign import enclose
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Objective, OfCovariances, Sense
from rropt.problem.words import say_error

if TYPE_CHECKING:
    import cvxpy

    from rropt.certificate.scope import Scope
    from rropt.certificate.writing import Document
    from rropt.problem.posed.symbols import Derivation, SymbolicProblem
    from rropt.problem.posed.weights import Weighed
    from rropt.problem.problem import Outputs, Problem
    from rropt.solvers.cvxpy import CvxpyAnswer

__all__ = ["EveryShare", "Estimation", "OfEstimation", "estimation_of"]

MOST_SAID = 64
MOST_ANSWERS = 256  # the largest number of outputs that may be asked for


class Estimation(Objective, OfCovariances):
    """A criterion on the covariance of the estimated shares, at one or several lists of prevalences."""

    __slots__ = ()
    prevalences: Prevalences
    sense: ClassVar[Sense] = "min"
    given_by_input: ClassVar[str] = "shares"
    legs: ClassVar[str] = "rropt.designs.estimation.legs"
    is_paid_in_people: ClassVar[bool] = True
    takes: ClassVar[frozenset[Further]] = frozenset({"averages", "labels", "plain"})
    contrasts_every_share: ClassVar[bool] = False
    """Whether every share is estimated, so that inputs of equal prevalences may be exchanged."""

    def power_of_sum(self, k: int) -> int:
        """Return the exponent p if dual variables y prove a lower bound c/(Σ y)^p, and 0 if they prove one of the form c − Σ y."""
        return 0

    def value_where_alike(self, k: int, e: Any) -> Any:
        """Return the value for k shares if every contrast of length 1 has the same variance e, a number or a symbol.

        An objective that does not override this raises an InputError.
        """
        raise InputError(
            f"rropt cannot compute the {self.called} from the one variance of all contrasts; give an objective about every share, "
            "such as the total variance"
        )

    @abstractmethod
    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The contrasts of k shares that are estimated, one per row."""

    @property
    def inputs(self) -> int | None:
        """The number of inputs, the length of a list of prevalences; None if none are given."""
        return self.prevalences.k

    @property
    def assumed_shares(self) -> tuple[Number, ...] | None:
        """The prevalences, if there is a single list; else None."""
        lists = self.prevalences.lists
        return lists[0] if len(lists) == 1 else None

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Return the number of outputs asked for, or "free". Refuse a number above 256, or one so small that no value is finite."""
        if asked in (None, "free"):
            return "free"
        if not isinstance(asked, int) or asked < k:
            fewest = len(independent_rows([*self.contrast_of(k), (Fraction(1),) * k]))
            if not isinstance(asked, int) or asked < fewest:
                raise InputError(
                    Received("outputs", str(asked)),
                    f" is too few for the {self.called}, as with fewer than {fewest} answers different shares give the same "
                    f"answers; give {fewest} or more, or free",
                )
        if asked > MOST_ANSWERS:
            raise InputError(
                Received("outputs", str(asked)),
                f" is above {MOST_ANSWERS}, the most answers supported for the {self.called}; give fewer, or free for any number",
            )
        return asked

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """Return the largest number of outputs to search. If the number is free, this is k(k + 1)/2, by Carathéodory's theorem."""
        return outputs if isinstance(outputs, int) else k * (k + 1) // 2

    def _estimates_at(self, mechanism: Mechanism) -> list[EfficientEstimates | None]:
        """Compute the efficient estimates at each list of prevalences; None where the mechanism does not identify the contrasts."""
        k = mechanism.k
        if self.inputs not in (None, k):
            raise InputError(f"the {self.called} is about {self.inputs} inputs, but the mechanism has {k}")
        return [efficient_estimates(mechanism.rows, pi, self.contrast_of(k)) for pi in self.prevalences.at(k)]

    def value(self, mechanism: Mechanism) -> Bound:
        """Return the value with the efficient estimator; infinity if the mechanism does not identify all that is estimated."""
        found = self._estimates_at(mechanism)
        totals = [x.total for x in found if x is not None]
        if len(totals) < len(found):
            return INFINITY
        weights = self.prevalences.weights
        if weights is None:
            return max(totals)
        return total_of([w * x for w, x in zip(weights, totals, strict=True)])

    def value_of_sets(self, sets: SetMechanism) -> tuple[Bound, Bound]:
        """Return a lower and an upper bound of the value of a mechanism whose answers are sets of inputs."""
        found = [self.bounds_of_sets(covariance_of_sets(sets, pi)) for pi in self.prevalences.at(sets.k)]
        lows, highs = zip(*found, strict=True)
        if len(found) == 1 or self.prevalences.weights is None or INFINITY in highs:
            return max(lows), max(highs)
        return self.mean_of(lows)[0], self.mean_of(highs)[1]

    def shares_of_estimates(self, k: int) -> tuple[tuple[Number, ...], ...]:
        """Return the lists of prevalences at which `estimators_of` gives estimators, in the order of these estimators."""
        return self.prevalences.at(k)

    def estimators_of(self, mechanism: Mechanism) -> tuple[Matrix, ...]:
        """The efficient estimators, one for each list of prevalences at which the mechanism identifies what is estimated."""
        return tuple(x.estimator for x in self._estimates_at(mechanism) if x is not None)

    def value_of_covariances(self, covariances: Sequence[Square]) -> tuple[Number, Number]:
        """Bound the value from below and above, given n times the covariance of the estimates at each list of prevalences."""
        lows, highs = zip(*map(self.bounds_at, covariances), strict=True)
        if len(covariances) == 1 or self.prevalences.weights is None:
            return max(lows), max(highs)
        return self.mean_of(lows)[0], self.mean_of(highs)[1]

    def bounds_at(self, covariance: Square) -> tuple[Number, Number]:
        """Bounds of the value at one list of prevalences; `covariance` is n times the covariance, of exact numbers or of balls."""
        return bounds_of_ball(sum_of_variances(covariance, self.contrast_of(len(covariance))))

    def mean_of(self, values: Sequence[Number]) -> tuple[Number, Number]:
        """Bounds of the weighted mean of `values`, which has one value for each list of prevalences."""
        mean = total_of([w * x for w, x in zip(self.prevalences.weights or (), values, strict=True)])
        return mean, mean

    def bounds_of_sets(self, found: SetCovariance) -> tuple[Bound, Bound]:
        """Bound the value at one list of prevalences, from the covariance of a mechanism whose answers are sets of inputs."""
        value = found.of_contrasts(self.contrast_of(found.classes.k))
        return value, value

    def in_symbols_of(self, moments: Sequence[tuple[Any, Any]]) -> Any:
        """Return the value in symbols; `moments` has a pair for each list of prevalences π: the information matrix M, and ππᵀ."""
        return self.combine_symbols([self.in_symbols(m, outer, place) for place, (m, outer) in enumerate(moments)])

    def combine_symbols(self, values: Sequence[Any]) -> Any:
        """Combine symbolic values, one for each list of prevalences: their weighted mean or, if the worst is meant, the largest."""
        import sympy

        weights = self.prevalences.weights
        if len(values) == 1:
            return values[0]
        if weights is None:
            return sympy.Max(*values, evaluate=False)
        return self.mean_in_symbols([sympy_of(w) for w in weights], values)

    def mean_in_symbols(self, weights: Sequence[Any], values: Sequence[Any]) -> Any:
        """The weighted mean of symbolic `values`, which has one value for each list of prevalences."""
        return sum(w * x for w, x in zip(weights, values, strict=True))

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Write the convex program over the weights of rows, with the cvxpy Parameters `ratio`, `delta` if δ > 0, and `prevalence`.

        With several lists of prevalences, `prevalence` has one row for each. The optimum is the objective's value v in most cases,
        but log(k·v) for the determinant, and −1/v for the largest variance of a contrast.
        """
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.rows import table_of
        from rropt.problem.posed.weights import weigh

        frame, lists = weigh(problem, table_of(problem)), self.prevalences.at(problem.k)
        stated = np.array([[float(x) for x in pi] for pi in lists])
        stated = stated[0] if len(lists) == 1 else stated
        prevalence = cp.Parameter(stated.shape, nonneg=True, name="prevalence", value=stated)
        aim = self.aim_in_cvxpy(frame, prevalence, problem.k)
        frame.state(prevalence)
        return frame.pose(cp.Minimize(aim))

    def aim_in_cvxpy(self, frame: Weighed, prevalence: cvxpy.Parameter, k: int) -> Any:
        """Return a convex cvxpy expression that increases with the value; add its constraints to the program `frame`."""
        import cvxpy as cp

        values = [self.in_cvxpy(frame, prevalence, n) for n in range(len(self.prevalences.at(k)))]
        weights = self.prevalences.weights
        if len(values) == 1:
            return values[0]
        if weights is None:
            return cp.maximum(*values)
        return cp.sum([float(w) * x for w, x in zip(weights, values, strict=True)])

    def in_cvxpy(self, frame: Weighed, prevalence: cvxpy.Parameter, place: int) -> Any:
        """Return a convex expression that grows with the value at list number `place`; add its constraints to `frame`."""
        import numpy as np

        from rropt.designs.objectives.covariances.in_cvxpy import least_of_estimators

        k = frame.rows.shape[0]
        contrast, scales = np.array([[float(x) for x in row] for row in self.contrast_of(k)]), self.scales_of(k)
        roots = 1 if scales is None else np.sqrt([[float(d)] for d in scales[place]])
        return least_of_estimators(frame, prevalence, place, roots * contrast)

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """Write the objective in symbols, as a function of the weights of rows, which determine the covariance of the shares."""
        import sympy

        from rropt.designs.objectives.covariances.symbols import information_at
        from rropt.problem.posed.row_symbols import rows_in_symbols
        from rropt.problem.posed.rows import table_of

        frame, lists = rows_in_symbols(problem, table_of(problem)), self.prevalences.at(problem.k)
        symbols = tuple(sympy.symbols(f"pi_{n}_0:{problem.k}", positive=True) for n in range(len(lists)))
        stated = {x: v for xs, pi in zip(symbols, lists, strict=True) for x, v in zip(xs, pi, strict=True)}
        derive = self._derivation(problem, frame.ratios.ratio)
        value = self.in_symbols_of([information_at(frame, pi) for pi in symbols])
        return frame.pose(value, derive, prevalence=symbols, stated=stated)

    def _derivation(self, problem: Problem, t: Any) -> Callable[[], Derivation]:
        """Return a function that derives the closed form at equal shares. If there is none, the function returns the reason."""
        from rropt.designs.closed_forms.subset_selection import derive_subset_selection
        from rropt.problem.posed.symbols import no_form

        k = problem.k
        if problem.bounds.common is None or problem.ratio_and_delta[1] != 0:
            return no_form("with a slack, budgets of pairs, or several demands, there is no closed form")
        if not self.contrasts_every_share or any(x != pi[0] for pi in self.prevalences.at(k) for x in pi):
            return no_form("there is a closed form where every share is estimated at equal shares, and elsewhere none")
        if problem.ratio_and_delta[0] == 1:
            return no_form("no answer depends on the truth, so that no variance is finite")
        return lambda: derive_subset_selection(k, t, lambda e: self.value_where_alike(k, e))

    def in_symbols(self, m: Any, outer: Any, place: int) -> Any:
        """Return the value in symbols at list number `place`; `m` is the information matrix, and `outer` is ππᵀ of that list π."""
        import sympy

        from rropt.designs.objectives.covariances.symbols import variance_of

        contrast, scales = self.contrast_of(m.rows), self.scales_of(m.rows)
        roots = [1] * len(contrast) if scales is None else [sympy.sqrt(sympy_of(d)) for d in scales[place]]
        rows = [[root * sympy_of(x) for x in row] for root, row in zip(roots, contrast, strict=True)]
        return variance_of(m, outer, sympy.ImmutableMatrix(rows))

    def say_cost(self, mechanism: Mechanism | SetMechanism) -> str:
        """Return a text: the largest standard error of a share from 1,000 answers, and how many people a margin of 0.05 needs.

        Both are at the planned prevalences (equal ones if none are planned). Empty for several lists, or if an error is unknown.
        """
        k = mechanism.k
        shares = self.assumed_shares or ((Fraction(1, k),) * k if len(self.prevalences.lists) < 2 else None)
        if shares is None or not (variances := _variances(mechanism, shares)):
            return ""
        variance = max(enclose(x)[1] for x in variances)
        return say_error(variance, "in every share a standard error of at most {} from 1,000 people")

    def scales_of(self, k: int) -> tuple[tuple[Fraction, ...], ...] | None:
        """The weight of each contrast's variance, indexed [list of prevalences][contrast]; None if all weights are 1."""
        return None

    def list_estimators(self, by_place: Sequence[Matrix], k: int) -> tuple[Matrix, ...]:
        """Return the estimators that a design shows: those in `by_place`, one for each list of prevalences."""
        return tuple(by_place)

    def arrange(self, places: list[Document], weights: Sequence[str] | None) -> Document:
        """Build the certificate's witness, the numbers that the checker needs beside the dual variables.

        `places` has one part of the witness for each list of prevalences. If the objective is the worst over the lists, a weighted
        mean over the lists bounds the objective, and `weights` are the weights of that mean.
        """
        witness: Document = places[0] if len(places) == 1 else {"places": places}
        return witness if weights is None else {**witness, "weights": list(weights)}


def estimation_of(problem: Problem) -> Estimation:
    """Return the problem's objective, which must be a criterion on the covariance of estimated shares."""
    found = problem.objective
    assert isinstance(found, Estimation)
    return found


class OfEstimation:
    """Mixin for programs whose objective is a criterion on the covariance of estimated shares."""

    __slots__ = ()
    problem: Problem

    @property
    def objective(self) -> Estimation:
        """The objective of the problem."""
        return estimation_of(self.problem)


def _variances(mechanism: Mechanism | SetMechanism, shares: Sequence[Number]) -> Sequence[Number]:
    """Compute n times the variance of each share, or an upper bound; if answers are sets of inputs, only for one share of each
    class. Empty if a share is not identified. For a `Mechanism` also if ε is free, or if there are more than `MOST_SAID` inputs."""
    if isinstance(mechanism, SetMechanism):
        return covariance_of_sets(mechanism, shares).variances() or ()
    if mechanism.is_free or mechanism.k > MOST_SAID:
        return ()
    return upper_variances(mechanism.rows, shares, identity(mechanism.k)) or ()


class EveryShare(Estimation):
    """Base of objectives that estimate every share and have only prevalences as parameters."""

    __slots__ = ()
    contrasts_every_share: ClassVar[bool] = True
    options: ClassVar[frozenset[str]] = frozenset({"prevalence", "prevalences", "worst"})

    def __init__(
        self, prevalence: object = None, *, weights: Iterable[object] | None = None, worst: bool = False
    ) -> None:
        object.__setattr__(self, "prevalences", read_given(prevalence, weights, worst=worst))

    def contrast_of(self, k: int) -> tuple[tuple[Fraction, ...], ...]:
        """The unit vectors e_1 … e_k: every share is estimated."""
        one, zero = Fraction(1), Fraction(0)  # made once, because k may be a thousand
        return tuple((zero,) * a + (one,) + (zero,) * (k - 1 - a) for a in range(k))

    @abstractmethod
    def minimand(self, j: Any) -> tuple[Any, list[Any]]:
        """Return the convex expression that cvxpy minimises, and the constraints that the expression needs.

        The expression increases with the objective's value. The argument `j` is the information matrix of the contrasts, which is
        the inverse of their covariance.
        """

    def value_of_minimand(self, x: float, k: int) -> float:
        """The value of the objective if the expression of `minimand` has the value x."""
        return x

    def in_cvxpy(self, frame: Weighed, prevalence: cvxpy.Parameter, place: int) -> Any:
        """Return the expression to minimise at list number `place` of prevalences; add its constraints to the program `frame`."""
        from rropt.designs.objectives.covariances.in_cvxpy import information_on_contrasts

        aim, beside = self.minimand(information_on_contrasts(frame, prevalence, place))
        frame.constraints.extend(beside)
        return aim

    def solve_cvxpy(self, problem: Problem, solver: str | None) -> CvxpyAnswer:
        """Solve in floats, and convert the least value of `minimand` to the value of the objective."""
        found, k = Objective.solve_cvxpy(self, problem, solver), problem.k
        if math.isnan(found.value):
            return found
        value = self.value_of_minimand(found.value, k)
        return replace(found, value=value, blur=abs(self.value_of_minimand(found.value + found.blur, k) - value))

    def arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The positional and keyword arguments that construct this objective again."""
        return self.prevalences.arguments()

    def to_fields(self) -> dict[str, Any]:
        """Return the prevalences in the form that JSON stores."""
        return self.prevalences.to_fields()

    def statement(self, problem: Problem, scope: Scope) -> dict[str, Any]:
        """The name and the prevalences, as a certificate states them."""
        return {"name": self.name.replace("-", " "), **self.prevalences.state(problem.k, scope)}

    @classmethod
    def from_fields(cls, data: Mapping[str, Any]) -> Self:
        """Read the objective that `to_fields` wrote."""
        return cls(Prevalences.from_fields(data))

    @classmethod
    def from_options(cls, name: str, given: Mapping[str, Any]) -> Self:
        """Build the objective at the prevalences that the options state."""
        return cls(read_stated_prevalences(given))
