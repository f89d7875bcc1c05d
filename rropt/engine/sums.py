"""Objectives Σ f(r) over the rows r of a mechanism, f convex and homogeneous, and the least of several such sums.

The unknowns of a linear program are weights of the generators of the cone. Their gains are rationals just above f, so that its
prices are valid as they are. Most generators are far from the optimum. So f is first taken in floats, of centred rows, where
HiGHS finds prices. The rational program has the generators that come near these. At last its prices are compared with f in
floats at all others, and those that come near are added.

In floats f is less its tangent at constant rows, tilt·s: near ratios of 1 what is left is of the size ε², and f is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from operator import mul
from typing import Any, TypeVar

import numpy as np
from flint import arb, fmpq

from rropt.engine.asks import Asked, Condition
from rropt.engine.basis import pose_rows, taken_exactly, write_out
from rropt.engine.centred import Array, Centred, centre, exact_dot
from rropt.engine.cone import Generators, Row, generators, rebuild
from rropt.engine.found import Found, Impossible, Matrix, Prices
from rropt.engine.linear import just_met, maximise
from rropt.engine.prices import bound, even_out, sort_prices
from rropt.engine.reals import ball, end, precise, shorter
from rropt.engine.rounding import each_entry, weigh_rows, with_few_bits
from rropt.engine.threads import one_thread
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import total_of
from rropt.solvers.highs import Vertex, maximise_in_floats
from rropt.solvers.program import Basis, Infeasible, Name, Optimum, Program
from rropt.solvers.rational import ONE, ZERO, fraction
from rropt.solvers.simplex import Search, solve
from rropt.solvers.system import Singular

__all__ = ["Summand", "maximise_sum"]

SCREENING_BITS, WEIGHT_BITS, LONG = 128, 100, 200
# of the largest gain: how near rows are taken into the rational program, at first and when its prices are known
NEAR, NEARER = 1e-8, 1e-10
# of the largest gain: profits that count as rounding
LITTLE = 2.0**-64
# columns that are taken into the program at once, for each input
MOST_AT_ONCE = 4
MOST_ROUNDS = 200
V = TypeVar("V", bound=Any)
# the label of a row, and the row
Labelled = tuple[int, Row]


@dataclass(frozen=True)
class Summand:
    """f of a row of rationals, of balls, or of expressions of sympy; `tilt` is its slope at constant rows.

    If `is_exact`, f is a rational function, which is also taken of exact numbers. `near` is f less its tangent, tilt·s, in floats,
    for rows s/m (a line each) and their differences (s_j − s_k)/m; without it balls are taken. It is of the size of the
    differences' squares near ratios of 1, where f and its tangent are not, so that these are not to be subtracted in floats.
    """

    of: Callable[[Sequence[Any]], Any]
    tilt: tuple[fmpq, ...]
    is_exact: bool = False
    near: Callable[[Array, Array], Array] | None = None

    def bounds(self, matrix: Iterable[Sequence[Number]]) -> tuple[Number, Number]:
        """Bounds of Σ f over the rows of a mechanism, which are equal if f is exact."""
        if self.is_exact:
            found = total_of([self.of(row) for row in matrix])
            return found, found
        with precise():
            rows: list[Row] = [tuple(ball(x) for x in row) for row in matrix]  # type: ignore[misc]
            total = sum((self.of(row) for row in rows if any(x != 0 for x in row)), arb(0))
            return max(Fraction(0), fraction(end(total, up=False))), fraction(end(total, up=True))


@dataclass(frozen=True)
class Question:
    """The demand, the functions whose sums are meant (the least of them, if they are several), and conditions on labels.

    `classes` has the class of each input; exchanging two of a class changes none of the functions.
    """

    asked: Asked
    of: Sequence[Summand]
    conditions: Sequence[Condition]
    labels: int
    classes: Sequence[int]

    def at(self, condition: Condition, label: int, s: Sequence[V], number: Callable[[fmpq], V]) -> V:
        """The amount that a row s with a label adds to the left side of a condition "at most"."""
        terms = [number(condition.sign * a) * s[j] for (i, j), a in condition.terms.items() if i == label]
        found: V = sum(terms, number(ZERO))
        return found


@dataclass(frozen=True)
class Screen:
    """All generators in floats: `gains` has a line for each function, less its tangent, in units of the largest gain."""

    question: Question
    rows: Generators

    @cached_property
    def centred(self) -> Centred:
        """The rows, centred."""
        return centre(self.question.asked, self.rows)

    @cached_property
    def gain(self) -> Callable[[int, int], fmpq]:
        """A rational just above a function, told by its place, at a row, told by its number; each is computed once."""
        return cache(lambda a, r: end(self.question.of[a].of(self.rows.row(r)), up=True))

    def labelled(self, columns: Iterable[int]) -> list[Labelled]:
        """The rows of columns, with their labels."""
        return [(column // len(self.rows.places), self.rows.row(column % len(self.rows.places))) for column in columns]

    def all_gains(self, columns: Iterable[int]) -> list[list[fmpq]]:
        """The gains of columns, a line for each function."""
        numbers = [column % len(self.rows.places) for column in columns]
        return [[self.gain(a, r) for r in numbers] for a in range(len(self.question.of))]

    @cached_property
    def gains(self) -> Array:
        """f of the rows s/m, less its tangent."""
        found = np.array([self._gains(one) for one in self.question.of])
        if not np.isfinite(found).all():
            raise InputError("a number of this question is too large for floats; give a smaller epsilon or order")
        return found

    def _gains(self, one: Summand) -> Array:
        if one.near is not None:
            return one.near(self.centred.over, np.hstack([self.centred.raw, np.zeros((len(self.centred.raw), 1))]))
        with precise(SCREENING_BITS):
            found = [float(arb(one.of(s) - exact_dot(one.tilt, s)).mid()) for s in self.rows.rows]
        return np.array(found) / self.centred.means

    @cached_property
    def conditions(self) -> Array:
        """The amounts that rows s/m add to conditions, indexed [condition][label][row]."""
        own, rows = self.question, self.centred.over
        found = np.zeros((len(own.conditions), own.labels, rows.shape[1]))
        for n, condition in enumerate(own.conditions):
            for (i, j), a in condition.terms.items():
                found[n, i, j] = float(condition.sign * a)
        return np.asarray(found @ rows.T)

    def near(self) -> tuple[list[int], Basis | None]:
        """The columns (label · rows + row) near the optimum, and its basis if all is in order; all columns if there is none."""
        own, labels, n = self.question, self.question.labels, len(self.rows.places)
        gains = np.tile(self.gains / max(1e-300, float(np.abs(self.gains).max())), labels)
        A = np.vstack([np.tile(self.centred.A, labels), *(c.reshape(1, -1) for c in self.conditions)])
        b = np.array([*self.centred.b, *(float(c.sign * c.bound) for c in own.conditions)])
        equal = 1 + self.centred.turn.shape[1]
        is_equal = np.array(
            [r < equal for r in range(len(self.centred.b))] + [c.relation == "=" for c in own.conditions]
        )
        costs = gains[0]
        if len(own.of) > 1:
            # an unknown at most each of the sums
            A = np.block([[A, np.zeros((len(A), 1))], [-gains, np.ones((len(gains), 1))]])
            b, is_equal = np.pad(b, (0, len(gains))), np.pad(is_equal, (0, len(gains)))
            costs = np.append(np.zeros(labels * n), 1.0)
        vertex = maximise_in_floats(costs, A, b, is_equal)
        if vertex is None:
            return list(range(labels * n)), None
        slack = (vertex.prices @ A - costs)[: labels * n]
        nearest = np.argsort(slack)[: MOST_AT_ONCE * own.asked.k]
        chosen = sorted({*nearest[slack[nearest] < NEAR].tolist(), *(j for j in vertex.basic if j < labels * n)})
        return chosen, self._basis(chosen, vertex, equal)

    def _basis(self, chosen: Sequence[int], vertex: Vertex, equal: int) -> Basis | None:
        """The basis among the chosen columns, where the lines of the columns of P stand for those of centred rows."""
        if equal < self.question.asked.k or any(r < equal for r in vertex.slacks):
            return None
        place = {j: n for n, j in enumerate([*chosen, self.question.labels * len(self.rows.places)])}
        return Basis(tuple(place[j] for j in vertex.basic), frozenset(vertex.slacks))

    def slack(self, prices: Mapping[Name, fmpq]) -> Array:
        """The rest that prices of the rational program leave, indexed [label][row s/m], in units of the gains."""
        own, k = self.question, self.question.asked.k
        weights = _weights(own, prices)
        columns = [
            prices.get(("column", j), ZERO)
            - sum((w * one.tilt[j] for w, one in zip(weights, own.of, strict=True)), ZERO)
            for j in range(k)
        ]
        level = sum(columns, ZERO)
        tilt = np.array([float(y - level / k) for y in columns])
        z = np.array([float(prices.get(("budget", a.name), ZERO) * a.slack) for a in own.asked.budgets])
        u = np.array([float(prices.get(("condition", c), ZERO)) for c in range(len(own.conditions))])
        # tilt sums to 0 over all k inputs, and differences are from the last
        of_rows = float(level) + self.centred.raw @ tilt[:-1] + z @ self.centred.h
        gains = np.array([float(w) for w in weights]) @ self.gains
        return np.asarray(of_rows - gains + (self.conditions.T @ u).T)


def maximise_sum(question: Question) -> Found | Impossible:
    """Find the mechanism with the largest Σ f(r), or the largest least of several such sums."""
    asked = question.asked
    with one_thread(), precise():
        above = Screen(question, generators(asked, above=True))
        if (found := _solve(above)) is not None and (below := _below(above, *found)) is not None:
            (columns, best), (made, point, basis) = found, below
            if not asked.is_rational and basis == best.basis and (exact := _exact(above, columns, basis)) is not None:
                return exact
            return _found(question, made, point, best.prices)
        zero = [[ZERO] * asked.k for _ in range(question.labels)]
        shown = maximise(asked, [zero], question.conditions)
        if isinstance(shown, Impossible):
            return shown
        raise just_met()


def _below(
    above: Screen, columns: Sequence[int], best: Optimum
) -> tuple[list[Labelled], Mapping[int, fmpq], Basis] | None:
    """The rows for the ratios below, their weights and the basis of these; None if nothing is feasible there.

    The ratios are 2^-90 apart, so that the basis is mostly the same as for those above.
    """
    question, asked, made = above.question, above.question.asked, above.labelled(columns)
    if asked.is_rational:
        return made, best.point, best.basis
    made = [(label, tuple(rebuild(asked, s, lambda ratio: ratio.low, ONE, above=True))) for label, s in made]
    used = {c.name: ([c.use(s[c.j], s[c.against]) for _, s in made], c.slack) for c in asked.budgets}
    search = Search(_pose(question, made, above.all_gains(columns), used, lambda x: x), best.basis)
    if search.reach_feasible() is None:
        return made, search.values, Basis(tuple(search.basic), frozenset(search.slacks))
    low = Screen(question, generators(asked))
    if (found := _solve(low)) is None:
        return None
    return low.labelled(found[0]), found[1].point, found[1].basis


def _solve(screen: Screen) -> tuple[list[int], Optimum] | None:
    """The optimum of the rational program, with the columns that it has; None if nothing is feasible."""
    (columns, basis), question = screen.near(), screen.question
    k, every = question.asked.k, list(range(question.labels * len(screen.rows.places)))
    scale = float(np.abs(screen.gains).max())
    for _ in range(MOST_ROUNDS):
        program = _program(screen, columns)
        try:
            best = solve(program) if basis is None else Search(program, basis).finish()
        except Singular:
            best = solve(program)
        if isinstance(best, Infeasible):
            if len(columns) == len(every):
                return None
            # the floats dropped a column of a tiny weight
            columns, basis = every, None
            continue
        slack = screen.slack(best.prices).ravel()
        near = sorted({*np.flatnonzero(slack < NEARER * scale).tolist()} - {*columns})
        profits = dict(zip(near, _profits(screen, near, best.prices), strict=True)) if near else {}
        more = sorted((c for c in near if profits[c] > 0), key=lambda c: -profits[c])[: MOST_AT_ONCE * k]
        if not more:
            return columns, best
        if float(profits[more[0]]) < LITTLE * scale and not all(one.is_exact for one in question.of):
            # such profits are the rounding of f, where many rows are equally good; dearer columns pay for it
            rows = screen.labelled(near)
            dearer = max(profits[c] / sum(s, ZERO) for c, (_, s) in zip(near, rows, strict=True))
            prices: dict[Name, fmpq] = {("column", j): best.prices.get(("column", j), ZERO) + dearer for j in range(k)}
            return columns, replace(best, prices={**best.prices, **prices})
        # the basis stays, as new columns come behind those that are there
        moved = {len(columns): len(columns) + len(more)} if len(question.of) > 1 else {}
        basis = Basis(tuple(moved.get(j, j) for j in best.basis.columns), best.basis.slacks)
        columns = columns + sorted(more)
    raise InputError(
        "the optimum was not found in time, as too many answers are nearly equally good; give fewer inputs"
    )


def _program(screen: Screen, columns: Sequence[int]) -> Program[fmpq]:
    """The program of some columns."""
    n, budgets = len(screen.rows.places), screen.question.asked.budgets
    used = {
        ask.name: ([own[column % n] for column in columns], ask.slack)
        for ask, own in zip(budgets, screen.rows.used, strict=True)
    }
    return _pose(screen.question, screen.labelled(columns), screen.all_gains(columns), used, lambda x: x)


def _pose(
    question: Question,
    made: Sequence[tuple[int, Sequence[V]]],
    gains: Sequence[Sequence[V]],
    budgets: Mapping[str, tuple[Sequence[V], V]],
    number: Callable[[fmpq], V],
) -> Program[V]:
    """The program of labelled rows, with the gains of each function, in numbers that `number` makes of rationals."""
    zero, one = number(ZERO), number(ONE)
    rows = [row for _, row in made]
    program = pose_rows(rows, gains[0] if len(gains) == 1 else [zero] * len(made), [one] * question.asked.k, budgets)
    for n, condition in enumerate(question.conditions):
        line = {c: question.at(condition, label, row, number) for c, (label, row) in enumerate(made)}
        right = number(condition.sign * condition.bound)
        program.add(("condition", n), line, right, equal=condition.relation == "=")
    if len(gains) > 1:
        (value,) = program.variables([one])
        for a, own in enumerate(gains):
            program.add(("least", a), {c: -gain for c, gain in enumerate(own)} | {value: one}, zero)
    return program


def _profits(screen: Screen, columns: Sequence[int], prices: Mapping[Name, fmpq]) -> list[fmpq]:
    """The gains of columns beyond their costs at these prices."""
    program = _program(screen, columns)
    weights = _weights(screen.question, prices)
    found = [sum(map(mul, weights, own), ZERO) for own in zip(*screen.all_gains(columns), strict=True)]
    for name, row in zip(program.names, program.rows, strict=True):
        if name[0] != "least" and (price := prices.get(name)):  # type: ignore[index]
            for n, v in row.items():
                found[n] -= price * v
    return found


def _weights(question: Question, prices: Mapping[Name, fmpq]) -> list[fmpq]:
    """The weight of each function in the sum that the prices bound."""
    if len(question.of) == 1:
        return [ONE]
    return [prices.get(("least", a), ZERO) for a in range(len(question.of))]


def _found(
    question: Question, made: Sequence[Labelled], point: Mapping[int, fmpq], prices: Mapping[Name, fmpq]
) -> Found:
    """The mechanism of a point, with bounds; numbers are shortened where the value is no rational number."""
    is_exact = question.asked.is_rational and all(one.is_exact for one in question.of)
    own = [(w, *made[c]) for c, w in sorted(point.items()) if 0 <= c < len(made) and w]
    weighted, are_long = [(w, s) for w, _, s in own], any(int(w.q).bit_length() > LONG for w, *_ in own)
    are_cut = are_long and not is_exact and not question.conditions
    rows = with_few_bits(question.asked, weighted, bits=WEIGHT_BITS) if are_cut else weigh_rows(weighted)
    lower = min(sum((end(one.of(row), up=False) for row in rows), ZERO) for one in question.of)
    named = dict(prices)
    if not is_exact:
        lower = shorter(max(lower, ZERO), up=False)
        # rows have no negative entries, so that columns may cost more
        named |= {name: shorter(v, up=True) for name, v in prices.items() if name[0] == "column"}  # type: ignore[index]
    evidence = sort_prices({name: fraction(v) for name, v in named.items()}, question.asked.k, len(question.conditions))
    upper = bound(question.asked, evidence, question.conditions)
    matrix = tuple(each_entry(row, fraction) for row in rows)
    weights = list(map(fraction, _weights(question, prices)))
    labels = [label for _, label, _ in own]
    return _answer(question, (matrix, labels), (fraction(lower), upper), evidence, weights)


def _exact(screen: Screen, columns: Sequence[int], basis: Basis) -> Found | None:
    """The answer of a basis in exact numbers of Q(t); None if f has no such values, or the numbers are too long."""
    question = screen.question
    if not all(one.is_exact for one in question.of):
        return None
    unit: Number = Fraction(1)
    own = screen.labelled(columns[c] for c in basis.columns if c < len(columns))
    made = [(label, rebuild(question.asked, s, lambda ratio: ratio.exact, unit, above=True)) for label, s in own]
    exact = [row for _, row in made]
    gains = [[one.of(row) for row in exact] for one in question.of]
    program = _pose(question, made, gains, taken_exactly(question.asked.budgets, exact), fraction)
    written = write_out(program.of(Basis(tuple(range(len(program.gains))), basis.slacks)))
    if written is None:
        return None
    point, prices = written
    kept = [(label, tuple(point[c] * v for v in row)) for c, (label, row) in enumerate(made) if point[c]]
    evidence = sort_prices(prices, question.asked.k, len(question.conditions))
    value = bound(question.asked, evidence, question.conditions)
    weights = [prices.get(("least", a), Fraction(0)) for a in range(len(question.of))]
    return _answer(
        question, (tuple(row for _, row in kept), [label for label, _ in kept]), (value, value), evidence, weights
    )


def _answer(
    question: Question,
    made: tuple[Matrix, Sequence[int]],
    ends: tuple[Number, Number],
    prices: Prices,
    weights: Sequence[Number],
) -> Found:
    """The answer. Under conditions, labels without a row have one of zeros."""
    (matrix, labels), labelled, classes = made, None, tuple[int, ...]()
    if question.conditions:
        missing = [i for i in range(question.labels) if i not in labels]
        order = sorted(
            [*zip(labels, matrix, strict=True), *((i, (Fraction(0),) * question.asked.k) for i in missing)],
            key=lambda x: x[0],
        )
        matrix, labelled = tuple(row for _, row in order), tuple(i for i, _ in order)
    elif question.asked.only_pure is not None and max(question.classes) + 1 < question.asked.k:
        # the checker then tries one pattern of each orbit
        classes = tuple(question.classes)
        prices = even_out(prices, classes)
    witness = {"weights": weights} if len(question.of) > 1 else None
    return Found(matrix, *ends, prices, witness, counts_as=labelled, classes=classes)
