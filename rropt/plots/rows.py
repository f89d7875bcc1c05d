"""Pictures with one row below another: numbers as bars, such as efficiencies, and estimates as points on their intervals."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.plots.style import BLUE, GREY, GRID, INK, fit, panel

if TYPE_CHECKING:
    from matplotlib.axes import Axes
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

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_bars(canvas, "Two devices", "efficiency", [("Warner", 0.5), ("optimum", 1)])
        >>> [float(bar.get_width()) for bar in canvas.axes[0].patches]
        [0.5, 1.0]

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    ax = _named_rows(canvas, title, across, [name for name, _ in rows], width=6.4, each=0.3, letters=MOST_LETTERS)
    drawn = rows[:MOST_DRAWN]
    colours = [INK if name in dark else BLUE for name, _ in drawn]
    bars = ax.barh(range(len(drawn)), [x for _, x in drawn], height=0.62, color=colours, ec=INK, lw=0.6)
    ax.bar_label(bars, [f"{x:.4g}" for _, x in drawn], padding=3, fontsize=8.5)
    ax.margins(x=0.12)


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

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_estimates(canvas, [("yes", 0.3, 0.2, 0.4)])
        >>> [x.get_text() for x in canvas.axes[0].get_yticklabels()]
        ['yes']

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    ax = _named_rows(canvas, "Estimates", across, [row[0] for row in rows], width=5.2, each=0.36)
    for n, (_, x, lower, upper) in enumerate(rows[:MOST_DRAWN]):
        ax.plot([lower, upper], [n, n], color=INK, lw=1.6, marker="|", ms=11, mew=1.6)
        ax.plot([x], [n], marker="o", ms=6.5, color=BLUE)
    ax.axvline(0, color=GREY, lw=0.8)
    ax.grid(True, axis="x", **GRID)


def _named_rows(
    canvas: FigureBase, title: str, across: str, names: Sequence[str], *, width: float, each: float, letters: int = 28
) -> Axes:
    """Return axes with a named row for each of the first names, from above, each of a height of so many inches."""
    if not names:
        raise InputError("there is nothing to draw; give at least one row")
    count = min(len(names), MOST_DRAWN)
    more = "" if len(names) == count else f": the first {count} of {len(names)}"
    ax = panel(canvas, (width, each * count + 1.2), f"{title}{more}", across)
    ax.set_yticks(range(count), [fit(name, letters) for name in names[:count]], fontsize=8.5)
    ax.set_ylim(count - 0.5, -0.5)
    return ax
