"""The binary design picture: its polygon is the feasible set, its optimum the least vertex."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import pairwise
from pathlib import Path

import pytest
from matplotlib.text import Text

from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.plots.feasible_plot import draw_feasible, feasible_data, plot_feasible, variance
from rropt.plots.figure import axes_for
from rropt.privacy import LDP


def binary(p00: F, p11: F) -> Mechanism:
    return Mechanism([[p00, 1 - p11], [1 - p00, p11]])


@pytest.mark.parametrize(
    ("epsilon", "delta"), [("1/2", "1/10"), ("ln2", "1/4"), ("ln3", "0"), ("0", "1/5"), ("1", "1")]
)
def test_the_polygon_is_the_feasible_set(epsilon: str, delta: str) -> None:
    data = feasible_data(epsilon, delta, "1/4")
    demand = LDP(epsilon, delta=delta)
    for a, b in data.polygon:
        assert demand.holds(Mechanism([[a, 1 - b], [1 - a, b]]))
    rng = random.Random(1)
    for _ in range(60):
        p00 = F(rng.randint(0, 40), 40)
        p11 = 1 - p00 + p00 * F(rng.randint(0, 40), 40)
        assert demand.holds(binary(p00, p11)) == inside(data.polygon, p00, p11)


def inside(polygon: object, x: F, y: F) -> bool:
    """Whether a point above p00 + p11 = 1 lies below the chain of vertices, which runs from (1, 0) to (0, 1)."""
    corners = list(polygon)  # type: ignore[call-overload]
    return all((c - a) * (y - b) >= (d - b) * (x - a) for (a, b), (c, d) in pairwise(corners))


def test_the_optimum_is_the_least_vertex_and_both_at_a_tie() -> None:
    data = feasible_data("1/2", "1/10", "1/4")
    assert len(data.optima) == 1 and data.optima[0][0] == data.optima[0][1]
    assert [round(float(v), 3) for _, v in data.candidates] == [2.438, 2.372, 6.938]
    tie = feasible_data("ln2", "1/4", "1/4")
    assert tie.optima == ((F(1), F(1, 4)), (F(3, 4), F(3, 4)))


def test_the_variance_is_the_objectives() -> None:
    for p00, p11, pi in [(F(3, 4), F(2, 3), F(1, 4)), (F(1), F(1, 10), F(2, 5))]:
        assert variance((p00, p11), pi) == Variance(pi).value(binary(p00, p11))


@pytest.mark.slow_at(".png-1/4")
@pytest.mark.parametrize("prevalence", ["0", "1/4", "3/4", "1"])
@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_pictures_are_written(tmp_path: Path, prevalence: str, suffix: str) -> None:
    target = tmp_path / f"f{suffix}"
    plot_feasible("ln2", "1/4", prevalence, target, optima=[("3/4", "3/4")])
    assert target.stat().st_size > 5000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("inf", "0", "1/4"), "one finite epsilon"),
        (("every", "0", "1/4"), "one finite epsilon"),
        (("1", "2", "1/4"), "between 0 and 1"),
        (("1", "0", "5/4"), "between 0 and 1"),
        (("0", "0", "1/4"), "answer alike"),
    ],
)
def test_refusals(arguments: tuple[str, str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        feasible_data(*arguments)


@pytest.mark.parametrize(
    "problem", [("1/2", "1/10", "1/4"), ("2", "1/50", "1/100"), ("3", "1/10", "9/10"), ("1/10", "1/3", "1/2")]
)
def test_no_two_labels_overlap(problem):
    (ax,) = axes_for(None, "off-screen.svg", width=6.6, height=6.4)
    draw_feasible(ax, feasible_data(*problem))
    ax.figure.canvas.draw()
    shown = [text for text in ax.texts if text.get_text() and not text.get_text().startswith("$p_{00}+")]
    boxes = [Text.get_window_extent(text) for text in shown]
    assert len(boxes) >= 6
    for n, a in enumerate(boxes):
        assert not any(a.overlaps(b) for b in boxes[:n])


@pytest.mark.parametrize("optima", [[], [("1/2", "1/2")], [("9/10", "9/10"), ("1", "0")]])
def test_points_that_identify_nothing_are_refused(optima: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError, match="the argument optima must"):
        feasible_data("1", "1/10", "1/4", optima=optima)
