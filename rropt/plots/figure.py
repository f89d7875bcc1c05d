"""What every picture shares: a clean figure without a window, printable colours, and a file by its suffix."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.files import require_place, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["BLUE", "GREY", "INK", "ORANGE", "RED", "TEAL", "new_figure", "save"]

INK, GREY = "#222222", "#8a8a8a"
BLUE, ORANGE, TEAL, RED = "#2f6db3", "#d98c1f", "#2a9d8f", "#c0392b"
RESOLUTION = 200


def new_figure(*, width: float = 6.4, height: float = 5.6, columns: int = 1) -> tuple[Figure, list[Axes]]:
    """A figure with so many panels side by side, drawn without any display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = [figure.add_subplot(1, columns, n + 1) for n in range(columns)]
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(colors=INK, labelsize=9)
    return figure, axes


def save(figure: Figure, path: Path | str) -> Path:
    """Write the figure as SVG or PNG by the suffix of the path, whole or not at all."""
    target = Path(path)
    kind = target.suffix.lower()
    require_place(target, picture=True)
    from matplotlib import rc_context

    settings: dict[str, Any] = {"svg.hashsalt": "rropt", "svg.fonttype": "none"}
    data = io.BytesIO()
    with rc_context(settings):
        figure.savefig(data, format=kind[1:], dpi=RESOLUTION, metadata={"Date": None} if kind == ".svg" else None)
    write_whole(target, data.getvalue())
    return target
