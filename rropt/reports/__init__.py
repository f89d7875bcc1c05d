"""The page for an ethics board: one design in words, pictures and proof, as HTML, Markdown or LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.lazy import lazy_names

if TYPE_CHECKING:
    from rropt.reports.files import Report as Report
    from rropt.reports.files import report as report

__getattr__, __dir__ = lazy_names(__name__)
