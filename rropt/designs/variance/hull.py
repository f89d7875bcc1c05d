"""Two inputs, any number of outputs, and bounds of each input against the other: the design that dominates all others.

The rows of that design are those of a convex hull (`rropt.designs.rows.hull`), with a bend at each of some bounds.

With f(p, q) = (q−p)²/((1−π)p + πq) the same hull bounds the information at π. Along the rays (s, 1) let G be the piecewise linear
function that meets f(s, 1) at the bends, and f(0, 1) at 0 and the slope f(1, 0) at the end where there are rows there. As f is
convex, so is G, and f ≤ G between its ends:

    G(p, q) = y₀p + y₁q + Σ m·max(0, p − T·q) + Σ m'·max(0, q − T'·p),      m, m' ≥ 0,

with a term at each bend beyond a middle interval, which has s = 1 or a bend there for an end: bounds of the first input
have s = T ≥ 1, and those of the second s = 1/T ≤ 1. Summed over the outputs, I ≤ y₀ + y₁ + Σ δm + Σ δ'm'.
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
    """Multipliers: y₀, y₁, and those of the bounds in each of the two directions."""

    columns: tuple[Number, Number]
    sides: tuple[tuple[Number, ...], tuple[Number, ...]]

    def information(self, sides: Sides) -> Number:
        """The bound that the dual proves on the information."""
        terms = [m * d for ms, side in zip(self.sides, sides, strict=True) for m, (_, d) in zip(ms, side, strict=True)]
        return total_of([*self.columns, *terms])


@dataclass(frozen=True, slots=True)
class HullProgram:
    """Minimise 1/I(π) over all mechanisms with two inputs that keep bounds of each input against the other."""

    sides: Sides
    prevalence: Prevalence

    @property
    def is_silent(self) -> bool:
        """Whether no answer depends on the truth."""
        return any(t == 1 and d == 0 for side in self.sides for t, d in side)

    def bends(self) -> tuple[Bend, ...]:
        """The corners of the hull from left to right, without (0, 1)."""
        return corners(self.sides)

    def rows(self) -> Matrix:
        """The rows of the dominating mechanism."""
        return rows_of_hull(self.sides)

    def at_worst(self) -> HullProgram:
        """The same program at the worst prevalence of its interval, or at a rational very near it.

        The dominating mechanism is best at each prevalence, so its own worst prevalence is that of the minimax.
        """
        pi = self.prevalence
        worst = worst_prevalence(Mechanism(self.rows()), pi.lower, pi.upper)
        return HullProgram(self.sides, Prevalence(worst, worst))

    def dual(self, pi: Number) -> HullDual:
        """Multipliers which prove that no mechanism has more information at π than the dominating one."""
        bends, rows = self.bends(), self.rows()
        values = {b: row_information(b.at, ONE, pi) for b in bends}
        start = row_information(ZERO, ONE, pi) if any(not row[0] for row in rows) else None
        end = row_information(ONE, ZERO, pi) if any(not row[1] for row in rows) else None
        below, above = [b for b in bends if b.side == 1], [b for b in bends if b.side == 0]
        # the slopes of G: at the left end, between neighbouring bends, and at the right end; None where no row can be
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
    """1/I(π) of a mechanism as a function of the prevalence of the second input."""

    rows: Matrix

    def at(self, prevalence: Number) -> Number:
        """The value at one π."""
        return 1 / total_of([row_information(a, b, prevalence) for a, b in self.rows if a or b])

    def in_words(self) -> str:
        """The formula with the rows."""
        rows = "; ".join(f"{show(a)}, {show(b)}" for a, b in self.rows)
        return f"1/Σ (b − a)²/((1 − π)a + πb) over the rows (a, b) of {rows}"

    def to_fields(self) -> dict[str, Any]:
        """The formula and the rows."""
        rows = [[exact_fields(x) for x in row] for row in self.rows]
        return {"formula": "1/sum((b - a)^2/((1 - prevalence)*a + prevalence*b)) over the rows (a, b)", "rows": rows}
