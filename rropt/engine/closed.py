"""Designs for estimates in exact numbers of Q(t), where their rows and the budgets that are used up make a basis.

Let Σ θ_i s_i = (1, …, 1) and Σ θ_i h_c(s_i) = δ_c have one solution θ, for rows s_i and as many inputs j and budgets c. Then the
weights θ are rational functions of t. So are M = Σ θ_i s_i s_iᵀ/(s_i·π) and the best estimates, X = K·M⁻¹, and with them f(s_i).
The prices are those at which Σ_j y_j s_ij + Σ_c z_c h_c(s_i) = f(s_i), a system with the transposed matrix. The bound that they
prove is the value, if weights and prices of budgets are at least 0 and no other row has a larger f.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from rropt.engine.asks import Ask, Asked
from rropt.engine.basis import count_powers, pose_rows, taken_exactly, used_exactly, write_out
from rropt.engine.cone import Generators, rebuild
from rropt.engine.found import Matrix, Prices
from rropt.engine.prices import sort_prices
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import solve, total_of, transpose
from rropt.solvers.program import Name
from rropt.solvers.rational import fraction
from rropt.solvers.system import Singular

__all__ = ["Closed", "Function", "close", "dot", "quadratic"]

Function = Callable[[Sequence[Number]], Number]
# inputs and budgets for which irrational numbers stay short
MOST_IRRATIONAL = 6
# powers of t in all different numbers, times the rows at which the checker compares them: half a second
MOST_WORK = 4000


@dataclass(frozen=True)
class Closed:
    """The exact rows s_i with their weights; `active` are the budgets that are used up, and `own` the places of the rows among
    all generators.

    `judged` is the number of rows at which the checker compares prices.
    """

    asked: Asked
    active: Sequence[Ask]
    rows: Sequence[Sequence[Number]]
    weights: Sequence[Number]
    generators: Generators
    own: Sequence[int]
    judged: int

    @property
    def matrix(self) -> Matrix:
        """The mechanism."""
        return tuple(tuple(w * x for x in s) for w, s in zip(self.weights, self.rows, strict=True))

    def is_short(self, numbers: Sequence[Number]) -> bool:
        """Whether the checker compares such numbers in little time."""
        return count_powers([x for row in self.matrix for x in row] + list(numbers)) * self.judged <= MOST_WORK

    def chances(self, shares: Sequence[Fraction]) -> list[Number]:
        """π·s of each row."""
        return [dot(shares, s) for s in self.rows]

    def inverse_times(self, K: Sequence[Sequence[Number]], shares: Sequence[Fraction]) -> Matrix:
        """X = K·M⁻¹. With as many rows as inputs M⁻¹ = S⁻¹·diag(s_i·π/θ_i)·S⁻ᵀ, S the matrix of the rows."""
        chances = self.chances(shares)
        if len(self.rows) == self.asked.k:
            part = solve(transpose(self.rows), transpose(K))
            scaled = [tuple(x * q / w for x in own) for own, q, w in zip(part, chances, self.weights, strict=True)]
            return transpose(solve(self.rows, scaled))
        inputs = range(self.asked.k)
        weights = [w / q for w, q in zip(self.weights, chances, strict=True)]
        M = [
            [total_of([w * s[a] * s[b] for w, s in zip(weights, self.rows, strict=True)]) for b in inputs]
            for a in inputs
        ]
        return transpose(solve(M, transpose(K)))

    def estimator(self, X: Sequence[Sequence[Number]], shares: Sequence[Fraction]) -> Matrix:
        """L with L_i = X·s_i/(s_i·π)."""
        chances = self.chances(shares)
        return tuple(tuple(dot(line, s) / q for s, q in zip(self.rows, chances, strict=True)) for line in X)

    def prices(self, f: Function) -> Prices | None:
        """The prices at which each row costs f; None if a budget would cost less than nothing, or numbers would be too long."""
        solved = _solve(self.asked, self.active, self.rows, [f(s) for s in self.rows])
        if solved is None:
            return None
        prices = sort_prices(solved[1], self.asked.k, 0)
        return None if any(z < 0 for z in prices.budgets.values()) else prices

    def is_beaten(self, prices: Prices, f: Function) -> bool:
        """Whether another row has a larger f than it costs.

        All are compared: floats may be near an optimum at prices that are far from these, where it hardly depends on them.
        """
        others = set(range(len(self.generators.places))).difference(self.own)
        return any(f(s) > self._cost(prices, s) for s in _exact(self.asked, self.generators, others))

    def _cost(self, prices: Prices, s: Sequence[Number]) -> Number:
        return total_of(
            [
                dot(prices.columns, s),
                *(z * used_exactly(ask, s) for ask in self.active if (z := prices.budgets.get(ask.name))),
            ]
        )


def close(asked: Asked, active: Sequence[Ask], rows: Generators, own: Sequence[int], judged: int) -> Closed | None:
    """Write out the weights of some of the rows; None if they are no basis, or numbers would be too long."""
    n = asked.k + len(active)
    if len(own) != n or (n > MOST_IRRATIONAL and not asked.is_rational):
        return None
    exact = list(_exact(asked, rows, own))
    solved = _solve(asked, active, exact, [Fraction(0)] * n)
    if solved is None or min(solved[0]) <= 0:
        return None
    for ask in asked.budgets:
        if ask not in active and total_of(
            [w * used_exactly(ask, s) for w, s in zip(solved[0], exact, strict=True)]
        ) > fraction(ask.slack):
            return None
    return Closed(asked, active, exact, solved[0], rows, own, judged)


def _exact(asked: Asked, rows: Generators, places: Iterable[int]) -> Iterator[list[Number]]:
    """Some of the rows, with the exact ratios in place of the rationals beside them."""
    unit: Number = Fraction(1)
    return (rebuild(asked, rows.row(n), lambda r: r.exact, unit, above=False) for n in places)


def _solve(
    asked: Asked, active: Sequence[Ask], rows: Sequence[Sequence[Number]], gains: Sequence[Number]
) -> tuple[list[Number], dict[Name, Number]] | None:
    """The weights of the rows, and the prices at which each costs its gain."""
    one: Number = Fraction(1)
    with suppress(Singular, InputError):
        return write_out(pose_rows(rows, gains, [one] * asked.k, taken_exactly(active, rows)))
    return None


def dot(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """Σ a_j b_j."""
    return total_of([x * y for x, y in zip(a, b, strict=True) if x and y])


def quadratic(X: Sequence[Sequence[Number]], shares: Sequence[Fraction], s: Sequence[Number]) -> Number:
    """|X·s|²/(π·s)."""
    return total_of([v * v for line in X if (v := dot(line, s))]) / dot(shares, s)
