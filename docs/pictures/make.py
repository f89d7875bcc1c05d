"""The pictures of the gallery and of README: `python docs/pictures/make.py [FOLDER]` draws them again."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from rropt import LDP, Variance, design, from_spec
from rropt.plots import (
    draw_curves,
    draw_device,
    draw_disclosed,
    draw_estimates,
    draw_mechanism,
    efficiency_by_epsilon,
    efficiency_data,
    error_by_epsilon,
    error_by_prevalence,
    error_by_size,
    feasible_data,
    plot,
    posterior_by_prior,
    power_by_size,
    regions_data,
)
from rropt.plots.curves import Curve, Curves
from rropt.plots.feasible_plot import draw_feasible
from rropt.plots.figure import axes_for, finish
from rropt.plots.regions_plot import draw_regions
from rropt.privacy import piecewise_linear

EPSILONS = tuple(f"{n}/4" for n in range(1, 17))
NAMED = {
    "forced response\nsimmons, unrelated = 1/2\nwarner": "Warner, forced response,\nSimmons (unrelated 1/2)",
    "simmons, unrelated = 1/4": "Simmons (unrelated 1/4)",
    "christofides, mean of cards": "Christofides",
    "optimised unary encoding": "optimised unary encoding",
    "k-ary randomized response": "k-ary randomized\nresponse",
    "subset selection": "subset selection",
    "Hadamard response": "Hadamard response",
}
"""The lines that are drawn, by the names that they have elsewhere."""


def people_by_epsilon() -> tuple[Curves, Curves]:
    """How many people the usual devices need, as a multiple of the certified optimum's, for two answers and for five."""
    two = efficiency_by_epsilon("1/10", epsilons=EPSILONS)
    five = efficiency_data(5, epsilons=EPSILONS)
    found = ([(x.name, x.values) for x in two.lines], list(five.curves))
    titles = ("A yes/no question, prevalence 1/10", "Five categories of equal shares")
    return tuple(  # type: ignore[return-value]
        Curves(title, "privacy budget ε", "people needed, times the optimum's", five.epsilons, lines)
        for title, lines in zip(titles, map(_multiples, found), strict=True)
    )


def _multiples(lines: Sequence[tuple[str, Sequence[float | None]]]) -> tuple[Curve, ...]:
    return tuple(
        Curve(NAMED[name], tuple(math.nan if y is None else 1 / y for y in values))
        for name, values in lines
        if name in NAMED
    )


def draw_people(path: Path) -> Path:
    """Both panels beside one another, on one scale."""
    axes = axes_for(None, path, width=9.6, height=4.4, columns=2)
    for ax, data in zip(axes, people_by_epsilon(), strict=True):
        draw_curves(ax, data)
        ax.set_ylim(0.95, 3.6)
    finish(axes, path)
    return path


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
    others = [plot(folder / f"{name}.svg", draw, width=6, height=6) for name, draw in squares.items()]
    return [draw_people(folder / "people.svg"), *drawn, *others]


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
