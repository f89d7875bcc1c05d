"""The picture for choosing ε. At each ε it shows the number of people needed or the standard error. Beside it, it shows how likely
a truth can be after an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rropt.plots.figure import BLUE, GREY, INK, ORANGE, axes_for, finish, literal
from rropt.survey.tables import AlongEpsilon

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_epsilons"]


def plot_epsilons(found: AlongEpsilon, path: Path | str | None = None, *, axes: Sequence[Axes] | None = None) -> None:
    """Draw two panels over ε: the people needed (or the standard error), and how likely a truth can be after an answer.

    Args:
        found: The result of `plan_epsilons`.
        path: An .svg or .png file to write the picture to. If no path is given, a notebook shows the picture.
        axes: Two axes to draw on, in place of a new figure.

    Returns:
        None.

    Raises:
        InputError: The path is neither .svg nor .png, or the number of axes is not two.

    Example:
        >>> from rropt.plots import plot_epsilons
        >>> from rropt.survey import plan_epsilons
        >>> plot_epsilons(plan_epsilons("1,2", prevalence="1/10"), "which.svg")  # doctest: +SKIP

    Reference: the manual, "Which epsilon?" (docs/howto/which_epsilon.md).
    """
    panels = axes_for(axes, path, width=8.4, height=3.6, columns=2)
    people, believed = panels
    first, is_of_people = found.plans[0], not found.plans[0].is_given
    up = [float(x.n) if is_of_people else x.standard_error for x in found.plans]
    people.plot(found.epsilons, up, color=BLUE, marker="o", ms=4.5, lw=1.6)
    people.set_yscale("log")
    needed = "people needed" if first.groups == 1 else "people needed in each group"
    people.set_ylabel(needed if is_of_people else "standard error", fontsize=9.5)
    people.set_title(literal(first.goal), fontsize=10)
    least, most = zip(*found.believed, strict=True)
    believed.plot(
        found.epsilons, most, color=ORANGE, marker="s", ms=4.5, lw=1.6, label="after the answer that speaks for it"
    )
    is_of_one = len(found.prevalence) == 1
    if is_of_one:
        believed.plot(
            found.epsilons, least, color=BLUE, ls="--", marker="^", ms=4.5, lw=1.6, label="after the one against it"
        )
        believed.axhline(found.prevalence[0], color=GREY, lw=1, ls=":", label="before any answer")
        believed.legend(fontsize=8.5, frameon=False)
    believed.set_ylim(0, 1)
    believed.set_ylabel("chance of the truth" if is_of_one else "largest chance of a truth", fontsize=9.5)
    believed.set_title("What an answer then lets be believed", fontsize=10)
    for ax in panels:
        ax.set_xlabel("epsilon", fontsize=9.5, color=INK)
        ax.grid(True, which="major", color="#dddddd", lw=0.6)
    finish(panels, path)
