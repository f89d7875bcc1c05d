"""The cells of a t-interval on which the optimal corners of a variance program stay the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from flint import fmpz_poly

from rropt.certificate.scope import cut
from rropt.exact.decimal import decimal
from rropt.exact.epsilon import Epsilon
from rropt.exact.field import Element, Free, Number
from rropt.exact.isolate import Root, isolate, sign_at
from rropt.exact.sign import inside
from rropt.oracles.vertices import best_points
from rropt.program.variance import Point, VarianceProgram

__all__ = ["Cell", "cells_of"]


@dataclass(frozen=True, slots=True)
class Cell:
    """An interval of t (or one breakpoint, then `sample` is None), the certificate's field, and the optimal corners there."""

    interval: str
    domain: Any
    points: tuple[Point, ...]
    sample: Fraction | None


def _parts(x: Number) -> list[fmpz_poly]:
    return [x.num, x.den] if isinstance(x, Element) else []


def cells_of(program: VarianceProgram, field: Free) -> list[Cell]:
    """The maximal cells, breakpoints between them as cells of their own, in increasing order of t."""
    corners = program.corners()
    values = [program.value(p) for p in corners]
    polynomials = [f for p in corners for c in p for f in _parts(c)]
    polynomials += [f for p in corners for h in program.half_planes.values() for f in _parts(h.slack(p))]
    polynomials += [f for a, b in combinations(values, 2) for f in _parts(a - b)]
    roots = isolate(polynomials, field)
    samples = _samples(roots, field)
    winners = [_winners(program, corners, t) for t in samples]
    kept: list[tuple[Root | None, tuple[int, ...], Fraction]] = [(None, winners[0], samples[0])]
    for root, best, sample in zip(roots, winners[1:], samples[1:], strict=True):
        if best != kept[-1][1] or _ties(program, corners, best, root) != set(best):
            kept.append((root, best, sample))
    return _assemble(corners, kept, field)


def _samples(roots: list[Root], field: Free) -> list[Fraction]:
    """A rational strictly between any two neighbouring breakpoints and ends."""
    if not roots:
        low, high = inside(field)
        return [(low + high) / 2]
    first = inside(Free(field.lower, roots[0].lower))
    last = inside(Free(roots[-1].upper, field.upper))
    between = [(a.upper + b.lower) / 2 for a, b in pairwise(roots)]
    return [(first[0] + first[1]) / 2, *between, (last[0] + last[1]) / 2]


def _winners(program: VarianceProgram, corners: tuple[Point, ...], t: Fraction) -> tuple[int, ...]:
    """The indices of the corners that are optimal at the rational t."""
    at = VarianceProgram(t, _at(program.delta, t), program.prevalence, program.warner)
    best = set(best_points(at)[1])
    placed = [(_at(x, t), _at(y, t)) for x, y in corners]
    return tuple(n for n, point in enumerate(placed) if point in best)


def _at(x: Number, t: Fraction) -> Fraction:
    """The value of a rational function at a rational t."""
    if isinstance(x, Fraction):
        return x
    return _evaluate(x.num, t) / _evaluate(x.den, t)


def _evaluate(p: fmpz_poly, t: Fraction) -> Fraction:
    value = Fraction(0)
    for c in reversed(p.coeffs()):
        value = value * t + int(c)
    return value


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
    corners: tuple[Point, ...], kept: list[tuple[Root | None, tuple[int, ...], Fraction]], field: Free
) -> list[Cell]:
    cells: list[Cell] = []
    for n, (root, best, sample) in enumerate(kept):
        if root is not None:
            tied = sorted(set(kept[n - 1][1]) | set(best))
            cells.append(Cell(f"t = {_near(root)}", {"t": _cut(root)}, tuple(corners[i] for i in tied), None))
        after = kept[n + 1][0] if n + 1 < len(kept) else None
        cells.append(_open_cell(field, root, after, tuple(corners[i] for i in best), sample))
    return cells


def _open_cell(field: Free, left: Root | None, right: Root | None, points: tuple[Point, ...], sample: Fraction) -> Cell:
    low = cut(field.lower) if left is None else _cut(left)
    high = cut(field.upper) if right is None else _cut(right)
    opening = "(" if left is not None or field.lower_open else "["
    closing = ")" if right is not None or field.upper_open else "]"
    words = f"{opening}{_end(field.lower, left)}, {_end(field.upper, right)}{closing}"
    return Cell(words, {"from": low, "to": high, "ends": opening + closing}, points, sample)


def _end(end: Number | float, root: Root | None) -> str:
    return _near(root) if root is not None else "inf" if isinstance(end, float) else str(end)


def _near(root: Root) -> str:
    """The breakpoint to a few digits, in t and in ε."""
    middle = (root.lower + root.upper) / 2
    lower, _ = Epsilon(middle).bounds(width=Fraction(1, 10**12))
    return f"{decimal(middle, digits=8)} (epsilon ≈ {decimal(lower, digits=8)})"


def _cut(root: Root) -> Any:
    if len(root.polynomial) == 2:
        return cut(Fraction(-root.polynomial[0], root.polynomial[1]))
    terms = [f"{c}*t^{n}" if n else str(c) for n, c in enumerate(root.polynomial) if c]
    text = "+".join(terms).replace("+-", "-")
    return {"root": text, "between": [str(root.lower), str(root.upper)]}
