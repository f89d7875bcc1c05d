"""The picture that compares families of mechanisms with the certified optimum. The curve of a family shows, at each ε, the
efficiency of its best member there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact.decimal import spell_decimals
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.plots.figure import BLUE, GREY, INK, ORANGE, RED, TEAL, axes_for, finish
from rropt.problem.contract import Objective
from rropt.rankings.ranking import rank
from rropt.results import FieldResult, Table, say_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["EfficiencyData", "draw_efficiencies", "efficiency_data", "plot_efficiencies"]

EPSILONS = tuple(f"{n}/5" for n in range(1, 31))
COLOURS, LINES = (BLUE, ORANGE, TEAL, RED, INK, GREY), ("-", "--", "-.", ":", (0, (6, 2, 1, 2, 1, 2)))
STYLES = tuple((COLOURS[n % len(COLOURS)], LINES[n % len(LINES)]) for n in range(30))
"""Colours and lines of the curves: neighbours differ in both, and no two of the thirty are alike."""
MARKERS = "os^DvPX"  # seven, prime to the five kinds of lines: of thirty curves no two are alike even without colour


@dataclass(frozen=True, slots=True, repr=False)
class EfficiencyData(FieldResult):
    """The certified efficiency of each family of mechanisms at each ε.

    It is None if the ranking (`rank`) at this ε has no row of the family, or if no optimum is certified there.
    """

    inputs: int
    objective: str
    epsilons: tuple[float, ...]
    curves: tuple[tuple[str, tuple[float | None, ...]], ...]

    def explain(self) -> str:
        """Say what is drawn."""
        return (
            f"Certified efficiency for the {self.objective} of {len(self.curves)} families for {self.inputs} categories at "
            f"{len(self.epsilons)} values of epsilon"
        )

    def as_table(self) -> Table:
        """A table with one row per family and ε."""
        rows = [
            (n, say_value(e), say_value(y)) for n, ys in self.curves for e, y in zip(self.epsilons, ys, strict=True)
        ]
        return ("family", "epsilon", "efficiency"), rows


def efficiency_data(
    inputs: object,
    *,
    prevalence: object = None,
    objective: Objective | None = None,
    epsilons: Sequence[object] = EPSILONS,
) -> EfficiencyData:
    """Rank the families of mechanisms at each ε, and return the efficiency of each family, rounded down.

    Args:
        inputs: The number of categories.
        prevalence: The prevalence planned for.
        objective: The objective by which efficiency is measured; the total variance if not given.
        epsilons: The budgets, from the left to the right.

    Returns:
        The picture's numbers.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt.plots import efficiency_data
        >>> type(efficiency_data(3, epsilons=[1, 2])).__name__
        'EfficiencyData'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    budgets = [read_epsilon(e) for e in epsilons]
    found = [rank(inputs, budget, prevalence=prevalence, objective=objective) for budget in budgets]
    if not any(row.efficiency for ranking in found for row in ranking.rows):
        raise InputError(
            f"rropt certifies no optimum for the {found[0].objective} at any of these epsilons, so there is nothing to draw; give "
            "other epsilons, or fewer inputs"
        )
    best: dict[str, dict[int, float]] = {}
    for n, ranking in enumerate(found):
        for row in ranking.rows:
            if row.efficiency is not None and row.estimator == "efficient":
                curve = best.setdefault(row.family, {})
                curve[n] = max(curve.get(n, 0.0), float(row.efficiency[0]))
    curves = tuple((name, tuple(curve.get(n) for n in range(len(found)))) for name, curve in best.items())
    return EfficiencyData(found[0].inputs, found[0].objective, tuple(map(float, budgets)), curves)


def plot_efficiencies(
    inputs: object,
    path: Path | str | None = None,
    *,
    prevalence: object = None,
    objective: Objective | None = None,
    epsilons: Sequence[object] = EPSILONS,
    ax: Axes | None = None,
) -> Axes:
    """Draw efficiency against ε, on the axes `ax` if given, and into the file `path` if given; return the axes.

    Args:
        inputs: The number of categories.
        path: An SVG or PNG file to write the picture to; no file is written if no path is given.
        prevalence: The prevalence planned for.
        objective: The objective by which efficiency is measured; the total variance if not given.
        epsilons: The budgets, from the left to the right.
        ax: The axes to draw on. If no axes are given, a new figure is made, which a notebook shows if no path is given.

    Returns:
        The axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt.plots import plot_efficiencies
        >>> plot_efficiencies(3, epsilons=[1, 2], ax=ax) is ax
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    data = efficiency_data(inputs, prevalence=prevalence, objective=objective, epsilons=epsilons)
    (axes,) = axes_for(ax, path, width=8.0, height=5.2)
    draw_efficiencies(axes, data)
    finish([axes], path)
    return axes


def draw_efficiencies(ax: Axes, data: EfficiencyData) -> None:
    """Draw each family's curve on the axes given.

    Args:
        ax: The axes to draw on.
        data: The numbers to draw.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt.plots import draw_efficiencies, efficiency_data
        >>> draw_efficiencies(ax, efficiency_data(3, epsilons=[1, 2]))
        >>> len(ax.lines) > 0
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    marked = zip(data.curves, STYLES, cycle(MARKERS), strict=False)
    for n, ((name, values), (colour, style), marker) in enumerate(marked):
        points = [(e, y) for e, y in zip(data.epsilons, values, strict=True) if y is not None]
        options: dict[str, Any] = {"color": colour, "ls": style, "lw": 1.6, "label": name}
        apart = max(1, len(points) // 8)
        # each curve has its markers at points of its own, so that curves that nearly agree do not cover each other's
        options |= {"marker": marker, "ms": 4.5, "markevery": (n % apart, apart)}
        ax.plot([e for e, _ in points], [y for _, y in points], **options)
    ax.axhline(1, color=GREY, lw=0.8)
    ax.set(xlabel="ε", ylabel="certified efficiency", ylim=(0, 1.03))
    ax.set_title(f"{data.inputs} categories: {spell_decimals(data.objective)}"[:90], fontsize=10.5)
    ax.legend(fontsize=8, frameon=False, loc="lower left", bbox_to_anchor=(1.01, 0), handlelength=3.6)
