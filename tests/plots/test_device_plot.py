"""A device's picture has each outcome once, under the letter of what is done there, as large as its chance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle, Wedge

from rropt import LDP, Design, Trace, Variance, design
from rropt.plots import draw_device, plot_device
from rropt.plots.device_plot import words_of_device
from rropt.plots.figure import axes_for


@pytest.fixture(scope="module")
def found() -> Design:
    return design(Variance("1/10"), LDP("ln3"), inputs=("no", "yes"))


def drawn(device: Any) -> Axes:
    (ax,) = axes_for(None, "picture.svg", width=5, height=4)
    draw_device(ax, device)
    return ax


def letters(ax: Axes) -> list[str]:
    return [x.get_text() for x in ax.texts if x.get_text().isalpha() and x.get_text().isupper()]


def instructions(ax: Axes) -> list[str]:
    legend = ax.get_legend()
    assert legend is not None
    return [" ".join(x.get_text().split()) for x in legend.get_texts()]


def test_a_spinner_is_a_disc_of_its_degrees(found: Design) -> None:
    device = found.device(spinner=True)
    ax = drawn(device)
    wedges = [x for x in ax.patches if isinstance(x, Wedge)]
    assert [(x.theta2 - x.theta1) / 360 for x in wedges] == [float(part.chance) for part in device.parts]
    assert sum(x.theta2 - x.theta1 for x in wedges) == 360 and letters(ax) == ["A", "B", "C"]
    assert [x.get_text() for x in ax.texts if x.get_text().endswith("°")] == ["0°", "90°", "180°"]
    assert instructions(ax)[0] == 'A 0 to 89: say "yes", whatever is true (25 %)'


@pytest.mark.parametrize(("size", "cells"), [({"cards": 52}, 52), ({"dice": 2}, 36), ({"denominator": 100}, 100)])
def test_a_table_has_one_cell_an_outcome(found: Design, size: dict[str, int], cells: int) -> None:
    device = found.device(**size)  # type: ignore[arg-type]
    ax = drawn(device)
    rectangles = [x for x in ax.patches if isinstance(x, Rectangle)]
    assert len(rectangles) == len({x.get_xy() for x in rectangles}) == cells
    named = letters(ax)
    for letter, part in zip("ABC", device.parts, strict=True):
        assert named.count(letter) == part.last - part.first + 1 == cells * part.chance


def test_other_instruments_are_a_bar(found: Design) -> None:
    device = found.device(bits=16)
    bars = [x.get_width() for x in drawn(device).patches if isinstance(x, Rectangle)]
    assert bars == pytest.approx([float(part.chance) for part in device.parts]) and sum(bars) == pytest.approx(1)


def test_sets_have_two_kinds_of_outcomes(tmp_path: Path) -> None:
    device = design(Trace(), LDP("ln3"), inputs=tuple("ABCDE")).device(cards=52)
    assert [part.chance for part in device.parts] == [device.mechanism.rows[0][0], 1 - device.mechanism.rows[0][0]]  # type: ignore[union-attr]
    assert "your true answer (42 %)" in words_of_device(device)
    assert plot_device(device, tmp_path / "cards.png").stat().st_size > 1000
