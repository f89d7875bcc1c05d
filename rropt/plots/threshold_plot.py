"""The map of which binary design is optimal where. It shows Holohan, Leith & Mason's threshold g(ε, δ) against the prevalence π.

A binary design is a pair (p00, p11). The symmetric design has p00 = p11; the one-sided design is (1, δ), and its mirror image is
(δ, 1). Let g(ε, δ) = δ(e^ε + δ)/(e^ε + 2δ − 1)² for 0 < δ < 1.

If 0 < π ≤ 1/2, the one-sided design has less variance than the symmetric one exactly if π < g(ε, δ). If 1/2 ≤ π < 1, the mirror
image has less variance exactly if 1 − π < g(ε, δ). (Theorem 3, Corollary 2.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.designs.variance import theorems as binary_variance
from rropt.exact.element import Number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_number
from rropt.exact.infinity import is_infinite
from rropt.exact.spelling import show
from rropt.plots.figure import BLUE, INK, ORANGE, RED, TEAL, axes_for, finish
from rropt.results import FieldResult, Table, say_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ThresholdData", "draw_threshold", "plot_threshold", "threshold", "threshold_data"]

DELTAS = ("1/100", "1/20", "1/10", "1/5", "2/5")
PREVALENCES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
STEPS = 240
BOX: dict[str, Any] = {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none", "alpha": 0.85}


def threshold(epsilon: object, delta: object) -> Number:
    """Compute the threshold g(ε, δ) = δ(e^ε + δ)/(e^ε + 2δ − 1)² exactly, for δ > 0."""
    t, d = read_epsilon(epsilon).t, read_number(delta)
    if is_infinite(t) or not 0 < d <= 1:
        raise InputError(f"the threshold needs a finite epsilon and 0 < delta <= 1, not {epsilon} and {show(d)}")
    return binary_variance.threshold(t, d)


def _float_threshold(epsilon: float, delta: float) -> float:
    t = math.exp(epsilon)
    return delta * (t + delta) / (t + 2 * delta - 1) ** 2


@dataclass(frozen=True, slots=True, repr=False)
class ThresholdData(FieldResult):
    """Curves of the threshold g(ε, δ). If the prevalence π is below the threshold, the one-sided design is best.

    `curves` has one curve for each of several δ: the values of g at the `epsilons`, or 1/2 where g is larger. `levels` has one
    curve for each of several prevalences π: for each δ of `deltas`, the ε at which g(ε, δ) = π, or nan if there is none.

    `marked` is a design (ε, δ, π) to point at. If a design with a free ε is drawn, `prevalence` is its π. If a design with a free π
    is drawn, `epsilon` is its ε. Otherwise these are None.
    """

    epsilons: tuple[float, ...]
    deltas: tuple[float, ...]
    delta: str
    curves: tuple[tuple[str, tuple[float, ...]], ...]
    levels: tuple[tuple[float, tuple[float, ...]], ...]
    marked: tuple[float, float, float] | None
    epsilon: float | None = None
    prevalence: float | None = None

    def explain(self) -> str:
        """Say that the one-sided design is best below each curve."""
        deltas = ", ".join(d for d, _ in self.curves)
        return (
            f"The threshold g(epsilon, delta) at delta = {deltas}, {len(self.epsilons)} values of epsilon each; "
            "below it the design (p00, p11) = (1, delta) is optimal, from it to 1/2 the symmetric one"
        )

    def as_table(self) -> Table:
        """List the threshold g(ε, δ) along each curve."""
        rows = [
            (d, say_value(e), say_value(g))
            for d, curve in self.curves
            for e, g in zip(self.epsilons, curve, strict=True)
        ]
        return ("delta", "epsilon", "threshold g"), rows


def _epsilon_at(delta: float, prevalence: float) -> float:
    """Compute the ε ≥ 0 at which the threshold g(ε, δ) equals the prevalence π. Write t = e^ε: then t is the larger root of
    π(t + 2δ − 1)² = δ(t + δ). Return nan if this root is below 1.
    """
    shift = 2 * delta - 1
    b, c = 2 * prevalence * shift - delta, prevalence * shift**2 - delta**2
    t = (-b + math.sqrt(max(0.0, b * b - 4 * prevalence * c))) / (2 * prevalence)
    return math.log(t) if t >= 1 else math.nan


def threshold_data(
    *,
    delta: object = "1/10",
    deltas: Sequence[object] = DELTAS,
    most: float = 4.0,
    mark: tuple[object, object, object] | None = None,
    epsilon: object = None,
    prevalence: object = None,
) -> ThresholdData:
    """Compute the picture's data; `mark` = (ε, δ, π) is a design to point at, `epsilon` and `prevalence` are lines to draw.

    Args:
        delta: The slack of the map. Its threshold is drawn as a full line.
        deltas: Other slacks. The threshold of each is drawn as a dashed line.
        most: The largest ε that is shown.
        mark: A design (ε, δ, π) to point at.
        epsilon: A budget at which to draw a line.
        prevalence: A prevalence at which to draw a line.

    Returns:
        The picture's numbers.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt.plots import threshold_data
        >>> type(threshold_data(delta="1/10")).__name__
        'ThresholdData'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    slacks = list(dict.fromkeys(show(read_number(d)) for d in [str(delta), *map(str, deltas)]))
    for name, x in [*(("delta", d) for d in slacks), *([] if prevalence is None else [("prevalence", prevalence)])]:
        if not 0 <= read_number(x) <= 1:
            raise InputError(f"{name} = {x} must lie between 0 and 1")
    epsilons = tuple(most * n / STEPS for n in range(1, STEPS + 1))
    curves = tuple((d, tuple(min(_float_threshold(e, float(read_number(d))), 0.5) for e in epsilons)) for d in slacks)
    heights = tuple((n / STEPS) ** 2 for n in range(1, STEPS + 1))
    levels = tuple((p, tuple(_epsilon_at(d, p) for d in heights)) for p in PREVALENCES)
    point = (
        None
        if mark is None
        else (float(read_epsilon(mark[0])), float(read_number(mark[1])), float(read_number(mark[2])))
    )
    at = None if epsilon is None else float(read_epsilon(epsilon))
    share = None if prevalence is None else float(read_number(prevalence))
    return ThresholdData(epsilons, heights, slacks[0], curves, levels, point, at, share)


def plot_threshold(
    path: Path | str | None = None,
    *,
    delta: object = "1/10",
    mark: tuple[object, object, object] | None = None,
    epsilon: object = None,
    prevalence: object = None,
    ax: Sequence[Axes] | None = None,
) -> tuple[Axes, Axes]:
    """Draw two maps that show which binary design is optimal where. They are drawn on the two axes `ax` if given, and into the file
    `path` if given; return the two axes.

    The left map shows the optimal design for each (ε, π) at one δ. The right map shows lines g(ε, δ) = π for several π: on such a
    line the optimal design changes.

    Args:
        path: An SVG or PNG file to write the pictures to; no file is written if no path is given.
        delta: The slack.
        mark: A design (ε, δ, π) to point at.
        epsilon: A budget at which to draw a line.
        prevalence: A prevalence at which to draw a line.
        ax: The two axes to draw on. If no axes are given, a new figure is made, which a notebook shows if no path is given.

    Returns:
        The two axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> from rropt.plots import plot_threshold
        >>> axes = Figure().subplots(1, 2)
        >>> plot_threshold(delta="1/10", ax=tuple(axes))[0] is axes[0]
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    data = threshold_data(delta=delta, mark=mark, epsilon=epsilon, prevalence=prevalence)
    left, right = axes_for(ax, path, width=11.4, height=5.2, columns=2)
    draw_threshold(left, right, data)
    finish([left, right], path)
    return left, right


def draw_threshold(left: Axes, right: Axes, data: ThresholdData) -> None:
    """Draw two maps. The left one shows the optimal design over (ε, π) at one δ, and the thresholds g at other δ. The right one
    shows level sets of g over (ε, δ).
    """
    _draw_designs(left, data)
    _draw_levels(right, data)
    _draw_own(left, right, data)
    if data.marked is not None:
        e, d, p = data.marked
        for ax, y in ((left, p), (right, d)):
            ax.scatter([e], [y], marker="*", s=150, color=ORANGE, edgecolor=INK, zorder=6)


def _draw_own(left: Axes, right: Axes, data: ThresholdData) -> None:
    """Mark the design that is drawn in both maps.

    If `data.prevalence` is given, this prevalence is a line in the left map and, unless it is 0 or 1, a curve in the right map. If
    `data.epsilon` is given and the maps reach so far, this ε is a line in both maps.
    """
    box = BOX | {"ec": RED}
    last = data.epsilons[-1]
    if data.prevalence is not None:
        left.axhline(data.prevalence, color=RED, lw=1.5, zorder=5)
        said_so = f"this design's π = {data.prevalence:g}"
        left.text(0.97 * last, data.prevalence, said_so, fontsize=8.5, ha="right", va="center", bbox=box, zorder=6)
        low = min(data.prevalence, 1 - data.prevalence)
        if low > 0:
            right.plot([_epsilon_at(d, low) for d in data.deltas], data.deltas, color=RED, lw=1.8, zorder=5)
    if data.epsilon is not None and data.epsilon <= last:
        left.axvline(data.epsilon, color=RED, lw=1.5, zorder=5)
        right.axvline(data.epsilon, color=RED, lw=1.5, zorder=5)
        at = data.epsilon + 0.02 * last
        left.text(at, 0.7, f"this design's ε = {data.epsilon:.4g}", fontsize=8.5, va="center", bbox=box, zorder=6)
    if data.prevalence is not None or data.epsilon is not None:
        right.axhline(float(read_number(data.delta)), color=RED, lw=1.0, ls=":", zorder=5)
        right.text(
            0.99 * last, float(read_number(data.delta)), f"δ = {data.delta}", fontsize=8, ha="right", va="bottom"
        )


def _draw_designs(ax: Axes, data: ThresholdData) -> None:
    chosen = dict(data.curves)[data.delta]
    mirrored = [1 - g for g in chosen]
    e = data.epsilons
    ax.fill_between(e, 0, chosen, color=ORANGE, alpha=0.35, lw=0)
    ax.fill_between(e, chosen, mirrored, color=BLUE, alpha=0.16, lw=0)
    ax.fill_between(e, mirrored, 1, color=TEAL, alpha=0.35, lw=0)
    for n, (_, curve) in enumerate(data.curves):
        style: dict[str, Any] = (
            {"lw": 2.0, "color": INK} if n == 0 else {"lw": 0.8, "color": INK, "alpha": 0.6, "ls": "--"}
        )
        ax.plot(e, curve, **style)
        ax.plot(e, [1 - g for g in curve], **style)
    for n, (name, curve) in enumerate(sorted(data.curves, key=lambda item: item[1][-1])):
        if name != data.delta:
            _name_curve(ax, e, curve, name, 0.18 + 0.065 * n)
    last = e[-1]
    ax.text(0.72 * last, 0.55, "symmetric:\n$p_{00}=p_{11}=(e^ε+δ)/(e^ε+1)$", ha="center", va="center", fontsize=9)
    for text, height in (("(1, δ)", 0.05), ("(δ, 1)", 0.95)):
        ax.text(0.03 * last, height, text, fontsize=10, va="center", weight="bold", bbox=BOX)
    ax.set(xlim=(0, last), ylim=(0, 1), xlabel="ε", ylabel="prevalence π")
    ax.set_title(
        f"Optimal binary design at δ = {data.delta} (shaded);\ndashed: thresholds π = g(ε, δ) of other δ", fontsize=10.5
    )


def _name_curve(ax: Axes, e: Sequence[float], curve: Sequence[float], name: str, height: float) -> None:
    """Write a curve's name at this height, with a line to the first point of the curve that lies below the height. Write nothing if
    there is no such point.
    """
    n = next((n for n, g in enumerate(curve) if g < height), None)
    if n is not None:
        line = {"arrowstyle": "-", "color": INK, "lw": 0.5, "shrinkA": 0, "shrinkB": 0}
        at = (0.4 * e[-1], height)
        ax.annotate(
            f"δ = {name}",
            (e[n], curve[n]),
            xytext=at,
            fontsize=8,
            va="center",
            color=INK,
            arrowprops=line,
            bbox=BOX,
            zorder=7,
        )
        ax.scatter([e[n]], [curve[n]], s=9, color=INK, zorder=5)


def _draw_levels(ax: Axes, data: ThresholdData) -> None:
    for n, (level, epsilons) in enumerate(data.levels):
        shade = 0.3 + 0.7 * n / max(1, len(data.levels) - 1)
        ax.plot(epsilons, data.deltas, color=BLUE, alpha=shade, lw=1.6)
        height = 0.95 if n % 2 else 0.88
        at = min(range(len(data.deltas)), key=lambda i: abs(data.deltas[i] - height))
        left = max(epsilons[at], 0.06 * data.epsilons[-1])
        ax.text(left, data.deltas[at], f"π = {level:g}", fontsize=8, ha="center", va="center", bbox=BOX)
    ax.set(xlim=(0, data.epsilons[-1]), ylim=(0, 1), xlabel="ε", ylabel="δ")
    ax.set_title(
        "Level sets g(ε, δ) = π: left of its line (1, δ) is\noptimal for that π, right of it the symmetric design",
        fontsize=10.5,
    )
