"""A page as a list of blocks, which each renderer writes in its own language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Block", "Code", "Grid", "Heading", "Items", "Note", "Page", "Picture", "Text"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's heading."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph that must not be overlooked."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; numbered if the order matters."""

    lines: tuple[str, ...]
    is_numbered: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a caption."""

    caption: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: a function that draws it on Axes, and its content in words for readers who cannot see it."""

    draw: Callable[[Axes], None]
    words: str
    height: float = 3.6


@dataclass(frozen=True, slots=True)
class Code:
    """Text that the reader may copy. If `file` is given, the HTML page offers the text as a file of this name, and shows the text
    itself only when the reader unfolds it."""

    text: str
    file: str = ""


Block: TypeAlias = Heading | Text | Note | Items | Grid | Picture | Code


@dataclass(frozen=True, slots=True)
class Page:
    """A title, one sentence under it, and the blocks."""

    title: str
    lead: str
    blocks: tuple[Block, ...]
