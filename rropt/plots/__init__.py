"""Pictures and pages of results; each figure's data comes from a function of its own, apart from the drawing."""

from rropt.plots.design_plot import plot_design
from rropt.plots.feasible_plot import feasible_data, plot_feasible
from rropt.plots.regions_plot import plot_regions, regions_data
from rropt.plots.threshold_plot import plot_threshold, threshold_data

__all__ = [
    "feasible_data",
    "plot_design",
    "plot_feasible",
    "plot_regions",
    "plot_threshold",
    "regions_data",
    "threshold_data",
]
