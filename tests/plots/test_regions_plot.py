"""The regions picture: its numbers are the exact functions', and it is written whole as SVG or PNG."""

from __future__ import annotations

import math
from fractions import Fraction as F
from pathlib import Path

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.plots.figure import axes_for
from rropt.plots.regions_plot import draw_regions, odds_curve, plot_regions, regions_data
from rropt.privacy import BayesFactor, BetaFactor, RhoBreach
from rropt.privacy.boundary import precise_boundary

KRR = Mechanism([[F(2, 3) if i == j else F(1, 6) for j in range(3)] for i in range(3)])


def test_the_lines_follow_the_demand_and_its_tightest_precise_one() -> None:
    data = regions_data(RhoBreach("1/5", "1/2"), mechanism=KRR)
    assert list(zip(*data.upper, strict=True)) == [(0, 0.5), (0.2, 0.5), (0.2, 1), (1, 1)]
    assert list(zip(*data.lower, strict=True)) == [(0, 0), (0.5, 0), (0.5, 0.2), (1, 0.2)]
    assert data.bands == ((0.25, 4.0),) and data.parity == 4
    for p, h in zip(*data.precise_upper, strict=True):
        assert h == pytest.approx(float(precise_boundary(4)(F(p))))


def test_curves_of_odds_reach_both_corners() -> None:
    for ratio in (0.0, 1e-6, 0.25, 1.0, 4.0, 1e6, math.inf):
        ps, hs = odds_curve(ratio)
        assert ps[0] == 0 and ps[-1] == 1 and list(ps) == sorted(ps)
        assert all(0 <= h <= 1 for h in hs)
    ps, hs = odds_curve(1e6)
    assert any(0.4 < h < 0.6 for h in hs), "a steep curve still has points where it bends"


@pytest.mark.parametrize("suffix", [".svg", ".png"])
@pytest.mark.parametrize("demand", [BetaFactor(2), BayesFactor("inf"), [(0, "1/5"), ("8/9", 1), (1, 1)]])
def test_pictures_are_written(tmp_path: Path, suffix: str, demand: object) -> None:
    binary = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    target = tmp_path / f"picture{suffix}"
    plot_regions(demand, target, mechanism=binary)
    head = target.read_bytes()[:200]
    assert head.startswith(b"\x89PNG") if suffix == ".png" else b"<?xml" in head


@pytest.mark.slow
def test_svg_is_reproducible(tmp_path: Path) -> None:
    for n in (1, 2):
        plot_regions(BetaFactor(2), tmp_path / f"{n}.svg")
    first, second = ((tmp_path / f"{n}.svg").read_bytes() for n in (1, 2))
    assert first == second


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.svg or \.png"):
        plot_regions(BetaFactor(2), tmp_path / "x.pdf")
    with pytest.raises(InputError, match="cannot write"):
        plot_regions(BetaFactor(2), tmp_path / "no" / "x.svg")
    with pytest.raises(InputError, match="no piecewise boundary"):
        plot_regions("rho", tmp_path / "x.svg")


def test_every_shade_line_and_dot_is_in_the_legend():
    table = [(0, "1/5"), ("1/2", "1/2"), ("1/2", "7/10"), ("1/2", "9/10"), (1, 1)]
    data = regions_data(table, mechanism=KRR)
    assert data.at_jumps == ((0.5, 0.7), (0.5, 0.3))
    assert data.as_table()[1][-1][0] == "value at a jump" and "2 values at jumps" in data.explain()
    (ax,) = axes_for(None, "off-screen.svg", width=6.4, height=6.6)
    draw_regions(ax, data)
    named = [text.get_text() for text in ax.get_legend().get_texts()]
    assert named[:3] == ["breaches of the demand", "boundary of the demand", "its value where it jumps"]
    assert "breaches of the precise demand alone" in named and "pairs the mechanism attains" in named
    dots = [x for x in ax.collections if x.get_label() == "its value where it jumps"]
    assert dots[0].get_offsets().tolist() == [[0.5, 0.7], [0.5, 0.3]]


def test_a_boundary_without_jumps_has_no_dots():
    data = regions_data([(0, "1/5"), ("8/9", 1), (1, 1)])
    assert data.at_jumps == () and "jumps" not in data.explain()
