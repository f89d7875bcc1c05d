"""What an annotation tells the command line beyond a type."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

__all__ = ["Reads", "Whole"]


@dataclass(frozen=True, slots=True)
class Reads:
    """The function that reads a parameter's text on the command line, as in `Annotated[Demand | str, Reads(read_demand)]`.

    Several values of a sequence of such parameters are given by several options, because a text may have commas of its own. If
    `commas` is true, one text may hold several values with commas between them. If `files` is true, a text on the
    command line may also name a file, which the command line's own reader of mechanisms reads.
    """

    read: Callable[[str], Any]
    commas: bool = False
    files: bool = False


Whole = Annotated[str, Reads(str)]
"""A text that may have commas of its own: of several each is given by an option."""
