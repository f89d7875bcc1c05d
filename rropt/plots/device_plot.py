"""The picture of the device that people use, such as a spinner or dice. A spinner is drawn as a disc. If the outcomes are equally
likely and not too many, they are drawn as cells of a table. Otherwise a bar is drawn, with a part for each instruction. The part is
as long as its probability.

Outcomes with the same instruction share a letter; a list below the picture gives the instruction of each letter. So the picture can
be read without colour.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.devices.classical import CLASSICAL, Classical
from rropt.devices.device import Device
from rropt.devices.instrument import MONTHS, Instrument
from rropt.devices.script import Part
from rropt.plots.figure import INK, axes_for, finish, literal
from rropt.privacy.words import percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Patch

__all__ = [
    "FEW",
    "draw_classical",
    "draw_device",
    "height_of_classical",
    "height_of_device",
    "plot_classical",
    "plot_device",
    "words_of_device",
    "words_of_parts",
]

TINTS = ("#cfe0f3", "#f7dcb4", "#c5e6e1", "#f2c6c0", "#e3e3e3", "#e4d7f0")
HATCHES = ("", "//", "..", "\\\\", "xx", "--")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_CELLS = 144
MOST_LISTED = 26
WIDE = 54
"""The most characters of an instruction on one line below the picture."""
FEW = 5
"""A page lists the instructions above its picture. If there are at most this many, they are repeated below the picture; else the
picture has letters only."""
EDGE = "#6b6b6b"


def plot_device(device: Device, path: Path | str) -> Path:
    """Draw a device into an SVG or PNG file.

    Args:
        device: The device.
        path: An SVG or PNG file.

    Returns:
        The file's path.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> from rropt import LDP, Variance, design
        >>> device = design(Variance("1/10"), LDP("ln3")).device(spinner=True)
        >>> from rropt.plots import plot_device
        >>> (lambda d: plot_device(device, Path(d.name) / "a.svg").name)(TemporaryDirectory())
        'a.svg'

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    axes = axes_for(None, path, width=5.4, height=height_of_device(device))
    draw_device(axes[0], device)
    finish(axes, path)
    return Path(path)


def height_of_device(device: Device, *, said: bool = True) -> float:
    """Compute the height in inches that the picture needs, including the instructions below it if `said`."""
    rows = _rows(device.instrument)
    above = 3.4 if device.instrument.kind == "spinner" else 0.36 * rows + 0.7 if rows else 1.1
    return above + (0.2 * sum(line.count("\n") + 1 for line in _lines(device.parts)) + 0.3 if said else 0)


def draw_device(ax: Axes, device: Device, *, said: bool = True) -> None:
    """Draw the instrument's outcomes with one letter per instruction; if `said`, also the instructions and their probabilities.

    Args:
        ax: The axes to draw on.
        device: The device.
        said: Whether to write the instructions below the picture.

    Returns:
        None; everything is drawn on the axes.

    Raises:
        InputError: An argument is not usable.

    Example:
        >>> from matplotlib.figure import Figure
        >>> ax = Figure().subplots()
        >>> from rropt import LDP, Variance, design
        >>> device = design(Variance("1/10"), LDP("ln3")).device(spinner=True)
        >>> from rropt.plots import draw_device
        >>> draw_device(ax, device, said=False)
        >>> len(ax.patches) > 0
        True

    Reference: the manual, "Gallery" (docs/gallery.md).
    """
    tool, parts = device.instrument, device.parts
    if tool.kind == "spinner":
        _disc(ax, parts)
    elif _rows(tool):
        _table(ax, tool, parts)
    else:
        _bar(ax, parts)
    ax.set_title(f"With {tool.title}", fontsize=10)
    if not said:
        return
    _say(ax, parts)


def plot_classical(devices: Sequence[Classical], path: Path | str) -> Path:
    """Draw the classical devices below one another, in an SVG or PNG file."""
    height = sum(map(height_of_classical, devices))
    axes = axes_for(None, path, width=5.4, height=height, rows=len(devices))
    for ax, device in zip(axes, devices, strict=True):
        draw_classical(ax, device)
    finish(axes, path)
    return Path(path)


def height_of_classical(device: Classical) -> float:
    """Compute the height in inches that the picture of a classical device needs, with the instructions below it."""
    return 0.2 * sum(line.count("\n") + 1 for line in _lines(device.parts)) + 1.3


def draw_classical(ax: Axes, device: Classical) -> None:
    """Draw a classical device as a bar in which each outcome is as long as its probability.

    Below the bar stands what to do at each outcome.
    """
    _bar(ax, device.parts)
    ax.set_title(f"{device.name.replace('_', ' ').capitalize()}: {CLASSICAL[device.name]}", fontsize=10)
    _say(ax, device.parts)


def _say(ax: Axes, parts: tuple[Part, ...]) -> None:
    """Write below a picture what each letter stands for."""
    lines = _lines(parts)
    ax.legend(
        handles=[_patch(n) if n < len(parts) else _blank() for n in range(len(lines))],
        labels=list(map(literal, lines)),
        fontsize=9,
        frameon=False,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.02),
        alignment="left",
        handlelength=1.6,
    )


def words_of_device(device: Device) -> str:
    """Describe the picture in words."""
    return words_of_parts(device.instrument.title, device.parts)


def words_of_parts(title: str, parts: tuple[Part, ...]) -> str:
    """Say what is done at each outcome of the instrument `title`, with the outcome's chance; say at most the first MOST_LISTED."""
    return f"With {title}: {'; '.join(map(_said, parts[:MOST_LISTED]))}."


def _said(part: Part) -> str:
    return f"{part.outcomes}: {part.what} ({percent(part.chance)})"


def _lines(parts: tuple[Part, ...]) -> list[str]:
    """Write for each letter a line with what it stands for; after MOST_LISTED lines say only how many are left."""
    found = [f"{_letter(n)}  {_said(part)}" for n, part in enumerate(parts[:MOST_LISTED])]
    found += [f"and {len(parts) - MOST_LISTED} more, as the script says"] if len(parts) > MOST_LISTED else []
    return [textwrap.fill(line, WIDE, subsequent_indent="     ", break_long_words=False) for line in found]


def _letter(n: int) -> str:
    return LETTERS[n] if n < len(LETTERS) else f"{LETTERS[n // len(LETTERS) - 1]}{LETTERS[n % len(LETTERS)]}"


def _style(n: int) -> dict[str, Any]:
    """Choose the tint and the hatching of the n-th part of a picture; a part differs in both from the next."""
    return {"facecolor": TINTS[n % len(TINTS)], "hatch": HATCHES[n % len(HATCHES)], "edgecolor": EDGE}


def _patch(n: int) -> Patch:
    from matplotlib.patches import Patch

    return Patch(**_style(n))


def _blank() -> Patch:
    from matplotlib.patches import Patch

    return Patch(facecolor="none", edgecolor="none")


def _mark(ax: Axes, x: float, y: float, n: int, size: float = 10) -> None:
    """Write the letter of a part. If the part is hatched, the letter stands on white, so that no hatching crosses it."""
    box = {"boxstyle": "round,pad=0.12", "fc": "white", "ec": "none"} if HATCHES[n % len(HATCHES)] else None
    ax.text(x, y, _letter(n), ha="center", va="center", fontsize=size, fontweight="bold", color=INK, bbox=box, zorder=4)


def _disc(ax: Axes, parts: tuple[Part, ...]) -> None:
    """Draw the disc of 360 degrees. Degree 0 is at the top, and degrees increase clockwise. At the edge, each part is labelled with
    its first degree.
    """
    from matplotlib.patches import Polygon, Wedge

    for n, part in enumerate(parts):
        ax.add_patch(Wedge((0, 0), 1, 90 - part.last - 1, 90 - part.first, lw=0.9, **_style(n)))
        middle = math.radians(90 - (part.first + part.last + 1) / 2)
        _mark(ax, 0.62 * math.cos(middle), 0.62 * math.sin(middle), n, 13)
        edge = math.radians(90 - part.first)
        x, y = 1.12 * math.cos(edge), 1.1 * math.sin(edge)
        ax.text(x, y, f"{part.first}°", ha="center", va="center", fontsize=9, color=INK)
    ax.add_patch(Polygon([(-0.035, -0.16), (0.035, -0.16), (0.05, 0.3), (0, 0.42), (-0.05, 0.3)], color=INK, zorder=5))
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.2, 1.2), aspect="equal")
    ax.axis("off")


def _rows(tool: Instrument) -> int:
    """Count the rows of a table of outcomes; 0 if there are too many outcomes, or they are not equally likely."""
    if tool.outcomes > MOST_CELLS or tool.shares is not None:
        return 0
    return -(-tool.outcomes // _columns(tool))


def _columns(tool: Instrument) -> int:
    if tool.kind == "cards" and tool.count == 52:
        return 13
    if tool.kind in ("dice", "birthdays"):
        return 6
    return 8 if tool.kind in ("coins", "bits") else 10


def _table(ax: Axes, tool: Instrument, parts: tuple[Part, ...]) -> None:
    """Draw a table with one cell per outcome. The outcomes stand row by row in the order of their numbers."""
    from matplotlib.patches import Rectangle

    columns, name = _columns(tool), _namer(tool)
    part_of = {outcome: n for n, part in enumerate(parts) for outcome in range(part.first, part.last + 1)}
    for outcome, n in part_of.items():
        row, column = divmod(outcome, columns)
        ax.add_patch(Rectangle((column, row), 1, 1, lw=0.6, **_style(n)))
        said = name(outcome)
        _mark(ax, column + 0.5, row + (0.66 if said else 0.5), n, 9)
        if said:
            box = {"boxstyle": "square,pad=0.08", "fc": "white", "ec": "none"}
            ax.text(column + 0.5, row + 0.26, said, ha="center", va="center", fontsize=7, color=INK, bbox=box, zorder=4)
    rows = _rows(tool)
    ax.set(xlim=(0, min(columns, tool.outcomes)), ylim=(rows, 0))
    _head(ax, tool, rows)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)


def _namer(tool: Instrument) -> Callable[[int], str]:
    """Return a function that takes the number of an outcome and gives the label in its cell of the table.

    If the headings of row and column already identify the outcome, the label is empty. A month is cut to its first three letters.
    """
    if (tool.kind == "cards" and tool.count == 52) or (tool.kind == "dice" and tool.count <= 2):
        return lambda n: ""
    return lambda n: tool.name(n)[:3] if tool.name(n) in MONTHS else tool.name(n)


def _head(ax: Axes, tool: Instrument, rows: int) -> None:
    """Write the names of the rows and columns of a table: suits and ranks of cards, or the numbers on each die."""
    across: list[str] = []
    down: list[str] = []
    if tool.kind == "cards" and tool.count == 52:
        across = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
        down = ["clubs", "diamonds", "hearts", "spades"]
    elif tool.kind == "dice" and tool.count <= 2:
        across = list(map(str, range(1, 7)))
        down = [f"first die {n + 1}" for n in range(rows)] if tool.count == 2 else []
        ax.set_xlabel("second die" if tool.count == 2 else "", fontsize=9)
        ax.xaxis.set_label_position("top")
    ax.xaxis.tick_top()
    ax.set_xticks([x + 0.5 for x in range(len(across))], across, fontsize=7.5)
    ax.set_yticks([y + 0.5 for y in range(len(down))], down, fontsize=8.5)


def _bar(ax: Axes, parts: tuple[Part, ...]) -> None:
    """Draw one bar of length 1, each part as long as its probability."""
    start = 0.0
    for n, part in enumerate(parts):
        width = float(part.chance)
        ax.barh([0], [width], left=[start], height=0.8, lw=0.9, **_style(n))
        if width > 0.02:
            _mark(ax, start + width / 2, 0, n, 11)
        start += width
    ax.set(xlim=(0, 1), ylim=(-0.6, 0.6), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
