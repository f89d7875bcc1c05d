"""Linear objectives Σ W·P, and the least of several, under every demand and conditions. The unknowns are the entries of P.

A pure demand with the ratio T says of row i that its entries lie between u_i and T·u_i, which takes an unknown u_i ≥ 0 and

    p_ij = u_i + q_ij,  0 ≤ q_ij ≤ (T − 1)·u_i.

Every other ask c = (j, l) is p_ij − T_c·p_il ≤ 0 at each answer i, or at most an unknown h_ic ≥ 0 with Σ_i h_ic ≤ δ_c if it has
slack. A guess takes an unknown h_i without a sign at each answer, at least what each action gains, with Σ_i h_i ≤ its bound.
The prices of these rows are the prices and multipliers of SPEC.md, 4.1, where no multipliers of the pure demand are needed.

Every coefficient is a − T·b with rationals a and b, and mostly b = 0. So the program is written once, and its numbers are taken for
the ratios below, for those above, or, of an optimal basis, exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from flint import fmpq

from rropt.engine.asks import Ask, Asked, Condition, Guess, Ratio
from rropt.engine.basis import write_out
from rropt.engine.found import Found, Impossible, Matrix
from rropt.engine.prices import bound, sort_prices
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.solvers.lp import solve
from rropt.solvers.program import Basis, Infeasible, Name, Optimum, Program
from rropt.solvers.rational import ONE, ZERO, fraction
from rropt.solvers.simplex import improve

__all__ = ["Posed", "Weights", "found_of", "maximise"]

Weights = Sequence[Sequence[fmpq]]
V = TypeVar("V", bound=Any)
# parts of the largest value or profit: what is smaller may have another sign at a ratio that is 2^-90 away
SURE = 1e-9


@dataclass(frozen=True, slots=True)
class Line:
    """The row Σ own·x − T·Σ times·x ≤ right, or = right; T is the ratio."""

    name: Name
    own: Mapping[int, fmpq]
    right: fmpq = ZERO
    is_equal: bool = False
    times: Mapping[int, fmpq] = field(default_factory=dict)
    ratio: Ratio | None = None

    def at(self, t: fmpq) -> dict[int, fmpq]:
        """The coefficients at a rational T."""
        found = dict(self.own)
        for n, v in self.times.items():
            found[n] = found.get(n, ZERO) - t * v
        return {n: v for n, v in found.items() if v}

    def exact(self, numbers: _Exact) -> dict[int, Number]:
        """The coefficients at the exact T."""
        found: dict[int, Number] = {n: numbers.of(v) for n, v in self.own.items() if n not in self.times}
        if self.ratio is not None:
            for n, v in self.times.items():
                if x := numbers.less(self.own.get(n, ZERO), self.ratio.exact, v):
                    found[n] = x
        return found


class _Exact:
    """Coefficients as exact numbers; most are the same few objects."""

    def __init__(self) -> None:
        self.known: dict[object, Number] = {}

    def of(self, v: fmpq) -> Number:
        """A rational."""
        if id(v) not in self.known:
            self.known[id(v)] = fraction(v)
        return self.known[id(v)]

    def less(self, own: fmpq, t: Number, times: fmpq) -> Number:
        """The number own − t·times."""
        key = id(own), id(t), id(times)
        if key not in self.known:
            self.known[key] = self.of(own) - t * self.of(times)
        return self.known[key]


class Posed:
    """The linear program of a question. An entry p_ij is the sum of the unknowns `entries[i][j]`."""

    def __init__(self, asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition]) -> None:
        self.asked, self.weights, self.conditions = asked, weights, conditions
        self.outputs = len(weights[0])
        self.gains: list[fmpq] = []
        self.lines: list[Line] = []
        self.entries = self._entries()
        self._add_columns()
        for ask in asked.asks:
            if asked.pure is None or ask.slack or ask.ratio != asked.pure:
                self._add_ask(ask)
        for guess in asked.guesses:
            self._add_guess(guess)
        for n, condition in enumerate(conditions):
            self._add_condition(n, condition)
        self._add_gains()

    def program(self, *, above: bool) -> Program[fmpq]:
        """The program for the ratios above, or for those below."""
        rows = [line.own if line.ratio is None else line.at(line.ratio.side(above=above)) for line in self.lines]
        return self._program(list(self.gains), rows, [line.right for line in self.lines])

    def exact(self, basis: Basis | None = None) -> Program[Number]:
        """The program in exact numbers; of a basis, only the rows whose slack is not basic and gains of basic unknowns."""
        numbers = _Exact()
        slacks = frozenset() if basis is None else basis.slacks
        basic = range(len(self.gains)) if basis is None else frozenset(basis.columns)
        rows: list[Mapping[int, Number]] = [
            {} if r in slacks else line.exact(numbers) for r, line in enumerate(self.lines)
        ]
        gains = [numbers.of(v if n in basic else ZERO) for n, v in enumerate(self.gains)]
        return self._program(gains, rows, [numbers.of(line.right) for line in self.lines])

    def _program(self, gains: list[V], rows: list[Mapping[int, V]], right: list[V]) -> Program[V]:
        lines = self.lines
        return Program(gains, rows, right, [line.is_equal for line in lines], [line.name for line in lines])

    def _unknowns(self, many: int) -> range:
        first = len(self.gains)
        self.gains += [ZERO] * many
        return range(first, first + many)

    def _entries(self) -> list[list[tuple[int, ...]]]:
        m, k, pure = self.outputs, self.asked.k, self.asked.pure
        if pure is None:
            return [[(n,) for n in self._unknowns(k)] for _ in range(m)]
        entries: list[list[tuple[int, ...]]] = []
        for i in range(m):
            (least,) = self._unknowns(1)
            if pure.exact == 1:
                entries.append([(least,)] * k)
                continue
            parts = self._unknowns(k)
            entries.append([(least, n) for n in parts])
            times = {least: ONE}
            for j, n in enumerate(parts):
                self.lines.append(Line(("within", i, j), {n: ONE, least: ONE}, times=times, ratio=pure))
        return entries

    def _add_columns(self) -> None:
        for j in range(self.asked.k):
            column = {n: ONE for row in self.entries for n in row[j]}
            self.lines.append(Line(("column", j), column, ONE, True))

    def _add_ask(self, ask: Ask) -> None:
        used = self._unknowns(self.outputs) if ask.slack else None
        for i, row in enumerate(self.entries):
            own = dict.fromkeys(row[ask.j], ONE)
            if used is not None:
                own[used[i]] = -ONE
            times = dict.fromkeys(row[ask.against], ONE)
            self.lines.append(Line(("excess", i, ask.name), own, times=times, ratio=ask.ratio))
        if used is not None:
            self.lines.append(Line(("budget", ask.name), dict.fromkeys(used, ONE), ask.slack))

    def _add_guess(self, guess: Guess) -> None:
        """An unknown without a sign is the difference of two."""
        more, less = self._unknowns(self.outputs), self._unknowns(self.outputs)
        for i in range(self.outputs):
            for a, plane in enumerate(guess.planes):
                gain = self.sum({(i, j): g for j, g in enumerate(plane)})
                self.lines.append(Line(("excess", i, f"{a},{guess.name}"), gain | {more[i]: -ONE, less[i]: ONE}))
        total = dict.fromkeys(more, ONE) | dict.fromkeys(less, -ONE)
        self.lines.append(Line(("budget", guess.name), total, guess.bound))

    def _add_condition(self, n: int, condition: Condition) -> None:
        row = self.sum({entry: condition.sign * a for entry, a in condition.terms.items()})
        bound = condition.sign * condition.bound
        self.lines.append(Line(("condition", n), row, bound, condition.relation == "="))

    def _add_gains(self) -> None:
        """The gains of one objective, or an unknown that is at most each of several."""
        sums = [self.sum({(i, j): w for i, row in enumerate(W) for j, w in enumerate(row)}) for W in self.weights]
        if len(sums) == 1:
            for n, v in sums[0].items():
                self.gains[n] = v
            return
        up, down = self._unknowns(2)
        self.gains[up], self.gains[down] = ONE, -ONE
        for a, own in enumerate(sums):
            row = {n: -v for n, v in own.items()} | {up: ONE, down: -ONE}
            self.lines.append(Line(("worst", a), row))

    def at(self, point: Mapping[int, V], i: int, j: int, zero: V) -> V:
        """The entry p_ij at a point of the program."""
        found = zero
        for n in self.entries[i][j]:
            if n in point:
                found += point[n]
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
    asked, conditions, weights = posed.asked, posed.conditions, posed.weights
    rows = tuple(tuple(number(posed.at(point, i, j, zero)) for j in range(asked.k)) for i in range(posed.outputs))
    prices = sort_prices({name: number(v) for name, v in named.items()}, asked.k, len(conditions))
    lower = min(_value([[fraction(w) for w in row] for row in W], rows) for W in weights)
    witness = None
    if len(weights) > 1:
        witness = {"weights": [number(named.get(("worst", a), zero)) for a in range(len(weights))]}
    return Found(
        rows, lower, bound(asked, prices, conditions), prices, witness, "an optimal basis of the linear program"
    )


def _value(weights: Sequence[Sequence[Number]], rows: Matrix) -> Number:
    return total_of([w * p for a, b in zip(weights, rows, strict=True) for w, p in zip(a, b, strict=True) if w and p])
