"""The parts that all pictures share: the axes to draw on, colours that can be printed, and writing a file in the format of its
suffix.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact.errors import InputError
from rropt.files import require_place, write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["BLUE", "GREY", "INK", "ORANGE", "RED", "TEAL", "axes_for", "finish", "literal"]

INK, GREY = "#222222", "#8a8a8a"
BLUE, ORANGE, TEAL, RED = "#2f6db3", "#d98c1f", "#2a9d8f", "#c0392b"
RESOLUTION = 200


def literal(text: str) -> str:
    """Write a text, such as a label, so that matplotlib shows its dollar signs and does not read a formula between them."""
    return text.replace("$", r"\$")


def axes_for(
    given: Axes | Sequence[Axes] | None,
    path: Path | str | None,
    *,
    width: float,
    height: float,
    columns: int = 1,
    rows: int = 1,
) -> list[Axes]:
    """Return the axes of the panels to draw on. If axes are given, there must be columns × rows of them. Otherwise a new figure
    with this many panels is made.

    If a path is given, the new figure has no window. If not, it is made by pyplot, so that a notebook shows it.
    """
    if given is not None:
        axes = list(given) if isinstance(given, Sequence) else [given]
        if len(axes) != rows * columns:
            raise InputError(
                f"this picture has {rows * columns} panels, and {len(axes)} axes were given; give {rows * columns}"
            )
        return axes
    figure = _new_figure(path, width, height)
    axes = [figure.add_subplot(rows, columns, n + 1) for n in range(rows * columns)]
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(colors=INK, labelsize=9)
    return axes


def _new_figure(path: Path | str | None, width: float, height: float) -> Figure:
    if path is None:
        from matplotlib import pyplot

        shown: Figure = pyplot.figure(figsize=(width, height), layout="constrained")
        return shown
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def finish(axes: Sequence[Axes], path: Path | str | None) -> None:
    """Write the figure of the axes to the path; do nothing if there is no path. The path's suffix says whether the file is SVG or
    PNG. If writing fails, a file that is already there is left as it is.
    """
    if path is None:
        return
    figure: Any = axes[0].figure
    target = Path(path)
    kind = target.suffix.lower()
    require_place(target, picture=True)
    from matplotlib import rc_context

    settings: dict[str, Any] = {"svg.hashsalt": "rropt", "svg.fonttype": "none"}
    data = io.BytesIO()
    with rc_context(settings):
        figure.savefig(data, format=kind[1:], dpi=RESOLUTION, metadata={"Date": None} if kind == ".svg" else None)
    write_whole(target, data.getvalue())
