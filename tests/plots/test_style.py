"""Colours differ in grey, and a part of a figure keeps its size."""

from __future__ import annotations

from itertools import combinations

from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from rropt import from_spec
from rropt.plots import draw_mechanism
from rropt.plots.style import BLUE, INK, ORANGE, PALE, RED


def lightness(colour: str) -> float:
    """Return L* of CIELAB, by which a printer in grey shows a colour: from 0, black, to 100, white."""
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in to_rgb(colour)]
    y = sum(w * x for w, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return 116 * y ** (1 / 3) - 16


def test_colours_differ_in_grey_and_from_white_paper() -> None:
    assert all(abs(lightness(a) - lightness(b)) > 12 for a, b in combinations((INK, RED, BLUE, ORANGE, PALE), 2))
    assert lightness(PALE) < 92


def test_a_picture_goes_into_a_part_of_a_figure() -> None:
    whole = Figure(figsize=(9, 3), layout="constrained")
    left, right = whole.subfigures(1, 2)
    draw_mechanism(right, from_spec("warner:p=3/4"))
    assert not left.axes and right.axes[0].images and tuple(whole.get_size_inches()) == (9, 3)
