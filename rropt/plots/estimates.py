"""The picture of numbers with their intervals, such as estimated shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.plots.style import BLUE, GREY, INK, fit, panels

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["draw_estimates"]

MOST_DRAWN = 40


def draw_estimates(
    canvas: FigureBase,
    rows: Sequence[tuple[str, float, float, float]],
    *,
    across: str = "estimated share, with its interval",
) -> None:
    """Draw each estimate as a point on its interval, one below another.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        rows: The name of each, the estimate, and the lower and the upper end of its interval. The first 40 are drawn.
        across: What the numbers are.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        InputError: There are no rows.

    Example:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_estimates(canvas, [("yes", 0.3, 0.2, 0.4)])
        >>> [x.get_text() for x in canvas.axes[0].get_yticklabels()]
        ['yes']

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if not rows:
        raise InputError("there are no estimates to draw; give at least one row")
    drawn = rows[:MOST_DRAWN]
    (ax,) = panels(canvas, 5.2, max(2.2, 0.36 * len(drawn) + 1.2))
    for n, (_, x, lower, upper) in enumerate(drawn):
        ax.plot([lower, upper], [n, n], color=INK, lw=1.6, marker="|", ms=11, mew=1.6)
        ax.plot([x], [n], marker="o", ms=6.5, color=BLUE)
    ax.set_yticks(range(len(drawn)), [fit(row[0]) for row in drawn], fontsize=9)
    ax.set_ylim(len(drawn) - 0.5, -0.5)
    ax.axvline(0, color=GREY, lw=0.8)
    ax.grid(True, axis="x", color="#e2e2e2", lw=0.6)
    ax.set_xlabel(across, fontsize=9.5)
    more = "" if len(rows) == len(drawn) else f": the first {len(drawn)} of {len(rows)}"
    ax.set_title(f"Estimates{more}", fontsize=10)
