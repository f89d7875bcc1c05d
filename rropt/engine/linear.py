"""Linear objectives Σ W·P, and the least of several, under every demand and conditions. The unknowns are the entries of P.

A pure demand with the ratio T says of row i that its entries lie between u_i and T·u_i, which takes an unknown u_i ≥ 0 and

    p_ij = u_i + q_ij,  0 ≤ q_ij ≤ (T − 1)·u_i.

Every other ask c = (j, l) is p_ij − T_c·p_il ≤ 0 at each answer i, or at most an unknown h_ic ≥ 0 with Σ_i h_ic ≤ δ_c if it has
slack. A guess takes an unknown h_i without a sign at each answer, at least what each action gains, with Σ_i h_i ≤ its bound.
The prices of these rows are the prices and multipliers of SPEC.md, 4.1, where no multipliers of the pure demand are needed.

The program is written for the ratios above, or for those below. Of an optimal basis it is also written exactly, where each
coefficient a − T·b has the irrational T.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

import numpy as np
from flint import fmpq

from rropt.engine.asks import Ask, Asked, Condition, Guess, Ratio
from rropt.engine.basis import write_out
from rropt.engine.found import Found, Impossible, Matrix
from rropt.engine.prices import bound, sort_prices
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.solvers.highs import floats
from rropt.solvers.program import Basis, Infeasible, Name, Optimum, Program
from rropt.solvers.rational import ONE, ZERO, fraction
from rropt.solvers.simplex import Search, solve

__all__ = ["Posed", "Weights", "found_of", "maximise"]

Weights = Sequence[Sequence[fmpq]]
V = TypeVar("V", bound=Any)
# parts of the largest value or profit: what is smaller may have another sign at a ratio that is 2^-90 away
SURE = 1e-9


class Posed:
    """The linear program of a question. An entry p_ij is the sum of the unknowns `entries[i][j]`.

    `exactly` has each coefficient that stands for another number, with that number.
    """

    def __init__(
        self, asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition], *, above: bool
    ) -> None:
        self.asked, self.weights, self.conditions, self.above = asked, weights, conditions, above
        self.outputs = len(weights[0])
        self.program: Program[fmpq] = Program()
        self.exactly: list[tuple[fmpq, Number]] = []
        self.entries = self._entries()
        self._add_columns()
        for ask in () if asked.only_pure is not None else asked.asks:
            if asked.pure is None or ask.slack or ask.ratio != asked.pure:
                self._add_ask(ask)
        for guess in asked.guesses:
            self._add_guess(guess)
        for n, condition in enumerate(conditions):
            self._add_condition(n, condition)
        self._add_gains()

    def exact(self, program: Program[fmpq]) -> Program[Number]:
        """This program, or a part of it, in exact numbers."""
        return program.turned(fraction, {id(x): exact for x, exact in self.exactly})

    def _less(self, own: fmpq, ratio: Ratio) -> fmpq:
        """The number own − T at the rational beside T."""
        found = own - ratio.side(above=self.above)
        self.exactly.append((found, fraction(own) - ratio.exact))
        return found

    def _unknowns(self, many: int) -> range:
        return self.program.variables([ZERO] * many)

    def _entries(self) -> list[list[tuple[int, ...]]]:
        m, k, pure = self.outputs, self.asked.k, self.asked.pure
        if pure is None:
            return [[(n,) for n in self._unknowns(k)] for _ in range(m)]
        entries: list[list[tuple[int, ...]]] = []
        width = self._less(ONE, pure)
        for i in range(m):
            (least,) = self._unknowns(1)
            parts = self._unknowns(k)
            entries.append([(least, n) for n in parts])
            for j, n in enumerate(parts):
                self.program.add(("within", i, j), {n: ONE, least: width}, ZERO)
        return entries

    def _add_columns(self) -> None:
        for j in range(self.asked.k):
            self.program.add(("column", j), {n: ONE for row in self.entries for n in row[j]}, ONE, equal=True)

    def _add_ask(self, ask: Ask) -> None:
        used = self._unknowns(self.outputs) if ask.slack else None
        of_both, of_other = self._less(ONE, ask.ratio), self._less(ZERO, ask.ratio)
        for i, row in enumerate(self.entries):
            line = dict.fromkeys(row[ask.j], ONE)
            if used is not None:
                line[used[i]] = -ONE
            line |= {n: of_both if n in line else of_other for n in row[ask.against]}
            self.program.add(("excess", i, ask.name), line, ZERO)
        if used is not None:
            self.program.add(("budget", ask.name), dict.fromkeys(used, ONE), ask.slack)

    def _add_guess(self, guess: Guess) -> None:
        """An unknown without a sign is the difference of two."""
        more, less = self._unknowns(self.outputs), self._unknowns(self.outputs)
        for i in range(self.outputs):
            for a, plane in enumerate(guess.planes):
                gain = self.sum(((i, j), g) for j, g in enumerate(plane))
                self.program.add(("excess", i, f"{a},{guess.name}"), gain | {more[i]: -ONE, less[i]: ONE}, ZERO)
        total = dict.fromkeys(more, ONE) | dict.fromkeys(less, -ONE)
        self.program.add(("budget", guess.name), total, guess.bound)

    def _add_condition(self, n: int, condition: Condition) -> None:
        row = self.sum((entry, condition.sign * a) for entry, a in condition.terms.items())
        bound = condition.sign * condition.bound
        self.program.add(("condition", n), row, bound, equal=condition.relation == "=")

    def _add_gains(self) -> None:
        """The gains of one objective, or an unknown that is at most each of several."""
        sums = [self.sum(((i, j), w) for i, row in enumerate(W) for j, w in enumerate(row)) for W in self.weights]
        if len(sums) == 1:
            for n, v in sums[0].items():
                self.program.gains[n] = v
            return
        up, down = self._unknowns(2)
        self.program.gains[up], self.program.gains[down] = ONE, -ONE
        for a, own in enumerate(sums):
            row = {n: -v for n, v in own.items()} | {up: ONE, down: -ONE}
            self.program.add(("worst", a), row, ZERO)

    def rows(self, point: Mapping[int, V], number: Callable[[V], Number]) -> Matrix:
        """The mechanism at a point of the program. Sums of the same objects are one object."""
        known: dict[tuple[int, ...], Number] = {(): Fraction(0)}
        found = []
        for own in chain.from_iterable(self.entries):
            parts = [point[n] for n in own if n in point]
            key = tuple(map(id, parts))
            if key not in known:
                known[key] = number(sum(parts[1:], parts[0]))
            found.append(known[key])
        k = self.asked.k
        return tuple(tuple(found[at : at + k]) for at in range(0, len(found), k))

    def value(self, point: Mapping[int, V], number: Callable[[V], Number]) -> Number:
        """The gain of a point of the program, where gains of the same object are added first."""
        together: dict[int, tuple[V, fmpq]] = {}
        for n, v in point.items():
            together[id(v)] = v, together.get(id(v), (v, ZERO))[1] + self.program.gains[n]
        return total_of([fraction(gain) * number(v) for v, gain in together.values() if v])

    def sum(self, terms: Iterable[tuple[tuple[int, int], fmpq]]) -> dict[int, fmpq]:
        """Σ a·p_ij as a sum of unknowns, but for those with the factor 0."""
        found: dict[int, fmpq] = {}
        for (i, j), a in terms:
            if a:
                for n in self.entries[i][j]:
                    found[n] = found[n] + a if n in found else a
        return {n: v for n, v in found.items() if v}


def maximise(asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition] = ()) -> Found | Impossible:
    """Maximise Σ W·P, or the least of several such sums: exactly, or between bounds if the ratios are irrational and many."""
    posed = Posed(asked, weights, conditions, above=True)
    best = solve(posed.program)
    if isinstance(best, Infeasible):
        shown = {name: fraction(v) for name, v in best.prices.items()}
        return Impossible(sort_prices(shown, asked.k, len(conditions)))
    if asked.is_rational:
        return found_of(posed, (best.point, best.prices), fraction)
    worse = best if _is_sure(best) else _improved_below(posed, best.basis)
    if worse.basis == best.basis and (written := write_out(posed.exact(posed.program.of(best.basis)))) is not None:
        point, prices = written
        return found_of(posed, (dict(zip(best.basis.columns, point, strict=True)), prices), lambda x: x)
    if worse is best:
        worse = _improved_below(posed, best.basis)
    return found_of(posed, (worse.point, best.prices), fraction)


def _is_sure(best: Optimum) -> bool:
    """Whether no value, price or profit of an optimal basis is so small that its sign may be another at a ratio nearby."""
    for numbers in (best.point.values(), best.profits.values()):
        sizes = np.abs(floats(v for v in numbers if v))
        if sizes.min(initial=np.inf) < SURE * sizes.max(initial=0):
            return False
    return True


def _improved_below(posed: Posed, basis: Basis) -> Optimum:
    """The optimum for the ratios below, from a basis that is optimal for those above."""
    found = Search(Posed(posed.asked, posed.weights, posed.conditions, above=False).program, basis).finish()
    if isinstance(found, Infeasible):
        raise InputError("the conditions can just be met, or just not, at this irrational budget; loosen them a little")
    return found


def found_of(posed: Posed, solution: tuple[Mapping[int, V], Mapping[Name, V]], number: Callable[[V], Number]) -> Found:
    """The answer that a point and prices of the program make."""
    point, named = solution
    asked, conditions = posed.asked, posed.conditions
    rows, lower = posed.rows(point, number), posed.value(point, number)
    found = {name: number(v) for name, v in named.items() if name[0] != "within"}  # type: ignore[index]
    prices = sort_prices(found, asked.k, len(conditions))
    witness = None
    if len(posed.weights) > 1:
        witness = {"weights": [found.get(("worst", a), Fraction(0)) for a in range(len(posed.weights))]}
    return Found(rows, lower, bound(asked, prices, conditions), prices, witness)
