"""Pictures of curves: one chart, or several beside one another, each with its lines, its legend and marks at what was asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.plots.style import BLUE, GREY, GRID, INK, LEGEND, ORANGE, RED, fit, panel
from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase, SubFigure

__all__ = ["MOST_LINES", "Chart", "Line", "draw_lines"]

# Lines differ in colour, which differs in grey, and in dashes and markers.
STYLES = (
    (INK, "-", "o"),
    (RED, "--", "s"),
    (BLUE, "-.", "^"),
    (ORANGE, (0, (1, 1)), "D"),
    (INK, (0, (5, 1, 1, 1)), "v"),
    (RED, (0, (3, 1, 1, 1, 1, 1)), "P"),
    (BLUE, (0, (6, 3)), "X"),
)
MOST_LINES = len(STYLES)
MOST_IN_LEGEND = 60
SIZE = 5.2, 4.2
# How numbers stand at a logarithmic axis.
PLAIN = "{x:,.10g}"


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points; a value that is not finite leaves a gap."""

    name: str
    places: Sequence[float]
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines with the meaning of both axes. `logarithmic` names the axes with a logarithmic scale, such as "xy"; `top` is the upper
    end of the other axis of values. `mark` is the place that was asked for, with its words. At `borders` something changes."""

    title: str
    across: str
    up: str
    lines: Sequence[Line]
    logarithmic: str = ""
    top: float | None = None
    mark: tuple[float, str] | None = None
    borders: Sequence[float] = ()


def draw_lines(canvas: FigureBase, charts: Sequence[Chart]) -> None:
    """Draw each chart in a panel of its own, with the legend below it.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        charts: What to draw; at most seven lines each, since more could not be told apart.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        InputError: A chart has too many lines.

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> squares = Line("squares", (1, 2, 3), (1, 4, 9))
        >>> draw_lines(canvas, [Chart("Powers", "n", "n²", [squares], mark=(2, "n = 2"))])
        >>> canvas.axes[0].lines[0].get_ydata().tolist()
        [1, 4, 9]

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    from matplotlib.figure import Figure

    if isinstance(canvas, Figure):
        canvas.set_size_inches(SIZE[0] * len(charts), SIZE[1])
    parts = [canvas] if len(charts) == 1 else [*canvas.subfigures(1, len(charts), squeeze=False)[0]]
    for part, chart in zip(parts, charts, strict=True):
        _draw_chart(part, chart)


def _draw_chart(part: FigureBase | SubFigure, chart: Chart) -> None:
    if len(chart.lines) > MOST_LINES:
        raise InputError(
            f"{len(chart.lines)} lines cannot be told apart in one picture; draw at most {MOST_LINES}, such as by fewer values"
        )
    ax = panel(part, SIZE, chart.title, chart.across, chart.up, above=6 if chart.mark is None else 18)
    for line, (colour, dashes, marker) in zip(chart.lines, STYLES, strict=False):
        every = max(1, len(line.places) // 8)
        shape = {"linestyle": dashes, "marker": marker, "markevery": every, "ms": 4.5, "lw": 1.6}
        name = "\n".join(fit(x, MOST_IN_LEGEND) for x in line.name.split("\n"))
        ax.plot(line.places, line.values, color=colour, label=name, **shape)  # type: ignore[arg-type]
    for place in chart.borders:
        ax.axvline(place, color=GREY, lw=0.8, ls=":")
    if "x" in chart.logarithmic:
        ax.set_xscale("log")
        ax.xaxis.set_major_formatter(PLAIN)
        ax.xaxis.set_minor_formatter("")
    if "y" in chart.logarithmic:
        ax.set_yscale("log", subs=(2, 5))
        ax.yaxis.set_major_formatter(PLAIN)
        ax.yaxis.set_minor_formatter(PLAIN)
    elif chart.top is not None:
        ax.set_ylim(0, chart.top)
    elif all(y >= 0 for line in chart.lines for y in line.values if math.isfinite(y)):
        ax.set_ylim(bottom=0)
    if chart.mark is not None:
        # its words stand above the axes, where no line is
        place, words = chart.mark
        ax.axvline(place, color=INK, lw=1, ls=(0, (2, 2)))
        ax.text(place, 1.01, literal(words), transform=ax.get_xaxis_transform(), fontsize=8.5, ha="center", va="bottom")
    ax.grid(True, which="major", **GRID)
    if len(chart.lines) > 1:
        columns = (
            2 if len(chart.lines) > 3 and max(len(line.name) for line in chart.lines) <= MOST_IN_LEGEND // 3 else 1
        )
        part.legend(**LEGEND, handlelength=3.6, loc="outside lower center", ncols=columns)
