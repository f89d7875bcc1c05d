"""The page for an ethics board about one way of asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.page.board import Board as Board, report as report

__getattr__, __dir__ = lazy_names(__name__)
