"""Linear objectives Σ W·P, and the least of several, under every demand and conditions. The unknowns are the entries of P.

A pure demand with the ratio T says of row i that its entries lie between u_i and T·u_i, which takes an unknown u_i ≥ 0 and

    p_ij = u_i + (T − 1)·q_ij,  0 ≤ q_ij ≤ u_i.

Every other ask c = (j, l) is p_ij − T_c·p_il ≤ 0 at each answer i, or at most an unknown h_ic ≥ 0 with Σ_i h_ic ≤ δ_c if it has
slack. A guess takes an unknown h_i without a sign at each answer, at least what each action gains, with Σ_i h_i ≤ its bound.
The prices of these rows are the prices and multipliers of SPEC.md, 4.1, where no multipliers of the pure demand are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from flint import fmpq

from rropt.engine.asks import Ask, Asked, Condition, Guess, Ratio
from rropt.engine.basis import write_out
from rropt.engine.found import Found, Impossible, Matrix
from rropt.engine.prices import bound, sort_prices
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.next.solvers.lp import solve
from rropt.next.solvers.program import Infeasible, Name, Program
from rropt.next.solvers.rational import fraction
from rropt.next.solvers.simplex import improve

__all__ = ["Posed", "Weights", "found_of", "maximise"]

Weights = Sequence[Sequence[fmpq]]
V = TypeVar("V", bound=Any)


class Posed(Generic[V]):
    """The linear program of a question, with numbers as `of` and `side` give them.

    `of` takes a rational number, and `side` a ratio. So the program is made for the ratios below, for those above, or exactly.
    `entries[i][j]` writes p_ij as a sum of unknowns.
    """

    def __init__(
        self,
        asked: Asked,
        weights: Sequence[Weights],
        conditions: Sequence[Condition],
        *,
        of: Callable[[fmpq], V],
        side: Callable[[Ratio], V],
    ) -> None:
        self.program: Program[V] = Program()
        self.asked, self.of, self.side = asked, of, side
        self.zero, self.one = of(fmpq(0)), of(fmpq(1))
        self.outputs = len(weights[0])
        self.entries = self._entries()
        self._add_columns()
        for ask in asked.asks:
            if asked.pure is None or ask.slack or ask.ratio != asked.pure:
                self._add_ask(ask)
        for guess in asked.guesses:
            self._add_guess(guess)
        for n, condition in enumerate(conditions):
            self._add_condition(n, condition)
        self._add_gains(weights)

    def _unknowns(self, many: int) -> range:
        return self.program.variables([self.zero] * many)

    def _entries(self) -> list[list[Mapping[int, V]]]:
        m, k, pure = self.outputs, self.asked.k, self.asked.pure
        if pure is None:
            return [[{n: self.one} for n in self._unknowns(k)] for _ in range(m)]
        above = self.side(pure) - self.one
        entries: list[list[Mapping[int, V]]] = []
        for i in range(m):
            (least,) = self._unknowns(1)
            if pure.exact == 1:
                entries.append([{least: self.one}] * k)
                continue
            parts = self._unknowns(k)
            entries.append([{least: self.one, n: above} for n in parts])
            for j, n in enumerate(parts):
                self.program.add(("within", i, j), {n: self.one, least: -self.one}, self.zero)
        return entries

    def _add_columns(self) -> None:
        for j in range(self.asked.k):
            column = self.sum({(i, j): self.one for i in range(self.outputs)})
            self.program.add(("column", j), column, self.one, equal=True)

    def _add_ask(self, ask: Ask) -> None:
        used = self._unknowns(self.outputs) if ask.slack else None
        for i in range(self.outputs):
            row = dict(self.sum({(i, ask.j): self.one, (i, ask.against): -self.side(ask.ratio)}))
            if used is not None:
                row[used[i]] = -self.one
            self.program.add(("excess", i, ask.name), row, self.zero)
        if used is not None:
            self.program.add(("budget", ask.name), dict.fromkeys(used, self.one), self.of(ask.slack))

    def _add_guess(self, guess: Guess) -> None:
        """An unknown without a sign is the difference of two."""
        more, less = self._unknowns(self.outputs), self._unknowns(self.outputs)
        for i in range(self.outputs):
            for a, plane in enumerate(guess.planes):
                gain = dict(self.sum({(i, j): self.of(g) for j, g in enumerate(plane)}))
                row = gain | {more[i]: -self.one, less[i]: self.one}
                self.program.add(("excess", i, f"{a},{guess.name}"), row, self.zero)
        total = dict.fromkeys(more, self.one) | dict.fromkeys(less, -self.one)
        self.program.add(("budget", guess.name), total, self.of(guess.bound))

    def _add_condition(self, n: int, condition: Condition) -> None:
        row = self.sum({entry: self.of(condition.sign * a) for entry, a in condition.terms.items()})
        bound = self.of(condition.sign * condition.bound)
        self.program.add(("condition", n), row, bound, equal=condition.relation == "=")

    def _add_gains(self, weights: Sequence[Weights]) -> None:
        """The gains of one objective, or an unknown that is at most each of several."""
        sums = [self.sum({(i, j): self.of(w) for i, row in enumerate(W) for j, w in enumerate(row)}) for W in weights]
        if len(sums) == 1:
            for n, v in sums[0].items():
                self.program.gains[n] = v
            return
        up, down = self.program.variables([self.one, -self.one])
        for a, own in enumerate(sums):
            row = {n: -v for n, v in own.items()} | {up: self.one, down: -self.one}
            self.program.add(("worst", a), row, self.zero)

    def at(self, point: Mapping[int, V], i: int, j: int) -> V:
        """The entry p_ij at a point of the program."""
        found = self.zero
        for n, v in self.entries[i][j].items():
            if n in point:
                found += v * point[n]
        return found

    def sum(self, terms: Mapping[tuple[int, int], V]) -> Mapping[int, V]:
        """Σ a·p_ij as a sum of unknowns."""
        found: dict[int, V] = {}
        for (i, j), a in terms.items():
            if a:
                for n, v in self.entries[i][j].items():
                    found[n] = found[n] + a * v if n in found else a * v
        return found


def maximise(asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition] = ()) -> Found | Impossible:
    """Maximise Σ W·P, or the least of several such sums: exactly, or between bounds if the ratios are irrational and many."""

    def pose(*, above: bool) -> Posed[fmpq]:
        return Posed(asked, weights, conditions, of=lambda x: x, side=lambda ratio: ratio.side(above=above))

    high = pose(above=True)
    best = solve(high.program)
    if isinstance(best, Infeasible):
        shown = {name: fraction(v) for name, v in best.prices.items()}
        return Impossible(sort_prices(shown, asked.k, len(conditions)))
    if asked.is_rational:
        return found_of(high, weights, conditions, (best.point, best.prices), fraction)
    low = pose(above=False)
    worse = improve(low.program, best.basis)
    if isinstance(worse, Infeasible):
        raise InputError("the conditions can just be met, or just not, at this irrational budget; loosen them a little")
    if worse.basis == best.basis:
        exact = Posed(asked, weights, conditions, of=fraction, side=lambda ratio: ratio.exact)
        if (written := write_out(exact.program, best.basis)) is not None:
            return found_of(exact, weights, conditions, written, lambda x: x)
    return found_of(low, weights, conditions, (worse.point, best.prices), fraction)


def found_of(
    posed: Posed[V],
    weights: Sequence[Weights],
    conditions: Sequence[Condition],
    solution: tuple[Mapping[int, V], Mapping[Name, V]],
    number: Callable[[V], Number],
) -> Found:
    """The answer that a point and prices of the program make."""
    point, named = solution
    asked = posed.asked
    rows = tuple(tuple(number(posed.at(point, i, j)) for j in range(asked.k)) for i in range(posed.outputs))
    prices = sort_prices({name: number(v) for name, v in named.items()}, asked.k, len(conditions))
    lower = min(_value([[fraction(w) for w in row] for row in W], rows) for W in weights)
    witness = None
    if len(weights) > 1:
        witness = {"weights": [number(named.get(("worst", a), posed.zero)) for a in range(len(weights))]}
    return Found(
        rows, lower, bound(asked, prices, conditions), prices, witness, "an optimal basis of the linear program"
    )


def _value(weights: Sequence[Sequence[Number]], rows: Matrix) -> Number:
    return total_of([w * p for a, b in zip(weights, rows, strict=True) for w, p in zip(a, b, strict=True) if w and p])
