"""Curves that answer a survey's questions: error against ε, against n and against prevalence, efficiency, power, and posterior
against prior. Each question is a function that gives the data; `draw_curves` draws any of them on Axes.

Lines differ in dashes and markers as well as in colour, so that they are told apart in print.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

from rropt.exact.decimal import plain_fractions
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.mechanism import Mechanism
from rropt.plots.figure import BLUE, GREY, INK, ORANGE, RED, TEAL, axes_for, finish
from rropt.results import FieldResult, Table, text_table
from rropt.survey.planning.devices import devices_at_equal_privacy
from rropt.survey.planning.spread import Region, spread_of
from rropt.survey.prevalence import share_place

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from rropt.variance.frontier import Frontier

__all__ = [
    "Curve",
    "Curves",
    "device_names",
    "draw_curves",
    "efficiency_by_epsilon",
    "error_by_budget",
    "error_by_epsilon",
    "error_by_prevalence",
    "error_by_size",
    "plot_frontier",
    "posterior_by_prior",
    "power_by_size",
]

EPSILONS = ("1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4")
DELTAS = ("0", "1/1000", "1/100", "1/20", "1/10", "1/4")
SIZES = tuple(round(100 * 10 ** (step / 10)) for step in range(21))
PREVALENCES = tuple(Fraction(n, 40) for n in range(41))
STYLES = (
    (BLUE, "-", "o"),
    (ORANGE, "--", "s"),
    (TEAL, "-.", "^"),
    (RED, ":", "D"),
    (INK, (0, (5, 1, 1, 1)), "v"),
    (GREY, (0, (3, 1, 1, 1, 1, 1)), "P"),
    (BLUE, (0, (1, 1)), "X"),
)
MOST_LINES = 7


@dataclass(frozen=True, slots=True)
class Curve:
    """A line by its name; a value that is not finite leaves a gap."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Curves(FieldResult):
    """Lines over the same places, with what both axes mean."""

    title: str
    across: str
    up: str
    places: tuple[float, ...]
    lines: tuple[Curve, ...]
    logarithmic: str = ""
    """Which axes are logarithmic: none, `x` or `xy`."""
    top: float | None = None

    def explain(self) -> str:
        """The values as a table."""
        return f"{self.title}\n{text_table(*self.as_table())}"

    def as_table(self) -> Table:
        """A row a place and a column a line."""
        rows = [[f"{x:.6g}", *(f"{line.values[n]:.6g}" for line in self.lines)] for n, x in enumerate(self.places)]
        return [self.across, *(line.name.replace("\n", " & ") for line in self.lines)], rows


def draw_curves(ax: Axes, data: Curves) -> None:
    """The lines, with a legend that names them, on Axes."""
    for line, (colour, dashes, marker) in zip(data.lines, STYLES, strict=False):
        every = max(1, len(data.places) // 8)
        drawn = {"color": colour, "linestyle": dashes, "marker": marker, "markevery": every, "ms": 4.5, "lw": 1.6}
        ax.plot(data.places, line.values, label=line.name, **drawn)  # type: ignore[arg-type]
    if "x" in data.logarithmic:
        ax.set_xscale("log")
        _number_decades(ax.xaxis, between=())
    if "y" in data.logarithmic:
        ax.set_yscale("log")
        _number_decades(ax.yaxis, between=(2, 5))
    else:
        ax.set_ylim(bottom=0, top=data.top)
    ax.grid(True, which="major", color="#dddddd", lw=0.6)
    ax.set_xlabel(data.across, fontsize=9.5)
    ax.set_ylabel(data.up, fontsize=9.5)
    ax.set_title(plain_fractions(data.title), fontsize=10)
    ax.legend(fontsize=8.5, frameon=False, handlelength=3.6)


def _number_decades(axis: Axis, *, between: tuple[int, ...]) -> None:
    """Numbers as people write them at the powers of ten, and at these multiples between them."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    plain = FuncFormatter(lambda x, _: f"{x:,.10g}")
    axis.set_major_formatter(plain)
    axis.set_minor_formatter(plain if between else NullFormatter())
    if between:
        axis.set_minor_locator(LogLocator(subs=between))


def _at_equal_privacy(prevalence: object, column: str, epsilons: Sequence[object]) -> dict[str, list[float]]:
    """A column of the comparison of devices, by device, at each ε."""
    found: dict[str, list[float]] = {}
    for epsilon in epsilons:
        table = devices_at_equal_privacy(epsilon, prevalence)
        values = dict(zip(device_names(table.cells()), table.column(column), strict=True))
        for name, value in values.items():
            found.setdefault(name, []).append(float(Fraction(value)))
    return {name: values for name, values in found.items() if len(values) == len(epsilons)}


def device_names(rows: Sequence[Sequence[str]]) -> list[str]:
    """The devices, those of one name told apart by a parameter."""
    found: list[str] = []
    for name, parameters, *_ in rows:
        distinct = name.split(",")[0] if "christofides" not in name else name
        found.append(f"{distinct}, {parameters.split(', ')[-1]}" if name == "simmons" else distinct)
        if found.count(found[-1]) > 1:
            found[-1] += ", uneven"
    return found


def error_by_epsilon(prevalence: object, *, n: int = 1000, epsilons: Sequence[object] = EPSILONS) -> Curves:
    """Each device's standard error from n answers against ε, with the certified optimum."""
    _require(n)
    found = _at_equal_privacy(prevalence, "n·Var", epsilons)
    lines = [Curve(name, tuple(math.sqrt(x / n) for x in values)) for name, values in found.items()]
    title = f"Standard error of {n} answers at prevalence {prevalence}"
    return Curves(title, "privacy budget ε", "standard error", _floats(epsilons), _merge_lines(lines[::-1]))


def efficiency_by_epsilon(prevalence: object, *, epsilons: Sequence[object] = EPSILONS) -> Curves:
    """Each device's efficiency against ε: the certified optimum over its own n·Var."""
    found = _at_equal_privacy(prevalence, "efficiency", epsilons)
    lines = [Curve(name, tuple(values)) for name, values in found.items() if name != "certified optimum"]
    title = f"Efficiency at prevalence {prevalence} (1 is the certified optimum)"
    return Curves(title, "privacy budget ε", "efficiency", _floats(epsilons), _merge_lines(lines[::-1]), top=1.05)


def error_by_budget(
    found: Frontier, *, n: int = 1000, deltas: Sequence[object] = DELTAS, epsilons: Sequence[object] = EPSILONS
) -> Curves:
    """The least standard error of a frontier from n answers against ε, a line a δ."""
    _require(n)
    lines = [Curve(f"δ = {d}", tuple(math.sqrt(float(found.at(e, d)) / n) for e in epsilons)) for d in deltas]
    outputs = "as many outputs as help" if found.outputs == "free" else "two outputs"
    title = f"Least standard error of {n} answers at prevalence {found.prevalence}, {outputs}"
    return Curves(title, "privacy budget ε", "standard error", _floats(epsilons), tuple(lines[:MOST_LINES]))


def plot_frontier(found: Frontier, path: Path | str | None = None, *, n: int = 1000, ax: Axes | None = None) -> Axes:
    """Draw a frontier's standard errors, on the axes `ax` if given, and into a file if `path` is; return the axes."""
    (axes,) = axes_for(ax, path, width=7.0, height=4.6)
    draw_curves(axes, error_by_budget(found, n=n))
    finish([axes], path)
    return axes


def _merge_lines(lines: Sequence[Curve]) -> tuple[Curve, ...]:
    """As many lines as can be told apart; those that are the same at every place are one line with all their names."""
    named: dict[tuple[float, ...], list[str]] = {}
    for line in lines:
        named.setdefault(line.values, []).append(line.name)
    return tuple(Curve("\n".join(names), values) for values, names in named.items())[:MOST_LINES]


def _floats(xs: Sequence[object]) -> tuple[float, ...]:
    return tuple(float(read_rational(x)) for x in xs)


def _require(n: int) -> None:
    if n < 1:
        raise InputError(f"n = {n} answers; give at least 1")


def _variance(p: Mechanism, prevalence: Number, share_of: str | int | None) -> float:
    """n·Var of independent draws, with the weights that are best at this prevalence."""
    inside = min(max(prevalence, Fraction(1, 1000)), Fraction(999, 1000))
    spread = spread_of(p, Region(inside, inside), j=share_place(p, share_of))
    return float(spread.at(prevalence, Fraction(1)))


def error_by_size(
    mechanisms: Mapping[str, Mechanism],
    prevalence: object,
    *,
    share_of: str | int | None = None,
    sizes: Sequence[int] = SIZES,
) -> Curves:
    """Each mechanism's standard error against the number of answers, at one prevalence."""
    pi = read_rational(prevalence)
    values = {name: _variance(p, pi, share_of) for name, p in mechanisms.items()}
    lines = [Curve(name, tuple(math.sqrt(v / n) for n in sizes)) for name, v in values.items()]
    title = f"Standard error at prevalence {prevalence}"
    return Curves(
        title, "number of answers n", "standard error", tuple(map(float, sizes)), _merge_lines(lines), logarithmic="xy"
    )


def error_by_prevalence(
    mechanisms: Mapping[str, Mechanism], *, n: int = 1000, share_of: str | int | None = None
) -> Curves:
    """Each mechanism's standard error from n answers against the prevalence."""
    _require(n)
    lines = [
        Curve(name, tuple(math.sqrt(max(0.0, _variance(p, x, share_of)) / n) for x in PREVALENCES))
        for name, p in mechanisms.items()
    ]
    title = f"Standard error of {n} answers"
    return Curves(title, "prevalence", "standard error", tuple(map(float, PREVALENCES)), _merge_lines(lines))


def power_by_size(
    mechanisms: Mapping[str, Mechanism],
    prevalence: object,
    difference: object,
    *,
    level: object = "0.05",
    share_of: str | int | None = None,
    sizes: Sequence[int] = SIZES,
) -> Curves:
    """The power to detect a difference between two groups of n, by the normal approximation.

    Φ(d/√((v₁ + v₂)/n) − z) with z the two-sided quantile of the level; the far tail is left out.
    """
    pi, d, alpha = (read_rational(x) for x in (prevalence, difference, level))
    if not 0 < alpha < 1 or not 0 < d < 1 or not 0 <= pi <= 1 - d:
        raise InputError(
            f"prevalence {prevalence}, difference {difference} and level {level} must lie in (0, 1), the sum of the first two too"
        )
    z = NormalDist().inv_cdf(1 - float(alpha) / 2)

    def power(p: Mechanism) -> tuple[float, ...]:
        both = _variance(p, pi, share_of) + _variance(p, pi + d, share_of)
        return tuple(NormalDist().cdf(float(d) / math.sqrt(both / n) - z) if both else 1.0 for n in sizes)

    lines = [Curve(name, power(p)) for name, p in mechanisms.items()]
    title = f"Power to tell {prevalence} from {float(pi + d):g} (two-sided level {level})"
    return Curves(title, "answers in each group", "power", tuple(map(float, sizes)), _merge_lines(lines), "x", top=1.02)


def posterior_by_prior(mechanism: Mechanism, *, share_of: str | int | None = None) -> Curves:
    """What each answer makes of every prior chance of one truth, the others being equally likely among themselves."""
    k, j = mechanism.k, share_place(mechanism, share_of)
    priors = [Fraction(n, 60) for n in range(61)]

    def after(row: Sequence[Number], x: Fraction) -> float:
        others = (1 - x) / (k - 1) * sum((p for n, p in enumerate(row) if n != j), Fraction(0))
        whole = x * row[j] + others
        return float(x * row[j] / whole) if whole else math.nan

    lines: dict[tuple[float, ...], str] = {}
    for label, row in zip(mechanism.output_labels, mechanism.rows, strict=True):
        if any(row):
            values = tuple(after(row, x) for x in priors)
            lines[values] = f"{lines[values]}, {label}" if values in lines else f'after "{label}"'
    shown = [Curve(name if len(name) < 40 else f"{name[:36]}…", values) for values, name in lines.items()]
    truth = mechanism.input_labels[j]
    title = f'What an answer makes of the chance of "{truth}"'
    places = tuple(map(float, priors))
    return Curves(
        title, "chance before", "chance after", places, (*shown[: MOST_LINES - 1], Curve("nothing learnt", places))
    )
