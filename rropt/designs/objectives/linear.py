"""The base of linear objectives: ΣW·P, the sum of the entries of the mechanism P, each times its weight in the matrix W."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Received
from rropt.exact.matrix import Matrix
from rropt.exact.sign import enclose_relative
from rropt.mechanism import Mechanism
from rropt.problem.contract import Further, Objective
from rropt.problem.problem import Outputs

if TYPE_CHECKING:
    import cvxpy

    from rropt.problem.posed.symbols import Derivation, SymbolicProblem
    from rropt.problem.problem import Problem

__all__ = ["Factors", "LinearObjective", "OfEntries", "cut", "enclose_product"]

BITS = 120
ZERO = Fraction(0)
MOST_INPUTS = 256  # each input has a weight for every output
Factors = Sequence[Sequence[tuple[Number, Number]]]


class OfEntries(Objective):
    """A sum of mechanism entries, each times its weight, or the worst of several such sums."""

    __slots__ = ()
    together: ClassVar[str] = "rropt.designs.objectives.linear_together"
    takes: ClassVar[frozenset[Further]] = frozenset({"conditions", "averages", "plain"})

    @abstractmethod
    def natural_outputs(self, k: int) -> int:
        """The number of outputs for k inputs if no number is asked for."""

    @abstractmethod
    def matrices(self, k: int, m: int) -> tuple[Matrix, ...]:
        """Return the matrices of weights, m×k each: one for a single sum, several if the worst of several sums counts."""

    def fit_outputs(self, asked: int | str | None, k: int) -> Outputs:
        """Check the number of inputs, and return the number of outputs to use.

        If none is requested, this is `natural_outputs`. A larger number is cut to it, because more outputs never help. A single
        output is refused, unless `natural_outputs` is 1.
        """
        if k > MOST_INPUTS:
            raise InputError(Received("inputs", str(k)), f" must lie between 2 and {MOST_INPUTS}")
        natural = self.natural_outputs(k)
        if asked in (None, "free"):
            return "free" if asked else natural
        if not isinstance(asked, int) or asked < min(2, natural):
            raise InputError(
                Received("outputs", str(asked)),
                f" is too few for the {self.called}, as a single answer tells nothing; give 2 or more, or free",
            )
        return min(asked, natural)

    def outputs_searched(self, outputs: Outputs, k: int) -> int:
        """Return the largest number of outputs to search. This is `natural_outputs`, even if the number of outputs is free."""
        return self.natural_outputs(k)

    def as_cvxpy(self, problem: Problem) -> cvxpy.Problem:
        """Write the objective as a linear program in the mechanism. If few answers are allowed, it has integer variables too."""
        import cvxpy as cp
        import numpy as np

        from rropt.problem.posed.floats import entries_in_cvxpy

        frame, several = entries_in_cvxpy(problem), self.matrices(problem.k, problem.m)
        weights = [np.array([[float(x) for x in row] for row in matrix]) for matrix in several]
        sums = [cp.sum(cp.multiply(w, frame.p)) for w in weights]
        sense, worst = (cp.Maximize, cp.minimum) if self.sense == "max" else (cp.Minimize, cp.maximum)
        return frame.pose(sense(worst(*sums) if len(sums) > 1 else sums[0]))

    def as_sympy(self, problem: Problem) -> SymbolicProblem:
        """Write in sympy the sum of the mechanism's entries times their weights, or the worst of several such sums."""
        import sympy

        from rropt.problem.posed.demand import entries_in_symbols

        frame = entries_in_symbols(problem)
        sums = [_sum(weights, frame.rows) for weights in self.matrices(problem.k, problem.m)]
        worst = sympy.Min if self.sense == "max" else sympy.Max
        value = worst(*sums) if len(sums) > 1 else sums[0]
        return frame.pose(value, self._derivation(problem, frame.ratios.ratio, frame.ratios.delta))

    def _derivation(self, problem: Problem, t: Any, d: Any) -> Callable[[], Derivation]:
        """Return a function that derives the closed form, or that says why there is none."""
        from rropt.problem.posed.symbols import no_form

        if problem.gives_few:
            return no_form("few answers leave no closed form")
        if problem.conditions:
            return no_form("conditions leave no closed form")
        if problem.bounds.averages():
            return no_form("a demand on the average leaves no closed form")
        if problem.bounds.common is None:
            return no_form("budgets of pairs, or several demands, leave no closed form")
        return self.derive_form(problem.k, t, d)

    def derive_form(self, k: int, t: Any, d: Any) -> Callable[[], Derivation]:
        """Return a function that derives the closed form for k inputs, ratio t and slack d, or that says why there is none."""
        from rropt.problem.posed.symbols import no_form

        return no_form("a linear objective has no closed form but for traces")


class LinearObjective(OfEntries):
    """The sum of the mechanism's entries, each times its weight."""

    __slots__ = ()
    legs: ClassVar[str] = "rropt.designs.linear.legs"

    @abstractmethod
    def factors(self, k: int, m: int) -> Factors:
        """Return the m×k weights, one row per output; each weight is the product of the two numbers that are given for it."""

    def weighted_factors(self, k: int, m: int) -> Sequence[tuple[Number, Factors]]:
        """Return pairs of a number and of factors; the weights are the sum of each number times its factors."""
        return ((Fraction(1), self.factors(k, m)),)

    @abstractmethod
    def rational_near(self) -> LinearObjective:
        """The objective with its numbers replaced by rationals near them."""

    def matrix(self, k: int, m: int) -> Matrix:
        """Return the m×k weights W, one row per output; all weights that are 0 are the same Python object."""
        return tuple(tuple(a * b if a and b else ZERO for a, b in row) for row in self.factors(k, m))

    def matrices(self, k: int, m: int) -> tuple[Matrix, ...]:
        """The weights W, as the only matrix."""
        return (self.matrix(k, m),)

    def value(self, mechanism: Mechanism) -> Number:
        """Compute ΣW·P for a mechanism P. Row i of W has the weights of output i."""
        rows = zip(self.matrix(mechanism.k, mechanism.m), mechanism.rows, strict=True)
        return sum((w * p for r, s in rows for w, p in zip(r, s, strict=True)), Fraction(0))

    def value_bounds(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """Compute the value. If no field contains the weights and the mechanism's entries, return rational bounds on it."""
        try:
            value = self.value(mechanism)
        except InputError:
            if mechanism.is_free:
                raise
            return self._enclosed_value(mechanism)
        return value, value

    def _enclosed_value(self, mechanism: Mechanism) -> tuple[Number, Number]:
        """Bound ΣW·P for a mechanism P by rational numbers; each product in the sum has a relative error of about 2^-120."""
        low = high = Fraction(0)
        for scale, factors in self.weighted_factors(mechanism.k, mechanism.m):
            for weights, row in zip(factors, mechanism.rows, strict=True):
                for (a, b), p in zip(weights, row, strict=True):
                    ends = enclose_product((scale, a, b, p))
                    low, high = low + ends[0], high + ends[1]
        return low, high


def cut(x: Number) -> Fraction:
    """Round a number down to a rational; the relative error is at most 2^-120."""
    return enclose_relative(x, bits=BITS)[0]


def enclose_product(numbers: Sequence[Number]) -> tuple[Fraction, Fraction]:
    """Return rational bounds on a product. The numbers need have no common field; each is enclosed up to a relative error of
    2^-120."""
    low = high = Fraction(1)
    for one in numbers:
        ends = [a * b for a in (low, high) for b in enclose_relative(one, bits=BITS)]
        low, high = min(ends), max(ends)
    return low, high


def _sum(weights: Matrix, rows: Sequence[Sequence[Any]]) -> Any:
    """Write ΣW·P in symbols of sympy. `weights` is the matrix W, and `rows` has the entries of P."""
    terms = (sympy_of(w) * x for row, xs in zip(weights, rows, strict=True) for w, x in zip(row, xs, strict=True) if w)
    return sum(terms, sympy_of(Fraction(0)))
