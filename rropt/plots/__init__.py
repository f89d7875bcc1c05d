"""Pictures of results. For most figures, one function computes the data and another draws them."""

from rropt.plots.curves import (
    draw_curves,
    efficiency_by_epsilon,
    error_by_budget,
    error_by_epsilon,
)
from rropt.plots.design_plot import plot_design
from rropt.plots.device_plot import draw_device, plot_device
from rropt.plots.efficiency_plot import draw_efficiencies, efficiency_data, plot_efficiencies
from rropt.plots.epsilon_plot import plot_epsilons
from rropt.plots.feasible_plot import feasible_data, plot_feasible
from rropt.plots.frontier_plot import plot_frontier, value_along
from rropt.plots.mechanism_curves import error_by_prevalence, error_by_size, posterior_by_prior, power_by_size
from rropt.plots.panels import draw_disclosed, draw_estimates, draw_mechanism, plot
from rropt.plots.regions_plot import plot_regions, regions_data
from rropt.plots.threshold_plot import plot_threshold, threshold_data

__all__ = [
    "draw_efficiencies",
    "efficiency_data",
    "plot_efficiencies",
    "draw_curves",
    "draw_device",
    "draw_disclosed",
    "draw_estimates",
    "draw_mechanism",
    "efficiency_by_epsilon",
    "error_by_budget",
    "error_by_epsilon",
    "error_by_prevalence",
    "error_by_size",
    "feasible_data",
    "plot",
    "plot_design",
    "plot_device",
    "plot_epsilons",
    "plot_feasible",
    "plot_frontier",
    "plot_regions",
    "plot_threshold",
    "posterior_by_prior",
    "power_by_size",
    "regions_data",
    "threshold_data",
    "value_along",
]
