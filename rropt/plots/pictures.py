"""The pictures that a command draws into a file if the option `--plot` is given."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from rropt.exact.grammar import read_rational
from rropt.mechanism import Mechanism
from rropt.plots.curves import Curves, draw_curves
from rropt.plots.device_plot import plot_classical, plot_device
from rropt.plots.mechanism_curves import (
    beside_usual,
    error_by_prevalence,
    error_by_size,
    posterior_by_prior,
    power_by_size,
)
from rropt.plots.panels import draw_mechanism, plot
from rropt.survey.plans import Region, second_share

__all__ = ["errors_of", "plot_classical", "plot_device", "plot_mechanism", "plot_posterior"]


def plot_mechanism(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the heat map of a mechanism."""
    return plot(path, partial(draw_mechanism, mechanism=mechanism))


def plot_posterior(mechanism: Mechanism, path: Path | str) -> Path:
    """Draw the chance of the last truth after each answer, against its chance before."""
    return plot(path, partial(draw_curves, data=posterior_by_prior(mechanism)))


def errors_of(
    mechanism: Mechanism,
    region: Region,
    *,
    share_of: str | int | None = None,
    difference: object = None,
    level: object = "0.05",
    deff: object = None,
    deff_truth: object = None,
) -> Curves:
    """Compute the errors of a mechanism's estimates, for a picture.

    If the region is a range, they are the standard errors of 1,000 answers against the prevalence. If it is a single prevalence and
    no difference is given, they are the standard errors against the number of answers. If a difference is given, they are the power
    of a test of this level against the number of answers in each group.

    If `deff` is None, a further line shows a survey in which everybody tells the truth. If the mechanism also has two inputs and a
    finite, positive epsilon, another line shows Warner's device at this epsilon. If `deff` is given, there are no further lines,
    because it is the design effect of this mechanism's answers and does not apply to other devices.
    """
    effects: dict[str, Any] = {"deff": deff, "deff_truth": deff_truth}
    name = "this mechanism"
    kinds = beside_usual(name, mechanism) if deff is None else {name: mechanism}
    if not region.is_point:
        return error_by_prevalence(kinds, share_of=share_of, **effects)
    if difference is None:
        return error_by_size(kinds, repr(region.low), share_of=share_of, **effects)
    gap = read_rational(difference)
    both = region.low, second_share(region.low, float(gap))
    return power_by_size(kinds, repr(min(both)), abs(gap), level=level, share_of=share_of, **effects)
