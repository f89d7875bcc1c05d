"""The picture of what people hold: a disc for a spinner, else a bar, with a part for each instruction."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.plots.style import BOX, INK, LEGEND, panel
from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

__all__ = ["draw_device"]

TINTS = ("#ffffff", "#9fb8cf", "#e6cfa8", "#d9d9d9")
HATCHES = ("", "//", "..", "\\\\", "xx")
"""Four tints and five hatchings: of twenty parts no two look the same."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SAID = len(LETTERS)
WIDTH, WIDE = 5.4, 62
NARROW = 0.035
"""A part of a smaller chance has its letter in the list alone."""


Part = tuple[str, float, str]


def draw_device(canvas: FigureBase, title: str, parts: Sequence[Part], *, is_disc: bool = False) -> None:
    """Draw the parts of a device as long as they are likely, with letters, and below them what to do at each letter.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        title: The device's name.
        parts: The outcomes of each part, their chance, and what is done at them. The chances sum to 1.
        is_disc: Whether to draw a spinner's disc of 360 degrees, from the top and clockwise.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        IndexError: There are no parts.

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_device(canvas, "A die", [("1 to 3", 0.5, "say yes"), ("4 to 6", 0.5, "tell the truth")])
        >>> [float(bar.get_width()) for bar in canvas.axes[0].patches]
        [0.5, 0.5]

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    lines = _listed(parts)
    height = (4.0 if is_disc else 1.2) + 0.2 * sum(line.count("\n") + 1 for line in lines)
    ax = panel(canvas, WIDTH, height)
    (_draw_disc if is_disc else _draw_bar)(ax, parts)
    ax.axis("off")
    ax.set_title(literal(title), fontsize=10)
    ax.legend(
        ax.patches[: len(lines)],
        lines,
        **LEGEND,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.02),
        alignment="left",
    )


def _listed(parts: Sequence[Part]) -> list[str]:
    """Write what each letter stands for."""
    said = [
        f"{letter}  {outcomes}: {what} ({100 * chance:.3g}\u00a0%)"
        for letter, (outcomes, chance, what) in zip(LETTERS, parts, strict=False)
    ]
    said += [f"and {len(parts) - MOST_SAID} more, as the script says"] if len(parts) > MOST_SAID else []
    return [textwrap.fill(literal(line), WIDE, subsequent_indent="     ", break_long_words=False) for line in said]


def _style(n: int) -> dict[str, Any]:
    """Choose the tint and the hatching of a part; each part differs in both from the next."""
    return {"fc": TINTS[n % len(TINTS)], "hatch": HATCHES[n % len(HATCHES)], "ec": INK, "lw": 0.9}


def _mark(ax: Axes, x: float, y: float, n: int) -> None:
    """Write the letter of a part on white, so that no hatching crosses it."""
    if n < MOST_SAID:
        ax.text(x, y, LETTERS[n], ha="center", va="center", fontsize=11, fontweight="bold", color=INK, bbox=BOX)


def _draw_disc(ax: Axes, parts: Sequence[Part]) -> None:
    """Draw a disc. Outside of it, each part's first degree is written."""
    from matplotlib.patches import Polygon, Wedge

    start = 0.0
    for n, (_, chance, _) in enumerate(parts):
        end = start + 360 * chance
        ax.add_patch(Wedge((0, 0), 1, 90 - end, 90 - start, **_style(n)))
        edge, middle = math.radians(90 - start), math.radians(90 - (start + end) / 2)
        if chance > NARROW:
            _mark(ax, 0.66 * math.cos(middle), 0.66 * math.sin(middle), n)
            ax.text(1.14 * math.cos(edge), 1.12 * math.sin(edge), f"{start:.4g}°", ha="center", va="center", fontsize=9)
        start = end
    ax.add_patch(Polygon([(-0.035, -0.16), (0.035, -0.16), (0.05, 0.3), (0, 0.42), (-0.05, 0.3)], color=INK, zorder=5))
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.22, 1.22), aspect="equal")


def _draw_bar(ax: Axes, parts: Sequence[Part]) -> None:
    """Draw one bar of length 1."""
    start = 0.0
    for n, (_, chance, _) in enumerate(parts):
        ax.barh([0], [chance], left=[start], height=0.8, **_style(n))
        if chance > NARROW:
            _mark(ax, start + chance / 2, 0, n)
        start += chance
    ax.set(xlim=(0, 1), ylim=(-0.5, 0.5))
