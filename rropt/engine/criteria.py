"""Criteria on the covariance of estimated shares, and what a certificate needs to prove each (SPEC.md, 5.3 to 5.5 and 5.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any, Literal, TypeVar

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from rropt.engine.asks import Asked
from rropt.engine.centred import Array, Centred, exact_dot
from rropt.engine.closed import Closed, Function, dot, quadratic
from rropt.engine.estimates import (
    Criterion,
    Largest,
    Lines,
    Logarithms,
    Made,
    RowDual,
    Shares,
    Squares,
    WorstLogarithms,
    WorstSquares,
    covariance_of,
    differences,
)
from rropt.engine.found import Found, Prices
from rropt.engine.merged import Groups, groups_of
from rropt.engine.reals import end, middle, shorter
from rropt.engine.rounding import each_entry
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import identity, inverse, product, total_of, transpose
from rropt.solvers.rational import ONE, ZERO, fraction, rational

__all__ = ["DeterminantOf", "Form", "LargestOf", "VariancesOf", "bound_eigenvalues", "geometric_mean"]

WIDEST_GAP = fmpq(1, 10**6)
TRIANGLE_BITS, DIAGONAL_BITS, MOMENT_BITS = 110, 140, 100
# by how much the weight of a list may be below 1, where it is the only one
ALONE = 1e-5
Form = Literal["one", "places", "of"]
V = TypeVar("V", bound=Any)


@dataclass(frozen=True)
class VariancesOf(Criterion):
    """Σ_a w_a V_a, V_a the sum of n times the variances of the contrasts K_a at the shares π_a; the largest V_a without weights.

    `form` says how a certificate states it: by one objective, by one at several lists, or by several objectives.
    """

    contrasts: Sequence[Lines]
    lists: Sequence[Shares]
    weights: Sequence[fmpq] | None
    form: Form

    def merged(self, asked: Asked) -> tuple[Groups, Criterion] | None:
        groups = groups_of(asked, self.contrasts, self.lists)
        if groups is None:
            return None
        contrasts = [[groups.first(line) for line in K] for K in self.contrasts]
        lists = [groups.summed(shares) for shares in self.lists]
        return groups, replace(self, contrasts=contrasts, lists=lists)

    def pose(self, rows: Centred, chances: Sequence[Array]) -> RowDual:
        K = [differences(lines) @ rows.turn for lines in self.contrasts]
        if not any(k.any() for k in K):
            raise InputError("every contrast is constant, so that its variance is 0; give one with different numbers")
        if self.weights is None:
            return WorstSquares(rows, chances, K, range(len(K)))
        return Squares(rows, chances, K, np.array([float(w) for w in self.weights]))

    def prove(self, made: Made, dual: RowDual, z: Array) -> Found:
        assert isinstance(dual, Squares)
        found = dual.weighted(z)
        u = _of_sum_1(np.array([w for w, _ in found])) if self.weights is None else list(self.weights)
        X = [made.tilted(x) for _, x in found]
        columns, budgets, level = made.prices(list(zip(u, X, strict=True)))
        lower, values, witnesses = -level, [], []
        for w, K, x, pi in zip(u, self.contrasts, X, self.lists, strict=True):
            means = [exact_dot(line, pi) for line in K]
            # X of the certificate is x + Kπ·1ᵀ in differences, which adds a linear function of the row to f
            full = [[v + m * p for v, p in zip(line, pi, strict=True)] for line, m in zip(x, means, strict=True)]
            square = sum((m * m for m in means), ZERO)
            for j, p in enumerate(pi):
                columns[j] += w * (sum((2 * line[j] * m for line, m in zip(x, means, strict=True)), ZERO) + square * p)
            lower += w * 2 * sum((exact_dot(a, b) for a, b in zip(x, K, strict=True)), ZERO)
            L, moments = made.estimator(K, pi)
            values.append(sum(moments, ZERO) - square)
            witnesses.append({"matrix": full, "estimator": L})
        upper = max(values) if self.weights is None else exact_dot(u, values)
        witness = _joined(witnesses, self.form, u if self.weights is None else ())
        return _found(made, (lower, upper), (columns, budgets), witness)

    def written(self, closed: Closed, dual: RowDual, z: Array) -> Found | None:
        """Where the largest is meant, if one list alone has a weight."""
        assert isinstance(dual, Squares)
        if self.weights is None and max(w for w, _ in dual.weighted(z)) < 1 - ALONE:
            return None
        lists = [list(map(fraction, pi)) for pi in self.lists]
        contrasts = [[list(map(fraction, line)) for line in K] for K in self.contrasts]
        X = [closed.inverse_times(K, pi) for K, pi in zip(contrasts, lists, strict=True)]
        values = [
            total_of([dot(x, k) - dot(k, pi) * dot(k, pi) for x, k in zip(own, K, strict=True)])
            for own, K, pi in zip(X, contrasts, lists, strict=True)
        ]
        u = _only(values) if self.weights is None else list(map(fraction, self.weights))
        witnesses = [{"matrix": x, "estimator": closed.estimator(x, pi)} for x, pi in zip(X, lists, strict=True)]
        witness = _joined(witnesses, self.form, list(map(rational, u)) if self.weights is None else ())
        return _written(
            closed,
            dot(u, values),
            lambda s: total_of([w * quadratic(x, pi, s) for w, x, pi in zip(u, X, lists, strict=True) if w]),
            witness,
        )


@dataclass(frozen=True)
class DeterminantOf(Criterion):
    """Π_a (det of n times the covariance of all shares but one, at π_a)^{w_a}, with weights that sum to 1; the largest determinant
    without weights."""

    lists: Sequence[Shares]
    weights: Sequence[fmpq] | None

    def pose(self, rows: Centred, chances: Sequence[Array]) -> RowDual:
        if self.weights is None:
            return WorstLogarithms(rows, chances)
        return Logarithms(rows, chances, [float(w) for w in self.weights])

    def prove(self, made: Made, dual: RowDual, z: Array) -> Found:
        assert isinstance(dual, Logarithms | WorstLogarithms)
        k, roots = made.asked.k, [made.tilted(_root(dual.matrix(z, a))) for a in range(len(self.lists))]
        weights = _of_sum_1(dual.of_lists(z)) if isinstance(dual, WorstLogarithms) else self.weights or ()
        columns, budgets, most = made.prices(list(zip(weights, roots, strict=True)))
        witnesses, factors, values = [], [], []
        for w, pi, root in zip(weights, self.lists, roots, strict=True):
            for j, p in enumerate(pi):
                columns[j] += w * p
            witness, diagonal, moments = self._at(made, pi, root)
            witnesses.append(witness)
            factors.append(prod(diagonal, start=ONE))
            values.append(prod(moments, start=ONE))
        scale = (k / (most + ONE)) ** k
        if len(self.lists) == 1:
            ends = factors[0] * scale, values[0]
        else:
            # the checker compares logarithms, of which none is seen to be at most its equal
            upper = arb(max(values)) if self.weights is None else geometric_mean(values, weights)
            ends = end(geometric_mean(factors, weights) * arb(scale), up=False), end(upper, up=True)
        witness = _joined(witnesses, "places", weights if self.weights is None else ())
        return _found(made, ends, (columns, budgets), witness)

    def written(self, closed: Closed, dual: RowDual, z: Array) -> Found | None:
        """At one list of shares: N = M⁻¹ proves det N. Of several a checker compares logarithms, which are never equal."""
        if len(self.lists) > 1:
            return None
        pi, k = list(map(fraction, self.lists[0])), closed.asked.k
        N = closed.inverse_times(identity(k), pi)
        low, diagonal = _triangles(N, Fraction(1))
        unit = inverse(low)
        witness = {
            "matrix": transpose(low),
            "diagonal": diagonal,
            "estimator": closed.estimator(product(unit, N), pi),
            "triangle": unit,
            "moments": diagonal,
        }
        return _written(
            closed,
            prod(diagonal, start=Fraction(1)),
            lambda s: dot(s, [dot(line, s) for line in N]) / dot(pi, s),
            witness,
        )

    def _at(self, made: Made, pi: Shares, root: Lines) -> tuple[Mapping[str, Any], list[fmpq], list[fmpq]]:
        """The witness at one list, with the factors of det N and of the determinant of the mechanism."""
        k = made.asked.k
        N = [[sum((line[a] * line[b] for line in root), pi[a] * pi[b]) for b in range(k)] for a in range(k)]
        low, diagonal = _triangles(arb_mat(fmpq_mat(N)).tolist(), arb(1))
        X = [[middle(low[j][i], DIAGONAL_BITS) if j > i else fmpq(i == j) for j in range(k)] for i in range(k)]
        factors = [middle(v, DIAGONAL_BITS) for v in diagonal]
        G = covariance_of(made.matrix, pi)
        low, _ = _triangles((G + arb_mat(fmpq_mat([[p * q for q in pi] for p in pi]))).tolist(), arb(1))
        R = _inverse_triangle(low)
        L, moments = made.estimator(R, pi)
        moments = [shorter(v, up=True, bits=MOMENT_BITS) for v in moments]
        witness = {
            "matrix": X,
            "diagonal": factors,
            "estimator": L,
            "triangle": R,
            "moments": moments,
        }
        return witness, factors, moments


@dataclass(frozen=True)
class LargestOf(Criterion):
    """The largest n·Var of a contrast of length 1, at the worst of the lists of shares: the largest eigenvalue of G."""

    lists: Sequence[Shares]

    def pose(self, rows: Centred, chances: Sequence[Array]) -> RowDual:
        C = np.vstack([rows.turn, -rows.turn.sum(axis=0)])
        return Largest(rows, chances, C.T @ C)

    def prove(self, made: Made, dual: RowDual, z: Array) -> Found:
        assert isinstance(dual, Largest)
        k, roots = made.asked.k, [made.tilted(_root(dual.matrix(z, a))) for a in range(len(self.lists))]
        columns, budgets, most = made.prices([(ONE, root) for root in roots])
        lower = sum((v * v for root in roots for line in root for v in line), ZERO) / most
        covariances = [covariance_of(made.matrix, pi) for pi in self.lists]
        upper, triangles = _above_eigenvalues(covariances)
        unit = [[fmpq(a == b) for b in range(k)] for a in range(k)]
        witnesses = []
        for pi, root, R in zip(self.lists, roots, triangles, strict=True):
            L, _ = made.estimator(unit, pi)
            witnesses.append({"matrix": root, "estimator": L, "triangle": R})
        return _found(made, (lower, upper), (columns, budgets), _joined(witnesses, "places"))

    def written(self, closed: Closed, dual: RowDual, z: Array) -> Found | None:
        """For two inputs, with the one contrast that there is, at the worst list."""
        if closed.asked.k > 2:
            return None
        lists, unit = [list(map(fraction, pi)) for pi in self.lists], identity(2)
        inverses = [closed.inverse_times(unit, pi) for pi in lists]
        values = [2 * (N[0][0] - pi[0] * pi[0]) for N, pi in zip(inverses, lists, strict=True)]
        u = _only(values)
        contrasts = [[[w, -w]] for w in u]
        witnesses = [
            {"matrix": G, "estimator": closed.estimator(N, pi), "triangle": unit}
            for G, N, pi in zip(contrasts, inverses, lists, strict=True)
        ]
        return _written(
            closed,
            max(values),
            lambda s: total_of([quadratic(G, pi, s) for G, pi in zip(contrasts, lists, strict=True)]),
            _joined(witnesses, "places"),
        )


def _joined(witnesses: Sequence[Mapping[str, Any]], form: Form, weights: Sequence[fmpq] = ()) -> Mapping[str, Any]:
    """The witnesses of all lists as a certificate has them, with the weights of lists that a question does not give."""
    if form == "one" or (form == "places" and len(witnesses) == 1):
        return witnesses[0]
    return {form: list(witnesses)} | ({"weights": list(weights)} if weights else {})


def _only(values: Sequence[Number]) -> list[Fraction]:
    """The weight 1 for the largest value, and 0 for the others."""
    worst = values.index(max(values))
    return [Fraction(int(a == worst)) for a in range(len(values))]


def _written(closed: Closed, value: Number, f: Function, witness: Mapping[str, Any]) -> Found | None:
    prices = closed.prices(f)
    if prices is None or not closed.is_short([*prices.columns, *_all_of(witness)]) or closed.is_beaten(prices, f):
        return None
    return Found(closed.matrix, value, value, prices, witness)


def _all_of(x: Any) -> Iterator[Number]:
    """The numbers of a witness."""
    if isinstance(x, Mapping):
        x = list(x.values())
    if isinstance(x, list | tuple):
        for y in x:
            yield from _all_of(y)
    else:
        yield x


def _found(
    made: Made, ends: tuple[fmpq, fmpq], prices: tuple[Sequence[fmpq], Mapping[str, fmpq]], witness: Mapping[str, Any]
) -> Found:
    """The answer, with prices of columns and of budgets, and with bounds shortened outward, unless they are too far apart."""
    (lower, upper), (columns, budgets) = ends, prices
    if upper - lower > WIDEST_GAP * abs(upper):
        raise InputError(
            "the bounds of this design are farther apart than a millionth, as its numbers are too far apart for floats; give "
            "ratios and shares that are nearer to each other"
        )
    rows = tuple(each_entry(row, fraction) for row in made.matrix)
    low, high = shorter(lower, up=False), shorter(upper, up=True)
    evidence = Prices(tuple(map(fraction, columns)), {name: fraction(z) for name, z in budgets.items()})
    return Found(rows, fraction(low), fraction(high), evidence, witness)


def _of_sum_1(u: Array) -> list[fmpq]:
    """Rationals ≥ 0 near u whose sum is 1."""
    found = [fmpq((rational(v) * 2**50).floor()) / 2**50 for v in u / u.sum()]
    found[int(np.argmax(u))] += ONE - sum(found, ZERO)
    return found


def _root(N: Array) -> Array:
    """Lines x with xᵀx = N, for a matrix that may just fail to be definite."""
    values, vectors = np.linalg.eigh(N)
    found: Array = (vectors * np.sqrt(np.maximum(values, 0.0))).T
    return found


def bound_eigenvalues(matrices: Sequence[arb_mat]) -> tuple[fmpq, fmpq]:
    """Rationals below and above the largest eigenvalue of several symmetric matrices with a positive one."""
    upper, _ = _above_eigenvalues(matrices)
    k, lower = matrices[0].nrows(), ZERO
    for G in matrices:
        floats = np.array([[float(G[a, b].mid()) for b in range(k)] for a in range(k)])
        v = arb_mat(k, 1, [arb(rational(x)) for x in np.linalg.eigh(floats)[1][:, -1]])
        lower = max(lower, end((v.transpose() * G * v)[0, 0] / (v.transpose() * v)[0, 0], up=False))
    return lower, upper


def _above_eigenvalues(matrices: Sequence[arb_mat]) -> tuple[fmpq, list[Lines]]:
    """A number just above all eigenvalues of these matrices G, and R with R(number − G)Rᵀ nearly diagonal for each."""
    k = matrices[0].nrows()
    top = max(
        float(np.linalg.eigvalsh(np.array([[float(G[a, b].mid()) for b in range(k)] for a in range(k)]))[-1])
        for G in matrices
    )
    for digits in range(14, 0, -1):
        upper = rational(top) * (1 + fmpq(1, 10**digits))
        unit = arb_mat(fmpq_mat([[upper * (a == b) for b in range(k)] for a in range(k)]))
        found = [_triangles((unit - G).tolist(), arb(1)) for G in matrices]
        if all(v > top * 10.0 ** (-digits - 2) for _, diagonal in found for v in diagonal):
            return upper, [_inverse_triangle(low) for low, _ in found]
    raise InputError("the largest variance was not bounded, as numbers of this question are too far apart")


def _triangles(N: Sequence[Sequence[V]], one: V) -> tuple[list[list[V]], list[V]]:
    """N = L diag(d) Lᵀ, L lower triangular with ones."""
    k, zero = len(N), one - one
    L: list[list[V]] = [[one if i == j else zero for j in range(k)] for i in range(k)]
    d: list[V] = []
    for j in range(k):
        d.append(N[j][j] - sum((L[j][m] * L[j][m] * d[m] for m in range(j)), zero))
        for i in range(j + 1, k):
            L[i][j] = (N[i][j] - sum((L[i][m] * L[j][m] * d[m] for m in range(j)), zero)) / d[j]
    return L, d


def _inverse_triangle(L: list[list[arb]]) -> Lines:
    k = len(L)
    back = arb_mat(k, k, [x for row in L for x in row]).inv()
    return [[middle(back[i, j], TRIANGLE_BITS) if j < i else fmpq(i == j) for j in range(k)] for i in range(k)]


def geometric_mean(values: Sequence[Any], weights: Sequence[fmpq]) -> arb:
    """The geometric mean."""
    return sum((arb(x).log() * arb(w) for x, w in zip(values, weights, strict=True) if w), arb(0)).exp()
