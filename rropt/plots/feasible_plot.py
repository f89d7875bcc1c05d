"""The picture of the binary design problem. A binary design is a pair (p00, p11), where p00 = Pr(output 0 | input 0) and p11 =
Pr(output 1 | input 1).

The picture shows the designs that satisfy (ε, δ)-privacy, contours of the variance, the vertices, and the optimum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rropt.exact.decimal import decimal
from rropt.exact.element import Number
from rropt.exact.epsilon import Epsilon, read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.plots.figure import BLUE, GREY, INK, RED, axes_for, finish
from rropt.results import FieldResult, Table, say_value, text_table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["FeasibleData", "draw_feasible", "feasible_data", "plot_feasible"]

Point = tuple[Number, Number]
GRID = 400
HEIGHTS = (0.96, 0.89, 0.82, 0.75, 0.68)
LEVELS = (1.5, 2, 3, 5, 10)
BOX = {"boxstyle": "round,pad=0.2", "fc": "white", "ec": "none", "alpha": 0.85}


@dataclass(frozen=True, slots=True, repr=False)
class FeasibleData(FieldResult):
    """The numbers of the picture. A binary design is a pair (p00, p11) = (Pr(output 0 | input 0), Pr(output 1 | input 1)).

    `polygon` has the corners of the feasible designs with p00 + p11 ≥ 1, exactly. `candidates` has the vertices that may be
    optimal, each with n·Var. `optima` has the optimal designs.
    """

    epsilon: Epsilon
    delta: Number
    prevalence: Number
    polygon: tuple[Point, ...]
    candidates: tuple[tuple[Point, Number], ...]
    optima: tuple[Point, ...]

    def explain(self) -> str:
        """Write epsilon, delta and the prevalence, then a table of the corners of the feasible region, the candidate vertices and
        the optima.
        """
        head = f"epsilon = {self.epsilon.shown()}, delta = {say_value(self.delta)}, prevalence = {say_value(self.prevalence)}"
        return f"{head}\n{text_table(*self.as_table())}"

    def as_table(self) -> Table:
        """List the corners of the polygon, the candidate vertices with n·Var, and the optima."""
        rows = [("corner", say_value(x), say_value(y), "") for x, y in self.polygon]
        rows += [("candidate", say_value(x), say_value(y), say_value(v)) for (x, y), v in self.candidates]
        rows += [("optimum", say_value(x), say_value(y), "") for x, y in self.optima]
        return ("kind", "p00", "p11", "n·Var"), rows


def variance(point: Point, prevalence: Number) -> Number:
    """Compute n·Var of the estimated prevalence π for the binary design `point` = (p00, p11).

    Let D = p00 + p11 − 1 > 0, x = p00/D and y = p11/D. The result is (x − π)(y − 1 + π).
    """
    d = point[0] + point[1] - 1
    return (point[0] / d - prevalence) * (point[1] / d - 1 + prevalence)


def _vertices(t: Number, delta: Number) -> list[Point]:
    """List the vertices with p00 + p11 > 1 of the region of feasible binary designs (p00, p11).

    Here t = e^ε. The region is given by 0 ≤ p00, p11 ≤ 1, p00 + t·p11 ≤ t + δ and t·p00 + p11 ≤ t + δ.
    """
    one = Fraction(1)
    both = (t + delta) / (t + 1)
    corners = [(one, delta), (both, both), (delta, one)] if delta != 0 else [(both, both)]
    distinct = list(dict.fromkeys(corners))
    return [point for point in distinct if point[0] + point[1] > 1]


def feasible_data(
    epsilon: object, delta: object, prevalence: object, *, optima: Iterable[Sequence[object]] | None = None
) -> FeasibleData:
    """Compute the picture's exact data: the feasible region, its candidate vertices, and the points to mark as optima.

    Args:
        epsilon: The budget.
        delta: The slack.
        prevalence: The prevalence planned for.
        optima: Points (p00, p11) to mark; the best vertices if not given.

    Returns:
        The picture's numbers.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt.plots import feasible_data
        >>> type(feasible_data("1/2", "1/10", "1/4")).__name__
        'FeasibleData'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    budget, slack, pi = read_epsilon(epsilon), read_number(delta), read_number(prevalence)
    if is_infinite(budget.t) or budget.is_free:
        raise InputError(f"epsilon = {budget} cannot be drawn; give one finite epsilon")
    if not 0 <= slack <= 1 or not 0 <= pi <= 1:
        raise InputError(f"delta = {show(slack)} and prevalence = {show(pi)} must lie between 0 and 1")
    vertices = _vertices(budget.t, slack)
    if not vertices:
        raise InputError(
            "at epsilon = 0 and delta = 0 both inputs answer alike, so no design can be drawn; give a larger epsilon or delta"
        )
    candidates = tuple((point, variance(point, pi)) for point in vertices)
    least = min(value for _, value in candidates)
    best = tuple(point for point, value in candidates if value == least)
    chosen = best if optima is None else tuple((read_number(a), read_number(b)) for a, b in optima)
    if not chosen or any(x + y == 1 for x, y in chosen):
        raise InputError(
            "the argument optima must have at least one point (p00, p11), and every point must have p00 + p11 different from 1, "
            "because at 1 the answers do not identify the prevalence; leave optima out to mark the best vertices"
        )
    polygon: list[Point] = [(Fraction(1), Fraction(0)), *vertices, (Fraction(0), Fraction(1))]
    return FeasibleData(budget, slack, pi, tuple(dict.fromkeys(polygon)), candidates, chosen)


def plot_feasible(
    epsilon: object,
    delta: object,
    prevalence: object,
    path: Path | str | None = None,
    *,
    optima: Iterable[Sequence[object]] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the binary design problem, on the axes `ax` if given, and into the file `path` if given; return the axes.

    Args:
        epsilon: The budget.
        delta: The slack.
        prevalence: The prevalence planned for.
        path: An SVG or PNG file to write the picture to; no file is written if no path is given.
        optima: Points (p00, p11) to mark; the best vertices if not given.
        ax: The axes to draw on. If no axes are given, a new figure is made, which a notebook shows if no path is given.

    Returns:
        The axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt.plots import plot_feasible
        >>> plot_feasible("1/2", "1/10", "1/4", ax=ax) is ax
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    data = feasible_data(epsilon, delta, prevalence, optima=optima)
    (panel,) = axes_for(ax, path, width=6.6, height=6.4)
    draw_feasible(panel, data)
    finish([panel], path)
    return panel


def draw_feasible(ax: Axes, data: FeasibleData) -> None:
    """Draw the unit square of (p00, p11): the feasible region, contours of the variance, vertices and optimum."""
    polygon = [(float(a), float(b)) for a, b in data.polygon]
    ax.fill(*zip(*polygon, strict=True), color=BLUE, alpha=0.16, lw=0, label="designs that meet the demand")
    ax.plot(*zip(*polygon, strict=True), color=BLUE, lw=1.6)
    _contours(ax, data)
    ax.plot([0, 1], [1, 0], color=GREY, lw=1.0, ls=":", label="$p_{00}+p_{11}=1$: nothing identified")
    _points(ax, data)
    ax.set(
        xlim=(0, 1.02),
        ylim=(0, 1.06),
        xlabel="$p_{00}$ = Pr(answer 0 | truth 0)",
        ylabel="$p_{11}$ = Pr(answer 1 | truth 1)",
    )
    ax.set_aspect("equal")
    ax.set_title(
        f"Binary designs for ε = {data.epsilon}, δ = {show(data.delta)}, prevalence π = {show(data.prevalence)}",
        fontsize=10.5,
    )
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=2, frameon=False, fontsize=9)


def _contours(ax: Axes, data: FeasibleData) -> None:
    """Draw contours: the lines on which n·Var is a stated multiple of its least value."""
    import numpy

    least = float(min(variance(point, data.prevalence) for point in data.optima))
    if least <= 0:
        return
    axis = numpy.linspace(1e-6, 1, GRID)
    a, b = numpy.meshgrid(axis, axis)
    d = a + b - 1
    pi = float(data.prevalence)
    with numpy.errstate(all="ignore"):
        value = numpy.where(d > 1e-3, (a / d - pi) * (b / d - 1 + pi), numpy.nan) / least
    ax.contour(a, b, value, levels=[1.0], colors=[RED], linewidths=1.4)
    lines = ax.contour(a, b, value, levels=list(LEVELS), colors=[INK], linewidths=0.6, alpha=0.55)
    places = [_label_place(level * least, pi, height) for level, height in zip(LEVELS, HEIGHTS, strict=True)]
    ax.clabel(lines, fmt=lambda x: f"×{x:g}", fontsize=7.5, manual=places)


def _label_place(value: float, pi: float, height: float) -> tuple[float, float]:
    """Find the point (p00, p11) at which to label the contour n·Var = `value`.

    If π ≤ 1/2, this is the point of the contour with p11 = `height`. If π > 1/2, it is the point of the contour with p00 =
    `height`.

    The caller gives each contour a different height, so that the labels do not collide.
    """
    if pi > 0.5:
        x, y = _label_place(value, 1 - pi, height)
        return y, x
    low, high = 1 - height + 1e-6, 1.0
    for _ in range(50):
        a = (low + high) / 2
        d = a + height - 1
        low, high = (a, high) if (a / d - pi) * (height / d - 1 + pi) > value else (low, a)
    return low, height


def _points(ax: Axes, data: FeasibleData) -> None:
    others = [(point, value) for point, value in data.candidates if point not in data.optima]
    for n, (point, value) in enumerate(others):
        label = "other candidate vertices" if n == 0 else None
        _mark(ax, point, value, marker="o", color="white", size=48, label=label)
    for n, point in enumerate(data.optima):
        label = "optimum, and its variance contour" if n == 0 else None
        _mark(ax, point, variance(point, data.prevalence), marker="*", color=RED, size=170, label=label)


def _mark(ax: Axes, point: Point, value: Number, *, marker: str, color: str, size: float, label: str | None) -> None:
    x, y = float(point[0]), float(point[1])
    ax.scatter(
        [x], [y], marker=marker, s=size, color=color, edgecolor=INK, linewidth=0.9, zorder=5, label=label, clip_on=False
    )
    text = f"({_short(point[0])}, {_short(point[1])})\nn·Var = {decimal(value, digits=4) if value else '0'}"
    at = _label_at(x, y)
    arrow = {"arrowstyle": "-", "color": GREY, "lw": 0.8, "shrinkA": 0, "shrinkB": 5}
    ax.annotate(text, (x, y), xytext=at, ha="left", va="center", fontsize=8.5, zorder=6, arrowprops=arrow, bbox=BOX)


def _label_at(x: float, y: float) -> tuple[float, float]:
    """Return where the label of the vertex (x, y) stands: in a free corner if the vertex lies far from the line x = y, else beside
    it."""
    if abs(x - y) > 0.3:
        return (0.6, 0.1) if x > y else (0.04, 0.5)
    return (x - 0.59, y - 0.15) if min(x, y) > 0.75 else (min(x + 0.06, 0.8), min(y + 0.08, 1.03))


def _short(x: Number) -> str:
    text = show(x)
    return text if len(text) <= 5 else decimal(x, digits=4)
