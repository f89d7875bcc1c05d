"""The picture of privacy-breach regions, as sets of pairs of a prior and a posterior. It shows three things.

* The region that a demand forbids.
* The region that the tightest precise demand forbids. A precise demand bounds the ratio of posterior to prior odds and nothing
  else; the tightest one forbids the smallest region that contains the first.
* The pairs that a mechanism attains.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.breach.boundaries import as_boundary
from rropt.breach.canonical import Region, stated_region
from rropt.breach.in_words import spoken
from rropt.breach.regions import protected_region, tightest_precise
from rropt.breach.result import BreachBound
from rropt.exact.decimal import decimal
from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY
from rropt.exact.ordering import order_of
from rropt.mechanism import Mechanism
from rropt.plots.figure import BLUE, GREY, INK, ORANGE, TEAL, axes_for, finish, literal
from rropt.privacy.boundary import BreachFunction, reflect
from rropt.results import FieldResult, Table, say_value

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["RegionsData", "draw_regions", "plot_regions", "regions_data"]

STEPS = 160
PALE, STRONG = 0.16, 0.45
AT_JUMPS = "its value where it jumps"
ORDER = ("breaches of the demand", "boundary of the demand", AT_JUMPS)
Line = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True, slots=True, repr=False)
class RegionsData(FieldResult):
    """What the picture of privacy-breach regions draws. A precise demand bounds the ratio of posterior to prior odds and nothing
    else. The tightest precise demand forbids everything that the given demand forbids, and as little more as possible.

    Each of the four lines is a list of priors and a list of posteriors. Two lines are the lower and upper boundary of the given
    demand, and two are those of the tightest precise demand. `bands` are the ranges of ratios of odds that the mechanism attains. A
    boundary may jump at a prior: `at_jumps` has the points (prior, posterior) of the given demand's boundaries there.
    """

    bound: BreachBound
    lower: Line
    upper: Line
    precise_lower: Line
    precise_upper: Line
    bands: tuple[tuple[float, float], ...]
    parity: float | None
    at_jumps: tuple[tuple[float, float], ...] = ()

    def explain(self) -> str:
        """Name the demand, and count the points, the bands of attained ratios and the values at jumps."""
        points = len(self.as_table()[1])
        jumps = f", {len(self.at_jumps)} values at jumps" if self.at_jumps else ""
        points -= len(self.at_jumps)
        return f"The picture of {spoken(self.bound.demand)}: {points} points on 4 lines, {len(self.bands)} attained bands{jumps}"

    def as_table(self) -> Table:
        """List every drawn point of every line."""
        names = ("lower", "upper", "precise_lower", "precise_upper")
        lines = ((name.replace("_", " "), getattr(self, name)) for name in names)
        rows = [(name, say_value(p), say_value(h)) for name, line in lines for p, h in zip(*line, strict=True)]
        rows += [("value at a jump", say_value(p), say_value(h)) for p, h in self.at_jumps]
        return ("line", "prior", "posterior"), rows


def _line(h: BreachFunction) -> Line:
    """Compute points along the boundary h (posterior by prior), with vertical steps at its jumps."""
    ps: list[float] = []
    hs: list[float] = []
    for piece in h.pieces:
        start, end = float(piece.start), float(piece.end)
        (a, b), (c, d) = (tuple(map(float, pair)) for pair in (piece.top, piece.below))
        count = 1 if not piece.below[1] else STEPS
        for n in range(count + 1):
            p = start + (end - start) * n / count
            ps.append(p)
            hs.append((a + b * p) / (c + d * p))
    return tuple(ps), tuple(hs)


def _jumps(h: BreachFunction) -> list[tuple[float, float]]:
    """List (p, h(p)) at the breakpoints p where h jumps: where a limit from one side is not h(p)."""
    lefts = [None, *(piece.right for piece in h.pieces)]
    rights = [*(piece.left for piece in h.pieces), None]
    found = []
    for p, value, left, right in zip(h.breakpoints, h.values, lefts, rights, strict=True):
        if any(x is not None and order_of(x, value) != 0 for x in (left, right)):
            found.append((float(p), float(value)))
    return found


def odds_curve(ratio: float) -> Line:
    """Compute the curve of pairs (prior, posterior) at which the posterior odds are `ratio` times the prior odds.

    Its points are dense where it bends.
    """
    ps = [(1 - math.cos(math.pi * n / STEPS)) / 2 for n in range(STEPS + 1)]
    if ratio == 0 or math.isinf(ratio):
        return tuple(ps), tuple(float(ratio > 0) for _ in ps)
    bent = sorted({*ps, *(p / (p + ratio * (1 - p)) for p in ps)})
    return tuple(bent), tuple(ratio * p / (1 + (ratio - 1) * p) for p in bent)


def regions_data(demand: object, *, mechanism: Mechanism | None = None) -> RegionsData:
    """Compute everything that the picture draws, as plain numbers.

    Args:
        demand: A demand, or anything else that `breach_bound` reads.
        mechanism: The mechanism.

    Returns:
        The picture's numbers.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import RhoBreach
        >>> from rropt.plots import regions_data
        >>> type(regions_data(RhoBreach("1/5", "1/2"))).__name__
        'RegionsData'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    boundary = as_boundary(demand)
    if boundary is None:
        raise InputError(f"{str(demand)[:60]!r} has no piecewise boundary to draw; give a named demand or a table")
    try:
        stated = stated_region(demand)
    except InputError:
        stated = Region(reflect(boundary), boundary)
    precise, bound = tightest_precise(boundary)
    attained = None if mechanism is None else protected_region(mechanism)
    bands = () if attained is None else tuple((float(low), float(high)) for low, high in attained.ratios)
    return RegionsData(
        bound,
        _line(stated.lower),
        _line(stated.upper),
        _line(reflect(precise)),
        _line(precise),
        bands,
        None if attained is None else float(attained.parity),
        (*_jumps(stated.upper), *_jumps(stated.lower)),
    )


def plot_regions(
    demand: object, path: Path | str | None = None, *, mechanism: Mechanism | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the privacy-breach regions, on the axes `ax` if given, and into the file `path` if given; return the axes.

    Args:
        demand: A demand, or anything else that `breach_bound` reads.
        path: An SVG or PNG file to write the picture to; no file is written if no path is given.
        mechanism: The mechanism.
        ax: The axes to draw on. If no axes are given, a new figure is made, which a notebook shows if no path is given.

    Returns:
        The axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt import RhoBreach
        >>> from rropt.plots import plot_regions
        >>> plot_regions(RhoBreach("1/5", "1/2"), ax=ax) is ax
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    data = regions_data(demand, mechanism=mechanism)
    (panel,) = axes_for(ax, path, width=6.4, height=6.4 if data.parity is None else 6.6)
    draw_regions(panel, data)
    finish([panel], path)
    return panel


def draw_regions(ax: Axes, data: RegionsData) -> None:
    """Draw the unit square of priors and posteriors with the regions shaded."""
    finite = data.bound.lower != INFINITY
    if finite:
        _shade(
            ax,
            data.precise_lower,
            data.precise_upper,
            color=ORANGE,
            alpha=PALE,
            label="breaches of the precise demand alone",
        )
    _shade(ax, data.lower, data.upper, color=ORANGE, alpha=STRONG, label="breaches of the demand")
    ax.plot(*data.upper, color=ORANGE, lw=1.8, label="boundary of the demand")
    ax.plot(*data.lower, color=ORANGE, lw=1.8)
    if data.at_jumps:
        ps, hs = zip(*data.at_jumps, strict=True)
        ax.scatter(ps, hs, s=34, color=ORANGE, edgecolor=INK, lw=0.9, zorder=6, clip_on=False, label=AT_JUMPS)
    if finite:
        gamma = _short(data.bound)
        ax.plot(
            *data.precise_upper,
            color=INK,
            lw=1.6,
            ls=(0, (5, 2)),
            zorder=4,
            label=f"tightest precise demand, $B(h)$ = {gamma}",
        )
        ax.plot(*data.precise_lower, color=INK, lw=1.6, ls=(0, (5, 2)), zorder=4)
    _draw_bands(ax, data)
    ax.plot([0, 1], [0, 1], color=GREY, lw=0.9, ls=":", label="nothing learnt")
    _finish(ax, data)


def _short(bound: BreachBound) -> str:
    from rropt.exact.spelling import show

    if bound.value is None:
        return f"{decimal(bound.lower, digits=5, direction='lower')}…"
    text = show(bound.value)
    if text.isdigit():
        return text
    return f"{text} ≈ {decimal(bound.value, digits=4)}" if len(text) <= 12 else f"{decimal(bound.value, digits=5)}…"


def _shade(ax: Axes, lower: Line, upper: Line, *, label: str, **style: Any) -> None:
    ax.fill_between(upper[0], upper[1], 1, lw=0, label=label, **style)
    ax.fill_between(lower[0], 0, lower[1], lw=0, **style)


def _draw_bands(ax: Axes, data: RegionsData) -> None:
    """Draw bands of attained ratios of odds as areas, and single ratios as curves."""
    label: str | None = "pairs the mechanism attains"
    for low, high in data.bands:
        if low == high:
            ax.plot(*odds_curve(low), color=BLUE, lw=4, alpha=0.8, label=label)
        else:
            grid = sorted({*odds_curve(low)[0], *odds_curve(high)[0]})
            below, above = ([_odds(r, p) for p in grid] for r in (low, high))
            ax.fill_between(grid, below, above, color=TEAL, alpha=0.3, lw=0, label=label)
            ax.plot(grid, below, color=TEAL, lw=1.4)
            ax.plot(grid, above, color=TEAL, lw=1.4)
        label = None


def _odds(ratio: float, p: float) -> float:
    if ratio == 0 or math.isinf(ratio):
        return float(ratio > 0)
    return ratio * p / (1 + (ratio - 1) * p)


def _finish(ax: Axes, data: RegionsData) -> None:
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="prior probability $p$ of an event")
    ax.set_ylabel("posterior probability $p_*$ after an answer")
    ax.set_aspect("equal")
    ax.spines[["top", "right"]].set_visible(True)
    ax.set_title(_title(data), fontsize=10.5, color=INK)
    handles, labels = ax.get_legend_handles_labels()
    first = [x for x in ORDER if x in labels]
    names = [*first, *(x for x in labels if x not in first)]
    entries = dict(zip(labels, handles, strict=True))
    ax.legend(
        [entries[x] for x in names],
        names,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.14),
        ncols=2,
        frameon=False,
        fontsize=9,
    )


def _title(data: RegionsData) -> str:
    name = spoken(data.bound.demand)
    shown = literal(name if len(name) <= 60 else f"{name[:57]}…")
    if data.parity is None:
        return f"Privacy-breach regions of {shown}"
    parity = "∞" if math.isinf(data.parity) else f"{data.parity:.5g}"
    return f"Privacy-breach regions of {shown}\nand a mechanism of parity {parity}"
