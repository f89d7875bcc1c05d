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

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import chain, compress
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpq_mat, fmpq_poly

from rropt.engine.asks import Ask, Asked, Condition, Guess, Ratio
from rropt.engine.basis import MOST_POWERS, write_out
from rropt.engine.found import Found, Impossible, Matrix, Prices
from rropt.engine.prices import bound, sort_prices
from rropt.exact.element import Element, Number, element
from rropt.exact.errors import InputError
from rropt.exact.fields import Exponential
from rropt.exact.matrix import total_of
from rropt.exact.patience import require_time
from rropt.solvers.highs import NONNEGATIVE, basis_of, floats, run
from rropt.solvers.program import Infeasible, Name, Program
from rropt.solvers.rational import ONE, ZERO, fraction, rational
from rropt.solvers.simplex import Search, solve
from rropt.solvers.system import Singular

__all__ = ["Posed", "Weights", "found_of", "is_only_optimum", "just_met", "maximise"]

Weights = Sequence[Sequence[fmpq]]
V = TypeVar("V", bound=Any)
Array = npt.NDArray[np.float64]
Marks = npt.NDArray[np.bool_]
# a basis: the rows whose u_i may be above 0, and marks of the entries between, and of the high ones
Proposed = tuple[list[int], Marks, Marks]
LARGEST = 10**6
# a sum of floats that is smaller in proportion to its terms may have another sign; floats beyond 2^300 may be others
SURE, TOO_LARGE = 1e-9, 1e80
ANY = Exponential(Fraction(1))


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
        require_time()  # of many inputs there are thousands of pairs
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
        """The mechanism at a point of the program."""
        known = {n: number(v) for n, v in point.items()}
        return tuple(tuple(total_of([known[n] for n in own if n in known]) for own in row) for row in self.entries)

    def value(self, point: Mapping[int, V], number: Callable[[V], Number]) -> Number:
        """The gain of a point of the program."""
        return total_of([fraction(self.program.gains[n]) * number(v) for n, v in point.items() if v])

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
    if asked.only_pure is not None and len(weights) == 1 and not conditions:
        with suppress(Singular, ZeroDivisionError):
            return _solved_once(asked, asked.only_pure, weights[0])
    posed = Posed(asked, weights, conditions, above=True)
    best = solve(posed.program)
    if isinstance(best, Infeasible):
        shown = {name: fraction(v) for name, v in best.prices.items()}
        return Impossible(sort_prices(shown, asked.k, len(conditions)))
    if asked.is_rational:
        return found_of(posed, (best.point, best.prices), fraction)
    worse = Search(Posed(asked, weights, conditions, above=False).program, best.basis).finish()
    if isinstance(worse, Infeasible):
        raise just_met()
    if worse.basis == best.basis and (written := write_out(posed.exact(posed.program.of(best.basis)))) is not None:
        point, prices = written
        return found_of(posed, (dict(zip(best.basis.columns, point, strict=True)), prices), lambda x: x)
    return found_of(posed, (worse.point, best.prices), fraction)


def _solved_once(asked: Asked, ratio: Ratio, weights: Weights) -> Found:
    """The largest Σ W·P under one pure demand and nothing else: a basis is solved once for every ratio T.

    Let V = T − 1. Floats solve the program

        p_ij = u_i + V·q_ij,  0 ≤ q_ij ≤ u_i,  Σ_i q_ij = w for each input j,  Σ_i u_i + V·w = 1.

    A basis says which u_i may be above 0, and which q_ij are "high", u_i, or lie between 0 and u_i, at most one in a column; all
    others are 0. But for one factor the u, the q and w follow from the rows of the columns, which are without T. So they are found
    for T = 2, where Σ u + w = 1, and at any T they are u, q and w over Σ u + V·w.

    The prices y of columns have W_ij = y_j where an entry lies between, and for the value Y = Σ y_j

        Y + V·Σ_high y_j = Σ_j W_ij + V·Σ_high W_ij  where u_i may be above 0.

    Divide by V and write Y/V as Y − Y·(V − 1)/V: then the left side is that of T = 2, and y = a + b/V + c·Y·(V − 1)/V, where a, b
    and c are solutions for T = 2. The last component says of Y itself that it is (V·a + b)/(Σ u + V·w), with its own a and b.

    No mechanism has more than Y if T·Σ_j max(W_ij − y_j, 0) + Σ_j min(W_ij − y_j, 0) ≤ 0 for each answer i (SPEC.md, 4.1). This is
    decided at the rationals beside T. `Singular` or ZeroDivisionError is raised if the basis of the floats is not optimal, or if
    the numbers are too long.
    """
    W = floats(chain.from_iterable(weights)).reshape(len(weights), asked.k)
    used, between, high = basis = _propose(W, floats([ratio.low - 1])[0])
    (*found, w), (*columns, (A, B, _)) = _solve_basis(basis, weights)
    u, q = (
        dict(zip(used, found, strict=False)),
        dict(zip(map(tuple, np.argwhere(between).tolist()), found[len(used) :], strict=True)),
    )
    s = sum(u.values(), ZERO)
    tops = [(b * s - B * c, a * s + b * w + (B - A) * c, a * w + A * c) for a, b, c in columns]
    exact = ratio.exact - 1
    more = fmpq_poly(exact.num) / exact.den[0] if isinstance(exact, Element) else fmpq_poly([rational(exact)])
    if (
        min(w, *found) < 0
        or any(v > u.get(i, ZERO) for (i, _), v in q.items())
        or _has_gain(weights, W, basis, (*tops, (ZERO, s, w)), [side - 1 for side in {ratio.low, ratio.high}])
        or (7 * len(used) + 2 * len(q)) * more.degree() > MOST_POWERS
        or (isinstance(exact, Element) and exact.den.degree() > 0)
    ):
        raise Singular
    # a number without t is rational, whatever t is
    field, over = asked.field or ANY, s + more * w
    of_rows, of_prices = ((below.numer(), below.denom()) for below in (over, more * over))

    def number(top: Any, below: tuple[Any, Any] = of_rows) -> Number:
        return element(field, top.numer() * below[1], below[0] * top.denom())

    @cache  # many entries are equal, and so one object
    def entry(low: fmpq, part: fmpq) -> Number:
        return number(low + part * more)

    rows: list[list[Number]] = [[Fraction(0)] * asked.k for _ in weights]
    for i, v in u.items():
        low, top = entry(v, ZERO), entry(v, v)
        rows[i] = [top if is_high else low for is_high in high[i].tolist()]
    for (i, j), v in q.items():
        rows[i][j] = entry(u.get(i, ZERO), v)
    met = {j: weights[i][j] for i, j in q}
    prices = [fraction(met[j]) if j in met else number(_at(more, top), of_prices) for j, top in enumerate(tops)]
    value = number(B + A * more)
    return Found(tuple(map(tuple, rows)), value, value, Prices(tuple(prices)))


def _solve_basis(basis: Proposed, weights: Weights) -> tuple[list[fmpq], list[list[fmpq]]]:
    """The u of the rows, the q between and w, but for one factor; and a, b and c of each column, then of Y.

    `Singular` or ZeroDivisionError if this is no basis.
    """
    (used, between, high), columns = basis, range(basis[2].shape[1])
    places = np.argwhere(between).tolist()
    met = {j: weights[i][j] for i, j in places}
    rest = [j for j in columns if j not in met]
    if len(rest) != len(used) or len(met) != len(places):
        raise Singular
    # the columns without an entry between, and Y
    matrix = fmpq_mat([*([*own, 1] for own in high[np.ix_(used, rest)].astype(int).tolist()), [*(1 for _ in rest), -1]])
    *u, minus_w = matrix.transpose().solve(fmpq_mat([*([ZERO] for _ in rest), [ONE]])).entries()
    q = [-minus_w - sum(compress(u, high[used, j].tolist()), ZERO) for _, j in places]
    right = [
        [
            sum((weights[i][j] - met.get(j, ZERO) for j in compress(columns, high[i].tolist())), ZERO),
            sum(weights[i], ZERO),
            ONE,
        ]
        for i in used
    ]
    *found, of_value = matrix.solve(fmpq_mat([*right, [-sum(met.values(), ZERO), ZERO, ZERO]])).tolist()
    prices = dict(zip(rest, found, strict=True))
    return [*u, *q, -minus_w], [*(prices.get(j) or [met[j], ZERO, ZERO] for j in columns), of_value]


def _has_gain(
    weights: Weights, W: Array, basis: Proposed, tops: Sequence[Sequence[fmpq]], sides: Sequence[fmpq]
) -> bool:
    """Whether T·Σ_j max(W_ij − y_j, 0) + Σ_j min(W_ij − y_j, 0) > 0 for some i, at one of the V in `sides`.

    The last of `tops` is the polynomial of V by which the others are divided, and above 0.

    Of most answers floats tell that it is less, at all V so near to each other. Where u_i may be above 0, Σ_j (W_ij − y_j) +
    V·Σ_high (W_ij − y_j) = 0. There it is 0 if W_ij ≥ y_j for the high entries and W_ij ≤ y_j for all others, which floats tell as
    well. What is left is looked at exactly.
    """
    (used, between, high), V = basis, floats(sides)[0]
    *columns, over = floats(_at(sides[0], top) for top in tops)
    prices = np.array(columns) / over
    gaps, sizes = W - prices, np.abs(W) + np.abs(prices)
    most = (1 + V) * sizes.sum(axis=1)
    is_less = V * np.maximum(gaps, 0).sum(axis=1) + gaps.sum(axis=1) <= -SURE * most
    is_less[used] = (between | (np.where(high, gaps, -gaps) > SURE * sizes))[used].all(axis=1)
    left = np.flatnonzero(~(is_less & (most < TOO_LARGE) & (V > SURE))).tolist()
    for more in sides if left else ():
        *tops_here, below = (_at(more, top) for top in tops)
        for i in left:
            exact = [v * below - top for v, top in zip(weights[i], tops_here, strict=True)]
            if more * sum([gap for gap in exact if gap.p > 0], ZERO) + sum(exact, ZERO) > 0:
                return True
    return False


def _at(x: Any, coefficients: Sequence[fmpq]) -> Any:
    """The value of a polynomial of degree 2."""
    return coefficients[0] + x * (coefficients[1] + x * coefficients[2])


def _propose(W: Array, more: float) -> Proposed:
    """The basis with which HiGHS ends.

    `more` is V.
    """
    (m, k), n, size = W.shape, W.size, max(1.0, more)
    q, u, w = np.arange(n), n + np.arange(m), n + m
    # rows of the entries, rows of the columns, and the last one
    of_columns = np.column_stack([q.reshape(m, k).T, np.full(k, w)])
    lines = [np.repeat(q, 2), np.repeat(n + np.arange(k), m + 1), np.full(m + 1, n + k)]
    places = [np.column_stack([q, np.repeat(u, k)]).ravel(), of_columns.ravel(), np.append(u, w)]
    values = [np.tile([1.0, -1.0], n), np.where(of_columns == w, -1.0, 1.0).ravel(), np.full(m + 1, 1 / size)]
    values[-1][-1] *= more
    costs = -np.concatenate([more * W.ravel(), W.sum(axis=1), [0]])
    right = np.append(np.zeros(n + k), 1)
    found = run(
        costs / (np.abs(costs).max() or 1),
        NONNEGATIVE,
        (np.append(np.full(n, -np.inf), right[n:]), right),
        (np.concatenate(lines), np.concatenate(places), np.concatenate(values)),
        simplex_dual_edge_weight_strategy=1,  # Devex, which takes the least time here
    )
    basic, loose = np.zeros(w + 1, bool), np.zeros(n + k + 1, bool)
    columns, slacks = basis_of(found) or ([], [])
    basic[columns], loose[slacks] = True, True
    held, below = basic[:n].reshape(m, k), loose[:n].reshape(m, k)
    # where neither is basic, both are 0, and so is u_i
    used = np.flatnonzero(basic[n:w] & (held | below).all(axis=1)).tolist()
    return used, held & below, held & ~below


def just_met() -> InputError:
    """An answer for conditions that mechanisms can meet for the ratios on one side of irrational ones only."""
    return InputError("the conditions can just be met, or just not, at this budget; loosen them a little")


def found_of(posed: Posed, solution: tuple[Mapping[int, V], Mapping[Name, V]], number: Callable[[V], Number]) -> Found:
    """The answer that a point and prices of the program make."""
    point, named = solution
    asked, conditions = posed.asked, posed.conditions
    rows, lower = posed.rows(point, number), posed.value(point, number)
    found = {name: number(v) for name, v in named.items() if name[0] != "within"}  # type: ignore[index]
    prices = sort_prices(found, asked.k, len(conditions))
    weights = [found.get(("worst", a), Fraction(0)) for a in range(len(posed.weights))]
    witness = {"weights": weights} if len(weights) > 1 else None
    return Found(rows, lower, bound(asked, prices, conditions), prices, witness)


def is_only_optimum(asked: Asked, weights: Sequence[Weights], conditions: Sequence[Condition] = ()) -> bool:
    """Tell whether one mechanism alone maximises Σ W·P, or the least of several, for the ratios below.

    Among all optimal mechanisms a sum Σ D·P with whole random D is made largest, and least. If both are equal, all optima lie in a
    hyperplane across a random direction, which holds only if there is one optimum, but for a chance of some 10^−6.
    """
    posed = Posed(asked, weights, conditions, above=False)
    program = posed.program
    best = solve(program)
    if isinstance(best, Infeasible):
        return False
    if all(best.profits.values()):
        return True  # every other unknown would lose
    gains = list(program.gains)
    value = sum((gains[n] * v for n, v in best.point.items()), ZERO)
    program.add("optimal", dict(enumerate(gains)), value, equal=True)
    draw = random.Random(0)
    entries = [(i, j) for i in range(posed.outputs) for j in range(asked.k)]
    direction = posed.sum((entry, fmpq(draw.randint(1, LARGEST))) for entry in entries)
    ends = []
    for sign in (1, -1):
        program.gains = [sign * direction.get(n, ZERO) for n in range(len(gains))]
        far = solve(program)
        if isinstance(far, Infeasible):
            return False
        ends.append(sign * sum((program.gains[n] * v for n, v in far.point.items()), ZERO))
    return bool(ends[0] == ends[1])
