"""B(h) for h given as a sympy expression: exact where it is algebraic of degree at most 2, enclosed elsewhere.

Pieces that are linear over linear go through the same routine as a table. Others are treated twice: by calculus with
p = qⁿ (stationary points of a rational function of q, or limits at the ends), and by certified branch and bound.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import arb

from rropt.breach.bound import exact_bound
from rropt.breach.curved.algebraic import Curve, curve_of, least_value
from rropt.breach.curved.balls import compiled
from rropt.breach.curved.enclosure import Cell, Ends, Searched, search
from rropt.breach.curved.inequality import inequalities, rational_bounds
from rropt.breach.curved.reading import Part, Parts, as_function, number, read_parts, root_order
from rropt.breach.curved.root import least_root
from rropt.breach.curved.smooth import Smooth, end_bound, sample, smooth_cell
from rropt.breach.result import BreachBound, Leg, interval, outward, root_words
from rropt.exact.element import Number
from rropt.exact.enclosure import Bounds, enclose_ball, nth_root_bounds
from rropt.exact.errors import Disagreement, InputError, Undecided
from rropt.exact.isolate import Root
from rropt.exact.quadratic import compare
from rropt.exact.sign import enclose
from rropt.exact.spelling import show
from rropt.privacy.boundary.function import require_upper

__all__ = ["expression_bound"]

PROBES = 16
ENCLOSED = "B(h) is only enclosed, by branch and bound in ball arithmetic, which certificates do not state"


def expression_bound(expression: Any, *, ends: Ends | None, width: Fraction, budget: int) -> BreachBound:
    """B(h) for a sympy expression h in one symbol (or a constant), piecewise or with Min and Max."""
    read = read_parts(expression)
    function = as_function(read, str(expression))
    if function is not None:
        return exact_bound(require_upper(function))
    return _enclosed(str(expression), read, ends, width, budget)


def _enclosed(name: str, read: Parts, ends: Ends | None, width: Fraction, budget: int) -> BreachBound:
    parts, p = read.parts, read.p
    q = sympy.Symbol("q", positive=True)
    orders = [root_order(part, p) for part in parts]
    formulas = [sympy.powsimp(part.formula.subs(p, q**n)) for part, n in zip(parts, orders, strict=True)]
    pieces = [_smooth(part, f, q, n) for part, f, n in zip(parts, formulas, orders, strict=True)]
    _require_real(name, parts, p)
    points = [_ratio_at(x, value, p) for x, value in read.isolated]
    found, known = _search(pieces, ends, width, budget)
    least, most = (min((r[i] for r in points), default=math.inf) for i in (0, 1))
    if min(found.upper, most) < 1:
        raise InputError(f"h = {name} is below p at some prior p; an upward breach boundary has h(p) >= p")
    low = min(found.lower, least) if known else Fraction(1)
    lower, upper = outward(max(Fraction(1), low), min(found.upper, most))
    symbolic, curves = _symbolic(read, formulas, q, orders)
    legs = [Leg("numeric", "rigorous", interval(lower, upper), "branch and bound, ball arithmetic")]
    said = f"Branch and bound over {found.cells} cells{'' if found.reached else ', stopped by the effort allowed'}."
    if symbolic is None:
        if not known:
            said += " The lower end is 1 because h could not be bounded near p = 0 or p = 1; give ends=(c, eta)."
        near = [x for x in _limits(parts, p) if lower <= Fraction(str(sympy.N(x, 30))) <= upper]
        legs[:0] = [Leg("symbolic", "a limit inside the enclosure", str(x), "sympy, not certified") for x in near[:1]]
        return BreachBound(name, None, lower, upper, "", tuple(legs), None, said, ENCLOSED)
    value: tuple[Number, Number] = (
        (symbolic.lower, symbolic.upper) if isinstance(symbolic, Root) else (symbolic, symbolic)
    )
    shown = root_words(symbolic) if isinstance(symbolic, Root) else show(symbolic)
    _agree(name, shown, value, (lower, upper))
    legs.insert(0, Leg("symbolic", "exact", shown, "stationary points and limits"))
    exact, root = (None, symbolic) if isinstance(symbolic, Root) else (symbolic, None)
    shows, why = _certified(read, formulas, q, orders, curves, symbolic)
    sure = shown if isinstance(symbolic, Fraction) else interval(*rational_bounds(symbolic))
    judged = ("accepted", sure, f"the checker, {len(shows)} inequalities") if shows else ("uncertified", "none", "")
    legs.append(Leg("certified", *judged))
    bounds = outward(*value)
    return BreachBound(name, exact, *bounds, "", tuple(legs), None, said, why, root=root, certificates=shows)


def _certified(
    read: Parts, formulas: list[Any], q: Any, orders: list[int], curves: list[Curve], value: Number | Root
) -> tuple[tuple[str, ...], str]:
    """The inequalities that the checker accepted, or why there are none."""
    try:
        isolated = [(number(x), number(v)) for x, v in read.isolated]
        return inequalities(formulas, q, orders, curves, isolated, value), ""
    except (InputError, Undecided) as e:
        return (), str(e)


def _agree(name: str, shown: str, value: tuple[Number, Number], searched: tuple[Any, Any]) -> None:
    """Raise where what calculus found lies outside the enclosure of the search."""
    lower, upper = searched
    if (isinstance(lower, Fraction) and compare(value[1], lower) < 0) or (
        isinstance(upper, Fraction) and compare(value[0], upper) > 0
    ):
        raise Disagreement(f"legs of B({name}) disagree: calculus {shown}, search {interval(lower, upper)}")


def _require_real(name: str, parts: list[Part], p: Any) -> None:
    """Refuse an h that sympy evaluates to a complex or an infinite number inside one of its parts."""
    for part in parts:
        low, high = enclose(part.start)[1], enclose(part.end)[0]
        for k in range(1, PROBES):
            x = low + (high - low) * Fraction(k, PROBES)
            value = sympy.N(part.formula.subs(p, sympy.Rational(x.numerator, x.denominator)), 30)
            if value.is_number and (value.is_extended_real is False or value.is_infinite):
                raise InputError(f"h = {name} is {sympy.N(value, 5)} at p = {show(x)}, which is no real number")


def _ratio_at(x: Any, value: Any, p: Any) -> Bounds:
    """Bounds of R at a single point, where h has a value of its own."""
    with flint.ctx.workprec(256):
        at, h = (compiled(e, p)(arb(0)) for e in (x, value))
        ratio = (1 - at) * h / (at * (1 - h))
        if h >= 1 or not ratio.is_finite():
            return math.inf, math.inf  # type: ignore[return-value]
        return enclose_ball(ratio)


def _smooth(part: Part, formula: Any, q: Any, n: int) -> Smooth:
    start, end = (enclose(x) for x in (part.start, part.end))
    low, high = nth_root_bounds(start[0], n)[0], nth_root_bounds(end[1], n)[1]
    return Smooth(
        compiled(formula, q), compiled(sympy.diff(formula, q), q), n, max(low, Fraction(0)), min(high, Fraction(1))
    )


def _search(pieces: list[Smooth], ends: Ends | None, width: Fraction, budget: int) -> tuple[Searched, bool]:
    """The enclosure over all pieces, and whether both ends of [0, 1] are accounted for."""
    upper = min(sample(piece) for piece in pieces)
    wanted = upper * (1 - width / 2)
    cells: dict[tuple[Fraction, Fraction], Cell] = {}
    floor: Fraction | float = math.inf
    known = True
    for piece in pieces:
        start, end = piece.start, piece.end
        for side, touches in ((0, start == 0), (1, end == 1)):
            if not touches:
                continue
            eta, bound, sure = _end(piece, side, wanted, ends)
            floor, known = min(floor, bound), known and sure
            start, end = (start + eta, end) if side == 0 else (start, end - eta)
        if start < end:
            cells[start, end] = smooth_cell(piece)
    if not cells:
        return Searched(floor, upper, 0, True), known

    def cell(u: Fraction, v: Fraction) -> tuple[Fraction | float, Fraction | float]:
        return next(bounds for (a, b), bounds in cells.items() if a <= u and v <= b)(u, v)

    found = search(list(cells), cell, width=width, budget=budget)
    top = min(found.upper, upper)
    return Searched(min(found.lower, floor, top), top, found.cells, found.reached), known


def _end(
    piece: Smooth, side: int, wanted: Fraction | float, ends: Ends | None
) -> tuple[Fraction, Fraction | float, bool]:
    """How much of the piece the end takes, the bound of R there, and whether it is more than a guess."""
    if ends is not None:
        root_low = nth_root_bounds(ends.eta, piece.n)[0] if side == 0 else 1 - nth_root_bounds(1 - ends.eta, piece.n)[1]
        return min(root_low, (piece.end - piece.start) / 2), ends.c, True
    found = end_bound(piece, side, wanted)
    if found is None:
        return min(Fraction(1, 1024), (piece.end - piece.start) / 2), Fraction(1), False
    return (*found, True)


def _symbolic(read: Parts, formulas: list[Any], q: Any, orders: list[int]) -> tuple[Number | Root | None, list[Curve]]:
    """B(h) by calculus if every formula is a rational function of q: a number at hand, or a root of higher degree; and
    the odds ratio on every part."""
    curves: list[Curve] = []
    for part, formula, n in zip(read.parts, formulas, orders, strict=True):
        curve = curve_of(part, formula, q, n) if formula.is_rational_function(q) else None
        if curve is None:
            return None, curves
        curves.append(curve)
    try:
        pairs = [(number(x), number(value)) for x, value in read.isolated]
        others = [(1 - x) * v / (x * (1 - v)) for x, v in pairs if v != 1]
        found = least_value(curves, others)
        return (least_root(curves, others) if found is None else found), curves
    except InputError:
        return None, curves


def _limits(parts: list[Part], p: Any) -> list[Any]:
    """The finite limits of R at p = 0 and p = 1 by sympy, for a person to read beside the enclosure."""
    found = []
    for part, point, side in ((parts[0], 0, "+"), (parts[-1], 1, "-")):
        ratio = (1 - p) * part.formula / (p * (1 - part.formula))
        try:
            value = sympy.limit(ratio, p, point, side)
        except (NotImplementedError, ValueError, TypeError):
            continue
        if value.is_number and value.is_finite:
            found.append(value)
    return found
