"""What all pictures share: colours that differ in grey, the axes of a figure, and labels that are cut to fit."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

__all__ = ["BLUE", "BOX", "GREY", "GRID", "INK", "LEGEND", "ORANGE", "PALE", "RED", "fit", "panel"]

# From dark to light: their lightness (L* of CIELAB) is 13, 37, 53, 69 and 89, so that they differ in grey too.
INK, RED, BLUE, ORANGE, PALE = "#14213d", "#a4243b", "#2f86c6", "#e8963a", "#cfe3f2"
GREY = "#8a8a8a"
LEGEND: dict[str, Any] = {"fontsize": 9, "frameon": False}
GRID: dict[str, Any] = {"color": "#e2e2e2", "lw": 0.6}
# White behind a text, so that no line and no hatching crosses it.
BOX: dict[str, Any] = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}
# Of a label, and of a line of the title.
MOST_LETTERS, WIDE = 28, 56


def panel(
    canvas: FigureBase, size: tuple[float, float], title: str, across: str = "", up: str = "", *, above: float = 6
) -> Axes:
    """Return the axes to draw on, with a title, so many points of free room below it, and what both axes mean.

    A whole figure gets this size in inches; a part of somebody's figure keeps its own.
    """
    from matplotlib.figure import Figure

    if isinstance(canvas, Figure):
        canvas.set_size_inches(size)
    ax = canvas.subplots()
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(which="both", colors=INK, labelsize=9)
    ax.set_title(textwrap.fill(literal(title), WIDE), fontsize=10, pad=above)
    ax.set_xlabel(literal(across), fontsize=9.5)
    ax.set_ylabel(literal(up), fontsize=9.5)
    return ax


def fit(text: str, most: int = MOST_LETTERS) -> str:
    """Write a label of at most so many letters, so that matplotlib shows it as it stands."""
    return literal(text if len(text) <= most else f"{text[: most - 1]}…")
