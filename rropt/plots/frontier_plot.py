"""The picture of the optimum along ε, δ or a vulnerability: a line if it is exact, else two staircases that enclose it."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.fields import DELTA
from rropt.plots.curves import Curve, Curves, draw_curves, error_by_budget
from rropt.plots.figure import axes_for, finish
from rropt.problem.pieces.piece import Between
from rropt.problem.reach.along import FrontierAlong, as_double
from rropt.problem.reach.place import VULNERABILITY

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rropt.designs.variance.frontier import Frontier

__all__ = ["plot_frontier", "value_along"]

STEPS = 120
LARGEST = 4
"""The ε up to which a line without an end is drawn."""


def plot_frontier(
    found: Frontier | FrontierAlong, path: Path | str | None = None, *, n: int = 1000, ax: Axes | None = None
) -> Axes:
    """Draw a frontier's standard errors or values, on the axes `ax` if given, and into the file `path` if given; return the axes.

    Args:
        found: The frontier. The picture shows the standard errors of a prevalence, or the values of an objective.
        path: An SVG or PNG file to write the picture to; no file is written if no path is given.
        n: The number of answers.
        ax: The axes to draw on. If no axes are given, a new figure is made, which a notebook shows if no path is given.

    Returns:
        The axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt import frontier
        >>> from rropt.plots import plot_frontier
        >>> plot_frontier(frontier("1/10"), ax=ax) is ax
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    (axes,) = axes_for(ax, path, width=7.0, height=4.6)
    draw_curves(axes, value_along(found) if isinstance(found, FrontierAlong) else error_by_budget(found, n=n))
    finish([axes], path)
    return axes


def value_along(found: FrontierAlong) -> Curves:
    """Compute the picture of the certified optimum along ε, δ or a vulnerability.

    Args:
        found: The frontier of an objective.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: There is but one point, which makes no line.

    Example:
        >>> from rropt import Trace, frontier
        >>> from rropt.plots import value_along
        >>> len(value_along(frontier(Trace(), inputs=3)).lines)
        1

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    across = {DELTA: "slack δ", VULNERABILITY: "vulnerability v"}.get(found.along, "privacy budget ε")
    title = f"The best {found.objective}"
    if found.along == VULNERABILITY and found.is_exact:
        values = tuple(_float(one.value) for one in found.points)
        return Curves(title, across, "value", tuple(map(found.place, found.points)), (Curve("certified", values),))
    places, low, high = _stairs(found) if found.free is None else _over_pieces(found)
    if found.is_exact:
        return Curves(title, across, "value", places, (Curve("certified, in pieces", low),))
    designs = found.points if found.free is None else (found.free,)
    shown = "bounds of rropt's own" if any(one.is_bounded for one in designs) else "certified"
    lines = (Curve(f"{shown}: at most", high), Curve(f"{shown}: at least", low))
    # a value that is minimised grows without bound towards 0
    scale = "y" if found.objective.sense == "min" and min(low) > 0 else ""
    return Curves(title, across, "value", places, lines, scale)


def _over_pieces(found: FrontierAlong) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the abscissas, and the lower and upper bounds of the optimum there. A piece of the frontier is a range of the
    abscissa. If a piece has an exact formula, both bounds are its values at equal steps. If it has only two bounds, these are given
    at both its ends.
    """
    first, last = found.ends
    low, high = Fraction(first), Fraction(LARGEST if math.isinf(last) else last)
    steps = [low + (high - low) * n / STEPS for n in range(STEPS + 1)]
    places, least, most = list[float](), list[float](), list[float]()
    for piece in found.pieces:
        if isinstance(piece.value, Between):
            places += [min(as_double(found.along, end), float(high)) for end in (piece.lower, piece.upper)]
            least += 2 * [_float(piece.value.lower)]
            most += 2 * [_float(piece.value.upper)]
        else:
            inside = [x for x in steps if piece.covers(x)]
            values = [_float(piece.at(x)) for x in inside]
            places += map(float, inside)
            least += values
            most += values
    return tuple(places), tuple(least), tuple(most)


def _stairs(found: FrontierAlong) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Return the abscissas of the picture, and the lower and the upper bounds of the optimum there.

    Between two neighbouring points of the frontier, both bounds are constant. So the abscissas of all points but the first and the
    last are listed twice, once with the bounds on either side.
    """
    if len(found.points) < 2:
        raise InputError(
            f"a frontier needs at least two points to be drawn, not {len(found.points)}; compute it at two or more"
        )
    places, low, high = list[float](), list[float](), list[float]()
    for one, other in zip(found.points, found.points[1:], strict=False):
        # the optimum only improves along the curve: between two points it is at best that of the second, at worst that of the first
        worse, better = (one, other)
        least, most = (worse, better) if found.objective.sense == "max" else (better, worse)
        places += [found.place(one), found.place(other)]
        low += 2 * [_float(least.lower)]
        high += 2 * [_float(most.upper)]
    return tuple(places), tuple(low), tuple(high)


def _float(x: Bound | None) -> float:
    """Return the nearest double; NaN, which leaves a gap, if there is no finite value."""
    return math.nan if x is None or math.isinf(float(x)) else float(x)
