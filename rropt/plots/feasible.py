"""The picture of the designs of two answers for two truths: which meet a demand, and which of these is best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from rropt.errors import InputError
from rropt.plots.style import BLUE, BOX, INK, LEGEND, PALE, RED, fit, panel
from rropt.show import near

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

__all__ = ["draw_feasible", "region_of"]

Point = tuple[float, float]
Line = tuple[float, float, float]
TIMES = (1.5, 2, 3, 5, 10)
# The heights at which the contours are labelled, far enough apart for labels not to meet.
HEIGHTS = (0.96, 0.88, 0.80, 0.72, 0.64)
NEAR = 0.07
MOST_LETTERS = 28
STEPS = 400


def draw_feasible(
    canvas: FigureBase,
    lines: Sequence[Line],
    optima: Sequence[Point],
    *,
    share: tuple[float, float],
    labels: tuple[str, str] = ("0", "1"),
    beside: Sequence[tuple[str, Point]] = (),
) -> None:
    """Draw the region of all (p00, p11) that meet a demand, the best of them, and contours of the variance n·Var.

    p00 and p11 are the chances of the answer that is right, under the first truth and under the second. With D = p00 + p11 − 1 > 0,
    x = p00/D and y = p11/D, n·Var = (x − π)(y − 1 + π) at the share π of the second truth.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        lines: The demand: each (a, b, c) says a·x + b·y ≥ c.
        optima: The best points (p00, p11).
        share: The least and the largest π; if they differ, the variance is that at the worst π between them.
        labels: The names of both truths.
        beside: Other points to mark, each with its name.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        InputError: There is no optimum.

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_feasible(canvas, [(2, 0, 3), (0, 2, 3)], [(0.75, 0.75)], share=(0.5, 0.5))
        >>> len(canvas.axes[0].collections) > 0
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if not optima:
        raise InputError("there is no optimum to draw; give at least one point (p00, p11)")
    first, second = (name[:MOST_LETTERS] for name in labels)
    pi = f"{share[0]:.4g}" if share[0] == share[1] else f"the worst from {share[0]:.4g} to {share[1]:.4g}"
    across, up = (f'chance of the answer "{name}" if it is the truth' for name in (first, second))
    ax = panel(canvas, (6.0, 7.1), f'Designs of two answers; share of "{second}": {pi}', across, up)
    corners = region_of(lines)
    ax.fill(*zip(*corners, strict=True), facecolor=PALE, edgecolor=BLUE, lw=1.6, label="designs that meet the demand")
    ax.plot([0, 1], [1, 0], color=INK, lw=1.6, ls=":", zorder=3, label="answers that tell nothing")
    least = float(_variance(*optima[0], share))
    if least > 0:
        _draw_contours(ax, least, optima, share)
    for n, (a, b) in enumerate(optima):
        name = f"the best: ({a:.4g}, {b:.4g}), n·Var = {near(least)}" if n == 0 else f"as good: ({a:.4g}, {b:.4g})"
        ax.plot([a], [b], "*", ms=15, color=RED, mec=INK, mew=0.8, ls="none", clip_on=False, zorder=5, label=name)
    for name, (a, b) in beside:
        told = f"{fit(name)}: ({a:.4g}, {b:.4g}), n·Var = {near(float(_variance(a, b, share)))}"
        ax.plot([a], [b], "o", ms=9, color="white", mec=INK, mew=1.2, ls="none", clip_on=False, zorder=5, label=told)
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    canvas.legend(**LEGEND, loc="outside lower center")


def region_of(lines: Sequence[Line]) -> list[Point]:
    """Return the corners of the region of (p00, p11) with p00 + p11 ≥ 1 that meets all lines, by cutting a triangle.

    Multiplied by D = p00 + p11 − 1, the line a·x + b·y ≥ c is (a − c)p00 + (b − c)p11 + c ≥ 0.
    """
    corners: list[Point] = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    for a, b, c in lines:
        above = [(a - c) * x + (b - c) * y + c for x, y in corners]
        kept: list[Point] = []
        for (p, u), (q, v) in pairwise(zip([*corners, *corners[:1]], [*above, *above[:1]], strict=True)):
            if u >= 0:
                kept.append(p)
            if u * v < 0:
                w = u / (u - v)
                kept.append((p[0] + w * (q[0] - p[0]), p[1] + w * (q[1] - p[1])))
        corners = kept
    return corners


def _variance(
    a: float | NDArray[numpy.float64], b: float | NDArray[numpy.float64], share: tuple[float, float]
) -> NDArray[numpy.float64]:
    """Compute n·Var at (p00, p11) = (a, b): the worst π is the one nearest to (x − y + 1)/2."""
    with numpy.errstate(all="ignore"):
        d = numpy.asarray(a) + b - 1
        x, y = a / d, b / d
        pi = numpy.clip((x - y + 1) / 2, *share)
        # both factors are at least 0 but for rounding
        return numpy.where(d > 1e-9, numpy.round((x - pi) * (y - 1 + pi), 12) + 0.0, numpy.inf)


def _draw_contours(ax: Axes, least: float, optima: Sequence[Point], share: tuple[float, float]) -> None:
    """Draw the lines on which n·Var is the least value, and some multiples of it with their numbers."""
    axis = numpy.linspace(0, 1, STEPS + 1)
    a, b = numpy.meshgrid(axis, axis)
    value = numpy.minimum(_variance(a, b, share) / least, 2 * TIMES[-1])
    ax.contour(a, b, value, levels=[1.0], colors=[RED], linewidths=1.4)
    ax.contour(a, b, value, levels=list(TIMES), colors=[INK], linewidths=0.6, alpha=0.6)
    ax.plot([], [], color=INK, lw=0.6, label="the variance of the best (the thick line), and so many times it")
    for times, height in zip(TIMES, HEIGHTS, strict=True):
        # along this height the variance falls
        along = _variance(axis, numpy.full_like(axis, height), share)
        place = float(axis[numpy.argmax(along <= times * least)]), height
        if along[-1] <= times * least and all(max(abs(place[0] - x), abs(height - y)) > NEAR for x, y in optima):
            ax.text(*place, f"×{times:g}", fontsize=7.5, ha="center", va="center", bbox=BOX)
