"""The picture of what may be believed after an answer: which pairs of a prior and a posterior a demand forbids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rropt.plots.style import BLUE, GREY, INK, LEGEND, ORANGE, panel

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["draw_beliefs"]

Curve = tuple[Sequence[float], Sequence[float]]
STEPS = 160
# A light orange: what only the equivalent bound on odds forbids.
LIGHT = "#f9e0bd"


def draw_beliefs(
    canvas: FigureBase, boundary: Curve, factor: float, *, attained: Sequence[tuple[float, float]] = ()
) -> None:
    """Draw the square of priors and posteriors: what the demand forbids, and what the equivalent bound on odds forbids besides.

    With the boundary h no posterior may lie above h(p), nor below 1 − h(1 − p), as an event and its complement are both protected.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        boundary: Points of h: priors that do not decrease, and the posteriors allowed at them. A jump is a repeated prior.
        factor: B(h), by which odds may be multiplied or divided at most; it may be infinite.
        attained: The factors of odds, from and to, that a mechanism attains.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        ValueError: There are not as many priors as posteriors.

    Examples:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_beliefs(canvas, ((0, 1), (0.2, 1)), 1.25)
        >>> canvas.axes[0].get_xlabel()
        'chance before the answer'

    Reference: Chai and Nayak (2018), section 3.
    """
    title = "What may be believed of anything about a respondent"
    ax = panel(canvas, (5.6, 7.3), title, "chance before the answer", "chance after it")
    mirrored = [1 - p for p in reversed(boundary[0])], [1 - p for p in reversed(boundary[1])]
    if not math.isinf(factor):
        above, below = odds_curve(factor), odds_curve(1 / factor)
        ax.fill_between(*above, 1, color=LIGHT, lw=0, label="forbidden by the bound on odds alone")
        ax.fill_between(*below, 0, color=LIGHT, lw=0)
        ax.plot(*above, color=INK, lw=1.4, ls=(0, (5, 2)), label=f"the equivalent bound: odds times {factor:.5g}")
        ax.plot(*below, color=INK, lw=1.4, ls=(0, (5, 2)))
    ax.fill_between(*boundary, 1, color=ORANGE, lw=0, label="forbidden by the demand")
    ax.fill_between(*mirrored, 0, color=ORANGE, lw=0)
    ax.plot(*boundary, color=INK, lw=1.2, label="boundary of the demand")
    ax.plot(*mirrored, color=INK, lw=1.2)
    for n, (least, most) in enumerate(attained):
        low, high = odds_curve(least), odds_curve(most)
        name = "what the mechanism attains" if n == 0 else None
        outline = [*low[0], *reversed(high[0])], [*low[1], *reversed(high[1])]
        ax.fill(*outline, fc="none", ec=BLUE, hatch="//", lw=3, label=name)
    ax.plot([0, 1], [0, 1], color=GREY, lw=0.9, ls=":", label="nothing learnt")
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    canvas.legend(**LEGEND, loc="outside lower center")


def odds_curve(factor: float) -> Curve:
    """Compute the pairs at which the odds after are `factor` times the odds before, densely where the curve bends."""
    ps = [(1 - math.cos(math.pi * n / STEPS)) / 2 for n in range(STEPS + 1)]
    if factor == 0 or math.isinf(factor):
        return ps, [float(factor > 0)] * len(ps)
    bent = sorted({*ps, *(p / (p + factor * (1 - p)) for p in ps)})
    return bent, [factor * p / (1 + (factor - 1) * p) for p in bent]
