"""Curves that answer a survey's questions: error and efficiency against ε. Curves of given mechanisms are in `mechanism_curves.py`.

For each question a function computes the data; `draw_curves` draws the data of any of them on Axes.

Lines differ in dashes and markers as well as in colour, so that they are told apart in print.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rropt.exact.decimal import spell_decimals
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_rational
from rropt.plots.figure import BLUE, GREY, INK, ORANGE, RED, TEAL, literal
from rropt.results import FieldResult, Table, text_table
from rropt.survey.tables import Devices, devices_at_equal_privacy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

    from rropt.designs.variance.frontier import Frontier

__all__ = [
    "Curve",
    "Curves",
    "device_names",
    "draw_curves",
    "efficiency_by_epsilon",
    "error_by_budget",
    "error_by_epsilon",
    "merge_lines",
    "require_answers",
]

EPSILONS = ("1/4", "1/2", "3/4", "1", "3/2", "2", "5/2", "3", "4")
DELTAS = ("0", "1/1000", "1/100", "1/20", "1/10", "1/4")
STYLES = (
    (BLUE, "-", "o"),
    (ORANGE, "--", "s"),
    (TEAL, "-.", "^"),
    (RED, ":", "D"),
    (INK, (0, (5, 1, 1, 1)), "v"),
    (GREY, (0, (3, 1, 1, 1, 1, 1)), "P"),
    (BLUE, (0, (1, 1)), "X"),
)
MOST_LINES = len(STYLES)


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line that has a value for each abscissa of `Curves`. A value that is not finite leaves a gap."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Curves(FieldResult):
    """Lines over the same abscissas, with the meaning of both axes."""

    title: str
    across: str
    up: str
    places: tuple[float, ...]
    lines: tuple[Curve, ...]
    logarithmic: str = ""
    """The axes that are logarithmic, such as `xy`."""
    top: float | None = None
    """The upper end of the axis of values, unless it is logarithmic; None leaves it to matplotlib."""

    def explain(self) -> str:
        """Write the values as a table."""
        return f"{self.title}\n{text_table(*self.as_table())}"

    def as_table(self) -> Table:
        """A table with one row per abscissa and one column per line."""
        rows = [[f"{x:.6g}", *(f"{line.values[n]:.6g}" for line in self.lines)] for n, x in enumerate(self.places)]
        return [self.across, *(line.name.replace("\n", " & ") for line in self.lines)], rows


def draw_curves(ax: Axes, data: Curves) -> None:
    """Draw the lines with a legend on Axes.

    Args:
        ax: The axes to draw on.
        data: The numbers to draw.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: There are more than seven lines, which could not be told apart.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt.plots import draw_curves, error_by_epsilon
        >>> draw_curves(ax, error_by_epsilon("1/10", epsilons=[1, 2]))
        >>> len(ax.lines) > 0
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    if len(data.lines) > MOST_LINES:
        raise InputError(f"{len(data.lines)} lines cannot be told apart in one picture; draw at most {MOST_LINES}")
    for line, (colour, dashes, marker) in zip(data.lines, STYLES, strict=False):
        every = max(1, len(data.places) // 8)
        drawn = {"color": colour, "linestyle": dashes, "marker": marker, "markevery": every, "ms": 4.5, "lw": 1.6}
        ax.plot(data.places, line.values, label=literal(line.name), **drawn)  # type: ignore[arg-type]
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
    ax.set_title(literal(spell_decimals(data.title)), fontsize=10)
    ax.legend(fontsize=8.5, frameon=False, handlelength=3.6)


def _number_decades(axis: Axis, *, between: tuple[int, ...]) -> None:
    """Label a logarithmic axis in plain numbers. Labels stand at the powers of ten, and at each power of ten times each number in
    `between`.
    """
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    plain = FuncFormatter(lambda x, _: f"{x:,.10g}")
    axis.set_major_formatter(plain)
    axis.set_minor_formatter(plain if between else NullFormatter())
    if between:
        axis.set_minor_locator(LogLocator(subs=between))


def _at_equal_privacy(prevalence: object, column: str, epsilons: Sequence[object]) -> dict[str, list[float]]:
    """Collect one column of the table that compares devices at equal privacy. The result maps the name of each device to its
    values, one for each ε.
    """
    found: dict[str, list[float]] = {}
    for epsilon in epsilons:
        table = devices_at_equal_privacy(epsilon, prevalence)
        for name, (_, _, variance, efficiency) in zip(device_names(table), table.rows, strict=True):
            found.setdefault(name, []).append(efficiency if column == "efficiency" else variance)
    return found


def device_names(table: Devices) -> list[str]:
    """Name each device of the table, in its order. If a name stands in the table a second time, `uneven` is added to it.

    The name of Simmons' device is followed by its last parameter.
    """
    found: list[str] = []
    for name, parameters, *_ in table.rows:
        found.append(f"{name}, {parameters.split(', ')[-1]}" if name == "simmons" else name)
        if found.count(found[-1]) > 1:
            found[-1] += ", uneven"
    return found


def error_by_epsilon(prevalence: object, *, n: int = 1000, epsilons: Sequence[object] = EPSILONS) -> Curves:
    """Compute the standard error of each device as a function of ε, for n answers. The certified optimum has a line too.

    Args:
        prevalence: The prevalence planned for.
        n: The number of answers.
        epsilons: The budgets, from the left to the right.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt.plots import error_by_epsilon
        >>> len(error_by_epsilon("1/10", epsilons=[1, 2]).lines) > 1
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    require_answers(n)
    found = _at_equal_privacy(prevalence, "n·Var", epsilons)
    lines = [Curve(name, tuple(math.sqrt(x / n) for x in values)) for name, values in found.items()]
    title = f"Standard error of {n} answers at prevalence {prevalence}"
    # reversed, so that the optimum, the last row of the table, has the first style
    return Curves(title, "privacy budget ε", "standard error", _floats(epsilons), merge_lines(lines[::-1]))


def efficiency_by_epsilon(prevalence: object, *, epsilons: Sequence[object] = EPSILONS) -> Curves:
    """Compute the efficiency of each device as a function of ε: the n·Var of the certified optimum divided by the n·Var of the
    device.

    Args:
        prevalence: The prevalence planned for.
        epsilons: The budgets, from the left to the right.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt.plots import efficiency_by_epsilon
        >>> len(efficiency_by_epsilon("1/10", epsilons=[1, 2]).lines) > 1
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    found = _at_equal_privacy(prevalence, "efficiency", epsilons)
    lines = [Curve(name, tuple(values)) for name, values in found.items() if not name.startswith("certified")]
    title = f"Efficiency at prevalence {prevalence} (1 is the certified optimum)"
    return Curves(title, "privacy budget ε", "efficiency", _floats(epsilons), merge_lines(lines[::-1]), top=1.05)


def error_by_budget(
    found: Frontier, *, n: int = 1000, deltas: Sequence[object] = DELTAS, epsilons: Sequence[object] = EPSILONS
) -> Curves:
    """Compute the least standard error on a frontier as a function of ε, for n answers; each δ has its own line.

    Args:
        found: The frontier.
        n: The number of answers.
        deltas: The values of δ. Each has its own line.
        epsilons: The budgets, from the left to the right.

    Returns:
        The picture's numbers, which `draw_curves` draws.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from rropt import frontier
        >>> from rropt.plots import error_by_budget
        >>> len(error_by_budget(frontier("1/10"), deltas=[0], epsilons=[1, 2]).lines)
        1

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    require_answers(n)
    lines = [Curve(f"δ = {d}", tuple(math.sqrt(float(found.at(e, d)) / n) for e in epsilons)) for d in deltas]
    outputs = "as many outputs as help" if found.outputs == "free" else "two outputs"
    title = f"Least standard error of {n} answers at prevalence {found.prevalence}, {outputs}"
    return Curves(title, "privacy budget ε", "standard error", _floats(epsilons), tuple(lines))


def merge_lines(lines: Sequence[Curve]) -> tuple[Curve, ...]:
    """Merge lines that are equal everywhere, up to rounding, into one with all their names."""
    named: dict[tuple[str, ...], list[Curve]] = {}
    for line in lines:
        named.setdefault(tuple(f"{x:.12g}" for x in line.values), []).append(line)
    return tuple(Curve("\n".join(x.name for x in equal), equal[0].values) for equal in named.values())


def _floats(xs: Sequence[object]) -> tuple[float, ...]:
    return tuple(float(read_rational(x)) for x in xs)


def require_answers(n: int) -> None:
    """Refuse fewer answers than one."""
    if n < 1:
        raise InputError(f"the number of answers n must be at least 1, not {n}")
