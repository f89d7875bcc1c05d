"""The pictures that a command draws into a file if the option `--plot` is given."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.exact.grammar import read_rational
from rropt.mechanism import Mechanism
from rropt.plots.curves import draw_curves
from rropt.plots.device_plot import plot_classical, plot_device
from rropt.plots.mechanism_curves import (
    beside_usual,
    error_by_prevalence,
    error_by_size,
    posterior_by_prior,
    power_by_size,
)
from rropt.plots.panels import draw_estimates, draw_mechanism, plot
from rropt.survey.groups import Estimates
from rropt.survey.planning.power import second_group
from rropt.survey.planning.spread import Region
from rropt.survey.result import Estimate
from rropt.survey.sets.result import SetEstimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_classical", "plot_device", "plot_errors", "plot_estimates", "plot_mechanism", "plot_posterior"]

MOST_ROWS = 60


def plot_mechanism(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the heat map of a mechanism."""
    return plot(path, partial(draw_mechanism, mechanism=mechanism))


def plot_posterior(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the chance of the last truth after each answer, against its chance before."""
    return plot(path, partial(draw_curves, data=posterior_by_prior(mechanism)))


def plot_errors(
    mechanism: Mechanism,
    region: Region,
    path: Path | str,
    *,
    share_of: str | int | None = None,
    difference: object = None,
    level: object = "0.05",
    deff: object = None,
    deff_truth: object = None,
) -> Path:
    """Draw the errors of a mechanism's estimates.

    If the region is a range, draw the standard error of 1,000 answers against the prevalence. If the region is a single prevalence
    and no difference is given, draw the standard error against the number of answers. If the region is a single prevalence and a
    difference is given, draw the power of a test of this level against the number of answers in each group.

    If `deff` is None, a further line shows a survey in which everybody tells the truth. If the mechanism also has two inputs and a
    finite, positive epsilon, another line shows Warner's device at this epsilon. If `deff` is given, there are no further lines,
    because it is the design effect of this mechanism's answers and does not apply to other devices.
    """
    effects: dict[str, Any] = {"deff": deff, "deff_truth": deff_truth}
    name = "this mechanism"
    kinds = beside_usual(name, mechanism) if deff is None else {name: mechanism}
    if not region.is_point:
        data = error_by_prevalence(kinds, share_of=share_of, **effects)
    elif difference is None:
        data = error_by_size(kinds, region.lower, share_of=share_of, **effects)
    else:
        both = region.lower, second_group(region, read_rational(difference)).lower
        apart = max(both) - min(both)
        data = power_by_size(kinds, min(both), apart, level=level, share_of=share_of, **effects)
    return plot(path, partial(draw_curves, data=data))


def plot_estimates(found: Estimate | SetEstimate | Estimates, path: Path | str) -> Path:
    """Draw the shares with their intervals, at most the first MOST_ROWS. If there are more, the title says how many."""
    groups = found.groups if isinstance(found, Estimates) else (("", found),)
    every = [
        (f"{name} {label}".strip(), float(share), float(interval.lower), float(interval.upper))
        for name, one in groups
        for label, share, interval in zip(one.mechanism.input_labels, one.prevalence, one.intervals, strict=True)
    ]
    rows = every[:MOST_ROWS]

    def draw(ax: Axes) -> None:
        draw_estimates(ax, rows)
        if len(every) > MOST_ROWS:
            ax.set_title(f"Estimates: the first {MOST_ROWS} of {len(every)}", fontsize=10)

    return plot(path, draw, height=max(2.2, 0.36 * len(rows) + 1.3))
