"""A result's picture as matplotlib's figure, with the texts that it shows."""

from __future__ import annotations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from rropt.show import Figure as Picture, Result

__all__ = ["drawn", "shown_texts"]


def drawn(result: Result) -> Figure:
    """Draw a result's first picture as `Result.plot` does."""
    canvas = Figure(layout="constrained")
    FigureCanvasAgg(canvas)
    next(x for x in result.show() if isinstance(x, Picture)).draw(canvas)
    canvas.draw_without_rendering()
    return canvas


def shown_texts(figure: Figure) -> list[tuple[str, Bbox]]:
    """List the visible texts of a figure, each with the box that it takes in the picture."""
    found: list[Text] = []
    for ax in figure.axes:
        found += [ax.title, *ax.texts]
        legends = [ax.get_legend(), *ax.figure.legends]
        found += [text for legend in legends if legend is not None for text in legend.get_texts()]
        for axis in (ax.xaxis, ax.yaxis) if ax.axison else ():
            low, high = sorted(axis.get_view_interval())
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            found += [axis.label, *(tick.label1 for tick in ticks if low <= tick.get_loc() <= high)]
    kept = [text for text in found if text.get_visible() and text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent()) for text in dict.fromkeys(kept)]
