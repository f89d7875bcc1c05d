"""Pictures that are not curves: a mechanism as a heat map, what answers disclose, and estimates with their intervals.

Each function `draw_…` draws on Axes that the caller gives. The pictures can be read without colour. The first two kinds also show
their values as numbers where there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.plots.figure import BLUE, GREY, INK, ORANGE, axes_for, finish, literal
from rropt.plots.shares import read_prevalence, share_place
from rropt.privacy.words import disclosures, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["MOST_DRAWN", "draw_disclosed", "draw_estimates", "draw_mechanism", "plot"]

MOST_CELLS = 40
MOST_DRAWN = 256
"""The most inputs and outputs of a heat map."""
LONG = 12
WRITTEN = 16
LEGEND = 0.55
"""Inches below the axes at which a legend stands, beneath the labels."""


def plot(path: Path | str, draw: Callable[[Axes], None], *, width: float = 4.8, height: float = 3.6) -> Path:
    """Draw one picture into an SVG or PNG file.

    Args:
        path: An SVG or PNG file.
        draw: A function that draws on the Axes that it is given.
        width: In inches.
        height: In inches.

    Returns:
        The file's path.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from rropt.plots import plot
        >>> (lambda d: plot(Path(d.name) / "a.svg", lambda ax: None).name)(TemporaryDirectory())
        'a.svg'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    axes = axes_for(None, path, width=width, height=height)
    draw(axes[0])
    finish(axes, path)
    return Path(path)


def draw_mechanism(ax: Axes, mechanism: Mechanism) -> None:
    """Draw Pr(output | input) as shades, the darker the likelier, with the numbers if they can be read.

    Args:
        ax: The axes to draw on.
        mechanism: The mechanism.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt import from_spec
        >>> from rropt.plots import draw_mechanism
        >>> draw_mechanism(ax, from_spec("warner:p=3/4"))
        >>> len(ax.images) + len(ax.collections) > 0
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if max(mechanism.k, mechanism.m) > MOST_DRAWN:
        raise InputError(
            f"a heat map of {mechanism.m} outputs and {mechanism.k} inputs is too large to be legible; give a mechanism of at most "
            f"{MOST_DRAWN} of each"
        )
    shades = mechanism.to_numpy()
    ax.imshow(shades, cmap="Blues", vmin=0, vmax=max(1e-9, float(shades.max())) * 1.15, aspect="auto")
    ax.set_xlabel("truth", fontsize=9.5)
    ax.set_ylabel("answer", fontsize=9.5)
    if mechanism.k <= MOST_CELLS:
        ax.set_xticks(range(mechanism.k), list(map(literal, mechanism.input_labels)), fontsize=8.5)
    if mechanism.m <= MOST_CELLS:
        ax.set_yticks(range(mechanism.m), list(map(literal, mechanism.output_labels)), fontsize=8.5)
    if max(mechanism.k, mechanism.m) <= WRITTEN:
        middle = float(shades.max()) * 0.8  # at this shade white and ink stand out alike
        for i, row in enumerate(mechanism.rows):
            for j, x in enumerate(row):
                colour = "white" if shades[i, j] > middle else INK
                ax.text(j, i, decimal(x, digits=3), ha="center", va="center", fontsize=8.5, color=colour)
    ax.set_title("Chance of each answer, given the truth", fontsize=10, loc=_side(mechanism))


def _side(mechanism: Mechanism) -> Literal["center", "right"]:
    """Choose the side of a title: right if labels of answers are long, since these leave the picture little width."""
    return "right" if max(map(len, mechanism.output_labels)) > LONG else "center"


def draw_disclosed(ax: Axes, mechanism: Mechanism, belief: object, *, share_of: str | int | None = None) -> None:
    """Draw how likely one truth is after each answer; a line shows how likely it was before.

    Args:
        ax: The axes to draw on.
        mechanism: The mechanism.
        belief: The chance of each input before the answer, or for two inputs the chance of the second alone.
        share_of: The input whose share is meant, by its label or its index; the last one if not given.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from fractions import Fraction
        >>> from rropt import from_spec
        >>> from rropt.plots import draw_disclosed
        >>> draw_disclosed(ax, from_spec("warner:p=3/4"), [Fraction(9, 10), Fraction(1, 10)])
        >>> ax.get_xlabel() != ""
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    j, belief = share_place(mechanism, share_of), read_prevalence(belief, mechanism.k)
    found = [x for x in disclosures(mechanism, belief) if x.after is not None]
    if len(found) > MOST_CELLS:
        raise InputError(
            f"{len(found)} answers are too many for bars; give a mechanism of at most {MOST_CELLS} answers"
        )
    after = [float(x.after[j]) for x in found if x.after is not None]
    before = float(belief[j])
    bars = ax.barh(range(len(found)), after, color=BLUE, height=0.6)
    said = [percent(x.after[j]) for x in found if x.after is not None]
    for bar, x, words in zip(bars, after, said, strict=True):
        inside = x > 0.8
        ax.text(
            x + (-0.02 if inside else 0.02),
            bar.get_y() + bar.get_height() / 2,
            words,
            va="center",
            ha="right" if inside else "left",
            fontsize=9,
            color="white" if inside else INK,
            bbox=None if inside else {"boxstyle": "square,pad=0.1", "fc": "white", "ec": "none"},
            zorder=3,
        )
    ax.axvline(before, color=ORANGE, ls="--", lw=1.8, label=f"before any answer: {percent(belief[j])}")
    ax.set_yticks(range(len(found)), [literal(f'"{x.output}"') for x in found], fontsize=9)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.02)
    ax.set_xlabel(literal(f'chance that the truth is "{mechanism.input_labels[j]}"'), fontsize=9.5)
    ax.set_title("What each answer lets be believed", fontsize=10, loc=_side(mechanism))
    ax.legend(fontsize=8.5, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -LEGEND / _inches(ax)))


def _inches(ax: Axes) -> float:
    """Return the height of the axes in inches, about."""
    figure = ax.figure.get_figure(root=True)
    whole = float(figure.get_size_inches()[1]) if figure is not None else 3.6
    return max(1.0, whole * ax.get_position().height)


def draw_estimates(ax: Axes, rows: Sequence[tuple[str, float, float, float]]) -> None:
    """Draw estimates as points with their intervals, one line per share.

    Args:
        ax: The axes to draw on.
        rows: For each share its name, the estimate, and the lower and upper end of the interval.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt.plots import draw_estimates
        >>> draw_estimates(ax, [("yes", 0.3, 0.2, 0.4)])
        >>> [x.get_text() for x in ax.get_yticklabels()]
        ['yes']

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if not rows:
        raise InputError("there are no estimates to draw; give at least one row")
    for n, (_, x, lower, upper) in enumerate(rows):
        ax.plot([lower, upper], [n, n], color=INK, lw=1.6, solid_capstyle="butt")
        ax.plot([lower, upper], [n, n], ls="none", marker="|", ms=11, mew=1.6, color=INK)
        ax.plot([x], [n], marker="o", ms=6.5, color=BLUE)
    ax.set_yticks(range(len(rows)), [literal(row[0]) for row in rows], fontsize=9)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.axvline(0, color=GREY, lw=0.8)
    ax.set_xlabel("estimated share, with its interval", fontsize=9.5)
    ax.grid(True, axis="x", color="#e2e2e2", lw=0.6)
    ax.set_title("Estimates", fontsize=10)
