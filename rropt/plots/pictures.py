"""The pictures that `--plot` of a command draws into a file."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rropt.exact.infinity import is_infinite
from rropt.families import direct_question, warner
from rropt.mechanism import Mechanism
from rropt.plots.curves import draw_curves
from rropt.plots.device_plot import plot_classical, plot_device
from rropt.plots.mechanism_curves import error_by_prevalence, error_by_size, posterior_by_prior
from rropt.plots.panels import draw_estimates, draw_mechanism, plot
from rropt.privacy import LDP
from rropt.survey.groups import Estimates
from rropt.survey.planning.spread import Region
from rropt.survey.result import Estimate
from rropt.survey.sets.result import SetEstimate

__all__ = ["plot_classical", "plot_device", "plot_errors", "plot_estimates", "plot_mechanism", "plot_posterior"]

MOST_ROWS = 60


def plot_mechanism(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the heat map of a mechanism."""
    return plot(path, partial(draw_mechanism, mechanism=mechanism))


def plot_posterior(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the chance of the last truth after each answer, against its chance before."""
    return plot(path, partial(draw_curves, data=posterior_by_prior(mechanism)))


def plot_errors(mechanism: Mechanism, region: Region, path: Path | str, *, share_of: str | int | None = None) -> Path:
    """Draw the standard error against n if the region is one prevalence, else the standard error of 1,000 answers against the
    prevalence.

    Further lines show a survey in which everybody tells the truth, and for two inputs Warner's device at the same epsilon.
    """
    names = mechanism.input_labels
    kinds = {
        "this mechanism": mechanism,
        "truth from everybody": direct_question(k=mechanism.k).relabel(inputs=names),
    }
    t = LDP.tightest_epsilon(mechanism).t
    if mechanism.k == 2 and not is_infinite(t) and t > 1:
        kinds["Warner's device, same epsilon"] = warner(p=t / (1 + t)).relabel(inputs=names)
    if region.is_point:
        return plot(path, partial(draw_curves, data=error_by_size(kinds, region.lower, share_of=share_of)))
    return plot(path, partial(draw_curves, data=error_by_prevalence(kinds, share_of=share_of)))


def plot_estimates(found: Estimate | SetEstimate | Estimates, path: Path | str) -> Path:
    """Draw every share with its interval; only the first ones if there are very many."""
    groups = found.groups if isinstance(found, Estimates) else (("", found),)
    rows = [
        (f"{name} {label}".strip(), float(share), float(interval.lower), float(interval.upper))
        for name, one in groups
        for label, share, interval in zip(one.mechanism.input_labels, one.prevalence, one.intervals, strict=True)
    ][:MOST_ROWS]
    return plot(path, partial(draw_estimates, rows=rows), height=max(2.2, 0.36 * len(rows) + 1.3))
