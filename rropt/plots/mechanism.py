"""The picture of a mechanism: a heat map of its matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.errors import InputError
from rropt.exact.decimal import decimal
from rropt.mechanism import Mechanism
from rropt.plots.style import INK, fit, panel

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["MOST_DRAWN", "draw_mechanism"]

# The most inputs and outputs of a heat map.
MOST_DRAWN = 256
MOST_NAMED, MOST_WRITTEN = 40, 16


def draw_mechanism(canvas: FigureBase, mechanism: Mechanism) -> None:
    """Draw Pr(output | input) as shades, the darker the likelier, with the numbers if there are at most 16 × 16.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        mechanism: The mechanism, of at most 256 inputs and 256 outputs.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        InputError: The mechanism is too large.

    Examples:
        >>> from matplotlib.figure import Figure
        >>> from rropt import from_spec
        >>> canvas = Figure()
        >>> draw_mechanism(canvas, from_spec("warner:p=3/4"))
        >>> canvas.axes[0].images[0].get_array().tolist()
        [[0.75, 0.25], [0.25, 0.75]]

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    k, m = mechanism.k, mechanism.m
    if max(k, m) > MOST_DRAWN:
        raise InputError(
            f"a heat map of {m} outputs and {k} inputs is too large to be read; give a mechanism of at most {MOST_DRAWN} of each"
        )
    across, down = (
        [fit(x) for x in labels] if len(labels) <= MOST_NAMED else []
        for labels in (mechanism.input_labels, mechanism.output_labels)
    )
    longest, most = (max(map(len, labels), default=0) for labels in (across, down))
    # labels of neighbours would lie on one another if they were wider than their columns
    is_upright = longest * k > 60
    width, height = 0.62 * k + 0.08 * most + 1.2, 0.42 * m + 1.3 + (0.08 * longest if is_upright else 0)
    size = min(9.0, max(3.8, width)), min(8.0, max(2.6, height))
    ax = panel(canvas, size, "Chance of each answer, given the truth", "truth", "answer")
    shades = mechanism.to_numpy()
    darkest = float(shades.max())
    ax.imshow(shades, cmap="Blues", vmin=0, vmax=1.15 * darkest, aspect="auto")
    ax.set_xticks(range(len(across)), across, fontsize=8.5, rotation=90 if is_upright else 0)
    ax.set_yticks(range(len(down)), down, fontsize=8.5)
    if max(k, m) <= MOST_WRITTEN:
        for i, row in enumerate(mechanism.rows):
            for j, x in enumerate(row):
                # at four fifths of the darkest shade, white and ink stand out alike
                colour = "white" if shades[i, j] > 0.8 * darkest else INK
                ax.text(j, i, decimal(x, digits=3), ha="center", va="center", fontsize=8, color=colour)
