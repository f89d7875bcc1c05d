"""Neighbouring values of T that share the patterns of an optimal design with δ = 0, and the multipliers over all of them.

Patterns c = (output i, high inputs S), with s_c = T on S and 1 elsewhere, have weights θ ≥ 0 with Σ θ_c s_c = 1, and multipliers y
prove them optimal if, for every output i,

    Σ_j φ(W_ij − y_j) ≤ 0,     φ(c) = T·max(c, 0) − max(−c, 0),

with equality for the patterns in use and W_ij ≥ y_j just on S. Few patterns leave y much room, so it is put in the middle: as far
from equality as it gets, each y_j between two neighbouring weights of its input, so that no sign of W_ij − y_j changes along the
run. Most y_j are then rational, or rational lines in 1/(T + κ) with κ such that the value Σ y is one too: doubles propose those
that keep half the room at the ends of the run and in its middle, and change least in sum, so that many do not change at all,
which the checker reads and compares soonest. The equations s_c·(W_i − y) = 0 give the others over Q(t), as those of the inputs
give θ.
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
from rropt.exact.matrix import Matrix, solve, total_of
from rropt.linear.numeric import DIRECT, RowWiseModel
from rropt.linear.program import LinearProgram
from rropt.linear.pure.basis import Basis, Column, SolvedBasis, solve_basis
from rropt.solvers.highs import Floats, hot_model, minimise, run, sparse_rows

__all__ = ["Line", "Proposal"]

NEAR, LEAST = 1e-7, 1e-9  # of entries that are equal, and of those that are not 0
STEPS = 40  # of cuts
BOX = 0.05  # how far y stays from its neighbouring weights, in margins of the balances
Proposal = tuple[Matrix, tuple[Number, ...]]  # rows, and multipliers of the inputs
Limited = tuple[Floats, float, float]  # a row of coefficients of y and the margin, and between what it lies


@dataclass(frozen=True, slots=True)
class _Support:
    """The patterns in use; the inputs whose multiplier is a weight, with its output; the patterns that are equations for y."""

    columns: Basis
    tied: dict[int, int]
    tight: Basis


@dataclass(frozen=True, slots=True)
class _Centre:
    """Multipliers in doubles, and their margin."""

    y: Floats
    margin: float


class Line:
    """What holds along a run, in doubles, as it is found at one of its T, of gains that were divided by `scale`."""

    def __init__(self, solver: RowWiseModel, scale: float, ts: Floats, place: int) -> None:
        self.scale, self.ts, self.gains = scale, ts, solver.gains
        rows = solver.solve(ts[place])
        self.support = _Support((), {}, ()) if rows is None else _support(rows, ts[place])
        self.known: dict[int, _Centre | None] = {}
        self.box: tuple[Floats, Floats] | None = None
        used = {c.output for c in self.support.columns}
        self.unused = [i for i in range(len(self.gains)) if i not in used]
        centre = self._centre(ts[place], *self._sides()) if used else None
        if centre is not None:
            self.box = self._box(centre.y)

    def holds(self, n: int) -> bool:
        """Whether the patterns are optimal at the n-th T with multipliers in the box."""
        if self.box is None or not self._has_weights(self.ts[n]):
            return False
        if n not in self.known:
            answer = run(_model(self._boxed(self.ts[n], *self.box)))
            found = answer.is_solved and answer.point[-1] >= LEAST
            self.known[n] = _Centre(answer.point[:-1], float(answer.point[-1])) if found else None
        return self.known[n] is not None

    def _has_weights(self, t: float) -> bool:
        """Whether the patterns sum to 1 with weights that are not negative."""
        patterns = _patterns(self.support.columns, t, self.gains.shape[1]).T
        theta = np.linalg.lstsq(patterns, np.ones(len(patterns)), rcond=None)[0]
        return bool(theta.min() > -LEAST and np.abs(patterns @ theta - 1).max() < LEAST)

    def _sides(self) -> tuple[Floats, Floats]:
        """What the patterns in use say of y: below the weights of high inputs, above those of low ones."""
        k = self.gains.shape[1]
        lower, upper = np.full(k, -np.inf), np.full(k, np.inf)
        for c in self.support.columns:
            high = np.isin(np.arange(k), list(c.high))
            upper = np.where(high, np.minimum(upper, self.gains[c.output]), upper)
            lower = np.where(high, lower, np.maximum(lower, self.gains[c.output]))
        for j in np.flatnonzero(
            upper - lower < LEAST
        ).tolist():  # one of the weights is that of a high input, one of a low
            self.support.tied.setdefault(j, next(c.output for c in self.support.columns if j in c.high))
        for j, i in self.support.tied.items():
            lower[j] = upper[j] = self.gains[i, j]
        return lower, upper

    def _box(self, y: Floats) -> tuple[Floats, Floats]:
        """The neighbouring weights of each input around its multiplier; where it is a weight, on the wider side of it."""
        lower, upper = self._sides()
        for j in set(range(len(y))) - self.support.tied.keys():
            ends = [-np.inf, *np.unique(self.gains[:, j]), np.inf]
            gaps = [(a, b) for a, b in pairwise(ends) if a - LEAST <= y[j] <= b + LEAST]
            gaps = [(a, b) for a, b in gaps if a >= lower[j] and b <= upper[j]]
            lower[j], upper[j] = max(gaps, key=lambda gap: gap[1] - gap[0])
        return lower, upper

    def _centre(self, t: float, lower: Floats, upper: Floats) -> _Centre | None:
        """Multipliers between the bounds that are as far from equality as they get, by cuts: the pattern of each output that is
        worst for the last ones."""
        model = _model(self._sides_and_balances(t, lower, upper, share=1.0))
        for _ in range(STEPS):
            answer = run(model)
            if not answer.is_solved or answer.point[-1] < LEAST:
                return None
            y, margin = answer.point[:-1], float(answer.point[-1])
            signs = self.gains > y
            slopes = np.where(signs, t, 1.0)
            over = (slopes * (self.gains - y)).sum(axis=1) / slopes.sum(axis=1) + margin
            rest = [i for i in self.unused if over[i] > LEAST]
            if not rest:
                return _Centre(y, margin)
            for a, low, high in self._bounded(t, signs, rest):
                model.addRow(low, high, len(a), np.arange(len(a), dtype=np.int32), a)
        return None

    def _boxed(self, t: float, lower: Floats, upper: Floats) -> list[Limited]:
        """All that is asked of y and the margin in a box, where every output has one pattern."""
        asked = self._sides_and_balances(t, lower, upper, share=BOX)
        return asked + self._bounded(t, self.gains >= upper - LEAST, self.unused)

    def _sides_and_balances(self, t: float, lower: Floats, upper: Floats, *, share: float) -> list[Limited]:
        """That the patterns in use are balanced, and y lies between the bounds, a share of the margin away."""
        k, tied, found = len(lower), self.support.tied, list[Limited]()
        for c, p in zip(self.support.tight, _patterns(self.support.tight, t, k), strict=True):
            found.append((np.append(p, 0.0), p @ self.gains[c.output], p @ self.gains[c.output]))
        for j, unit in enumerate(np.eye(k)):
            if j in tied:
                found.append((np.append(unit, 0.0), lower[j], upper[j]))
                continue
            if np.isfinite(lower[j]):
                found.append((np.append(unit, -share), lower[j], np.inf))
            if np.isfinite(upper[j]):
                found.append((np.append(unit, share), -np.inf, upper[j]))
        return found

    def _bounded(self, t: float, signs: npt.NDArray[np.bool_], outputs: Sequence[int]) -> list[Limited]:
        """That the patterns with T at some signs are the margin away from being used, for some outputs."""
        found = np.where(signs, t, 1.0)
        found /= found.sum(axis=1, keepdims=True)
        return [(np.append(found[i], -1.0), found[i] @ self.gains[i], np.inf) for i in outputs]

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
        columns, k = self.support.columns, program.k
        if len(columns) == k:
            return solve_basis(program.gains, program.ratio, columns)
        own = _independent(
            self.support.tight, self.ts[first], sorted(set(range(k)) - self.support.tied.keys()), self.box
        )
        inputs = _independent(columns, self.ts[first], range(k), None)
        y = None if own is None else self._lines(program, first, last, own)
        if own is None or inputs is None or y is None:
            return None
        of_y, sides = [], []
        for c in self.support.tight:
            s = _exact_pattern(c, program.ratio, k)
            of_y.append([s[j] for j in own])
            given = [(program.gains[c.output][j] - (0 if j in own else y[j])) * s[j] for j in range(k)]
            sides.append([total_of(given)])
        for j, (x,) in zip(own, solve(of_y, sides) if own else (), strict=True):
            y[j] = x
        patterns = [_exact_pattern(c, program.ratio, k) for c in columns]
        theta = solve([[s[j] for s in patterns] for j in inputs], [[Fraction(1)]] * len(columns))
        return SolvedBasis(columns, tuple(x for (x,) in theta), tuple(y))

    def _lines(self, program: LinearProgram, first: int, last: int, own: Sequence[int]) -> list[Number] | None:
        """Multipliers as α + β·u for the u of `_pole`, with few β that are not 0, and short enough beside the margin; a tied one
        is its weight. Those of `own` are left to the balances."""
        pole, tied, places = self._pole(first, last), self.support.tied, sorted({first, (first + last) // 2, last})
        us = [1 / (self.ts[n] + float(pole)) for n in places]
        one, other = self.known[first], self.known[last]
        assert one is not None and other is not None
        margin, whole = min(one.margin, other.margin) / 2, us[0] - us[-1] or 1.0
        found = self._few_slopes(
            [(self.ts[n], (us[0] - u) / whole) for n, u in zip(places, us, strict=True)], margin, own
        )
        if found is None:
            return None
        u, unit = 1 / (program.ratio + pole), margin * BOX / 4
        lines: list[Number] = []
        for j, (a, b) in enumerate(zip(*found, strict=True)):
            if j in tied:
                lines.append(program.gains[tied[j]][j])
                continue
            slope = _near((b - a) / (us[-1] - us[0]), unit / us[0]) if abs(b - a) > LEAST else Fraction(0)
            line = _near(a - float(slope) * us[0], unit)
            lines.append((line + slope * u if slope else line) * Fraction(self.scale))
        return lines

    def _few_slopes(
        self, places: Sequence[tuple[float, float]], margin: float, own: Sequence[int]
    ) -> tuple[Floats, Floats] | None:
        """y at the first and the last T with the margin in the box there and at a T between them, which change as little as may be
        in sum; a place is its T and how far it is from the first to the last. Those of `own` are any at each place.

        The variables: y at the first, its increases, its decreases, and what those of `own` are more at each place.
        """
        assert self.box is not None
        k, unit, rows, least, most = len(self.gains[0]), np.eye(len(self.gains[0])), [], [], []
        for n, (t, share) in enumerate(places):
            free = np.zeros((k, len(places) * len(own)))
            free[list(own), range(n * len(own), (n + 1) * len(own))] = 1.0
            there = np.hstack([unit, share * unit, -share * unit, free])
            for a, low, high in self._boxed(t, *self.box):
                rows.append(a[:-1] @ there)
                least.append(low - a[-1] * margin)
                most.append(high - a[-1] * margin)
        cost = np.concatenate([np.zeros(k), np.ones(2 * k), np.zeros(len(places) * len(own))])
        lower = np.concatenate([np.full(k, -np.inf), np.zeros(2 * k), np.full(len(places) * len(own), -np.inf)])
        answer = minimise(cost, sparse_rows(np.array(rows), least, most), lower=lower, options=DIRECT)
        if not answer.is_solved:
            return None
        y, up, down = answer.point[: 3 * k].reshape(3, k)
        return y, y + up - down

    def _pole(self, first: int, last: int) -> Fraction:
        """κ of u = 1/(T + κ) such that the sum of y, which is the value, is nearly a line in u, as at three T of the run."""
        places = (first, (first + last) // 2, last)
        if len(set(places)) < len(places) or not all(map(self.holds, places)):
            return Fraction(1)
        ts, sums = self.ts[list(places)], np.array([self.known[n].y.sum() for n in places])  # type: ignore[union-attr]
        # V·(T + κ) = a + b·T at the three
        found = np.linalg.lstsq(np.column_stack([sums, -np.ones(3), -ts]), -sums * ts, rcond=None)[0][0]
        return Fraction(round(float(np.clip(found, -self.ts[first] / 2, 16 * self.ts[last])) * 8), 8)


def _model(asked: Sequence[Limited]) -> Any:
    """The largest margin, at most 1, and y, the last variable being the margin."""
    n = len(asked[0][0])
    rows, least, most = zip(*asked, (np.eye(n)[-1], -np.inf, 1.0), strict=True)
    model = hot_model(-np.eye(n)[-1], sparse_rows(np.array(rows), least, most), lower=np.full(n, -np.inf))
    model.setOptionValue(*DIRECT[0])
    return model


def _near(x: float, distance: float) -> Fraction:
    """A multiple of a power of two that is as near."""
    unit = Fraction(2) ** math.floor(math.log2(distance))
    return round(Fraction(x) / unit) * unit


def _support(rows: Floats, t: float) -> _Support:
    """The patterns of a mechanism in doubles: an output's high inputs, then one more of those between at a time."""
    columns: list[Column] = []
    tied, tight = dict[int, int](), list[Column]()
    for i, row in enumerate(rows):
        top = row.max()
        if top < LEAST:
            continue
        high, low = row > top * (1 - NEAR), row < top / t * (1 + NEAR)
        first = frozenset(np.flatnonzero(high).tolist())
        if len(first) == len(row):  # a constant row is at both ends of its ratio
            columns.append(Column(i, frozenset()))
            tied |= dict.fromkeys(range(len(row)), i)
            continue
        between = sorted(np.flatnonzero(~high & ~low).tolist(), key=lambda j: -row[j])
        columns += [Column(i, first | frozenset(between[:n])) for n in range(len(between) + 1)]
        tied |= dict.fromkeys(between, i)
        tight.append(Column(i, first))
    return _Support(tuple(columns), tied, tuple(tight))


def _patterns(columns: Basis, t: float, k: int) -> Floats:
    """The patterns as rows, each with the sum 1."""
    found: Floats = np.array([[t if j in c.high else 1.0 for j in range(k)] for c in columns]).reshape(-1, k)
    found /= found.sum(axis=1, keepdims=True)
    return found


def _exact_pattern(column: Column, ratio: Number, k: int) -> list[Number]:
    return [ratio if j in column.high else Fraction(1) for j in range(k)]


def _independent(
    columns: Basis, t: float, inputs: Sequence[int], box: tuple[Floats, Floats] | None
) -> list[int] | None:
    """As many inputs as there are patterns, at which these are independent; those with the widest box first."""
    if not columns:
        return []
    patterns = _patterns(columns, t, max(inputs, default=0) + 1)
    order = inputs if box is None else sorted(inputs, key=lambda j: box[0][j] - box[1][j])
    found: list[int] = []
    for j in order:
        if np.linalg.norm(patterns[:, [*found, j]], -2) > NEAR:  # the smallest singular value
            found.append(j)
        if len(found) == len(columns):
            return found
    return None
