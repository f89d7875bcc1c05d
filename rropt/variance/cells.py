"""The cells of a t-interval on which the optimal corners of a variance program stay the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from flint import fmpz_poly

from rropt.certificate.scope import cut
from rropt.exact.element import Element, Number
from rropt.exact.fields import Free
from rropt.exact.infinity import is_infinite
from rropt.exact.isolate import Root, sign_at
from rropt.exact.piecewise import runs_of
from rropt.exact.substitute import polynomial_at, value_at
from rropt.problem.pieces.breakpoints import domain_between, spell_breakpoint
from rropt.variance.exact import best_points
from rropt.variance.polyhedron import Point, VarianceProgram

__all__ = ["VarianceCell", "cells_of"]


@dataclass(frozen=True, slots=True)
class VarianceCell:
    """An interval of t as the certificate names it (or one breakpoint, then `sample` is None), and the optimal corners there.

    `parts` are the fields of a finer partition at every root inside: some infeasible corner changes there which of its
    inequalities fails, and a certificate of the whole cell may need to be given in these parts.
    """

    domain: Any
    points: tuple[Point, ...]
    sample: Fraction | None
    parts: tuple[Any, ...] = ()


def _parts(x: Number) -> list[fmpz_poly]:
    return [x.num, x.den] if isinstance(x, Element) else []


@dataclass(frozen=True, slots=True)
class _Corners:
    """The corners that are optimal at some t, by their places among all corners; it holds where just these are."""

    program: VarianceProgram
    corners: tuple[Point, ...]
    best: tuple[int, ...]

    def polynomials(self, interval: Free) -> list[fmpz_poly]:
        """What decides which corners there are, which are feasible, in what order their values stand, and the signs that a
        certificate compares."""
        corners, values = self.corners, [self.program.value(p) for p in self.corners]
        found = [f for p in corners for c in p for f in _parts(c)]
        found += [f for p in corners for h in self.program.half_planes.values() for f in _parts(h.slack(p))]
        found += [f for a, b in combinations(values, 2) for f in _parts(a - b)]
        return found + [f for p in corners for x in _excesses(self.program, p) for f in _parts(x)]

    def holds_at(self, t: Fraction) -> bool:
        """Whether just these are optimal at t."""
        return _winners(self.program, self.corners, t) == self.best


def cells_of(program: VarianceProgram, interval: Free) -> list[VarianceCell]:
    """The maximal cells, breakpoints between them as cells of their own, in increasing order of t."""
    corners = program.corners()
    kept = []
    for run in runs_of(lambda t: _Corners(program, corners, _winners(program, corners, t)), interval):
        best = run.form.best
        # a root inside at which another corner ties is a breakpoint too
        for part in run.split(lambda root, _, best=best: _ties(program, corners, best, root) != set(best)):  # type: ignore[misc]
            inside = [place.right for place in part[:-1] if place.right is not None]
            kept.append(_Kept(part[0].left, best, part[0].sample, inside))
    return _assemble(program, corners, kept, interval)


@dataclass(slots=True)
class _Kept:
    """A form, where it begins, and the roots inside at which it stays optimal."""

    start: Root | None
    best: tuple[int, ...]
    sample: Fraction
    inside: list[Root]


def _excesses(program: VarianceProgram, point: Point) -> list[Number]:
    """The p_ij − T·p_il of the mechanism at a corner: their signs decide which of them count in the demand."""
    if point[0] + point[1] == 1:
        return []
    rows = program.rows(point)
    return [row[j] - program.ratio * row[1 - j] for row in rows for j in (0, 1)]


def _winners(program: VarianceProgram, corners: tuple[Point, ...], t: Number) -> tuple[int, ...]:
    """The indices of the corners that are optimal at the number t."""
    at = VarianceProgram(value_at(program.ratio, t), value_at(program.delta, t), program.prevalence, program.warner)
    best = set(best_points(at)[1])
    placed = [_corner_at(point, t) for point in corners]
    return tuple(n for n, point in enumerate(placed) if point in best)


def _corner_at(point: Point, t: Number) -> Point | None:
    """A corner at the number t; None where its lines are parallel."""
    if any(isinstance(x, Element) and polynomial_at(x.den, t) == 0 for x in point):
        return None
    return value_at(point[0], t), value_at(point[1], t)


def _ties(program: VarianceProgram, corners: tuple[Point, ...], best: tuple[int, ...], root: Root) -> set[int]:
    """The feasible corners whose value equals the optimal one at the root."""
    least = program.value(corners[best[0]])
    return {
        n
        for n, point in enumerate(corners)
        if _sign(program.value(point) - least, root) == 0
        and all(_sign(h.slack(point), root) >= 0 for h in program.half_planes.values())
    }


def _sign(x: Number, root: Root) -> int:
    """The sign of a number at the root; a pole there counts as −1, which no feasible corner has."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    below = sign_at(x.den, root)
    return sign_at(x.num, root) * below if below else -1


def _assemble(
    program: VarianceProgram, corners: tuple[Point, ...], kept: list[_Kept], interval: Free
) -> list[VarianceCell]:
    """The open cells, a cell for each breakpoint between them, and for a closed end where other corners are optimal."""
    cells: list[VarianceCell] = []
    for n, form in enumerate(kept):
        if form.start is not None:
            tied = sorted(set(kept[n - 1].best) | set(form.best))
            cells.append(_point_cell(spell_breakpoint(form.start), [corners[i] for i in tied]))
        after = kept[n + 1].start if n + 1 < len(kept) else None
        cells.append(_open_cell(interval, form, after, tuple(corners[i] for i in form.best)))
    for at, end, is_open in ((0, interval.lower, interval.lower_open), (-1, interval.upper, interval.upper_open)):
        if not is_open and not is_infinite(end):
            # corners may coincide at t = 1, so the points are compared, not their names
            best = {_corner_at(corners[i], end): corners[i] for i in _winners(program, corners, end)}
            if set(best) != {_corner_at(corners[i], end) for i in kept[at].best}:
                cells[at] = _open_at(cells[at], at)
                cells.insert(len(cells) if at else 0, _point_cell(cut(end), list(best.values())))
            elif end == 1 or interval.is_delta:
                # two of the boundary lines coincide or are parallel there, and meet in a point elsewhere
                parts = _open_at(cells[at], at).parts or (_open_at(cells[at], at).domain,)
                point = ({"t": cut(end)},)
                cells[at] = replace(cells[at], parts=(*parts, *point) if at else (*point, *parts))
    return cells


def _point_cell(where: Any, points: list[Point]) -> VarianceCell:
    return VarianceCell({"t": where}, tuple(points), None)


def _open_cell(interval: Free, form: _Kept, after: Root | None, points: tuple[Point, ...]) -> VarianceCell:
    domains: list[Any] = []
    for n, (left, right) in enumerate(pairwise([form.start, *form.inside, after])):
        if n and left is not None:
            domains.append({"t": spell_breakpoint(left)})
        domains.append(domain_between(interval, left, right))
    whole = domain_between(interval, form.start, after)
    return VarianceCell(whole, points, form.sample, tuple(domains) if form.inside else ())


def _open_at(cell: VarianceCell, at: int) -> VarianceCell:
    """The cell without its first (at = 0) or last (at = −1) point."""

    def open_end(domain: Any) -> Any:
        ends = "(" + domain["ends"][1] if at == 0 else domain["ends"][0] + ")"
        return {**domain, "ends": ends}

    parts = list(cell.parts)
    if parts:
        parts[at] = open_end(parts[at])
    return replace(cell, domain=open_end(cell.domain), parts=tuple(parts))
