"""The picture of a certified binary design. It shows the feasible region of the design problem, contours of the variance, and the
optimum. If ε or the prevalence is free, the picture is a map that shows which design is optimal where.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import Either, InputError
from rropt.exact.fields import DELTA
from rropt.plots.feasible_plot import plot_feasible
from rropt.plots.threshold_plot import plot_threshold
from rropt.problem.contract import NO_PICTURE, NOT_DRAWN, OfPrevalences
from rropt.problem.result import Design

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_design"]


def plot_design(found: Design, path: Path | str | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw a design of two outputs for the variance of a prevalence.

    Args:
        found: The design. Where epsilon or the prevalence is free, the picture has two panels.
        path: An SVG or PNG file to write the picture to; no file is written if no path is given.
        ax: The axes for a picture of one panel. If none are given, a new figure is made; a notebook shows it if no path is given.

    Returns:
        The axes; if the picture has two panels, those of the left panel.

    Raises:
        InputError: The design has no picture, axes are given for two panels, or the path is neither .svg nor .png.

    Example:
        >>> from matplotlib.figure import Figure
        >>> from rropt import LDP, Variance, design
        >>> from rropt.plots import plot_design
        >>> ax = Figure().subplots()
        >>> plot_design(design(Variance("1/10"), LDP("ln3")), ax=ax) is ax
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    objective = found.problem.objective
    if not isinstance(objective, OfPrevalences):
        raise InputError(NOT_DRAWN, NO_PICTURE)
    lower, upper = objective.drawn_prevalences(found.problem)
    ratio, delta = found.problem.ratio_and_delta
    if found.pieces:
        if found.problem.free == DELTA:
            raise InputError(
                "a design with a free delta cannot be drawn; give one delta", Either("", ", or leave --plot out")
            )
        if delta == 0:
            raise InputError("with delta = 0 one design is optimal everywhere, so there is no map to draw", NO_PICTURE)
        if ax is not None:
            raise InputError("this picture has two panels; leave ax out, or call plot_threshold with two axes")
        return plot_threshold(
            path,
            delta=delta,
            epsilon=None if Epsilon(ratio).is_free else Epsilon(ratio),
            prevalence=lower if lower == upper else None,
        )[0]
    points = [(x.mechanism.rows[0][0], x.mechanism.rows[1][1]) for x in found.minimisers]
    return plot_feasible(Epsilon(ratio), delta, lower, path, optima=points or None, ax=ax)
