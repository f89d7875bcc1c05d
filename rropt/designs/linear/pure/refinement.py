"""Refine a solution of a linear program beyond the precision of doubles, by corrections that a float solver computes.

The program is the one over patterns (rows with the entries 1 and T = e^ε) that `basis` calls the staircase form.

A column c = (i, S_c) stands for the output i and the pattern with T at the inputs in S_c and 1 elsewhere. Let θ_c be its weight, as
in `basis`, and W_ij the gain of output i at input j. With z_c = (T−1)θ_c and σ = Σθ, the staircase form is

    max Σ_c p_c·z_c,   Σ_c [j ∈ S_c]·z_c + σ = 1 for every input j,   Σ_c z_c = (T−1)·σ,   z ≥ 0,

with the profits p_c = Σ_{j∈S_c} W_ij + Σ_j W_ij/(T−1). The bracket [j ∈ S_c] is 1 if j is in S_c, and 0 otherwise. If the last
equation is divided by max(1, T−1), no coefficient exceeds 1 in size, whatever T is.

Each round improves rational values of z, σ and the multipliers. The residuals of the equations and the reduced profits are computed
exactly. A second program, for the corrections, has these residuals as its right sides and these reduced profits as its profits.
Before a float solver sees this program, the small residuals and profits are multiplied by large numbers. So each round gains new
digits. The right sides are multiplied in every second round only. In the other rounds the solver can move to another vertex, which
is necessary if a positive reduced profit appears late. After each round, columns are added to the program: for each output the one
with the largest reduced profit, if this profit is positive. Reference: Gleixner, Steffy, Wolter (2016), iterative refinement for
linear programming.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from rropt.designs.linear.pure.basis import Column
from rropt.solvers.highs import HighsAnswer, dense_rows, minimise

__all__ = ["Rationals", "Refined", "price", "refine"]

MOST_ROUNDS = 60
MOST_GAIN = 2**40  # the most that a factor grows in one round, more than a solver's tolerances can gain
MOST_FACTOR = Fraction(2**400)
FAR = Fraction(10**9)  # a cost this large in the scaled program forbids its column
# lower bounds are raised to at least minus this, because solvers ignore bounds of little larger size
FAR_DOWN = Fraction(10**18)
ZERO, ONE = Fraction(0), Fraction(1)

Rationals = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, slots=True)
class Refined:
    """Weights θ of the columns and multipliers of the inputs, both rational and nearly feasible. Some weights may be slightly
    negative."""

    columns: tuple[Column, ...]
    theta: tuple[Fraction, ...]
    multipliers: tuple[Fraction, ...]


@dataclass(slots=True)
class _Master:
    """The linear program over the patterns found so far, with nearly optimal rational variables `x` and multipliers `y`.

    A pattern is a row with the entries 1 and T = e^ε. Each variable but the last is the weight of a pattern, times `tau` = T − 1.
    The last variable is the sum of these weights, and the last equation defines it. Each round of refinement multiplies the reduced
    profits by a large number before a float solver sees them; `dual` is this number in the last round.
    """

    gains: Rationals
    tau: Fraction
    columns: list[Column]
    x: list[Fraction]
    y: list[Fraction]
    dual: Fraction = ONE

    @property
    def k(self) -> int:
        return len(self.gains[0])

    def entries(self) -> list[list[Fraction]]:
        """The coefficients of the equations, row by row."""
        scale = max(ONE, self.tau)
        high = [[ONE if j in c.high else ZERO for c in self.columns] + [ONE] for j in range(self.k)]
        return [*high, [1 / scale] * len(self.columns) + [-self.tau / scale]]

    def profits(self) -> list[Fraction]:
        """Compute the coefficient of each variable in the objective. It is 0 for the last variable, the sum of the weights."""
        totals = [sum(row, ZERO) / self.tau for row in self.gains]
        return [sum((self.gains[c.output][j] for j in c.high), totals[c.output]) for c in self.columns] + [ZERO]

    def add(self, columns: Sequence[Column]) -> None:
        """Add the columns that are new, with weight 0."""
        known = set(self.columns)
        for c in columns:
            if c not in known:
                self.columns.append(c)
                self.x.insert(-1, ZERO)
                known.add(c)


def refine(gains: Rationals, ratio: Fraction, columns: Sequence[Column]) -> Iterator[Refined]:
    """Yield ever more precise solutions of a linear program over patterns, rows with the entries 1 and `ratio`, a rational above 1.

    The gains should have a size of about 1. The search starts from `columns`; some nonnegative weights of these columns must
    satisfy the equations of the program. It ends after `MOST_ROUNDS` rounds, or when the solver fails.
    """
    master = _Master(gains, ratio - 1, [], [ZERO], [ZERO] * (len(gains[0]) + 1))
    master.add(columns)
    for n in range(MOST_ROUNDS):
        if not _correct(master, polish=n % 2 == 1):
            return
        theta = tuple(z / master.tau for z in master.x[:-1])
        found = Refined(tuple(master.columns), theta, tuple(master.y[:-1]))
        yield found
        master.add([c for row in range(len(gains)) if (c := price(gains, ratio, found.multipliers, row)) is not None])


def price(gains: Rationals, ratio: Fraction, y: Sequence[Fraction], output: int) -> Column | None:
    """Return the pattern with the largest reduced profit of one output. None if this profit is not positive.

    A pattern is a row with the entries 1 and `ratio`. Its reduced profit is the sum of its entries, each times gain minus
    multiplier.
    """
    parts = [w - a for w, a in zip(gains[output], y, strict=True)]
    wanted = reduced_profit(parts, ratio) > 0
    return Column(output, frozenset(j for j, c in enumerate(parts) if c > 0)) if wanted else None


def reduced_profit(parts: Sequence[Fraction], ratio: Fraction) -> Fraction:
    """Compute the largest sum Σ_j p_j·c_j over all rows p whose entries lie from 1 to `ratio`.

    The numbers c_j are given as `parts`. They are the gains of an output minus the multipliers of the inputs.
    """
    return sum((ratio * c if c > 0 else c for c in parts), ZERO)


def _correct(master: _Master, *, polish: bool) -> bool:
    """Correct the weights and multipliers of the program once, and return whether the float solver found the corrections.

    The corrections solve a second program. Its right sides are the residuals of the equations, and its costs are the reduced
    costs. Both are computed exactly. The costs are multiplied by a large number before the solver sees them, and so are the
    residuals if `polish`.
    """
    a, profits, x = master.entries(), master.profits(), master.x
    right = [ONE] * master.k + [ZERO]
    sides = [b - sum((v * z for v, z in zip(row, x, strict=True) if v), ZERO) for row, b in zip(a, right, strict=True)]
    costs = [sum((row[n] * y for row, y in zip(a, master.y, strict=True) if row[n]), -p) for n, p in enumerate(profits)]
    wrong = max(max(map(abs, sides)), -min(x))
    slack = max([-min(costs), *(abs(c) for c, z in zip(costs, x, strict=True) if z > 0)])
    primal = _factor(ONE, wrong) if polish else ONE
    dual = master.dual = _factor(master.dual, slack)
    answer = _scale(a, [c * dual for c in costs], [b * primal for b in sides], [-z * primal for z in x])
    if not answer.is_solved:
        return False
    master.x = [z + Fraction(d) / primal for z, d in zip(x, answer.point.tolist(), strict=True)]
    master.y = [y - Fraction(d) / dual for y, d in zip(master.y, answer.multipliers.tolist(), strict=True)]
    return True


def _factor(old: Fraction, error: Fraction) -> Fraction:
    """Return a power of two by which numbers of the size `error` are multiplied before a float solver sees them.

    It is the largest power for which the products are at most 1, but at most `MOST_FACTOR`, and at most `MOST_GAIN` times the `old`
    factor, because a round cannot gain more digits than that. If `error` is 1 or more, the result is 1.
    """
    limit = min(old * MOST_GAIN, MOST_FACTOR)
    if error * limit <= 1:
        return limit
    return Fraction(2) ** (int(1 / error).bit_length() - 1) if error < 1 else ONE


def _scale(a: list[list[Fraction]], costs: list[Fraction], sides: list[Fraction], lower: list[Fraction]) -> HighsAnswer:
    below = np.array([float(max(x, -FAR_DOWN)) for x in lower])
    right = [float(x) for x in sides]
    rows = dense_rows([[float(x) for x in row] for row in a], right, right)
    return minimise(np.array([float(min(c, FAR)) for c in costs]), rows, lower=below)
