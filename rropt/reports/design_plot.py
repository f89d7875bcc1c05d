"""The picture of a certified binary design: its problem's feasible region, the contours and the optimum it found."""

from __future__ import annotations

from pathlib import Path

from rropt.designs.result import Design
from rropt.exact.epsilon import Epsilon
from rropt.exact.errors import InputError
from rropt.objectives import Variance
from rropt.objectives.prevalence import Quantifier
from rropt.reports.feasible_plot import plot_feasible

__all__ = ["plot_design"]


def plot_design(found: Design, path: Path | str) -> Path:
    """Draw a design of the prevalence variance with two outputs, at one prevalence and one ε, into an SVG or PNG file."""
    objective = found.problem.objective
    if not isinstance(objective, Variance) or found.problem.outputs != 2:
        raise InputError("only a variance design with two outputs can be drawn; leave --plot out")
    pi = objective.of_second
    if pi.quantifier is not Quantifier.AT and pi.lower != pi.upper:
        raise InputError("the picture needs one prevalence, such as 1/4; leave --plot out for an interval")
    ratio, delta = found.problem.demand.reduced()
    points = [(x.mechanism.rows[0][0], x.mechanism.rows[1][1]) for x in found.minimisers]
    return plot_feasible(Epsilon(ratio), delta, pi.lower, path, optima=points or None)
