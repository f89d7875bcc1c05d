"""`rropt report`: write a page about a design, or about a mechanism in use, for an ethics board."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.device import InputsOption, design_in
from rropt.cli.reading.drawn import DeffOption, DeffTruthOption
from rropt.cli.reading.given import refuse_others
from rropt.cli.reading.instruments import Instruments, QuestionOption
from rropt.cli.terminal.common import (
    RowsAreInputs,
    ShareOption,
    answer,
    is_file,
    name_inputs,
    place,
    read_any_mechanism,
    read_text,
)
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.problem.result import Design
    from rropt.reports.in_use import InUse

__all__ = ["report"]

OF_MATRIX = {"inputs", "rows_are_inputs"}
OF_INSTRUMENT = {x.name for x in fields(Instruments)}


def report(
    context: typer.Context,
    design: Annotated[
        str,
        typer.Argument(
            metavar="DESIGN",
            help="A design's JSON; or what is in use: a mechanism, as a file or a name (warner:p=0.7), or a classical device.",
        ),
    ],
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
            help="The prevalence planned for: 1/10, or a share for each input; the design's own, or equal shares, unless given.",
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
    inputs: InputsOption = None,
    rows_are_inputs: RowsAreInputs = False,
) -> None:
    """Write the page for an ethics board.

    It has the script, what answers give away, the people needed, the proof, and what is not promised. Of a mechanism in use it says
    how much better a design of the same protection could be.

    Example: rropt report design.json -o design.html
    Example: rropt report warner:p=0.7 --inputs no,yes --prevalence 1/10 -o warner.html
    Example: rropt report crosswise --prevalence 1/10 -o crosswise.html
    """
    from rropt.devices.classical import CLASSICAL, classical
    from rropt.reports.board import page_of_design
    from rropt.reports.files import device_at_hand, files_of, require_page_name
    from rropt.reports.in_use import in_use

    require_page_name(output)
    result = _estimate(data)
    named = instruments.asked()
    subject: Design | InUse
    device, why = None, ""
    if (found := design_in(design)) is not None:
        _refuse(context, OF_MATRIX, by="the page of a design")
        subject = found
        device, why = (found.device(**named), "") if named else device_at_hand(found, result)
    elif design.strip().lower() in CLASSICAL and not is_file(Path(design)):
        _refuse(context, (OF_MATRIX | OF_INSTRUMENT) - {"months"}, by="the page of a classical device")
        held = classical(design, birthdays=instruments.of_months or "months")
        subject = in_use(held, prevalence=prevalence, question=question)
    else:
        p = name_inputs(read_any_mechanism(design, rows_are_inputs=rows_are_inputs), inputs)
        subject = in_use(p, prevalence=prevalence, question=question, asked=named)
    page = page_of_design(
        subject,
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


def _refuse(context: typer.Context, names: set[str], *, by: str) -> None:
    """Refuse the options of these names if they were typed."""
    refuse_others(context, {x.name or "" for x in context.command.params} - names, by=by)


def _estimate(path: Path | None) -> dict[str, Any] | None:
    from rropt.formats import read_json

    if path is None:
        return None
    text = read_text(path)
    is_json = text.lstrip().startswith("{") and read_json(
        text, file=path, has_numbers=True
    )  # refuses what is long or told twice
    document = json.loads(text) if is_json else None
    if not isinstance(document, dict) or not str(document.get("schema", "")).startswith(
        ("rropt/estimate", "rropt/set-estimate")
    ):
        raise InputError(f"{path} holds no estimate; give what `rropt estimate … --json -o estimate.json` writes")
    return document
