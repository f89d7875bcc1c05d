"""The file that `rropt audit --coq` writes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.terminal.common import write_text
from rropt.exact.errors import InputError

__all__ = ["CoqOption", "write_coq"]

CoqOption = Annotated[
    Path | None,
    typer.Option("--coq", metavar="OUT.v", help="Write one claim that is proved or refuted, with its proof, for Coq."),
]


def write_coq(documents: list[dict[str, Any]], selection: str, target: Path) -> None:
    """Write the Coq file of the one claim that was named."""
    from rropt.claims.coq import export_claim
    from rropt.claims.coq.share import require_not_refused

    found = next((d for d in documents if selection in d["verdicts"]), None)
    if found is None:
        raise InputError(
            f"--coq writes one claim, and '{selection}' is not the whole name of a claim; give one such name"
        )
    text = export_claim(found["claims"][selection], found["verdicts"][selection])
    require_not_refused(selection, text)
    write_text(target, text)
