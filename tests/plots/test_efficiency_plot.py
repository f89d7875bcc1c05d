"""The picture of efficiency against ε: its numbers are those of `rank`, and it is drawn on the axes given."""

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from rropt import Information, rank
from rropt.plots import draw_efficiencies, efficiency_data, plot_efficiencies

EPSILONS = ["1/2", "2"]


def test_the_numbers_are_those_of_the_ranking() -> None:
    data = efficiency_data(4, objective=Information(), epsilons=EPSILONS)
    assert data.epsilons == (0.5, 2.0)
    curves = dict(data.curves)
    for n, epsilon in enumerate(EPSILONS):
        for row in rank(4, epsilon, objective=Information()).rows:
            assert row.efficiency is not None
            assert (curves[row.family][n] or 0) >= float(row.efficiency[0])
    assert max(y or 0 for y in curves["k-ary randomized response"]) > 1 - 1e-12
    assert len(data.as_table()[1]) == len(data.curves) * 2


@pytest.mark.slow
def test_it_is_drawn_on_given_axes_and_into_a_file(tmp_path: Path) -> None:
    ax = Figure().add_subplot()
    data = efficiency_data(3, objective=Information(), epsilons=EPSILONS)
    draw_efficiencies(ax, data)
    assert len(ax.get_lines()) == len(data.curves) + 1
    target = tmp_path / "efficiency.svg"
    plot_efficiencies(3, target, objective=Information(), epsilons=EPSILONS)
    assert "k-ary randomized response" in target.read_text("utf-8")


def test_curves_differ_also_in_grey() -> None:
    ax = Figure().subplots()
    draw_efficiencies(ax, efficiency_data(5, epsilons=["1/2", "1", "2"]))
    curves = [line for line in ax.lines if not line.get_label().startswith("_")]
    seen = [(str(line.get_linestyle()), str(getattr(line, "_dash_pattern", "")), line.get_marker()) for line in curves]
    assert len(curves) >= 6 and len(set(seen)) == len(seen) and len({marker for _, _, marker in seen}) >= 6
