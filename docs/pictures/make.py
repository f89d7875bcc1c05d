"""The pictures of the gallery and of README: `python docs/pictures/make.py [FOLDER]` draws them again."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import partial
from pathlib import Path

from rropt import LDP, Variance, design, from_spec, piecewise_linear
from rropt.plots import (
    draw_curves,
    draw_device,
    draw_disclosed,
    draw_estimates,
    draw_mechanism,
    efficiency_by_epsilon,
    error_by_epsilon,
    error_by_prevalence,
    error_by_size,
    feasible_data,
    plot,
    posterior_by_prior,
    power_by_size,
    regions_data,
)
from rropt.plots.feasible_plot import draw_feasible
from rropt.plots.regions_plot import draw_regions


def draw_all(folder: Path) -> list[Path]:
    """Every picture, as SVG."""
    best = design(Variance("1/10"), LDP(1, delta="1/20"), inputs=("no", "yes")).mechanism
    free = design(Variance("1/10"), LDP(1, delta="1/20"), outputs="free", inputs=("no", "yes")).mechanism
    assert best is not None and free is not None
    kinds = {"certified optimum": best, "four answers": free, "Warner": from_spec("warner:epsilon=1")}
    spinner = design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes")).device(spinner=True)
    belief = (Fraction(9, 10), Fraction(1, 10))
    rows = [("world championships", 0.4413, 0.3993, 0.4838), ("regional games", 0.5536, 0.5063, 0.6006)]
    pictures = {
        "error_by_epsilon": partial(draw_curves, data=error_by_epsilon("1/10")),
        "efficiency": partial(draw_curves, data=efficiency_by_epsilon("1/10")),
        "error_by_size": partial(draw_curves, data=error_by_size(kinds, "1/10")),
        "error_by_prevalence": partial(draw_curves, data=error_by_prevalence(kinds)),
        "power": partial(draw_curves, data=power_by_size(kinds, "1/10", "1/10")),
        "posterior": partial(draw_curves, data=posterior_by_prior(best)),
        "disclosed": partial(draw_disclosed, mechanism=from_spec("warner:p=3/4"), belief=belief),
        "device": partial(draw_device, device=spinner),
        "mechanism": partial(draw_mechanism, mechanism=from_spec("krr:k=5,epsilon=ln3")),
        "estimates": partial(draw_estimates, rows=rows),
    }
    curve = piecewise_linear([(0, "1/5"), ("8/9", 1), (1, 1)])
    squares = {
        "feasible": partial(draw_feasible, data=feasible_data("ln3", "1/10", "1/4")),
        "regions": partial(draw_regions, data=regions_data(curve)),
    }
    drawn = [plot(folder / f"{name}.svg", draw) for name, draw in pictures.items()]
    return [*drawn, *(plot(folder / f"{name}.svg", draw, width=6, height=6) for name, draw in squares.items())]


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
