"""Divide an interval of t into cells, on each of which the same corners of a variance program are optimal.

Here t is e^ε or δ, whichever is free. A corner is a point where two boundary lines of the polyhedron meet. The search for cells is
in `rropt.problem.pieces`; it asks the classes of this file which corners are optimal at a given t.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, groupby
from typing import Any

from flint import fmpz_poly

from rropt.certificate.writing import join_domains
from rropt.designs.variance.exact import best_points
from rropt.designs.variance.polyhedron import Point, VarianceProgram
from rropt.exact.element import Element, Number
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, sign_at
from rropt.exact.substitute import polynomial_at, value_at
from rropt.problem.pieces.engine import cover
from rropt.problem.pieces.span import End

__all__ = ["VarianceCell", "cells_of"]


@dataclass(frozen=True, slots=True)
class VarianceCell:
    """The corners that are optimal on an interval of t, or at one breakpoint; t is e^ε or δ.

    A corner is a point (x, y) where two boundary lines of the polyhedron meet; x and y are functions of t. `domain` describes the
    interval in the form that a certificate uses. `sample` is a number in the interval, or None for a breakpoint.

    Inside the interval the optimal corners stay the same. But at some t a corner that is infeasible on both sides may begin to fail
    another inequality. So a certificate may have to be given for each part of the interval between such t. `parts` has the domains
    of these parts, and is empty if there is only one.
    """

    domain: Any
    points: tuple[Point, ...]
    sample: Fraction | None
    parts: tuple[Any, ...] = ()


def cells_of(program: VarianceProgram, interval: Free) -> list[VarianceCell]:
    """Divide the interval into the largest cells on which the same corners are optimal; list the cells in increasing order of t.

    A breakpoint between two such cells is a cell of its own.
    """
    found = []
    for _, group in groupby(cover(_Corners(program, interval), interval), key=lambda cell: cell.form.best):
        cells = list(group)
        parts = [cell.span.domain for cell in cells]
        sample = next((cell.sample for cell in cells if cell.sample is not None), None)
        found.append(
            VarianceCell(join_domains(parts), cells[0].form.points, sample, tuple(parts) if len(parts) > 1 else ())
        )
    return found


@dataclass(frozen=True, slots=True)
class _Best:
    """The corners of the polyhedron that are optimal at some t, by their indices in `among.corners`.

    A corner is a point where two boundary lines meet. The search for intervals (`rropt.problem.pieces`) asks this object at which
    other t the same corners, and no others, are optimal.
    """

    among: _Corners
    best: tuple[int, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """The optimal corners, as functions of t."""
        return tuple(self.among.corners[n] for n in self.best)

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """List polynomials in t; only at their roots may other corners of the polyhedron become optimal.

        The list does not depend on which corners are optimal now.
        """
        return self.among.polynomials

    def holds_at(self, t: Fraction) -> bool:
        """Whether the corners of this object, and no others, are optimal at t."""
        return self.among.find(t).best == self.best


@dataclass(frozen=True)
class _Corners:
    """Finds the corners of a variance program that are optimal at a given t; the program's ratio or slack depends on t.

    A corner is a point where two boundary lines meet.
    """

    program: VarianceProgram
    interval: Free

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The points where two boundary lines meet, feasible or not, as functions of t. If p00 = p11 is required, a boundary line
        and the line x = y meet there."""
        return self.program.corners()

    @cached_property
    def polynomials(self) -> list[fmpz_poly]:
        """The polynomials in t at whose roots the optimal corners, or the certificate, may change.

        Their signs decide where a corner has a pole, which corners are feasible, and which of two corners has the smaller variance.
        They also decide the signs of the numbers that a certificate compares.
        """
        corners, values = self.corners, [self.program.value(p) for p in self.corners]
        found = [f for p in corners for c in p for f in _parts(c)]
        found += [f for p in corners for h in self.program.half_planes.values() for f in _parts(h.slack(p))]
        found += [f for a, b in combinations(values, 2) for f in _parts(a - b)]
        return found + [f for p in corners for x in self._excesses(p) for f in _parts(x)]

    def _excesses(self, point: Point) -> list[Number]:
        """List the differences whose positive parts the demand limits, for the mechanism at a corner (x, y).

        For each row and each of the two inputs, the difference is the entry at this input minus the ratio T times the entry at the
        other input. The list is empty if x + y = 1, because the corner then has no mechanism.
        """
        if point[0] + point[1] == 1:
            return []
        rows = self.program.rows(point)
        return [row[j] - self.program.ratio * row[1 - j] for row in rows for j in (0, 1)]

    def find(self, t: Number) -> _Best:
        """Find all corners of the polyhedron at which the variance is least, for this number t."""
        program = self.program
        at = VarianceProgram(value_at(program.ratio, t), value_at(program.delta, t), program.prevalence, program.warner)
        best = set(best_points(at)[1])
        return _Best(self, tuple(n for n, point in enumerate(self._placed(t)) if point in best))

    def _placed(self, t: Number) -> list[Point | None]:
        """Evaluate the corners at the number t; None where two lines are parallel."""
        return [
            None if _has_pole(point, t) else (value_at(point[0], t), value_at(point[1], t)) for point in self.corners
        ]

    def holds_up_to(self, form: _Best, end: End) -> bool:
        """Whether the certificate for the inside of an interval also covers the interval's end.

        It does if the corners that are optimal just inside the end are the only optimal ones at the end. But in three cases the end
        gets a certificate of its own, and the result is False. The end may be a root of one of the `polynomials`, where another
        corner may be equally good. It may be t = 1, or an end of an interval of δ; in these cases two boundary lines may coincide
        or be parallel.
        """
        if isinstance(end, Root) or end == 1 or self.interval.is_delta:
            return False
        return self._are_same(form, end)

    def is_parted(self, form: _Best, root: Root, t: Fraction) -> bool:
        """Return True: every root of one of the `polynomials` is a cell of its own, which `cells_of` joins to a neighbour that has
        the same optimal corners."""
        return True

    def find_at(self, end: End, before: _Best | None, after: _Best | None) -> _Best:
        """Find the corners that are optimal at an end of an interval.

        If the end is a root of one of the `polynomials`, these are the corners that are optimal just before it or just after it,
        and all feasible corners that have the same variance there. At any other end, the corners that are optimal next to it are
        returned if they stay optimal; otherwise the optimal corners are found anew.
        """
        if isinstance(end, Root):
            beside = [form for form in (before, after) if form is not None]
            return _Best(self, tuple(sorted({n for form in beside for n in (*form.best, *self._ties(form, end))})))
        form = before or after
        assert form is not None
        if self._are_same(form, end):
            return form
        # corners may coincide at t = 1, so one corner is taken for each point
        assert not is_infinite(end)
        placed = self._placed(end)
        return _Best(self, tuple({placed[n]: n for n in self.find(end).best}.values()))

    def _are_same(self, form: _Best, end: End) -> bool:
        """Whether the corners that are optimal just inside an end give, at that end, exactly the optimal points.

        Different corners may be the same point at the end, so points are compared and not corners.
        """
        assert not isinstance(end, Root) and not is_infinite(end)
        placed = self._placed(end)
        return {placed[n] for n in self.find(end).best} == {placed[n] for n in form.best}

    def _ties(self, form: _Best, root: Root) -> set[int]:
        """Find all feasible corners, by their indices, that have the same variance at `root` as the corners of `form`, which are
        optimal next to it."""
        program, least = self.program, self.program.value(form.points[0])
        return {
            n
            for n, point in enumerate(self.corners)
            if _sign(program.value(point) - least, root) == 0
            and all(_sign(h.slack(point), root) >= 0 for h in program.half_planes.values())
        }


def _parts(x: Number) -> list[fmpz_poly]:
    """List the numerator and the denominator of a function of t; the list is empty for a constant."""
    return [x.num, x.den] if isinstance(x, Element) else []


def _has_pole(point: Point, t: Number) -> bool:
    return any(isinstance(x, Element) and polynomial_at(x.den, t) == 0 for x in point)


def _sign(x: Number, root: Root) -> int:
    """Return the sign of a function of t at a root: 1, 0 or −1. At a pole it is −1, because a corner with a pole there is not
    feasible."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    below = sign_at(x.den, root)
    return sign_at(x.num, root) * below if below else -1
