"""Linear objectives Σ W·P, and the least of several, under every demand and conditions. The unknowns are the entries of P.

A pure demand with the ratio T says of row i that its entries lie between u_i and T·u_i, which takes an unknown u_i ≥ 0 and

    p_ij = u_i + q_ij,  0 ≤ q_ij ≤ (T − 1)·u_i.

Every other ask c = (j, l) is p_ij − T_c·p_il ≤ 0 at each answer i, or at most an unknown h_ic ≥ 0 with Σ_i h_ic ≤ δ_c if it has
slack. A guess takes an unknown h_i without a sign at each answer, at least what each action gains, with Σ_i h_i ≤ its bound.
The prices of these rows are the prices and multipliers of SPEC.md, 4.1, where no multipliers of the pure demand are needed.

Every coefficient is a rational or a − T·b with rationals a and b. So the program is written once, and its numbers are taken for
the ratios below, for those above, or, of an optimal basis, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, TypeVar

from flint import fmpq

from rropt.engine.asks import Ask, Asked, Condition, Guess, Ratio
from rropt.engine.basis import write_out
from rropt.engine.found import Found, Impossible
from rropt.engine.prices import bound, sort_prices
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.solvers.lp import solve
from rropt.solvers.program import Basis, Infeasible, Name, Optimum, Program
from rropt.solvers.rational import ONE, ZERO, each_once, fraction
from rropt.solvers.simplex import improve

__all__ = ["Posed", "Weights", "found_of", "maximise"]

Weights = Sequence[Sequence[fmpq]]
V = TypeVar("V", bound=Any)
# parts of the largest value or profit: what is smaller may have another sign at a ratio that is 2^-90 away
SURE = 1e-9


@dataclass(frozen=True, slots=True)
class Coefficient:
    """The number own − T·times, where T is the ratio."""

    own: fmpq
    times: fmpq
    ratio: Ratio

    def side(self, *, above: bool) -> fmpq:
        """The number at the rational above T, or at the one below."""
        return self.own - self.times * self.ratio.side(above=above)

    @property
    def exact(self) -> Number:
        """The number at the exact T."""
        return fraction(self.own) - self.ratio.exact * fraction(self.times)


class Posed:
    """The linear program of a question. An entry p_ij is the sum of the unknowns `entries[i][j]`."""

    def __init__(self, asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition]) -> None:
        self.asked, self.weights, self.conditions = asked, weights, conditions
        self.outputs = len(weights[0])
        self.posed: Program[Any] = Program()
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

    def program(self, *, above: bool) -> Program[fmpq]:
        """The program for the ratios above, or for those below."""
        return self._program(lambda x: x if isinstance(x, fmpq) else x.side(above=above), list(self.posed.gains))

    def exact(self, basis: Basis | None = None) -> Program[Number]:
        """The program in exact numbers; of a basis, only the rows whose slack is not basic and gains of basic unknowns."""
        gains = self.posed.gains
        basic, slacks = (range(len(gains)), frozenset[int]()) if basis is None else (set(basis.columns), basis.slacks)
        zero: Number = Fraction(0)
        exact = [fraction(v) if n in basic else zero for n, v in enumerate(gains)]
        return self._program(lambda x: fraction(x) if isinstance(x, fmpq) else x.exact, exact, slacks)

    def _program(
        self, number: Callable[[Any], V], gains: list[V], left_out: frozenset[int] = frozenset()
    ) -> Program[V]:
        """The program with these gains and other coefficients; rows that are left out are empty."""
        posed = self.posed
        rows = [{} if r in left_out else row for r, row in enumerate(posed.rows)] if left_out else posed.rows
        right = each_once(number, posed.right)
        known = each_once(number, chain.from_iterable(row.values() for row in rows))
        some = {place: v for place, v in known.items() if v}
        made: list[Mapping[int, V]] = [{n: some[id(x)] for n, x in row.items() if id(x) in some} for row in rows]
        return Program(gains, made, [right[id(x)] for x in posed.right], posed.equal, posed.names)

    def _unknowns(self, many: int) -> range:
        return self.posed.variables([ZERO] * many)

    def _entries(self) -> list[list[tuple[int, ...]]]:
        m, k, pure = self.outputs, self.asked.k, self.asked.pure
        if pure is None:
            return [[(n,) for n in self._unknowns(k)] for _ in range(m)]
        entries: list[list[tuple[int, ...]]] = []
        width = Coefficient(ONE, ONE, pure)
        for i in range(m):
            (least,) = self._unknowns(1)
            if pure.exact == 1:
                entries.append([(least,)] * k)
                continue
            parts = self._unknowns(k)
            entries.append([(least, n) for n in parts])
            for j, n in enumerate(parts):
                self.posed.add(("within", i, j), {n: ONE, least: width}, ZERO)
        return entries

    def _add_columns(self) -> None:
        for j in range(self.asked.k):
            self.posed.add(("column", j), {n: ONE for row in self.entries for n in row[j]}, ONE, equal=True)

    def _add_ask(self, ask: Ask) -> None:
        used = self._unknowns(self.outputs) if ask.slack else None
        of_both, of_other = Coefficient(ONE, ONE, ask.ratio), Coefficient(ZERO, ONE, ask.ratio)
        for i, row in enumerate(self.entries):
            line: dict[int, Any] = dict.fromkeys(row[ask.j], ONE)
            if used is not None:
                line[used[i]] = -ONE
            line |= {n: of_both if n in line else of_other for n in row[ask.against]}
            self.posed.add(("excess", i, ask.name), line, ZERO)
        if used is not None:
            self.posed.add(("budget", ask.name), dict.fromkeys(used, ONE), ask.slack)

    def _add_guess(self, guess: Guess) -> None:
        """An unknown without a sign is the difference of two."""
        more, less = self._unknowns(self.outputs), self._unknowns(self.outputs)
        for i in range(self.outputs):
            for a, plane in enumerate(guess.planes):
                gain = self.sum({(i, j): g for j, g in enumerate(plane)})
                self.posed.add(("excess", i, f"{a},{guess.name}"), gain | {more[i]: -ONE, less[i]: ONE}, ZERO)
        total = dict.fromkeys(more, ONE) | dict.fromkeys(less, -ONE)
        self.posed.add(("budget", guess.name), total, guess.bound)

    def _add_condition(self, n: int, condition: Condition) -> None:
        row = self.sum({entry: condition.sign * a for entry, a in condition.terms.items()})
        bound = condition.sign * condition.bound
        self.posed.add(("condition", n), row, bound, equal=condition.relation == "=")

    def _add_gains(self) -> None:
        """The gains of one objective, or an unknown that is at most each of several."""
        sums = [self.sum({(i, j): w for i, row in enumerate(W) for j, w in enumerate(row)}) for W in self.weights]
        if len(sums) == 1:
            for n, v in sums[0].items():
                self.posed.gains[n] = v
            return
        up, down = self._unknowns(2)
        self.posed.gains[up], self.posed.gains[down] = ONE, -ONE
        for a, own in enumerate(sums):
            row = {n: -v for n, v in own.items()} | {up: ONE, down: -ONE}
            self.posed.add(("worst", a), row, ZERO)

    def at(self, point: Mapping[int, V], i: int, j: int, zero: V) -> V:
        """The entry p_ij at a point of the program."""
        found = zero
        for n in self.entries[i][j]:
            if v := point.get(n):
                found = found + v if found else v
        return found

    def sum(self, terms: Mapping[tuple[int, int], fmpq]) -> dict[int, fmpq]:
        """Σ a·p_ij as a sum of unknowns, but for those with the factor 0."""
        found: dict[int, fmpq] = {}
        for (i, j), a in terms.items():
            if a:
                for n in self.entries[i][j]:
                    found[n] = found[n] + a if n in found else a
        return {n: v for n, v in found.items() if v}


def maximise(asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition] = ()) -> Found | Impossible:
    """Maximise Σ W·P, or the least of several such sums: exactly, or between bounds if the ratios are irrational and many."""
    posed = Posed(asked, weights, conditions)
    best = solve(posed.program(above=True))
    if isinstance(best, Infeasible):
        shown = {name: fraction(v) for name, v in best.prices.items()}
        return Impossible(sort_prices(shown, asked.k, len(conditions)))
    if asked.is_rational:
        return found_of(posed, (best.point, best.prices), fraction, ZERO)
    if _is_sure(best):
        worse = best
    else:
        worse = _improved_below(posed, best.basis)
    if worse.basis == best.basis and (written := write_out(posed.exact(best.basis), best.basis)) is not None:
        return found_of(posed, written, lambda x: x, Fraction(0))
    if worse is best:
        worse = _improved_below(posed, best.basis)
    return found_of(posed, (worse.point, best.prices), fraction, ZERO)


def _is_sure(best: Optimum) -> bool:
    """Whether no value, price or profit of an optimal basis is so small that its sign may be another at a ratio nearby."""
    for numbers in (best.point.values(), best.profits.values()):
        sizes = [abs(float(v)) for v in numbers if v]
        if sizes and min(sizes) < SURE * max(sizes):
            return False
    return True


def _improved_below(posed: Posed, basis: Basis) -> Optimum:
    """The optimum for the ratios below, from a basis that is optimal for those above."""
    found = improve(posed.program(above=False), basis)
    if isinstance(found, Infeasible):
        raise InputError("the conditions can just be met, or just not, at this irrational budget; loosen them a little")
    return found


def found_of(
    posed: Posed, solution: tuple[Mapping[int, V], Mapping[Name, V]], number: Callable[[V], Number], zero: V
) -> Found:
    """The answer that a point and prices of the program make."""
    point, named = solution
    asked, conditions = posed.asked, posed.conditions
    entries = [[posed.at(point, i, j, zero) for j in range(asked.k)] for i in range(posed.outputs)]
    known = each_once(number, chain.from_iterable(entries))
    rows = tuple(tuple(known[id(x)] for x in row) for row in entries)
    prices = sort_prices({name: number(v) for name, v in named.items()}, asked.k, len(conditions))
    gains = posed.posed.gains
    lower = total_of([fraction(gains[n]) * number(v) for n, v in point.items() if gains[n] and v])
    witness = None
    if len(posed.weights) > 1:
        witness = {"weights": [number(named.get(("worst", a), zero)) for a in range(len(posed.weights))]}
    return Found(rows, lower, bound(asked, prices, conditions), prices, witness)
