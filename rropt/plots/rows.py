"""Pictures with one row below another: numbers as bars, such as efficiencies, and estimates as points on their intervals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.plots.style import BLUE, GREY, INK, fit, name_axes, panel

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["draw_bars", "draw_estimates"]

MOST_DRAWN, MOST_LETTERS = 40, 44


def draw_bars(
    canvas: FigureBase, title: str, across: str, rows: Sequence[tuple[str, float]], *, dark: Collection[str] = ()
) -> None:
    """Draw each number as a bar, with the number at its end.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        title: The title.
        across: What the numbers are.
        rows: The name and the number, at least 0, of each. The first 40 are drawn.
        dark: The names of bars to be drawn darker than the others.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        InputError: There are no rows.

    Example:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_bars(canvas, "Two devices", "efficiency", [("Warner", 0.5), ("optimum", 1)])
        >>> [float(bar.get_width()) for bar in canvas.axes[0].patches]
        [0.5, 1.0]

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if not rows:
        raise InputError("there is nothing to draw; give at least one row")
    drawn = rows[:MOST_DRAWN]
    ax = panel(canvas, 6.4, 0.3 * len(drawn) + 1.2)
    bars = ax.barh(range(len(drawn)), [x for _, x in drawn], height=0.62, ec=INK, lw=0.6)
    for bar, (name, _) in zip(bars, drawn, strict=True):
        bar.set_facecolor(INK if name in dark else BLUE)
    ax.bar_label(bars, [f"{x:.4g}" for _, x in drawn], padding=3, fontsize=8.5)
    ax.set_yticks(range(len(drawn)), [fit(name, MOST_LETTERS) for name, _ in drawn], fontsize=8.5)
    ax.set_ylim(len(drawn) - 0.4, -0.6)
    ax.margins(x=0.12)
    more = "" if len(rows) == len(drawn) else f": the first {len(drawn)} of {len(rows)}"
    name_axes(ax, f"{title}{more}", across)


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
    ax = panel(canvas, 5.2, max(2.2, 0.36 * len(drawn) + 1.2))
    for n, (_, x, lower, upper) in enumerate(drawn):
        ax.plot([lower, upper], [n, n], color=INK, lw=1.6, marker="|", ms=11, mew=1.6)
        ax.plot([x], [n], marker="o", ms=6.5, color=BLUE)
    ax.set_yticks(range(len(drawn)), [fit(row[0]) for row in drawn], fontsize=9)
    ax.set_ylim(len(drawn) - 0.5, -0.5)
    ax.axvline(0, color=GREY, lw=0.8)
    ax.grid(True, axis="x", color="#e2e2e2", lw=0.6)
    more = "" if len(rows) == len(drawn) else f": the first {len(drawn)} of {len(rows)}"
    name_axes(ax, f"Estimates{more}", across)
