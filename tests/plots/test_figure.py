"""Pictures take and return matplotlib's axes, show in a notebook, and write files only if asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest

from rropt import LDP, BetaFactor, InputError, Variance, design
from rropt.families import warner
from rropt.plots import (
    draw_curves,
    draw_device,
    draw_disclosed,
    draw_estimates,
    draw_mechanism,
    error_by_size,
    plot,
    plot_design,
    plot_feasible,
    plot_regions,
    plot_threshold,
    posterior_by_prior,
)

matplotlib.use("Agg")
from matplotlib import pyplot
from matplotlib.axes import Axes

DRAWN: dict[str, Any] = {
    "design": lambda **given: plot_design(design(Variance("1/4"), LDP("ln2", delta="1/4")), **given),
    "feasible": lambda **given: plot_feasible("ln2", "1/4", "1/4", **given),
    "regions": lambda **given: plot_regions(BetaFactor(2), **given),
}


@pytest.mark.slow_at("feasible", "design")
@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_drawn_on_the_axes_given_or_on_new_ones_that_a_notebook_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pyplot.close("all")
    fresh = DRAWN[name]()
    assert isinstance(fresh, Axes) and pyplot.get_fignums() == [fresh.figure.number] and fresh.lines
    figure, (left, right) = pyplot.subplots(1, 2)
    assert DRAWN[name](ax=right) is right and right.lines and not left.lines and right.figure is figure
    assert list(tmp_path.iterdir()) == []
    before = pyplot.get_fignums()
    written = DRAWN[name](path=tmp_path / "x.png")
    assert (tmp_path / "x.png").stat().st_size > 5000 and isinstance(written, Axes) and pyplot.get_fignums() == before
    pyplot.close("all")


def test_a_picture_of_two_panels_takes_two_axes() -> None:
    figure, axes = pyplot.subplots(1, 2)
    assert plot_threshold(ax=list(axes)) == tuple(axes) and all(ax.lines for ax in axes)
    with pytest.raises(InputError, match="2 panels, and 1 axes"):
        plot_threshold(ax=[axes[0]])
    with pytest.raises(InputError, match="two panels"):
        plot_design(design(Variance("every"), LDP("1/2", delta="1/10")), ax=axes[0])
    pyplot.close(figure)


@pytest.mark.parametrize(
    "names", [("costs $10", "costs $20"), ("$x^{$", "$y$"), ("a$", r"\$b\$"), ("<$>", "$"), (r"\frac", "a_1 & {b}^2")]
)
@pytest.mark.slow
def test_no_label_is_read_as_a_formula(names: tuple[str, str], tmp_path: Path) -> None:
    p = warner(p="3/4").relabel(inputs=names, outputs=names)
    held = design(Variance("1/10"), LDP("ln3"), inputs=names).device(spinner=True)
    drawn: list[Any] = [
        lambda ax: draw_mechanism(ax, p),
        lambda ax: draw_disclosed(ax, p, "1/10"),
        lambda ax: draw_curves(ax, posterior_by_prior(p)),
        lambda ax: draw_curves(ax, error_by_size({names[0]: p, names[1]: warner(p="2/3")}, "1/10")),
        lambda ax: draw_estimates(ax, [(name, 0.3, 0.2, 0.4) for name in names]),
        lambda ax: draw_device(ax, held),
    ]
    for n, draw in enumerate(drawn):
        file = plot(tmp_path / f"{n}.svg", draw)
        shown = "".join(ElementTree.fromstring(file.read_bytes()).itertext())
        assert all(name in shown for name in names), n
