"""The errata note that `rropt audit PAPER --errata` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rropt.cli.terminal.common import write_text
from rropt.exact.errors import InputError
from rropt.files import require_place

__all__ = ["ErrataOption", "write_errata"]

ErrataOption = Annotated[
    Path | None,
    typer.Option(
        "--errata",
        metavar="FILE",
        help="Write the paper's errata note from its stored verdicts, two pages: .html or .tex.",
    ),
]


def write_errata(root: Path, paper: str, target: Path) -> None:
    """Write the note of one paper, in the format of the file's ending."""
    from rropt.claims.audit import read_stored
    from rropt.claims.library import folder_of, load, papers
    from rropt.claims.notes.html import errata_html
    from rropt.claims.notes.latex import errata_latex
    from rropt.claims.notes.note import note_of

    kinds = {".html": errata_html, ".htm": errata_html, ".tex": errata_latex}
    require_place(target)
    write = kinds.get(target.suffix.lower())
    if write is None:
        raise InputError(f"--errata {target} must end in .html or .tex")
    if paper not in papers(root):
        raise InputError(
            f"--errata writes the note of one paper, and '{paper}' is not a paper; name one of {', '.join(papers(root))}"
        )
    note = note_of(paper, load(root, paper), read_stored(folder_of(root, paper)))
    write_text(target, write(note))
