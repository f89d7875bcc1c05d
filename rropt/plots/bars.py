"""The picture of numbers beside one another, such as efficiencies of mechanisms: one bar below another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.plots.style import BLUE, INK, fit, panels
from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["draw_bars"]

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
    (ax,) = panels(canvas, 6.4, 0.3 * len(drawn) + 1.2)
    bars = ax.barh(range(len(drawn)), [x for _, x in drawn], height=0.62, ec=INK, lw=0.6)
    for bar, (name, _) in zip(bars, drawn, strict=True):
        bar.set_facecolor(INK if name in dark else BLUE)
    ax.bar_label(bars, [f"{x:.4g}" for _, x in drawn], padding=3, fontsize=8.5)
    ax.set_yticks(range(len(drawn)), [fit(name, MOST_LETTERS) for name, _ in drawn], fontsize=8.5)
    ax.set_ylim(len(drawn) - 0.4, -0.6)
    ax.margins(x=0.12)
    ax.set_xlabel(literal(across), fontsize=9.5)
    more = "" if len(rows) == len(drawn) else f": the first {len(drawn)} of {len(rows)}"
    ax.set_title(f"{literal(title)}{more}", fontsize=10)
