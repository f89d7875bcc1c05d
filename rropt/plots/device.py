"""The picture of what people hold: a disc for a spinner, else a bar, with a part for each instruction."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rropt.plots.style import BOX, INK, LEGEND, panel
from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase
    from matplotlib.patches import Patch

__all__ = ["draw_device"]

TINTS = ("#ffffff", "#9fb8cf", "#e6cfa8", "#d9d9d9")
# Four tints and five hatchings: of twenty parts no two look the same.
HATCHES = ("", "//", "..", "\\\\", "xx")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SAID = len(LETTERS)
WIDTH, WIDE = 5.4, 62
CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}
ARROW = ((-0.035, -0.16), (0.035, -0.16), (0.05, 0.3), (0, 0.42), (-0.05, 0.3))
# A part of a smaller chance has its letter in the list alone.
NARROW = 0.035


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
    from matplotlib.patches import Polygon, Rectangle, Wedge

    lines = _listed(parts)
    height = (4.0 if is_disc else 1.2) + 0.2 * sum(line.count("\n") + 1 for line in lines)
    ax = panel(canvas, (WIDTH, height), title)
    start = 0.0
    for n, (_, chance, _) in enumerate(parts):
        end, middle = start + chance, start + chance / 2
        shape: Patch = Rectangle((start, -0.4), chance, 0.8)
        place = middle, 0.0
        if is_disc:
            shape, place = Wedge((0, 0), 1, 90 - 360 * end, 90 - 360 * start), _around(middle, 0.66)
        # of two neighbours both the tint and the hatching differ
        shape.set(fc=TINTS[n % len(TINTS)], hatch=HATCHES[n % len(HATCHES)], ec=INK, lw=0.9)
        ax.add_patch(shape)
        if chance > NARROW and n < MOST_SAID:
            ax.text(*place, LETTERS[n], **CENTRED, fontsize=11, fontweight="bold", color=INK, bbox=BOX)
        if chance > NARROW and is_disc:
            ax.text(*_around(start, 1.13), f"{360 * start:.4g}°", **CENTRED, fontsize=9)
        start = end
    if is_disc:
        ax.add_patch(Polygon(ARROW, color=INK, zorder=5))
        ax.set(xlim=(-1.3, 1.3), ylim=(-1.22, 1.22), aspect="equal")
    else:
        ax.set(xlim=(0, 1), ylim=(-0.5, 0.5))
    ax.axis("off")
    canvas.legend(ax.patches[: len(lines)], lines, **LEGEND, loc="outside lower center", alignment="left")


def _around(turn: float, radius: float) -> tuple[float, float]:
    """Return the point at this part of a whole turn, from the top and clockwise."""
    return radius * math.sin(math.tau * turn), radius * math.cos(math.tau * turn)


def _listed(parts: Sequence[Part]) -> list[str]:
    """Write what each letter stands for."""
    said = [
        f"{letter}  {outcomes}: {what} ({100 * chance:.3g}\u00a0%)"
        for letter, (outcomes, chance, what) in zip(LETTERS, parts, strict=False)
    ]
    said += [f"and {len(parts) - MOST_SAID} more, as the script says"] if len(parts) > MOST_SAID else []
    return [textwrap.fill(literal(line), WIDE, subsequent_indent="     ", break_long_words=False) for line in said]
