"""`rropt report`: the page for the board."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from rropt.cli.device import stored_design
from rropt.cli.reading.drawn import DeffOption, DeffTruthOption
from rropt.cli.reading.instruments import Instruments, QuestionOption
from rropt.cli.terminal.common import ShareOption, answer, place, read_text
from rropt.exact.errors import InputError

__all__ = ["report"]


def report(
    design: Annotated[Path, typer.Argument(metavar="DESIGN", help="A design's JSON.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE", callback=place, help="The page: .html, .md (pictures beside it) or .tex."
        ),
    ],
    data: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The JSON of an estimate from this design's answers.")
    ] = None,
    question: QuestionOption = "",
    prevalence: Annotated[
        str | None,
        typer.Option(
            metavar="π",
            help="The prevalence planned for: 1/10, or a share for each input; the design's own unless given.",
        ),
    ] = None,
    share_of: ShareOption = None,
    n: Annotated[
        int | None, typer.Option("-n", "--people", metavar="N", min=1, help="How many people there are.")
    ] = None,
    difference: Annotated[
        str | None,
        typer.Option(
            metavar="D", help="The difference of two groups that the study is to find; adds its people and power."
        ),
    ] = None,
    deff: DeffOption = None,
    deff_truth: DeffTruthOption = None,
    instruments: Instruments = Instruments(),
) -> None:
    """Write the page for an ethics board.

    It has the script, what answers give away, the people needed, the proof, and what is not promised.

    Example: rropt report design.json -o design.html
    """
    from rropt.reports.board import page_of_design
    from rropt.reports.files import device_at_hand, files_of, require_page_name

    require_page_name(output)
    found = stored_design(design)
    result = _estimate(data)
    named = instruments.asked()
    device, why = (found.device(**named), "") if named else device_at_hand(found, result)
    page = page_of_design(
        found,
        device=device and device.asking(question),
        question=question,
        data=result,
        why=why,
        prevalence=prevalence,
        share_of=share_of,
        n=n,
        difference=difference,
        deff=deff,
        deff_truth=deff_truth,
    )
    for file, text in files_of(page, output).items():
        answer(text, file, raw=True)


def _estimate(path: Path | None) -> dict[str, Any] | None:
    from rropt.formats import read_json

    if path is None:
        return None
    text = read_text(path)
    document = read_json(text, file=path) if text.lstrip().startswith("{") else None
    if not isinstance(document, dict) or not str(document.get("schema", "")).startswith(
        ("rropt/estimate", "rropt/set-estimate")
    ):
        raise InputError(f"{path} holds no estimate; give what `rropt estimate … --json -o estimate.json` writes")
    return document
