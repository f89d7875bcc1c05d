"""Linear designs with δ = 0 at many values of ε: one certificate for each run of neighbours.

Neighbouring optima use the same patterns c = (output i, high inputs S), with s_c = T on S and 1 elsewhere. Their weights θ solve
Σ θ_c s_c = 1, and multipliers y prove them optimal if, for every output i,

    Σ_j φ(W_ij − y_j) ≤ 0,     φ(c) = T·max(c, 0) − max(−c, 0),

with equality for the patterns in use and W_ij ≥ y_j just on S. Few patterns leave y much room, so it is put in the middle: as far
from equality as it gets, each y_j between two neighbouring weights of its input, so that no sign of W_ij − y_j changes along the
run. Most y_j are then rational lines in 1/(T + κ) through what doubles propose at the ends of the run, with κ such that the value
Σ y is one too, and the equations s_c·(W_i − y) = 0 give the others over Q(t), as those of the inputs give θ.

Doubles propose and the checker decides: a run whose certificate it does not accept is halved, a row left alone. A trace with
weights has the patterns and multipliers of its theorem, which keeps the r largest weights, in place of those.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import groupby, pairwise

import numpy as np

from rropt.certificate.judge import judge
from rropt.certificate.writing import dumps
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.matrix import Matrix, solve, total_of
from rropt.exact.patience import require_time
from rropt.linear.certificate import write_linear
from rropt.linear.numeric import float_matrix, power_of_two, solve_linear
from rropt.linear.program import LinearProgram, column_multipliers
from rropt.linear.pure.basis import Basis, Column, SolvedBasis, solve_basis
from rropt.linear.theorems import best_prefix, with_prefix
from rropt.problem.answers import ProvedRun
from rropt.problem.problem import Problem
from rropt.solvers.highs import Floats, minimise, sparse_rows

__all__ = ["Pose", "runs_by_theorem", "runs_of_neighbours"]

NEAR, LEAST = 1e-7, 1e-9  # of entries that are equal, and of those that are not 0
STEPS = 40  # of cuts
BOX = 0.05  # how far y stays from its neighbouring weights, in margins of the balances
Proposal = tuple[Matrix, tuple[Number, ...]]  # rows, and multipliers of the inputs
Pose = Callable[[int, int], tuple[Problem, LinearProgram]]


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


def runs_of_neighbours(pose: Pose, ratios: Sequence[float]) -> Iterator[ProvedRun]:
    """Runs of increasing T > 1; `pose` gives the question over all T from one index to another. Some indices may be in none."""
    yield from _cover(pose, np.array(ratios), 0, len(ratios) - 1)


def runs_by_theorem(pose: Pose, ratios: Sequence[float], weights: tuple[Number, ...]) -> Iterator[ProvedRun]:
    """The same of a trace with weights that are not negative, some positive: a run for each number of weights that are kept."""
    sizes = [best_prefix(Fraction(t).limit_denominator(10**6), weights) for t in ratios]
    for kept, group in groupby(range(len(sizes)), key=sizes.__getitem__):
        require_time()
        places = list(group)
        yield from _certify(pose, partial(_by_theorem, weights, kept), places[0], places[-1])


def _by_theorem(weights: tuple[Number, ...], kept: int, program: LinearProgram, first: int, last: int) -> Proposal:
    """What the theorem says of the program."""
    found = with_prefix(program, weights, kept)
    return found.rows, tuple(found.multipliers[f"column[{j}]"] for j in range(program.k))


def _cover(pose: Pose, ts: Floats, first: int, last: int) -> Iterator[ProvedRun]:
    """The runs from first to last: the one around the middle, and those on its two sides."""
    if first > last:
        return
    require_time()
    middle = (first + last) // 2
    low, high = middle, middle
    _, program = pose(middle, middle)
    tried = _Line(program, ts, middle)
    if tried.holds(middle):
        low = _furthest(tried.holds, middle, first)
        high = _furthest(tried.holds, middle, last)
        yield from _certify(pose, tried.propose, low, high)
    yield from _cover(pose, ts, first, low - 1)
    yield from _cover(pose, ts, high + 1, last)


def _furthest(holds: Callable[[int], bool], start: int, end: int) -> int:
    """The index furthest from the start towards the end at which it still holds, as if it did up to one index alone."""
    if holds(end):
        return end
    while abs(end - start) > 1:
        middle = (start + end) // 2
        start, end = (middle, end) if holds(middle) else (start, middle)
    return start


def _certify(
    pose: Pose, propose: Callable[[LinearProgram, int, int], Proposal | None], first: int, last: int
) -> Iterator[ProvedRun]:
    """The run of what is proposed, if the checker accepts it, else its halves."""
    problem, program = pose(first, last)
    if (found := propose(program, first, last)) is not None:
        rows, columns = found
        value = total_of(columns) * (1 if program.maximise else -1)
        text = dumps(write_linear(problem, program, rows, column_multipliers(columns), (value, value)))
        if judge(text).is_accepted:
            yield ProvedRun(first, last, rows, value, text)
            return
    if first < last:
        middle = (first + last) // 2
        yield from _certify(pose, propose, first, middle)
        yield from _certify(pose, propose, middle + 1, last)


class _Line:
    """What holds along a run, in doubles, as it is found at one of its T; gains are divided by a power of two."""

    def __init__(self, program: LinearProgram, ts: Floats, place: int) -> None:
        gains = float_matrix(program)
        self.scale = power_of_two(gains)
        self.ts, self.gains = ts, gains / self.scale
        rows = solve_linear(replace(program, ratio=Fraction(ts[place]))).rows
        self.support = _support(rows, ts[place])
        self.known: dict[int, _Centre | None] = {}
        self.box: tuple[Floats, Floats] | None = None
        centre = self._centre(ts[place], *self._sides(), share=1.0)
        if centre is not None:
            self.box = self._box(centre.y)

    def holds(self, n: int) -> bool:
        """Whether the patterns are optimal at the n-th T with multipliers in the box."""
        if self.box is None or not self._has_weights(self.ts[n]):
            return False
        if n not in self.known:
            self.known[n] = self._centre(self.ts[n], *self.box, share=BOX, boxed=True)
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

    def _centre(self, t: float, lower: Floats, upper: Floats, *, share: float, boxed: bool = False) -> _Centre | None:
        """Multipliers between the bounds that are as far from equality as they get, by cuts: the pattern of each output that is
        worst for the last ones. In a box every output has one pattern."""
        k, (tied, used) = len(lower), (self.support.tied, {c.output for c in self.support.columns})
        rest = [i for i in range(len(self.gains)) if i not in used]
        rows, least, most = [], [], []

        def add(row: Floats, slack: float, low: float, high: float) -> None:
            rows.append(np.append(row, slack))
            least.append(low)
            most.append(high)

        for c, p in zip(self.support.tight, _patterns(self.support.tight, t, k), strict=True):
            add(p, 0.0, p @ self.gains[c.output], p @ self.gains[c.output])
        for j, unit in enumerate(np.eye(k)):
            if j in tied:
                add(unit, 0.0, lower[j], upper[j])
                continue
            if np.isfinite(lower[j]):
                add(unit, -share, lower[j], np.inf)
            if np.isfinite(upper[j]):
                add(unit, share, -np.inf, upper[j])
        add(np.zeros(k), 1.0, -np.inf, 1.0)
        signs = self.gains >= upper - LEAST if boxed else None
        cost, free = np.append(np.zeros(k), -1.0), np.full(k + 1, -np.inf)
        for _ in range(STEPS):
            if signs is not None:
                for i in rest:
                    p = np.where(signs[i], t, 1.0) / np.where(signs[i], t, 1.0).sum()
                    add(p, -1.0, p @ self.gains[i], np.inf)
            answer = minimise(cost, sparse_rows(np.array(rows), least, most), lower=free)
            if not answer.solved or answer.point[-1] < LEAST:
                return None
            y, margin = answer.point[:-1], float(answer.point[-1])
            signs = self.gains > y
            slopes = np.where(signs, t, 1.0)
            over = (slopes * (self.gains - y)).sum(axis=1) / slopes.sum(axis=1) + margin
            if boxed or not (rest := [i for i in range(len(self.gains)) if i not in used and over[i] > LEAST]):
                return _Centre(y, margin)
        return None

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
        y = self._lines(program, first, last)
        own = _independent(
            self.support.tight, self.ts[first], sorted(set(range(k)) - self.support.tied.keys()), self.box
        )
        inputs = _independent(columns, self.ts[first], range(k), None)
        if own is None or inputs is None:
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

    def _lines(self, program: LinearProgram, first: int, last: int) -> list[Number]:
        """Multipliers as α + β·u for the u of `_pole`, short enough beside the margin; a tied one is its weight."""
        one, other = self.known[first], self.known[last]
        assert one is not None and other is not None
        pole, tied = self._pole(first, last), self.support.tied
        u, (low, high) = 1 / (program.ratio + pole), (1 / (self.ts[n] + float(pole)) for n in (first, last))
        margin = BOX * min(one.margin, other.margin) / 4
        found: list[Number] = []
        for j, (a, b) in enumerate(zip(one.y, other.y, strict=True)):
            if j in tied:
                found.append(program.gains[tied[j]][j])
                continue
            slope = _near((b - a) / (high - low), margin / low) if first < last else Fraction(0)
            line = _near(a - float(slope) * low, margin)
            found.append((line + slope * u if slope else line) * Fraction(self.scale))
        return found

    def _pole(self, first: int, last: int) -> Fraction:
        """κ of u = 1/(T + κ) such that the sum of y, which is the value, is nearly a line in u, as at three T of the run."""
        places = (first, (first + last) // 2, last)
        if len(set(places)) < len(places) or not all(map(self.holds, places)):
            return Fraction(1)
        ts, sums = self.ts[list(places)], np.array([self.known[n].y.sum() for n in places])  # type: ignore[union-attr]
        # V·(T + κ) = a + b·T at the three
        found = np.linalg.lstsq(np.column_stack([sums, -np.ones(3), -ts]), -sums * ts, rcond=None)[0][0]
        return Fraction(round(float(np.clip(found, -self.ts[first] / 2, 16 * self.ts[last])) * 8), 8)


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
