"""Questions in symbols: the objective and the relations as expressions of sympy, and the formula of the optimum if there is one,
with the equations from which it follows.

*Largest trace.* Relabelling inputs and outputs alike leaves the demand and the trace as they are, and a mean of mechanisms is one;
so some optimum has P_ii = a and P_ij = b for i ≠ j. Its trace k·a is largest where the demand a − t·b ≤ δ is tight, which with
a + (k − 1)·b = 1 gives a.

*Sums over rows under one ratio T for all pairs.* If f does not change as inputs are relabelled, neither does the mean over all
relabellings. It has all patterns with c entries T alike, each of the sum s = k + (T − 1)c. Their weights θ have Σ θ·s = k, so that
the best c alone gives the optimum k·f/s. If f is about two inputs alone, their entries are sums of multiples of (T, 1) and (1, T),
which each have the weight 1/(T + 1); all other inputs follow the first.

*Estimates at equal shares under one ratio.* By the same symmetry J = d·1 on the vectors with the sum 0, where d is the largest of
k(T − 1)²c(k − c)/((k − 1)s²) over c (`engine.equal`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

import sympy

from rropt.engine.asks import Asked, Condition
from rropt.engine.cone import Generators, generators, rebuild
from rropt.engine.found import Sense
from rropt.exact.conversion import sympy_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.solvers.rational import fraction

__all__ = [
    "DerivedProblem",
    "Formula",
    "Function",
    "Step",
    "SymbolicProblem",
    "best_of_two",
    "best_symmetric",
    "entries",
    "equal_shares",
    "largest_trace",
    "pose_entries",
    "pose_estimates",
    "pose_sums",
]

Matrices = Sequence[Sequence[Sequence[Fraction]]]
Function = Callable[[Sequence[Any]], Any]
MOST_ROWS = 256


@dataclass(frozen=True)
class Formula:
    """The formula of an optimum, and the equations from which it follows."""

    value: sympy.Expr
    derivation: tuple[sympy.Basic, ...]


@dataclass(frozen=True)
class SymbolicProblem:
    """Make `objective` as large or as small as `relations` allow; `formula` is that of the optimum, if it has one."""

    sense: Sense
    objective: sympy.Expr
    relations: tuple[sympy.Rel, ...]
    formula: Formula | None

    @property
    def closed_form(self) -> sympy.Expr | None:
        """The formula of the optimum, if it has one."""
        return None if self.formula is None else self.formula.value


@dataclass(frozen=True)
class Step:
    """A step of a derivation: what sympy did, and its result."""

    said: str
    result: Any

    def __str__(self) -> str:
        return f"{self.said}: {self.result}"


@dataclass(frozen=True)
class DerivedProblem(SymbolicProblem):
    """A problem in symbols, with the steps of its derivation, and the reason why it has no formula, if it has none."""

    derivation: tuple[Step, ...] = ()
    reason: str = ""


def pose_entries(
    asked: Asked,
    weights: Matrices,
    sense: Sense,
    conditions: Sequence[Condition] = (),
    formula: Formula | None = None,
) -> SymbolicProblem:
    """Pose the optimum of Σ W·P, or the worst of several, in the symbols p_ij."""
    p, relations = entries(asked, len(weights[0]), conditions)
    values = [
        sum(sympy_of(w) * x for a, b in zip(W, p, strict=True) for w, x in zip(a, b, strict=True)) for W in weights
    ]
    several = sympy.Min if sense == "max" else sympy.Max
    return SymbolicProblem(sense, values[0] if len(values) == 1 else several(*values), tuple(relations), formula)


def entries(asked: Asked, m: int, conditions: Sequence[Condition] = ()) -> tuple[list[list[Any]], list[Any]]:
    """The symbols p_ij of a mechanism with m answers, and what the demand and conditions say of them."""
    k = asked.k
    p = [
        [sympy.Symbol(f"p_{i}{j}" if max(m, k) <= 10 else f"p_{i}_{j}", nonnegative=True) for j in range(k)]
        for i in range(m)
    ]
    relations = [sympy.Eq(sum(row[j] for row in p), 1) for j in range(k)]
    for ask in asked.asks:
        t = sympy_of(ask.ratio.exact)
        above = [row[ask.j] - t * row[ask.against] for row in p]
        if ask.slack:
            relations.append(sympy.Le(sum(sympy.Max(0, x) for x in above), sympy_of(fraction(ask.slack))))
        else:
            relations += [sympy.Le(x, 0) for x in above]
    for guess in asked.guesses:
        gains = [
            sympy.Max(
                *(sum(sympy_of(fraction(g)) * x for g, x in zip(plane, row, strict=True)) for plane in guess.planes)
            )
            for row in p
        ]
        relations.append(sympy.Le(sum(gains), sympy_of(fraction(guess.bound))))
    return p, relations + [_related(one, lambda i, j: p[i][j]) for one in conditions]


def _related(condition: Condition, entry: Callable[[int, int], Any]) -> Any:
    """A condition on the entries p_ij that `entry` tells."""
    total = sum(sympy_of(fraction(a)) * entry(i, j) for (i, j), a in condition.terms.items())
    relate = {"<=": sympy.Le, ">=": sympy.Ge, "=": sympy.Eq}[condition.relation]
    return relate(total, sympy_of(fraction(condition.bound)))


def largest_trace(k: int, t: sympy.Expr, delta: sympy.Expr) -> Formula:
    """Solve a + (k − 1)·b = 1 and a − t·b = δ for the trace k·a."""
    a, b = sympy.symbols("a b")
    equations = (sympy.Eq(a + (k - 1) * b, 1), sympy.Eq(a - t * b, delta))
    (found,) = sympy.linsolve(equations, [a, b])
    return Formula(sympy.factor(k * found[0]), equations)


def best_symmetric(f: Function, k: int, t: sympy.Expr) -> Formula:
    """The optimum of Σ f for an f that does not change as inputs are relabelled: the largest k·f/s over patterns."""
    value = sympy.Symbol("value")
    values = [k * f([t] * c + [sympy.Integer(1)] * (k - c)) / (k + (t - 1) * c) for c in range(1, k)]
    best = max(values, key=float)
    return Formula(best, tuple(sympy.Ge(value, x, evaluate=False) for x in values))


def best_of_two(f: Callable[[Any, Any], Any], t: sympy.Expr) -> Formula:
    """The optimum of Σ f for an f of two entries: (f(T, 1) + f(1, T))/(T + 1)."""
    theta, one = sympy.Symbol("theta"), sympy.Integer(1)
    value = (f(t, one) + f(one, t)) / (t + 1)
    return Formula(value, (sympy.Eq(theta * (t + 1), 1, evaluate=False),))


def equal_shares(objective: str, k: int, t: sympy.Expr) -> Formula:
    """The least total variance (k − 1)/d, determinant 1/(k·d^(k−1)) or largest variance 1/d at equal shares."""
    d = sympy.Symbol("d", positive=True)
    told = [k * (t - 1) ** 2 * c * (k - c) / ((k - 1) * (k + (t - 1) * c) ** 2) for c in range(1, k)]
    best = max(told, key=float)
    value = {"total variance": (k - 1) / d, "determinant": 1 / (k * d ** (k - 1)), "largest variance": 1 / d}[objective]
    return Formula(sympy.factor(value.subs(d, best)), (sympy.Eq(d, best, evaluate=False), value))


def pose_sums(
    asked: Asked,
    functions: Sequence[Function],
    conditions: Sequence[Condition] = (),
    labels: int = 1,
    formula: Formula | None = None,
) -> SymbolicProblem:
    """Pose the largest Σ f(r), or the least of several such sums, in weights theta of the generators r of the cone."""
    rows, exact, theta = _weights(asked, labels)
    relations = _relations(asked, rows, exact, theta)

    def entry(i: int, j: int) -> Any:
        return sum(x * row[j] for x, row in zip(theta[i], exact, strict=True))

    relations += [_related(one, entry) for one in conditions]
    values = [
        sum(x * gain for line in theta for x, gain in zip(line, gains, strict=True))
        for gains in ([f(row) for row in exact] for f in functions)
    ]
    return SymbolicProblem("max", values[0] if len(values) == 1 else sympy.Min(*values), tuple(relations), formula)


def pose_estimates(
    asked: Asked,
    lists: Sequence[Sequence[Any]],
    values: Callable[[Sequence[Estimate]], Sequence[Any]],
    formula: Formula | None = None,
) -> SymbolicProblem:
    """Pose the least value, or the least largest of several, of the best estimates at lists of shares, in weights theta.

    Their covariance is C·I⁻¹·Cᵀ.
    I is Fisher's information of the first k − 1 shares, Σ θ_r d·dᵀ/(r·π) with d_j = r_j − r_k, and C writes all shares by these.
    It is a symbol, which relations define.
    """
    k = asked.k
    rows, exact, (theta,) = _weights(asked, 1)
    C = sympy.Matrix(k, k - 1, lambda a, b: int(a == b) - int(a == k - 1))
    relations, estimates = _relations(asked, rows, exact, [theta]), []
    for n, shares in enumerate(lists):
        pi = [sympy_of(fraction(x)) for x in shares]
        information = sympy.zeros(k - 1, k - 1)
        for x, row in zip(theta, exact, strict=True):
            d = sympy.Matrix([v - row[-1] for v in row[:-1]])
            information += x / sum(p * v for p, v in zip(pi, row, strict=True)) * d * d.T
        symbol = sympy.MatrixSymbol(f"I_{n}" if len(lists) > 1 else "I", k - 1, k - 1)
        relations.append(sympy.Eq(symbol, information))
        estimates.append(Estimate(sympy.MatMul(C, sympy.Inverse(symbol), C.T)))
    found = values(estimates)
    return SymbolicProblem("min", sympy.Max(*found) if found[1:] else found[0], tuple(relations), formula)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The best estimates of shares: expressions of their covariance."""

    covariance: sympy.MatrixExpr

    def variance(self, contrasts: Sequence[Sequence[Any]], weight: Fraction) -> sympy.Expr:
        """A weight times the sum of the variances of contrasts."""
        K = sympy.Matrix([[sympy_of(fraction(x)) for x in row] for row in contrasts])
        return sympy_of(weight) * sympy.Trace(sympy.MatMul(K, self.covariance, K.T))

    def determinant(self) -> sympy.Expr:
        """The determinant of the covariance of all shares but one."""
        E = sympy.eye(self.covariance.shape[0])[:-1, :]
        return sympy.Determinant(sympy.MatMul(E, self.covariance, E.T))

    def largest(self) -> sympy.Expr:
        """The largest eigenvalue, which sympy knows by its name alone."""
        return sympy.Function("largest_eigenvalue", real=True)(self.covariance)

    @staticmethod
    def mean(determinants: Sequence[sympy.Expr], weights: Sequence[Fraction]) -> sympy.Expr:
        """The geometric mean."""
        return sympy.Mul(*(x ** sympy_of(w) for w, x in zip(weights, determinants, strict=True)))


def _weights(asked: Asked, labels: int) -> tuple[Generators, list[list[Any]], list[list[Any]]]:
    """The generators, the same in symbols, and a symbol for the weight of each, for every label."""
    rows, one = generators(asked), cast("Number", Fraction(1))
    if len(rows.rows) > MOST_ROWS:
        raise InputError(
            f"{len(rows.rows)} kinds of answers are too many to be written in symbols; ask cvxpy, or give fewer inputs"
        )
    exact = [list(map(sympy_of, rebuild(asked, row, lambda ratio: ratio.exact, one, above=False))) for row in rows.rows]
    names = [[f"theta_{i}_{n}" if labels > 1 else f"theta_{n}" for n in range(len(exact))] for i in range(labels)]
    return rows, exact, [[sympy.Symbol(name, nonnegative=True) for name in line] for line in names]


def _relations(asked: Asked, rows: Generators, exact: list[list[Any]], theta: list[list[Any]]) -> list[Any]:
    """Σ θ_r·r = (1, …, 1), and the budgets."""
    totals = [sum(column) for column in zip(*theta, strict=True)]
    found = [sympy.Eq(sum(x * row[j] for x, row in zip(totals, exact, strict=True)), 1) for j in range(asked.k)]
    for ask in asked.budgets:
        t = sympy_of(ask.ratio.exact)
        used = [sympy.Max(0, row[ask.j] - t * row[ask.against]) for row in exact]
        total = sum(x * u for x, u in zip(totals, used, strict=True))
        found.append(sympy.Le(total, sympy_of(fraction(ask.slack))))
    return found
