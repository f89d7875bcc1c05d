"""Find rigorous rational bounds on a linear design with δ = 0, for use where an exact basis would be too much work.

Let T = e^ε. A float solver's answer is made feasible, and refined (`refinement`) until the bounds are near each other.

Feasible rows: take a rational t ≤ T. Raise each entry to at least the largest entry of its row, divided by t. Then every row keeps
the ratio t, but the columns may have unequal sums. Let the lack of a column be the largest column sum minus this column's sum. Let
c be the largest lack, divided by t − 1. Add to each entry of the first row the number c and the lack of the entry's column. The
numbers added have ratios of at most t, and so the first row still keeps the ratio t. All columns now have the same sum. Finally
divide all entries by this sum.

Feasible multipliers: let W_ij be the gains, y_j the multipliers, and φ(c) = T·c for c > 0 and φ(c) = c otherwise. The reduced
profit Σ_j φ(W_ij − y_j) of each row i must be at most 0. If it is positive, some y_j < W_ij can be raised by a number s ≤ W_ij −
y_j. This lowers the profit of row i by T·s, and raises the profit of no row. So multipliers are raised until the profit of row i is
0. The sum of these raises is the profit that row i had, divided by T.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import cast

import numpy as np

from rropt.designs.linear.numeric import LinearAnswer, solve_linear
from rropt.designs.linear.program import LinearProgram
from rropt.designs.linear.pure.basis import chain_columns, start
from rropt.designs.linear.pure.refinement import Rationals, Refined, reduced_profit, refine
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix
from rropt.exact.patience import seconds_left
from rropt.exact.sign import enclose_relative

__all__ = ["round_bounds"]

DIGITS = 10**15
BITS = 120
NEAR, OWED, MOST_STALLED = Fraction(1, 10**12), Fraction(1, 10**9), 4
ZERO, ONE = Fraction(0), Fraction(1)

Table = list[list[Fraction]]


def round_bounds(program: LinearProgram) -> tuple[Matrix, tuple[Number, ...]]:
    """Find rational rows that meet the demand, and rational multipliers that prove a bound.

    The ratio e^ε must be above 1. First, the answer of the float solver is made feasible. Then more precise answers are made
    feasible, one after another. The rows give a lower bound and the multipliers an upper bound. Their gap is their difference,
    relative to the larger of the two.

    The search ends if the gap is at most `NEAR`, if it is at most `OWED` and hardly shrinks any more, or if all answers or the time
    are used up.
    """
    below, above = (1 + x for x in enclose_relative(program.ratio - 1, bits=BITS))
    gains = cast(Rationals, program.gains)  # irrational weights never come here (`rropt.designs.linear.exact`)
    best: _Best | None = None
    stalled = 0
    for table, multipliers in _answers(program, gains, below):
        rows, columns = _feasible(table, below), _raise_multipliers(gains, multipliers, above)
        found = _better(best, _Best(rows, columns, _gain(gains, rows), sum(columns, ZERO)))
        stalled = stalled + 1 if best is not None and 2 * found.gap > best.gap else 0
        best = found
        if best.gap <= NEAR or (best.gap <= OWED and stalled > MOST_STALLED) or seconds_left() == 0:
            break
    assert best is not None
    return best.rows, best.columns


@dataclass(frozen=True, slots=True)
class _Best:
    """The best rows so far with their gain `lower`, and the best multipliers so far with the bound `upper` that they prove."""

    rows: Rationals
    columns: tuple[Fraction, ...]
    lower: Fraction
    upper: Fraction

    @property
    def gap(self) -> Fraction:
        """The difference of the two bounds, relative to the larger bound."""
        size = max(abs(self.lower), abs(self.upper))
        return (self.upper - self.lower) / size if size else ZERO


def _better(a: _Best | None, b: _Best) -> _Best:
    """Return the better rows of two answers, together with the better multipliers of the two."""
    if a is None:
        return b
    rows, columns = (a if a.lower >= b.lower else b), (a if a.upper <= b.upper else b)
    return _Best(rows.rows, columns.columns, rows.lower, columns.upper)


def _answers(program: LinearProgram, gains: Rationals, ratio: Fraction) -> Iterator[tuple[Table, list[Fraction]]]:
    """Yield pairs of rows and multipliers that are not yet feasible.

    The first pair is the float solver's own, or that of `_without_solver` if the solver failed. More precise ones follow.
    """
    answer = solve_linear(program)
    yield _read(answer) if np.isfinite(answer.value) else _without_solver(gains)
    columns = [c for part in answer.chains for c in chain_columns(part) if not c.alone]
    scale = max(abs(w) for row in gains for w in row) or ONE
    unit = tuple(tuple(w / scale for w in row) for row in gains)
    for found in refine(unit, ratio, [*columns, *start(program.k)]):
        yield _table(found, ratio, program.m), [scale * y for y in found.multipliers]


def _read(answer: LinearAnswer) -> tuple[Table, list[Fraction]]:
    table = [[max(ZERO, Fraction(round(x * DIGITS), DIGITS)) for x in row] for row in answer.rows.tolist()]
    return table, [Fraction(round(y * DIGITS), DIGITS) for y in answer.columns.tolist()]


def _without_solver(gains: Rationals) -> tuple[Table, list[Fraction]]:
    """Return the constant mechanism, and each input's largest gain as its multiplier. They are used if the solver has failed."""
    return [[ONE] * len(row) for row in gains], [max(column) for column in zip(*gains, strict=True)]


def _table(found: Refined, ratio: Fraction, m: int) -> Table:
    """Compute the m rows of the mechanism from the patterns and weights in `found`.

    A pattern is a row with the entries 1 and `ratio`. Each row of the mechanism is the sum of the patterns of its output, each
    multiplied by its weight. Patterns with negative weights are left out.
    """
    k = len(found.multipliers)
    table = [[ZERO] * k for _ in range(m)]
    for column, theta in zip(found.columns, found.theta, strict=True):
        if theta > 0:
            row, high = table[column.output], theta * ratio
            table[column.output] = [x + (high if j in column.high else theta) for j, x in enumerate(row)]
    return table


def _gain(gains: Rationals, rows: Rationals) -> Fraction:
    pairs = zip(chain.from_iterable(gains), chain.from_iterable(rows), strict=True)
    return sum((w * p for w, p in pairs if p), ZERO)


def _feasible(table: Table, ratio: Fraction) -> Rationals:
    """Turn rows into a mechanism in which no entry exceeds `ratio` > 1 times another entry of its row.

    Entries that are too small are raised. Then the first row is raised until all columns have the same sum, and all entries are
    divided by this sum.
    """
    rows = [[max(x, least) for x in row] for row, least in ((row, max(row) / ratio) for row in table)]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    missing = [max(sums) - s for s in sums]
    constant = max(missing) / (ratio - 1)
    first = [x + constant + gap for x, gap in zip(rows[0], missing, strict=True)]
    total = max(sums) + constant
    return tuple(tuple(x / total for x in row) for row in [first, *rows[1:]])


def _raise_multipliers(gains: Rationals, y: list[Fraction], ratio: Fraction) -> tuple[Fraction, ...]:
    """Raise the multipliers y, output by output, until they prove a bound.

    They prove a bound if each output has a reduced profit of at most 0. The reduced profit is the sum over the inputs of gain minus
    multiplier, with each positive term multiplied by `ratio`.
    """
    y = list(y)
    for row in gains:
        parts = [w - a for w, a in zip(row, y, strict=True)]
        wrong = reduced_profit(parts, ratio)
        for j in sorted(range(len(y)), key=parts.__getitem__, reverse=True):
            if wrong <= 0:
                break
            step = min(parts[j], wrong / ratio)
            y[j], wrong = y[j] + step, wrong - ratio * step
    return tuple(y)
