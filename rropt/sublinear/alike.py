"""δ > 0 over more inputs than rows by levels are listed for: a program over orbits where all are alike, else bounds by δ = 0.

If exchanging inputs changes neither f nor the demand, the mean of a mechanism over all permutations is as good, so that what is
sought is one weight θ_s for each orbit of rows by levels, which is a row up to the order of its entries. With m(s) the mean of the
entries and e(s) that of max(0, s_j − T s_l) over all ordered pairs, the largest Σ θ_s f(s) is sought with Σ θ_s m(s) = 1,
Σ θ_s e(s) ≤ δ and θ ≥ 0. By duality it is the least Y + δZ with Z ≥ 0 and

    f(s) ≤ Y m(s) + Z e(s) at every orbit,

which is the lemma on prices (SPEC.md, section 4) with y = Y/k at each input and z = Z/(k(k − 1)) for each pair. Two orbits at most
carry weight; they name Y and Z, which are solved for in rationals, with numbers just above f where this has logarithms or roots.
Where T is irrational, rows of a rational one below serve, which the demand allows, and Y is raised a little.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from rropt.certificate.prices import column_of
from rropt.certificate.read import read_matrix
from rropt.certificate.writing import dumps
from rropt.designs.reductions.revealing import Document, Revealing
from rropt.designs.rows.classes import Classes
from rropt.designs.rows.patterns import label_orders
from rropt.exact.element import Number
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix, identity
from rropt.exact.patience import require_time
from rropt.exact.sign import enclose
from rropt.problem.answers import Evidence, NumericAnswer, Search
from rropt.problem.contract import Program
from rropt.problem.problem import Problem
from rropt.solvers.simplex import minimise as minimise_exactly
from rropt.sublinear.certificate import write_sublinear
from rropt.sublinear.function import Function
from rropt.sublinear.information import problem_labels
from rropt.sublinear.numeric import floats_of
from rropt.sublinear.objective import SublinearObjective

__all__ = ["AlikeInputs", "RevealingRows"]

Array: TypeAlias = Any
Row = tuple[Fraction, ...]
MOST_INPUTS = 10  # of which the checker tries 1,023 rows
MOST_ANSWERS = (
    500  # of a mechanism that is written down; of more, one that reveals the truth now and then is, with this bound
)
MOST_SIZE = Fraction(10) ** 150  # of e^(k epsilon): floats hold its square
WIDTH = Fraction(1, 10**20)
FINE = 220  # bits of f
SPARE = Fraction(1, 1 << 55)  # of Y, for rows a little outside of those that are listed


class RevealingRows(Revealing):
    """A sum over rows of a sublinear f; the multipliers bound f itself."""

    __slots__ = ()

    def bound_of_all(self, pure: Evidence, stated: Document) -> Number:
        """Σ y + e Σ (f(u) − y)⁺; if the least of several priors is meant, with f weighted as in the evidence."""
        function = self._function
        if function.is_least:
            function = function.mean(read_matrix([stated["witness"]["weights"]], Fraction(1))[0])
        units = [function.bounds((row,))[1] for row in identity(self.problem.k)]
        columns = read_matrix([column_of(stated)], Fraction(1))[0]
        summed = self.bound_sum(columns, [x for x in units if not is_infinite(x)])
        return function.finite_bounds(summed, summed)[1]

    @property
    def _function(self) -> Function:
        objective = self.problem.objective
        assert isinstance(objective, SublinearObjective)
        return objective.function(problem_labels(self.problem))


@dataclass(frozen=True, slots=True)
class AlikeInputs(Program):
    """The largest sum of a symmetric f over the rows of mechanisms of one ε and δ > 0."""

    problem: Problem
    function: Function

    @classmethod
    def of(cls, problem: Problem, function: Function) -> AlikeInputs | None:
        """Pose the program; None if inputs differ, or are too many, or the demand's numbers do not serve."""
        ratio, delta = problem.ratio_and_delta
        is_alike = len(set(function.keys)) == 1 and not function.is_least and not function.is_zero
        if not is_alike or problem.k > MOST_INPUTS or not isinstance(delta, Fraction) or is_infinite(ratio):
            return None
        found = cls(problem, function)
        return found if found._ratio**problem.k <= MOST_SIZE else None

    @property
    def _ratio(self) -> Fraction:
        """T, or a rational number a little below."""
        ratio = self.problem.ratio_and_delta[0]
        return ratio if isinstance(ratio, Fraction) else max(Fraction(1), enclose(ratio, width=WIDTH)[0])

    @property
    def _delta(self) -> Fraction:
        delta = self.problem.ratio_and_delta[1]
        assert isinstance(delta, Fraction)
        return delta

    def _in_floats(self) -> tuple[Array, Array, Array]:
        """m, e and f by orbit."""
        rows, taken = _orbits(self.problem.k, self._ratio)
        floats = np.array([[float(x) for x in row] for row in rows])
        return floats.mean(axis=1), np.array([float(x) for x in taken]), floats_of(self.function, floats)

    def numeric(self, solver: str | None) -> NumericAnswer:
        """Solve over the orbits in floats or by a solver of cvxpy, then apply the outer step, if there is one."""
        means, taken, worth = self._in_floats()
        source = "two orbits of rows by levels, in floats"
        if solver is None:
            status, value = "Optimal", _near(means, taken, worth, float(self._delta))[0]
        else:
            import cvxpy as cp

            from rropt.solvers.cvxpy import require_solver, run

            x = cp.Variable(len(worth), nonneg=True)
            asked = cp.Problem(cp.Maximize(worth @ x), [means @ x == 1, taken @ x <= float(self._delta)])
            found, source = run(asked, require_solver(solver)), f"cvxpy with {solver}"
            status, value = found.status, found.value
        phi = self.function.phi
        return NumericAnswer(status=status, value=value if phi is None else phi.outer_float(value), source=source)

    def prove(self, theorem: object, *, optima: Search) -> Evidence:
        """Find the weights of two orbits and the prices that they name, and certify both."""
        k, delta = self.problem.k, self._delta
        rows, taken = _orbits(k, self._ratio)
        near = _near(*self._in_floats(), float(delta))[1]
        exact = [(Fraction(sum(row), k), e, self._above(row)) for row, e in zip(rows, taken, strict=True)]
        chosen, weights, whole, limit = _settle(exact, delta, near)
        if self._ratio != self.problem.ratio_and_delta[0]:
            whole += SPARE * abs(whole)
        if sum(_many(rows[n]) for n, w in zip(chosen, weights, strict=True) if w) > MOST_ANSWERS:
            found = RevealingRows(self.problem).prove(None, optima=optima)
            assert isinstance(found, Evidence)
            return replace(found, upper=min(found.upper, self.function.finite_bounds(whole, whole + delta * limit)[1]))
        mechanism: Matrix = tuple(row for n, w in zip(chosen, weights, strict=True) if w for row in _orbit(rows[n], w))
        bounds = self.function.finite_bounds(self.function.bounds(mechanism)[0], whole + delta * limit)
        prices: tuple[Number, ...] = (whole / k,) * k
        limits = (limit / (k * (k - 1)),) * (k * (k - 1)) if limit else ()
        document = write_sublinear(
            self.problem,
            mechanism,
            prices,
            None,
            Classes((tuple(range(k)),)),
            bounds,
            self.function.vectors,
            None,
            limits,
        )
        outputs = label_orders(mechanism, self.problem.inputs)
        document["outputs"] = list(outputs)
        return Evidence(
            rows=mechanism,
            value=bounds[0] if bounds[0] == bounds[1] else None,
            lower=bounds[0],
            upper=bounds[1],
            certificate=dumps(document),
            source="linear program over orbits of rows by levels",
            minimisers=((mechanism, None),),
            outputs=outputs,
        )

    def _above(self, row: Row) -> Fraction:
        found = self.function.above(row, bits=FINE)
        assert isinstance(found, Fraction)  # of rational rows; what may be infinite was refused
        return found

    @property
    def notes(self) -> tuple[str, ...]:
        """Say that any number of outputs is allowed."""
        return ("any number of outputs is allowed; the mechanism stated has few of them",)


@lru_cache(maxsize=4)
def _orbits(k: int, ratio: Fraction) -> tuple[list[Row], list[Fraction]]:
    """One row of each orbit, and e: the mean over ordered pairs of what it takes of a budget."""
    powers = [Fraction(0), *(ratio**n for n in range(k))]
    # at T = 1 several are the same
    rows = list(dict.fromkeys(tuple(powers[n] for n in levels) for levels in _levels(k)))
    return rows, [_taken(row, ratio) for row in rows]


def _taken(row: Row, ratio: Fraction) -> Fraction:
    often, k = Counter(row), len(row)
    pairs = ((a, b, m * n) for a, m in often.items() for b, n in often.items())
    return sum((max(Fraction(0), a - ratio * b) * n for a, b, n in pairs), Fraction(0)) / (k * (k - 1))


def _levels(k: int) -> Iterator[tuple[int, ...]]:
    """The levels of one row of each orbit, rising: level 0 is the number 0, and no level above it is left out."""

    def rising(left: int, level: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        for n in range(1, left + 1):
            for rest in rising(left - n, level + 1):
                yield (*[level] * n, *rest)

    for zeros in range(k):
        for rest in rising(k - zeros, 1):
            yield (*[0] * zeros, *rest)


def _near(means: Array, taken: Array, worth: Array, delta: float) -> tuple[float, list[int]]:
    """The optimum in floats with its orbits: at δ, the highest chord between two points (e/m, f/m), or point to the left."""
    x, y = taken / means, worth / means
    left, right = np.flatnonzero(x <= delta), np.flatnonzero(x > delta)
    alone = int(left[y[left].argmax()])
    if not len(right):
        return float(y[alone]), [alone]
    share = (delta - x[left, None]) / (x[right] - x[left, None])
    heights = (1 - share) * y[left, None] + share * y[right]
    a, b = np.unravel_index(heights.argmax(), heights.shape)
    if heights[a, b] <= y[alone]:
        return float(y[alone]), [alone]
    return float(heights[a, b]), [int(left[a]), int(right[b])]


def _settle(
    orbits: Sequence[tuple[Fraction, Fraction, Fraction]], delta: Fraction, near: Sequence[int]
) -> tuple[list[int], list[Fraction], Fraction, Fraction]:
    """Orbits (m, e and f of each are given), their weights, Y and Z, by the exact simplex method.

    It begins from those near in floats and from those that take nothing, and adds the one that lacks most until none does.
    """
    chosen = list(dict.fromkeys((*near, *(n for n, (_, e, _) in enumerate(orbits) if not e))))
    while True:
        require_time()
        table = [[*(orbits[n][place] for n in chosen), Fraction(place)] for place in (0, 1)]
        found = minimise_exactly([*(-orbits[n][2] for n in chosen), Fraction(0)], table, [Fraction(1), delta])
        assert found.status == "optimal"  # the even row alone is a mechanism, and f is bounded on all
        whole, limit = (Fraction(-x) for x in found.duals)  # type: ignore[arg-type]
        lacking = [(f - whole * m - limit * e) / m for m, e, f in orbits]
        most = max(range(len(orbits)), key=lacking.__getitem__)
        if lacking[most] <= 0:
            weights = [Fraction(w) for w in found.x[: len(chosen)]]  # type: ignore[arg-type]
            return chosen, weights, whole, limit
        chosen.append(most)


def _many(row: Row) -> int:
    """The number of orders of a row's entries."""
    return math.factorial(len(row)) // math.prod(map(math.factorial, Counter(row).values()))


def _orbit(row: Row, weight: Fraction) -> list[Row]:
    """All orders of a row, which together have this weight; every column then sums to the weight times the row's mean."""
    share = weight / _many(row)
    return [tuple(x * share for x in order) for order in _orders(sorted(Counter(row).items()), len(row))]


def _orders(often: list[tuple[Fraction, int]], k: int) -> Iterator[list[Fraction]]:
    """All orders of so many entries of each kind."""
    if not k:
        yield []
    for at, (x, n) in enumerate(often):
        if n:
            left = [*often[:at], (x, n - 1), *often[at + 1 :]]
            for rest in _orders(left, k - 1):
                yield [x, *rest]
