"""Designs for estimates of the shares π of the inputs: the duals in floats, and the steps from floats to a proof.

M = Σ r rᵀ/(r·π) has Mπ = 1, so that M⁻¹ = G + ππᵀ with G1 = 0. G is n times the covariance of the estimated shares. It is
C·I⁻¹·Cᵀ, where I is the information about the first k − 1 shares, and C has the columns e_j − e_k. All floats are of I, in
centred and turned rows d (`centred`): I = Σ θ d dᵀ/c with the weights θ of the rows s/m and c = (s·π)/m.

A criterion bounds a sum over rows of Σ_a f_a(s), f_a(s) = |X_a d|²/c_a or dᵀN_a d/c_a, for lists π_a of shares: each is at
most the row's price level + tilt·d + z·h.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from rropt.engine.asks import Asked
from rropt.engine.centred import Array, Centred, centre, exact_dot
from rropt.engine.closed import Closed, close
from rropt.engine.cone import Generators, Row, generators
from rropt.engine.found import Found
from rropt.engine.interior import Block, Dual, Limits, sharpen, solve
from rropt.engine.merged import Groups
from rropt.engine.reals import precise
from rropt.engine.rounding import round_weights
from rropt.engine.threads import one_thread
from rropt.exact.errors import InputError
from rropt.solvers.highs import floats, maximise_in_floats
from rropt.solvers.rational import ZERO, rational

__all__ = [
    "Criterion",
    "Largest",
    "Logarithms",
    "Made",
    "RowDual",
    "Squares",
    "WorstLogarithms",
    "WorstSquares",
    "covariance_of",
    "differences",
    "find",
    "information_of",
]

Shares = tuple[fmpq, ...]
Lines = Sequence[Sequence[fmpq]]
# the rounding allowed where a price is compared with f, relative to the sizes of the terms
MARGIN = 1e-14
SMALLEST_WEIGHT, LEAST_WEIGHT = 1e-11, 1e-13
# least weights of lists, for logarithms and for squares
FLOOR, FLOOR_OF_SQUARES = 1e-11, 1e-15
# by how much weights on few rows may miss the information of the weights on many
AS_WANTED = 1e-10
# the part by which values of lists differ surely, by floats
ALIKE = 1e-9
# parts of the largest weight and of the optimum, below which a weight or a price in floats is none
OF_BASIS = 1e-8


class RowDual(Dual):
    """Prices y of the conditions on weights, behind the matrices in z: f_s ≤ y·A_s at each row, and prices of budgets ≥ 0."""

    def __init__(self, rows: Centred, chances: Sequence[Array]) -> None:
        self.D, self.chances, self.n = rows.D, chances, len(rows.means)
        budgets = len(rows.h)
        self.q = self.D.shape[1]
        self.b = rows.b
        free = np.vstack([np.zeros((1 + self.q, budgets)), np.eye(budgets)])
        self.A = np.hstack([rows.A, free])
        self.size = self.unit = 1.0
        self.even = 1 / (1 + rows.h.sum(axis=0))
        self.even /= self.even.sum()

    def information(self, a: int) -> Array:
        """I of the list a at the weights of the start."""
        return np.asarray(self.D.T @ (self.D * (self.even / self.chances[a])[:, None]))

    def prices(self, z: Array) -> Array:
        """The prices y at z."""
        return z[len(z) - len(self.b) :]

    def solved(self) -> tuple[RowDual, Array, Array]:
        """The problem as it was solved last, its solution z, and the weights of rows."""
        z, theta = solve(self)
        return self, z, _on_few_rows(self, self.weights(theta))

    def bound(self, z: Array) -> float:
        """What z proves, before rounding: where f is above the prices, they are raised."""
        lack = float(self.limits(z, np.zeros(self.A.shape[1])).values[: self.n].max())
        return -(self.unit**2) * (float(self.slope @ z) + max(0.0, lack))

    def weights(self, theta: Array) -> Array:
        """The weights of the rows s/m, which sum to 1."""
        return theta[: self.n]

    def started(self, matrices: Array, f: Array) -> tuple[Array, Array]:
        """Start with one price for the sum and the budgets, above f, and with weights that are even but for budgets."""
        self.size = 1.5 * float((f * self.even).max() / self.even.max())
        of_budgets = np.full(self.A.shape[1] - self.n, 1 / self.n)
        return np.concatenate([matrices, self.size * self.b]), np.concatenate([self.even, of_budgets])


class Squares(RowDual):
    """Minimise b·y − 2 Σ_a ⟨K_a, Y_a⟩ with Σ_a |Y_a d|²/(u_a c_a) ≤ y·A, where Y_a = u_a X_a and the weights u are given."""

    def __init__(self, rows: Centred, chances: Sequence[Array], K: Sequence[Array], u: Array) -> None:
        super().__init__(rows, chances)
        back = [np.linalg.inv(self.information(a)) for a in range(len(K))]
        # in units in which the value is near 1
        self.unit = float(np.sqrt(sum(np.trace(k @ b @ k.T) for k, b in zip(K, back, strict=True))))
        self.K, self.u = [k / self.unit for k in K], u
        self.first = np.cumsum([0, *(k.size for k in K)])
        self.slope = np.concatenate([*(-2 * k.ravel() for k in self.K), self.b])

    def matrix(self, z: Array, a: int) -> Array:
        """Y_a."""
        return z[self.first[a] : self.first[a + 1]].reshape(self.K[a].shape)

    def of_lists(self, z: Array) -> Array:
        """The weights u."""
        return self.u

    def weighted(self, z: Array) -> list[tuple[float, Array]]:
        """The weight u of each list and its X; X is 0 where u is."""
        return [(float(u), self.unit * self.matrix(z, a) / u) for a, u in enumerate(self.of_lists(z))]

    def start(self) -> tuple[Array, Array]:
        Y = [
            u * np.linalg.solve(self.information(a), k.T).T for a, (k, u) in enumerate(zip(self.K, self.u, strict=True))
        ]
        f = sum(((self.D @ y.T) ** 2).sum(axis=1) / c / u for y, c, u in zip(Y, self.chances, self.u, strict=True))
        return self.started(np.concatenate([y.ravel() for y in Y]), f)

    def limits(self, z: Array, theta: Array) -> Limits:
        g = -self.prices(z) @ self.A
        J, H = np.zeros((len(g), len(z))), np.zeros((len(z), len(z)))
        J[:, len(z) - len(self.b) :] = -self.A.T
        for a, u in enumerate(self.of_lists(z)):
            own, scale = slice(self.first[a], self.first[a + 1]), self.chances[a] * u
            reach = self.D @ self.matrix(z, a).T
            g[: self.n] += (reach**2).sum(axis=1) / scale
            J[: self.n, own] = ((2 * reach / scale[:, None])[:, :, None] * self.D[:, None, :]).reshape(self.n, -1)
            # the same for each line of the matrix
            lines = np.arange(own.start, own.stop).reshape(-1, self.q)
            H[lines[:, :, None], lines[:, None, :]] = 2 * self.D.T @ (self.D * (theta[: self.n] / scale)[:, None])
        return Limits(g, J, H)


class WorstSquares(Squares):
    """The same with weights u that are part of z, between the matrices and the prices, and sum to at most 1.

    Weights are at least `FLOOR_OF_SQUARES`, as nothing is smooth at 0. `solved` leaves out lists that are not the worst ones:
    they come to this floor, or have a smaller value by more than floats are wrong, which tells lists that are nearly alike apart
    when their weights do not. `active` has the others.
    """

    def __init__(self, rows: Centred, chances: Sequence[Array], K: Sequence[Array], active: Sequence[int]) -> None:
        self.rows, self.of_all, self.active = rows, (chances, K), list(active)
        many = len(self.active)
        super().__init__(rows, [chances[a] for a in active], [K[a] for a in active], np.full(many, 0.9 / many))
        self.slope = np.concatenate([self.slope[: self.first[-1]], np.zeros(many), self.b])

    def solved(self) -> tuple[WorstSquares, Array, Array]:
        """Solve it once more with fewer lists, if some do not count, unless that proves less.

        Many designs may be best for fewer lists, and most of them are worse for the others. The one that is nearest to the design
        for all lists is about as good for all as that one.
        """
        _, z, weights = super().solved()
        values, of_lists = self._values(weights), zip(self.active, self.of_lists(z), strict=True)
        least = max(values[a] for a in self.active) * (1 - ALIKE)
        kept = [a for a, u in of_lists if u > 2 * FLOOR_OF_SQUARES and values[a] >= least]
        if not 0 < len(kept) < len(self.active):
            return self, z, weights
        dual, other, fewer = WorstSquares(self.rows, *self.of_all, kept).solved()
        left = np.maximum(0.0, 1 - self.rows.h @ weights)
        theta = np.concatenate([weights, left, np.zeros(len(dual.active)), [-dual.slope @ other]])
        nearest = _on_few_rows(self, dual.weights(sharpen(dual, other, theta)[1]))
        of_fewer, of_all = dual.bound(other), self.bound(z)
        # weights whose value is below what is proved miss the demand by as much
        best = min(weights, fewer, nearest, key=lambda x: abs(max(self._values(x)) - max(of_fewer, of_all)))
        return (self, z, best) if of_fewer < of_all - ALIKE * abs(of_all) else (dual, other, best)

    def _values(self, weights: Array) -> list[float]:
        """The value of every list."""
        chances, K = self.of_all
        inverses = [np.linalg.pinv(self.D.T @ (self.D * (weights / c)[:, None])) for c in chances]
        # where the design tells too little, K·I⁺ does not lead back to K
        return [
            float(np.trace(k @ back @ k.T)) if np.allclose(k @ back @ np.linalg.pinv(back), k) else np.inf
            for k, back in zip(K, inverses, strict=True)
        ]

    def longest(self, z: Array, dz: Array) -> float:
        """Weights at most change by half, as f goes with 1/u."""
        return 0.5 / max(1e-300, float(np.max(-self.of_lists(dz) / self.of_lists(z))))

    def turn(self, z: Array) -> Array:
        """A step of X and u in place of Y = uX: dY = u·dX + X·du, so that X counts as little as its list does."""
        T = np.eye(len(z))
        for a, u in enumerate(self.of_lists(z)):
            own = slice(self.first[a], self.first[a + 1])
            T[own, own] *= u
            T[own, self.first[-1] + a] = self.matrix(z, a).ravel() / u
        return T

    def of_lists(self, z: Array) -> Array:
        return z[self.first[-1] : self.first[-1] + len(self.K)]

    def weighted(self, z: Array) -> list[tuple[float, Array]]:
        K = self.of_all[1]
        found = [(0.0, np.zeros(k.shape)) for k in K]
        for a, own in zip(self.active, super().weighted(z), strict=True):
            found[a] = own
        return found

    def start(self) -> tuple[Array, Array]:
        z, theta = super().start()
        worth = float(sum((k * self.matrix(z, a)).sum() for a, k in enumerate(self.K)))
        z = np.insert(z, self.first[-1], self.u)
        return z, np.concatenate([theta, np.full(len(self.u) + 1, abs(worth) / self.n)])

    def limits(self, z: Array, theta: Array) -> Limits:
        found, u, many = super().limits(z, theta), self.of_lists(z), len(self.u)
        g = np.concatenate([found.values, FLOOR_OF_SQUARES - u, [u.sum() - 1]])
        J = np.vstack([found.slopes, np.zeros((many + 1, len(z)))])
        own = slice(self.first[-1], self.first[-1] + many)
        J[-many - 1 : -1, own], J[-1, own] = -np.eye(many), 1.0
        # in X and u there is no curvature by u, as |Yd|²/u is linear along Y = uX
        H = found.curvature
        for a, at in enumerate(range(own.start, own.stop)):
            reach, part = self.D @ self.matrix(z, a).T, slice(self.first[a], self.first[a + 1])
            J[: self.n, at] = -(reach**2).sum(axis=1) / (self.chances[a] * u[a] ** 2)
            H[part, part] *= u[a] ** 2
        return Limits(g, J, H)


class _Matrices(RowDual):
    """Σ_a w_a dᵀN_a d/c_a ≤ y·A with symmetric matrices N_a."""

    def __init__(self, rows: Centred, chances: Sequence[Array], w: Sequence[float], barriers: Sequence[float]) -> None:
        super().__init__(rows, chances)
        size = self.q * (self.q + 1) // 2
        self.blocks = [Block(a * size, self.q, barrier) for a, barrier in enumerate(barriers)]
        pad, of_rows = np.zeros((self.A.shape[1] - self.n, size)), self.D[:, :, None] * self.D[:, None, :]
        parts = [
            np.vstack([v * block.slope(of_rows) / c[:, None], pad])
            for v, block, c in zip(w, self.blocks, chances, strict=True)
        ]
        self.J = np.hstack([*parts, -self.A.T])
        self.right = np.zeros(len(self.J))

    def matrix(self, z: Array, a: int) -> Array:
        """N_a."""
        return self.blocks[a].matrix(z)

    def inverses(self) -> Array:
        """The inverses of the information at the start, as parts of z."""
        found = [np.linalg.inv(self.information(a)) for a in range(len(self.blocks))]
        return np.concatenate([N[np.triu_indices(self.q)] for N in found])

    def limits(self, z: Array, theta: Array) -> Limits:
        return Limits(self.J @ z - self.right, self.J, np.zeros((len(z), len(z))))


class Logarithms(_Matrices):
    """Minimise b·y − Σ_a w_a log det N_a."""

    def __init__(self, rows: Centred, chances: Sequence[Array], w: Sequence[float]) -> None:
        super().__init__(rows, chances, w, w)
        self.slope = np.concatenate([np.zeros(self.blocks[-1].places.stop), self.b])

    def start(self) -> tuple[Array, Array]:
        N = self.inverses()
        return self.started(N, (self.J[: self.n, : len(N)] @ N))


class WorstLogarithms(_Matrices):
    """Minimise b·y − Σ_a w_a log det N_a over weights w, too, that sum to 1: in Y_a = w_a N_a it is convex.

    z has the Y_a, all weights but the last, a number τ and the prices. The condition Σ_a w_a (q log w_a − log det Y_a) ≤ τ stands
    last, and before it the least weights.
    """

    def __init__(self, rows: Centred, chances: Sequence[Array]) -> None:
        self.many = many = len(chances)
        super().__init__(rows, chances, [1.0] * many, [0.0] * many)
        first = self.blocks[-1].places.stop
        self.of_w, self.tau = slice(first, first + many - 1), first + many - 1
        self.J = np.insert(self.J, [first] * many, 0.0, axis=1)
        below = np.zeros((many, self.J.shape[1]))
        below[: many - 1, self.of_w] = -np.eye(many - 1)
        below[-1, self.of_w] = 1.0
        self.J = np.vstack([self.J, below])
        self.right = np.concatenate([self.right, np.full(many - 1, -FLOOR), [1 - FLOOR]])
        self.slope = np.zeros(self.J.shape[1])
        self.slope[self.tau], self.slope[self.tau + 1 :] = 1.0, self.b

    def of_lists(self, z: Array) -> Array:
        """The weights w."""
        return np.append(z[self.of_w], 1 - z[self.of_w].sum())

    def matrix(self, z: Array, a: int) -> Array:
        """N_a."""
        return np.asarray(super().matrix(z, a) / self.of_lists(z)[a])

    def start(self) -> tuple[Array, Array]:
        w, Y = np.full(self.many, 1 / self.many), self.inverses() / self.many
        z, theta = self.started(np.concatenate([Y, w[1:], [0.0]]), self.J[: self.n, : len(Y)] @ Y)
        z[self.tau] = 1 - self.of_lists(z) @ self._logarithms(z)
        return z, np.concatenate([theta, np.full(self.many, 1 / self.n), [1.0]])

    def longest(self, z: Array, dz: Array) -> float:
        """Weights at most change by half, as their logarithms count."""
        change = np.append(dz[self.of_w], -dz[self.of_w].sum())
        return 0.5 / max(1e-300, float(np.max(-change / self.of_lists(z))))

    def _logarithms(self, z: Array) -> Array:
        """log det N_a = log det Y_a − q log w_a."""
        return np.array([np.linalg.slogdet(self.matrix(z, a))[1] for a in range(self.many)])

    def limits(self, z: Array, theta: Array) -> Limits:
        w, q, last = self.of_lists(z), self.q, self.many - 1
        slope, H = np.zeros(len(z)), np.zeros((len(z), len(z)))
        slope[self.tau] = -1.0
        logarithms = self._logarithms(z)
        slope[self.of_w] = logarithms[last] - logarithms[:last]
        H[self.of_w, self.of_w] = np.diag(q / w[:last]) + q / w[last]
        for a, block in enumerate(self.blocks):
            back = np.asarray(np.linalg.inv(block.matrix(z)), np.float64)
            slope[block.places] = -w[a] * block.slope(back)
            H[block.places, block.places] = w[a] * block.curvature(back, back)
            for b in [a] if a < last else range(last):
                at = self.of_w.start + b
                across = block.slope(back) * (-1.0 if a < last else 1.0)
                H[at, block.places] = H[block.places, at] = H[at, block.places] + across
        values = np.append(self.J @ z - self.right, -(w @ logarithms) - z[self.tau])
        return Limits(values, np.vstack([self.J, slope]), theta[-1] * H)


class Largest(_Matrices):
    """Maximise Σ_a Tr S·N_a with b·y ≤ 1, for positive semidefinite N_a; the multiplier of the last condition is the optimum."""

    def __init__(self, rows: Centred, chances: Sequence[Array], S: Array) -> None:
        many = len(chances)
        super().__init__(rows, chances, [1.0] * many, [0.0] * many)
        S = S / max(float((np.linalg.inv(self.information(a)) * S).sum()) for a in range(many))
        self.slope = np.concatenate([*(-block.slope(S) for block in self.blocks), np.zeros(len(self.b))])
        self.J = np.vstack([self.J, np.concatenate([np.zeros(self.blocks[-1].places.stop), self.b])])
        self.right = np.append(self.right, 1.0)

    def start(self) -> tuple[Array, Array]:
        N = self.inverses()
        z, theta = self.started(N, self.J[: self.n, : len(N)] @ N)
        # half of what b·y may be, at which the optimum is at least twice the value
        z /= 2 * float(self.b @ self.prices(z))
        self.size = -2 * float(self.slope @ z)
        # the multiplier of N_a is that of b·y times I_a − S, which even weights make definite from 1 on, and farther from 0 at 20
        return z, np.append(theta, 1.0) * 20.0

    def weights(self, theta: Array) -> Array:
        return np.asarray(theta[: self.n] / theta[-1])


@dataclass(frozen=True)
class Made:
    """A rational mechanism near the optimum of floats, of whose rows k are independent, and the rows on which prices have to be
    shown."""

    asked: Asked
    matrix: Sequence[Row]
    independent: Sequence[int]
    low: Centred
    above: Centred
    chances: Sequence[Array]
    y: Array

    def tilted(self, lines: Array) -> Lines:
        """Turned lines as rational lines of k numbers with the sum 0."""
        own = [[rational(v) for v in line] for line in lines @ self.low.turn.T]
        return [[*line, -sum(line, ZERO)] for line in own]

    def prices(self, squares: Sequence[tuple[fmpq, Lines]]) -> tuple[list[fmpq], Mapping[str, fmpq], fmpq]:
        """Prices with Σ_a w_a |X_a s|²/(π_a·s) ≤ y·s + Σ z h for pairs (w_a, X_a), X_a1 = 0, and their bound B.

        They are those of floats, raised by what they lack at any row.
        """
        k, own = self.asked.k, self.above
        tilt = [rational(v) for v in self.low.turn @ self.y[1 : 1 + self.low.turn.shape[1]]]
        # dearer by more than the rounding of rows that take much of a budget, which may be far above the level
        z = [max(ZERO, rational(v * (1 + 16 * MARGIN))) for v in self.y[1 + self.low.turn.shape[1] :]]
        part, charge = own.raw * np.array(tilt, float), own.h * np.array(z, float)[:, None]
        lack = -part.sum(axis=1) - charge.sum(axis=0)
        size = np.abs(part).sum(axis=1) + charge.sum(axis=0) + abs(self.y[0])
        for (w, X), c in zip(squares, self.chances, strict=True):
            root = np.array([[float(v) for v in line[:-1]] for line in X]).reshape(len(X), k - 1)
            reach = own.raw @ root.T
            lack += float(w) * (reach**2).sum(axis=1) / c
            size += float(w) * (np.abs(reach) * (np.abs(own.raw) @ np.abs(root).T)).sum(axis=1) / c
        level = rational(float(np.max(lack + MARGIN * size))) * (1 + fmpq(1, 1 << 50))
        columns = [level / k + t for t in (*tilt, -sum(tilt, ZERO))]
        budgets = {a.name: v / a.slack for a, v in zip(self.asked.budgets, z, strict=True)}
        return columns, budgets, level + sum(z, ZERO)

    def estimator(self, K: Lines, shares: Shares) -> tuple[Lines, list[fmpq]]:
        """L with LP = K near Kπ + KG·dᵀ/c for the differences d and chances c of answers, corrected on k answers; and the diagonal
        of LDLᵀ."""
        P, chosen, turn = fmpq_mat(self.matrix), self.independent, self.low.turn
        chances = P * fmpq_mat(len(shares), 1, shares)
        roots = np.sqrt(floats(chances.entries()))
        means = floats(exact_dot(line, shares) for line in K)
        shown = differences(self.matrix) @ turn / roots[:, None]
        found = means[:, None] + differences(K) @ turn @ np.linalg.pinv(shown) / roots
        # their first 48 bits, as an error counts by its square
        L = [list(map(rational, line)) for line in (33 * found - (33 * found - found)).tolist()]
        more = fmpq_mat([self.matrix[i] for i in chosen]).transpose().solve((fmpq_mat(K) - fmpq_mat(L) * P).transpose())
        for n, i in enumerate(chosen):
            for a in range(len(K)):
                L[a][i] += more[n, a]
        return L, (fmpq_mat([[v * v for v in line] for line in L]) * chances).entries()


def covariance_of(rows: Sequence[Sequence[fmpq | arb]], shares: Sequence[fmpq]) -> arb_mat:
    """C·I⁻¹·Cᵀ of the rows of a mechanism; a `ZeroDivisionError` if I is singular."""
    k = len(shares)
    C = arb_mat(k, k - 1, [int(a == b) - int(a == k - 1) for a in range(k) for b in range(k - 1)])
    return C * information_of(rows, shares, range(k - 1)).inv() * C.transpose()


def information_of(rows: Sequence[Sequence[fmpq | arb]], shares: Sequence[fmpq], own: Sequence[int]) -> arb_mat:
    """I = Σ d dᵀ/(r·π) of some of the differences d_j = r_j − r_k, which are taken before anything is rounded."""
    D = [[arb(row[j] - row[-1]) for j in own] for row in rows]
    means = (arb_mat([list(map(arb, row)) for row in rows]) * arb_mat([[p] for p in map(arb, shares)])).entries()
    return arb_mat(D).transpose() * arb_mat([[x / q for x in d] for d, q in zip(D, means, strict=True)])


def differences(rows: Lines) -> Array:
    """The differences of numbers from the last one, in floats; they are taken exactly before."""
    return np.array([[float(v - row[-1]) for v in row[:-1]] for row in rows])


class Criterion(ABC):
    """What is to be small, at one list of shares or several."""

    lists: Sequence[Shares]

    @abstractmethod
    def pose(self, rows: Centred, chances: Sequence[Array]) -> RowDual:
        """The dual in floats."""

    def merged(self, asked: Asked) -> tuple[Groups, Criterion] | None:
        """Groups of inputs, and the criterion on them; None if all inputs stay apart."""
        return None

    @abstractmethod
    def written(self, closed: Closed, dual: RowDual, z: Array) -> Found | None:
        """The design in exact numbers; None if it is no optimum, or its value is not such a number."""

    @abstractmethod
    def prove(self, made: Made, dual: RowDual, z: Array) -> Found:
        """The mechanism with its bounds and their evidence."""


def find(asked: Asked, criterion: Criterion) -> Found:
    """Find the best mechanism for a criterion, after merging inputs that it does not tell apart."""
    if (merged := criterion.merged(asked)) is not None:
        groups, smaller = merged
        return groups.spread(_find(groups.merged, smaller, judged=1 << asked.k))
    return _find(asked, criterion, judged=0)


def _find(asked: Asked, criterion: Criterion, *, judged: int) -> Found:
    rows = generators(asked)
    low = centre(asked, rows)
    if low.turn.shape[1] < asked.k - 1:
        raise InputError("this demand allows no mechanism that tells all inputs apart; raise epsilon, or merge inputs")
    # in floats, patterns for the ratios below and above are the same
    is_same = asked.is_rational or asked.only_pure is not None
    above = low if is_same else centre(asked, generators(asked, above=True), low.turn)
    with one_thread(), precise():
        chances = _chances(low, criterion.lists)
        dual, z, weights = criterion.pose(low, chances).solved()
        losses = np.maximum(0.0, -dual.limits(z, np.ones(dual.n)).values[: dual.n]) / abs(dual.prices(z)[0])
        closed = _closed(asked, rows, dual.prices(z), weights, judged)
        if closed is not None and (written := criterion.written(closed, dual, z)) is not None:
            return written
        rounded = _rounded(asked, rows, low, dual, (z, weights, losses))
        chances = chances if above is low else _chances(above, criterion.lists)
        made = Made(asked, *rounded, low, above, chances, dual.unit**2 * dual.prices(z))
        try:
            return criterion.prove(made, dual, z)
        except ZeroDivisionError:  # a singular matrix
            raise InputError(
                "the best mechanism does not tell all inputs apart, and none near it was found that does; merge inputs, or ask for "
                "another contrast"
            ) from None


def _chances(centred: Centred, lists: Sequence[Shares]) -> list[Array]:
    return [centred.over @ np.array(list(map(float, shares))) for shares in lists]


def _closed(asked: Asked, rows: Generators, y: Array, weights: Array, judged: int) -> Closed | None:
    """The design in exact numbers, if the rows with a weight and the budgets with a price make a basis."""
    prices = zip(asked.budgets, y[len(y) - len(asked.budgets) :], strict=True)
    active = [ask for ask, price in prices if price > OF_BASIS * abs(y[0])]
    own = np.flatnonzero(weights > OF_BASIS * weights.max()).tolist()
    return close(asked, active, rows, own, max(judged, len(rows.places)))


def _rounded(
    asked: Asked, rows: Generators, low: Centred, dual: RowDual, found: tuple[Array, Array, Array]
) -> tuple[list[Row], list[int]]:
    """A mechanism of the rows that have a weight, k that are independent, and those whose prices are nearest to f; and the places
    in it of those k."""
    from scipy.linalg import qr  # a twentieth of a second, and most questions need none

    z, weights, losses = found
    y, k = dual.prices(z), asked.k
    has_weight = weights > SMALLEST_WEIGHT
    # a budget that is left over has a price, too; what rows with a weight lose is rounding
    wanted = np.where(has_weight, 0.0, losses) - y[len(y) - len(low.h) :] @ low.h / abs(y[0])
    shown = low.A[:k].T * np.sqrt(np.maximum(weights, 1e-16))[:, None]
    # the rows that a QR factorization takes first
    enough = qr(shown.T, pivoting=True, mode="r")[1][:k].tolist()
    own = sorted({*np.flatnonzero(has_weight).tolist(), *enough, *np.argsort(losses)[: max(200, 8 * k)].tolist()})
    kept = [i for i, n in enumerate(own) if has_weight[n] or n in enough]
    means, basis = low.means[own], [own.index(n) for n in enough]
    likely = np.maximum(weights[own], LEAST_WEIGHT) / means
    return round_weights(asked, rows.only(own), likely, wanted[own] * means, kept, basis)


def _on_few_rows(dual: RowDual, weights: Array) -> Array:
    """Weights of the same information and budgets on as few rows as these have numbers: a vertex of a linear program.

    It is asked only of rows with a weight, which all lose nothing at the optimum.
    """
    own = np.flatnonzero(weights > SMALLEST_WEIGHT)
    if len(own) <= len(dual.A) + len(dual.chances) * dual.q * (dual.q + 1) // 2:
        return weights
    i, j = np.triu_indices(dual.q)
    D = dual.D[own]
    lines = np.vstack([dual.A[:, own], *((D[:, i] * D[:, j] / c[own, None]).T for c in dual.chances)])
    wanted = lines @ weights[own]
    vertex = maximise_in_floats(-np.arange(1.0, len(own) + 1), lines, wanted, np.full(len(lines), True))
    if vertex is None:
        return weights
    left = np.flatnonzero(vertex.x > SMALLEST_WEIGHT)
    found = np.zeros(len(weights))
    # once more, to all digits of floats
    found[own[left]] = np.maximum(0.0, np.linalg.lstsq(lines[:, left], wanted, rcond=None)[0])
    return found if np.allclose(lines @ found[own], wanted, rtol=0, atol=AS_WANTED) else weights
