"""Reads the problem for which a design was made, and its range of prevalences, from the design's file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rropt.cli.terminal.common import is_file, read_text

if TYPE_CHECKING:
    from rropt.problem.problem import Problem
    from rropt.problem.result import Design

__all__ = ["own_design", "own_problem", "own_range"]


def own_range(source: str) -> str | None:
    """Return the range of prevalences for which the design in a file was made, as one would type it after --prevalence.

    None if the design was not made for a range. `source` is a file or a name that `read_any_mechanism` has read.
    """
    from rropt.certificate.read import read_planned_range
    from rropt.exact.spelling import show
    from rropt.formats import read_json

    text = read_text(Path(source)) if is_file(Path(source)) else ""
    document = read_json(text) if text.lstrip().startswith("{") else {}
    inner = document.get("certificate")
    found = read_planned_range(read_json(inner) if isinstance(inner, str) and inner else document)
    return None if found is None else "..".join(map(show, found))


def own_problem(source: str) -> Problem | None:
    """Read the problem from a file that holds a design as JSON.

    None if `source` is not such a file, or if epsilon or delta ranges over an interval in the problem.
    """
    found = own_design(source)
    return None if found is None else found.problem


def own_design(source: str) -> Design | None:
    """Read the design from a file that holds a design as JSON.

    None if `source` is not such a file, or if epsilon or delta ranges over an interval in the design's problem.
    """
    from rropt.formats import read_json
    from rropt.problem.result import Design
    from rropt.problem.stored.fields import SCHEMA

    path = Path(source)
    if not is_file(path):
        return None
    text = read_text(path)
    if not text.lstrip().startswith("{"):
        return None
    document = read_json(text, file=path)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        return None
    found = Design.from_json(text)
    return None if found.problem.interval is not None else found
