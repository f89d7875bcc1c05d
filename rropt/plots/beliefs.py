"""The picture of what may be believed after an answer: which pairs of a prior and a posterior a demand forbids."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.plots.style import BLUE, GREY, INK, ORANGE, panels
from rropt.show import literal

if TYPE_CHECKING:
    from matplotlib.figure import FigureBase

__all__ = ["Beliefs", "draw_beliefs"]

Curve = tuple[Sequence[float], Sequence[float]]
STEPS = 160
PRECISE = "#f7d9b0"
"""A light orange: what only the equivalent bound on odds forbids."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The boundaries of a demand: each is a list of priors, and of posteriors. `factor` is B(h), by which odds may grow at most;
    it may be infinite. `attained` has the factors of odds, from and to, that a mechanism attains."""

    lower: Curve
    upper: Curve
    factor: float
    said: str
    attained: Sequence[tuple[float, float]] = ()


def draw_beliefs(canvas: FigureBase, beliefs: Beliefs) -> None:
    """Draw the square of priors and posteriors: what the demand forbids, and what the equivalent bound on odds forbids besides.

    Args:
        canvas: The figure, or the part of a figure, to draw on.
        beliefs: The boundaries.

    Returns:
        None; everything is drawn on the figure.

    Raises:
        ValueError: The priors of a boundary decrease.

    Example:
        >>> from matplotlib.figure import Figure
        >>> canvas = Figure(layout="constrained")
        >>> draw_beliefs(canvas, Beliefs(((0, 1), (0, 0.8)), ((0, 1), (0.2, 1)), 1.25, "B(h) = 5/4"))
        >>> canvas.axes[0].get_xlabel()
        'chance before the answer'

    Reference: Chai and Nayak (2018), section 3.
    """
    (ax,) = panels(canvas, 5.6, 6.6)
    if not math.isinf(beliefs.factor):
        low, high = odds_curve(1 / beliefs.factor), odds_curve(beliefs.factor)
        ax.fill_between(*high, 1, color=PRECISE, lw=0, label="forbidden by the bound on odds alone")
        ax.fill_between(*low, 0, color=PRECISE, lw=0)
    ax.fill_between(*beliefs.upper, 1, color=ORANGE, lw=0, label="forbidden by the demand")
    ax.fill_between(*beliefs.lower, 0, color=ORANGE, lw=0)
    for side in (beliefs.lower, beliefs.upper):
        ax.plot(*side, color=INK, lw=1.2)
    if not math.isinf(beliefs.factor):
        ax.plot(
            *high, color=INK, lw=1.4, ls=(0, (5, 2)), label=literal(f"the equivalent bound on odds, {beliefs.said}")
        )
        ax.plot(*low, color=INK, lw=1.4, ls=(0, (5, 2)))
    for n, (least, most) in enumerate(beliefs.attained):
        below, above = odds_curve(least), odds_curve(most)
        name = "what the mechanism attains" if n == 0 else None
        ax.fill(
            [*below[0], *above[0][::-1]], [*below[1], *above[1][::-1]], fc=BLUE, ec=BLUE, alpha=0.6, lw=2, label=name
        )
    ax.plot([0, 1], [0, 1], color=GREY, lw=0.9, ls=":", label="nothing learnt")
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    ax.set_xlabel("chance before the answer", fontsize=9.5)
    ax.set_ylabel("chance after it", fontsize=9.5)
    ax.set_title("What may be believed of anything about a respondent", fontsize=10)
    canvas.legend(fontsize=9, frameon=False, loc="outside lower center")


def odds_curve(factor: float) -> Curve:
    """Compute the pairs at which the odds after are `factor` times the odds before, densely where the curve bends."""
    ps = [(1 - math.cos(math.pi * n / STEPS)) / 2 for n in range(STEPS + 1)]
    if factor == 0 or math.isinf(factor):
        return ps, [float(factor > 0)] * len(ps)
    bent = sorted({*ps, *(p / (p + factor * (1 - p)) for p in ps)})
    return bent, [factor * p / (1 + (factor - 1) * p) for p in bent]
