"""Neighbouring values of T that share the patterns of an optimal design with δ = 0, and the multipliers over all of them.

Patterns c = (output i, high inputs S), with s_c = T on S and 1 elsewhere, have weights θ ≥ 0 with Σ θ_c s_c = 1, and multipliers y
prove them optimal if, for every output i,

    Σ_j φ(W_ij − y_j) ≤ 0,     φ(c) = T·max(c, 0) − max(−c, 0),

with equality for the patterns in use and W_ij ≥ y_j just on S. With τ = T − 1 and shares h ≥ 0 of the patterns of which Σ h_c = 1
over those that are high at an input, whichever it is, θ_c = h_c/(τ + Σ h): the same shares serve at every T. So the value is a
line in u = 1/(τ + Σ h), and as Σ y is the value, what is asked of y is, for the S where W_ij > y_j,

    Σ_{j in S} (W_ij − y_j) ≤ r_i,     r_i = (value − Σ_j W_ij)/τ.

T stands on the right side alone: one linear program serves for all T of a run, with other bounds of its rows at each.

Few patterns leave y much room, so it is put in the middle: as far from equality as it gets, each y_j between two neighbouring
weights of its input, so that no sign of W_ij − y_j changes along the run. Most y_j are then rational, or rational lines in u:
doubles propose those that keep half the room at some T of the run, and change least in sum, so that many do not change at all,
which the checker reads and compares soonest. The equations Σ_{j in S} (W_ij − y_j) = r_i give the others over Q(t).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.matrix import Matrix, inverse, solve, total_of
from rropt.linear.numeric import DIRECT, RowWiseModel
from rropt.linear.program import LinearProgram
from rropt.linear.pure.basis import Basis, Column, SolvedBasis
from rropt.solvers.highs import Floats, bound_rows, hot_model, minimise, run, sparse_rows

__all__ = ["Line", "Proposal"]

NEAR, LEAST = 1e-7, 1e-9  # of entries that are equal, and of those that are not 0
STEPS = 40  # of cuts
PARTS = 4  # of a run, at whose ends the multipliers are looked at in doubles
BOX = 0.05  # how far y stays from its neighbouring weights, in margins of the balances
Proposal = tuple[Matrix, tuple[Number, ...]]  # rows, and multipliers of the inputs
Signs = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Support:
    """The patterns in use with their shares; the inputs whose multiplier is a weight, with its output; the patterns that are
    equations for y."""

    columns: Basis
    shares: tuple[Fraction, ...]
    tied: dict[int, int]
    tight: Basis


@dataclass(frozen=True, slots=True)
class _Centre:
    """Multipliers in doubles, and their margin."""

    y: Floats
    margin: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """Rows of coefficients of y and the margin, and between what they lie, which for the first rows is r of an output less."""

    rows: Floats
    least: Floats
    most: Floats
    outputs: Sequence[int]

    def bounds(self, rates: Floats) -> tuple[Floats, Floats]:
        """The bounds where the outputs have these r."""
        less = np.zeros(len(self.rows))
        less[: len(self.outputs)] = rates[list(self.outputs)]
        return self.least - less, self.most - less


class Line:
    """What holds along a run, in doubles, as it is found at one of its T, of gains that were divided by `scale`."""

    def __init__(self, solver: RowWiseModel, scale: float, ts: Floats, place: int) -> None:
        self.scale, self.ts, self.gains, self.t = scale, ts, solver.gains, ts[place]
        rows = solver.solve(self.t)
        self.support = None if rows is None else _support(rows, self.t)
        self.known: dict[int, _Centre | None] = {}
        self.box: tuple[Floats, Floats] | None = None
        if self.support is None:
            return
        used = {c.output for c in self.support.columns}
        self.unused = [i for i in range(len(self.gains)) if i not in used]
        centre = self._centre(*self._sides())
        if centre is not None:
            self.box = self._box(centre.y)
            self.asked = self._boxed(*self.box)
            self.model = _model(self.asked, self._rates(self.t))

    def holds(self, n: int) -> bool:
        """Whether the patterns are optimal at the n-th T with multipliers in the box."""
        if self.box is None:
            return False
        if n not in self.known:
            bound_rows(self.model, range(len(self.asked.rows)), *self.asked.bounds(self._rates(self.ts[n])))
            answer = run(self.model)
            found = answer.is_solved and answer.point[-1] >= LEAST
            self.known[n] = _Centre(answer.point[:-1], float(answer.point[-1])) if found else None
        return self.known[n] is not None

    def _rates(self, t: float) -> Floats:
        """r of every output."""
        support, totals = self._found, self.gains.sum(axis=1)
        low = high = whole = 0.0
        for c, share in zip(support.columns, map(float, support.shares), strict=True):
            low, high = low + share * totals[c.output], high + share * self.gains[c.output, list(c.high)].sum()
            whole += share
        value = (low + (t - 1) * high) / (t - 1 + whole)
        rates: Floats = (value - totals) / (t - 1)
        return rates

    @property
    def _found(self) -> _Support:
        """The support, where there is one."""
        assert self.support is not None
        return self.support

    def _sides(self) -> tuple[Floats, Floats]:
        """What the patterns in use say of y: below the weights of high inputs, above those of low ones."""
        k = self.gains.shape[1]
        lower, upper = np.full(k, -np.inf), np.full(k, np.inf)
        for c in self._found.columns:
            high = np.isin(np.arange(k), list(c.high))
            upper = np.where(high, np.minimum(upper, self.gains[c.output]), upper)
            lower = np.where(high, lower, np.maximum(lower, self.gains[c.output]))
        for j in np.flatnonzero(
            upper - lower < LEAST
        ).tolist():  # one of the weights is that of a high input, one of a low
            self._found.tied.setdefault(j, next(c.output for c in self._found.columns if j in c.high))
        for j, i in self._found.tied.items():
            lower[j] = upper[j] = self.gains[i, j]
        return lower, upper

    def _box(self, y: Floats) -> tuple[Floats, Floats]:
        """The neighbouring weights of each input around its multiplier; where it is a weight, on the wider side of it."""
        lower, upper = self._sides()
        for j in set(range(len(y))) - self._found.tied.keys():
            ends = [-np.inf, *np.unique(self.gains[:, j]), np.inf]
            gaps = [(a, b) for a, b in pairwise(ends) if a - LEAST <= y[j] <= b + LEAST]
            gaps = [(a, b) for a, b in gaps if a >= lower[j] and b <= upper[j]]
            lower[j], upper[j] = max(gaps, key=lambda gap: gap[1] - gap[0])
        return lower, upper

    def _centre(self, lower: Floats, upper: Floats) -> _Centre | None:
        """Multipliers between the bounds that are as far from equality as they get, by cuts: the pattern of each output that is
        worst for the last ones."""
        rates = self._rates(self.t)
        model = _model(self._ask(lower, upper, share=1.0), rates)
        for _ in range(STEPS):
            answer = run(model)
            if not answer.is_solved or answer.point[-1] < LEAST:
                return None
            y, margin = answer.point[:-1], float(answer.point[-1])
            signs = self.gains > y
            over = np.where(signs, self.gains - y, 0.0).sum(axis=1) + margin * self._sizes(signs) - rates
            rest = [i for i in self.unused if over[i] > LEAST]
            if not rest:
                return _Centre(y, margin)
            cuts = self._patterns(signs, rest)
            for a, low, high in zip(cuts.rows, *cuts.bounds(rates), strict=True):
                model.addRow(low, high, len(a), np.arange(len(a), dtype=np.int32), a)
        return None

    def _sizes(self, signs: Signs) -> Floats:
        """How fast the balances of patterns change with y, where the line was found."""
        sizes: Floats = signs.sum(axis=1) + signs.shape[1] / (self.t - 1)
        return sizes

    def _patterns(self, signs: Signs, outputs: Sequence[int]) -> _Asked:
        """That the patterns with T at some signs are the margin away from being used, for some outputs."""
        signs, gains = signs[list(outputs)], self.gains[list(outputs)]
        least = np.where(signs, gains, 0.0).sum(axis=1)
        return _Asked(np.column_stack([signs, -self._sizes(signs)]), least, np.full(len(least), np.inf), outputs)

    def _boxed(self, lower: Floats, upper: Floats) -> _Asked:
        """All that is asked of y and the margin in a box, where every output has one pattern."""
        away = self._patterns(self.gains >= upper - LEAST, self.unused)
        asked = self._ask(lower, upper, share=BOX)
        return _Asked(
            np.vstack([away.rows, asked.rows]),
            np.concatenate([away.least, asked.least]),
            np.concatenate([away.most, asked.most]),
            [*away.outputs, *asked.outputs],
        )

    def _ask(self, lower: Floats, upper: Floats, *, share: float) -> _Asked:
        """That the patterns in use are balanced, y lies between the bounds, a share of the margin away, and this is at most 1."""
        k, support = len(lower), self._found
        high = np.array([np.isin(np.arange(k), list(c.high)) for c in support.tight]).reshape(-1, k)
        outputs = [c.output for c in support.tight]
        sums = np.where(high, self.gains[outputs], 0.0).sum(axis=1)
        away = np.array([0.0 if j in support.tied else share for j in range(k)])
        unit = np.eye(k + 1)
        below, above = (np.column_stack([unit[:k, :k], side * away]) for side in (-1, 1))
        rows = np.vstack([np.column_stack([high, np.zeros(len(high))]), below, above, unit[k]])
        least = np.concatenate([sums, lower, np.full(k + 1, -np.inf)])
        most = np.concatenate([sums, np.full(k, np.inf), upper, [1.0]])
        kept = np.isfinite(least) | np.isfinite(most)
        return _Asked(rows[kept], least[kept], most[kept], outputs)

    def propose(self, program: LinearProgram, first: int, last: int) -> Proposal | None:
        """The rows and the multipliers over the field of the program's T; None where there are none."""
        if not (self.holds(first) and self.holds(last)):
            return None
        try:
            found = self.exact(program, first, last)
        except (InputError, Undecided, ZeroDivisionError):
            return None
        return None if found is None else (found.rows(program.ratio, program.m), found.columns)

    def exact(self, program: LinearProgram, first: int, last: int) -> SolvedBasis | None:
        """θ and y over the field of the program's T; None where the equations leave them undetermined."""
        support, k = self._found, program.k
        own = _independent(support.tight, sorted(set(range(k)) - support.tied.keys()), self.box)
        u = 1 / (program.ratio - 1 + sum(support.shares))
        y = None if own is None else self._lines(program, u, first, last, own)
        if own is None or y is None:
            return None
        totals, tau = [total_of(row) for row in program.gains], program.ratio - 1
        parts = list(zip(support.columns, support.shares, strict=True))
        high = sum((share * program.gains[c.output][j] for c, share in parts for j in c.high), Fraction(0))
        value = (sum((share * totals[c.output] for c, share in parts), Fraction(0)) + tau * high) * u
        sides = []
        for c in support.tight:
            gains = program.gains[c.output]
            given = [gains[j] if j in own else gains[j] - y[j] for j in c.high]
            sides.append(total_of([*given, (totals[c.output] - value) / tau]))
        for j, row in zip(own, inverse(_high_at(support.tight, own)), strict=True):
            y[j] = total_of([x * side for x, side in zip(row, sides, strict=True)])
        return SolvedBasis(support.columns, tuple(share * u for share in support.shares), tuple(y))

    def _lines(
        self, program: LinearProgram, u: Number, first: int, last: int, own: Sequence[int]
    ) -> list[Number] | None:
        """Multipliers as α + β·u with few β that are not 0, and short enough beside the margin; a tied one is its weight. Those
        of `own` are left to the balances."""
        support = self._found
        lines: list[Number] = [
            program.gains[support.tied[j]][j] if j in support.tied else Fraction(0) for j in range(program.k)
        ]
        free = sorted(set(range(program.k)) - support.tied.keys() - set(own))
        if not free:
            return lines
        places, whole = (
            sorted({first + (last - first) * n // PARTS for n in range(PARTS + 1)}),
            float(sum(support.shares)),
        )
        us = [1 / (self.ts[n] - 1 + whole) for n in places]
        one, other, most = self.known[first], self.known[last], us[0] - us[-1] or 1.0
        assert one is not None and other is not None
        margin = min(one.margin, other.margin) / 2
        found = self._few_slopes(
            [(self.ts[n], (us[0] - x) / most) for n, x in zip(places, us, strict=True)], margin, own
        )
        if found is None:
            return None
        unit, scale = margin * BOX / (2 * program.k), Fraction(self.scale)
        for j in free:
            a, b = found[0][j], found[1][j]
            slope = _near((b - a) / (us[-1] - us[0]), unit / us[0]) if abs(b - a) > LEAST else Fraction(0)
            constant = _near(a - float(slope) * us[0], unit)
            lines[j] = (constant + slope * u if slope else constant) * scale
        return lines

    def _few_slopes(
        self, places: Sequence[tuple[float, float]], margin: float, own: Sequence[int]
    ) -> tuple[Floats, Floats] | None:
        """y at the first and the last T with the margin in the box there and at others between them, which change as little as may
        be in sum; a place is its T and how far it is from the first to the last. Those of `own` are any at each place.

        The variables: y at the first, its increases, its decreases, and what those of `own` are more at each place.
        """
        k, asked, rows, least, most = len(self.gains[0]), self.asked, [], [], []
        of_y, of_margin = asked.rows[:, :-1], asked.rows[:, -1] * margin
        for n, (t, share) in enumerate(places):
            more = np.zeros((len(of_y), len(places) * len(own)))
            more[:, n * len(own) : (n + 1) * len(own)] = of_y[:, list(own)]
            rows.append(np.hstack([of_y, share * of_y, -share * of_y, more]))
            low, high = asked.bounds(self._rates(t))
            least += [*(low - of_margin)]
            most += [*(high - of_margin)]
        free = len(places) * len(own)
        cost = np.concatenate([np.zeros(k), np.ones(2 * k), np.zeros(free)])
        lower = np.concatenate([np.full(k, -np.inf), np.zeros(2 * k), np.full(free, -np.inf)])
        answer = minimise(cost, sparse_rows(np.vstack(rows), least, most), lower=lower, options=DIRECT)
        if not answer.is_solved:
            return None
        y, up, down = answer.point[: 3 * k].reshape(3, k)
        return y, y + up - down


def _model(asked: _Asked, rates: Floats) -> Any:
    """The largest margin and y, the last variable being the margin, where the outputs have these r."""
    n = asked.rows.shape[1]
    model = hot_model(-np.eye(n)[-1], sparse_rows(asked.rows, *asked.bounds(rates)), lower=np.full(n, -np.inf))
    model.setOptionValue(*DIRECT[0])
    return model


def _near(x: float, distance: float) -> Fraction:
    """A multiple of a power of two that is as near."""
    unit = Fraction(2) ** math.floor(math.log2(distance))
    return round(Fraction(x) / unit) * unit


def _support(rows: Floats, t: float) -> _Support | None:
    """The patterns of a mechanism in doubles: an output's high inputs, then one more of those between at a time; of a constant row
    all inputs. None where they have no shares."""
    columns: list[Column] = []
    tied, tight = dict[int, int](), list[Column]()
    for i, row in enumerate(rows):
        top = row.max()
        if top < LEAST:
            continue
        high, low = row > top * (1 - NEAR), row < top / t * (1 + NEAR)
        first = frozenset(np.flatnonzero(high).tolist())
        between = sorted(np.flatnonzero(~high & ~low).tolist(), key=lambda j: -row[j])
        columns += [Column(i, first | frozenset(between[:n])) for n in range(len(between) + 1)]
        if len(first) == len(row):  # a constant row is at both ends of its ratio
            tied |= dict.fromkeys(range(len(row)), i)
            continue
        tied |= dict.fromkeys(between, i)
        tight.append(Column(i, first))
    shares = _shares(tuple(columns), rows.shape[1])
    return None if shares is None else _Support(tuple(columns), shares, tied, tuple(tight))


def _shares(columns: Basis, k: int) -> tuple[Fraction, ...] | None:
    """h ≥ 0 of the patterns with Σ h_c = 1 over those that are high at an input, for each of k inputs; None where there are none,
    or several."""
    inputs = _independent(columns, range(k), None)
    if not inputs:
        return None
    found = [x for (x,) in solve(_high_at(columns, inputs, by_pattern=False), [[Fraction(1)]] * len(columns))]
    sums = (total_of([x for c, x in zip(columns, found, strict=True) if j in c.high]) for j in range(k))
    return tuple(found) if min(found) >= 0 and all(x == 1 for x in sums) else None  # type: ignore[arg-type]


def _high_at(columns: Basis, inputs: Sequence[int], *, by_pattern: bool = True) -> Matrix:
    """1 where a pattern is high and 0 elsewhere, at some inputs; a row for each pattern, or for each input."""
    rows = [[Fraction(int(j in c.high)) for j in inputs] for c in columns]
    return tuple(map(tuple, rows if by_pattern else zip(*rows, strict=True)))


def _independent(columns: Basis, inputs: Sequence[int], box: tuple[Floats, Floats] | None) -> list[int] | None:
    """As many inputs as there are patterns, at which these are independent; those with the widest box first."""
    high = np.array([[float(j in c.high) for j in range(max(inputs, default=0) + 1)] for c in columns])
    order = inputs if box is None else sorted(inputs, key=lambda j: box[0][j] - box[1][j])
    found: list[int] = []
    for j in order:
        if len(found) == len(columns):
            break
        if np.linalg.norm(high[:, [*found, j]], -2) > NEAR:  # the smallest singular value
            found.append(j)
    return found if len(found) == len(columns) else None
