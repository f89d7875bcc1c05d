"""The prevalences that the design in a file was made for."""

from __future__ import annotations

from pathlib import Path

from rropt.cli.terminal.common import is_file, read_text

__all__ = ["own_range"]


def own_range(source: str) -> str | None:
    """The range of prevalences, as an option states it, whose worst the design in a file is made for; None where it has none.

    The file is one that `read_any_mechanism` has read.
    """
    from rropt.certificate.read import read_planned_range
    from rropt.exact.spelling import show
    from rropt.formats import read_json

    text = read_text(Path(source)) if is_file(Path(source)) else ""
    document = read_json(text) if text.lstrip().startswith("{") else {}
    inner = document.get("certificate")
    found = read_planned_range(read_json(inner) if isinstance(inner, str) and inner else document)
    return None if found is None else "..".join(map(show, found))
