"""The design that dominates all others, for two inputs and any number of outputs; each input has bounds (T, δ) against the other.

The rows of this design belong to the bends of a convex hull (`rropt.designs.rows.hull`). Each bend comes from one bound (T, δ), and
gives a multiple of the row (s, 1). For a bound of the first input against the second, s = T. For a bound of the second input
against the first, s = 1/T. Besides, the design may have a row whose second entry is 0, and a row whose first entry is 0.

The same hull bounds the information I at a prevalence π. Let f(p, q) = (q−p)²/((1−π)p + πq) be the information of a row (p, q). Let
G be a function that, on the rows (s, 1), is linear between neighbouring bends and equals f at every bend. If the design has a row
whose first entry is 0, let also G(0, 1) = f(0, 1). If it has a row whose second entry is 0, let the slope of G beyond the last bend
be f(1, 0). Because f is convex, G is convex too, and f ≤ G wherever the demand allows rows. The bounds (T, δ) of the first
direction have multipliers m ≥ 0, and the bounds (T', δ') of the other direction have multipliers m' ≥ 0. With these,

    G(p, q) = y₀p + y₁q + Σ m·max(0, p − T·q) + Σ m'·max(0, q − T'·p).

Here y₀ and y₁ are read off the interval between the last bend with s ≤ 1 and the first one with s ≥ 1, and every bend beyond this
interval adds one term. Summing over the outputs gives I ≤ y₀ + y₁ + Σ δm + Σ δ'm'.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rropt.designs.objectives.one_share.value import worst_prevalence
from rropt.designs.objectives.prevalence import Prevalence
from rropt.designs.rows.hull import Bend, Sides, corners, rows_of_hull
from rropt.designs.variance.information import row_information
from rropt.exact.element import Number
from rropt.exact.matrix import Matrix, total_of
from rropt.exact.spelling import show
from rropt.mechanism import Mechanism
from rropt.problem.pieces.piece import Formula
from rropt.results import exact_fields

__all__ = ["HullDual", "HullProgram", "InverseInformation"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class HullDual:
    """Multipliers that prove an upper bound on the information.

    `columns` has one multiplier for each of the two inputs. `sides` has two tuples of multipliers: one for the bounds of the first
    input against the second, and one for the reverse bounds. Each tuple has the order of the program's bounds.
    """

    columns: tuple[Number, Number]
    sides: tuple[tuple[Number, ...], tuple[Number, ...]]

    def information(self, sides: Sides) -> Number:
        """Compute the bound on the information that these multipliers prove under the given bounds (T, δ): the sum of `columns` and
        of each multiplier times its δ."""
        terms = [m * d for ms, side in zip(self.sides, sides, strict=True) for m, (_, d) in zip(ms, side, strict=True)]
        return total_of([*self.columns, *terms])


@dataclass(frozen=True, slots=True)
class HullProgram:
    """Minimises 1/I over all mechanisms with two inputs that meet the bounds in `sides`. I is the information about the prevalence.

    `sides` has two lists of bounds: those of the first input against the second, and the reverse ones. A bound (T, δ) says that for
    each set of answers, the probability under the one input is at most T times that under the other, plus δ.
    """

    sides: Sides
    prevalence: Prevalence

    @property
    def is_silent(self) -> bool:
        """Whether the bounds make every answer independent of the input."""
        return any(t == 1 and d == 0 for side in self.sides for t, d in side)

    def bends(self) -> tuple[Bend, ...]:
        """List the corners of the convex hull from which the dominating mechanism is made, from left to right, without the corner
        (0, 1)."""
        return corners(self.sides)

    def rows(self) -> Matrix:
        """The rows of the mechanism that dominates all others."""
        return rows_of_hull(self.sides)

    def at_worst(self) -> HullProgram:
        """Return the same program at a single prevalence: the worst one of the interval, or a rational number very near it.

        It is the prevalence at which the dominating mechanism has its largest variance. As this mechanism is the best one at each
        prevalence, its largest variance is the least possible one.
        """
        pi = self.prevalence
        worst = worst_prevalence(Mechanism(self.rows()), pi.lower, pi.upper)
        return HullProgram(self.sides, Prevalence(worst, worst))

    def dual(self, pi: Number) -> HullDual:
        """Compute multipliers which prove that no mechanism has more information at the prevalence `pi` than the dominating one."""
        bends, rows = self.bends(), self.rows()
        values = {b: row_information(b.at, ONE, pi) for b in bends}
        start = row_information(ZERO, ONE, pi) if any(not row[0] for row in rows) else None
        end = row_information(ONE, ZERO, pi) if any(not row[1] for row in rows) else None
        below, above = [b for b in bends if b.side == 1], [b for b in bends if b.side == 0]
        # the slopes of G: before the first bend, between neighbouring bends, and after the last; None where no row can be
        slopes = [None if start is None or not bends else (values[bends[0]] - start) / bends[0].at]
        slopes += [(values[b] - values[a]) / (b.at - a.at) for a, b in pairwise(bends)]
        slopes += [end]
        y0 = slopes[len(below)]
        found: list[list[Number]] = [[ZERO] * len(side) for side in self.sides]
        if y0 is None or not bends:
            return HullDual((end or ZERO, start or ZERO), (tuple(found[0]), tuple(found[1])))
        for n, b in enumerate(bends):
            before, after = slopes[n : n + 2]
            if before is not None and after is not None:
                # m·max(0, p − T·q) has the slope m beyond s = T, and m·max(0, q − T·p) the slope −T·m before s = 1/T
                found[b.side][b.place] = (after - before) * (1 if b.side == 0 else b.at)
        known = (above or below[::-1])[0]
        return HullDual((y0, values[known] - y0 * known.at), (tuple(found[0]), tuple(found[1])))


@dataclass(frozen=True, slots=True)
class InverseInformation(Formula):
    """The asymptotic variance 1/I of a mechanism as a function of the prevalence of the second input, where I is the
    information."""

    rows: Matrix

    def at(self, prevalence: Number) -> Number:
        """Compute 1/I at one prevalence, where I is the information of the mechanism."""
        return 1 / total_of([row_information(a, b, prevalence) for a, b in self.rows if a or b])

    def in_words(self) -> str:
        """Return the formula as text, with the rows of the mechanism."""
        rows = "; ".join(f"{show(a)}, {show(b)}" for a, b in self.rows)
        return f"1/Σ (b − a)²/((1 − π)a + πb) over the rows (a, b) of {rows}"

    def to_fields(self) -> dict[str, Any]:
        """Return the formula as text, and the rows of the mechanism."""
        rows = [[exact_fields(x) for x in row] for row in self.rows]
        return {"formula": "1/sum((b - a)^2/((1 - prevalence)*a + prevalence*b)) over the rows (a, b)", "rows": rows}
