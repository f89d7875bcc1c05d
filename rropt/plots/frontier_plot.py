"""Frontiers: the optimum along ε, δ or a vulnerability is a line where it is known in pieces, else lies between two staircases."""

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
from rropt.problem.reach.along import FrontierAlong
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
    """Draw a frontier's standard errors, or values, on the axes `ax` if given, and into a file if `path` is; return the axes.

    Args:
        found: The frontier of a prevalence, whose standard errors are drawn, or of an objective.
        path: An SVG or PNG file to write it to; none is written if not given.
        n: The number of answers.
        ax: The axes to draw on; a new figure's, which a notebook shows, if not given.

    Returns:
        The axes.

    Raises:
        InputError: An argument makes no sense, or matplotlib is not there.

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
    """The certified optimum along ε, δ or a vulnerability.

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
    if found.free is not None:
        places, values = _line(found)
        return Curves(title, across, "value", places, (Curve("certified, in pieces", values),))
    if found.along == VULNERABILITY and found.is_exact:
        values = tuple(_float(one.value) for one in found.points)
        return Curves(title, across, "value", tuple(map(found.place, found.points)), (Curve("certified", values),))
    places, low, high = _stairs(found)
    shown = "bounds of rropt's own" if any(point.is_bounded for point in found.points) else "certified"
    lines = (Curve(f"{shown}: at most", high), Curve(f"{shown}: at least", low))
    # what is to be small grows without bound towards 0
    scale = "y" if found.objective.sense == "min" and min(low) > 0 else ""
    return Curves(title, across, "value", places, lines, scale)


def _line(found: FrontierAlong) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The values of the pieces at equal distances."""
    first, last = found.ends
    high = Fraction(LARGEST) if math.isinf(float(last)) else Fraction(float(last))
    low = Fraction(float(first))
    places = [low + (high - low) * n / STEPS for n in range(STEPS + 1)]
    known = [(x, piece) for x in places for piece in found.pieces if piece.covers(x)]
    return tuple(float(x) for x, _ in known), tuple(_float(piece.at(x)) for x, piece in known)


def _stairs(found: FrontierAlong) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """The bounds of the optimum from each point to the next."""
    if len(found.points) < 2:
        raise InputError("one point makes no picture; give two or more")
    places, low, high = list[float](), list[float](), list[float]()
    for one, other in zip(found.points, found.points[1:], strict=False):
        worse, better = (one, other)
        least, most = (worse, better) if found.objective.sense == "max" else (better, worse)
        places += [found.place(one), found.place(other)]
        low += 2 * [_float(least.lower)]
        high += 2 * [_float(most.upper)]
    return tuple(places), tuple(low), tuple(high)


def _float(x: Bound | None) -> float:
    """The nearest double; NaN, which leaves a gap, where there is no value."""
    return math.nan if x is None or math.isinf(float(x)) else float(x)
